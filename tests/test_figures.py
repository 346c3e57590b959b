"""Figures fit for a paper: measured by program, for every plot and answer, game and size."""

from functools import cache
from itertools import combinations
from types import SimpleNamespace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib.collections import LineCollection
from matplotlib.colors import same_color, to_rgb
from matplotlib.figure import Figure
from playing import to_the_end
from positions import random_match
from thinned import each_value_once, first_of

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs, plots
from nbgames.core.shapes import Disc, Line
from nbgames.draw import scene, sketches
from nbgames.draw.charts import prospects, ratings
from nbgames.draw.looks import PALETTE, PATHS, STROKES
from nbgames.draw.marks import Mark
from nbgames.exercises.sliding import slide

mpl.use("Agg")

pytestmark = pytest.mark.usefixtures("uncompiled")
GAMES = {"projex": (5, 14), "conhex": (4, 16), "antipalos": (5, 14), "copolymer": (5, 8)}
ELO = {
    name: {"1": (0, 0), "2": (150, 30), "3": (310, 40), "4": (480, 35)}
    for name in ("projex 5", "conhex 5", "antipalos 5", "copolymer 5")
}
PICTURES = {
    "board": plots.board,
    "graph": plots.graph,
    "heat": lambda m, ax: plots.heat(m, ramp(m), ax, label="a label of some length, in words"),
    "tempo": plots.tempo,
    "turns": lambda m, ax: plots.turns(few_left(), ax),
    "won": lambda m, ax: plots.board(to_the_end(m, 1), ax),
    "double_cover": plots.double_cover,
    "distance": lambda m, ax: analysis.distance(m, SECOND).draw(ax),
    "blocking_set": lambda m, ax: analysis.blocking_set(m, FIRST).draw(ax),
    "disjoint_paths": lambda m, ax: analysis.disjoint_paths(m, FIRST).draw(ax),
    "articulation": lambda m, ax: analysis.articulation(m, whose(m)).draw(ax),
    "resistance": lambda m, ax: analysis.resistance(m, FIRST).draw(ax),
    "cycle_report": lambda m, ax: analysis.cycle_report(to_the_end(m, 2), FIRST).draw(ax),
    "two_trees": lambda m, ax: analysis.two_trees(m, FIRST, 0).draw(ax),
    "tempo()": lambda m, ax: analysis.tempo(m).draw(ax),
    "score": lambda m, ax: analysis.score(m).draw(ax),
    "playouts": lambda m, ax: analysis.playouts(m, 40).draw(ax),
    "review": lambda m, ax: prospects([0.5, 0.7, 0.1, 0.9, 1.0], [2], m.game.players[0], ax),
    "ratings": lambda m, ax: ratings(ELO, ax),
}
ONLY = {
    "turns": {"copolymer"},
    "double_cover": {"projex"},
    "cycle_report": {"projex"},
    "two_trees": {"antipalos"},
    "score": {"copolymer"},
    "playouts": set(GAMES) - {"antipalos"},
    "ratings": {"projex"},
    **dict.fromkeys(
        ("distance", "blocking_set", "disjoint_paths", "resistance"), set(GAMES) - {"copolymer"}
    ),
}
CASES = [
    (name, picture) for picture in PICTURES for name in GAMES if name in ONLY.get(picture, GAMES)
]
ON_BOARDS = [
    (name, picture)
    for name, picture in CASES
    if picture not in {"graph", "tempo", "turns", "double_cover", "review", "ratings", "won"}
    and picture != "cycle_report"
]
SMALL, USUAL, LARGE = 2.2, 5.2, 11  # inches


@cache
def position(name):
    return random_match(name, *GAMES[name], seed=1)


@cache
def few_left():
    """A position of Copolymer with at least sixteen turns."""
    matches = (random_match("copolymer", 5, 11, seed=seed) for seed in range(99))
    return next(m for m in matches if not m.outcome and len(analysis.endings(m)) > 15)


def ramp(m):
    """Values of both signs, among them on every stone."""
    return {name: k - 9.5 for k, name in enumerate(m.game.board.names[: m.game.board.claimable])}


def whose(m):
    return None if m.game.rules.scored else FIRST


def picture_of(name, picture, inches, layout=None, dpi=100):
    figure = plt.figure(figsize=(inches, 0.8 * inches), layout=layout, dpi=dpi)
    space = {"projection": "3d"} if picture == "double_cover" else {}
    ax = figure.add_subplot(**space)
    PICTURES[picture](position(name), ax)
    figure.canvas.draw()
    return ax


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


# No text is clipped or covers another


def texts_of(ax):
    """All texts that are drawn."""
    yield from ax.texts
    if ax.get_legend():
        yield from ax.get_legend().get_texts()
    for axis in (ax.xaxis, ax.yaxis) if ax.axison else ():
        yield axis.label
        low, high = sorted(axis.get_view_interval())
        yield from (t.label1 for t in axis.get_major_ticks() if low <= t.get_loc() <= high)


def faults(figure):
    """Texts that leave the figure, and pairs that overlap by half a pixel or more."""
    boxes = [
        (text.get_text(), text.get_window_extent())
        for ax in figure.axes
        for text in texts_of(ax)
        if text.get_text().strip()
    ]
    outer = figure.bbox
    for words, box in boxes:
        if box.x0 < outer.x0 or box.x1 > outer.x1 or box.y0 < outer.y0 or box.y1 > outer.y1:
            yield words
    for (one, a), (other, b) in combinations(boxes, 2):
        across, up = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
        if min(across, up) >= 0.5:
            yield one, other


SHAPES = [(SMALL, None), (USUAL, None), (LARGE, None), (SMALL, "constrained")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "picture", "shape"),
    each_value_once(
        (*case, SHAPES[(number + turn) % len(SHAPES)])
        for turn in range(len(SHAPES))
        for number, case in enumerate(CASES)
    ),
)
def test_texts_of_no_picture_leave_its_figure_or_overlap(name, picture, shape):
    inches, layout = shape
    assert not [*faults(picture_of(name, picture, inches, layout).figure)]


@pytest.mark.slow
@pytest.mark.parametrize("name", first_of(GAMES))
def test_texts_of_the_largest_boards_fit_too(name):
    m = nbgames.match(name, nbgames.GAMES[name].sizes[-1])
    for ax in (plots.board(m, figsize=(SMALL, SMALL)), plots.graph(m)):
        ax.figure.canvas.draw()
        assert not [*faults(ax.figure)]


def test_a_text_that_leaves_or_covers_is_found():
    ax = plt.figure().add_subplot()
    ax.set_axis_off()
    for x, words in ((0.5, "here"), (0.51, "there"), (1.2, "far")):
        ax.text(x, 0.5, words)
    assert [*faults(ax.figure)] == ["far", ("here", "there")]


@pytest.mark.parametrize("paths", [5, 12])
def test_a_legend_has_as_many_rows_as_it_takes(paths):
    name, size = ("conhex", 5) if paths == 5 else ("antipalos", 12)
    ax = analysis.disjoint_paths(nbgames.match(name, size), FIRST).draw(figsize=(SMALL, SMALL))
    ax.figure.canvas.draw()
    words = [text for text in ax.texts if text.get_text().startswith("path ")]
    assert len(words) == paths
    assert len({text.get_position()[1] for text in words}) == (2 if paths == 5 else 4)
    assert not [*faults(ax.figure)]


# Stones stay visible


def pixels(ax):
    ax.figure.canvas.draw()
    return np.asarray(ax.figure.canvas.buffer_rgba())[..., :3] / 255


def hidden(m, ax, dark=0):
    """Stones of which the mark or the colour cannot be seen where it should be."""
    image, board = pixels(ax), m.game.board
    wanted = [
        (site, point, "paper" if isinstance(board.shapes[site], Line) else "on")
        for site, mark in scene.position_marks(board, m.position.owners)
        for point in points_of(mark)
    ]
    for site, owner in enumerate(m.position.owners):
        if owner in (FIRST, SECOND):
            points = beside_the_mark(board.shapes[site], owner)
            wanted += [(site, point, ("first", "second")[owner - 1]) for point in points]
    unseen = set()
    for site, (x, y), colour in wanted:
        column, row = ax.transData.transform((x, -y))
        seen = image[image.shape[0] - 1 - int(row), int(column)]
        if np.abs(seen - to_rgb(PALETTE[colour][dark])).max() > 0.15:
            unseen.add(site)
    return [board.names[site] for site in sorted(unseen) if site < board.claimable]


def points_of(mark):
    """Some points of the middle of a mark's stroke."""
    if isinstance(mark, Disc):
        (x, y), r = mark.middle, mark.radius
        return [(x + r, y), (x - r, y), (x, y + r), (x, y - r)]
    return along(mark, 0)


def along(line, aside):
    """Points at a quarter and three quarters of a line, or that far to either side of it."""
    (ax, ay), (bx, by) = line.points[0], line.points[-1]
    dx, dy = bx - ax, by - ay
    across = aside / np.hypot(dx, dy)
    return [
        (ax + share * dx - turn * dy, ay + share * dy + turn * dx)
        for share in (0.25, 0.75)
        for turn in {across, -across}
    ]


def beside_the_mark(shape, owner):
    """Points of a stone that its mark leaves free."""
    if isinstance(shape, Line):
        return along(shape, 0.09)
    (x, y), r = shape.middle, 0.2
    if isinstance(shape, Disc):
        r = 0.6 * shape.radius
        return [(x - r, y), (x + r, y)] if owner == FIRST else [(x, y - r), (x, y + r)]
    return [(x, y)] if owner == SECOND else [(x - r, y), (x + r, y), (x, y - r), (x, y + r)]


@pytest.mark.parametrize("name", first_of(GAMES, 2))
def test_stones_are_visible_under_heat(name):
    assert not hidden(position(name), picture_of(name, "heat", USUAL, dpi=200))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "picture", "dark"),
    each_value_once(
        (*case, (number + turn) % 2) for turn in range(2) for number, case in enumerate(ON_BOARDS)
    ),
)
def test_no_answer_covers_a_stone(name, picture, dark):
    with plt.style.context("dark_background" if dark else "default"):
        plt.rcParams["figure.facecolor"] = PALETTE["paper"][dark]
        ax = picture_of(name, picture, USUAL, dpi=200)
        assert not hidden(position(name), ax, dark)


def test_a_stone_that_is_covered_is_found():
    m = nbgames.match("projex", 3).play("B2")
    ax = plots.board(m)
    assert not hidden(m, ax)
    x, y = m.game.board.shapes[m.game.board.site("B2")].middle
    ax.plot([x - 1, x + 1], [-y - 1, 1 - y], lw=9, zorder=20)
    assert hidden(m, ax) == ["B2"]


@pytest.mark.parametrize("name", ["projex", "conhex"])
def test_a_winning_chain_covers_no_stone(name):
    m = to_the_end(position(name), 1)
    assert not hidden(m, plots.board(m, plt.figure(dpi=200).add_subplot()))


def test_a_sketch_shows_stones_under_heat():
    m = nbgames.match("projex", 3).play("B2", "C3")
    text = sketches.heat(m, ramp(m)).svg
    assert text.rindex("fill-opacity") < text.rindex(f'fill="{PALETTE["first"][0]}"')


# Strokes and letters scale with the axes


def looks(ax):
    ax.figure.canvas.draw()
    drawn = (c for c in ax.collections if c.get_array() is None)  # of a scale: no lines
    widths = [width for c in drawn for width in c.get_linewidths()]
    return np.array(widths + [text.get_fontsize() for text in ax.texts])


@pytest.mark.parametrize("picture", first_of(["board", "distance", "graph", "heat"]))
def test_strokes_and_letters_scale_with_the_axes(picture):
    small = looks(picture_of("conhex", picture, SMALL))
    assert looks(picture_of("conhex", picture, 2 * SMALL)) == pytest.approx(2 * small)
    ax = picture_of("conhex", picture, LARGE)
    ax.figure.set_size_inches(SMALL, 0.8 * SMALL)  # as when a window is made smaller
    assert looks(ax) == pytest.approx(small)


def test_a_board_in_a_corner_of_a_figure_is_drawn_as_finely():
    alone = looks(plots.board(position("projex"), figsize=(3, 3)))
    few = looks(plots.board(position("projex"), plt.figure(figsize=(9, 9)).subplots(3, 3)[0, 0]))
    shares = few / alone
    assert shares.max() == pytest.approx(shares.min()) and shares.max() < 1


def test_a_scale_keeps_what_a_figure_is_saved_with():
    ax = plots.heat(position("projex"), {"D4": 1.0}, Figure(figsize=(3, 3)).add_subplot())
    ax.figure.savefig("/dev/null", format="svg")
    ax.figure.savefig("/dev/null", format="pdf", bbox_inches="tight")


# As matplotlib's users expect


def mesh(ax):
    """The colours of a scale below a board."""
    return next(c for c in ax.collections if c.get_array() is not None)


def test_a_colour_map_and_its_ends_are_those_of_matplotlib():
    m = nbgames.match("projex", 3)
    bar = mesh(plots.heat(m, {"B2": 3.0}, cmap="cividis", vmin=-1, vmax=7))
    assert bar.get_cmap().name == "cividis" and (bar.norm.vmin, bar.norm.vmax) == (-1, 7)
    assert mesh(plots.heat(m, {"B2": 3.0}, cmap=mpl.colormaps["PuOr"])).get_cmap().name == "PuOr"
    found = analysis.resistance(m, FIRST)
    bar = mesh(found.draw(cmap="viridis", vmin=0, vmax=2, figsize=(3, 4)))
    assert bar.get_cmap().name == "viridis" and (bar.norm.vmin, bar.norm.vmax) == (0, 2)
    assert tuple(bar.figure.get_size_inches()) == (3, 4)


def test_values_of_both_signs_diverge_from_the_colour_of_the_board():
    bar = mesh(plots.heat(nbgames.match("projex", 3), {"B2": 3.0, "C2": -1.5, "C3": 0}))
    assert (bar.norm.vmin, bar.norm.vmax) == (-1.5, 3)
    cmap, norm = bar.get_cmap(), bar.norm
    assert np.abs(cmap(norm(0))[:3] - np.array(to_rgb(PALETTE["site"][0]))).max() < 0.01
    far = np.array([to_rgb(PALETTE[end][0]) for end in ("slash", "glow")])
    middle = (far[0] + to_rgb(PALETTE["site"][0])) / 2  # -1.5 is half as far as 3
    assert np.abs(cmap(norm(-1.5))[:3] - middle).max() < 0.01
    assert same_color(cmap(norm(3)), PALETTE["glow"][0])


def test_values_of_one_sign_do_not_diverge():
    bar = mesh(plots.heat(nbgames.match("projex", 3), {"B2": 3.0, "C2": 1.5}))
    assert same_color(bar.get_cmap()(0.0), PALETTE["site"][0])
    assert same_color(bar.get_cmap()(1.0), PALETTE["glow"][0])


@pytest.mark.parametrize(("value", "ends"), [(0, (0, 1)), (3, (0, 3)), (-3, (-3, 0))])
def test_a_single_value_has_a_scale(value, ends):
    bar = mesh(plots.heat(nbgames.match("projex", 3), {"B2": value}))
    assert (bar.norm.vmin, bar.norm.vmax) == ends


@pytest.mark.parametrize(
    ("scale", "why"),
    [
        ({"cmap": "no such map"}, "is no colour map of matplotlib"),
        ({"cmap": 3}, "is no colour map of matplotlib"),
        ({"vmin": 1, "vmax": 1}, "from 1 to 1 are no scale"),
        ({"vmin": 5}, "from 5 to 2 are no scale"),
        ({"vmax": float("inf")}, "to inf are no scale"),
        ({"figsize": (3,)}, "is no figsize: give width and height in inches"),
        ({"figsize": (3, -1)}, "is no figsize"),
        ({"figsize": 3}, "is no figsize"),
    ],
)
def test_another_scale_or_size_is_refused(scale, why):
    with pytest.raises(nbgames.Refused, match=why):
        plots.heat(nbgames.match("projex", 3), {"B2": 1.0, "C2": 2.0}, **scale)


SIZED = ("board", "graph", "double_cover", "tempo")


@pytest.mark.parametrize("name", SIZED)
def test_a_new_figure_has_the_size_that_is_asked_for(name):
    ax = getattr(plots, name)(nbgames.match("projex", 3), figsize=(4, 3))
    assert tuple(ax.figure.get_size_inches()) == (4, 3)


def test_other_figures_take_a_size_too():
    m = nbgames.match("projex", 3)
    for ax in (
        plots.turns(few_left(), figsize=(4, 3)),
        plots.answer(analysis.tempo(m), figsize=(4, 3)),
        plots.row(2, figsize=(4, 3))[0],
        plots.heat(m, {"B2": 1.0}, figsize=(4, 3)),
    ):
        assert tuple(ax.figure.get_size_inches()) == (4, 3)


def test_axes_and_a_size_are_refused_together():
    with pytest.raises(nbgames.Refused, match="give one of the two"):
        plots.board(nbgames.match("projex", 3), plt.figure().add_subplot(), figsize=(4, 3))


# What is what


def colours_of(ax):
    return [tuple(c) for lines in ax.collections for c in lines.get_edgecolor()]


@pytest.mark.parametrize(("name", "size"), [("conhex", 5), ("antipalos", 6)])
def test_each_disjoint_path_has_a_colour(name, size):
    found = analysis.disjoint_paths(nbgames.match(name, size), FIRST)
    ax = found.draw()
    ax.figure.canvas.draw()
    count = len(found.paths)
    assert count > 2
    for colour, _ in list(PATHS.values())[:count]:
        assert any(same_color(colour, seen) for seen in colours_of(ax))
    said = [text.get_text() for text in ax.texts if "path" in text.get_text()]
    assert said == [f"path {k}" for k in range(1, count + 1)]


NEAR_THE_END = {"conhex": (3, 10), "projex": (4, 13), "antipalos": (4, 14)}


def lost(name):
    """A position that is lost for the side to move, where margins do not count."""
    size, claims = NEAR_THE_END[name]
    matches = (random_match(name, size, claims, seed=seed) for seed in range(99))
    answers = (analysis.solve(m) for m in matches if not m.outcome)
    return next(found for found in answers if found.value == -1)


def words_below(m, ax):
    labels = {shape.text for shape in m.game.board.decor if hasattr(shape, "text")}
    return [text.get_text() for text in ax.texts if text.get_text() not in labels]


@pytest.mark.parametrize("name", first_of(["conhex", "antipalos", "projex"], 2))
def test_of_a_lost_position_no_claim_is_marked(name):
    found = lost(name)
    ax = found.draw()
    assert found.marks() == ()
    (words,) = words_below(found.match, ax)
    assert words == found.explain()


def test_of_turns_with_several_claims_one_is_marked():
    found = analysis.solve(few_left())
    (mark,) = found.marks()
    assert ",".join(mark.sites) == found.best[0] and mark.label.startswith(found.best[0])


@pytest.mark.parametrize(
    ("name", "picture"), each_value_once(case for case in ON_BOARDS[::-1] if case[1] != "board")
)
def test_every_answer_has_a_legend_a_scale_or_words(name, picture):
    assert words_below(position(name), picture_of(name, picture, USUAL))


def test_words_below_a_board_stay_in_the_figure():
    found = analysis.articulation(position("projex"), FIRST)
    assert not found.sites and not found.bridges
    ax = found.draw(figsize=(SMALL, SMALL))
    ax.figure.canvas.draw()
    assert len(words_below(found.match, ax)) == 2 and not [*faults(ax.figure)]


@pytest.mark.parametrize("name", ["conhex", "projex", "antipalos"])
def test_the_scale_of_a_current_is_in_no_player_s_colour(name):
    for who in (FIRST, SECOND):
        high = mesh(analysis.resistance(position(name), who).draw()).get_cmap()(1.0)
        assert same_color(high, PALETTE["glow"][0])


def test_the_two_cuts_of_antipalos_are_in_no_player_s_colour():
    found = analysis.blocking_set(position("antipalos"), SECOND)
    assert [mark.label for mark in found.marks()[:2]] == [
        "cuts the lattice of a1",
        "cuts the other lattice",
    ]
    assert not {mark.look[0] for mark in found.marks()} & {"first", "second"}
    assert "own path" not in found.explain()  # some of its squares may be the other player's


@pytest.mark.parametrize("name", ["projex", "conhex", "antipalos"])
def test_the_chain_that_has_won_is_in_its_owner_s_colour_and_on_no_answer(name):
    m = next(m for m in (to_the_end(position(name), seed) for seed in range(9)) if m.outcome.winner)
    lost = analysis.distance(m, 3 - m.outcome.winner)  # marks nothing
    chain = lines_of(plots.board(m)) - lines_of(lost.draw())
    own = PALETTE[("first", "second")[m.outcome.winner - 1]][0]
    assert {colour for _, colour in chain} == {to_rgb(own), to_rgb(PALETTE["paper"][0])}


def lines_of(ax):
    """The layers of lines on axes, each with its colour."""
    lines = [found for found in ax.collections if isinstance(found, LineCollection)]
    return {(found.get_zorder(), tuple(c)[:3]) for found in lines for c in found.get_edgecolor()}


@pytest.mark.parametrize("name", ["copolymer", "conhex"])
def test_two_rings_on_a_site_can_both_be_seen(name):
    m = nbgames.match(name, 3)
    site = m.game.board.names[0]
    marks = (Mark("one", "first", (site,)), Mark("other", "second", (site,)))
    ax = plots.answer(SimpleNamespace(match=m, marks=lambda: marks, explain=lambda: "Two rings."))
    rings = [c for c in ax.collections if c.get_zorder() > 8]
    wide = [np.ptp(c.get_segments()[0][:, 0]) for c in rings[:2]]
    assert abs(wide[0] - wide[1]) / 2 > STROKES["ring"]


@pytest.mark.parametrize("inches", [SMALL, USUAL, LARGE])
@pytest.mark.parametrize("name", ["antipalos", "conhex"])
def test_sides_are_drawn_whole(name, inches):
    """Inside the figure with all their width, and the dashed ones from a dash to a dash."""
    ax = picture_of(name, "board", inches)
    sides = [c for c in ax.collections if isinstance(c, LineCollection) and c.get_zorder() == 1]
    roles = [shape.role for shape in position(name).game.board.decor if isinstance(shape, Line)]
    assert len(sides) == len(roles) and {"first", "second"} <= set(roles)
    dot = ax.figure.dpi / 72
    for side, role in zip(sides, roles, strict=True):
        (line,) = (ax.transData.transform(segment) for segment in side.get_segments())
        half = dot * side.get_linewidth()[0] / 2
        assert (line.min(axis=0) >= half).all()
        assert (line.max(axis=0) <= ax.figure.bbox.size - half).all()
        if role == "second":
            on, off = (dot * part for part in side.get_linestyle()[0][1])
            length = np.hypot(*np.diff(line, axis=0).T).sum()
            dashes = (length - on) / (on + off)
            assert dashes == pytest.approx(round(dashes), abs=0.02)


def test_the_course_of_a_review_says_what_its_signs_are():
    ax = prospects([0.5, 0.7, 1.0], [2], "X", None)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "X's chance to win",
        "the worst moves",
    ]
    assert not any(line.get_clip_on() for line in ax.lines[1:])  # at 0 and 1 they are whole


def test_no_two_paths_look_alike():
    marks = analysis.disjoint_paths(nbgames.match("antipalos", 15), FIRST).marks()
    assert len({mark.look for mark in marks}) == len(marks) == 15


def test_the_graph_of_conhex_has_the_marks_of_its_players():
    m = to_the_end(nbgames.match("conhex", 3), 1)
    owners = graphs.board_graph(m).nodes(data="owner")
    ax = plots.graph(m)
    marks = [line for c in ax.collections if c.get_zorder() == 9 for line in c.get_segments()]
    upright = [line for line in marks if len(line) == 2 and line[0][0] == line[1][0]]
    level = [line for line in marks if len(line) == 2 and line[0][1] == line[1][1]]
    assert len(upright) == sum(owner == FIRST for _, owner in owners) > 0
    assert len(level) == sum(owner == SECOND for _, owner in owners) > 0
    assert len(marks) == len(upright) + len(level)


@pytest.mark.parametrize(
    ("name", "switched", "words"),
    [
        ("projex", (), ["parity 1: goes on across the rim"]),
        ("projex", ("D4",), ["parity 1"]),
        ("conhex", (), []),
    ],
)
def test_edges_of_parity_1_have_a_legend(name, switched, words):
    ax = plots.graph(nbgames.match(name, 4), switched=switched)
    assert [text.get_text() for text in ax.texts if "parity" in text.get_text()] == words


@pytest.mark.parametrize(
    "picture", first_of(["board", "graph", "double_cover", "tempo", "distance"], 2)
)
def test_axes_as_the_value_of_a_cell_add_no_text_to_the_figure(picture):
    """Nor do axes that were given."""
    given = plt.figure().add_subplot(projection="3d" if picture == "double_cover" else None)
    for ax in (
        PICTURES[picture](position("projex"), None),
        PICTURES[picture](position("projex"), given),
    ):
        assert isinstance(ax, mpl.axes.Axes)
        assert DisplayFormatter().format(ax) == ({}, {})


def test_sliders_and_menus_show_the_figure_of_their_settings():
    m = nbgames.match("projex", 3)
    box = slide(
        lambda number, kind: plots.captioned(plots.board(m), f"{kind} {number}"),
        number=(0, 6),
        kind=["a < b", "c"],
    )
    number, kind, figure = box.children
    assert (number.description, number.value, kind.value) == ("number", 3, "a < b")
    assert "a &lt; b 3</figcaption>" in figure.value
    number.value, kind.value = 6, "c"
    assert "c 6</figcaption>" in figure.value


@pytest.mark.parametrize(
    ("seats", "words", "whose"),
    [
        (("Ann", "Ben"), ("B3", "A4"), "Ann"),
        (("Ann", "Ben"), ("B3", "swap", "A4"), "Ben"),
        (("player 1", "player 2"), ("B3", "swap", "A4"), "player 2"),
        (("player 1", "player 2"), ("B3", "A4"), "X"),
    ],
)
def test_the_course_of_a_review_is_named_by_its_person(seats, words, whose):
    m = nbgames.match("projex", 3, seats=seats).play(*words)
    ax = analysis.review(m, games=8, nodes=0).draw()
    assert ax.get_label().startswith(f"{whose}'s chance to win after each of")
