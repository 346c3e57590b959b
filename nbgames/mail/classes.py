"""Administration of a class: accounts from a roster, boards for a round, passwords, DataFrames."""

from __future__ import annotations

import csv
import os
import re
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from ..core.errors import Refused, shown
from ..core.frames import frame
from . import accounts, choosing, persons, throttle, walls
from .database import default_url
from .manual import kind_of, unfit, wrong
from .pairing import Pairing, round_robin, swiss_round
from .ratings import of_boards
from .server import Server, default

MOST = 1000  # lines of a roster
SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]


def class_(words: Sequence[str]) -> str:
    """What `nbgames class` does."""
    match [word if k else word.lower() for k, word in enumerate(words)]:
        case ["create", roster]:
            return create(Server(default_url()), Path(roster))
        case ["pair", roster, game, *rest]:
            kind = kind_of("class", words, game)
            swiss = [word for word in rest if word.lower() == "swiss"]
            options = [word for word in rest if word.startswith("-")]
            if other := [word for word in rest if word not in (*swiss, *options)]:
                ways = f"{shown(other[0])} is no way to pair: write swiss, or a size (-size=N)"
                raise wrong("class", words, ways, other[0])
            how = swiss_round if swiss else round_robin
            return pair(Server(), Path(roster), kind, how, options)
        case ["reset", userid]:
            return reset(Server(), userid)
        case ["wall", name, *where] if len(where) < 2:
            return wall(Server(), name, where[0] if where else "http://127.0.0.1:8461")
        case ["end", name]:
            return end(Server(), name)
    raise unfit("class", words)


def create(server: Server, roster: Path) -> str:
    """An account for each line of a roster; passwords go into a file beside it, to hand out.

    Raises
    ------
    Refused
        If that file exists already; nothing is done then.
    """
    people = read_roster(roster)
    out = roster.with_name(f"{roster.stem}-passwords.csv")
    made = [(name, userid, new_password()) for name, userid in people]
    hashed = [(userid, accounts.hashed(password)) for _, userid, password in made]
    try:
        handle = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(f"{out} exists already: it may hold passwords in use; move it away") from None
    with open(handle, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("name", "userid", "password"))
        writer.writerows(tuple(map(_cell, row)) for row in made)

    def work(tx: Connection) -> None:
        for userid, hashed_ in hashed:
            if accounts.find(tx, userid, gone=True):
                raise Refused(f"{userid} is taken: give this line another userid; nothing was done")
            accounts.add(tx, userid, hashed_, ())

    try:
        server.store.write(work)
    except Refused:
        out.unlink()
        raise
    return f"{len(made)} accounts; their passwords are in {out}: hand them out and delete it"


def read_roster(roster: Path) -> list[tuple[str, str]]:
    """The name and the userid of each line: from a column 'userid', or made of the first column."""
    try:
        with roster.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if any(cell.strip() for cell in row)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{roster} cannot be read: {error}") from None
    if not rows or len(rows) > MOST:
        raise Refused(f"a roster has 1 to {MOST} lines")
    heads = [cell.strip().lower() for cell in rows[0]]
    column = heads.index("userid") if "userid" in heads else None
    body = rows[1:] if column is not None or "name" in heads else rows
    taken: set[str] = set()
    people = []
    for row in body:
        name = row[heads.index("name") if "name" in heads else 0].strip()
        typed = row[column].strip() if column is not None and column < len(row) else ""
        userid = choosing.checked_userid(typed) if typed else _userid(name, taken)
        if accounts.key(userid) in taken:
            raise Refused(f"{userid} stands twice in {roster}: give each line its own userid")
        taken.add(accounts.key(userid))
        people.append((name, userid))
    return people


def _userid(name: str, taken: set[str]) -> str:
    """A userid made of a name: its letters, and a number where two would be the same."""
    first = name.strip().casefold().split(" ")[0].partition("@")[0]
    base = re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", first))  # an accent is dropped
    base = base[:24] if base[:1].isalpha() else f"player{base[:20]}"
    tries = (base if k == 1 else f"{base}{k}" for k in range(1, MOST + 2))
    return next(word for word in tries if word not in taken | choosing.RESERVED)


def new_password() -> str:
    """Five syllables twice: easy to read out, 60 bits."""
    return "-".join("".join(secrets.choice(SYLLABLES) for _ in range(5)) for _ in range(2))


def _cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text


def reset(server: Server, userid: str) -> str:
    password = new_password()
    hashed = accounts.hashed(password)

    def work(tx: Connection) -> str:
        row = accounts.find(tx, userid)
        if row is None:
            raise Refused(f"nobody here is called {shown(userid)}")
        accounts.set_password(tx, row.userid, hashed)
        throttle.forget(tx, row.userid)
        return str(row.userid)

    return f"{server.store.write(work)} has a new password: {password}"


def wall(server: Server, name: str, where: str) -> str:
    """A new link to the wall of a class, and a new code to join it by."""
    code, key = server.store.write(lambda tx: walls.begin(tx, name))
    return (
        f"its wall, for you alone: {where.rstrip('/')}/wall/{key}\n"
        f'students write, within a day: nbgames.mail.join("{code}")'
    )


def end(server: Server, name: str) -> str:
    """Remove a class, and its students as `nbgames person erase` does."""
    names = server.store.read(lambda tx: walls.members(tx, name))
    for who in names:
        server.store.write(lambda tx, w=who: persons.erase(server.store, tx, w))  # type: ignore[misc]
    server.store.write(lambda tx: walls.remove(tx, name))
    return f"{name} is over: its {len(names)} students are removed, their games stay"


# Tables


def pair(
    server: Server,
    roster: Path,
    game: str,
    how: Callable[[Server, str, list[str]], list[Pairing]],
    options: Sequence[str] = (),
) -> str:
    """Start the boards of a round; those that are there already are not started again."""
    people = _people(server, roster)
    lines = []
    for one, two in how(server, game, people):
        reply = server.handle(" ".join([game, "challenge", *options, one, two]))
        if not reply.ok:
            raise Refused(reply.text)
        lines.append(f"{game} {reply.board}: {one} {two}")
    return "\n".join(lines) or "everybody has met everybody"


def _people(server: Server, named: Path) -> list[str]:
    """The userids of a roster, or of a class of this name."""
    if named.suffix or named.exists():
        return [userid for _, userid in read_roster(named)]
    return server.store.read(lambda tx: walls.members(tx, str(named)))


def games(game: str | None = None, *, server: Server | None = None) -> Any:
    """All boards of a server, as a table.

    Parameters
    ----------
    game : str, optional
        Only those of this game.
    server : Server, optional
        Left out, `default()`.

    Returns
    -------
    pandas.DataFrame or list of dict
        Columns `kind` (the game), `board`, `first`, `second`, `moves`, `status`, `to_move`,
        `winner`, `says` and `at` (milliseconds since 1970, UTC); a list where pandas is not
        installed.

    Examples
    --------
    >>> from nbgames import mail
    >>> len(mail.games(server=mail.Server("sqlite://")))
    0
    """
    names = (
        "kind",
        "board",
        "first",
        "second",
        "moves",
        "status",
        "to_move",
        "winner",
        "says",
        "at",
    )
    rows = (server or default()).store.games(game)
    return frame({name: getattr(row, name) for name in names} for row in rows)


def standings(game: str, *, server: Server | None = None) -> Any:
    """The ratings of a game, best first, as a table.

    Parameters
    ----------
    game : str
        The name of the game.
    server : Server, optional
        Left out, `default()`.

    Returns
    -------
    pandas.DataFrame or list of dict
        Columns `userid`, `rating`, `won`, `lost`, `tied` and `provisional`; a list where pandas is
        not installed.

    Examples
    --------
    >>> from nbgames import mail
    >>> len(mail.standings("projex", server=mail.Server("sqlite://")))
    0
    """
    rows = (server or default()).store.rated(game)
    records = sorted(of_boards(rows).items(), key=lambda pair: -pair[1].rating)
    return frame(
        {
            "userid": who,
            "rating": r.rating,
            "won": r.won,
            "lost": r.lost,
            "tied": r.drawn,
            "provisional": r.is_provisional,
        }
        for who, r in records
    )
