"""Client of a server on another machine, over the JSON that `nbgames serve` speaks."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPErrorProcessor, HTTPRedirectHandler, Request, build_opener

from ..core.errors import GameError, Refused
from ..games import GAMES
from ..notation.record import read
from ..play.match import Match
from .accounts import NOT_LOGGED_IN, key
from .boards import Correspondence
from .commands import parse
from .grammar import LOOKING
from .replies import Reply, numbered
from .words import printable, printable_lines, several

WAIT = 30  # seconds for an answer
LONGEST = 5_000_000  # bytes in an answer


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: a token is for one server."""

    def redirect_request(self, *args: Any) -> None:
        return None


class Remote:
    """The methods of `Local`, carried out by a server on another machine."""

    def __init__(self, url: str, tokens: Mapping[str, str] | None = None) -> None:
        self.url, self.tokens = url.rstrip("/"), {} if tokens is None else tokens
        self._opener = build_opener(_NoRedirects(), HTTPErrorProcessor())

    def __repr__(self) -> str:
        return f"<server at {self.url}>"

    def handle(
        self,
        line: str,
        body: str,
        sender: str | None,
        request: str | None,
        tokens: dict[str, str],
        ask: Callable[[str], str | None],
    ) -> Reply:
        try:
            command = parse(line, GAMES)
            if command.verb == "multiple":
                return self._each(body, request, tokens, ask)
            asked = {"line": line, "body": body, "request": request}
            token, password = None, None
            hidden = "password" in command.words and command["password"] == "-"
            if hidden or command.verb == "challenge":
                names = [*command.all("userid"), *command.all("userid1"), *command.all("userid2")]
                found = (tokens.get(key(name)) for name in names)
                token = next((token for token in found if token), None)
            if command.verb in LOOKING:
                token = self._any
            if hidden:
                password = None if token else ask(names[0])
                if not token and not password:
                    raise Refused(command.pointed(NOT_LOGGED_IN, "password"))
                asked["password"] = password
            return from_json(self._ask("/command", asked, token))
        except GameError as error:
            return Reply(False, str(error))

    def _each(
        self,
        body: str,
        request: str | None,
        tokens: dict[str, str],
        ask: Callable[[str], str | None],
    ) -> Reply:
        parts = [
            self.handle(line, comment, None, request and f"{request}/{k}", tokens, ask)
            for k, (line, comment) in enumerate(several(body))
        ]
        return numbered(parts) if parts else Reply(True, "no commands")

    def login(self, userid: str, password: str) -> tuple[str, str]:
        said = self._told("/login", {"userid": userid, "password": password}, None)
        return printable(str(said["userid"])), str(said["token"])

    def join(self, code: str, token: str | None = None) -> tuple[str, str, str]:
        said = self._told("/join", {"code": code}, token)
        return printable(str(said["userid"])), printable(str(said["class"])), str(said["token"])

    def tell(self, token: str, exercise: str, is_right: bool) -> None:
        result = "right" if is_right else "wrong"
        self._told("/told", {"exercise": exercise, "result": result}, token)

    def board(self, game: str, number: int) -> Correspondence:
        said = self._told(f"/board/{game}/{int(number)}", None, self._any)
        offer = said.get("offer")
        return Correspondence(
            number,
            read(str(said["record"])),
            int(said["events"]),
            (str(offer[0]), str(offer[1])) if offer else None,
            removed=bool(said.get("removed")),
        )

    def heads(self, boards: Any) -> dict[tuple[str, int], int]:
        named = urlencode([("b", f"{game}:{number}") for game, number in boards])
        said = self._ask(f"/heads?{named}", None, self._any)
        return {
            (game, int(number)): int(n)
            for name, n in said.items()
            for game, _, number in [name.partition(":")]
        }

    @property
    def _any(self) -> str | None:
        """A token of anybody who is logged in here: enough to look at boards."""
        return next(iter(self.tokens.values()), None)

    def listener(self) -> None:
        """None: HTTP sends no notifications, so callers poll."""

    def close(self) -> None:
        """Nothing is held open."""

    def _told(self, path: str, asked: dict[str, Any] | None, token: str | None) -> dict[str, Any]:
        """What the server answers.

        Raises
        ------
        Refused
            If it refuses.
        """
        said = self._ask(path, asked, token)
        if not said.get("ok"):
            raise Refused(_text(said) or "the server refused")
        return said

    def _ask(self, path: str, asked: dict[str, Any] | None, token: str | None) -> dict[str, Any]:
        data = None if asked is None else json.dumps(asked).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        try:
            with self._opener.open(Request(self.url + path, data, headers), timeout=WAIT) as answer:
                said = json.loads(answer.read(LONGEST))
        except HTTPError as error:
            raise Refused(
                f"the server at {self.url} answers {error.code}: {_words(error)}"
            ) from None
        except (URLError, OSError, ValueError) as error:
            raise Refused(
                f"the server at {self.url} cannot be reached ({getattr(error, 'reason', error)}): "
                "whether this was stored is not known; show the board before you send it again"
            ) from None
        return said if isinstance(said, dict) else {}


def _text(said: dict[str, Any]) -> str:
    """What a server says, with nothing in it that could steer a terminal."""
    return printable_lines(str(said.get("text") or ""))


def _words(error: HTTPError) -> str:
    try:
        return printable_lines(str(json.loads(error.read(LONGEST))["text"]))
    except (ValueError, KeyError, TypeError):
        return str(error.reason)


def to_json(reply: Reply) -> dict[str, Any]:
    """A reply as JSON; `from_json` reads it."""
    return {
        "ok": reply.ok,
        "text": reply.text,
        "to": reply.to,
        "board": reply.board,
        "subject": reply.subject,
        "game": reply.game,
        "record": str(reply.match) if reply.match else None,
    }


def from_json(said: dict[str, Any]) -> Reply:
    """The reply that `to_json` has written."""
    record = said.get("record")
    m: Match | None = read(record) if isinstance(record, str) else None
    to = tuple(str(who) for who in said.get("to") or ())
    board = said.get("board")
    return Reply(
        said.get("ok") is True,
        _text(said),
        to,
        board if isinstance(board, int) else None,
        m,
        printable(str(said.get("subject") or "")),
        said.get("game"),
    )
