"""Letters to players: a reply as text, with a picture of the board and a one-time address."""

from __future__ import annotations

import re
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import cached_property
from html import escape
from typing import Any

from sqlalchemy import Connection

from ..draw import raster
from . import addresses, reply_to
from .replies import Reply
from .store import Store
from .words import printable

WIDE = 560  # pixels of a picture
HOW = (
    "Answer this letter with nothing but your move in the first line, and it is played.\n"
    "That needs no password, and works for this one move."
)


class Letters:
    """What is written to all whom a reply concerns, from this address."""

    def __init__(self, store: Store, reply: Reply, address: str) -> None:
        self.store, self.reply, self.address = store, reply, address

    def to(self, address: str, answered: str = "", tag: str = "") -> EmailMessage:
        """The letter to this address, as the answer to the message of this number.

        Who wrote to the one-time address with this tag, and was refused, may write there again.
        """
        reply, letter = self.reply, EmailMessage(policy=policy.SMTP)
        name, _, domain = self.address.partition("@")
        subject = reply.subject or ("nbgames" if reply.ok else "nbgames: not done")
        letter["From"], letter["To"], letter["Subject"] = self.address, address, printable(subject)
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=domain)
        letter["Auto-Submitted"] = "auto-replied"
        if re.fullmatch(r"<[^<>\s]{1,200}>", answered):
            letter["In-Reply-To"] = answered
        text = reply.text
        if not tag and reply.ok and reply.game and reply.board:
            tag = self.store.read(lambda tx: self._tag(tx, address))
        if tag:
            letter["Reply-To"] = f"{name}+{tag}@{domain}"
            text = f"{text}\n\n{HOW}"
        letter.set_content(text + "\n")
        if reply.ok and reply.match:
            self._draw(letter, text)
        return letter

    def _tag(self, tx: Connection, address: str) -> str:
        """What stands in the address of the answer, if mail to the player to move goes there."""
        row = self.store.load(tx, str(self.reply.game), self.reply.board or 0)
        who = row.board.to_move
        found = who and addresses.is_of(tx, who, address) and reply_to.of(row, who)
        return reply_to.signed(tx, found) if found else ""

    def _draw(self, letter: EmailMessage, text: str) -> None:
        """Add the same letter as HTML, with the board as a picture in it."""
        alt = text.partition("\n")[0]
        html = (
            f'<p><img src="cid:board" width="{WIDE}" style="max-width:100%;height:auto" '
            f'alt="{escape(alt)}"></p><pre>{escape(text)}</pre>'
        )
        letter.add_alternative(html, subtype="html")
        page = letter.get_body(["html"])
        assert page is not None
        about: Any = {"cid": "<board>", "filename": "board.png", "disposition": "inline"}
        page.add_related(self._picture, "image", "png", **about)

    @cached_property
    def _picture(self) -> bytes:
        assert self.reply.match is not None
        return raster.png(self.reply.match, width=WIDE)
