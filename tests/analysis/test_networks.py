"""A plain network: what stands in its text, and where a tree's nodes lie."""

import sys
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import networkx as nx
import pytest

import nbgames
from nbgames import FIRST, SECOND, graphs
from nbgames.draw.networks import network, tree_positions

SVG = "{http://www.w3.org/2000/svg}"


def parts(G):
    return list(ElementTree.fromstring(network(G, "A network.").picture).iter())


def test_a_boards_incidences_are_squares_and_discs_and_a_line_for_each():
    made = parts(graphs.incidence_graph(CONHEX))
    assert all(float(part.attrib["r"]) == 6 for part in made if part.tag == SVG + "circle")
    found = [part.tag.removeprefix(SVG) for part in made]
    assert found.count("circle") == 69 and found.count("rect") == 41 + 1  # holes, cells, the paper
    assert found.count("path") == 16 * 3 + 24 * 6 + 5  # help text: holes of edge cells, others, one


CONHEX = nbgames.game("conhex")


def test_nothing_lies_outside_the_picture():
    T = nx.star_graph(3)
    nx.set_node_attributes(T, 200, "size")
    for disc in (part.attrib for part in parts(T) if part.tag == SVG + "circle"):
        x, y, r = (float(disc[key]) for key in ("cx", "cy", "r"))
        assert min(x, y) >= r and max(x, y) <= 500 - r


def test_neighbours_do_not_cover_each_other():
    T = nx.path_graph(9)
    nx.set_node_attributes(T, 200, "size")
    discs = [part.attrib for part in parts(T) if part.tag == SVG + "circle"]
    for one, other in pairwise(discs):
        middles = [(float(disc["cx"]), float(disc["cy"])) for disc in (one, other)]
        assert dist(*middles) > float(one["r"]) + float(other["r"])


def test_the_players_differ_by_more_than_their_colours():
    T = nx.path_graph(2)
    nx.set_node_attributes(T, {0: FIRST, 1: SECOND}, "owner")
    assert sum(part.tag == SVG + "circle" for part in parts(T)) == 3
    nx.set_node_attributes(T, {0: True}, "ring")
    assert sum(part.tag == SVG + "circle" for part in parts(T)) == 4


@pytest.mark.parametrize("seed", range(20))
def test_a_trees_lines_do_not_cross_and_its_nodes_lie_apart(seed):
    T = nx.random_labeled_tree(30, seed=seed)
    at = tree_positions(T)
    assert min(dist(at[u], at[v]) for u, v in combinations(T, 2)) > 0.15
    for (a, b), (c, d) in combinations(T.edges, 2):
        if len({a, b, c, d}) == 4:
            assert not crossing(*(at[v] for v in (a, b, c, d)))


def crossing(a, b, c, d):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_a_graph_without_places_is_refused_unless_it_is_a_tree():
    with pytest.raises(nbgames.Refused, match="give each of them a pos"):
        network(nx.cycle_graph(3), "Nowhere.")
    with pytest.raises(nbgames.Refused, match="42 is no graph of networkx"):
        network(42, "No graph.")


def test_a_cell_shows_it_with_words_and_a_caption():
    shown = network(nx.path_graph(4), "Three <steps>.")._repr_html_()
    assert 'alt="A network: 4 vertices, 3 edges, a tree."' in shown
    assert "<figcaption>Three &lt;steps&gt;.</figcaption>" in shown


def test_it_needs_neither_matplotlib_nor_numpy(monkeypatch):
    for name in ("matplotlib", "numpy"):
        monkeypatch.setitem(sys.modules, name, None)
    assert network(nx.balanced_tree(2, 3), "A tree.").picture.count("<circle") == 15
    assert network(graphs.incidence_graph(CONHEX), "Holes and cells.").picture
