"""My games: those that are kept, as a list that a notebook shows as a table."""

from __future__ import annotations

from html import escape

from .kept import DAMAGED, Kept, deleted, every, folder, once

NONE = "No game is kept yet: play one on a board, such as nbgames.menu() opens."
GO_ON = (
    "To go on with one, run nbgames.menu() and open it under My games. "
    "The match of the first: nbgames.my_games()[0].match. "
    "To delete it: nbgames.my_games()[0].delete()."
)
BACK = "To have back the game that was deleted last: nbgames.my_games().deleted[0].restore()."
HEAD = ("", "played", "game", "moves", "players", "result")


class MyGames(tuple[Kept, ...]):
    """The games that are kept, the latest first; a notebook shows them as a table.

    A tuple, of which only what is shown is special.
    """

    __slots__ = ()

    @property
    def deleted(self) -> tuple[Kept, ...]:
        """The games that were deleted and can be restored, the last one first."""
        return tuple(deleted())

    def __repr__(self) -> str:
        rows = [HEAD, *self._rows()] if self else []
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(map(str.ljust, row, wide)).rstrip() for row in rows)
        return "\n".join([*lines, *self._told()])

    def _repr_html_(self) -> str:
        told = "".join(f"<p>{escape(one)}</p>" for one in self._told())
        if not self:
            return told
        head = "".join(f"<th>{part}</th>" for part in HEAD)
        rows = ("".join(f"<td>{escape(part)}</td>" for part in row) for row in self._rows())
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div style="overflow-x: auto">{table}</div>{told}'

    def _told(self) -> list[str]:
        """What can be done with them, what is wrong with some, and where others were set aside."""
        told = [GO_ON if self else NONE]
        if next(deleted(), None):
            told.append(BACK)
        for k, kept in enumerate(self):
            if kept.title == DAMAGED:
                told.append(f"Game {k} cannot be read: {kept.path} holds no record of a game.")
        aside = sorted(str(path) for path in folder().glob("*.damaged"))
        return [*told, *(f"A game that could not be read was set aside: {path}" for path in aside)]

    def _rows(self) -> list[tuple[str, ...]]:
        return [(str(k), *_row(kept)) for k, kept in enumerate(self)]


def _row(kept: Kept) -> tuple[str, ...]:
    players = f"you against {kept.against}" if kept.level else kept.against
    result = kept.ended or ("goes on" if kept.moves else "")
    return kept.when, kept.title, str(kept.moves), players, result


def my_games() -> MyGames:
    """The games that were played on boards on this computer and are kept, the latest first.

    Of games with equal moves, comments and players only the latest is there.

    Returns
    -------
    MyGames
        A tuple of `Kept`, each with its `match`, how it `ended` and its date, `at`; a notebook
        shows it as a table. Its `deleted` are those that were deleted, the last one first; the
        `restore` of each has it back.

    Notes
    -----
    They are text files in the folder `games` of the one that the environment variable NBGAMES_HOME
    names, or else of the user's data folder (on Linux ~/.local/share/nbgames). Beside them are the
    latest reviews of such games.

    Examples
    --------
    >>> import nbgames
    >>> for game in nbgames.my_games()[:0]:
    ...     print(game.says())
    """
    return MyGames(once(every()))
