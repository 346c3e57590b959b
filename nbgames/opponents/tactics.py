"""What wins at once, and what stops the other from it. One step ahead, in any game."""

from __future__ import annotations

from array import array

from ..analysis.compiling import ready
from ..analysis.simulation.sequential import run, winning
from ..core.position import EMPTY, Position
from ..core.rules import Game


def wins(
    game: Game, owners: bytes | bytearray, who: int, sites: list[int] | None = None
) -> list[int]:
    """The sites that win at once for who, were it who's turn."""
    sites = game.empty(owners) if sites is None else sites
    if (game.rules.by == "majority" and len(sites) > 1) or not sites:
        return []
    return _won(
        game,
        Position(bytes(owners), who),
        sites,
        fast=ready((wins, game), lambda: _won(game, game.start(), [0], fast=True)),
    )


def _won(game: Game, position: Position, sites: list[int], *, fast: bool) -> list[int]:
    found = bytearray(len(sites))
    run(winning, game, position, array("i", sites), found, fast=fast)
    return [site for site, won in zip(sites, found, strict=True) if won]


def answers(game: Game, owners: bytes | bytearray, who: int, threats: list[int]) -> list[int]:
    """The sites after whose claim by who none of the other's threats wins any more."""
    good = []
    for site in game.empty(owners):
        after = bytearray(owners)
        to_move = game.rules.step(game.board.net, after, site, who)
        left = [threat for threat in threats if after[threat] == EMPTY]
        if to_move == who or not wins(game, after, 3 - who, left):
            good.append(site)
    return good
