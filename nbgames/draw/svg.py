"""A drawing as SVG text: a picture of a match that stands alone, and the board that a page paints.

A path begins at the middle of what it draws and moves from there, so that a page knows where a site
is without measuring, and equal shapes have equal text after that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Any

from ..core.board import Board
from ..core.lattice import hexagon
from ..core.position import FIRST, RESIGN, SECOND, SWAP
from ..core.shapes import Disc, Line, Point, Polygon, Shape, Text
from ..play import arrows
from .scene import PALETTE, extent, stamps, thread
from .scene import marks as stamped

SCALE = 20  # units of the picture in a unit of the board
NUMBER = 0.4  # how large the number of a move is written, in units of the board

STYLE = """
.nb-board { font-family: system-ui, sans-serif; }
.nb-paper { fill: $paper; }
.nb-board text { fill: $ink; text-anchor: middle; dominant-baseline: central; }
.nb-ghosts > * { fill: $paper; stroke: $line; stroke-width: .6; stroke-dasharray: 2 2; }
.nb-ghosts [data-owner="1"] { fill: $first; fill-opacity: .3; }
.nb-ghosts [data-owner="2"] { fill: $second; fill-opacity: .3; }
.nb-ghosts .nb-mark { fill: none; stroke: $ink; stroke-width: 1.6; stroke-dasharray: none; }
.nb-areas > *, .nb-cell, .nb-hole { fill: $site; stroke: $line; stroke-width: 1; }
.nb-hole { fill: $paper; }
.nb-cell[data-owner="1"], .nb-hole[data-owner="1"] { fill: $first; stroke: $paper; }
.nb-cell[data-owner="2"], .nb-hole[data-owner="2"] { fill: $second; stroke: $paper; }
.nb-areas [data-owner="1"] { fill: $first; fill-opacity: .22; }
.nb-areas [data-owner="2"] { fill: $second; fill-opacity: .22; }
.nb-hatch [data-owner] { fill: none; fill-opacity: 1; stroke-width: 1.6; stroke-linecap: round; }
.nb-hatch [data-owner="1"] { stroke: $first; }
.nb-hatch [data-owner="2"] { stroke: $second; }
.nb-piece { fill: none; stroke: $line; stroke-width: .6; stroke-opacity: .9;
  stroke-linecap: round; }
.nb-piece[data-owner="1"] { stroke: $first; stroke-width: 5.5; stroke-opacity: 1; }
.nb-piece[data-owner="2"] { stroke: $second; stroke-width: 5.5; stroke-opacity: 1; }
.nb-piece[data-owner="3"] { stroke: none; }
.nb-marks [data-owner] { fill: none; stroke: $on; stroke-width: 2.6; stroke-linecap: round; }
.nb-marks .nb-piece[data-owner] { stroke: $paper; stroke-width: 1.8; }
.nb-sides > * { fill: none; stroke-width: 5; stroke-linecap: round; }
.nb-sides .nb-line { stroke: $line; stroke-width: 1; }
.nb-sides .nb-first { stroke: $first; }
.nb-sides .nb-second { stroke: $second; stroke-dasharray: 9 8; }
.nb-points > * { fill: $ink; stroke: none; }
.nb-chain > *, .nb-path > *, .nb-chalk > * {
  fill: none; stroke: $glow; stroke-width: 2.4; stroke-linecap: round; }
.nb-chalk .nb-core { stroke: $ink; }
.nb-chain .nb-casing, .nb-path .nb-casing, .nb-chalk .nb-casing { stroke: $paper; stroke-width: 5; }
.nb-board:has(.nb-piece) .nb-chain .nb-casing { display: none; }
.nb-board:has(.nb-piece) .nb-chain .nb-core { stroke-width: 10; }
.nb-last > * { fill: none; stroke: $glow; stroke-width: 2.5; }
.nb-last .nb-casing { stroke: $paper; stroke-width: 4.5; }
.nb-numbers text { fill: $on; stroke-width: 3; paint-order: stroke; }
.nb-numbers [data-owner="1"] { stroke: $first; }
.nb-numbers [data-owner="2"] { stroke: $second; }
"""


def style(theme: str = "both") -> str:
    """The colours and strokes of a board as CSS.

    "light" or "dark" for a picture of its own, "both" for a page that says which it is in.
    """
    if theme == "both":
        pairs = (
            f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in PALETTE.items()
        )
        return f".nb-root {{ {' '.join(pairs)} }}" + re.sub(r"\$(\w+)", r"var(--\1)", STYLE)
    return re.sub(r"\$(\w+)", lambda name: PALETTE[name[1]][theme == "dark"], STYLE)


def svg(
    match: Any, *, caption: str = "", marks: str | Iterable[str] = (), numbers: bool = False
) -> str:
    """The picture of a match: the board, who owns what, the last claim, and what has won.

    Parameters
    ----------
    match
        Its last position is drawn.
    caption
        A line below the board.
    marks
        Rings and arrows: "F6 F6>A6", or a list of such words.
    numbers
        Write the number of its move on each site instead of its player's mark.
    """
    board, owners = match.game.board, match.position.owners
    chain = match.outcome.chain if match.outcome else ()
    last = [claim for claim in match.claims if claim not in (SWAP, RESIGN)][-1:]
    count = numbered(match) if numbers else {}
    drawn = [
        (site, element(mark, _role(board, site), owner=owners[site]))
        for site, mark in stamped(board, owners, plain=count)
    ]
    path = chain_path(board, map(board.site, chain))
    thread = _group("chain", _cased(f'd="{path}"' if path else ""))
    below = _chain_below(board)
    layers = [
        _sides(board),
        _group("ghosts", _ghosts(board, owners)),
        thread if below else "",
        *_sites(board, owners, drawn),
        _group("points", _points(board)),
        "" if below else thread,
        _group("last", (ring for name in last for ring in _ringed(board, board.site(name)))),
        _group("numbers", (element(text, owner=owners[site]) for site, text in count.items())),
        _group("chalk", _chalked(board, marks)),
    ]
    dark = f"@media (prefers-color-scheme: dark) {{{style('dark')}}}"
    return frame(
        board, f"<style>{style('light')}{dark}</style>" + "".join(layers), _title(match), caption
    )


def _chain_below(board: Board) -> bool:
    """Pieces are lines themselves: a chain of them is shown by a glow beneath."""
    return isinstance(board.shapes[0], Line)


def chain_path(board: Board, chain: Iterable[int], *, closed: bool = True) -> str:
    """A winning chain as one path; nothing where a game is won without one."""
    return "".join(
        f"M{_move(*line.middle)}{_from(line.middle, line)}"
        for line in thread(board, chain, closed=closed)
    )


def _cased(shape: str) -> Iterable[str]:
    """A bright line in a casing, so that it is seen on either player's colour."""
    return (f'<path class="nb-{role}" {shape}/>' for role in ("casing", "core") if shape)


def _ringed(board: Board, site: int) -> Iterable[str]:
    """The outline of a site; of a piece, its middle."""
    shape = board.shapes[site]
    outline = Disc(shape.middle, 0.14) if isinstance(shape, Line) else shape
    return (element(outline, role) for role in ("casing", "core"))


def numbered(match: Any) -> dict[int, Text]:
    """The sites claimed so far, each with the number of its move as it is written there."""
    board, found, begun = match.game.board, {}, 0
    for n, (_, end) in enumerate(match.turns(), 1):
        for claim in match.claims[begun:end]:
            if claim not in (SWAP, RESIGN):
                site = board.site(claim)
                found[site] = Text(board.shapes[site].middle, str(n), NUMBER)
        begun = end
    return found


def _chalked(board: Board, marks: str | Iterable[str]) -> Iterable[str]:
    """Rings and arrows in their casings: all casings first, since they may cross."""
    shapes = [*arrows.shapes(board, arrows.read(board, marks))]
    return (element(shape, role) for role in ("casing", "core") for shape in shapes)


def _title(match: Any) -> str:
    state = match.result() or f"{match.game.players[match.position.to_move - 1]} to move"
    return f"{match.game.name}, move {len(match.moves)}: {state}"


@lru_cache(maxsize=32)
def board_svg(board: Board) -> str:
    """The empty board for a page: sites in order, places for what changes, stamps of the marks.

    A stamp says whose it is and, where marks differ from site to site, which of them it is
    (`data-stamp`); a site says which stamp it takes.
    """
    kinds: dict[tuple[str, ...], int] = {}
    stamp_of = []
    for site, shape in enumerate(board.shapes):
        drawn = tuple(
            "".join(_from(shape.middle, mark) for mark in owned)
            for owned in stamps(shape, site < board.claimable)
        )
        stamp_of.append(kinds.setdefault(drawn, len(kinds)))
    stamped = [
        f'<path{_attributes(stamp=kind, owner=who)} d="{path}"/>'
        for drawn, kind in kinds.items()
        for who, path in zip((FIRST, SECOND), drawn, strict=True)
        if path
    ]
    areas = range(board.claimable, len(board.names))
    layers = [
        f"<defs>{''.join(stamped)}</defs>",
        _sides(board),
        _sent("ghosts", "ghost", ((hexagon(at), {"copy": site}) for at, site in board.ghosts)),
        _sent("areas", "area", ((board.shapes[s], {"stamp": stamp_of[s]}) for s in areas)),
        _group("hatch", ()),
        *((_group("chain", ()),) if _chain_below(board) else ()),
        _sent(
            "sites",
            _role(board, 0),
            ((board.shapes[s], {"stamp": stamp_of[s] or None}) for s in range(board.claimable)),
        ),
        _group("marks", ()),
        _group("points", _points(board)),
        *(_group(layer, ()) for layer in ("heat", "path")),
        *(() if _chain_below(board) else (_group("chain", ()),)),
        *(_group(layer, ()) for layer in ("last", "over", "numbers", "chalk")),
    ]
    return frame(board, "".join(layers))


def _sent(layer: str, role: str, drawn: Iterable[tuple[Shape, dict[str, Any]]]) -> str:
    """A layer for a page, which says once what its elements have in common: class and outline."""
    drawn = list(drawn)
    outlines = Counter(_from(shape.middle, shape) for shape, _ in drawn)
    common = outlines.most_common(1)[0][0] if outlines else ""
    inside = "".join(element(shape, **data) for shape, data in drawn)
    bare = inside.replace(common, "")
    return f'<g class="nb-{layer}" data-role="{role}" data-path="{common}">{bare}</g>'


def _sites(board: Board, owners: bytes, drawn: Iterable[tuple[int, str]]) -> Iterable[str]:
    """Areas and their hatching below, what is claimed and its marks above."""
    drawn = tuple(drawn)
    for layer, above, mine in (
        ("areas", "hatch", range(board.claimable, len(owners))),
        ("sites", "marks", range(board.claimable)),
    ):
        sites = (
            element(board.shapes[site], _role(board, site), owner=owners[site] or None)
            for site in mine
        )
        yield _group(layer, sites)
        yield _group(above, (mark for site, mark in drawn if site in mine))


def frame(board: Board, inside: str, title: str = "", caption: str = "") -> str:
    """The whole picture around what is drawn, on paper as large as the board."""
    left, top, width, height = extent(board)
    if caption:
        height += 1.4
        words = Text(
            (left + width / 2, top + height - 0.9), caption, min(0.6, 1.8 * width / len(caption))
        )
        inside += element(words)
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


def _role(board: Board, site: int) -> str:
    shape = board.shapes[site]
    if site >= board.claimable:
        return "area"
    return "piece" if isinstance(shape, Line) else "hole" if isinstance(shape, Disc) else "cell"


def _sides(board: Board) -> str:
    lines = [s for s in board.decor if isinstance(s, Line)]
    labels = [s for s in board.decor if isinstance(s, Text)]
    return _group("sides", (element(s, s.role) for s in lines)) + _group(
        "labels", (element(s) for s in labels)
    )


def _ghosts(board: Board, owners: bytes) -> Iterable[str]:
    """The far side of the edge, faint: each copy says whose it is a copy of."""
    for middle, site in board.ghosts:
        yield element(hexagon(middle), copy=site, owner=owners[site] or None)
        for mark in stamps(hexagon(middle), True)[owners[site] - 1] if owners[site] else ():
            yield element(mark, "mark")


def _points(board: Board) -> Iterable[str]:
    return (element(s) for s in board.decor if isinstance(s, Disc))


def _group(layer: str, elements: Iterable[str]) -> str:
    return f'<g class="nb-{layer}">{"".join(elements)}</g>'


def element(shape: Shape, role: str = "", **data: Any) -> str:
    """One primitive as an element; `data` become data- attributes."""
    attributes = (f' class="nb-{role}"' if role else "") + _attributes(**data)
    x, y = shape.middle
    if isinstance(shape, Text):
        size = _n(shape.size * SCALE)
        place = f'x="{_n(x * SCALE)}" y="{_n(y * SCALE)}" font-size="{size}"'
        return f"<text{attributes} {place}>{escape(shape.text)}</text>"
    if isinstance(shape, Disc):
        r = _n(shape.radius * SCALE)
        return f'<circle{attributes} cx="{_n(x * SCALE)}" cy="{_n(y * SCALE)}" r="{r}"/>'
    return f'<path{attributes} d="M{_n(x * SCALE)} {_n(y * SCALE)}{_from(shape.middle, shape)}"/>'


def _attributes(**data: Any) -> str:
    return "".join(f' data-{key}="{value}"' for key, value in data.items() if value is not None)


def _from(origin: Point, shape: Shape) -> str:
    """A shape as a path that moves from a place."""
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
