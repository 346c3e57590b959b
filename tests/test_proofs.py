"""Proofs to watch: each step is what it says, and the last one is true."""

from random import Random

import networkx as nx
import pytest

import nbgames
from nbgames import FIRST, SECOND, Position, analysis, graphs
from nbgames.core.chains import joining
from nbgames.exercises import proofs, stepwise
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
    data = shown._repr_mimebundle_()
    data = data[0] if isinstance(data, tuple) else data
    assert "has won." in data["text/html"]
    before = shown.data
    shown.set_state({"data": "", "_esm": ""})
    assert shown.data == before and shown._esm
    shown.close()


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
        assert len(step.shaded) == step.path.count("M")  # as many pieces in one as in the other
    assert len(joining(board.net, proof.steps[-1].owners, FIRST))
    assert proof.steps[-1].owners.count(FIRST) == proof.steps[-1].owners.count(SECOND)
