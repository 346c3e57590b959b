"""The page behind a one-time link, which takes a new password."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from ...core.errors import GameError, Refused
from .. import accounts, addresses, choosing
from . import pages
from .answers import HEAD, page, too_many
from .commanding import local_of
from .limits import Limits

FORM = {
    "Content-Security-Policy": HEAD["Content-Security-Policy"].replace(
        "form-action 'none'", "form-action 'self'"
    ),
    # A page without a referrer posts with Origin: null, which the gate refuses.
    "Referrer-Policy": "same-origin",
}


def asked(request: Request) -> Response:
    """The page with its one field."""
    code = request.path_params["code"]
    who = local_of(request).store.read(lambda tx: addresses.of_password(tx, code))
    if who is None:
        return _told("This link is not known, was used, or is older than a day.", 404)
    field = '<input type="password" name="password" autocomplete="new-password" autofocus required>'
    form = (
        f'<form method="post"><label>New password {field}</label> <button>Change it</button></form>'
    )
    return _told(
        f"A new password for {who}, of eight letters or more: three words are good.", 200, form
    )


def changed(request: Request, address: str, text: str) -> Response:
    """The new password, taken once."""
    limits: Limits = request.app.state.limits
    if not limits.addresses.takes(address):
        return too_many()
    store, code = local_of(request).store, request.path_params["code"]
    password = parse_qs(text, keep_blank_values=True).get("password", [""])[0]
    try:
        who = store.read(lambda tx: addresses.of_password(tx, code))
        if who is None:
            raise Refused("this link is not known, was used, or is older than a day")
        choosing.check_strength(choosing.checked_password(password, who), who)
        hashed = accounts.hashed(password)
        store.write(lambda tx: addresses.change_password(tx, code, hashed))
    except GameError as error:
        return _told(f"{error}. Go back and try again.", 400)
    return _told(f"The password of {who} is changed.", 200)


def _told(words: str, code: int, form: str = "") -> Response:
    return page(pages.still("a new password", f"<p>{escape(words)}</p>{form}"), code, own=FORM)
