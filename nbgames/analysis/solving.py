"""The exact value of a position, or the bounds that were proven in time; who wins, and by what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic
from typing import Any

from ..core.errors import Refused, shown
from ..core.kernels import majority
from ..core.position import EMPTY, SWAP, Outcome, Position
from ..core.rules import Game
from ..core.symmetry import symmetries
from ..draw.marks import Mark
from ..games.copolymer import step as copolymer_step
from ..play.match import Match
from .answers import draw, listed
from .certificates import Certificate, certified
from .solver.margins import MOST, TURNS, Endgame, lead, locked, turns, turns_count
from .solver.proving import Duel

OutOfTime = TimeoutError


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for the side to move, and the words that keep it.

    Attributes
    ----------
    match : Match
        The match that was solved.
    value : int
        In Copolymer by how many cells the side to move wins (above 0) or loses at best; elsewhere 1
        a win, 0 a draw, -1 a loss. If not `exact`, the upper of the two `bounds`.
    best : tuple of str
        The words that keep the value: sites, "swap", or in Copolymer whole turns or their rest. Of
        a lost position (not in Copolymer) all words do.
    exact : bool
        Whether `value` is proven; then both `bounds` are equal to it.
    bounds : tuple of (int, int)
        The least and the greatest value that have not been refuted.
    nodes : int
        How many positions were searched.
    certificate : Certificate or None
        The strategies that prove the value, if they were asked for.
    complete : bool
        Whether every word was looked at. If False, time or nodes ran out: `best` has those that
        were found to keep the value, and there may be others.
    """

    match: Match = field(repr=False)
    value: int
    best: tuple[str, ...]
    exact: bool
    bounds: tuple[int, int]
    nodes: int
    certificate: Certificate | None = field(default=None, repr=False)
    complete: bool = True

    draw = draw

    def explain(self) -> str:
        """The value and the best words in one paragraph."""
        player = self.match.game.players[self.match.position.to_move - 1]
        if not self.exact:
            low, high = self.bounds
            return (
                f"Not settled after {self.nodes:,} nodes: the value for {player}, who is to move, "
                f"lies between {low:+d} and {high:+d}."
            )
        how = "wins" if self.value > 0 else "draws" if self.value == 0 else "loses"
        by = f" by {abs(self.value)}" if _counts(self.match.game) else ""
        said = f"{player} is to move and {how}{by} against the best play."
        return said + (self._keeping() if self.value >= 0 or by else "")

    def _keeping(self) -> str:
        best = f" {listed(self.best)} {'keep' if len(self.best) > 1 else 'keeps'} that."
        if self.complete:
            return best
        if not self.best:
            return " Which words keep that was not found in time."
        return f"{best} There may be others: not every word was looked at in time."

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        names = {name for word in self.best for name in word.split(",") if name != SWAP}
        return (Mark("best play", "good", tuple(sorted(names, key=self.match.game.board.site))),)


def solve(
    m: Match,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    certificate: bool = False,
) -> Solution:
    """The exact value of a position for the side to move, a legal swap included.

    Parameters
    ----------
    m : Match
        A match that is not over.
    seconds : float, optional
        A time limit; left out, the search runs until the value is exact.
    nodes : int, optional
        A limit in searched positions; with `nodes` alone the answer does not depend on the clock.
    certificate : bool, default False
        Add the strategies that prove the value, for `analysis.verify`; the match must be without a
        swap.

    Returns
    -------
    Solution
        `value` (Copolymer: cells of the side to move minus the other's; elsewhere 1 a win, 0 a
        draw, -1 a loss), `best` (the words that keep it), `exact`, `bounds` (proven so far),
        `nodes`, `complete` (False if some words were not looked at) and `certificate`; with
        `explain` and `draw`.

    Raises
    ------
    Refused
        If the match is over, a limit is not above 0, or a certificate is asked for that cannot be
        had.

    Notes
    -----
    *value*: what the side to move gets with best play of both: 1 a win, 0 a draw, -1 a loss; in
    Copolymer its cells minus the other's.

    Copolymer endgames are searched turn by turn (a set of connecting cells and a closing cell),
    with a transposition table of the regions of `interaction_graph` that still interact. The other
    games are searched by proof numbers (df-pn), only inside the carriers of what the opponent
    threatens; in Projex these are virtual connections on the double cover, and a node stands for
    four positions by symmetry. What the rules of a game of your own do not promise is not used.

    References
    ----------
    .. [1] A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", PhD thesis,
       University of Tokyo, 2002.
    .. [2] V. Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134,
       2002.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> found = analysis.solve(nbgames.match("projex", 3, swap=False))  # 12 cells
    >>> found.value, found.exact
    (1, True)
    >>> analysis.solve(nbgames.match("projex", 6, swap=False), nodes=10).bounds
    (-1, 1)
    """
    if not isinstance(m, Match):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    if m.outcome:
        raise Refused(f"there is nothing to solve: {m.result()}")
    for given, what in ((seconds, "time limit"), (nodes, "number of nodes")):
        if given is not None and not given > 0:
            raise Refused(f"{shown(given)} is no {what}: give one above 0")
    stop = inf if seconds is None else monotonic() + seconds
    opening = not any(m.position.owners) and m.game.rules.swap and m.allows_swap
    if certificate and (opening or m.position.may_swap):
        raise Refused("a certificate is for matches without a swap: make it with swap=False")
    question = Question(m.game, m.position, stop, inf if nodes is None else nodes)
    found = _opened(m, question) if opening else _solved(m, question)
    if not certificate:
        return found
    if not found.exact:
        raise Refused("there is no certificate of a value that is not settled: give more time")
    made = certified(m, found.value, question.reaches)
    return replace(found, nodes=question.nodes, certificate=made)


def _counts(game: Game) -> bool:
    """Is the value a number of cells?"""
    return game.rules.step is copolymer_step and game.rules.winner is majority


class Question:
    """What is the value of this position, or of one after it? Tables are shared between them."""

    def __init__(self, game: Game, root: Position, stop: float = inf, limit: float = inf) -> None:
        self.game, self.root, self.stop, self.limit = game, root, stop, limit
        self.counts = _counts(game)
        self._duels: dict[int, Duel] = {}
        empty = root.owners[: game.board.claimable].count(EMPTY)
        self._endgame = Endgame(game, root) if self.counts and empty <= MOST else None

    @property
    def nodes(self) -> int:
        ours = self._endgame.nodes if self._endgame else 0
        return ours + sum(duel.nodes for duel in self._duels.values())

    def reaches(self, position: Position, who: int, least: int) -> bool:
        """Does who get at least this value from here? Raises OutOfTime if it cannot be said."""
        if least < 0 and not self.counts:
            return True
        outcome = self.game.outcome(position)
        if outcome:
            return self._ended(position, outcome, who) >= least
        if self.counts:
            return self._margin(position, who, least)
        attacker = who if least == 1 else 3 - who
        if attacker not in self._duels:
            self._duels[attacker] = Duel(self.game, self.root, attacker)
        duel = self._duels[attacker]
        won = duel.attacked(position, self.stop, self.limit - self.nodes + duel.nodes)
        if won is None:
            raise OutOfTime
        return won if attacker == who else not won

    def _ended(self, position: Position, outcome: Outcome, who: int) -> int:
        if self.counts:
            return position.owners.count(who) - position.owners.count(3 - who)
        return 0 if outcome.winner is None else 1 if outcome.winner == who else -1

    def _margin(self, position: Position, who: int, least: int) -> bool:
        if self._endgame is None:
            raise OutOfTime
        mine = position.to_move == who
        rest = least - lead(position) if mine else -least - lead(position)
        window = (rest - 1, rest) if mine else (rest, rest + 1)
        found = self._endgame.margin(position, *window, stop=self.stop, limit=self.limit)
        if found is None:
            raise OutOfTime
        return found >= rest if mine else found <= rest

    def bounds(self, position: Position) -> tuple[int, int]:
        """The value for the side to move, both bounds equal if it was settled in time."""
        who = position.to_move
        low, high = locked(self.game, position) if self.counts else (-1, 1)
        guess = 1
        try:
            while low < high:
                step = 2 if self.counts or not self.game.rules.draws else 1
                guess = min(max(guess, low + step), high)
                if self.reaches(position, who, guess):
                    low = guess
                    guess += step
                else:
                    high = guess - step
                    guess -= step
        except OutOfTime:
            pass
        return low, high


def _solved(m: Match, question: Question) -> Solution:
    position = m.position
    low, high = question.bounds(position)
    swapped = position.may_swap
    if low < high:
        if swapped:
            low, high = (max(low, -high), max(abs(low), abs(high)))
        exact = low == high
        return Solution(m, high, (), exact, (low, high), question.nodes, complete=False)
    best, complete = ((), True) if swapped and low < 0 else _best(m, question, low)
    if swapped and low <= 0:
        low, best = -low, (*best, SWAP)
    return Solution(m, low, best, True, (low, low), question.nodes, complete=complete)


def _best(m: Match, question: Question, value: int) -> tuple[tuple[str, ...], bool]:
    """The words that keep a value, as far as time allows, and whether these are all."""
    names, who = m.game.board.names, m.position.to_move
    found: list[str] = []
    try:
        for turn, after in _words(m.game, m.position):
            if question.reaches(after, who, value):
                found += [",".join(names[site] for site in same) for same in turn]
    except OutOfTime:
        return tuple(found), False
    return tuple(found), True


def settled(
    game: Game, position: Position, nodes: float = inf, stop: float = inf
) -> tuple[int, tuple[int, ...], int] | None:
    """The exact value without a swap, a turn that keeps it, and the nodes; None if out of them.

    Or out of time, which is over at `stop`, as `monotonic` tells it.
    """
    question = Question(game, position, stop, nodes)
    low, high = question.bounds(position)
    if low < high:
        return None
    try:
        for turn, after in _words(game, position):
            if question.reaches(after, position.to_move, low):
                return low, turn[0], question.nodes
    except OutOfTime:
        pass
    return None


def _words(game: Game, position: Position) -> Iterator[tuple[list[tuple[int, ...]], Position]]:
    """Each turn, with those that are the same by a symmetry, and the position after it."""
    if _counts(game):
        ways: Any = turns(game, position)
        if turns_count(game, position) > TURNS:
            ways = ((site,) for site, owner in enumerate(position.owners) if owner == EMPTY)
        for turn in ways:
            yield [turn], _after(game, position, turn)
        return
    owners = position.owners
    kept = [
        way
        for way in symmetries(game)
        if bytes(owners[way[s]] for s in range(len(owners))) == owners
    ]
    seen: set[int] = set()
    for site in game.moves(position):
        if isinstance(site, str) or site in seen:
            continue
        same = sorted({site, *(way[site] for way in kept)})
        seen.update(same)
        yield [(other,) for other in same], game.play(position, site)


def _after(game: Game, position: Position, sites: tuple[int, ...]) -> Position:
    for site in sites:
        position = game.play(position, site)
    return position


def _opened(m: Match, question: Question) -> Solution:
    """The empty board, where the other may take the opening: one that draws is all there is."""
    names = m.game.board.names
    if not m.game.rules.draws:
        return Solution(m, -1, m.legal(), True, (-1, -1), 0)
    even: list[str] = []
    settled = True
    for turn, after in _words(m.game, m.position):
        low, high = question.bounds(after)
        settled &= low == high
        if low == high == 0:
            even += [names[same[0]] for same in turn]
    if even:
        return Solution(m, 0, tuple(even), True, (0, 0), question.nodes, complete=settled)
    value = -1 if settled else 0
    best = m.legal() if settled else ()
    return Solution(m, value, best, settled, (-1, value), question.nodes, complete=settled)
