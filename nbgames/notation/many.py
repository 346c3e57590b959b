"""Many matches at once: read from one text or file, and laid out as a table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..core import frames
from ..core.errors import GameError, NotationError, shown
from ..core.position import SWAP
from ..core.rules import Rules
from ..play.match import Match
from .record import read, texts


def read_many(text: str | Path, *, games: Iterable[Rules] = ()) -> tuple[Match, ...]:
    r"""The matches of several records, in order.

    Parameters
    ----------
    text : str or Path
        Records as `str(m)` writes them, one after another, with empty lines between them or
        without; or a collection of ConHex games in SGF, as Little Golem writes it. A Path, or
        text of a single line that is no record, is the name of a file in UTF-8 with such text.
    games : iterable of Rules, default ()
        Rules of your own that they may be matches of, besides those of `nbgames.GAMES`.

    Returns
    -------
    tuple of Match
        One for each record; () if the text is empty.

    Raises
    ------
    NotationError
        If there is no such file, or a record cannot be read; the words begin with its number.
    GameError
        If a move in a record is illegal.

    Examples
    --------
    >>> import nbgames
    >>> one, two = nbgames.match("projex", 3).play("B2"), nbgames.match("conhex")
    >>> nbgames.read_many(f"{one}\n{two}") == (one, two)
    True
    """
    own, found = tuple(games), []
    given = _contents(text)
    for number, record in enumerate(texts(given) if given.strip() else (), 1):
        try:
            found.append(read(record, games=own))
        except GameError as error:
            raise type(error)(f"record {number}: {error}") from None
    return tuple(found)


def _contents(text: str | Path) -> str:
    """The text itself, or that of the file which it names."""
    if isinstance(text, str) and ("\n" in text or not text.strip() or text.lstrip()[0] == "("):
        return text
    try:
        return Path(text).read_text("utf-8")
    except (OSError, TypeError, ValueError):
        raise NotationError(
            f"{shown(text)} is neither a record nor a file that can be read: give the text of "
            "records, or the path of a file with such text"
        ) from None


def frame(matches: Iterable[Match]) -> Any:
    """A table of matches, one row each.

    Parameters
    ----------
    matches : iterable of Match
        Such as `read_many` gives.

    Returns
    -------
    pandas.DataFrame or list of dict
        "game", "size", "first" and "second" (who plays FIRST and SECOND in the end, after a swap),
        "swapped", "moves" (a tuple of words), "turns" (how many), "winner" (1, 2 or None), "by" and
        "result". A list of dicts where pandas is not installed.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("projex", 3, seats=("ann", "ben")).play("B2", "swap", "resign")
    >>> table = nbgames.frame([m, m.back(1)])  # a DataFrame where pandas is installed
    >>> len(table)
    2
    """
    return frames.frame(map(_row, matches))


def _row(m: Match) -> dict[str, Any]:
    words = m.moves
    return {
        "game": m.game.name,
        "size": m.game.size,
        "first": m.seats[0],
        "second": m.seats[1],
        "swapped": SWAP in words,
        "moves": words,
        "turns": len(words),
        "winner": m.outcome.winner if m.outcome else None,
        "by": m.outcome.by if m.outcome else "",
        "result": m.result(),
    }
