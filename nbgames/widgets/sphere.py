"""The board of a loop game as a sphere: every cell twice, a cell and its twin opposite each other.

Python says where cells and their corners lie in space; the page turns and projects them.
"""

from __future__ import annotations

from typing import Any

from ..draw import globes
from ..graphs.embedding import globe
from ..play.match import Match
from ..web.bundle import shared_module, styled
from .board import BoardWidget
from .notebook import as_it_ran, pictured


class SphereWidget(BoardWidget):
    """The table of another board, seen as a sphere and played on in the same way."""

    _esm = shared_module("round.js")
    _css = styled("board.css", "sphere.css")

    def __init__(self, board: BoardWidget) -> None:
        super().__init__(board.table, help=board._desk.may_help)
        if computer := board._desk.computer:
            self._desk.computer = computer
            computer.watchers.append(self._changed)
            self._changed()

    def __repr__(self) -> str:
        return f"<SphereWidget of {self.match!r}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What a notebook keeps: the sphere, and a picture of it for where it cannot be live."""
        return pictured(super()._repr_mimebundle_(**options), self.match, figure=self._figure)

    def _figure(self) -> str:
        m, loop = self.match, loop_of(self.match)
        line = self.over.get("thread") or [*loop, *loop[:1]]
        still = globes.pictured(m, [m.game.board.names[k] for k in line], as_it_ran(m))
        return still._repr_html_()

    def path(self, names: Any) -> None:
        """Draw a line through sites in order, and through their twins."""
        site = self.match.game.board.site
        self.over = {**self.over, "thread": [site(name) for name in names]}

    def close(self) -> None:
        """Take the sphere off the page; the flat board and its computer player stay."""
        if self._desk.computer:
            self._desk.computer.watchers.remove(self._changed)
            self._desk.computer = None
        super().close()

    def _drawn(self) -> dict[str, Any]:
        drawn = super()._drawn()
        return drawn | {"facts": drawn["facts"] | {"globe": globe(self.match.game)}}

    def _now(self) -> dict[str, Any]:
        now = super()._now()
        now["state"]["loop"] = loop_of(self.match)
        return now

    def _changed(self) -> None:
        self._desk.adviser.attend()
        with self.hold_sync():  # the flat board, heard first, attends to the computer player
            for name, value in self._now().items():
                setattr(self, name, value)


def loop_of(m: Match) -> list[int]:
    """The sites of a winning loop in order; none while nobody has one."""
    return [m.game.board.site(name) for name in m.outcome.chain] if m.outcome else []
