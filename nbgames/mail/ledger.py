"""A board's events as rows of a hash chain: written, read back, and verified.

Damage shows as a hash that does not match, or as an event that the rules refuse.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ..core.errors import GameError, Refused
from ..core.game import Game
from ..games import game as named_game
from .boards import Correspondence, Event, opened, replay

_ENCODE = json.JSONEncoder().encode


@dataclass(frozen=True, slots=True)
class Row:
    """A board as stored: its row's number, the hash of its last event, and the board."""

    id: int
    head: str
    board: Correspondence


class Damaged(Refused):
    """What is stored does not fit together."""


def damage(kind: str, board: int, what: str) -> Damaged:
    return Damaged(
        f"{kind} board {board} is damaged and not shown: {what}; 'nbgames doctor' says more"
    )


def options(game: Game) -> str:
    """A game's size, or its cells, as the row of a board keeps it."""
    return json.dumps({"size": game.size} if game.cells is None else {"cells": game.cells})


def root(kind: str, board: int, options: str) -> str:
    """The hash that the first event of a board is added to."""
    return sha256(f"nbgames {kind} {board} {options}".encode()).hexdigest()


def hashed(head: str, seq: int, event: Event) -> str:
    """The hash of all events up to this one, from the hash of those before it."""
    body = [head, seq, event.kind, event.actor, event.text, event.comment, event.at]
    return sha256(_ENCODE(body).encode()).hexdigest()


def event_row(seq: int, event: Event, head: str, request: str | None) -> dict[str, Any]:
    """An event as it is stored, but for the number of its board's row."""
    return {
        "seq": seq,
        "kind": event.kind,
        "actor": event.actor,
        "text": event.text,
        "comment": event.comment,
        "request": request,
        "hash": head,
        "at": event.at,
    }


def summary(board: Correspondence) -> dict[str, Any]:
    """What is kept beside a board's events, so that lists need not replay them."""
    m = board.match
    winner = m.outcome.winner if m.outcome else None
    return {
        "first": m.seats[0],
        "second": m.seats[1],
        "moves": len(m.moves),
        "status": "removed" if board.removed else "over" if m.outcome else "active",
        "to_move": board.to_move,
        "winner": m.seats[winner - 1] if winner else None,
        "says": m.result(),
        "at": board.last.at if board.last else board.started,
    }


def replayed(game: Any, rows: Sequence[Any], seen: Row | None) -> Row:
    """The board that events make, each checked by its hash, its number and the rules.

    Raises
    ------
    Damaged
        If one of them does not fit.
    """
    head = seen.head if seen else root(game.kind, game.board, game.options)
    events = []
    for seq, r in enumerate(rows, seen.board.events + 1 if seen else 1):
        number, stored, *what = r[1:]  # the rest are an event's own fields, in their order
        if [type(field) for field in what] != [str, str, str, str, int]:  # SQLite takes any
            raise damage(game.kind, game.board, f"event {seq} is missing or changed")
        events.append(Event(*what))
        head = hashed(head, seq, events[-1])
        if number != seq or stored != head:
            raise damage(game.kind, game.board, f"event {seq} is missing or changed")
    if seen is None and not events:
        raise damage(game.kind, game.board, "it has no events")
    try:
        board = seen.board if seen else _first(game, events.pop(0))
        return Row(game.id, head, replay(board, events))
    except (GameError, KeyError, ValueError) as error:
        raise damage(game.kind, game.board, f"its events break the rules: {error}") from None


def _first(game: Any, event: Event) -> Correspondence:
    kept = json.loads(game.options)
    first, second = event.text.split()
    made = named_game(game.kind, kept.get("size"), cells=kept.get("cells"))
    return opened(made, game.board, (first, second), event.at)
