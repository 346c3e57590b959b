"""A computer player at a table: it moves whenever it is its turn, and thinks elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from time import monotonic
from typing import Any, Protocol

from ..core.errors import GameError
from ..core.position import FIRST, RESIGN, SECOND, SWAP, Position
from ..play.match import Match
from ..play.sentences import awaited, ending, happened, says
from ..play.table import Table
from .line import named
from .worker import ENDS, FAILS, GOES_ON, OFTEN, News, Worker

KEPT, LONGEST = 400, 200  # reasons, and letters of each
FAILED = "the computer player failed ({}): press Go on thinking to try again"


class Opponent(Protocol):
    """A computer player: it chooses a word, the whole turn where a turn has several claims.

    One that also has `think(m)`, an iterator of thoughts with `word` and `nodes`, the last of which
    counts, shows how far it is, and stops between two thoughts. Its `title`, if it has one, stands
    above the board, and the `why` of a thought says why its word is played. Where it `ponders`,
    the thoughts of `pondering(m)` are had while the person is to move, and nobody hears them.
    """

    def choose(self, m: Match) -> str: ...


class Computer:
    """A computer player in one seat of a table: it moves whenever it is that seat's turn."""

    def __init__(
        self, table: Table, opponent: Opponent, seat: int, tell: Callable[[], None]
    ) -> None:
        self.table, self.opponent, self.seat = table, opponent, seat
        self.thinking = self.pondering = self.paused = False
        self.trouble = self.progress = ""
        self.watchers, self._told = [tell], 0.0
        self._seen: Position | None = None
        self._reasons: dict[tuple[str, ...], str] = {}  # of its words, by the record up to each
        self._worker = Worker(partial(thoughts, opponent))

    @property
    def to_move(self) -> bool:
        return self.plays(self.table.match)

    @property
    def side(self) -> int:
        """FIRST or SECOND: who the seat plays now."""
        return self.side_in(self.table.match)

    def plays(self, m: Match) -> bool:
        """Is it to move in a match?"""
        return m.to_move == self.side_in(m)

    def side_in(self, m: Match) -> int:
        """FIRST or SECOND: who it is in a match."""
        return 3 - self.seat if SWAP in m.claims else self.seat

    def seated(self, m: Match) -> list[str]:
        """Who plays FIRST and who SECOND, as it stands above the board."""
        title = getattr(self.opponent, "title", "")
        names = ["You", f"Computer, {title}" if title else "Computer"]
        return named(m, names if self.side_in(m) == SECOND else names[::-1])

    def who(self, m: Match) -> str:
        """The same in a sentence, and whose turn it is."""
        return f"{' against '.join(self.seated(m))}. {awaited(m)}"

    def says(self, m: Match) -> str:
        """What a board says of a match, to the person: who has won by what, and of a swap."""
        person = 3 - self.side_in(m)
        if m.outcome:
            last = "" if m.claims[-1:] == (RESIGN,) else happened(m)
            return f"{ending(m, person)} {last}".strip()
        if not m.claims:  # after a swap a rematch gives back the colours of the start
            return f"You play {m.game.players[person - 1]}. {says(m)} {self.slowed}".strip()
        if SWAP not in m.claims:
            return says(m)
        swapped = m.after(m.claims.index(SWAP) + 1)
        is_own = self.plays(swapped)  # then the reply comes at once
        if len(m.moves) > len(swapped.moves) + is_own:
            return says(m)
        who, whose = ("You", "the computer's") if is_own else ("The computer", "your")
        taken = f"{who} swapped and took {whose} {swapped.owned(FIRST)[0]}"
        goes_on = awaited(m) if m is swapped else says(m)
        return f"{taken}: you are now {m.game.players[person - 1]}. {goes_on}"

    @property
    def slowed(self) -> str:
        """What its level lacks here, and what helps; "" if nothing."""
        return getattr(self.opponent, "slowed", "")

    @property
    def level(self) -> int:
        """The opponent's level, 0 if it has none."""
        found: int = getattr(self.opponent, "level", 0)
        return found

    @property
    def ponders(self) -> bool:
        """Does its player think while the person is to move?"""
        return bool(getattr(self.opponent, "ponders", False))

    def become(self, opponent: Opponent) -> None:
        """Have another player sit here."""
        self.leave()
        self.opponent, self._worker = opponent, Worker(partial(thoughts, opponent))

    def renew(self) -> None:
        """Have the player play the next game otherwise, unless a seed was asked for."""
        renewed = getattr(self.opponent, "renewed", lambda: self.opponent)()
        if renewed is not self.opponent:
            self.become(renewed)

    def attend(self) -> None:
        """Start to think if it is time to, and stop if it no longer is."""
        m = self.table.match
        if m.position is not self._seen or m.outcome or (self.thinking and not self.to_move):
            self.rest()
            self._seen, self.paused, self.trouble = m.position, False, ""
        if self.paused or self.thinking or (self.pondering and not self.to_move):
            return
        if self.to_move:
            self._begin()
        elif self.ponders and not m.outcome:
            self.pondering = True
            self._worker.meanwhile(m, "pondering")
        elif hasattr(self.opponent, "rehearse"):
            self._worker.prepare(m, "rehearse")

    def rest(self) -> None:
        """Think no more, until there is something to attend to."""
        self._worker.stop()
        if self.pondering:
            self._worker.pause()
        self.thinking, self.pondering, self.progress = False, False, ""

    def stop(self) -> None:
        """Stop thinking until told to go on, or until the match changes."""
        self.rest()
        self.paused = True
        self._tell()

    def resume(self) -> None:
        """Think again."""
        self.paused, self.trouble = False, ""
        self._tell()

    def leave(self) -> None:
        self._worker.leave()  # first: a process that is about to end is not asked to rest
        self.rest()

    def _tell(self) -> None:
        for watcher in tuple(self.watchers):
            watcher()

    def _begin(self) -> None:
        self.thinking, self.pondering = True, False
        self._worker.ask(self._hear, self.table.match)

    def _hear(self, news: News) -> None:
        kind, what = news
        if kind == GOES_ON:
            self._note(what)
            return
        self.thinking, self.progress = False, ""
        try:
            if kind == FAILS:
                raise GameError(what)
            word, why = what
            self._remember({self.table.match.play(word).moves: why})
            self.table.play(word)
        except GameError as error:
            self.trouble, self.paused = FAILED.format(error), True
            self._tell()

    def _remember(self, reasons: Mapping[tuple[str, ...], str]) -> None:
        self._reasons = dict([*self._reasons.items(), *reasons.items()][-KEPT:])

    def recall(self, line: Match, reasons: Mapping[str, str]) -> None:
        """Know reasons for the words of a line by their numbers, as a file may hold them."""
        moves = line.moves
        numbered = {int(n): why[:LONGEST] for n, why in reasons.items()}
        self._remember({moves[:n]: why for n, why in numbered.items() if 0 < n <= len(moves)})

    def reasons(self, line: Match) -> dict[str, str]:
        """Why it played its words of a line, by their numbers."""
        words = line.moves if self._reasons else ()
        kept = self._reasons.items()
        return {str(len(record)): why for record, why in kept if why and _begins(words, record)}

    def _note(self, nodes: int) -> None:
        if nodes and monotonic() - self._told > OFTEN:
            self._told, self.progress = monotonic(), f"{nodes:,} positions"
            self._tell()


def thoughts(opponent: Opponent, m: Match, how: str = "think") -> Iterator[News]:
    """What a player thinks, thought by thought; in the end the word that it plays, and why.

    While the other is to move, `how` is "rehearse", so that its machine code is there in time, or
    "pondering".
    """
    word = why = ""
    if not hasattr(opponent, "think"):
        word = opponent.choose(m)
    else:
        thinks: Any = opponent
        about = m.game if how == "rehearse" else m
        for thought in getattr(thinks, how)(about):
            word, why = thought.word, str(getattr(thought, "why", "") or "")[:LONGEST]
            yield GOES_ON, thought.nodes
    yield ENDS, (word, why)


def _begins(words: tuple[str, ...], record: tuple[str, ...]) -> bool:
    return words[: len(record)] == record
