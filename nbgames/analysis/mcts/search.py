"""The Monte-Carlo tree search of a position: it grows by slices, and tells what it has found."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from mmap import mmap
from time import monotonic
from typing import Any, Literal, NamedTuple

from ...core._jit import compiled, is_kernel
from ...core._numpy import np
from ...core.game import Game
from ...core.kernels import MODULUS
from ...core.position import Position
from ..capabilities import latticed
from ..compiling import awaited, next_slice, ready
from . import puct, subtrees, trees
from .leaves import FOUND, leaf_of, told
from .playing import playing
from .trees import DRAW, ENTRIES, EXPAND, GAMES, NODES, PROVEN

NODE_ROOM, ENTRY_ROOM = 1 << 17, 1 << 20  # 4 bytes each, 7 to an entry
# Games of a claim, and their share of the tree's, for the same tree to choose the rest of its turn.
# Players keep that share of their time for a search of the rest, which has as many games then.
ENOUGH, SHARE = 200, 0.4
FEW = 8  # games, below which a claim is no part of the principal variation
MOST_GAMES = 10**9  # of a tree: counters of 32 bits hold two points a game


class Choice(NamedTuple):
    """A claim as a search sees it.

    `games` went through it, of which whoever claims it had the share `value`; `proven` is who has
    won after it, DRAW, or 0 while that is open.
    """

    site: int
    games: int
    value: float
    proven: int


class Search:
    """A tree for the claims of a position; the same seed and number of games give the same tree.

    `sites` are the claims that it chooses among, all legal ones if they are left out. It has room
    for so many games, and more games are played without making the tree larger.
    """

    def __init__(
        self,
        game: Game,
        position: Position,
        seed: int,
        sites: Sequence[int] = (),
        room: int = EXPAND * NODE_ROOM,
        *,
        proves: bool = True,
    ) -> None:
        sites = list(sites) or game.empty(position.owners)
        self.game, self.mover = game, position.to_move
        self._proves = proves
        self._base = array("i", list(position.owners))
        self._cursor = array("q", bytes(8 * 5))
        self.kernels = LEAVES if latticed(game) else PLAYOUTS
        self._tree, self._work, self._playing = self.kernels.made(game, room, proves)
        self.kernels.begin(self._tree, self._cursor, sites, self.mover, 1 + seed % (MODULUS - 1))

    @property
    def games(self) -> int:
        """How many games the tree has."""
        return int(self._cursor[GAMES])

    @property
    def proven(self) -> int:
        """Who wins against any play, DRAW, or 0 while that is open."""
        return int(self._cursor[PROVEN])

    @property
    def position(self) -> Position:
        """The position that it searches; that its move may be a swap is left out."""
        return Position(bytes(list(self._base)), self.mover)

    @property
    def fast(self) -> bool:
        """Is there machine code for it? If not, a thread compiles it."""
        return ready(self._key, self._compile)

    @property
    def is_full(self) -> bool:
        """Has its tree no more room?"""
        nodes, entries = self._cursor[NODES], self._cursor[ENTRIES]
        most = len(self._tree.sites) - self.game.board.claimable
        return nodes >= len(self._tree.firsts) or entries > most

    def after(self, sites: Sequence[int], *, fast: bool = False) -> Search | None:
        """The search of the position after these claims, with all that this one has counted there.

        None where its tree does not reach that position.
        """
        if not sites:
            return self
        node, into, position = 0, 0, self.position
        for site in sites:
            into = next((e for e in self._entries(node) if self._tree.sites[e] == site), 0)
            node = self._tree.nodes[into]
            if not node:
                return None
            position = self.game.play(position, site)
        seen = Search(self.game, position, 0, room=1, proves=self._proves)
        seen.grow(1, fast=fast)  # what evaluation sees there, which `why` tells
        then = copy(self)
        then.mover, then._base = seen.mover, seen._base
        then._work, then._playing = seen._work, seen._playing
        then._tree, then._cursor = self._copied(node, into, fast)
        return then

    def _copied(self, node: int, into: int, fast: bool) -> tuple[Any, array[int]]:
        """A tree whose root is this node, to which that entry leads, and its cursor."""
        old, new = self._tree, self._tree._make(_room(len(r), r.format) for r in self._tree)
        nodes, entries = _room(len(old.firsts)), _room(len(old.sites))
        entries[0], cursor = into, array("q", self._cursor)
        cursor[GAMES], cursor[PROVEN] = old.visits[into], old.proven[into]
        _run(subtrees.lay, old, new, node, nodes, entries, cursor, fast=fast)
        for name, row, copied in zip(old._fields, old, new, strict=True):
            if name not in subtrees.LAID:
                order, count = (nodes, NODES) if name == "rests" else (entries, ENTRIES)
                _run(subtrees.pick, row, order, cursor[count], copied, fast=fast)
        return new, cursor

    def why(self) -> str:
        """What evaluation has seen here, or, where that wins, after the best claim; in words."""
        if self.kernels is PLAYOUTS or not (self._proves and self.games):
            return ""
        if self.proven != self.mover:
            return told(self._work.root)
        position = self.game.play(self.position, self.choices()[0].site)
        then = Search(self.game, position, 0, room=1)
        then.grow(1, fast=self.fast)
        return then.why() if then.games else ""

    def grow(self, count: int, *, fast: bool = False) -> None:
        """Add games, until there are count more or the result is proven; compiled if `fast`.

        There are at most MOST_GAMES.
        """
        base, tree, work, cursor = self._base, self._tree, self._work, self._cursor
        explore = self.kernels.explore
        count = min(count, MOST_GAMES - self.games)
        if not fast:
            explore(self.game.board.net, self._playing, base, tree, work, cursor, count)
            return
        rows = _as_arrays(tree), _as_arrays(work)
        board, playing = self.game.board.buffers, _compiled(self._playing)
        compiled(explore)(board, playing, _seen(base), *rows, _seen(cursor), count)

    def slices(self, limit: float) -> Iterator[None]:
        """Grow to this number of games, or until the result is proven, with a pause every 0.02 s.

        It runs compiled once a thread has compiled it.
        """
        count, limit = self.kernels.first_slice, min(limit, MOST_GAMES)
        while self.games + 1 <= limit and not self.proven:  # a limit may be a fraction
            fast, start = self.fast, monotonic()
            self.grow(int(min(count, limit - self.games)), fast=fast)
            count = next_slice(count, monotonic() - start)
            yield

    def compiling(self) -> Iterator[None]:
        """Pauses until a thread has compiled it, or has found that it cannot."""
        return awaited(self._key, self._compile)

    @property
    def _key(self) -> Any:
        return self.kernels.explore, self.game.rules

    def _compile(self) -> None:
        search = Search(self.game, self.game.start(), 0)
        search.grow(1, fast=True)
        search._copied(0, 0, True)

    def choices(self) -> list[Choice]:
        """The claims, the best first: proven wins, then by games, then draws and losses."""
        tree, found = self._tree, []
        for entry in sorted(self._entries(0), key=lambda e: self._rank(e, self.mover)):
            games, proven = int(tree.visits[entry]), int(tree.proven[entry])
            share = float(tree.points[entry]) / (self.kernels.win * games) if games else 0.5
            if proven:
                share = 0.5 if proven == DRAW else float(proven == self.mover)
            found.append(Choice(int(tree.sites[entry]), games, share, proven))
        return found

    @property
    def value(self) -> float:
        """The share of the best claim; of the position, where no claim has been looked at."""
        best, tree = self.choices()[0], self._tree
        if self.kernels is PLAYOUTS or best.games or best.proven or not self.games:
            return best.value
        return 1 - float(tree.points[0]) / int(tree.visits[0])

    def turn(self) -> list[int]:
        """The best claims of the mover, as far as its turn goes on and they had games enough."""
        tree, entry = self._tree, self._best(0)
        enough = max(ENOUGH, SHARE * self.games)
        found = [int(tree.sites[entry])]
        while (
            (node := tree.nodes[entry])
            and tree.movers[node] == self.mover
            and tree.visits[entry] >= enough
        ):
            entry = self._best(node)
            found.append(int(tree.sites[entry]))
        return found

    def line(self) -> list[int]:
        """Its principal variation: the best claim of each node, down to those of few games."""
        tree, node = self._tree, 0
        found: list[int] = []
        while True:
            best = self._best(node)
            if tree.visits[best] < self.kernels.few and not tree.proven[best]:
                return found
            found.append(int(tree.sites[best]))
            node = tree.nodes[best]
            if not node:
                return found

    def _best(self, node: int) -> int:
        """The entry of a node's best claim."""
        mover = self._tree.movers[node]
        return min(self._entries(node), key=lambda entry: self._rank(entry, mover))

    def _entries(self, node: int) -> range:
        first = self._tree.firsts[node]
        return range(first, first + self._tree.counts[node])

    def _rank(self, entry: int, mover: int) -> tuple[int, int]:
        """The less, the better the claim is for the mover."""
        ranks = {mover: 0, 0: 1, DRAW: self.kernels.draw_rank, 3 - mover: 3}
        return ranks[int(self._tree.proven[entry])], -int(self._tree.visits[entry])


def _zeros(count: int) -> array[int]:
    return array("i", bytes(4 * count))


def _room(count: int, kind: Literal["i", "d"] = "i") -> memoryview[int] | memoryview[float]:
    """As many zeros, of which the system makes a page when it is first used: all took 10 ms."""
    return memoryview(mmap(-1, {"i": 4, "d": 8}[kind] * count)).cast(kind)


def _seen(row: Any) -> Any:
    """The same memory, as a compiled kernel takes it."""
    return np.asarray(row)


def _run(kernel: Callable[..., None], *given: Any, fast: bool) -> None:
    """Run a kernel on numbers, rows and tuples of rows; compiled if `fast`."""
    if not fast:
        kernel(*given)
        return
    compiled(kernel)(*(_as_arrays(one) for one in given))


def _as_arrays(one: Any) -> Any:
    if isinstance(one, int):
        return one
    return one._make(map(_seen, one)) if hasattr(one, "_make") else _seen(one)


def _compiled(given: Any) -> Any:
    """The same, with machine code for kernels."""
    return given._make(compiled(one) if is_kernel(one) else one for one in given)


class Kernels(NamedTuple):
    """A search as kernels, and what its numbers mean."""

    begin: Callable[..., None]
    explore: Callable[..., None]
    made: Callable[[Game, int, bool], tuple[Any, Any, Any]]  # tree, work, how leaves are evaluated
    win: int  # points of a game that was won
    draw_rank: int  # of a draw: 1 if it is searched on, as an open claim is, else 2
    first_slice: int  # games before the first look at the clock
    least: int  # games even of a search whose time is over
    fewest: int  # games even of a player who is allowed fewer
    few: int  # games, below which a claim is no part of the principal variation


def _for_playouts(game: Game, room: int, proves: bool) -> tuple[Any, Any, Any]:
    size, claimable = len(game.board.names), game.board.claimable
    nodes = min(NODE_ROOM, room // trees.EXPAND + 1)
    entries = min(ENTRY_ROOM, 1 + nodes * claimable)
    tree = trees.Tree(*map(_room, 3 * [nodes] + 7 * [entries]))
    work = trees.Work(*map(_zeros, (size, claimable, size, size, claimable, claimable)))
    return tree, work, playing(game)


def _for_leaves(game: Game, room: int, proves: bool) -> tuple[Any, Any, Any]:
    size, claimable = len(game.board.names), game.board.claimable
    nodes = min(NODE_ROOM, room + 1)
    entries = min(ENTRY_ROOM, 1 + claimable + nodes * min(claimable, puct.FIRST_ENTRIES))
    ints = map(_room, 4 * [nodes] + 4 * [entries])
    tree = puct.Tree(*ints, *(_room(entries, "d") for _ in range(2)))
    work = puct.Work(*map(_zeros, (size, claimable + 1, claimable + 1, 3, FOUND)))
    return tree, work, puct.Weighing(game.rules.step, leaf_of(game.board), int(proves))


PLAYOUTS = Kernels(trees.begin, trees.explore, _for_playouts, 2, 2, 8, 16, 64, FEW)
LEAVES = Kernels(puct.begin, puct.explore, _for_leaves, 1, 1, 1, 3, 3, 1)
