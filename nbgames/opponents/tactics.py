"""Claims that decide a game at once: those that win, those that lose, those that parry threats."""

from __future__ import annotations

from array import array

from ..analysis.compiling import ready
from ..analysis.simulation.loops import decided
from ..analysis.simulation.sequential import begun, run
from ..core.game import Game
from ..core.position import EMPTY, FIRST, SECOND, Position
from . import reasons


def wins(
    game: Game, owners: bytes | bytearray, who: int, sites: list[int] | None = None
) -> list[int]:
    """The sites that win at once for who, were it who's turn."""
    return _deciding(game, owners, who, who, game.empty(owners) if sites is None else sites)


def losses(game: Game, owners: bytes | bytearray, who: int) -> list[int]:
    """The sites whose claim by who makes the other one win at once, as in misère games."""
    return _deciding(game, owners, who, 3 - who, game.empty(owners))


def _deciding(
    game: Game, owners: bytes | bytearray, who: int, winner: int, sites: list[int]
) -> list[int]:
    """The sites after whose claim by who this winner has won."""
    if (game.rules.scored and len(sites) > 1) or not sites:
        return []
    position = Position(bytes(owners), who)
    fast = ready((wins, game), lambda: _decided(game, game.start(), [0], fast=True))
    won = _decided(game, position, sites, fast=fast)
    return [site for site, bits in zip(sites, won, strict=True) if bits & winner]


def _decided(game: Game, position: Position, sites: list[int], *, fast: bool) -> bytearray:
    """Who has won after a claim of each site, in bits."""
    found = bytearray(len(sites))
    run(decided, game, begun(position, array("i", sites)), found, fast=fast)
    return found


def answers(game: Game, owners: bytes | bytearray, who: int, threats: list[int]) -> list[int]:
    """The sites after whose claim by who the other's threats are parried, or who goes on."""
    good = []
    for site in game.empty(owners):
        after = bytearray(owners)
        to_move = game.rules.step(game.board.net, after, site, who)
        left = [threat for threat in threats if after[threat] == EMPTY]
        if to_move == who or not wins(game, after, 3 - who, left):
            good.append(site)
    return good


def nearby(game: Game, owners: bytes | bytearray) -> list[int]:
    """The empty sites that touch a claimed one, or lie in a cell with one."""
    board = game.board
    parts = board.parts or ((),) * len(owners)
    near = set[int]()
    for site in range(board.claimable):
        if owners[site] in (FIRST, SECOND):
            near.update(board.neighbours[site], *(parts[cell] for cell in parts[site]))
    return [site for site in game.empty(owners) if site in near]


def candidates(game: Game, position: Position) -> tuple[list[int], str]:
    """The claims to choose from, and why these, if it is because of a threat."""
    owners, who = position.owners, position.to_move
    sites = game.empty(owners)
    if game.rules.misere:
        lost = losses(game, owners, who)
        return [site for site in sites if site not in lost] or sites, ""
    threats = wins(game, owners, 3 - who)
    if not threats:
        return sites, ""
    stops = answers(game, owners, who, threats)
    if game.rules.several and stops:  # a claim that goes on may leave the threat for the next one
        return stops, ""
    other, threat = game.players[2 - who], game.board.names[threats[0]]
    return stops or sites, reasons.stopping(len(stops), other, threat)


def threat(game: Game, position: Position, site: int) -> str:
    """That a claim threatens to win at once; "" if it does not."""
    found = wins(game, game.play(position, site).owners, position.to_move)
    names = " or ".join(game.board.names[one] for one in found)
    return reasons.threatening(names) if names else ""
