"""Help and reviews on pages without Python: the values and the words are those of a notebook.

In make test of the four games, in make test-all of six that nbgames does not have, too.
"""

import re
from dataclasses import asdict
from importlib.resources import files
from itertools import product
from math import ceil, log, sqrt
from random import Random
from statistics import fmean, pstdev, stdev

import pytest
from browser.games import OWNERS, shows, to_the_end
from browser.test_page import AXE, NARROW
from browser.test_thinker import called
from foreign import SIX
from playwright.sync_api import expect
from positions import FIVE_CLAIMS_WIN, random_match
from thinned import each_once, first_of, first_rows

import nbgames
from nbgames import analysis
from nbgames.analysis import advising, judging, remarks, reviewing, values, weighing, wording
from nbgames.analysis.capabilities import can_join
from nbgames.analysis.certificates import has_margins
from nbgames.analysis.connectivity import walls
from nbgames.analysis.layers import layers
from nbgames.analysis.mcts import estimates
from nbgames.analysis.questions import settled
from nbgames.analysis.remarks import Remark
from nbgames.analysis.retrying import retried
from nbgames.analysis.simulation.loops import shuffle
from nbgames.analysis.witnesses import refutation
from nbgames.core.kernels import EMPTY, FIRST, MODULUS, SECOND
from nbgames.web.thinking import thinking
from nbgames.widgets import adviser, analyst

BOARDS = [
    *map(nbgames.game, ("antipalos", "conhex", "copolymer", "projex"), (4, 3, 5, 4)),
    *(nbgames.game(rules, 3) for rules in SIX),
]
JOINED = [game for game in BOARDS if can_join(game)]
WON = [game for game in BOARDS if not has_margins(game)]
each_board = pytest.mark.parametrize("game", first_of(BOARDS, 4), ids=repr)
SEED, GAMES = 2026, 64

ENTRY = """import * as advising from "./advising.js";
import { pageOf } from "./analyst.js";
import { listed as lines } from "./judging.js";
import * as layering from "./layering.js";
import { played, positionOf } from "./match.js";
import { read } from "./record.js";
import { search } from "./searching.js";
import * as ways from "./ways.js";
import { tried } from "./retrying.js";
import { refutation, reviews } from "./reviewing.js";
import { armed } from "./worker.js";
import * as wording from "./wording.js";
window.game = (facts, player) => armed({ facts, player });
window.last = (work) => { let step; do step = work.next(); while (!step.done); return step.value; };
Object.assign(window, {
  advising, layering, lines, pageOf, played, positionOf, read, refutation, reviews, search,
  tried, ways, wording });
"""


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    """Few games a search, uncompiled, and one seed for all, as pages have it."""
    monkeypatch.setenv("NBGAMES_JIT", "0")
    monkeypatch.setattr(estimates, "GAMES", {False: GAMES, True: GAMES})
    monkeypatch.setattr(estimates, "BY_CURRENTS", GAMES)

    class Fixed:
        def __init__(self, text):
            pass

        def getrandbits(self, count):
            return SEED

    monkeypatch.setattr(advising, "Random", Fixed)
    monkeypatch.setattr(values, "Random", Fixed)


def asked(tab, game, function, given):
    """What a function of the page answers for each of the given, which are records or plain."""
    player = thinking(game)
    player["numbers"] |= dict.fromkeys(("BY_GAMES", "BY_CURRENTS", "RANDOM_GAMES"), GAMES)
    return called(tab, game, ENTRY, player, function, given)


def matches(game, count=6):
    """Matches that are not over, from the start on."""
    for seed in range(count):
        m = random_match(game, None, 99, seed=seed)
        m = m.after(Random(seed).randrange(len(m.claims)) if seed else 0)
        if not m.outcome:
            yield m


ESTIMATE = f"""(record) => {{
  const found = last(search.estimated(game, positionOf(read(game, record)), {GAMES}, {SEED}, 12));
  return [found.share, found.half, found.proven, found.line, found.order, found.near];
}}"""


@each_board
def test_an_estimate_is_that_of_the_same_seed_in_python(blank, game):
    found = list(matches(game))
    for m, there in zip(found, asked(blank, game, ESTIMATE, list(map(str, found))), strict=True):
        here = estimates.finished(
            estimates.estimated(game, values.bare(m), GAMES, SEED),
        )
        assert there[:2] == pytest.approx(here[:2])
        assert there[2:] == [here.proven, list(here.line), list(here.order), list(here.near)]


WAY = """(record) => [1, 2].map((who) => {
  const { claims, sites, chain } = ways.wayOf(read(game, record), who);
  const named = sites.map((site) => game.names[site]);
  return [claims === Infinity ? -1 : claims, named, chain.length > 0];
})"""


@pytest.mark.parametrize("game", first_of(JOINED, 3), ids=repr)
def test_the_shortest_way_is_as_long_as_in_python_and_wins(blank, game):
    found = [*matches(game, 12), *(random_match(game, None, 99, seed=seed) for seed in (1, 2))]
    for m, there in zip(found, asked(blank, game, WAY, list(map(str, found))), strict=True):
        for who, (claims, sites, drawn) in zip((1, 2), there, strict=True):
            here = analysis.distance(m, who)
            assert (claims if claims >= 0 else float("inf")) == here.stones
            assert len(sites) == len(here.witness) and drawn == bool(here.chain)
            owners = bytearray(m.position.owners)
            for name in sites:
                game.rules.step(game.board.net, owners, game.board.site(name), who)
            assert claims < 0 or game.rules.winner(game.board.net, owners) == who


WALLS = """(record) => [1, 2].map((who) => {
  const m = read(game, record);
  return ways.wallsOf(m, who).map((site) => game.names[site]);
})"""


@pytest.mark.parametrize("size", [3, 6])
def test_the_pieces_that_cut_a_player_off_are_those_of_python(blank, size):
    game = nbgames.game("antipalos", size)
    whole = [random_match(game, None, 99, seed=seed) for seed in range(6)]
    found = [m.after(count) for m in whole for count in range(len(m.claims))]
    there = asked(blank, game, WALLS, list(map(str, found)))
    here = [[list(walls(m, who)) for who in (1, 2)] for m in found]
    assert there == here and any(map(any, here))


def plain(worth):
    """A worth of a page as Python has it."""
    return {**worth, "line": " ".join(worth["line"])}


ADVICE = """(record) => [...advising.advice(read(game, record), null, 0)].filter(Boolean)"""


@each_board
def test_advice_has_the_values_the_words_and_the_sites_of_python(blank, game):
    found = [m for m in matches(game, 8) if m.claims]
    for m, there in zip(found, asked(blank, game, ADVICE, list(map(str, found))), strict=True):
        here = [adviser.valued(m, one) for one in advising.advised(m, nodes=0) if one]
        assert len(there) == len(here)
        for told, python in zip(there, here, strict=True):
            assert plain(told["worth"]) == pytest.approx(python["worth"]._asdict())
            assert told.get("word", "") == python["word"] or not told["firm"]
            for hint, other in zip(told["hints"], python["hints"], strict=True):
                assert (hint["says"], hint.get("stands")) == (other["says"], other.get("stands"))
                heat = other["over"]["heat"].items()
                if not game.board.ends:  # where a chain is shaded, there may be another as short
                    assert hint.get("notes", {}) == {site: note for site, (_, note) in heat}
                elif "Shaded" in hint["says"]:
                    alone = {site for site, note in hint["notes"].items() if not note}
                    assert alone < {*hint["way"]} and {*hint["way"]} <= {*hint["notes"]}


@pytest.mark.parametrize("game", first_of(WON[:3]), ids=repr)
def test_what_a_hint_names_is_worth_what_it_says_an_opening_and_a_swap_too(blank, game):
    start = nbgames.match(game)
    found, swaps = [start, *map(start.play, start.legal()[::4])], 0
    for m, there in zip(found, asked(blank, game, ADVICE, list(map(str, found))), strict=True):
        *_, here = [adviser.valued(m, one) for one in advising.advised(m, nodes=0) if one]
        page = there[-1]
        told = page["hints"][1]["says"], here["hints"][1]["says"]
        assert [says.startswith("Swap.") for says in told] == [told[0].startswith("Swap.")] * 2
        is_swap = told[0].startswith("Swap.")  # who was FIRST is SECOND then, and stays it without
        if start.allows_swap:  # of which the third press told first
            opens = f"Look at what is shaded: {game.players[1]} may swap a first move that is too"
            other = (
                "Think of a swap. The best"
                if is_swap
                else "Look at what is shaded: the best move known is there, and better than a swap."
            )
            where = page["hints"][0]["says"], here["hints"][0]["says"]
            assert all(says.startswith(other if m.claims else opens) for says in where)
            assert "its chances" not in page["hints"][2]["says"]  # the reason of a computer player
        left = [one["chosen"] for _, one in page["left"]], [one.chosen for _, one in here["left"]]
        for worth, shares in zip(
            (page["worth"]["chosen"], here["worth"].chosen), left, strict=True
        ):
            swaps += is_swap
            for chosen in shares:
                assert chosen == pytest.approx(1 - worth if is_swap else worth)
        if m.position.may_swap:
            (_, twin), other = page["twin"], here["twin"][1].chosen
            assert twin["chosen"] == pytest.approx(other)
            assert other == pytest.approx(1 - here["worth"].chosen if is_swap else other)
            assert left or not here["worth"].error
    assert swaps


LAYER = """([record, name]) => {
  const { random } = Math;
  Math.random = () => 0.25; // the games of `covariances`
  const found = last(layering.layerOf(read(game, record), name));
  Math.random = random;
  return found;
}"""


@each_board
def test_a_layer_says_and_counts_what_it_does_in_python(blank, game):
    names, here = thinking(game)["layers"], layers(game)
    assert {"threats", "contacts X", "critical"} & set(names)
    found = [*matches(game, 5), random_match(game, None, 99, seed=3)]
    pairs = [(m, name) for m in found for name in names]
    given = [[str(m), name] for m, name in pairs]
    for (m, name), there in zip(pairs, asked(blank, game, LAYER, given), strict=True):
        if name == "critical" and not m.outcome:
            says, sure = clearest(*covariances(m, GAMES))
            assert there["says"] == says
            assert there.get("values", {}) == sure
            continue
        says, marks = here[name](m)
        assert there["says"] == says
        board = game.board
        numbers = {str(board.site(n)): v for mark in marks for n, v in mark.values.items()}
        if name.startswith("contacts"):
            assert there.get("values", {}) == numbers
        if name.startswith("currents"):  # own pieces are good wires there, perfect ones here
            others = there.get("values", {})
            least = min([*numbers.values(), *others.values()], default=0)  # about the median
            for site in {*others, *numbers}:
                pair = others.get(site, least), numbers.get(site, least)
                assert pair[0] == pytest.approx(pair[1], abs=1)
        if name == "threats":
            sites = {
                game.board.names[int(site)]: note for site, note in there.get("notes", {}).items()
            }
            assert sites == {n: t for mark in marks for n, t in mark.notes.items()}


def covariances(m, count):
    """Of each empty site, how its owner varies with the winner in the page's random games.

    The owner counts 1 for FIRST and -1 for SECOND, who wins 100 and 0; draws are left out. Each
    game is played claim by claim and asked after each who has won. Also the standard error of each,
    and that of such a covariance where the owner is drawn by lot.
    """
    game, state = m.game, 1 + (MODULUS - 1) // 4
    empty = game.empty(m.position.owners)
    ends = []
    for _ in range(count):
        owners, who, won, order = bytearray(m.position.owners), m.position.to_move, 0, [*empty]
        state = shuffle(order, state)
        for site in order:
            if owners[site] == EMPTY:
                who = game.rules.step(game.board.net, owners, site, who)
                won = won or game.rules.winner(game.board.net, owners)
        if won:
            holders = [(owners[s] == FIRST) - (owners[s] == SECOND) for s in empty]
            ends.append((100 * (won == FIRST), holders))
    wins, held = zip(*ends, strict=True)
    share = fmean(wins)
    found = {}
    for s, holders in zip(empty, zip(*held, strict=True), strict=True):
        lead = fmean(holders)
        terms = [(a - lead) * (b - share) for a, b in zip(holders, wins, strict=True)]
        found[s] = fmean(terms), stdev(terms) / sqrt(len(terms))
    return found, pstdev(wins) / sqrt(len(wins))


def clearest(found, error):
    """What is said and shown of them: what chance would give one of all in one case of 100."""
    least = error * sqrt(2 * log(100 * len(found)))
    clear = {site: pair for site, pair in found.items() if pair[0] > least}
    unit = max(1, ceil(2 * max((error for _, error in clear.values()), default=0) - 1e-9))
    numbers = {str(site): unit * round(worth / unit) for site, (worth, _) in clear.items()}
    shown = {site: n for site, n in numbers.items() if n >= 2 * unit}
    return (wording.critical(unit) if shown else wording.nothing_critical()), shown


@pytest.mark.parametrize("name", nbgames.GAMES)
def test_a_page_has_every_layer_of_a_board_with_python(name):
    game = nbgames.game(name)
    assert thinking(game)["layers"] == list(layers(game))


def remarks_of_all_kinds():
    random = Random(3)
    for _ in range(400):
        exact = random.random() < 0.5
        loss = (
            random.choice([0, 1, 2, 5])
            if exact
            else random.choice([0.0, 0.125, 0.1402, 0.3, 0.015])
        )
        yield Remark(
            7, random.choice(["B2", "A1,A2,B3,B4,C2,D1,E5", "resign"]), 1,
            loss, random.choice([0.0, 0.025, 0.125]), exact,
            random.choice([0, 0.05, 0.06, 0.155, 0.3, 1.0]), "C3",
            random.choice([1, 0.2302, 0, -1]), random.choice([1, 0, -1]),
            random.random() < 0.5, random.choice(["", "A1", "C3"]),
            random.choice([(), ("swap",), ("B1",), ("B1", "C2"), ("B1", "C2", "D3", "E4")]),
            random.choice([0.0, 0.125, 0.38]), random.choice([0, 1, 4]),
            proven=random.choice([(False, False), (False, True), (True, False)]),
        )  # fmt: skip


SAID = """(r) => ["costly", "mark"].map((name) => wording[name](r))
  .concat(wording.lost(r, "the", wording.fall(r)))
  .concat(wording.remarked(r, r.better, "the", wording.fall(r)))
  .concat(wording.of_word("X", r), wording.wrong(["X", "O"], r))"""


def test_an_end_that_is_counted_for_long_is_told_when_it_is_known(blank):
    """The count of positions at each pause is no advice."""
    m = nbgames.match("copolymer", 5, swap=False).play(*["C2", "D2", "E5", "A1", "E3"])
    told = "(record) => [...advising.advice(read(game, record))].filter(Boolean).at(-1).worth.says"
    (says,) = asked(blank, m.game, told, [str(m)])
    assert says == "O can win by 1 cell: proven."  # analysis.solve says the same


def test_what_is_said_of_a_word_is_translated(blank):
    game, every = BOARDS[3], list(remarks_of_all_kinds())
    given = [asdict(r) for r in every]
    for r, there in zip(every, asked(blank, game, SAID, given), strict=True):
        here = [r.costly, r.mark, r.lost, str(r), remarks.of_word("X", r)]
        here += [remarks.wrong(("X", "O"), r)]
        assert there == here


@pytest.mark.parametrize("share", [0, 0.125, 0.5, 0.625, 0.995, 1])
def test_what_is_said_of_a_position_is_translated(blank, share):
    players = ["X", "O"]
    calls = [
        *(
            ["standing", players, draws, share, error, cells, choice]
            for choice in ("", "O swaps")
            for draws in (False, True)
            for error in (0, 0.125, 0.55)
            for cells in (0, 1, 7)
        ),
        *(["choice", "O", is_better] for is_better in (False, True)),
        *(["made_by", proves, 8, leaves] for proves in (False, True) for leaves in (0, 4)),
        *(["not_played_out", "X can win.", is_draw] for is_draw in (False, True)),
        *(["shorter_way", "X", "O", 1, 2, blocks] for blocks in (False, True)),
        *(["looks_best", "B2", share, error] for error in (0.125, 0.55)),
        ["race", "X", "O", 1, 1 << 31],
        *(["expected", "X", "O", replies] for replies in ([], ["A1"], ["A1", "B2,C3"])),
        *(["shortest_way", "X", is_shaded] for is_shaded in (False, True)),
        ["loses_by_less", "B2", 3, 1],
        ["between", "B2", "C3,D4", "X", 0.65, share],
        *(["left_by", "B2,C3", "as played", "X", "O", share, e, 2] for e in (0, 0.125)),
        *(
            ["parries", "B2", "X", threat, ways, is_named]
            for threat in ("B2", "C3")
            for ways in (0, 1, 2)
            for is_named in (False, True)
        ),
    ]
    said = asked(blank, BOARDS[3], "([name, ...given]) => wording[name](...given)", calls)
    assert said == [getattr(wording, name)(*given) for name, *given in calls]


REVIEW = """(record) =>
  [...reviews(read(game, record), 0)].flatMap(({ found }) => found ?? [])"""
OPENINGS = "(record) => advising.openingsOf(read(game, record))"


def whole_matches(game):
    """Matches of all kinds: swapped, resigned, not over, played to the end."""
    for seed in range(4):
        m = random_match(game, None, 99, seed=seed)
        yield m if seed % 2 else m.after(len(m.claims) // 2)
    m = nbgames.match(game).play(game.board.names[0])
    if game.rules.swap:
        yield m.play("swap", m.legal()[0])
    yield m.play("resign")
    for winner in (None, nbgames.FIRST) if game.rules.draws else (nbgames.FIRST,):
        for at in (2, -2):
            played = random_match(game, None, 99, seed=1)
            yield played.at(at % len(played.moves)).end("agreed", winner)


# Where sites of a lattice are worth the same, the last digit says which of them is searched first,
# and it may differ; on this board of Antipalos it does not matter.
REVIEWED = [nbgames.game("antipalos", 3), *BOARDS[1:]]


@pytest.mark.parametrize("game", first_of([*REVIEWED[::2], *REVIEWED[1::2]]), ids=repr)
def test_a_review_is_that_of_python(blank, game, monkeypatch):
    """Stage by stage, without the solver, whose proofs test_proving.py compares."""
    (ranked,) = asked(blank, game, OPENINGS, [str(nbgames.match(game))])
    monkeypatch.setattr(judging, "openings_of_all_ranks", lambda m: ranked)
    found = [m for m in whole_matches(game) if m.claims]
    for m, there in zip(found, asked(blank, game, REVIEW, list(map(str, found))), strict=True):
        here = [analyst.found_in(r) for _, r in reviewing.refined(m, nodes=0) if r]
        assert len(there) == len(here)
        for told, python in zip(there, here, strict=True):
            assert_alike(told, python)


WORTHS = """(record) => [...reviews(read(game, record), 300)].at(-1).found.worths
  .map(({ share, error, score }) => [share, error, score])"""


def test_where_margins_take_too_long_a_page_proves_who_wins(blank):
    m = to_the_end(nbgames.match("copolymer", 7, swap=False), Random(1))
    (worths,) = asked(blank, m.game, WORTHS, [str(m)])
    known = {n: share for n, (share, *rest) in enumerate(worths) if rest == [0, None]}
    assert len(known) > 2
    for n, share in known.items():
        score, *_ = settled(m.game, values.bare(m.at(n)))
        assert (score > 0) == ((share == 1) == (m.at(n).to_move == FIRST))


SHARES = """(record) =>
  [...new Set([...reviews(read(game, record), 200)].map(({ share }) => share))]"""


def test_each_proof_of_a_word_not_played_moves_the_share(blank):
    """As in Python: tests/analysis/test_review.py."""
    m = random_match("conhex", 3, 99, seed=1)
    (shares,) = asked(blank, m.game, SHARES, [str(m)])
    searched, proven = (0.4 + 0.6 * part for part in (weighing.AGAIN, weighing.PROVEN))
    assert shares == sorted(shares) and len([x for x in shares if searched < x < proven]) > 9


REFUTED = """([record, move, word, who, line]) => {
  const r = { move, word, who, answer: "", line };
  const [says, , spots] = refutation(lines(read(game, record)), r);
  return [says, spots.map((site) => game.names[site])];
}"""


@pytest.mark.parametrize("game", [REVIEWED[0], nbgames.game("antipalos", 5)], ids=repr)
def test_the_pieces_that_block_a_player_for_good_are_those_of_python(blank, game):
    asks, found = [], []
    for seed in range(8):
        m = random_match(game, None, 99, seed=seed)
        for move in range(1, len(m.moves)):
            if not m.at(move).outcome:
                word, line = m.moves[move - 1], m.moves[move : move + 5]
                who = m.at(move - 1).position.to_move
                asks.append([str(m), move, word, who, line])
                remark = Remark(move, word, who, 0.5, 0.1, False, 0.5, "", 0, 0, line=line)
                found.append(refutation(m, remark))
    blocked = [one.says for one in found if "on both lattices" in one.says]
    assert len(blocked) > 4 and len(blocked) < len(found)
    there = asked(blank, game, REFUTED, asks)
    assert there == [[one.says, list(one.spots)] for one in found]


def assert_alike(told, python):
    made = told.pop("made").partition(" Made in")[0]
    assert made == python.pop("made")  # without the time that it took
    named = told.pop("named"), python.pop("named")
    assert named[0].keys() == named[1].keys()
    for rows in zip(*(one.values() for one in named), strict=True):
        for (word, one), (name, two) in zip(*rows, strict=True):
            assert (word, plain(one)) == (name, pytest.approx(two._asdict()))
    for one, two in zip(told.pop("worths"), python.pop("worths"), strict=True):
        assert plain(one) == pytest.approx(two._asdict())
    for chains in (told["chains"], python["chains"]):  # others may be as short
        alike = {number: [why, bool(way), spots] for number, (why, way, spots) in chains.items()}
        chains.update(alike)
    assert told == python


LATER = """([found, known, hinted]) => {
  const wasHinted = (n, word) => hinted.includes(+n + 1) && found.told[+n + 1][1] === word;
  const best = (n) => known[n];
  return pageOf({ found, keys: Object.keys(known), known: { best, wasHinted } }, String);
}"""


@pytest.mark.parametrize("game", first_of([("projex", 4, 0), ("copolymer", 5, 4)]))
def test_what_is_known_later_changes_no_mark_and_is_told_as_in_a_notebook(blank, game):
    """A game that was analysed again after a reload had ?? where it had had ?."""
    name, size, seed = game
    m = random_match(nbgames.game(name, size), None, 99, seed=seed)
    found = analyst.found_in(analysis.review(m, games=32, nodes=0))
    given, pages = [], []
    for is_later in (False, True):
        later = [
            worth._replace(share=0.5, says="X's chance to win: 50%.") if is_later else worth
            for worth in found["worths"]
        ]
        hinted = [n for n in range(1, len(found["told"])) if n % 2]
        pages.append(analyst.paged(m.game.board, found, later, hinted))
        plainly = {**found, "worths": [worth._asdict() for worth in found["worths"]]}
        given.append([plainly, [worth._asdict() for worth in later], hinted])
    there = asked(blank, m.game, LATER, given)
    for page, python in zip(there, pages, strict=True):
        assert list(page["chains"]) == list(python["chains"])
        assert page["curve"] == pytest.approx(python["curve"], abs=0.001)
        for part in ("says", "slips", "words", "decided"):
            assert page[part] == python[part]
    one, two = pages
    assert all(f"{analyst.LONGER} X's chance to win: 50%." in said for said in two["says"])
    assert {**one, "says": ""} == {**two, "says": ""} and one["slips"]


@pytest.mark.parametrize("game", first_of([BOARDS[k] for k in (2, 3, 1, 0)]), ids=repr)
def test_a_page_reviews_a_game_alike_each_time(blank, game):
    """The openings that a first move was compared with, and keys of proofs, were drawn anew."""
    m = random_match(game, None, 99, seed=1)
    twice = "(record) => [1, 2].map(() => [...reviews(read(game, record), 900)].at(-1).found)"
    ((one, two),) = asked(blank, game, twice, [str(m)])
    assert {**one, "made": ""} == {**two, "made": ""}


HELPED = """import { adviserBy } from "./adviser.js";
import { knowing } from "./known.js";
import { played } from "./match.js";
import { read, write } from "./record.js";
import { tableOf } from "./table.js";
import { armed } from "./worker.js";
Object.assign(window, { adviserBy, knowing, played, read, tableOf, write });
window.game = (facts, player) => armed({ facts, player });
"""
SERVICE = """export const service = (data, source, hear) => {
  window.hear = hear;
  return { busy: () => false, ask() {}, stop() {} };
};"""
HINTED = """([record, hints, firm]) => {
  const m = read(game, record);
  const known = knowing();
  const adviser = adviserBy({ player: { layers: [] } }, "")(tableOf(m), known, () => {});
  const worth = (says) =>
    ({ share: 0.5, error: 0.1, score: null, line: "", says, games: 9, chosen: 0.5 });
  const left = [["E2", worth("after")]];
  const told = { worth: worth("before"), firm, word: "E2", left, hints: [{}, {}, {}] };
  for (let k = 0; k < hints; k += 1) {
    adviser.deeds.hint("");
    hear({ told });
    hear({ done: true });
  }
  const after = known.best(write(played(m, "E2")));
  return [known.wasHinted(write(m), "E2"), known.wasHinted(write(m), "F2"), after && after.says];
}"""


@pytest.mark.parametrize(
    ("hints", "firm", "said"),
    [
        (1, True, [False, False, "after"]),  # only where to look was told
        (2, True, [True, False, "after"]),
        (4, True, [True, False, "after"]),  # the fourth puts the hint away
        (2, False, [False, False, None]),  # a longer search may name another move
    ],
)
def test_a_page_remembers_which_move_a_hint_has_named_and_what_it_leaves(blank, hints, firm, said):
    """As a notebook does, for its review: tests/analysis/test_known.py."""
    m = nbgames.match("projex", 4, swap=False).play("C3", "D4")
    instead = {"service.js": SERVICE}
    given = [[str(m), hints, firm]]
    assert called(blank, m.game, HELPED, thinking(m.game), HINTED, given, instead) == [said]


AWAITED = """([record, presses]) => {
  const worth =
    { share: 0.5, error: 0.1, score: null, line: "", says: "even", games: 9, chosen: 0.5 };
  const hints = ["where", "move", "why"].map((says) => ({ says }));
  const table = tableOf(read(game, record));
  const adviser = adviserBy({ player: { layers: [] } }, "")(table, knowing(), () => {});
  const says = [];
  for (let k = 0; k < presses; k += 1) {
    adviser.deeds.hint("");
    says.push(adviser.page(() => "").hint);
  }
  hear({ told: { worth, firm: true, word: "E2", left: [], hints } });
  says.push(adviser.page(() => "").hint);
  adviser.deeds.hint("");
  return [...says, adviser.page(() => "").hint];
}"""


def test_on_a_page_a_hint_that_is_asked_for_again_while_it_looks_skips_nothing(blank):
    """As in a notebook: tests/analysis/test_help.py."""
    m = nbgames.match("projex", 4, swap=False).play("C3", "D4")
    given = [[str(m), presses] for presses in (1, 3, 4)]
    told = called(blank, m.game, HELPED, thinking(m.game), AWAITED, given, {"service.js": SERVICE})
    still = [["Still looking …"] * more for more in (0, 2, 3)]
    assert told == [["Looking …", *more, "where", "move"] for more in still]


# By a win and by a margin; the others take a page or the solver four seconds each.
SOLVED = [*map(nbgames.game, ("conhex", "copolymer"), (2, 3)), *BOARDS[:2], *BOARDS[3:1:-1]]
PROVEN = """(record) => [...reviews(read(game, record))].at(-1).found.worths"""


@pytest.mark.parametrize("seeds", first_of([[20], range(21, 26)]), ids=["one", "five"])
@pytest.mark.parametrize("game", first_of(SOLVED, 2), ids=repr)
def test_nothing_is_proven_that_the_solver_contradicts(blank, game, seeds, monkeypatch):
    found = [random_match(game, None, 99, seed=seed) for seed in seeds]
    told, proven = asked(blank, game, PROVEN, list(map(str, found))), 0
    monkeypatch.delenv("NBGAMES_JIT")  # the solver looks at up to 50,000 positions of each
    for m, there in zip(found, told, strict=True):
        for n, (share, error) in enumerate((one["share"], one["error"]) for one in there):
            swaps = not n and game.rules.swap  # which the solver does not count here
            known = error or swaps or m.at(n).outcome
            solved = not known and settled(game, values.bare(m.at(n)), 5e4)
            if solved:
                best = solved[0] if m.at(n).position.to_move == 1 else -solved[0]
                assert share == (1 + (best > 0) - (best < 0)) / 2
                proven += 1
    assert proven > 3 * len(seeds)


LATE = "G7 G6 B3 C2 B7 B11 B9 G8 E10 E2 A1 C12 E12 G12 I12 K12 L11 M13"
LEARNED = """(record) => {
  const m = read(game, record);
  const { found } = [...reviews(m)].at(-1);
  const lines = window.lines(m);
  return Object.entries(found.named).flatMap(([n, named]) => named.map(([word, left]) => {
    const then = word.split(",").filter(Boolean).reduce(window.played, lines.at(n - 1));
    const known = { [n - 1]: found.worths[n - 1], [n]: left };
    const { right, says } = [...tried(then, known, null, undefined, true)].at(-1);
    return [found.told[n][0], word, right, says];
  }));
}"""


@pytest.mark.long
def test_a_page_names_what_is_proven_to_win_and_calls_right_what_it_names(blank):
    """K12, which a search likes instead of E12, loses; G10 and L3 win, as the solver says."""
    m = nbgames.match("conhex", 4).play(*LATE.split())
    (found,) = asked(blank, m.game, LEARNED, [str(m)])
    assert found and all(right for _, _, right, _ in found)
    ((told, word),) = {(told, word) for told, word, *_ in found if "E12" in told}
    assert told == f"Vert's E12 ?? throws the win away; {word} was better."
    assert word in ("G10", "L3")


def test_a_trial_on_a_page_tells_what_it_has_proven_of_the_position_before(blank):
    """E3 wins, as test_known.py has it from the solver: so X, who is to move, can win there."""
    m = nbgames.match("projex", 4, swap=False)
    m = m.play("C4", "C5", "F3", "C3", "D2", "F2", "D1", "E4", "B6", "E5", "E3")
    function = "(record) => [...tried(read(game, record))].at(-1).had[0][1]"
    (had,) = asked(blank, m.game, function, [str(m)])
    assert (had["share"], had["error"], had["says"]) == (1, 0, "X can win: proven.")


def test_the_bar_of_a_page_proves_what_takes_as_many_nodes_as_a_review_has(blank):
    m = nbgames.match("conhex", 4).play(*LATE.split()[:14])
    function = "(record) => [...advising.advice(read(game, record))].filter(Boolean).at(-1).worth"
    (worth,) = asked(blank, m.game, function, [str(m)])
    assert (worth["share"], worth["error"], worth["says"]) == (0, 0, "Horz can win: proven.")


TRIED = """(record) => [...tried(read(game, record), null, null, 0)].at(-1)"""
TRIED_IN_PLACE = """([record, word, share]) => {
  const value = { share, error: 0.01, score: null, line: [], games: 0 };
  return [...tried(read(game, record), null, [word, value], 0)].at(-1);
}"""
TRIED_WHERE_FIRST_WON = """([record, n, word, line]) => {
  const won = { share: 1, error: 0, score: 1, line, games: 0 };
  return [...tried(read(game, record), { [n]: won }, [word, won], 0)].at(-1);
}"""


# Is it known that what was to be played wins? Is the word that is tried named in its proof?
LEARNT = [(False, False), (True, False), (True, True)]


@pytest.mark.parametrize(
    ("game", "learnt"),
    [
        *each_once(BOARDS[:4], LEARNT),
        *(pytest.param(*row, marks=pytest.mark.long) for row in product(BOARDS[4:], LEARNT)),
    ],
)
def test_a_word_that_is_tried_again_is_judged_as_in_python(blank, game, learnt):
    """What the word in whose place it is tried has left is told, too, where that is known.

    The proof of a win may name the word that is tried.
    """
    is_known, is_named = learnt
    found = [m for m in matches(game, 8) if len(m.claims) > 2 and not m.is_open]
    lines = [[m.moves[-1]] if is_named else [] for m in found]
    given = [
        [str(m), len(m.moves) - 1, m.legal()[0], line] for m, line in zip(found, lines, strict=True)
    ]
    function = TRIED_WHERE_FIRST_WON if is_known else TRIED
    told = asked(blank, game, function, given if is_known else [record for record, *_ in given])
    for m, line, there in zip(found, lines, told, strict=True):
        won = values.Value(1.0, 0.0, 1, " ".join(line))
        known, played = ({len(m.moves) - 1: won}, (m.legal()[0], won)) if is_known else ({}, None)
        tried = retried(m, played, nodes=0, known=known)
        here = analyst.tried(m, tried)
        (why, way, spots), (_, chain, _) = there.pop("chain"), tried.shows
        _, *drawn = here.pop("chain")
        assert [bool(way), why, spots] == [bool(chain), *drawn]  # another way may be as short
        had = analyst.worth_of(m.at(len(m.moves) - 1), tried.had)
        assert plain(there.pop("had")[0][1]) == pytest.approx(had._asdict())
        left = analyst.worth_of(m, tried.left)
        assert plain(there.pop("left")[0][1]) == pytest.approx(left._asdict())
        assert here.pop("bar") == left.bar
        assert there == here


TRIED_BETWEEN = """([record, n, had, left, share]) => {
  const value = (one) => ({ share: one, error: 0.1, score: null, line: [], games: 0 });
  const known = { [n - 1]: value(had), [n]: value(left) };
  const [played, rival] = [["B2", value(share)], ["E5", value(had)]];
  return [...tried(read(game, record), known, played, 0, false, rival)].at(-1);
}"""


def test_a_word_is_right_by_the_rule_of_python(blank):
    """One counts from what the position is told to be worth, on both sides."""
    m = nbgames.match("projex", 5, swap=False).play("C3", "D4", "E2")
    shares = [
        (had, left, share)
        for had in (0.6, 0.12)
        for left in (had + 0.02, had, had - 0.04, had - 0.06, had - 0.1, had / 2)
        for share in (had - 0.1, had - 0.06, had / 4)
    ]
    there = asked(blank, m.game, TRIED_BETWEEN, [[str(m), 3, *one] for one in shares])
    signs = set()
    for (had, left, share), told in zip(shares, there, strict=True):
        value = {n: values.Value(one, 0.1) for n, one in ((2, had), (3, left))}
        played, rival = ("B2", values.Value(share, 0.1)), ("E5", values.Value(had, 0.1))
        here = retried(m, played, nodes=0, known=value, rival=rival)
        assert (told["sign"], told["says"]) == (here.sign, here.says)
        signs.add(here.sign)
    assert signs == {"✓", "✗", "~"}


TRIED_OVER = """([record, word, share, n]) => {
  const value = { share, error: 0.01, score: null, line: [], games: 0 };
  const even = { share: 0.5, error: 0.1, score: null, line: [], games: 0 };
  const known = { [n - 1]: even, [n]: even };
  const steps = [...tried(read(game, record), known, null, 0, false, [word, value])];
  return steps.at(-1).says;
}"""


BEATEN = [game for game in BOARDS if game.rules.name in ("projex", "conhex", "copolymer")]


@pytest.mark.parametrize("game", first_of(BEATEN[1:] + BEATEN[:1], 2), ids=repr)
def test_beside_a_right_word_the_named_one_is_told_as_in_python(blank, game):
    found = [m for m in matches(game, 8) if len(m.claims) > 2 and not m.is_open]
    movers = [m.at(len(m.moves) - 1).position.to_move for m in found]
    given = [
        [str(m), m.legal()[0], who - 1, len(m.moves)] for m, who in zip(found, movers, strict=True)
    ]
    given += [[record, "swap", 1 - share, n] for record, _, share, n in given]
    even = values.Value(0.5, 0.1)
    there = asked(blank, game, TRIED_OVER, given)
    here = [
        retried(m, nodes=0, known={n - 1: even, n: even}, rival=(word, values.Value(share, 0.01)))
        for m, (_, word, share, n) in zip(2 * found, given, strict=True)
    ]
    assert there == [one.says for one in here]
    assert any("which the review names" in one.says for one in here)


LOST = nbgames.match("copolymer", 5, swap=False).play("D2", "D4", "A2", "C3", "C4", "C2")
LOST = LOST.play("C1", "B3", "D5", "C5", "B2", "B1")  # E4 loses by three cells, A3 by one


def test_a_right_word_that_wins_by_fewer_cells_says_so_as_in_python(blank):
    m = nbgames.match("copolymer", 5, swap=False).play("A3", "B3", "B4", "C5", "D2", "D3")
    words = [m.play("A1"), m.play("C3", "C4", "D5"), LOST.play("E4"), LOST.play("A3")]
    function = "(record) => [...tried(read(game, record))].at(-1).says"
    says = asked(blank, m.game, function, list(map(str, words)))
    assert says == [retried(then).says for then in words]
    assert ["Another move wins by 3 cells." in one for one in says[:2]] == [True, False]


@pytest.mark.parametrize("game", first_of([*BOARDS[1:], BOARDS[0]], 2), ids=repr)
def test_a_word_that_looks_no_better_is_told_as_in_python(blank, game):
    found = [m for m in matches(game, 8) if len(m.claims) > 2 and not m.is_open]
    given = [[str(m), m.legal()[0], k % 2] for k, m in enumerate(found)]
    for m, (_, word, share), there in zip(
        found, given, asked(blank, game, TRIED_IN_PLACE, given), strict=True
    ):
        here = retried(m, (word, values.Value(share, 0.01)), nodes=0)
        assert (there["right"], there["says"]) == (here.right, here.says)


# On a page

M = nbgames.match("projex", 4, swap=False).play("B3", "E3", "C2", "D6", "D4", "B5", "E2", "F1")
NO_WORKER = "delete globalThis.Worker"
STANDS = r"^(So far: )?X.s chance to win: \d+% \(\d+% to \d+%\), estimated\.$|^X can win: proven\.$"


class Taught:
    """A page as somebody uses it who wants to learn."""

    def __init__(self, tab):
        self.tab, self.page = tab, tab.page

    def part(self, name):
        return self.page.locator(f".nb-{name}")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def ask(self, word, way):
        """Ask by a word, by its button or by its key; a hint is waited for."""
        if way == "button":
            self.button({"layer": "Layers"}.get(word, word.capitalize())).click()
        elif way == "key":
            self.page.locator("[data-site]").first.focus()
            self.page.keyboard.press(word[0])
        else:
            self.type(word)
        if word == "hint":
            expect(self.part("told")).to_have_text(re.compile(r"\.$"))

    def type(self, word):
        self.page.locator(".nb-typed").fill(word)
        self.page.locator(".nb-typed").press("Enter")

    def shaded(self):
        return self.page.locator(".nb-heat > :not(text), .nb-under > *")


@pytest.fixture
def taught(play_page):
    return lambda *given, **options: Taught(play_page(*given, **options))


@pytest.mark.parametrize(
    ("way", "worker"),
    each_once(["button", "key", "word"], ["worker", "no worker"], quick=[("button", "worker")]),
)
def test_a_hint_says_where_to_look_then_the_move_then_why(taught, way, worker):
    script = "" if worker == "worker" else NO_WORKER
    page = taught(M.after(4), script)
    assert page.page.workers == []
    told = page.part("told")
    page.ask("hint", way)
    expect(told).to_contain_text("Look at what is shaded")
    expect(page.shaded()).not_to_have_count(0)
    page.ask("hint", way)
    expect(told).to_have_text(re.compile("^[A-F][1-6]. X"))
    expect(page.shaded()).to_have_count(1)
    page.ask("hint", way)
    expect(told).to_contain_text(re.compile("looks best|wins, whatever"))
    expect(page.part("path").locator("path")).to_have_count(2)
    page.ask("hint", way)
    expect(told).to_have_text("The hint is put away; Hint begins it again.")
    expect(page.shaded()).to_have_count(0)
    assert len(page.page.workers) == (not script)


@pytest.mark.long
def test_the_second_and_the_third_hint_are_about_one_move_and_one_side(taught):
    page = taught(nbgames.match("projex", 5, swap=False).play("E2", "C7", "B4", "B8", "H1"))
    told = page.part("told")
    page.ask("hint", "button")
    page.ask("hint", "button")
    expect(told).to_contain_text("O's chance to win")
    second = told.inner_text()
    page.ask("hint", "button")
    expect(told).to_contain_text("looks best")
    assert told.inner_text().startswith(
        f"{second.partition('.')[0]} looks best, but that is not proven."
    )


def test_beside_a_bar_a_hint_names_the_move_and_no_second_number(taught):
    """Where H was to move the bar told V's chance, and the hint H's."""
    page = taught(nbgames.match("antipalos", 6, swap=False).play("c4-d3"))
    told = page.part("told")
    for deed in ("hint", "hint"):
        page.ask(deed, "button")
    expect(told).to_have_text(re.compile(r"^\S+\. H's chance to win, .* estimated\.$"))
    page.ask("bar", "button")
    expect(told).to_have_text(re.compile(r"^\S+\.$"))
    expect(page.part("stands")).to_contain_text("V's chance to win")


@pytest.mark.parametrize("way", first_of(["button", "key", "word"]))
def test_the_bar_says_who_stands_better_and_how_that_is_known(taught, way):
    page = taught(M)
    page.ask("bar", way)
    bar, stands = page.part("bar"), page.part("stands")
    expect(stands).to_have_text(re.compile(STANDS))
    expect(bar).to_have_attribute("aria-label", re.compile(STANDS))
    page.ask("bar", way)
    expect(bar).to_be_hidden()
    expect(stands).to_be_empty()


@pytest.mark.parametrize(
    ("word", "told"),
    first_rows(
        [
            ("go", "a number is missing: type for example go 0"),
            ("from F1", "'F1' is no number: type for example from 0 D1"),
            ("why", "no reason is known here: type hint, then why, or analyse, then why"),
        ]
    ),
)
def test_what_cannot_be_done_says_what_to_type(taught, word, told):
    page = taught(M)
    page.type(word)
    expect(page.part("trouble")).to_have_text(told)


def test_a_question_is_answered_as_in_a_notebook(taught):
    m = nbgames.match("projex", 3, swap=False).play("C3", "A4", "D3", "B4", "C2")
    page, board = taught(m), m.widget(keep="")
    for asked in ("is B2 good?", "why does C1 win?", "who has A4?", "at 2 about c3"):
        page.type(asked)
        how, said = board._desk.carry_out(asked)
        expect(page.part("reply")).to_have_text(said)
        assert how == "said" and said
    page.type("How many moves do I need?")
    way = "O's shortest way to a win, shaded, takes 3 more moves if nobody stops it."
    expect(page.part("told")).to_have_text(f"{way} X needs 1 more move.")
    board.close()


def test_an_end_is_proven(taught):
    m = nbgames.match("conhex", 2, swap=False).play("C2", "A1", "B3", "E5")
    page = taught(m)
    page.ask("bar", "key")
    expect(page.part("stands")).to_have_text("Vert can win: proven.")
    for _ in range(3):
        page.ask("hint", "key")
    expect(page.part("told")).to_have_text(re.compile(r"^(C4|A5) wins at once\.$"))


@pytest.mark.long
def test_bar_and_layer_follow_the_slider_and_every_move(taught):
    page = taught(M)
    page.type("bar")
    page.type("layer o way")
    told = page.part("told")
    seen = []
    for press in (None, "first move", "move after", "last move"):
        if press:
            page.page.get_by_label(press, exact=True).click()
        at = int(page.page.locator(".nb-time input").input_value())
        away = analysis.distance(M.after(at), 2).stones
        expect(told).to_contain_text(f"takes {away:g} more move")
        expect(page.part("stands")).to_have_text(re.compile(STANDS))
        seen.append(page.tab.ask(SHADES))
    assert seen[0] == seen[3] != seen[1]
    page.type(M.legal()[0])
    expect(told).to_contain_text("O's shortest way to a win")
    assert sum(map(bool, page.tab.ask(OWNERS, 0))) == 9


SHADES = "() => [...document.querySelectorAll('.nb-heat > :not(text)')].map(e => e.outerHTML)"


@pytest.mark.long
def test_a_layer_gives_way_to_a_hint_and_comes_back_after_it(taught):
    page = taught(M)
    page.type("layer way o")
    layers = page.button("Layers")
    expect(layers).to_have_attribute("aria-pressed", "true")
    expect(page.part("told")).to_contain_text("O's shortest way to a win")
    way = page.tab.ask(SHADES)
    page.ask("hint", "button")
    expect(page.part("told")).to_contain_text("Look at what is shaded")
    expect(layers).to_have_attribute("aria-pressed", "false")
    page.ask("layer", "button")
    expect(page.part("told")).to_contain_text("O's shortest way to a win")
    expect(page.button("Hint")).to_have_attribute("aria-pressed", "false")
    assert page.tab.ask(SHADES) == way


@pytest.mark.long
def test_a_hint_leaves_with_its_position(taught):
    page = taught(M)
    page.ask("hint", "button")
    expect(page.shaded()).not_to_have_count(0)
    page.type(M.legal()[0])
    expect(page.shaded()).to_have_count(0)
    expect(page.part("told")).to_be_empty()


OVER = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
OVER = to_the_end(OVER, Random(1))


def reviewed(page, way="button"):
    """After Analyse, its review done."""
    if way == "button":
        page.button("Analyse").click()
    else:
        page.ask("analyse", way)
    expect(page.part("review")).to_be_visible()
    expect(page.part("share")).to_contain_text("What is proven is certain")


@pytest.mark.parametrize("way", first_of(["button", "key", "word"]))
def test_a_match_is_analysed(taught, way):
    page = taught(OVER)
    reviewed(page, way)
    expect(page.button("Analyse")).to_be_hidden()
    expect(page.part("curve")).to_have_attribute(
        "aria-label", re.compile("X's chance to win after each")
    )
    review = analysis.review(OVER)
    for n in range(len(OVER.moves) + 1):
        page.page.get_by_role("slider", name="move shown").fill(str(n))
        expect(page.part("said")).to_have_text(review.said(n))
    marks = page.page.locator(".nb-moves b").all_inner_texts()
    assert marks == [r.mark for r in review.remarks if r.mark]
    expect(page.page.locator(".nb-moves small")).to_have_text("decided here")
    page.page.get_by_role("slider", name="move shown").fill("1")
    page.type("why")
    told = page.page.get_by_role("status").filter(has_text="The review: ")
    expect(told).to_have_text(f"The review: {review.said(1)}")
    page.button("Close").click()
    expect(page.part("review")).to_be_hidden()
    expect(page.button("Analyse")).to_be_visible()


@pytest.mark.parametrize("is_won", first_of([True, False]))
def test_who_resigns_is_told_what_that_cost_and_asked_what_wins(taught, is_won):
    words = ["d4-e5", "c4-d3", "d4-e3", "f6-g5", "d2-e3", "d6-e5"]
    m = nbgames.match("antipalos", 6, swap=False).play(*(words if is_won else words[:1]), "resign")
    page = taught(m)
    page.button("Analyse").click()
    won = "V's resignation ?? throws the win away; "
    expect(page.part("said")).to_contain_text(won if is_won else "H resigned, although the game")
    last = page.part("moves").locator("li").last
    expect(last).to_have_text(re.compile(r"resign\?\?$" if is_won else "resign$"))
    if not is_won:
        expect(page.part("share")).to_contain_text("No move is known to be a mistake")
        return
    expect(page.page.locator(".nb-wrong")).to_have_count(0)  # the last piece is no mistake
    page.button("Learn from mistakes").click()
    expect(page.part("said")).to_contain_text("At move 7 V resigned. Play what wins instead.")
    page.type("e5-f6")
    expect(page.part("said")).to_contain_text("e5-f6 is right: it wins")
    expect(page.part("said")).not_to_contain_text("as played")


@pytest.mark.long
@pytest.mark.parametrize("game", first_of([BOARDS[k] for k in (2, 0, 1, 3)]), ids=repr)
def test_the_bar_says_what_the_review_says_of_every_position(taught, game):
    m = random_match(game, None, 99, seed=1)
    page = taught(m)
    reviewed(page)
    page.ask("bar", "key")
    both = "() => ['stands', 'said'].map(part => document.querySelector(`.nb-${part}`).textContent)"
    for n in range(len(m.moves) + 1):
        page.page.get_by_role("slider", name="move shown").fill(str(n))
        expect(page.part("stands")).to_have_text(re.compile(r"\.$"))
        stands, said = page.tab.ask(both)
        stands = stands.removeprefix("So far: ")
        assert stands and (said.endswith(stands) or left_by(said) == chance_in(stands, said))


def left_by(said):
    """The chance that a marked move leaves who made it, which is told once, in percents."""
    return int(re.search(r"'s chance to win from \d+% to (\d+)%, estimated, ", said)[1])


def chance_in(stands, said):
    """That of the same player, as a bar tells it."""
    player, chance = re.match(r"(\S+)'s chance to win.*?: (\d+)%", stands).groups()
    return int(chance) if said.startswith(f"{player}'s ") else 100 - int(chance)


@pytest.mark.parametrize("script", first_of(["", NO_WORKER]), ids=["worker", "no worker"])
def test_a_review_has_a_curve_soon_and_can_be_stopped_and_gone_on_with(taught, script):
    m = to_the_end(nbgames.match("projex", 6), Random(4))
    page = taught(m, script)
    page.button("Analyse").click()
    expect(page.part("curve")).to_be_visible()  # 0.8 s on an idle machine
    expect(page.part("share")).to_have_text(re.compile("^[0-9]+% done"))
    page.button("Stop").click()
    expect(page.button("Stop")).to_be_hidden()
    expect(page.part("curve")).to_be_visible()
    page.button("Go on analysing").click()
    page.page.get_by_label("first move", exact=True).click()
    expect(page.part("says")).to_contain_text("Looking back")
    expect(page.part("curve")).to_be_visible()
    expect(page.button("Stop")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_review_under_way(taught, scheme):
    """Nor in one with Python, says test_hands.py; nor in one that is done, the next test."""
    m = to_the_end(nbgames.match("projex", 6), Random(4))
    page = taught(m, color_scheme=scheme, bypass_csp=True)
    page.button("Analyse").click()
    expect(page.part("curve")).to_be_visible()
    assert page.tab.violations() == []


@pytest.mark.parametrize("scheme", first_of(["dark", "light"]))
def test_axe_finds_nothing_where_a_review_shows_what_was_better(taught, scheme):
    page = taught(OVER, color_scheme=scheme, bypass_csp=True)
    reviewed(page)
    page.button("Worst moves").click()
    expect(page.page.locator(".nb-advice text.nb-badge")).to_have_text("??")
    assert page.tab.violations() == []


def test_a_match_against_the_computer_is_analysed_when_it_is_over(taught):
    page = taught(nbgames.match("projex", 3).play("C1", "B2"))
    expect(page.button("Analyse")).to_be_visible()
    page.page.get_by_label("Who plays").select_option("2")
    expect(page.button("Analyse")).to_be_hidden()
    page.type("analyse")
    expect(page.part("trouble")).to_contain_text("can be analysed once it is over")
    page.type("resign")
    page.page.keyboard.press("Enter")  # yes
    expect(page.button("Analyse")).to_be_visible()


def test_what_was_better_is_drawn_flat_and_on_the_sphere(taught):
    """Of a match by chance, in which much was missed."""
    page = taught(to_the_end(nbgames.match("projex", 3), Random(4)))
    reviewed(page)
    badges = page.page.locator(".nb-advice text.nb-badge")
    page.button("Worst moves").click()
    expect(badges).to_have_text(re.compile(r"^\?"))
    page.button("Sphere").click()
    expect(page.part("curve")).to_be_visible()
    expect(badges).to_have_count(0)
    page.button("Flat").click()
    page.button("Worst moves").click()
    expect(badges).to_have_count(1)
    page.button("Learn from mistakes").click()
    page.button("Next").click()
    said = page.part("said")
    asked = said.text_content()
    assert asked.startswith("2 of ")
    for name in ("Sphere", "Flat"):  # one goes on to learn
        page.button(name).click()
        expect(said).to_have_text(asked)
    page.button("Answer").click()
    expect(said).not_to_have_text(asked)
    told = said.text_content()
    page.button("Sphere").click()
    expect(said).to_have_text(told)
    expect(page.button("Answer")).to_be_disabled()


def test_one_learns_from_mistakes(taught):
    page = taught(OVER)
    reviewed(page)
    page.button("Learn from mistakes").click()
    said = page.part("said")
    expect(said).to_contain_text("Move 1 was X's B2. Play what would be better.")
    page.type("B2")
    expect(said).to_have_text(
        "B2 is not the move. For X it loses 2 cells and the game. After B2 O wins with A1."
    )
    expect(page.page.locator(".nb-advice text.nb-badge")).to_have_text("✗")
    page.type("A1")
    expect(said).to_contain_text("A1 is right: it wins by 1 cell whatever O does: proven.")
    shows(page.page, OVER.at(0).play("A1").position.owners)
    expect(page.button("Answer")).to_be_disabled()


# The winning turn was missed, at move 17.
TURNS = nbgames.match("copolymer", 7).play(
    *FIVE_CLAIMS_WIN.split(), "G4", "B3,E6,F4,F5,F6,F7,G5,D1"
)


@pytest.mark.long
def test_a_turn_of_several_claims_is_tried_claim_by_claim(taught):
    page = taught(TURNS)
    reviewed(page)
    page.type("analyse try 17 D1")
    said = page.part("said")

    def click(name):
        site = TURNS.game.board.site(name)
        page.page.locator(f'[data-site="{site}"]').click(force=True)

    expect(said).to_have_text("D1 is right so far. The turn goes on: claim the next cell.")
    click("D2")
    expect(said).to_have_text("D1,D2 is right so far. The turn goes on: claim the next cell.")
    page.button("Undo").click()
    expect(said).to_have_text("D1 is right so far. The turn goes on: claim the next cell.")
    shows(page.page, TURNS.at(16).play("D1").position.owners)
    page.type("undo")
    expect(said).to_contain_text("Move 17 was X's G4. Play what would be better.")
    shows(page.page, TURNS.at(16).position.owners)
    expect(page.button("Undo")).to_be_disabled()
    click("D1")
    click("D2")
    expect(said).to_have_text("D1,D2 is right so far. The turn goes on: claim the next cell.")
    shows(page.page, TURNS.at(16).play("D1", "D2").position.owners)
    click("D1")  # a claim of this turn begins it anew
    expect(said).to_have_text("D1 is right so far. The turn goes on: claim the next cell.")
    for name in ("B3", "D2", "E6"):
        click(name)
        expect(said).to_contain_text(f"{name} is right so far.")
    page.type("A2")
    expect(said).to_contain_text("D1,B3,D2,E6,A2 is right: it wins by 1 cell whatever O does")
    click("G4")  # the turn is over: another one begins
    expect(said).to_contain_text("G4 is not the move.")
    page.tab.ask("() => { Worker.prototype.postMessage = () => {}; }")
    for words in (("D1",), ("D1", "D2")):  # seen while they are judged
        click(words[-1])
        shows(page.page, TURNS.at(16).play(*words).position.owners)
    expect(said).to_have_text("Judging …")


@pytest.mark.long
def test_a_hint_in_a_turn_that_goes_on_is_of_its_rest(taught):
    """As in Python; all help of the page had ended with it."""
    m = nbgames.match("copolymer", 7, swap=False)
    played = ("A4", "B3", "B4", "E6", "C5", "E3", "C3", "E5", "C1", "F3", "D5")
    page = taught(m.play(*played))
    for words in ("Look at what is shaded", "chance to win", "looks best"):
        page.type("hint")
        expect(page.part("told")).to_contain_text(words)
    assert page.tab.errors == []


def test_a_double_click_claims_one_cell(taught):
    """On a page the second click was refused, and in Learn it began the turn anew."""
    page = taught(OVER.at(3))
    page.tab.needs("double click")

    def claim(name):
        site = OVER.game.board.site(name)
        page.page.locator(f'[data-site="{site}"]').dblclick(force=True)

    claim("B3")
    expect(page.part("says")).to_contain_text("O goes on, since B3 touches")
    expect(page.part("trouble")).to_be_empty()
    page.type("A2")
    reviewed(page)
    page.type("analyse try 4 B3")
    expect(page.part("said")).to_contain_text("B3 is right so far.")
    told = page.part("told")
    page.type("layer contacts O")
    expect(told).to_contain_text("Such cells now: 1.")  # with B3 on the board
    claim("C2")
    expect(page.part("said")).to_contain_text("B3,C2 ")
    expect(told).to_contain_text("Such cells now: 0.")
    page.button("Undo").click()
    expect(page.part("said")).to_contain_text("B3 is right so far.")
    expect(told).to_contain_text("Such cells now: 1.")
    page.type("A2")
    expect(told).to_contain_text("Before this try: Each number")
    expect(told).to_contain_text("Such cells now: 2.")


@pytest.mark.long
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_help_and_reviews_can_be_read_by_everybody_and_fit_a_phone(taught, dark):
    axe = pytest.importorskip("axe_playwright_python")
    options = {"color_scheme": "dark" if dark else "light", "bypass_csp": True, "has_touch": True}
    page = taught(OVER.at(2), viewport={"width": 360, "height": 740}, **options)
    reviewed(page)
    page.ask("bar", "button")
    page.ask("layer", "button")
    expect(page.part("told")).to_contain_text("Each number counts")
    page.page.add_script_tag(content=(files(axe) / "axe.min.js").read_text())
    assert page.tab.ask(AXE) == []
    assert page.tab.ask(NARROW) == []


def test_a_review_follows_the_line_and_comes_back(taught):
    page = taught(OVER.at(2))
    reviewed(page)
    page.type("undo")
    page.type(OVER.at(1).legal()[-1])
    expect(page.part("review")).to_be_hidden()
    page.type("line 1")
    expect(page.part("curve")).to_be_visible()


@pytest.mark.long
def test_what_makes_no_sense_is_refused_in_words(taught):
    page = taught(M)
    refused = {
        "hint me": "'me' is no hint: type hint, hint why or hint off",
        "bar up": "'up' is no way to show the bar: type bar, bar on or bar off",
        "layer nonsense": "is no layer; there are threats, way X, way O",
        "analyse this": "is nothing to analyse: type analyse, analyse stop or analyse close",
        "analyse try 3 A1": "there is nothing to try again yet: analyse the game first",
        "learn": "no review is shown that has this: type analyse; then worst goes to",
        "advise 99": "'99' is no position of this game: give a number up to 8",
    }
    for word, told in refused.items():
        page.type(word)
        expect(page.part("trouble")).to_contain_text(told)
    page.type("edit")
    page.type("hint")
    expect(page.part("trouble")).to_contain_text("a position is being set up")
    page.type("leave")
    page.type("help")
    expect(page.part("reply")).to_contain_text("Help: bar, layer")
