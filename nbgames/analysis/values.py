"""What positions are worth to FIRST: exact where that is proven, else by tree search."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from ..core.game import Game
from ..core.position import EMPTY, FIRST, SWAP, Position
from ..play.match import SEATS, Match
from ..play.sentences import told
from ..play.turns import is_begun
from . import wording
from .answers import fits, named, unsure
from .capabilities import latticed, obliges
from .certificates import has_margins, value_of_end
from .chunks import paused, received
from .forced import threats
from .mcts.estimates import Estimate, estimated, finished, leaves_for, usual
from .questions import OutOfTime, Question, settled
from .ranking import spelled
from .solving import solve

SOLVED = {True: 14, False: 9}  # empty sites up to which a position is solved: where cells count
FORCED, TENTH = 40, 10  # up to so many, a tenth of the nodes, since threats may decide
SPREAD = 1.25  # of estimates by games, see `stated`
MODEL = 12  # of those on lattices, by evaluated positions, likewise
ORDER = 16  # claims that are told of a search, those of a long turn among them
COMPARED = 512  # sites of the largest lattices whose errors were compared


class Value(NamedTuple):
    """What a position is worth to FIRST.

    `share` is from 0 to 1, and right within the `error`, which is 0 where it is proven. Where it is
    exact, `score` is in cells where they count, else 1, 0 or -1. `line` has words of best play, as
    far as they are known, and `order` the claims that a search looked at most, the most first; with
    a space between. `games` are those of the longest search behind an estimate.
    """

    share: float
    error: float = 0.0
    score: int | None = None
    line: str = ""
    order: str = ""
    games: int = 0

    @property
    def word(self) -> str:
        """The first word of best play."""
        return self.line.partition(" ")[0]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.line.split())

    def seen_by(self, who: int) -> float:
        return self.share if who == FIRST else 1 - self.share

    def score_for(self, who: int) -> int | None:
        return -self.score if self.score is not None and who != FIRST else self.score

    def result_for(self, who: int) -> int | None:
        """1 for a proven win, 0 for a draw, -1 for a loss; None where nothing is proven."""
        share = self.seen_by(who)
        return None if self.error else (share > 0.5) - (share < 0.5)

    def turned(self) -> Value:
        """The value to FIRST of having SECOND's side: what a swap makes of it."""
        score = None if self.score is None else -self.score
        return Value(1 - self.share, self.error, score, games=self.games)

    def or_swapped(self, mover: int) -> Value:
        """The value where the player to move may swap, and does so if that is better."""
        if self.seen_by(mover) >= 0.5:
            return self
        return self.turned()._replace(line=SWAP)

    def after(self, word: str, *, goes_on: bool = False) -> Value:
        """The same value of the position before this word, of which the line may go on."""
        between = "," if goes_on and self.line else " "
        return self._replace(line=f"{word}{between}{self.line}".strip())


UNKNOWN = Value(0.5, 0.5)


def read_value(row: Any) -> Value | None:
    """The value that a row of a checkpoint holds; None where it holds none."""
    return Value(*row) if fits(Value, row) and 0 <= row[0] <= 1 and row[1] >= 0 else None


def better(found: Value, known: Value | None) -> Value:
    """The better known of two: proven, then of more games, then of less error, else the known.

    >>> better(Value(0.6, 0.1, games=512), Value(0.4, 0.2, games=2048)).share
    0.4
    """
    both = (known, found) if known else (found,)
    return min(both, key=unsure)


def said(m: Match, value: Value, who: int = FIRST) -> str:
    """What a position is worth, and how that is known: the same on a bar, in a hint and a review.

    An estimate is told as the chance of whoever plays that side, "X's chance to win". Where a swap
    may be chosen it is told with the better choice, as the chance of a person, by the name of the
    seat as it was given, or else "Player 1 (X)'s", with the side before the swap.

    >>> import nbgames
    >>> said(nbgames.match("projex", 3), Value(0.62, 0.1))
    "X's chance to win: 62% (52% to 72%), estimated."
    >>> said(nbgames.match("projex", 3), Value(0.62, 0.1), nbgames.SECOND)
    "O's chance to win: 38% (28% to 48%), estimated."
    >>> said(nbgames.match("projex", 3).play("B2"), Value(0.62, 0.1))
    "Player 1 (X)'s chance to win: 38% (28% to 48%) if O swaps, else 62%, estimated."
    """
    if m.outcome:
        return f"{capital(told(m))}."
    players, best, choice = m.game.players, chosen(m, value), ""
    if m.position.may_swap:
        if m.openers == SEATS:
            seated = zip(SEATS, players, strict=True)
            first, second = (f"{capital(seat)} ({player})" for seat, player in seated)
            players = first, second
        else:
            players = m.openers
        choice = wording.choice(named(m, m.position.to_move), best.word == SWAP)
    return wording.standing(
        players if who == FIRST else players[::-1],
        m.game.rules.draws,
        best.seen_by(who),
        value.error,
        cells(m, value),
        choice,
    )


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def chosen(m: Match, value: Value) -> Value:
    """What a position is worth to whoever plays FIRST's side there, a swap counted."""
    return value.or_swapped(m.position.to_move) if m.may_swap else value


def cells(m: Match, value: Value) -> int:
    """By how many cells a win is proven, where that is known and most cells win."""
    return abs(value.score or 0) if obliges(m.game) else 0


def result_of(m: Match) -> Value:
    """What a match that is over is worth, however it ended."""
    winner = m.outcome.winner if m.outcome else None
    share = 0.5 if winner is None else float(winner == FIRST)
    end = end_of(m)
    return end if end and end.share == share else Value(share)


class Asked(NamedTuple):
    """What a review asks of each position, as a worker is told it."""

    record: str
    games: int
    nodes: int
    seed: int

    @property
    def key(self) -> str:
        return sha256(repr(tuple(self)).encode()).hexdigest()


class Query(NamedTuple):
    """A board to be searched: that after so many words, or after another in place of the last one.

    It is searched by so many times the usual games; where it `proves`, the solver is asked instead.
    """

    number: int
    instead: str = ""
    times: int = 1
    proves: bool = False

    @property
    def key(self) -> str:
        """What it is called in a checkpoint; the seed of its search depends on that."""
        if not self.instead:
            again = f"again {self.number} {self.times}"
            return again if self.times > 1 else f"position {self.number}"
        return f"{'proof' if self.proves else 'instead'} {self.number} {self.instead} {self.times}"


def valued(m: Match, asked: Asked, query: Query) -> Generator[None, None, Value]:
    """What a board is worth by tree search or by proof, without a swap."""
    seed = Random(f"{asked.seed} {query.key}").getrandbits(34)
    games = asked.games * query.times
    if not query.instead:
        return (yield from _played_on(m.at(query.number), games, seed))
    m = m.at(query.number - 1).play(*query.instead.split(","))
    if query.proves:
        return (yield from by_proof(m, asked.nodes)) or UNKNOWN
    return (yield from _played_on(m, games, seed))


def _played_on(m: Match, games: int, seed: int) -> Generator[None, None, Value]:
    """What the board is worth once the turn is over, which is played on as each search says.

    Only values with the same player to move are compared.
    """
    value = yield from by_search(m, games, seed)
    if not (m.is_open and value.word):
        return value
    then = m.play(*value.word.split(","))
    whole = yield from _played_on(then, games, seed)
    return whole.after(value.word, goes_on=then.is_open)


def by_search(m: Match, games: int, seed: int) -> Generator[None, None, Value]:
    """What a board is worth by tree search, without a swap."""
    return (yield from by_search_with_near_best(m, games, seed))[0]


def by_search_with_near_best(
    m: Match, games: int, seed: int
) -> Generator[None, None, tuple[Value, tuple[str, ...]]]:
    """The same, and the claims that are nearly as good as the best one, which is the first."""
    if ended := end_of(m):
        return ended, ()
    found = yield from estimated(m.game, bare(m), games, seed)
    who, line = m.position.to_move, " ".join(_words(m, found.line))
    names = m.game.board.names
    order = " ".join(names[site] for site in found.order[:ORDER])
    near = tuple(names[site] for site in found.near)
    share = found.share if who == FIRST else 1 - found.share
    if found.proven is None:
        error = stated(m.game, found, games)
        return Value(share, error, None, line, order, games), near
    if has_margins(m.game):  # who wins is proven, and not by how much
        return Value(share, 0.0, None, line, order), near
    score = found.proven and (1 if found.proven == who else -1)
    return _known(score, who, line)._replace(order=order), near


def by_proof(m: Match, nodes: int) -> Generator[None, None, Value | None]:
    """The exact value of a board without a swap, where so many nodes are likely to give it."""
    if known := end_of(m) or _won_at_once(m):
        return known
    if not (most := _worthwhile(m, nodes, False)):
        return None
    value, _ = yield from paused(partial(_searched, m, most))
    return value


def remote_value(asked: Asked, query: Query, *rules: bytes) -> Value:
    return finished(valued(received(asked.record, rules), asked, query))


def stated(game: Game, found: Estimate, games: int) -> float:
    """The error that is stated of an estimate: how far one of ten times the games may lie from it.

    It is how far the estimate moved in the second half of its games, plus a bound for these games,
    but for no more than the usual ones: on lattices MODEL / sites ** 0.5 / leaves ** 0.25, since on
    large ones a longer search changes less; elsewhere SPREAD / games ** 0.25 where the share is
    0.5, down to half of that where it is 0 or 1. It is no more than a share can be wrong.

    That is no standard error but a bound that is seldom passed by such a longer search, whatever a
    proof says: half of the estimates are within a fifth of it. SPREAD was chosen by 64 matches
    (Projex 6, ConHex 5, Copolymer 5) at 32 to 2,048 games and by the kept ones of ConHex 5 at
    8,192, MODEL by 56 positions of Antipalos 6, 8 and 16 at 8 to 900 leaves. Of the matches in
    tests/data/reviewed.txt `python -m tools.trust` tells how many estimates lie further away.
    Proofs do more often: of 104 positions of 24 matches (Projex 5 and 6, ConHex 4 and 5, Copolymer
    5 and 7, Antipalos 6 and 8, level 3 against 2) that `review` estimates without nodes and proves
    with them, 31 lie outside, 23 of these in Copolymer.
    Boards of other sizes were not compared.
    """
    share, games = found.share, min(games, usual(game))
    if latticed(game):
        leaves, sites = max(1, leaves_for(game, games)), min(game.board.claimable, COMPARED)
        bound = MODEL / sqrt(sites * sqrt(leaves))
    else:
        bound = SPREAD * (0.5 + 2 * share * (1 - share)) / sqrt(sqrt(games))
    return min(abs(share - found.half) + bound, max(share, 1 - share))


def _words(m: Match, claims: Sequence[int]) -> list[str]:
    """These claims as words, a turn in each."""
    game, position = m.game, bare(m)
    words: list[list[int]] = []
    goes_on = False
    for site in claims:
        words = [*words[:-1], [*words[-1], site]] if goes_on else [*words, [site]]
        then = game.play(position, site)
        goes_on = then.to_move == position.to_move
        position = Position(then.owners, then.to_move)
    return [spelled(game, tuple(word)) for word in words]


def _known(score: int, who: int, line: str = "") -> Value:
    """An exact value from a score for who."""
    score = score if who == FIRST else -score
    return Value((1 + (score > 0) - (score < 0)) / 2, 0.0, score, line)


def end_of(m: Match) -> Value | None:
    """The exact value of a board that is played out."""
    game, position, who = m.game, bare(m), m.position.to_move
    end = game.outcome(position)
    return _known(value_of_end(game, position, end, who), who) if end else None


def _won_at_once(m: Match) -> Value | None:
    """The exact value where a claim wins at once."""
    who = m.position.to_move
    at_once = () if m.game.rules.scored else threats(m, who)
    return _known(1, who, at_once[0]) if at_once else None


def proofs(
    m: Match, boards: Sequence[int], nodes: int, *, within: bool = False
) -> Iterator[tuple[int, Value | None] | None]:
    """Exact values of boards, from the last one backwards; behind one that stays open only a few.

    Whoever won with the next word needs no search: what follows is proven already. Without nodes
    that is all. What leads on from a proven position, `within` one, is within reach of a proof too.
    Where margins count it is proven who wins, with as many nodes again, where by how much takes too
    many. None is a pause.
    """
    left, won, after, then = nodes, nodes, 0, None
    for n in reversed(boards):
        before = m.at(n)
        value = end_of(before) or (_won_at_once(before) if nodes else None)
        if value is None and then and not has_margins(m.game):
            value, spent = yield from paused(partial(_kept, before, then, m.moves[after - 1], left))
            left -= spent
        most = min(left, _worthwhile(before, nodes, within or then is not None))
        if value is None and most:
            value, spent = yield from paused(partial(_searched, before, most))
            left -= spent
        if value is None and then and has_margins(m.game) and nodes:  # who wins takes fewer nodes
            value, spent = yield from paused(partial(_kept, before, then, m.moves[after - 1], won))
            value, won = value and value._replace(score=None), won - spent
        yield n, value
        then, after = value, n


def _kept(m: Match, then: Value, word: str, nodes: int) -> tuple[Value | None, int]:
    """The value, if it is that which the next word left, and the nodes that a proof took."""
    who, result = m.position.to_move, then.result_for(m.position.to_move)
    if result == 1:
        return then.after(word), 0
    nodes = _worthwhile(m, nodes, True)
    if result == 0 or not nodes:
        return None, 0
    question = Question(m.game, bare(m), limit=nodes)
    try:
        lost = question.reaches(bare(m), 3 - who, 1)
    except OutOfTime:
        return None, nodes
    return then.after(word) if lost else None, min(question.nodes, nodes)


def _worthwhile(m: Match, nodes: int, closed: bool) -> int:
    """The nodes that a proof may take; `closed` says that what follows is proven."""
    empty = m.position.owners[: m.game.board.claimable].count(EMPTY)
    if closed:
        return nodes // TENTH if latticed(m.game) else nodes
    if empty <= SOLVED[has_margins(m.game)]:
        return nodes
    return 0 if has_margins(m.game) or empty > FORCED else nodes // TENTH


def _searched(m: Match, nodes: int) -> tuple[Value | None, int]:
    """The value by the solver, and the nodes that it took."""
    found = settled(m.game, bare(m), nodes)
    if found is None:
        return None, nodes
    score, turn, spent = found
    return _known(score, m.position.to_move, spelled(m.game, turn)), spent


def backed_up(m: Match, boards: Sequence[int], values: Mapping[int, Value]) -> dict[int, Value]:
    """Values that agree with each other: what the word that was played leaves is a lower bound.

    It is one for whoever played it, so from the end backwards the better of the two counts. After a
    position that is proven lost all are, and after the first word of a proven win that is one too.
    """
    found, moves = {boards[-1]: values[boards[-1]]}, m.moves
    for n, after in zip(boards[-2::-1], boards[:0:-1], strict=True):
        value, then = values[n], found[after]
        who, word = m.at(n).position.to_move, moves[after - 1]
        played = then.after(word)
        if value.error == 0:
            found[n] = value._replace(line=played.line) if value.word == word else value
        elif then.error == 0 and then.seen_by(who) == 1:
            found[n] = played._replace(score=None) if has_margins(m.game) else played
        elif then.seen_by(who) > value.seen_by(who):
            found[n] = estimate(played, value)
        else:
            found[n] = value
    for n, after in pairwise(boards):
        result = found[n].result_for(m.at(n).position.to_move)
        keeps = result == 1 and is_begun(found[n].word, prefix=moves[after - 1])
        if (result == -1 or keeps) and found[after].error:
            score = found[n].score if keeps or not has_margins(m.game) else None
            found[after] = found[after]._replace(share=found[n].share, error=0.0, score=score)
    return {n: value._replace(order=values[n].order) for n, value in found.items()}


def estimate(best: Value, own: Value) -> Value:
    """The value of a position by its best word, as sure as that and its own are together."""
    error, games = max(best.error, own.error), max(best.games, own.games)
    return best._replace(error=error, score=None, order=own.order, games=games)


def opening_value(m: Match, nodes: int) -> Value | None:
    """The exact value of an empty board where a swap may answer the opening, if it can be had."""
    found = solve(m, nodes=nodes)
    if not found.exact:
        return None
    return _known(found.bounds[0], m.position.to_move, found.best[0] if found.complete else "")


def best_opening(found: Iterable[Value], who: int) -> Value:
    """The value of the best of a few openings: proven if it wins, since another may be better."""
    best = max(found, key=lambda value: value.seen_by(who))._replace(score=None)
    if best.error or best.seen_by(who) == 1:
        return best
    return best._replace(error=max(best.share, 1 - best.share))


def bare(m: Match) -> Position:
    return Position(m.position.owners, m.position.to_move)
