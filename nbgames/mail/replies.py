"""Replies of the server as plain text: boards, tables of boards, ratings, notices."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from ..draw import stored
from ..play.match import Match
from .boards import OFFERS, Correspondence, Event
from .ratings import Record
from .words import printable_lines

WIDE = 78  # letters in a line of moves
LAST = 8  # moves that a reply shows of a board that is not over
TWICE = "this is in already, and was not done twice"
MOST_MESSAGES = 20  # that are shown at once, the last ones


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command; `str(reply)` is its text.

    Attributes
    ----------
    ok : bool
        Whether the command was carried out.
    text : str
        The reply as plain text, with the board drawn in it.
    to : tuple of str
        The userids of others whom it concerns.
    board : int or None
        The number of the board that the command led to.
    match : Match or None
        The match on that board.
    subject : str
        A subject line for a mail.
    game : str or None
        The name of the game.
    """

    ok: bool
    text: str
    to: tuple[str, ...] = ()
    board: int | None = None
    match: Match | None = None
    subject: str = ""
    game: str | None = None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """The text, and the board drawn for who can see it."""
        return {"text/plain": self.text, **(stored.bundle(self.match) if self.match else {})}


def about(board: Correspondence, *notices: str, whole: bool = False, heading: str = "") -> Reply:
    """A board as its players see it: whose turn, the moves, the picture, what was said."""
    m = board.match
    head = heading or f"{title(board)}: {state(board)}"
    words = moves(m, whole=whole or board.is_over)
    parts = [
        f"{head}\n{seated(board)}",
        "\n".join([*notices, *standing_by(board)]),
        words,
        m.diagram().rstrip(),
        said(board),
    ]
    return Reply(
        True,
        printable_lines("\n\n".join(part for part in parts if part)),
        (*board.players, *board.subscribers),
        board.number,
        m,
        f"{title(board)} {board.to_move or 'over'}",
        board.name,
    )


def joined(parts: Sequence[Reply]) -> Reply:
    """Several replies as one."""
    if len(parts) == 1:
        return parts[0]
    return Reply(all(p.ok for p in parts), "\n\n\n".join(p.text for p in parts))


def numbered(parts: Sequence[Reply]) -> Reply:
    """The replies to several commands as one, each below its number."""
    text = "\n\n\n".join(f"{k}.\n{part.text}" for k, part in enumerate(parts, 1))
    to = tuple(dict.fromkeys(who for part in parts for who in part.to))
    return Reply(all(part.ok for part in parts), text, to, subject="several commands")


def title(board: Correspondence) -> str:
    game = board.match.game
    size = f"size {game.size}" if game.cells is None else f"{len(game.board.names)} cells"
    return f"{board.name} board {board.number}, {size}"


def state(board: Correspondence) -> str:
    """Who has won, or who is to make which move."""
    m = board.match
    if board.removed:
        return f"{board.removal}; it does not count"
    if m.outcome:
        who = f" ({m.seats[m.outcome.winner - 1]})" if m.outcome.winner else ""
        return m.result().replace(" wins", f"{who} wins", 1)
    player = m.game.players[m.position.to_move - 1]
    swap = ", or a swap" if m.position.may_swap else ""
    return f"{m.seat_to_move} ({player}) to make move {len(m.moves) + 1}{swap}"


def seated(board: Correspondence) -> str:
    """Who plays which side."""
    m = board.match
    return ", ".join(f"{p} {who}" for p, who in zip(m.game.players, m.seats, strict=True))


def standing_by(board: Correspondence) -> list[str]:
    """What waits for an answer."""
    if board.offer is None or board.is_over:
        return []
    who, what = board.offer
    others = " and ".join(p for p in board.players if p != who)
    return [f"{who} offers {OFFERS[what]}; {others} may accept or reject, or just move"]


def moves(m: Match, *, whole: bool) -> str:
    """The record with the number of each move, four in a line."""
    words = list(enumerate(m.moves, 1))
    shown = words if whole else words[-LAST:]
    cells = [f"{n:>4} {word}" for n, word in shown]
    width = max([12, *(len(cell) + 2 for cell in cells)])
    count = max(1, min(4, WIDE // width))
    lines = [
        "".join(c.ljust(width) for c in cells[k : k + count]) for k in range(0, len(cells), count)
    ]
    return "\n".join(line.rstrip() for line in lines)


def said(board: Correspondence) -> str:
    """Comments on the last moves, and remarks, in the order of the board."""
    comments = board.match.comments
    last = [f"move {n}: {comments[n]}" for n in sorted(comments)[-3:]]
    remarks = [f"{event.actor} says: {event.comment}" for event in board.said]
    return "\n".join([*last, *remarks])


def writes(event: Event) -> str:
    """The comment that came with a command, as it was written."""
    if not event.comment:
        return ""
    lines = "\n".join(f"  {line}" for line in event.comment.splitlines())
    return f"{event.actor} writes:\n{lines}"


def messages(rows: Iterable[Any]) -> str:
    """Messages as they were written, each with its day."""
    written = (f"{day(r.at)} {writes(Event('message', r.sender, comment=r.text))}" for r in rows)
    return printable_lines("\n".join(written))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns with headings, as wide as they need to be; numbers stand to the right."""
    rows = list(rows)
    columns = list(zip(heads, *rows, strict=True)) if rows else [(head,) for head in heads]
    shown = [
        [
            str(cell).rjust(width) if isinstance(column[-1], int) else str(cell).ljust(width)
            for cell in column
        ]
        for column in columns
        for width in [max(len(str(cell)) for cell in column)]
    ]
    return "\n".join("  ".join(line).rstrip() for line in zip(*shown, strict=True))


def game_table(rows: Iterable[Any]) -> str:
    """The boards of a game: number, move, players, whose turn or how it ended."""
    return table(
        ("board", "move", "first", "second", "status"),
        ((r.board, r.moves + (r.status == "active"), r.first, r.second, status(r)) for r in rows),
    )


def status(row: Any) -> str:
    if row.status == "active":
        return f"{row.to_move} to move"
    return str(row.says if row.status == "over" else row.status)


def history_lines(rows: Iterable[Any]) -> str:
    """Finished boards, one a line, with the date in UTC."""
    return table(
        ("date", "board", "winner", "first", "second", "how"),
        ((day(r.at), r.board, r.winner or "TIE", r.first, r.second, r.says) for r in rows),
    )


def day(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(milliseconds / 1000))


def ranked(
    records: dict[str, Record], active: dict[str, int]
) -> list[tuple[str, tuple[object, ...]]]:
    """Lines of the standings and what stands above them: established players, then others."""
    best = sorted(records.items(), key=lambda pair: (-pair[1].rating, pair[0].lower()))
    return [
        (name, (rank, who, r.rating, r.won, r.lost, r.drawn, active.get(who, 0)))
        for name, provisional in (("established", False), ("provisional, under 20 games", True))
        for rank, (who, r) in enumerate((p for p in best if p[1].is_provisional == provisional), 1)
    ]


def standings_table(lines: Iterable[tuple[str, tuple[object, ...]]]) -> str:
    heads = ("rank", "userid", "rating", "won", "lost", "tied", "playing")
    parts = groupby(lines, key=itemgetter(0))
    return "\n\n".join(f"{name}\n{table(heads, [row for _, row in rows])}" for name, rows in parts)
