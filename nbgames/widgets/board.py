"""The live board: a Table shown to pages, and what pages ask for, checked and carried out.

State flows from here to the page, and the page writes one trait, `request`. All that arrives from
there is data from a stranger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import lru_cache
from typing import Any

import traitlets

from ..core.errors import GameError, Refused, shown
from ..core.position import FIRST, SECOND
from ..draw.elements import chain_path
from ..draw.svg import board_svg
from ..notation.record import head
from ..play import arrows
from ..play.alone import alone
from ..play.match import SEATS, Match
from ..play.sentences import awaited
from ..play.table import Person, Table, check_game
from ..web.about import READ
from ..web.bundle import shared_module, sheet, styled
from ..web.facts import PAGES, facts
from ..web.offline import carried
from .computer import Computer, Opponent
from .desk import Desk
from .keeper import Keeper, Place, keeper_of, new_keeper
from .laying import laid, shaded
from .line import Line, end_of, joins, owned, paged, seated_at, standing, titled
from .notebook import Picture, close_older, pictured
from .requests import RequestWidget

_ESM, _CSS = shared_module("flat.js"), styled("board.css")
# What few boards need, by what asks for it: a module and a style sheet.
_PARTS = {
    "review": ("review.js", "review.css"),
    "guide": ("", "guide.css"),
    "shades": ("", "shades.css"),
    "advice": ("advice.js", "advice.css"),
    "picture": ("picture.js", ""),
    "people": ("people.js", ""),
}
FAILED = "an error in nbgames, or in a function that watches this board"


@lru_cache
def _part(name: str) -> list[str]:
    code, css = _PARTS[name]
    return [
        shared_module(code) if code else "export default () => null;",
        sheet(css) if css else " ",
    ]


class BoardWidget(RequestWidget):
    """A board to play on in a notebook; `Match.widget` makes one.

    Parameters
    ----------
    table : Match or Table
        A match, or a table that other boards show too.
    opponent : Opponent, optional
        A computer player for one seat: anything with `choose(match)`, such as
        `nbgames.opponent(3)`.
    seat : int, default SECOND
        Where the opponent sits at the start, FIRST or SECOND; a swap exchanges the seats.
    keep : str, optional
        The name under which the game is kept, "" if it is not to be. Left out, it is kept for the
        notebook's cell, where the notebook program says which cell it runs.
    help : bool, default True
        Whether there are hints, a bar of who stands better, and layers.

    Attributes
    ----------
    table : Table
        The table that this board shows.
    moves : tuple of str
        The record so far, an observable trait: `w.observe(f, "moves")` calls `f` at every move.

    Raises
    ------
    Refused
        If `seat` is no seat.

    Examples
    --------
    >>> import nbgames
    >>> w = nbgames.match("projex").widget()
    >>> w.play("F6")
    >>> w.match.moves
    ('F6',)
    >>> w.close()
    """

    _esm = _ESM  # text, not a path: a path keeps every closed widget alive
    _css = _CSS
    _leave: Callable[[], None] | None = None
    _keeper: Keeper | None = None
    _picture: Picture | None = None
    moves = traitlets.Tuple()
    board = traitlets.Unicode().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    for _page in PAGES:
        locals()[_page] = traitlets.List(traitlets.Any()).tag(sync=True)
    joins = traitlets.List(traitlets.Any()).tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    over = traitlets.Dict().tag(sync=True)
    analysis = traitlets.Dict().tag(sync=True)
    review = traitlets.Dict().tag(sync=True)
    reasons = traitlets.Dict().tag(sync=True)
    guide = traitlets.Dict().tag(sync=True)
    advice = traitlets.Dict().tag(sync=True)
    extras = traitlets.Dict().tag(sync=True)
    head = traitlets.Unicode().tag(sync=True)
    offline = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        table: Match | Table,
        opponent: Opponent | None = None,
        seat: int = SECOND,
        keep: str | None = None,
        help: bool = True,
    ) -> None:
        if seat not in (FIRST, SECOND):
            raise Refused(f"{shown(seat)} is no seat: give FIRST or SECOND")
        self.table = table if isinstance(table, Table) else Table(table)
        self._line = Line()
        self._answer: Any = None  # what `show` has laid over the board
        self._desk = Desk(self.table, self._changed, self._mark, help)
        if opponent:
            self._desk.computer = Computer(self.table, opponent, seat, self._changed)
        whole = {"height": "max-content"}  # Shiny would clip it
        super().__init__(**self._drawn(), **self._now(), layout=whole)
        place = close_older(self)
        if keep is not None:
            place = Place(name=keep, notebook=place.notebook if place else "") if keep else None
        self._keeper = keeper_of(self.table) or self._kept(place, seat)
        if self._keeper:
            self._desk.analyst.keeps = True
            self._keeper.join()
            self._share_reasons(self._keeper)
        self._leave = self.table.on_change(self._changed)
        if opponent or self._keeper:
            self._changed()

    def _kept(self, place: Place | None, seat: int) -> Keeper | None:
        """Who keeps this game from now on, and offers the one that was left here; maybe nobody."""
        if place is None or self.table.shared:
            return None
        computer = self._desk.computer
        made = new_keeper(self.table, place, computer.level if computer else 0, seat)
        made.find()
        return made

    def _share_reasons(self, keeper: Keeper) -> None:
        """Have the computer player's reasons kept with the game, and know those that were."""
        if computer := self._desk.computer:
            keeper.reasons = computer.reasons
            if keeper.offered:
                computer.recall(*keeper.offered)

    def __repr__(self) -> str:
        return f"<BoardWidget of {self.match!r}>"

    def _ipython_display_(self) -> None:
        """Show the board, and what its notebook shows of it another day."""
        if self._keeper is None:
            raise NotImplementedError  # IPython asks for the bundle below then
        picture = self._picture or self._keep_picture(Picture(self, lambda: self._shown.match))
        picture.show(super()._repr_mimebundle_())

    def _keep_picture(self, picture: Picture) -> Picture:
        """Have this picture follow the board, on pages that were loaded later too."""
        self._picture = picture
        self.on_msg(picture.heard)
        self.extras = self._extras()
        return picture

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What a notebook keeps: the board, and pictures for where none can be live."""
        marked = self._answer is not None and self._answer.marks()
        figure = self._answer._repr_html_ if marked else None
        return pictured(super()._repr_mimebundle_(**options), self.match, self.marks, figure)

    @property
    def match(self) -> Match:
        """The match as it stands now."""
        return self.table.match

    @alone
    def play(self, *words: str) -> None:
        """Play words on this board.

        Parameters
        ----------
        *words : str
            As for `Match.play`.

        Raises
        ------
        GameError
            If the match refuses a word; the words before it are played.
        """
        for word in words:
            self.table.play(word)

    @alone
    def undo(self) -> None:
        """Take back the last claim; with a computer player, back to your own turn.

        Raises
        ------
        Refused
            If there is nothing to take back.
        """
        self._desk.undo()

    @alone
    def redo(self) -> None:
        """Play again what was taken back; with a computer player, its answer too.

        Raises
        ------
        Refused
            If no claim was taken back.
        """
        self._desk.redo()

    @alone
    def edit(self) -> None:
        """Set a position up: clicks place and remove pieces, then the side to move is chosen."""
        self._desk.edit()

    @alone
    def heat(self, values: Mapping[str, float]) -> None:
        """Shade sites by number, the highest strongest; it replaces an earlier shading.

        Parameters
        ----------
        values : mapping of str to float
            A number for each site to shade, by name.

        Raises
        ------
        NotationError
            If a name is no site of this board.
        """
        self._lay({**self.over, "heat": shaded(self.match.game.board, values)})

    @alone
    def path(self, names: Iterable[str]) -> None:
        """Draw a line through sites in order.

        Parameters
        ----------
        names : iterable of str
            The sites.

        Raises
        ------
        NotationError
            If a name is no site of this board.
        """
        board = self.match.game.board
        self.over = {
            **self.over,
            "path": chain_path(board, [board.site(n) for n in names], closed=False),
        }

    @alone
    def show(self, result: Any) -> None:
        """Lay an answer of `nbgames.analysis` over the board: what it marks, shades and joins.

        Parameters
        ----------
        result : Distance, Playouts, Solution or another answer
            Anything with `marks()`; or a `Review` of the match on this board, as Analyse shows it.

        Raises
        ------
        Refused
            If it has nothing to show on a board, is about another game or size, or a review of
            another match.
        """
        from ..analysis.reviewed import Review

        if isinstance(result, Review):
            self._desk.show(result)
            return
        if not hasattr(result, "marks"):
            raise Refused(f"{shown(result)} shows nothing on a board: give an answer of analysis")
        check_game(self.match, getattr(result, "match", self.match))
        self._answer = result
        self._lay({"marks": self._marks, **laid(self.match.game.board, result.marks())})

    def _lay(self, over: dict[str, Any]) -> None:
        """Lay this over the board, together with the rules for how shades look."""
        with self.hold_sync():
            self.over = over
            self.extras = self._extras()

    @alone
    def mark(self, *words: str) -> None:
        """Draw rings, "F6", and arrows, "F6>A6"; what is drawn already is removed.

        On the board itself the same is done by dragging with the right button, by a long press, by
        `m` at a site and again at another, or by typing "mark F6>A6".

        Parameters
        ----------
        *words : str
            Rings and arrows.

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

    @alone
    def clear(self) -> None:
        """Remove what `heat`, `path`, `show` and `mark` drew."""
        self._answer, self.over = None, {}

    def sphere(self) -> BoardWidget:
        """The same table on the double cover of the board, a sphere to rotate; Projex only.

        Both boards show and play the same match.

        Returns
        -------
        BoardWidget
            The sphere.

        Raises
        ------
        Refused
            If the board has no edge to cross.
        """
        from .sphere import SphereWidget

        return SphereWidget(self)

    @alone
    def close(self) -> None:
        """Take the board off the page and leave the table."""
        if self._leave:
            self._leave()
            self._leave = None
            if self._keeper:
                self._keeper.leave()
            if self._desk.computer:
                self._desk.computer.leave()
            self._desk.analyst.leave()
            self._desk.adviser.leave()
            self.layout.close()
        super().close()

    # Python to page

    def _drawn(self) -> dict[str, Any]:
        game = self.match.game
        facts_ = facts(game, confirm=self.table.shared)
        return {
            "board": board_svg(game.board),
            "facts": {**facts_, "help": self._desk.may_help},
            "offline": carried(game),
        }

    @property
    def _shown(self) -> Table:
        """The table that the page shows: that of an offer, as long as it stands."""
        return (self._keeper and self._keeper.offer) or self.table

    def _now(self) -> dict[str, Any]:
        keeper, computer, editor = self._keeper, self._desk.computer, self._desk.editor
        table = self._shown
        now = standing(table.match, table.line)
        if computer:
            now |= {
                "says": computer.says(table.match),
                **seated_at(table.match, table.line, computer.seated),
            }
        if keeper and table is not self.table:
            says = now["says"] if table.match.outcome else awaited(table.match)
            now |= {"offer": True, "says": f"{keeper.says} {says}"}
        if self.table.numbered:
            now["called"] = self.table.numbered
        waits = bool(computer and computer.plays(table.match))
        return {
            **paged(self._line.of(table.line)),
            "joins": joins(table.line),
            "head": head(table.line),
            "notes": {
                "comments": {str(n): text for n, text in table.line.remarks},
                "lines": [titled(line) for line in (*table.lines, *self.table.earlier)],
                "end": end_of(table.line),
            },
            "state": {
                **now,
                "at": table.count,
                "begun": table.begun,
                "waits": waits,
                "thinks": bool(computer and computer.thinking),
                "progress": computer.progress if computer else "",
                "trouble": (computer.trouble if computer else "")
                or (keeper.trouble if keeper else ""),
                "swap": now["swap"] and not waits,
                "draw": now["draw"] and not self.table.shared,
                "agree": now["agree"] and not (self.table.shared or computer),
                "undo": self._desk.may_undo(table),
                "redo": table.can_redo,
                "edit": editor and owned(editor.owners),
                "again": self._desk.offers(table.match),
            },
            "guide": self._desk.guide,
            "reasons": computer.reasons(table.line) if computer else {},
            "extras": self._extras(),
            "analysis": self._desk.reviewed(table),
            "review": self._desk.review,
            "advice": self._desk.adviser.page,
            "moves": self.match.moves,  # last: observers may play on, and all this is old then
        }

    def _extras(self) -> dict[str, Any]:
        """Modules and style sheets that few boards need, from when they are first asked for."""
        desk = self._desk
        asked = {
            "review": desk.analyst.told,
            "guide": desk.guide,
            "shades": desk.adviser.page or self.over.get("heat"),
            "advice": desk.adviser.page,
            "picture": self._picture,
            "people": self._shown.line.openers != SEATS,
        }
        return {**self.extras, **{name: _part(name) for name, is_on in asked.items() if is_on}}

    @alone
    def _changed(self) -> None:
        keeper, computer = self._keeper, self._desk.computer
        if keeper and computer:
            keeper.level, keeper.seat = computer.level, computer.seat
        if not (keeper and keeper.offer):
            self._desk.attend()
        self._desk.analyst.attend()
        self._desk.adviser.attend()
        with self.hold_sync():
            for name, value in self._now().items():
                setattr(self, name, value)
        if self._picture:
            self._picture.changed()

    # Page to Python

    def _carry_out(self, deed: str, by: Person) -> tuple[str, str]:
        """How a page's deed went ("", "refused", "said", "record") and in which words."""
        try:
            keeper = None if deed in READ else self._keeper  # to read is no wish to go on
            with keeper.asked() if keeper else nullcontext():
                how, words = self._desk.carry_out(deed, by)
            if how or not self._keeper:
                return how, words
            kind, notice = self._keeper.told()
            return kind, f"{notice} {words}".strip()
        except GameError as error:
            return "refused", str(error)
        except Exception as error:
            # Ours or an observer's: unanswered, the request would come again. The log has the rest.
            self.log.exception("an error in %r, or in a function that watches the board", deed)
            return "refused", f"{FAILED}: {shown(error, 200)}"

    def _mark(self, rest: str) -> None:
        """Draw and wipe off; without a word, wipe all off."""
        words, (one, other, *_) = rest.split(), self.match.game.board.names
        if not words and not self._marks:
            raise Refused(
                f"nothing is marked: type mark {one} for a ring, mark {one}>{other} for an arrow"
            )
        self.over = {**self.over, "marks": self._marks if words else ()}
        self.mark(*words)
