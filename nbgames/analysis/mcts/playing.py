"""Local replies in a playout: a claim that the last claim of the other player calls for.

A bridge is two sites of one player with two empty common neighbours: if the other claims one of
these, the owner replies at the other one. A contested cell is one that the other player conquers
with one more part: the reply is in that cell.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import NamedTuple

from ...core._jit import jit
from ...core.board import Board
from ...core.game import Game
from ...core.kernels import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    joined_by,
    twisted_by,
)
from ...core.position import EMPTY, FIRST, SECOND
from ...core.rules import Effect, Goal

NOBODY = 0  # as a flank: no bridge there


class Playing(NamedTuple):
    """How games are played out: the kernels of a game, and what they read besides the net."""

    step: Callable[..., int]
    winner: Callable[..., int]
    reply: Callable[..., int]
    judge: Callable[..., int]  # who has won a full board
    flanks: array[int]


def playing(game: Game) -> Playing:
    """The kernels of a game, by what its claims do and what wins."""
    rules, board = game.rules, game.board
    judge, reply, beside = by_winner, none, array("i", [NOBODY])
    plain = rules.goal in JUDGES and not rules.misere
    if plain and not rules.draws:
        judge = JUDGES[rules.goal]
    if rules.effect is Effect.CONQUERS and board.parts:
        reply = contest
    elif plain and rules.effect is Effect.CLAIMS and not rules.several:
        reply, beside = save, flanks(board)
    return Playing(rules.step, rules.winner, reply, judge, beside)


def flanks(board: Board) -> array[int]:
    """The common neighbours of the ends of each link, where there are just two.

    The link k of the net has flanks[2 * k] and flanks[2 * k + 1], each as its site + 1; or -s for
    the sides s of the board, in bits; or NOBODY.
    """
    near = [frozenset(row) for row in board.neighbours]
    found = array("i")
    for site, row in enumerate(board.neighbours):
        for other in row:
            both = [1 + common for common in sorted(near[site] & near[other])]
            if len(both) == 1 and board.sides:
                both += [-bits for bits in (board.sides[site] & board.sides[other],) if bits]
            found.extend(both if len(both) == 2 else (NOBODY, NOBODY))
    return found


@jit
def none(net, flanks, owners, site, who, state):
    """There is no local reply in this game."""
    return -1


@jit
def save(net, flanks, owners, site, who, state):
    """The site that saves a bridge of who, which a claim at `site` has broken into; -1 if none."""
    ends = net.ends
    own = NORTH | SOUTH if who == FIRST else WEST | EAST
    found = -1
    for k in range(net.starts[site], net.starts[site + 1]):
        other = ends[k]
        if owners[other] != EMPTY:
            continue
        left, right = flanks[2 * k], flanks[2 * k + 1]
        if left > 0:
            if owners[left - 1] != who:
                continue
        elif not -left & own:
            continue
        if right > 0:
            if owners[right - 1] != who:
                continue
        elif not -right & own:
            continue
        found = other
        if state & k:  # of several bridges not always the same
            return found
    return found


@jit
def contest(net, flanks, owners, site, who, state):
    """An empty part of a cell that the owner of `site` threatens to conquer; -1 if none."""
    starts, parts = net.part_starts, net.parts
    found = -1
    for k in range(starts[site], starts[site + 1]):
        cell = parts[k]
        if owners[cell] != EMPTY:
            continue
        theirs = 1
        for h in range(starts[cell], starts[cell + 1]):
            theirs += owners[parts[h]] == 3 - who
        if 2 * theirs < starts[cell + 1] - starts[cell]:
            continue
        found = -1
        for h in range(starts[cell], starts[cell + 1]):
            part = parts[h]
            if owners[part] == EMPTY and (found < 0 or state >> (h & 15) & 1):
                found = part
        if state & k:
            return found
    return found


# Who has won a full board, on which one of the two has.


@jit
def by_loop(net, winner, owners, seen, waiting):
    """Who has a global loop on a full board?"""
    for site in range(len(seen)):
        seen[site] = 0
    return FIRST if twisted_by(net, owners, FIRST, seen, waiting) else SECOND


@jit
def by_sides(net, winner, owners, seen, waiting):
    """Who has joined sides on a full board?"""
    for site in range(len(seen)):
        seen[site] = 0
    return FIRST if joined_by(net, owners, FIRST, NORTH, SOUTH, seen, waiting) else SECOND


@jit
def by_winner(net, winner, owners, seen, waiting):
    """What the winner kernel of the game says; a board that both have won is a draw."""
    won = winner(net, owners)
    return 0 if won == 3 else won


JUDGES = {Goal.LOOP: by_loop, Goal.SIDES: by_sides}
