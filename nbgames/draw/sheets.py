"""Empty boards for pen and pencil: a PDF of A4 or Letter pages, drawn with matplotlib."""

from __future__ import annotations

from io import BytesIO
from textwrap import fill

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from ..core.board import Board
from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.lattice import hexagon
from ..core.shapes import Disc, Line, Text
from .axes import add_lines, add_polygons, outline, upright
from .looks import LINES, SIDE_DASHES
from .measured import unit_of
from .scene import extent

PAPERS = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}  # points
MARGIN, FOOT, HEAD = 42, 74, 44  # points
SIDE, RULE = 2.4, 0.5  # points: a player's side, a line that only guides the eye


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
    out = BytesIO()
    about = {"Creator": "nbgames", "CreationDate": None}
    with rc_context({"pdf.fonttype": 42}), PdfPages(out, metadata=about) as pages:
        for game in games:
            pages.savefig(page(game, *sizes[paper.lower()]))
    return out.getvalue()


def page(game: Game, width: float, height: float) -> Figure:
    """Title, the board as large as it fits, the rules, and lines for the players' names."""
    figure = Figure(figsize=(width / 72, height / 72))
    top = 1 - (MARGIN + 14) / height
    figure.text(MARGIN / width, top, game.title, size=17)
    for player, x in zip(game.players, (0.36, 0.68), strict=True):
        figure.text(x, top, f"{player}: {'_' * 22}", size=10)
    low, high = (MARGIN + FOOT) / height, 1 - (MARGIN + HEAD) / height
    left = MARGIN / width
    add_board(figure.add_axes((left, low, 1 - 2 * left, high - low), anchor="N"), game.board)
    told = fill(game.rules.told, 96)
    figure.text(left, low - 20 / height, told, size=9, va="top", linespacing=1.4)
    return figure


def add_board(ax: Axes, board: Board) -> None:
    """What there is to fill in, and around it sides and coordinates, in black and greys."""
    left, top, width, height = extent(board)
    ax.set(xlim=(left, left + width), ylim=(-top - height, -top), aspect="equal")
    ax.set_axis_off()
    unit = unit_of(ax)
    rim = LINES["rim"] / unit
    beyond = [outline(hexagon(middle)) for middle, _ in board.ghosts]
    add_polygons(ax, beyond, "none", "0.75", 1, width=rim, ls=":")
    for (x, y), site in board.ghosts:
        ax.text(x, -y, board.names[site], size=0.24 * unit, color="0.5", ha="center", va="center")
    sites = (range(board.claimable, len(board.names)), range(board.claimable))
    for zorder, some in enumerate(sites, 2):  # areas lie below; a piece is only its two points
        shapes = (board.shapes[site] for site in some)
        flat = [outline(shape) for shape in shapes if not isinstance(shape, Line)]
        add_polygons(ax, flat, "white", "0.35", zorder, width=rim)
    for shape in board.decor:
        x, y = shape.middle
        if isinstance(shape, Text):
            ax.text(x, -y, shape.text, size=0.9 * shape.size * unit, ha="center", va="center")
        elif isinstance(shape, Disc):
            add_polygons(ax, [outline(shape)], "black", "black", 4, width=rim)
        else:
            side = shape.role in ("first", "second")
            dashes = SIDE_DASHES if shape.role == "second" else ()
            ends, grey = [upright(shape.points)], "black" if side else "0.7"
            add_lines(ax, ends, grey, (SIDE if side else RULE) / unit, ls=dashes, zorder=1)
