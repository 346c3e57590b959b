"""Reads ConHex games in the SGF text of Little Golem and conhex.com; nothing here writes it.

There a swap leaves the colours as they are and reflects the first stone in the diagonal from the
bottom left to the top right. Here the players exchange seats and no stone moves. Reflecting all
that follows, and with it the sides, turns one game into the other.
"""

from __future__ import annotations

import re

from ..core.errors import GameError, NotationError, shown
from ..core.position import SWAP
from ..games import game
from ..play.match import SEATS, Match, match

MIDDLE = 6  # of the 11 columns and rows that these sites count


def is_sgf(text: str) -> bool:
    return bool(re.match(r"\s*\(\s*;", text))


def collection(text: str) -> list[str]:
    """The games of an SGF collection, each a text of its own.

    >>> collection("(;FF[CONHEX]PB[a (;b)];B[J3]) (;FF[CONHEX];B[J9])")
    ['(;FF[CONHEX]PB[a (;b)];B[J3])', '(;FF[CONHEX];B[J9])']
    """
    found, depth, start = [], 0, 0
    for token in re.finditer(r"\[(?:\\.|[^\]\\])*\]|[()]", text, re.DOTALL):
        if token[0] == "(":
            start = start if depth else token.start()
            depth += 1
        elif token[0] == ")":
            depth = max(0, depth - 1)
            if not depth:
                found.append(text[start : token.end()])
                start = token.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def read_sgf(text: str) -> Match:
    """The match of a ConHex record in SGF.

    Raises
    ------
    NotationError
        If it is not ConHex or a move cannot be read.

    >>> text = "(;FF[CONHEX]PB[ann]PW[ben]SO[http://www.littlegolem.com];B[J3];R[swap];B[J9])"
    >>> read_sgf(text).moves, read_sgf(text).seats
    (('P15', 'swap', 'O2'), ('ben', 'ann'))
    """
    head, *nodes = re.split(r";(?=\s*[BRW]\[)", text)
    fields = dict(re.findall(r"([A-Z]{2})\[([^]]{0,200})\]", head))
    if "CONHEX" not in (fields.get("FF"), fields.get("VA")):
        raise NotationError(
            f"{shown(text.strip())} is not ConHex, the only game that is read from SGF: it lacks "
            "FF[CONHEX] and VA[CONHEX]"
        )
    up = "conhex.com" not in fields.get("SO", "").lower()
    seats = tuple(
        fields.get(key, "").replace("%20", " ").strip("? ") or seat
        for key, seat in zip(("PB", "PW"), SEATS, strict=True)
    )
    m = match(game("conhex"), seats=seats)
    for n, node in enumerate(nodes, 1):
        found = re.match(r"\s*[BRW]\[([^]]*)\]", node)
        word = found[1].strip() if found else ""
        try:
            m = m.play(
                word if word.lower() in (SWAP, "resign") else _hole(word, up, SWAP in m.claims)
            )
        except GameError as error:
            raise type(error)(f"move {n}: {error}") from None
    return m


def _hole(word: str, up: bool, swapped: bool) -> str:
    """A hole of the 11 by 11 grid by its name here; rows count up or down, a swap reflects."""
    found = re.fullmatch(r"([A-Ka-k])(\d{1,2})", word)
    if not found or not 1 <= int(found[2]) <= 11:
        raise NotationError(f"{shown(word)} is no hole of the 11 by 11 grid: A1 to K11")
    x = ord(found[1].upper()) - ord("A") + 1 - MIDDLE
    y = (MIDDLE - int(found[2])) if up else (int(found[2]) - MIDDLE)
    if swapped:
        x, y = -y, -x
    return f"{chr(ord('I') + _step(x, y))}{9 + _step(y, x)}"


def _step(along: int, aside: int) -> int:
    """Half-cell steps from the centre: circles stand at odd steps, what runs along them at even."""
    if abs(along) == abs(aside) == MIDDLE - 1:
        return 8 if along > 0 else -8
    if abs(along) > abs(aside):
        return 2 * along - 1 if along > 0 else 2 * along + 1
    return 2 * along
