"""Conditional moves: "if they play this, I play that", a tree written as sequences of moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile

from ..core.errors import GameError, Refused
from ..core.position import RESIGN
from .match import Match

LONGEST = 4000  # characters
NONE = "none"  # takes a plan away


@dataclass(frozen=True, slots=True)
class Plan:
    """Sequences of moves after the first `base` moves of a match, whose hash is `before`."""

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

    def told(self, m: Match) -> tuple[str, ...]:
        """The lines, each with a stroke after what came true."""
        so_far = self.played(m) or ()
        return tuple(_marked(line, so_far) for line in self.lines)


def _marked(line: Sequence[str], so_far: Sequence[str]) -> str:
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(line, so_far, strict=False))
    true = sum(1 for _ in pairs)
    return " ".join([*line[:true], "|", *line[true:]])


def _hash(moves: Sequence[str]) -> str:
    return sha256(" ".join(moves).encode()).hexdigest()


def read(m: Match, who: str, text: str) -> Plan:
    """The plan that the player of this seat has written, each line checked by the rules.

    Raises
    ------
    Refused
        If a line cannot be played, or lines contradict each other.
    """
    if len(set(m.seats)) == 1:
        raise Refused("you have both seats here: there is nobody to plan against")
    answers = dict[tuple[str, ...], str]()
    done = tuple(_line(m, who, k, words, answers) for k, words in enumerate(_split(text), 1))
    return Plan(len(m.moves), _hash(m.moves), done)


def last_turn(m: Match, text: str) -> Match:
    """The match before the last move of the first line: who is to move there, plans.

    Raises
    ------
    Refused
        If that line cannot be played.
    """
    words = next(iter(_split(text)), ())
    return _played(m, 1, words[:-1])


def told(lines: Sequence[str]) -> str:
    """What is said of a plan."""
    if not lines:
        return "There is no plan here."
    return f"The plan, with | after what came true: {'; '.join(lines)}."


def load(text: str) -> Plan | None:
    """The plan that `str` has written; None if there is none that can be read."""
    try:
        said = json.loads(text)
        lines = tuple(tuple(map(str, line)) for line in said["lines"])
        return Plan(int(said["base"]), str(said["before"]), lines)
    except (ValueError, TypeError, KeyError):
        return None


def _split(text: str) -> list[tuple[str, ...]]:
    """The words of each line; a semicolon ends a line, too."""
    if len(text) > LONGEST:
        raise Refused(f"a plan has at most {LONGEST} characters")
    lines = text.replace(";", "\n").splitlines()
    return [tuple(line.split()) for line in lines if line.strip()]


def _played(m: Match, k: int, words: Sequence[str]) -> Match:
    """The match after these turns of line k."""
    for word in words:
        try:
            m = m.play(word)
        except GameError as error:
            raise Refused(f"line {k}: {error}") from None
        if m.is_open:
            raise Refused(f"line {k}: {word} is no whole turn: join its claims by commas")
    return m


def _line(
    m: Match, who: str, k: int, words: tuple[str, ...], answers: dict[tuple[str, ...], str]
) -> tuple[str, ...]:
    """A line as the record writes it; the player's answers in it are added to those before."""
    base, mine = len(m.moves), False
    for word in words:
        before, mine = m.moves[base:], m.seat_to_move == who
        if word.lower() == RESIGN and not mine:
            raise Refused(f"line {k}: only your own resignation can be planned")
        m = _played(m, k, [word])
        if mine and answers.setdefault(before, m.moves[-1]) != m.moves[-1]:
            both = f"you plan both {answers[before]} and {m.moves[-1]}"
            after = f"after {' '.join(before)}" if before else "as the first move"
            raise Refused(f"line {k}: {both} {after}: keep one of them")
    if not mine:
        other = next(seat for seat in m.seats if seat != who)
        raise Refused(f"line {k} ends with a move of {other}: end it with your own")
    return m.moves[base:]
