"""Matches with verdicts for test_review: what a longer search says of some of their positions.

Each match is played by two levels by chance; the verdict of a position is that of the search that
`review` makes, given TIMES its games. It writes data/reviewed.txt anew, in about four minutes.
"""

from pathlib import Path
from random import Random

import nbgames
from nbgames.analysis.mcts.estimates import estimated, finished
from nbgames.analysis.values import bare
from nbgames.core.position import FIRST
from tools import parser

FILE = Path(__file__).parents[1] / "data" / "reviewed.txt"
BOARDS = {"projex": 6, "conhex": 5, "copolymer": 7, "antipalos": 6}
MATCHES = 10  # of each game
GAMES, TIMES = 1024, 10
PLACES = 6  # of a match, evenly spread
WEAK, STRONG = (1, 2, 3), (5, 6)
NODES = 400  # that a strong level may evaluate for a word


def played(name, seed):
    """A match between two levels that are weak or strong by chance."""
    rng = Random(f"reviewed {name} {seed}")
    levels = [rng.choice(rng.choice((WEAK, STRONG))) for _ in range(2)]
    both = [nbgames.opponent(n, seed=rng.getrandbits(30), nodes=NODES) for n in levels]
    m = nbgames.match(name, BOARDS[name])
    while not m.outcome:
        m = m.play(*both[m.to_move - 1].choose(m).split(","))
    return m


def places(m):
    """The numbers of words after which the verdict is asked, evenly spread."""
    return sorted({len(m.moves) * k // PLACES for k in range(PLACES)})


def verdict(m, n):
    """FIRST's share after n words, and whether that is proven, by the longer search."""
    then = m.at(n)
    found = finished(estimated(m.game, bare(then), TIMES * GAMES, n))
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


def main() -> None:
    parser(__doc__).parse_args()
    blocks = [block(played(name, seed)) for name in BOARDS for seed in range(MATCHES)]
    FILE.write_text("\n\n\n".join(blocks) + "\n", "utf-8")


if __name__ == "__main__":
    main()
