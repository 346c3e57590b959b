"""Cheapest chains, loops and chains of cells on a board, by 0-1 search and Dijkstra.

A site's weight is what it costs to have it: 0 for one's own, 1 for an empty one, None for one that
cannot be had.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from typing import Any

from ..core.board import Board
from ..core.chains import loop
from ..core.position import FIRST
from .parity import simple

Weights = Sequence[int | None]
Found = tuple[float, tuple[int, ...]]
State = tuple[int, int, int]  # a cell, the one after it, the holes they share that are used


def cheapest_chain(
    board: Board, weight: Weights, near: int, far: int, among: Iterable[int] | None = None
) -> Found:
    """The least weight of sites that join two sides, and those sites in order."""
    neighbours, sides = board.neighbours, board.sides
    sites = range(len(neighbours)) if among is None else among
    before: dict[int, int] = {}
    heads = [site for site in sites if sides[site] & near]
    now = [(site, -1) for site in heads if weight[site] == 0]
    after = [(site, -1) for site in heads if weight[site] == 1]
    cost = 0
    while now or after:
        for site, last in now:  # grows while it is read
            if site in before:
                continue
            before[site] = last
            if sides[site] & far:
                return cost, tuple(reversed(_back(before, site)))
            for other in neighbours[site]:
                step = weight[other]
                if step is not None and other not in before:
                    (after if step else now).append((other, site))
        now, after, cost = after, [], cost + 1
    return inf, ()


def _back(before: dict[int, int], site: int) -> list[int]:
    path = [site]
    while (site := before[site]) >= 0:
        path.append(site)
    return path


def cheapest_loop(board: Board, weight: Weights) -> Found:
    """The least weight of a loop across the edge an odd number of times, and its sites in order.

    A 0-1 search in the double cover from a site to its twin, meeting half way: a path to (v, 1),
    from the other end, is a path to (v, 0) with the sheets exchanged. Any two global loops
    meet, so it is enough to start from the sites of one.
    """
    cover = _cover(board)
    doubled = [w for w in weight for _ in (0, 1)]
    best: Found = (inf, ())
    for start in _some_loop(board):
        if doubled[2 * start] is not None:
            best = _loop_through(cover, doubled, start, best)
            doubled[2 * start] = doubled[2 * start + 1] = None
    twists = board.twists
    return best[0], simple(best[1], lambda a, b: int((a, b) in twists))


@lru_cache(maxsize=32)
def _cover(board: Board) -> tuple[tuple[int, ...], ...]:
    """The neighbours in the double cover; node 2 * site + sheet."""
    return tuple(
        tuple(2 * t + (sheet ^ ((s, t) in board.twists)) for t in near)
        for s, near in enumerate(board.neighbours)
        for sheet in (0, 1)
    )


@lru_cache(maxsize=32)
def _some_loop(board: Board) -> tuple[int, ...]:
    """The sites of a shortest loop of the empty board."""
    return tuple(loop(board.net, [FIRST] * len(board.names), FIRST))


def _loop_through(
    cover: Sequence[Sequence[int]], weight: list[Any], start: int, best: Found
) -> Found:
    """The better of best and the cheapest loop through this site."""
    own = weight[2 * start]
    costs: dict[int, int] = {}
    before: dict[int, int] = {}
    now, cost = [(2 * start, -1)], 0
    while now and cost < (best[0] - 1 - own) / 2 + 1.5:
        after: list[tuple[int, int]] = []
        for node, last in now:  # grows while it is read
            if node in costs:
                continue
            costs[node], before[node] = cost, last
            twin = costs.get(node ^ 1)
            if twin is not None and node >> 1 != start:
                total = cost + twin - weight[node] + own
                if total < best[0]:
                    there, back = _back(before, node ^ 1), _back(before, node)
                    best = total, tuple(v >> 1 for v in (*reversed(there), *back[1:-1]))
            for other in cover[node]:
                step = weight[other]
                if step is not None and other not in costs:
                    (after if step else now).append((other, node))
        now, cost = after, cost + 1
    return best


def cheapest_cells(
    board: Board, owners: bytes, who: int, near: int, far: int
) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
    """The fewest holes that give who a chain of cells, those holes, and the cells in order.

    Exact. In a chain without shortcuts a hole serves at most two cells, and these follow one
    another, because all cells of a hole touch. So a chain costs, edge by edge, the holes that two
    cells share plus what each still needs by itself; and a walk with shortcuts costs no less than
    the holes that realise it. The search runs over (cell, next cell, shared holes used).
    """
    needs = _needs(board, owners, who)
    shared = _shared(board, owners, needs)
    heap: list[tuple[float, int, tuple[State, State | None]]] = []
    before: dict[State, State | None] = {}
    count = 0
    for cell in needs:
        if board.sides[cell] & near:
            heappush(heap, (0, count := count + 1, ((-1, cell, 0), None)))
    while heap:
        cost, _, (state, last) = heappop(heap)
        if state in before:
            continue
        before[state] = last
        _, cell, used = state
        if cell < 0:  # beyond the far side
            return _realised(board, owners, needs, before, state, cost)
        need = needs[cell]
        if board.sides[cell] & far:
            heappush(heap, (cost + max(0, need - used), count := count + 1, ((cell, -1, 0), state)))
        for other, most in shared[cell].items():
            for use in range(most + 1):
                step = cost + use + max(0, need - used - use)
                to = (cell, other, use)
                if to not in before:
                    heappush(heap, (step, count := count + 1, (to, state)))
    return inf, (), ()


def _needs(board: Board, owners: bytes, who: int) -> dict[int, int]:
    """How many more holes each cell needs that who owns or may still conquer."""
    needs = {}
    for cell in range(board.claimable, len(owners)):
        holes = board.parts[cell]
        if owners[cell] == who:
            needs[cell] = 0
        elif owners[cell] == 0:
            needs[cell] = (len(holes) + 1) // 2 - sum(owners[hole] == who for hole in holes)
    return needs


def _shared(board: Board, owners: bytes, needs: dict[int, int]) -> dict[int, dict[int, int]]:
    """For each cell and each one next to it, how many empty holes of both are worth having."""
    return {
        cell: {
            other: min(need, needs[other], len(_common(board, owners, cell, other)))
            for other in board.neighbours[cell]
            if other in needs
        }
        for cell, need in needs.items()
    }


def _common(board: Board, owners: bytes, cell: int, other: int) -> list[int]:
    return [hole for hole in board.parts[cell] if not owners[hole] and hole in board.parts[other]]


def _realised(
    board: Board,
    owners: bytes,
    needs: dict[int, int],
    before: dict[State, State | None],
    state: State | None,
    cost: float,
) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
    """The holes of a cheapest walk: those that two cells share, then what is still missing."""
    states = []
    while state is not None:
        states.append(state)
        state = before[state]
    states.reverse()
    cells = tuple(cell for _, cell, _ in states[:-1])
    holes: dict[int, None] = {}
    for (a, b), (_, _, use) in zip(pairwise(cells), states[1:-1], strict=True):
        holes.update(dict.fromkeys(_common(board, owners, a, b)[:use]))
    for cell in cells:
        have = sum(hole in holes for hole in board.parts[cell])
        free = [h for h in board.parts[cell] if not owners[h] and h not in holes]
        holes.update(dict.fromkeys(free[: max(0, needs[cell] - have)]))
    return cost, tuple(holes), cells
