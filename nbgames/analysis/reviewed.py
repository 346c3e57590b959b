"""What a review says: remarks on all words of a match, its curve, and where it was decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..core.position import SWAP
from ..play.match import SEATS, Match
from .answers import in_notebook, to_dict, to_frame
from .remarks import Remark, called, of_word, tells, weight
from .values import Value, chosen, said


@dataclass(frozen=True, slots=True)
class Review:
    """All remarks on a match, as `review` makes them.

    Attributes
    ----------
    match : Match
        The match that was looked over.
    remarks : tuple of Remark
        One for each word of `match.moves`, swaps and resignations included.
    values : tuple of Value
        What each position was worth, before each word and at the end: a share from 0 to 1 for
        FIRST's stones, its error, the exact score, words of best play. A swap that may follow is
        counted on an empty board alone.
    curve : tuple of float
        The chances of one person all through, who has FIRST's stones at the end: the shares of
        these values, a swap that may be chosen counted; before a swap those of who swapped.
    errors : tuple of float
        The stated error of each point of the curve, 0.0 where the value is proven: how far that
        of a search with ten times the games may lie from it. It bounds no proof: a position of 0.33
        and an error of 0.21 may be proven lost by a longer search (`solve`). In Copolymer a point
        of error 0.0 may say who wins, and not by how much.
    decided : int or None
        The number of words from which on the result is proven, and no word changed it. It may have
        been forced earlier, where the position before is not proven. None where the last position
        is not settled, or the match ended off the board, by agreement, forfeit or resignation, with
        another result than is proven; then `stood` says how it stood there.
    made : str
        What its proofs and estimates are made of, in a sentence.
    named : tuple of tuple of Value
        For each remark the value of the position before it, and those by the words that it names as
        better, as far as they were searched, each first in its line; () where none was.
    stood : str
        How a match stood that ended off the board and was not decided there; "" of any other, and
        of a resignation that cost something, whose remark tells it.
    """

    match: Match = field(repr=False)
    remarks: tuple[Remark, ...]
    values: tuple[Value, ...] = field(repr=False)
    decided: int | None = None
    made: str = field(default="", repr=False)
    named: tuple[tuple[Value, ...], ...] = field(default=(), repr=False)
    stood: str = field(default="", repr=False)

    each: ClassVar[tuple[str, ...]] = ("remarks",)
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The match on a board that shows this review; and the curve where no board can be live."""
        board = self.match.widget(keep="")
        board.show(self)
        live, *more = board._repr_mimebundle_(**options)
        bundle = {kind: live[kind] for kind in live if not kind.startswith("image/")}
        return ({**bundle, "text/html": self._repr_html_(), "text/plain": self.explain()}, *more)

    @property
    def curve(self) -> tuple[float, ...]:
        """The chances of who has FIRST's stones at the end, 0 to 1, as that person saw them.

        A swap that may be chosen is counted with the better choice, and before one that was played
        they are those of the person who swapped.
        """
        m = self.match
        shares = [chosen(m.at(n), Value(*value)).share for n, value in enumerate(self.values)]
        swapped = swap_number(m)
        return tuple(1 - share if n < swapped else share for n, share in enumerate(shares))

    @property
    def errors(self) -> tuple[float, ...]:
        """The errors of these values, 0.0 where one is proven."""
        return tuple(error for _, error, *_ in self.values)

    @property
    def worst(self) -> tuple[Remark, ...]:
        """The three worst moves, by prospects first, then by cells; none once decided."""
        costly = [r for r in self.remarks[: self.decided] if r.costly]
        return tuple(sorted(costly, key=lambda r: (-weight(r), -r.loss, r.move))[:3])

    def explain(self) -> str:
        """The worst moves in plain words, and where the match was decided."""
        players = self.match.game.players
        parts = [f"Move {r.move}, {players[r.who - 1]}'s {called(r)}, {r}." for r in self.worst]
        if not any(r.costly for r in self.remarks):
            parts = ["No move is known to have cost anything."]
        if self.decided is not None:
            parts.append(
                self._settled(f"After move {self.decided}" if self.decided else "From the start")
            )
        return " ".join(filter(None, [*parts, self.stood]))

    def __str__(self) -> str:
        return self.explain()

    def said(self, after: int) -> str:
        """What is known after so many words: of the last of them, and of the position.

        Parameters
        ----------
        after : int
            A number of words, 0 to that of the whole match.

        Returns
        -------
        str
            What the word did, and what is known of the position, as a bar says it.

        Examples
        --------
        >>> import nbgames
        >>> from nbgames import analysis
        >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
        >>> print(analysis.review(m).said(3))
        X's C3: no move was better. O can win by 1 cell: proven.
        """
        return " ".join(filter(None, told(self, after)))

    def _settled(self, since: str) -> str:
        """That no word changes the result any more."""
        if 0 < self.curve[-1] < 1:
            return f"{since} neither can win: proven."
        players = self.match.game.players
        won, other = players if self.curve[-1] else reversed(players)
        return f"{since} {won} wins whatever {other} does: proven."

    def annotated(self) -> Match:
        """The match with a comment on each move that cost something."""
        m = self.match
        for r in self.remarks:
            if r.costly:
                said = f"{m.comments[r.move]} {r}" if r.move in m.comments else str(r)
                m = m.comment(said, r.move)
        return m

    def draw(self, ax: Any = None, *, figsize: tuple[float, float] | None = None) -> Any:
        """The curve, the chances of who has FIRST's stones at the end, on matplotlib axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw on; left out, a new figure.
        figsize : tuple of float, optional
            Width and height in inches of a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes; their label is the alternative text.
        """
        from ..draw.charts import prospects

        worst = [remark.move for remark in self.worst]
        m = self.match
        is_person = swap_number(m) > 0 or m.openers != SEATS  # else the side's letter says whose
        whose = m.seats[0] if is_person else m.game.players[0]
        return prospects(self.curve, worst, whose, ax, figsize)


def swap_number(m: Match) -> int:
    """Which word of a match is a swap, counted from 1; 0 if none is."""
    return m.moves.index(SWAP) + 1 if SWAP in m.moves else 0


def told(review: Review, after: int) -> tuple[str, str]:
    """What is said after so many words, in two parts: of the last word, and what else is known."""
    m, value = review.match.at(after), Value(*review.values[after])
    stands = said(m, value)
    if not after:
        return "", stands
    r = review.remarks[after - 1]
    words = of_word(m.game.players[r.who - 1], r)
    if after == len(review.remarks) and review.stood:
        words = f"{words} {review.stood}"
    is_told = tells(r, chosen(m, value).seen_by(r.who)) and value.error
    return words, "" if is_told else stands
