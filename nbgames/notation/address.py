"""A match in the fragment of an address: short, with a version and a checksum.

    1.projex-6.US0c0.10mferg

Parts between dots: the version; the game; its claims, a number of so many bits each; what else
there is, each part with its letter in front (`n` no swap, `s` start, `p` players, `e` ending, `m`
marks on the board, and in a link `c` comments and `a` after how many claims it opens); and the
checksum of all before it. `widgets_js/address.js` writes and reads the same in a page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from string import ascii_letters, ascii_uppercase, digits
from typing import Any
from zlib import crc32

from ..core.errors import GameError, NotationError, Refused, shown
from ..core.game import Game
from ..core.kernels import regrouped
from ..core.position import RESIGN, SWAP, Position
from ..games import game
from ..play import arrows
from ..play.endings import ENDINGS
from ..play.match import SEATS, Match, match

VERSION = "1"
LONGEST = 6000  # letters: a full Antipalos 26 from a set-up start, with names, takes 2,600
ALPHABET = ascii_uppercase + ascii_letters[:26] + digits + "-_"


def write(m: Match, marks: str | Iterable[str] = (), more: Sequence[str] = ()) -> str:
    """The fragment of a match as it stands, with its past, its players and marks on the board.

    `more` are the parts that a link alone has: by the others a page finds the games that it keeps.

    >>> from nbgames.play.match import match
    >>> write(match("projex", 6).play("F6", "swap"))
    '1.projex-6.US5o.nuf8mn'
    """
    parts = [VERSION, tag(m.game), _letters(_claims(m), _width(m.game.board.claimable))]
    if m.game.rules.swap and not m.allows_swap:
        parts.append("n")
    if (start := m.positions[0]) != m.game.start():
        parts.append("s" + _letters([*start.owners, start.to_move, int(start.may_swap)], 2))
    if m.openers != SEATS:
        parts.append("p" + _packed("\n".join(m.openers)))
    if m.outcome and m.is_off_board:
        parts.append(f"e{ENDINGS.index(m.outcome.by)}{m.outcome.winner or 0}")
    if drawn := arrows.write(m.game.board, arrows.read(m.game.board, marks)):
        parts.append("m" + _packed(" ".join(drawn)))
    text = ".".join([*parts, *more])
    return f"{text}.{checksum(text)}"


def read(text: str) -> Match:
    """The match in an address, or in its fragment alone.

    Raises
    ------
    NotationError
        If it is cut or changed, or was made by another version.
    GameError
        If its moves are no match of its game.
    """
    made, claims, more = _parts(text)
    start = _start(made, more["s"]) if "s" in more else None
    seats = _unpacked(more["p"]).split("\n") if "p" in more else SEATS
    m = match(made, seats=seats, swap="n" not in more, start=start)
    for n, word in enumerate(_words(made, claims), 1):
        try:
            m = m.play(word)
        except GameError as error:
            raise type(error)(f"claim {n}: {error}") from None
    if not re.fullmatch("[0-9]{1,4}", at := more.get("a", "0")) or int(at) > len(m.claims):
        raise NotationError(
            f"this address opens after claim {shown(at)}, which it does not have: ask for a new one"
        )
    m = _said(m, _unpacked(more["c"])) if "c" in more else m
    return m.end(*_ending(more["e"])) if "e" in more else m


def marks(text: str) -> tuple[str, ...]:
    """What is marked on the board in an address, as words; none in most.

    Raises
    ------
    NotationError
        As `read` does, and for what is no mark on its board.

    >>> from nbgames.play.match import match
    >>> marks(link(match("projex", 6).play("F6"), marks="a6 F6>A6"))
    ('A6', 'F6>A6')
    """
    made, _, more = _parts(text)
    return arrows.write(made.board, arrows.read(made.board, _unpacked(more.get("m", ""))))


def _parts(text: str) -> tuple[Game, str, dict[str, str]]:
    """The game of a fragment, its claims, and its other parts by their letter."""
    text = text.rpartition("#")[2]
    if len(text) > LONGEST:
        raise NotationError(f"an address of {len(text)} characters is too long: at most {LONGEST}")
    parts = text.split(".")
    if re.fullmatch("[0-9]{1,4}", parts[0]) and parts[0] != VERSION:
        raise NotationError(
            f"this address is of version {parts[0]}, and this nbgames reads version {VERSION}: "
            "open it with a newer one"
        )
    if len(parts) < 4 or parts[-1] != checksum(text.rpartition(".")[0]):
        raise NotationError("this address is cut short or changed: copy the whole of it again")
    return _game(parts[1]), parts[2], {part[:1]: part[1:] for part in parts[3:-1]}


def link(m: Match, base: str = "", *, marks: str | Iterable[str] = ()) -> str:
    """The address of a match on a page of its game, with rings and arrows to show there.

    The comments are in it, unless it had more than 6,000 letters with them.

    `base` is a page that `to_html` made, "https://there.example/mine.html", or a folder that `make
    demo` filled, "https://there.example/games/", to which the page of the game and size is added.

    >>> from nbgames.play.match import match
    >>> link(match("projex", 6).play("F6"), "https://there.example/")
    'https://there.example/projex-6.html#1.projex-6.UTQ.1yxempk'
    """
    page = "" if base.split("?")[0].endswith((".html", ".htm")) else f"{tag(m.game)}.html"
    whole = write(m, marks, _comments(m))
    return f"{base}{page}#{whole if len(whole) <= LONGEST else write(m, marks)}"


def _comments(m: Match) -> list[str]:
    """The part with the comments, one a line, each after the number of its move."""
    said = "\n".join(f"{n} {text}" for n, text in sorted(m.comments.items()))
    return ["c" + _packed(said)] if said else []


def _said(m: Match, text: str) -> Match:
    """The match with the comments of such a part."""
    for line in text.split("\n"):
        n, blank, said = line.partition(" ")
        if not (blank and re.fullmatch("[0-9]{1,4}", n)) or int(n) > len(m.moves):
            raise NotationError(f"{shown(line)} in this address is no comment: ask for a new one")
        m = m.comment(said, int(n))
    return m


def qr(m: Match, base: str, *, marks: str | Iterable[str] = ()) -> str:
    """The QR code of such an address, as SVG text: black on white, with its quiet margin.

    Its `repr` is the same code of block characters, and the address. Comments are left out: phones
    do not read a code so large.

    Raises
    ------
    Refused
        If `base` is no address that a phone can open, or the package segno is missing.
    """
    if not re.match("https?://", base):
        raise Refused(
            f"{shown(base)} is nothing that a phone can open: give the address of a page on the "
            "web, or of a folder of pages, 'https://there.example/games/'"
        )
    try:
        import segno
    except ImportError:
        raise Refused("a QR code is drawn by the package segno: pip install segno") from None
    leads = link(replace(m, remarks=()), base, marks=marks)
    code = segno.make_qr(leads, error="l", boost_error=False)
    out, dots, blocks = BytesIO(), BytesIO(), StringIO()
    title = f"link to {m.game.title}"
    code.save(out, "svg", scale=4, light="white", title=title, xmldecl=False)
    code.save(dots, "png", scale=4, light="white")
    code.terminal(blocks, compact=True)
    drawn = Code(out.getvalue().decode())
    drawn.alt, drawn.png, drawn.blocks = title, dots.getvalue(), f"{blocks.getvalue()}{leads}"
    return drawn


class Code(str):
    """SVG text that a notebook shows as the picture it is, and a terminal as block characters."""

    alt = ""
    png = b""
    blocks = ""

    def __repr__(self) -> str:
        return self.blocks

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """The picture as a notebook stores it: LaTeX takes no SVG."""
        dots = b64encode(self.png).decode()
        image = f'<img alt="{self.alt}" src="data:image/png;base64,{dots}">'
        return {"text/plain": repr(self), "text/html": image, "image/png": dots}


def tag(made: Game) -> str:
    """A game and its size as one word: the name of its page, and part of an address."""
    return f"{made.name}-{_packed(made.cells) if made.cells else made.size}"


def _game(text: str) -> Game:
    name, _, extent = text.partition("-")
    if re.fullmatch("[0-9]{1,3}", extent):
        return game(name, int(extent))
    return game(name, cells=_unpacked(extent))


def checksum(text: str) -> str:
    value, found = crc32(text.encode("utf-8", "replace")), ""
    while value:
        value, digit = divmod(value, 36)
        found = (digits + ascii_letters)[digit] + found
    return found or "0"


# Claims: a site's number, or one of three more; the last ends them.


def _claims(m: Match) -> list[int]:
    board, claimable = m.game.board, m.game.board.claimable
    numbers = {**board.sites, SWAP: claimable, RESIGN: claimable + 1}
    claims = (claim if claim in numbers else board.spell(claim) for claim in m.claims)
    return [*(numbers[claim] for claim in claims), claimable + 2]


def _words(made: Game, text: str) -> Iterator[str]:
    board, claimable = made.board, made.board.claimable
    words = (*board.names[:claimable], SWAP, RESIGN)
    for number in _numbers(text, _width(claimable)):
        if number == claimable + 2:
            return
        if number > claimable + 2:
            raise NotationError(
                f"this address names site {number}, but the board has {claimable}: ask for a new "
                "one"
            )
        yield words[number]
    raise NotationError("this address ends before its moves do: ask for a new one")


def _width(claimable: int) -> int:
    return (claimable + 2).bit_length()


def _start(made: Game, text: str) -> Position:
    size = len(made.board.names)
    if len(numbers := _numbers(text, 2)) < size + 2:
        raise NotationError(
            "the start in this address is too short for its board: ask for a new one"
        )
    *owners, to_move, may_swap = numbers[: size + 2]
    return Position(bytes(owners), to_move, bool(may_swap))


def _ending(text: str) -> tuple[str, int | None]:
    if not re.fullmatch("[01][012]", text):
        raise NotationError(f"{shown(text)} in this address is no ending: ask for a new one")
    return ENDINGS[int(text[0])], int(text[1]) or None


# Bits and letters, six bits a letter


def _letters(numbers: Sequence[int], width: int) -> str:
    """Numbers of so many bits as letters; zeros fill the last."""
    count = (len(numbers) * width + 5) // 6
    return "".join(ALPHABET[six] for six in regrouped(numbers, width, count, 6))


def _numbers(text: str, width: int) -> list[int]:
    """The numbers of so many bits in letters; what is left over is dropped."""
    if strange := set(text) - set(ALPHABET):
        raise NotationError(f"{shown(min(strange))} cannot be in an address: ask for a new one")
    sixes = [ALPHABET.index(letter) for letter in text]
    numbers: list[int] = regrouped(sixes, 6, 6 * len(sixes) // width, width)
    return numbers


def _packed(text: str) -> str:
    return _letters(text.encode(), 8)


def _unpacked(text: str) -> str:
    try:
        return bytes(_numbers(text, 8)).decode()
    except UnicodeDecodeError:
        raise Refused("the words in this address cannot be read: ask for a new one") from None
