"""A board's events as rows of a hash chain: written, read back, and verified.

Damage shows as a hash that does not match, or as an event that the rules refuse. The hash holds a
person's number in place of the name, and the salted digest of a comment in place of its words: both
can be removed while the chain stays whole.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from ..core.errors import GameError, Refused
from ..games import game as named_game
from ..play.match import Match, match
from .boards import Correspondence, Event, opened, replay
from .chain import digest, hashed, root
from .schema import GAME

KEEPER, PERSONS = "nbgames", {"0": "nbgames"}  # who keeps the store does some things, too
REMOVED = "(removed)"  # shown in the place of a comment
KINDS = {c.name: {c.type.python_type, *([type(None)] * bool(c.nullable))} for c in GAME.c}
DAMAGED = "damaged"  # the status of a board whose row cannot be read


@dataclass(frozen=True, slots=True)
class Row:
    """A board as stored: its row's number, the hash of its last event, and the board.

    `people` has the names of its persons by their numbers, `redacted` how often it was redacted.
    """

    id: int
    head: str
    board: Correspondence
    people: Mapping[str, str]
    redacted: int = 0

    def holds(self, game: Any) -> bool:
        """Was this board read from this row of the database, as it stands or earlier?"""
        same = (self.id, self.redacted) == (game.id, game.redacted)
        return same and self.board.events <= game.n


class Damaged(Refused):
    """What is stored does not fit together."""


def sound(row: Any) -> Any:
    """A row of the lists; where SQLite holds what is no text or number, one that says so."""
    held = row._asdict()
    odd = {name for name, kinds in KINDS.items() if type(held[name]) not in kinds}
    if not odd:
        return row
    blank = {name: 0 if int in kinds else "?" for name, kinds in KINDS.items()}
    kept = {name: blank[name] if name in odd else value for name, value in held.items()}
    return SimpleNamespace(**{**kept, "status": DAMAGED})


def damage(kind: str, board: int, what: str) -> Damaged:
    return Damaged(
        f"{kind} board {board} is damaged and not shown: {what}; a backup may still have it whole"
    )


def options(made: Match) -> str:
    """A game's size or cells, and a swap that is left out, as the row of a board keeps them."""
    game = made.game
    kept = {"size": game.size} if game.cells is None else {"cells": game.cells}
    return json.dumps(kept | ({"swap": False} if game.rules.swap and not made.allows_swap else {}))


def event_row(
    seq: int, event: Event, head: str, numbers: Mapping[str, str], request: str | None
) -> dict[str, Any]:
    """An event as it is stored after those up to `head`, but for the number of its board's row."""
    salt = secrets.token_hex(16) if event.comment else ""
    said, actor, text = digest(salt, event.comment), numbers[event.actor], event.text
    if event.kind == "challenge":
        text = " ".join(numbers[who] for who in text.split())
    return {
        "seq": seq,
        "kind": event.kind,
        "actor": actor,
        "text": text,
        "comment": event.comment,
        "request": request,
        "hash": hashed(head, seq, event.kind, actor, text, said, event.at),
        "at": event.at,
        "salt": salt,
        "said": said,
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


def persons(rows: Sequence[Any]) -> set[str]:
    """The numbers of the persons whom these events name."""
    seats = {number for r in rows[:1] if r.kind == "challenge" for number in str(r.text).split()}
    return seats | {r.actor for r in rows}


def replayed(
    game: Any, rows: Sequence[Any], people: Mapping[str, str], seen: Row | None = None
) -> Row:
    """The board that events make, each checked by its hash, its number and the rules.

    Raises
    ------
    Damaged
        If one of them does not fit.
    """
    head = seen.head if seen else root(game.kind, game.board, game.options)
    events = []
    for seq, r in enumerate(rows, seen.board.events + 1 if seen else 1):
        if not _is_whole(r, seq) or r.hash != (
            head := hashed(head, seq, r.kind, r.actor, r.text, r.said, r.at)
        ):
            raise damage(game.kind, game.board, f"event {seq} is missing or changed")
        events.append(_event(game, r, people))
    if seen is None and not events:
        raise damage(game.kind, game.board, "it has no events")
    try:
        board = seen.board if seen else _first(game, events.pop(0))
        return Row(game.id, head, replay(board, events), people, game.redacted)
    except (GameError, KeyError, ValueError) as error:
        raise damage(game.kind, game.board, f"its events break the rules: {error}") from None


def _is_whole(r: Any, seq: int) -> bool:
    """Is this event of the right types, which SQLite does not see to, and is its comment its own?

    A comment that was removed has left its digest alone.
    """
    texts = (r.kind, r.actor, r.text, r.comment, r.salt, r.said)
    if r.seq != seq or type(r.at) is not int or not all(type(text) is str for text in texts):
        return False
    return not (r.comment or r.salt) or digest(r.salt, r.comment) == r.said


def _event(game: Any, r: Any, people: Mapping[str, str]) -> Event:
    """An event as it is stored, with names in place of numbers."""
    try:
        text = " ".join(map(people.__getitem__, r.text.split())) if r.seq == 1 else r.text
        return Event(r.kind, people[r.actor], text, r.comment or (r.said and REMOVED), r.at)
    except KeyError:
        raise damage(game.kind, game.board, f"event {r.seq} is of a person unknown") from None


def _first(game: Any, event: Event) -> Correspondence:
    kept = json.loads(game.options)
    first, second = event.text.split()
    made = named_game(game.kind, kept.get("size"), cells=kept.get("cells"))
    return opened(match(made, swap=kept.get("swap", True)), game.board, (first, second), event.at)
