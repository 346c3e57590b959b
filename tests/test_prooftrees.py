"""A proof tree that people share: opened, solved, merged, kept as JSON, and refused."""

import json

import pytest

import nbgames
from nbgames import analysis


@pytest.fixture
def tree():
    return analysis.proof_tree(nbgames.match("projex", 3))


def test_nothing_is_known_at_first(tree):
    assert (tree.value, tree.leaves, tree.open_leaves) == (None, {}, ("",))
    assert tree.explain() == "not looked at; of 1 position in the tree 0 are settled."


def test_positions_that_a_symmetry_takes_to_each_other_are_open_once(tree):
    assert tree.open().open_leaves == ("C1", "B2", "C2")  # the three kinds of openings


def test_one_won_claim_settles_the_position_before(tree):
    opened = tree.open()
    assert opened.solve("C1").value is None  # SECOND wins after C1
    assert opened.solve("C1", "C2").value == 1


def test_every_refutation_is_needed_where_the_other_player_chooses(tree):
    opened = tree.open("B2")
    lines = opened.open_leaves
    assert opened.solve(*lines[:-1]).value is None
    assert opened.solve(*lines).value == 1


def test_a_line_with_the_same_claims_in_another_order_shares_the_value(tree):
    known = tree.solve("B2 C2 A3").open("A3 C2")
    assert "A3 C2 B2" in known.lines
    assert known.known[nbgames.graphs.canonical(known.lines["A3 C2 B2"])] is not None


def test_what_is_out_of_reach_stays_open():
    m = nbgames.match("projex", 6)
    tree = analysis.proof_tree(m).solve("F6", nodes=1)
    assert (tree.leaves, tree.open_leaves) == ({"F6": None}, ("F6",))
    assert (tree | analysis.proof_tree(m)).leaves == tree.leaves


def test_trees_of_several_people_go_through_files_and_are_merged(tree):
    lines = tree.open("B2").open_leaves
    files = [json.dumps(tree.solve(line).to_dict()) for line in lines]
    merged = tree
    for text in files:
        merged |= analysis.from_dict(json.loads(text))
    assert merged.value == 1
    assert merged == analysis.from_dict(json.loads(json.dumps(merged.to_dict())))


def test_a_known_leaf_is_not_lost_to_an_open_one(tree):
    known, unknown = tree.solve("C1"), tree.open()
    assert (known | unknown).leaves["C1"] == (unknown | known).leaves["C1"] == -1


def test_trees_that_contradict_each_other_are_refused(tree):
    data = tree.solve("C2").to_dict()
    data["leaves"]["C2"] = -1
    with pytest.raises(nbgames.Refused, match=r"wrong: after C2 \+1 and -1"):
        tree.solve("C2") | analysis.from_dict(data)
    data["leaves"] = {"C2": 1, "B3": -1}  # a symmetry takes one to the other
    with pytest.raises(nbgames.Refused, match="one of two values is wrong"):
        analysis.from_dict(data)


@pytest.mark.parametrize(
    ("leaves", "words"),
    [
        ({"Z9": 1}, "'Z9' is no line of claims: 'Z9' is no site"),
        ({"C1  C2": 1}, "is no site"),
        ({"swap": 1}, "is no site"),
        ({"C1 C1": 1}, "C1 is taken"),
        ({"C1": 2}, "2 is no value of a position"),
        ({"C1": True}, "True is no value"),
        ({"C1": "1"}, "'1' is no value"),
        ([], "leaves"),
        ({"C1": 1.0}, "1.0 is no value"),
    ],
)
def test_a_file_with_something_else_is_refused(tree, leaves, words):
    with pytest.raises(nbgames.GameError, match=words):
        analysis.from_dict({**tree.to_dict(), "leaves": leaves})


def test_nothing_follows_the_end_of_a_match():
    m = nbgames.match("antipalos", 1, swap=False).play("a1-b2")
    with pytest.raises(nbgames.Refused, match="the match is over"):
        analysis.proof_tree(m).open()


def test_trees_of_two_positions_are_not_merged(tree):
    with pytest.raises(nbgames.Refused, match="merge those of one"):
        tree | analysis.proof_tree(nbgames.match("projex", 4))
    with pytest.raises(TypeError):
        tree | {}


def test_a_notebook_shows_each_position_once(tree):
    shown = tree.open().solve("C1", "C2")._repr_html_()
    assert "</i>X wins" in shown  # the root has no word
    assert shown.count('<i data-owner="1">') == 2 and shown.count('<i data-owner="2">') == 1
    assert "C1, D1, A3, D3, A4 and C4: O wins" in shown
    assert "C2, B3 and C3: X wins" in shown and "B2, D2 and B4: not looked at" in shown


def test_a_position_that_other_claims_led_to_is_shown_there(tree):
    shown = tree.solve("B2 C2 A3")._branch([""], {}), tree.solve("B2 C2 A3").open("A3 C2")
    assert "as after" not in shown[0]._repr_html_() and "as after" in shown[1]._repr_html_()
