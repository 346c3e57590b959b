"""A board: its sites, which of them touch, and how they are named and drawn."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple

from .errors import NotationError, shown
from .shapes import Point, Shape

Spot = tuple[int, int]  # a letter of the picture by line and place; a point by column and row
SHORT = 7  # names of a row or column that are told one by one


class Net(NamedTuple):
    """A board in flat rows: site s touches ends[starts[s]:starts[s + 1]]; parts likewise."""

    starts: Sequence[int]
    ends: Sequence[int]
    twists: Sequence[int]
    part_starts: Sequence[int]
    parts: Sequence[int]
    sides: Sequence[int]
    rim: Sequence[int]
    rivals: Sequence[int]


@dataclass(frozen=True, slots=True)
class Picture:
    """The empty board in letters: its lines, where each site stands, what an owner looks like.

    `glyphs[site]` has a letter for EMPTY, FIRST, SECOND and BLOCKED. A wall is painted with the
    fill of the two sites that it parts when one player owns both. A ghost is a second place of a
    site. `scan` finds each site's letter in a text, or None where it cannot be told.
    """

    lines: tuple[str, ...]
    spots: tuple[tuple[Spot, ...], ...]
    glyphs: tuple[str, ...]
    scan: Callable[[Picture, str], list[str | None]]
    walls: tuple[tuple[int, int, tuple[Spot, ...]], ...] = ()
    ghosts: tuple[tuple[Spot, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Board:
    """A finite set of sites that can be owned.

    Sites 0 to claimable - 1 are claimed by moves, the rest are filled by the rules. `neighbours`
    says which sites touch, `twists` which of those pairs touch across the edge of a projective
    board, `parts` which sites make up which (a cell its holes, a hole its cells), `sides` on which
    sides of the board a site lies, as bits, `rivals` the site that each site excludes, `ends` the
    two points (column, row) that each site joins. `lines` has the sites of each row and column in
    order, by its label in capitals; it is empty where these have no labels. `noun` is the game's
    own word for a site that a player may claim.
    """

    names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    claimable: int
    shapes: tuple[Shape, ...]
    picture: Picture
    decor: tuple[Shape, ...] = ()
    twists: frozenset[tuple[int, int]] = frozenset()
    parts: tuple[tuple[int, ...], ...] = ()
    sides: tuple[int, ...] = ()
    rivals: tuple[int, ...] = ()
    ends: tuple[tuple[Spot, Spot], ...] = ()
    lines: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    ghosts: tuple[tuple[Point, int], ...] = ()
    spell: Callable[[str], str] = field(default=str.upper)
    noun: str = "site"

    @cached_property
    def net(self) -> Net:
        """The board as plain kernels read it."""
        size = len(self.names)
        sides = self.sides or (0,) * size
        parts = self.parts or ((),) * size
        twisted = {site for pair in self.twists for site in pair}
        return Net(
            starts=_starts(self.neighbours),
            ends=tuple(chain.from_iterable(self.neighbours)),
            twists=tuple(
                int((a, b) in self.twists) for a, ends in enumerate(self.neighbours) for b in ends
            ),
            part_starts=_starts(parts),
            parts=tuple(chain.from_iterable(parts)),
            sides=sides,
            rim=tuple(s for s in range(size) if sides[s] or s in twisted),
            rivals=self.rivals,
        )

    @cached_property
    def buffers(self) -> Net:
        """The same net as compiled kernels read it."""
        return Net(*(array("i", row) for row in self.net))

    @cached_property
    def sites(self) -> dict[str, int]:
        return {self.spell(name): site for site, name in enumerate(self.names)}

    def site(self, text: str) -> int:
        """The site of this name, in any case; "f 7" and "f-7" are read as F7, too.

        Raises
        ------
        NotationError
            If no site of this board is called so; the words name some that are.
        """
        if not isinstance(text, str):
            raise NotationError(
                f"{shown(text)} is no name: a name is text such as {self.names[0]!r}"
            )
        word = text.strip()
        if (site := self._named(word)) is None:
            raise NotationError(
                f"{shown(text)} is no {self.noun} of this board: {self._advice(word)}"
            )
        return site

    def _named(self, word: str) -> int | None:
        site = self.sites.get(word)  # most words are written the one way
        if site is None and word.isascii() and len(word) < 24:
            site = self.sites.get(self.spell(word), self.sites.get(self.spell(_joined(word))))
        return site

    def _advice(self, word: str) -> str:
        """What is too much, the names at its first point, its row and column, or two rows."""
        names = self.names
        begins = re.fullmatch(r"(.*[0-9])([^0-9]+)", word, re.DOTALL)
        if begins and (site := self._named(begins[1])) is not None:
            return f"leave out {shown(begins[2].strip())} for {names[site]}"
        pair = re.match(r"([a-z]+\d+)-", word.lower()) if self.ends else None
        if pair and (near := [name for name in names if pair[1] in name.split("-")]):
            return f"those at {pair[1]} are {', '.join(near)}"
        labels = list(dict.fromkeys(re.findall(r"[^\W\d_]+|\d+", word.upper())))
        if len(labels) > 2 or not (known := [label for label in labels if label in self.lines]):
            numbers = sorted((label for label in self.lines if label.isdigit()), key=int)
            known = list(dict.fromkeys(numbers[:1] + numbers[-1:]))
        if not known:
            return f"it has sites such as {names[0]} and {names[self.claimable - 1]}"
        return "; ".join(_told(label, [names[s] for s in self.lines[label]]) for label in known)


def _joined(word: str) -> str:
    """The name that is meant by letters and numbers which stand apart: "f 7", "a1 b2", "a1b2"."""
    word = re.sub(r"(?i)([a-z])[ -]{1,3}(?=\d)", r"\1", word)
    return re.sub(r"(?i)(\d)[ -]{0,3}(?=[a-z])", r"\1-", word)


def _told(label: str, line: list[str]) -> str:
    """A row or column by its names, since it may have gaps; a long one by its ends."""
    called = f"{'row' if label.isdigit() else 'column'} {label}"
    if len(line) <= SHORT:
        return f"{called} has {', '.join(line)}"
    return f"{called} runs from {line[0]} to {line[-1]}"


def _starts(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(accumulate((len(row) for row in rows), initial=0))
