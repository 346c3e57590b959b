"""Results of matches between computer players, summed up as shares and Elo ratings."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from math import sqrt
from typing import Any

from ..core.frames import frame
from .elo import rated


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match between two computer players.

    Attributes
    ----------
    board : str
        The game and its size, such as "projex 5".
    pair : str
        Who met whom, such as "2-1".
    number : int
        The number of the match, from 0; in odd ones the second of the pair opens.
    points : float
        What the first of the pair got: 1, 0.5 or 0.
    turns : int
        The number of turns.
    seconds : tuple of (float, float)
        CPU seconds a turn, of the first and of the second of the pair.
    """

    board: str
    pair: str
    number: int
    points: float
    turns: int
    seconds: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Score:
    """What the matches of a pair on a board came to.

    Attributes
    ----------
    board : str
        The game and its size.
    pair : str
        Who met whom.
    games : int
        How many matches.
    share : float
        The points of the first of the pair, 0 to 1 a match, a draw counting a half.
    error : float
        The standard error of `share`.
    seconds : tuple of (float, float)
        CPU seconds a turn, of the first and of the second of the pair.
    """

    board: str
    pair: str
    games: int
    share: float
    error: float
    seconds: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player on a board.

    Attributes
    ----------
    board : str
        The game and its size.
    who : str
        The level.
    elo : float
        Points of Elo above the weakest level on this board.
    error : float
        The standard error of that difference.
    """

    board: str
    who: str
    elo: float
    error: float


@dataclass(frozen=True, slots=True)
class Contest:
    """The results of many matches, as `contest` plays them.

    Attributes
    ----------
    results : tuple of Result
        One for each match, in the order of boards, pairs and numbers.
    """

    results: tuple[Result, ...] = field(repr=False)

    @property
    def scores(self) -> tuple[Score, ...]:
        """What the matches of each pair came to, board by board.

        For the standard error a win and a loss are added, so that a share of 1 has one too.
        """
        found = []
        for (board, pair), group in groupby(self.results, lambda r: (r.board, r.pair)):
            rows = list(group)
            n = len(rows)
            share = sum(r.points for r in rows) / n
            spread = sum((p - share) ** 2 for p in (*(r.points for r in rows), 0, 1)) / (n + 1)
            one, two = (sum(r.seconds[k] for r in rows) / n for k in (0, 1))
            found.append(Score(board, pair, n, share, sqrt(spread / n), (one, two)))
        return tuple(found)

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """Elo ratings of all players that are connected by matches, with standard errors."""
        found = []
        for board, group in groupby(self.scores, lambda s: s.board):
            pairs = [(*names_of(s.pair), s.games, s.share * s.games) for s in group]
            table = rated(pairs, min(name for pair in pairs for name in pair[:2]))
            found += [Rating(board, who, *table[who]) for who in sorted(table)]
        return tuple(found)

    def frame(self) -> Any:
        """The scores as a DataFrame; as a list of dicts where pandas is not installed."""
        names = ("board", "pair", "games", "share", "error")
        return frame({name: getattr(score, name) for name in names} for score in self.scores)

    def explain(self) -> str:
        """The scores, a line each."""
        return "\n".join(
            f"{s.board:12} {s.pair:7} {s.share:6.1%} ± {s.error:5.1%} of {s.games}; "
            f"{s.seconds[0]:.3f} and {s.seconds[1]:.3f} s a turn"
            for s in self.scores
        )

    def draw(self, ax: Any = None, *, figsize: tuple[float, float] | None = None) -> Any:
        """The ratings with their error bars, on matplotlib axes.

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
        from ..draw.charts import ratings

        boards: dict[str, dict[str, tuple[float, float]]] = {}
        for r in self.ratings:
            boards.setdefault(r.board, {})[r.who] = (r.elo, r.error)
        return ratings(boards, ax, figsize)


def names_of(pair: str) -> tuple[str, str]:
    """The two of a pair."""
    one, _, two = pair.partition("-")
    return one, two
