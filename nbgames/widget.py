"""The live board: a Table shown to pages, and what pages ask for, checked and carried out.

State flows from here to the page, and the page writes one trait, `request`. All that arrives from
there is data from a stranger.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .errors import GameError
from .matches import Match
from .svg import board_svg, chain_path, style
from .table import Table

PAGE = 64  # claims in a page of the line: a move sends the last page only
MOST_REQUESTS, LONGEST_REQUEST = 400, 40
VIEWS = 8  # views whose requests are remembered, and refusals of each

_HERE = Path(__file__).parent
_ASSETS = next(p for p in (_HERE / "static", _HERE.parent / "widgets_js") if p.is_dir())
MODULES = ("drawing.js", "requests.js", "board.js")


def joined() -> str:
    """The page's modules as one: anywidget loads a single text and resolves no imports."""
    texts = [(_ASSETS / name).read_text("utf-8") for name in MODULES]
    bare = [re.sub(r"^import [^;]*;\n|^export (?!default)", "", text, flags=re.M) for text in texts]
    return "\n".join(bare)


_ESM = joined()
_CSS = style() + (_ASSETS / "board.css").read_text("utf-8")


class BoardWidget(anywidget.AnyWidget):
    """A board to play on in a notebook.

    Parameters
    ----------
    table
        A match, or a table that others sit at too.

    Attributes
    ----------
    match : Match
        The match as it stands now.
    moves : tuple of str
        Its record; observe it to hear of every move: `w.observe(f, "moves")`.
    """

    _esm = _ESM  # text, not a path: a path keeps every closed widget alive
    _css = _CSS
    moves = traitlets.Tuple()
    board = traitlets.Unicode().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    past = traitlets.List().tag(sync=True)
    line = traitlets.List().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    ack = traitlets.Dict().tag(sync=True)
    request = traitlets.Dict().tag(sync=True, echo_update=False)

    def __init__(self, table: Match | Table) -> None:
        self.table = table if isinstance(table, Table) else Table(table)
        self._steps: list[list[int] | str] = []
        self._stepped: Match | None = None
        super().__init__(**self._drawn(), **self._now())
        self._leave = self.table.on_change(self._changed)

    def __repr__(self) -> str:
        return f"<BoardWidget of {self.match!r}>"

    @property
    def match(self) -> Match:
        """The match as it stands now."""
        return self.table.match

    def play(self, *words: str) -> None:
        """Play words on this board, as `Match.play` does."""
        for word in words:
            self.table.play(word)

    def undo(self) -> None:
        """Take back the last claim."""
        self.table.undo()

    def redo(self) -> None:
        """Play again what was taken back."""
        self.table.redo()

    def close(self) -> None:
        """Take the board off the page and leave the table."""
        if self._leave:
            self._leave()
            self._leave = None
            self.layout.close()
        super().close()

    # Python to page

    def _drawn(self) -> dict[str, Any]:
        game = self.match.game
        return {
            "board": board_svg(game.board),
            "facts": {
                "name": game.name,
                "players": list(game.players),
                "names": list(game.board.names),
                "claimable": game.board.claimable,
                "told": game.rules.told,
            },
        }

    def _now(self) -> dict[str, Any]:
        steps, now = self._line(), self.match
        whole = len(steps) // PAGE * PAGE
        board = now.game.board
        chain = tuple(board.site(name) for name in now.outcome.chain) if now.outcome else ()
        return {
            "moves": now.moves,
            "past": steps[:whole],
            "line": steps[whole:],
            "state": {
                "at": self.table.count,
                "to_move": now.to_move or 0,
                "seats": list(now.seats),
                "open": now.is_open,
                "swap": not now.outcome and now.position.may_swap,
                "undo": self.table.can_undo,
                "redo": self.table.can_redo,
                "says": says(now),
                "chain": chain_path(board, chain),
            },
        }

    def _line(self) -> list[list[int] | str]:
        """What each claim of the line changes: [site, owner, ...], or the word where it is none."""
        line, old = self.table.line, self._stepped
        if line is not old:
            pairs = zip(line.positions, old.positions if old else (), strict=False)
            same = next((k for k, (a, b) in enumerate(pairs) if a is not b), None)
            kept = len(self._steps) + 1 if same is None else same
            kept = max(0, min(kept, len(line.positions)) - 1)
            self._steps = self._steps[:kept] + [
                step(line, k) for k in range(kept, len(line.claims))
            ]
            self._stepped = line
        return list(self._steps)

    def _changed(self) -> None:
        with self.hold_sync():
            for name, value in self._now().items():
                setattr(self, name, value)

    # Page to Python

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a page writes: requests and nothing else, whatever else it tries to write."""
        asked = sync_data.get("request") if isinstance(sync_data, dict) else None
        read = requested(asked)
        if read is None:
            return
        view, first, deeds = read
        with self.hold_sync():
            for number, deed in enumerate(deeds, first):
                if number > self.ack.get(view, [-1])[0]:
                    self._answer(view, number, self._carry_out(deed))

    def _carry_out(self, deed: str) -> str:
        """What is wrong with a request; "" where it is done."""
        try:
            if deed in ("undo", "redo", "new"):
                getattr(self.table, deed)()
            else:
                self.table.play(deed)
        except GameError as error:
            return str(error)
        return ""

    def _answer(self, view: str, number: int, words: str) -> None:
        """Note for a view that a request is dealt with; the views heard last come last."""
        acks = dict(self.ack)
        _, refused = acks.pop(view, (-1, []))
        acks[view] = [number, [*refused, [number, words]][-VIEWS:] if words else refused]
        self.ack = dict(list(acks.items())[-VIEWS:])


def step(line: Match, k: int) -> list[int] | str:
    """What claim k of a match changed."""
    before, after = line.positions[k].owners, line.positions[k + 1].owners
    if before == after:
        return line.claims[k]
    first = line.game.board.site(line.claims[k])
    rest = [s for s, (a, b) in enumerate(zip(before, after, strict=True)) if a != b and s != first]
    return [value for site in (first, *rest) for value in (site, after[site])]


def says(m: Match) -> str:
    """The line below the board: who has won, or who is to do what."""
    if m.outcome:
        return m.result()
    player = m.game.players[m.position.to_move - 1]
    who = player if m.openers == ("player 1", "player 2") else f"{m.seat_to_move} ({player})"
    if m.is_open:
        return f"{who} touches two enemies or more and goes on"
    return f"{who} to move" + (", or to swap" if m.position.may_swap else "")


def requested(asked: object) -> tuple[str, int, list[str]] | None:
    """A request from a page: which view, the number of its first deed, deeds; None if it is none."""
    if not isinstance(asked, dict):
        return None
    view, first, deeds = (asked.get(key) for key in ("view", "first", "do"))
    if not (isinstance(view, str) and re.fullmatch(r"[a-z0-9]{1,16}", view)):
        return None
    if type(first) is not int or not 0 <= first < 1 << 31:
        return None
    if not isinstance(deeds, list) or len(deeds) > MOST_REQUESTS:
        return None
    if not all(isinstance(deed, str) and len(deed) <= LONGEST_REQUEST for deed in deeds):
        return None
    return view, first, deeds
