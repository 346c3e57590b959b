"""Shapes that a picture of a position needs besides its sites: players' marks, chains, a box."""

from __future__ import annotations

from collections.abc import Container, Iterable
from textwrap import wrap

from ..core.board import Board
from ..core.lattice import hexagon
from ..core.position import FIRST, SECOND
from ..core.shapes import Disc, Line, Point, Shape

CROSS = 0.2
RING = 0.21
HATCH = 0.5
MARGIN = 0.4
CAPTION = 0.032  # the size of a caption's letters, of a picture's width: 13 pixels of 400
LEADING = 1.35  # from line to line, in letters
LINE, MOST_LINES = 52, 8  # letters in a line of a caption, and how many lines it has at most


def player_marks(
    shape: Shape, claimed: bool, share: float = 1
) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """The marks of FIRST and of SECOND on a site of this shape; an area that fills is hatched.

    On a hexagon they are a share of their usual size.
    """
    x, y = shape.middle
    if isinstance(shape, Line):
        return (), (shape,)
    if isinstance(shape, Disc):
        r = shape.radius * 0.55
        return (Line(((x, y - r), (x, y + r))),), (Line(((x - r, y), (x + r, y))),)
    if not claimed:
        return _hatched(shape, upright=True), _hatched(shape, upright=False)
    c = CROSS * share
    cross = (Line(((x - c, y - c), (x + c, y + c))), Line(((x + c, y - c), (x - c, y + c))))
    return cross, (Disc((x, y), RING * share),)


def node_marks(node: Disc, like: Shape, owner: int) -> tuple[Shape, ...]:
    """A player's marks on sites of some shape, as large as a node of a graph has room for."""
    if isinstance(like, Disc):
        return player_marks(node, claimed=True)[owner - 1]
    share = 0.5 * node.radius / CROSS
    return player_marks(hexagon(node.middle), claimed=True, share=share)[owner - 1]


def _hatched(area: Shape, *, upright: bool) -> tuple[Shape, ...]:
    """Parallel strokes across an area, from side to side."""
    points = area.points if upright else tuple((y, x) for x, y in area.points)
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    strokes = []
    at = low + HATCH / 2
    while at < high:
        cuts = sorted(_cuts(points, at))
        for top, bottom in zip(cuts[::2], cuts[1::2], strict=False):
            ends = ((at, top + 0.12), (at, bottom - 0.12))
            if ends[0][1] < ends[1][1]:
                strokes.append(Line(ends if upright else tuple((y, x) for x, y in ends)))
        at += HATCH
    return tuple(strokes)


def _cuts(points: tuple[Point, ...], at: float) -> Iterable[float]:
    """Where an upright line meets the sides of a polygon."""
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if min(ax, bx) <= at < max(ax, bx):
            yield ay + (by - ay) * (at - ax) / (bx - ax)


def position_marks(
    board: Board, owners: bytes, plain: Container[int] = ()
) -> Iterable[tuple[int, Shape]]:
    """The marks of a position, each with the site that it is on; none on those that stay plain.

    A piece, which is a line, always has its own.
    """
    for site, owner in enumerate(owners):
        shape = board.shapes[site]
        if owner in (FIRST, SECOND) and (site not in plain or isinstance(shape, Line)):
            for mark in player_marks(shape, site < board.claimable)[owner - 1]:
                yield site, mark


def chain_lines(board: Board, chain: Iterable[int], *, closed: bool = True) -> tuple[Shape, ...]:
    """Lines through a chain's sites in order; a loop closes and leaves over the edge it crosses."""
    chain = tuple(chain)
    if not chain:
        return ()
    shapes = [board.shapes[site] for site in chain]
    if any(isinstance(shape, Line) for shape in shapes):
        return tuple(shapes)
    lines = []
    for a, b in zip(
        chain, chain[1:] + chain[:1] if board.twists and closed else chain[1:], strict=False
    ):
        start, end = board.shapes[a].middle, board.shapes[b].middle
        if (a, b) in board.twists:
            lines += [
                Line((start, _nearest_copy(board, b, start))),
                Line((end, _nearest_copy(board, a, end))),
            ]
        else:
            lines.append(Line((start, end)))
    return tuple(lines)


def _nearest_copy(board: Board, site: int, near: Point) -> Point:
    """Where the copy of a site beyond the edge lies that is nearest to a point."""
    copies = (point for point, other in board.ghosts if other == site)
    return min(copies, key=lambda point: (point[0] - near[0]) ** 2 + (point[1] - near[1]) ** 2)


def caption_lines(words: str) -> list[str]:
    """A caption in lines that are as wide as a picture; the end of a very long one is left out."""
    return wrap(words, LINE, max_lines=MOST_LINES, placeholder=" …")


def extent(board: Board) -> tuple[float, float, float, float]:
    """The box around all that a board shows: left, top, width, height."""
    shapes = (*board.shapes, *board.decor, *(hexagon(middle) for middle, _ in board.ghosts))
    xs, ys = zip(*(point for shape in shapes for point in shape.points), strict=True)
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top
