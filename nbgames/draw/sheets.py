"""Boards on paper: a PDF of empty boards for pen and pencil, A4 or Letter, written by hand.

The primitives become a page's strokes, so nothing is needed but this file; letters are Helvetica's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from textwrap import wrap

from ..core.errors import Refused, shown
from ..core.lattice import hexagon
from ..core.position import FIRST, SECOND
from ..core.rules import Game
from ..core.shapes import Disc, Line, Point, Polygon, Shape, Text
from ..notation.address import titled
from .scene import extent

PAPERS = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}  # points
MARGIN, FOOT, HEAD = 42, 74, 44
ROUND = 0.5523  # of a quarter circle as a Bézier curve
LINES = {"first": "0 G [] 0 d 2.4 w", "second": "0 G [7 5] 0 d 2.4 w", "line": "0.7 G [] 0 d 0.5 w"}


def pdf(*games: Game, paper: str = "A4") -> bytes:
    """Sheets of empty boards, one page a game.

    Parameters
    ----------
    *games
        Games, each at its size.
    paper
        "A4" or "Letter".

    Raises
    ------
    Refused
        If there is no such paper, or no game is given.

    >>> from nbgames.games import game
    >>> pdf(game("copolymer", 9), paper="Letter")[:8]
    b'%PDF-1.4'
    """
    sizes = {name.lower(): size for name, size in PAPERS.items()}
    if not isinstance(paper, str) or paper.lower() not in sizes:
        raise Refused(f"{shown(paper)} is no paper here: {' or '.join(PAPERS)}")
    if not games:
        raise Refused("a sheet needs a game: pdf(game)")
    size = sizes[paper.lower()]
    return _file([_page(game, size) for game in games], size)


def _file(pages: list[str], size: tuple[float, float]) -> bytes:
    """The objects of a PDF, and where each begins."""
    kids = " ".join(f"{4 + 2 * k} 0 R" for k in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for k, page in enumerate(pages):
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_n(*size)}] "
            f"/Resources << /Font << /F 3 0 R >> >> /Contents {5 + 2 * k} 0 R >>",
            f"<< /Length {len(page.encode('cp1252', 'replace'))} >>\nstream\n{page}\nendstream",
        ]
    out, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("cp1252", "replace")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    count = len(objects) + 1
    return out + (
        f"xref\n0 {count}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    ).encode("ascii")


def _page(game: Game, size: tuple[float, float]) -> str:
    """Title, board as large as it fits, rules and lines for the players' names."""
    width, height = size
    board = game.board
    left, top, wide, high = extent(board)
    unit = min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN - HEAD - FOOT) / high)
    x0 = (width - unit * wide) / 2 - unit * left
    y0 = height - MARGIN - HEAD + unit * top

    def at(point: Point) -> Point:
        return x0 + unit * point[0], y0 - unit * point[1]

    lines = [_words((MARGIN, height - MARGIN - 14), 17, titled(game))]
    for who, x in ((FIRST, 0.36), (SECOND, 0.68)):
        place = (width * x, height - MARGIN - 14)
        lines.append(_words(place, 11, f"{game.players[who - 1]}: {'_' * 22}"))
    lines.append("1 J 1 j")
    for middle, site in board.ghosts:
        lines.append(_drawn(hexagon(middle), at, unit, "0.75 G [2 2] 0 d 0.4 w"))
        lines.append(_words(at(middle), 0.26 * unit, board.names[site], middle=True, grey=0.5))
    lines += [_drawn(shape, at, unit, "0.35 G [] 0 d 0.7 w") for shape in _outlines(game)]
    for shape in board.decor:
        if isinstance(shape, Text):
            lines.append(_words(at(shape.middle), shape.size * unit, shape.text, middle=True))
        elif isinstance(shape, Line):
            lines.append(_drawn(shape, at, unit, LINES[shape.role]))
        else:
            lines.append(_drawn(shape, at, unit, "0 g 0 G [] 0 d 0.3 w", "b"))
    for k, line in enumerate(wrap(game.rules.told, 96)):
        lines.append(_words((MARGIN, MARGIN + FOOT - 34 - 13 * k), 10, line))
    return "\n".join(lines)


def _outlines(game: Game) -> Iterable[Shape]:
    """What there is to fill in: areas below, sites above; a diagonal is only its points."""
    shapes, claimable = game.board.shapes, game.board.claimable
    for shape in (*shapes[claimable:], *shapes[:claimable]):
        if not isinstance(shape, Line):
            yield shape


def _drawn(
    shape: Shape, at: Callable[[Point], Point], unit: float, how: str, paint: str = ""
) -> str:
    if isinstance(shape, Disc):
        path = _circle(at(shape.middle), shape.radius * unit)
        return f"{how} {path} {paint}" if paint else f"{how} 1 g {path} B"
    ends = [at(point) for point in shape.points]
    path = " ".join(f"{_n(*end)} {'l' if k else 'm'}" for k, end in enumerate(ends))
    return f"{how} {path} {'s' if isinstance(shape, Polygon) else 'S'}"


def _circle(middle: Point, r: float) -> str:
    (x, y), k = middle, ROUND * r
    quarters = [
        ((x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x + k, y - r), (x + r, y - k), (x + r, y)),
    ]
    curves = " ".join(f"{_n(*a)} {_n(*b)} {_n(*c)} c" for a, b, c in quarters)
    return f"{_n(x + r, y)} m {curves}"


def _words(place: Point, size: float, text: str, *, middle: bool = False, grey: float = 0) -> str:
    x, y = place
    if middle:
        x, y = x - 0.28 * size * len(text), y - 0.35 * size
    safe = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT {_n(grey)} g /F {_n(size)} Tf {_n(x, y)} Td ({safe}) Tj ET"


def _n(*values: float) -> str:
    return " ".join(f"{value:.2f}".rstrip("0").rstrip(".") for value in values)
