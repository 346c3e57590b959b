"""A small menu that opens boards: which game, how large, against whom; or a game that was left."""

from __future__ import annotations

from dataclasses import replace
from html import escape
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
from .kept import Kept
from .line import titled
from .mine import my_games
from .notebook import Picture, close_older

START = "projex"
PEOPLE = 0  # the level that stands for a second person at the same screen
ASKED = "In Jupyter, run this cell to choose a game and play."
# Jupyter's arrow is black in dark themes too; this grey has 3.5:1 on white, 5:1 on what is dark.
ARROW = (
    '<style>.nb-menu { --jp-widgets-dropdown-arrow: url("data:image/svg+xml,'
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'>"
    "<path fill='%23888' d='M5.2 5.9 9 9.7l3.8-3.8L14 7.1l-5 5-5-5z'/></svg>\") }</style>"
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
        play = ipywidgets.Button(
            description="Play", button_style="primary", icon="play", layout={"width": "7em"}
        )
        arrow = ipywidgets.HTML(ARROW, layout={"display": "none"})
        row = ipywidgets.HBox(
            [self._game, self._size, self._against, self._seat, play, arrow],
            layout=WRAPPED,
        )
        self._mine = _choice("My games", [], None)
        self._back = ipywidgets.Button(description="Open", layout={"width": "7em"})
        self._erase = ipywidgets.Button(description="Delete", layout={"width": "7em"})
        self._undo = ipywidgets.Button(description="Undo", layout={"width": "7em"})
        self._deleted: Kept | None = None
        self._said = ipywidgets.HTML()  # a label would not break its line
        self._games = ipywidgets.HBox(
            [self._mine, self._back, self._erase, self._said, self._undo], layout=WRAPPED
        )
        self._place = ipywidgets.VBox()
        self.box = ipywidgets.VBox([row, self._games, self._place])
        self.box.add_class("nb-menu")
        self._game.observe(lambda change: self._turn_to(change.new), "value")
        self._against.observe(lambda change: self._show_seat(), "value")
        play.on_click(lambda button: self.play())
        self._back.on_click(lambda button: self._open(self._mine.value))
        self._erase.on_click(lambda button: self._delete(self._mine.value))
        self._undo.on_click(lambda button: self._restore())
        self._recall()
        self._show_seat()
        self._keepers: dict[Any, Keeper] = {}
        self._opened: Kept | None = None
        cell = close_older(self)
        self._cell = replace(cell or Place(name="menu"), number=0, menu=True)
        self._picture = Picture(self.box, self._drawn) if cell else None
        self._list()
        if found := left(self._cell):
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
        if self.board is not None:
            self.board.close()
        keeper = self._keepers[table] = new_keeper(table, self._cell, level, seat)
        self._opened = kept
        if kept:
            keeper.suggest(kept)
        self.board = BoardWidget(table, None if level == PEOPLE else opponent(level), seat)
        if table not in self.tables:
            self.tables.append(table)
        self._place.children = (self.board,)
        if self._picture:
            self.board._keep_picture(self._picture)
            self._picture.changed()
        self._list()
        return self.board

    def _delete(self, game: Kept | Table) -> None:
        """Take a game out of the list, and offer to undo that."""
        if isinstance(game, Table):
            self._said.value = "This game is not saved: it goes when this menu is closed."
            return
        try:
            game.delete()
        except GameError as error:
            self._said.value = escape(str(error))
            return
        self._deleted = game
        self._said.value = escape(f"Deleted: {game.says()}")
        self._list()
        self._undo.focus()  # the button that was pressed may have gone

    def _restore(self) -> None:
        """Have back the game that was deleted last."""
        try:
            if self._deleted:
                self._deleted.restore()
        except GameError as error:
            self._said.value = escape(str(error))
            return
        self._deleted, self._said.value = None, ""
        self._list()
        self._erase.focus()

    def _open(self, game: Kept | Table) -> None:
        """Show a game as it was left, in place of the board before."""
        self._said.value = ""
        self._deleted = None
        if isinstance(game, Table):
            before = self._keepers[game]
            self._sit(game, before.level, before.seat)
            return
        try:
            line = game.table().line
        except GameError as error:
            self._said.value = escape(f"{game.path.name} cannot be opened: {error}")
            return
        self._sit(Table(line.after(0)), game.level, game.seat or SECOND, game)

    def _list(self) -> None:
        """Offer every game: those in files, and those of this menu that are in none.

        The one that was opened is offered by its title alone: its count of moves grows meanwhile.
        """
        unsaved = [t for t, k in self._keepers.items() if t.line.claims and not k.saved]
        only_here = [
            (f"{table.line.game.title} · {titled(table.line)} · not saved", table)
            for table in unsaved
        ]
        here = self._opened and self._opened.path
        files = [
            (f"{game.title} · opened below" if game.path == here else game.says(), game)
            for game in my_games()
        ]
        self._mine.options = [*only_here, *files]
        self._mine.index = 0 if self._mine.options else None  # no choice is made of itself
        games = bool(self._mine.options)
        _show(games, self._mine, self._back, self._erase)
        _show(self._deleted is not None, self._undo)
        _show(games or self._deleted is not None, self._games)

    def close(self) -> None:
        """Take the menu and its board off the page."""
        if self.board is not None:
            self.board.close()
        row, games, place = self.box.children
        for part in (*row.children, row, *games.children, games, place, self.box):
            for own in (part.layout, getattr(part, "style", None), part):
                if own is not None:
                    own.close()

    def _recall(self) -> None:
        """Choose what was last played: the game, its size, against whom, and the seat."""
        last = next(iter(my_games()), None)
        sizes = {f"{r.title} {size}": (r.name, size) for r in GAMES.values() for size in r.sizes}
        if last and last.title in sizes and last.level in (PEOPLE, *LEVELS):
            self._game.value, self._size.value = sizes[last.title]
            self._against.value, self._seat.value = last.level, 3 - (last.seat or SECOND)

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
