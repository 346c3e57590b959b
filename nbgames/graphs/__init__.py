"""Boards and positions as networkx graphs, signed graphs, and loop games made from such graphs."""

from .signed import parities, signed_cover, signed_laplacian
from .views import (
    GOALS,
    SIDES,
    automorphisms,
    board_graph,
    double_cover,
    faces,
    incidence_graph,
    interaction_graph,
    player,
    sphere,
    sublattice,
    triangles,
)

__all__ = [
    "GOALS",
    "SIDES",
    "automorphisms",
    "board_graph",
    "double_cover",
    "faces",
    "incidence_graph",
    "interaction_graph",
    "parities",
    "player",
    "signed_cover",
    "signed_laplacian",
    "sphere",
    "sublattice",
    "triangles",
]
