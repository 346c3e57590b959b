"""Pieces on a board: whether a move may claim a site, and the owners that follow from pieces.

Which sites depend on the order of moves is seen from the two extreme orders: the owners when one
player's pieces all came earlier, and when the other's did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index

from ._jit import jit
from .board import Board
from .errors import Refused, shown
from .position import BLOCKED, EMPTY, FIRST, SECOND

UNSAID = -1


def refusal(board: Board, players: tuple[str, str], owners: bytes | bytearray, site: int) -> str:
    """Why no move may claim this site; "" if one may."""
    if unknown := _unknown(board, site):
        return unknown
    name = board.names[site]
    if site >= board.claimable:
        return f"{name} {_filled_by(board, site)}"
    if owners[site] == BLOCKED:
        return blocked(board, site)
    return "" if owners[site] == EMPTY else f"{name} is taken by {players[owners[site] - 1]}"


def _unknown(board: Board, site: object) -> str:
    """Why this is no site of the board; "" if it is one. The number may be one of numpy's."""
    count = len(board.names)
    if type(site) is int and 0 <= site < count:
        return ""  # quick, since every move comes here
    if hasattr(site, "__index__") and not isinstance(site, bool) and 0 <= index(site) < count:
        return ""
    return f"{shown(site)} is no site: sites have the numbers 0 to {count - 1}"


def _filled_by(board: Board, site: int) -> str:
    parts = ", ".join(board.names[part] for part in board.parts[site]) if board.parts else ""
    advice = f"one of its parts, {parts}" if parts else "another site"
    return f"is filled by the rules alone: play {advice}"


def blocked(board: Board, site: int) -> str:
    """Why a blocked site cannot be claimed, as a clause."""
    if board.rivals:
        return f"{board.names[site]} is blocked: {board.names[board.rivals[site]]} excludes it"
    return f"{board.names[site]} is blocked: nobody can claim it"


@jit
def claim_all(net, step, pieces, claimable, owners, earlier):
    """Claim all pieces of one player, then of the other; the first that cannot be claimed, or -1.

    Each player's are claimed in the order of the board.
    """
    for who in [earlier, 3 - earlier]:
        for site in range(len(pieces)):
            if pieces[site] == who:
                if site >= claimable or owners[site] != EMPTY:
                    return site
                step(net, owners, site, who)
    return -1


@jit
def decide(owners, late, said, claimable, strict):
    """Set the sites that the order of moves decides as is said; the first said wrongly, or -1.

    The owners are those of the one order and become the answer, `late` those of the other; strict
    compares what is said of the other sites too.
    """
    for site in range(claimable, len(owners)):
        if owners[site] != late[site]:
            if said[site] != owners[site] and said[site] != late[site]:
                return site
            owners[site] = said[site]
        elif strict and said[site] != UNSAID and said[site] != owners[site]:
            return site
    return -1


@jit
def forget(owners, late, said, claimable):
    """Set the sites that the order of moves decides as is said.

    What is said of the other filled sites is forgotten.
    """
    for site in range(len(owners)):
        if owners[site] != late[site]:
            owners[site] = said[site]
        elif site >= claimable:
            said[site] = EMPTY


def filled(
    board: Board,
    players: tuple[str, str],
    step: Callable[..., int],
    pieces: Mapping[int, int],
    earlier: int,
) -> bytearray:
    """The owners after all pieces of one player and then all of the other."""
    owners, row = bytearray(len(board.names)), [EMPTY] * len(board.names)
    for site, who in pieces.items():
        if unknown := _unknown(board, site):
            raise Refused(f"no position has these pieces: {unknown}")
        if who not in (EMPTY, FIRST, SECOND):
            raise Refused(f"{shown(who)} owns no piece: give FIRST, SECOND or EMPTY")
        row[site] = who
    refused = claim_all(board.net, step, row, board.claimable, owners, earlier)
    if refused >= 0:
        why = refusal(board, players, owners, refused)
        raise Refused(f"no position has these pieces: {why}")
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
    said = [fill.get(site, UNSAID) for site in range(len(owners))]
    site = decide(owners, late, said, board.claimable, strict)
    if site < 0:
        return
    name = board.names[site]
    if owners[site] != late[site]:
        raise Refused(f"{name} depends on the order of moves: say whose it is")
    raise Refused(
        f"{name} is {('nobody', *players)[owners[site]]}'s by its pieces: fill it so, change the "
        "pieces, or pass strict=False to go by the pieces"
    )
