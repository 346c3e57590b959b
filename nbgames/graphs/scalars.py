"""Copies of graphs whose attributes are numbers and text, for files that other programs read."""

from __future__ import annotations

from typing import Any

import networkx as nx

from ..core.errors import Refused, shown
from ..core.position import Position


def plain(G: nx.Graph) -> nx.Graph:
    """A copy of a graph with numbers and text only, as GraphML, GEXF, GML and JSON need them.

    Parameters
    ----------
    G : networkx.Graph
        A graph of this package, or any other one whose attributes are numbers, text, None,
        positions and tuples of these.

    Returns
    -------
    networkx.Graph
        A new graph of the same kind. `pos`, (x, y), becomes two numbers, `x` and `y`; any other
        tuple becomes text, its parts separated by ", ": `sides` "top, left", the node ("A1", 1) of
        a double cover "A1, 1". A position becomes its owners and the side to move, such as
        "0012 1". What is None is left out.

    Raises
    ------
    Refused
        If it is no graph, two nodes would have the same text, or an attribute is something else.

    Examples
    --------
    >>> import networkx as nx
    >>> import nbgames
    >>> from nbgames import graphs
    >>> G = graphs.plain(graphs.board_graph(nbgames.game("conhex")))
    >>> G.nodes["A1:B3"]
    {'x': -7.4, 'y': 7.4, 'sides': 'top, left'}
    >>> text = "".join(nx.generate_graphml(G))  # nx.write_graphml(G, path) writes a file
    >>> nx.parse_graphml(text).nodes["A1:B3"] == G.nodes["A1:B3"]
    True
    """
    if not isinstance(G, nx.Graph):
        raise Refused(f"{shown(G)} is no graph: give a networkx.Graph")
    H = G.__class__(**_scalars(G.graph))
    H.add_nodes_from((_scalar(v), _scalars(data)) for v, data in G.nodes(data=True))
    if len(H) < len(G):
        raise Refused("two nodes of this graph have the same text: give them other names")
    H.add_edges_from((_scalar(u), _scalar(v), _scalars(data)) for u, v, data in G.edges(data=True))
    return H


def _scalars(data: dict[str, Any]) -> dict[str, Any]:
    if isinstance(pos := data.get("pos"), tuple) and len(pos) == 2:
        x, y = map(float, pos)
        data = {"x": x, "y": y, **{key: value for key, value in data.items() if key != "pos"}}
    return {key: _scalar(value) for key, value in data.items() if value is not None}


def _scalar(value: Any) -> Any:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Position):
        return f"{''.join(map(str, value.owners))} {value.to_move}"
    if not isinstance(value, (int, float, str)):
        raise Refused(f"{shown(value)} is neither a number nor text: leave it out of the graph")
    return value
