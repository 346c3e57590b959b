"""What an answer lays over a board: sites, paths, shades and notes, each with its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core.errors import Refused, shown
from ..core.shapes import Disc, Line, Point
from .looks import DASHES, PATHS, ROLES


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to lay over a board, and its words for the legend.

    `role` is a player's colour ("first", "second"), or what it means: "claim", "cut", "odd",
    "ring", "good", "note". `path` joins sites in order (`closed`: and the last to the first);
    `values` shade sites from low to high; `notes` are a few letters on sites, which a figure writes
    where it does not mark the sites otherwise; `points` are places (x, y) that are no sites, such
    as the points of Antipalos, and get a ring; `lines` join such places. Marks with a `number`
    (1, 2, ...) have a colour for each number instead of their role's.

    Raises
    ------
    Refused
        If there is no such role.
    """

    label: str
    role: str
    sites: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    closed: bool = False
    values: Mapping[str, float] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    points: tuple[Point, ...] = ()
    lines: tuple[Line, ...] = ()
    number: int = 0

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise Refused(f"{shown(self.role)} is no role of a mark: give {', '.join(ROLES)}")

    @property
    def rings(self) -> tuple[Disc, ...]:
        """The rings at the points."""
        return tuple(Disc(point, 0.2) for point in self.points)

    @property
    def shapes(self) -> tuple[Disc | Line, ...]:
        """What lies at places: its rings and its lines."""
        return (*self.rings, *self.lines)

    @property
    def look(self) -> tuple[str, tuple[float, ...]]:
        """The name of its colour, and the dashes of its lines in their own widths."""
        if not self.number:
            return ROLES[self.role]
        turn, place = divmod(self.number - 1, len(PATHS))
        return list(PATHS)[place], DASHES[turn % len(DASHES)]
