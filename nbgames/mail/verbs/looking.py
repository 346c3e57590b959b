"""Verbs that only look: boards, lists, ratings, previews, help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy import Connection

from ...core.errors import IllegalMove, NotationError, Refused, shown
from ...games import GAMES
from ...play.match import match
from .. import accounts, helps, replies
from ..commands import Command, board_and_move
from ..grammar import SELECTORS, TURNS
from ..ratings import of_boards
from ..replies import Reply, joined
from ..schema import GAME
from ..session import Session, board_number, pointing
from ..sizes import sized
from ..words import Word, printable_lines

MOST_SHOWN = 50  # boards in one answer


def show(session: Session, command: Command) -> Reply:
    """Boards by number, or those of userids."""
    words = command.all("what")
    boards = [board_and_move(word) for word in words]
    if all(boards):
        return joined([_shown(session, command, word) for word in command.words["what"]])
    return _shown_of(session, command, words, [str(command.game)], "what")


def all_show(session: Session, command: Command) -> Reply:
    words = (command["userid"], *command.all("selector"))
    return _shown_of(session, command, words, sorted(GAMES), "selector")


def _shown(session: Session, command: Command, word: Word) -> Reply:
    number, at = board_and_move(word.text) or (0, None)
    with pointing(command, word):
        row = session.store.read(lambda tx: session.store.load(tx, str(command.game), number))
    session.store.remember(row)
    m = row.board.match
    if at is None:
        return replace(replies.about(row.board, whole=True), to=())
    count = max(0, min(len(m.moves), at if at >= 0 else len(m.moves) + at))
    then = replace(row.board, match=m.at(count), offer=None, removed=False, said=())
    head = f"{replies.title(row.board)} after move {count}"
    return replace(replies.about(then, whole=True, heading=head), to=())


def _shown_of(
    session: Session, command: Command, words: tuple[str, ...], kinds: list[str], blamed: str
) -> Reply:
    names, where = _selected(session, command, words, blamed)
    if not names:
        words_ = "whose boards? write a userid before the word, or the numbers of boards"
        raise Refused(command.pointed(words_, blamed))
    rows = [r for kind in kinds for r in session.store.games(kind, *where)]
    found = [
        session.store.read(lambda tx, r=r: session.store.load(tx, r.kind, r.board))  # type: ignore[misc]
        for r in rows[:MOST_SHOWN]
    ]
    texts = [replace(replies.about(row.board), to=()) for row in found]
    return joined(texts) if texts else Reply(True, f"no boards of {' or '.join(names)}")


def _selected(
    session: Session, command: Command, words: tuple[str, ...], blamed: str
) -> tuple[tuple[str, ...], list[sa.ColumnElement[bool]]]:
    """The userids among words, and what rows their and the selector's boards are."""
    selectors = [w.lower() for w in words if w.lower() in SELECTORS]
    if len(selectors) > 1:
        words_ = f"at most one of {', '.join(SELECTORS)}"
        raise NotationError(command.pointed(words_, blamed))
    wanted = [w for w in words if w.lower() not in SELECTORS]
    names = session.store.read(lambda tx: _named(tx, command, wanted, blamed))
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
            raise Refused(_no_such(command, blamed, words, word, "nobody here is called"))
        found.append(row.userid)
    return tuple(found)


def _no_such(command: Command, field: str, words: Sequence[str], word: str, what: str) -> str:
    """There is none of this name; shown is only a first word: a later one may be a password."""
    if word == words[0]:
        return command.pointed(f"{what} {shown(word)}", field)
    return command.hiding(field).pointed(f"{what} one of these words", field)


def games(session: Session, command: Command) -> Reply:
    """The boards of a game, one a line."""
    _, where = _selected(session, command, command.all("userid"), "userid")
    rows = session.store.games(str(command.game), *where)
    if not rows:
        return Reply(True, f"no such boards of {command.game}")
    return Reply(True, f"boards of {command.game}\n{replies.game_table(rows)}")


def list_games(session: Session, command: Command) -> Reply:
    """The boards of these games; without any, which games there are."""
    asked = [word.lower() for word in command.all("game")]
    if strange := [word for word in asked if word not in GAMES]:
        words = _no_such(command, "game", asked, strange[0], "no game is called")
        raise NotationError(f"{words}: {', '.join(sorted(GAMES))}")
    parts = []
    for kind in asked or sorted(GAMES):
        rows = session.store.games(kind)
        active = sum(r.status == "active" for r in rows)
        parts.append(f"{kind}: {len(rows)} in all, {active} being played")
        parts += [replies.game_table(rows)] if asked and rows else []
    return Reply(True, "\n".join(parts))


def history(session: Session, command: Command) -> Reply:
    rows = session.store.games(str(command.game), GAME.c.status == "over")
    rows.sort(key=lambda r: (r.at, r.id))
    none = f"no board of {command.game} is finished yet"
    return Reply(True, replies.history_lines(rows) if rows else none)


def show_standings(session: Session, command: Command) -> Reply:
    kind = str(command.game)
    records = of_boards(session.store.rated(kind))
    active: dict[str, int] = {}
    for row in session.store.games(kind, GAME.c.status == "active"):
        for who in {row.first, row.second}:
            active[who] = active.get(who, 0) + 1
    none = f"nobody has finished a game of {kind} yet"
    return Reply(True, replies.standings_table(records, active) if records else none)


def preview(session: Session, command: Command) -> Reply:
    """Moves tried on a copy; nothing is stored."""
    words = list(command.words["move"])
    if command["board"].lower() == "new":
        if words.pop(0).text != "2":
            raise Refused(
                command.pointed(
                    "these games have 2 players: preview new 2 ...", command.words["move"][0]
                )
            )
        m, name = match(sized(command)), f"a new board of {command.game}"
    else:
        if command.parameters:
            words_ = "only 'preview new' takes a size"
            raise Refused(command.pointed(words_, *command.parameters))
        number = board_number(command)
        with pointing(command, "board"):
            row = session.store.read(lambda tx: session.store.load(tx, str(command.game), number))
        m, name = row.board.match, replies.title(row.board)
        at = (board_and_move(command["board"]) or (0, None))[1]
        if at is not None:
            m = m.at(max(0, min(len(m.moves), at if at >= 0 else len(m.moves) + at)))
    for word in words:
        with pointing(command, word):
            if word.text.lower() in TURNS:
                raise IllegalMove(
                    f"a preview is of moves on the board, and {shown(word.text)} is none"
                )
            m = m.play(word.text)
    tried = " ".join(word.text for word in words)
    head = f"{name} after {tried or 'no moves'}\nthis is a preview: nothing is stored"
    text = printable_lines(f"{head}\n\n{m.diagram().rstrip()}")
    return Reply(True, text, match=m, game=command.game)


def help_(session: Session, command: Command) -> Reply:
    subjects = [command.game] if command.game else [w.lower() for w in command.all("subject")]
    texts = []
    for subject in subjects or ["help"]:
        text = helps.about(" ".join(str(subject).split()))
        if text is None:
            words = _no_such(command, "subject", subjects, subject, "no help is called")
            raise NotationError(f"{words}; there is help on {', '.join(helps.subjects())}")
        texts.append(text)
    return Reply(True, "\n\n\n".join(texts))
