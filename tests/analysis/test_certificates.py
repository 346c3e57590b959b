"""Certificates that are forged or mangled, thousands of them: none is accepted."""

import gzip
import json
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from analysis.test_solving import ending, plain
from thinned import first_of

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs
from nbgames.analysis import Certificate, verifier
from nbgames.analysis.certificates import links_of, value_of_end
from nbgames.analysis.questions import Question
from nbgames.analysis.strategies import Strategy
from nbgames.atlas import proved
from nbgames.core.position import BLOCKED, Position

pytestmark = pytest.mark.usefixtures("uncompiled")
BEGUN = {
    "antipalos": (3, ("a2-b3",)),  # trees settle smaller ones at once
    "conhex": (2, ("C3", "A1")),
    "copolymer": (3, ("A1",)),
    "projex": (3, ("C1", "D1", "A3", "B2")),
}
MANGLED = [500, 2500]  # of each game
NO_SITES = (-1, -7, 10_000, 1 << 70, 0.0, 1.5, "a1-b2", "0", None, True, (1,), b"1")
NO_CERTIFICATES = (None, 1, "1", {"value": 1}, (1, ()), analysis.solve)


@cache
def proven(name):
    size, words = BEGUN[name]
    m = nbgames.match(name, size, swap=False).play(*words)
    certificate = analysis.solve(m, certificate=True).certificate
    assert analysis.verify(m, certificate)
    return m, certificate


REPLIED = [name for name in BEGUN if name != "projex"]  # projex has steps in place of replies


def with_replies(certificate, k, replies):
    strategies = list(certificate.strategies)
    strategies[k] = replace(strategies[k], replies=replies)
    return replace(certificate, strategies=tuple(strategies))


def of_another_value(m, certificate, rng):
    """The same strategies, or random replies, for a value that the position has not."""
    value = certificate.value + rng.choice((-2, -1, 1, 2))
    bounds = {m.to_move: value, 3 - m.to_move: -value}
    strategies = (
        replace(
            one,
            least=bounds[one.who],
            replies={
                key: rng.choice(m.game.empty(key[0])) if rng.random() < 0.2 else site
                for key, site in one.replies.items()
            },
        )
        for one in certificate.strategies
    )
    return replace(certificate, value=value, strategies=tuple(strategies))


def without_a_reply(m, certificate, rng):
    k = rng.randrange(len(certificate.strategies))
    replies = dict(certificate.strategies[k].replies)
    del replies[rng.choice(list(replies))]
    return with_replies(certificate, k, replies)


def with_a_reply_that_is_no_move(m, certificate, rng):
    k = rng.randrange(len(certificate.strategies))
    replies = dict(certificate.strategies[k].replies)
    key = rng.choice(list(replies))
    taken = [site for site, owner in enumerate(key[0]) if owner]
    filled = range(m.game.board.claimable, len(m.game.board.names))
    replies[key] = rng.choice((*NO_SITES, *taken, *filled))
    return with_replies(certificate, k, replies)


def without_a_strategy(m, certificate, rng):
    k = rng.randrange(len(certificate.strategies))
    return replace(
        certificate, strategies=certificate.strategies[:k] + certificate.strategies[k + 1 :]
    )


def for_the_other_player(m, certificate, rng):
    strategies = (replace(one, who=3 - one.who) for one in certificate.strategies)
    return replace(certificate, strategies=tuple(strategies))


def of_another_kind(m, certificate, rng):
    return rng.choice(
        (
            *NO_CERTIFICATES,
            replace(certificate, value=float(certificate.value)),
            replace(certificate, value=str(certificate.value)),
            replace(certificate, strategies=list(certificate.strategies)),
            replace(certificate, strategies=(None,)),
            replace(certificate, strategies=(replace(certificate.strategies[0], least=1.0),)),
            replace(certificate, strategies=(replace(certificate.strategies[0], replies=[]),)),
            replace(certificate, strategies=(replace(certificate.strategies[0], who=3),)),
        )
    )


FORGERIES = (
    of_another_value,
    without_a_reply,
    with_a_reply_that_is_no_move,
    without_a_strategy,
    for_the_other_player,
    of_another_kind,
)


@pytest.mark.slow
@pytest.mark.parametrize("count", first_of(MANGLED))
@pytest.mark.parametrize("name", first_of(REPLIED))
def test_no_forged_certificate_is_accepted(name, count):
    m, certificate = proven(name)
    rng = Random(name)
    for number in range(count):
        forge = FORGERIES[number % len(FORGERIES)]
        with pytest.raises(nbgames.Refused):
            analysis.verify(m, forge(m, certificate, rng))


@pytest.mark.parametrize("words", [(), ("a1-b2",)], ids=["before the opening", "after it"])
def test_a_certificate_is_refused_where_a_swap_is_open(words):
    plain = nbgames.match("antipalos", 2, swap=False).play(*words)
    certificate = analysis.solve(plain, certificate=True).certificate
    assert analysis.verify(plain, certificate)
    with pytest.raises(nbgames.Refused, match="swap"):
        analysis.verify(nbgames.match("antipalos", 2).play(*words), certificate)


@pytest.mark.parametrize("site", NO_SITES)
@pytest.mark.parametrize("name", BEGUN)
def test_no_position_is_played_on_at_what_is_no_site(name, site):
    game = nbgames.game(name, BEGUN[name][0])
    with pytest.raises(nbgames.IllegalMove, match=r"is no (site|move)"):
        game.play(game.start(), site)


@pytest.mark.parametrize("site", [site for site in NO_SITES if site.__hash__ is not None])
def test_no_position_is_set_up_with_pieces_on_what_is_no_site(site):
    game = nbgames.game("projex", 3)
    with pytest.raises(nbgames.Refused, match=r"no position has these pieces: .* is no site"):
        game.position({site: 1})


@pytest.mark.parametrize("who", [3, 7, -1, "X", None])
def test_no_position_is_set_up_with_pieces_of_nobody(who):
    with pytest.raises(nbgames.Refused, match="owns no piece: give FIRST"):
        nbgames.game("projex", 3).position({0: who})


def test_a_site_may_be_a_number_of_numpy():
    game = nbgames.game("projex", 3)
    assert game.play(game.start(), np.int64(4)) == game.play(game.start(), 4)


# Steps to a loop


@cache
def winner(game, position):
    """By trying all claims."""
    outcome = game.outcome(position)
    if outcome:
        return outcome.winner
    who = position.to_move
    after = (game.play(position, site) for site in game.empty(position.owners))
    return (
        who if any(winner(game, Position(p.owners, p.to_move)) == who for p in after) else 3 - who
    )


def late(game, rng, empty):
    """A position with so many empty sites that nobody has won yet, or None."""
    position = game.start()
    while len(game.empty(position.owners)) > empty:
        position = game.play(position, rng.choice(game.empty(position.owners)))
        if game.outcome(position):
            return None
    return Position(position.owners, position.to_move)


@cache
def some_steps():
    """Late positions of Projex 3, and for each the winner and the steps that show it."""
    game, found = nbgames.game("projex", 3), []
    for seed in range(60):
        position = late(game, Random(seed), seed % 4 + 4)
        if position:
            m = nbgames.match(game, start=position, swap=False)
            (strategy,) = analysis.solve(m, certificate=True).certificate.strategies
            found.append((position, strategy.who, strategy.steps))
    return game, found


def shows(game, position, who, steps):
    try:
        verifier.conclude(links_of(game), (position.owners, position.to_move), who, steps)
    except verifier.WrongError:
        return False
    return True


@pytest.mark.long
def test_steps_show_who_wins_here_and_wherever_else_they_hold():
    game, found = some_steps()
    elsewhere = 0
    for _, who, steps in found:
        for position, other, _ in found:
            if shows(game, position, who, steps):
                elsewhere += 1
                assert who == other == winner(game, position)
    assert elsewhere > len(found)
    assert all(shows(game, *one) for one in found)


def test_steps_that_were_changed_by_chance_show_nothing_that_is_wrong():
    game, found = some_steps()
    rng, held = Random(1), 0
    for _ in range(4000):
        position, who, steps = rng.choice(found)
        changed = [line.split() for line in steps]
        for _ in range(rng.randrange(1, 3)):
            line = rng.choice(changed)
            place = rng.randrange(len(line))
            line[place] = rng.choice(("path", "over", "either")) if not place else line[place]
            line[place] = str(rng.randrange(12)) if place else line[place]
        if rng.random() < 0.2:
            del changed[rng.randrange(len(changed))]
        if changed and shows(game, position, who, [" ".join(line) for line in changed]):
            held += 1
            assert who == winner(game, position)
        assert not shows(game, position, 3 - who, [" ".join(line) for line in changed])
    assert held  # a change may leave another proof


class ByTheSteps:
    """Plays what the steps say, with nothing but them: it holds joints that share no empty site."""

    def __init__(self, game, steps):
        self.links, self.steps, self.joints = links_of(game), [], []
        for line in steps:
            kind, *numbers = line.split()
            self.steps.append((kind, list(map(int, numbers))))
            rule = verifier.STEPS[kind]
            self.joints.append(rule(self.links, self.joints, self.steps[-1][1]))
        self.held = [len(steps) - 1]

    def answer(self, claimed):
        """The site to claim after the opponent claimed one; None if any will do."""
        hit = [k for k in self.held if self.joints[k].carrier >> claimed & 1]
        for number in hit:
            self.held.remove(number)
            kind, numbers = self.steps[number]
            if kind == "over":
                self.held += numbers[1:]
                return self.answer(claimed)
            for site, part in zip(numbers[::2], numbers[1::2], strict=True):
                if site != claimed and not self.joints[part].carrier >> claimed & 1:
                    self.held.append(part)
                    return site
        return None


@pytest.mark.parametrize("opening", ["C2", "B2", "C1"])
def test_whoever_plays_by_the_steps_wins(opening):
    m = nbgames.match("projex", 3, swap=False).play(opening)
    (strategy,) = analysis.solve(m, certificate=True).certificate.strategies
    for seed in range(100):
        rng, now, player, claim = Random(seed), m, ByTheSteps(m.game, strategy.steps), None
        if now.to_move == strategy.who:
            last = player.joints[-1].needs
            (claim,) = (s for s in range(12) if last >> s & 1 and now.position.owners[s] == 0)
        while not now.outcome:
            free = m.game.empty(now.position.owners)
            if now.to_move != strategy.who:
                claimed = rng.choice(free)
                claim = player.answer(claimed)
            else:
                claimed = claim if claim in free else rng.choice(free)
            now = now.play(m.game.board.names[claimed])
        assert now.outcome.winner == strategy.who


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["path 0 1"], "the last step is no loop that holds"),
        (["path 0 1 0"], "an even number of times"),
        (["path 0 99"], "names what is not there"),
        (["path 0 4"], "names what is not there"),
        (["path 0 1", "over 5 0 0"], "do not meet in site 5"),
        (["path 0 1", "over 0 0 7"], "names what is not there"),
        (["path 0 1", "path 0 1 3", "either 77 0 78 1"], "77 is no site"),
        (["path 0 1", "path 1 3", "either 5 0 6 1"], "do not lead to the same"),
        (["path 0 1", "either 3 0"], "one claim of the opponent's stops all"),
        (["path 0 1", "either 3 0 4 0", "path 0 1 3"], "no loop"),
        (["jump 0 1"], "not understood: 'jump 0 1'"),
        (["either 0"], "not understood"),
        (["over 0 1"], "not understood"),
        (["path 0 -1"], "not understood"),
    ],
)
def test_steps_that_are_wrong_are_refused_in_words(steps, words):
    m = nbgames.match("projex", 3, swap=False)
    forged = Certificate(1, (Strategy(1, 1, {}, tuple(steps)),))
    with pytest.raises(nbgames.Refused, match=words):
        analysis.verify(m, forged)


@pytest.mark.parametrize("steps", [["path 0 1"], ("path 0 1", 7), (None,), None, "path 0 1"])
def test_steps_that_are_no_text_are_refused(steps):
    m = nbgames.match("projex", 3, swap=False)
    with pytest.raises(nbgames.Refused, match="no certificate"):
        analysis.verify(m, Certificate(1, (Strategy(1, 1, {}, steps),)))


@pytest.mark.parametrize("name", REPLIED)
def test_steps_are_refused_where_no_loop_wins(name):
    m, made = proven(name)
    steps = proven("projex")[1].strategies[0].steps
    with pytest.raises(nbgames.Refused):
        analysis.verify(
            m,
            replace(
                made,
                strategies=tuple(replace(one, replies={}, steps=steps) for one in made.strategies),
            ),
        )


def test_a_greater_value_than_a_loop_has_is_not_shown_by_one():
    m, made = proven("projex")
    (one,) = made.strategies
    with pytest.raises(nbgames.Refused):
        analysis.verify(m, replace(made, value=2, strategies=(replace(one, least=2),)))


@pytest.mark.parametrize(
    ("name", "size", "words"),
    [
        ("antipalos", 3, "of 'antipalos 2', this match of antipalos 3"),
        ("conhex", 2, "of 'antipalos 2', this match of conhex 2"),
        ("antipalos", 2, "of another position"),
    ],
)
def test_a_certificate_of_another_board_or_position_is_refused_in_words(name, size, words):
    """It was made after a move, and is compared with matches that have none."""
    moved = nbgames.match("antipalos", 2, swap=False).play("a1-b2")
    made = analysis.solve(moved, certificate=True).certificate
    with pytest.raises(nbgames.Refused, match=words):
        analysis.verify(nbgames.match(name, size, swap=False), made)


# Files


@pytest.mark.parametrize("name", BEGUN)
def test_a_certificate_goes_through_a_file_that_is_smaller_than_its_dict(name, tmp_path):
    m, made = proven(name)
    made.save(tmp_path / "made.gz")
    found = Certificate.load(str(tmp_path / "made.gz"))
    assert (found.value, found.game, found.start) == (made.value, made.game, made.start)
    assert analysis.verify(m, found)
    found.save(tmp_path / "again.gz")
    assert (tmp_path / "again.gz").read_bytes() == (tmp_path / "made.gz").read_bytes()
    assert (tmp_path / "made.gz").stat().st_size < len(json.dumps(made.to_dict())) / 2


HEAD = "nbgames certificate 2\ngame antipalos 2\nstart 0012 1\nvalue 1\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no certificate"),
        ("nbgames certificate 1\nvalue 1\n", "no certificate"),
        (HEAD.replace("value 1", "value one"), "line 4"),
        (HEAD.replace("value 1\n", ""), "before it says a value"),
        (HEAD + "symmetry 0 0 1 2\n", "line 5 is no permutation of 4 sites"),
        (HEAD + "symmetry 1 0 2\n", "line 5 is no permutation of 4 sites"),
        (HEAD + "0012 1 2\n", "line 5 is not understood: '0012 1 2'"),
        (HEAD + "strategy 3 1\n", "line 5"),
        (HEAD + "strategy 1 1\n0042 1 2\n", "line 6"),
        (HEAD + "strategy 1 1\n0012 1 -2\n", "line 6"),
        (HEAD + "strategy 1 1\n0012 1 999999\n", "line 6"),
        (HEAD + "strategy 1 1\n0012 1 4\n", "4 is no site"),
        (HEAD + "strategy 1 1\n00120 1 0\n", "no site of a board with 4 sites"),
        (HEAD + "strategy 1 1\n\n", "line 6"),
        (HEAD + "value 9" * 10_000_000, "too large"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused(text, words, tmp_path):
    path = tmp_path / "given.gz"
    path.write_bytes(gzip.compress(text.encode(), 1))
    with pytest.raises(nbgames.Refused, match=words):
        Certificate.load(path)


def test_a_file_that_was_cut_or_changed_is_refused(tmp_path):
    made = proven("antipalos")[1]
    path, rng = tmp_path / "given.gz", Random(0)
    made.save(path)
    whole = path.read_bytes()
    for _ in range(300):
        data = bytearray(whole[: rng.randrange(len(whole))] if rng.random() < 0.3 else whole)
        for _ in range(rng.randrange(1, 4)):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data)
        try:
            found = Certificate.load(path)
        except nbgames.Refused:
            continue
        found.save(path)  # only what gzip does not check was changed: a time or a name
        assert path.read_bytes() == whole


KEPT = {
    name: sorted(
        (Path(__file__).parents[1] / "data" / "open" / "certificates").glob(f"{name}-*.gz"),
        key=lambda path: path.stat().st_size,
    )
    for name in ("projex", "antipalos")
}


SMALL = {name: [path for path in KEPT[name] if path.stat().st_size < 1000] for name in KEPT}


def told_by(path):
    """A certificate that is kept, and the match with the opening that it is of."""
    name, size, opening = path.stem.split("-", 2)
    return Certificate.load(path), nbgames.match(name, int(size), swap=False).play(opening)


def three_of_each(paths):
    quick = [value for name in paths for value in first_of(paths[name], 3)]
    return pytest.mark.parametrize("path", quick, ids=lambda path: path.stem)


@three_of_each(KEPT)
def test_a_certificate_that_is_kept_proves_its_opening(path):
    made, m = told_by(path)
    assert analysis.verify(m, made)


@three_of_each(SMALL)
def test_a_certificate_that_is_kept_proves_nothing_else(path):
    """Of the small ones: to refuse a large one takes as long as to verify it, up to a minute."""
    made, m = told_by(path)
    opening, rng = m.moves[0], Random(path.stem)
    for value in {-1, 0, 1} - {made.value}:
        with pytest.raises(nbgames.Refused):
            analysis.verify(m, replace(made, value=value))
    for kind in graphs.orbits(m.game):
        if opening not in kind:  # it says nothing of openings that are not like it
            with pytest.raises(nbgames.Refused):
                analysis.verify(m.back().play(kind[0]), replace(made, start=""))
    for _ in range(5):
        one, *others = made.strategies
        if one.steps:
            cut = list(one.steps)
            del cut[rng.randrange(len(cut))]
            one = replace(one, steps=tuple(cut))
        else:
            left = dict(one.replies)
            del left[rng.choice(list(left))]
            one = replace(one, replies=left)
        with pytest.raises(nbgames.Refused):
            analysis.verify(m, replace(made, strategies=(one, *others)))


# Two disjoint trees

ENDINGS = [(2, 8), (5, 8), (3, 12), (4, 10)]  # size and empty sites, two in a square


def look(game, position, who, least):
    lattices = verifier.lattices_of(game.board.ends)
    return verifier.settled(lattices, position.owners, position.to_move, who, least)


@pytest.mark.parametrize("shape", first_of(ENDINGS))
def test_what_trees_settle_is_so(shape):
    size, empty = shape
    game, met = nbgames.game("antipalos", size), 0
    for seed in range(150):
        position = ending(game, 2 * Random(seed).randint(1, empty // 2), seed)
        value = plain(game, position)
        for who, least in product((FIRST, SECOND), (0, 1)):
            if look(game, position, who, least):
                met += 1
                assert (value if who == position.to_move else -value) >= least, position
        assert not any(look(game, position, who, 2) for who in (FIRST, SECOND))
    assert met > 150


@pytest.mark.parametrize("size", [2, 3, 5])
def test_on_a_full_board_trees_say_who_has_joined(size):
    """The other has joined on a lattice, or no chain of its crosses a path on the other one."""
    game = nbgames.game("antipalos", size)
    lattices = verifier.lattices_of(game.board.ends)
    joined = set()
    for seed in range(300):
        rng, owners = Random(seed), bytearray(len(game.board.names))
        for square in range(0, len(owners), 2):
            owners[square + rng.randrange(2)] = rng.choice((FIRST, SECOND))
        owners = bytes(owner or BLOCKED for owner in owners)
        for who in (FIRST, SECOND):
            alone = bytes(BLOCKED if owner == who else owner for owner in owners)
            won = bool(game.outcome(Position(alone, who)).winner)
            joined.add(won)
            assert verifier.holds(lattices, owners, who, False) == (not won)
    assert joined == {False, True}


@pytest.mark.parametrize(
    ("free", "first", "most", "are"),
    [
        ([(0, 1), (0, 1)], False, 1, True),
        ([(0, 1)], False, 1, False),
        ([(0, 1)], True, 1, True),
        ([(0, 2), (2, 1), (0, 2), (2, 1)], False, 2, True),
        ([(0, 2), (2, 1), (0, 2), (2, 1)], False, 1, False),
        ([(0, 2), (2, 1), (0, 2)], False, 2, False),
        ([(0, 2), (2, 1), (0, 2)], True, 2, True),
        ([(0, 2), (2, 1), (0, 3), (3, 1), (2, 3)], False, 9, False),  # Gale's bridge, a diamond
        ([(0, 2), (2, 1), (0, 3), (3, 1), (2, 3)], True, 9, True),
        ([(2, 3), (2, 3)], True, 9, False),
        ([], True, 9, False),
    ],
)
def test_two_trees_share_no_edge_and_join_the_sides(free, first, most, are):
    assert verifier.two_trees(verifier.shrunk([], free), first, most) == are


def test_sides_that_are_joined_need_no_trees():
    assert verifier.two_trees(verifier.shrunk([(0, 2), (2, 1)], []), False)


OPENINGS = [
    (size, name)
    for size in (2, 3, 4)
    for name, *_ in graphs.orbits(nbgames.game("antipalos", size))
]
SMALL = sum(size < 4 for size, _ in OPENINGS)


@pytest.mark.parametrize("opened", first_of(OPENINGS, SMALL))
def test_certificates_of_openings_agree_with_the_atlas(opened, tmp_path):
    size, opening = opened
    m = nbgames.match("antipalos", size, swap=False).play(opening)
    made = analysis.solve(m, certificate=True).certificate
    assert made.value == -proved("antipalos", size, opening)
    assert analysis.verify(m, made)
    made.save(tmp_path / "made.gz")
    assert verifier.verify(verifier.read(tmp_path / "made.gz"))


@pytest.mark.parametrize("place", range(8))
def test_a_reply_that_is_changed_is_refused_or_proves_the_same(place):
    """Another claim may win too; then what follows has replies, or trees settle it."""
    m, made = proven("antipalos")
    (one,) = made.strategies
    key = list(one.replies)[place]
    for site in range(len(m.game.board.names)):
        changed = with_replies(made, 0, {**one.replies, key: site})
        position = Position(*key)
        if key[0][site] or value_after(m.game, position, site) < one.least:
            with pytest.raises(nbgames.Refused):
                analysis.verify(m, changed)


def value_after(game, position, site):
    after = game.play(position, site)
    low, high = Question(game, position).bounds(Position(after.owners, after.to_move))
    assert low == high
    return -low


# A verifier that needs nothing but Python


@pytest.mark.parametrize("name", BEGUN)
@pytest.mark.parametrize("size", range(4))
def test_the_rules_of_the_verifier_are_those_of_the_game(name, size):
    """Told twice, by different hands: the same owners, the same next player, the same value."""
    game = nbgames.game(name, list(nbgames.game(name).rules.sizes)[size])
    rules = verifier.GAMES[name](game.size)
    assert tuple(rules.ends) == game.board.ends
    assert (rules.claimable, rules.sites) == (game.board.claimable, len(game.board.names))
    for seed in range(30):
        rng, position, owners = Random(seed), game.start(), bytearray(rules.sites)
        while not (outcome := game.outcome(position)):
            assert rules.value(owners) is None
            site = rng.choice(game.empty(position.owners))
            who = rules.step(owners, site, position.to_move)
            position = game.play(position, site)
            assert owners == position.owners
            assert game.outcome(position) or who == position.to_move
        assert rules.value(owners) == value_of_end(game, position, outcome, FIRST)


def alone(tmp_path, *paths):
    """What the verifier says where there is nothing but Python."""
    program = shutil.copy(verifier.__file__, tmp_path / "verifier.py")
    command = [sys.executable, "-I", "-S", program, *paths]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("files", [(), ("a.gz", "b.gz")])
def test_the_verifier_says_how_it_is_called(tmp_path, files):
    told = alone(tmp_path, *files)
    assert told.returncode == 1 and told.stderr.startswith("name one file")


@pytest.mark.parametrize("name", BEGUN)
def test_a_file_is_verified_with_nothing_but_python(name, tmp_path):
    m, made = proven(name)
    made.save(tmp_path / "made.gz")
    told = alone(tmp_path, tmp_path / "made.gz")
    who = f"value {made.value:+d} for player {m.to_move}"
    assert (told.returncode, told.stdout.strip().partition(" proves ")[2]) == (
        0,
        f"{name} {BEGUN[name][0]}, {who}",
    )


@pytest.mark.parametrize("name", first_of(BEGUN, 2))
def test_no_tampered_file_is_verified(name, tmp_path):
    made = proven(name)[1]
    made.save(tmp_path / "made.gz")
    lines = gzip.decompress((tmp_path / "made.gz").read_bytes()).decode().splitlines()
    changes = [
        [line.replace(f"value {made.value}", f"value {made.value + 1}") for line in lines],
        [line for line in lines if not line.startswith("strategy")],
        lines[: max(k for k, line in enumerate(lines) if line.startswith("strategy")) + 1],
        [line.replace(f"game {name}", "game chess") for line in lines],
        [line.replace(f"{name} ", f"{name} 1") for line in lines],
    ]
    for changed in changes:
        (tmp_path / "changed.gz").write_bytes(gzip.compress("\n".join(changed).encode()))
        told = alone(tmp_path, tmp_path / "changed.gz")
        assert told.returncode == 1 and "proves nothing" in told.stderr
        assert "Traceback" not in told.stderr


def test_positions_that_a_symmetry_takes_to_each_other_are_kept_once(tmp_path):
    m = nbgames.match("copolymer", 3, swap=False).play("B2")  # the middle: all symmetries are left
    made = analysis.solve(m, certificate=True).certificate
    made.save(tmp_path / "made.gz")
    replace(made, turns=()).save(tmp_path / "whole.gz")
    counts = [
        len(gzip.decompress((tmp_path / name).read_bytes()).splitlines())
        for name in ("made.gz", "whole.gz")
    ]
    assert len(made.turns) == 11 and counts[0] - 11 < 0.6 * counts[1]
    assert analysis.verify(m, Certificate.load(tmp_path / "made.gz"))
    assert alone(tmp_path, tmp_path / "made.gz").returncode == 0


@pytest.mark.parametrize(
    "replies",
    [{"(pairs)": [[{"(hex)": "zz"}, 1]]}, {"(pairs)": [[{}, 1]]}, {"(pairs)": 7}, {"(pairs)": [1]}],
)
def test_a_dict_that_is_no_certificate_is_refused(replies):
    strategy = {"kind": "Strategy", "who": 1, "least": 1, "replies": replies}
    data = {"kind": "Certificate", "value": 1, "strategies": [strategy]}
    with pytest.raises(nbgames.Refused):
        analysis.from_dict(data)
