"""Shapes as SVG text, their style sheet, and the frame of a picture.

A path begins at the middle of what it draws and moves from there, so that a page has the position
of a site without measuring, and equal shapes have equal text after that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from ..core.board import Board
from ..core.shapes import Disc, Point, Polygon, Shape, Text
from .looks import LINES, PALETTE, SIDE_DASHES, STROKES
from .scene import CAPTION, LEADING, caption_lines, chain_lines, extent

SCALE = 20  # units of the picture in a unit of the board

STYLE = """
.nb-board { font-family: system-ui, sans-serif; }
.nb-paper { fill: $paper; }
.nb-board text { fill: $ink; text-anchor: middle; dominant-baseline: central; }
.nb-ghosts > * { fill: $paper; stroke: $line; stroke-width: %faint; stroke-dasharray: 2 2; }
.nb-ghosts [data-owner="1"] { fill: $first; fill-opacity: .3; }
.nb-ghosts [data-owner="2"] { fill: $second; fill-opacity: .3; }
.nb-ghosts .nb-mark { fill: none; stroke: $ink; stroke-width: %hatch; stroke-dasharray: none; }
.nb-areas > *, .nb-cell, .nb-hole { fill: $site; stroke: $line; stroke-width: %outline; }
.nb-hole { fill: $paper; }
.nb-cell[data-owner="1"], .nb-hole[data-owner="1"] { fill: $first; stroke: $paper; }
.nb-cell[data-owner="2"], .nb-hole[data-owner="2"] { fill: $second; stroke: $paper; }
.nb-board [data-obliges]:not([data-ghost]) { stroke: $glow; stroke-width: %obliges;
  stroke-dasharray: 2 2.4; }
.nb-areas [data-owner="1"] { fill: $first; fill-opacity: .22; }
.nb-areas [data-owner="2"] { fill: $second; fill-opacity: .22; }
.nb-hatch [data-owner] { fill: none; fill-opacity: 1; stroke-width: %hatch; stroke-linecap: round; }
.nb-hatch [data-owner="1"] { stroke: $first; }
.nb-hatch [data-owner="2"] { stroke: $second; }
.nb-piece { fill: none; stroke: $line; stroke-width: %faint; stroke-opacity: .9;
  stroke-linecap: round; }
.nb-piece[data-owner="1"] { stroke: $first; stroke-width: %piece; stroke-opacity: 1; }
.nb-piece[data-owner="2"] { stroke: $second; stroke-width: %piece; stroke-opacity: 1; }
.nb-piece[data-owner="3"] { stroke: none; }
.nb-marks [data-owner] { fill: none; stroke: $on; stroke-width: %mark; stroke-linecap: round; }
.nb-marks .nb-piece[data-owner] { stroke: $paper; stroke-width: %groove; }
.nb-sides > * { fill: none; stroke-width: %side; stroke-linecap: round; }
.nb-sides .nb-line { stroke: $line; stroke-width: %outline; }
.nb-sides .nb-first { stroke: $first; }
.nb-sides .nb-second { stroke: $second; stroke-dasharray: %side-dashes; }
.nb-points > * { fill: none; stroke: $ink; }
.nb-chain > *, .nb-path > *, .nb-arrows > * {
  fill: none; stroke: $glow; stroke-width: %chain; stroke-linecap: round; }
.nb-arrows .nb-core { stroke: $ink; }
.nb-chain .nb-casing, .nb-path .nb-casing, .nb-arrows .nb-casing {
  stroke: $paper; stroke-width: %chain-casing; }
.nb-board:has(.nb-piece) .nb-chain .nb-casing { display: none; }
.nb-board:has(.nb-piece) .nb-chain .nb-core { stroke-width: %glow; }
.nb-last > * { fill: none; stroke: $glow; stroke-width: %ring; }
.nb-last .nb-casing { stroke: $paper; stroke-width: %ring-casing; }
.nb-numbers text { fill: $on; stroke-width: %halo; paint-order: stroke; }
.nb-numbers [data-owner="1"] { stroke: $first; }
.nb-numbers [data-owner="2"] { stroke: $second; }
"""


def style(theme: str = "both", more: str = "") -> str:
    """The colours and strokes of a board as CSS, and more of it.

    "light" or "dark" for a picture of its own, "both" for a page that says which it is in.
    """
    css = _stroked(STYLE + more)
    if theme == "both":
        return properties(".nb-root") + re.sub(r"\$(\w+)", r"var(--\1)", css)
    return re.sub(r"\$(\w+)", lambda name: PALETTE[name[1]][theme == "dark"], css)


def properties(selector: str) -> str:
    """The colours as custom properties, for style sheets of pages."""
    colours = (f"--{name}: light-dark({one}, {two});" for name, (one, two) in PALETTE.items())
    return f"{selector} {{ {' '.join(colours)} }}"


def with_widths(css: str) -> str:
    """A style sheet with numbers where it names widths: var(--wide-...), var(--line-...)."""
    known = {f"wide-{name}": width * SCALE for name, width in STROKES.items()}
    known |= {f"line-{name}": width for name, width in LINES.items()}
    return re.sub(r"var\(--((?:wide|line)-[a-z-]+)\)", lambda name: _n(known[name[1]]), css)


def _stroked(css: str) -> str:
    """A style with its widths as numbers; colours still have their names."""
    dashes = " ".join(_n(dash * STROKES["side"] * SCALE) for dash in SIDE_DASHES)
    widths = {name: _n(width * SCALE) for name, width in STROKES.items()}
    return re.sub(r"%([a-z-]+)", lambda name: (widths | {"side-dashes": dashes})[name[1]], css)


def frame(board: Board, inside: str, title: str = "", caption: str = "") -> str:
    """The whole picture around what is drawn, on paper as large as the board."""
    left, top, width, height = extent(board)
    size = CAPTION * width
    for line in caption_lines(caption):
        inside += element(Text((left + width / 2, top + height + size / 2), line, size))
        height += LEADING * size
    height += size / 2 if caption else 0
    box = " ".join(_n(v * SCALE) for v in (left, top, width, height))
    paper = (
        f'<rect class="nb-paper" x="{_n(left * SCALE)}" y="{_n(top * SCALE)}" '
        f'width="{_n(width * SCALE)}" height="{_n(height * SCALE)}" rx="10"/>'
    )
    named = (
        f'role="img" aria-label="{escape(title)}"><title>{escape(title)}</title'
        if title
        else 'role="none"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nb-board" viewBox="{box}" {named}>'
        f"{paper}{inside}</svg>"
    )


def group(layer: str, elements: Iterable[str]) -> str:
    return f'<g class="nb-{layer}">{"".join(elements)}</g>'


def labels(texts: Iterable[Text]) -> str:
    """The labels of a board. Their layer says the size of the first: a page bounds that."""
    inside = "".join(map(element, texts))
    size = re.search(' font-size="[^"]*"', inside)
    said = size[0] if size else ""
    return f'<g class="nb-labels"{said}>{inside.replace(said, "")}</g>'


def element(shape: Shape, role: str = "", **data: Any) -> str:
    """One primitive as an element; `data` become data- attributes."""
    said = (f' class="nb-{role}"' if role else "") + attributes(**data)
    x, y = shape.middle
    if isinstance(shape, Text):
        size = _n(shape.size * SCALE)
        at = f'x="{_n(x * SCALE)}" y="{_n(y * SCALE)}" font-size="{size}"'
        return f"<text{said} {at}>{escape(shape.text)}</text>"
    if isinstance(shape, Disc):
        r = _n(shape.radius * SCALE)
        return f'<circle{said} cx="{_n(x * SCALE)}" cy="{_n(y * SCALE)}" r="{r}"/>'
    return f'<path{said} d="M{_n(x * SCALE)} {_n(y * SCALE)}{moved(shape.middle, shape)}"/>'


def attributes(**data: Any) -> str:
    return "".join(f' data-{key}="{value}"' for key, value in data.items() if value is not None)


def at(shape: Shape) -> str:
    """A shape as a path in its place."""
    return f"M{_move(*shape.middle)}{moved(shape.middle, shape)}"


def dot(shape: Shape) -> str:
    """The middle of a shape as a path of no length, which a round cap makes a dot."""
    x, y = shape.middle
    return f"M{round(x * SCALE)} {round(y * SCALE)}h0"


def moved(origin: Point, shape: Shape) -> str:
    """A shape as a path that starts and ends at a point."""
    if isinstance(shape, Disc):
        r, (x, y) = shape.radius, shape.middle
        dx, dy = x - origin[0] - r, y - origin[1]
        r_, d = _n(r * SCALE), _n(2 * r * SCALE)
        return f"m{_move(dx, dy)}a{r_} {r_} 0 1 0 {d} 0a{r_} {r_} 0 1 0-{d} 0m{_move(-dx, -dy)}"
    path, (x, y) = "", origin
    for k, point in enumerate(shape.points):
        path += ("l" if k else "m") + _move(point[0] - x, point[1] - y)
        x, y = point
    back = f"m{_move(origin[0] - x, origin[1] - y)}"
    return path + ("z" if isinstance(shape, Polygon) else back)


def _move(dx: float, dy: float) -> str:
    x, y = _n(dx * SCALE), _n(dy * SCALE)
    return x + (y if y.startswith("-") else f" {y}")


def _n(value: float) -> str:
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def chain_path(board: Board, chain: Iterable[int], *, closed: bool = True) -> str:
    """A winning chain as one path; nothing where a game is won without one."""
    return "".join(map(at, chain_lines(board, chain, closed=closed)))
