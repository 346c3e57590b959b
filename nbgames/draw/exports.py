"""Finished matplotlib figures as something else: a captioned PNG for a notebook, SVG text."""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import Any

import matplotlib.pyplot as plt
from matplotlib import rc_context
from matplotlib.axes import Axes
from PIL import Image

from .captions import Captioned

FINE, PAGE = 144, 96  # dots an inch: in the picture, for projection; on a page
COLOURS = 128  # few enough that a picture of a board is a quarter as large


def captioned(ax: Axes, caption: str) -> Captioned:
    """The figure of these axes with a caption under it; it takes no more drawing.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Axes that a function here gave. The labels of all axes in the figure are the alternative
        text.
    caption : str
        What there is to see in it, in a sentence.

    Returns
    -------
    Captioned
        The picture as PNG, which a cell shows.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("projex", 3)
    >>> nbgames.plots.captioned(nbgames.plots.board(m), "An empty board.")
    An empty board. (Projex: X to move; move 1.)
    """
    figure: Any = ax.figure
    out, small = BytesIO(), BytesIO()
    figure.savefig(out, format="png", dpi=FINE)
    Image.open(out).convert("RGB").quantize(COLOURS).save(small, "png", optimize=True)
    alt = " ".join(filter(None, (one.get_label() for one in figure.axes)))
    plt.close(figure)  # or the notebook would show it a second time, without a caption
    return Captioned(small.getvalue(), round(figure.get_figwidth() * PAGE), alt, caption)


def vector(ax: Axes) -> str:
    """The figure of these axes as SVG text, with the alternative text as its description.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Axes that a function here gave.

    Returns
    -------
    str
        The SVG.

    Examples
    --------
    >>> import nbgames
    >>> "<svg" in nbgames.plots.vector(nbgames.plots.board(nbgames.match("projex", 3)))
    True
    """
    out = StringIO()
    about = {"Title": "nbgames", "Description": ax.get_label(), "Date": None}
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "nbgames"}):
        figure: Any = ax.figure
        figure.savefig(out, format="svg", metadata=about, bbox_inches="tight")
    return out.getvalue()
