"""Boards and positions as networkx graphs, signed graphs, and loop games made from such graphs."""

from .boards import (
    GOALS,
    SIDES,
    automorphisms,
    board_graph,
    incidence_graph,
    interaction_graph,
    player,
)
from .covers import double_cover, faces, sphere, triangles
from .equivalence import canonical, orbits
from .lattices import sublattice
from .scalars import plain
from .signed import parities, signed_cover, signed_laplacian

__all__ = [
    "GOALS",
    "SIDES",
    "automorphisms",
    "board_graph",
    "canonical",
    "double_cover",
    "faces",
    "incidence_graph",
    "interaction_graph",
    "orbits",
    "parities",
    "plain",
    "player",
    "signed_cover",
    "signed_laplacian",
    "sphere",
    "sublattice",
    "triangles",
]
