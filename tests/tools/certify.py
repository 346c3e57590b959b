"""Proves openings and keeps the certificates, with what they cost; a run goes on where one stopped.

    python -m tools.certify projex 4            # all kinds of openings, the central ones first
    python -m tools.certify projex 4 D3 C3      # these
    python -m tools.certify antipalos 5         # up to 74 seconds each, and 15 to check

Each certificate is checked by `nbgames/analysis/verifier.py` alone before it is kept beside
tests/data/open, where RESULTS.md takes its rows from (`python -m tools.make_results`).
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from time import process_time

import nbgames
from nbgames import graphs
from nbgames.analysis import verifier
from nbgames.analysis.certificates import certified
from nbgames.analysis.questions import Question
from tools import parser, whole

HOME = Path(__file__).parents[1] / "data" / "open" / "certificates"


def certify(game, opening):
    """The certificate of an opening, with its cost."""
    m = nbgames.match(game, swap=False).play(opening)
    start, question = process_time(), Question(game, m.position)
    low, high = question.bounds(m.position)
    solved, nodes = process_time(), question.nodes
    made = certified(m, low, question.reply, question.steps, question.spend)
    assert low == high
    return made, {
        "value": -low,
        "nodes": nodes,
        "seconds": round(solved - start, 1),
        "certifying": round(process_time() - solved, 1),
        "lines": sum(len(one.steps) + len(one.replies) for one in made.strategies),
    }


def checked(path):
    """How many seconds of a processor the verifier takes by itself; an error if it refuses."""
    start = os.times()
    subprocess.run([sys.executable, "-I", verifier.__file__, path], check=True)
    end = os.times()
    return round(end.children_user - start.children_user, 2)


def main():
    asked = parser(__doc__)
    asked.add_argument("game", choices=sorted(nbgames.GAMES))
    asked.add_argument("size", type=whole)
    asked.add_argument("openings", nargs="*")
    asked.add_argument("--keep", type=Path, default=HOME, help="a folder for certificates")
    given = asked.parse_args()
    game = nbgames.game(given.game, given.size)
    kinds = {name: 1 + len(like) for name, *like in graphs.orbits(game)}
    given.keep.mkdir(parents=True, exist_ok=True)
    for opening in given.openings or sorted(kinds, key=list(kinds).index, reverse=True):
        path = given.keep / f"{game.name}-{game.size}-{opening}.gz"
        if path.exists():
            continue
        made, cost = certify(game, opening)
        fresh = path.with_suffix(".new")
        made.save(fresh)
        cost |= {"check": checked(fresh), "bytes": fresh.stat().st_size, "same": kinds[opening]}
        path.with_suffix(".json").write_text(json.dumps(cost) + "\n")
        fresh.rename(path)
        print(path.name, cost, flush=True)


if __name__ == "__main__":
    main()
