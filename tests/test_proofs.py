"""Proofs to watch: each step is what it says, and the last one is true."""

import re
from base64 import b64decode
from collections import Counter
from itertools import combinations, pairwise
from random import Random
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

import nbgames
from nbgames import FIRST, SECOND, Position, analysis, graphs
from nbgames.core.chains import joining
from nbgames.exercises import antipodes, gluing, proofs, rooms, stepwise
from nbgames.games import game


@pytest.mark.parametrize("seed", range(30))
def test_the_walk_shows_who_has_won(seed):
    proof = stepwise.somebody_wins(seed)
    board, owners = proof.game.board, proof.steps[-1].owners
    winner = proof.game.rules.winner(board.net, owners)
    assert winner in (1, 2)
    assert proof.steps[-1].says.endswith(f"{proof.game.players[winner - 1]} has won.")
    assert len(joining(board.net, owners, winner)) and proof.steps[-1].path
    for step in proof.steps[:-1]:  # a cell of each player's is at hand, or a side
        own = [owners[site] for (site,) in step.arrows]
        assert len(own) == len(set(own)) <= 2


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_there_are_as_many_paths_as_the_cut_has_cells(seed, size):
    proof = stepwise.augmenting(seed, size)
    A = graphs.board_graph(game("conhex", size))
    for end in ("top", "bottom"):
        A.add_edges_from([(end, v) for v, on in A.nodes(data="sides", default=()) if end in on])
    cut = {proof.game.board.names[site] for (site,) in proof.steps[-1].arrows}
    assert len(cut) == nx.node_connectivity(A, "top", "bottom")
    assert not nx.has_path(A.subgraph(set(A) - cut), "top", "bottom")
    assert f"Now there are {len(cut)} paths." in proof.steps[-2].says


@pytest.mark.parametrize("seed", range(10))
def test_the_paths_share_no_cell_at_any_time(seed):
    made = game("conhex", 4)
    R = stepwise._pipes(stepwise.sided(made))
    rng = Random(seed)
    weight = {arc: rng.random() for arc in R.edges}
    count = 0
    while nx.has_path(R, "top", "bottom"):
        path = nx.dijkstra_path(R, "top", "bottom", lambda u, v, _: weight.get((u, v), 0.0))
        stepwise._augment(R, path, weight)
        count += 1
        flow = [(v, u) for u, v in R.edges if (u, v) not in weight]
        assert all(d == 1 for v, d in nx.DiGraph(flow).out_degree if v not in ("top", "bottom"))
        found = nx.DiGraph(flow)
        assert found.out_degree("top") == found.in_degree("bottom") == count


def test_some_path_goes_backwards():
    assert sum("goes backwards" in step.says for step in stepwise.augmenting().steps) == 2


def test_a_notebook_keeps_the_last_picture_and_takes_nothing_from_the_page():
    shown = proofs.somebody_wins(seed=3)
    assert "has won." in still_of(shown)[0]
    before = shown.data
    shown.set_state({"data": "", "_esm": ""})
    assert shown.data == before and shown._esm
    shown.close()


SHOWN = [proofs.somebody_wins, proofs.augmenting, proofs.repairing]
SHOWN += [proofs.sperner, proofs.antipodal, proofs.gluing]


@pytest.mark.parametrize("made", SHOWN, ids=lambda made: made.__name__)
def test_its_picture_shows_what_the_last_step_draws(made):
    shown = made()
    last = shown._proof.steps[-1]
    html, picture = still_of(shown)
    assert f'<path class="nb-core" d="{last.path}"' in picture
    names = shown._proof.game.board.names
    for words, sites in ("Rings on", sum(last.arrows, ())), ("Shaded:", last.shaded):
        told = f"{words} {', '.join(names[site] for site in sites)}."
        assert (told in html) == bool(sites)
    drawn = [len(layer(picture, name)) for name in ("under", "shades", "arrows")]
    assert drawn[0] + drawn[1] == len(last.shaded) and drawn[2] == 2 * len(last.arrows)
    shown.close()


def test_a_tree_leads_to_a_side_as_one_vertex_from_each_of_its_points_there():
    """Drawn with its sides, each tree of `two_trees` is connected."""
    for size in (2, 4, 6):
        found = analysis.two_trees(nbgames.match("antipalos", size, swap=False), FIRST, 0)
        shapes, site = found.match.game.board.shapes, found.match.game.board.site
        lines = [line.points for line in found.marks()[0].lines]
        sides = [(end, end[1]) for _, end in lines]  # the ends at one height lie on one side
        for tree in found.trees:
            drawn = [*(shapes[site(piece)].points for piece in tree), *lines, *sides]
            assert nx.is_connected(nx.Graph(drawn))


def still_of(shown):
    """What a notebook keeps of a widget, and the picture in it, as SVG."""
    data = shown._repr_mimebundle_()
    html = (data[0] if isinstance(data, tuple) else data)["text/html"]
    return html, b64decode(re.search('base64,([^"]+)', html)[1]).decode()


def layer(picture, name):
    """The elements of a layer of a picture."""
    found = ET.fromstring(picture).find(f".//*[@class='nb-{name}']")
    return [] if found is None else list(found)


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_two_trees_stay_two_trees_at_every_cut(seed, size):
    proof = stepwise.repairing(seed, size)
    board = proof.game.board
    for step in proof.steps[:-1]:
        if step.says.startswith("H cuts"):
            continue
        start = nbgames.match(proof.game, start=Position(bytes(step.owners), SECOND), swap=False)
        assert analysis.two_trees(start, FIRST, 0).safe
        sides = 2 * (size // 2 + 1)  # points at top and bottom, with short lines to the sides
        assert len(step.shaded) == step.path.count("M") - sides  # as many pieces in both trees
    assert len(joining(board.net, proof.steps[-1].owners, FIRST))
    assert proof.steps[-1].owners.count(FIRST) == proof.steps[-1].owners.count(SECOND)


@pytest.mark.parametrize("size", [2, 3, 5, 6, 8])
@pytest.mark.parametrize("seed", range(12))
def test_walks_through_doors_find_an_odd_number_of_full_rooms(seed, size):
    labels = rooms.labelled(size, Random(seed))
    last = size - 1
    at = {(r, c): labels[r * (r + 1) // 2 + c] for r in range(size) for c in range(r + 1)}
    assert (at[0, 0], at[last, 0], at[last, last]) == (0, 1, 2)
    assert 2 not in {at[r, 0] for r in range(size)}
    assert 1 not in {at[r, r] for r in range(size)} and 0 not in {at[last, c] for c in range(size)}
    up = [{at[r, c], at[r + 1, c], at[r + 1, c + 1]} for r, c in at if r < last]
    down = [{at[r, c], at[r, c + 1], at[r + 1, c + 1]} for r, c in at if c < r < last]
    full = sum(len(labels) == 3 for labels in up + down)
    proof = rooms.sperner(seed, size)
    assert full % 2 and proof.steps[-1].says.endswith(
        f"In all {full} room{'s are' if full > 1 else ' is'} full, an odd number."
    )
    for step in proof.steps[1:-1]:  # between a ring and a cross
        assert {labels[site] for (site,) in step.arrows} == {0, 1}


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_band_and_a_disk_are_glued_to_the_projective_plane(size):
    G = graphs.board_graph(game("projex", size))
    proof = gluing.gluing(size)
    faces = [re.findall(r"[A-Z]+\d+", says[13:].split(":")[0]) for says in added(proof)]
    assert sorted(map(sorted, faces)) == sorted(sorted(t) for t in graphs.faces(proof.game))
    (k,) = (
        k
        for k, step in enumerate(proof.steps)
        if "Möbius" in step.says and k + 1 < len(proof.steps)
    )
    band, disk = faces[: k - 1], faces[k - 1 :]
    assert [euler(band), euler(disk), euler(faces)] == [0, 1, 1]
    for part, borders in ((band, 1), (disk, 1)):
        assert nx.number_connected_components(border(part)) == borders
        assert all(is_path_or_cycle(link(part, v)) for v in {v for face in part for v in face})
    assert border(band).edges == border(disk).edges
    loop = [name for name, who in zip(G, proof.steps[0].owners, strict=True) if who]
    assert len(loop) == 2 * size - 2 and not analysis.is_balanced(G.subgraph(loop))
    numbers = [int(re.findall(r"= (-?\d+)", says)[-1]) for says in added(proof)]
    done = [euler_with(loop, G, faces[: n + 1]) for n in range(len(faces))]
    assert numbers == done


def added(proof):
    return [step.says for step in proof.steps if step.says.startswith("Add the face")]


def sides(face):
    return {frozenset(pair) for pair in combinations(face, 2)}


def euler(faces):
    edges = set().union(*map(sides, faces))
    return len(set().union(*faces)) - len(edges) + len(faces)


def euler_with(loop, G, faces):
    edges = {frozenset(edge) for edge in G.subgraph(loop).edges}.union(*map(sides, faces))
    return len({*loop}.union(*faces)) - len(edges) + len(faces)


def border(faces):
    times = Counter(edge for face in faces for edge in sides(face))
    assert set(times.values()) <= {1, 2}
    return nx.Graph(sorted(map(sorted, (edge for edge, count in times.items() if count == 1))))


def link(faces, v):
    return nx.Graph([face - {v} for face in map(set, faces) if v in face])


def is_path_or_cycle(H):
    ends = Counter(d for _, d in H.degree)
    return nx.is_connected(H) and set(ends) <= {1, 2} and ends[1] in (0, 2)


def test_a_border_is_drawn_the_same_way_in_every_process():
    """Sets of text have another order in each, so the page of proofs had other bytes each time."""
    rims = [gluing.rim_of([face]) for face in graphs.faces(game("projex", 4))]
    assert rims == list(map(sorted, rims))


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_of_the_tree_of_groups_has_won(seed, size):
    proof = antipodes.antipodal(seed, size)
    board, first, last = proof.game.board, proof.steps[0], proof.steps[-1]
    winner = proof.game.rules.winner(board.net, first.owners)
    assert 0 not in first.owners and {*last.owners} == {0, winner}
    assert last.says.endswith(f"{proof.game.players[winner - 1]} has a winning loop.")
    for step, after in pairwise(proof.steps[1:]):
        gone = {site for site, who in enumerate(after.owners) if step.owners[site] and not who}
        assert gone == {site for (site,) in step.arrows}
        (own,) = {step.owners[site] for site in gone}
        near = {other for site in gone for other in board.neighbours[site]} - gone
        assert {step.owners[site] for site in near} - {0} == {3 - own}
    assert proof.game.rules.winner(board.net, last.owners) == winner
