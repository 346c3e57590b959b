"""Words of a command line: secret ones are masked, and an error points at those that are wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..core.errors import NotationError

LONGEST = 4000  # letters in a line: the longest turn of the four games has 469 cells
MASK = "****"


@dataclass(frozen=True, slots=True, repr=False)
class Word:
    """A word of a line, and its place there; the repr of a secret one is masked."""

    text: str
    place: int
    secret: bool = False

    def __str__(self) -> str:
        return MASK if self.secret else printable(self.text)

    def __repr__(self) -> str:
        return repr(str(self))


def read_words(line: str) -> tuple[Word, ...]:
    """The words of a line; two stars alone, which mark a comment in a subject, are passed over."""
    if not isinstance(line, str):
        raise NotationError("a command is a line of text")
    if len(line) > LONGEST:
        raise NotationError(f"a line of {len(line)} characters is too long: at most {LONGEST}")
    if odd := re.search("[\0\ud800-\udfff]", line):
        raise NotationError(f"a line is text, and in this one <{ord(odd[0]):x}> is none")
    words = [word for word in line.split() if word != "**"]
    if not words:
        raise NotationError("an empty line says nothing: write 'help' to begin")
    return tuple(Word(word, place) for place, word in enumerate(words))


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
