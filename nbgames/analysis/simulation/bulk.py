"""Bit-parallel random games: fills the boards of many games at once and judges them by circuits.

Bit i of an integer is game i. This serves games whose full board, with the times of the claims,
says who has won; tests compare with games that are played claim by claim.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from ...core.board import Board
from ...core.game import Game
from ...core.lattices import networks
from ...core.position import FIRST, SECOND, Position
from ...core.rules import Effect, Goal
from ..capabilities import latticed
from .circuits import conducting, function, judged
from .fills import fill, timed_fill
from .races import conquered
from .sequential import earlier
from .words import on_words

PROBES = 64  # random full boards that must each have one winner


class Batch(NamedTuple):
    """In which lanes nobody and FIRST win, and where FIRST owns each claimable site.

    `theirs` says where SECOND does; () if SECOND owns all the rest.
    """

    drawn: int
    won: int
    owned: list[int]
    theirs: Sequence[int] = ()


Filler = Callable[[Game, Position, int, Random, bool], Batch]


@lru_cache(maxsize=32)
def filler(game: Game) -> Filler | None:
    """What fills this game's boards in lanes; None for a game that is played claim by claim."""
    rules, board = game.rules, game.board
    if latticed(game):
        return _crossing
    if rules.draws or rules.misere or rules.several:
        return None
    if rules.effect is Effect.CONQUERS and rules.goal is Goal.SIDES:
        return _conquering
    if rules.effect is Effect.CLAIMS and rules.goal in (Goal.LOOP, Goal.SIDES):
        rng = Random(0)
        probes = (bytes(rng.choices((FIRST, SECOND), k=len(board.names))) for _ in range(PROBES))
        if all(rules.winner(board.net, owners) in (FIRST, SECOND) for owners in probes):
            return _claiming
    return None


@lru_cache(maxsize=32)
def judge(board: Board) -> Callable[[Sequence[int]], int]:
    return function(judged(board))


@lru_cache(maxsize=32)
def machine(board: Board) -> Callable[[Sequence[int], int], int]:
    return on_words(judged(board))


def _won(board: Board, owned: Sequence[int], lanes: int, fast: bool) -> int:
    """In which lanes FIRST has won."""
    if fast:
        return machine(board)(owned, lanes)
    return judge(board)(owned) & ((1 << lanes) - 1)


def _claiming(game: Game, position: Position, lanes: int, rng: Random, fast: bool) -> Batch:
    """Each claim owns its site: the mover gets the larger half of the empty sites."""
    every = (1 << lanes) - 1
    owned = [every if owner == FIRST else 0 for owner in position.owners]
    empty = game.empty(position.owners)
    firsts = (len(empty) + (position.to_move == FIRST)) // 2
    fill(owned, empty, firsts, lanes, rng)
    return Batch(0, _won(game.board, owned, lanes, fast), owned)


def _conquering(game: Game, position: Position, lanes: int, rng: Random, fast: bool) -> Batch:
    """Who first holds half of the parts owns the whole: each empty site gets a time."""
    board, owners = game.board, position.owners
    every = (1 << lanes) - 1
    owned = [every if owner == FIRST else 0 for owner in owners]
    empty = game.empty(position.owners)
    times = [[0] * board.claimable for _ in range(len(empty).bit_length())]
    timed_fill(times, empty, lanes, rng)
    odd = every if position.to_move == SECOND else 0
    for site in empty:
        owned[site] = times[0][site] ^ every ^ odd
    conquered(board, owners, owned, times, odd)
    return Batch(0, _won(board, owned, lanes, fast), owned[: board.claimable])


@lru_cache(maxsize=32)
def _conducts(board: Board) -> list[tuple[int, Callable[[Sequence[int]], int]]]:
    """For each sublattice and direction, whose it is and the program that says whether it joins."""
    return [
        (
            network.who,
            function(
                conducting(
                    len(board.names),
                    zip(network.sites, network.tails, network.heads, strict=True),
                )
            ),
        )
        for network in networks(board)
    ]


def _crossing(game: Game, position: Position, lanes: int, rng: Random, fast: bool) -> Batch:
    """Each open square gets an owner and a coin for its diagonal; an order says who joins first."""
    board, owners, who = game.board, position.owners, position.to_move
    rivals, every = board.rivals, (1 << lanes) - 1
    sides = [[every if owner == side else 0 for owner in owners] for side in range(3)]
    squares = [s for s in game.empty(position.owners) if s < rivals[s]]
    colours = [0] * len(owners)
    fill(colours, squares, (len(squares) + (who == FIRST)) // 2, lanes, rng)
    for s in squares:
        colour, slash, other = colours[s], rng.getrandbits(lanes), rivals[s]
        sides[FIRST][s], sides[FIRST][other] = colour & slash, colour & ~slash
        sides[SECOND][s], sides[SECOND][other] = slash & ~colour, every ^ (slash | colour)
    joined = [0, 0, 0]
    for side, joins in _conducts(board):
        joined[side] |= joins(sides[side])
    both = joined[FIRST] & joined[SECOND]
    won = joined[FIRST] & ~both
    while both:
        bit = both & -both
        both ^= bit
        laid = [
            [s for q in squares for s in (q, rivals[q]) if sides[side][s] & bit]
            for side in (who, 3 - who)
        ]
        order = _order(laid, rng)
        if earlier(game, position, order) == FIRST:
            won |= bit
    return Batch(every ^ (joined[FIRST] | joined[SECOND]), won, *sides[FIRST:])


def _order(laid: list[list[int]], rng: Random) -> array[int]:
    """A random order in which two players can have laid these pieces, in turn."""
    order = array("i", bytes(array("i").itemsize * sum(map(len, laid))))
    for start, pieces in enumerate(laid):
        rng.shuffle(pieces)
        order[start::2] = array("i", pieces)
    return order
