"""Pictures without matplotlib, as SVG: the graph of a position on the faint board, and answers.

A picture shows itself when it is made, as a figure does at the end of a cell. There are no axes:
`ax`, `figsize` and `cmap` are taken and not used, so that a notebook written for figures runs on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import chain
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import networkx as nx
from IPython.display import HTML, display

from .. import graphs
from ..core.errors import Refused, shown
from ..core.position import EMPTY, FIRST, SECOND
from ..core.shapes import Disc, Line, Text
from ..graphs.signed import switching
from ..play.sentences import says
from .captions import described, image
from .elements import SCALE, chain_path, element, frame
from .looks import COLOURS, OPPOSITE, STROKES
from .marks import Mark
from .scene import node_marks

if TYPE_CHECKING:
    from ..play.match import Match

MARKED = (FIRST, SECOND)
OWN = {EMPTY: "paper", FIRST: "first", SECOND: "second"}


@dataclass(slots=True)
class Sketch:
    """A picture as SVG text, empty where there is none, and what it shows in words.

    What else a notebook would draw on axes is left out: it takes matplotlib.
    """

    svg: str = field(default="", repr=False)
    words: str = ""

    def _repr_html_(self) -> str:
        drawn = image(self.svg, 420, self.words) if self.svg else ""
        why = "Drawn plainly: the Python in this page has no matplotlib."
        told = f"{escape(self.words)} <i>{why}</i>"
        return f"<figure>{drawn}<figcaption>{told}</figcaption></figure>"

    def get_label(self) -> str:
        return self.words

    def set_label(self, words: str) -> None:
        self.words = words

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *_, **__: None


def board(m: Match, ax: Any = None, *, figsize: Any = None) -> Sketch:
    """The board with its pieces, and what has won."""
    return _shown(_checked(m).svg(), f"{m.game.rules.title}: {says(m)}")


def graph(m: Match, ax: Any = None, *, switched: Iterable[str] = (), figsize: Any = None) -> Sketch:
    """The graph of a position; edges of parity 1 are dashed, and end in stubs at the rim."""
    G = graphs.board_graph(_checked(m))
    words = (
        f"The graph of a position of {m.game.name}: {len(G)} vertices, {G.number_of_edges()} edges"
    )
    return _shown(_drawn(m, switched=switched), words)


def heat(
    m: Match,
    values: Mapping[str, float],
    ax: Any = None,
    *,
    label: str = "value",
    figsize: Any = None,
    **scale: Any,
) -> Sketch:
    """The board with its sites shaded by value, from low to high."""
    if not all(map(isfinite, values.values())):
        raise Refused("a value to show is no finite number: leave such sites out")
    most = sorted(values, key=lambda name: -values[name])[:3]
    words = f"{says(_checked(m))} Shades: {label}, highest at {', '.join(most)}."
    return _shown(_drawn(m, [Mark(label, "good", values=values)], scale=scale), words)


def answer(result: Any, ax: Any = None, *, figsize: Any = None, **scale: Any) -> Sketch:
    """The board with an answer of `nbgames.analysis` on it."""
    if not hasattr(result, "marks") or not hasattr(result, "explain"):
        raise Refused(f"{shown(result)} is no answer to draw: ask nbgames.analysis for one")
    return _shown(
        _drawn(result.match, result.marks(), scale=scale),
        f"{result.explain()} {described(result.match)}",
    )


def double_cover(m: Match, ax: Any = None, *, figsize: Any = None) -> Sketch:
    """How many cells the sphere has; their positions would take numpy."""
    C = graphs.double_cover(m)
    return _shown(
        "", f"The double cover of a position of {m.game.name}: a sphere of {len(C)} cells"
    )


def tempo(m: Match, ax: Any = None, *, figsize: Any = None) -> Sketch:
    """The tempo over a whole match as a line of words for each move."""
    from ..analysis import history

    rows = (", ".join(f"{key} {value}" for key, value in row.items()) for row in history(m))
    return _shown("", f"Tempo over {len(m.moves)} moves of {m.game.name}: {'; '.join(rows)}")


def drawn(m: Match, answer: Any, *, seam: tuple[str, ...] = (), dark: bool = False) -> str:
    """The graph of a position with an answer on it as SVG, each node with its name."""
    return _drawn(m, answer.marks() if answer else (), seam, dark)


def vector(ax: Sketch) -> str:
    """A picture as SVG text."""
    return ax.svg


def turns(m: Match, ax: Any = None, *, figsize: Any = None) -> Sketch:
    """The turns of a scored position as words: each set of connecting cells, how it ends."""
    from ..analysis import endings

    ends = endings(m).items()
    told = ", ".join(f"{' '.join(sorted(some)) or 'none'} {end:+d}" for some, end in ends)
    who = m.game.players[m.position.to_move - 1]
    return _shown("", f"What {who} gets by each set of connecting cells: {told}")


def row(count: int, ratio: float = 1.1, *, figsize: Any = None) -> list[Sketch]:
    """As many empty pictures: what is drawn on one of them shows itself."""
    return [Sketch() for _ in range(count)]


def captioned(ax: Sketch, caption: str) -> HTML:
    """A caption, below the pictures that are there already; it tells what could not be drawn."""
    told = "" if ax.svg else f"{escape(ax.words)} "
    return HTML(f"<figcaption>{told}<b>{escape(caption)}</b></figcaption>")


def _checked(m: Match) -> Match:
    if not hasattr(m, "position") or not hasattr(m, "game"):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    return m


def _shown(svg: str, words: str) -> Sketch:
    sketch = Sketch(svg, words)
    display(sketch)
    return sketch


# Layers: elements without colours, and their looks, in which a colour is a name of the palette

Layer = tuple[str, dict[str, Any]]
LETTERS = {"fill": "ink", "text_anchor": "middle", "dominant_baseline": "central"}


def _drawn(
    m: Match,
    marks: Iterable[Mark] = (),
    switched: Iterable[str] = (),
    dark: bool = False,
    scale: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    colours = {name: pair[dark] for name, pair in COLOURS.items()}
    marks = tuple(marks)
    below = [_board(m), _shaded(m, marks, **scale)]
    if isinstance(m.game.board.shapes[0], Line):
        below.reverse()  # pieces are as wide as their shades
    layers = (
        *chain.from_iterable(below),
        *_edges(m, frozenset(switched)),
        *_nodes(m),
        *_marked(m, marks),
    )
    inside = "".join(_inked(colours, plain, look) for plain, look in layers)
    text = frame(m.game.board, inside, says(m))
    return text.replace('class="nb-paper"', f'fill="{colours["paper"]}"')


def _inked(colours: Mapping[str, str], plain: str, look: Mapping[str, Any]) -> str:
    """An element with its looks as attributes: a style sheet would reach beyond the picture."""
    looks = {"fill": "none"} | {key: colours.get(value, value) for key, value in look.items()}
    text = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in looks.items())
    return plain.replace(" ", f"{text} ", 1)


def _width(stroke: str) -> float:
    return SCALE * STROKES[stroke]


def _board(m: Match) -> Iterator[Layer]:
    for site, shape in enumerate(m.game.board.shapes):
        own = OWN.get(m.position.owners[site], "paper")
        if not isinstance(shape, Line):
            look = {"fill": own, "fill_opacity": 0.3, "stroke": "line", "stroke_opacity": 0.4}
        elif own == "paper":
            look = {"stroke": "line", "stroke_width": _width("faint")}
        else:
            look = {"stroke": own, "stroke_width": _width("piece")}
        yield element(shape), look
    for shape in m.game.board.decor:
        if isinstance(shape, Text):
            yield element(shape), LETTERS
        elif isinstance(shape, Line):
            stroke = _width("outline" if shape.role == "line" else "side")
            yield element(shape), {"stroke": shape.role, "stroke_width": stroke}


def _edges(m: Match, switched: frozenset[str]) -> Iterator[Layer]:
    board = m.game.board
    if isinstance(board.shapes[0], Line):
        return  # pieces are edges themselves
    G = graphs.board_graph(m)
    owners = nx.get_node_attributes(G, "owner")
    for u, v, parity in (switching(G, switched) if switched else G).edges(data="parity"):
        own = owners[u] if owners[u] == owners[v] else EMPTY
        look: dict[str, Any] = {"stroke": OWN[own] if own else "glow" if parity else "line"}
        look["stroke_width"] = _width("edge-owned" if own else "edge-odd" if parity else "edge")
        if parity:
            look["stroke_dasharray"] = "3 2.5"
        yield _path(m, (u, v), closed=False), look


def _shaded(
    m: Match, marks: Iterable[Mark], cmap: Any = None, vmin: Any = None, vmax: Any = None
) -> Iterator[Layer]:
    """Sites in the colour of a mark, the stronger the higher; below zero in another colour."""
    for mark in marks:
        colour, values = mark.look[0], mark.values
        low = min(values.values(), default=0) if vmin is None else vmin
        high = max(values.values(), default=0) if vmax is None else vmax
        signed = low < 0 < high
        zero, most = (0, max(-low, high)) if signed else (low, high - low)
        for name, value in values.items():
            share = (min(max(value, low), high) - zero) / (most or 1)
            shade = OPPOSITE if share < 0 else colour
            opacity = round(0.1 + 0.7 * abs(share), 2)
            shape = m.game.board.shapes[m.game.board.site(name)]
            if isinstance(shape, Line):
                width = _width("heat-owned")
                look = {"stroke": shade, "stroke_opacity": opacity, "stroke_width": width}
            else:
                look = {"fill": shade, "fill_opacity": opacity}
            yield element(shape), look


def _nodes(m: Match) -> Iterator[Layer]:
    for name, owner in graphs.board_graph(m).nodes(data="owner"):
        shape = m.game.board.shapes[m.game.board.site(name)]
        if isinstance(shape, Line):
            yield element(shape, name=name), {"stroke": "none"}
        else:
            look = {"fill": OWN[owner], "stroke": "ink"}
            node = Disc(shape.middle, 0.24)
            yield element(node, name=name), look
            for mark in node_marks(node, m.game.board.shapes[0], owner) if owner in MARKED else ():
                yield element(mark), {"stroke": "on", "stroke_width": _width("node-mark")}


def _marked(m: Match, marks: Iterable[Mark]) -> Iterator[Layer]:
    shapes = dict(zip(m.game.board.names, m.game.board.shapes, strict=True))
    for mark in marks:
        colour, dashes = mark.look
        width = _width("chain")
        line = {"stroke": colour, "stroke_width": width}
        line |= {"stroke_dasharray": " ".join(f"{width * d:g}" for d in dashes)} if dashes else {}
        if mark.path:
            casing = {"stroke": "paper", "stroke_width": _width("chain-casing")}
            yield _path(m, mark.path, closed=mark.closed), casing
            yield _path(m, mark.path, closed=mark.closed), line
        for name in () if mark.path or mark.values else mark.sites:
            shape = shapes[name]
            yield element(shape if isinstance(shape, Line) else Disc(shape.middle, 0.36)), line
        for shape in mark.shapes:
            yield element(shape), line
        for name, note in mark.notes.items():
            yield element(Text(shapes[name].middle, note, 0.42)), LETTERS


def _path(m: Match, names: Iterable[str], *, closed: bool) -> str:
    sites = map(m.game.board.site, names)
    return f'<path d="{chain_path(m.game.board, sites, closed=closed)}"/>'
