"""The explorer: a board, the graph of its position, and one question, answered at every move.

Answers are computed off the main thread; one that comes late is dropped, so that no click waits.
"""

from __future__ import annotations

import sys
import threading
from contextvars import Context, copy_context
from html import escape
from typing import Any, overload

import anywidget
import ipywidgets
import traitlets

from .. import analysis
from ..analysis.prooftrees import ProofTree
from ..core.errors import GameError, Refused, shown
from ..core.position import FIRST, SECOND
from ..core.rules import Goal
from ..draw import plots
from ..draw.captions import Captioned, beside
from ..draw.elements import properties, with_widths
from ..draw.svg import svg
from ..play.alone import alone
from ..play.match import Match
from ..play.sentences import says
from ..play.table import Table
from ..web.bundle import ASSETS, module
from .board import BoardWidget
from .notebook import as_it_ran, pictured
from .prooftrees import ProofTreeWidget
from .recipes import proof
from .worker import running_loop

JOINING = {
    "what would a win take?": analysis.distance,
    "what would prevent it?": analysis.blocking_set,
    "how many disjoint paths are there?": analysis.disjoint_paths,
    "which sites are articulation points?": analysis.articulation,
    "who is ahead?": lambda m, who: analysis.tempo(m),
}
LOOPING = {"which loops are there?": analysis.cycle_report, **JOINING}
COUNTING = {
    "who is ahead?": lambda m, who: analysis.tempo(m),
    "how was it scored?": lambda m, who: analysis.score(m),
    "which sites are articulation points?": lambda m, who: analysis.articulation(m),
}
QUESTIONS = {Goal.LOOP: LOOPING, Goal.MAJORITY: COUNTING}  # and of all other games JOINING
Asked = tuple[Match, str, int, tuple[str, ...]]  # a question: of whom, and the cells of the seam
WIDE = 800  # pixels, of a board and its graph
_DRAWING = threading.Lock()  # matplotlib draws one figure at a time


class FigurePane(anywidget.AnyWidget):
    """A figure as SVG beside a board; the site under the pointer lights in both.

    Its page writes which position of the board is looked at, and whether it is dark there.
    """

    _esm = module("graph.js")
    _css = properties(".nb-figure") + with_widths((ASSETS / "graph.css").read_text("utf-8"))
    figure = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    names: traitlets.List[str] = traitlets.List().tag(sync=True)
    looking = traitlets.Int(None, allow_none=True).tag(sync=True)
    dark = traitlets.Bool(False).tag(sync=True)


class Explorer:
    """A board, its graph and one question side by side; `nbgames.explore` makes one.

    Parameters
    ----------
    table : Match or Table
        A match, or a table that other boards show too.

    Attributes
    ----------
    board : BoardWidget
        The live board; `board.match` is the match that is asked about.
    answer : object
        The latest answer, a record of `nbgames.analysis`; None before the first.
    question : ipywidgets.Dropdown
        Which question is asked, by `value`.
    player : ipywidgets.ToggleButtons
        Of which player.
    seam : ipywidgets.TagsInput
        Projex: the cells that are switched.
    view : ipywidgets.Widget
        Everything, as one widget.
    """

    def __init__(self, table: Match | Table) -> None:
        self.board = BoardWidget(table, keep="")  # what is asked is what is shown
        self.answer: Any = None
        m = self.board.match
        asked = _questions(m)
        self.question = ipywidgets.Dropdown(
            options=list(asked), description="ask", style={"description_width": "2rem"}
        )
        self.player = ipywidgets.ToggleButtons(
            options=[(m.game.players[0], FIRST), (m.game.players[1], SECOND)],
            style={"button_width": "3.5rem"},
        )
        self.seam = ipywidgets.TagsInput(
            value=[],
            allowed_tags=list(m.game.board.names) if m.game.board.twists else [],
            allow_duplicates=False,
        )
        self.check = ipywidgets.Button(description="how to check it", layout={"width": "auto"})
        self._says = ipywidgets.HTML()
        self._proof = ipywidgets.Textarea(
            rows=14, layout={"display": "none", "width": "100%"}, disabled=False
        )
        self._pane = FigurePane(names=list(m.game.board.names))
        self._wanted = 0
        self._thread: threading.Thread | None = None
        self._loop = running_loop()
        self.view = self._laid_out(bool(m.game.board.twists))
        self.board.observe(self._ask, "moves")
        for control in (self.question, self.player, self.seam):
            control.observe(self._ask, "value")
        self._pane.observe(self._ask, ["looking", "dark"])
        self.check.on_click(lambda _: self._show_proof())
        self._ask()

    def _laid_out(self, twisted: bool) -> ipywidgets.Widget:
        controls = [self.question, ipywidgets.Label("of"), self.player, self.check]
        seam = ipywidgets.HBox([ipywidgets.Label("move the seam over these cells:"), self.seam])
        side = ipywidgets.VBox([self._pane, self._says], layout={"flex": "1 1 22rem"})
        row = ipywidgets.HBox(
            [ipywidgets.VBox([self.board], layout={"flex": "1 1 22rem"}), side],
            layout={"flex_flow": "row wrap"},
        )
        row.add_class("nb-explore")
        rows = [ipywidgets.HBox(controls, layout={"flex_flow": "row wrap"})]
        return ipywidgets.VBox([*rows, *([seam] if twisted else []), row, self._proof])

    def __repr__(self) -> str:
        return f"<Explorer of {self.board.match!r}>"

    def _repr_mimebundle_(self, **keys: Any) -> Any:
        """What a notebook keeps: the board, its graph with the answer, and their picture."""
        shown = self.view._repr_mimebundle_(**keys)
        return pictured(shown, self.board.match, figure=self._figure)

    def _figure(self) -> str:
        m, question, who = self._match(), self.question.value, self.player.value
        answer, words = _answered(m, question, who)
        with _DRAWING:
            graph = plots.drawn(m, answer, seam=tuple(self.seam.value))
        alt = f"A board and its graph. {says(m)} {words}"
        asked = f"Beside it the graph, and of {m.game.players[who - 1]}: {question}"
        still = Captioned(beside(svg(m), graph), WIDE, alt, f"{as_it_ran(m)} {asked}")
        return still._repr_html_()

    def close(self) -> None:
        """Take everything off the page; an answer that is not ready is dropped."""
        self._wanted += 1
        self.board.close()
        self.view.close()

    # An answer at every move

    @alone
    def _ask(self, _: Any = None) -> None:
        self._wanted += 1
        asked = self._match(), self.question.value, self.player.value, tuple(self.seam.value)
        work = self._wanted, asked, self._pane.dark, copy_context()
        if sys.platform == "emscripten":
            self._work(*work)
        else:
            self._thread = threading.Thread(target=self._work, args=work, daemon=True)
            self._thread.start()

    def _match(self) -> Match:
        """The position that is looked at, an earlier one where the slider stands there."""
        line, looking = self.board.table.line, self._pane.looking
        if looking is None or not 0 <= looking < len(line.claims):
            return self.board.match
        return line.after(looking)

    def _work(self, number: int, asked: Asked, dark: bool, context: Context) -> None:
        m, question, who, seam = asked
        with _DRAWING:
            if number != self._wanted:
                return
            answer, words = _answered(m, question, who)
            figure = plots.drawn(m, answer, seam=seam, dark=dark)
        if self._loop and self._loop.is_running():
            done = number, answer, words, figure
            self._loop.call_soon_threadsafe(self._show, *done, context=context)
        else:
            context.run(self._show, number, answer, words, figure)

    @alone
    def _show(self, number: int, answer: Any, words: str, figure: str) -> None:
        if number != self._wanted:
            return
        self.answer = answer
        self._says.value = f"<p>{escape(words)}</p>"
        self._proof.layout.display = "none"
        with self._pane.hold_sync():
            self._pane.words, self._pane.figure = words, figure

    def _show_proof(self) -> None:
        try:
            self._proof.value = proof(self.answer)
        except Refused as error:
            self._proof.value = f"# {error}"
        self._proof.layout.display = None


def _answered(m: Match, question: str, who: int) -> tuple[Any, str]:
    """The answer to a question and its words, or None and why there is no answer."""
    try:
        answer = _questions(m)[question](m, who)
        return answer, answer.explain()
    except GameError as error:
        return None, str(error)


def _questions(m: Match) -> dict[str, Any]:
    return QUESTIONS.get(m.game.rules.goal, JOINING)


@overload
def explore(m: Match | Table) -> Explorer: ...
@overload
def explore(m: ProofTree) -> ProofTreeWidget: ...
def explore(m: Match | Table | ProofTree) -> Explorer | ProofTreeWidget:
    """A board to play on, the graph of its position, and one question about it, side by side.

    Of a proof tree it is the tree to walk through: branches open, leaves go to the solver.

    Parameters
    ----------
    m : Match, Table or ProofTree
        A match, a table that other boards show too, or a tree by `analysis.proof_tree`.

    Returns
    -------
    Explorer or ProofTreeWidget
        The last line of a cell shows it. `board` is the `BoardWidget`, `answer` the latest answer;
        `tree` the proof tree as it is now.

    Raises
    ------
    Refused
        If it is none of these.

    Examples
    --------
    >>> import nbgames
    >>> view = nbgames.explore(nbgames.match("projex", 3))
    >>> view.board.play("B2")
    >>> view.close()
    """
    if isinstance(m, ProofTree):
        return ProofTreeWidget(m)
    if not isinstance(m, Match | Table):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    return Explorer(m)
