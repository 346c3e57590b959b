"""Every answer explains itself, draws itself and goes through JSON; no two positions read alike."""

import json
import sys
from functools import cache
from html import escape
from io import BytesIO
from xml.etree import ElementTree

import matplotlib
import matplotlib.pyplot as plt
import pandas
import pytest
from PIL import Image
from positions import random_match
from thinned import each_value_once, first_of

import nbgames
from nbgames import FIRST, SECOND, analysis, plots
from nbgames.analysis.layers import layers
from nbgames.draw.captions import described
from nbgames.widgets.laying import laid

matplotlib.use("Agg")

QUESTIONS = {
    "distance": lambda m: analysis.distance(m, FIRST),
    "blocking_set": lambda m: analysis.blocking_set(m, SECOND),
    "disjoint_paths": lambda m: analysis.disjoint_paths(m, FIRST),
    "articulation": lambda m: analysis.articulation(m, FIRST),
    "resistance": lambda m: analysis.resistance(m, SECOND),
    "tempo": analysis.tempo,
}
ASKED = [
    *((game, question) for game in ("projex", "conhex", "antipalos") for question in QUESTIONS),
    ("projex", "cycle_report"),
    ("copolymer", "tempo"),
    ("copolymer", "score"),
    ("copolymer", "articulation"),
    ("copolymer", "swing"),
]
# In steps of seven, so that the first row of each question is not always of Projex.
EACH_ONCE = each_value_once(ASKED[7 * k % len(ASKED)] for k in range(len(ASKED)))
SIZES = {"projex": 5, "conhex": 4, "antipalos": 5, "copolymer": 5}


@cache
def ask(question, m):
    if question == "cycle_report":
        return analysis.cycle_report(m, FIRST)
    if question == "articulation" and m.game.name == "copolymer":
        return analysis.articulation(m)
    return {**QUESTIONS, "score": analysis.score, "swing": analysis.swing}[question](m)


@cache
def some(game, question):
    claims = range(9, 19) if question == "swing" else range(0, 40, 4)
    return [random_match(game, SIZES[game], k, seed=s) for k in claims for s in (1, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("game", SIZES)
def test_two_positions_never_read_alike(game):
    positions = {m.position: m for m in some(game, "distance")}
    texts = {described(m) for m in positions.values()}
    assert len(texts) == len(positions) > 9


def test_words_for_who_asked_about_a_position_do_not_repeat_it():
    m = nbgames.match("projex", 6).play("F6", "swap", "A6")
    found = analysis.distance(m, FIRST)
    assert described(m) == "(Projex 6, X to move: X F6; O A6.)"
    assert described(m) not in found.explain()
    assert described(m) in found.draw().get_label()
    assert described(m) in found._repr_html_()  # of the picture, for who does not see it


def test_whose_turn_it_is_is_part_of_a_position():
    m = random_match("projex", 6, 40)
    passed = nbgames.match(m.game, start=nbgames.Position(m.position.owners, 3 - m.to_move))
    assert described(m) != described(passed)


def test_an_explanation_names_sites_and_numbers():
    m = nbgames.match("projex", 6).play("F6", "swap", "A6")
    found = analysis.distance(m, FIRST)
    assert all(name in found.explain() for name in found.witness)
    assert "at least 9 more cells" in found.explain()


@pytest.mark.parametrize(
    ("game", "noun"), [("antipalos", "diagonals"), ("conhex", "holes"), ("projex", "cells")]
)
@pytest.mark.parametrize("question", [analysis.distance, analysis.blocking_set])
def test_an_explanation_counts_what_its_game_claims(question, game, noun):
    found = question(nbgames.match(game, 4), FIRST)
    assert f" {noun} " in found.explain()
    assert "claim" not in found.explain()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "question"), EACH_ONCE)
def test_an_answer_goes_through_json(game, question):
    for m in some(game, question)[::3]:
        answer = ask(question, m)
        data = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
        assert analysis.from_dict(data) == answer


@pytest.mark.parametrize(
    "answer",
    first_of(
        [
            analysis.playouts(nbgames.match("projex", 3), 40),
            analysis.playouts(nbgames.match("antipalos", 2), 40),
            analysis.solve(nbgames.match("projex", 3, swap=False), certificate=True),
            analysis.solve(nbgames.match("conhex"), nodes=5),
            analysis.review(random_match("copolymer", 3, 6)),
            analysis.proof_tree(nbgames.match("projex", 3)).open("B2").solve("B2 C2"),
            analysis.unfold(nbgames.match("copolymer", 3).play("B2", "A1", "A2", "B1")),
            analysis.two_trees(nbgames.match("antipalos", 3), SECOND, 1),
            analysis.connections(nbgames.match("projex", 4).play("C2", "A4", "D4"), FIRST),
            analysis.metrics(nbgames.game("copolymer", 3), 4),
        ],
        5,
    ),
    ids=lambda answer: type(answer).__name__,
)
def test_every_other_answer_goes_through_json_too(answer):
    data = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    assert analysis.from_dict(data) == answer
    assert "base64" in answer._repr_html_() or "<svg" in answer._repr_html_()


def test_a_certificate_that_went_through_json_is_verified():
    m = nbgames.match("projex", 3, swap=False)
    made = analysis.solve(m, certificate=True).certificate
    assert analysis.verify(m, analysis.from_dict(json.loads(json.dumps(made.to_dict()))))
    assert [row["least"] for row in rows(made)] == [1]


def rows(answer):
    """The rows of a frame, whether pandas is installed or not."""
    frame = answer.to_frame()
    return frame if isinstance(frame, list) else frame.to_dict("records")


@pytest.fixture(params=["pandas", "no pandas"])
def _with_and_without_pandas(request, monkeypatch):
    if request.param == "no pandas":
        monkeypatch.setitem(sys.modules, "pandas", None)


def test_a_frame_is_a_table_with_pandas_and_a_list_without(monkeypatch):
    found = analysis.distance(nbgames.match("projex", 3), FIRST)
    table = found.to_frame()
    assert isinstance(table, pandas.DataFrame)
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert found.to_frame() == table.to_dict("records")


@pytest.mark.usefixtures("_with_and_without_pandas")
@pytest.mark.parametrize(("game", "question"), EACH_ONCE)
def test_a_frame_tells_the_game_and_what_was_found(game, question):
    for m in some(game, question)[::5]:
        for row in rows(ask(question, m)):
            assert (row["game"], row["size"]) == (game, m.game.size)
            assert "match" not in row


@pytest.mark.usefixtures("_with_and_without_pandas")
def test_a_frame_has_a_row_for_each_thing_that_an_answer_is_about():
    m = random_match("projex", 4, 30)
    found = analysis.playouts(m.at(9), 100)
    assert {row["site"]: row["critical"] for row in rows(found)} == found.criticality
    assert [row["win_in"] for row in rows(analysis.tempo(m))] == [
        side.win_in for side in analysis.tempo(m).sides
    ]
    cycles = analysis.cycle_report(m, FIRST).cycles
    assert cycles
    assert [row["cells"] for row in rows(analysis.cycle_report(m, FIRST))] == [
        cycle.cells for cycle in cycles
    ]
    remarks = analysis.review(random_match("copolymer", 3, 6)).remarks
    found = rows(analysis.review(random_match("copolymer", 3, 6)))
    assert [row["loss"] for row in found] == [remark.loss for remark in remarks]
    (row,) = rows(analysis.distance(m, FIRST))
    assert row["stones"] == analysis.distance(m, FIRST).stones


@pytest.mark.parametrize("data", [{}, 3, {"kind": "Nonsense"}, {"kind": "Distance", "stones": 3}])
def test_other_data_is_refused(data):
    with pytest.raises(nbgames.Refused, match=r"answer of this package|has the keys"):
        analysis.from_dict(data)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "question"), EACH_ONCE)
def test_an_answer_draws_itself(game, question):
    for m in some(game, question)[::10]:
        answer = ask(question, m)
        ax = answer.draw()
        assert ax.get_label() == f"{answer.explain()} {described(m)}"  # the alternative text
        ax.figure.canvas.draw()


@pytest.mark.parametrize("asked", first_of(ASKED), ids="-".join)
def test_a_notebook_shows_the_picture_above_the_words(asked):
    game, question = asked
    answer = ask(question, some(game, question)[3])
    shown = answer._repr_html_()
    assert shown.index("data:image/png;base64,") < shown.index("<figcaption>")
    assert escape(answer.explain()) in shown
    assert not plt.get_fignums()  # nothing is left to be shown a second time


@pytest.mark.parametrize(("game", "question"), EACH_ONCE)
def test_a_legend_says_each_thing_once_and_no_shade_looks_like_a_player(game, question):
    for m in some(game, question)[::5]:
        marks = ask(question, m).marks()
        assert len({(mark.label, mark.look) for mark in marks}) == len(
            {mark.label for mark in marks}
        )
        said = laid(m.game.board, marks)["legend"].split(" · ")
        assert len(said) == len(set(said))
        assert not any(mark.values and mark.look[0] in ("first", "second") for mark in marks)


@pytest.mark.parametrize("game", first_of(SIZES, 2))
def test_the_colours_of_a_layer_are_no_player_s(game):
    """But for a chain, which is the player's own."""
    for m in (nbgames.match(game, SIZES[game]), random_match(game, SIZES[game], 12, seed=1)):
        for name, layer in layers(m.game).items():
            says, marks = layer(m)
            assert says and len({mark.label for mark in marks}) == len(marks)
            assert not {mark.look[0] for mark in marks if not mark.path} & {"first", "second"}, name


@pytest.mark.slow
@pytest.mark.parametrize("game", first_of(SIZES, 2))
@pytest.mark.parametrize("claims", first_of([7, 0, 99]))
def test_boards_graphs_and_curves(game, claims):
    m = random_match(game, SIZES[game], claims)
    for draw in (plots.board, plots.graph, plots.tempo):
        ax = draw(m)
        ax.figure.canvas.draw()
        assert game in ax.get_label().lower()


def test_heat_needs_finite_numbers_and_names():
    m = nbgames.match("conhex")
    assert "B3" in plots.heat(m, {"B3": 2.0, "A1": 1.0}, label="use").get_label()
    plots.heat(m, {})
    with pytest.raises(nbgames.Refused, match="no finite number"):
        plots.heat(m, {"B3": float("nan")})
    with pytest.raises(nbgames.NotationError):
        plots.heat(m, {"B99": 1.0})


def test_the_sphere():
    ax = plots.double_cover(random_match("projex", 4, 99))
    ax.figure.canvas.draw()
    assert "a sphere of 54 cells" in ax.get_label()
    with pytest.raises(nbgames.Refused, match="projection"):
        plots.double_cover(nbgames.match("projex"), plots.board(nbgames.match("projex")))
    with pytest.raises(nbgames.Refused, match="a question for projex"):
        plots.double_cover(nbgames.match("conhex"))


@pytest.mark.parametrize(
    ("style", "paper"), [("default", "#fbfaf6"), ("dark_background", "#1b1e22")]
)
def test_figures_follow_the_style_in_the_palette(style, paper):
    with plt.style.context(style):
        ax = plots.board(nbgames.match("projex"))
        assert matplotlib.colors.to_hex(ax.figure.get_facecolor()) == paper


def test_a_figure_as_vectors_carries_its_words():
    ax = analysis.distance(nbgames.match("projex", 3), 1).draw()
    text = plots.vector(ax)
    ElementTree.fromstring(text)
    assert "at least 4 more cells" in text


@pytest.mark.parametrize("draw", [plots.board, plots.graph, plots.answer])
def test_nothing_else_is_drawn(draw):
    with pytest.raises(nbgames.Refused):
        draw("projex")


def test_axes_given_are_used():
    _, ax = plt.subplots()
    assert plots.board(nbgames.match("projex"), ax) is ax


def test_a_captioned_figure_says_what_it_shows_and_is_shown_once():
    before = plt.get_fignums()
    ax = plots.board(random_match("projex", 4, 5))
    shown = plots.captioned(ax, "Two < three")
    assert f'alt="{escape(ax.get_label())}"' in shown._repr_html_()
    assert "<figcaption>Two &lt; three</figcaption>" in shown._repr_html_()
    assert plt.get_fignums() == before
    assert Image.open(BytesIO(shown.picture)).width > 1.4 * shown.width  # fine enough for a wall
