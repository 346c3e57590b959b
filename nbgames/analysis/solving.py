"""Solves a position: its exact value, or the bounds proven in time, and the moves that keep it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from ..core.errors import Refused, shown
from ..core.integers import duration
from ..core.position import SWAP, Position
from ..draw.marks import Mark
from ..play.match import Match
from .answers import draw, in_notebook, listed, to_dict, to_frame
from .certificates import certified, has_margins, may_open
from .chunks import bar
from .dividing import divided
from .questions import OutOfTime, Question, words_from
from .ranking import Bounds, Ranking, Searched, ranking, variation
from .strategies import Certificate


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for the side to move, and the words that keep it.

    Attributes
    ----------
    match : Match
        The match that was solved.
    value : int or None
        Where most cells win (Copolymer), by how many cells the side to move wins (above 0) or
        loses at best; elsewhere 1 a win, 0 a draw, -1 a loss. None if not `exact`: then only the
        `bounds` are known.
    best : tuple of str
        The words that keep the value: sites, "swap", or whole turns or their rest where a turn has
        several claims. Of a lost position (where values are no margins) all words do.
    exact : bool
        Whether `value` is proven; then both `bounds` are equal to it.
    bounds : tuple of (int, int)
        The least and the greatest value that have not been refuted.
    nodes : int
        The work of the search for `value` and `best`, in positions, without what `values` and
        `line` took beside it; in Projex four virtual connections count as one.
    certificate : Certificate or None
        The strategies that prove the value, if they were asked for.
    complete : bool
        Whether every word was looked at. If False, time or nodes ran out: `best` has those that
        were found to keep the value, and there may be others.
    values : mapping of str to int or (int, int)
        The value of each word, for the side to move as `value` is: a number where it is proven,
        else the bounds (least, greatest) that time or nodes have left. The words are sites, "swap",
        or whole turns or their rest.
    line : tuple of str
        A principal variation: words of best play from here to the end. It stops early where time
        or nodes ran out, and is empty where the value follows from the swap alone, as on an empty
        board of a game without draws.
    """

    match: Match = field(repr=False)
    value: int | None
    best: tuple[str, ...]
    exact: bool
    bounds: tuple[int, int]
    nodes: int
    certificate: Certificate | None = field(default=None, repr=False)
    complete: bool = True
    values: Mapping[str, int | Bounds] = field(default_factory=dict, repr=False, hash=False)
    line: tuple[str, ...] = field(default=(), repr=False)

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The value and the best words in one paragraph."""
        player = self.match.game.players[self.match.position.to_move - 1]
        if self.value is None:
            low, high = self.bounds
            return (
                f"Not settled after {self.nodes:,} nodes: the value for {player}, who is to move, "
                f"lies between {low:+d} and {high:+d}."
            )
        said = f"{player} is to move and {self._result()} against the best play."
        keeps = self.value >= 0 or has_margins(self.match.game)
        return said + (self._keeping() if keeps else "")

    def _keeping(self) -> str:
        best = f" {listed(self.best)} {'keep' if len(self.best) > 1 else 'keeps'} this result."
        if self.complete:
            return best
        if not self.best:
            return " The moves that keep this result were not found in time."
        return f"{best} There may be others: not every move was looked at in time."

    def marks(self) -> tuple[Mark, ...]:
        """The claims that keep the value: of turns with several claims one, of a loss none."""
        best = [word for word in self.best if word != SWAP]
        if self.value is None or not best or (self.value < 0 and not has_margins(self.match.game)):
            return ()
        if any("," in word for word in best):
            return (Mark(f"{best[0]} {self._result()}", "good", tuple(best[0].split(","))),)
        return (Mark(self._result(), "good", tuple(best)),)

    def _result(self) -> str:
        value = self.value or 0
        by = f" by {abs(value)}" if has_margins(self.match.game) else ""
        return f"{'wins' if value > 0 else 'loses' if value < 0 else 'draws'}{by}"


def solve(
    m: Match,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    certificate: bool = False,
    progress: bool | Callable[[int], Any] = False,
    executor: Any = None,
    checkpoint: str | Path | None = None,
) -> Solution:
    """The exact value of a position for the side to move, a legal swap included.

    Parameters
    ----------
    m : Match
        A match that is not over.
    seconds : float, optional
        A time limit; left out, the search runs until the value is exact.
    nodes : int, optional
        A limit in searched positions, those for `values`, `line` and a certificate included; with
        `nodes` alone the answer does not depend on the clock.
    certificate : bool, default False
        Add the strategies that prove the value, for `analysis.verify`; the match must be without a
        swap.
    progress : bool or callable, default False
        Show a count of nodes, where tqdm is installed; or a function that is called with how many
        nodes more were searched. What it raises ends the work.
    executor : concurrent.futures.Executor, optional
        Where to run, as in `playouts`: the words are searched in parts, at most 64, each with
        tables of its own. Value, bounds and best words are the same, `nodes` are more, and a
        certificate is still made here.
    checkpoint : str or Path, optional
        A file that keeps the parts that are settled, so that the same call goes on where an earlier
        one stopped; with it the words are searched in parts, here if there is no executor.

    Returns
    -------
    Solution
        `value` (where most cells win: cells of the side to move minus the other's; elsewhere 1 a
        win, 0 a draw, -1 a loss; None if unsettled), `best` (the words that keep it), `exact`,
        `bounds` (proven so far), `values` of all words, `line` (best play to the end), `nodes`,
        `complete` (False if some words were not looked at) and `certificate`; with `explain` and
        `draw`.

    Raises
    ------
    Refused
        If the match is over, a limit is not above 0, a certificate is asked for that cannot be had,
        or not within the limits, the executor breaks or cannot import the rules of a game of your
        own, or the checkpoint belongs to another match.

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
    >>> found.values["C2"], found.values["C1"], found.line[-1] in found.match.legal()
    (1, -1, True)
    >>> analysis.solve(nbgames.match("projex", 6, swap=False), nodes=10).bounds
    (-1, 1)
    """
    if not isinstance(m, Match):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    if m.outcome:
        raise Refused(f"there is nothing to solve: {m.result()}")
    for given, what in ((seconds, "time limit"), (nodes, "number of nodes")):
        if given is not None and duration(given) is None:
            raise Refused(f"{shown(given)} is no {what}: give one above 0")
    stop = inf if seconds is None else monotonic() + seconds
    opening = may_open(m)
    if certificate and (opening or m.position.may_swap):
        raise Refused("a certificate is for matches without a swap: make it with swap=False")
    limit = inf if nodes is None else nodes
    with bar(nodes, "node", progress) as ready:
        question, parts = Question(m.game, m.position, stop, limit, ready), None
        if not (executor is checkpoint is None) and not (opening and _decisive(question)):
            parts = divided(m, stop, limit, executor, checkpoint, ready)
            question = Question(m.game, m.position, stop, limit - parts.ranking.nodes, ready)
        if opening:
            found = _opened(m, question, parts)
        else:
            found = _solved(m, parts or _searched(m, question))
        return _with_certificate(found, question) if certificate else found


def _with_certificate(found: Solution, question: Question) -> Solution:
    if found.value is None:
        raise Refused("there is no certificate of a value that is not settled: give more time")
    before = question.nodes
    try:
        made = certified(found.match, found.value, question.reply, question.steps, question.spend)
    except OutOfTime:
        raise Refused(
            f"the value is {found.value:+d}, but its certificate was not finished within the"
            " limits: give more time or nodes"
        ) from None
    return replace(found, nodes=found.nodes + question.nodes - before, certificate=made)


def _searched(m: Match, question: Question) -> Searched:
    position = Position(m.position.owners, m.position.to_move)
    low, high = question.bounds(position)
    ranked = ranking(question, position, low, high)
    line = variation(question, position, low) if low == high else ()
    return Searched(low, high, ranked, line)


def _solved(m: Match, searched: Searched) -> Solution:
    low, high, ranked, line = searched
    if m.position.may_swap:
        ranked.bounds[SWAP] = -high, -low
        best = ranked.best if high >= 0 else ()
        if low == high <= 0:
            best, line = (*best, SWAP), (SWAP, *line)
        ranked = ranked._replace(best=best, complete=low == high and (high < 0 or ranked.complete))
        low, high = max(low, -high), max(abs(low), abs(high))
    return _solution(m, (low, high), ranked, line)


def _decisive(question: Question) -> bool:
    """Is every opening won by somebody, without margins?"""
    return not question.game.rules.draws and not question.counts


def _opened(m: Match, question: Question, parts: Searched | None) -> Solution:
    """The empty board, where the other player may take over the opening: only its size counts."""
    game, names, mover = m.game, m.game.board.names, m.position.to_move
    decisive = _decisive(question)
    if decisive and not game.rules.several:
        lost = dict.fromkeys(m.legal(), -1)
        return Solution(m, -1, m.legal(), True, (-1, -1), 0, values=lost)
    found: dict[str, Bounds] = {}
    for turn, after in words_from(game, m.position):
        if decisive:
            low, high = 1, 1
        elif parts is None:
            low, high = question.bounds(after)
        else:
            low, high = parts.ranking.bounds[names[turn[0][0]]]
        least, most = max(low, -high, 0), max(abs(low), abs(high))
        if after.to_move != mover:
            least, most = -most, -least
        found |= {names[same[0]]: (least, most) for same in turn}
    low, high = (max(bounds) for bounds in zip(*found.values(), strict=True))
    best = [name for name in m.legal() if found[name] == (low, high)] if low == high else []
    complete = all(least == most for least, most in found.values())
    nodes = question.nodes + (parts.ranking.nodes if parts else 0)
    ranked = Ranking(found, tuple(best), complete, nodes)
    return _solution(m, (low, high), ranked, () if decisive else _opening_line(question, m, best))


def _opening_line(question: Question, m: Match, best: list[str]) -> tuple[str, ...]:
    """A principal variation that begins with the first of the best openings, if there is one."""
    for name in best[:1]:
        after = m.play(name).position
        position = Position(after.owners, after.to_move)
        low, high = question.bounds(position)
        if low == high:
            swap = (SWAP,) if low < 0 and after.may_swap else ()
            return (name, *swap, *variation(question, position, low))
    return ()


def _solution(m: Match, bounds: Bounds, ranked: Ranking, line: tuple[str, ...] = ()) -> Solution:
    low, high = bounds
    values = {word: pair[0] if pair[0] == pair[1] else pair for word, pair in ranked.bounds.items()}
    return Solution(
        m,
        low if low == high else None,
        ranked.best,
        low == high,
        bounds,
        ranked.nodes,
        complete=ranked.complete,
        values=values,
        line=line,
    )
