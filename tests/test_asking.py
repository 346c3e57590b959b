"""Only the games and what is about them ask which game it is; all else asks what a game can."""

from pathlib import Path

import pytest
from tools import asking, house
from tools.asking import (
    ARITHMETIC,
    COMPARED,
    FUNCTION,
    IMPORTED,
    KERNEL,
    NAMED,
    READ,
    TAKEN_APART,
    WAY,
)

ABOUT_THE_FOUR = ("games", "exercises", "atlas")
BY_NAME = {
    ("analysis.verifier", ARITHMETIC): "tells the rules of the four a second time, from their help",
    ("analysis.verifier", NAMED): "knows the four by name, since it knows nothing else",
    ("analysis.measures", TAKEN_APART): "makes words of a measure's own name",
    ("core.rules", KERNEL): "gives a game the effect and the goal of the core's own kernels",
    ("core.rules", TAKEN_APART): "makes a title where a record gives none",
    ("mail.helps", NAMED): "has the help texts, with the sizes that they promise",
    ("notation.sgf", NAMED): "reads a format that ConHex alone has",
    ("widgets.menu", NAMED): "has to open with one of the games, which no capability chooses",
}
MODULES = {k: v for k, v in house.MODULES.items() if k.split(".")[0] not in ABOUT_THE_FOUR}
PAGES = sorted((Path(__file__).parent.parent / "widgets_js").iterdir())


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_module_asks_what_a_game_can_and_not_which_it_is(name):
    found = asking.asked(MODULES[name].read_text("utf-8"))
    assert not [one for one in found if (name, one.shape) not in BY_NAME]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_asks_what_a_game_can_and_not_which_it_is(path):
    assert not asking.asked_by_a_page(path.read_text("utf-8"))


@pytest.mark.parametrize(("name", "shape"), BY_NAME, ids=str)
def test_a_module_that_may_ask_for_a_game_asks(name, shape):
    assert shape in {one.shape for one in asking.asked(MODULES[name].read_text("utf-8"))}


IMPORTS = "from ..core import kernels\nfrom ..core.kernels import crossed, majority as most\n"


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        (NAMED, 'if game.name == "projex": pass'),
        (NAMED, 'sizes = {"conhex": 5}'),
        (NAMED, 'if name in ("projex", "hex"): pass'),
        (NAMED, 'match name:\n    case "copolymer" | "most": pass'),
        (IMPORTED, "from ..games.conhex import step"),
        (IMPORTED, "from ..games import PROJEX"),
        (IMPORTED, "swap = games.PROJEX.swap"),
        (COMPARED, 'if m.game.name == "hex": pass'),
        (COMPARED, 'if rules.name in ("hex", "y"): pass'),
        (COMPARED, 'if "pal" in game.name: pass'),
        (COMPARED, 'match game.name:\n    case "hex" | "y": pass'),
        (COMPARED, 'level = {"hex": 3}[game.name]'),
        (COMPARED, 'level = {"hex": 3}.get(rules.name, 1)'),
        (TAKEN_APART, 'if m.game.name.startswith("co"): pass'),
        (TAKEN_APART, "letter = game.name[0]"),
        (TAKEN_APART, "heading = m.game.name.capitalize()"),
        (TAKEN_APART, 'found = re.match("co", game.name)'),
        (KERNEL, "fast = rules.step is kernels.claim"),
        (KERNEL, "fast = rules.winner is crossed"),
        (KERNEL, "fast = rules.winner in (crossed, kernels.looped)"),
        (KERNEL, "goals = {most: 3}"),
        (KERNEL, "match rules.winner:\n    case kernels.crossed: pass"),
        (FUNCTION, "fast = rules.step is claimed"),
        (FUNCTION, "fast = m.game.rules.winner == left_to_last"),
        (FUNCTION, "goal = GOALS[rules.winner]"),
        (FUNCTION, "goal = GOALS.get(game.rules.winner)"),
        (FUNCTION, "match rules.step:\n    case one.plain: pass"),
        (FUNCTION, 'fast = rules.winner.__name__ == "left_to_last"'),
        (WAY, 'scored = rules.by == "majority"'),
        (WAY, 'chain = by == "chain"'),
        (WAY, 'chain = m.outcome.by in ("chain", "loop")'),
        (WAY, 'mine = rules.by == "connection"'),
        (WAY, 'match rules.by:\n    case "chain": pass'),
        (WAY, 'goals = {"chain": 1, "loop": 2}'),
        (WAY, 'goal = {"connection": 1}[rules.by]'),
        (WAY, 'if rules.by.startswith("maj"): pass'),
        (READ, "column = board.names[site][0]"),
        (READ, 'a, b = game.board.names[site].split("-")'),
        (READ, "rows = [int(name[1:]) for name in board.names]"),
        (READ, "for site, name in enumerate(board.names):\n    re.match(WORD, name)"),
        (ARITHMETIC, "owners[site ^ 1] = BLOCKED"),
        (ARITHMETIC, "twin = 1 ^ found[k]"),
        (ARITHMETIC, "upright = m.claims[-1] ^ 1"),
        (ARITHMETIC, "square, leans = site // 2, site % 2"),
        (ARITHMETIC, "square, leans = piece >> 1, piece & 1"),
    ],
)
def test_python_that_asks_for_a_game_is_found(shape, code):
    assert shape in {one.shape for one in asking.asked(IMPORTS + code)}


@pytest.mark.parametrize(
    "code",
    [
        'rules = Rules("hex", step=kernels.claim, winner=most, by="majority")',
        'words = f"{m.game.name} has no edge to cross, as projex has"',
        "kept = GAMES.get(rules.name) is rules",
        'if column.c.name == "schema" or path.name.startswith("a"): pass',
        "mover = kernels.claim(net, owners, site, who)",
        "won = game.rules.winner(game.board.net, owners) == FIRST",
        "over = outcome.winner is None or outcome.winner == crossed(net, owners)",
        "key = (kernel, rules.step, rules.winner)",
        'drawn = outcome.by == "agreed"',
        "told = outcome.by == rules.by",
        'wide = STROKES["chain"]',
        "text = board.names[site].lower()",
        "named = [name for name in board.names if name in wanted]",
        "first = board.names[0]",
        "other = sheet ^ 1, ends[half ^ 1]",
        "rival = board.rivals[site]",
        "middle = (low + high) // 2",
    ],
)
def test_python_that_asks_what_a_game_can_passes(code):
    assert not asking.asked(IMPORTS + code)


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        (NAMED, "const sizes = { projex: 6 };"),
        (NAMED, 'const usual = "ConHex";'),
        (NAMED, '[data-game="conhex"] { stroke: none; }'),
        (COMPARED, 'if (game.name === "hex") go();'),
        (COMPARED, 'if ("hex" === facts.name) go();'),
        (COMPARED, 'if (["hex", "y"].includes(game.name)) go();'),
        (COMPARED, "switch (game.name) {}"),
        (TAKEN_APART, 'if (tag.startsWith("hex-")) go();'),
        (TAKEN_APART, "const letter = facts.name[0];"),
        (FUNCTION, 'if (game.winner.name === "left") go();'),
        (FUNCTION, "if (game.step === plain) go();"),
        (WAY, 'if (game.by === "majority") go();'),
        (WAY, "const scored = by === 'majority';"),
        (WAY, "if (way !== `loop`) go();"),
        (WAY, 'switch (way) { case "chain": go(); }'),
        (WAY, 'if (m.game.by === "connection") go();'),
        (WAY, 'if (["connection", "area"].includes(m.outcome.by)) go();'),
        (WAY, "const go = { connection: 1 }[game.by];"),
        (READ, "const column = game.names[site][0];"),
        (READ, 'const [a, b] = names[site].split("-");'),
        (READ, "const rows = game.names.map((name) => Number(name.slice(1)));"),
        (ARITHMETIC, "owners[site ^ 1] = 3;"),
        (ARITHMETIC, "const square = site >> 1;"),
    ],
)
def test_a_page_that_asks_for_a_game_is_found(shape, code):
    assert shape in {one.shape for one in asking.asked_by_a_page(code)}


@pytest.mark.parametrize(
    "code",
    [
        "// as in projex\n/* or as in conhex,\n * or in antipalos */",
        'refuse(`this page is for ${game.name}`); const url = "https://example.org/";',
        'if (by === "agreed" || ENDINGS.includes(m.outcome.by)) go();',
        "const told = by === m.game.by && m.game.scored;",
        'bright(board, "chain", now.chain);',
        "const after = game.step(net, owners, site, who) === who;",
        "const text = game.names[site].toLowerCase();",
        'if (game.goal === "LOOP") go();',
        "const middle = (low + high) >> 1;",
    ],
)
def test_a_page_that_asks_what_a_game_can_passes(code):
    assert not asking.asked_by_a_page(code)


def test_a_finding_says_where_it_is():
    assert asking.asked("\nx = site ^ 1") == [(2, ARITHMETIC, "site ^ 1")]
    assert asking.asked_by_a_page("/*\n*/\nx = site ^ 1;")[0][:2] == (3, ARITHMETIC)
