"""What players and teachers of a page are given: search as JavaScript, sentences, numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from inspect import isfunction
from types import ModuleType
from typing import Any

from ..analysis import (
    advising,
    evaluation,
    flows,
    judging,
    remarks,
    reviewing,
    sampling,
    values,
    weighing,
    wording,
)
from ..analysis.capabilities import can_join, latticed, obliges
from ..analysis.certificates import has_margins
from ..analysis.layers import GAMES, layers
from ..analysis.mcts import estimates, leaves, puct, search, trees
from ..analysis.mcts.playing import playing
from ..analysis.simulation import loops
from ..analysis.solver import (
    conquests,
    dfpn,
    endgame,
    margins,
    proving,
    switching,
    threats,
    virtual,
)
from ..atlas import proved
from ..core import kernels
from ..core.game import Game
from ..core.lattices import Network, networks
from ..opponents import players, reasons
from ..opponents.levels import LABELS, STRENGTHS
from ..play import turns
from .playing import module_of

LEAVES = 200  # in a millisecond, at most: as much room a tree has
# Of the search for an end at a move: of more positions, two may have the same key of 32 bits.
END_NODES = 40_000
SLOTS = 1 << 17  # for positions of a search for a forced win

# The numbers that a page's players share with those of Python.
SHARED: dict[ModuleType, str] = {
    kernels: "MODULUS MULTIPLIER",
    loops: "HEAD",
    players: "FEW KEPT RANKED_SINGLY SECONDS",
    search: "ENOUGH ENTRY_ROOM MOST_GAMES NODE_ROOM SHARE",
    trees: "DRAW EXPAND GAMES PROVEN",
    puct: "FIRST_ENTRIES",
    evaluation: "DRAWISH",
    flows: "WIRE",
    margins: "TURNS",
    dfpn: "LIMIT NODES VISITS",
    endgame: (
        "ALPHA ANSWER BETA DEPTH ENTER ENTRY FLOOR LEFT LIMIT MOVE MOVER NODES PHASE TOUCHED WIDTH"
    ),
}

# Those of help and reviews; some have other names in Python.
TEACHING = {
    "BY_CURRENTS": estimates.BY_CURRENTS,
    "BY_GAMES": estimates.GAMES[True],
    "MORE": estimates.MORE,
    "MATCH": estimates.MATCH,
    "NEAR": estimates.NEAR,
    "SELDOM": estimates.SELDOM,
    "PROOFS": estimates.NODES,
    "FEWER_PROOFS": estimates.FEWER_NODES,
    "LEAST_PROOFS": advising.LEAST,
    "FEW_EMPTY": advising.FEW,
    "MOST_CELLS": 30,  # of an end: a page's integers have 31 bits
    "RANDOM_GAMES": GAMES,
    "SIGNIFICANCE": sampling.SIGNIFICANCE,
    "SITES_A_GAME": estimates.SITES_A_GAME,
    "MORE_SITES": estimates.MORE_SITES,
    "FIRST_GAMES": reviewing.GLANCE,
    "LONGER": weighing.LONGER,
    "LEAST": weighing.LEAST,
    "STAGES": reviewing.ENDS,
    "END_NODES": END_NODES,
    "SLOTS": SLOTS,
    "SOLVED": values.SOLVED[False],
    "FORCED": values.FORCED,
    "TENTH": values.TENTH,
    "SOLVED_CELLS": values.SOLVED[True],
    "SPREAD_OF_GAMES": values.SPREAD,
    "MODEL": values.MODEL,
    "COMPARED": values.COMPARED,
    "ORDER": values.ORDER,
    **{name: getattr(advising, name) for name in ("BEST", "DEEP", "GLANCE", "TOLD", "SHOWN")},
    **{
        name: getattr(judging, name)
        for name in ("ALSO", "DOUBT", "FALL", "LINE", "OPENINGS", "OTHERS")
    },
}

SENTENCES: dict[str, Callable[..., Any]] = {
    name: said
    for where in (remarks, wording, reasons)
    for name, said in vars(where).items()
    if isfunction(said) and said.__module__ == where.__name__
} | {said.__name__: said for said in (switching.of_trees, switching.of_claims, turns.turn)}

TREES: dict[str, Callable[..., Any]] = {"begin": trees.begin, "explore": trees.explore}
LEAF = "begin, evaluated, explore, kernels, made, told"  # what a search is made of
SOLVING = {"search": dfpn.search, "set_root": dfpn.set_root}
# What evaluations overwrite: rows by name, and a kernel that says how long these are.
OVERWRITTEN: dict[Any, tuple[tuple[str, ...], Callable[..., Any]]] = {
    conquests.evaluate_chains: (conquests.ChainBuffers._fields, conquests.chain_rows),
    virtual.evaluate_connections: (virtual.ConnectionBuffers._fields, virtual.connection_rows),
}
NO_ROWS: tuple[tuple[str, ...], Callable[..., Any]] = ((), threats.no_rows)
EVALUATED: dict[str, Callable[..., Any]] = {
    "begin": puct.begin,
    "explore": puct.explore,
    "drops": flows.drops,
}


def searching(game: Game) -> dict[str, str]:
    """The modules of a game's computer player: kernels, and which search runs them."""
    if latticed(game):
        chosen, shares = "lattices", "lattices"
        made = {**EVALUATED, "step": game.rules.step}
    else:
        chosen, shares = "playouts", "resistors"
        made = {**TREES, **_played(game)}
    return {
        **_proofs(game),
        "trees.js": module_of(made),
        "leaves.js": f'import {{ {LEAF} }} from "./{chosen}.js";\nexport {{ {LEAF} }};\n',
        "games.js": module_of({"decided": loops.decided, "sampled": loops.sampled}),
        "wording.js": module_of(SENTENCES),
        "searching.js": (
            f'import * as search from "./mcts.js";\nimport {{ shares }} from "./{shares}.js";\n'
            "export { search, shares };\n"
        ),
    }


def _proofs(game: Game) -> dict[str, str]:
    """Exact values: ends where claims oblige and cells are counted, forced wins where none are."""
    made, searched, ended = {}, "const proving = null;", "const settled = null;"
    if obliges(game):
        searched = "const proving = { isLost };"
        ended = 'import { isLost, settled } from "./ends.js";'
        made["endgame.js"] = module_of({"search": endgame.search})
    if not has_margins(game):
        searched = 'import * as proving from "./proving.js";'
        evaluate = proving.evaluation(game)
        _, rows = OVERWRITTEN.get(evaluate, NO_ROWS)
        named = {"evaluate": evaluate, "rowsOf": rows, **SOLVING}
        made["solver.js"] = module_of(named, sets=True)
    return {**made, "exact.js": f"{searched}\n{ended}\nexport {{ proving, settled }};\n"}


def _played(game: Game) -> dict[str, Callable[..., int]]:
    """What a playout calls."""
    given = playing(game)._asdict().items()
    return {name: kernel for name, kernel in given if name != "flanks"}


def thinking(game: Game) -> dict[str, Any]:
    """What it has to know of a game and of its levels."""
    names = game.board.names[: game.board.claimable]
    values = {site: proved(game.name, game.size, name) for site, name in enumerate(names)}
    return {
        "levels": {level: {"label": label, **_strength(level)} for level, label in LABELS.items()},
        "numbers": {
            "LEAVES": LEAVES,
            **TEACHING,
            **{name: getattr(where, name) for where, row in SHARED.items() for name in row.split()},
        },
        "openings": {site: value for site, value in values.items() if value is not None},
        "layers": _layers(game),
        "canJoin": can_join(game),
        "obliges": obliges(game),
        "hasMargins": has_margins(game),
        "flanks": list(playing(game).flanks),
        "leaf": _leaf(game),
        "solver": _solver(game),
        "networks": [_plain(one) for one in networks(game.board) if latticed(game)],
    }


def _solver(game: Game) -> dict[str, Any]:
    """What a search for a forced win may use of a game, and the rows that its evaluation needs."""
    rows, _ = OVERWRITTEN.get(proving.evaluation(game), NO_ROWS)
    kind, by_sides = proving.carrier_kind(game), proving.by_sides(game)
    return {"kind": kind, "by_sides": by_sides, "rows": rows}


def _leaf(game: Game) -> dict[str, Any]:
    """What an evaluation on lattices reads besides the networks."""
    if not latticed(game):
        return {}
    central, raced = leaves.centrality(game.board), leaves.race_values()
    places = {"found": leaves.FOUND, "pieces": leaves.PIECES, "lacks": leaves.LACKS}
    return {"central": central, "raced": raced, **places}


def _layers(game: Game) -> list[str]:
    """The layers that a page can show, by name: currents of pieces where it searches lattices."""
    has_currents = latticed(game) or not game.board.ends
    return [name for name in layers(game) if has_currents or not name.startswith("currents")]


def _plain(network: Network) -> dict[str, Any]:
    rows = asdict(network).items()
    return {name: value if isinstance(value, int) else list(value) for name, value in rows}


def _strength(level: int) -> dict[str, Any]:
    strength = STRENGTHS[level]
    return {**asdict(strength), "proves": strength.proves}
