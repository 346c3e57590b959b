"""Games from a position to the end, claim by claim, and what each of them was like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, Protocol

from ..core.game import Game
from ..core.position import FIRST, Position
from ..play.match import match
from .evaluation import evaluate


class Player(Protocol):
    """A computer player, as `nbgames.opponent` makes them: a dataclass with a seed."""

    seed: int

    def choose(self, m: Any) -> str:
        """The word that it plays."""


class Trajectory(NamedTuple):
    """The positions of a game, the last one over; who won, or None; FIRST's share in the others."""

    positions: tuple[Position, ...]
    winner: int | None
    shares: tuple[float, ...] = ()


def played(
    game: Game,
    start: Position,
    players: tuple[Player, Player] | None,
    evaluations: int,
    seed: str,
) -> Trajectory:
    """One game: at random, or between players whose seeds are made from the seed."""
    rng = Random(seed)
    choose = _by_chance(game, rng) if players is None else _by_players(game, players, rng)
    positions = [start]
    while (outcome := game.outcome(positions[-1])) is None:
        for site in choose(positions[-1]):
            positions.append(game.play(positions[-1], site))
    shares = tuple(_share(game, p, evaluations, rng) for p in positions[:-1]) if evaluations else ()
    return Trajectory(tuple(positions), outcome.winner, shares)


def _by_chance(game: Game, rng: Random) -> Callable[[Position], Sequence[int]]:
    return lambda position: (rng.choice(game.empty(position.owners)),)


def _by_players(
    game: Game, players: tuple[Player, Player], rng: Random
) -> Callable[[Position], Sequence[int]]:
    """Each turn is a word that the player to move chooses; no turn is a swap."""
    seated: list[Any] = [replace(player, seed=rng.getrandbits(32)) for player in players]  # type: ignore[type-var]

    def choose(position: Position) -> Sequence[int]:
        m = match(game, start=position, swap=False)
        word = seated[position.to_move - 1].choose(m)
        return [game.board.site(name) for name in word.split(",")]

    return choose


def _share(game: Game, position: Position, evaluations: int, rng: Random) -> float:
    value = evaluate(game, position, evaluations, rng.getrandbits(32)).value
    return value if position.to_move == FIRST else 1 - value


# What a game was like


def points(found: Trajectory) -> float:
    return 0.5 if found.winner is None else float(found.winner == FIRST)


def drawn(found: Trajectory) -> float:
    return float(found.winner is None)


def claims(found: Trajectory) -> float:
    return len(found.positions) - 1


def turns(found: Trajectory) -> float:
    movers = [position.to_move for position in found.positions[:-1]]
    return sum(a != b for a, b in zip(movers, [*movers[1:], None], strict=True))


def branching(game: Game, found: Trajectory) -> float:
    return fmean(len(game.empty(position.owners)) for position in found.positions[:-1])


def owned(game: Game, found: Trajectory) -> list[int]:
    """The claimable sites that a player owns in the end."""
    owners = found.positions[-1].owners
    return [site for site in range(game.board.claimable) if owners[site] in (1, 2)]


def leads(found: Trajectory, least: float) -> list[int]:
    """Who leads in each position, 0 where nobody does; the winner of the game leads in the last."""
    leaders = [
        0 if abs(2 * share - 1) <= least else FIRST if share > 0.5 else 3 - FIRST
        for share in found.shares
    ]
    return [*leaders, found.winner or 0]


def lead_changes(found: Trajectory, least: float) -> int:
    leaders = [who for who in leads(found, least) if who]
    return sum(a != b for a, b in pairwise(leaders))


def drama(found: Trajectory, least: float) -> float:
    """By how much the winner was behind, on average over the positions before the end."""
    behind = (
        abs(2 * share - 1) if who == 3 - (found.winner or 0) else 0.0
        for share, who in zip(found.shares, leads(found, least), strict=False)
    )
    return fmean(behind)


def decided(found: Trajectory) -> float:
    """After which part of the claims the winner's share first exceeds the loser's highest one."""
    won = [share if found.winner == FIRST else 1 - share for share in found.shares]
    highest = max(1 - share for share in won)
    count = next((k for k, share in enumerate(won) if share > highest), len(won))
    return count / len(won)
