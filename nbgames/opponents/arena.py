"""Contests: plays matches between levels of computer players, here or on an executor."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..analysis.chunks import bar, carried_out, keep, kept
from ..analysis.compiling import wait
from ..core.errors import NotationError, Refused, shown
from ..core.game import Game
from ..core.integers import duration, integer
from ..games import game
from ..play.match import Match, match
from .levels import LEVELS, STRENGTHS
from .players import Opponent, opponent
from .results import Contest, Result, names_of

BOARDS = ("projex 6", "conhex 5", "antipalos 8", "copolymer 11", "copolymer 19")
PAIRS = tuple(f"{k}-{k - 1}" for k in LEVELS[1:])


def contest(
    boards: Iterable[str] = BOARDS,
    pairs: Iterable[str] = PAIRS,
    *,
    games: int = 24,
    seconds: float = 0.3,
    executor: Any = None,
    checkpoint: str | Path | None = None,
    progress: bool = False,
) -> Contest:
    """Let computer players meet: on each board each pair, opening in turn, with the swap.

    Parameters
    ----------
    boards : iterable of str, optional
        Games with their sizes, such as "projex 5"; left out, the usual sizes of each game.
    pairs : iterable of str, optional
        Which levels meet, such as "2-1"; left out, each meets the one below.
    games : int, default 24
        Matches of each pair on each board.
    seconds : float, default 0.3
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
    many = integer(games)
    if many is None or many < 1:
        raise Refused(f"{shown(games)} is no number of games: give a whole number above 0")
    if duration(seconds) is None:
        raise Refused(f"{shown(seconds)} is no time for a move: give seconds above 0")
    bouts = [f"{_board(board)} {_pair(pair)}" for board in boards for pair in pairs]
    wanted = [f"{bout} {number}" for bout in bouts for number in range(many)]
    done = kept_results(checkpoint, seconds)
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


def kept_results(checkpoint: str | Path | None, seconds: float) -> dict[str, Any]:
    """What a checkpoint holds of matches at this time for a move."""
    levels = [list(astuple(strength)) for strength in STRENGTHS.values()]
    head = {"nbgames arena, seconds a move": seconds, "levels": levels}
    return kept(checkpoint, "time for a move, or of other levels", head)


def _board(text: str) -> str:
    """A game with its size, such as "projex 5", as results name it."""
    name, _, size = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if not size.isdecimal():
        raise Refused(f"{shown(text)} is no board: give a game and its size, such as 'projex 5'")
    return f"{game(name, int(size)).name} {int(size)}"


def _pair(text: str) -> str:
    """Two levels, such as "2-1"."""
    names = text.split("-") if isinstance(text, str) else []
    if len(names) != 2 or any(name not in map(str, LEVELS) for name in names):
        raise Refused(f"{shown(text)} is no pair: join two levels, as in '6-1'")
    return text


def contestant(level: str, seed: int, seconds: float) -> Opponent:
    """A player of this level, on a clock that counts CPU time."""
    return replace(opponent(int(level), seed, seconds), clock=time.thread_time)


@lru_cache(maxsize=8)
def warm(board: Game) -> None:
    """Have machine code, where there can be any, before the clock runs."""
    opponent(6, nodes=8).choose(match(board, swap=False))
    wait()


def _result(key: str, found: tuple[float, int, float, float]) -> Result:
    name, size, pair, number = key.split()
    points, turns, *seconds = found
    return Result(f"{name} {size}", pair, int(number), points, turns, (seconds[0], seconds[1]))


def met(key: str, seconds: float) -> tuple[float, int, float, float]:
    """One match, named by its board, pair and number: points, turns, CPU seconds a turn."""
    name, size, pair, number = key.split()
    board = game(name, int(size))
    warm(board)
    players = [
        contestant(level, 2 * int(number) + k, seconds) for k, level in enumerate(names_of(pair))
    ]
    return fought(match(board, seats=seats(int(number))), players)


def seats(number: int) -> tuple[str, str]:
    """Who opens a match of this number: one or the other, in turn."""
    return ("two", "one") if number % 2 else ("one", "two")


def fought(m: Match, players: Sequence[Any]) -> tuple[float, int, float, float]:
    """A match of seats "one" and "two": the points of one, turns, CPU seconds a turn of each."""
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
nbgames arena -games=12 -seconds=0.1 -workers=2 -pairs=6-5,6-4 '-boards=projex 6,antipalos 8'"""
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
