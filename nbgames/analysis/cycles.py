"""The cycles of a player's cells on a board with an edge to cross: crossings, winners, bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import networkx as nx

from ..core.errors import Refused
from ..draw.marks import Mark
from ..graphs import player as checked
from ..graphs import triangles
from ..play.match import Match
from .answers import counted, draw, in_notebook, listed, named, to_dict, to_frame, whole
from .capabilities import joining
from .homology import Span, bits, short_cycles, vector
from .parity import crossings
from .reach import owned_graph


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle of a player's cells.

    Attributes
    ----------
    cells : tuple of str
        The names in order around the cycle.
    crossings : int
        How often it crosses the edge of the board.
    wins : bool
        Whether that number is odd.
    bounds : bool
        Whether the cycle is a sum of triangles of the player's own cells, so that nothing is
        inside.
    """

    cells: tuple[str, ...]
    crossings: int
    wins: bool
    bounds: bool


@dataclass(frozen=True, slots=True)
class CycleReport:
    """The cycles of one player's cells on a Projex board, as `cycle_report` finds them.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        FIRST or SECOND.
    cycles : tuple of Cycle
        A shortest cycle basis, each cycle with `cells`, `crossings`, `wins` and `bounds`; every
        cycle of the player's cells is a sum of these.
    has_loop : bool
        Whether some cycle crosses the edge an odd number of times, which wins.
    h1_rank : int
        The rank of the first homology over Z2 of the player's cells and triangles.
    """

    match: Match
    player: int
    cycles: tuple[Cycle, ...]
    has_loop: bool
    h1_rank: int

    each: ClassVar[tuple[str, ...]] = ("cycles",)

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        who = named(self.match, self.player)
        free = [cycle for cycle in self.cycles if not cycle.bounds]
        parts = [
            f"{who} has {counted(len(self.cycles), 'independent cycle')}, "
            f"{len(self.cycles) - len(free)} of them boundaries of triangles; the first Betti "
            f"number mod 2 is {self.h1_rank}."
        ]
        for cycle in free:
            parts.append(
                f"The cycle {listed(cycle.cells)} crosses the edge "
                f"{counted(cycle.crossings, 'time')}: {_verdict(cycle)}."
            )
        parts.append(
            "So there is a global loop." if self.has_loop else "So there is no global loop."
        )
        return " ".join(parts)

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        return tuple(
            Mark(
                f"{counted(cycle.crossings, 'crossing')}: {_verdict(cycle)}",
                "odd" if cycle.wins else "ring",
                path=cycle.cells,
                closed=True,
            )
            for cycle in self.cycles
            if not cycle.bounds
        )


def _verdict(cycle: Cycle) -> str:
    if cycle.wins:
        return "odd, it wins"
    return "even, a boundary of triangles" if cycle.bounds else "even, a local ring"


def cycle_report(m: Match, player: int) -> CycleReport:
    """The cycles of a player's cells on a Projex board: crossings, wins, and which bound.

    Parameters
    ----------
    m : Match
        A match of Projex or of a loop game of your own.
    player : int
        FIRST or SECOND.

    Returns
    -------
    CycleReport
        `cycles` (each with `cells`, `crossings`, `wins`, `bounds`), `has_loop` and `h1_rank`; with
        `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If the board has no edge to cross, or `player` is neither.

    Notes
    -----
    The help text's second description of a global loop (the opponent cannot join two opposed edge
    cells directly across) means the same only if the opponent's paths may cross the edge. If they
    may not, it fails on 6 of the 4,096 fillings of size 3.

    References
    ----------
    .. [1] Help text of Projex, Bill Taylor 1994 (`nbgames help projex`).

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("projex", 3).play("C1", "B3", "D1", "A3", "C2")  # X has a triangle
    >>> [(c.crossings, c.bounds) for c in analysis.cycle_report(m, nbgames.FIRST).cycles]
    [(0, True)]
    """
    who = checked(player)
    G = own_graph(m, who)
    free = Span()
    bit = bits(G)
    for face in triangles(G):
        free.add(vector(face, bit))
    cycles = []
    for cells in short_cycles(G):
        count = crossings(G, cells)
        bounds = not free.reduced(vector(cells, bit))
        cycles.append(Cycle(tuple(map(str, cells)), count, count % 2 == 1, bounds))
    return CycleReport(m, who, tuple(cycles), any(c.wins for c in cycles), len(cycles) - len(free))


def own_graph(m: Match, who: int) -> nx.Graph:
    """The part of a board with an edge to cross that a player owns, a signed graph."""
    if not whole(m).game.board.twists:
        raise Refused(f"{m.game.name} has no edge to cross: this is about loops, as in projex")
    return owned_graph(joining(m), (who,))
