"""Where the cells of a loop game lie on the sphere that covers its board, and their corners."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

import networkx as nx

from ..core._numpy import np
from ..core.errors import Refused
from ..core.game import Game
from .boards import board_graph
from .signed import normalised, parities, spectral

SMOOTHINGS = 40  # one more moves no node of Projex 10 by a thousandth of the radius
STIFFNESS = 1.5  # an edge pulls by its length to this power, so that long ones shrink first
UNIT = 10_000  # the radius of the sphere in a page's whole numbers; sphere.js divides by it


@lru_cache(16)
def globe(game: Game) -> Mapping[str, Any]:
    """Where cells and corners lie on the unit sphere, as whole numbers of which UNIT are one.

    `points` are the cells of one sheet; those of the other lie opposite. `faces` are the corners
    of each cell in order, k + 1 for corner k and -(k + 1) for the point opposite to it.

    Raises
    ------
    Refused
        If the board has no twisted edges, or they make no triangulated projective plane.
    """
    board = game.board
    if not board.twists:
        raise Refused(f"{game.name} is played on no sphere: only a board that crosses its edge is")
    G = board_graph(game)
    points = aligned(
        positions(G), {n: s.middle for n, s in zip(board.names, board.shapes, strict=False)}
    )
    corners, faces = corners_and_faces(G, points)
    return {
        "points": [_whole(points[name]) for name in G],
        "corners": [_whole(corner) for corner in corners],
        "faces": [faces[name] for name in G],
    }


def _whole(point: np.ndarray) -> list[int]:
    return [round(float(value) * UNIT) for value in point]


Positions = Mapping[Hashable, Any]  # points in space, arrays of three


def positions(G: nx.Graph) -> dict[Hashable, np.ndarray]:
    """The nodes of a signed graph on the unit sphere, one sheet of them.

    They begin where `spectral` puts them and are then evened out: every node is drawn to its
    neighbours, further ones more.
    """
    points = spectral(G, weight="")
    at = {node: k for k, node in enumerate(G)}
    ends = [(at[u], at[v], 1 - 2 * p) for u, v, p in parities(G)]
    a, b, signs = (np.array(column) for column in zip(*ends, strict=True))
    for _ in range(SMOOTHINGS):
        there = signs[:, None] * points[b]
        apart = there - points[a]
        weight = np.linalg.norm(apart, axis=1, keepdims=True) ** STIFFNESS
        pull = weight * apart
        moved = np.zeros_like(points)
        total = np.zeros((len(points), 1))
        np.add.at(moved, a, pull)
        np.add.at(moved, b, -signs[:, None] * pull)
        np.add.at(total, a, weight)
        np.add.at(total, b, weight)
        points = normalised(points + moved / total / 2)  # half the way: all move at once
    return dict(zip(G, points, strict=True))


def aligned(
    points: Positions, drawn: Mapping[Hashable, tuple[float, float]]
) -> dict[Hashable, Any]:
    """The sphere turned, or mirrored, until its front looks like the flat drawing (Kabsch 1976)."""
    nodes = list(points)
    flat = np.array([drawn[node] for node in nodes])
    flat = flat - flat.mean(axis=0)
    away = np.linalg.norm(flat, axis=1)
    angle = away / away.max() * np.pi / 2
    share = np.divide(np.sin(angle), away, out=np.zeros_like(away), where=away > 0)
    wanted = np.column_stack([flat[:, 0] * share, -flat[:, 1] * share, np.cos(angle)])
    here = np.array([points[node] for node in nodes])
    u, _, v = np.linalg.svd(wanted.T @ here)
    return dict(zip(nodes, here @ (u @ v).T, strict=True))


def corners_and_faces(
    G: nx.Graph, points: Positions
) -> tuple[list[np.ndarray], dict[Hashable, list[int]]]:
    """The corners of all cells, and each cell's in order: the middles of the triangles around it.

    Raises
    ------
    Refused
        If the triangles make no projective plane.
    """
    order = {node: k for k, node in enumerate(G)}
    corners: dict[tuple[tuple[int, int], ...], int] = {}
    at: list[np.ndarray] = []
    faces: dict[Hashable, list[int]] = {}
    for node in G:
        near = _around(G, points, node)
        faces[node] = []
        for one, other in zip(near, near[1:] + near[:1], strict=True):
            triangle = sorted([(order[node], 0), *((order[n], sheet) for n, sheet in (one, other))])
            turned = triangle[0][1]
            key = tuple((n, sheet ^ turned) for n, sheet in triangle)
            if key not in corners:
                corners[key] = len(at)
                middle = points[node] + sum((1 - 2 * s) * points[n] for n, s in (one, other))
                at.append((1 - 2 * turned) * middle / np.linalg.norm(middle))
            faces[node].append((corners[key] + 1) * (1 - 2 * turned))
    surplus = len(G) - G.number_of_edges() + len(at)
    if surplus != 1:
        raise Refused(
            "these cells make no triangulated projective plane: cells - contacts + triangles is "
            f"{surplus}, and has to be 1"
        )
    return at, faces


def _around(G: nx.Graph, points: Positions, node: Hashable) -> list[tuple[Hashable, int]]:
    """The neighbours of a node, with their sheets seen from its own, once around."""
    middle = points[node]
    side = np.cross(middle, [1.0, 0.0, 0.0] if abs(middle[0]) < 0.8 else [0.0, 1.0, 0.0])
    other = np.cross(middle, side)

    def turn(end: tuple[Hashable, int]) -> float:
        point = (1 - 2 * end[1]) * points[end[0]]
        return float(np.arctan2(point @ other, point @ side))

    return sorted(((near, G.edges[node, near]["parity"]) for near in G[node]), key=turn)
