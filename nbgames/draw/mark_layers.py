"""An answer's marks on matplotlib axes: rings, paths, notes and their legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from ..core.position import FIRST, SECOND
from ..core.shapes import Disc, Line
from . import scene
from .axes import Colours, add_cased, add_lines, upright
from .board_layers import add_stones, stroked
from .keys import Key, add_keys
from .looks import STROKES
from .measured import add_text
from .shades import Scale, add_shades

if TYPE_CHECKING:
    from ..core.board import Board
    from ..play.match import Match
    from .marks import Mark

RING, AREA_RING, NOTE = 0.42, 0.8, 0.42  # radii on hexagons and in areas; letters
WITHIN = 0.62  # the radius of a second ring on a site, in that of the first


def add_marks(m: Match, ax: Axes, colours: Colours, marks: Iterable[Mark], scale: Scale) -> bool:
    """Draw the marks with a legend and scales; is there any of these?"""
    keys: dict[str, Key] = {}
    shaded = False
    ringed: Counter[int] = Counter()
    for mark in marks:
        if mark.values:
            add_shades(m, ax, colours, mark, scale)
            shaded = True
        elif key := add_mark(m, ax, colours, mark, ringed):
            keys.setdefault(mark.label, key)
    add_keys(ax, colours, list(keys.values()))
    return shaded or bool(keys)


def add_mark(m: Match, ax: Axes, colours: Colours, mark: Mark, ringed: Counter[int]) -> Key | None:
    """Draw one mark beside the rings that sites have; return its line of the legend."""
    board_ = m.game.board
    sites = [board_.site(name) for name in mark.path or mark.sites]
    if not sites and mark.notes:
        _write(board_, ax, colours, mark.notes)
        return Key(mark.label, "ink", sign="letter")
    if mark.lines:
        add_cased(ax, colours, [upright(line.points) for line in mark.lines], mark.look)
        return Key(mark.label, *mark.look)
    if not sites and not mark.points:
        return None
    if sites and isinstance(board_.shapes[sites[0]], Line):
        _frame_pieces(m, ax, colours, mark, sites)
    elif mark.path:
        lines = scene.chain_lines(board_, sites, closed=mark.closed)
        add_cased(ax, colours, [upright(line.points) for line in lines], mark.look)
        crossed = range(board_.claimable) if board_.parts else sites
        add_stones(m, ax, colours, crossed, zorder=7.5)
    else:
        around = (_ring(board_, site, WITHIN ** ringed[site]) for site in sites)
        rings = [stroked(ring) for ring in (*around, *mark.rings)]
        ringed.update(sites)
        add_cased(ax, colours, rings, mark.look, "ring", zorder=8)
        return Key(mark.label, *mark.look, sign="ring")
    return Key(mark.label, *mark.look)


def _ring(board_: Board, site: int, share: float) -> Disc:
    shape = board_.shapes[site]
    if isinstance(shape, Disc):
        return Disc(shape.middle, shape.radius / share)  # within a hole there is no room
    return Disc(shape.middle, share * (AREA_RING if board_.parts else RING))


def _frame_pieces(m: Match, ax: Axes, colours: Colours, mark: Mark, sites: Iterable[int]) -> None:
    """A line where a piece may lie; around one that lies there already, which stays visible."""
    shapes, owners = m.game.board.shapes, m.position.owners
    taken = [upright(shapes[s].points) for s in sites if owners[s] in (FIRST, SECOND)]
    free = [upright(shapes[s].points) for s in sites if owners[s] not in (FIRST, SECOND)]
    colour, dashes = mark.look
    add_lines(ax, taken, colours[colour], STROKES["frame"], ls=dashes, zorder=2.6)
    add_lines(ax, taken, colours["paper"], STROKES["frame-casing"], zorder=2.7)
    add_cased(ax, colours, free, mark.look, zorder=7 if mark.path else 8)


def _write(board_: Board, ax: Axes, colours: Colours, notes: Mapping[str, str]) -> None:
    for name, note in notes.items():
        (at,) = upright([board_.shapes[board_.site(name)].middle])
        add_text(ax, at, note, NOTE, colours["ink"])
