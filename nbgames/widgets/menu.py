"""A small menu that opens boards: which game, how large, against whom; or a game that was left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from itertools import islice
from typing import Any

import ipywidgets

from ..core.errors import GameError
from ..core.position import FIRST, SECOND
from ..games import GAMES
from ..opponents import opponent
from ..opponents.levels import LEVELS, called
from ..play.match import Match, match
from ..play.table import Table
from .board import BoardWidget
from .keeper import Keeper, Place, left, new_keeper
from .kept import Kept, deleted
from .line import titled
from .mine import my_games
from .notebook import Picture, close_older, older

START = "projex"
PEOPLE = 0  # the level that stands for a second person at the same screen
DELETED = 10  # the deleted games that are listed; more stay in their folder
GONE = "This game is deleted. It stays at the end of this list."
ASKED = "In Jupyter, run this cell to choose a game and play."
NO_LONGER = "Python was restarted or has stopped: run this cell again."
# Jupyter's arrow is black in dark themes too; this grey has 3.5:1 on white, 5:1 on what is dark.
# Jupyter marks each control whose Python has stopped with a red icon; one line says what helps.
STYLE = (
    '<style>.nb-menu { --jp-widgets-dropdown-arrow: url("data:image/svg+xml,'
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'>"
    "<path fill='%23888' d='M5.2 5.9 9 9.7l3.8-3.8L14 7.1l-5 5-5-5z'/></svg>\") }"
    " .nb-menu .widget-html-content { line-height: 1.4 }"
    " .nb-menu .jupyter-widgets-disconnected::before { content: none }"
    f" .nb-menu.jupyter-widgets-disconnected::before {{ content: '{NO_LONGER}'; font: inherit;"
    " font-weight: 600; color: var(--jp-widgets-label-color, inherit) }</style>"
)
WRAPPED = {"flex_flow": "row wrap", "grid_gap": "2px 14px", "align_items": "center"}


class Menu:
    """Choices, a button, and the board that it opened last; `nbgames.menu` makes one.

    Attributes
    ----------
    board : BoardWidget or None
        The board now shown; its match is `menu.board.match`.
    tables : list of Table
        Every table opened here, the last one last.
    """

    def __init__(self) -> None:
        self.board: Any = None
        self.tables: list[Any] = []
        self._game = _choice("Game", [(GAMES[name].title, name) for name in sorted(GAMES)], START)
        self._size = _choice("Size", _sizes(START), GAMES[START].small)
        self._against = _choice("Against", _levels(), LEVELS[0])
        self._seat = _choice("You are", _seats(START), FIRST)
        self._choices = (self._game, self._size, self._against, self._seat)  # each by those before
        play = ipywidgets.Button(
            description="Play", button_style="primary", icon="play", layout={"width": "7em"}
        )
        style = ipywidgets.HTML(STYLE, layout={"display": "none"})
        row = ipywidgets.HBox(
            [*self._choices, play, style],
            layout=WRAPPED,
        )
        self._mine = _choice("My games", [], None)
        # A row of its own: its lines are long, and the board below keeps its place.
        self._mine.layout.flex, self._mine.layout.min_width = "1 1 100%", "0"
        self._back = ipywidgets.Button(description="Open", layout={"width": "7em"})
        self._erase = ipywidgets.Button(layout={"width": "auto", "max_width": "100%"})
        self._restore = ipywidgets.Button(description="Restore", layout={"width": "7em"})
        self._said = ipywidgets.HTML()  # a label would not break its line
        # A row of its own, where no press that was meant for Delete comes upon Restore.
        self._gone = ipywidgets.HBox(
            [self._said, self._restore], layout=WRAPPED | {"flex": "1 1 100%"}
        )
        self._games = ipywidgets.HBox(
            [self._mine, self._back, self._erase, self._gone], layout=WRAPPED
        )
        self._place = ipywidgets.VBox()
        self.box = ipywidgets.VBox([row, self._games, self._place])
        self.box.add_class("nb-menu")
        self._game.observe(lambda change: self._turn_to(change.new), "value")
        self._against.observe(lambda change: self._show_seat(), "value")
        play.on_click(lambda button: self.play())
        self._back.on_click(lambda button: self._do(self._take, button))
        self._erase.on_click(lambda button: self._do(self._delete, button))
        self._restore.on_click(lambda button: self._have_back(self._mine.value))
        self._mine.observe(self._name_chosen, "value")
        self._keepers: dict[Table, Keeper] = {}
        self._unwatch: Callable[[], None] | None = None
        self._listed: object = None  # the game on the board, when files were last looked for
        self._files: tuple[Kept, ...] = ()
        self._deleted: tuple[Kept, ...] = ()
        self._trouble = ""
        menus = (one for one in older() if isinstance(one, Menu) and one.box.comm)
        before = next(menus, None)
        found = before and before._here()
        cell = close_older(self)
        self._cell = replace(cell or Place(name="menu"), number=0, menu=True)
        self._picture = Picture(self.box, self._drawn) if cell else None
        self._begin(before, found or left(self._cell))

    def _begin(self, before: Menu | None, found: Kept | Table | None) -> None:
        """Choose and show what an earlier run of this cell did, or else what was played last."""
        if before:
            for choice, other in zip(self._choices, before._choices, strict=True):
                choice.value = other.value
            self.tables, self._keepers = before.tables, before._keepers
        self._look()
        last = next(iter(self._files), None)
        if not before and (game := found or last):
            self._recall(game)
        self._show_seat()
        self._offer(last)
        self._tell()
        if found:
            self._open(found)

    def _ipython_display_(self) -> None:
        """Show the menu, and what its notebook shows of its board another day."""
        if self._picture is None:
            raise NotImplementedError  # IPython asks for the bundle below then
        self._picture.show(self.box._repr_mimebundle_() | {"text/plain": ASKED})

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What a notebook keeps: the menu, and words for where it cannot be live."""
        data = self.box._repr_mimebundle_(**options)
        return data | {"text/html": f"<p>{ASKED}</p>", "text/plain": ASKED}

    def _drawn(self) -> Match | None:
        """The match that the page shows."""
        return self.board._shown.match if self.board else None

    def play(self) -> Any:
        """Open a board as chosen, in place of the one before."""
        table = Table(match(self._game.value, self._size.value))
        return self._sit(table, self._against.value, 3 - self._seat.value)

    def _sit(self, table: Table, level: int, seat: int, kept: Kept | None = None) -> Any:
        self._leave()
        keeper = self._keepers[table] = new_keeper(table, self._cell, level, seat)
        if kept:
            keeper.suggest(kept)
        self.board = BoardWidget(table, None if level == PEOPLE else opponent(level), seat)
        if table not in self.tables:
            self.tables.append(table)
        self._place.children = (self.board,)
        if self._picture:
            self.board._keep_picture(self._picture)
        self._unwatch = table.on_change(self._follow)  # after the keeper, which has written then
        self._list(self._here())
        return self.board

    def _leave(self) -> None:
        """Take the board off the page."""
        if self._unwatch:
            self._unwatch()
        if self.board is not None:
            self.board.close()
        self.board = self._unwatch = None
        self._place.children = ()
        if self._picture:
            self._picture.changed()

    def _here(self) -> Kept | Table | None:
        """The game on the board: as it is kept, or a table of which not all is in a file."""
        if self.board is None:
            return None
        table: Table = self.board.table
        return self._keepers[table].kept or table

    def _do(self, deed: Callable[[Kept | Table], None], button: ipywidgets.Button) -> None:
        """Do this to the chosen game, unless the first press of a double click has done it."""
        if not button.disabled:
            deed(self._mine.value)

    def _delete(self, game: Kept | Table) -> None:
        """Move a game to those that are deleted, and off the board, and offer to restore it."""
        if isinstance(game, Table):
            self._tell("This game is not saved: it is lost when Python stops.")
            return
        is_here = game == self._here()
        if is_here:
            self._leave()  # whoever has a game open holds its file
        try:
            game.delete()
        except GameError as error:
            if is_here:
                self._open(game)
            self._list(game)  # anew: it may be old
            self._tell(str(error))
            return
        self._list(None)
        self._offer(_equal(game, self._deleted))
        self._restore.focus()  # the button that was pressed may have gone

    def _have_back(self, game: Kept | Table | None) -> None:
        """Have back a deleted game, on the board if none is there."""
        if not isinstance(game, Kept) or game not in self._deleted:  # a double click's second one
            return
        try:
            game.restore()
        except GameError as error:
            self._tell(str(error))
            return
        self._list(None)
        back = _equal(game, self._files)
        if back and self.board is None:
            self._open(back)
        else:
            self._offer(back)
        self._erase.focus()

    def _take(self, game: Kept | Table) -> None:
        """Open a game, and choose as for it: Play begins another of its kind."""
        self._recall(game)
        self._open(game)

    def _open(self, game: Kept | Table) -> None:
        """Show a game as it was left, in place of the board before."""
        if isinstance(game, Table):
            before = self._keepers[game]
            self._sit(game, before.level, before.seat or SECOND)
            return
        try:
            line = game.table().line
        except GameError as error:
            self._tell(f"{game.path.name} cannot be opened: {error}")
            return
        self._sit(Table(line.after(0)), game.level, game.seat or SECOND, game)

    def _follow(self) -> None:
        """Have the list say how the game on the board stands now.

        While the computer player moves a person may have chosen another. Files are looked for when
        another game has begun on the board: their folder may be far away.
        """
        table = self.board.table
        if self._listed != (table, table.begun):
            self._list(self._here())
        else:
            is_here = self._mine.index == 0 or self._keepers[table].by_person
            self._offer(self._here() if is_here else self._mine.value)

    def _list(self, chosen: Kept | Table | None) -> None:
        """Look for files, offer every game, and choose this one."""
        self._look()
        self._offer(chosen)
        self._tell()

    def _look(self) -> None:
        """Look for files, in a folder that may be far away."""
        self._files, self._deleted = my_games(), tuple(islice(deleted(), DELETED))
        self._listed = self.board and (self.board.table, self.board.table.begun)

    def _offer(self, chosen: Kept | Table | None) -> None:
        """Offer the game on the board, others that are in no file, those in files, deleted ones.

        What is no longer offered is not chosen, and after Delete the deleted game is: whoever wants
        to delete another game chooses it.
        """
        here = self._here()
        unsaved = [t for t, k in self._keepers.items() if t.line.claims and not k.saved]
        games: list[Kept | Table] = [here] if here else []
        games += [table for table in unsaved if table is not here]
        games += [kept for kept in self._files if not _is_same(kept, here)]
        offered = [(_said_of(game, game is here), game) for game in games]
        offered += [(f"deleted · {game.says()}", game) for game in self._deleted]
        games += self._deleted
        # The first is chosen in between: Restore would go, and its focus with it.
        self._mine.unobserve(self._name_chosen, "value")
        with self._mine.hold_sync():
            self._mine.options = offered
            self._mine.index = games.index(chosen) if chosen in games else None
        self._mine.observe(self._name_chosen, "value")
        self._name_chosen()

    def _name_chosen(self, change: object = None) -> None:
        """Say which game Delete deletes; one that is open, or has no move, gives nothing to do.

        One that is deleted is told to be, and only that can be undone.
        """
        game, is_here = self._mine.value, self._mine.index == 0 and self.board is not None
        is_gone = game in self._deleted
        is_none = game is None or is_gone
        self._back.disabled = is_here or is_none
        self._erase.disabled = is_none or (isinstance(game, Table) and not game.line.claims)
        told = "" if is_none else " this game"
        if is_here:
            told = " the game on the board"
        elif isinstance(game, Kept) and not is_gone:
            told = f" {game.title}, {game.length}"
        self._erase.description = f"Delete{told}"
        self._erase.tooltip = f"Delete {'' if is_none else self._mine.label}".strip()
        self._restore.tooltip = f"Restore {game.says() if is_gone else ''}".strip()
        self._show_gone(is_gone)

    def _tell(self, trouble: str = "") -> None:
        """Say what is wrong."""
        self._trouble = trouble
        self._show_gone(self._mine.value in self._deleted)

    def _show_gone(self, is_gone: bool) -> None:
        """Say that the chosen game is deleted, after what is wrong; show what can be done."""
        self._said.value = escape(f"{self._trouble} {GONE if is_gone else ''}".strip())
        is_any = bool(self._mine.options)
        _show(is_any, self._mine, self._back, self._erase)
        _show(bool(self._said.value), self._gone)
        _show(is_gone, self._restore)
        _show(bool(is_any or self._said.value), self._games)

    def close(self) -> None:
        """Take the menu and its board off the page."""
        self._leave()
        row, games, place = self.box.children
        rows = (*row.children, row, *self._gone.children, *games.children, games)
        for part in (*rows, place, self.box):
            for own in (part.layout, getattr(part, "style", None), part):
                if own is not None:
                    own.close()

    def _recall(self, game: Kept | Table) -> None:
        """Choose as for a game that was played: the game, its size, against whom, and the seat."""
        title = game.title if isinstance(game, Kept) else game.line.game.title
        of = game if isinstance(game, Kept) else self._keepers[game]
        sizes = {f"{r.title} {size}": (r.name, size) for r in GAMES.values() for size in r.sizes}
        if title in sizes and of.level in (PEOPLE, *LEVELS):
            self._game.value, self._size.value = sizes[title]
            self._against.value, self._seat.value = of.level, 3 - (of.seat or SECOND)

    def _turn_to(self, name: str) -> None:
        """Offer what this game has: its sizes, first a beginner's, and its players' names."""
        self._size.options, self._size.value = _sizes(name), GAMES[name].small
        self._seat.options = _seats(name)

    def _show_seat(self) -> None:
        _show(self._against.value != PEOPLE, self._seat)


def menu() -> Menu:
    """A menu to show in a notebook: choose a game, its size and who plays, and press Play.

    Returns
    -------
    Menu
        The last line of a cell shows it. `board` is the board that it opened last.

    Examples
    --------
    >>> import nbgames
    >>> chosen = nbgames.menu()
    >>> chosen.play()
    <BoardWidget of <Game(PROJEX, 4): 0 moves, X to move>>
    >>> chosen.close()
    """
    return Menu()


def _is_same(kept: Kept, here: Kept | Table | None) -> bool:
    """Is this the game on the board, or one in another file that equals it?"""
    return isinstance(here, Kept) and (kept.path == here.path or kept.equals == here.equals)


def _equal(game: Kept, games: Iterable[Kept]) -> Kept | None:
    return next((one for one in games if one.equals == game.equals), None)


def _said_of(game: Kept | Table, is_here: bool) -> str:
    """A game in a line of the list."""
    if isinstance(game, Kept):
        return f"{game.played} · on the board" if is_here else game.says()
    moves = titled(game.line) if game.line.claims else "no move yet"
    return f"{game.line.game.title} · {moves} · {'on the board' if is_here else 'not saved'}"


def _show(is_shown: bool, *parts: ipywidgets.DOMWidget) -> None:
    for part in parts:
        part.layout.display = None if is_shown else "none"


def _choice(label: str, options: list[tuple[str, Any]], value: Any) -> ipywidgets.Dropdown:
    return ipywidgets.Dropdown(
        description=label,
        options=options,
        value=value,
        style={"description_width": "initial"},
        layout={"width": "auto", "max_width": "calc(100% - 4px)"},
    )


def _sizes(name: str) -> list[tuple[str, int]]:
    rules = GAMES[name]
    told = {rules.small: " (for beginners)", rules.size: " (usual)"}
    return [(f"{size}{told.get(size, '')}", size) for size in rules.sizes]


def _levels() -> list[tuple[str, int]]:
    computer = [(f"computer, {called(level)}", level) for level in LEVELS]
    return [*computer, ("a person here", PEOPLE)]


def _seats(name: str) -> list[tuple[str, int]]:
    first, second = GAMES[name].players
    return [(f"{first}, first", FIRST), (f"{second}, second", SECOND)]
