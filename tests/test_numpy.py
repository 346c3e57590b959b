"""Numbers of numpy, and its random generators, are taken where whole numbers and seeds are."""

import json

import pytest

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs
from nbgames.opponents import contest

np = pytest.importorskip("numpy")
KINDS = (np.int64, np.uint8, np.int32)


@pytest.mark.parametrize("kind", KINDS)
def test_sizes_and_counts_of_moves(kind):
    m = nbgames.match("projex", kind(4)).play("C3", "D3")
    assert m.game == nbgames.game("projex", 4)
    assert type(m.game.size) is int
    assert m.at(kind(1)) == m.at(1) == m.back(kind(1))
    assert m.comment("here", kind(1)) == m.comment("here", 1)
    assert m.end("forfeit", kind(2)) == m.end("forfeit", SECOND)
    assert type(m.end("forfeit", kind(2)).outcome.winner) is int


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "question",
    [
        analysis.groups,
        analysis.distance,
        analysis.blocking_set,
        analysis.resistance,
        analysis.cycle_report,
        analysis.disjoint_paths,
        analysis.articulation,
        analysis.threats,
        analysis.must_play,
    ],
)
def test_players_of_questions(question, kind):
    m = nbgames.match("projex", 4).play("C3", "D3", "C4")
    found = question(m, kind(2))
    assert found == question(m, SECOND) == question(m, player=SECOND)
    if hasattr(found, "to_dict"):
        assert analysis.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_the_lattice_of_two_trees():
    m = nbgames.match("antipalos", 3)
    found = analysis.two_trees(m, player=np.int64(1), parity=np.int64(1))
    assert found == analysis.two_trees(m, FIRST, 1)
    assert json.dumps(found.to_dict()) == json.dumps(analysis.two_trees(m, FIRST, 1).to_dict())
    lattice = graphs.sublattice(m, np.int64(1), terminals=np.int64(1))
    assert type(lattice.graph["parity"]) is int


def test_counts_and_seeds_of_playouts():
    m = nbgames.match("projex", 3)
    found = analysis.playouts(m, np.int64(50), seed=np.int64(3))
    assert found == analysis.playouts(m, 50, seed=3)
    assert json.loads(json.dumps(found.to_dict()))["seeds"] == [3]


def test_a_generator_gives_a_seed_that_the_answer_keeps():
    m, rng = nbgames.match("projex", 3), np.random.default_rng(5)
    one, two = analysis.playouts(m, 50, seed=rng), analysis.playouts(m, 50, seed=rng)
    assert one.seeds != two.seeds
    assert (one + two).games == 100
    assert analysis.playouts(m, 50, seed=one.seeds[0]) == one
    assert analysis.playouts(m, 50, seed=np.random.default_rng(5)) == one


def test_levels_seeds_and_nodes_of_a_computer_player():
    made = nbgames.opponent(np.int64(2), seed=np.int64(3), nodes=np.int64(40))
    assert made == nbgames.opponent(2, seed=3, nodes=40)
    drawn = nbgames.opponent(2, seed=np.random.default_rng(1))
    assert drawn == nbgames.opponent(2, seed=np.random.default_rng(1))
    assert contest(["projex 3"], ["2-1"], games=np.int64(1), seconds=0.01).scores[0].games == 1


@pytest.mark.parametrize("n", [2.0, np.float64(2), True, np.True_, "2", np.array([2, 3]), None])
def test_what_is_no_whole_number_is_refused(n):
    m = nbgames.match("projex", 3).play("B2", "B3")
    for asked in (
        lambda: analysis.playouts(m, n),
        lambda: analysis.playouts(m, 5, seed=n),
        lambda: nbgames.opponent(n, seed=0),
        lambda: nbgames.opponent(2, seed="none" if n is None else n),  # None has one drawn
        lambda: m.at(n),
        lambda: m.end("forfeit", n),
    ):
        with pytest.raises(nbgames.Refused):
            asked()


@pytest.mark.parametrize("package", [nbgames, analysis])
def test_a_package_lists_its_public_names_only(package):
    analysis.playouts(nbgames.match("projex", 3), 5)  # which loads modules
    assert set(dir(package)) == set(package.__all__)
    assert not [name for name in dir(package) if name[0] == "_" and name != "__version__"]
