"""Verbs that change a board: challenges, moves, offers, remarks, subscriptions.

Checks come in this order: syntax, board, userid and password, whether the game is over, whether the
userid plays, whose turn it is, the number of the move, the rules.
"""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy import Connection

from ...core.errors import GameError, Refused
from ...core.position import SWAP
from .. import accounts, plans, quotas, replies
from ..boards import Correspondence, Event
from ..commands import Command
from ..grammar import TURNS
from ..ledger import Row
from ..ratings import Record, of_boards
from ..replies import Reply, joined
from ..schema import STANDING, now
from ..session import BELOW, Session, board_number, known_players, pointing
from ..sizes import offered
from ..store import Store


def challenge(session: Session, command: Command) -> Reply:
    """Start a board; the first userid moves first."""
    made = offered(command)
    verified = _typed(session, command)

    def work(tx: Connection) -> Row:
        who = verified or _by_token(session, tx, command)
        if session.origin:
            quotas.check_boards(tx, who)
        request = session.repeatable(command, who)
        if done := _done_before(session, tx, request):
            return done
        first, second = known_players(tx, command, "userid1", "userid2")
        row = session.store.challenge(tx, made, (first, second), session.words, request)
        wanted = sa.select(STANDING.c.key).where(STANDING.c.kind == made.game.name)
        for key in tx.execute(wanted).scalars().all():
            user = accounts.find(tx, key)
            if user and user.userid not in row.board.players:
                row = session.store.append(tx, row, Event("subscribe", user.userid, at=now()))
        return row

    row = session.store.write(work)
    session.store.remember(row)
    event = Event("challenge", "the challenger", comment=session.words)
    return _after(replies.about(row.board, "a new board"), event)


def _typed(session: Session, command: Command) -> str | None:
    """Who challenges, by the password of the first; None where a token is to tell it."""
    about = replace(command, words=command.words | {"userid": command.words["userid1"]})
    has_token = any(session.token_of(command[name]) for name in ("userid1", "userid2"))
    if "password" not in command.words or (command["password"] == "-" and has_token):
        return None
    return session.verified(about)


def _by_token(session: Session, tx: Connection, command: Command) -> str:
    """Which of the two is logged in; "" for nobody, who may challenge at the store itself."""
    for name in ("userid1", "userid2"):
        who = accounts.by_token(tx, session.token_of(command[name]) or "")
        if who and accounts.key(who) == accounts.key(command[name]):
            return who
    if session.origin or "password" in command.words:
        words = "log in as one of the two, or write the password of the first after both"
        raise Refused(command.pointed(words, "userid1", "userid2"))
    return ""


def move(session: Session, command: Command) -> Reply:
    """A move, or one of the words that stand for another deed."""
    word = command["move"].lower()
    return _enter(
        session, command, word if word in TURNS and word not in ("swap", "pass") else "move"
    )


def queue(session: Session, command: Command) -> Reply:
    return _enter(session, command, "queue")


def turn(session: Session, command: Command) -> Reply:
    """A verb that is also a word of `move`: swap, pass, propose, undo, accept, reject, resign."""
    kind = command.verb if command.verb not in ("swap", "pass") else "move"
    return _enter(session, command, kind)


def chat(session: Session, command: Command) -> Reply:
    if not session.words:
        raise Refused(command.pointed(f"a remark is {BELOW}"))
    return _enter(session, command, "chat")


def subscribe(session: Session, command: Command) -> Reply:
    boards = [word.lower() for word in command.all("board")]
    if "all" in boards:
        return _standing(session, command)
    done = []
    for word in command.words["board"]:
        about = replace(command, words=command.words | {"board": (word,)})
        done.append(_enter(session, about, command.verb))
    return joined(done)


def _standing(session: Session, command: Command) -> Reply:
    """Every board of this game that is still to come, or none of them any longer."""
    who, kind = session.signed_in(command), str(command.game)
    row = {"kind": kind, "key": accounts.key(who)}

    def work(tx: Connection) -> None:
        tx.execute(sa.delete(STANDING).where(STANDING.c.kind == kind, STANDING.c.key == row["key"]))
        if command.verb == "subscribe":
            tx.execute(sa.insert(STANDING), row)

    session.store.write(work)
    words = "gets" if command.verb == "subscribe" else "no longer gets"
    return Reply(True, f"{who} {words} every new board of {kind}")


def _enter(session: Session, command: Command, kind: str) -> Reply:
    """One event on a board, and the events due after it, in one transaction."""
    number = board_number(command)
    verified = None
    if command["password"] != "-" or not session.token_of(command["userid"]):
        with pointing(command, "board"):  # first the board, and only then the password
            session.store.read(lambda tx: session.store.load(tx, str(command.game), number))
        verified = session.verified(command)

    def work(tx: Connection) -> tuple[Row, list[Event]]:
        """The board as it is then, and what has happened to it: nothing, of a repeated request."""
        with pointing(command, "board"):
            row = session.store.load(tx, str(command.game), number)
        who = verified or session.known(tx, command)
        if done := _done_before(session, tx, session.repeatable(command, who)):
            return done, []
        if kind != "chat" and _is_made(command, row.board, who):
            return row, []
        if session.reply_to:
            session.reply_to.check(tx)
        event = _event(session, command, row.board, kind, who)
        quotas.check_events(tx, row, who, event.comment)
        return _append(session, tx, command, row, event)

    row, events = session.store.write(work)
    session.store.remember(row)
    return _told(session.store, row.board, kind, events)


def _told(store: Store, board: Correspondence, kind: str, events: list[Event]) -> Reply:
    """The reply about a board to which these events have just happened."""
    if not events:
        return replies.about(board, replies.TWICE)
    notices = [words for event in events if (words := _notice(event, board))]
    notices += _rated(store, board) if board.is_rated and board.is_over else []
    reply = replies.about(board, *notices)
    if kind in ("queue", "resign") and not board.is_over and events[-1].kind == kind:
        reply = replace(reply, to=())  # nobody else is to know
    return _after(reply, events[0]) if kind != "move" else reply


def _append(
    session: Session, tx: Connection, command: Command, row: Row, event: Event
) -> tuple[Row, list[Event]]:
    """The board after the event and those due by themselves."""
    request = session.repeatable(command, event.actor)
    with pointing(command, *_to_blame(command, row.board, event)):
        row = session.store.append(tx, row, event, request)
    events = [_recorded(event, row.board)]
    while due := row.board.due(now()) or (plans.due(tx, row) if event.kind == "move" else None):
        row = session.store.append(tx, row, due)
        events.append(_recorded(due, row.board))
    return row, events


def _recorded(event: Event, board: Correspondence) -> Event:
    """An event that has just happened, a move of it as the record writes it."""
    return replace(event, text=board.match.moves[-1]) if event.kind == "move" else event


def _event(session: Session, command: Command, board: Correspondence, kind: str, who: str) -> Event:
    """The event that a command asks for; its number and its seat are checked here."""
    if kind in ("move", "queue"):
        with pointing(command, "board" if board.is_over else "userid"):
            board.check_seat(who)
            if kind == "move":
                board.check_turn(who)
    next_ = len(board.match.moves) + 1
    if command.guard is not None and command.guard != next_:
        words = f"this was meant as move {command.guard}, and the next one is move {next_}"
        raise Refused(command.pointed(words, "move"))
    if kind == "queue" and board.to_move == who:
        kind = "move"
    text = ""
    if kind in ("move", "queue"):
        text = command["move"] if "move" in command.words else command.verb
    return Event(kind, who, text, session.words, now())


def _to_blame(command: Command, board: Correspondence, event: Event) -> tuple[str, ...]:
    if board.is_over:
        return ("board",)
    if event.actor not in board.players:
        return ("userid",)
    return ("move",) if "move" in command.words else ()


def _is_made(command: Command, board: Correspondence, who: str) -> bool:
    """Is this move, read as the board reads it, the one that stands under its number already?"""
    made, m = command.guard, board.match
    if made is None or made > len(m.moves):
        return False
    before = m.at(made - 1)
    try:
        again = before.play(command["move"])
    except GameError:  # no move that could be made there, so not the one that was
        return False
    return before.seat_to_move == who and again.moves[made - 1] == m.moves[made - 1]


def _done_before(session: Session, tx: Connection, request: str | None) -> Row | None:
    """The board as the same request left it; None if it is new."""
    found = session.store.requested(tx, request) if request else None
    if found is None:
        return None
    kind, board, seq = found
    row = session.store.load(tx, kind, board)
    return replace(row, board=session.store.before(tx, kind, board, seq))


def _notice(event: Event, board: Correspondence) -> str:
    who, kind = event.actor, event.kind
    if kind == "move" and event.text == SWAP:
        return f"{who} has swapped: the players have exchanged seats"
    if kind == "move":
        return f"{who} plays {event.text}"
    if kind == "queue":
        return f"{event.text} is kept for {who}, and tried when the turn comes"
    if kind == "resign" and not board.is_over:
        kept = who in board.resigning
        return (
            "your resignation is kept until it is your turn; send it again to take it back"
            if kept
            else "your resignation is taken back"
        )
    return {
        "dropped": f"the move that {who} had queued is not legal now: move again",
        "resign": f"{who} resigns",
        "accept": f"{who} accepts",
        "reject": f"{who} rejects",
        "undo": "" if board.offer else f"{who} takes the last move back",
        "forfeit": f"{who} has left",
        "subscribe": f"{who} gets every move from now on",
        "unsubscribe": f"{who} gets no more moves",
    }.get(kind, "")


def _rated(store: Store, board: Correspondence) -> list[str]:
    """How a board that has just ended has changed the ratings."""
    rows = store.rated(board.name)
    before = of_boards(r for r in rows if r.board != board.number)
    after = of_boards(rows)
    return [
        f"rating of {who}: {before.get(who, Record()).rating} -> {after[who].rating}"
        for who in board.players
        if who in after
    ]


def _after(reply: Reply, event: Event) -> Reply:
    """The reply with the comment that came with the command."""
    words = replies.writes(event)
    return (
        replace(reply, text=f"{reply.text}\n\n{words}") if words and event.kind != "chat" else reply
    )
