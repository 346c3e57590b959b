"""Slides and worksheets made of the notebooks: whole, offline, and no answer beside a question."""

import json
import re

import nbformat
import pytest
from copies import course
from tools.course_run import COURSE, FOLDER

from nbgames.exercises import one_class

each = pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handouts")
    for form in ("slides", "worksheets"):
        done = course(folder / form, form)
        assert done.returncode == 0, done.stderr
        assert f"{form} of {len(COURSE)} notebooks" in done.stdout
    return folder


def texts(page):
    return re.sub(r"<[^>]+>|&\w+;|&#\d+;", "", page)


@each
def test_slides_have_each_section_box_and_figure_and_no_answer(made, path):
    page = (made / "slides" / f"{path.stem}.html").read_text("utf-8")
    cells = nbformat.read(path, 4).cells
    for title in re.findall(r"^## (.*)", "\n".join(c.source for c in cells), re.M):
        assert re.sub(r"['&]", "", title)[:30] in re.sub(r"['&]", "", texts(page))
    boxes = sum(len(re.findall(r"^> \*\*", c.source, re.M)) for c in cells if "> " in c.source)
    assert page.count("<blockquote>") >= boxes > 0
    assert page.count("<section>") > 15
    assert "<details>" not in page and "<summary>" not in page
    kept = [o for c in cells for o in c.get("outputs", ()) if "<img" in str(o.get("data", ""))]
    assert page.count("<img ") == len(kept)


@each
def test_a_worksheet_asks_what_the_notebook_asks_and_answers_apart(made, path):
    asked, answered = (
        (made / "worksheets" / f"{path.stem}{end}.html").read_text("utf-8")
        for end in ("", "-solutions")
    )
    cells = nbformat.read(path, 4).cells
    prompts = [c for c in cells if re.search(r"\*\*(Try|Prove)\.\*\*", c.source)]
    checks = [c for c in cells if c.cell_type == "code" and re.search("^check", c.source, re.M)]
    solutions = [c for c in cells if "solution" in c.metadata.get("tags", ())]
    assert asked.count("class='room'") >= len(prompts) + len(checks)
    assert answered.count("<article>") == len(solutions)
    for cell in solutions:
        block = re.findall(r"```python\n(.*?)```", cell.source, re.S)
        last = next((line for line in block[-1].splitlines() if "=" in line), "") if block else ""
        assert not last or last not in asked


@each
def test_slides_and_worksheets_load_nothing(made, path):
    for page in made.glob(f"*/{path.stem}*.html"):
        text = page.read_text("utf-8")
        assert not re.search(r"<link |<script [^>]*src|@import|url\(", text)
        assert set(re.findall(r'src="(.{5})', text)) <= {"data:"}
        assert set(re.findall(r'href="(.{4})', text)) <= {"http"}, "no way to a notebook"


def test_a_format_that_is_none_is_refused_with_the_four_that_are(tmp_path):
    done = course(tmp_path / "none", "pdf")
    assert done.returncode and "FORMAT=slides or FORMAT=worksheets" in done.stderr


def test_what_the_book_asks_of_a_notebook_comes_in_short_lines(capsys):
    """Who runs notebooks takes the square of a line's length; a page has 100,000 letters."""
    source = (FOLDER.parent / ".ci" / "site.py").read_text("utf-8")
    (tell,) = re.findall(r'^TELL = """(.*?)"""', source, re.M | re.S)
    shown = one_class.loop(...).live()
    exec(tell, {})
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 1000 < len(shown.to_html())
    kind, _, page, _ = json.loads("".join(lines))[shown.model_id]
    assert (kind, page) == ("Exercise", shown.to_html())
