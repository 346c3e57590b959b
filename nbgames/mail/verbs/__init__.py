"""Which function carries out which verb of a command."""

from __future__ import annotations

from collections.abc import Callable

from ..commands import Command
from ..grammar import TURNS
from ..replies import Reply
from ..session import Session
from . import looking, membership, moving, planning

VERBS: dict[str, Callable[[Session, Command], Reply]] = {
    "help": looking.help_,
    "signup": membership.signup,
    "add": membership.add_address,
    "verify": membership.verify,
    "change password": membership.change_password,
    "change address": membership.change_address,
    "delete": membership.delete,
    "list": looking.list_games,
    "message": membership.message,
    "all show": looking.all_show,
    "standings": looking.show_standings,
    "history": looking.history,
    "games": looking.games,
    "show": looking.show,
    "challenge": moving.challenge,
    "move": moving.move,
    "queue": moving.queue,
    "plan": planning.plan,
    "preview": looking.preview,
    "chat": moving.chat,
    "subscribe": moving.subscribe,
    "unsubscribe": moving.subscribe,
    **dict.fromkeys(TURNS, moving.turn),
}
