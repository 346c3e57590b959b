"""Perft of the four games by the package's rules: how many ways there are to play.

Writes data/counts.csv anew, in about ten minutes. A row of it says, of a game and a number of words
(a move, a swap, a whole Copolymer turn): how many sequences of so many words there are, how many
positions they lead to, and how many of them end there with FIRST, SECOND or nobody as the winner.
`slow_counting.py` counts the same without this package.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import nbgames
from nbgames import FIRST, SECOND, Position
from nbgames.core.game import Game
from tools import parser

FILE = Path(__file__).parents[1] / "data" / "counts.csv"


class Row(NamedTuple):
    """What can have happened after so many words."""

    words: int
    sequences: int
    positions: int
    first: int
    second: int
    nobody: int


def rows(game: Game) -> Iterator[Row]:
    """A row for each number of words, until every match is over."""
    going, words = Counter({game.start(): 1}), 0
    while going:
        words += 1
        reached = turns(game, going)
        won = {position: game.outcome(position) for position in reached}
        ended = Counter()
        for position, outcome in won.items():
            if outcome:
                ended[outcome.winner] += reached[position]
        yield Row(words, reached.total(), len(reached), ended[FIRST], ended[SECOND], ended[None])
        going = Counter({p: count for p, count in reached.items() if not won[p]})


def turns(game: Game, going: Counter[Position]) -> Counter[Position]:
    """The positions one word on, each with the number of ways to it."""
    closed: Counter[Position] = Counter()
    while going:
        still_open: Counter[Position] = Counter()
        for position, count in going.items():
            for move in game.moves(position):
                after = game.play(position, move)
                same = after.to_move == position.to_move and move != "swap"
                goes_on = same and not game.outcome(after)
                (still_open if goes_on else closed)[after] += count
        going = still_open
    return closed


# Which games, and how many words a test counts here: quickly, and with time.

COUNTED = (
    ("antipalos 1", 9, 9),
    ("antipalos 2", 9, 9),
    ("antipalos 3", 3, 10),
    ("antipalos 4", 2, 4),
    ("conhex 2", 10, 10),
    ("conhex 3", 3, 5),
    ("copolymer 3", 9, 9),
    ("copolymer on A1-2 B1 B3 C2-3 E1", 9, 9),
    ("copolymer on A1-3 B1-3 C1-3", 6, 9),
    ("copolymer on A1-4 B1-4 C1-3", 4, 11),
    ("copolymer 5", 3, 4),
    ("projex 3", 5, 13),
    ("projex 4", 3, 4),
)


def named(title: str) -> Game:
    name, _, extent = title.partition(" ")
    if extent.startswith("on "):
        return nbgames.game(name, cells=extent[3:])
    return nbgames.game(name, int(extent))


def published(title: str, most: int) -> list[Row]:
    """The first rows of a game in the file."""
    with FILE.open() as file:
        found = [Row(*map(int, row[1:])) for row in csv.reader(file) if row[0] == title]
    return found[:most]


def main() -> None:
    parser(__doc__).parse_args()
    with FILE.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["game", *Row._fields])
        for title, _, most in COUNTED:
            for row in islice(rows(named(title)), most):
                table.writerow([title, *row])
                file.flush()


if __name__ == "__main__":
    main()
