"""The verb that plans moves ahead."""

from __future__ import annotations

from sqlalchemy import Connection

from ...play import planning
from .. import plans, replies
from ..commands import Command
from ..replies import Reply
from ..session import Session, board_number, pointing


def plan(session: Session, command: Command) -> Reply:
    """Keep the plan that is the text below; without any, tell the one that is kept."""
    number, text = board_number(command), session.comment.strip()
    with pointing(command, "board"):  # first the board, and only then the password
        session.store.read(lambda tx: session.store.load(tx, str(command.game), number))
    who = session.signed_in(command)

    def work(tx: Connection) -> Reply:
        row = session.store.load(tx, str(command.game), number)
        title = replies.title(row.board)
        if text:
            with pointing(command, "board"):
                row.board.check_seat(who)
            made = planning.read(row.board.match, who, text) if text != planning.NONE else None
            plans.keep(tx, row, who, made)
        found = plans.kept(tx, row, who)
        if found is None:
            return Reply(True, f"{title}: you have no plan")
        told = "\n".join(found.told(row.board.match))
        return Reply(True, f"{title}: your plan, with | after what came true\n{told}")

    return session.store.write(work) if text else session.store.read(work)
