"""Exercises of "Tempo in Copolymer": counting turns, scoring, closing, and a zugzwang."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from ..analysis import swing
from ..analysis.scores import led
from ..core.position import FIRST, SECOND
from ..play.match import Match, match
from .asked import on_board
from .checking import Verdict, compare, exercise, named_in
from .posed import At, Posed, owned, strung


@exercise
def turns(answer: Any) -> Verdict:
    """How many turns are there with a connecting cells and b others?"""
    return compare(
        answer,
        lambda a, b: 2**a * b if b else 1,
        {f"a = {a}, b = {b}": (a, b) for b in (1, 2, 3, 4, 0) for a in range(1, 6)},
        lambda a, b: (
            "Any set of connecting cells, and then one closing cell."
            if b
            else "There is no closing cell: which cells does the player take then?"
        ),
    )


@exercise
def winner(answer: Any) -> Verdict:
    """Who wins a full game with this many connecting claims of the two players?"""
    return compare(
        answer,
        lambda a, b: FIRST if a >= b else SECOND,
        {f"C₁ = {a}, C₂ = {b}": (a, b) for a in range(6) for b in range(6)},
        "How many closing cells more may the first player have? And can the margin be 0?",
    )


def no_better(at: At, claims: list[int], turns: list[list[Any]]) -> list[Any]:
    """Are these the cells of a turn that no other beats? `turns` are all that there are."""
    chosen = owned(at, claims, 1)
    named = strung(at, claims, ",", ",")
    for turn in turns:
        same = len([site for site in turn[0] if chosen[site]])
        if same == len(claims) and same == len(turn[0]):
            after = f"after {named} you finish {turn[1]}"
            if turn[2]:
                return [1, f"{after}, and no turn does better", [], []]
            return [0, f"{after} with best play, and some turn does better.", [], []]
    words = f"the turn is open after {named}: its last cell must touch fewer enemies."
    return [0, words if len(claims) else "no cell is claimed yet.", [], []]


@cache
def _turns() -> list[list[Any]]:
    """Every turn: its cells, how far ahead it leaves the player in words, and is it a best one?"""
    start = BEST.opening
    found: dict[frozenset[str], Match] = {}
    ahead = [start]
    while ahead:
        m = ahead.pop()
        for cell in m.legal():
            after = match(start.game, start=start.position, swap=False).play(*m.claims, cell)
            if frozenset(after.claims) not in found:
                found[frozenset(after.claims)] = after
                ahead += [after] if after.is_open else []
    whole = {cells: swing(m).second for cells, m in found.items() if not m.is_open}
    site, best = start.game.board.site, swing(start).first
    return [[sorted(map(site, cells)), led(won), won == best] for cells, won in whole.items()]


BEST = Posed(
    "A best turn",
    "X is to move. Make a turn after which X finishes as far ahead as possible. A cell that "
    "touches two or more of O's keeps the turn open.",
    "copolymer", 5, no_better, 3, "turn", data=_turns,
    start="X A1 A3 B1 D2 E5; O A2 B2 C1 C2 C3 C5 D4; X to move",
)  # fmt: skip


@on_board(BEST)
def best_turn(answer: Any, m: Match) -> Verdict:
    """A turn after which nobody could have ended better."""
    words = ",".join(named_in(answer, m.game.board.names, "cell of this board"))
    after = m.play(words)
    return BEST.judged([m.game.board.site(cell) for cell in after.claims[len(m.claims) :]])


@exercise
def settled(answer: Any) -> Verdict:
    """By how much does the player to move finish ahead where no two empty cells touch?"""
    return compare(
        answer,
        lambda a, b, c: a + c if b == 0 else a + c + 2 - b,
        {f"a = {a}, b = {b}, c = {c}": (a, b, c) for a, b, c in product(range(5), repeat=3)},
        lambda a, b, c: (
            "Take all of yours and the shared ones; then you must take one of the other's. "
            "Who gets the rest?"
            if b
            else "Nothing is left when the player to move has taken all: no closing cell is needed."
        ),
    )


def unwanted(at: At, cells: list[int], moved: list[list[Any]]) -> list[Any]:
    """Does neither player want to move, with one more stone here? `moved`: the swing, and words."""
    if len(cells) != 1:
        return [0, f"choose one cell, and not {len(cells)}: X has one stone to lay.", cells, []]
    cell = cells[0]
    if not len(moved[cell]):
        return [0, f"{at.names[cell]} is taken.", cells, []]
    return [moved[cell][0] < 0, moved[cell][1], [], []]


# With X on the cell, how far ahead X finishes if X moves first, and if O does; tests compare it.
MOVED = {cell: (3, 1) for cell in ("A1", "A2", "B2", "C1", "C2", "D2", "E3", "E4")}
MOVED |= {"A3": (1, 3), "E5": (3, 3)}


def _moved() -> list[list[Any]]:
    """For each empty cell: what the move is worth with X on it, and what is said of that."""
    names = ZUGZWANG.game.board.names
    return [_told(name, *MOVED[name]) if name in MOVED else [] for name in names]


def _told(name: str, first: int, second: int) -> list[Any]:
    worth = first - second
    ends = f"X finishes {led(first)} when X moves first, {led(second)} if not"
    move = f"{worth:+}" if worth else "nothing"
    return [worth, ends if worth < 0 else f"with X on {name}, {ends}: the move is worth {move}."]


ZUGZWANG = Posed(
    "A zugzwang",
    "Where must X have one more stone, so that neither player wants to move first? Choose one "
    "empty cell.",
    "copolymer", 5, unwanted, 2, data=_moved,
    start="X C3 C4 C5 D4; O B1 B3 B4 D3 D5; X to move",
)  # fmt: skip


@on_board(ZUGZWANG)
def zugzwang(answer: Any) -> Verdict:
    """A cell for one more stone of X's, after which neither player wants to move."""
    return ZUGZWANG.judged(ZUGZWANG.read(answer, "cell of this board"))
