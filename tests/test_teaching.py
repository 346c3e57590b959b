"""The sheets for lecturers: each is whole, agrees with its notebook, and its numbers are right."""

import re
from itertools import combinations
from math import comb

import networkx as nx
import pytest
from test_course_words import NUMBERED, OLD, prose
from tools.course_run import COURSE, FOLDER

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs

SHEETS = FOLDER / "teaching"
PARTS = ["Outcomes", "Splits", "Answers", "Where students get stuck", "Exam questions", "Solutions"]
each = pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)


def sheet(path):
    return (SHEETS / f"{path.stem}.md").read_text("utf-8")


def part(path, name):
    return re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", sheet(path), re.M | re.S)[1]


def board(name, size):
    return graphs.board_graph(nbgames.game(name, size))


def test_there_is_a_sheet_for_each_notebook_and_a_list_of_them():
    stems = {path.stem for path in COURSE}
    assert {path.stem for path in SHEETS.glob("*.md")} == stems | {"README"}
    listed = (SHEETS / "README.md").read_text("utf-8")
    assert all(f"({stem}.md)" in listed and f"{stem}.ipynb" in listed for stem in stems)


@each
def test_a_sheet_is_whole(path):
    proofs = ["Proofs to mark"] if "**Prove.**" in path.read_text("utf-8") else []
    assert re.findall(r"^## (.*)", sheet(path), re.M) == [*PARTS, *proofs]
    for name in ("Exam questions", "Solutions"):
        assert re.findall(r"^(\d)\. ", part(path, name), re.M) == ["1", "2", "3"]
    times = re.findall(r"^\| (.*?) \|", part(path, "Splits"), re.M)
    assert times[2:] == ["45 minutes", "90 minutes", "2 × 90 minutes"]


@each
def test_a_sheet_names_sections_and_exercises_that_are_there(path):
    text = path.read_text("utf-8")
    there = {int(n) for n in re.findall(r'"## (\d+)\. ', text)}
    exercises = len(set(re.findall(r'"check\.\w+\(', text)))
    named = re.findall(r"[Ss]ections? (\d+)", part(path, "Answers"))
    assert {int(n) for n in named} <= there
    for row in re.findall(r"^\| (?:45|90|2 ×).*?\| (.*?) \| (.*?) \|$", part(path, "Splits"), re.M):
        assert max(map(int, re.findall(r"\d+", row[0]))) <= max(there)
        assert max(map(int, re.findall(r"\d+", row[1]))) <= exercises


def numbers(text):
    """What a cell of a table names: "1 to 4, 6; 8" is 1, 2, 3, 4, 6 and 8."""
    found = re.findall(r"(\d+)(?: to (\d+))?", re.sub(r"\(.*?\)|section \d", "", text))
    return {n for low, high in found for n in range(int(low), int(high or low) + 1)}


@each
def test_a_split_has_the_sections_of_its_exercises(path):
    lines, section, lies = prose(path).splitlines(), None, {}
    for line in lines:
        if line.startswith("## "):
            section = re.match(r"## (\d+)|", line)[1]
        elif exercise := re.match(r"\*\*(?:Exercise )?(\d)\. ", line):
            lies[int(exercise[1])] = section and int(section)
    assert len(lies) >= 3
    for row in re.findall(r"^\| (?:45|90|2 ×).*?\| (.*?) \| (.*?) \|$", part(path, "Splits"), re.M):
        apart = {None} if re.search("to discover|formula", row[0]) else set()
        assert {lies[n] for n in numbers(row[1])} <= numbers(row[0]) | apart


@each
def test_what_a_notebook_asks_is_answered(path):
    """Each section with a question to try, or to talk about, has its answer."""
    parts = re.split(r"## (\d+)\. ", path.read_text("utf-8"))
    asking = {n for n, t in zip(parts[1::2], parts[2::2], strict=True) if "**Try.**" in t}
    talk = {n for n, t in zip(parts[1::2], parts[2::2], strict=True) if "Talk about it" in t}
    open_ended = {"solving": {"9"}}.get(path.stem, set())  # code of one's own
    named = set(re.findall(r"\* Section (\d+)", part(path, "Answers")))
    assert asking | talk <= named | open_ended


def test_five_notebooks_ask_for_a_proof_and_their_sheets_say_how_to_mark_it():
    asking = [path for path in COURSE if "**Prove.**" in path.read_text("utf-8")]
    assert len(asking) >= 5
    for path in asking:
        points = re.findall(r"^\| (\d) \|", part(path, "Proofs to mark"), re.M)
        assert len(points) >= 3 and sum(map(int, points)) % 4 == 0, "four points a proof"


@each
def test_a_sheet_has_no_old_word(path):
    text = re.sub(r"`[^`]*`", "", sheet(path))
    assert [old for old in OLD if re.search(old, text, re.I)] == []


def test_the_numbers_of_the_graphs_are_right():
    hexagon = board("copolymer", 7)
    counts = len(hexagon), hexagon.size(), len(graphs.triangles(hexagon))
    assert counts == (37, 90, 54)
    assert set(board("projex", 6)["F1"]) == {"G1", "E2", "F2", "E10", "F10"}
    assert 10 * 3 / 2 == 15 and 9 * 3 % 2


def test_the_numbers_of_signed_graphs_are_right():
    four = board("projex", 4)
    cycle = ["F1", "A6", "A5", "F2"]
    assert [four[u][v]["parity"] for u, v in nx.utils.pairwise(cycle, cyclic=True)] == [1, 0, 1, 0]
    assert analysis.crossings(analysis.switching(four, ["A6", "A5"]), cycle) == 0
    square = nx.Graph()
    for u, v, parity in ("ab0", "bc1", "cd0", "da1"):
        square.add_edge(u, v, parity=int(parity))
    assert analysis.is_balanced(square)
    square.add_edge("a", "c", parity=0)
    assert not analysis.is_balanced(square)
    assert 2 ** (32 - 20 + 1) / 2 == 4096


def test_the_numbers_of_rings_are_right():
    three = board("projex", 3)
    sets = [three.subgraph(cells) for k in range(13) for cells in combinations(three, k)]
    rings = [S for S in sets if analysis.is_balanced(S) and analysis.homology_rank(S)]
    flat = [S for S in rings if not any(p for *_, p in S.edges(data="parity"))]
    assert (len(rings), len(flat), min(map(len, rings))) == (63, 3, 5)
    assert set(three["C2"]) in map(set, flat)
    two = three.subgraph(set(three) - set(["C1", "B2", "D2", "A3", "C3", "B4"]))
    assert 2 in map(len, nx.connected_components(two))
    assert 1985 + 63 == 1550 + 459 + 39 == 2**11


def test_the_numbers_of_homology_are_right():
    three, faces = board("projex", 3), graphs.faces(nbgames.game("projex", 3))
    assert (len(three), three.size(), len(faces)) == (12, 33, 22)
    assert [analysis.homology_rank(three, faces[:k]) for k in (0, 21, 22)] == [22, 1, 1]
    for parities, parts in (((0, 0, 1), 1), ((0, 1, 1), 2)):
        edges = zip("abc", "bca", parities, strict=True)
        triangle = nx.Graph([(u, v, {"parity": p}) for u, v, p in edges])
        assert nx.number_connected_components(graphs.signed_cover(triangle)) == parts


def test_the_numbers_of_cuts_and_trees_are_right():
    assert analysis.distance(nbgames.match("conhex", 4), FIRST).stones == 5
    assert round(analysis.resistance(nbgames.match("antipalos", 4), FIRST).lattices[0], 9) == 1
    edges = {frozenset(pair) for path in ("abcd", "bdac") for pair in nx.utils.pairwise(path)}
    assert len(edges) == comb(4, 2)  # two paths on four vertices share none of their six edges
    five = nbgames.match("antipalos", 5, swap=False)
    safe = [analysis.two_trees(five.play(piece), FIRST, 0).safe for piece in five.legal()]
    assert (sum(safe), len(safe)) == (13, 50)


def test_the_numbers_of_tempo_are_right():
    five = nbgames.game("copolymer", 5)
    greedy = nbgames.read_diagram(five, "x o x\nx o x .\no o o o .\nx x o x\n. . x")
    assert analysis.tempo(greedy)[SECOND].connecting == ("B4", "E3", "E4")
    for cell in greedy.legal():
        found = analysis.solve(greedy.play(cell))
        assert found.value == 1 and {cell, *found.line[0].split(",")} == set(greedy.legal())
    assert 2**3 * 4 == 32 and 61 - 40 == 11 + 10


def test_the_error_of_ten_thousand_playouts_is_right():
    assert (0.25 / 10_000) ** 0.5 == 0.005


def to_sign():
    text = (FOLDER.parent / "TEACHING.md").read_text("utf-8")
    return text.split("## For a mathematician to sign")[1]


def numbered():
    """What the course says in each section, and the number that the list has for it."""
    for path in COURSE:
        number = NUMBERED.index(path.stem) + 1 if path.stem in NUMBERED else "One class"
        parts = re.split(r"^## (\d+)\. .*$", prose(path), flags=re.M)
        for section, said in zip(parts[1::2], parts[2::2], strict=True):
            yield f"{number}{', ' if number == 'One class' else '.'}{section}", said


def test_every_theorem_stands_in_the_list_for_a_mathematician():
    row = r"^\| (One class, \d|\d\.\d+) \|(?: [^|]+ \|){5}[^|]*\|$"
    found = [
        where
        for where, said in numbered()
        for _ in re.findall(r"^> \*\*(?:Theorem|Lemma)\b", said, re.M)
    ]
    assert sorted(re.findall(row, to_sign(), re.M)) == sorted(found)


def test_what_students_are_asked_to_prove_stands_in_the_list():
    listed = re.findall(r"^\| Prove, (\d\.\d+) \|", to_sign(), re.M)
    assert listed and sorted(listed) == sorted(w for w, said in numbered() if "**Prove.**" in said)


def test_the_list_says_what_a_program_has_read_and_that_no_mathematician_has_signed():
    rows = re.findall(r"^\|(?: [^|]+ \|)* ([^|]+) \| ([^|]+) \|([^|]*)\|$", to_sign(), re.M)
    heads = [marks for *marks, by in rows if by == " signed by "]
    assert heads == 2 * [["second reader, a program", "third reader, a program"]]
    rows = [(*marks, by.strip()) for *marks, by in rows if by not in (" signed by ", " --- ")]
    said = r"(solution )?whole|mended|wrote it$|source not read$|a reason and no proof"
    marks = [mark for *both, _ in rows for mark in both]
    assert len(rows) > 40 and [mark for mark in marks if not re.match(said, mark)] == []
    signed = any(by for *_, by in rows)
    assert signed != ("**No mathematician has signed one" in to_sign())
    assert "not a person" in to_sign()
