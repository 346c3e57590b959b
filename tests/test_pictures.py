"""Pictures that are kept: beside a live board, as files, and on paper."""

import ast
import inspect
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from base64 import b64decode
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from html import escape, unescape
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from random import Random

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from PIL import Image
from playing import to_the_end
from thinned import each_once, first_of, first_rows
from tools import house

import nbgames
from nbgames import FIRST, analysis, graphs, plots
from nbgames.core.game import Game
from nbgames.draw import elements, raster, sheets, sketches
from nbgames.draw.captions import described
from nbgames.draw.gif import gif
from nbgames.draw.looks import PALETTE, ROLES, STROKES
from nbgames.draw.marks import Mark
from nbgames.draw.svg import svg
from nbgames.graphs import polyhedra
from nbgames.mail.replies import Reply
from nbgames.play.match import Match
from nbgames.widgets import sphere
from nbgames.widgets.notebook import Picture, as_it_ran

NAMES = tuple(nbgames.GAMES)
SMALL = {name: rules.sizes[2] for name, rules in nbgames.GAMES.items()}


def opened(data):
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_a_png_has_both_players_colours(name, theme):
    m = to_the_end(nbgames.match(name, SMALL[name]), 1)
    picture = opened(raster.png(m, theme=theme)).convert("RGB")
    seen = {colour for count, colour in picture.getcolors(1 << 20) if count > 20}
    for role in ("first", "second", "paper"):
        hexed = PALETTE[role][theme == "dark"]
        wanted = tuple(int(hexed[k : k + 2], 16) for k in (1, 3, 5))
        assert any(max(abs(a - b) for a, b in zip(wanted, one, strict=True)) < 8 for one in seen)


@pytest.mark.parametrize(("name", "size"), [("antipalos", 1), ("conhex", 8)])
def test_a_caption_can_be_read_where_its_picture_is_400_pixels_wide(name, size):
    """One of a hundred letters was a line of 9 pixels."""
    m = nbgames.match(name, size)
    told = as_it_ran(m.play(m.legal()[0]))
    drawn = ET.fromstring(svg(m, caption=told))
    lines = [text for text in drawn if text.tag.endswith("}text")]
    assert len(lines) > 1 and " ".join(text.text for text in lines) == told
    width = float(drawn.attrib["viewBox"].split()[2])
    assert all(float(text.attrib["font-size"]) * 400 / width > 12 for text in lines)
    bare, captioned = (opened(raster.png(m, caption=words)).height for words in ("", told))
    assert captioned - bare > 560 * 12 / 400 * len(lines)


def test_a_png_is_as_wide_as_asked():
    assert opened(raster.png(nbgames.match("conhex"), width=300)).width == 300


def test_a_gif_has_a_frame_for_each_claim_and_one_before():
    m = to_the_end(nbgames.match("projex", 3), 2)
    movie = opened(gif(m))
    assert movie.n_frames == len(m.claims) + 1
    assert movie.info["loop"] == 0


# Beside a live board


@pytest.mark.parametrize("name", NAMES)
def test_a_board_brings_its_pictures(name):
    w = nbgames.match(name).widget()
    data, *_ = w._repr_mimebundle_()
    kinds = {"text/plain", "text/html", "image/png", "application/vnd.jupyter.widget-view+json"}
    assert set(data) == kinds  # an SVG beside them would stop an export to LaTeX without Inkscape
    assert opened(b64decode(data["image/png"])).format == "PNG"
    assert len(data["image/png"]) < 60_000
    nbformat.validate(
        nbformat.v4.new_output("display_data", data), ref="output", version=4, version_minor=5
    )
    w.close()


def figure(shown):
    """The alternative text, the picture as SVG or PNG and the caption that a notebook keeps."""
    data = shown._repr_mimebundle_()
    data = data[0] if isinstance(data, tuple) else data
    found = re.match(
        r'<figure.*?alt="(.+?)".*?base64,(.+?)".*<figcaption>(.+?)</', data["text/html"]
    )
    shown.close()
    return found[1], b64decode(found[2]), found[3]


def test_a_sphere_leaves_a_sphere_with_its_loop():
    m = nbgames.match("projex", 3, swap=False)
    m = m.play("C1", "A3", "B2", "A4", "B3", "D3", "B4")
    alt, picture, caption = figure(m.widget().sphere())
    assert "sphere" in alt and "A line leads through " in alt and m.result() in alt
    assert picture.count(b"Z") > 12 and picture.count(b"stroke-linecap") == 4
    assert caption.startswith("The position when this cell ran.")


def test_an_explorer_leaves_the_board_beside_its_graph_and_the_answer():
    view = nbgames.explore(nbgames.match("projex", 3))
    alt, picture, caption = figure(view)
    assert "independent cycle" in alt and picture.count(b"<svg") == 3
    assert caption.endswith(f"of X: {view.question.value}")


def test_a_board_leaves_the_answer_that_lies_on_it():
    w = nbgames.match("conhex", 3).widget()
    found = analysis.blocking_set(w.match, FIRST)
    w.show(found)
    alt, picture, caption = figure(w)
    assert picture.startswith(b"\x89PNG") and unescape(caption) == found.explain()
    assert unescape(alt) == f"{found.explain()} {described(w.match)}"


def test_without_pillow_the_picture_is_an_svg_of_the_position_when_it_is_shown(monkeypatch):
    monkeypatch.setitem(sys.modules, "nbgames.draw.raster", None)
    w = nbgames.match("projex", 3).widget()
    before = w._repr_mimebundle_()[0]["image/svg+xml"]
    w.play("B2")
    after = w._repr_mimebundle_()[0]["image/svg+xml"]
    assert "The position when this cell ran." in before
    assert "move 1" in before and "X plays B2." in after
    w.close()


# On paper


def test_latex_takes_every_picture_as_png():
    """For an SVG nbconvert asks for Inkscape, and stops without it."""
    nbconvert = pytest.importorskip("nbconvert")
    m = nbgames.match("projex", 3).play("B2")
    w = m.widget()
    shown = [m, m.qr("https://there.example/"), Reply(ok=True, text="welcome", match=m), w]
    cells = []
    for thing in shown:
        data, metadata = DisplayFormatter().format(thing)
        output = nbformat.v4.new_output("display_data", data=data, metadata=metadata)
        cells.append(nbformat.v4.new_code_cell("thing", outputs=[output]))
    book = nbformat.v4.new_notebook(cells=cells)
    text, resources = nbconvert.LatexExporter().from_notebook_node(book)
    assert text.count(r"\adjustimage") == len(shown)
    pictures = resources["outputs"].values()
    assert len(pictures) == len(shown) and all(one.startswith(b"\x89PNG") for one in pictures)
    w.close()


def test_an_export_to_html_has_nobody_run_a_cell_there():
    """Without the state of widgets a page has their pictures: "Run it again to play." they said."""
    nbconvert = pytest.importorskip("nbconvert")
    m = nbgames.match("projex", 3).play("B2")
    w, menu, view = m.widget(), nbgames.menu(), nbgames.explore(m)
    shown = [DisplayFormatter().format(thing)[0] for thing in (w, menu, view)]
    shown += [{"text/html": Picture(w, lambda match=match: match)._html()} for match in (m, None)]
    outputs = [nbformat.v4.new_output("display_data", data=data) for data in shown]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("thing", outputs=outputs)])
    page = nbconvert.HTMLExporter(template_name="basic").from_notebook_node(book)[0]
    asked = re.findall(r"(\w+, )?\b[Rr]un\b (?:it|this)", page)
    assert asked == 5 * ["Jupyter, "]
    for thing in (w, menu, view):
        thing.close()


@pytest.mark.parametrize(
    ("paper", "box"), first_rows([("A4", "595.28 841.89"), ("letter", "612 792")])
)
def test_a_sheet_has_a_page_a_game(paper, box):
    text = sheets.pdf(*map(nbgames.game, NAMES[:2]), paper=paper).decode("latin-1")
    assert text.count(f"/MediaBox [ 0 0 {box} ]") == 2
    assert len(re.findall(r"/Type /Page\b", text)) == 2


@pytest.mark.parametrize("name", first_of(NAMES[::-1]))
def test_every_object_of_a_sheet_is_where_it_says(name):
    data = sheets.pdf(nbgames.game(name))
    start = int(re.search(rb"startxref\n(\d+)", data)[1])
    assert data[start:].startswith(b"xref")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", data), 1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)


def test_a_sheet_is_the_same_whenever_it_is_made():
    assert sheets.pdf(nbgames.game("projex")) == sheets.pdf(nbgames.game("projex"))


@pytest.mark.parametrize(
    ("game", "paper"),
    each_once(
        [("antipalos", 26), ("copolymer", 25), ("projex", 14), ("conhex", 8)]
        + [(name, nbgames.GAMES[name].sizes[0]) for name in NAMES],
        sheets.PAPERS,
    ),
)
def test_a_sheet_stays_on_its_paper(game, paper):
    width, height = sheets.PAPERS[paper]
    box = sheets.page(nbgames.game(*game), width, height).get_tightbbox()
    assert 0.3 < box.x0 < box.x1 < width / 72 - 0.3  # inches: what printers leave free
    assert 0.3 < box.y0 < box.y1 < height / 72 - 0.3


@pytest.mark.parametrize("paper", ["A3", "", None, 4])
def test_another_paper_is_refused(paper):
    with pytest.raises(nbgames.GameError, match="is no paper here: A4 or Letter"):
        sheets.pdf(nbgames.game("projex"), paper=paper)


# In space


@pytest.mark.slow
@pytest.mark.parametrize("size", first_of(range(3, 15), 3))
def test_the_sphere_is_a_triangulation_of_even_cells(size):
    """Twice 2(V - 1) triangles, twelve cells of five sides (theory: two each at V = 3(n - 1)²)."""
    globe = sphere.globe(nbgames.game("projex", size))
    cells = 3 * (size - 1) ** 2
    assert len(globe["points"]) == cells
    assert len(globe["corners"]) == 2 * (cells - 1)
    assert sorted({len(face) for face in globe["faces"]}) in ([5, 6], [5])
    assert sum(len(face) == 5 for face in globe["faces"]) == 6


def test_the_front_of_the_sphere_looks_like_the_flat_board():
    game = nbgames.game("projex", 6)
    globe = sphere.globe(game)
    middles = [shape.middle for shape in game.board.shapes]
    across = sum(x for x, _ in middles) / len(middles)
    down = sum(y for _, y in middles) / len(middles)
    for (x, y, z), (u, v) in zip(globe["points"], middles, strict=True):
        assert z > -3500
        if abs(u - across) > 1:
            assert (x > 0) == (u > across)
        if abs(v - down) > 1:
            assert (y > 0) == (v < down)


def test_only_a_board_that_crosses_its_edge_is_a_sphere():
    with pytest.raises(nbgames.GameError, match="conhex is played on no sphere"):
        nbgames.match("conhex", 3).widget().sphere()


# Boards of one's own


def test_on_the_hemi_icosahedron_each_even_split_has_one_winner():
    """Theory, 2.1: each 3-3 split has exactly one odd side, and ten of twenty triangles are odd."""
    game = nbgames.game(polyhedra.projective(polyhedra.hemi_icosahedron()))
    won = [0, 0, 0]
    for bits in range(64):
        if bits.bit_count() == 3:
            owners = bytes(1 + (bits >> k & 1) for k in range(6))
            won[game.rules.winner(game.board.net, owners)] += 1
    assert won == [0, 10, 10]


def test_projex_as_a_graph_of_one_s_own_has_the_same_winners():
    flat = nbgames.game("projex", 4)
    own = nbgames.game(polyhedra.projective(nbgames.graphs.board_graph(flat)))
    assert own.board.names == flat.board.names
    random = Random(3)
    for _ in range(200):
        owners = bytes(random.choice((1, 2)) for _ in flat.board.names)
        assert own.rules.winner(own.board.net, owners) == flat.rules.winner(flat.board.net, owners)


def test_a_board_of_one_s_own_is_drawn_and_read():
    m = nbgames.match(polyhedra.projective(polyhedra.hemi_icosahedron())).play("A", "C")
    assert nbgames.read_diagram(m.game, m.diagram()).position.owners == m.position.owners
    assert m.play("B", "D", "E").svg().count("nb-chain")
    assert raster.png(m)[:4] == b"\x89PNG"


@pytest.mark.parametrize("how", ["planar", "unsigned", "short", "named badly", "no graph"])
def test_a_graph_that_is_no_projective_plane_is_refused(how):
    import networkx as nx

    G = polyhedra.hemi_icosahedron()
    if how == "planar":
        G = nx.icosahedral_graph()
        nx.set_edge_attributes(G, 0, "parity")
    elif how == "unsigned":
        G = nx.complete_graph(6)
    elif how == "short":
        G.remove_node("A")
    elif how == "named badly":
        G = nx.relabel_nodes(G, {"A": "<b>"})
    else:
        G = "K6"
    with pytest.raises(nbgames.GameError):
        polyhedra.projective(G)


# Marks of answers


@pytest.mark.parametrize("role", ["even", "bad", "", None])
def test_a_mark_has_a_role_that_can_be_drawn(role):
    with pytest.raises(nbgames.Refused, match="is no role of a mark: give first, second"):
        Mark("words", role)


def test_the_roles_that_are_described_are_all_there_are():
    described = re.findall(r'"(\w+)"', Mark.__doc__.partition("`path`")[0])
    assert set(described) == set(ROLES)


@dataclass
class Answer:
    match: Match
    role: str

    def marks(self):
        first, second, third, *_ = self.match.game.board.names
        return (
            Mark("sites", self.role, (first,)),
            Mark("path", self.role, path=(second, third)),
            Mark("note", self.role, notes={third: "n"}),
        )

    def explain(self):
        return "Three marks."


@pytest.mark.parametrize(("role", "drawn"), each_once(ROLES, product(NAMES, [False, True])))
def test_every_role_is_drawn_on_every_board(role, drawn):
    name, dark = drawn
    answer = Answer(nbgames.match(name, SMALL[name]), role)
    colour = PALETTE[ROLES[role][0]][dark]
    with plt.style.context("dark_background" if dark else "default"):
        ax = plots.answer(answer)
    assert colour in plots.vector(ax)
    plt.close(ax.figure)
    assert colour in sketches.drawn(answer.match, answer, dark=dark)


# The same widths everywhere


def test_no_stroke_of_the_style_sheet_has_a_width_of_its_own():
    assert set(re.findall(r"stroke-width: ([^;]+);", elements.STYLE)) <= {f"%{s}" for s in STROKES}
    assert "%" not in elements.style() + elements.style("dark")


# A share of a width, by how strong a shade is.
SCALED = r"calc\(\(\.12 \+ \.88 \* var\(--nb-broad\)\) \* (.+) \* 1px\)"
SHEETS = sorted((Path(__file__).parent.parent / "widgets_js").glob("*.css"))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_page_takes_every_width_of_a_stroke_from_the_drawing(sheet):
    css = sheet.read_text("utf-8")
    for width in re.findall(r"stroke-width: *([^;}]+)", css):
        assert re.fullmatch(r"var\(--(wide|line)-[a-z-]+\)", re.sub(SCALED, r"\1", width))
    for width in re.findall(r"stroke-width: *([^;}]+)", elements.with_widths(css)):
        assert float(re.sub(SCALED, r"\1", width)) > 0


def stated(code):
    """The numbers that stand in a module as widths of strokes."""
    widths = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.keyword) and node.arg in WIDTHS:
            widths.append(node.value)
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            widths += [v for k, v in pairs if isinstance(k, ast.Constant) and k.value in WIDTHS]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "add_lines":
            widths += node.args[3:4]
    constants = (n.value for w in widths for n in ast.walk(w) if isinstance(n, ast.Constant))
    numbers = [value for value in constants if isinstance(value, int | float) and value]
    return numbers + re.findall(r"stroke-width=[\"'][\d.]+", code)


WIDTHS = ("lw", "linewidth", "linewidths", "mew", "markeredgewidth", "stroke_width")


@pytest.mark.parametrize("name", [name for name in house.MODULES if name.startswith("draw.")])
def test_no_module_that_draws_states_the_width_of_a_stroke(name):
    assert not stated(house.MODULES[name].read_text("utf-8"))


@pytest.mark.parametrize(
    "code",
    [
        "ax.plot(x, y, lw=0.8)",
        "PolyCollection(lines, linewidths=0.7 * unit)",
        'look = {"lw": 2.2}',
        "add_lines(ax, lines, colour, 0.07 * unit_of(ax), zorder=9)",
        """text = '<g stroke-width="1.5">'""",
    ],
)
def test_a_width_that_is_stated_is_found(code):
    assert stated(code)


def test_a_game_of_another_name_is_drawn_by_what_its_board_has():
    plain = nbgames.game("antipalos", 3)
    other = Game(replace(plain.rules, name="other"), 3)
    label = plots.graph(nbgames.match(other)).get_label()
    assert label == "The graph of a position of other: two lattices of 8 and 8 points, 9 edges each"
    plt.close("all")


def test_the_sphere_of_any_projective_board_is_drawn():
    hemi = polyhedra.projective(polyhedra.hemi_icosahedron(), "hemi")
    ax = plots.double_cover(nbgames.match(hemi).play("A", "B"))
    assert ax.get_label() == "The double cover of a position of hemi: a sphere of 12 cells"
    assert len(ax.collections[0].get_facecolor()) == 12
    plt.close(ax.figure)


# Without matplotlib, as in a page


def asked(function):
    return [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]


@pytest.mark.parametrize("name", sorted({*plots.__all__} - {"network"}))  # one for both
def test_a_sketch_is_asked_for_as_a_figure_is(name):
    figure = getattr(plots, name)
    assert asked(getattr(sketches, name)) == asked(figure)


@pytest.mark.parametrize("name", NAMES)
def test_a_sketch_shows_every_node_and_says_what_it_shows(name, capsys):
    m = to_the_end(nbgames.match(name, SMALL[name]), 1).back(4)
    for sketch in (sketches.graph(m), sketches.answer(analysis.tempo(m))):
        named = {part.get("data-name") for part in ET.fromstring(sketch.svg).iter()} - {None}
        assert named == set(graphs.board_graph(m))
        assert f'alt="{escape(sketch.words)}"' in sketch._repr_html_()
    assert capsys.readouterr().out.count("Sketch(words=") == 2


# The same bytes in every run

DRAWN = """
import hashlib, io, nbgames
for name, size in (("antipalos", 3), ("conhex", 3), ("copolymer", 5), ("projex", 4)):
    m = nbgames.match(name, size, swap=False)
    m = m.play(m.legal()[1]).play(m.legal()[-1])
    pictures = [nbgames.plots.board, nbgames.plots.graph]
    pictures += [nbgames.plots.double_cover] if name == "projex" else []
    for plot in pictures:
        file = io.BytesIO()
        plot(m).figure.savefig(file, dpi=50)
        print(name, plot.__name__, hashlib.sha256(file.getvalue()).hexdigest())
    print(name, hashlib.sha256((m.svg() + m.to_html()).encode()).hexdigest())
"""


@pytest.mark.long
@pytest.mark.slow
def test_pictures_do_not_depend_on_the_order_of_hashes():
    environment = os.environ | {"PYTHONHASHSEED": "1", "MPLBACKEND": "agg"}
    there = subprocess.run(
        [sys.executable, "-c", DRAWN], env=environment, capture_output=True, text=True, check=True
    )
    with mpl.rc_context(), redirect_stdout(StringIO()) as here:
        mpl.rcdefaults()
        exec(DRAWN, {})
    assert here.getvalue() == there.stdout and len(there.stdout.splitlines()) == 13
