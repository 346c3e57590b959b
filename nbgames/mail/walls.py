"""A class on a wall: students who joined it by a code, their boards, and which checks fail.

Students have a name made for them and no password. Of exercises the wall knows what they send of
them: which, and whether it was right.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused
from . import accounts, quotas
from .ledger import DAMAGED, sound
from .schema import CLASS, GAME, MEMBER, TOLD, USER, now

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE, OPEN = 6, 86_400_000  # letters of a code; milliseconds in which one joins by it
MOST, EXERCISES, BOARDS = 100, 200, 60  # of a class; of a student; on the wall
STUCK, SLOW = 3, 5  # wrong answers one after the other; minutes without a move
NO_CODE = "no class here has this code, or its day is over: is NBGAMES_URL the class's server?"
_EXERCISE = re.compile(r"[a-z_]{1,40}\.[a-z_0-9]{1,58}")
ADJECTIVES = """
    amber azure brave bright calm clever copper coral crimson eager gentle golden happy hazel ivory
    jolly keen lucky merry mint noble olive patient plum quick quiet rosy royal ruby rusty silver
    sunny swift teal violet witty
"""
ANIMALS = """
    badger bear beaver bison crane deer dolphin eagle falcon ferret finch fox gecko hare heron ibis
    jackdaw koala lark lemur lynx marten mole moose newt otter owl panda puffin raven robin salmon
    seal sparrow stork swan tiger toad trout walrus weasel wolf wombat wren yak zebra
"""


@dataclass(frozen=True, slots=True)
class Student:
    """Who is in a class: the name made for them, and why they may want help; "" if not."""

    name: str
    stuck: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise: how many had it right at last, and who has not yet, with how many tries."""

    name: str
    right: int
    failing: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Wall:
    """A class as it stands: its code, "" after its day; boards are rows of the lists."""

    name: str
    code: str
    students: tuple[Student, ...]
    boards: tuple[Any, ...]
    exercises: tuple[Exercise, ...]


# What the keeper and students do


def begin(tx: Connection, name: str) -> tuple[str, str]:
    """The code to join a class by for a day, and the key of its wall: new ones each time.

    Raises
    ------
    Refused
        If the name cannot be one.
    """
    if not re.fullmatch(r"\S.{0,58}\S", name) or not name.isprintable():
        raise Refused("a class is called by 2 to 60 letters, such as 'Graph theory, Monday'")
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
    key = secrets.token_urlsafe(24)
    values = {"code": code, "closes": now() + OPEN, "wall": _hash(key)}
    if not tx.execute(sa.update(CLASS).where(CLASS.c.name == name).values(values)).rowcount:
        tx.execute(sa.insert(CLASS), {"name": name, **values})
    return code, key


def members(tx: Connection, name: str) -> list[str]:
    """The userids in a class.

    Raises
    ------
    Refused
        If there is no such class.
    """
    number = tx.execute(sa.select(CLASS.c.id).where(CLASS.c.name == name)).scalar()
    if number is None:
        names = tx.execute(sa.select(CLASS.c.name).order_by(CLASS.c.name)).scalars()
        raise Refused(f"there is no class of this name: {', '.join(names) or 'there is none'}")
    return _members(tx, number)


def remove(tx: Connection, name: str) -> None:
    """Remove a class whose members are gone."""
    tx.execute(sa.delete(CLASS).where(CLASS.c.name == name))


def join(
    tx: Connection, code: str, token: str | None, origin: str | None
) -> tuple[str, str] | None:
    """Who joins a class, and its name; None if there is no such code.

    Who has joined by this token before is still the same.
    """
    if origin:
        quotas.count_join(tx, origin)
    wanted = code.upper().replace("-", "").strip()
    row = tx.execute(sa.select(CLASS).where(CLASS.c.code == wanted)).one_or_none()
    if row is None:
        return None
    known = _members(tx, row.id)
    who = accounts.by_token(tx, token) if token else None
    if who in known:
        return str(who), row.name
    if row.closes < now():
        return None
    if len(known) >= MOST:
        raise Refused(f"{MOST} are in this class, which is the most")
    userid = _new_name(tx)
    accounts.add(tx, userid, accounts.GUEST)
    tx.execute(sa.insert(MEMBER), {"key": userid, "class": row.id, "at": now()})
    return userid, row.name


def _new_name(tx: Connection) -> str:
    """A name that nobody has had: an adjective and an animal."""
    for k in range(1000):
        pair = (secrets.choice(words.split()) for words in (ADJECTIVES, ANIMALS))
        userid = "-".join(pair) + ("" if k < 20 else str(secrets.randbelow(1000)))
        if accounts.find(tx, userid, gone=True) is None:
            return userid
    raise Refused("no name is left: end classes that are over")


def tell(tx: Connection, userid: str, exercise: str, is_right: bool) -> None:
    """Keep what a member has told of an exercise.

    Raises
    ------
    Refused
        If that is no name of an exercise, or the userid is in no class.
    """
    if not _EXERCISE.fullmatch(exercise):
        raise Refused("an exercise is called like this: tempo.closing_cells")
    key = accounts.key(userid)
    if tx.execute(sa.select(MEMBER.c.key).where(MEMBER.c.key == key)).first() is None:
        raise Refused(f"{userid} is in no class")
    told = {r.exercise: r for r in tx.execute(sa.select(TOLD).where(TOLD.c.key == key))}
    if exercise not in told and len(told) >= EXERCISES:
        raise Refused(f"{EXERCISES} exercises are the most")
    wrong = 0 if is_right else 1 + (told[exercise].wrong if exercise in told else 0)
    values = {"is_right": int(is_right), "wrong": wrong, "at": now()}
    here = sa.and_(TOLD.c.key == key, TOLD.c.exercise == exercise)
    if not tx.execute(sa.update(TOLD).where(here).values(values)).rowcount:
        tx.execute(sa.insert(TOLD), {"key": key, "exercise": exercise, **values})


# What the teacher sees


def of_key(tx: Connection, key: str) -> Wall | None:
    """The class whose wall this is the key of; None if there is none."""
    row = tx.execute(sa.select(CLASS).where(CLASS.c.wall == _hash(key))).one_or_none()
    if row is None:
        return None
    names = _members(tx, row.id)
    boards = _boards(tx, names)
    told = tx.execute(sa.select(TOLD).where(TOLD.c.key.in_(names)).order_by(TOLD.c.exercise))
    checks = told.all()
    students = (Student(name, _stuck(name, boards, checks)) for name in names)
    return Wall(
        row.name,
        row.code if row.closes > now() else "",
        tuple(sorted(students, key=lambda s: (not s.stuck, s.name))),
        tuple(boards),
        tuple(
            _exercise(name, [r for r in checks if r.exercise == name])
            for name in dict.fromkeys(r.exercise for r in checks)
        ),
    )


def _members(tx: Connection, number: int) -> list[str]:
    asked = sa.select(USER.c.userid).join(MEMBER, MEMBER.c.key == USER.c.key)
    asked = asked.where(MEMBER.c["class"] == number).order_by(MEMBER.c.at, MEMBER.c.key)
    return list(tx.execute(asked).scalars())


def _boards(tx: Connection, names: Sequence[str]) -> list[Any]:
    """The boards of these persons, those that are being played first."""
    seated = sa.or_(GAME.c.first.in_(names), GAME.c.second.in_(names))
    asked = sa.select(GAME).where(seated, GAME.c.status.in_(("active", "over")))
    asked = asked.order_by(GAME.c.status, GAME.c.kind, GAME.c.board.desc()).limit(BOARDS)
    rows = (sound(row) for row in tx.execute(asked))
    return [row for row in rows if row.status != DAMAGED]


def _stuck(name: str, boards: Sequence[Any], checks: Sequence[Any]) -> str:
    """Why a student may want help."""
    tries = [f"{r.exercise}, {r.wrong} wrong" for r in checks if r.key == name and r.wrong >= STUCK]
    waits = [
        f"{r.kind} {r.board}, to move for {minutes} min"
        for r in boards
        if r.to_move == name and (minutes := (now() - r.at) // 60_000) >= SLOW
    ]
    return "; ".join([*tries, *waits])


def _exercise(name: str, rows: Sequence[Any]) -> Exercise:
    failing = sorted((r for r in rows if not r.is_right), key=lambda r: -r.wrong)
    return Exercise(name, len(rows) - len(failing), tuple((r.key, r.wrong) for r in failing))


def _hash(key: str) -> str:
    return sha256(f"wall {key}".encode("utf-8", "replace")).hexdigest()
