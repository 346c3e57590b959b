"""What was proved and measured of the four games: tables to cite, and puzzles to solve.

A table is a CSV file in this folder. `datapackage.json` says what each column means, and by which
method, seed and command the table came about (in the form of Frictionless Data's tabular packages).
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ..core.errors import Refused, shown
from ..core.frames import frame
from ..play.match import match
from .posed import Puzzle

__all__ = ["Puzzle", "about", "puzzles", "table"]

HOME = Path(__file__).parent
TRIES = 3  # of each level at each puzzle, with seeds 0, 1, 2
READ = {"integer": int, "number": float, "string": str}


@cache
def _package() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((HOME / "datapackage.json").read_text("utf-8"))
    return read


def about(name: str) -> dict[str, Any]:
    """How a table came about and what its columns mean.

    Parameters
    ----------
    name : str
        "facts", "openings", "effort" or "puzzles".

    Returns
    -------
    dict
        A resource of a Frictionless tabular data package: `title`, `description`, `schema` and,
        where they apply, the seed and the command.

    Raises
    ------
    Refused
        If there is no such table.

    Examples
    --------
    >>> from nbgames import atlas
    >>> atlas.about("facts")["seed"]
    2026
    """
    tables = {resource["name"]: resource for resource in _package()["resources"]}
    if name not in tables:
        raise Refused(f"the atlas has no table {shown(name)}: it has {', '.join(tables)}")
    found: dict[str, Any] = tables[name]
    return found


def table(name: str) -> Any:
    """A table of the atlas: facts, openings, the effort of proofs, or puzzles.

    Parameters
    ----------
    name : str
        "facts", "openings", "effort" or "puzzles"; `about(name)` says what the columns mean.

    Returns
    -------
    pandas.DataFrame or list of dict
        The rows; a list where pandas is not installed.

    Raises
    ------
    Refused
        If there is no such table.

    Examples
    --------
    >>> from nbgames import atlas
    >>> len(atlas.table("facts")) > 20
    True
    """
    return frame(read(name))


@cache
def read(name: str) -> tuple[dict[str, Any], ...]:
    """The rows of a table, each with its columns by name; None where there is nothing to say."""
    resource = about(name)
    kinds = {field["name"]: READ[field["type"]] for field in resource["schema"]["fields"]}
    with (HOME / resource["path"]).open(encoding="utf-8", newline="") as file:
        return tuple(
            {key: kinds[key](text) if text else None for key, text in row.items()}
            for row in csv.DictReader(file)
        )


def proved(game: str, size: int | None, opening: str) -> int | None:
    """What the first player gets after an opening, without a swap; None if it is not proved.

    >>> proved("projex", 4, "D1"), proved("projex", 6, "F1")
    (1, None)
    """
    return _proven().get((game, size, opening))


@cache
def _proven() -> dict[tuple[str, int | None, str], int | None]:
    """The value of each opening of the table, and of those that are like it."""
    return {
        (row["game"], row["size"], word): row["value"]
        for row in read("openings")
        for word in (row["opening"], *(row["like"] or "").split())
    }


def puzzles(game: str, size: int | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first.

    Parameters
    ----------
    game : str
        The name of one of the four games.
    size : int, optional
        Only those on a board of this size.

    Returns
    -------
    tuple of Puzzle
        Each with `match`, `question`, `answer`, `rating` and `missed`.

    Raises
    ------
    Refused
        If there are none of that game, or of that size.

    Examples
    --------
    >>> from nbgames import atlas
    >>> first, *_ = atlas.puzzles("projex", 4)
    >>> first.question
    'X is to move. Find the only move that wins.'
    """
    rows = [row for row in read("puzzles") if row["game"] == game]
    if not rows:
        games = ", ".join(sorted({row["game"] for row in read("puzzles")}))
        raise Refused(f"there are no puzzles of {shown(game)}: there are of {games}")
    chosen = [row for row in rows if size in (None, row["size"])]
    if not chosen:
        sizes = ", ".join(str(n) for n in sorted({row["size"] for row in rows}))
        raise Refused(f"there are no puzzles of {game} {shown(size)}: the sizes are {sizes}")
    return _ordered(chosen)


@cache
def every_puzzle() -> tuple[Puzzle, ...]:
    """All puzzles, the easiest first."""
    return _ordered(read("puzzles"))


def ratings() -> dict[str, tuple[float, float]]:
    """The rating of every puzzle and its error, by the puzzle's name."""
    return {_name(row): (row["rating"], row["error"]) for row in read("puzzles")}


def _ordered(rows: Iterable[dict[str, Any]]) -> tuple[Puzzle, ...]:
    return tuple(map(_puzzle, sorted(rows, key=lambda row: row["rating"])))


def _name(row: dict[str, Any]) -> str:
    count = len(row["moves"].split())
    return "-".join(str(row[key]) for key in ("game", "size", "source", "seed")) + f"-{count}"


def _puzzle(row: dict[str, Any]) -> Puzzle:
    found = enumerate(map(int, (row["found"] or "").split()), 1)
    return Puzzle(
        match(row["game"], row["size"], swap=False).play(*row["moves"].split()),
        tuple(row["answer"].split()),
        tuple(level for level, times in found if 2 * times < TRIES),
        _name(row),
        row["rating"],
        row["error"],
        row["refuted"],
        _origin(row["source"], row["seed"]),
    )


def _origin(source: str, seed: int) -> str:
    """What match a puzzle comes from, in a sentence."""
    known = {
        "weak": "levels 1 to 3 of the computer, by turns",
        "strong": "levels 4 to 6 of the computer, by turns",
        "record": "two levels of the computer",
        "golem": f"two people on Little Golem, number {seed}",
        "conhex.com": "two people on conhex.com",
    }
    first, _, second = source.partition("v")
    return f"From a game of {known.get(source, f'level {first} against level {second}')}."
