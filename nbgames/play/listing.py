"""What can be typed at a board here and now, and which word a mistyped one was meant to be."""

from __future__ import annotations

import re
from collections.abc import Container

from .match import Match

IN_EDITOR = "set {site}, clear, begin {player}, leave"  # while a position is being set up
# Examples by their kind. Each stands for its first word, too. The page itself changes the view: it
# presses the button of that name.
KINDS = {
    "Play": "{site}, undo, redo, hint, swap, resign, draw, plan {site} {other}",
    "Ask": "who, why, last, chains, mine, neighbours {site}, row {row}",
    "Help": "bar, layer",
    "Go": "new, again rematch, go 1, from 0 {site}, line 1, stop, think",
    "Review": "analyse, analyse stop, analyse close, analyse try 1 {site}, "
    "worst, learn, next, answer",
    "View": "turn board, zoom in, move before",
    "Note": "mark {site}, comment well played, record, load and a record",
    "Set up": f"edit, {IN_EDITOR}, setup {{player}} {{site}}; {{player}} to move",
    "Read": "rules, keys, help",
}
OTHERS = ("neighbors", "near", "column")  # that no example begins with
EXAMPLES = [each.split()[0] for kind in KINDS.values() for each in kind.split(", ")]
WORDS = tuple(dict.fromkeys([*(word for word in EXAMPLES if word != "{site}"), *OTHERS]))
PLAIN = ("play", "more", "moves")  # no slips of "plan" and "move"


def listed(m: Match, lacks: Container[str]) -> str:
    """What can be typed, but for these examples as `KINDS` has them.

    >>> from nbgames.play.match import match
    >>> m = match("projex", 6)
    >>> print(listed(m, {"swap", "draw", "why", "redo", "hint"}).partition("Help")[0])
    Play: F1, undo, resign, plan F1 H1
    Ask: who, last, chains, mine, neighbours F1, row 1
    <BLANKLINE>
    """
    board = m.game.board
    site, *others = [board.names[s] for s in m.game.empty(m.position.owners)[:3]] or board.names[:1]
    given = {
        "site": site,
        "other": others[-1] if others else site,  # the second may be blocked by the first
        "row": min(board.lines, default=""),
        "player": m.game.players[0],
    }
    lines = []
    for kind, examples in KINDS.items():
        has = [word.format(**given) for word in examples.split(", ") if word not in lacks]
        if has:
            lines.append(f"{kind}: {', '.join(has)}")
    return "\n".join(lines)


def meant(text: str) -> str:
    """The text with its first word as it was meant, if that is one slip away; else "".

    Short words and those that begin otherwise are no slips: "how" is not "row".

    >>> meant("resgin"), meant("Neghbours F6"), meant("F66"), meant("how do I win")
    ('resign', 'neighbours F6', '', '')
    """
    typed = re.match(r"[A-Za-z]{3,}(?!\S)", text)
    word = typed[0].lower() if typed else ""
    if not word or word in WORDS + PLAIN:
        return ""
    alike = (one for one in WORDS if len(one) > 3 and one[0] == word[0])
    known = next((one for one in alike if _is_slip(word, one)), "")
    return known and known + text[len(word) :]


def _is_slip(typed: str, word: str) -> bool:
    """Is a letter missing, too much or wrong, or are two exchanged?"""
    pairs = enumerate(zip(typed, word, strict=False))
    start = next((k for k, (a, b) in pairs if a != b), min(len(typed), len(word)))
    x, y = typed[start:], word[start:]
    return y in (x[1:], x[1:2] + x[:1] + x[2:]) or y[1:] in (x, x[1:])
