"""What questions assume of a game: a chain that wins, alternate turns, cells that are counted.

A refusal says what was asked, why this game is of another kind, and what can be asked instead.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from ..core.errors import Refused
from ..core.game import Game
from ..core.position import FIRST, SECOND
from ..core.rules import Effect, Goal
from ..play.match import Match
from .answers import whole

PROBES = 128  # full boards on which a game shows that each has one winner
PLAYED_OUT = "ask analysis.playouts who wins random games"


def obliges(game: Game) -> bool:
    """Do most cells win, and does touching two enemy cells oblige to go on, as in Copolymer?"""
    rules = game.rules
    return rules.scored and rules.effect is Effect.OBLIGES and not rules.misere


def latticed(game: Game) -> bool:
    """Do chains win on two lattices, a claim blocking its rival on the other, as in Antipalos?"""
    rules = game.rules
    return (
        rules.effect is Effect.BLOCKS
        and rules.goal is Goal.SIDES
        and bool(game.board.ends)
        and not rules.misere
        and not rules.several
    )


def loops_alone(game: Game) -> bool:
    """Does a loop win, and is a claim nothing but a site, so that one site more never hurts?"""
    rules = game.rules
    return (
        rules.effect is Effect.CLAIMS
        and rules.goal is Goal.LOOP
        and not rules.misere
        and not rules.several
        and one_winner(game)
    )


@lru_cache(maxsize=32)
def one_winner(game: Game) -> bool:
    """Has a full board always one winner? Otherwise a chain that is forced may come too late."""
    rng, board = Random(0), game.board
    return not game.rules.draws and all(
        game.rules.winner(board.net, bytes(rng.choices((FIRST, SECOND), k=len(board.names))))
        in (FIRST, SECOND)
        for _ in range(PROBES)
    )


def unscored(m: object) -> Match:
    """A match of a game that may be won before the board is full."""
    m = whole(m)
    if m.game.rules.scored:
        ask = "ask analysis.tempo who is ahead" if obliges(m.game) else PLAYED_OUT
        raise Refused(f"in {m.game.name} nobody joins anything: {ask}")
    return m


def joining(m: object) -> Match:
    """A match of a game that whoever makes a chain between two sides, or a loop, wins."""
    m = unscored(m)
    name, rules = m.game.name, m.game.rules
    if rules.misere:
        raise Refused(f"in {name} whoever joins loses, so a chain is no win: {PLAYED_OUT}")
    if rules.goal not in (Goal.SIDES, Goal.LOOP):
        raise Refused(
            f"this is about chains between two sides and about loops, and in {name} something "
            f"else wins: {PLAYED_OUT}"
        )
    if not _countable(m.game):
        raise Refused(
            f"this counts claims, and what a claim does in {name} besides owning its site is not "
            f"known: {PLAYED_OUT}"
        )
    return m


def can_join(game: Game) -> bool:
    """Is this a game about which one can ask what a chain or a loop takes?"""
    rules = game.rules
    joins = rules.goal in (Goal.SIDES, Goal.LOOP) and not (rules.scored or rules.misere)
    return joins and _countable(game)


def _countable(game: Game) -> bool:
    """Is it known which sites a chain needs, and what each of them takes?"""
    effect, goal = game.rules.effect, game.rules.goal
    if effect is Effect.CONQUERS:
        return goal is Goal.SIDES and bool(game.board.parts)
    if effect is Effect.BLOCKS:
        return goal is Goal.SIDES and bool(game.board.ends)
    return effect in (Effect.CLAIMS, Effect.OBLIGES)


def alternating(m: Match) -> Match:
    """A match of a game in which every claim ends the turn."""
    if m.game.rules.several:
        raise Refused(
            f"this assumes that a claim ends the turn, and in {m.game.name} it need not: "
            f"{PLAYED_OUT}"
        )
    return m
