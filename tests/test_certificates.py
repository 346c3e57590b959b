"""Certificates that are forged or mangled, ten thousand of them: none is accepted."""

import gzip
import json
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

import nbgames
from nbgames import FIRST, analysis
from nbgames.analysis import verifier
from nbgames.analysis.certificates import value_of_end

BEGUN = {
    "antipalos": (2, ()),
    "conhex": (2, ("C3", "A1")),
    "copolymer": (3, ("A1",)),
    "projex": (3, ("C1", "D1", "A3", "B2")),
}
MANGLED = 2500  # of each game
NO_SITES = (-1, -7, 10_000, 1 << 70, 0.0, 1.5, "a1-b2", "0", None, True, (1,), b"1")
NO_CERTIFICATES = (None, 1, "1", {"value": 1}, (1, ()), analysis.solve)


@cache
def proven(name):
    size, words = BEGUN[name]
    m = nbgames.match(name, size, swap=False).play(*words)
    certificate = analysis.solve(m, certificate=True).certificate
    assert analysis.verify(m, certificate)
    return m, certificate


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
@pytest.mark.parametrize("name", BEGUN)
def test_no_forged_certificate_is_accepted(name):
    m, certificate = proven(name)
    rng = Random(name)
    for number in range(MANGLED):
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


# Files


@pytest.mark.parametrize("name", BEGUN)
def test_a_certificate_goes_through_a_file_that_is_smaller_than_its_dict(name, tmp_path):
    m, made = proven(name)
    made.save(tmp_path / "made.gz")
    found = analysis.load_certificate(str(tmp_path / "made.gz"))
    assert (found.value, found.game, found.start) == (made.value, made.game, made.start)
    assert analysis.verify(m, found)
    found.save(tmp_path / "again.gz")
    assert (tmp_path / "again.gz").read_bytes() == (tmp_path / "made.gz").read_bytes()
    assert (tmp_path / "made.gz").stat().st_size < len(json.dumps(made.to_dict())) / 3


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
        analysis.load_certificate(path)


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
            found = analysis.load_certificate(path)
        except nbgames.Refused:
            continue
        found.save(path)  # only what gzip does not check was changed: a time or a name
        assert path.read_bytes() == whole


# A verifier that needs nothing but Python


@pytest.mark.parametrize("name", BEGUN)
@pytest.mark.parametrize("size", range(4))
def test_the_rules_of_the_verifier_are_those_of_the_game(name, size):
    """Told twice, by different hands: the same owners, the same next player, the same value."""
    game = nbgames.game(name, list(nbgames.game(name).rules.sizes)[size])
    rules = verifier.GAMES[name](game.size)
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


def alone(tmp_path, path):
    """What the verifier says where there is nothing but Python."""
    program = shutil.copy(verifier.__file__, tmp_path / "verifier.py")
    command = [sys.executable, "-I", "-S", program, path]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


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


@pytest.mark.parametrize("name", BEGUN)
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
    assert analysis.verify(m, analysis.load_certificate(tmp_path / "made.gz"))
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
