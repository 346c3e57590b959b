"""A match as an animated GIF, a frame for each claim."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from ..play.match import Match
from ..play.sentences import says
from .raster import picture
from .scene import caption_lines


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
    words = [says(now) if told else "" for now in shown]
    room = max(len(caption_lines(caption)) for caption in words)
    frames = [
        picture(now, width, theme, caption, numbers=numbers, room=room).quantize(
            64, Image.Quantize.FASTOCTREE
        )
        for now, caption in zip(shown, words, strict=True)
    ]
    steps = [round(1000 * seconds)] * len(frames)
    steps[-1] *= 4
    out = BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=steps, loop=0, disposal=1
    )
    return out.getvalue()
