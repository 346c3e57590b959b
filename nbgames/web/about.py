"""What there is to read below a board: the rules in pictures, and the keys."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from ..core.rules import Rules
from ..draw.guide import XHTML, pictures

# One table, which boards show, the README lists and tests press.
KEYS = (
    (("←", "→", "↑", "↓"), "go to the next place that way"),
    (("7", "9", "1", "3"), "the same along the diagonals"),
    (("Home", "End"), "go to the ends of the row"),
    (("Enter", "Space"), "play there"),
    (("u",), "take back"),
    (("r",), "play again what was taken back"),
    (("s",), "swap"),
    (("a",), "analyse the game"),
    (("w", "c"), "of a review: go to the next of the worst moves; put it away"),
    (("t", "n", "p"), "try the worst moves again; try another one; show the answer"),
    (("q", "g"), "stop the computer or the analysis; go on"),
    (("o", "x", ">", "<"), "after a game: rematch, change sides, harder, easier"),
    (("h",), "a hint: where to look, then the move, then why"),
    (("b",), "who stands better"),
    (("l",), "threats and more, drawn on the board"),
    (("Page Up", "Page Down"), "position before, after; in a review also ← →"),
    (("Ctrl+Home", "Ctrl+End"), "show the first position, the last one"),
    (("Escape",), "back from an earlier position, a question or an answer"),
    (("+", "-"), "zoom"),
    (("m",), "draw a ring, or at a second place an arrow"),
    (("?",), "show these keys"),
)


# What can be read, by its name on the page and as a typed word, and how it is made.
READ: dict[str, Callable[[Rules], str]] = {"rules": pictures, "keys": lambda rules: listed()}


def guide(rules: Rules) -> dict[str, str]:
    """All that there is to read, as XHTML."""
    return {name: made(rules) for name, made in READ.items()}


def told() -> str:
    """The keys as text, a line each, as the README has them.

    >>> told().splitlines()[3]
    'Enter, Space          play there'
    """
    return "".join(f"{', '.join(keys):22}{does}\n" for keys, does in KEYS)


def listed() -> str:
    """The keys as XHTML, for the panel below a board."""
    rows = (
        f"<dt>{' '.join(f'<kbd>{escape(key)}</kbd>' for key in keys)}</dt><dd>{escape(does)}</dd>"
        for keys, does in KEYS
    )
    head = "<p>After a click on the board or beside it:</p>"
    return f'<div xmlns="{XHTML}">{head}<dl class="nb-keyed">{"".join(rows)}</dl></div>'
