"""Games kept as files: one text a game, in the user's data folder, replaced as a whole.

A file begins with what a record does not say: when it was written, for which notebook, against
which level. The records follow, the match as it stands first, then its other lines, as
`Table.record` writes them, so that nothing that was played is lost.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ..core.errors import GameError, NotationError, Refused, shown
from ..core.folder import data_folder
from ..core.position import FIRST
from ..core.rules import Rules
from ..games import GAMES
from ..notation.record import read, texts
from ..play.match import SEATS, Match
from ..play.table import Table

KEYS = ("game", "swap", "start", "result")  # of a record, besides the players
YOU, COMPUTER = "you", "computer"
DELETED = "deleted"  # the folder of games that were taken out of the list
DAMAGED = "damaged"  # the title of a file without a record
COMMENT = r"(?:\{(?:\\.|[^\\}])*+\}\s*)?"
SWAPPED = re.compile(rf"\s*{COMMENT}1\.\s+\S+\s+{COMMENT}2\.\s+swap\b")

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows
    flock = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that was played on a board and kept as a file; `nbgames.my_games` lists them.

    Attributes
    ----------
    path : Path
        The file.
    at : datetime
        When it was last played on, in local time.
    title : str
        The game and its size, such as "Projex 6"; "damaged" if the file cannot be read.
    moves : int
        How many words were played.
    last : str
        The last of them; "" if that is not known.
    result : str
        How it ended, in the words of the record; "" while it goes on.
    ended : str
        The same to who played it: whether they won or lost against the computer player, and else
        the name of who won, where there are names.
    against : str
        "computer 3" for a computer player, the names of two people who have some, else
        "two people".
    notebook : str
        The notebook that it was last played in; "" if that is not known.
    level : int
        The level of the computer player, 0 without one.
    seat : int
        Where the computer player sat at the start, FIRST or SECOND.
    text : str
        The records.
    reasons : mapping of str to str
        Why the computer player made its moves, by their numbers.

    Examples
    --------
    >>> import nbgames
    >>> [game.match for game in nbgames.my_games() if game.title == "no such game"]
    []
    """

    path: Path
    at: datetime
    title: str
    moves: int
    last: str
    result: str
    ended: str
    against: str
    notebook: str
    level: int
    seat: int
    text: str = field(repr=False)
    reasons: Mapping[str, str] = field(repr=False, default_factory=dict)

    @property
    def match(self) -> Match:
        """The match as it was left.

        Raises
        ------
        GameError
            If the file is damaged; the words say where.
        """
        return self.table().match

    def table(self, games: Iterable[Rules] = ()) -> Table:
        """A table that stands as it was left, with the lines that were kept.

        Parameters
        ----------
        games : iterable of Rules, default ()
            Rules of your own that it may be a game of.

        Returns
        -------
        Table
            A new table, which writes nothing.

        Raises
        ------
        GameError
            If the file is damaged.
        """
        if not self.text:
            raise NotationError(f"{self.path.name} holds no record")
        own = tuple(games)
        return Table.of(*(read(record, games=own) for record in texts(self.text)))

    def delete(self) -> None:
        """Take the game, and those equal to it, out of the list; `restore` has them back.

        Its files go into the folder `deleted` beside the others, where they stay;
        `nbgames.my_games().deleted` lists them.

        Raises
        ------
        Refused
            If a board has one of them open, its file cannot be moved, or none is there any more.
        """
        paths = [other.path for other in every() if other.equals == self.equals]
        if not paths:
            raise Refused("this game was played on or deleted meanwhile: look at the list again")
        for path in paths:
            held = hold(path, "")
            if not isinstance(held, Hold):
                raise Refused(
                    f"this game is open in {held}: close its board, or begin another game"
                )
            held.release()
        for path in _moved(paths, folder() / DELETED):
            with suppress(OSError):
                os.utime(path)  # when it was deleted; when it was played stands in the file

    def restore(self) -> None:
        """Have the game back that was deleted, with those equal to it.

        Raises
        ------
        Refused
            If its file cannot be moved.
        """
        _moved([k.path for k in every(DELETED) if k.equals == self.equals], folder())

    @property
    def equals(self) -> tuple[object, ...]:
        """What equal games have in common: their moves and comments, and who plays."""
        return self.title, self.text or self.path.name, self.level, self.seat

    @property
    def length(self) -> str:
        """How many words were played, such as "12 moves"."""
        return f"{self.moves} move{'' if self.moves == 1 else 's'}"

    @property
    def played(self) -> str:
        """The game in a line: what, how far, against whom and how it ended."""
        against = f"against {self.against}" if self.level else self.against
        last = f", the last {self.last}" if self.last and not self.ended else ""
        ended = self.ended or "goes on"
        return " · ".join([self.title, self.length + last, against, ended])

    @property
    def when(self) -> str:
        """When it was last played on, such as "7 Nov 2026, 23:16"; as a page says it."""
        return f"{self.at.day} {self.at:%b %Y, %H:%M}"

    def says(self) -> str:
        """The same, and when it was last played on."""
        return f"{self.played} · {self.when}"


def folder() -> Path:
    return data_folder() / "games"


def every(inside: str = "", names: str = "*.txt") -> list[Kept]:
    """The files of games in the folder, or in one inside it, the latest first."""
    found = (opened(path) for path in (folder() / inside).glob(names))
    return sorted(filter(None, found), key=lambda kept: kept.at, reverse=True)


def deleted() -> Iterator[Kept]:
    """The games that were deleted, the last one first, each read when it is asked for."""
    times = {}
    for path in (folder() / DELETED).glob("*.txt"):
        with suppress(OSError):
            times[path] = path.stat().st_mtime_ns
    found = (opened(path) for path in sorted(times, key=lambda path: -times[path]))
    return once(filter(None, found))


def once(games: Iterable[Kept]) -> Iterator[Kept]:
    """Of equal games the first."""
    known = set()
    for game in games:
        if game.equals not in known:
            known.add(game.equals)
            yield game


def _moved(paths: Iterable[Path], where: Path) -> list[Path]:
    """Move files into a folder, each to a name that no other has there: a board may play on."""
    moved = []
    for path in paths:
        names = (f"{n}-{path.name}" if n else path.name for n in itertools.count())
        try:
            where.mkdir(parents=True, exist_ok=True)
            moved.append(next(where / name for name in names if not (where / name).exists()))
            os.replace(path, moved[-1])
        except OSError as error:
            raise Refused(f"{path} cannot be moved: {error.strerror}") from None
    return moved


def opened(path: Path) -> Kept | None:
    """What a file says of its game, without replaying it; None if there is none any more."""
    try:
        at = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return None
    begins = re.search(r"^nbgames \d", text, re.MULTILINE)
    head, records = (text[: begins.start()], text[begins.start() :]) if begins else (text, "")
    said = dict(re.findall(r"^(\w+): *(.*)$", head, re.MULTILINE))
    top, _, moves = records.partition("\n\n")
    told = dict(re.findall(r"^(\w+): *(.*)$", top, re.MULTILINE))
    level, seat, result = (
        _number(said.get("level")),
        _number(said.get("seat")),
        told.get("result", ""),
    )
    players = {key: name for key, name in told.items() if key not in KEYS}
    sides = _sides(list(players.values()), level, seat)[:: -1 if SWAPPED.match(moves) else 1]
    with suppress(KeyError, ValueError):
        at = datetime.fromisoformat(said["kept"]).astimezone()
    return Kept(
        path,
        at,
        _titled(told["game"]) if "game" in told else DAMAGED,
        _number(said.get("moves")),
        said.get("last", ""),
        result,
        _ended(result, dict(zip(players, sides, strict=False)), bool(level)),
        f"computer {level}" if level else " against ".join(filter(None, sides)) or "two people",
        said.get("notebook", ""),
        level,
        seat,
        records,
        {key[3:]: why for key, why in said.items() if re.fullmatch("why[0-9]{1,4}", key)},
    )


def _titled(game: str) -> str:
    """The game of a record and its size, as they are written elsewhere."""
    name, *size = game.split(" ", 1)
    title = GAMES[name].title if name in GAMES else name.capitalize()
    return " ".join([title, *size])


def _sides(names: list[str], level: int, seat: int) -> list[str]:
    """Who sat down to play FIRST and SECOND: the person and the computer player, or two names."""
    if level:
        return [COMPUTER, YOU] if seat == FIRST else [YOU, COMPUTER]
    return ["", ""] if names == list(SEATS) else names


def _ended(result: str, sides: Mapping[str, str], alone: bool) -> str:
    """The result of a record to who played, alone against the computer or two."""
    if result.startswith("a draw"):
        return "draw"
    player, wins, way = result.partition(" wins ")
    winner = sides.get(player, "")
    if not (wins and winner):
        return result
    if alone:
        return f"You won {way}" if winner == YOU else f"You lost: {result}"
    return f"{winner} ({player}) wins {way}"


def _number(text: str | None) -> int:
    return int(text) if text and re.fullmatch("[0-9]{1,9}", text) else 0


def named(place: str, title: str) -> Path:
    """A new file for a game at a place."""
    game = re.sub(r"\W+", "-", title)[:40]
    return folder() / f"{datetime.now():%Y%m%d-%H%M%S-%f}-{game}-{place}.txt"


def written(path: Path, head: Mapping[str, object], records: str) -> None:
    """Put a game into its file, in place of what it held.

    Raises
    ------
    OSError
        If it cannot be written; the file is as it was then.
    """
    lines = [f"kept: {datetime.now().astimezone().isoformat()}"]
    lines += [f"{key}: {value}" for key, value in head.items() if value]
    replaced(path, "\n".join([*lines, "", records]))


def replaced(path: Path, text: str) -> None:
    """Put a text into a file, all of it or nothing.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


def set_aside(kept: Kept, error: GameError) -> str:
    """Keep a damaged file under another name; what was done, in words."""
    aside = kept.path.with_suffix(".damaged")
    try:
        os.replace(kept.path, aside)
    except OSError:
        aside = kept.path
    return (
        f"The game that was kept here is damaged ({shown(str(error), 120)}). Its file is left as "
        f"{aside}; this board has a new game."
    )


class Hold:
    """Exclusive use of a game's file, which ends with the process at the latest.

    The lock is a file beside the game's, since that is replaced at every move. Where there are no
    such locks, everybody has it.
    """

    def __init__(self, lock: Path, descriptor: int | None) -> None:
        self._lock, self._descriptor = lock, descriptor

    def release(self) -> None:
        """Let others have the game."""
        if self._descriptor is not None:
            with suppress(OSError):
                self._lock.unlink()
            os.close(self._descriptor)
            self._descriptor = None


def hold(path: Path, notebook: str) -> Hold | str:
    """The game's file for oneself, or the words for who has it."""
    lock = path.with_suffix(".lock")
    while True:
        try:
            descriptor = os.open(lock, os.O_CREAT | os.O_RDWR, 0o666)
        except OSError:  # nothing can be written here, by nobody
            return Hold(lock, None)
        try:
            if flock is not None:
                flock(descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return _holder(descriptor)
        except OSError:
            os.close(descriptor)
            return Hold(lock, None)
        if _is_file(descriptor, lock):
            with suppress(OSError):  # the disk is full: others are not told who has it
                os.truncate(descriptor, 0)
                os.write(descriptor, notebook.encode())
            return Hold(lock, descriptor)
        os.close(descriptor)  # who had it has just taken the lock's file away


def _is_file(descriptor: int, path: Path) -> bool:
    """Does this descriptor belong to the file that is there now?"""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def _holder(descriptor: int) -> str:
    """Who has it, from the lock's file, which is closed."""
    with os.fdopen(descriptor, "rb") as file:
        notebook = file.read(1000).decode("utf-8", "replace")
    return Path(notebook).name if notebook else "another notebook"
