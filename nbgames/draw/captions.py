"""A picture for a notebook, with alternative text and a caption; a position in words."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from hashlib import blake2b
from html import escape

from ..core.position import FIRST, SECOND
from ..play.match import Match

UNIT = 500  # of a picture beside another: letters are set badly in small ones
FULL = 30  # stones: up to here a position is told stone by stone


@dataclass(frozen=True, slots=True, repr=False)
class Captioned:
    """A picture, its width on a page, its alternative text and a caption; notebooks show it."""

    picture: str | bytes
    width: int
    alt: str
    caption: str

    def __repr__(self) -> str:
        return f"{self.caption} ({self.alt})"

    def _repr_html_(self) -> str:
        return (
            f'<figure style="margin: 0.5em 0">{image(self.picture, self.width, self.alt)}'
            f"<figcaption>{escape(self.caption)}</figcaption></figure>"
        )


def image(picture: str | bytes, width: int, alt: str) -> str:
    """The element that holds a picture, SVG as text or the bytes of a PNG."""
    kind, data = ("svg+xml", picture.encode()) if isinstance(picture, str) else ("png", picture)
    source = f"data:image/{kind};base64,{b64encode(data).decode()}"
    return f'<img alt="{escape(alt)}" width="{width}" src="{source}">'


def described(m: Match) -> str:
    """The position in words that no other position of any game shares, for who sees no picture.

    Few stones are named; many are counted, and a hash stands for the rest.

    >>> from nbgames.play.match import match
    >>> described(match("projex", 6).play("F6"))
    '(Projex 6, O to move or to swap: X F6; O nothing.)'
    """
    board, owners, players = m.game.board, m.position.owners, m.game.players
    turn = "the game is over" if m.outcome else f"{players[m.position.to_move - 1]} to move"
    if m.position.may_swap:
        turn += " or to swap"
    sites = list(zip(board.names, owners, strict=True))
    pieces = [[name for name, owner in sites if owner == who] for who in (FIRST, SECOND)]
    held = zip(players, pieces, strict=True)
    if sum(map(len, pieces)) <= FULL:
        parts = [f"{player} {' '.join(names) or 'nothing'}" for player, names in held]
    else:
        digest = blake2b(owners + bytes([m.position.to_move]), digest_size=5).hexdigest()
        parts = [f"{player} {len(names)}" for player, names in held]
        parts.append(f"position {digest}")
    return f"({m.game.title}, {turn}: {'; '.join(parts)}.)"


def beside(*pictures: str) -> str:
    """Square pictures, SVG as text, side by side in one, with numbers of two places.

    >>> beside('<svg viewBox="0 0 9 9"/>', '<svg width="9pt" viewBox="0 0 9 9"/>').count("<svg x=")
    2
    """
    placed = []
    for number, picture in enumerate(pictures):
        at = f'<svg x="{UNIT * number}" width="{UNIT}" height="{UNIT}" '
        small = re.sub(r"(\.\d\d)\d+", r"\1", picture)
        start, rest = small[small.index("<svg") :].split(">", 1)
        placed.append(re.sub(r'<svg |(?<= )(width|height)="[^"]*" ?', "", start))
        placed[-1] = f"{at}{placed[-1]}>{rest}"
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {UNIT * len(pictures)} {UNIT}"'
    return f"<svg {box}>{''.join(placed)}</svg>"
