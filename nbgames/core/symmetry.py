"""The symmetries of a board that leave the game as it is, as mappings of sites."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from .board import Board
from .kernels import EAST, NORTH, SOUTH, WEST
from .rules import Game

Mapping = tuple[int, ...]
MOST = 16  # no board here has more; a search for them stops there


@lru_cache(maxsize=64)
def symmetries(game: Game) -> tuple[Mapping, ...]:
    """All symmetries but the identity: links, twists, parts and each player's sides are kept.

    North may change with south and west with east. Found by mapping sites one by one, nearest
    first, so that each choice is checked against what is mapped already.
    """
    board = game.board
    found: list[Mapping] = []
    for north, west in ((0, 0), (1, 0), (0, 1), (1, 1)):
        if (north or west) and not board.sides:
            continue
        found += _mappings(board, bool(north), bool(west))
    identity = tuple(range(len(board.names)))
    return tuple(sorted({way for way in found if way != identity}))[: MOST - 1]


def _turned(side: int, north: bool, west: bool) -> int:
    if north:
        side = side & ~(NORTH | SOUTH) | (side & NORTH and SOUTH) | (side & SOUTH and NORTH)
    if west:
        side = side & ~(WEST | EAST) | (side & WEST and EAST) | (side & EAST and WEST)
    return side


def _near(board: Board, site: int) -> set[int]:
    parts = board.parts[site] if board.parts else ()
    pair = board.rivals[site : site + 1]
    return {*board.neighbours[site], *parts, *pair}


def _mappings(board: Board, north: bool, west: bool) -> list[Mapping]:
    sites = range(len(board.names))
    sides = board.sides or (0,) * len(sites)
    near = [_near(board, site) for site in sites]
    rivals = board.rivals
    colour: list[Any] = [(len(near[s]), s < board.claimable, sides[s]) for s in sites]
    image: list[Any] = [
        (len(near[s]), s < board.claimable, _turned(sides[s], north, west)) for s in sites
    ]
    for _ in range(3):
        colour, image = (
            [(c[s], tuple(sorted(Counter(c[t] for t in near[s]).items()))) for s in sites]
            for c in (colour, image)
        )
        names = {key: k for k, key in enumerate(sorted({*colour, *image}, key=repr))}
        colour, image = [names[c] for c in colour], [names[c] for c in image]
    if Counter(colour) != Counter(image):
        return []
    rare = Counter(colour)
    order: list[int] = []
    todo = set(sites)
    while todo:
        touching = {t for s in order for t in near[s]} & todo or todo
        best = min(touching, key=lambda s: (-len(near[s] & set(order)), rare[colour[s]], s))
        order.append(best)
        todo.remove(best)
    found: list[Mapping] = []

    def extend(done: dict[int, int], used: set[int]) -> None:
        if len(found) >= MOST:
            return
        if len(done) == len(order):
            found.append(tuple(done[s] for s in sites))
            return
        site = order[len(done)]
        for other in sites:
            if other in used or image[other] != colour[site]:
                continue
            if rivals and done.get(rivals[site], rivals[other]) != rivals[other]:
                continue
            if all((b in near[other]) == (a in near[site]) for a, b in done.items()):
                done[site] = other
                extend(done, used | {other})
                del done[site]

    if len(sites) <= 200:
        extend({}, set())
    if board.twists:
        found = [way for way in found if _keeps_twist(board, way)]
    return found


def _keeps_twist(board: Board, way: Mapping) -> bool:
    """Do loops that cross the edge an odd number of times stay so? What differs must be even."""
    side = {0: 0}
    for a in (queue := [0]):
        for b in board.neighbours[a]:
            moved = ((a, b) in board.twists) != ((way[a], way[b]) in board.twists)
            if b not in side:
                side[b] = side[a] ^ moved
                queue.append(b)
            elif side[b] != side[a] ^ moved:
                return False
    return True
