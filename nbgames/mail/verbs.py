"""What each verb does: from a command to a reply, through the store. Knows no transport.

Checks come in this order: the words, the board, userid and password, whether the game goes on,
whether the userid plays, whose turn it is, the number of the move, the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import sqlalchemy as sa
from sqlalchemy import Connection

from ..errors import GameError, IllegalMove, NotationError, Refused, shown
from ..games import GAMES
from ..games import game as named_game
from ..matches import match
from ..rules import Game
from . import accounts, helps, replies
from .boards import Correspondence, Event
from .commands import SELECTORS, TURNS, Command, Word, board_and_move, printable
from .ledger import Row
from .ratings import Record, standings
from .replies import Reply
from .schema import GAME, MESSAGE, STANDING, now
from .store import Store

LONGEST_COMMENT = 4000
MOST_SHOWN = 50  # boards in one answer
SIZES = {"projex": range(3, 12), "antipalos": range(3, 27), "copolymer": range(3, 26, 2)}
NAMED_SIZES = {"copolymer": {"-small": 9, "-medium": 13, "-large": 19}}


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a command is dealt with: the store, what came with it, and who is logged in."""

    store: Store
    comment: str = ""
    sender: str | None = None
    request: str | None = None
    token: str | None = None
    tokens: Mapping[str, str] = field(default_factory=dict)
    ask: Callable[[str], str | None] = lambda userid: None

    def verified(self, command: Command) -> str | None:
        """Who it is by a typed password; None where a token is to be looked at in a transaction."""
        userid, password = command["userid"], command["password"]
        if password == "-" and self._token(userid) is not None:
            return None
        if password == "-":
            password = self.ask(userid) or ""
            if not password:
                words = "nobody is logged in here as this userid: log in, or write the password"
                raise Refused(command.pointed(words, "password"))
        with _pointing(command.hiding("userid"), "userid", "password"):
            return accounts.verify(self.store, userid, password)

    def known(self, tx: Connection, command: Command) -> str:
        """Who it is by a token.

        Raises
        ------
        Refused
            If the token is another's, or too old.
        """
        userid = accounts.by_token(tx, self._token(command["userid"]) or "")
        if userid is None or accounts.key(userid) != accounts.key(command["userid"]):
            words = "the login for this userid has ended, or is another's: log in again"
            raise Refused(command.pointed(words, "userid"))
        return userid

    def _token(self, userid: str) -> str | None:
        return self.token or self.tokens.get(accounts.key(userid))

    def signed_in(self, command: Command) -> str:
        """Who it is, for commands that are about no board."""
        return self.verified(command) or self.store.read(lambda tx: self.known(tx, command))


@contextmanager
def _pointing(command: Command, *at: str | Word) -> Iterator[None]:
    """An error in here points at these words of the line."""
    try:
        yield
    except GameError as error:
        raise type(error)(command.pointed(str(error), *at)) from None


# Accounts


def signup(desk: Desk, command: Command) -> Reply:
    userid, password = command["userid"], command["password"]
    with _pointing(command, "userid"):
        accounts.checked_userid(userid)
    with _pointing(command, "password"):
        accounts.checked_password(password, userid)
    given = _addresses(command, "address")
    addresses = given or ((desk.sender,) if desk.sender else ())
    hashed = accounts.hashed(password)
    with _pointing(command, "userid"):
        desk.store.write(lambda tx: accounts.add(tx, userid, hashed, addresses))
    return Reply(True, f"welcome, {userid}: 'help tutorial' shows how to begin")


def _addresses(command: Command, name: str) -> tuple[str, ...]:
    given = command.all(name)
    for address in given:
        if not re.fullmatch(r"[^\s@<>,;:\"()]{1,64}@[A-Za-z0-9.-]{1,190}", address):
            words = f"{shown(address)} is no mail address: write one such as name@example.org"
            raise NotationError(command.pointed(words, name))
    return given


def change_password(desk: Desk, command: Command) -> Reply:
    who = desk.signed_in(command)
    with _pointing(command, "new"):
        accounts.checked_password(command["new"], who)
    hashed = accounts.hashed(command["new"])
    desk.store.write(lambda tx: accounts.set_password(tx, who, hashed))
    return Reply(
        True, f"the password of {who} is changed; whoever was logged in has to log in again"
    )


def change_address(desk: Desk, command: Command) -> Reply:
    addresses, who = _addresses(command, "address"), desk.signed_in(command)
    desk.store.write(lambda tx: accounts.set_addresses(tx, who, addresses))
    return Reply(True, f"mail for {who} goes to {' '.join(addresses)} from now on")


def add_address(desk: Desk, command: Command) -> Reply:
    addresses, who = _addresses(command, "address"), desk.signed_in(command)

    def work(tx: Connection) -> tuple[str, ...]:
        row = accounts.find(tx, who)
        kept = tuple(dict.fromkeys([*(row.addresses.split() if row else []), *addresses]))
        accounts.set_addresses(tx, who, kept)
        return kept

    return Reply(True, f"mail for {who} goes to {' '.join(desk.store.write(work))} from now on")


def delete(desk: Desk, command: Command) -> Reply:
    """End an account, and with it the games that its owner still plays."""
    who = desk.signed_in(command)

    def work(tx: Connection) -> list[Row]:
        mine = sa.select(GAME.c.kind, GAME.c.board).where(
            GAME.c.status == "active", sa.or_(GAME.c.first == who, GAME.c.second == who)
        )
        rows = [desk.store.load(tx, kind, board) for kind, board in tx.execute(mine).all()]
        accounts.leave(tx, who)
        return [desk.store.append(tx, row, Event("forfeit", who, at=now())) for row in rows]

    rows = desk.store.write(work)
    for row in rows:
        desk.store.remember(row)
    ended = [f"{replies.title(row.board)}: {replies.state(row.board)}" for row in rows]
    to = {p: None for row in rows for p in row.board.players if p != who}
    return Reply(True, "\n".join([f"goodbye, {who}; the userid stays taken", *ended]), tuple(to))


def message(desk: Desk, command: Command) -> Reply:
    """Write to players; without any, read what was written to oneself."""
    who = desk.signed_in(command)
    to = dict.fromkeys(command.all("to"))
    if not to:
        return Reply(True, desk.store.read(lambda tx: _messages(tx, who)))
    text = _comment(desk) or ""
    if not text:
        raise Refused(command.pointed("a message is the text below this line, and there is none"))

    def work(tx: Connection) -> tuple[str, ...]:
        names = _players(tx, command, "to")
        row = {"sender": who, "text": text, "at": now()}
        tx.execute(sa.insert(MESSAGE), [{"key": accounts.key(n), **row} for n in names])
        return names

    names = desk.store.write(work)
    words = replies.printable_lines(replies.writes(Event("message", who, comment=text)))
    return Reply(True, f"sent to {', '.join(names)}\n{words}", names, subject=f"message from {who}")


def _messages(tx: Connection, who: str) -> str:
    asked = (
        sa.select(MESSAGE).where(MESSAGE.c.key == accounts.key(who)).order_by(MESSAGE.c.id.desc())
    )
    rows = tx.execute(asked.limit(20)).all()
    letters = [
        f"{replies.day(r.at)} {replies.writes(Event('message', r.sender, comment=r.text))}"
        for r in reversed(rows)
    ]
    return replies.printable_lines("\n".join(letters)) or "nobody has written to you"


def _players(tx: Connection, command: Command, *fields: str) -> tuple[str, ...]:
    """The userids in these fields as they were signed up."""
    found, missing = [], []
    for name in fields:
        for word in command.all(name):
            row = accounts.find(tx, word)
            found += [row.userid] if row else []
            missing += [] if row else [word]
    if missing:
        there = ", ".join(shown(word) for word in dict.fromkeys(missing))
        fields = tuple(f for f in fields if set(command.all(f)) & set(missing))
        words = f"nobody here is called {there}; a new player signs up first"
        raise Refused(command.pointed(words, *fields))
    return tuple(found)


# Boards: starting one


def challenge(desk: Desk, command: Command) -> Reply:
    """Start a board; the first userid moves first."""
    made = _game(command)

    def work(tx: Connection) -> Row:
        if again := _again(desk, tx):
            return again
        first, second = _players(tx, command, "userid1", "userid2")
        row = desk.store.challenge(tx, made, (first, second), _comment(desk), desk.request)
        wanted = sa.select(STANDING.c.key).where(STANDING.c.kind == made.name)
        for key in tx.execute(wanted).scalars().all():
            user = accounts.find(tx, key)
            if user and user.userid not in row.board.players:
                row = desk.store.append(tx, row, Event("subscribe", user.userid, at=now()))
        return row

    row = desk.store.write(work)
    desk.store.remember(row)
    event = Event("challenge", "the challenger", comment=_comment(desk))
    return _after(replies.about(row.board, "a new board"), event)


def _game(command: Command) -> Game:
    """The game at the size that the parameters ask for, in the range of the help pages."""
    kind = str(command.game)
    named, sizes = NAMED_SIZES.get(kind, {}), SIZES.get(kind)
    size: int | None = None
    for name, word in command.parameters.items():
        text = word.text.partition("=")[2]
        if size is not None:
            raise NotationError(command.pointed("one size is enough", *command.parameters))
        if name in named and "=" not in word.text:
            size = named[name]
        elif name == "-size" and sizes:
            if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) not in sizes:
                odd = "an odd number, " if sizes.step == 2 else ""
                words = f"sizes of {kind} are {odd}-size={sizes[0]} to -size={sizes[-1]}"
                raise NotationError(command.pointed(words, name))
            size = int(text)
        else:
            ways = [*named, *(["-size=N"] if sizes else [])]
            words = f"{kind} takes {' or '.join(ways) if ways else 'no parameters'} here"
            raise NotationError(command.pointed(words, name))
    return named_game(kind, size)


# Boards: what players do


def move(desk: Desk, command: Command) -> Reply:
    """A move, or one of the words that stand for another deed."""
    word = command["move"].lower()
    return _do(desk, command, word if word in TURNS and word not in ("swap", "pass") else "move")


def queue(desk: Desk, command: Command) -> Reply:
    return _do(desk, command, "queue")


def turn(desk: Desk, command: Command) -> Reply:
    """A verb that is also a word of `move`: swap, pass, propose, undo, accept, reject, resign."""
    kind = command.verb if command.verb not in ("swap", "pass") else "move"
    return _do(desk, command, kind)


def chat(desk: Desk, command: Command) -> Reply:
    if not _comment(desk):
        raise Refused(command.pointed("a remark is the text below this line, and there is none"))
    return _do(desk, command, "chat")


def subscribe(desk: Desk, command: Command) -> Reply:
    boards = [word.lower() for word in command.all("board")]
    if "all" in boards:
        return _standing(desk, command)
    done = []
    for word in command.words["board"]:
        about = replace(command, words=command.words | {"board": (word,)})
        request = f"{desk.request}/{word.text}" if desk.request else None
        done.append(_do(replace(desk, request=request), about, command.verb))
    return _joined(done)


def _standing(desk: Desk, command: Command) -> Reply:
    """Every board of this game that is still to come, or none of them any longer."""
    who, kind = desk.signed_in(command), str(command.game)
    row = {"kind": kind, "key": accounts.key(who)}

    def work(tx: Connection) -> None:
        tx.execute(sa.delete(STANDING).where(STANDING.c.kind == kind, STANDING.c.key == row["key"]))
        if command.verb == "subscribe":
            tx.execute(sa.insert(STANDING), row)

    desk.store.write(work)
    words = "gets" if command.verb == "subscribe" else "no longer gets"
    return Reply(True, f"{who} {words} every new board of {kind}")


def _do(desk: Desk, command: Command, kind: str) -> Reply:
    """One event on a board, and what follows by itself, in one transaction."""
    number = _number(command)
    verified = None
    if command["password"] != "-" or not desk._token(command["userid"]):
        with _pointing(command, "board"):  # first the board, and only then the password
            desk.store.read(lambda tx: desk.store.load(tx, str(command.game), number))
        verified = desk.verified(command)

    def work(tx: Connection) -> tuple[Row, list[Event], bool]:
        with _pointing(command, "board"):
            row = desk.store.load(tx, str(command.game), number)
        who = verified or desk.known(tx, command)
        if again := _again(desk, tx):
            return again, [], True
        if kind != "chat" and _is_in(command, row.board, who):
            return row, [], True
        event = _event(desk, command, row.board, kind, who)
        return (*_append(desk, tx, command, row, event), False)

    row, events, again = desk.store.write(work)
    desk.store.remember(row)
    if again:
        return replies.about(row.board, "this is in already, and was not done twice")
    notices = [words for event in events if (words := _notice(event, row.board))]
    notices += _rated(desk.store, row.board) if row.board.is_rated and row.board.is_over else []
    reply = replies.about(row.board, *notices)
    if kind in ("queue", "resign") and not row.board.is_over and events[-1].kind == kind:
        reply = replace(reply, to=())  # nobody else is to know
    return _after(reply, events[0]) if kind != "move" else reply


def _append(
    desk: Desk, tx: Connection, command: Command, row: Row, event: Event
) -> tuple[Row, list[Event]]:
    """The board after the event and those due by themselves."""
    with _pointing(command, *_to_blame(command, row.board, event)):
        row = desk.store.append(tx, row, event, desk.request)
    events = [event]
    while due := row.board.due(now()):
        row = desk.store.append(tx, row, due)
        events.append(due)
    return row, events


def _event(desk: Desk, command: Command, board: Correspondence, kind: str, who: str) -> Event:
    """The event that a command asks for; its number and its seat are checked here."""
    if kind in ("move", "queue"):
        with _pointing(command, "board" if board.is_over else "userid"):
            board.player(who)
            if kind == "move":
                board.owner_of_turn(who)
    next_ = len(board.match.moves) + 1
    if command.guard is not None and command.guard != next_:
        words = f"this was meant as move {command.guard}, and the next one is move {next_}"
        raise Refused(command.pointed(words, "move"))
    if kind == "queue" and board.to_move == who:
        kind = "move"
    text = ""
    if kind in ("move", "queue"):
        text = command["move"] if "move" in command.words else command.verb
    return Event(kind, who, text, _comment(desk), now())


def _to_blame(command: Command, board: Correspondence, event: Event) -> tuple[str, ...]:
    if board.is_over:
        return ("board",)
    if event.actor not in board.players:
        return ("userid",)
    return ("move",) if "move" in command.words else ()


def _is_in(command: Command, board: Correspondence, who: str) -> bool:
    """Has this very move been made before, under its number? Then it was sent twice."""
    made, m = command.guard, board.match
    if made is None or made > len(m.moves):
        return False
    same = m.moves[made - 1].lower() == command["move"].lower()
    return same and m.at(made - 1).seat_to_move == who


def _again(desk: Desk, tx: Connection) -> Row | None:
    """The board as a request left it that has come before."""
    found = desk.store.requested(tx, desk.request) if desk.request else None
    if found is None:
        return None
    kind, board, seq = found
    row = desk.store.load(tx, kind, board)
    return replace(row, board=desk.store.before(tx, kind, board, seq))


def _notice(event: Event, board: Correspondence) -> str:
    who, kind = event.actor, event.kind
    if kind == "move" and event.text.lower() == "swap":
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
        "dropped": f"the move {event.text} that {who} had queued is not legal now: move again",
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
    rows = [r for r in rated(store, board.name) if r.board != board.number]
    before = standings(_results(rows))
    after = standings(_results(rated(store, board.name)))
    return [
        f"rating of {who}: {before.get(who, Record()).rating} -> {after[who].rating}"
        for who in board.players
        if who in after
    ]


def rated(store: Store, kind: str) -> list[sa.Row]:
    """The finished boards of a game that count, oldest first."""
    rows = store.games(kind, GAME.c.status == "over", GAME.c.first != GAME.c.second)
    return sorted(rows, key=lambda r: (r.at, r.id))


def _results(rows: list[sa.Row]) -> list[tuple[str, str, str | None]]:
    return [(r.first, r.second, r.winner) for r in rows]


# Looking


def show(desk: Desk, command: Command) -> Reply:
    """Boards by number, or those of userids."""
    words = command.all("what")
    boards = [board_and_move(word) for word in words]
    if all(boards):
        return _joined([_shown(desk, command, word) for word in command.words["what"]])
    return _shown_of(desk, command, words, [str(command.game)], "what")


def all_show(desk: Desk, command: Command) -> Reply:
    words = (command["userid"], *command.all("selector"))
    return _shown_of(desk, command, words, sorted(GAMES), "selector")


def _shown(desk: Desk, command: Command, word: Word) -> Reply:
    number, at = board_and_move(word.text) or (0, None)
    with _pointing(command, word):
        row = desk.store.read(lambda tx: desk.store.load(tx, str(command.game), number))
    desk.store.remember(row)
    m = row.board.match
    if at is None:
        return replace(replies.about(row.board, whole=True), to=())
    count = max(0, min(len(m.moves), at if at >= 0 else len(m.moves) + at))
    then = replace(row.board, match=m.at(count), offer=None, removed=False, said=())
    head = f"{replies.title(row.board)} after move {count}"
    return replace(replies.about(then, whole=True, heading=head), to=())


def _shown_of(
    desk: Desk, command: Command, words: tuple[str, ...], kinds: list[str], blamed: str
) -> Reply:
    names, where = _selected(desk, command, words, blamed)
    if not names:
        words_ = "whose boards? write a userid before the word, or the numbers of boards"
        raise Refused(command.pointed(words_, blamed))
    rows = [r for kind in kinds for r in desk.store.games(kind, *where)]
    found = [
        desk.store.read(lambda tx, r=r: desk.store.load(tx, r.kind, r.board))  # type: ignore[misc]
        for r in rows[:MOST_SHOWN]
    ]
    texts = [replace(replies.about(row.board), to=()) for row in found]
    return _joined(texts) if texts else Reply(True, f"no boards of {' or '.join(names)}")


def _selected(
    desk: Desk, command: Command, words: tuple[str, ...], blamed: str
) -> tuple[tuple[str, ...], list[sa.ColumnElement[bool]]]:
    """The userids among words, and what rows their and the selector's boards are."""
    selectors = [w.lower() for w in words if w.lower() in SELECTORS]
    if len(selectors) > 1:
        words_ = f"at most one of {', '.join(SELECTORS)}"
        raise NotationError(command.pointed(words_, blamed))
    wanted = [w for w in words if w.lower() not in SELECTORS]
    names = desk.store.read(lambda tx: _named(tx, command, wanted, blamed))
    selector = selectors[0] if selectors else "all" if not names else "active"
    where: list[sa.ColumnElement[bool]] = []
    if selector == "inactive":
        where.append(GAME.c.status != "active")
    elif selector != "all":
        where.append(GAME.c.status == "active")
    if names and selector == "next":
        where.append(GAME.c.to_move.in_(names))
    elif names:
        where.append(sa.or_(GAME.c.first.in_(names), GAME.c.second.in_(names)))
    return names, where


def _named(tx: Connection, command: Command, words: list[str], blamed: str) -> tuple[str, ...]:
    found = []
    for word in words:
        row = accounts.find(tx, word, gone=True)
        if row is None:
            raise Refused(command.pointed(f"nobody here is called {shown(word)}", blamed))
        found.append(row.userid)
    return tuple(found)


def games(desk: Desk, command: Command) -> Reply:
    """The boards of a game, one a line."""
    _, where = _selected(desk, command, command.all("userid"), "userid")
    rows = desk.store.games(str(command.game), *where)
    if not rows:
        return Reply(True, f"no such boards of {command.game}")
    return Reply(True, f"boards of {command.game}\n{replies.game_table(rows)}")


def list_games(desk: Desk, command: Command) -> Reply:
    """The boards of these games; without any, which games there are."""
    asked = [word.lower() for word in command.all("game")]
    if strange := [word for word in asked if word not in GAMES]:
        words = f"there is no game {shown(strange[0])}: {', '.join(sorted(GAMES))}"
        raise NotationError(command.pointed(words, "game"))
    parts = []
    for kind in asked or sorted(GAMES):
        rows = desk.store.games(kind)
        active = sum(r.status == "active" for r in rows)
        parts.append(f"{kind}: {len(rows)} boards, {active} being played")
        parts += [replies.game_table(rows)] if asked and rows else []
    return Reply(True, "\n".join(parts))


def history(desk: Desk, command: Command) -> Reply:
    rows = desk.store.games(str(command.game), GAME.c.status == "over")
    rows.sort(key=lambda r: (r.at, r.id))
    none = f"no board of {command.game} is finished yet"
    return Reply(True, replies.history_lines(rows) if rows else none)


def show_standings(desk: Desk, command: Command) -> Reply:
    kind = str(command.game)
    records = standings(_results(rated(desk.store, kind)))
    active: dict[str, int] = {}
    for row in desk.store.games(kind, GAME.c.status == "active"):
        for who in {row.first, row.second}:
            active[who] = active.get(who, 0) + 1
    none = f"nobody has finished a game of {kind} yet"
    return Reply(True, replies.standings_table(records, active) if records else none)


def preview(desk: Desk, command: Command) -> Reply:
    """Moves tried on a copy; nothing is stored."""
    words = list(command.words["move"])
    if command["board"].lower() == "new":
        if words.pop(0).text != "2":
            raise Refused(
                command.pointed(
                    "these games have 2 players: preview new 2 ...", command.words["move"][0]
                )
            )
        m, name = match(_game(command)), f"a new board of {command.game}"
    else:
        if command.parameters:
            words_ = "only 'preview new' takes a size"
            raise Refused(command.pointed(words_, *command.parameters))
        number = _number(command)
        with _pointing(command, "board"):
            row = desk.store.read(lambda tx: desk.store.load(tx, str(command.game), number))
        m, name = row.board.match, replies.title(row.board)
        at = (board_and_move(command["board"]) or (0, None))[1]
        if at is not None:
            m = m.at(max(0, min(len(m.moves), at if at >= 0 else len(m.moves) + at)))
    for word in words:
        with _pointing(command, word):
            if word.text.lower() in TURNS:
                raise IllegalMove(
                    f"a preview is of moves on the board, and {shown(word.text)} is none"
                )
            m = m.play(word.text)
    tried = " ".join(word.text for word in words)
    head = f"{name} after {tried or 'no moves'}\nthis is a preview: nothing is stored"
    text = replies.printable_lines(f"{head}\n\n{m.diagram().rstrip()}")
    return Reply(True, text, match=m, game=command.game)


def help_(desk: Desk, command: Command) -> Reply:
    subjects = [command.game] if command.game else [w.lower() for w in command.all("subject")]
    texts = []
    for subject in subjects or ["help"]:
        text = helps.about(" ".join(str(subject).split()))
        if text is None:
            there = ", ".join(helps.subjects())
            raise NotationError(
                command.pointed(f"no help on {shown(subject)}; there is help on {there}", "subject")
            )
        texts.append(text)
    return Reply(True, "\n\n\n".join(texts))


# Small things


def _number(command: Command) -> int:
    found = board_and_move(command["board"])
    if found is None:
        raise NotationError(command.pointed("which board? write its number", "board"))
    return found[0]


def _comment(desk: Desk) -> str:
    """What came below the line, cut at 4000 letters, with nothing in it that is no text."""
    lines = [printable(line).rstrip() for line in desk.comment.expandtabs(4).splitlines()]
    return "\n".join(lines).strip("\n")[:LONGEST_COMMENT]


def _after(reply: Reply, event: Event) -> Reply:
    """The reply with the comment that came with the command."""
    words = replies.writes(event)
    return (
        replace(reply, text=f"{reply.text}\n\n{words}") if words and event.kind != "chat" else reply
    )


def _joined(parts: list[Reply]) -> Reply:
    if len(parts) == 1:
        return parts[0]
    return Reply(all(p.ok for p in parts), "\n\n\n".join(p.text for p in parts))


VERBS: dict[str, Callable[[Desk, Command], Reply]] = {
    "help": help_,
    "signup": signup,
    "add": add_address,
    "change password": change_password,
    "change address": change_address,
    "delete": delete,
    "list": list_games,
    "message": message,
    "all show": all_show,
    "standings": show_standings,
    "history": history,
    "games": games,
    "show": show,
    "challenge": challenge,
    "move": move,
    "queue": queue,
    "preview": preview,
    "chat": chat,
    "subscribe": subscribe,
    "unsubscribe": subscribe,
    **dict.fromkeys(TURNS, turn),
}
