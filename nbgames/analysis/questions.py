"""A question about the value of a position, and the words that lead on from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import monotonic
from typing import Any

from ..core.game import Game
from ..core.position import EMPTY, Position
from ..core.rules import Effect
from ..core.symmetry import symmetries
from .capabilities import latticed
from .certificates import has_margins, value_of_end
from .solver.derivation import lines
from .solver.margins import MOST, TURNS, Endgame, lead, locked, turns, turns_count
from .solver.proofs import Prover
from .solver.proving import WinSearch
from .solver.switching import standing

OutOfTime = TimeoutError
EFFORTS = 16  # times the nodes for each claim, where fewer have proved none


class Question:
    """The value of a position and of those that follow it, which share their tables.

    A margin is searched for by turns where claims oblige, and follows from the number of empty
    sites where they do not; other values are two questions who can force a win.
    """

    def __init__(
        self,
        game: Game,
        root: Position,
        stop: float = inf,
        limit: float = inf,
        ready: Callable[[int], Any] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.game, self.root, self.stop, self.limit = game, root, stop, limit
        self._clock = clock
        self.counts = has_margins(game)
        self.lowest = -len(game.board.names) if self.counts else -1
        self.step = 2 if self.counts or not game.rules.draws else 1  # between possible values
        self._ready = ready
        self._searches: dict[int, WinSearch] = {}
        self._certified = 0  # positions of a certificate
        few = len(game.empty(root.owners)) <= MOST
        self._endgame = Endgame(game, root) if _by_turns(game) and few else None
        if self._endgame:
            self._endgame.ready, self._endgame.clock = ready, clock

    @property
    def nodes(self) -> int:
        ours = self._endgame.nodes if self._endgame else 0
        searched = sum(search.nodes for search in self._searches.values())
        return ours + searched + self._certified

    def spend(self) -> None:
        """Count a position of a certificate as a node; raises OutOfTime where the limits end."""
        self._certified += 1
        if self._clock() > self.stop or self.nodes > self.limit:
            raise OutOfTime

    def check(self) -> None:
        """Raises OutOfTime where the limits end."""
        if self._clock() > self.stop or self.nodes >= self.limit:
            raise OutOfTime

    def reaches(self, position: Position, who: int, least: int, nodes: float = inf) -> bool:
        """Does who get at least this value from here? Raises OutOfTime if it cannot be said.

        A search for a forced win ends after so many nodes.
        """
        if least < 0 and not self.counts:
            return True
        outcome = self.game.outcome(position)
        if outcome:
            return value_of_end(self.game, position, outcome, who) >= least
        if self._clock() > self.stop:  # before a search: its first node may take a second
            raise OutOfTime
        if self.counts:
            return self._margin(position, who, least)
        if latticed(self.game):
            seen = standing(self.game.board, position.owners, position.to_move)
            if seen.winner is not None:  # two trees or a race settle it
                return (seen.winner == who) - (seen.winner == 3 - who) >= least
        attacker = who if least == 1 else 3 - who
        won = self._forced(position, attacker, nodes)
        return won if attacker == who else not won

    def reply(self, position: Position, who: int, least: int) -> int:
        """A claim by which who, to move, gets at least this value; the easiest to prove is sought.

        Raises OutOfTime if none can be said.
        """
        after = {int(site): self.game.play(position, site) for site in self.game.moves(position)}
        left, effort = {site: Position(p.owners, p.to_move) for site, p in after.items()}, 1
        while left:
            self.check()
            for site, then in [*left.items()]:
                try:
                    if self.reaches(then, who, least, effort):
                        return site
                    del left[site]
                except OutOfTime:
                    continue
            effort *= EFFORTS
        raise ValueError(f"no claim gets {least:+d}")

    def _forced(self, position: Position, attacker: int, nodes: float = inf) -> bool:
        search = self._search(attacker)
        limit = search.nodes + min(nodes, self.limit - self.nodes)
        won = search.wins(position, self.stop, limit)
        if won is None:
            raise OutOfTime
        return won

    def _search(self, attacker: int) -> WinSearch:
        if attacker not in self._searches:
            self._searches[attacker] = WinSearch(self.game, self.root, attacker)
            self._searches[attacker].ready = self._ready
            self._searches[attacker].clock = self._clock
        return self._searches[attacker]

    def steps(self, position: Position, who: int) -> tuple[str, ...]:
        """The connections that show who's loop; raises OutOfTime where the limits end."""
        search = self._search(who)
        prover = Prover(search, lambda at: self._forced(at, who), self.spend)
        return tuple(lines(prover.proof(position)))

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

    def bounds(self, position: Position, least: float = -inf, most: float = inf) -> tuple[int, int]:
        """The value for the side to move, both bounds equal if it was settled in time.

        It is known already to be from `least` to `most`.
        """
        who = position.to_move
        low, high = self._first_bounds(position)
        low, high = int(max(low, least)), int(min(high, most))
        guess = 1
        try:
            while low < high:
                if self._clock() > self.stop:
                    raise OutOfTime
                step = self.step
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


def settled(
    game: Game,
    position: Position,
    nodes: float = inf,
    stop: float = inf,
    clock: Callable[[], float] = monotonic,
) -> tuple[int, tuple[int, ...], int] | None:
    """The exact value without a swap, a turn that keeps it, and the nodes; None if out of them.

    Or out of time, which is over at `stop` of the clock.
    """
    question = Question(game, position, stop, nodes, clock=clock)
    low, high = question.bounds(position)
    if low < high:
        return None
    try:
        for turn, after in words_from(game, position):
            if question.reaches(after, position.to_move, low):
                return low, turn[0], question.nodes
    except OutOfTime:
        pass
    return None


def words_from(game: Game, position: Position) -> Iterator[tuple[list[tuple[int, ...]], Position]]:
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
        for image in symmetries(game)
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
