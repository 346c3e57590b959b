"""Checks that the functions of a game do what its record says, by playing its smallest boards.

Solvers, bounds and sentences go by the flags of the record. A flag that is false would make them
wrong without a word, so a record of one's own is checked when `game` or `match` is given it, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from .board import Board
from .errors import Refused
from .position import BLOCKED, EMPTY, FIRST, SECOND
from .rules import CORE_GOALS, Effect, Rules

EVERY = 8  # claimable sites of boards whose positions are all looked at
MOST = 150  # sites of the largest board that is looked at besides the smallest
CLAIMS = 600  # of random matches on a board
Claimed = tuple[bytes, int]  # the owners after a claim, and who is to move
WINNERS = {goal: winner for winner, goal in CORE_GOALS.items()}


@lru_cache(maxsize=64)
def confirm(rules: Rules) -> None:
    """Raise Refused, with an example, where a record and its functions contradict each other.

    Of the smallest board and of the next two, as far as they have no more than 150 sites, all
    positions are looked at where there are up to 8 sites, and those of random matches elsewhere.
    """
    for k, size in enumerate(rules.sizes[:3]):
        board = rules.lay(size)
        if k == 0 or len(board.names) <= MOST:
            for claim in _claims(rules, board):
                wrong = _contradiction(rules, board, *claim)
                if wrong:
                    raise Refused(f"{rules.name} is not what its record says: {wrong}")


def _claims(rules: Rules, board: Board) -> Iterator[tuple[bytes, int, int]]:
    """Owners, who is to move, and the site that is claimed."""
    start = bytes(len(board.names)), FIRST
    if board.claimable <= EVERY:
        seen, waiting = {start}, [start]
        for owners, who in waiting:
            for site in _empty(board, owners):
                yield owners, who, site
                after = _claimed(rules, board, owners, who, site)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return
    rng, count = Random(0), 0
    while count < CLAIMS:
        owners, who = start
        while empty := _empty(board, owners):
            site = rng.choice(empty)
            yield owners, who, site
            owners, who = _claimed(rules, board, owners, who, site)
            count += 1


def _empty(board: Board, owners: bytes) -> list[int]:
    return [site for site in range(board.claimable) if owners[site] == EMPTY]


def _claimed(rules: Rules, board: Board, owners: bytes, who: int, site: int) -> Claimed:
    after = bytearray(owners)
    to_move = rules.step(board.net, after, site, who)
    return bytes(after), to_move


def _contradiction(rules: Rules, board: Board, owners: bytes, who: int, site: int) -> str:
    """What is wrong with one claim, as a clause; "" if nothing is."""
    after, to_move = _claimed(rules, board, owners, who, site)
    here = f"on a board of {board.claimable} sites, {_told(rules, board, owners, who, site)}"
    kept = all(now == was for now, was in zip(after, owners, strict=True) if was != EMPTY)
    if after[site] != who or not kept or to_move not in (FIRST, SECOND):
        return f"{here}, a claim has to own its site, free no other, and name who is to move"
    defined = EFFECTS.get(rules.effect)
    if defined and defined(board, owners, who, site) != (after, to_move):
        return f"{here}, its step does not do what {rules.effect} says; give it Effect.OTHER"
    if to_move == who and not rules.several:
        return f"{here}, a claim leaves the turn with its player; give it several=True"
    had, won = (rules.winner(board.net, bytearray(some)) for some in (owners, after))
    if had & won != had:
        return f"{here}, somebody has won before a claim and not after it; a win has to stay"
    if won == FIRST + SECOND and not had:
        return f"{here}, one claim wins for both players"
    reached = WINNERS.get(rules.goal)
    if reached and won != _turned(reached(board.net, bytearray(after)), rules.misere):
        return f"{here}, its winner does not do what {rules.goal} says; give it Goal.OTHER"
    if not won and not rules.draws and not _empty(board, after):
        return f"{here}, the board is full and nobody has won; give it draws=True"
    return ""


def _told(rules: Rules, board: Board, owners: bytes, who: int, site: int) -> str:
    held = (
        " ".join([player, *(name for name, o in zip(board.names, owners, strict=True) if o == one)])
        for one, player in enumerate(rules.players, 1)
    )
    return f"where {'; '.join(held)} and {rules.players[who - 1]} plays {board.names[site]}"


def _turned(winners: int, misere: bool) -> int:
    """Who has won, in bits, where whoever reaches the goal loses."""
    return (winners & 1) << 1 | winners >> 1 if misere else winners


# What a claim does, for each effect


def _plain(board: Board, owners: bytes, who: int, site: int) -> Claimed:
    return owners[:site] + bytes([who]) + owners[site + 1 :], 3 - who


def _blocking(board: Board, owners: bytes, who: int, site: int) -> Claimed:
    after = bytearray(_plain(board, owners, who, site)[0])
    if board.rivals:
        after[board.rivals[site]] = BLOCKED
    return bytes(after), 3 - who


def _obliging(board: Board, owners: bytes, who: int, site: int) -> Claimed:
    after, other = _plain(board, owners, who, site)
    enemies = sum(owners[near] == other for near in board.neighbours[site])
    return after, who if enemies >= 2 else other


def _conquering(board: Board, owners: bytes, who: int, site: int) -> Claimed:
    after = bytearray(_plain(board, owners, who, site)[0])
    for cell in range(board.claimable, len(owners)):
        parts = board.parts[cell] if board.parts else ()
        held = sum(after[part] == who for part in parts)
        if parts and owners[cell] == EMPTY and 2 * held >= len(parts):
            after[cell] = who
    return bytes(after), 3 - who


EFFECTS: dict[Effect, Callable[[Board, bytes, int, int], Claimed]] = {
    Effect.CLAIMS: _plain,
    Effect.BLOCKS: _blocking,
    Effect.OBLIGES: _obliging,
    Effect.CONQUERS: _conquering,
}
