"""A board of the server as a value, replayed from its events by the rules of its game.

Moves, swaps, offers and their answers, undo, remarks and resignations are events; `DEEDS` has what
each does to a board. An event that is not legal on a board raises an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import groupby

from ..core.errors import GameError, IllegalMove, Refused
from ..core.position import FIRST, SECOND
from ..play.match import LONGEST_COMMENT, Match, match
from .grammar import TURNS

REMARKS = 10  # remarks that a board shows
OFFERS = {"propose": "a draw", "undo": "to take the last move back"}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was done to a board: who did what, with which words, when (milliseconds)."""

    kind: str
    actor: str
    text: str = ""
    comment: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A board of the server as it stands."""

    number: int
    match: Match
    events: int = 1
    offer: tuple[str, str] | None = None
    queued: dict[str, str] = field(default_factory=dict)
    resigning: frozenset[str] = frozenset()
    subscribers: tuple[str, ...] = ()
    said: tuple[Event, ...] = ()
    removed: bool = False
    started: int = 0
    last: Event | None = None

    @property
    def name(self) -> str:
        return self.match.game.name

    @property
    def is_over(self) -> bool:
        return self.removed or self.match.outcome is not None

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, each once."""
        return tuple(dict.fromkeys(self.match.seats))

    @property
    def to_move(self) -> str | None:
        return None if self.removed else self.match.seat_to_move

    @property
    def removal(self) -> str:
        """By whom a board was removed that is."""
        early = len(self.match.moves) < 2
        return "removed before both had moved" if early else "removed by who keeps this server"

    @property
    def is_rated(self) -> bool:
        return self.match.outcome is not None and len(self.players) == 2 and not self.removed

    def after(self, event: Event) -> Correspondence:
        """The board after one more event.

        Raises
        ------
        GameError
            If the event cannot happen here.
        """
        done = DEEDS[event.kind](self, event)
        return replace(done, events=self.events + 1, last=event)

    def due(self, at: int) -> Event | None:
        """What now happens by itself: a resignation kept, or a queued move."""
        who = self.to_move
        if who is None:
            return None
        if who in self.resigning:
            return Event("resign", who, "kept", at=at)
        if who not in self.queued:
            return None
        event = Event("move", who, self.queued[who], at=at)
        try:
            self.after(event)
        except GameError:
            return Event("dropped", who, self.queued[who], at=at)
        return event

    def check_turn(self, who: str) -> None:
        """Raise Refused if another player is to move."""
        if self.to_move != who:
            raise Refused(f"it is {self.to_move}'s turn on board {self.number}, not yours")

    def check_seat(self, who: str) -> None:
        """Raise Refused if the board is over, or this userid has no seat there."""
        if self.removed:
            raise Refused(f"board {self.number} was {self.removal}")
        if self.match.outcome:
            raise Refused(f"board {self.number} is over: {self.match.result()}")
        if who not in self.players:
            raise Refused(f"{who} has no seat at board {self.number}: {' and '.join(self.players)}")


def opened(made: Match, number: int, seats: tuple[str, str], at: int) -> Correspondence:
    """A new board of the game of a match without moves, for these two."""
    begun = match(made.game, seats=seats, swap=made.allows_swap)
    event = Event("challenge", begun.seats[0], " ".join(begun.seats), at=at)
    return Correspondence(number, begun, started=at, last=event)


def replay(board: Correspondence, events: Iterable[Event]) -> Correspondence:
    """The board after these events, checked one by one.

    Raises
    ------
    GameError
        If one of them cannot happen.
    """
    for plain, group in groupby(events, _is_plain):
        run = list(group)
        board = _run(board, run) if plain else reduce(Correspondence.after, run, board)
    return board


def _is_plain(event: Event) -> bool:
    """Is this a move of one claim with nothing said?"""
    word = event.text.lower()
    return event.kind == "move" and not event.comment and "," not in word and word not in TURNS


def _run(board: Correspondence, events: list[Event]) -> Correspondence:
    """Replay plain moves at once; anything else goes event by event."""
    m = board.match.replay([event.text for event in events])
    before = m.positions[len(board.match.claims) : -1]
    movers = [m.seats[position.to_move - 1] for position in before]
    whole = len(m.moves) == len(board.match.moves) + len(events) and not m.is_open
    actors = [event.actor for event in events]
    if board.removed or not whole or movers != actors:
        return reduce(Correspondence.after, events, board)
    return replace(
        board,
        match=m,
        events=board.events + len(events),
        offer=None,
        queued={who: word for who, word in board.queued.items() if who not in actors},
        last=events[-1],
    )


def _move(board: Correspondence, event: Event) -> Correspondence:
    board.check_seat(event.actor)
    board.check_turn(event.actor)
    if event.text.lower() in ("pass", "--"):
        raise IllegalMove(f"nobody passes in {board.name}: make a move")
    now = board.match.play(event.text)
    if now.is_open:
        raise IllegalMove(_unfinished(now, event.text.strip(",")))
    if event.comment:
        text = event.comment
        is_long = len(text) > LONGEST_COMMENT  # a letter may say more than a record
        now = now.comment(f"{text[: LONGEST_COMMENT - 1]}…" if is_long else text)
    queued = {who: word for who, word in board.queued.items() if who != event.actor}
    return replace(board, match=now, offer=None, queued=queued)


def _unfinished(m: Match, written: str) -> str:
    """Why a turn is not over, where its game says so, and how to write the whole of it."""
    claim = m.claims[-1]
    why = f"it {m.game.rules.again}" if m.game.rules.again else "the turn is not over"
    return f"go on after {claim}: {why}; write the whole turn with commas, {written},..."


def _queue(board: Correspondence, event: Event) -> Correspondence:
    board.check_seat(event.actor)
    return replace(board, queued=board.queued | {event.actor: event.text})


def _dropped(board: Correspondence, event: Event) -> Correspondence:
    return replace(board, queued={w: m for w, m in board.queued.items() if w != event.actor})


def _resign(board: Correspondence, event: Event) -> Correspondence:
    """Remove a board that not both have moved on; end it in turn; else keep it, or take it back."""
    board.check_seat(event.actor)
    if len(board.match.moves) < 2:
        return replace(board, removed=True, offer=None, queued={}, resigning=frozenset())
    if board.to_move != event.actor:
        return replace(board, resigning=board.resigning ^ {event.actor})
    return replace(
        board, match=board.match.play("resign"), offer=None, queued={}, resigning=frozenset()
    )


def _propose(board: Correspondence, event: Event) -> Correspondence:
    board.check_seat(event.actor)
    if board.offer:
        raise Refused(
            f"{board.offer[0]} has offered {OFFERS[board.offer[1]]}: accept or reject first"
        )
    if event.kind == "propose" and not board.match.game.rules.draws:
        raise Refused(
            f"{board.name} has no draws, so none can be proposed; undo asks for a move back"
        )
    if event.kind == "undo" and not board.match.moves:
        raise Refused("there is nothing to take back: no move has been made")
    offered = replace(board, offer=(event.actor, event.kind))
    return _agreed(offered) if len(board.players) == 1 else offered


def _accept(board: Correspondence, event: Event) -> Correspondence:
    board.check_seat(event.actor)
    if board.offer is None:
        raise Refused("nothing is offered here, so there is nothing to accept")
    if board.offer[0] == event.actor:
        raise Refused("this is your own offer: the other player answers it; reject takes it back")
    return _agreed(board)


def _reject(board: Correspondence, event: Event) -> Correspondence:
    """Says no; who has offered may also take the offer back so."""
    board.check_seat(event.actor)
    if board.offer is None:
        raise Refused("nothing is offered here, so there is nothing to reject")
    return replace(board, offer=None)


def _agreed(board: Correspondence) -> Correspondence:
    """The board with its offer carried out."""
    assert board.offer is not None
    if board.offer[1] == "propose":
        return replace(board, match=board.match.end("agreed", None), offer=None, queued={})
    return replace(board, match=board.match.back(1), offer=None, queued={})


def _forfeit(board: Correspondence, event: Event) -> Correspondence:
    """The actor has left the server: removed if not both have moved, else the other wins."""
    board.check_seat(event.actor)
    if len(board.match.moves) < 2 or len(board.players) == 1:
        return replace(board, removed=True, offer=None, queued={})
    winner = SECOND if board.match.seats[0] == event.actor else FIRST
    return replace(board, match=board.match.end("forfeit", winner), offer=None, queued={})


def _remove(board: Correspondence, event: Event) -> Correspondence:
    """Removed by who keeps the store, however it stands."""
    return replace(board, removed=True, offer=None, queued={}, resigning=frozenset())


def _said(board: Correspondence, event: Event) -> Correspondence:
    return replace(board, said=(*board.said, event)[-REMARKS:])


def _subscribe(board: Correspondence, event: Event) -> Correspondence:
    if board.is_over:
        raise Refused(f"board {board.number} is over: there is no more to come")
    if event.actor in board.players:
        raise Refused("you play here yourself, and get every move anyway")
    if event.actor in board.subscribers:
        raise Refused("you have subscribed to this board already")
    return replace(board, subscribers=(*board.subscribers, event.actor))


def _unsubscribe(board: Correspondence, event: Event) -> Correspondence:
    if event.actor not in board.subscribers:
        raise Refused("you have not subscribed to this board")
    return replace(board, subscribers=tuple(w for w in board.subscribers if w != event.actor))


DEEDS: dict[str, Callable[[Correspondence, Event], Correspondence]] = {
    "move": _move,
    "queue": _queue,
    "dropped": _dropped,
    "resign": _resign,
    "propose": _propose,
    "undo": _propose,
    "accept": _accept,
    "reject": _reject,
    "forfeit": _forfeit,
    "remove": _remove,
    "chat": _said,
    "subscribe": _subscribe,
    "unsubscribe": _unsubscribe,
}
