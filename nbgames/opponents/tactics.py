"""What wins at once, and what stops the other from it. One step ahead, in any game."""

from __future__ import annotations

from array import array

from .._jit import can_compile, compiled
from ..analysis._loops import winning
from ..position import EMPTY
from ..rules import Game


def empty(game: Game, owners: bytes | bytearray) -> list[int]:
    """The sites that may be claimed."""
    return [s for s in range(game.board.claimable) if owners[s] == EMPTY]


def wins(
    game: Game, owners: bytes | bytearray, who: int, sites: list[int] | None = None
) -> list[int]:
    """The sites that win at once for who, were it who's turn."""
    sites = empty(game, owners) if sites is None else sites
    if (game.rules.by == "majority" and len(sites) > 1) or not sites:
        return []
    make = compiled if can_compile() else lambda kernel: kernel
    net = game.board.buffers if can_compile() else game.board.net
    rules, claimable = game.rules, game.board.claimable
    found = make(winning)(
        net, make(rules.step), make(rules.winner), bytes(owners), who, claimable, array("i", sites)
    )
    return [site for site in sites if found[site]]


def answers(game: Game, owners: bytes | bytearray, who: int, threats: list[int]) -> list[int]:
    """The sites after whose claim by who none of the other's threats wins any more."""
    good = []
    for site in empty(game, owners):
        after = bytearray(owners)
        to_move = game.rules.step(game.board.net, after, site, who)
        left = [threat for threat in threats if after[threat] == EMPTY]
        if to_move == who or not wins(game, after, 3 - who, left):
            good.append(site)
    return good
