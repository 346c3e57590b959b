"""Matches between computer players, and what they say: shares and ratings. Knows no rules."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Any

from ..analysis.chunks import bar, carried_out, keep, kept
from ..analysis.compiling import wait
from ..core.errors import NotationError, Refused, shown
from ..core.frames import frame
from ..core.rules import Game
from ..games import game
from ..play.match import match
from .elo import rated
from .players import LEVELS, STRENGTHS, Opponent, opponent
from .uct import TreeSearch

MCTS = "mcts"
BOARDS = ("projex 5", "conhex 5", "copolymer 9", "antipalos 6")
PAIRS = (*(f"{k}-{k - 1}" for k in LEVELS[1:]), "6-1", f"6-{MCTS}")


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
        The level, or "mcts".
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
            pairs = [(*_names(s.pair), s.games, s.share * s.games) for s in group]
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

    def draw(self, ax: Any = None) -> Any:
        """The ratings with their error bars, on matplotlib axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw on; left out, a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes; their label is the alternative text.
        """
        from ..draw.charts import ratings

        boards: dict[str, dict[str, tuple[float, float]]] = {}
        for r in self.ratings:
            boards.setdefault(r.board, {})[r.who] = (r.elo, r.error)
        return ratings(boards, ax)


def contest(
    boards: Iterable[str] = BOARDS,
    pairs: Iterable[str] = PAIRS,
    *,
    games: int = 40,
    seconds: float = 0.1,
    executor: Any = None,
    checkpoint: str | Path | None = None,
    progress: bool = False,
) -> Contest:
    """Let computer players meet: on each board each pair, opening in turn, with the swap.

    Parameters
    ----------
    boards : iterable of str, optional
        Games with their sizes, such as "projex 5"; left out, one board of each game.
    pairs : iterable of str, optional
        Who meets whom, such as "2-1": levels, and "mcts", plain Monte-Carlo tree search with equal
        time. Left out, each level meets the next one, and 6 meets 1 and "mcts".
    games : int, default 40
        Matches of each pair on each board.
    seconds : float, default 0.1
        CPU seconds for a move, so that other programs on the machine do not change the outcome.
    executor : concurrent.futures.Executor, optional
        Where to run: left out, in this process; else anything with `submit`, such as a
        ProcessPoolExecutor or a Dask client. It is sent text and numbers.
    checkpoint : str or Path, optional
        A file that keeps the results: the same call goes on where an earlier one stopped, and one
        with more games, pairs or boards adds to them.
    progress : bool, default False
        Show a bar, where tqdm is installed.

    Returns
    -------
    Contest
        `results`, one a match, `scores`, one a pair and board, and `ratings`; with `explain`,
        `frame` and `draw`.

    Raises
    ------
    Refused
        If there is no such board, player or number, the executor breaks, or the checkpoint is of
        another time for a move or of other levels.

    Examples
    --------
    >>> from nbgames.opponents import contest
    >>> found = contest(["projex 3"], ["2-1"], games=4, seconds=0.01)
    >>> found.scores[0].games, [rating.who for rating in found.ratings]
    (4, ['1', '2'])
    """
    if type(games) is not int or games < 1:
        raise Refused(f"{shown(games)} is no number of games: give a whole number above 0")
    if not (isinstance(seconds, int | float) and seconds > 0):
        raise Refused(f"{shown(seconds)} is no time for a move: give seconds above 0")
    bouts = [f"{_board(board)} {_pair(pair)}" for board in boards for pair in pairs]
    wanted = [f"{bout} {number}" for bout in bouts for number in range(games)]
    levels = [list(astuple(strength)) for strength in STRENGTHS.values()]
    head = {"nbgames arena, seconds a move": seconds, "levels": levels}
    done = kept(checkpoint, "time for a move, or of other levels", head)
    left = [key for key in wanted if key not in done]
    with bar(len(wanted), "match", progress) as ready:
        ready(len(wanted) - len(left))
        for key, found in carried_out(
            left, lambda key: met(key, seconds), executor, lambda key: (met, key, seconds)
        ):
            done[key] = found
            keep(checkpoint, key, found)
            ready(1)
    return Contest(tuple(_result(key, done[key]) for key in wanted))


def _board(text: str) -> str:
    """A game with its size, such as "projex 5", as results name it."""
    name, _, size = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if not size.isdecimal():
        raise Refused(f"{shown(text)} is no board: give a game and its size, such as 'projex 5'")
    return f"{game(name, int(size)).name} {int(size)}"


def _pair(text: str) -> str:
    """Two players, such as "2-1"."""
    names = text.split("-") if isinstance(text, str) else []
    if len(names) != 2 or any(name != MCTS and name not in map(str, LEVELS) for name in names):
        raise Refused(f"{shown(text)} is no pair: join two levels, or one and {MCTS}, as in '6-1'")
    return text


def _names(pair: str) -> tuple[str, str]:
    """The two of a pair."""
    one, _, two = pair.partition("-")
    return one, two


def contestant(who: str, seed: int, seconds: float) -> Opponent | TreeSearch:
    """The player with this name, on a clock that counts CPU time."""
    if who == MCTS:
        return TreeSearch(seed, seconds, time.thread_time)
    return replace(opponent(int(who), seed, seconds), clock=time.thread_time)


@lru_cache(maxsize=8)
def _warm(board: Game) -> None:
    """Have machine code, where there can be any, before the clock runs."""
    m = match(board, swap=False)
    for player in (opponent(6, nodes=8), TreeSearch(seconds=0.01)):
        player.choose(m)
    wait()


def _result(key: str, found: tuple[float, int, float, float]) -> Result:
    name, size, pair, number = key.split()
    points, turns, *seconds = found
    return Result(f"{name} {size}", pair, int(number), points, turns, (seconds[0], seconds[1]))


def met(key: str, seconds: float) -> tuple[float, int, float, float]:
    """One match, named by its board, pair and number: points, turns, CPU seconds a turn."""
    name, size, pair, number = key.split()
    board, one_opens = game(name, int(size)), int(number) % 2 == 0
    _warm(board)
    players = [contestant(who, 2 * int(number) + k, seconds) for k, who in enumerate(_names(pair))]
    m = match(board, seats=("one", "two") if one_opens else ("two", "one"))
    spent, turns = [0.0, 0.0], [0, 0]
    while not m.outcome:
        k = ("one", "two").index(m.seat_to_move)
        start = time.thread_time()
        word = players[k].choose(m)
        spent[k] += time.thread_time() - start
        turns[k] += 1
        m = m.play(word)
    points = 0.5 if m.outcome.winner is None else float(m.seats[m.outcome.winner - 1] == "one")
    one, two = (round(s / max(1, n), 4) for s, n in zip(spent, turns, strict=True))
    return points, sum(turns), one, two


USAGE = """\
nbgames arena                          levels meet, on all boards; about an hour
nbgames arena results.jsonl            the same, kept in a file: called again, it goes on
nbgames arena -games=12 -seconds=0.1 -workers=2 -pairs=6-5,6-mcts '-boards=projex 6,antipalos 8'"""
OPTIONS = {"games": int, "seconds": float, "workers": int, "pairs": str, "boards": str}


def arena(words: Sequence[str]) -> str:
    """What `nbgames arena` does."""
    files = [word for word in words if not word.startswith("-")]
    given: dict[str, Any] = {}
    for word in (word for word in words if word.startswith("-")):
        name, _, value = word[1:].partition("=")
        try:
            given[name] = OPTIONS[name](value)
        except (KeyError, ValueError):
            raise NotationError(f"{shown(word)} says nothing here:\n{USAGE}") from None
    if len(files) > 1:
        raise NotationError(f"one file keeps the results:\n{USAGE}")
    lists = {name: given.pop(name).split(",") for name in ("boards", "pairs") if name in given}
    with ProcessPoolExecutor(given.pop("workers", 1)) as executor:
        found = contest(
            **lists, **given, executor=executor, checkpoint=next(iter(files), None), progress=True
        )
    rated_ = (f"{r.board:12} {r.who:>4} {r.elo:+6.0f} ± {r.error:.0f} Elo" for r in found.ratings)
    return "\n".join([found.explain(), *rated_])
