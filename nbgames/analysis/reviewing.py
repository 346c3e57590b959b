"""A match looked over: what each move cost, exactly where it can be solved, else by estimate."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from ..errors import Refused, shown
from ..matches import Match
from ..position import EMPTY, FIRST, RESIGN, SWAP, Position
from .guesses import guess
from .sampling import tallied
from .solving import settled

GAMES, BATCHES, BETTER = 4096, 8, 3  # random games for an estimate, in batches; moves compared
SOLVED = {True: 14, False: 9}  # empty sites up to which a position is solved: where cells count


@dataclass(frozen=True, slots=True)
class Remark:
    """What one move cost its player: a loss of 0 is a best move.

    An exact loss is in cells in Copolymer, else 1 from a win to a draw or a draw to a loss, 2 from
    a win to a loss. An estimate is in shares of the random games (or of currents in Antipalos,
    whose error is not known), with its standard error.
    """

    move: int
    word: str
    who: int
    loss: float
    error: float
    exact: bool
    better: str

    def __str__(self) -> str:
        if self.loss <= 2 * self.error or self.loss == 0:
            return "nothing better is known" if not self.exact else "a best move"
        if self.exact:
            return f"loses {self.loss:g}: {self.better} was better"
        return f"costs about {self.loss:.0%} ± {self.error:.0%}: {self.better} looks better"


@dataclass(frozen=True, slots=True)
class Review:
    """All remarks on a match, and the curve of FIRST's prospects (0 to 1) before each move."""

    match: Match = field(repr=False)
    remarks: tuple[Remark, ...]
    curve: tuple[float, ...] = field(repr=False)

    @property
    def worst(self) -> tuple[Remark, ...]:
        """The three moves that cost most, what is exact first."""
        costly = [r for r in self.remarks if r.loss > 2 * r.error]
        return tuple(sorted(costly, key=lambda r: (-r.exact, -r.loss, r.move))[:3])

    def explain(self) -> str:
        """The worst moves in plain words."""
        if not self.worst:
            return "No move is known to have cost anything."
        players = self.match.game.players
        return " ".join(f"Move {r.move}, {players[r.who - 1]}'s {r.word}, {r}." for r in self.worst)

    def annotated(self) -> Match:
        """The match with a comment on each move that cost something."""
        m = self.match
        for r in self.remarks:
            if r.loss > 2 * r.error:
                m = m.comment(
                    f"{m.comments[r.move]} {r}" if r.move in m.comments else str(r), r.move
                )
        return m

    def draw(self, ax: Any = None) -> Any:
        """The curve, on matplotlib axes."""
        from ..charts import prospects

        worst = [remark.move for remark in self.worst]
        return prospects(self.curve, worst, self.match.game.players[0], ax)


def review(m: Match, *, games: int = GAMES, nodes: int = 3_000, seed: int = 0) -> Review:
    """What each move of a match cost.

    Definition
    ----------
    *loss*: of a move, the value of the position before it minus the value that it leaves, both
    for whoever moved; never negative where both are exact.

    Parameters
    ----------
    m
        A match with at least one move; it need not be over.
    games
        Random games for each estimate.
    nodes
        How much an exact answer may take; what takes longer is estimated.

    Raises
    ------
    Refused
        If nothing has been played.

    >>> import nbgames
    >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
    >>> print(review(m).remarks[0])  # the centre is a bad first move
    loses 2: A1 was better
    """
    if not isinstance(m, Match):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    if not m.moves:
        raise Refused("there is nothing to review: nobody has moved yet")
    if type(games) is not int or games < BATCHES:
        raise Refused(f"{shown(games)} is too few games: give at least {BATCHES}")
    rng = Random(seed)
    stages = [m.at(n) for n in range(len(m.moves) + 1)]
    curve = [_prospects(stage, games, rng) for stage in stages]
    remarks = []
    for n, (before, after, word) in enumerate(zip(stages, stages[1:], m.moves, strict=False), 1):
        if word in (SWAP, RESIGN) or after.is_open:
            continue
        remarks.append(
            _exact(n, before, after, word, nodes) or _estimate(n, before, after, word, games, rng)
        )
    return Review(m, tuple(remarks), tuple(curve))


def _bare(m: Match) -> Position:
    return Position(m.position.owners, m.position.to_move)


def _value(m: Match, who: int, nodes: int) -> tuple[int, str] | None:
    """The exact value for who and a word that keeps it, if they can be had."""
    if m.outcome:
        if m.game.rules.by == "majority":
            owners = m.position.owners
            return owners.count(who) - owners.count(3 - who), ""
        return 0 if m.outcome.winner is None else 1 if m.outcome.winner == who else -1, ""
    found = settled(m.game, _bare(m), nodes)
    if found is None:
        return None
    value, turn, _ = found
    word = ",".join(m.game.board.names[site] for site in turn)
    return value if m.position.to_move == who else -value, word


def _exact(n: int, before: Match, after: Match, word: str, nodes: int) -> Remark | None:
    game, who = before.game, before.position.to_move
    counts = game.rules.by == "majority"
    if before.position.owners[: game.board.claimable].count(EMPTY) > SOLVED[counts]:
        return None
    best = _value(before, who, nodes)
    got = best and _value(after, who, nodes)
    if best is None or got is None:
        return None
    return Remark(n, word, who, best[0] - got[0], 0.0, True, best[1])


def _estimate(n: int, before: Match, after: Match, word: str, games: int, rng: Random) -> Remark:
    """The share of the best of a few others less that of the move, each from games of its own."""
    game, position, who = before.game, _bare(before), before.position.to_move
    seen = guess(game, position, games, rng.getrandbits(32))
    first = word.split(",")[0]
    order = sorted(seen.worth, key=lambda site: -seen.worth[site])[:BETTER]
    names = game.board.names
    options = {names[site]: before.play(names[site]) for site in order if names[site] != first}
    trial = {name: _share(then, who, games, rng)[0] for name, then in options.items()}
    better = max(trial, key=lambda name: trial[name], default=first)
    played = before.play(first) if first != word else after
    mine, my_error = _share(played, who, games, rng)
    theirs, their_error = _share(options.get(better, played), who, games, rng)
    return Remark(
        n, word, who, max(0.0, theirs - mine), sqrt(my_error**2 + their_error**2), False, better
    )


def _share(m: Match, who: int, games: int, rng: Random) -> tuple[float, float]:
    """How likely who wins from here, by random games or by currents, with its standard error."""
    if m.outcome:
        return (0.5 if m.outcome.winner is None else float(m.outcome.winner == who)), 0.0
    if m.game.rules.draws:
        value = guess(m.game, _bare(m), games, 0).value
        return (value if m.position.to_move == who else 1 - value), 0.0
    shares = []
    for _ in range(BATCHES):
        drawn, first, _ = tallied(m.game, _bare(m), games // BATCHES, rng.getrandbits(32))[:3]
        share = (first + drawn / 2) / (games // BATCHES)
        shares.append(share if who == FIRST else 1 - share)
    return mean(shares), stdev(shares) / sqrt(BATCHES)


def _prospects(m: Match, games: int, rng: Random) -> float:
    return _share(m, FIRST, games, rng)[0]
