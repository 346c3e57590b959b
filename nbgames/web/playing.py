"""What a page needs to play a game without Python: its rules as JavaScript, its names, its net."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..core import chains, kernels, pieces
from ..core.game import Game
from ..core.rules import Rules
from ..notation import address
from ..play.endings import WAYS
from ..play.listing import IN_EDITOR, KINDS, OF_A_GAME, READING, answers, questions
from ..play.turns import misjudged
from .facts import facts
from .kernels import keeps
from .translate import javascript

# What every page has besides the step and the winner of its game.
KERNELS = (
    kernels.changed, kernels.regrouped, kernels.reachable,
    chains.joining, chains.loop, chains.components,
    pieces.claim_all, pieces.decide, pieces.forget,
    keeps,
)  # fmt: skip


def module_of(
    named: Mapping[str, Callable[..., Any]],
    *,
    sets: bool = False,
    given: Iterable[Callable[..., Any]] = (),
) -> str:
    exported = ", ".join(f"{kernel.__name__} as {name}" for name, kernel in named.items())
    return f"{javascript(named.values(), sets=sets, given=given)}\nexport {{ {exported} }};\n"


SERVING = {
    "kernels.js": module_of({kernel.__name__: kernel for kernel in KERNELS}),
}


def modules(game: Game) -> dict[str, str]:
    """The rules of a game, and what serves every game, as JavaScript modules."""
    return {"rules.js": ruled(game.rules), **SERVING}


def modules_of_all(every: Iterable[Rules]) -> dict[str, str]:
    """The same of several games: their rules by the games' names."""
    made = {rules.name: ruled(rules) for rules in every}
    imports = "".join(f'import * as {name} from "./rules_{name}.js";\n' for name in made)
    return {
        **{f"rules_{name}.js": text for name, text in made.items()},
        "rules.js": f"{imports}export {{ {', '.join(made)} }};\n",
        **SERVING,
    }


def ruled(rules: Rules) -> str:
    return module_of({"step": rules.step, "winner": rules.winner})


def known(game: Game) -> dict[str, Any]:
    """What a page has to know of a game to play it."""
    reading = {**READING, "answers": answers(game.rules)}
    return {**facts(game), **needed(game), "reading": reading}


def asking(game: Game) -> dict[str, Any]:
    """The same for a board that asks for a move: `help` names no other ways to go on or to end."""
    play = KINDS["Play"].removesuffix(f", {OF_A_GAME}")
    return {**known(game), "kinds": {**KINDS, "Play": play, "Set up": IN_EDITOR}}


def needed(game: Game) -> dict[str, Any]:
    """What of that a page beside a Python is not told."""
    rules = game.rules
    return {
        "pages": ["line"],
        "lines": {label: list(sites) for label, sites in game.board.lines.items()},
        "noun": game.board.noun,
        "tag": address.tag(game),
        "kinds": KINDS,
        "reading": {**READING, "answers": questions(rules)},
        "title": rules.title,
        "usual": not game.cells and game.size == rules.size,
        "extent": f"on {game.cells}" if game.cells else str(game.size),
        "by": rules.by,
        "ways": {**WAYS, rules.by: rules.won},
        "goal": rules.goal.name,
        "open": misjudged(rules, over=False),
        "several": rules.several,
        "swap": rules.swap,
        "draws": rules.draws,
        "blockable": rules.blockable,
        "net": {name: list(row) for name, row in game.board.net._asdict().items()},
    }
