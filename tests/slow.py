"""Slow reference implementations of the four games, from their help texts and without nbgames.

Each game answers, for the single claims of a match, who owns what, who is to move and who has won.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, product
from math import atan2, isclose, sqrt
from string import ascii_uppercase

import networkx as nx

FIRST, SECOND = 1, 2
Point = tuple[float, float]


@dataclass
class Slow:
    """A game in progress: owners by name, who is to move, and who has won (0: nobody yet)."""

    owners: dict[str, int] = field(default_factory=dict)
    to_move: int = FIRST
    winner: int = 0


def near(places: dict[str, Point]) -> nx.Graph:
    """Hexagons one unit wide touch when their middles are one unit apart."""
    graph = nx.Graph()
    graph.add_nodes_from(places)
    graph.add_edges_from(
        (a, b) for a, b in combinations(places, 2) if isclose(dist(places[a], places[b]), 1)
    )
    return graph


def dist(a: Point, b: Point) -> float:
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


# Projex: "the number of cells per side alternate between n and n-1 around the board".


def projex_cells(n: int) -> dict[str, Point]:
    """Where the cells lie; a letter is a column that leads down to the right."""
    lengths = [*range(n - 1, 2 * n - 1), *range(2 * n - 3, n - 1, -1)]
    return {
        f"{ascii_uppercase[letter]}{row}": (letter + row / 2, row * sqrt(3) / 2)
        for row, length in enumerate(lengths, 1)
        for letter in range(max(0, n - row), max(0, n - row) + length)
    }


def projex_rim(n: int) -> list[str]:
    """The edge cells, those with fewer than six neighbours, in the order of their angle."""
    places = projex_cells(n)
    inside = near(places)
    x, y = (sum(place[k] for place in places.values()) / len(places) for k in (0, 1))
    rim = [cell for cell, degree in inside.degree if degree < 6]
    return sorted(rim, key=lambda cell: atan2(places[cell][1] - y, places[cell][0] - x))


def projex_graph(n: int) -> nx.Graph:
    """Who touches whom; `parity` 1 crosses the edge to the two cells directly opposite."""
    graph = near(projex_cells(n))
    nx.set_edge_attributes(graph, 0, "parity")
    rim = projex_rim(n)
    for k, cell in enumerate(rim):
        for across in (len(rim) // 2, len(rim) // 2 + 1):
            graph.add_edge(cell, rim[(k + across) % len(rim)], parity=1)
    return graph


def cover(graph: nx.Graph) -> nx.Graph:
    """The double cover: crossing the edge changes the sheet."""
    double = nx.Graph()
    double.add_nodes_from(product(graph, (0, 1)))
    double.add_edges_from(
        ((a, sheet), (b, sheet ^ parity))
        for a, b, parity in graph.edges(data="parity")
        for sheet in (0, 1)
    )
    return double


def projex_loop(graph: nx.Graph, cells: Iterable[str]) -> int:
    """How long the shortest global loop of these cells is; 0: there is none."""
    double = cover(graph.subgraph(cells))
    lengths = (
        nx.shortest_path_length(double, (cell, 0), (cell, 1))
        for cell in cells
        if nx.has_path(double, (cell, 0), (cell, 1))
    )
    return min(lengths, default=0)


def has_loop(graph: nx.Graph, cells: Iterable[str]) -> bool:
    """Does some part of the cover hold a cell and its double?"""
    double = cover(graph.subgraph(cells))
    return any(
        len({cell for cell, _ in part}) < len(part) for part in nx.connected_components(double)
    )


def projex(n: int, claims: Iterable[str]) -> Slow:
    graph, game = projex_graph(n), Slow()
    for cell in claims:
        claim(game, cell)
        mover = game.owners[cell]
        if has_loop(graph, owned(game, mover)):
            game.winner = mover
            break
    return game


def claim(game: Slow, name: str) -> None:
    assert name not in game.owners
    game.owners[name] = game.to_move
    game.to_move = 3 - game.to_move


def owned(game: Slow, who: int) -> list[str]:
    return [name for name, owner in game.owners.items() if owner == who]


# ConHex: holes and cells, read from a drawing.


def conhex_holes(drawing: str) -> nx.Graph:
    """The bipartite graph of holes and cells that a drawing of the empty board shows.

    A cell is the blank inside its walls; a hole belongs to the cells that it stands next to.
    """
    head, *rows = [line for line in drawing.split("\n") if line.strip()][:-1]
    lines = {r: row for r, row in enumerate(rows)}
    frame = re.search(r"\+-+\+", rows[0]).span()
    holes = {
        (r, c): f"{head[c]}{rows[r].split()[0]}"
        for r, row in lines.items()
        for c in range(*frame)
        if row[c] == "+"
    }
    blank = nx.Graph()
    blank.add_nodes_from(
        (r, c) for r, row in lines.items() for c in range(*frame) if row[c : c + 1] == " "
    )
    blank.add_edges_from(
        (spot, other)
        for spot in list(blank)
        for other in ((spot[0] + 1, spot[1]), (spot[0], spot[1] + 1))
        if other in blank
    )
    graph = nx.Graph()
    for region in nx.connected_components(blank):
        around = {(r + dr, c + dc) for r, c in region for dr, dc in product((-1, 0, 1), repeat=2)}
        mine = sorted(
            (holes[spot] for spot in around & set(holes)),
            key=lambda hole: (int(hole[1:]), hole[0]),
        )
        cell = f"{mine[0]}:{mine[-1]}"
        graph.add_node(cell, bipartite=1)
        graph.add_edges_from((hole, cell) for hole in mine)
    return graph


def conhex_edges(holes: nx.Graph) -> dict[int, tuple[set[str], set[str]]]:
    """FIRST's and SECOND's two edges: the outer cells from corner cell to corner cell.

    A corner cell is one of three holes, one of which no other cell has.
    """
    cells = [node for node in holes if ":" in node]
    outer = conhex_contacts(holes).subgraph(cell for cell in cells if holes.degree(cell) == 3)
    corners = {hole: cell for cell in outer for hole in holes[cell] if holes.degree(hole) == 1}
    a, b, c, d = sorted(corners, key=reading)

    def edge(one: str, two: str) -> set[str]:
        return set(nx.shortest_path(outer, corners[one], corners[two]))

    return {FIRST: (edge(a, b), edge(c, d)), SECOND: (edge(a, c), edge(b, d))}


def conhex_middle(holes: nx.Graph, rings: int) -> nx.Graph:
    """The board of so many rings: the middle of a larger one, and a hole for each corner cell.

    Cells of ring k are k contacts from the centre, the cell of five holes.
    """
    contacts = conhex_contacts(holes)
    centre = next(cell for cell in contacts if holes.degree(cell) == 5)
    ring = nx.single_source_shortest_path_length(contacts, centre)
    inside = [hole for hole in holes if ":" not in hole and least(ring, holes[hole]) < rings]
    middle = nx.Graph(holes.subgraph([*inside, *(cell for cell in ring if ring[cell] <= rings)]))
    for cell in [cell for cell in middle if ring.get(cell) == rings and middle.degree(cell) == 2]:
        middle.add_edge(cell, min(set(holes[cell]) - set(middle), key=reading))
    return middle


def least(ring: dict[str, int], cells: Iterable[str]) -> int:
    return min(ring[cell] for cell in cells)


def reading(hole: str) -> tuple[int, str]:
    """The order of reading: row by row."""
    return int(re.sub(r"\D", "", hole)), hole


def conhex_contacts(holes: nx.Graph) -> nx.Graph:
    """Cells touch when they share a hole."""
    return nx.bipartite.projected_graph(holes, [node for node in holes if ":" in node])


def chain(contacts: nx.Graph, cells: Iterable[str], edges: tuple[set[str], set[str]]) -> int:
    """How many cells the shortest chain between two edges has; 0: there is none."""
    mine = nx.Graph(contacts.subgraph(cells))
    for side, edge in zip("<>", edges, strict=True):
        mine.add_node(side)
        mine.add_edges_from((side, cell) for cell in edge if cell in mine)
    return nx.shortest_path_length(mine, "<", ">") - 1 if nx.has_path(mine, "<", ">") else 0


def conhex(holes: nx.Graph, claims: Iterable[str]) -> tuple[Slow, dict[str, int]]:
    """The game and who owns which cell: whoever first had at least half of its holes."""
    game, cells = Slow(), {}
    contacts, edges = conhex_contacts(holes), conhex_edges(holes)
    for hole in claims:
        claim(game, hole)
        mover = game.owners[hole]
        for cell in set(holes[hole]) - set(cells):
            if (
                sum(game.owners.get(other) == mover for other in holes[cell])
                >= holes.degree(cell) / 2
            ):
                cells[cell] = mover
        if chain(contacts, [cell for cell in cells if cells[cell] == mover], edges[mover]):
            game.winner = mover
            break
    return game, cells


# Antipalos: points, and pieces between them.


def ends(piece: str) -> tuple[Point, Point]:
    (a, b), (c, d) = (re.fullmatch(r"([a-z]+)(\d+)", end).groups() for end in piece.split("-"))
    return (column(a), int(b)), (column(c), int(d))


def column(name: str) -> int:
    return 26 * (len(name) - 1) + ord(name[-1]) - ord("a") + 1


def joined(n: int, pieces: Iterable[str], who: int) -> int:
    """How many pieces the shortest chain between two sides has; 0: there is none."""
    points = nx.Graph(ends(piece) for piece in pieces)
    axis = 1 if who == FIRST else 0
    for point in list(points):
        if point[axis] == 1:
            points.add_edge("<", point)
        if point[axis] == n + 1:
            points.add_edge(">", point)
    if "<" not in points or ">" not in points or not nx.has_path(points, "<", ">"):
        return 0
    return nx.shortest_path_length(points, "<", ">") - 2


def antipalos(n: int, claims: Iterable[str]) -> Slow:
    game, middles = Slow(), set()
    for piece in claims:
        (a, b), (c, d) = ends(piece)
        assert ((a + c) / 2, (b + d) / 2) not in middles
        middles.add(((a + c) / 2, (b + d) / 2))
        claim(game, piece)
        if joined(n, owned(game, game.owners[piece]), game.owners[piece]):
            game.winner = game.owners[piece]
            break
    return game


# Copolymer: count neighbours, then cells.


def copolymer_graph(names: Iterable[str]) -> nx.Graph:
    """Rows go by letters without I, numbers are columns that lead down to the left."""
    rows = ascii_uppercase.replace("I", "")

    def place(name: str) -> Point:
        row = rows.index(name[0])
        return int(name[1:]) - row / 2, row * sqrt(3) / 2

    return near({name: place(name) for name in names})


def copolymer(names: Iterable[str], claims: Iterable[str]) -> Slow:
    graph, game = copolymer_graph(names), Slow()
    for cell in claims:
        mover = game.to_move
        claim(game, cell)
        if sum(game.owners.get(other) == 3 - mover for other in graph[cell]) >= 2:
            game.to_move = mover
    if len(game.owners) == len(graph):
        game.winner = FIRST if 2 * len(owned(game, FIRST)) > len(graph) else SECOND
    return game
