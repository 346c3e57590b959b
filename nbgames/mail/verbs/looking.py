"""Verbs that only look: boards, lists, ratings, previews, help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy import Connection

from ...core.errors import IllegalMove, NotationError, Refused, shown
from ...games import GAMES
from ...play.match import Match
from .. import accounts, helps, replies
from ..commands import Command, board_and_move
from ..grammar import SELECTORS, TURNS
from ..ratings import of_boards
from ..replies import Reply, joined
from ..schema import GAME
from ..session import Session, board_number, pointing
from ..sizes import offered
from ..store import PAGE, Page
from ..words import Word, printable_lines

MOST_SHOWN = 50  # boards in one answer


def show(session: Session, command: Command) -> Reply:
    """Boards by number, or those of userids."""
    words = command.all("what")
    boards = [board_and_move(word) for word in words]
    if all(boards):
        once = {word.text: word for word in reversed(command.words["what"])}
        if len(once) > MOST_SHOWN:
            raise Refused(command.pointed(f"at most {MOST_SHOWN} boards at a time", "what"))
        return joined([_shown(session, command, once[text]) for text in dict.fromkeys(words)])
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
    count = _counted(m, at)
    then = replace(row.board, match=m.at(count), offer=None, removed=False, said=())
    head = f"{replies.title(row.board)} after move {count}"
    return replace(replies.about(then, whole=True, heading=head), to=())


def _counted(m: Match, at: int) -> int:
    """How many moves `101#4` means, or `101#-2`: two before the last; as many as there are."""
    return max(0, min(len(m.moves), at if at >= 0 else len(m.moves) + at))


def _shown_of(
    session: Session, command: Command, words: tuple[str, ...], kinds: list[str], blamed: str
) -> Reply:
    names, where = _selected(session, command, words, blamed)
    if not names:
        words_ = "whose boards? write a userid before the word, or the numbers of boards"
        raise Refused(command.pointed(words_, blamed))
    pages = [session.store.page(kind, *where) for kind in kinds]
    rows, count = [r for page in pages for r in page.rows], sum(page.count for page in pages)
    found = [
        session.store.read(lambda tx, r=r: session.store.load(tx, r.kind, r.board))  # type: ignore[misc]
        for r in rows[-MOST_SHOWN:]
    ]
    texts = [replace(replies.about(row.board), to=()) for row in found]
    if count > len(texts) > 0:
        texts.append(Reply(True, f"{len(texts)} of {count} boards: name others by their numbers"))
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
    before = command.words["userid"] if field == "selector" else ()
    first, *later = (*before, *command.words[field])
    if word == words[0]:
        return command.hiding(*later).pointed(f"{what} {shown(word)}", first)
    return command.hiding(first, *later).pointed(f"{what} one of these words", field)


def games(session: Session, command: Command) -> Reply:
    """The boards of a game, one a line."""
    _, where = _selected(session, command, command.all("userid"), "userid")
    page = session.store.page(str(command.game), *where, number=_page(command))
    if not page.rows:
        return Reply(True, f"no such boards of {command.game}")
    listed = replies.game_table(page.rows) + _foot(page)
    return Reply(True, f"boards of {command.game}\n{listed}")


def _page(command: Command) -> int:
    """Which page of a list is asked for: the first, or that of -page=2."""
    for name, word in command.parameters.items():
        number = word.text.partition("=")[2]
        if name != "-page" or not re.fullmatch(r"[1-9][0-9]{0,3}", number):
            raise NotationError(command.pointed(f"{command.verb} takes -page=2 here", word))
    return int(command.parameters["-page"].text[6:]) if command.parameters else 1


def _foot(page: Page) -> str:
    """What stands below a part of a list."""
    if page.count == len(page.rows):
        return ""
    more = f"; -page={page.number + 1} has those before" if page.number * PAGE < page.count else ""
    return f"\n{len(page.rows)} of {page.count}{more}"


def list_games(session: Session, command: Command) -> Reply:
    """The boards of these games; without any, which games there are."""
    asked = list(dict.fromkeys(word.lower() for word in command.all("game")))
    if strange := [word for word in asked if word not in GAMES]:
        words = _no_such(command, "game", asked, strange[0], "no game is called")
        raise NotationError(f"{words}: {', '.join(sorted(GAMES))}")
    number, parts = _page(command), []
    for kind in asked or sorted(GAMES):
        page = session.store.page(kind, number=number)
        active = session.store.page(kind, GAME.c.status == "active").count
        parts.append(f"{kind}: {page.count} in all, {active} being played")
        parts += [replies.game_table(page.rows) + _foot(page)] if asked and page.rows else []
    return Reply(True, "\n".join(parts))


def history(session: Session, command: Command) -> Reply:
    over, number = GAME.c.status == "over", _page(command)
    page = session.store.page(str(command.game), over, number=number, by=GAME.c.at)
    none = f"no board of {command.game} is finished{' there' if page.count else ' yet'}"
    return Reply(True, replies.history_lines(page.rows) + _foot(page) if page.rows else none)


def show_standings(session: Session, command: Command) -> Reply:
    kind, number = str(command.game), _page(command)
    records = of_boards(session.store.rated(kind))
    active: dict[str, int] = {}
    for row in session.store.games(kind, GAME.c.status == "active"):
        for who in {row.first, row.second}:
            active[who] = active.get(who, 0) + 1
    rows = replies.ranked(records, active)
    page = Page(rows[(number - 1) * PAGE : number * PAGE], number, len(rows))
    none = f"nobody {'more ' if rows else ''}has finished a game of {kind}{'' if rows else ' yet'}"
    return Reply(True, replies.standings_table(page.rows) + _foot(page) if page.rows else none)


def preview(session: Session, command: Command) -> Reply:
    """Moves tried on a copy; nothing is stored."""
    if command["board"].lower() == "new":
        players, *words = command.words["move"]
        if players.text != "2":
            two = "these games have 2 players: preview new 2 ..."
            raise Refused(command.pointed(two, players))
        m, name = offered(command), f"a new board of {command.game}"
    else:
        words = list(command.words["move"])
        m, name = _copied(session, command)
    for word in words:
        with pointing(command, word):
            if word.text.lower() in TURNS:
                no_move = f"a preview is of moves on the board, and {shown(word.text)} is none"
                raise IllegalMove(no_move)
            m = m.play(word.text)
    tried = " ".join(word.text for word in words)
    head = f"{name} after {tried or 'no moves'}\nthis is a preview: nothing is stored"
    text = printable_lines(f"{head}\n\n{m.diagram().rstrip()}")
    return Reply(True, text, match=m, game=command.game)


def _copied(session: Session, command: Command) -> tuple[Match, str]:
    """The match on a stored board, after so many moves as are asked for, and the board's title."""
    if command.parameters:
        words = "only 'preview new' takes a size"
        raise Refused(command.pointed(words, *command.parameters))
    number = board_number(command)
    with pointing(command, "board"):
        row = session.store.read(lambda tx: session.store.load(tx, str(command.game), number))
    m, at = row.board.match, (board_and_move(command["board"]) or (0, None))[1]
    return m if at is None else m.at(_counted(m, at)), replies.title(row.board)


def help_(session: Session, command: Command) -> Reply:
    subjects = [command.game] if command.game else [w.lower() for w in command.all("subject")]
    texts = []
    for subject in dict.fromkeys(subjects or ["help"]):
        text = helps.about(" ".join(str(subject).split()))
        if text is None:
            words = _no_such(command, "subject", subjects, subject, "no help is called")
            raise NotationError(f"{words}; there is help on {', '.join(helps.subjects())}")
        texts.append(text)
    return Reply(True, "\n\n\n".join(texts))
