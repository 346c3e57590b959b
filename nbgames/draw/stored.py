"""What a notebook stores of a position: PNG, which untrusted notebooks and LaTeX show too."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable

from ..play.match import Match
from ..play.sentences import says
from .captions import image
from .svg import svg

WIDE = 480  # pixels, of a board in a figure


def pictures(m: Match, *, caption: str = "", marks: str | Iterable[str] = ()) -> dict[str, str]:
    """A position as PNG; without pillow as SVG, for which nbconvert's LaTeX needs Inkscape."""
    try:
        from .raster import png

        drawn = png(m, caption=caption, marks=marks)
    except ImportError:
        return {"image/svg+xml": svg(m, caption=caption, marks=marks)}
    return {"image/png": b64encode(drawn).decode()}


def bundle(m: Match) -> dict[str, str]:
    """The same, and for a page the finer SVG with alternative text."""
    alt = f"{m.game.title}: {says(m)}"
    return {"text/html": image(svg(m), WIDE, alt), **pictures(m)}
