"""Kernels translated to JavaScript play every game as Python does."""

import json
import re
from copy import deepcopy
from random import Random

import pytest
from browser.games import to_the_end
from foreign import SIX, Y
from thinned import each_once, first_of, first_rows

import nbgames
from nbgames.core._jit import can_compile, compiled, jit
from nbgames.core.kernels import MODULUS, MULTIPLIER, sample
from nbgames.core.position import EMPTY
from nbgames.notation import address
from nbgames.notation.record import read_all
from nbgames.play.listing import WORDS, meant
from nbgames.play.sentences import answer, ending, says
from nbgames.play.table import Table
from nbgames.play.turns import is_begun
from nbgames.web.bundle import bundled
from nbgames.web.playing import KERNELS, known, modules
from nbgames.web.translate import javascript
from nbgames.widgets.desk import Desk
from nbgames.widgets.line import keeping


@jit
def digests(net, step, winner, size, claimable, seed, count):
    """A number for each of count random games: of its last owners, who moved, and who won."""
    order = [site for site in range(claimable)]
    marks = [0] * count
    state = 1 + seed % (MODULUS - 1)
    for game in range(count):
        owners = [0] * size
        mover = 1
        mark = 0
        for i in range(claimable):
            state = state * MULTIPLIER % MODULUS
            j = i + state % (claimable - i)
            site = order[j]
            order[j] = order[i]
            order[i] = site
            if owners[site] == EMPTY:
                mover = step(net, owners, site, mover)
                mark = (mark * 31 + mover) % MODULUS
                if (game + i) % 32 == 0:  # who has won, at places along the way too
                    mark = (mark * 31 + winner(net, owners)) % MODULUS
        for owner in owners:
            mark = (mark * 31 + owner) % MODULUS
        marks[game] = (mark * 31 + winner(net, owners)) % MODULUS
    return marks


def in_page(tab, game, kernels, expression, given):
    """What an expression answers in a page, with these kernels and the board's neighbours there."""
    net = {name: list(row) for name, row in game.board.net._asdict().items()}
    names = ", ".join(f"{name}: {kernel.__name__}" for name, kernel in kernels.items())
    code = f"([net, given]) => {{ {javascript(kernels.values())} const k = {{ {names} }}; "
    return tab.ask(f"{code} return ({expression})(k, net, given); }}", [net, given])


@pytest.mark.parametrize(
    ("name", "size"), [("antipalos", 8), ("conhex", 5), ("copolymer", 9), ("projex", 6)]
)
@pytest.mark.parametrize("many", first_of([40, 10_000]))
def test_random_games_are_the_same_to_the_last_owner(blank, name, size, many):
    """Forty are played sooner than the rules are compiled."""
    game = nbgames.game(name, size)
    rules, board = game.rules, game.board
    fast = many > 40 and can_compile()
    count = many if fast else min(many, 200)
    make = compiled if fast else lambda kernel: kernel
    net = board.buffers if fast else board.net
    given = [len(board.names), board.claimable, 2026, count]
    here = list(make(digests)(net, make(rules.step), make(rules.winner), *given))
    kernels = {"step": rules.step, "winner": rules.winner, "digests": digests}
    there = in_page(
        blank, game, kernels, "(k, net, given) => k.digests(net, k.step, k.winner, ...given)", given
    )
    assert there == here
    assert len(set(here)) > 0.99 * count


def test_playouts_are_the_same_for_the_same_seed(blank):
    game = nbgames.game("conhex", 4)
    start = game.start()
    kernels = {"step": game.rules.step, "winner": game.rules.winner}
    told = in_page(
        blank,
        game,
        {**kernels, "sample": sample},
        "(k, net, given) => k.sample(net, k.step, k.winner, ...given)",
        [*(list(start.owners) for _ in range(2)), 1, list(range(game.board.claimable)), 7, 500],
    )
    assert tuple(told) == game.sample(start, 500, seed=7)


TEN = [
    *map(nbgames.game, ("antipalos", "conhex", "copolymer", "projex"), (4, 4, 7, 5)),
    *(nbgames.game(rules, 5) for rules in SIX),
]
CALLED = """(k, net, given) => JSON.stringify(JSON.parse(given).map(([name, ...words]) => {
  const named = { net, step: k.step, winner: k.winner };
  const taken = words.map((word) => named[word] ?? word);
  return [k[name](...taken) ?? null, taken.filter(Array.isArray)];
}))"""


def calls(game, random):
    """Every kernel with buffers by chance, those of positions and others."""
    claimable, size = game.board.claimable, len(game.board.names)

    def row(owners, count=size):
        return random.choices(owners, k=count)

    owners, late, said, who = (
        row([0, 1, 2, 2, 3]),
        row([0, 1, 2]),
        row([-1, 0, 1, 2]),
        row([1, 2])[0],
    )
    mixed = [random.choice(pair) for pair in zip(owners, late, strict=True)]
    for count in (claimable, claimable // 3):
        some = row([0] * 9 + [1, 2], count)
        yield "claim_all", "net", "step", some, claimable, [0] * size, who
    yield "claim_all", "net", "step", row([0] * 30 + [1, 2]), claimable, [0] * size, who
    for thick in (owners, row([who, who, who, 3 - who]), [who] * size):
        for kernel in ("joining", "loop", "components"):
            yield kernel, "net", thick, who
    yield "changed", owners, mixed
    yield "reachable", "net", "winner", mixed, who
    yield "decide", owners, mixed, said, claimable, random.random() < 0.5
    yield "decide", owners, mixed, owners, claimable, True
    yield "forget", owners, mixed, said, claimable
    yield "keeps", "net", "step", owners, who, claimable
    width, other = random.randint(1, 11), random.randint(1, 11)
    numbers = [random.randrange(1 << width) for _ in range(9)]
    yield "regrouped", numbers, width, 9 * width // other + random.randrange(2), other


def answered(game, name, *words):
    """What a kernel answers in Python, and the buffers as it leaves them."""
    named = {"net": game.board.net, "step": game.rules.step, "winner": game.rules.winner}
    taken = [named[word] if isinstance(word, str) else deepcopy(word) for word in words]
    (kernel,) = (kernel for kernel in KERNELS if kernel.__name__ == name)
    return [kernel(*taken), [word for word in taken if isinstance(word, list)]]


@pytest.mark.parametrize("game", first_of(TEN), ids=repr)
def test_every_kernel_of_a_page_answers_as_in_python(blank, game):
    random = Random(repr(game))
    given = [call for _ in range(50) for call in calls(game, random)]
    kernels = {kernel.__name__: kernel for kernel in KERNELS}
    assert {name for name, *_ in given} == set(kernels)
    rules = {"step": game.rules.step, "winner": game.rules.winner}
    there = in_page(blank, game, kernels | rules, CALLED, json.dumps(given))
    for call, seen in zip(given, json.loads(there), strict=True):
        assert seen == answered(game, *call), call


# The match around the rules

MATCH = """(record) => {
  const m = read(game, record);
  return {
    record: write(m), says: says(m), joins: words(m).map(([, end]) => end),
    address: writeAddress(m), owners: positionOf(m).owners, chain: m.outcome?.chain ?? [],
    again: write(readAddress(game, writeAddress(m)).m), obliges: keeping(m),
    answers: QUESTIONS.map((question) => answer(m, question)),
    ending: [1, 2].map((person) => ending(m, person)),
  };
}"""
QUESTIONS = ["chains", "mine", "last", "who", "row 2"]


def script_of(game):
    """The page's match, record and address, without a page."""
    entry = """
import { readAddress, writeAddress } from "./address.js";
import { deskOf } from "./desk.js";
import { stepsOf } from "./line.js";
import { meant } from "./listing.js";
import { gameOf, isBegun, keeping, played, positionOf, siteOfName, words } from "./match.js";
import { read, readAll, write } from "./record.js";
import { answer, ending, says } from "./sentences.js";
import { tableOf } from "./table.js";
import * as rules from "./rules.js";
"""
    return bundled("entry.js", {**modules(game), "entry.js": entry + "export default null;\n"})


def asked(tab, game, function, given):
    names = (
        "address.js desk.js line.js listing.js match.js record.js rules.js sentences.js table.js"
    )
    scopes = "".join(f"...${name.partition('.')[0]}, " for name in names.split())
    return tab.ask(
        f"""([facts, given, QUESTIONS]) => {{
          {script_of(game).replace('"use strict";', "")}
          const {{ readAddress, writeAddress, answer, deskOf, ending, gameOf, isBegun, keeping,
            meant, played, positionOf, says, siteOfName, stepsOf, tableOf, words, read, readAll,
            write, Refusal,
          }} = {{ {scopes} }};
          const game = gameOf(facts, $rules);
          return given.map((one) => {{
            try {{ return ({function})(one); }}
            catch (error) {{ if (!(error instanceof Refusal)) throw error; return error.message; }}
          }});
        }}""",
        [known(game), given, QUESTIONS],
    )


def some_matches(name, size):
    random = Random(f"{name} {size}")
    for seed in range(12):
        whole = to_the_end(nbgames.match(name, size, seats=("Zoë", "o\\}<b>")), random)
        m = whole.after(random.randrange(len(whole.claims) + 1)) if seed % 3 else whole
        if seed % 4 == 1 and not m.outcome and m.game.name != "copolymer":
            m = nbgames.match(m.game, start=m.position, swap=False)
        if seed % 5 == 2 and not m.outcome:
            m = m.play("resign")
        elif seed % 5 == 3 and not m.outcome:
            m = m.end("forfeit", 2)
        m = m.comment("said {and} done \\ twice")
        yield m, [answer(m, question) for question in QUESTIONS]


@pytest.mark.parametrize(
    ("name", "size"), [("antipalos", 3), ("conhex", 3), ("copolymer", 7), ("projex", 4)]
)
def test_a_page_says_of_a_match_what_python_says(blank, name, size):
    matches = list(some_matches(name, size))
    game = matches[0][0].game
    told = asked(blank, game, MATCH, [str(m) for m, _ in matches])
    for (m, answers), seen in zip(matches, told, strict=True):
        assert seen == {
            "record": str(m),
            "says": says(m),
            "joins": [count for _, count in m.turns()],
            "address": address.write(m),
            "owners": list(m.position.owners),
            "chain": [game.board.site(n) for n in m.outcome.chain] if m.outcome else [],
            "again": str(address.read(address.write(m))),
            "obliges": keeping(m),
            "answers": answers,
            "ending": [ending(m, person) for person in (1, 2)],
        }


def test_what_a_claim_changed_is_found_once_however_the_line_goes_on(blank):
    """Of each claim so far all sites were compared again, three times before the first paint."""
    m = nbgames.match("antipalos", 3).play("a1-b2", "swap", "b1-c2")
    longer = """(record) => {
      const m = read(game, record);
      const [one, two] = [m, played(m, "resign")].map(stepsOf);
      return [two, one.slice(1).map((step, k) => step === two[k + 1])];
    }"""
    ((steps, same),) = asked(blank, m.game, longer, [str(m)])
    first, second = (m.game.board.site(name) for name in ("a1-b2", "b1-c2"))
    changes = [[first, 1, first ^ 1, 3], "swap", [second, 2, second ^ 1, 3]]
    assert steps == [[], *changes, "resign"] and same == [True, True, True]


@pytest.mark.parametrize(
    "word",
    first_of(
        [
            "A6",
            "swap",
            "Z9",
            "",
            "F6,A6",
            "F6,,A6",
            ",",
            "<b>",
            "9" * 500,
            "resign",
            "constructor",
            "__proto__",
        ],
        6,
    ),
)
def test_a_page_refuses_what_python_refuses(blank, word):
    m = nbgames.match("projex", 6).play("A6", "swap")
    (seen,) = asked(
        blank,
        m.game,
        "([record, word]) => write(played(read(game, record), word))",
        [[str(m), word]],
    )
    try:
        assert seen == str(m.play(word))
    except nbgames.GameError as error:
        start = str(error).partition(":")[0]  # the advice after it is shorter in a page
        assert seen.startswith(start)


NAMES = ["Z99", "a9", "9", "d4", "b2-b3", "D4-a4", "e5-f6", "f6-e5", "b2-c", "d4.", "D4 (good)"]
APART = [
    "d 4",
    "D-4",
    "D 4x",
    "B2 C3",
    "b2c3",
    "c 3 - b 2",
    "c3-b2!",
    "D    4",
    "d4 e5",
    "-d4",
    "d4-",
]


@pytest.mark.parametrize(
    ("rules", "name"),
    each_once(["antipalos", "conhex", "copolymer", "projex", Y], [*NAMES, *APART]),
)
def test_a_page_tells_what_names_there_are_as_python_does(blank, rules, name):
    game = nbgames.game(rules, 4 if rules != "copolymer" else 5)
    (seen,) = asked(blank, game, "(name) => `site ${siteOfName(game, name)}`", [name])
    try:
        told = f"site {game.board.site(name)}"
    except nbgames.NotationError as error:
        told = str(error)
    assert seen == told


@pytest.mark.parametrize(("name", "size"), [("antipalos", 8), ("conhex", 5), ("projex", 6)])
def test_letters_and_numbers_that_stand_apart_are_read_where_no_name_is_another(blank, name, size):
    """On the whole board; what is a name already keeps its meaning, in records too."""
    game = nbgames.game(name, size)
    claims = game.board.names[: game.board.claimable]
    for form in (r"\1\2", r"\1 \2", r"\1-\2"):
        given = [re.sub(r"(?i)([a-z])(\d)", form, one) for one in claims]
        assert [game.board.site(one) for one in given] == list(range(len(claims)))
        seen = asked(blank, game, "(name) => siteOfName(game, name)", given)
        assert seen == list(range(len(claims)))


def slips(word):
    """All that one slip makes of a word, and some that two do."""
    for k in range(len(word) + 1):
        a, b = word[:k], word[k:]
        yield from (a + b[1:], a + b[1:2] + b[:1] + b[2:], f"{a}q{b}", f"{a}e{b[1:]}", a + b[2:])


SENTENCES = ["best move", "I resign", "what is the score?", "take it back", "restart", "how", "C1"]


@pytest.mark.parametrize("moves", [[], ["C1", "resign"]], ids=["at the start", "at the end"])
def test_a_page_takes_a_mistyped_word_for_the_one_that_python_takes(blank, moves):
    m = nbgames.match("projex", 3).play(*moves)
    texts = [f"{slip} C1" for word in WORDS for slip in slips(word)] + SENTENCES
    told = """([record, texts]) => {
      const desk = deskOf(game, tableOf(read(game, record)), [], () => {}, {});
      return texts.map((text) => meant(desk, game, {}, text));
    }"""
    (seen,) = asked(blank, m.game, told, [[str(m), texts]])
    lacks = Desk(Table(m), lambda: None, lambda words: None, help=False)._lacks | {"analyse"}
    assert seen == [meant(text, lacks) for text in texts]


@pytest.mark.parametrize("column", first_of(["F", ""]), ids=["one column", "all"])
def test_a_word_is_begun_by_whole_claims_alone(blank, column):
    """F1 began F10. On a board whose names begin others, alone and in turns of two."""
    names = [one for one in nbgames.game("projex", 6).board.names if one.startswith(column)]
    words = [*names, *(f"{one}," for one in names), *(f"F1,{one}" for one in names)]
    pairs = [(word, by) for word in words for by in words]
    claims = {word: word.removesuffix(",").split(",") for word in words}
    told = [claims[word][: len(claims[by])] == claims[by] for word, by in pairs]
    assert [is_begun(*pair) for pair in pairs] == told
    assert (
        asked(blank, nbgames.game("projex", 6), "([word, by]) => isBegun(word, by)", pairs) == told
    )


BAD = {
    "cut": lambda text: text[:-3],
    "cut in the moves": lambda text: text[: len(text) // 2],
    "of another version": lambda text: "2" + text[1:],
    "of another game": lambda text: text.replace("projex-6", "projex-7"),
    "changed": lambda text: text[:-12] + ("A" if text[-12] != "A" else "B") + text[-11:],
    "long": lambda text: signed("1.projex-6." + "US5" * 60_000),
    "unending": lambda text: signed("1.projex-6.USUS"),
    "beyond the board": lambda text: signed("1.projex-6.____"),
    "strange": lambda text: signed("1.projex-6.U$5o"),
    "with markup for names": lambda text: signed("1.projex-6.US5o.p<img src=x>"),
    "with markup for a game": lambda text: signed("1.<img src=x onerror=alert(1)>.US5o"),
    "with one name": lambda text: signed("1.projex-6.US5o.p" + address._packed("ann")),
    "with a name that breaks lines": lambda text: signed(
        "1.projex-6.US5o.p" + address._packed("a\u2028\nb")
    ),
    "with an ending that cannot be": lambda text: signed("1.projex-6.US5o.e00"),
    "with a start of nothing": lambda text: signed("1.projex-6.US5o.s"),
    "with a start of blocked cells": lambda text: signed("1.projex-6.US5o.s" + "_" * 26),
    "with a comment on no move": lambda text: signed("1.projex-6.US5o.c" + address._packed("9 a")),
    "with a comment of no number": lambda text: signed("1.projex-6.US5o.c" + address._packed("a")),
    "that opens after its end": lambda text: signed("1.projex-6.US5o.a3"),
    "that opens nowhere": lambda text: signed("1.projex-6.US5o.a"),
    "empty": lambda text: "",
    "dots": lambda text: "." * 50,
}


# Where a page and Python have the same reason; else a page says first that it is for another game.
SAME = [how for how in BAD if "comment" in how or "opens" in how]


def signed(text):
    return f"{text}.{address.checksum(text)}"


@pytest.mark.parametrize("how", first_of(BAD, 8))
def test_an_address_is_refused_in_words_here_and_in_a_page(blank, how):
    m = nbgames.match("projex", 6, seats=("ann", "<b>ben")).play(
        "F6", "swap", "A6", "B6", "C6", "D6"
    )
    text = BAD[how](address.write(m))
    with pytest.raises(nbgames.GameError) as error:
        address.read(text)
    (seen,) = asked(blank, m.game, "(text) => write(readAddress(game, text).m)", [text])
    assert isinstance(seen, str)
    assert not seen.startswith("nbgames 1")
    assert seen == str(error.value) or how not in SAME
    assert len(seen) < 200 and len(str(error.value)) < 200


def test_every_letter_of_an_address_counts(blank):
    text = address.write(nbgames.match("conhex", 3).play("C2", "E5"))
    other = {"1": "2"}
    wrong = [text[:k] + other.get(text[k], "1") + text[k + 1 :] for k in range(len(text))]
    wrong += [text[:k] for k in range(len(text))]
    game = nbgames.game("conhex", 3)
    assert all(
        isinstance(seen, str) and not seen.startswith("nbgames 1")
        for seen in asked(blank, game, "(text) => write(readAddress(game, text).m)", wrong)
    )
    for one in wrong:
        with pytest.raises(nbgames.GameError):
            address.read(one)


RECORDS = {
    "nothing": "",
    "markup": "<script>alert(1)</script>",
    "another game": "nbgames 1\ngame: projex 7\n",
    "another version": "nbgames 2\ngame: projex 6\n",
    "no such site": "nbgames 1\ngame: projex 6\n\n1. Q77",
    "an open comment": "nbgames 1\ngame: projex 6\n\n1. F6 {never closed",
    "long": "nbgames 1\ngame: projex 6\n\n" + "F6 " * 100_000,
    "twice": "nbgames 1\ngame: projex 6\n\n1. F6 F6",
    "a result that is not so": "nbgames 1\ngame: projex 6\nresult: X wins by a loop\n\n1. F6",
    "a start twice over": "nbgames 1\ngame: projex 6\nstart: X F6 F6; O; X to move\n",
}


@pytest.mark.parametrize("how", first_of(RECORDS, 5))
def test_a_record_from_a_stranger_is_refused_in_words(blank, how):
    game = nbgames.game("projex", 6)
    (seen,) = asked(blank, game, "(text) => write(read(game, text))", [RECORDS[how]])
    assert isinstance(seen, str)
    assert not seen.startswith("nbgames 1\n")
    assert len(seen) < 250


# What gets into a record by mistake.
SLIPS = [
    "{", "}", "\\", "(", ")", ".", ",", ";", ":", " ", "\n", "\n\n", "\r\n", "1.", "1)", "2.",
    "C3.", "(good)", "{never", "W", "swap", "resign", "nbgames 1\n", "game: projex 4\n", 
    "swap: no\n", "Swap: maybe\n", "result: X wins\n", "start: X A1; X to move\n", "odd: 1\n",
    "é", "\u0663", f"{{{'🎲' * 1001}}}",
]  # fmt: skip


def damaged(text, random):
    """A record with one to three slips: cut out, put in, cut off, a line twice, other capitals."""
    for _ in range(random.choice((1, 1, 2, 3))):
        k, other = (random.randrange(len(text) + 1) for _ in range(2))
        lines = text.split("\n")
        lines.insert(random.randrange(len(lines) + 1), random.choice(lines))
        text = random.choice(
            [
                text[:k] + text[k + random.randrange(1, 6) :],
                text[:k] + random.choice(SLIPS) + text[k:],
                text[: max(k, 1)],
                "\n".join(lines),
                text[:k] + text[k:other].swapcase() + text[max(k, other) :],
            ]
        )
    return text


def read_here(text):
    """What Python reads or says, in the words of a page, which has no `strict`."""
    try:
        return "\n".join(map(str, read_all(text)))
    except nbgames.GameError as error:
        return re.sub(", or pass strict.*", "", str(error).replace("so, change", "so, or change"))


def short(told):
    """Pages tell by their own game how one is named."""
    return re.sub("^.*names no game: .*", "no game", told)


@pytest.mark.parametrize(
    ("name", "size"),
    first_rows([("antipalos", 3), ("copolymer", 5), ("conhex", 3), ("projex", 6)], 2),
)
def test_a_damaged_record_is_read_or_refused_here_as_in_a_page(blank, name, size):
    matches = [m.comment("wx } y", 0) for m, _ in some_matches(name, size)]
    game, random = matches[0].game, Random(6)
    records = [str(m) for m in matches if m.game == game]
    given = [damaged(random.choice(records), random) for _ in range(500)]
    given += [damaged("\n".join(random.choices(records, k=2)), random) for _ in range(500)]
    function = "(text) => readAll(game, text).map(write).join(String.fromCharCode(10))"
    told = asked(blank, game, function, given)
    for text, seen in zip(given, told, strict=True):
        here = read_here(text)
        if seen.startswith("this page is for "):
            assert not here.startswith("nbgames 1\n") or any(
                m.game != game for m in read_all(text)
            ), repr(text)
        else:
            assert short(seen) == short(here), repr(text)
