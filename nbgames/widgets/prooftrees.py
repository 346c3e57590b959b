"""A proof tree to walk through in a notebook: branches open, and leaves go to the solver."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import traitlets

from ..analysis import from_dict
from ..analysis.answers import listed
from ..analysis.certificates import has_margins
from ..analysis.prooftrees import ProofTree, asking, keeping, same_root
from ..analysis.questions import Question
from ..analysis.unfolding import Branch, titled, verdict
from ..core.errors import GameError, Refused, shown
from ..core.position import FIRST, Position
from ..draw.svg import board_svg
from ..graphs.equivalence import canonical
from ..play.alone import alone
from ..play.match import Match
from ..play.sentences import awaited
from ..play.table import Person
from ..web.bundle import module, styled
from .line import Step, owned, step
from .notebook import NotebookWidget, close_older, older, pictured
from .requests import RequestWidget
from .worker import ENDS, FAILS, GOES_ON, News, Worker

SECONDS, EACH = 60, 0.5  # for a leaf, and until a stop is heard where there are no processes
LONGEST = 1_000_000  # letters of a file
NO_SWAP = "No move in the tree is a swap."
OVER, OPEN, PART, FOLD, SAME = "over", "open", "part", "fold", "same"  # what may follow a node
Row = list[Any]  # line, words, value, the last claim's changes, how it stands, kind, same line


class ProofTreeWidget(NotebookWidget, RequestWidget):
    """A proof tree to walk through by mouse or keys; `nbgames.explore` makes one of a tree.

    Attributes
    ----------
    tree : ProofTree
        The tree as it is now; `w.tree |= other` merges another one.
    """

    _esm = module("prooftree.js")
    _css = styled("board.css", "prooftree.css")
    board = traitlets.Unicode().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    rows: traitlets.List[Any] = traitlets.List(traitlets.Any()).tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, tree: ProofTree) -> None:
        self._tree, told = with_earlier(tree)
        tree = self._tree
        self._worker = Worker(settles)
        self._line: str | None = None  # of the position that is being solved
        m = tree.match
        super().__init__(
            board=board_svg(m.game.board),
            facts={
                "title": m.game.rules.title,
                "players": list(m.game.players),
                "draws": m.game.rules.draws,
                "names": list(m.game.board.names),
                "start": owned(m.position.owners),
                "longest": LONGEST,
                "note": NO_SWAP if m.allows_swap and len(m.claims) < 2 else "",
            },
            rows=list(rows(tree)),
            state={"solves": None, "says": f"{told} {tree.explain()}".strip()},
        )
        self.on_msg(lambda _, content, buffers: self._given(content))
        close_older(self)

    def __repr__(self) -> str:
        return f"<ProofTreeWidget of {self._tree!r}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What a notebook keeps: the tree, and as HTML for where no widget can be live."""
        figure = self._tree.branches()._repr_html_
        return pictured(super()._repr_mimebundle_(**options), self._tree.match, figure=figure)

    @property
    def tree(self) -> ProofTree:
        return self._tree

    @tree.setter
    def tree(self, tree: ProofTree) -> None:
        if not isinstance(tree, ProofTree):
            raise Refused(f"{shown(tree)} is no proof tree: make one with analysis.proof_tree")
        self._show(tree)

    @alone
    def _show(self, tree: ProofTree, words: str = "") -> None:
        same_root(self._tree, tree)
        self._tree = tree
        with self.hold_sync():
            self.rows = list(rows(tree))
            self._say(f"{words} {tree.explain()}".strip())

    def _say(self, words: str) -> None:
        self.state = {"solves": self._line, "says": words}

    def merge(self, text: str) -> None:
        """Merge the tree in a file that somebody has saved.

        Parameters
        ----------
        text : str
            What the file holds: `tree.to_dict()` as JSON.

        Raises
        ------
        Refused
            If it is no such text, a tree of another position, or one that contradicts this one.
        """
        try:
            data = json.loads(text)
        except (TypeError, ValueError, RecursionError):
            raise Refused(f"{shown(text)} is no proof tree: give a file that was saved") from None
        other = from_dict(data)
        if not isinstance(other, ProofTree):
            raise Refused(f"this is a file of a {type(other).__name__}: give one of a proof tree")
        self._show(self._tree | other, "Merged.")

    @alone
    def close(self) -> None:
        """Take the tree off the page; a leaf that is being solved stays open."""
        self._worker.leave()
        super().close()

    # What a page asks

    def _carry_out(self, deed: str, by: Person) -> tuple[str, str]:
        verb, _, line = deed.partition(" ")
        try:
            match verb:
                case "open":
                    self._show(self._tree.open(line))
                case "solve":
                    self._solve(line)
                case "stop":
                    self._stop()
                case "save":
                    return "file", json.dumps(self._tree.to_dict())
                case _:
                    raise Refused(f"{shown(deed)} is nothing to do: open, solve, stop or save")
        except GameError as error:
            return "refused", str(error)
        return "", ""

    @alone
    def _given(self, content: Any) -> None:
        """A page sends a file to merge, which is too long for a request."""
        text = content.get("file") if isinstance(content, dict) else None
        if not isinstance(text, str):
            return
        try:
            if len(text) > LONGEST:
                raise Refused(f"the file is too large: a proof tree has up to {LONGEST:,} letters")
            self.merge(text)
        except GameError as error:
            self._say(str(error))

    # The solver

    def _solve(self, line: str) -> None:
        m = self._tree.at(line)
        if canonical(m) in self._tree.known:
            raise Refused(f"{line or 'the root'} is settled: solve one that is open")
        self._line = line
        self._worker.ask(self._hear, m, SECONDS)
        self._say(f"Solving {line or 'the root'}; it takes up to {SECONDS} seconds.")

    def _stop(self) -> None:
        self._worker.stop()
        self._line = None
        self._say(f"Stopped. {self._tree.explain()}")

    def _hear(self, news: News) -> None:
        kind, value = news
        if kind == GOES_ON:
            return
        line, self._line = self._line or "", None
        if kind == FAILS:
            self._say(f"the solver stopped ({value}): solve it again")
        elif value is None:
            self._say(f"{line or 'The root'} is not settled in {SECONDS} seconds.")
        else:
            found, claim = value
            leaves = {line: found} | ({f"{line} {claim}".strip(): found} if claim else {})
            told = _told(self._tree.at(line), line, found, claim)
            try:
                self._show(self._tree | ProofTree(self._tree.match, leaves), told)
            except Refused as error:
                self._say(str(error))


def settles(m: Match, seconds: float) -> Iterator[News]:
    """The value of a position for FIRST and a claim that keeps it; None if it is not settled."""
    question = Question(m.game, Position(m.position.owners, m.position.to_move))
    value = None
    for found in asking(question, seconds, EACH):
        value = found
        yield GOES_ON, found
    yield ENDS, None if value is None else (value, keeping(question, value, seconds))


def with_earlier(tree: ProofTree) -> tuple[ProofTree, str]:
    """A tree with what an earlier run of this cell has made of it, and in words that this is so."""
    known = tree
    for old in older():
        if isinstance(old, ProofTreeWidget):
            with suppress(Refused):  # it was of another position
                known |= old.tree
    return known, "" if known == tree else "What was found here before is in the tree."


def _told(m: Match, line: str, value: int, claim: str) -> str:
    """What a value means to the player who is to move after a line."""
    player, other = m.game.players[:: 1 if m.position.to_move == FIRST else -1]
    best = value if m.position.to_move == FIRST else -value
    by = f" by {abs(best)}" if has_margins(m.game) and best else ""
    does = f"{player} {'wins' if best > 0 else 'loses' if best < 0 else 'draws'}{by}"
    where = f"After {line}: " if line else ""
    if claim:
        return f"{where}{does} with {claim}."
    return f"{where}{other} wins{by}, whatever {player} plays." if best < 0 else f"{where}{does}."


def _to_move(branch: Branch) -> str:
    """Who is to move, and with which claims of the tree the value is kept, if it is a win."""
    m = branch.match
    says = f"{m.game.players[m.position.to_move - 1]} to move"
    value = (branch.value or 0) * (1 if m.position.to_move == FIRST else -1)
    claims = [b.match.claims[-1] for b in branch.branches if b.value == branch.value]
    return f"{says} and wins with {listed(claims)}" if value > 0 and claims else says


def rows(tree: ProofTree) -> Iterator[Row]:
    """The nodes of a tree as a page shows it, each before those below it."""
    yield from _rows(tree, tree.branches(), {})


def _rows(tree: ProofTree, branch: Branch, seen: dict[Position, str]) -> Iterator[Row]:
    m, key, root = branch.match, canonical(branch.match), len(tree.match.claims)
    line = " ".join(m.claims[root:])
    same = seen.setdefault(key, line)
    kind = SAME if same != line else OVER if m.outcome else OPEN
    if kind == OPEN and branch.branches:
        names = (m.game.board.names[site] for site in m.game.empty(m.position.owners))
        kind = FOLD if all(f"{line} {name}".strip() in tree.lines for name in names) else PART
    changes: Step = step(m, len(m.claims) - 1) if line else []
    words = titled(branch) if line else f"root: {verdict(branch)}"
    stands = awaited(m) if m.outcome else f"{_to_move(branch)}."
    if kind == PART:
        stands += " Not all moves are in the tree: choose this position once more for the others."
    yield [line, words, branch.value, changes, stands, kind, same]
    for later in branch.branches:
        yield from _rows(tree, later, seen)
