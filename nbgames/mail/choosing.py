"""Which userids and passwords may be chosen: none that misleads, none that others try first."""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused
from .accounts import GONE, USERID, key, normal
from .grammar import SELECTORS
from .schema import USER

RESERVED = {*SELECTORS, "new", "nobody"}
OFFICES = """
    admin administrator root system server nbgames pbm pbem operator moderator postmaster
    mailer-daemon webmaster hostmaster abuse security support staff teacher tutor professor
    lecturer examiner host everyone anonymous
"""
SHORTEST = 8  # letters of a password that is chosen over a network
COMMON = """
    password passwort passw0rd p@ssw0rd p@ssword iloveyou princess sunshine football baseball
    starwars superman batman michael jennifer whatever trustno1 computer internet letmein welcome
    monkey dragon master shadow killer qwerty qwertz azerty abc123 1q2w3e4r 1qaz2wsx q1w2e3r4
    changeme secret geheim hallo schalke bonjour motdepasse contrasena student university login
    default access antipalos conhex copolymer projex boardgame nbgames
"""
ROWS = ("01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiop")


def checked_userid(userid: str) -> str:
    """A userid that may be taken.

    Raises
    ------
    Refused
        If it has a wrong letter, is too long, or means something else.
    """
    if not USERID.fullmatch(userid):
        raise Refused(
            "a userid is a letter and then up to 31 letters, digits, dots, strokes or underscores"
        )
    if key(userid) in RESERVED:
        raise Refused("this word means something in commands: take another userid")
    if key(userid).startswith(GONE):
        raise Refused(f"{GONE} is how those are called who have left: take another userid")
    return userid


def check_name(tx: Connection, userid: str) -> None:
    """Refuse a userid that could be taken for another's, or for somebody in charge here.

    Raises
    ------
    Refused
        If it looks like one that is taken, or is the word for an office.
    """
    if key(userid) in OFFICES.split():
        raise Refused("this word names somebody in charge: take another userid")
    for other in tx.execute(sa.select(USER.c.userid)).scalars():
        if key(other) != key(userid) and _looks(other) == _looks(userid):
            raise Refused(f"this looks like {other}, who is here already: take another userid")


def _looks(userid: str) -> str:
    """A userid as it looks at a glance: I, l and 1 are alike, so are O and 0, rn and m."""
    plain = re.sub(r"[._-]", "", key(userid)).translate(str.maketrans("i10", "llo"))
    return plain.replace("rn", "m").replace("vv", "w")


def checked_password(password: str, userid: str) -> str:
    """A password that may be taken, as it is hashed."""
    if password == "-":
        raise Refused("a lone '-' stands for the password of who is logged in: choose a real one")
    if re.search(r"[\s'\"`:]", password):
        raise Refused("a password has no blanks, quotes or colons")
    if len(password.encode("utf-8", "replace")) > 1024:
        raise Refused("a password has at most 1024 bytes")
    if key(password) == key(userid):
        raise Refused("the userid itself is no password: choose another")
    return normal(password)


def check_strength(password: str, userid: str) -> None:
    """Refuse a password that is among the first that others try.

    Raises
    ------
    Refused
        If it is short, has few different letters, or is a word that very many people use.
    """
    if len(password) < SHORTEST:
        raise Refused(f"a password has at least {SHORTEST} letters: three words joined are good")
    if len(set(key(password))) < 4:
        raise Refused("a password has at least four different letters")
    core = re.sub(r"[\d\W_]+$|^[\d\W_]+", "", key(password))  # alice2026! is alice
    if {core, key(password)} & {key(userid), *COMMON.split()} or _runs(key(password)):
        raise Refused("this is one of the passwords that others try first: take three words")


def _runs(password: str) -> bool:
    """Is it a run of the keyboard or of the alphabet, such as 12345678?"""
    return any(password in row or password[::-1] in row for row in ROWS)
