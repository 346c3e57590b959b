"""What is laid over a board in a still picture, as a live board shows it: a line, marks, shades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..core.board import Board
from ..core.shapes import Line, Text
from .elements import element

VALUE = 0.3  # how large the text on a shaded site is, in units of the board

STYLE = """
.nb-under > *, .nb-shades > * { fill: $glow; fill-opacity: .45; stroke: none; }
.nb-shades > .nb-piece { fill: none; stroke: $glow; stroke-width: %heat; stroke-opacity: .45; }
.nb-values text { stroke: $paper; stroke-width: %halo; paint-order: stroke; }
"""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over a position.

    Attributes
    ----------
    path : str
        A bright line, as an SVG path in pixels of the board.
    marks : tuple of tuple of int
        A site that has a ring, or two of which an arrow leads from the first to the second.
    shades : dict from int to str
        Sites that are shaded, and a text on each.
    """

    path: str = ""
    marks: tuple[tuple[int, ...], ...] = ()
    shades: Mapping[int, str] = field(default_factory=dict)


NOTHING = Overlay()


def shaded(board: Board, owners: bytes, over: Overlay, role: str) -> Iterable[str]:
    """The shades of all shaded sites of a role; what is owned keeps its colour."""
    areas = role == "area"
    for site in over.shades:
        if (site >= board.claimable) == areas and owners[site] % 3 == 0:
            yield element(board.shapes[site], role)


def values(board: Board, over: Overlay) -> Iterable[str]:
    """The texts on shaded sites; that of a piece at one end, since another crosses its middle."""
    for site, text in over.shades.items():
        shape = board.shapes[site]
        (x, y), far = shape.middle, shape.points[0] if isinstance(shape, Line) else shape.middle
        if text:
            yield element(Text(((x + far[0]) / 2, (y + far[1]) / 2), text, VALUE))


def told(board: Board, over: Overlay) -> str:
    """The marks and shades in words, for who sees no picture; the line has words of its own.

    >>> from nbgames.games import game
    >>> told(game("projex", 3).board, Overlay(marks=((0,), (0, 1)), shades={2: "", 3: ""}))
    'Rings on C1. Arrows from C1 to D1. Shaded: B2, C2.'
    """
    names = board.names
    rings = ", ".join(names[mark[0]] for mark in over.marks if len(mark) == 1)
    arrows = ", ".join(f"{names[m[0]]} to {names[m[1]]}" for m in over.marks if len(m) == 2)
    shades = ", ".join(names[site] for site in over.shades)
    parts = (("Rings on ", rings), ("Arrows from ", arrows), ("Shaded: ", shades))
    return " ".join(f"{words}{given}." for words, given in parts if given)
