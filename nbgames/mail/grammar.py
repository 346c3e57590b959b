"""Verbs of the server's language as data: the fields that each takes, synonyms, missing words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SECRET = ("password", "new", "code")
ONCE = {"signup", "add", "change password", "change address", "delete", "message"}
TURNS = ("swap", "pass", "propose", "undo", "accept", "reject", "resign")
LOOKING = {"list", "all show", "standings", "history", "games", "show", "preview"}
SELECTORS = ("all", "active", "inactive", "next")


@dataclass(frozen=True, slots=True)
class Form:
    """What follows a verb: fields, each one word, a last one that may be repeated, parameters."""

    fields: tuple[str, ...]
    rest: str = ""
    least: int = 0
    parameters: str = ""

    def __str__(self) -> str:
        rest = f"{self.rest} [{self.rest}...]" if self.least else f"[{self.rest}...]"
        return " ".join([*self.fields, *([rest] if self.rest else []), self.parameters]).strip()

    @property
    def is_secret(self) -> bool:
        return bool({*self.fields} & {"password", "code"})

    def fits(self, words: Sequence[object]) -> bool:
        more = len(words) - len(self.fields)
        return more >= self.least if self.rest else more == 0


def form(text: str, parameters: str = "") -> Form:
    """A form as the help writes it: 'board userid password move', '[userid...]', 'to...'."""
    *fields, last = text.split() or [""]
    if not last.strip("[]").endswith("..."):
        return Form(tuple(text.split()), parameters=parameters)
    return Form(tuple(fields), last.strip("[].").strip("."), int(last[0] != "["), parameters)


PAGED, SIZED = "[-page=N]", "[-size=N]"
SEATED = "board userid password"
SERVER: dict[str, tuple[Form, ...]] = {
    "help": (form("[subject...]"),),
    "signup": (form("userid password [address...]"),),
    "add": (form("userid password address..."),),
    "verify": (form("code"),),
    "change password": (form("userid password new"),),
    "change address": (form("userid password address..."),),
    "delete": (form("userid password"),),
    "list": (form("[game...]", PAGED),),
    "message": (form("userid password [to...]"),),
    "multiple": (form(""),),
    "all show": (form("userid [selector...]"),),
}
GAME: dict[str, tuple[Form, ...]] = {
    "help": (form(""),),
    "standings": (form("", PAGED),),
    "history": (form("", PAGED),),
    "games": (form("[userid...]", PAGED),),
    "show": (form("what..."),),
    "challenge": (
        form("userid1 userid2", SIZED),
        form("userid1 userid2 password", SIZED),
    ),
    "move": (form(f"{SEATED} move"),),
    "queue": (form(f"{SEATED} move"),),
    "plan": (form(SEATED),),
    "preview": (form("board move...", SIZED),),
    "chat": (form(SEATED),),
    "subscribe": (form(SEATED), form("userid password board...")),
    "unsubscribe": (form(SEATED), form("userid password board...")),
    **{word: (form(SEATED),) for word in TURNS},
}
ALSO = {  # other words for the same; the first three are the old server's
    "board": "move",
    "mvoe": "move",
    "ratings": "standings",
    "qmove": "queue",
    "qboard": "queue",
    "moveq": "queue",
    "boardq": "queue",
    "mult": "multiple",
    "signoff": "delete",
}
SHORT = {"challenge": 5, "preview": 4, "subscribe": 3, "unsubscribe": 5}
INSTEAD = {
    "suggest": "preview tries moves on a copy of a board",
    "annotate": "chat says something to a board; the text below a move goes with it",
    "watch": "subscribe sends you every move of a board",
    "withdraw": "resign removes a board that not both have moved on",
    "decline": "resign removes a board that not both have moved on",
    "open": "challenge starts a board at once",
    "submit": "preview tries moves on a copy of a board, move makes one",
    "confirm": "preview tries moves on a copy of a board, move makes one",
    "seek": "challenge names both players; standings and games show who plays",
    "limit": "nobody is limited; resign removes a board that not both have moved on",
    "notify": "subscribe sends you every move of a board",
    "showas": "show shows a board as everybody sees it",
    "broadcast": "message writes to those whom you name",
    "fetch": "the whole program is free to read: see its own pages",
}
