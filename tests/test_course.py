"""The notebooks of the course run top to bottom, and their checks tell right from wrong."""

import json
import sys
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import networkx as nx
import pytest
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs

matplotlib.use("Agg")
FOLDER = Path(__file__).parent.parent / "notebooks"
sys.path.insert(0, str(FOLDER))
import checks  # noqa: E402  it lies beside the notebooks

COURSE = ("boards_are_graphs", "cycle_parity", "tempo")


def cells(name):
    return json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]


@pytest.mark.parametrize("name", COURSE)
def test_a_notebook_runs(name, wire):  # noqa: F811
    space = {}
    for cell in cells(name):
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), space)
    plt.close("all")


@pytest.mark.parametrize("name", COURSE)
def test_text_comes_first_and_steps_are_small(name):
    kinds = [cell["cell_type"] for cell in cells(name)]
    assert kinds[0] == "markdown"
    for cell in cells(name):
        if cell["cell_type"] == "code":
            assert len([line for line in "".join(cell["source"]).split("\n") if line]) <= 10
    words = "".join("".join(cell["source"]) for cell in cells(name))
    assert 3 <= words.count("checks.") <= 5


@pytest.mark.parametrize("name", COURSE)
def test_outputs_are_kept_and_no_machine_is_named(name):
    text = (FOLDER / f"{name}.ipynb").read_text("utf-8")
    assert "image/png" in text
    assert "/root/" not in text and "/home/" not in text and "Traceback" not in text


EXCHANGE = next(
    f for f in graphs.automorphisms(nbgames.game("conhex"))
    if f["C2:G2"] in ("B3:B7", "B11:B15", "P3:P7", "P11:P15")
)  # fmt: skip
SEED = nbgames.read_diagram(
    nbgames.game("copolymer", 5), "x o x\n x o . .\n o o o . o\n x . o .\n . . x"
)
FOUR = graphs.board_graph(nbgames.game("projex", 4))
RIM = next(c for c in nx.simple_cycles(FOUR, 4) if analysis.crossings(FOUR, c) == 2)

ANSWERS = [
    (checks.copolymer_cells, lambda s: 3 * s * (s - 1) + 1, lambda s: s * s),
    (checks.projex_cells, lambda n: 3 * (n - 1) ** 2, lambda n: 3 * n * n),
    (checks.conhex_holes, lambda r: 4 * r * r + 5, lambda r: 4 * r * r),
    (checks.touching, lambda B, a, b: bool(set(B[a]) & set(B[b])), lambda B, a, b: True),
    (checks.exchanging, EXCHANGE, {v: v for v in EXCHANGE}),
    (checks.exchanging, EXCHANGE, {"A1": "A1"}),
    (checks.odd, lambda G, c: analysis.crossings(G, c) % 2 == 1, lambda G, c: True),
    (checks.loop, lambda G: not analysis.is_balanced(G), lambda G: G.number_of_edges() > 9),
    (checks.loop, lambda G: not analysis.is_balanced(G), lambda G: G.missing),
    (checks.turns, lambda a, b: 2**a * b if b else 1, lambda a, b: a * b),
    (checks.winner, lambda a, b: FIRST if a >= b else SECOND, lambda a, b: FIRST),
    (checks.settled, lambda a, b, c: a + c + (2 - b) * (b > 0), lambda a, b, c: a),
    (lambda turn: checks.best_turn(turn, SEED), "B3,C4,D5,B4", "D3,E4"),
    (lambda turn: checks.best_turn(turn, SEED), "B3,C4,D5,B4", "B3,C4"),
    (lambda turn: checks.best_turn(turn, SEED), "B3,C4,D5,B4", "B3"),
]


@pytest.mark.parametrize(("check", "right", "wrong"), ANSWERS)
def test_a_check_tells_right_from_wrong(check, right, wrong):
    assert check(right).startswith("Right")
    assert not check(wrong).startswith(("Right", "Not answered"))
    assert check(...).startswith("Not answered")


def test_a_ring_that_does_not_win():
    G = graphs.board_graph(nbgames.game("projex", 3))
    middle = next(v for v in G if G.degree(v) == 6 and analysis.is_balanced(G.subgraph(G[v])))
    assert checks.ring(list(G[middle])).startswith("Right")
    assert checks.ring(list(G)).startswith("These win")
    assert "filled" in checks.ring(list(G)[:2])
    assert "no cell" in checks.ring(["Z9"])


def test_the_seam_leaves_an_even_cycle():
    sides = analysis.potential(FOUR.subgraph(RIM))
    assert checks.seam([v for v in RIM if sides[v]], RIM).startswith("Right")
    assert "still carry" in checks.seam([], RIM)
