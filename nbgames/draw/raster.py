"""Pictures to keep: a position as PNG, a match as an animated GIF; drawn with pillow.

The same primitives and colours as everywhere; nothing here knows a game's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from ..core.lattice import hexagon
from ..core.position import BLOCKED, EMPTY, RESIGN, SWAP
from ..core.shapes import Disc, Line, Point, Polygon, Shape, Text
from ..play import arrows
from ..play.match import Match
from ..play.sentences import says
from .scene import PALETTE, extent, thread
from .scene import marks as stamped
from .svg import SCALE, numbered

FINE = 2  # drawn so many times larger and then shrunk, which smooths the edges
LINE, WORDS = 1.0, 15  # the width of a cell's outline in the drawing's units; letters of a caption
SMALLEST = 0.65  # of that, for a long caption


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
    picture = _picture(m, width, theme, caption, numbers=numbers, drawn=marks)
    picture.quantize(128, Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(
    m: Match,
    *,
    width: int = 420,
    theme: str = "light",
    seconds: float = 0.8,
    told: bool = True,
    numbers: bool = False,
) -> bytes:
    """A match as an animated GIF, a frame for each claim; the last one stays four times as long.

    With `told` every frame says below the board what happened; `numbers` are as for `png`.
    """
    shown = [m.after(count) for count in range(len(m.claims) + 1)]
    frames = [
        _picture(now, width, theme, says(now) if told else "", numbers=numbers).quantize(
            64, Image.Quantize.FASTOCTREE
        )
        for now in shown
    ]
    steps = [round(1000 * seconds)] * len(frames)
    steps[-1] *= 4
    out = BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=steps, loop=0, disposal=1
    )
    return out.getvalue()


def _picture(
    m: Match,
    width: int,
    theme: str,
    caption: str,
    *,
    numbers: bool,
    drawn: str | Iterable[str] = (),
) -> Image.Image:
    board = m.game.board
    colours = {name: pair[theme == "dark"] for name, pair in PALETTE.items()}
    pen = Pen(extent(board), FINE * width, colours, foot=2 * WORDS * FINE if caption else 0)
    _board(pen, m, numbered(m) if numbers else {})
    pen.chalk([*arrows.shapes(board, arrows.read(board, drawn))])
    if caption:
        pen.caption(caption)
    return pen.image.reduce(FINE)


def _board(pen: Pen, m: Match, count: Mapping[int, Text]) -> None:
    board, owners = m.game.board, m.position.owners
    for shape in board.decor:
        if isinstance(shape, Line):
            pen.line(shape.points, shape.role, 1 if shape.role == "line" else 5)
    for middle, site in board.ghosts:
        pen.polygon(hexagon(middle).points, pen.faint(owners[site], 0.3), "line", 0.5)
    order = [*range(board.claimable, len(owners)), *range(board.claimable)]
    drawn: dict[int, list[Shape]] = {}
    for site, mark in stamped(board, owners, plain=count):
        drawn.setdefault(site, []).append(mark)
    for site in order:
        pen.site(board.shapes[site], owners[site], claimed=site < board.claimable)
        for mark in drawn.get(site, ()):
            pen.mark(mark, owners[site], board.shapes[site], claimed=site < board.claimable)
    for shape in board.decor:
        if isinstance(shape, Disc):
            pen.disc(shape, "ink")
        elif isinstance(shape, Text):
            pen.text(shape)
    if m.outcome and m.outcome.chain:
        lines = thread(board, [board.site(name) for name in m.outcome.chain])
        for colour, wide in (("paper", 7), ("glow", 3)):
            for line in lines:
                pen.line(line.points, colour, wide)
    last = [claim for claim in m.claims if claim not in (SWAP, RESIGN)][-1:]
    for name in last:
        pen.ring(board.shapes[board.site(name)])
    for site, text in count.items():
        pen.text(text, "on", around=("first", "second")[owners[site] - 1])


class Pen:
    """An image and how to draw on it in board units."""

    def __init__(
        self, box: tuple[float, ...], width: int, colours: dict[str, str], foot: int = 0
    ) -> None:
        self.left, self.top, wide, high = box
        self.unit = width / wide
        self.colours = colours
        size = (width, round(high * self.unit / FINE) * FINE + foot)
        self.image = Image.new("RGB", size, colours["paper"])
        self.ink = ImageDraw.Draw(self.image)

    def at(self, points: Iterable[Point]) -> list[Point]:
        return [((x - self.left) * self.unit, (y - self.top) * self.unit) for x, y in points]

    def wide(self, units: float) -> int:
        return max(1, round(units / SCALE * self.unit))

    def faint(self, owner: int, share: float) -> str:
        """An owner's colour mixed into the paper's; the paper's for nobody."""
        if owner in (EMPTY, BLOCKED):
            return self.colours["paper"]
        over, under = self.colours[("first", "second")[owner - 1]], self.colours["paper"]
        mixed = (
            round(share * int(over[k : k + 2], 16) + (1 - share) * int(under[k : k + 2], 16))
            for k in (1, 3, 5)
        )
        return "#" + "".join(f"{value:02x}" for value in mixed)

    def site(self, shape: Shape, owner: int, *, claimed: bool) -> None:
        fill = ("site", "first", "second", "site")[owner]
        if isinstance(shape, Line):
            if owner == EMPTY:
                self.line(shape.points, "site", LINE)
            elif owner != BLOCKED:
                self.line(shape.points, fill, 5.5)
        elif isinstance(shape, Disc):
            self.disc(shape, fill if owner else "paper", "line", LINE)
        elif claimed:
            self.polygon(shape.points, self.colours[fill], "paper" if owner else "line", LINE)
        else:
            mild = self.faint(owner, 0.22) if owner else self.colours["site"]
            self.polygon(shape.points, mild, "line", LINE)

    def mark(self, mark: Shape, owner: int, on: Shape, *, claimed: bool) -> None:
        colour = "on" if claimed else ("first", "second")[owner - 1]
        if isinstance(on, Line):
            self.line(mark.points, "paper", 1.8)
        elif isinstance(mark, Disc):
            self.circle(mark, colour, 2.6)
        else:
            self.line(mark.points, colour, 2.6 if claimed else 1.6)

    def ring(self, shape: Shape) -> None:
        for colour, wide in (("paper", 4.5), ("glow", 2.5)):
            if isinstance(shape, Polygon):
                self.line((*shape.points, *shape.points[:2]), colour, wide)
            else:
                self.circle(Disc(shape.middle, getattr(shape, "radius", 0.14)), colour, wide)

    def line(self, points: tuple[Point, ...], colour: str, wide: float) -> None:
        ends, width = self.at(points), self.wide(wide)
        self.ink.line(ends, self.colours[colour], width, joint="curve")
        if wide > 2:
            for x, y in (ends[0], ends[-1]):
                r = width / 2
                self.ink.ellipse((x - r, y - r, x + r, y + r), self.colours[colour])

    def polygon(self, points: tuple[Point, ...], fill: str, edge: str, wide: float) -> None:
        ends = self.at(points)
        self.ink.polygon(ends, fill)
        self.ink.line([*ends, *ends[:2]], self.colours[edge], self.wide(wide), joint="curve")

    def disc(self, disc: Disc, fill: str, edge: str = "", wide: float = 0) -> None:
        around = self.colours[edge] if edge else None
        a, b = self.at(disc.points)
        self.ink.ellipse([*a, *b], self.colours[fill], around, self.wide(wide))

    def circle(self, disc: Disc, colour: str, wide: float) -> None:
        grown = Disc(disc.middle, disc.radius + wide / SCALE / 2)
        ends = self.at(grown.points)
        self.ink.ellipse([*ends[0], *ends[1]], None, self.colours[colour], self.wide(wide))

    def chalk(self, shapes: Iterable[Shape]) -> None:
        """Rings and arrows in their casings: all casings first, since they may cross."""
        for colour, wide in (("paper", 5), ("ink", 2.4)):
            for shape in shapes:
                if isinstance(shape, Disc):
                    self.circle(shape, colour, wide)
                else:
                    self.line(shape.points, colour, wide)

    def text(self, text: Text, colour: str = "ink", around: str = "paper") -> None:
        (place,) = self.at([text.middle])
        font = ImageFont.load_default(text.size * self.unit)
        edge = 0 if around == "paper" else self.wide(1.5)
        self.ink.text(
            place,
            text.text,
            self.colours[colour],
            font,
            anchor="mm",
            stroke_width=edge,
            stroke_fill=self.colours[around],
        )

    def caption(self, words: str) -> None:
        """A line at the foot: smaller if it is long, and cut if it is longer still."""
        width, height = self.image.size
        fit = (width - 50) / ImageFont.load_default(WORDS * FINE).getlength(words)
        font = ImageFont.load_default(WORDS * FINE * min(1, max(SMALLEST, fit)))
        while words and font.getlength(words) > width - 20:
            words = words[:-2].rstrip() + "…"
        self.ink.text(
            (width / 2, height - WORDS * FINE), words, self.colours["ink"], font, anchor="mm"
        )
