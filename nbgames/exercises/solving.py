"""Exercises of "Solving and playing": minimax, openings, answers to a threat, random games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from random import Random
from typing import Any

from .. import atlas
from ..analysis import solve, threats
from ..analysis.answers import counted
from ..core.errors import shown
from ..core.kernels import NORTH, SOUTH
from ..games import game
from ..play.match import Match, match
from .asked import on_board
from .boards import HEX
from .checking import NOT_YET, Verdict, attempt, compare, exercise, named_in, right, wrong
from .posed import At, Posed, lies_on, named, touch

SIZES = {"antipalos": (3, 6), "conhex": (2, 4), "projex": (3, 4)}  # and how many moves are left
CLOSE = 0.04  # how far from the right number of games an answer may be: a rounding of it


def _late(name: str, size: int, left: int) -> list[Match]:
    """Eight matches with at most so many moves to choose from, where nobody has won yet."""
    rng = Random(name)
    found: list[Match] = []
    while len(found) < 8:
        m = match(name, size, swap=False)
        while m.outcome is None and len(m.legal()) > left:
            m = m.play(rng.choice(m.legal()))
        if m.outcome is None:
            found.append(m)
    return found


@exercise
def value(answer: Any) -> Verdict:
    """The value of a match for the side to move: 1, 0 or -1."""
    late = [m for name, (size, left) in SIZES.items() for m in _late(name, size, left)]
    over = [_finished(m) for m in late]
    return compare(
        answer,
        lambda m: solve(m).value if m.outcome is None else -bool(m.outcome.winner),
        {_case(m): (m,) for m in [*over, *late]},
        lambda m: (
            "Take the best of what the answers are worth, each seen from the other side."
            if m.outcome is None
            else "It is over: is that good or bad for the side that would be next, or neither?"
        ),
    )


def _finished(m: Match) -> Match:
    """The same, played on to its end, always by the first move there is."""
    while m.outcome is None:
        m = m.play(m.legal()[0])
    return m


def _case(m: Match) -> str:
    """Which match this is, and who is to move or how it ended."""
    who = m.game.players[m.position.to_move - 1]
    return f"{m.game.name} after {' '.join(m.moves)} ({m.result() or f'{who} to move'})"


def all_that_win(at: At, cells: list[int], winning: list[int]) -> list[Any]:
    """Are these the cells with which the first player wins?"""
    for cell in cells:
        if not winning[cell]:
            words = f"after {at.names[cell]} the other player wins: solve the match after it."
            return [0, words, [cell], []]
    missing = len([cell for cell in range(len(winning)) if winning[cell]]) - len(cells)
    if missing:
        words = f"{counted(missing, 'opening is', 'openings are')} missing."
        return [0, f"all of these win, but {words}", [], []]
    return [1, f"{named(at, cells)} win, and no other cell does", [], []]


def _winning() -> list[int]:
    """For each cell of Projex 3 whether it wins as a first move."""
    rows = [row for row in atlas.read("openings") if (row["game"], row["size"]) == ("projex", 3)]
    won = {name for row in rows if row["value"] == 1 for name in [row["opening"], *_like(row)]}
    return [int(name in won) for name in OPENINGS.game.board.names]


def _like(row: dict[str, Any]) -> list[str]:
    """The openings that a symmetry makes of this one."""
    return str(row["like"]).split()


OPENINGS = Posed(
    "Openings that win",
    "X moves first, and nobody may swap. Choose all cells with which X wins, if both play as well "
    "as possible.",
    "projex", 3, all_that_win, 2, data=_winning,
)  # fmt: skip


@on_board(OPENINGS)
def openings(answer: Any) -> Verdict:
    """The cells of Projex 3 with which the first player wins, if nobody may swap."""
    return OPENINGS.judged(OPENINGS.read(answer, "cell of Projex 3"))


@cache
def _threatened() -> tuple[tuple[Match, str], ...]:
    """Positions of ConHex 3 with a hole at which the other player would win, and the mover none."""
    rng = Random(3)
    found: list[tuple[Match, str]] = []
    while len(found) < 60:
        m = match("conhex", 3, swap=False)
        while m.outcome is None and not threats(m, 3 - m.position.to_move):
            m = m.play(rng.choice(m.legal()))
        if m.outcome is None and not threats(m, m.position.to_move):
            found += [(m, hole) for hole in threats(m, 3 - m.position.to_move)]
    return tuple(found)


@exercise
def parries(answer: Any) -> Verdict:
    """The holes where the side to move can answer the other's threat to win at a hole."""
    if not callable(answer):
        return wrong("this is no function: write one of a match and a hole with def.")
    every = 0
    for m, hole in _threatened():
        case = f"ConHex 3 after {' '.join(m.moves)} and the threat at {hole}"
        said = attempt(answer, case, m, hole)
        if said is ...:
            return NOT_YET
        if said is None:
            return wrong(f"for {case} your function gives nothing: does it end with return?")
        named = set(named_in(said, m.legal(), "hole that is empty"))
        for other in sorted(set(m.legal()) - named):
            if hole not in threats(m.play(other), 3 - m.position.to_move):
                return wrong(f"for {case} a hole is missing: after {other} the threat is gone.")
        every += len(named) == len(m.legal())
    if every > len(_threatened()) / 2:
        return wrong("mostly you name every empty hole. That is safe, but no help to a search.")
    return right(f"nothing that parries is left out, in {len(_threatened())} positions tried")


@exercise
def games(answer: Any) -> Verdict:
    """How many random games make the standard error a thousandth, if both win as often?"""
    if not isinstance(answer, int | float) or isinstance(answer, bool) or answer <= 0:
        return wrong(
            f"{shown(answer)} is no number of games: write digits, without quotation marks."
        )
    many, error = f"{answer:,.0f} games", (0.25 / answer) ** 0.5
    if abs(error * 1000 - 1) > CLOSE:
        return wrong(f"{many} have a standard error of {error:.5f}: it falls with the square root.")
    return right(f"{many} have a standard error of {error:.5f}")


BRIDGES = 3  # the fewest that cross seven rows: two a bridge, and one at each side


def chain_of_bridges(at: At, cells: list[int], owners: list[int]) -> list[Any]:
    """Do three cells of X's join top and bottom, each two by a bridge, the ends by templates?"""
    if not len(cells):
        return [0, "no cell is chosen: begin in the second row.", [], []]
    if len(cells) > BRIDGES:
        return [0, f"these are {len(cells)} cells, and three are enough.", [], []]
    for cell in cells:
        if owners[cell]:
            return [0, f"{at.names[cell]} is O's.", [cell], []]
    for k in range(len(cells) + 1):
        one, other = cells[max(k - 1, 0)], cells[min(k, len(cells) - 1)]
        side = NORTH if k == 0 else SOUTH if k == len(cells) else 0
        free = between(at, one, other, side, owners)
        if len(free) < 2 and not (lies_on(at.net, one, side) or touch(at.net, one, other)):
            empty = counted(len(free), "empty neighbour")
            words = f"{at.names[one]} and {at.names[other]} have {empty} in common"
            marks = [one, other]
            if side:
                where = "at the top" if side == NORTH else "at the bottom"
                words = f"{at.names[one]} has {empty} {where}"
                marks = [one]
            reply = f"O plays {at.names[free[0]]}." if len(free) else "O gets through."
            return [0, f"{words}, and two are needed: {reply}", marks, []]
    words = f"whatever O does, {named(at, cells)} are joined with each other and with both sides"
    return [1, words, [], cells]


def between(at: At, one: int, other: int, side: int, owners: list[int]) -> list[int]:
    """The empty neighbours that two cells have in common; of one cell, those at a side."""
    net = at.net
    near = [net.ends[k] for k in range(net.starts[one], net.starts[one + 1])]
    empty = [cell for cell in near if not owners[cell]]
    if side:
        return [cell for cell in empty if lies_on(net, cell, side)]
    return [cell for cell in empty if touch(net, cell, other)]


def _owners_of_bridges() -> list[int]:
    return list(BRIDGED.opening.position.owners)


BRIDGED = Posed(
    "A chain of bridges",
    "This is Hex, and X joins top and bottom. Choose three cells for X, so that O, who moves next, "
    "cannot cut them off: each two that follow each other are a Hex bridge, and the first and the "
    "last have two empty neighbours at their side.",
    HEX, 7, chain_of_bridges, 1, data=_owners_of_bridges,
    start="X; O A4 B5 G1 F6; O to move",
)  # fmt: skip


@on_board(BRIDGED)
def bridges(answer: Any) -> Verdict:
    """Three cells of Hex that join top and bottom by bridges and the smallest edge templates."""
    return BRIDGED.judged(BRIDGED.read(answer, "cell of Hex 7"))


TAKEN, HOLDS = -2, -1  # instead of O's reply: to no cell, and there is none


def holding(at: At, cells: list[int], replies: list[int]) -> list[Any]:
    """Are these all cells with which X keeps the connection of a template?"""
    for cell in cells:
        if replies[cell] == TAKEN:
            return [0, f"{at.names[cell]} is taken.", [cell], []]
        if replies[cell] != HOLDS:
            reply = replies[cell]
            words = f"after {at.names[cell]} O plays {at.names[reply]}, and D4 is cut off."
            return [0, words, [cell, reply], []]
    return all_found(at, cells, replies, "the connection holds with any of these")


def escaping(at: At, cells: list[int], replies: list[int]) -> list[Any]:
    """Are these all cells where one more stone of X's wins a ladder?"""
    for cell in cells:
        if replies[cell] == TAKEN:
            return [0, f"{at.names[cell]} is taken.", [cell], []]
        if replies[cell] != HOLDS:
            words = f"with a stone at {at.names[cell]} X is still too late: play the ladder out."
            return [0, words, [cell], []]
    return all_found(at, cells, replies, "X wins with any one of these")


def all_found(at: At, cells: list[int], replies: list[int], right: str) -> list[Any]:
    missing = len([reply for reply in replies if reply == HOLDS]) - len(cells)
    if not len(cells):
        return [0, "no cell is chosen.", [], []]
    if missing:
        return [0, f"{right}, but {counted(missing, 'cell is', 'cells are')} missing.", [], []]
    return [1, f"{right}, and with no other cell: {named(at, cells)}", [], []]


# What the solver says of each empty cell; tests compare it.
ZIGGURAT = {"C5": "", "E5": "", "B6": "", "E4": "D6", "D5": "D6", "D6": "D5", "E6": "D5"}
LADDER = {cell: "" for cell in ("D4", "E4", "C5", "D5", "E5", "C6", "D6", "E6")}
LADDER |= {cell: cell for cell in ("D3", "E3", "F3", "F4", "F5")}


def _replies(told: dict[str, str]) -> list[int]:
    board = game(HEX, 6).board
    known = {name: board.site(reply) if reply else HOLDS for name, reply in told.items()}
    return [known.get(name, TAKEN) for name in board.names]


def _position(x: str, empty: Iterable[str]) -> str:
    """A position of Hex 6 in which all other cells are O's, X to move."""
    names = game(HEX, 6).board.names
    others = [name for name in names if name not in {*x.split(), *empty}]
    return f"X {x}; O {' '.join(others)}; X to move"


TEMPLATE = Posed(
    "The ziggurat",
    "This is Hex. X has a chain from the top to D4, and O has just played C6, into the edge "
    "template below it. Choose all cells with which X still connects D4 with the bottom.",
    HEX, 6, holding, 2, data=partial(_replies, ZIGGURAT),
    start=_position("D1 D2 D3 D4", ZIGGURAT),
)  # fmt: skip


@on_board(TEMPLATE)
def template(answer: Any) -> Verdict:
    """X's answers in the ziggurat to an intrusion at C6."""
    return TEMPLATE.judged(TEMPLATE.read(answer, "cell of Hex 6"))


ESCAPES = Posed(
    "Ladder escapes",
    "This is Hex, and X is to move: a ladder begins at C5 and leads to O's stone at F6, where X is "
    "too late. Choose all empty cells where one more stone of X's, laid beforehand, makes X win.",
    HEX, 6, escaping, 3, data=partial(_replies, LADDER),
    start=_position("B1 B2 B3 B4 B5", LADDER),
)  # fmt: skip


@on_board(ESCAPES)
def escapes(answer: Any) -> Verdict:
    """The cells of a position of Hex where a stone of X's is a ladder escape."""
    return ESCAPES.judged(ESCAPES.read(answer, "cell of Hex 6"))
