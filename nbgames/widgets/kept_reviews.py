"""Reviews kept as files beside the games, so that a match that was analysed once opens analysed."""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ..games import GAMES
from ..play.match import Match
from .kept import folder, replaced
from .known import Worth

FORM = 9  # of a file; to be raised whenever something else is kept of a review
MOST = 100  # reviews; the latest
LARGEST = 1 << 20  # characters of one; the longest matches of Antipalos 26 take half of that


def keep(m: Match, found: dict[str, Any]) -> None:
    """Keep what a review of this match found, as plain values; the oldest reviews go.

    What cannot be written is not kept: the review can be made again.
    """
    text = json.dumps({**found, "worths": list(map(list, found["worths"]))})
    if not _is_known(m) or len(text) > LARGEST:
        return
    path = _path(m)
    with suppress(OSError):
        replaced(path, f"{_digest(text)}\n{text}")
        reviews = sorted(folder().glob("*.review"), key=lambda one: one.stat().st_mtime)
        for old in reviews[:-MOST]:
            old.unlink()


def find(m: Match) -> dict[str, Any] | None:
    """What a review of this match found, if it is kept; None where its file is no such thing."""
    if not _is_known(m):
        return None
    try:
        digest, _, text = _path(m).read_text("utf-8").partition("\n")
        if digest != _digest(text):
            return None
        found = json.loads(text)
        named = {
            number: [(word, Worth(*row)) for word, row in words]
            for number, words in found["named"].items()
        }
        return {**found, "worths": [Worth(*row) for row in found["worths"]], "named": named}
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _is_known(m: Match) -> bool:
    """Has everybody these rules by their name? Your own may change between two days."""
    return GAMES.get(m.game.rules.name) is m.game.rules


def _path(m: Match) -> Path:
    """The file of this match, and of this version: another one may review it otherwise."""
    what = version("nbgames"), FORM, m.game, m.positions[0], m.moves, m.allows_swap, m.outcome
    return folder() / f"{_digest(repr(what))[:32]}.review"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
