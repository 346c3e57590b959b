"""The puzzle trainer in a notebook: results are lines of a file in the user's data folder."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import traitlets

from ..atlas import Puzzle, every_puzzle
from ..atlas import puzzles as puzzles_of
from ..core.folder import data_folder
from ..play.alone import alone
from ..web.bundle import module, styled
from ..web.training import MODULES, packed
from .notebook import NotebookWidget, close_older, pictured

SCORES = (0, 0.5, 1)  # missed, found with a hint, found
Result = tuple[str, float]

_ESM, _CSS = (
    module("drill.js", MODULES),
    styled("board.css", "guide.css", "shades.css", "trainer.css"),
)


class Trainer(NotebookWidget):
    """Puzzles one after the other, near one's own rating; `nbgames.puzzles` makes one.

    Attributes
    ----------
    results : tuple of (str, float)
        All results that are kept: the name of a puzzle, and 1 if it was found, 0.5 with a hint, 0
        if not.
    """

    _esm = _ESM
    _css = _CSS
    data = traitlets.Unicode().tag(sync=True)
    earlier: traitlets.List[Any] = traitlets.List(traitlets.Any()).tag(sync=True)
    played: traitlets.List[Any] = traitlets.List(traitlets.Any()).tag(sync=True)
    trouble = traitlets.Unicode().tag(sync=True)

    def __init__(self, given: tuple[Puzzle, ...]) -> None:
        self._first, self._names = given[0], {puzzle.name for puzzle in given}
        earlier, trouble = kept()
        super().__init__(data=packed(given), earlier=list(map(list, earlier)), trouble=trouble)
        close_older(self)

    def __repr__(self) -> str:
        return f"<Trainer of {len(self._names)} puzzles, {len(self.results)} results>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The trainer, and a picture of a puzzle for where none can be live."""
        return pictured(super()._repr_mimebundle_(**options), self._first.match)

    @property
    def results(self) -> tuple[Result, ...]:
        return tuple((name, score) for name, score in (*self.earlier, *self.played))

    @alone
    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take results that a page adds, and nothing else that it writes.

        Parameters
        ----------
        sync_data : dict
            Traits by name, as ipywidgets hands them over; data from a stranger.
        """
        given = sync_data.get("played") if isinstance(sync_data, dict) else None
        if not isinstance(given, list):
            return
        new = [list(result) for result in given[len(self.played) :] if self._is_result(result)]
        self.played = [*self.played, *new]
        try:
            keep(new)
        except OSError as error:
            lost = "they are lost when Python stops"
            self.trouble = f"Your results cannot be saved ({error}): {lost}."

    def _is_result(self, result: Any) -> bool:
        match result:
            case [str(name), int() | float() as score]:
                return name in self._names and score in SCORES
        return False


def puzzles(game: str | None = None) -> Trainer:
    """The puzzle trainer: positions with one right turn, each near your own rating.

    A wrong turn is refuted on the board, and after a right one the other side answers. Ratings
    follow Glicko; a puzzle's first rating comes from which levels of computer player find it.

    Parameters
    ----------
    game : str, optional
        The name of one of the four games; left out, puzzles of all.

    Returns
    -------
    Trainer
        The last line of a cell shows it. Its results are kept in the file `puzzles.txt` of the
        user's data folder, and belong to all trainers.

    Raises
    ------
    Refused
        If there are no puzzles of that game.

    References
    ----------
    M. E. Glickman, "Parameter estimation in large dynamic paired comparison experiments",
    Applied Statistics 48, 1999.

    Examples
    --------
    >>> import nbgames
    >>> trainer = nbgames.puzzles("projex")
    >>> trainer.close()
    """
    return Trainer(every_puzzle() if game is None else puzzles_of(game))


def file() -> Path:
    return data_folder() / "puzzles.txt"


def kept() -> tuple[list[Result], str]:
    """The results in the file, and in words whether some of it cannot be read."""
    try:
        lines = file().read_bytes().decode("utf-8", "replace").splitlines()
    except OSError:
        return [], ""
    found = [result for line in lines if (result := read(line))]
    lost = len(lines) - len(found)
    told = f"{lost} of {len(lines)} lines of {file()} cannot be read: they are left as they are."
    return found, told if lost else ""


def keep(results: list[list[Any]]) -> None:
    """Add results to the file.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    if not results:
        return
    file().parent.mkdir(parents=True, exist_ok=True)
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    lines = "".join(f"{now} {name} {score:g}\n" for name, score in results)
    held = file().read_bytes() if file().exists() else b""
    broken = held and not held.endswith(b"\n")  # by a full disk: that line stays apart
    with file().open("ab") as out:
        out.write(b"\n" * bool(broken) + lines.encode())


def read(line: str) -> Result | None:
    """A line of the file as it was written; None if it is none."""
    words = line.split()
    with suppress(ValueError):
        if len(words) == 3 and float(words[2]) in SCORES:
            return words[1], float(words[2])
    return None
