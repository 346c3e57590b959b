"""A page's own table speaks the widget's protocol: the same requests, the same traits and words.

In make test in the four games, in make test-all in six that nbgames does not have, too.
"""

import re
from random import Random

import pytest
from browser.games import to_the_end
from browser.rig import watch
from foreign import SIX, listed  # noqa: F401  a fixture
from thinned import first_of
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames.play.listing import TOLD
from nbgames.web.bundle import bundled
from nbgames.web.facts import PAGES
from nbgames.web.playing import known, modules
from nbgames.widgets.desk import DEEDS

# test_teacher asks for them
ELSEWHERE = {"analyse", "again", "hint", "bar", "layer", "advise"}
ELSEWHERE |= {"worst", "learn", "next", "answer"}
GAMES = [
    *map(nbgames.game, ("antipalos", "conhex", "copolymer", "projex"), (3, 3, 5, 4)),
    *(nbgames.game(rules, 3) for rules in SIX),
]

ENTRY = """import { gameOf } from "./match.js";
import { modelOf } from "./model.js";
import { read } from "./record.js";
import { explained } from "./explaining.js";
import * as rules from "./rules.js";
window.sit = (facts, record) => {
  const game = gameOf(facts, rules);
  const drawn = { facts, board: "", path: String };
  const { model } = modelOf(game, read(game, record), [], drawn, { explained });
  return (deed, first) => {
    model.set("request", { view: "a", first, do: [deed] });
    model.save_changes();
    return structuredClone(Object.fromEntries(
      ["line", "joins", "notes", "state", "over", "ack"].map(name => [name, model.get(name)])));
  };
};
"""


@pytest.fixture(scope="module")
def page(engine):
    context, tab = watch(engine)
    yield tab
    context.close()


def deeds(game, random):
    """Requests of every kind in any order, most of them sensible."""
    names = game.board.names
    open_ = to_the_end(nbgames.match(game), random).back(2)
    fixed = [
        "undo", "undo", "undo", "redo", "redo", "swap", "resign", "new", "record", "chains", "last",
        "who", "mine", "help", "row 2", "leave", "clear", "edit", "stop", "think", "thinks", "mark",
        "mark ", "draw", "rematch",
        "plan", "plan", "plan none", f"plan {names[0]} resign", f"plan {names[0]}, {names[1]}",
        f"plan {names[2]} {names[-2]} {names[-1]}", f"plan resign {names[0]}", "plan nowhere",
        "plan swap", "plan ;", "why", "why 1", "why me", f"why does {names[0]} win?", "why Z99",
        "help undo", "Help Go", "help swap", "help draw", "? redo", "help delete", "help me",
        "what is a chain?", "What are cells", "what does set do", "hello", "change sides",
        "harder", "easier", "draw?", "new ?", "score now", "score tomorrow", "from",
        "can I take back?", f"is {names[1]} good?", f"Who has {names[0]}?", "about",
        f"what is near {names[2]}", "score",
        f"about {names[-1]}", f"at 1 about {names[0]}", "what is the score?", "about nowhere",
        "how many moves do I need", "who invented this",
        f"neighbours of {names[0]}",
        "Undo", "next one", "help", "load", "load ",
        "resgin", "Hnit", f"neghbours {names[0]}", "unod 5", "at 1 chians", "hlp", "swapp", "setu",
        *(re.sub(r"(?i)([a-z])(\d)", rf"\1{gap}\2", names[5]) for gap in " -"), f"{names[5]}x",
        "I resign", "give up", "take it back", "how to win", "resign now", "undo?", "swap ?", "?",
        "who?", f"{names[0]}?", "what shall I do", "restart", "2x", "redoo", "swap me",
        "undo 5", "redo all", "new game", "record now", "keys please",
        "rules", "keys", "go 99", "go x", "line 9", "line x", "line 2", "nothing of it",
        "from 1 nowhere", "from x y",
        "at", "at 1", "at x chains", "at 99 chains", "at 1 neighbours", "at 0 undo",
        "at 1 why", "At 1 who", "1. nowhere 3. b2", "1.", "load 1. c3",
        f"load 1. {names[0]} 2. {names[1]}", f"load {names[2]}\n{names[3]} {names[4]}",
        f"load 1.{names[3]} 3.{names[1]}", "load (x", "load swap", "load game: none",
        "load 1.", "load 1. 1.", f"load 1) {names[3]} 2)",
        "load ;", "load {well played}", "load \ufeff",
        "NBGAMES 1", "load 1. swap", "1)", "load 1)",
        *(f"{word}{names[2]}{more}" for word in ("", "load ") for more in (" {no", " (good)", ".")),
        f"load nbgames 1\ngame: {game.name.upper()} {game.size}\nswap: no\nSwap: no",
        f"load {names[2]}; {names[3]};", f"load 1. {names[2]}, 2. {names[3]}", f"load {names[3]},",
        f"load \ufeff{names[3]}", f"load \ufeff{open_}", f"load {open_}".replace("nbg", "NBG"),
        f"load NBGAMES 1\ngame: {game.name} {game.size}\n\n{names[2]}\n{open_}",
        f"at 1 {names[2]}", "at 0 swap", "at 1 resign", "from 1", "near", "column", "begin ",
        "at 2 chains", "at 2 mine", "at 2 last", "at 0 last", "at 1 row 2",
        f"at 1 neighbours {names[1]}", "at 1 setup", "at 1 at 1 chains",
        "comment 99:no", f"comment {'x' * 1001}", f"comment 0:{'x ' * 600}",
        f"comment {' y' * 500}", f"load {names[2]} {{{'🎲' * 1001}}} {names[3]}",
        f"load {{{'z' * 1000}}} {names[3]}", "begin", "neighbours", "set", "setup", "Setup ", "row",
        "begin nobody", "set nowhere", "load nonsense", "setup nonsense", "mark nowhere", "",
        "it's", 'it\'s "so"', 'so "it is"', "row it's", "back\\slash", "a\x7f\xa0\u2028\U000e0001b",
        "set a\t'", f"set {50 * '🎲'}", f"set {35 * 'a'}'🎲",
        "comment well } played", "comment 1:<b>", "comment", "comment 0:start", "line 0", "line 1",
        f"mark {names[0]}>{names[1]}>{names[2]}", f"mark {names[3]} {names[3].lower()}>{names[4]}",
        f"mark {names[3]}", f"mark {names[2]}>{names[2]}", f"load {open_}",
        f"load {open_}\n{open_.back(1)}", f"load {open_.back(1)}\n{open_}",
        f"load nbgames 1\ngame: {game.name} {game.size}\n\n1. {names[0]} 3. {names[1]}",
        f"setup {game.players[0]} {names[0]}; {game.players[1]}; {game.players[1]} to move",
        f"setup {game.players[0]} {names[0]} {game.players[1].lower()} {names[5]}; "
        f"{game.players[0]} to move",
        f"setup {game.players[1]} {names[1]} {game.players[0]} to move",
    ]  # fmt: skip
    for _ in range(300):
        site, count = random.choice(names), random.randrange(8)
        player = random.choice(game.players)
        yield random.choice(
            [*[site.lower()] * 9, f"plan {' '.join(random.sample(names, 1 + count % 4))}",
             f"plan {site} {names[0]}; {names[3]} {names[-3]}", f"set {site}",
             f"begin {player}", f"go {count}",
             f"from {count} {site}", f"neighbours {site}", "undo", "redo", random.choice(fixed),
             random.choice(fixed)]
        )  # fmt: skip
    yield from random.sample(fixed, len(fixed))


def heard(widget):
    """The traits that a page of its own has too, as they arrive there."""
    board, outcome = widget.match.game.board, widget.match.outcome
    chain = [str(board.site(name)) for name in outcome.chain] if outcome else []
    return {
        "line": [step for page in PAGES for step in getattr(widget, page)],
        "joins": widget.joins,
        "notes": widget.notes,
        "state": widget.state | {"chain": ",".join(chain)},
        "over": {"marks": [list(mark) for mark in widget.over.get("marks", ())]},
        "ack": plain(widget.ack),
    }


def plain(ack):
    """Replies as lists. What helps is elsewhere: here the page has no review to offer."""

    def told(words):
        for more in ("Review: analyse\n", "Analyse or ", ": type analyse, then why"):
            words = words.replace(more, "")
        return words

    return {
        view: [number, [[n, how, told(words)] for n, how, words in replies]]
        for view, (number, replies) in ack.items()
    }


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("game", first_of(GAMES, 2), ids=[game.name for game in GAMES])
def test_a_page_answers_as_python_does(page, wire, game):  # noqa: F811
    page.page.set_content("<!doctype html><title>table</title>")
    script = bundled("entry.js", {"entry.js": ENTRY, **modules(game)})
    page.ask("code => { (0, eval)(code); }", script)
    random, asked = Random(7), set()
    m = nbgames.match(game)
    widget = m.widget(help=False)
    given = list(deeds(game, random))
    answers = page.ask(
        "([facts, record, deeds]) => deeds.map(sit(facts, record))",
        [known(game) | {"does": TOLD}, str(m), given],
    )
    for number, (deed, there) in enumerate(zip(given, answers, strict=True)):
        wire.ask(widget, deed, first=number)
        there["ack"] = plain(there["ack"])
        here = heard(widget)
        for trait in here:
            assert there[trait] == here[trait], f"{trait} after request {number}, {deed!r}"
        asked.add(deed.partition(" ")[0])
    assert asked >= set(DEEDS) - ELSEWHERE
    widget.close()
