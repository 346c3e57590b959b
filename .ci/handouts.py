"""Slides to show and worksheets to print, made of the notebooks: HTML that needs no network.

Slides have the headings, boxes, questions and kept figures; most of the text becomes notes. A
worksheet has the questions and exercises with their boards as they are kept, empty, and room to
write; answers and solutions stand in a file of their own. `make course` calls it.
"""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import mistune
import nbformat

ASKED = r"\*\*(?:\w+ )?(?:Try|Prove|Talk about it|Exercise \d|Exercise|\d)\b"
Cell = nbformat.NotebookNode
renderer = mistune.create_markdown(escape=False, plugins=["table"])

STYLE = """
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }
body { margin: 0; color: CanvasText; background: Canvas }
blockquote { margin: 1em 0; padding: .2em 1em; border-left: .3em solid #4a7fb5 }
figure { margin: 1em 0 } figure img { max-width: 100%; height: auto; background: white }
figcaption { opacity: .8 } code, pre { font-family: ui-monospace, monospace }
pre { overflow-x: auto } td, th { padding: .2em .6em; text-align: left }
"""
SLIDES = """
section { display: none; box-sizing: border-box; height: 100vh; padding: 5vh 7vw; overflow: auto;
  font-size: clamp(1rem, 2.6vmin + .3rem, 2.2rem) }
section.shown { display: block } h1, h2 { line-height: 1.2 } h2 small { opacity: .7 }
figure img { max-height: 60vh; width: auto } aside { display: none; font-size: 65%; opacity: .85 }
.noted aside { display: block } button { position: fixed; right: 1em; bottom: .6em; font: inherit }
@media print { section { display: block; height: auto; min-height: 90vh; break-after: page }
  button { display: none } }
"""
SHEET = """
main { max-width: 44em; margin: auto; padding: 1em } figure img { max-width: 22em }
article { break-inside: avoid; margin: 1.5em 0 }
.room { height: 8em; background: repeating-linear-gradient(transparent 0 1.9em, #999 1.9em 2em) }
@media print { :root { color-scheme: light; font-size: 11pt } }
"""
SCRIPT = """
const slides = [...document.querySelectorAll("section")], button = document.querySelector("button");
let now = Math.min(slides.length, Math.max(1, Number(location.hash.slice(1)) || 1)) - 1;
const show = step => {
  now = Math.min(slides.length - 1, Math.max(0, now + step));
  slides.forEach((one, k) => one.classList.toggle("shown", k === now));
  const one = slides[now];
  for (let size = 24; size > 10 && one.scrollHeight > one.clientHeight; size--)
    one.style.fontSize = `${size / 10}vmin`;
  button.textContent = `${now + 1} / ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`);
};
const steps = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
steps.Home = -slides.length; steps.End = slides.length;
addEventListener("keydown", event => {
  if (event.key === "n") document.body.classList.toggle("noted");
  if (event.key in steps) { event.preventDefault(); show(steps[event.key]); }
});
button.addEventListener("click", () => show(1));
show(0);
"""


def slides(sources: list[Path], folder: Path) -> None:
    """Write NAME.html for each notebook with sections: arrow keys turn, n shows the notes."""
    pages = {path: nbformat.read(path, 4).cells for path in sources}
    asking = {path: cells for path, cells in pages.items() if any(map(is_exercise, cells))}
    folder.mkdir(parents=True, exist_ok=True)
    for path, cells in asking.items():
        sections = "\n".join(f"<section>{one}</section>" for one in slides_of(cells))
        body = f"{sections}\n<button aria-label='next slide'></button>\n<script>{SCRIPT}</script>"
        (folder / f"{path.stem}.html").write_text(page(title(cells), SLIDES, body), "utf-8")
    print(f"{folder}: slides of {len(asking)} notebooks")


def slides_of(cells: list[Cell]) -> Iterator[str]:
    """Each slide's HTML; what is said between two slides is a note on the one before."""
    shown, heading, opening = "", "", None
    for cell in cells:
        if "solution" in tags(cell):
            continue
        for kind, text in parts(cell):
            if kind == "text" and shown:
                opens = shown == opening  # the first paragraph of a section is shown
                shown += markdown(text) if opens else f"<aside>{markdown(text)}</aside>"
                continue
            if shown:
                yield shown
            if kind == "heading":
                heading = text.lstrip("# ")
                shown = opening = markdown(text)
            else:
                above = f"<h2><small>{escape(heading)}</small></h2>"
                shown = above + (text if kind == "figure" else markdown(text))
    yield shown


def parts(cell: Cell) -> Iterator[tuple[str, str]]:
    """The blocks of a text, or the figures of a cell, each with what it is."""
    if cell.cell_type == "code":
        yield from (("figure", one) for one in figures(cell))
        return
    for block in re.split(r"\n{2,}(?!\n)", without_details(cell.source)):
        if re.match("##? ", block):
            yield "heading", block
        elif block.startswith(">"):
            yield from (("box", one) for one in re.split(r"^>\n(?=> \*Proof)", block, flags=re.M))
        elif re.match(ASKED, block):
            yield "question", block
        elif block.strip():
            yield "text", block


def worksheets(sources: list[Path], folder: Path) -> None:
    """Write NAME.html with the questions, and NAME-solutions.html, for each notebook that asks."""
    written = 0
    folder.mkdir(parents=True, exist_ok=True)
    for path in sources:
        cells = nbformat.read(path, 4).cells
        if not any(map(is_exercise, cells)):
            continue
        name = title(cells)
        for end, made in (("", questions(cells)), ("-solutions", answers(cells))):
            articles = "\n".join(f"<article>{one}</article>" for one in made)
            body = f"<main><h1>{escape(name)}{': answers' if end else ''}</h1>{articles}</main>"
            (folder / f"{path.stem}{end}.html").write_text(page(name, SHEET, body), "utf-8")
        written += 1
    print(f"{folder}: worksheets of {written} notebooks, answers apart")


def questions(cells: list[Cell]) -> Iterator[str]:
    """What each section asks, and each exercise, with its figure and room to write."""
    heading = ""
    for number, cell in enumerate(cells):
        if cell.cell_type != "markdown" or "solution" in tags(cell):
            continue
        heading = (re.findall(r"^## (.*)$", cell.source, re.M) or [heading])[-1]
        asked = [text for kind, text in parts(cell) if kind == "question"]
        if asked:
            whole = "\n\n".join(asked if "Talk" not in asked[0] else [without_details(cell.source)])
            figure = next(iter(figures_after(cells, number)), "")
            above = f"<h3>{escape(heading)}</h3>"
            yield f"{above}{markdown(whole)}{figure}<div class='room'></div>"


def figures_after(cells: list[Cell], number: int) -> list[str]:
    """The figures of the cells of code that come next, up to the next text."""
    found: list[str] = []
    for cell in cells[number + 1 :]:
        if cell.cell_type != "code":
            break
        found += figures(cell)
    return found


def answers(cells: list[Cell]) -> Iterator[str]:
    heading = ""
    for number, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            heading = (re.findall(r"^## (.*)$", cell.source, re.M) or [heading])[-1]
        if "solution" in tags(cell):
            asked = next((c for c in cells[number - 1 :: -1] if re.search(ASKED, text_of(c))), None)
            what = re.findall(r"\*\*(\d\. .*?|Exercise.*?)\*\*", text_of(asked)) if asked else []
            inner = re.sub(r"</?details>|<summary>.*?</summary>", "", cell.source)
            yield f"<h3>{escape(what[0] if what else heading)}</h3>{markdown(inner)}"


def figures(cell: Cell) -> list[str]:
    """The pictures that are kept under a cell, with their captions."""
    shown = ["".join(o.data.get("text/html", "")) for o in cell.outputs if "data" in o]
    live = r"<figcaption>Answered on the board:.*?</figcaption>"
    return [re.sub(live, "", one) for one in shown if one.startswith("<figure") and "<img" in one]


def markdown(text: str) -> str:
    """HTML of this text; what leads to another notebook is no link here."""
    return renderer(re.sub(r"\[([^]]+)\]\((?!http)[^)]*\)", r"\1", text))


def page(name: str, style: str, body: str) -> str:
    head = f'<meta charset="utf-8"><title>{escape(name)}</title>'
    size = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}{size}<style>{STYLE}{style}</style></head>\n'
        f"<body>{body}</body></html>\n"
    )


def is_exercise(cell: Cell) -> bool:
    return cell.cell_type == "code" and bool(re.search(r"^check\.", cell.source, re.M))


def title(cells: list[Cell]) -> str:
    return re.search(r"^# (.*)", cells[0].source)[1]


def tags(cell: Cell) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def text_of(cell: Cell) -> str:
    return cell.source if cell.cell_type == "markdown" and "solution" not in tags(cell) else ""


def without_details(text: str) -> str:
    return re.sub(r"<details>.*?</details>", "", text, flags=re.S)
