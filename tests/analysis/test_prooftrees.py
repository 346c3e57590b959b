"""A proof tree that people share: opened, solved, merged, kept as JSON, and refused."""

import json
import re
from threading import Event
from types import SimpleNamespace

import pytest
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames import analysis
from nbgames.analysis.prooftrees import settling
from nbgames.widgets import notebook
from nbgames.widgets.prooftrees import rows, settles
from nbgames.widgets.worker import ENDS, FAILS

pytestmark = pytest.mark.usefixtures("uncompiled")
LONG = 60  # seconds: a busy machine settles it too


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
    assert opened.solve("C1", seconds=LONG).value is None  # SECOND wins after C1
    assert opened.solve("C1", "C2", seconds=LONG).value == 1


def test_every_refutation_is_needed_where_the_other_player_chooses(tree):
    opened = tree.open("B2")
    lines = opened.open_leaves
    assert opened.solve(*lines[:-1], seconds=LONG).value is None
    assert opened.solve(*lines, seconds=LONG).value == 1


def test_a_line_with_the_same_claims_in_another_order_shares_the_value(tree):
    known = tree.solve("B2 C2 A3", seconds=LONG).open("A3 C2")
    assert "A3 C2 B2" in known.lines
    assert known.known[nbgames.graphs.canonical(known.lines["A3 C2 B2"])] is not None


def test_what_is_out_of_reach_stays_open():
    m = nbgames.match("projex", 6)
    tree = analysis.proof_tree(m).solve("F6", nodes=1)
    assert (tree.leaves, tree.open_leaves) == ({"F6": None}, ("F6",))
    assert (tree | analysis.proof_tree(m)).leaves == tree.leaves


def test_trees_of_several_people_go_through_files_and_are_merged(tree):
    lines = tree.open("B2").open_leaves
    files = [json.dumps(tree.solve(line, seconds=LONG).to_dict()) for line in lines]
    merged = tree
    for text in files:
        merged |= analysis.from_dict(json.loads(text))
    assert merged.value == 1
    assert merged == analysis.from_dict(json.loads(json.dumps(merged.to_dict())))


def test_a_known_leaf_is_not_lost_to_an_open_one(tree):
    known, unknown = tree.solve("C1", seconds=LONG), tree.open()
    assert (known | unknown).leaves["C1"] == (unknown | known).leaves["C1"] == -1


def test_trees_that_contradict_each_other_are_refused(tree):
    data = tree.solve("C2", seconds=LONG).to_dict()
    data["leaves"]["C2"] = -1
    with pytest.raises(nbgames.Refused, match=r"wrong: after C2 \+1 and -1"):
        tree.solve("C2", seconds=LONG) | analysis.from_dict(data)
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
    shown = tree.open().solve("C1", "C2", seconds=LONG)._repr_html_()
    assert "</i>X wins" in shown  # the root has no word
    assert shown.count('<i data-owner="1">') == 2 and shown.count('<i data-owner="2">') == 1
    assert "C1, D1, A3, D3, A4 and C4: O wins" in shown
    assert "C2, B3 and C3: X wins" in shown and "B2, D2 and B4: not looked at" in shown


def test_a_position_that_other_claims_led_to_is_shown_there(tree):
    shown = (
        tree.solve("B2 C2 A3", seconds=LONG)._branch([""], {}),
        tree.solve("B2 C2 A3", seconds=LONG).open("A3 C2"),
    )
    assert "as after" not in shown[0]._repr_html_() and "as after" in shown[1]._repr_html_()


def test_an_answer_in_slices_is_that_of_one_piece(tree):
    for line in ("C1", "B2", "C2"):
        m = tree.match.play(line)
        *waits, value = settling(m, 60, each=0.5)
        assert value == next(settling(m, 60)) and set(waits) <= {None}


def test_what_no_search_settles_is_given_up():
    assert list(settling(nbgames.match("projex", 6), 60, nodes=1)) == [None]
    assert list(settles(nbgames.match("projex", 6), 0))[-1] == (ENDS, None)


# The tree to walk through


@pytest.fixture
def walk(tree, wire):  # noqa: F811
    shown = nbgames.explore(tree.open("B2").open("B2 C2"))
    yield shown
    shown.close()


def test_a_page_is_told_each_position_once_with_its_value_and_what_changed(walk):
    lines = [row[0] for row in walk.rows]
    assert lines[:2] == ["", "B2"] and len(set(lines)) == len(lines) == 18
    site = walk.tree.match.game.board.site
    root, reply = walk.rows[0], walk.rows[lines.index("B2 C2")]
    stands = (
        "X to move. Not all moves are in the tree: choose this position once more for the others."
    )
    assert root[1:] == ["root: open", None, [], stands, "part", ""]
    assert reply[1:4] == ["C2 and B3: open", None, [site("C2"), nbgames.SECOND]]


def test_rows_have_all_that_a_claim_changed():
    m = nbgames.match("antipalos", 2, swap=False)
    *_, row = rows(analysis.proof_tree(m).open("a1-b2"))
    board = m.game.board
    changed = dict(zip(row[3][::2], row[3][1::2], strict=True))
    blocked = board.rivals[board.site(row[0].split()[-1])]
    assert changed[blocked] == nbgames.BLOCKED


def test_a_page_opens_a_leaf_and_saves(walk, wire):  # noqa: F811
    wire.ask(walk, "open B2 D2", "save")
    assert "B2 D2 C1" in walk.tree.leaves
    ((_, how, text),) = walk.ack["a"][1]
    assert how == "file" and analysis.from_dict(json.loads(text)) == walk.tree


def test_a_request_may_come_as_a_message(walk, wire):  # noqa: F811
    """A page sends it so after a write that may have been lost."""
    content = {"request": {"view": "a", "first": 0, "do": ["open B2 D2"]}}
    wire.hand(walk, {"method": "custom", "content": content})
    assert "B2 D2 C1" in walk.tree.leaves


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("open Z9", "'Z9' is no site"),
        ("open B2 B2", "B2 is taken"),
        ("solve swap", "'swap' is no site"),
        ("fly", "'fly' is nothing to do: open, solve, stop or save"),
        ("", "'' is nothing to do"),
    ],
)
def test_a_page_that_asks_for_something_else_is_refused(walk, wire, deed, words):  # noqa: F811
    before = walk.tree
    wire.ask(walk, deed)
    ((_, how, said),) = walk.ack["a"][1]
    assert how == "refused" and words in said and walk.tree is before


@pytest.mark.parametrize("written", [{"rows": []}, {"request": 3}, {"state": {}}, {}])
def test_a_page_writes_requests_and_nothing_else(walk, wire, written):  # noqa: F811
    before = walk.rows, walk.state
    wire.update(walk, written)
    assert (walk.rows, walk.state, walk.ack) == (*before, {})


def solved(walk):
    """Wait until the solver has answered."""
    done = Event()
    walk.observe(lambda change: change["new"]["solves"] is None and done.set(), "state")
    if walk.state["solves"] is not None:
        assert done.wait(120)


def test_the_solver_closes_a_leaf_beside_the_kernel(walk, wire):  # noqa: F811
    wire.ask(walk, "solve B2 C2")
    solved(walk)
    assert walk.tree.leaves["B2 C2"] == 1
    wire.ask(walk, "solve B2 C2", first=1)
    assert "is settled" in walk.ack["a"][1][0][2]


def rows_by_line(walk):
    return {row[0]: row for row in walk.rows}


def test_after_a_win_is_solved_a_move_that_wins_is_told_and_in_the_tree(tree, wire):  # noqa: F811
    walk = nbgames.explore(tree)
    wire.ask(walk, "solve ")
    solved(walk)
    claim = re.match(r"X wins with (\w+)\. X wins; of 2 positions", walk.state["says"])[1]
    answered = nbgames.match("projex", 3, swap=False).play(claim)
    assert analysis.solve(answered).value == -1  # for O, who answers
    assert rows_by_line(walk)[claim][1] == f"{claim}: X wins" and walk.rows[0][5] == "part"
    wire.ask(walk, "open ", first=1)
    assert walk.rows[0][5] == "fold" and len(walk.tree.lines) == 13  # 12 cells and the root
    assert walk.rows[0][4] == f"X to move and wins with {claim}."
    walk.close()


@pytest.mark.long
def test_after_a_loss_is_solved_that_is_told(walk, wire):  # noqa: F811
    wire.ask(walk, "solve C2")
    solved(walk)
    assert walk.state["says"].startswith("After C2: X wins, whatever O plays. ")


@pytest.mark.parametrize(("moves", "told"), [((), True), (("C1",), True), (("C1", "B2"), False)])
def test_where_a_swap_is_possible_the_tree_says_that_it_has_none(wire, moves, told):  # noqa: F811
    walk = nbgames.explore(analysis.proof_tree(nbgames.match("projex", 3).play(*moves)))
    assert bool(walk.facts["note"]) == told
    walk.close()


def test_a_margin_is_told_with_the_claim_that_keeps_it(wire):  # noqa: F811
    m = nbgames.match("copolymer", 3)
    walk = nbgames.explore(analysis.proof_tree(m))
    wire.ask(walk, "solve ")
    solved(walk)
    best = analysis.solve(m)
    assert re.match(rf"X (wins|loses) by {abs(best.value)} with \w+\. ", walk.state["says"])
    walk.close()


@pytest.fixture
def run_cell(monkeypatch):
    """Each call begins to run the same cell of a notebook once more."""
    runs = iter(range(99))

    def begin():
        asked = {"metadata": {"cellId": "c1"}, "header": {"msg_id": f"run {next(runs)}"}}
        monkeypatch.setattr(
            notebook, "get_ipython", lambda: SimpleNamespace(get_parent=lambda: asked)
        )

    return begin


def test_a_cell_that_runs_again_goes_on_with_what_was_solved(tree, wire, run_cell):  # noqa: F811
    run_cell()
    first = nbgames.explore(tree)
    first.tree = first.tree.solve("C1", seconds=LONG)
    run_cell()
    again = nbgames.explore(tree)
    assert again.tree.leaves == {"C1": -1} and first.comm is None
    assert again.state["says"].startswith("What was found here before is in the tree. ")
    run_cell()
    other = nbgames.explore(analysis.proof_tree(nbgames.match("projex", 4)))
    assert other.tree.leaves == {}
    other.close()


def test_a_solver_that_is_stopped_says_nothing_later(wire):  # noqa: F811
    walk = nbgames.explore(analysis.proof_tree(nbgames.match("projex", 6)))
    wire.ask(walk, "solve ")
    assert walk.state["solves"] == "" and walk._worker.busy
    wire.ask(walk, "stop", first=1)
    assert walk.state["solves"] is None and not walk._worker.busy
    walk.close()


def test_what_is_not_settled_or_goes_wrong_is_said(walk):
    for news, words in (
        ((ENDS, None), "The root is not settled in 60 seconds."),
        ((FAILS, "its process ended"), "the solver stopped (its process ended): solve it again"),
    ):
        walk._line = ""
        walk._hear(news)
        assert walk.state == {"solves": None, "says": words}


def test_files_of_others_are_merged(walk, tree):
    walk.merge(json.dumps(tree.solve("C2", seconds=LONG).to_dict()))
    assert walk.tree.value == 1 and walk.rows[0][1] == "root: X wins"
    walk.tree |= tree.open("C1")
    assert "C1 B2" in walk.tree.leaves


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is no proof tree: give a file that was saved"),
        ('{"kind": "ProofTree"', "is no proof tree"),
        ("[" * 100_000, "is no proof tree"),
        ("[]", "no answer of this package"),
        ('{"kind": "ProofTree", "leaves": {}}', "ProofTree has the keys leaves, match"),
        (None, "None is no proof tree"),
    ],
)
def test_a_damaged_file_is_refused(walk, text, words):
    before = walk.tree
    with pytest.raises(nbgames.Refused, match=re.escape(words)):
        walk.merge(text)
    assert walk.tree is before


def test_a_file_of_something_else_is_refused(walk, wire):  # noqa: F811
    conhex = nbgames.match("conhex")
    answer = analysis.distance(conhex, nbgames.FIRST)
    for given, words in (
        (answer, "this is a file of a Distance: give one of a proof tree"),
        (analysis.proof_tree(conhex), "proof trees of Projex 3 and ConHex 5: merge those of one"),
        (
            analysis.proof_tree(walk.tree.match.play("B2")),
            "proof trees of two positions: merge those of one",
        ),
    ):
        content = {"file": json.dumps(given.to_dict())}
        wire.hand(walk, {"method": "custom", "content": content})
        assert words in walk.state["says"]
    for content in ({"file": 3}, [], {"file": "x" * 1_000_001}):
        wire.hand(walk, {"method": "custom", "content": content})
    assert walk.state["says"] == ("the file is too large: a proof tree has up to 1,000,000 letters")
    with pytest.raises(nbgames.Refused, match="is no proof tree: make one"):
        walk.tree = None
