"""Notebooks run from top to bottom, say what they said, and read well; solutions are right."""

import ast
import asyncio
import json
import re
import subprocess
import sys

import nbformat
import pytest
import zmq
import zmq.asyncio
from copies import PROGRAM, course
from jupyter_client.session import Session
from thinned import first_of
from tools.course_run import ALIVE, COURSE, FOLDER, NOTEBOOKS, Woken, in_widgets, run, stills, told

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
of_the_course = pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
# What make test runs is where one begins: each run takes seconds, and those of the course minutes.
BY_RUN = sorted(NOTEBOOKS, key=lambda path: path.stem != "play")
A_RUN = 20  # seconds of a processor that a notebook may take
USED = "import time; print(time.process_time())"
SLIDE = """
from ipywidgets import widgets
for slider in [w for w in widgets.widget._instances.values() if isinstance(w, widgets.IntSlider)]:
    slider.value = slider.min
    slider.value = slider.max
"""


def solved(cell):
    """The Python of a solution, the check in its last line as an assertion."""
    if "try" in cell.metadata.tags:
        return "\n".join(re.findall(r"```python\n(.*?)```", cell.source, re.S))
    (block,) = re.findall(r"```python\n(.*?)```", cell.source, re.S)
    *lines, check = block.strip().splitlines()
    assert check.startswith("check."), f"{check!r} is no check"
    return "\n".join([*lines, f"assert {check}, {check}"])


@pytest.mark.slow
@pytest.mark.parametrize("path", first_of(BY_RUN), ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom_as_it_did(path):
    book = nbformat.read(path, 4)
    kept = {cell.id: told(cell) for cell in book.cells if cell.get("outputs")}
    cells = []
    for cell in book.cells:
        cells.append(cell)
        if "solution" in cell.metadata.get("tags", ()):
            cells.append(nbformat.v4.new_code_cell(solved(cell)))
    book.cells = [*cells, nbformat.v4.new_code_cell(SLIDE), nbformat.v4.new_code_cell(USED)]
    run(book)
    assert float(told(book.cells.pop())) < 3 * A_RUN  # with its solutions; a busy machine is slower
    shown = in_widgets(book)
    assert not [o for made in shown.values() for o in made if o["output_type"] == "error"]
    for cell in cells:  # the words of a label are kept as it leaves them
        cell.outputs = [o for made in cell.get("outputs", ()) for o in stills(made, shown)]
    for cell in book.cells:
        assert not [o.text for o in cell.get("outputs", ()) if o.get("name") == "stderr"]
    assert {cell.id: told(cell) for cell in cells if cell.id in kept} == kept


@every_notebook
def test_text_comes_first_and_cells_are_short(path):
    cells = nbformat.read(path, 4).cells
    assert cells[0].cell_type == "markdown"
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    assert [source for source in code if len(re.findall(r"\S.*", source)) > 10] == []


@every_notebook
def test_no_cell_takes_a_name_from_what_an_earlier_cell_left_running(path):
    """A board or slider calls its function later: what that reads must be there still."""
    cells = [c.source for c in nbformat.read(path, 4).cells if c.cell_type == "code"]
    bound, read = {}, set()
    for number, source in enumerate(cells):
        for part in ast.parse(source).body:
            if not isinstance(part, ast.FunctionDef | ast.ClassDef):
                for name in names(part, ast.Store):
                    bound.setdefault(name, set()).add(number)
                continue
            bound.setdefault(part.name, set()).add(number)
            own = names(part, ast.Store) | {a.arg for a in ast.walk(part) if isinstance(a, ast.arg)}
            read |= names(part, ast.Load) - own
    assert {name for name in read if len(bound.get(name, ())) > 1} == set()


def names(part, kind):
    found = (node for node in ast.walk(part) if isinstance(node, ast.Name))
    return {node.id for node in found if isinstance(node.ctx, kind)}


@every_notebook
def test_what_is_kept_of_its_outputs_is_small_and_names_no_machine(path):
    cells = nbformat.read(path, 4).cells
    outputs = json.dumps([cell.get("outputs", []) for cell in cells])
    assert len(outputs) < 1_500_000
    assert not re.search(r"/root/|/home/|Traceback|" + re.escape(ALIVE), outputs)


@every_notebook
def test_what_is_live_leaves_a_figure(path):
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "code" and cell.source and ast.parse(cell.source).body:
            last = ast.parse(cell.source).body[-1]
            shown = isinstance(last, ast.Expr) and not cell.source.rstrip().endswith(";")
            called = shown and isinstance(last.value, ast.Call) and last.value.func
            named = getattr(called, "attr", getattr(called, "id", "widget" if shown else ""))
            if named in ("widget", "sphere", "slide", "tutorial", "puzzles"):
                assert cell.outputs, cell.source
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            assert "image/png" not in data and "image/svg+xml" not in data, "it has no alt text"
            if "<img" in data.get("text/html", ""):
                assert re.search(r'<img alt="[^"]{20,}"', data["text/html"])
            if re.search("<img|nb-tree", data.get("text/html", "")):
                assert re.search(r"<figcaption>.{20,}</figcaption>", data["text/html"])


@every_notebook
def test_nothing_waits_for_an_output_widget(path):
    """CONTRIBUTING, Upstream: a program that runs such a notebook may wait for ever."""
    code = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    assert not re.search(r"\b(interact|interactive|interactive_output|Output)\(", "\n".join(code))


@of_the_course
def test_what_is_folded_only_prepares(path):
    """No exercise is folded, nor what a section is about."""
    cells = [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    folded = [cell.source for cell in cells if cell.metadata.get("jupyter")]
    assert 1 <= len(folded) < len(cells) / 2
    for source in folded:
        assert "..." not in source
        assert re.search(r"^(import|from) |plots\.|ax\.|Label\(|np\.|position\(", source, re.M), (
            source
        )


@of_the_course
def test_every_exercise_has_its_dots_and_a_folded_solution(path):
    cells = nbformat.read(path, 4).cells
    names = []
    for cell in cells:
        last = cell.source.strip().splitlines()[-1]
        if cell.cell_type == "code" and last.startswith("check."):
            assert "..." in cell.source
            names.append(re.match(r"check\.(\w+)", last)[1])
    solutions = [cell for cell in cells if cell.metadata.get("tags") == ["solution"]]
    assert 3 <= len(names) <= 7
    assert [re.findall(r"^check\.(\w+)", cell.source, re.M) for cell in solutions] == [
        [name] for name in names
    ]
    assert all("<details>" in cell.source and "</details>" in cell.source for cell in solutions)


@of_the_course
def test_exercises_stand_in_the_sections_in_order_with_their_stars(path):
    """The text right above the dots; "**2. Title.** ★★☆", or without a number."""
    text = "\n".join(
        "@dots" if cell.cell_type == "code" and re.search(r"^check\.", cell.source, re.M)
        else "" if cell.cell_type == "code" or cell.metadata.get("tags") else cell.source
        for cell in nbformat.read(path, 4).cells
    )  # fmt: skip
    titled = r"^\*\*(?:Exercise )?(?:(\d)\. )?[^*]*\*\*.*|^## .*|^@dots$"
    section, numbers, asked = "", [], ""
    for found in re.finditer(titled, text, re.M):
        line = found[0]
        if line.startswith("## "):
            section = line
        elif line == "@dots":
            assert re.search("★☆☆|★★☆|★★★", asked) and re.match(r"## (\d+\.|A )", section), asked
        elif found[1] or line.startswith("**Exercise"):
            asked, numbers = line, numbers + ([int(found[1])] if found[1] else [])
    assert numbers == sorted(set(numbers)) and numbers[0] == 1


@of_the_course
def test_it_opens_with_a_board_asks_something_open_and_names_its_sources(path):
    cells = nbformat.read(path, 4).cells
    first = [cell.source for cell in cells if cell.cell_type == "code"][:2]
    assert any(re.search(r"explore\(|widget\(|sphere\(|menu\(", source) for source in first)
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    assert any("## An open question" in text for text in texts)
    assert "## Sources" in texts[-1]


@pytest.mark.slow
def test_students_get_copies_without_solutions(tmp_path):
    """In a process of its own, as `make course` runs it."""
    command = [sys.executable, PROGRAM, tmp_path / "class"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    taken = 0
    for path in NOTEBOOKS:
        ours = nbformat.read(path, 4).cells
        theirs = nbformat.read(tmp_path / "class" / path.name, 4).cells
        kept = {c.id: c.source for c in theirs}
        left = [c for c in ours if c.id not in kept]
        assert kept == {c.id: c.source for c in ours if c not in left}
        assert not any(c.get("outputs") for c in theirs)
        assert all("solution" in c.metadata.tags for c in left)
        assert not re.search("<summary>(Solution|Answer)", json.dumps(theirs))
        taken += len(left)
    assert taken >= 3 * len(COURSE) and f"{taken} solutions" in done.stdout

    answered = tmp_path / "class" / NOTEBOOKS[0].name
    answered.write_text("my answers")
    again = course(tmp_path / "class")
    assert again.returncode and "name another folder" in again.stderr
    assert answered.read_text() == "my answers"


def test_play_needs_nothing_but_the_public_names():
    for cell in nbformat.read(FOLDER / "play.ipynb", 4).cells:
        if cell.cell_type != "code":
            continue
        for node in ast.walk(ast.parse(cell.source)):
            assert not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.For | ast.If)
            assert not isinstance(node, ast.Attribute) or not node.attr.startswith("_")


def test_play_shows_each_game():
    text = (FOLDER / "play.ipynb").read_text("utf-8")
    for name in ("Bill Taylor", "Michail Antonow", "Mark Steere", "Martin Collier"):
        assert name in text


def test_play_opens_with_a_picture_that_is_there_and_leads_on():
    cells = nbformat.read(FOLDER / "play.ipynb", 4).cells
    (picture,) = re.findall(r"!\[.+\]\((.+)\)", cells[0].source)
    drawn = (FOLDER / picture).read_text("utf-8")
    assert all(
        f">{name}</text>" in drawn for name in ("Antipalos", "ConHex", "Copolymer", "Projex")
    )
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    assert re.findall(r"nbgames\.(menu|tutorial|puzzles)\(", code) == [
        "menu",
        "tutorial",
        "puzzles",
    ]


def test_what_is_said_of_threats_is_true_of_a_player_who_wins_at_once():
    sources = [cell.source for cell in nbformat.read(FOLDER / "solving.ipynb", 4).cells]
    made = {}
    for source in sources:
        if source.startswith(("from functools", "duel =")):
            exec(source, made)
    for moves, says in (
        ("C3 F4 D5 E2 C5 B5 C2 A6", "No threat: play where you like."),
        ("C4", "Too late: nothing parries."),
        ("F2", "You win at once at E5, D6."),
        ("E5", "X wins by a loop"),
    ):
        made["duel"].play(*moves.split())
        made["warn"]()
        assert made["said"].value == says
    made["duel"].close()


def test_a_reply_that_comes_while_the_client_sends_is_read():
    """A plain channel of jupyter_client sleeps on: CONTRIBUTING.md, Upstream."""

    async def answered():
        with (
            zmq.Context() as plain,
            zmq.asyncio.Context() as awaited,
            plain.socket(zmq.ROUTER) as server,
            awaited.socket(zmq.DEALER) as client,
        ):
            client.linger = 0  # else its context waits for ever to send the last to a closed server
            client.connect(f"tcp://127.0.0.1:{server.bind_to_random_port('tcp://127.0.0.1')}")
            channel = Woken(client, Session())
            channel.send(channel.session.msg("execute_request"))
            name = server.recv_multipart()[0]
            reply = asyncio.ensure_future(client.poll())
            await asyncio.sleep(0)
            server.send_multipart([name, b"execute_reply"])
            zmq.Socket.shadow(client.underlying).poll()  # it has arrived, and the loop was busy
            channel.send(channel.session.msg("comm_msg"))
            return await asyncio.wait_for(reply, 60)

    assert asyncio.run(answered()) == zmq.POLLIN
