"""A picture for a notebook, with alternative text and a caption."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape


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
