"""Conditional moves: "if they play this, I play that", a tree written as sequences of moves.

A plan is no event of its board: until it comes true nothing changes that anybody else can see.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import GameError, Refused
from ..play.match import Match
from .accounts import key
from .boards import Correspondence, Event
from .ledger import Row
from .schema import PLAN, now

LONGEST = 4000  # letters
RESIGN, NONE = "resign", "none"


@dataclass(frozen=True, slots=True)
class Plan:
    """Sequences of moves after the first `base` moves of a board, whose hash is `before`."""

    base: int
    before: str
    lines: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return json.dumps({"base": self.base, "before": self.before, "lines": self.lines})

    def played(self, m: Match) -> tuple[str, ...] | None:
        """The moves since then; None if those before are others now."""
        return m.moves[self.base :] if _hash(m.moves[: self.base]) == self.before else None

    def answer(self, m: Match) -> str | None:
        """The word that comes next, if all before it came true; a first one is played by hand."""
        so_far = self.played(m)
        if not so_far:
            return None
        size = len(so_far)
        return next((w[size] for w in self.lines if len(w) > size and w[:size] == so_far), None)

    def told(self, m: Match) -> str:
        """The lines, each with a stroke after what came true."""
        so_far = self.played(m) or ()
        return "\n".join(_marked(line, so_far) for line in self.lines)


def _marked(line: Sequence[str], so_far: Sequence[str]) -> str:
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(line, so_far, strict=False))
    true = sum(1 for _ in pairs)
    return " ".join([*line[:true], "|", *line[true:]])


def _hash(moves: Sequence[str]) -> str:
    return sha256(" ".join(moves).encode()).hexdigest()


def read(board: Correspondence, who: str, text: str) -> Plan:
    """The plan that a player has written, each line checked by the rules.

    Raises
    ------
    Refused
        If a line cannot be played, or lines contradict each other.
    """
    if len(text) > LONGEST:
        raise Refused(f"a plan has at most {LONGEST} letters")
    m, answers = board.match, dict[tuple[str, ...], str]()
    lines = [tuple(line.split()) for line in text.splitlines() if line.strip()]
    done = tuple(_line(m, who, k, words, answers) for k, words in enumerate(lines, 1))
    return Plan(len(m.moves), _hash(m.moves), done)


def _line(
    m: Match, who: str, k: int, words: tuple[str, ...], answers: dict[tuple[str, ...], str]
) -> tuple[str, ...]:
    """A line as the record writes it; the player's answers in it are added to those before."""
    base, mine = len(m.moves), False
    for word in words:
        before, mine = m.moves[base:], m.seat_to_move == who
        if word.lower() == RESIGN and not mine:
            raise Refused(f"line {k}: only your own resignation can be planned")
        try:
            m = m.play(word)
        except GameError as error:
            raise Refused(f"line {k}: {error}") from None
        if m.is_open:
            raise Refused(f"line {k}: {word} is no whole turn: join its claims by commas")
        last = m.moves[-1] if len(m.moves) > base + len(before) else RESIGN
        if mine and answers.setdefault(before, last) != last:
            both = f"both {answers[before]} and {last} are written"
            raise Refused(f"line {k}: after {' '.join(before) or 'nothing'} {both}")
    if not mine:
        other = next(seat for seat in m.seats if seat != who)
        raise Refused(f"line {k} ends with a move of {other}: end it with your own")
    return (*m.moves[base:], RESIGN) if words[-1].lower() == RESIGN else m.moves[base:]


# In the store


def keep(tx: Connection, row: Row, who: str, plan: Plan | None) -> None:
    """Keep this plan in place of any before."""
    here = sa.and_(PLAN.c.game == row.id, PLAN.c.key == key(who))
    tx.execute(sa.delete(PLAN).where(here))
    if plan:
        tx.execute(sa.insert(PLAN), {"game": row.id, "key": key(who), "text": str(plan)})


def kept(tx: Connection, row: Row, who: str) -> Plan | None:
    """A player's plan for a board; None if there is none that can be read."""
    found = tx.execute(_KEPT, {"g": row.id, "k": key(who)}).scalar()
    try:
        said = json.loads(found or "")
        lines = tuple(tuple(map(str, line)) for line in said["lines"])
        return Plan(int(said["base"]), str(said["before"]), lines)
    except (ValueError, TypeError, KeyError):
        return None


_KEPT = sa.select(PLAN.c.text).where(
    PLAN.c.game == sa.bindparam("g"), PLAN.c.key == sa.bindparam("k")
)


def due(tx: Connection, row: Row) -> Event | None:
    """What the player to move has planned for this very case."""
    who = row.board.to_move
    plan = kept(tx, row, who) if who else None
    word = plan.answer(row.board.match) if plan else None
    if who is None or word is None:
        return None
    return Event(RESIGN, who, at=now()) if word == RESIGN else Event("move", who, word, at=now())
