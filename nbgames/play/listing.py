"""What can be typed at a board here and now: a line for each kind, with examples of this board."""

from __future__ import annotations

from collections.abc import Container

from .match import Match

IN_EDITOR = "set {site}, clear, begin {player}, leave"  # while a position is being set up
# Examples by their kind. Each stands for its first word, too. The page itself changes the view: it
# presses the button of that name.
KINDS = {
    "Read": "rules, keys, help",
    "Play": "{site}, swap, resign, draw, plan {site} {other}",
    "Ask": "neighbours {site}, row {row}, chains, mine, last, who, why",
    "Go": "undo, redo, go 1, from 0 {site}, line 1, new, again rematch, stop, think",
    "Help": "hint, bar, layer",
    "Review": "analyse, analyse stop, analyse close, analyse try 1 {site}, "
    "worst, learn, next, answer",
    "View": "turn board, zoom in, move before",
    "Note": "mark {site}, comment well played, record, load and a record",
    "Set up": f"edit, {IN_EDITOR}, setup {{player}} {{site}}; {{player}} to move",
}


def listed(m: Match, lacks: Container[str]) -> str:
    """What can be typed, but for these examples as `KINDS` has them.

    >>> from nbgames.play.match import match
    >>> m = match("projex", 6)
    >>> print(listed(m, {"swap", "draw", "why", "redo", "hint"}).partition("Go")[0])
    Read: rules, keys, help
    Play: F1, resign, plan F1 H1
    Ask: neighbours F1, row 1, chains, mine, last, who
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
