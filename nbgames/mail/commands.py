"""The server's language: a line of words, read into a command. Nothing here knows a board.

    projex move 101 alice secret F6#3
    game   verb board userid password move, to be made as move 3 only

A line that cannot be read is answered with a pointer under the wrong word. Words that are, or may
be, a password are never shown again: neither by an error nor by a repr.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from ..core.errors import NotationError, shown

LONGEST = 4000  # letters in a line: the longest Copolymer turn has 469 cells
MASK = "****"
SECRET = ("password", "new")
TURNS = ("swap", "pass", "propose", "undo", "accept", "reject", "resign")
SELECTORS = ("all", "active", "inactive", "next")


@dataclass(frozen=True, slots=True)
class Form:
    """What follows a verb: fields, each one word, and a last one that may be repeated."""

    fields: tuple[str, ...]
    rest: str = ""
    least: int = 0
    parameters: bool = False

    def __str__(self) -> str:
        rest = f"{self.rest} [{self.rest}...]" if self.least else f"[{self.rest}...]"
        return " ".join([*self.fields, *([rest] if self.rest else [])])

    @property
    def is_secret(self) -> bool:
        return "password" in self.fields

    def fits(self, words: Sequence[Word]) -> bool:
        more = len(words) - len(self.fields)
        return more >= self.least if self.rest else more == 0


def form(text: str, *, parameters: bool = False) -> Form:
    """A form as the help writes it: 'board userid password move', '[userid...]', 'to...'."""
    *fields, last = text.split() or [""]
    if not last.strip("[]").endswith("..."):
        return Form(tuple(text.split()), parameters=parameters)
    return Form(tuple(fields), last.strip("[].").strip("."), int(last[0] != "["), parameters)


SEATED = "board userid password"
SERVER: dict[str, tuple[Form, ...]] = {
    "help": (form("[subject...]"),),
    "signup": (form("userid password [address...]"),),
    "add": (form("userid password address..."),),
    "change password": (form("userid password new"),),
    "change address": (form("userid password address..."),),
    "delete": (form("userid password"),),
    "list": (form("[game...]"),),
    "message": (form("userid password [to...]"),),
    "multiple": (form(""),),
    "all show": (form("userid [selector...]"),),
}
GAME: dict[str, tuple[Form, ...]] = {
    "help": (form(""),),
    "standings": (form(""),),
    "history": (form(""),),
    "games": (form("[userid...]"),),
    "show": (form("what..."),),
    "challenge": (form("userid1 userid2", parameters=True),),
    "move": (form(f"{SEATED} move"),),
    "queue": (form(f"{SEATED} move"),),
    "preview": (form("board move...", parameters=True),),
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


@dataclass(frozen=True, slots=True, repr=False)
class Word:
    """A word of a line, and its place there; a secret one shows itself to nobody."""

    text: str
    place: int
    secret: bool = False

    def __str__(self) -> str:
        return MASK if self.secret else printable(self.text)

    def __repr__(self) -> str:
        return repr(str(self))


@dataclass(frozen=True, slots=True)
class Command:
    """A command: which verb of which game (None: of the server), and its words by field."""

    game: str | None
    verb: str
    words: dict[str, tuple[Word, ...]]
    parameters: dict[str, Word]
    line: tuple[Word, ...]
    guard: int | None = None

    def __getitem__(self, field: str) -> str:
        return self.words[field][0].text

    def all(self, field: str) -> tuple[str, ...]:
        return tuple(word.text for word in self.words.get(field, ()))

    def pointed(self, message: str, *at: str | Word) -> str:
        """The message below the line, with a pointer under words, or fields, or parameters."""
        named = [w for w in at if isinstance(w, Word)]
        for name in (name for name in at if isinstance(name, str)):
            named += self.words.get(name) or [w for n, w in self.parameters.items() if n == name]
        return pointed(self.line, named, message)

    def hiding(self, *fields: str) -> Command:
        """The command with these fields hidden, too: what a password may have been typed into."""
        places = {word.place for field in fields for word in self.words[field]}
        line = tuple(Word(w.text, w.place, w.secret or w.place in places) for w in self.line)
        return replace(self, line=line)


def parse(line: str, games: Iterable[str]) -> Command:
    """The command of a line.

    Raises
    ------
    NotationError
        If it cannot be read; the words point at what is wrong and say what would be right.

    >>> c = parse("projex mvoe 101 alice secret F6#3", ["projex"])
    >>> c.verb, c["move"], c.guard, c.words["password"]
    ('move', 'F6', 3, ('****',))
    """
    games = sorted(games)
    words = read_words(line)
    game, verb, rest = _verb(words, games)
    forms = (GAME if game else SERVER)[verb]
    plain = [w for w in rest if not _is_parameter(w)]
    chosen = next((f for f in forms if f.fits(plain) and _boards_fit(f, plain)), forms[0])
    line_ = _hidden(words, rest, chosen, plain)
    rest = [line_[w.place] for w in rest]
    plain = [w for w in rest if not _is_parameter(words[w.place])]
    asked = " ".join([*([game] if game else []), verb, str(chosen)]).strip()
    parameters = _parameters(
        [w for w in rest if _is_parameter(words[w.place])], chosen, line_, verb
    )
    if not chosen.fits(plain):
        missing = len(plain) < len(chosen.fields) + chosen.least
        raise NotationError(
            pointed(
                line_,
                plain[len(chosen.fields) :] if not missing else [],
                f"{verb} {'wants more' if missing else 'takes fewer'} words: {asked}",
            )
        )
    fields = _fields(chosen, plain)
    guard = None
    if "move" in chosen.fields:
        fields["move"], guard = _guarded(fields["move"], line_)
    _check_boards(chosen, fields, line_)
    return Command(game, verb, fields, parameters, line_, guard)


def read_words(line: str) -> tuple[Word, ...]:
    """The words of a line; two stars alone, which mark a comment in a subject, are passed over."""
    if not isinstance(line, str):
        raise NotationError("a command is a line of text")
    if len(line) > LONGEST:
        raise NotationError(f"a line of {len(line)} letters is too long: at most {LONGEST}")
    words = [word for word in line.split() if word != "**"]
    if not words:
        raise NotationError("an empty line says nothing: write 'help' to begin")
    return tuple(Word(word, place) for place, word in enumerate(words))


def redacted(line: str, games: Iterable[str]) -> str:
    """The line with every word hidden that is, or may be, a password; its blanks as they were."""
    games = sorted(games)
    pieces = re.split(r"(\s+)", line)
    words = tuple(Word(w, k) for k, w in enumerate(w for w in pieces if w.strip() and w != "**"))
    if not words:
        return line
    try:
        game, verb, rest = _verb(words, games)
    except NotationError:
        known = _known_words(games)
        hidden = [w if w.text.lower() in known else Word(w.text, w.place, True) for w in words]
    else:
        forms = (GAME if game else SERVER)[verb]
        plain = [w for w in rest if not _is_parameter(w)]
        chosen = next((f for f in forms if f.fits(plain) and _boards_fit(f, plain)), forms[0])
        hidden = list(_hidden(words, rest, chosen, plain))
    left = iter(hidden)
    return "".join(
        p if not p.strip() or p == "**" else MASK if next(left).secret else p for p in pieces
    )


def _known_words(games: Iterable[str]) -> set[str]:
    verbs = {word for verb in (*SERVER, *GAME) for word in verb.split()}
    return {*games, *verbs, *ALSO, *INSTEAD}


def _verb(words: tuple[Word, ...], games: list[str]) -> tuple[str | None, str, list[Word]]:
    """Whose verb a line begins with, which it is, and the words after it."""
    plain = [w for w in words if not _is_parameter(w)]
    first = plain[0] if plain else words[0]
    head = first.text.lower()
    after = [w for w in words if w.place != first.place]
    if head in games:
        if len(plain) < 2:
            raise NotationError(
                pointed(words, [], f"what about {head}? write 'help {head}' or '{head} games'")
            )
        verb = _known(plain[1], GAME, words)
        return head, verb, [w for w in after if w.place != plain[1].place]
    if head in ("change", "all"):
        pairs = {v.split()[1]: v for v in SERVER if v.startswith(head + " ")}
        second = plain[1] if len(plain) > 1 else None
        if second is None or second.text.lower() not in pairs:
            ways = " or ".join(f"'{v} {SERVER[v][0]}'" for v in pairs.values())
            raise NotationError(pointed(words[:1], [], f"{head} what? write {ways}"))
        verb = pairs[second.text.lower()]
        return None, verb, [w for w in after if w.place != second.place]
    if head in SERVER or ALSO.get(head) in SERVER:
        return None, ALSO.get(head, head), after
    if _as_known(head, GAME):
        verb = _as_known(head, GAME)
        raise NotationError(
            pointed(
                words[: first.place + 1],
                [first],
                f"{verb} belongs to a game: begin with {' or '.join(games)}",
                more=len(words) > first.place + 1,
            )
        )
    raise NotationError(
        pointed(
            words[: first.place + 1],
            [first],
            _no_such(first, [*games, *SERVER], "is neither a command nor a game here")
            + f" The games are {', '.join(games)}",
            more=len(words) > first.place + 1,
        )
    )


def _as_known(word: str, verbs: Iterable[str]) -> str:
    """The verb that a word stands for: itself, another word for it, its beginning; "" if none."""
    verb = ALSO.get(word, word)
    if verb in verbs:
        return verb
    return next(
        (v for v, n in SHORT.items() if v in verbs and len(word) >= n and v.startswith(word)), ""
    )


def _known(word: Word, verbs: Iterable[str], words: tuple[Word, ...]) -> str:
    verb = _as_known(word.text.lower(), verbs)
    if verb:
        return verb
    head = words[: word.place + 1]
    raise NotationError(
        pointed(head, [word], _no_such(word, verbs, "is no command"), more=len(words) > len(head))
    )


def _no_such(word: Word, known: Iterable[str], what: str) -> str:
    """There is no such word: what to use instead, or what it may have meant."""
    text = word.text.lower()
    if text in INSTEAD:
        return f"there is no {text} here: {INSTEAD[text]}."
    known = sorted(known)
    near = get_close_matches(text[:40], known, 1, 0.6)
    hint = f"did you mean {near[0]}?" if near else "write 'help commands' to see them all."
    return f"{shown(word.text)} {what}: {hint}"


def _is_parameter(word: Word) -> bool:
    """Does a word begin with a stroke? A lone one is a password, two a move that passes."""
    return word.text.startswith("-") and word.text not in ("-", "--")


def _boards_fit(chosen: Form, plain: Sequence[Word]) -> bool:
    named = zip((*chosen.fields, *[chosen.rest] * len(plain)), plain, strict=False)
    return all(
        field != "board" or re.fullmatch(r"[0-9]+(#-?[0-9]+)?|all|new", word.text.lower())
        for field, word in named
    )


def _hidden(
    words: tuple[Word, ...], rest: Sequence[Word], chosen: Form, plain: Sequence[Word]
) -> tuple[Word, ...]:
    """The line with its password hidden; with all that may be one, where the words do not fit."""
    if not chosen.is_secret:
        return words
    secret = {w.place for w in rest if _is_parameter(w)}
    named = list(zip((*chosen.fields, *[chosen.rest] * len(plain)), plain, strict=False))
    if chosen.fits(plain) and _boards_fit(chosen, plain):
        texts = {w.text for field, w in named if field in SECRET and w.text != "-"}
        secret |= {w.place for w in rest if w.text in texts}
    else:
        secret |= {w.place for w in plain if not re.fullmatch(r"[0-9]{3,6}", w.text)}
        secret |= {w.place for w in plain[1:]}
    return tuple(Word(w.text, w.place, w.place in secret) for w in words)


def _parameters(
    given: Sequence[Word], chosen: Form, line: tuple[Word, ...], verb: str
) -> dict[str, Word]:
    """The words that begin with a stroke, by name; '-size=6' is found as '-size'."""
    if given and not chosen.parameters:
        words = f"{verb} takes no parameter, which is what a word that begins with '-' is"
        if chosen.is_secret:
            words += (
                "; a password may not begin so (a lone '-' stands for that of who is logged in)"
            )
        raise NotationError(pointed(line, given, words))
    found: dict[str, Word] = {}
    for word in given:
        name = word.text.partition("=")[0].lower()
        if name in found:
            raise NotationError(pointed(line, [word], f"{name} is given twice: say it once"))
        found[name] = word
    return found


def _fields(chosen: Form, plain: Sequence[Word]) -> dict[str, tuple[Word, ...]]:
    count = len(chosen.fields)
    fields = {field: (word,) for field, word in zip(chosen.fields, plain, strict=False)}
    return fields | ({chosen.rest: tuple(plain[count:])} if chosen.rest else {})


def _guarded(
    words: tuple[Word, ...], line: tuple[Word, ...]
) -> tuple[tuple[Word, ...], int | None]:
    """A move, and the number after its '#'."""
    move = words[0]
    text, sign, number = move.text.rpartition("#")
    if not sign:
        return words, None
    if not text or not re.fullmatch(r"[1-9][0-9]{0,4}", number):
        raise NotationError(
            pointed(line, [move], "after # comes the number of the move that you mean: F6#3")
        )
    return (Word(text, move.place, move.secret),), int(number)


def _check_boards(
    chosen: Form, fields: dict[str, tuple[Word, ...]], line: tuple[Word, ...]
) -> None:
    for word in fields.get("board", ()):
        if not _boards_fit(form("board"), [word]):
            given = "this" if chosen.is_secret else shown(word.text)
            raise NotationError(
                pointed(line, [word], f"{given} is no board: boards are numbered from 101")
            )


def board_and_move(text: str) -> tuple[int, int | None] | None:
    """A board's number and, after '#', how many moves of it to show; None if text is none."""
    found = re.fullmatch(r"([0-9]{1,9})(?:#(-?[0-9]{1,6}))?", text)
    return (int(found[1]), int(found[2]) if found[2] else None) if found else None


def pointed(
    line: Sequence[Word], wrong: Sequence[Word], message: str, *, more: bool = False
) -> str:
    """The message below its line, with a pointer under the wrong words (at its end, if none)."""
    places = {word.place for word in wrong}
    texts = [_cut(str(word)) for word in line]
    if places:
        first = max(0, min(places) - 8)
        line, texts = line[first : max(places) + 9], texts[first : max(places) + 9]
    else:
        line, texts = line[:16], texts[:16]
    marks = [("^" if w.place in places else " ") * len(t) for w, t in zip(line, texts, strict=True)]
    marked = " ".join(marks).rstrip() if places else " " * (len(" ".join(texts)) + 1) + "^"
    return f"{' '.join(texts)}{' ...' if more else ''}\n{marked}\n{message}"


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def printable(text: str) -> str:
    """The text with what could steer a terminal or turn a line around written as a number."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"<{ord(c):x}>" for c in text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(printable(line) for line in text.expandtabs(4).splitlines())


def several(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a text and its comment: the indented lines below it."""
    line, comment = "", []
    for raw in text.splitlines():
        if raw[:1].isspace() and line:
            comment.append(raw.strip())
        elif raw.strip():
            if line:
                yield line, "\n".join(comment).strip()
            line, comment = raw.strip(), []
        elif comment:
            comment.append("")
    if line:
        yield line, "\n".join(comment).strip()
