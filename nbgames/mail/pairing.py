"""Pairings for a class: a whole round robin, or the next round of a Swiss tournament."""

from __future__ import annotations

from ..core.errors import Refused
from .schema import GAME
from .server import Server

Pairing = tuple[str, str]


def round_robin(server: Server, game: str, people: list[str]) -> list[Pairing]:
    """Everybody against everybody, where they have not met; as often first as second."""
    met = {
        frozenset((r.first, r.second)) for r in server.store.games(game, GAME.c.status != "removed")
    }
    pairs = (
        (a, b) if (i + j) % 2 else (b, a)
        for i, a in enumerate(people)
        for j, b in enumerate(people[i + 1 :], i + 1)
    )
    return [(a, b) for a, b in pairs if frozenset((a, b)) not in met]


def swiss_round(server: Server, game: str, people: list[str]) -> list[Pairing]:
    """The next round: by points, nobody twice; who has been first more often is second.

    With an odd number, the last who has not been left out before is left out.
    """
    rows = [r for r in server.store.games(game, GAME.c.status != "removed") if r.first != r.second]
    rows = [r for r in rows if r.first in people and r.second in people]
    if any(r.status == "active" for r in rows):
        raise Refused(
            "boards of the last round are still being played: pair again when they are over"
        )
    points = {who: 0.0 for who in people}
    firsts = {who: 0 for who in people}
    count = {who: 0 for who in people}
    for r in rows:
        firsts[r.first] += 1
        for who in (r.first, r.second):
            count[who] += 1
            points[who] += 1.0 if r.winner == who else 0.0 if r.winner else 0.5
    met = {frozenset((r.first, r.second)) for r in rows}
    order = sorted(people, key=lambda who: (-points[who], people.index(who)))
    for out in reversed(order) if len(order) % 2 else [None]:
        left = [who for who in order if who != out]
        if out is not None and count[out] < max(count.values()):
            continue
        found = _matched(left, met)
        if found is not None:
            return [(a, b) if firsts[a] <= firsts[b] else (b, a) for a, b in found]
    raise Refused("no round is left in which nobody meets twice")


def _matched(order: list[str], met: set[frozenset[str]]) -> list[Pairing] | None:
    """Pairs of neighbours in the order that have not met; None if there are none."""
    if not order:
        return []
    first, *rest = order
    for k, other in enumerate(rest):
        if frozenset((first, other)) not in met:
            found = _matched(rest[:k] + rest[k + 1 :], met)
            if found is not None:
                return [(first, other), *found]
    return None
