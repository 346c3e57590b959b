"""What an answer marks, shades and joins, as a page lays it over a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..core.board import Board
from ..draw.elements import at, chain_path
from ..draw.marks import Mark

SHOWN = 0.7  # how strongly a site is shaded that has a note, of 1


def laid(board: Board, marks: Iterable[Mark]) -> dict[str, Any]:
    """The shades by site ("heat"), lines ("path") and words ("legend") of marks.

    A shade is a strength and a text, or a number, which a page leaves out where it would be tiny.
    Where a mark of the role "note" shades a way, the letters of other marks beside it are not
    shaded.

    Raises
    ------
    NotationError
        If a mark names no site of this board.
    """
    marks = tuple(marks)
    heat: dict[str, list[Any]] = {}
    for mark in marks:
        heat |= shaded(board, mark.values)
    way = {name for mark in marks if mark.role == "note" for name in mark.notes}
    for mark in marks:
        for name in (*mark.sites, *mark.notes):
            is_beside = way and name in mark.notes and name not in way
            heat[str(board.site(name))] = [0 if is_beside else SHOWN, mark.notes.get(name, "")]
    lines = [(mark.path, mark.closed) for mark in marks if mark.path]
    drawn = [chain_path(board, map(board.site, path), closed=closed) for path, closed in lines]
    drawn += [at(shape) for mark in marks for shape in mark.shapes]
    return {
        "heat": heat,
        "path": "".join(drawn),
        "thread": [board.site(name) for path, _ in lines[:1] for name in path],  # on a sphere
        "legend": " · ".join(dict.fromkeys(mark.label for mark in marks)),
    }


def shaded(board: Board, values: Mapping[str, float]) -> dict[str, list[Any]]:
    """A shade of each site from 0 to 1, and its number of two digits."""
    numbers = {board.site(name): float(value) for name, value in values.items()}
    low, high = min(numbers.values(), default=0), max(numbers.values(), default=0)
    span = (high - low) or 1
    return {str(s): [round((v - low) / span, 3), _rounded(v)] for s, v in numbers.items()}


def _rounded(value: float) -> float:
    return float(f"{value:.2g}")
