"""Joining a class from a notebook: a seat there, boards on its wall, and checks that are told."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ..core.errors import Refused
from ..core.folder import data_folder
from .server import Server, default
from .tables import StoredTable, table

FILE = "classes.json"  # in the data folder: who one is in which class


class Verdict(Protocol):
    """What a check of `nbgames.exercises` says."""

    @property
    def right(self) -> bool:
        """Is the answer right?"""
        ...

    @property
    def exercise(self) -> str:
        """The module and the name of the check; "" where nothing was answered."""
        ...


V = TypeVar("V", bound=Verdict)


@dataclass(frozen=True, slots=True, repr=False)
class Seat:
    """Somebody in a class.

    Attributes
    ----------
    userid : str
        The name that was made for this; nobody knows whose it is.
    class_ : str
        The name of the class.
    server : Server
        The server on which the class plays.
    """

    userid: str
    class_: str
    server: Server

    def __repr__(self) -> str:
        return f"You are {self.userid} in {self.class_}."

    def play(self, game: str, other: str = "", *, size: int | None = None) -> StoredTable:
        """Begin a board, which the class sees from then on.

        Parameters
        ----------
        game : str
            The name of the game.
        other : str, optional
            Who plays second, a name on the wall; left out, both seats are yours.
        size : int, optional
            Of the board, where the game has several.

        Returns
        -------
        StoredTable
            The board; `widget()` shows it.

        Raises
        ------
        Refused
            If there is no such game, size or person.
        """
        sized = f"-size={size} " if size else ""
        line = f"{game} challenge {sized}{self.userid} {other or self.userid}"
        reply = self.server.handle(line)
        if not reply.ok or reply.board is None:
            raise Refused(reply.text.splitlines()[-1])
        return table(game, reply.board, server=self.server)

    def tell(self, verdict: V) -> V:
        """Tell the class how an exercise went: which it is, whether it is right, nothing else.

        Parameters
        ----------
        verdict : Verdict
            What a check has said: ``seat.tell(check.order([...]))``.

        Returns
        -------
        Verdict
            The same, for the cell to show. Where nothing was answered yet, nothing is told.

        Raises
        ------
        Refused
            If the server cannot be reached, or the class is over.
        """
        if verdict.exercise:
            self.server.tell(self.userid, verdict.exercise, is_right=verdict.right)
        return verdict


def join(code: str, *, server: Server | None = None) -> Seat:
    """Join a class by the code on its wall, without an account.

    Parameters
    ----------
    code : str
        The code, in any case.
    server : Server, optional
        Left out, `default()`.

    Returns
    -------
    Seat
        Who you are there: the same as before on this computer, after a restart too.

    Raises
    ------
    Refused
        If no class has this code today.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.mail.join("KTRX4M")  # doctest: +SKIP
    You are teal-otter in Graph theory.
    """
    server = server or default()
    place = f"{server.url} {code.upper()}"
    kept = _kept()
    userid, name = server.join(code, kept.get(place))
    token = server.tokens[userid]
    if kept.get(place) != token:
        _keep({**kept, place: token})
    return Seat(userid, name, server)


def _kept() -> dict[str, str]:
    """The tokens of classes joined on this computer."""
    try:
        found = json.loads((data_folder() / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(place): str(token) for place, token in found.items()} if found else {}


def _keep(tokens: dict[str, str]) -> None:
    """Write them for this user alone; a computer that keeps nothing does without."""
    path = data_folder() / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(tokens, file)
    except OSError:
        return
