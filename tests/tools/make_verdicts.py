"""Matches with verdicts for test_review: what a longer search says of some of their positions.

Each match is played by two levels by chance; the verdict of a position is that of the search that
`review` makes of this match, given TIMES its games. It writes data/reviewed.txt anew, all boards in
about half an hour; or the matches of one board, named as in "antipalos 16", and keeps the others.
What is done stays if it is stopped.
"""

from itertools import chain
from pathlib import Path
from random import Random

import nbgames
from nbgames.analysis.mcts.estimates import estimated, finished, thorough
from nbgames.analysis.values import bare
from nbgames.core.position import FIRST
from tools import parser

FILE = Path(__file__).parents[1] / "data" / "reviewed.txt"
# How many matches of each board; those of the default sizes of Copolymer and Antipalos take long.
BOARDS = {
    ("projex", 6): 10,
    ("conhex", 5): 10,
    ("copolymer", 7): 10,
    ("copolymer", 19): 3,
    ("antipalos", 6): 10,
    ("antipalos", 16): 4,
}
TIMES = 10
PLACES = 6  # of a match, evenly spread
WEAK, STRONG = (1, 2, 3), (5, 6)
NODES = 400  # that a strong level may evaluate for a word


def played(name, size, seed):
    """A match between two levels that are weak or strong by chance."""
    rng = Random(f"reviewed {name} {size} {seed}")
    levels = [rng.choice(rng.choice((WEAK, STRONG))) for _ in range(2)]
    both = [nbgames.opponent(n, seed=rng.getrandbits(30), nodes=NODES) for n in levels]
    m = nbgames.match(name, size)
    while not m.outcome:
        m = m.play(*both[m.to_move - 1].choose(m).split(","))
    return m


def places(m):
    """The numbers of words after which the verdict is asked, evenly spread."""
    return sorted({len(m.moves) * k // PLACES for k in range(PLACES)})


def verdict(m, n):
    """FIRST's share after n words, and whether that is proven, by the longer search."""
    then = m.at(n)
    games = TIMES * thorough(m.game, len(m.moves))
    found = finished(estimated(m.game, bare(then), games, n))
    share = found.share if then.to_move == FIRST else 1 - found.share
    return share, found.proven is not None


def block(m):
    """The record of a match, with a line for each verdict."""
    lines = [str(m).rstrip()]
    for n in places(m):
        share, proven = verdict(m, n)
        lines.append(f"verdict {n} {share:.4f} {'proven' if proven else 'open'}")
    return "\n".join(lines)


def kept():
    """The matches of the file, each with its verdicts: words, share, whether it is proven."""
    for text in FILE.read_text("utf-8").strip().split("\n\n\n"):
        record, *rows = text.split("\nverdict ")
        words = [row.split() for row in rows]
        yield (
            nbgames.read(record),
            [(int(n), float(share), proven == "proven") for n, share, proven in words],
        )


def board(m):
    return m.game.name, m.game.size


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("board", nargs="*", help="a game and a size; left out, all boards")
    asked = arguments.parse_args().board
    chosen = [(asked[0], int(asked[1]))] if asked else list(BOARDS)
    found = {one: [] for one in BOARDS}
    texts = FILE.read_text("utf-8").strip().split("\n\n\n")
    for (m, _), text in zip(kept(), texts, strict=True):
        found[board(m)].append(text)
    for seed in range(max(BOARDS.values())):
        for one in chosen:
            if seed < BOARDS[one]:
                found[one][seed : seed + 1] = [block(played(*one, seed))]
                FILE.write_text("\n\n\n".join(chain(*found.values())) + "\n", "utf-8")


if __name__ == "__main__":
    main()
