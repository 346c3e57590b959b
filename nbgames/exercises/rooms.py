"""Sperner's lemma step by step: walks through doors between the labels 0 and 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import networkx as nx

from ..analysis.answers import counted
from ..core.board import Board
from ..core.position import EMPTY, FIRST, SECOND
from ..core.shapes import Line, Point, Polygon
from ..draw.elements import at
from ..games import game
from .boards import TRIANGLE
from .steps import Proof, Step

OWNER = (SECOND, FIRST, EMPTY)  # whose mark a cell with this label has
Room = tuple[int, ...]  # three cells that touch; two cells are a door to the outside

BEGIN = (
    "A ring is the label 0, a cross is 1, and 2 is written. A cell on a side has the label of one "
    "of its ends. Three cells that touch are a room, two with 0 and 1 are a door. A room has two "
    "doors or none, but one if it has all three labels: then it is full."
)


def sperner(seed: int = 20, size: int = 6) -> Proof:
    """Sperner's lemma on a triangle of cells, labelled at random: walks through rooms and doors.

    Parameters
    ----------
    seed : int
        Which labels are drawn.
    size : int
        How many cells a side has.

    Returns
    -------
    Proof
        A step for each door that a walk comes to.

    Examples
    --------
    >>> print(sperner(seed=1, size=3).steps[1].says)
    Walk 1 enters between B1 and C1, on the side from 0 to 1.
    """
    made = game(TRIANGLE, size)
    board, labels = made.board, labelled(size, Random(seed))
    D = doors(board, labels)
    owners = tuple(OWNER[label] for label in labels)
    twos = {site: "2" for site, label in enumerate(labels) if label == 2}
    steps, old = [Step(BEGIN, owners, shaded=twos)], ""
    for number, walk in enumerate(walks(D), 1):
        for k in range(1, len(walk) + 1):
            says = _walked(board, labels, walk, k, number)
            rings = tuple((site,) for site in _door(walk, min(k, len(walk) - 1)))
            line = _line(board, walk[: k + 1])
            steps.append(Step(says, owners, old + line, rings, twos))
        old += _line(board, walk)
    full = [room for room in D if len(room) == 3 and D.degree(room) == 1]
    shown = old + "".join(at(Polygon(_spots(board, room))) for room in full)
    steps.append(Step(_counted(D, full), owners, shown, shaded=twos))
    return Proof("Rooms and doors", made, tuple(steps))


def labelled(size: int, rng: Random) -> list[int]:
    """A label for each cell: that of a corner which is an end of every side that it lies on."""
    last = size - 1
    return [
        rng.choice([label for label, far in enumerate((last - r, r - c, c)) if far])
        for r in range(size)
        for c in range(r + 1)
    ]


def doors(board: Board, labels: Sequence[int]) -> nx.Graph:
    """Rooms, joined where they share a door; a door on the side from 0 to 1 is an end as well."""
    near = board.neighbours
    rooms = [
        (a, b, c)
        for a in range(len(near))
        for b, c in combinations([site for site in near[a] if site > a], 2)
        if c in near[b]
    ]
    D = nx.Graph()
    D.add_nodes_from(rooms)
    for a, b in ((site, other) for site, row in enumerate(near) for other in row if site < other):
        if {labels[a], labels[b]} == {0, 1}:
            sides = [room for room in rooms if {a, b} <= {*room}]
            D.add_edge(*(sides if len(sides) == 2 else [sides[0], (a, b)]))
    return D


def walks(D: nx.Graph) -> Iterator[list[Room]]:
    """The walks: those that come in from outside, then those from a full room to another."""
    ends = sorted((v for v in D if D.degree(v) == 1), key=lambda v: (len(v), v))
    done: set[Room] = set()
    for end in ends:
        if end not in done:
            walk = list(nx.dfs_preorder_nodes(D, end))
            done |= {walk[0], walk[-1]}
            yield walk


def _door(walk: Sequence[Room], k: int) -> list[int]:
    """The two cells between which a walk comes to its k-th room."""
    return sorted({*walk[k - 1]} & {*walk[k]})


def _line(board: Board, walk: Sequence[Room]) -> str:
    """A walk as a line through its doors, from the middle of a room or from outside."""
    points = [_middle(board, _door(walk, k)) for k in range(1, len(walk))]
    for place, room in ((0, walk[0]), (len(points) + 1, walk[-1])):
        if len(room) == 3:
            points.insert(place, _middle(board, room))
    x, y = points[0]
    return at(Line(tuple(points) if len(points) > 1 else ((x - 0.4, y), (x, y))))


def _middle(board: Board, sites: Sequence[int]) -> Point:
    xs, ys = zip(*_spots(board, sites), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _spots(board: Board, sites: Sequence[int]) -> tuple[Point, ...]:
    return tuple(board.shapes[site].middle for site in sites)


def _walked(board: Board, labels: Sequence[int], walk: list[Room], k: int, number: int) -> str:
    """What is said where a walk has come to its k-th room, or has ended."""
    name = board.names
    if k == len(walk):
        return _ended(walk, number)
    u, v = (name[site] for site in _door(walk, k))
    if k == 1 and len(walk[0]) == 2:
        return f"Walk {number} enters between {u} and {v}, on the side from 0 to 1."
    if k == 1:
        return (
            f"No walk from outside comes to this full room. Walk {number} begins in it and leaves "
            f"by its only door, between {u} and {v}."
        )
    (third,) = {*walk[k - 1]} - {*_door(walk, k - 1)}
    return (
        f"The third cell of this room is {name[third]}, with the label {labels[third]}. So there "
        f"is one other door, between {u} and {v}: go on there."
    )


def _ended(walk: list[Room], number: int) -> str:
    if len(walk[-1]) == 2:
        return (
            f"Walk {number} is outside again, on the same side: the only one where 0 and 1 meet. "
            "So the doors where it came in and went out are a pair."
        )
    return (
        f"The third cell of this room has the label 2, and there is no second door: walk {number} "
        "ends here. The room is full, it has all three labels."
    )


def _counted(D: nx.Graph, full: list[Room]) -> str:
    outer = [v for v in D if len(v) == 2]
    stuck = sum(len({len(v) for v in (walk[0], walk[-1])}) == 2 for walk in walks(D))
    inside = len(full) - stuck
    return (
        f"The side from 0 to 1 has {counted(len(outer), 'door')}, an odd number. Walks that leave "
        f"again use them in pairs, so an odd number of walks ends in a full room: {stuck}. Walks "
        f"inside join the other full rooms in pairs: {inside}. In all "
        f"{counted(len(full), 'room')} {'is' if len(full) == 1 else 'are'} full, an odd number."
    )
