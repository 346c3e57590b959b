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

    def owner_of_turn(self, who: str) -> None:
        if self.to_move != who:
            raise Refused(f"it is {self.to_move}'s turn on board {self.number}, not yours")

    def player(self, who: str) -> None:
        if self.removed:
            raise Refused(f"board {self.number} was {self.removal}")
        if self.match.outcome:
            raise Refused(f"board {self.number} is over: {self.match.result()}")
        if who not in self.players:
            raise Refused(f"{who} has no seat at board {self.number}: {' and '.join(self.players)}")


def challenged(number: int, made: Match, at: int) -> Correspondence:
    """A new board."""
    first, second = made.seats
    event = Event("challenge", first, f"{first} {second}", at=at)
    return Correspondence(number, made, started=at, last=event)


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


def _move(self: Correspondence, event: Event) -> Correspondence:
    self.player(event.actor)
    self.owner_of_turn(event.actor)
    if event.text.lower() in ("pass", "--"):
        raise IllegalMove(f"nobody passes in {self.name}: make a move")
    now = self.match.play(event.text)
    if now.is_open:
        raise IllegalMove(_unfinished(now, event.text.strip(",")))
    if event.comment:
        now = now.comment(event.comment[:LONGEST_COMMENT])
    queued = {who: word for who, word in self.queued.items() if who != event.actor}
    return replace(self, match=now, offer=None, queued=queued)


def _unfinished(m: Match, written: str) -> str:
    """Why a turn is not over, where its game says so, and how to write the whole of it."""
    claim = m.claims[-1]
    why = f"it {m.game.rules.again}" if m.game.rules.again else "the turn is not over"
    return f"go on after {claim}: {why}; write the whole turn with commas, {written},..."


def _queue(self: Correspondence, event: Event) -> Correspondence:
    self.player(event.actor)
    return replace(self, queued=self.queued | {event.actor: event.text})


def _dropped(self: Correspondence, event: Event) -> Correspondence:
    return replace(self, queued={w: m for w, m in self.queued.items() if w != event.actor})


def _resign(self: Correspondence, event: Event) -> Correspondence:
    """Remove a board that not both have moved on; end it in turn; else keep it, or take it back."""
    self.player(event.actor)
    if len(self.match.moves) < 2:
        return replace(self, removed=True, offer=None, queued={}, resigning=frozenset())
    if self.to_move != event.actor:
        return replace(self, resigning=self.resigning ^ {event.actor})
    return replace(
        self, match=self.match.play("resign"), offer=None, queued={}, resigning=frozenset()
    )


def _propose(self: Correspondence, event: Event) -> Correspondence:
    self.player(event.actor)
    if self.offer:
        raise Refused(
            f"{self.offer[0]} has offered {OFFERS[self.offer[1]]}: accept or reject first"
        )
    if event.kind == "propose" and not self.match.game.rules.draws:
        raise Refused(
            f"{self.name} has no draws, so none can be proposed; undo asks for a move back"
        )
    if event.kind == "undo" and not self.match.moves:
        raise Refused("there is nothing to take back: no move has been made")
    offered = replace(self, offer=(event.actor, event.kind))
    return _agreed(offered) if len(self.players) == 1 else offered


def _accept(self: Correspondence, event: Event) -> Correspondence:
    _answerable(self, event)
    return _agreed(self)


def _reject(self: Correspondence, event: Event) -> Correspondence:
    """Says no; who has offered may also take the offer back so."""
    self.player(event.actor)
    if self.offer is None:
        raise Refused("nothing is offered here, so there is nothing to reject")
    return replace(self, offer=None)


def _answerable(self: Correspondence, event: Event) -> None:
    self.player(event.actor)
    if self.offer is None:
        raise Refused("nothing is offered here, so there is nothing to accept")
    if self.offer[0] == event.actor:
        raise Refused("this is your own offer: the other player answers it; reject takes it back")


def _agreed(self: Correspondence) -> Correspondence:
    """The board with its offer carried out."""
    assert self.offer is not None
    if self.offer[1] == "propose":
        return replace(self, match=self.match.end("agreed", None), offer=None, queued={})
    return replace(self, match=self.match.back(1), offer=None, queued={})


def _forfeit(self: Correspondence, event: Event) -> Correspondence:
    """The actor has left the server: removed if not both have moved, else the other wins."""
    self.player(event.actor)
    if len(self.match.moves) < 2 or len(self.players) == 1:
        return replace(self, removed=True, offer=None, queued={})
    winner = SECOND if self.match.seats[0] == event.actor else FIRST
    return replace(self, match=self.match.end("forfeit", winner), offer=None, queued={})


def _remove(self: Correspondence, event: Event) -> Correspondence:
    """Removed by who keeps the store, however it stands."""
    return replace(self, removed=True, offer=None, queued={}, resigning=frozenset())


def _said(self: Correspondence, event: Event) -> Correspondence:
    return replace(self, said=(*self.said, event)[-REMARKS:])


def _subscribe(self: Correspondence, event: Event) -> Correspondence:
    if self.is_over:
        raise Refused(f"board {self.number} is over: there is no more to come")
    if event.actor in self.players:
        raise Refused("you play here yourself, and get every move anyway")
    if event.actor in self.subscribers:
        raise Refused("you have subscribed to this board already")
    return replace(self, subscribers=(*self.subscribers, event.actor))


def _unsubscribe(self: Correspondence, event: Event) -> Correspondence:
    if event.actor not in self.subscribers:
        raise Refused("you have not subscribed to this board")
    return replace(self, subscribers=tuple(w for w in self.subscribers if w != event.actor))


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


def opened(made: Match, number: int, seats: tuple[str, str], at: int) -> Correspondence:
    """A new board of a match without moves, for these two."""
    return challenged(number, match(made.game, seats=seats, swap=made.allows_swap), at)
