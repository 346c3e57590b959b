"""A figure as a notebook shows it: a small picture, words for who cannot see it, and a caption."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from PIL import Image

FINE, PAGE = 144, 96  # dots an inch: in the picture, for a wall to be read from; on a page
COLOURS = 128  # few enough that a picture of a board is a quarter as large


@dataclass(frozen=True, slots=True, repr=False)
class Captioned:
    """A PNG with its width on a page, words for it and a caption; a cell that ends so shows it."""

    picture: bytes
    width: int
    alt: str
    caption: str

    def __repr__(self) -> str:
        return f"{self.caption} ({self.alt})"

    def _repr_html_(self) -> str:
        data = b64encode(self.picture).decode()
        return (
            f'<figure style="margin: 0.5em 0"><img alt="{escape(self.alt)}" width="{self.width}" '
            f'src="data:image/png;base64,{data}"><figcaption>{escape(self.caption)}</figcaption>'
            "</figure>"
        )


def captioned(ax: Axes, caption: str) -> Captioned:
    """The figure of these axes with a caption under it; it takes no more drawing.

    Parameters
    ----------
    ax
        Axes that a function of `nbgames.plots` gave. The labels of all axes in the figure are the
        alternative text.
    caption
        What there is to see in it, in a sentence.
    """
    figure: Any = ax.figure
    out, small = BytesIO(), BytesIO()
    figure.savefig(out, format="png", dpi=FINE)
    Image.open(out).convert("RGB").quantize(COLOURS).save(small, "png", optimize=True)
    alt = " ".join(filter(None, (one.get_label() for one in figure.axes)))
    plt.close(figure)  # or the notebook would show it a second time, without a caption
    return Captioned(small.getvalue(), round(figure.get_figwidth() * PAGE), alt, caption)
