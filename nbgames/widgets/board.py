"""The live board: a Table shown to pages, and what pages ask for, checked and carried out.

State flows from here to the page, and the page writes one trait, `request`. All that arrives from
there is data from a stranger.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import anywidget
import traitlets
from IPython import get_ipython

from ..core.errors import GameError, Refused, shown
from ..core.position import SECOND, Position
from ..draw.svg import board_svg, chain_path, svg
from ..notation.record import set_up
from ..play import arrows
from ..play.editor import Setting
from ..play.match import Match
from ..play.sentences import answer, says
from ..play.table import Table
from ..web.bundle import module, styled
from ..web.facts import PAGE, PAGES, facts
from ..web.kernels import keeps
from .seat import Opponent, Partner

MOST_REQUESTS, LONGEST_REQUEST = 400, 12_000  # deeds, and letters in all of them: a pasted record
SHOWN = 0.7  # how strongly `show` shades what an answer names, of 1
VIEWS = 8  # views whose requests are remembered, and replies to each

_ESM, _CSS = module("flat.js"), styled("board.css")


class BoardWidget(anywidget.AnyWidget):
    """A board to play on in a notebook.

    Parameters
    ----------
    table
        A match, or a table that others sit at too.
    opponent
        Who plays the other seat: anything with `choose(match)`, such as `nbgames.opponent(3)`.
    seat
        FIRST or SECOND: where the opponent sits at the start (a swap exchanges seats).

    Attributes
    ----------
    moves : tuple of str
        The record so far; observe it to hear of every move: `w.observe(f, "moves")`.
    """

    _esm = _ESM  # text, not a path: a path keeps every closed widget alive
    _css = _CSS
    _leave: Callable[[], None] | None = None
    moves = traitlets.Tuple()
    board = traitlets.Unicode().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    for _page in PAGES:
        locals()[_page] = traitlets.List(traitlets.Any()).tag(sync=True)
    joins = traitlets.List(traitlets.Any()).tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    over = traitlets.Dict().tag(sync=True)
    ack = traitlets.Dict().tag(sync=True)
    request = traitlets.Dict().tag(sync=True, echo_update=False)

    def __init__(
        self, table: Match | Table, opponent: Opponent | None = None, seat: int = SECOND
    ) -> None:
        self.table = table if isinstance(table, Table) else Table(table)
        self._steps: list[list[int] | str] = []
        self._stepped: Match | None = None
        self._setting: Setting | None = None
        self._partner = (
            Partner(self.table, opponent, _seat(seat), self._changed) if opponent else None
        )
        super().__init__(**self._drawn(), **self._now())
        self._leave = self.table.on_change(self._changed)
        _close_older(self)
        if self._partner:
            self._changed()

    def __repr__(self) -> str:
        return f"<BoardWidget of {self.match!r}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What a notebook keeps: the board, and pictures for where none can be live."""
        return pictured(super()._repr_mimebundle_(**options), self.match, self.marks)

    @property
    def match(self) -> Match:
        """The match as it stands now."""
        return self.table.match

    def play(self, *words: str) -> None:
        """Play words on this board, as `Match.play` does."""
        for word in words:
            self.table.play(word)

    def undo(self) -> None:
        """Take back the last claim; with a computer player, back to your own turn."""
        if not self._stride(-1):
            if self._partner:
                raise Refused("there is no move of yours to take back")
            self.table.undo()

    def redo(self) -> None:
        """Play again what was taken back; with a computer player, its answer too."""
        if not self._stride(1):
            self.table.redo()

    def _stride(self, by: int) -> bool:
        """With a computer player go to where a person is to move, if there is such a place."""
        table, partner = self.table, self._partner
        count = table.count + by
        while partner and 0 <= count <= len(table.line.claims):
            if not partner.plays(table.line.after(count)):
                table.go(count)
                return True
            count += by
        return False

    def edit(self) -> None:
        """Set pieces and take them away by clicking; then choose who is to move and play on."""
        self._setting = Setting(self.match.game, self.match.position.owners)
        self._changed()

    def heat(self, values: Mapping[str, float]) -> None:
        """Colour sites by number, the highest strongest; what is given replaces what was there.

        Raises
        ------
        NotationError
            If a name is no site of this board.
        """
        numbers = {self.match.game.board.site(name): float(v) for name, v in values.items()}
        low, high = min(numbers.values(), default=0), max(numbers.values(), default=0)
        span = (high - low) or 1
        shares = {str(s): [round((v - low) / span, 3), f"{v:.3g}"] for s, v in numbers.items()}
        self.over = {**self.over, "heat": shares}

    def path(self, names: Iterable[str]) -> None:
        """Draw a line through sites in order."""
        board = self.match.game.board
        self.over = {
            **self.over,
            "path": chain_path(board, [board.site(n) for n in names], closed=False),
        }

    def show(self, result: Any) -> None:
        """Lay an answer of `nbgames.analysis` over the board: what it marks, shades and joins.

        Raises
        ------
        Refused
            If it has nothing to show on a board.
        """
        if not hasattr(result, "marks"):
            raise Refused(f"{shown(result)} shows nothing on a board: give an answer of analysis")
        self.over = {"marks": self._marks}
        board = self.match.game.board
        notes: dict[int, str] = {}
        for mark in result.marks():
            if mark.values:
                self.heat(mark.values)
            notes |= {
                board.site(name): mark.notes.get(name, "") for name in (*mark.sites, *mark.notes)
            }
        lines = [(mark.path, mark.closed) for mark in result.marks() if mark.path]
        drawn = (chain_path(board, map(board.site, path), closed=c) for path, c in lines)
        heat = self.over.get("heat", {}) | {str(s): [SHOWN, note] for s, note in notes.items()}
        legend = " · ".join(mark.label for mark in result.marks())
        self.over = {**self.over, "heat": heat, "path": "".join(drawn), "legend": legend}

    def mark(self, *words: str) -> None:
        """Draw rings, "F6", and arrows, "F6>A6"; what is drawn already is wiped off.

        A person does the same on the board: by dragging with the right button, by a long press, by
        `m` at a site and again at another, or by typing "mark F6>A6".

        Raises
        ------
        NotationError
            If a word names no site of this board, or there are more than 99 marks.
        """
        drawn = arrows.read(self.match.game.board, words)
        self.over = {**self.over, "marks": arrows.toggled(self._marks, drawn)}

    @property
    def marks(self) -> tuple[str, ...]:
        """The rings and arrows on the board, as words; `w.match.link(marks=w.marks)` sends them."""
        return arrows.write(self.match.game.board, self._marks)

    @property
    def _marks(self) -> tuple[arrows.Mark, ...]:
        drawn: tuple[arrows.Mark, ...] = self.over.get("marks", ())
        return drawn

    def clear(self) -> None:
        """Take away what `heat`, `path`, `show` and `mark` drew."""
        self.over = {}

    def sphere(self) -> BoardWidget:
        """The same table on the double cover of the board, a sphere to be turned; Projex only.

        Both boards show and play the same match.
        """
        from .sphere import SphereWidget

        return SphereWidget(self)

    def close(self) -> None:
        """Take the board off the page and leave the table."""
        if self._leave:
            self._leave()
            self._leave = None
            if self._partner:
                self._partner.leave()
            self.layout.close()
        super().close()

    # Python to page

    def _drawn(self) -> dict[str, Any]:
        game = self.match.game
        facts_ = facts(game, confirm=self.table.shared)
        return {"board": board_svg(game.board), "facts": facts_}

    def _now(self) -> dict[str, Any]:
        steps, now = self._line(), self.match
        board, partner = now.game.board, self._partner
        chain = [board.site(name) for name in now.outcome.chain] if now.outcome else ()
        waits = bool(partner and partner.to_move)
        return {
            **_paged(steps),
            "joins": _joins(self.table.line),
            "notes": {
                "comments": {str(n): text for n, text in self.table.line.remarks},
                "lines": [_titled(line) for line in self.table.lines],
            },
            "state": {
                "at": self.table.count,
                "to_move": now.to_move or 0,
                "waits": waits,
                "thinks": bool(partner and partner.thinking),
                "progress": partner.progress if partner else "",
                "trouble": partner.trouble if partner else "",
                "seats": list(now.seats),
                "turn": _turn(now),
                "obliges": keeping(now),
                "swap": not now.outcome and not waits and now.position.may_swap,
                "undo": self.table.can_undo,
                "redo": self.table.can_redo,
                "says": says(now),
                "chain": chain_path(board, chain),
                "edit": self._setting and _owned(self._setting.owners),
            },
            "moves": now.moves,  # last: who observes it may play on, and all this is old then
        }

    def _line(self) -> list[list[int] | str]:
        """What each claim of the line changes: [site, owner, ...], or the word where it is none."""
        line, old = self.table.line, self._stepped
        if line is not old:
            same = 0
            for a, b in zip(line.positions, old.positions if old else (), strict=False):
                if a is not b:
                    break
                same += 1
            kept = max(0, same - 1)
            self._steps = self._steps[:kept] + [
                _step(line, k) for k in range(kept, len(line.claims))
            ]
            start = line.positions[0].owners
            self._start = _owned(start)
            self._stepped = line
        return [self._start, *self._steps]

    def _changed(self) -> None:
        if self._partner:
            (self._partner.rest if self._setting else self._partner.attend)()
        with self.hold_sync():
            for name, value in self._now().items():
                setattr(self, name, value)

    # Page to Python

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a page writes: requests and nothing else, whatever else it tries to write."""
        read = requested(sync_data.get("request") if isinstance(sync_data, dict) else None)
        if read is None:
            return
        view, first, deeds = read
        with self.hold_sync():
            for number, deed in enumerate(deeds, first):
                if number > self.ack.get(view, [-1])[0]:
                    self._reply(view, first, number, *self._carry_out(deed))

    def _carry_out(self, deed: str) -> tuple[str, str]:
        """Do what a page asks; how it went ("", "refused", "said", "record") and in which words."""
        verb, _, rest = deed.strip().partition(" ")
        try:
            if verb in DEEDS:
                DEEDS[verb](self, rest)
                return "", ""
            if verb == "record":
                return "record", self.table.record()
            said = answer(self.match, deed)
            if said is not None:
                return "said", said
            self._play(self.table.count, deed)
        except GameError as error:
            return "refused", str(error)
        except Exception as error:
            # Ours or an observer's: unanswered, the request would come again. The log has the rest.
            self.log.exception("a board could not do, or somebody could not watch, %r", deed)
            return "refused", f"something failed behind this board: {shown(error, 200)}"
        return "", ""

    def _reply(self, view: str, first: int, number: int, how: str, words: str) -> None:
        """Note for a view that a request is dealt with; the views heard last come last.

        What came before its first open request it has read: a record is long, and not sent again.
        """
        acks = dict(self.ack)
        _, replies = acks.pop(view, (-1, []))
        replies = [reply for reply in replies if reply[0] >= first]
        acks[view] = [number, [*replies, [number, how, words]][-VIEWS:] if how else replies]
        self.ack = dict(list(acks.items())[-VIEWS:])

    def _play(self, count: int, word: str) -> None:
        """Play a person's word, here or from an earlier position."""
        if self._setting:
            raise Refused("a position is being set up: say who is to move, or leave it")
        if self._partner and self._partner.plays(self.table.after(count)):
            raise Refused("it is the computer player's turn: wait, or take a move back")
        self.table.play_from(count, word)

    def _mark(self, rest: str) -> None:
        """Draw and wipe off; without a word, wipe all off."""
        words = rest.split()
        self.over = {**self.over, "marks": () if not words else self._marks}
        self.mark(*words)

    def _play_from(self, rest: str) -> None:
        count, _, word = rest.partition(" ")
        self._play(_number(count), word)

    def _comment(self, rest: str) -> None:
        """Say something of a move, "12:well played", or of the last."""
        number, colon, text = rest.partition(":")
        if colon and re.fullmatch("[0-9]{1,4}", number):
            self.table.comment(text[:1000], int(number))
        else:
            self.table.comment(rest[:1000])

    def _set_up(self, text: str) -> None:
        self._begin_at(set_up(self.match.game, text))

    def _set(self, name: str) -> None:
        """Turn a site from one owner to the next; the first of these begins to set up."""
        setting = self._setting or Setting(self.match.game, self.match.position.owners)
        setting.turn(name)
        self._setting = setting
        self._changed()

    def _set_clear(self, rest: str) -> None:
        if self._setting:
            self._setting.clear()
            self._changed()

    def _set_begin(self, player: str) -> None:
        """Play on from what is set up, with this player to move."""
        players = [name.lower() for name in self.match.game.players]
        if not self._setting or player.lower() not in players:
            raise Refused(
                f"nobody can begin as {shown(player)}: set a position up, then name a player"
            )
        self._begin_at(self._setting.position(players.index(player.lower()) + 1))

    def _begin_at(self, start: Position) -> None:
        """Go on from a position that was set up; the present line is kept."""
        begun = self.table.line.from_position(start)
        self._setting = None
        self.table.begin(begun)

    def _set_leave(self, rest: str) -> None:
        self._setting = None
        self._changed()

    def _think(self, on: bool) -> None:
        if self._partner:
            (self._partner.resume if on else self._partner.stop)()


# What a page may ask besides a move or a question: its first word, and what is done.
DEEDS: dict[str, Callable[[BoardWidget, str], None]] = {
    "undo": lambda w, rest: w.undo(),
    "redo": lambda w, rest: w.redo(),
    "new": lambda w, rest: w.table.new(),
    "go": lambda w, rest: w.table.go(_number(rest)),
    "from": BoardWidget._play_from,
    "mark": BoardWidget._mark,
    "line": lambda w, rest: w.table.turn_to(_number(rest)),
    "comment": BoardWidget._comment,
    "load": lambda w, rest: w.table.load(rest),
    "edit": lambda w, rest: w.edit(),
    "set": BoardWidget._set,
    "clear": BoardWidget._set_clear,
    "begin": BoardWidget._set_begin,
    "leave": BoardWidget._set_leave,
    "setup": BoardWidget._set_up,
    "stop": lambda w, rest: w._think(False),
    "think": lambda w, rest: w._think(True),
}

# The boards that a cell made, and the run of it that made them.
_MADE: dict[str, tuple[str, WeakSet[BoardWidget]]] = {}


def _close_older(board: BoardWidget) -> None:
    """Close what an earlier run of this cell has made: it is off the page, and nobody misses it."""
    asked: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell = asked.get("metadata", {}).get("cellId")
    if not cell:
        return  # no notebook, or one that does not say which cell it runs
    run, made = _MADE.get(cell, ("", WeakSet()))
    if run != asked["header"]["msg_id"]:
        for old in list(made):
            old.close()
        made = WeakSet()
    made.add(board)
    _MADE[cell] = asked["header"]["msg_id"], made


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Refused(f"{shown(text)} is no number")
    return int(text)


def _owned(owners: bytes) -> list[int]:
    """Who owns what, as site, owner, site, owner."""
    return [value for site, owner in enumerate(owners) if owner for value in (site, owner)]


def pictured(shown: Any, m: Match, marks: Iterable[str] = ()) -> Any:
    """What a widget gives a notebook to keep, with pictures of the position."""
    data, *more = shown if isinstance(shown, tuple) else (shown,)
    if not data:
        return shown
    data = data | _pictures(m, marks)
    return (data, *more) if more else data


def _pictures(m: Match, marks: Iterable[str]) -> dict[str, str]:
    """A position as SVG, and as PNG where there is pillow: all that an untrusted notebook shows."""
    caption = f"The position when this cell ran. {says(m)}"
    found = {"image/svg+xml": svg(m, caption=caption, marks=marks)}
    with suppress(ImportError):
        from ..draw.raster import png

        found["image/png"] = b64encode(png(m, caption=caption, marks=marks)).decode()
    return found


def _seat(seat: int) -> int:
    if seat not in (1, 2):
        raise Refused(f"{shown(seat)} is no seat: give FIRST or SECOND")
    return seat


def _paged(steps: list[list[int] | str]) -> dict[str, list[list[int] | str]]:
    """The line in pages; the last takes whatever is left."""
    *starts, last = range(0, PAGE * len(PAGES), PAGE)
    pages = [*(steps[start : start + PAGE] for start in starts), steps[last:]]
    return dict(zip(PAGES, pages, strict=True))


def _step(line: Match, k: int) -> list[int] | str:
    """What claim k of a match changed."""
    before, after = line.positions[k].owners, line.positions[k + 1].owners
    if before == after:
        return line.claims[k]
    first = line.game.board.site(line.claims[k])
    rest = [s for s, (a, b) in enumerate(zip(before, after, strict=True)) if a != b and s != first]
    return [value for site in (first, *rest) for value in (site, after[site])]


def _joins(line: Match) -> list[int]:
    """After how many claims a word of the record goes on."""
    ends = {count for word, count in line.turns() if not word.endswith(",")}
    return [count for count in range(1, len(line.claims) + 1) if count not in ends]


def _turn(now: Match) -> list[int]:
    """The sites claimed so far in a turn that is still open."""
    if not now.is_open:
        return []
    return [now.game.board.site(name) for name in now.moves[-1].split(",") if name]


def keeping(now: Match) -> list[int]:
    """The empty sites that leave the turn with whoever claims them; none where all do."""
    rules, board, position = now.game.rules, now.game.board, now.position
    if now.outcome or not rules.several:
        return []
    owners = bytearray(position.owners)
    kept = keeps(board.net, rules.step, owners, position.to_move, board.claimable)
    return [site for site, keeps_turn in enumerate(kept) if keeps_turn]


def _titled(line: Match) -> str:
    return f"{len(line.moves)} moves: {' '.join(line.moves[-3:])}"


def requested(asked: object) -> tuple[str, int, list[str]] | None:
    """A request from a page: which view, the number of its first deed, deeds; None if none."""
    if not isinstance(asked, dict):
        return None
    view, first, deeds = (asked.get(key) for key in ("view", "first", "do"))
    if not (isinstance(view, str) and re.fullmatch(r"[a-z0-9]{1,16}", view)):
        return None
    if type(first) is not int or not 0 <= first < 1 << 31:
        return None
    if not isinstance(deeds, list) or len(deeds) > MOST_REQUESTS:
        return None
    if not all(isinstance(deed, str) for deed in deeds):
        return None
    if sum(map(len, deeds)) > LONGEST_REQUEST:
        return None
    return view, first, deeds
