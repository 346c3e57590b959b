"""Exercises of "Tempo in Copolymer": counting turns, scoring, closing, and a zugzwang."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from ..analysis import swing
from ..analysis.scores import led
from ..core.errors import shown
from ..core.position import FIRST, SECOND, Position
from ..games import game
from ..notation.diagram import read_diagram
from ..play.match import Match, match
from .asked import on_board
from .checking import Verdict, compare, exercise, named_in, right, wrong
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


LACKING = ". . .\no . o o\n. . x x x\n. o x o\n. . ."  # one stone of X's is missing


@exercise
def zugzwang(answer: Any) -> Verdict:
    """A cell for one more stone of X's, after which neither player wants to move."""
    m = read_diagram(game("copolymer", 5), LACKING)
    cells = named_in(answer, m.game.board.names, "cell of this board")
    if len(cells) != 1:
        return wrong(f"{shown(answer)} is not one cell, and X has one stone to lay.")
    (cell,) = cells
    if cell not in m.legal():
        return wrong(f"{cell} is taken.")
    owners = bytearray(m.position.owners)
    owners[m.game.board.site(cell)] = FIRST
    start = Position(bytes(owners), m.position.to_move)
    found = swing(match(m.game, start=start, swap=False))
    if found.swing < 0:
        return right(
            f"X finishes {led(found.first)} when X moves first, {led(found.second)} if not"
        )
    return wrong(f"with X on {cell}: {found.explain()}")
