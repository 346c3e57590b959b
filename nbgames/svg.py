"""A drawing as SVG text: a picture of a match that stands alone, and the board that a page paints.

A path begins at the middle of what it draws and moves from there, so that a page knows where a site
is without measuring, and equal shapes have equal text after that.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from .board import Board
from .drawing import PALETTE, extent, marks, stamps, thread
from .position import FIRST, SECOND
from .shapes import Disc, Line, Point, Polygon, Shape, Text

SCALE = 20  # units of the picture in a unit of the board

STYLE = """
.nb-board { font-family: system-ui, sans-serif; }
.nb-paper { fill: $paper; }
.nb-board text { fill: $ink; text-anchor: middle; dominant-baseline: central; }
.nb-sites > *, .nb-sites g > * { fill: $site; stroke: $line; stroke-width: 1; }
.nb-sites [data-owner="1"] { fill: $first; stroke: $first; }
.nb-sites [data-owner="2"] { fill: $second; stroke: $second; }
.nb-sites .nb-piece { fill: none; stroke-width: .7; stroke-opacity: .55; stroke-linecap: round; }
.nb-sites .nb-piece[data-owner="1"], .nb-sites .nb-piece[data-owner="2"] {
  stroke-width: 5.5; stroke-opacity: 1; }
.nb-sites .nb-piece[data-owner="3"] { stroke: none; }
.nb-sites .nb-hole { fill: $paper; }
.nb-sites .nb-hole[data-owner="1"] { fill: $first; }
.nb-sites .nb-hole[data-owner="2"] { fill: $second; }
.nb-sites .nb-area { fill: $site; stroke: $line; }
.nb-sites .nb-area[data-owner="1"] { fill: $first; fill-opacity: .22; }
.nb-sites .nb-area[data-owner="2"] { fill: $second; fill-opacity: .22; }
.nb-marks > * { fill: none; stroke: $on; stroke-width: 2.6; stroke-linecap: round; }
.nb-marks .nb-area { stroke-width: 1.6; }
.nb-marks .nb-area[data-owner="1"] { stroke: $first; }
.nb-marks .nb-area[data-owner="2"] { stroke: $second; }
.nb-marks .nb-piece { stroke-width: 1.8; stroke: $paper; }
.nb-shores > * { fill: none; stroke-width: 5; stroke-linecap: round; }
.nb-shores .nb-first { stroke: $first; }
.nb-shores .nb-second { stroke: $second; stroke-dasharray: 9 8; }
.nb-points > * { fill: $ink; stroke: none; }
.nb-chain > * { fill: none; stroke: $glow; stroke-width: 3; stroke-linecap: round; }
.nb-chain .nb-casing { stroke: $paper; stroke-width: 7; }
.nb-last > * { fill: none; stroke: $glow; stroke-width: 2.5; }
.nb-last .nb-casing { stroke: $paper; stroke-width: 5; }
"""


def style(theme: str = "both") -> str:
    """The colours and strokes of a board as CSS.

    "light" or "dark" for a picture of its own, "both" for a page that says which it is in.
    """
    css = STYLE
    for name, (light, dark) in PALETTE.items():
        colour = {"light": light, "dark": dark}.get(theme, f"light-dark({light}, {dark})")
        css = css.replace(f"${name}", colour)
    return css


def svg(match: Any) -> str:
    """The picture of a match: the board, who owns what, the last claim, and what has won."""
    board, owners = match.game.board, match.position.owners
    chain = tuple(board.sites[board.spell(name)] for name in match.outcome.chain) if match.outcome else ()
    last = _last(match)
    layers = [
        _shores(board),
        _group("sites", _sites(board, owners)),
        _group("marks", (_mark(board, site, owners[site], shape) for site, shape in marks(board, owners))),
        _group("points", _points(board)),
        _group("chain", _threads(chain_path(board, chain))),
        _group("last", (ring for site in last for ring in _ringed(board, site))),
    ]
    dark = f"@media (prefers-color-scheme: dark) {{{style('dark')}}}"
    return _frame(board, f"<style>{style('light')}{dark}</style>" + "".join(layers), _title(match))


def chain_path(board: Board, chain: Iterable[int]) -> str:
    """A winning chain as one path; nothing where a game is won without one."""
    return "".join(f"M{_move(*line.middle)}{_from(line.middle, line)}" for line in thread(board, chain))


def _threads(path: str) -> Iterable[str]:
    """A bright line in a casing, so that it is seen on either player's colour."""
    return (f'<path class="nb-{role}" d="{path}"/>' for role in ("casing", "core") if path)


def _ringed(board: Board, site: int) -> Iterable[str]:
    return (element(Disc(board.shapes[site].middle, 0.38), role) for role in ("casing", "core"))


def _last(match: Any) -> tuple[int, ...]:
    names = [claim for claim in match.claims if claim not in ("swap", "resign")]
    return (match.game.board.site(names[-1]),) if names else ()


def _title(match: Any) -> str:
    state = match.result() or f"{match.game.players[match.position.to_move - 1]} to move"
    return f"{match.game.name}, move {len(match.moves)}: {state}"


def board_svg(board: Board) -> str:
    """The empty board for a page: sites in order, places for what changes, and stamps of the marks.

    A stamp says whose it is and, where marks differ from site to site, which of them it is
    (`data-stamp`); a site says which stamp it takes.
    """
    kinds: dict[tuple[str, ...], int] = {}
    sites = []
    for site, shape in enumerate(board.shapes):
        drawn = tuple(
            "".join(_from(shape.middle, mark) for mark in owned)
            for owned in stamps(shape, site < board.claimable)
        )
        kind = kinds.setdefault(drawn, len(kinds))
        sites.append(element(shape, _role(board, site), stamp=kind or None))
    stamped = [
        f'<path{_attributes(stamp=kind, owner=who)} d="{path}"/>'
        for drawn, kind in kinds.items()
        for who, path in zip((FIRST, SECOND), drawn, strict=True)
        if path
    ]
    empty = "".join(f'<g class="nb-{layer}"></g>' for layer in ("chain", "last", "over"))
    layers = (
        f"<defs>{''.join(stamped)}</defs>"
        + _shores(board)
        + _group("sites", sites)
        + '<g class="nb-marks"></g>'
        + _group("points", _points(board))
        + empty
    )
    return _frame(board, layers)


def _frame(board: Board, inside: str, title: str = "") -> str:
    left, top, width, height = extent((*board.shapes, *board.decor))
    box = " ".join(_n(v * SCALE) for v in (left, top, width, height))
    paper = f'<rect class="nb-paper" x="{_n(left * SCALE)}" y="{_n(top * SCALE)}" width="{_n(width * SCALE)}" height="{_n(height * SCALE)}" rx="10"/>'
    named = f'role="img" aria-label="{escape(title)}"><title>{escape(title)}</title' if title else 'role="none"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nb-board" viewBox="{box}" {named}>'
        f"{paper}{inside}</svg>"
    )


def _role(board: Board, site: int) -> str:
    shape = board.shapes[site]
    if isinstance(shape, Line):
        return "piece"
    if isinstance(shape, Disc):
        return "hole"
    return "" if site < board.claimable else "area"


def _sites(board: Board, owners: bytes) -> Iterable[str]:
    for site in sorted(range(len(owners)), key=lambda site: site < board.claimable):
        yield element(board.shapes[site], _role(board, site), owner=owners[site] or None)


def _mark(board: Board, site: int, owner: int, shape: Shape) -> str:
    return element(shape, _role(board, site), owner=owner)


def _shores(board: Board) -> str:
    lines = [s for s in board.decor if isinstance(s, Line)]
    labels = [s for s in board.decor if isinstance(s, Text)]
    return _group("shores", (element(s, s.role) for s in lines)) + _group(
        "labels", (element(s) for s in labels)
    )


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
