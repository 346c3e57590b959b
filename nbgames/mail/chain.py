"""The chain of hashes of a board: each event's hash holds that of the event before."""

from __future__ import annotations

import json
from hashlib import sha256

_ENCODE = json.JSONEncoder().encode


def root(kind: str, board: int, options: str) -> str:
    """The hash that the first event of a board is added to."""
    return sha256(f"nbgames {kind} {board} {options}".encode()).hexdigest()


def digest(salt: str, comment: str) -> str:
    """What the chain holds of a comment; the salt keeps others from finding it by guessing."""
    return sha256(f"{salt}{comment}".encode()).hexdigest() if comment else ""


def hashed(head: str, seq: int, kind: str, actor: str, text: str, said: str, at: int) -> str:
    """The hash of all events up to this one, from the hash of those before it."""
    body = [head, seq, kind, actor, text, said, at]
    return sha256(_ENCODE(body).encode()).hexdigest()
