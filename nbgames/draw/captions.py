"""A picture for a notebook, with alternative text and a caption."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from html import escape

UNIT = 500  # of a picture beside another: letters are set badly in small ones


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
