"""Writes data/playthroughs anew: matches told claim by claim.

A file begins with the record of a match, and all the rest is told from that record: the program
tells every file anew. To keep another match, save its record there as name.txt and run it.
"""

from pathlib import Path

import nbgames
from nbgames.play.match import Match
from tools import parser

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
RULE = "\n" + "-" * 78 + "\n"


def tell(m: Match) -> str:
    """The record, and then the match at its start and after every claim."""
    return RULE.join([str(m), *(state(m.after(count)) for count in range(len(m.claims) + 1))])


def state(m: Match) -> str:
    """The moves so far, the picture, and whose turn it is or who has won by which sites."""
    moves = str(m).partition("\n\n")[2].strip()
    return f"{moves or 'start'}\n\n{m.diagram()}\n\n{standing(m)}\n"


def standing(m: Match) -> str:
    if m.outcome:
        return f"{m.result()}: {' '.join(m.outcome.chain) or m.outcome.by}"
    legal = m.legal()
    return (
        f"{m.game.players[m.to_move - 1]}, {m.seat_to_move}, has {len(legal)} words, "
        f"{legal[0]} to {legal[-1]}"
    )


def record(told: str) -> str:
    """What a file begins with."""
    return told.partition(RULE)[0]


if __name__ == "__main__":
    parser(__doc__).parse_args()
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(tell(nbgames.read(record(path.read_text()))))
        print(path.name)
