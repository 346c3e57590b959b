"""The course says things in the words of the field, defines them, and names its sources."""

import re
from functools import cache

import nbformat
import pytest
from tools.course_run import COURSE, FOLDER

NUMBERED = ("boards_are_graphs", "somebody_must_win", "cycle_parity", "double_cover")
NUMBERED += ("cuts", "two_lattices", "tempo", "solving")
ROOT = FOLDER.parent
FEEDBACK = sorted((ROOT / "nbgames/exercises").glob("*.py"))
OLD = {  # what the field says instead
    r"\bshores?\b": "side",
    r"\bplaces?\b": "vertex, site",
    r"\bnodes?\b": "vertex",
    r"\blinks?\b(?! to )": "edge",
    r"\bmeasures? of a position\b": "evaluation function",
    r"\bcycles? (left|that nothing fills|not filled)\b": "Betti number",
    r"\bin (its|their) place\b": "fixed point",
    r"\bshares? no (edge|piece|cell)\b": "edge-disjoint, disjoint",
    r"\bchanges its mind\b": "keeps its parity",
    r"\bon move\b": "to move",
    r"\bloops? that wins?\b": "winning loop",
    r"\bfilled (by|with) triangles\b": "a boundary of triangles",
    r"\b(by lot|tyre|beneath|hangs? together)\b": "at random, torus, below, connected",
}
KINDS = r"(Definition|Theorem|Lemma|Rule|Pie rule)( \([^)]+\))?\."
NO_ADDRESS = ("Richard Mansfield", "Antipalos is by", "The games are by")
ADDRESS = (
    r"https?://(doi\.org/10\.\d{4,}/\S+|openlibrary\.org/isbn/\d{13}|[a-z0-9.-]+\.[a-z]+(/\S*)?)$"
)
of_the_course = pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)


@cache
def cells_of(path):
    """A notebook's cells; to read and check one takes as long as a test of its words."""
    return nbformat.read(path, 4).cells


def prose(path):
    """A notebook's sentences, without code."""
    cells = [cell.source for cell in cells_of(path) if cell.cell_type == "markdown"]
    return re.sub(r"```.*?```|`[^`]*`|\]\([^ ]*\)", "", "\n\n".join(cells), flags=re.S)


def told(path):
    """The texts in a module of checks: what it may say, and its docstrings."""
    return "\n".join(re.findall(r'"(.*?)"', path.read_text("utf-8"), re.S))


@cache
def sections(stem):
    """The text of each section, by what leads to it in JupyterLab."""
    cells = cells_of(FOLDER / f"{stem}.ipynb")
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    parts = re.split(r"^## (.*)$", text, flags=re.M)
    return {
        title.replace(" ", "-"): part for title, part in zip(parts[1::2], parts[2::2], strict=True)
    }


def glossary():
    """Word, meaning, label and address of each row."""
    text = "".join(cell.source for cell in cells_of(FOLDER / "glossary.ipynb"))
    return re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| \[(.+?)\]\((.+?)\) \|$", text, re.M)


@pytest.mark.parametrize("path", [*COURSE, *FEEDBACK], ids=lambda path: path.name)
def test_no_old_word_comes_back(path):
    text = prose(path) if path.suffix == ".ipynb" else told(path)
    text = text.replace("calls vertices *nodes*", "").replace("calls it a node", "")
    text = re.sub(r"nodes\(.*?\)", "", text)
    found = {re.search(old, text, re.I)[0]: say for old, say in OLD.items() if re.search(old, text)}
    assert found == {}, "say what stands on the right"


def written_in_code(path):
    """The names, captions and printed words of a notebook's code, without names of attributes."""
    code = [cell.source for cell in cells_of(path) if cell.cell_type == "code"]
    return re.sub(r"\.\w+|\w+(?==)|_", " ", "\n\n".join(code))


@of_the_course
def test_no_old_word_comes_back_in_code_or_a_caption(path):
    text = written_in_code(path)
    text = re.sub(r"nodes\.|found nodes|nodes = \{\}|\bnodes\b", "", text)  # networkx, the solver
    ours = [*OLD, r"\bways?\b(?! to )"]
    found = [re.search(old, text, re.I)[0] for old in ours if re.search(old, text, re.I)]
    assert found == []


@of_the_course
def test_what_is_set_apart_says_what_it_is(path):
    for cell in cells_of(path):
        if cell.cell_type != "markdown":
            continue
        for box in re.findall(r"(?:^>.*\n?)+", cell.source, re.M):
            assert re.match(rf"> \*\*{KINDS}\*\* ", box), box


@of_the_course
def test_every_theorem_has_its_proof_before_the_next_one(path):
    parts = re.split(r"^> \*\*(Theorem|Lemma).*$", prose(path), flags=re.M)[2::2]
    for part in parts:
        if path.stem == "one_class" and "notebook 2 of the course" in part:
            continue  # the class is told where it is proven
        assert "∎" in part or re.search(r"\*(Proof:|Sketch of a proof\.)\*", part), part[:200]


@of_the_course
def test_every_source_has_an_address(path):
    last = cells_of(path)[-1].source
    sources = re.findall(r"^\* (.*)$", last, re.M)
    assert len(sources) >= 3
    for source in sources:
        if not source.startswith(NO_ADDRESS):
            addresses = re.findall(r"\]\((https?://[^ ]+?)\)(?!\d)", source)
            assert addresses and all(re.match(ADDRESS, one) for one in addresses), source
    assert "[glossary](glossary.ipynb)" in last


def test_a_title_has_one_address():
    found = {}
    for path in COURSE:
        text = cells_of(path)[-1].source
        for by, title, address in re.findall(r"(\w+), \[\*(.+?)\*\]\((http[^ ]+?)\)(?!\d)", text):
            found.setdefault((by, title), set()).add(address)
    assert len(found) > 20
    assert {work: some for work, some in found.items() if len(some) > 1} == {}


def test_the_glossary_is_in_order():
    words = [re.sub(r"\W", "", word).casefold() for word, *_ in glossary()]
    assert len(words) > 60 and words == sorted(set(words))


@pytest.mark.parametrize(("word", "_", "label", "address"), glossary())
def test_a_word_of_the_glossary_is_used_where_it_says(word, _, label, address):
    stem, title = address.split(".ipynb#")
    assert label.startswith(str(NUMBERED.index(stem) + 1))
    text = re.sub(r"[*\n>]+", " ", sections(stem)[title]).casefold()
    title = title.replace("-", " ").casefold()
    stems = [re.sub(r"(ices|ex|ing|es|s|e|y)$", "", part) for part in word.casefold().split()]
    assert all(part in text or part in title for part in stems), (word, stems)


@of_the_course
def test_what_is_defined_stands_in_the_glossary(path):
    words = {word.casefold() for word, *_ in glossary()}
    for defined in re.findall(r"> \*\*Definition \(([^)]+)\)\.\*\*", prose(path)):
        assert set(defined.casefold().split(", ")) <= words, defined
