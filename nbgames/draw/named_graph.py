"""The graph of a position as SVG in which each node carries its name: what a page clicks on."""

from __future__ import annotations

import re
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from .. import graphs
from ..core.shapes import Line
from .axes import palette
from .figures import graph
from .looks import PALETTE, STROKES
from .mark_layers import add_marks
from .measured import unit_of

if TYPE_CHECKING:
    from ..play.match import Match


def drawn(m: Match, answer: Any, *, seam: tuple[str, ...] = (), dark: bool = False) -> str:
    """The graph of a position with an answer on it as SVG, each node marked with its name.

    Parameters
    ----------
    m : Match
        A match.
    answer : Distance, Playouts, Solution or another answer, or None
        What to lay over the graph.
    seam : tuple of str, default ()
        Projex: cells across which the seam has been moved.
    dark : bool, default False
        Whether to use the dark colours.

    Returns
    -------
    str
        The SVG.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.drawn(nbgames.match("projex", 3), None).count("data-name")
    12
    """
    figure = Figure(figsize=(6, 6))
    FigureCanvasSVG(figure)
    figure.set_facecolor(PALETTE["paper"][dark])
    ax = figure.add_axes((0, 0, 1, 1))
    graph(m, ax, switched=seam)
    if answer is not None:
        add_marks(m, ax, palette(ax), answer.marks(), {})
    out = StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = re.sub(r"^.*?(?=<svg )", "", out.getvalue(), flags=re.S)
    return text.replace("</svg>", _nodes(m, ax) + "</svg>")


def _nodes(m: Match, ax: Any) -> str:
    """A clear mark on every node, with its name: what a pointer finds."""
    figure, board = ax.figure, m.game.board
    scale, height = 72 / figure.dpi, figure.bbox.height
    unit = unit_of(ax)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        x, y = ax.transData.transform(point)
        return round(x * scale, 1), round((height - y) * scale, 1)

    marks = []
    for name, pos in graphs.board_graph(m).nodes(data="pos"):
        shape = board.shapes[board.site(name)]
        title = f"<title>{escape(name)}</title>"
        if isinstance(shape, Line):
            (ax_, ay), (bx, by) = (at((x, -y)) for x, y in shape.points)
            wide = STROKES["piece"] * unit
            line = f'x1="{ax_}" y1="{ay}" x2="{bx}" y2="{by}" stroke-width="{wide:.1f}"'
            marks.append(f'<line data-name="{name}" stroke="transparent" {line}>{title}</line>')
        else:
            x, y = at(pos)
            disc = f'cx="{x}" cy="{y}" r="{(0.8 if board.parts else 0.4) * unit:.1f}"'
            marks.append(f'<circle data-name="{name}" fill="transparent" {disc}>{title}</circle>')
    return "".join(marks)
