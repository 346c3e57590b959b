"""Parser of the server's language: a line of text in, a command out, or an error with a pointer.

    projex move 101 alice secret F6#3
    game   verb board userid password move, to be made as move 3 only

A line that cannot be read is answered with a pointer under the wrong word. Words that are, or may
be, a password are never shown again: neither by an error nor by a repr.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import pairwise

from ..core.errors import NotationError, shown
from .grammar import ALSO, GAME, INSTEAD, SECRET, SERVER, SHORT, Form, form
from .words import MASK, Word, pointed, read_words


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

    def hiding(self, *words: Word) -> Command:
        """The command with these words hidden, too: a password may have been typed there."""
        places = {word.place for word in words}
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
    words = read_words(line)
    game, verb, rest = _verb(words, sorted(games))
    chosen, masked = _chosen(words, game, verb, rest)
    plain = [masked[w.place] for w in rest if not _is_parameter(w)]
    given = [masked[w.place] for w in rest if _is_parameter(w)]
    parameters = _parameters(given, chosen, masked, verb)
    if not chosen.fits(plain):
        asked = " ".join(filter(None, (game, verb, str(chosen))))
        raise _misfit(chosen, plain, masked, verb, asked)
    fields = _fields(chosen, plain)
    guard = None
    if "move" in chosen.fields:
        fields["move"], guard = _guarded(fields["move"], masked)
    _check_boards(chosen, fields, masked)
    return Command(game, verb, fields, parameters, masked, guard)


def _chosen(
    words: tuple[Word, ...], game: str | None, verb: str, rest: Sequence[Word]
) -> tuple[Form, tuple[Word, ...]]:
    """The form of a verb that the words after it fit, or else its first; and the masked line."""
    forms = (GAME if game else SERVER)[verb]
    plain = [w for w in rest if not _is_parameter(w)]
    chosen = next((f for f in forms if f.fits(plain) and _boards_fit(f, plain)), forms[0])
    return chosen, _hidden(words, rest, chosen, plain)


def _misfit(
    chosen: Form, plain: Sequence[Word], masked: tuple[Word, ...], verb: str, asked: str
) -> NotationError:
    """There are too few words for a form, or too many; `asked` is how it is written."""
    if len(plain) < len(chosen.fields) + chosen.least:
        return NotationError(pointed(masked, [], f"{verb} wants more words: {asked}"))
    apart = _apart(masked)
    if apart and chosen.parameters:
        joined = f"write {apart[0].text}={apart[1].text} as one word: {asked}"
        return NotationError(pointed(masked, apart, joined))
    surplus = plain[len(chosen.fields) :]
    return NotationError(pointed(masked, surplus, f"{verb} takes fewer words: {asked}"))


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
        _, masked = _chosen(words, game, verb, rest)
        hidden = list(masked)
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
    first, second = plain[0] if plain else words[0], plain[1] if len(plain) > 1 else None
    head = first.text.lower()
    if head in games:
        if second is None:
            asked = f"what about {head}? write 'help {head}' or '{head} games'"
            raise NotationError(pointed(words, [], asked))
        return head, _known(second, GAME, words), _without(words, first, second)
    if head in SERVER or ALSO.get(head) in SERVER:
        return None, ALSO.get(head, head), _without(words, first)
    pairs = {verb.split()[1]: verb for verb in SERVER if verb.startswith(f"{head} ")}
    if not pairs:
        raise _pointed_at(first, words, _no_command(first, games))
    if second is None or second.text.lower() not in pairs:
        ways = " or ".join(f"'{verb} {SERVER[verb][0]}'" for verb in pairs.values())
        raise NotationError(pointed(words[:1], [], f"{head} what? write {ways}"))
    return None, pairs[second.text.lower()], _without(words, first, second)


def _without(words: tuple[Word, ...], *verb: Word) -> list[Word]:
    """The words of a line but for those of its verb."""
    places = {word.place for word in verb}
    return [word for word in words if word.place not in places]


def _no_command(first: Word, games: list[str]) -> str:
    """Why a line cannot begin with this word."""
    if verb := _as_known(first.text.lower(), GAME):
        return f"{verb} belongs to a game: begin with {' or '.join(games)}"
    words = _no_such(first, [*games, *SERVER], "is neither a command nor a game here")
    return f"{words} The games are {', '.join(games)}"


def _pointed_at(word: Word, words: tuple[Word, ...], message: str) -> NotationError:
    """An error at a word; what comes after it is not shown, since it may be a password."""
    head = words[: word.place + 1]
    return NotationError(pointed(head, [word], message, more=len(words) > len(head)))


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
    raise _pointed_at(word, words, _no_such(word, verbs, "is no command"))


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
        # Nor is a word shown that is too many: it may be a password, typed out of habit.
        surplus = () if chosen.fits(plain) else plain[len(chosen.fields) :]
        secret = {w.place for w in surplus}
        return tuple(Word(w.text, w.place, w.place in secret) for w in words)
    secret = {w.place for w in rest if _is_parameter(w) and not chosen.parameters}
    named = list(zip((*chosen.fields, *[chosen.rest] * len(plain)), plain, strict=False))
    if chosen.fits(plain) and _boards_fit(chosen, plain):
        texts = {w.text for field, w in named if field in SECRET and w.text != "-"}
        secret |= {w.place for w in rest if w.text in texts}
    else:
        secret |= {w.place for w in plain if not re.fullmatch(r"[0-9]{3,6}", w.text)}
        secret |= {w.place for w in plain[1:]}
    return tuple(Word(w.text, w.place, w.place in secret) for w in words)


def _apart(words: Sequence[Word]) -> tuple[Word, Word] | None:
    """A parameter that wants a value, and the number after it, where they stand apart."""
    for name, value in pairwise(words):
        if re.fullmatch(r"-(size|page)", name.text.lower()) and value.text.isdecimal():
            return name, value
    return None


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
