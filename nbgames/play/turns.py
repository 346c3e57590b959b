"""Turns as words: which claim ends a turn, and a typed word such as "B2,A2,C5" taken apart."""

from __future__ import annotations

from ..core.errors import NotationError, shown
from ..core.game import Game
from ..core.position import EMPTY, RESIGN, SWAP, Position
from ..core.rules import Rules


def ends_turn(game: Game, claim: str, before: Position, after: Position) -> bool:
    """Is the turn over with this claim? It is after a swap, and when no site is left to claim."""
    if claim in (SWAP, RESIGN) or before.to_move != after.to_move:
        return True
    return EMPTY not in after.owners[: game.board.claimable]


def claims_in(word: str, example: str) -> tuple[list[str], bool]:
    """The claims that a typed word names, and whether its last comma leaves the turn open.

    Raises
    ------
    NotationError
        If the word is no text, or has a comma with nothing before it.
    """
    if not isinstance(word, str):
        raise NotationError(f"{shown(word)} is no move: a move is text such as {example!r}")
    parts = [part.strip() for part in word.split(",")]
    if len(parts) == 1:
        return parts, False
    if "" in parts[:-1]:
        sites = ",".join(part for part in parts if part) or "names of places"
        raise NotationError(f"{shown(word)} has a comma with nothing before it: write {sites}")
    stays_open = parts[-1] == ""
    return parts[:-1] if stays_open else parts, stays_open


def is_begun(word: str, prefix: str) -> bool:
    """Are the claims of another word, maybe of a turn that goes on, the first claims of this one?

    >>> is_begun("F10", prefix="F1"), is_begun("B2,A2,C5", prefix="B2,A2,")
    (False, True)
    >>> is_begun("B2", prefix="B2,A2")
    False
    """
    return f"{word},".startswith(f"{prefix.removesuffix(',')},")


LONG = 6  # claims of a turn; of more a board's sentence names the first ones


def turn(word: str) -> str:
    """A turn of many claims by the first ones and their number: the board shows all.

    The comma of one that goes on is left out.

    >>> turn("A1,"), turn("A1,B2"), turn("A1,B2,C3,D4,E5,F6,G7")
    ('A1', 'A1,B2', 'A1,B2,C3 … (7 claims)')
    """
    claims = [claim for claim in word.split(",") if claim]
    if len(claims) > LONG:
        return f"{claims[0]},{claims[1]},{claims[2]} … ({len(claims)} claims)"
    said = ""
    for claim in claims:  # translated for pages, where no method joins texts
        said = f"{said},{claim}" if said else claim
    return said


def goes_on(word: str) -> bool:
    """Does the last comma of a word leave its turn open?

    >>> goes_on("B2,A2,"), goes_on("B2,A2")
    (True, False)
    """
    claims = word.split(",")
    return claims[len(claims) - 1] == ""


def named(word: str) -> str:
    """A turn, or a swap, inside a sentence."""
    return "the swap" if word == "swap" else turn(word)


def leading(word: str) -> str:
    """The same where it begins a sentence."""
    return "The swap" if word == "swap" else turn(word)


def misjudged(rules: Rules, over: bool) -> str:
    """What is wrong with a word that leaves a turn open, or not, against the rules."""
    if over:
        return "ends the turn: leave out the last comma"
    if rules.again:
        return f"stops too early: its last claim {rules.again}, so add the next claim after a comma"
    return "stops too early: the turn goes on, so add the next claim after a comma"
