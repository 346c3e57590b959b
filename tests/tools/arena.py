"""Plays the matches of the tables of computer players, kept in data/: `make arena`.

Levels meet the level below; level 6 meets the yardstick, and that plain UCT. What is missing is
played; then the tables are written into the README.
"""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, replace
from pathlib import Path
from random import Random
from time import thread_time
from typing import NamedTuple

import nbgames
from nbgames.analysis.chunks import bar, carried_out, keep, kept
from nbgames.opponents import Contest, Result, contest
from nbgames.opponents.arena import BOARDS, PAIRS, contestant, fought, kept_results, seats, warm
from nbgames.opponents.levels import STRENGTHS
from tools import parser, replaced, whole
from tools.uct import TreeSearch
from tools.yardstick import SLICE, Search, Yardstick

DATA = Path(__file__).parents[1] / "data"
LEVELS, YARDSTICK = DATA / "arena.jsonl", DATA / "yardstick.jsonl"
README = Path(__file__).parents[2] / "README.md"
START, END = "<!-- make arena -->\n", "<!-- end of the table -->"
SECONDS, GAMES = 0.1, 24  # of a move; matches of a pair of levels on a board
SOME = 12  # of equal times other than 0.3 s, and where matches are long
FEW = 4  # of times that differ, and with plain UCT
LARGE = ("copolymer 19",)  # its matches are long, so there are few
SMALL = tuple(board for board in BOARDS if board not in LARGE)
OPENED = 2  # claims by chance before a match with the yardstick
KIND = (
    "number of claims by chance, or of another level 6",
    {"nbgames arena with a yardstick": OPENED, "level 6": list(astuple(STRENGTHS[6]))},
)
OTHERS = {"yardstick": Yardstick, "UCT": TreeSearch}


class Bout(NamedTuple):
    """Two players, their seconds of processor time a move, matches on a board, and the boards."""

    one: str
    first: float
    two: str
    second: float
    games: int = FEW
    boards: tuple[str, ...] = SMALL

    @property
    def name(self):
        return f"{self.one}@{self.first:g}-{self.two}@{self.second:g}"


EQUAL = Bout("6", 0.3, "yardstick", 0.3, 24)
BOUTS = (  # the most telling first
    EQUAL,
    Bout("6", 0.3, "yardstick", 0.075),
    Bout("6", 0.3, "yardstick", 0.03),
    Bout("yardstick", 0.1, "UCT", 0.1),
    Bout("6", 0.075, "yardstick", 0.3),
    Bout("6", 0.03, "yardstick", 0.3),
    EQUAL._replace(games=SOME, boards=LARGE),
    Bout("6", 1, "yardstick", 1, SOME),
)
NAMED = {bout.name: bout for bout in BOUTS}
HOW = (
    "Shares of points, a draw a half, with standard errors and the number of matches; processor "
    f"time. Levels have {SECONDS} s a move, their own openings and the swap. Matches with the "
    "yardstick, a tree search with RAVE and local replies that only the tests have, are without a "
    f"swap and begin with {OPENED} claims by chance, which each player then plays from either "
    "side. UCT is plain tree search by uniformly random games. A leaf is one playout; of level 6 "
    "on Antipalos it is one static evaluation. Seconds and leaves are those of one core of the "
    "machine that played: `make arena`, which goes on where it was stopped."
)


def player(who, seed, seconds):
    return OTHERS[who](seed, seconds) if who in OTHERS else contestant(who, seed, seconds)


def begun(board, number):
    """A match after its claims by chance, with machine code ready."""
    name, size = board.split()
    m = nbgames.match(name, int(size), seats=seats(number), swap=False)
    warm(m.game)
    Yardstick(0, 0.01).choose(m)
    rng = Random(f"{board} {number // 2}")
    for _ in range(OPENED):
        m = m.play(rng.choice(m.legal()))
    return m


def leaves(board):
    """How many leaves level 6 and the yardstick search in a second at a first move."""
    m = begun(board, 0)
    *_, last = contestant("6", 0, 1.0).think(m)
    search, stop = Search(m.game, m.position.owners, m.to_move, 1), thread_time() + 1
    while thread_time() < stop:
        search.grow(SLICE)
    return last.nodes, search.playouts


def met(key):
    """One match of a bout: points of the first, turns, CPU seconds a turn.

    It begins with claims by chance, the same for two matches in which each player has each side.
    """
    name, size, bout, number = key.split()
    at = NAMED[bout]
    m = begun(f"{name} {size}", int(number))
    sides = ((at.one, at.first), (at.two, at.second))
    return fought(m, [player(who, 2 * int(number) + k, s) for k, (who, s) in enumerate(sides)])


def play(executor):
    """Play what is missing in both files, long matches last."""
    given = {"games": GAMES, "seconds": SECONDS, "executor": executor}
    contest(SMALL, **given, checkpoint=LEVELS, progress=True)
    done = kept(YARDSTICK, *KIND)
    tasks = {f"{board} leaves": (leaves, board) for board in BOARDS} | {
        key: (met, key)
        for bout in BOUTS
        for board in bout.boards
        for key in (f"{board} {bout.name} {number}" for number in range(bout.games))
    }
    left = [key for key in tasks if key not in done]
    with bar(len(left), "match", True) as ready:
        for key, found in carried_out(left, print, executor, tasks.get):
            keep(YARDSTICK, key, found)
            ready(1)
    contest(LARGE, **given, checkpoint=LEVELS, progress=True)


def results(done):
    """What is kept of matches, bout by bout."""
    found = []
    for key, (points, turns, *seconds) in done.items():
        name, size, pair, number = key.split()
        found.append(Result(f"{name} {size}", pair, int(number), points, turns, tuple(seconds)))
    return sorted(found, key=lambda r: (r.pair, BOARDS.index(r.board), r.number))


def rows(head, cells):
    """A table in Markdown, from a column's head for each board and rows of cells."""
    yield f"| {head} | " + " | ".join(BOARDS) + " |"
    yield "| --- |" + " --- |" * len(BOARDS)
    for name, row in cells:
        yield f"| {name} | " + " | ".join(row) + " |"


def shares(found, pairs):
    """A line for each pair, a column for each board: the share of the first, if it is known."""
    told = {
        (s.pair, s.board): f"{s.share:.0%} ± {s.error:.0%} ({s.games})"
        for s in Contest((*found,)).scores
        if s.games >= FEW
    }
    met_ = [pair for pair in pairs if any((pair, board) in told for board in BOARDS)]
    return [(said(pair), [told.get((pair, board), "") for board in BOARDS]) for pair in met_]


def said(pair):
    """How a table names a pair.

    >>> said("3-2"), said("6@0.3-yardstick@0.075")
    ('3, 2', '6, 0.3 s; yardstick, 0.075 s')
    """
    if "@" not in pair:
        return pair.replace("-", ", ")
    return pair.replace("-", " s; ").replace("@", ", ") + " s"


def elo(levels, bouts):
    """A line for each player: Elo above level 1, and its error."""
    equal = [replace(r, pair=f"6-{EQUAL.two}") for r in bouts if r.pair == EQUAL.name]
    many = Counter(r.board for r in equal)
    equal = [r for r in equal if many[r.board] >= FEW]
    order = sorted([*levels, *equal], key=lambda r: (BOARDS.index(r.board), r.pair))
    told = {(r.who, r.board): f"{r.elo:.0f} ± {r.error:.0f}" for r in Contest((*order,)).ratings}
    players = sorted({who for who, _ in told}, key=lambda who: (who in OTHERS, who))
    return [(who, [told.get((who, board), "") for board in BOARDS]) for who in players]


def tables():
    """The tables of the README and of RESULTS, as lines, from what is kept."""
    levels = results(kept_results(LEVELS, SECONDS))
    done = kept(YARDSTICK, *KIND)
    paces = {board: done.pop(f"{board} leaves") for board in BOARDS}
    bouts = results(done)
    yield from rows("level, against", shares(levels, PAIRS))
    yield ""
    yield from rows("time of a move", shares(bouts, NAMED))
    yield ""
    yield from rows("Elo above level 1", elo(levels, bouts))
    yield ""
    names = ("level 6", EQUAL.two)
    told = [(who, [f"{paces[board][k]:,}" for board in BOARDS]) for k, who in enumerate(names)]
    yield from rows("leaves a second", told)


def inserted(text, lines):
    """The README with these tables in their place."""
    return replaced(text, START, lines, END)


def main():
    asked = parser(__doc__)
    asked.add_argument("workers", nargs="?", type=whole, default=1, help="processes; 1 if not said")
    with ProcessPoolExecutor(asked.parse_args().workers) as executor:
        try:
            play(executor)
        finally:  # after Ctrl-C too: it shows what there is
            lines = [*tables()]
            README.write_text(inserted(README.read_text("utf-8"), lines), "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
