"""Computer players: an opponent of a level, with a seed and a budget, chooses words for a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import reduce
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from ..analysis.capabilities import latticed, obliges
from ..analysis.evaluation import evaluate
from ..analysis.mcts.search import Search
from ..analysis.mcts.trees import DRAW
from ..analysis.questions import settled
from ..analysis.simulation.bulk import filler
from ..analysis.solver.margins import prepare
from ..atlas import proved
from ..core._jit import no_compiler
from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.integers import duration, integer, seeded
from ..core.position import SWAP, Position
from ..play.match import Match, match
from . import reasons
from .levels import LEVELS, STRENGTHS, Strength, called
from .memory import Memory
from .tactics import candidates, nearby, threat, wins

if TYPE_CHECKING:
    from numpy.random import Generator

KEPT = 0.4  # of the time left, for the rest of a turn that may go on
SECONDS = 2.0
FEW = 8  # openings that are compared by a search where currents evaluate
RANKED = 65536  # playouts that rank openings: a share to half a percent
RANKED_SINGLY = 2048  # at most, where they are played one after another
NODES_A_LEAF = {True: 20, False: 3}  # of an exact value, by whether cells are counted


@dataclass(frozen=True, slots=True)
class Thought:
    """What an opponent would play, as far as it has searched.

    Attributes
    ----------
    word : str
        A word for `Match.play`.
    why : str
        The reason, in a line.
    value : float
        The estimated share of the side to move, 0 to 1.
    nodes : int
        How many positions were evaluated.
    done : bool
        Whether this is the answer.
    """

    word: str
    why: str
    value: float
    nodes: int
    done: bool = False


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player; the same match, seed and nodes give the same word, unless it ponders.

    Attributes
    ----------
    level : int
        1 to 6, the strongest.
    seed : int
        Seed of its random choices.
    seconds : float or None
        How long it may think about a move.
    nodes : int or None
        How many positions it may evaluate for a move.
    ponder : bool
        Whether level 6 keeps its tree from move to move, and has `pondering` make it larger.
    clock : callable
        The clock that `seconds` are measured by, `time.monotonic` as a rule.
    drawn : bool
        Whether nobody asked for its seed, so that another game may have another.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("projex", 3, swap=False)
    >>> nbgames.opponent(1).choose(m) in m.legal()
    True
    """

    level: int = 3
    seed: int = 0
    seconds: float | None = None
    nodes: int | None = None
    ponder: bool = False
    clock: Callable[[], float] = field(default=monotonic, repr=False)
    drawn: bool = field(default=False, repr=False, compare=False)
    _memory: Memory = field(default_factory=Memory, init=False, repr=False, compare=False)

    @property
    def title(self) -> str:
        """What its level is called, such as "level 3, casual player"."""
        return called(self.level)

    @property
    def slowed(self) -> str:
        """That its search runs as plain Python, why, and what helps; "" if it is compiled."""
        why = no_compiler() if STRENGTHS[self.level].share else ""
        return f"Level {self.level} sees a thirtieth of its positions: {why}." if why else ""

    @property
    def ponders(self) -> bool:
        """Whether it thinks while the other is to move; below level 6 none does, as if not asked.

        A level that searches for a part of its time would be stronger than its name.
        """
        return self.ponder and STRENGTHS[self.level].share == 1

    def renewed(self) -> Opponent:
        """The player for another game: with another seed, unless one was asked for.

        Returns
        -------
        Opponent
            One of the same level and limits, or this one.
        """
        return replace(self, seed=_drawn()) if self.drawn else self

    def choose(self, m: Match) -> str:
        """The word that it plays now: a site, "swap", or in Copolymer a whole turn or its rest.

        Parameters
        ----------
        m : Match
            A match that is not over.

        Returns
        -------
        str
            A word for `m.play`.

        Raises
        ------
        Refused
            If the match is over.
        """
        *_, last = self.think(m)
        return last.word

    def think(self, m: Match) -> Iterator[Thought]:
        """Thoughts, each better than the one before; the last has `done` set.

        Parameters
        ----------
        m : Match
            A match that is not over.

        Yields
        ------
        Thought
            `word`, `why`, `value`, `nodes` and `done`; the caller may stop at any of them.

        Raises
        ------
        Refused
            If the match is over.
        """
        if m.outcome:
            raise Refused(f"there is nothing to choose: {m.result()}")
        position, start = m.position, self.clock()
        rng = Random(f"{self.level} {self.seed} {position}")
        stop = start + STRENGTHS[self.level].share * (
            self.seconds or (inf if self.nodes else SECONDS)
        )
        swaps = self._swaps(m, rng, stop) if position.may_swap else False
        if swaps:
            yield Thought(SWAP, reasons.swapped(None), 0.5, 1, True)
            return
        words: list[str] = []
        now = m
        while True:
            thought = Thought("", "", 0.5, 0)
            for thought in self._claim(now, rng, stop):
                yield replace(thought, word=",".join([*words, thought.word]))
            words += thought.word.split(",")
            now = now.play(*thought.word.split(","))
            if not now.is_open:
                break
        if swaps is None and thought.value < 0.5:
            why = reasons.swapped(thought.value)
            yield Thought(SWAP, why, 1 - thought.value, thought.nodes, True)
            return
        yield replace(thought, word=",".join(words), done=True)

    def pondering(self, m: Match) -> Iterator[Thought]:
        """What it thinks while the other player is to move, by which its own next move gains.

        That goes on with the part of the tree that is below what the other has played.

        Parameters
        ----------
        m : Match
            A match in which the other is to move.

        Yields
        ------
        Thought
            As `think` does, several a second. They end when the tree has no more room or the
            result is proven; none are had by a player that does not ponder, where the match is
            over, and where there is no machine code.
        """
        if m.outcome or not self.ponders:
            return
        if self._memory.is_empty:
            yield from self.rehearse(m.game)
        rng = Random(f"{self.level} {self.seed} {m.position}")
        search = self._search(m, m.game.empty(m.position.owners), rng)
        for _ in search.compiling():
            yield Thought("", "", 0.5, 0)
        if not search.fast:
            return
        for _ in search.slices(inf):
            yield self._thought(search, search.turn(), "")
            if search.is_full:
                return

    def rehearse(self, game: Game) -> Iterator[Thought]:
        """The thoughts of a least search on a board, for which threads load the machine code.

        Parameters
        ----------
        game : Game
            The game that it will play.

        Yields
        ------
        Thought
            As `think` does.
        """
        m = match(game, swap=False)
        return replace(self, seconds=None, nodes=1).think(m.play(m.legal()[0]))

    def _claim(self, m: Match, rng: Random, stop: float) -> Iterator[Thought]:
        """Thoughts about the next claim, or the rest of a turn."""
        game, position = m.game, m.position
        owners, who = position.owners, position.to_move
        names = game.board.names
        if game.rules.swap and m.allows_swap and not any(owners):
            site = self._opening(game, rng, stop)
            yield Thought(names[site], reasons.opened(), 0.5, 1)
            return
        if good := wins(game, owners, who):
            yield Thought(names[rng.choice(good)], reasons.winning(), 1.0, 1)
            return
        strength = STRENGTHS[self.level]
        sites, why = self._seen(game, position, rng)
        if len(sites) == 1:
            yield Thought(names[sites[0]], why or reasons.forced_on(), 0.5, 1)
        elif exact := self._exact(m, strength, stop):
            yield exact
        elif not strength.share:
            leaf = evaluate(game, position, strength.games, rng.getrandbits(32), trees=False)
            blur = strength.blur * max(leaf.worth.values()) if latticed(game) else 0
            site = max(sites, key=lambda s: (leaf.worth[s] + blur * rng.random(), rng.random()))
            why = why or threat(game, position, site)
            told = (
                reasons.prospects(why, leaf.value)
                if latticed(game)  # by currents, which do not vary
                else reasons.sampled(why, leaf.value, strength.games)
            )
            yield Thought(names[site], told, leaf.value, 1)
        else:
            yield from self._searched(self._search(m, sites, rng), why, stop)

    def _seen(self, game: Game, position: Position, rng: Random) -> tuple[list[int], str]:
        """The claims that it chooses from, and why these, if not all."""
        strength = STRENGTHS[self.level]
        sites, why = game.empty(position.owners), ""
        if not strength.misses or rng.random() >= strength.misses:
            sites, why = candidates(game, position)
        if not strength.near or why:
            return sites, why
        near = nearby(game, position.owners)
        close = [site for site in sites if site in near]
        return (close, reasons.near()) if 0 < len(close) < len(sites) else (sites, why)

    def _search(self, m: Match, sites: list[int], rng: Random) -> Search:
        """The search of a position: the one it remembers, where no claim is ruled out, or new."""
        game, proves, seed = m.game, STRENGTHS[self.level].proves, rng.getrandbits(34)
        if not self.ponders:
            return Search(game, m.position, seed, sites, proves=proves)
        kept = self._memory.recall(m) if sites == game.empty(m.position.owners) else None
        search = kept or Search(game, m.position, seed, sites, proves=proves)
        self._memory.keep(m, search)
        return search

    def _searched(self, search: Search, why: str, stop: float) -> Iterator[Thought]:
        """Thoughts of a tree search.

        Where its tree had too few games for the rest of a turn, time is left for that.
        """
        game, position, share = search.game, search.position, STRENGTHS[self.level].share
        limit = search.games + max(search.kernels.fewest, share * (self.nodes or inf))
        early = stop - (stop - self.clock()) * KEPT
        if search.games:
            yield self._thought(search, search.turn(), why)
        for _ in search.slices(limit):
            turn = search.turn()
            yield self._thought(search, turn, why)
            after = reduce(game.play, turn, position)
            if search.games >= search.kernels.least and self.clock() >= (
                early if after.to_move == position.to_move else stop
            ):
                return

    def _thought(self, search: Search, turn: list[int], why: str) -> Thought:
        value = search.value
        results = {search.mover: 1, 3 - search.mover: -1, DRAW: 0}
        told = reasons.searched(why, value, search.games)
        if search.proven in results:
            told = reasons.forced(results[search.proven])
        word = ",".join(search.game.board.names[site] for site in turn)
        what = search.why()
        return Thought(word, f"{told}, {what}" if what else told, value, search.games)

    def _exact(self, m: Match, strength: Strength, stop: float) -> Thought | None:
        """A best turn of an endgame whose cells are counted, if it is found soon enough."""
        if not (strength.exact and obliges(m.game)):
            return None
        prepare(m.game)  # as plain Python an end of 20 cells would take longer than a move
        found = self._solved(m, strength, stop)
        if found is None:
            return None
        value, turn, nodes = found
        word = ",".join(m.game.board.names[site] for site in turn)
        return Thought(word, reasons.counted_out(value), float(value > 0), nodes)

    def _solved(
        self, m: Match, strength: Strength, stop: float
    ) -> tuple[int, tuple[int, ...], int] | None:
        """The exact value without a swap, and a turn that keeps it, where few sites are empty.

        It is searched for in half of the time that is left, or in a number of nodes, if some are
        given.
        """
        position = Position(m.position.owners, m.position.to_move)
        if len(m.game.empty(position.owners)) > strength.exact:
            return None
        leaves = int(self.nodes * strength.share) if self.nodes else inf
        nodes = leaves * NODES_A_LEAF[obliges(m.game)]
        now = self.clock()
        return settled(m.game, position, nodes, now + (stop - now) / 2, self.clock)

    def _ranked(self, game: Game, position: Position, rng: Random) -> list[int]:
        """The openings, the weakest first."""
        count = RANKED if filler(game) else min(RANKED, RANKED_SINGLY)
        worth = evaluate(game, position, count, rng.getrandbits(32), trees=False).worth
        return sorted(worth, key=lambda s: (worth[s], rng.random()))

    def _opening(self, game: Game, rng: Random, stop: float) -> int:
        """An opening that the other may take or leave: by search, else by random games."""
        sites = game.empty(game.start().owners)
        if STRENGTHS[self.level].proves:
            few = rng.sample(sites, min(FEW, len(sites)))
            now = self.clock()
            stops = [now + (stop - now) * (k + 1) / len(few) for k in range(len(few))]
            shares = [self._prospects(game, *each, rng) for each in zip(few, stops, strict=True)]
            return min(zip(few, shares, strict=True), key=lambda each: abs(each[1] - 0.5))[0]
        ranked = self._ranked(game, game.start(), rng)
        return ranked[len(ranked) * 2 // 5 + rng.randrange(max(1, len(ranked) // 10))]

    def _prospects(self, game: Game, opening: int, stop: float, rng: Random) -> float:
        """How likely the other wins after an opening, by a search with a part of the nodes."""
        part = replace(self, nodes=self.nodes and max(1, self.nodes // FEW))
        after, proves = game.play(game.start(), opening), STRENGTHS[self.level].proves
        search = Search(game, after, rng.getrandbits(34), proves=proves)
        *_, last = part._searched(search, "", stop)
        return last.value

    def _swaps(self, m: Match, rng: Random, stop: float) -> bool | None:
        """Does it take the opening? If that wins, where it is solved, or if few are better.

        None where a search for the answer has to say.
        """
        strength = STRENGTHS[self.level]
        value = proved(m.game.name, m.game.size, m.claims[-1])
        if strength.proves and value is not None:
            return value > 0
        if found := self._solved(m, strength, stop):
            return found[0] < 0
        if strength.proves:
            return None
        opened = m.game.board.site(m.claims[-1])
        ranked = self._ranked(m.game, m.game.start(), rng)
        return ranked.index(opened) * 2 >= len(ranked)


def opponent(
    level: int = 3,
    seed: int | Generator | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    *,
    ponder: bool = False,
) -> Opponent:
    """A computer player.

    Parameters
    ----------
    level : int, default 3
        1 (plays near what is claimed, and overlooks a third of threats) to 6 (the strongest).
    seed : int or numpy.random.Generator, optional
        Opponents that differ only in their seeds play differently; with the same seed, the same.
        Left out, it is drawn, and at a board anew for each game, so that no two need be alike.
    seconds : float, optional
        How long it may think about a move; left out, at most about two seconds.
    nodes : int, optional
        A limit in evaluated positions instead; with `nodes` alone what it plays does not depend on
        the clock.
    ponder : bool, default False
        Whether level 6 also thinks while the other player does, at a board in a notebook: it keeps
        one processor busy until its tree is full, and goes on with what it has found. What it plays
        then depends on how long the other thinks. Levels below 6 never do it, nor does a page
        without Python; it needs numba.

    Returns
    -------
    Opponent
        With `choose(m)`, the word that it plays, and `think(m)`, its thoughts on the way there.

    Raises
    ------
    Refused
        If there is no such level or budget.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.opponent(2, seed=7)
    Opponent(level=2, seed=7, seconds=None, nodes=None, ponder=False)
    """
    strength, most = integer(level), integer(nodes)
    start = _drawn() if seed is None else seeded(seed)
    if strength is None or strength not in LEVELS:
        raise Refused(f"there is no level {shown(level)}: levels are 1 to {LEVELS[-1]}")
    if start is None:
        raise Refused(f"{shown(seed)} is no seed: give a whole number, or leave it out")
    if seconds is not None and duration(seconds) is None:
        raise Refused(
            f"{shown(seconds)} is no time to think: give seconds above 0, or leave it out"
        )
    if nodes is not None and (most is None or most < 1):
        raise Refused(f"{shown(nodes)} is no number of nodes: give one above 0, or leave it out")
    return Opponent(strength, start, seconds, most, bool(ponder), drawn=seed is None)


def _drawn() -> int:
    return Random().getrandbits(32)
