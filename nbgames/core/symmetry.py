"""The symmetries of a board: permutations of its sites that leave the game as it is.

They are the automorphisms of a graph with labelled edges. Its nodes are the sites and the sides of
the board; edges join sites that touch, make up or exclude each other, and each side with its sites.
A projective board is searched on its double cover: what keeps every site and its twin together
there keeps on the board whether a cycle crosses the edge an odd number of times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import cos, pi, sin

from .board import Board
from .game import Game
from .kernels import NORTH, SOUTH
from .rules import Effect, Goal
from .shapes import Disc, Point, Shape

Mapping = tuple[int, ...]  # where each site goes
Graph = list[dict[int, int]]  # the neighbours of each node, with the labels of the edges to them

TOUCH, PART, RIVAL, TWIN, SIDE = 1, 2, 4, 8, 16  # labels; an edge that has several has their sum
LARGEST, MOST = 200, 16  # sites and symmetries: with more, a solver would be slower for them


@lru_cache(maxsize=64)
def symmetries(game: Game) -> tuple[Mapping, ...]:
    """The symmetries that a solver may use: not the identity, and each player's sides are kept.

    There are none where the rules are not known to respect them.
    """
    if not respected(game) or len(game.board.names) > LARGEST:
        return ()
    found = set(islice(automorphisms(game.board, exchange=False), MOST))
    return tuple(sorted(found - {tuple(range(len(game.board.names)))})[: MOST - 1])


def respected(game: Game) -> bool:
    """Do the rules treat symmetric sites alike? An unknown step or winner may not."""
    return game.rules.effect is not Effect.OTHER and game.rules.goal is not Goal.OTHER


@lru_cache(maxsize=32)
def drawn_symmetries(game: Game) -> tuple[tuple[int, ...], ...]:
    """The symmetries that turn or flip the drawing onto itself, as matrices in thousandths.

    A player who has sides of her own keeps them.
    """
    board = game.board
    graph = _graph(board, [])
    sides = _sides(board, exchange=game.rules.goal is not Goal.SIDES)

    def kept(image: list[int]) -> bool:
        nodes = [*image, *(len(image) + site for site in image)]  # those of the double cover too
        moved = {(kind, frozenset(image[site] for site in side)) for kind, side in sides}
        return moved == {*sides} and all(
            {nodes[b]: label for b, label in near.items()} == graph[nodes[a]]
            for a, near in enumerate(graph)
        )

    drawn = (matrix for matrix, image in _isometries(board) if kept(image))
    return tuple(tuple(round(1000 * value) for value in matrix) for matrix in drawn)


# The graph


def _sides(board: Board, *, exchange: bool) -> list[tuple[int, frozenset[int]]]:
    """The sites on each side, after a number that is equal for sides which may change places."""
    bits = max(board.sides, default=0).bit_length()
    return [
        (
            2 + (not exchange and not 1 << k & (NORTH | SOUTH)),
            frozenset(site for site, on in enumerate(board.sides) if on >> k & 1),
        )
        for k in range(bits)
    ]


def _graph(board: Board, sides: list[tuple[int, frozenset[int]]]) -> Graph:
    """Sites, where edges are twisted both sheets of them, and after them the sides."""
    count, sheets = len(board.names), 2 if board.twists else 1
    graph: Graph = [{} for _ in range(sheets * count + len(sides))]

    def join(a: int, b: int, label: int) -> None:
        graph[a][b] = graph[a].get(b, 0) | label

    for node in range(sheets * count):
        sheet, site = divmod(node, count)
        for other in board.neighbours[site]:
            join(node, other + count * (sheet ^ ((site, other) in board.twists)), TOUCH)
        for other in board.parts[site] if board.parts else ():
            join(node, other + count * sheet, PART)
        if board.rivals:
            join(node, board.rivals[site] + count * sheet, RIVAL)
        if board.twists:
            join(node, (node + count) % (2 * count), TWIN)
        for k, (_, sites) in enumerate(sides, sheets * count):
            if site in sites:
                join(node, k, SIDE)
                join(k, node, SIDE)
    return graph


# The search


def automorphisms(board: Board, *, exchange: bool = True) -> Iterator[Mapping]:
    """Every symmetry of a board; without `exchange` the players' sides do not change places.

    Nodes are mapped one by one, each to a neighbour of the image of a neighbour. Of the two
    automorphisms of a double cover that are one of the board only one is found: the first node
    goes to the first sheet.
    """
    sides, sites = _sides(board, exchange=exchange), len(board.names)
    graph = _graph(board, sides)
    colours = _refined(graph, board, sides)
    before = _ordered(graph, colours, sites)
    order = list(before)
    image: dict[int, int] = {}
    taken: set[int] = set()

    def fits(node: int, other: int) -> bool:
        if colours[node] != colours[other] or other in taken:
            return False
        mapped = {image[b]: label for b, label in graph[node].items() if b in image}
        return mapped == {b: label for b, label in graph[other].items() if b in taken}

    choices: list[Iterator[int]] = [iter(range(sites))]
    while choices:
        node = order[len(choices) - 1]
        taken.discard(image.pop(node, -1))
        other = next((other for other in choices[-1] if fits(node, other)), None)
        if other is None:
            choices.pop()
            continue
        image[node] = other
        taken.add(other)
        if len(image) == len(order):
            yield tuple(image[site] % sites for site in range(sites))
        else:
            last = before[order[len(choices)]]
            choices.append(iter(range(len(graph)) if last is None else graph[image[last]]))


def _refined(graph: Graph, board: Board, sides: list[tuple[int, frozenset[int]]]) -> list[int]:
    """Colours that automorphisms keep: nodes differ where the colours of their neighbours do."""
    kinds = [int(site < board.claimable) for site in range(len(board.names))]
    sheets = (len(graph) - len(sides)) // len(kinds)
    colours = sheets * kinds + [kind for kind, _ in sides]
    while True:
        seen = [
            (colours[node], *sorted((colours[b], label) for b, label in near.items()))
            for node, near in enumerate(graph)
        ]
        names = {key: k for k, key in enumerate(dict.fromkeys(seen))}
        if len(names) == len(set(colours)):
            return colours
        colours = [names[key] for key in seen]


def _ordered(graph: Graph, colours: list[int], sites: int) -> dict[int, int | None]:
    """All nodes, each with a neighbour that comes before it; a site of a rare colour is first."""
    rare = Counter(colours)
    before: dict[int, int | None] = {}
    for root in sorted(range(sites), key=lambda node: rare[colours[node]]):
        if root not in before:
            before[root] = None
            for node in (queue := [root]):  # grows while it is read
                new = [near for near in graph[node] if near not in before]
                before |= dict.fromkeys(new, node)
                queue += new
    return before


# The drawing


def _isometries(board: Board) -> Iterator[tuple[tuple[float, ...], list[int]]]:
    """The turns by 30 degrees and the flips that take sites to sites, and which to which."""
    middles = [shape.middle for shape in board.shapes]
    x0, y0 = (sum(c) / len(c) for c in zip(*middles, strict=True))
    outlines = [[(x - x0, y - y0) for x, y in _outline(shape)] for shape in board.shapes]
    at = {frozenset(_rounded(x, y) for x, y in points): s for s, points in enumerate(outlines)}
    for flip in (1, -1):
        for k in range(12):
            c, s = cos(pi * k / 6), sin(pi * k / 6)
            image: list[int] = []
            for points in outlines:
                moved = frozenset(
                    _rounded(c * x - s * y, flip * (s * x + c * y)) for x, y in points
                )
                if moved not in at:
                    break
                image.append(at[moved])
            else:
                yield (c, flip * s, -s, flip * c), image


def _outline(shape: Shape) -> tuple[Point, ...]:
    """What tells one site from all others, which may have the same middle."""
    return (shape.middle,) if isinstance(shape, Disc) else shape.points


def _rounded(x: float, y: float) -> Point:
    """A point without rounding errors; shifted, since many sites lie on multiples of 0.005."""
    return round(x + 0.00314, 2), round(y + 0.00314, 2)
