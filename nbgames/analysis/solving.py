"""Solves a position: its exact value, or the bounds proven in time, and the moves that keep it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic
from typing import Any

from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.position import EMPTY, SWAP, Position
from ..core.rules import Effect
from ..draw.marks import Mark
from ..play.match import Match
from .answers import draw, in_notebook, listed, to_dict, to_frame
from .certificates import Certificate, certified, has_margins, may_open, value_of_end
from .solver.margins import MOST, TURNS, Endgame, lead, locked, turns, turns_count
from .solver.proving import WinSearch, kept_symmetries

OutOfTime = TimeoutError


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for the side to move, and the words that keep it.

    Attributes
    ----------
    match : Match
        The match that was solved.
    value : int
        Where most cells win (Copolymer), by how many cells the side to move wins (above 0) or
        loses at best; elsewhere 1 a win, 0 a draw, -1 a loss. If not `exact`, the upper of the
        two `bounds`.
    best : tuple of str
        The words that keep the value: sites, "swap", or whole turns or their rest where a turn has
        several claims. Of a lost position (where values are no margins) all words do.
    exact : bool
        Whether `value` is proven; then both `bounds` are equal to it.
    bounds : tuple of (int, int)
        The least and the greatest value that have not been refuted.
    nodes : int
        The work of the search, in positions; in Projex four virtual connections count as one.
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
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

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
        by = f" by {abs(self.value)}" if has_margins(self.match.game) else ""
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
        A limit in searched positions, those of a certificate included; with `nodes` alone the
        answer does not depend on the clock.
    certificate : bool, default False
        Add the strategies that prove the value, for `analysis.verify`; the match must be without a
        swap.

    Returns
    -------
    Solution
        `value` (where most cells win: cells of the side to move minus the other's; elsewhere 1 a
        win, 0 a draw, -1 a loss), `best` (the words that keep it), `exact`, `bounds` (proven so
        far), `nodes`, `complete` (False if some words were not looked at) and `certificate`; with
        `explain` and `draw`.

    Raises
    ------
    Refused
        If the match is over, a limit is not above 0, or a certificate is asked for that cannot be
        had, or not within the limits.

    Notes
    -----
    *value*: what the side to move gets with best play of both: 1 a win, 0 a draw, -1 a loss; in
    Copolymer its cells minus the other's.

    Copolymer endgames are searched turn by turn (a set of connecting cells and a closing cell),
    with a transposition table of the regions of `interaction_graph` that still interact. The other
    games are searched by proof numbers (df-pn), only inside the carriers of what the opponent
    threatens; in Projex these are virtual connections on the double cover, of which four count as
    one node. What the rules of a game of your own do not promise is not used.

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
    opening = may_open(m)
    if certificate and (opening or m.position.may_swap):
        raise Refused("a certificate is for matches without a swap: make it with swap=False")
    question = Question(m.game, m.position, stop, inf if nodes is None else nodes)
    found = _opened(m, question) if opening else _solved(m, question)
    return _with_certificate(found, question) if certificate else found


def _with_certificate(found: Solution, question: Question) -> Solution:
    if not found.exact:
        raise Refused("there is no certificate of a value that is not settled: give more time")
    try:
        made = certified(found.match, found.value, question.reaches, question.spend)
    except OutOfTime:
        raise Refused(
            f"the value is {found.value:+d}, but its certificate was not finished within the"
            " limits: give more time or nodes"
        ) from None
    return replace(found, nodes=question.nodes, certificate=made)


class Question:
    """The value of a position and of those that follow it, which share their tables.

    A margin is searched for by turns where claims oblige, and follows from the number of empty
    sites where they do not; other values are two questions who can force a win.
    """

    def __init__(self, game: Game, root: Position, stop: float = inf, limit: float = inf) -> None:
        self.game, self.root, self.stop, self.limit = game, root, stop, limit
        self.counts = has_margins(game)
        self._searches: dict[int, WinSearch] = {}
        self._certified = 0  # positions of a certificate
        few = len(game.empty(root.owners)) <= MOST
        self._endgame = Endgame(game, root) if _by_turns(game) and few else None

    @property
    def nodes(self) -> int:
        ours = self._endgame.nodes if self._endgame else 0
        searched = sum(search.nodes for search in self._searches.values())
        return ours + searched + self._certified

    def spend(self) -> None:
        """Count a position of a certificate as a node; raises OutOfTime where the limits end."""
        self._certified += 1
        if monotonic() > self.stop or self.nodes > self.limit:
            raise OutOfTime

    def reaches(self, position: Position, who: int, least: int) -> bool:
        """Does who get at least this value from here? Raises OutOfTime if it cannot be said."""
        if least < 0 and not self.counts:
            return True
        outcome = self.game.outcome(position)
        if outcome:
            return value_of_end(self.game, position, outcome, who) >= least
        if self.counts:
            return self._margin(position, who, least)
        attacker = who if least == 1 else 3 - who
        if attacker not in self._searches:
            self._searches[attacker] = WinSearch(self.game, self.root, attacker)
        search = self._searches[attacker]
        won = search.wins(position, self.stop, self.limit - self.nodes + search.nodes)
        if won is None:
            raise OutOfTime
        return won if attacker == who else not won

    def _margin(self, position: Position, who: int, least: int) -> bool:
        mine = position.to_move == who
        if not _by_turns(self.game):
            margin = _fixed_margin(self.game, position)
            return (margin if mine else -margin) >= least
        if self._endgame is None:
            raise OutOfTime
        rest = least - lead(position) if mine else -least - lead(position)
        window = (rest - 1, rest) if mine else (rest, rest + 1)
        limit = self.limit - self.nodes + self._endgame.nodes
        found = self._endgame.margin(position, *window, stop=self.stop, limit=limit)
        if found is None:
            raise OutOfTime
        return found >= rest if mine else found <= rest

    def bounds(self, position: Position) -> tuple[int, int]:
        """The value for the side to move, both bounds equal if it was settled in time."""
        who = position.to_move
        low, high = self._first_bounds(position)
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

    def _first_bounds(self, position: Position) -> tuple[int, int]:
        if not self.counts:
            return -1, 1
        if _by_turns(self.game):
            return locked(self.game, position)
        margin = _fixed_margin(self.game, position)
        return margin, margin


def _by_turns(game: Game) -> bool:
    """Is the value a margin that turns of several claims decide?"""
    return has_margins(game) and game.rules.effect is Effect.OBLIGES


def _fixed_margin(game: Game, position: Position) -> int:
    """The margin for the side to move where the players claim in turn until the board is full."""
    return lead(position) + len(game.empty(position.owners)) % 2


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
    if _by_turns(game):
        found: Any = turns(game, position)
        if turns_count(game, position) > TURNS:
            found = ((site,) for site, owner in enumerate(position.owners) if owner == EMPTY)
        for turn in found:
            yield [turn], _after(game, position, turn)
        return
    owners = position.owners
    kept = [
        image
        for image in kept_symmetries(game)
        if bytes(owners[image[s]] for s in range(len(owners))) == owners
    ]
    seen: set[int] = set()
    for site in game.moves(position):
        if isinstance(site, str) or site in seen:
            continue
        same = sorted({site, *(image[site] for image in kept)})
        seen.update(same)
        yield [(other,) for other in same], game.play(position, site)


def _after(game: Game, position: Position, sites: tuple[int, ...]) -> Position:
    for site in sites:
        position = game.play(position, site)
    return position


def _opened(m: Match, question: Question) -> Solution:
    """The empty board, where the other player may take over the opening: only its size counts."""
    game, names, mover = m.game, m.game.board.names, m.position.to_move
    decisive = not game.rules.draws and not question.counts  # every opening is won by somebody
    if decisive and not game.rules.several:
        return Solution(m, -1, m.legal(), True, (-1, -1), 0)
    found: list[tuple[int, int, list[str]]] = []
    for turn, after in _words(game, m.position):
        low, high = (1, 1) if decisive else question.bounds(after)
        least, most = max(low, -high, 0), max(abs(low), abs(high))
        if after.to_move != mover:
            least, most = -most, -least
        found.append((least, most, [names[same[0]] for same in turn]))
    low, high = (max(bounds) for bounds in list(zip(*found, strict=True))[:2])
    best = [name for least, most, words in found if least == most == high for name in words]
    return Solution(
        m,
        high,
        () if low < high else m.legal() if len(best) == len(m.legal()) else tuple(best),
        low == high,
        (low, high),
        question.nodes,
        complete=all(least == most for least, most, _ in found),
    )
