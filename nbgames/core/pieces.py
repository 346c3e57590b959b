"""Pieces on a board: whether a move may claim a site, and the owners that follow from pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .board import Board
from .errors import IllegalMove, Refused
from .position import BLOCKED, EMPTY


def check(board: Board, players: tuple[str, str], owners: bytes | bytearray, site: int) -> None:
    """Raise IllegalMove, in words, if no move may claim this site."""
    name = board.names[site]
    if site >= board.claimable:
        raise IllegalMove(f"{name} {_filled_by(board, site)}")
    if owners[site] == BLOCKED:
        raise IllegalMove(blocked(board, site))
    if owners[site] != EMPTY:
        raise IllegalMove(f"{name} is taken by {players[owners[site] - 1]}")


def _filled_by(board: Board, site: int) -> str:
    parts = ", ".join(board.names[part] for part in board.parts[site]) if board.parts else ""
    advice = f"one of its parts, {parts}" if parts else "another site"
    return f"is filled by the rules alone: play {advice}"


def blocked(board: Board, site: int) -> str:
    """Why a blocked site cannot be claimed, as a clause."""
    if board.rivals:
        return f"{board.names[site]} is blocked: {board.names[board.rivals[site]]} excludes it"
    return f"{board.names[site]} is blocked: nobody can claim it"


def filled(
    board: Board,
    players: tuple[str, str],
    step: Callable[..., int],
    pieces: Mapping[int, int],
    earlier: int,
) -> bytearray:
    """The owners after all pieces of one player and then all of the other."""
    owners = bytearray(len(board.names))
    for who in (earlier, 3 - earlier):
        for site, owner in pieces.items():
            if owner == who:
                try:
                    check(board, players, owners, site)
                except IllegalMove as error:
                    raise Refused(f"no position has these pieces: {error}") from None
                step(board.net, owners, site, who)
    return owners


def settle(
    board: Board,
    players: tuple[str, str],
    owners: bytearray,
    late: bytearray,
    fill: Mapping[int, int],
    strict: bool,
) -> None:
    """Set the sites that the order of moves decides as `fill` says, in place; check the others."""
    for site in range(board.claimable, len(owners)):
        said = fill.get(site)
        if owners[site] != late[site]:
            if said not in (owners[site], late[site]):
                raise Refused(f"{board.names[site]} depends on the order of moves: say whose it is")
            owners[site] = said
        elif strict and said not in (None, owners[site]):
            whose = ("nobody", *players)[owners[site]]
            raise Refused(
                f"{board.names[site]} is {whose}'s by its pieces: fill it so, change the "
                "pieces, or pass strict=False to go by the pieces"
            )
