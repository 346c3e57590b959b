"""A position as a PNG, drawn with pillow."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from io import BytesIO

from PIL import Image

from ..core.lattice import hexagon
from ..core.position import RESIGN, SWAP
from ..core.shapes import Disc, Line, Shape, Text
from ..play import arrows
from ..play.match import Match
from .looks import PALETTE
from .pen import FINE, Pen
from .scene import caption_lines, chain_lines, extent, position_marks
from .svg import numbered


def png(
    m: Match,
    *,
    width: int = 560,
    theme: str = "light",
    caption: str = "",
    marks: str | Iterable[str] = (),
    numbers: bool = False,
) -> bytes:
    """A position as a PNG.

    Parameters
    ----------
    m
        A match; its last position is drawn, with the last claim and what has won.
    width
        In pixels.
    theme
        "light" or "dark".
    caption
        A line below the board.
    marks
        Rings and arrows: "F6 F6>A6", or a list of such words.
    numbers
        Write the number of its move on each site instead of its player's mark.
    """
    out = BytesIO()
    image = picture(m, width, theme, caption, numbers=numbers, drawn=marks)
    image.quantize(128, Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()


def picture(
    m: Match,
    width: int,
    theme: str,
    caption: str,
    *,
    numbers: bool,
    drawn: str | Iterable[str] = (),
    room: int = 0,
) -> Image.Image:
    """A position as an image, with room for this many lines of a caption at least."""
    board = m.game.board
    colours = {name: pair[theme == "dark"] for name, pair in PALETTE.items()}
    lines = caption_lines(caption)
    pen = Pen(extent(board), FINE * width, colours, max(room, len(lines)))
    _draw(pen, m, numbered(m) if numbers else {})
    pen.cased([*arrows.shapes(board, arrows.read(board, drawn))], "ink")
    pen.caption(lines)
    return pen.image.reduce(FINE)


def _draw(pen: Pen, m: Match, count: Mapping[int, Text]) -> None:
    board, owners = m.game.board, m.position.owners
    for shape in board.decor:
        if isinstance(shape, Line):
            pen.line(shape.points, shape.role, "outline" if shape.role == "line" else "side")
    for middle, site in board.ghosts:
        pen.polygon(hexagon(middle).points, pen.faint(owners[site], 0.3), "line", "faint")
    chain = m.outcome.chain if m.outcome else ()
    won = chain_lines(board, map(board.site, chain))
    glows = isinstance(board.shapes[0], Line)
    for line in won if glows else ():
        pen.line(line.points, "glow", "glow")
    _draw_sites(pen, m, count)
    for shape in board.decor:
        if isinstance(shape, Disc):
            pen.disc(shape, "ink")
        elif isinstance(shape, Text):
            pen.text(shape)
    pen.cased(() if glows else won, "glow")
    for name in [claim for claim in m.claims if claim not in (SWAP, RESIGN)][-1:]:
        pen.ring(board.shapes[board.site(name)])
    for site, text in count.items():
        pen.text(text, "on", around=("first", "second")[owners[site] - 1])


def _draw_sites(pen: Pen, m: Match, plain: Container[int]) -> None:
    """Sites with their marks, the areas first, which lie below."""
    board, owners = m.game.board, m.position.owners
    marks: dict[int, list[Shape]] = {}
    for site, mark in position_marks(board, owners, plain):
        marks.setdefault(site, []).append(mark)
    for site in (*range(board.claimable, len(owners)), *range(board.claimable)):
        claimed = site < board.claimable
        pen.site(board.shapes[site], owners[site], claimed=claimed)
        for mark in marks.get(site, ()):
            pen.mark(mark, owners[site], board.shapes[site], claimed=claimed)
