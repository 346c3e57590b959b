"""Advice on one position: what it is worth, the best words there, and why, better by and by."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import takewhile
from random import Random
from typing import NamedTuple

from ..core.position import EMPTY, FIRST, RESIGN, SECOND, SWAP
from ..draw.marks import Mark
from ..play.match import Match
from ..play.turns import turn
from . import wording
from .answers import listed, named, role
from .capabilities import can_join, obliges
from .certificates import may_open
from .connecting import touching
from .connectivity import distance, way_through
from .forced import must_play, threats
from .judging import openings_of_all_ranks
from .mcts.estimates import NEAR, proving, thorough, usual
from .values import (
    UNKNOWN,
    Value,
    best_opening,
    better,
    by_proof,
    by_search,
    by_search_with_near_best,
    cells,
    result_of,
)

BEST = 3  # words that are named
GLANCE, DEEP = 16, 8  # times fewer games than usual for the first advice, times more for the last
TOLD = 3  # words of best play: the move and the two after it that its reason tells and numbers
SHOWN = 5  # of a win whose words are all proven, since its end may be in sight
LEAST = 10_000  # nodes of the first proof, and of the longest at least
FEW = 20  # empty sites up to which the first proof is the longest: it takes a tenth of a second


class Advice(NamedTuple):
    """What a position is worth to FIRST's stones, a swap not counted, and its best words.

    It is `firm` once a search as long as a review's is done and a proof was tried: a longer search
    is all that may still change it. `then` is how that search plays on, where it begins with the
    same word; a proof may say no more than this word. `won` is how a proven win is won, up to its
    end if that is near: each word of the winner is proven. `order` has what the search looked at
    most, also what is worse.
    """

    value: Value
    words: tuple[str, ...] = ()
    firm: bool = False
    then: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    order: tuple[str, ...] = ()

    @property
    def line(self) -> tuple[str, ...]:
        """How best play goes on, from the first word on, up to a swap."""
        words = (*self.value.words[:1], *(self.value.words[1:] or self.then))[:TOLD]
        return self.won or tuple(takewhile(lambda word: word != SWAP, words))


class Reason(NamedTuple):
    """Why a word is good, in words and as what a board shows."""

    says: str
    marks: tuple[Mark, ...] = ()


def advised(
    m: Match, known: Value | None = None, *, nodes: int | None = None, seed: int = 0
) -> Iterator[Advice | None]:
    """Advice on a position, each better than the one before; None is a pause.

    A first search is short, the next is as long as that of a review; then a proof is tried, where
    one is likely, and else a longer search, of which the error of a review's is stated. No word is
    named that a proof shows to lose, unless all are.

    Parameters
    ----------
    m : Match
        A match; where it is over, only its value is told.
    known : Value, optional
        What is known already; it stands until something better is found.
    nodes : int, optional
        Nodes that proofs may take, as for `review`; left out, at least 10,000.
    seed : int, default 0
        Seed of the searches.

    Yields
    ------
    Advice or None
        The caller may stop at any of them.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames.analysis.advising import advised
    >>> from nbgames.analysis.values import said
    >>> m = nbgames.match("projex", 3, swap=False)
    >>> *_, last = advised(m)
    >>> said(m, last.value)
    'X can win: proven.'
    """
    if m.outcome:
        yield Advice(result_of(m))
        return
    games = thorough(m.game, max(1, len(m.claims)))
    state = Random(f"{seed} {m.position}").getrandbits(34)
    if may_open(m):
        for count in (games // GLANCE, games):
            known = yield from _opening(m, known, count, state, firm=count == games)
        return
    most = max(LEAST, proving(m.game)) if nodes is None else nodes
    for count in (games // GLANCE, games):
        value, near = yield from _whole_turn(m, count, state)
        known = better(value, known)
        is_proven = known.error == 0 and known.word != ""
        if is_proven:
            yield (yield from _won(m, _advice(m, known, value, near, firm=True), most, state))
            return
        yield _advice(m, known, value, near, firm=False)
    empty = m.position.owners[: m.game.board.claimable].count(EMPTY)
    least = most if empty <= FEW else min(LEAST, most)
    refuted: dict[str, bool] = {}
    proof = yield from by_proof(m, least)
    if not proof:  # a hint does not wait for the longer ones
        best = better(value, known)._replace(order=value.order)
        best, good = yield from _sound(m, best, near, least, refuted)
        yield _advice(m, best, value, good, firm=True)
        proof = (yield from by_proof(m, most)) if most > least else None
    if proof:
        if proof.result_for(m.position.to_move) == -1:
            proof = proof._replace(line=value.line)  # all lose: what was searched is harder to beat
        found = _advice(m, better(proof, known), value, near, firm=True)
        yield (yield from _won(m, found, most, state))
        return
    value, near = yield from _whole_turn(m, usual(m.game) * DEEP, state)
    best = better(value, known)._replace(order=value.order)
    best, good = yield from _sound(m, best, near, least, refuted)
    yield _advice(m, best, value, good, firm=True)


def _won(m: Match, advice: Advice, nodes: int, seed: int) -> Generator[None, None, Advice]:
    """The same advice; of a proven win with one way to win it, as far as that is told.

    The other player, who loses by any word, has that of a search, and so has the winner where no
    proof is found.
    """
    who, found, words, won = m.position.to_move, advice.value, list[str](), 0
    games, then = thorough(m.game, max(1, len(m.claims))) // GLANCE, advice.then
    if found.result_for(who) != 1:
        return advice
    while found.word and len(words) < SHOWN:
        words.append(found.word)
        won = len(words) if m.position.to_move == who else won
        m = m.play(*found.word.split(","))
        if m.outcome:
            break
        found = (yield from _whole_turn(m, games, seed))[0]
        then = then or found.words
        if m.position.to_move == who and found.result_for(who) != 1:
            found = (yield from by_proof(m, nodes)) or UNKNOWN
    return advice._replace(then=then, won=tuple(words[:won]) if won > 1 else ())


def _advice(
    m: Match, value: Value, searched: Value, near: tuple[str, ...], *, firm: bool
) -> Advice:
    """The word of best play first, then others that are nearly as good by the search.

    Where a win or a draw is proven, no other is known to keep it.
    """
    first = value.words[:1]
    if first and value.result_for(m.position.to_move) in (0, 1):
        near = ()
    claims = first[0].split(",") if first else []
    words = [*first, *(word for word in near if word not in claims)]
    if m.position.may_swap and value.seen_by(m.position.to_move) < 0.5:
        words = [SWAP, *words]
    then = searched.words[1:] if first == searched.words[:1] else ()
    return Advice(value, tuple(words[:BEST]), firm, then, order=tuple(searched.order.split()))


def _sound(
    m: Match, best: Value, near: tuple[str, ...], nodes: int, refuted: dict[str, bool]
) -> Generator[None, None, tuple[Value, tuple[str, ...]]]:
    """The value by the best word that no proof shows to lose, and which are nearly as good.

    A position is lost where each of its words is refuted; of long turns only some are tried. What
    is proven of the position stays, even where no word is known with it.
    """
    who, claims = m.position.to_move, (*best.order.split(), *m.legal())
    for word in dict.fromkeys(filter(None, (best.word, *claims))):
        if word != best.word and (word == SWAP or m.play(word).is_open):
            continue  # no whole turn
        if word not in refuted:
            refuted[word] = yield from _loses(m, word, nodes)
        if refuted[word]:
            continue
        is_best = word == best.word or not best.error
        value = best if is_best else (yield from _in_place(m, best, word))
        if is_best or value.result_for(who) != -1:
            return value, tuple(one for one in near if not refuted.get(one))
        refuted[word] = True  # which the search has proven
    if m.game.rules.several:
        return best, ()
    return Value(float(who == SECOND), 0.0, -1 if who == FIRST else 1, best.line), ()


def _in_place(m: Match, best: Value, word: str) -> Generator[None, None, Value]:
    """The value by a word that takes the place of the best one: both searches are behind it."""
    value = yield from by_search(m.play(word), max(best.games, usual(m.game)), 0)
    games = value.games and best.games + value.games
    return value.after(word)._replace(order=best.order, games=games)


def _loses(m: Match, word: str, nodes: int) -> Generator[None, None, bool]:
    """Is a word proven to lose?"""
    proof = yield from by_proof(m.play(*word.split(",")), nodes)
    return proof is not None and proof.result_for(m.position.to_move) == -1


def _whole_turn(
    m: Match, games: int, seed: int
) -> Generator[None, None, tuple[Value, tuple[str, ...]]]:
    """The value by a search, and the claims that are nearly as good as its best one.

    The best word is a whole turn: where it breaks off, there are more searches, of the usual
    length, since the turn is chosen already as far as the value counts.
    """
    value, near = yield from by_search_with_near_best(m, games, seed)
    word, rest = value.word or value.order.partition(" ")[0], value.words[1:]
    then = m.play(*word.split(",")) if word else m
    while then.is_open and word:
        found = yield from by_search(then, min(games, usual(m.game)), seed)
        more = found.word or found.order.partition(" ")[0]
        if not more:
            break
        word, rest = f"{word},{more}", found.words[1:]
        then = then.play(*more.split(","))
    return value._replace(line=" ".join([word, *rest]).strip()), near


def _opening(
    m: Match, known: Value | None, games: int, seed: int, *, firm: bool
) -> Generator[Advice | None, None, Value]:
    """Openings that the other player may take over: the lesser side of each counts."""
    who, found = m.position.to_move, []
    for word in openings_of_all_ranks(m):
        value = yield from by_search(m.play(word), games, seed)
        found.append(value.or_swapped(3 - who).after(word))
    found.sort(key=lambda value: -value.seen_by(who))
    known = better(best_opening(found, who), known)
    least = found[0].seen_by(who) - NEAR
    near = [value.word for value in found if value.seen_by(who) > least]
    words = dict.fromkeys([known.word, *near])
    order = tuple(value.word for value in found)
    yield Advice(known, tuple(filter(None, words))[:BEST], firm, order=order)
    return known


def reason(m: Match, advice: Advice) -> Reason:
    """Why the best word is the best that is known, with what shows it on a board.

    A phone has four lines for it, about 190 characters.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames.analysis.advising import Advice, reason
    >>> from nbgames.analysis.values import Value
    >>> m = nbgames.match("conhex", 2).play("C2", "A1", "B3", "E5")
    >>> print(reason(m, Advice(Value(1.0, 0.0, 1, "C4"), ("C4",))).says)
    C4 wins at once.
    """
    word, who = advice.words[0], m.position.to_move
    player, other = named(m, who), named(m, 3 - who)
    if word == SWAP:
        return Reason(wording.worth_having())
    then = m.play(*word.split(","))
    if then.outcome and then.outcome.winner == who:
        sites = then.outcome.chain
        marks = *chained(m, who, sites), *_line(m, advice)
        return Reason(wording.wins_at_once(word), marks)
    is_lost = advice.value.result_for(who) == -1  # that is told without the word
    parry = forced(m, word, other, is_named=not is_lost)
    threat = _wins_next(m, then) if advice.value.result_for(who) == 1 else ""
    is_enough = parry or threat  # as a reason
    way, marks = Reason("") if is_enough else _way(m, then, advice.value)
    more = [threat, way]
    if obliges(m.game) and not advice.won:
        more.append(contacts(m, then, word, other))
    more.append(_played_on(m, advice, player, other))
    if advice.value.error and not parry and not any(more) and len(advice.words) > 1:
        more.append(wording.next_best(listed(advice.words[1:])))
    swap = _taken_over(m, advice.value, other) if may_open(m) else ""
    says = " ".join(filter(None, (_prospects(m, advice.value, word), swap, parry, *more)))
    return Reason(says, (*marks, *_line(m, advice)))


def _wins_next(m: Match, then: Match) -> str:
    """Where the player who has won would win at once, after a word that is proven to win."""
    if m.game.rules.scored or m.game.rules.several:
        return ""
    who = m.position.to_move
    if not (sites := threats(then, who)):
        return ""
    where = " or ".join(sites[:BEST])
    return wording.wins_next(named(m, who), named(m, 3 - who), where, bool(must_play(then)))


def _played_on(m: Match, advice: Advice, player: str, other: str) -> str:
    """How the game may go on after the best word: to its end, if a proven win is near it."""
    replies = advice.line[1:]
    if not advice.won:
        return wording.expected(player, other, replies)
    moves = [f"{(other, player)[k % 2]} {turn(word)}" for k, word in enumerate(replies)]
    end = m.play(*",".join(advice.won).split(","))
    return wording.won_so(", ".join(moves), end.outcome is not None)


def _way(m: Match, then: Match, value: Value) -> Reason:
    """The race to a win after a word, and a shortest way through it, where these are reasons."""
    who = m.position.to_move
    if not can_join(m.game) or then.outcome:
        return Reason("")
    player, chain = named(m, who), way_through(m, then, who)
    mine, theirs = distance(then, who).stones, distance(then, 3 - who).stones
    says = []
    if mine < theirs and value.error and value.seen_by(who) > 0.5:
        says.append(wording.race(player, named(m, 3 - who), mine, theirs))
    if chain:
        says.append(wording.shortest_way(player, bool(m.game.board.ends)))
    return Reason(" ".join(says), chained(m, who, chain) if chain else ())


def _taken_over(m: Match, value: Value, other: str) -> str:
    """Whether the best opening is likely to be answered by a swap."""
    share = value.seen_by(m.position.to_move)
    return wording.taken_over(other, value.words[1:2] == (SWAP,), share, value.error)


def forced(m: Match, word: str, other: str, *, is_named: bool) -> str:
    """That the word parries a threat, or does not."""
    if m.game.rules.scored or m.game.rules.several:
        return ""
    ways = must_play(m)
    if ways is None:
        return ""
    threat = listed(threats(m, 3 - m.position.to_move))
    if ways and word not in ways:
        return wording.stops_not(word, other, threat)
    return wording.parries(word, other, threat, len(ways), is_named)


def _prospects(m: Match, value: Value, word: str) -> str:
    who = m.position.to_move
    player, other, result = named(m, who), named(m, 3 - who), value.result_for(who)
    if result is None:
        return wording.looks_best(word, value.seen_by(who), value.error)
    return wording.holds(word, player, other, result, word == value.word, cells(m, value))


def contacts(m: Match, then: Match, word: str, other: str, *, praised: bool = True) -> str:
    """How many cells a turn takes, and from how many it lets the other player go on.

    If it is `praised`, only if these are fewer.
    """
    board, owners, who = m.game.board, then.position.owners, m.position.to_move
    empty = then.game.empty(owners)
    open_ = sum(touching(board, owners, site, who) >= 2 for site in empty)
    taken = len(word.split(","))
    if praised and not (empty and open_ < taken):
        return ""
    return wording.takes(named(m, who), other, taken, open_)


def effects(m: Match, then: Match, word: str, *, praised: bool = False) -> list[str]:
    """What a whole turn does for whoever makes it, in sentences; none at the end.

    If it is `praised`, only what speaks for it.
    """
    if word in (SWAP, RESIGN) or then.outcome or then.is_open:
        return []
    who, rules = m.position.to_move, m.game.rules
    player, other = named(m, who), named(m, 3 - who)
    found = [forced(m, word, other, is_named=True)]
    wins = () if rules.scored or rules.several else threats(then, who)
    if wins:
        found.append(wording.threatens(player, listed(wins)))
    if can_join(m.game):
        mine, theirs = (distance(then, one).stones for one in (who, 3 - who))
        if not praised or (mine < theirs and not wins):
            found.append(wording.race(player, other, mine, theirs))
    if obliges(m.game):
        found.append(contacts(m, then, word, other, praised=praised))
    return [*filter(None, found)]


def explained(m: Match, better: str, word: str, is_proven: bool) -> str:
    """What a better word does, and the one that was played, as far as that differs."""
    if better == SWAP:
        return wording.worth_having()
    does = {
        one: effects(m, m.play(*filter(None, one.split(","))), one) if one else []
        for one in (better, word)
    }
    if not does[better] or does[better] == does[word]:
        return wording.known_only(is_proven)
    return " ".join(wording.explains(one, " ".join(says)) for one, says in does.items() if says)


def _line(m: Match, advice: Advice) -> tuple[Mark, ...]:
    """Who makes each claim of best play, and as which: "X1"; for each player a mark."""
    notes: dict[int, dict[str, str]] = {FIRST: {}, SECOND: {}}
    for number, word in enumerate(advice.line or advice.words[:1], 1):
        names = word.split(",")
        who = m.position.to_move
        notes[who] |= dict.fromkeys(names, f"{named(m, who)[0]}{number}")
        m = m.play(*names)
    return tuple(
        Mark(f"how {named(m, who)} may go on", role(who), notes=ways)
        for who, ways in notes.items()
        if ways
    )


def chained(m: Match, who: int, sites: tuple[str, ...]) -> tuple[Mark, ...]:
    """A chain as a line, or as shades of its sites where these are lines themselves."""
    board = m.game.board
    if board.ends:
        return (Mark(f"{named(m, who)}'s chain", "note", notes=dict.fromkeys(sites, "")),)
    return (Mark(f"{named(m, who)}'s chain", role(who), path=sites, closed=bool(board.twists)),)
