"""Winning chains: a shortest path between two sides, or a shortest loop; breadth-first search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from .board import Board
from .kernels import EAST, NORTH, SOUTH, WEST
from .position import FIRST

_Node = TypeVar("_Node", bound=Hashable)


def joining(board: Board, owners: bytes, who: int) -> tuple[int, ...]:
    """A shortest chain of who's sites between who's two sides, in order; empty if there is none."""
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    sides = board.sides
    return shortest(
        [s for s, side in enumerate(sides) if owners[s] == who and side & near],
        lambda s: (t for t in board.neighbours[s] if owners[t] == who),
        lambda s: bool(sides[s] & far),
    )


def loop(board: Board, owners: bytes, who: int) -> tuple[int, ...]:
    """A shortest cycle of who's sites that crosses the edge an odd number of times, in order.

    It is a shortest path in the double cover, from a site on one sheet to the same on the other.
    """

    def near(node: tuple[int, int]) -> Iterable[tuple[int, int]]:
        s, sheet = node
        return (
            (t, sheet ^ ((s, t) in board.twists)) for t in board.neighbours[s] if owners[t] == who
        )

    loops = (shortest([(s, 0)], near, (s, 1).__eq__) for s in board.net.rim if owners[s] == who)
    best = min((loop for loop in loops if loop), key=len, default=())
    return tuple(site for site, _ in best[:-1])


def spread(
    sources: Iterable[_Node], near: Callable[[_Node], Iterable[_Node]]
) -> Iterator[tuple[_Node, _Node | None]]:
    """Every node that is reached, the nearest first, and the node before it."""
    before: dict[_Node, _Node | None] = dict.fromkeys(sources)
    for node in (queue := list(before)):
        yield node, before[node]
        for other in near(node):
            if other not in before:
                before[other] = node
                queue.append(other)


def shortest(
    sources: Iterable[_Node],
    near: Callable[[_Node], Iterable[_Node]],
    arrived: Callable[[_Node], bool],
) -> tuple[_Node, ...]:
    """A path with the fewest nodes from a source to where it has arrived; empty if none is."""
    before: dict[_Node, _Node | None] = {}
    for node, last in spread(sources, near):
        before[node] = last
        if arrived(node):
            path = [node]
            while (last := before[path[-1]]) is not None:
                path.append(last)
            return tuple(reversed(path))
    return ()
