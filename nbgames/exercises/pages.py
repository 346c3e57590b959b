"""Pages of exercises and of proofs to watch, which need no Python and no network.

`python -m nbgames.exercises.pages FOLDER` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from . import (
    cuts,
    cycle_parity,
    double_cover,
    one_class,
    solving,
    somebody_must_win,
    stepwise,
    tempo,
    two_lattices,
)
from .asked import exercises_html, posed_in
from .proofs import proofs_html

IN_ORDER = (
    one_class,
    somebody_must_win,
    cycle_parity,
    double_cover,
    cuts,
    two_lattices,
    tempo,
    solving,
)


def pages() -> Iterator[tuple[str, str]]:
    """The name and text of each page."""
    every = [posed for checks in IN_ORDER for posed in posed_in(checks).values()]
    yield "exercises.html", exercises_html("Exercises on boards", every)
    yield "proofs.html", proofs_html("Proofs to watch", stepwise.every())


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages():
        (folder / name).write_text(text, "utf-8")
        print(f"open {folder / name}")
