"""Random games in bulk: equal to move by move, exact in their totals, and honest about errors."""

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from itertools import islice
from math import inf, sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from time import sleep
from types import ModuleType

import matplotlib
import matplotlib.pyplot as plt
import pytest
from foreign import HEX
from thinned import each_once, first_rows

import nbgames
from nbgames import FIRST, SECOND
from nbgames.analysis import chunks, from_dict, playouts
from nbgames.analysis.chunks import will_fork
from nbgames.analysis.simulation import bulk, fills, words
from nbgames.analysis.simulation.circuits import judged
from nbgames.analysis.simulation.loops import sampled_majority
from nbgames.analysis.simulation.sequential import sample, turns
from nbgames.analysis.tallies import Job, planned, played, tallied
from nbgames.core import kernels
from nbgames.core._jit import can_compile, compiled
from nbgames.core.position import EMPTY
from nbgames.games.copolymer import lay as honeycomb
from nbgames.games.projex import lay

matplotlib.use("Agg")

LANES = [
    ("projex", 3), ("projex", 4), ("projex", 6), ("conhex", 2), ("conhex", 4), ("antipalos", 2),
    ("antipalos", 5),
]  # fmt: skip
RING = nbgames.Rules("ring", ("X", "O"), range(3, 5), 3, lay, kernels.claim, kernels.looped)
MOST = nbgames.Rules(
    "most", ("X", "O"), range(3, 8, 2), 3, honeycomb, kernels.claim, kernels.majority, by="majority"
)  # fmt: skip


def midway(name, size, moves, seed=0):
    """A match after some random moves that did not end it."""
    rng = Random(seed)
    m = nbgames.match(name, size)
    while len(m.claims) < moves:
        after = m.play(rng.choice([word for word in m.legal() if word != "swap"]))
        m = m if after.outcome else after
    return m


def plain_share(m, count, seed):
    """FIRST's share of games played with nothing but the rules."""
    rng, points = Random(seed), 0.0
    for _ in range(count):
        now = m.position
        while not (end := m.game.outcome(now)):
            now = m.game.play(now, rng.choice([s for s in m.game.moves(now) if s != "swap"]))
        points += 0.5 if end.winner is None else end.winner == FIRST
    return points / count


@pytest.mark.slow
@pytest.mark.parametrize(("board", "moves"), each_once(LANES, [0, 3]))
def test_each_lane_is_a_game_that_the_rules_can_have(board, moves, monkeypatch):
    """Every lane's stones are counted right, and its winner is the one that the rules find."""
    name, size = board
    m = midway(name, size, moves)
    game, position = m.game, m.position
    orders = []
    earlier = bulk.earlier
    monkeypatch.setattr(
        bulk, "earlier", lambda g, p, order: orders.append(order) or earlier(g, p, order)
    )
    batch = bulk.filler(game)(game, position, 64, Random(1), False)
    firsts = {sum(plane >> lane & 1 for plane in batch.owned) for lane in range(64)}
    assert len(firsts) == 1  # each lane is balanced
    if name == "projex":
        for lane in range(64):
            owners = bytes(FIRST if plane >> lane & 1 else SECOND for plane in batch.owned)
            won = game.rules.winner(game.board.net, owners)
            assert (won == FIRST) == (batch.won >> lane & 1)
    for order in orders:  # where both join in the end, an order decides: a whole game
        owners, who = bytearray(position.owners), position.to_move
        for site in order:
            assert owners[site] == EMPTY
            who = game.rules.step(game.board.net, owners, site, who)
        assert game.rules.winner(game.board.net, owners) == 3


@pytest.mark.parametrize("size", [2, 3, 5])
@pytest.mark.parametrize("moves", [0, 3, 4])
def test_conhex_in_bulk_is_the_game_in_the_order_of_its_times(size, moves):
    m = midway("conhex", size, moves)
    game, position = m.game, m.position
    empty = [s for s in range(game.board.claimable) if position.owners[s] == EMPTY]
    times = [[0] * game.board.claimable for _ in range(len(empty).bit_length())]
    fills.timed_fill(times, empty, 100, Random(8))
    batch = bulk.filler(game)(game, position, 100, Random(8), False)
    for lane in range(100):
        at = {s: sum((plane[s] >> lane & 1) << k for k, plane in enumerate(times)) for s in empty}
        assert sorted(at.values()) == list(range(len(empty)))
        owners, who = bytearray(position.owners), position.to_move
        for site in sorted(empty, key=at.get):
            who = game.rules.step(game.board.net, owners, site, who)
        won = game.rules.winner(game.board.net, owners)
        assert won in (FIRST, SECOND)
        assert (won == FIRST) == (batch.won >> lane & 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "count"),
    first_rows([(4, 500), (3, 500), (6, 500), (8, 500), (6, 100_000)]),
)
def test_projex_in_bulk_equals_parity_union_find(size, count):
    board = nbgames.game("projex", size).board
    planes = [0] * len(board.names)
    fills.fill(planes, range(len(planes)), (len(planes) + 1) // 2, count, Random(size))
    won = bulk.judge(board)(planes)
    owned = list(zip(*(bits(plane, count) for plane in planes), strict=True))
    assert [odd_loop(board, row) for row in owned] == [bit == 1 for bit in bits(won, count)]


def bits(number, count):
    return [int(bit) for bit in reversed(f"{number & (1 << count) - 1:0{count}b}")]


def odd_loop(board, owned):
    """Parity union-find, the textbook's: independent of the program and of the kernels."""
    parent, parity = list(range(len(owned))), [0] * len(owned)

    def find(x):
        side = 0
        while parent[x] != x:
            side ^= parity[x]
            x = parent[x]
        return x, side

    for a, row in enumerate(board.neighbours):
        for b in row:
            if a < b and owned[a] and owned[b]:
                (ra, pa), (rb, pb) = find(a), find(b)
                twist = (a, b) in board.twists
                if ra == rb and pa ^ pb != twist:
                    return True
                if ra != rb:
                    parent[ra], parity[ra] = rb, pa ^ pb ^ twist
    return False


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_euler_says_who_has_the_loop(size):
    """V - E + F = c(X) - c(O) + [O has the loop] on a full board: no parity in it."""
    board = nbgames.game("projex", size).board
    rng = Random(size)
    near = [set(row) for row in board.neighbours]
    lanes = 60
    planes = [0] * len(near)
    fills.fill(planes, range(len(near)), len(near) // 2, lanes, rng)
    won = bulk.judge(board)(planes)
    for lane in range(lanes):
        x = {s for s in range(len(near)) if planes[s] >> lane & 1}
        edges = [(a, b) for a in x for b in near[a] & x if a < b]
        faces = sum(len([c for c in near[a] & near[b] & x if c > b]) for a, b in edges)
        euler = len(x) - len(edges) + faces
        assert euler == parts(x, near) - parts(set(range(len(near))) - x, near) + (
            not won >> lane & 1
        )


def parts(sites, near):
    count, left = 0, set(sites)
    while left:
        count += 1
        queue = [left.pop()]
        for s in queue:
            new = near[s] & left
            left -= new
            queue += new
    return count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "moves"),
    each_once(
        [("conhex", 2), ("conhex", 3), ("antipalos", 2), ("antipalos", 3), ("projex", 3)], [0, 2]
    ),
)
def test_bulk_shares_are_those_of_the_plain_game(game, moves):
    m = midway(*game, moves)
    found = playouts(m, 100_000, seed=3)
    plain = plain_share(m, 1500, seed=4)
    assert abs(found.share - plain) < 4 * sqrt(0.25 / 1500 + found.stderr**2)


# Measured by others on games of their own: mean turns (Copolymer: how often the turn passes) and
# FIRST's share. ConHex: three engines and 3 million games; the others: the prototypes from which
# this package grew, which gave no errors, hence as few games here as theirs may have been.
ANCHORS = [
    ("projex", 6, None, 0.5403, 200_000),
    ("copolymer", 9, 37.8, 0.507, 20_000),
    ("conhex", 5, 57.36, 0.529, 200_000),
    ("copolymer", 11, 55.3, 0.5005, 20_000),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "length", "share", "count"), first_rows(ANCHORS, 2))
def test_shares_and_lengths_are_those_of_other_engines(name, size, length, share, count):
    m = nbgames.match(name, size)
    found = playouts(m, count, seed=5)
    digit = 10.0 ** -len(str(share).partition(".")[2]) / 2  # what the figure was rounded by
    assert abs(found.share - share) < 3 * found.stderr + digit
    if length:
        many = 1200
        lengths = (turns if name == "conhex" else passes)(m.game, m.position, many, 1)
        total, squares = (sum(k**power * c for k, c in lengths.items()) for power in (1, 2))
        spread = sqrt((squares / many - (total / many) ** 2) / many)
        assert abs(total / many - length) < 3 * spread + 0.05


def passes(game, position, count, seed):
    """How many random games by the bare rules pass the turn how often.

    Not the number of turns, since the last one may stay open when the board is full.
    """
    rng, order, found = Random(seed), list(range(game.board.claimable)), Counter()
    for _ in range(count):
        rng.shuffle(order)
        owners, who, number = bytearray(position.owners), position.to_move, 0
        for site in order:
            after = game.rules.step(game.board.net, owners, site, who)
            number += after != who
            who = after
        found[number] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        nbgames.game("copolymer", 5),
        nbgames.game("copolymer", 9),
        pytest.param(nbgames.game(RING), marks=pytest.mark.long),  # four seconds, to compile for it
        pytest.param(nbgames.game(MOST), marks=pytest.mark.long),
    ],
    ids=str,
)
def test_compiled_and_plain_give_the_same_tallies(game):
    pytest.importorskip("numba")
    for moves in (0, 4):
        position = game.start()
        for site in range(moves):
            position = game.play(position, 2 * site)
        plain = sample(game, position, 50, 9, fast=False)
        assert plain == sample(game, position, 50, 9, fast=True)
        assert turns(game, position, 5, 9, fast=False) == turns(game, position, 5, 9, fast=True)


def test_the_loop_for_copolymer_equals_the_one_for_every_game():
    from array import array

    from nbgames.analysis.simulation.loops import HEAD, sampled
    from nbgames.analysis.simulation.sequential import begun, run

    game = nbgames.game("copolymer", 7)
    position = game.play(game.play(game.start(), 3), 9)
    tally = array("q", bytes(8 * (HEAD + 3 * game.board.claimable)))
    order = array("i", game.empty(position.owners))
    run(sampled, game, begun(position, order), tally, 1 + 77, 40, fast=False)
    assert tally == sample(game, position, 40, 77, fast=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"), [("projex", 4), ("conhex", 3), ("copolymer", 5), ("antipalos", 4)]
)
def test_totals_do_not_depend_on_who_runs_them(name, size, monkeypatch):
    m = midway(name, size, 2)
    small_chunks(monkeypatch)
    here = playouts(m, 1000, seed=2)
    assert here == playouts(m, 1000, seed=2, executor=Immediate())
    assert here != playouts(m, 1000, seed=3)


def test_processes_give_the_same_totals():
    m = midway("conhex", 3, 2)
    with ProcessPoolExecutor(2) as executor:
        assert playouts(m, 3000, executor=executor) == playouts(m, 3000)


@pytest.mark.long
def test_a_cluster_gives_the_same_totals():
    """As test_dividing.py shows of the solver, whose work is sent in the same way."""
    distributed = pytest.importorskip("distributed")
    m = nbgames.match("copolymer", 5)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert playouts(m, 20_000, executor=client) == playouts(m, 20_000)


def spawning():
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def test_a_game_of_your_own_runs_on_processes_that_import_it():
    m = nbgames.match(HEX, 4).play("B2")
    with spawning() as executor:
        assert playouts(m, 200, executor=executor) == playouts(m, 200)


def test_rules_that_cannot_be_sent_are_refused_in_words():
    rules = replace(HEX, lay=lambda size: HEX.lay(size))
    with (
        spawning() as executor,
        pytest.raises(nbgames.Refused, match=r"hex cannot be sent to other processes .* imported"),
    ):
        playouts(nbgames.match(rules, 4), 200, executor=executor)


def test_rules_that_a_worker_cannot_import_are_refused_in_words(monkeypatch):
    elsewhere = ModuleType("written_in_a_notebook")
    elsewhere.lay = lambda size: HEX.lay(size)
    elsewhere.lay.__module__, elsewhere.lay.__qualname__ = elsewhere.__name__, "lay"
    monkeypatch.setitem(sys.modules, elsewhere.__name__, elsewhere)
    m = nbgames.match(replace(HEX, lay=elsewhere.lay), 4)
    with (
        spawning() as executor,
        pytest.raises(nbgames.Refused, match=r"cannot import the rules .*written_in_a_notebook"),
    ):
        playouts(m, 200, executor=executor)


class Watching(ProcessPoolExecutor):
    """Notes what was compiled in this process when a chunk was sent."""

    def submit(self, *work):
        self.compiled = compiled(sampled_majority).signatures
        return super().submit(*work)


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="nothing is compiled")
def test_kernels_are_compiled_before_workers_are_forked():
    m = nbgames.match("copolymer", 3)
    with Watching(2, mp_context=get_context("fork")) as executor:
        found = playouts(m, 50_000, executor=executor)
        assert executor.compiled
        assert not will_fork(executor)
    assert found == playouts(m, 50_000)


def test_chunks_are_sent_as_they_are_needed(monkeypatch):
    monkeypatch.setattr(chunks, "AHEAD", 3)
    executor = Immediate()
    waits = chunks.carried_out(range(10**9), None, executor, lambda key: (abs, key))
    assert list(islice(waits, 4)) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert len(executor.sent) == 3 + 3  # not the one after the last
    found = playouts(nbgames.match("copolymer", 5), 10**12, seconds=0.05, executor=executor)
    assert 0 < found.games < 10**6


class Immediate:
    """An executor that works at once, and breaks after some chunks."""

    def __init__(self, breaks_after=inf):
        self.left = breaks_after
        self.sent = []

    def submit(self, function, *args):
        future = Future()
        self.sent.append(args)
        self.left -= 1
        if self.left < 0:
            future.set_exception(OSError("worker lost"))
        else:
            future.set_result(function(*args))
        return future


def test_what_crosses_to_a_worker_is_text_and_numbers():
    executor = Immediate()
    playouts(midway("projex", 3, 2), 50, executor=executor)
    assert all(
        isinstance(arg, str | int) or all(type(chunk) is int for chunk in arg)
        for args in executor.sent
        for arg in args
    )


def small_chunks(monkeypatch):
    from nbgames.analysis import tallies

    monkeypatch.setattr(tallies, "LANES", 16)  # a chunk has eight batches


def test_a_broken_run_goes_on_from_its_checkpoint(tmp_path, monkeypatch):
    small_chunks(monkeypatch)
    m, path = nbgames.match("projex", 4), tmp_path / "run.jsonl"
    with pytest.raises(nbgames.GameError, match="executor stopped"):
        playouts(m, 2000, executor=Immediate(breaks_after=5), checkpoint=path)
    kept = path.read_text()
    assert len(kept.splitlines()) == 1 + 5
    path.write_text(kept[:-20])  # the last line was being written
    executor = Immediate()
    assert playouts(m, 2000, executor=executor, checkpoint=path) == playouts(m, 2000)
    assert (
        len(executor.sent) == len({json.loads(x)[0] for x in path.read_text().splitlines()[1:]}) - 4
    )


# It goes no further than its fifth chunk: 200,000 games are over in a fifth of a second.
LONG_RUN = """
import sys, threading, nbgames
from nbgames.analysis import playouts, sampling

def keep(path, chunk, tally, keep=sampling.keep, kept=[]):
    keep(path, chunk, tally)
    kept.append(chunk)
    if len(kept) == 5:
        threading.Event().wait()

sampling.keep = keep
playouts(nbgames.match("copolymer", 5), 200_000, checkpoint=sys.argv[1])
"""


@pytest.mark.long
@pytest.mark.slow
def test_a_killed_run_goes_on_from_its_checkpoint(tmp_path):
    path = tmp_path / "run.jsonl"
    with subprocess.Popen([sys.executable, "-c", LONG_RUN, path]) as run:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert run.poll() is None
            sleep(0.01)
        run.kill()
    kept = path.read_text().count("\n")
    m, done = nbgames.match("copolymer", 5), Immediate()
    chunks = len(list(planned(m, 200_000, 0).chunks()))
    assert 3 <= kept < 1 + chunks
    assert playouts(m, 200_000, executor=done, checkpoint=path) == playouts(m, 200_000)
    assert sum(len(args[3]) for args in done.sent) == 1 + chunks - kept


def shut_down():
    executor = ProcessPoolExecutor(1)
    executor.shutdown()
    return executor


def cancelled():
    executor = Immediate()
    executor.submit = lambda *work: waiting
    waiting = Future()
    waiting.cancel()
    return executor


def dying():
    executor = ProcessPoolExecutor(1)
    executor.submit(os._exit, 1)
    return executor


@pytest.mark.parametrize("broken", [shut_down, cancelled, dying])
def test_an_executor_that_will_not_work_loses_nothing(broken, tmp_path, monkeypatch):
    small_chunks(monkeypatch)
    m, path = nbgames.match("projex", 3), tmp_path / "run.jsonl"
    playouts(m, 1000, seconds=1e-9, checkpoint=path)
    before = path.read_text()
    assert len(before.splitlines()) == 2  # one chunk
    with pytest.raises(nbgames.Refused, match=r"executor stopped .* start a new executor"):
        playouts(m, 1000, executor=broken(), checkpoint=path)
    assert path.read_text() == before


def test_a_checkpoint_of_another_position_is_refused(tmp_path):
    path = tmp_path / "run.jsonl"
    playouts(nbgames.match("projex", 3), 50, checkpoint=path)
    with pytest.raises(nbgames.GameError, match="another position"):
        playouts(nbgames.match("projex", 3).play("B2"), 50, checkpoint=path)


@pytest.mark.parametrize(("name", "size"), [("projex", 4), ("conhex", 2), ("copolymer", 5)])
def test_a_longer_run_goes_on_from_a_shorter_one_s_checkpoint(name, size, tmp_path, monkeypatch):
    small_chunks(monkeypatch)
    m, path, done = nbgames.match(name, size), tmp_path / "run.jsonl", Immediate()
    few = playouts(m, 900, seed=4, checkpoint=path)
    assert playouts(m, 2000, seed=4, executor=done, checkpoint=path) == playouts(m, 2000, seed=4)
    sent = [chunk for args in done.sent for chunk in args[3]]
    again = [chunk for chunk in sent if chunk < 900]  # they are called by their first game
    assert again == [896]  # 7 * 128 games in lanes, 28 * 32 one by one: only the last had fewer
    assert playouts(m, 900, seed=4, checkpoint=path) == few


def batches(n, lanes):
    job = Job("", n, 0, lanes)
    return [batch for chunk in job.chunks() for batch in job.batches(chunk).items()]


@pytest.mark.parametrize("n", [1, 30, 128, 5000, 70_000, 3_000_000])
@pytest.mark.parametrize("lanes", [True, False])
def test_batches_follow_one_another_and_are_enough_to_tell_the_error_by(n, lanes):
    found = batches(n, lanes)
    starts, sizes = zip(*found, strict=True)
    assert list(starts) == [sum(sizes[:k]) for k in range(len(sizes))]
    assert sum(sizes) == n
    assert max(sizes) <= max(4, n / 16)
    assert len(found) <= (32 + n / 32_000 if lanes else 250 + n / 8000)  # each has its cost


@pytest.mark.parametrize(("n", "lanes"), [(40, False), (70_000, False), (2_000_000, True)])
def test_a_longer_run_begins_with_the_whole_batches_of_a_shorter_one(n, lanes):
    few = batches(n, lanes)
    assert few[:-1] == batches(3_000_000, lanes)[: len(few) - 1]


@pytest.mark.parametrize(
    "value", [None, 7, {}, [], [300], [300] * 7, ["a"] * 88, [-1] * 88, [300, 400] + [1] * 86]
)
def test_a_kept_chunk_that_is_no_tally_is_played_again(value, tmp_path):
    m, path = nbgames.match("projex", 4), tmp_path / "run.jsonl"
    found = playouts(m, 300, checkpoint=path)
    head = path.read_text().splitlines()[0]
    keys = [0, -1, "0", True, 1 << 80]
    path.write_text("\n".join([head, *(json.dumps([key, value]) for key in keys), ""]))
    assert playouts(m, 300, checkpoint=path) == found


@pytest.mark.parametrize("line", ["[0, ", "[[], 1]", "7", "[1, 2, 3]", "\x00", "[" * 100_000])
def test_a_checkpoint_with_a_line_that_no_run_wrote_is_refused(line, tmp_path):
    m, path = nbgames.match("projex", 3), tmp_path / "run.jsonl"
    playouts(m, 50, checkpoint=path)
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(nbgames.Refused, match="a line that no run wrote"):
        playouts(m, 50, checkpoint=path)


def test_a_kept_chunk_of_other_batches_is_played_again(tmp_path):
    """Three chunks begin where chunks of a longer run do, with as many games in other batches."""
    m, path = nbgames.match("projex", 4), tmp_path / "run.jsonl"
    for n in (288, 312, 2000, 576, 288):
        assert playouts(m, n, seed=4, checkpoint=path) == playouts(m, n, seed=4)


@pytest.mark.parametrize(
    ("name", "size"), [("projex", 4), ("conhex", 2), ("antipalos", 3), ("copolymer", 5)]
)
def test_playouts_add_up_to_one_run_with_the_games_of_both(name, size):
    m = midway(name, size, 2)
    one, two, three = (playouts(m, n, seed=n) for n in (300, 700, 50))
    found = one + two
    assert found == two + one
    assert (one + two) + three == one + (two + three)
    assert found.seeds == (300, 700)
    assert found.games == sum(found.wins) == 1000
    assert found.wins == tuple(a + b for a, b in zip(one.wins, two.wins, strict=True))
    assert found.share == (found.wins[0] + found.wins[2] / 2) / 1000
    together = (300 * one.share + 700 * two.share) / 1000
    assert found.share == pytest.approx(together)
    assert found.lengths == Counter(one.lengths) + Counter(two.lengths)
    assert found.length == pytest.approx(
        sum(k * c for k, c in found.lengths.items()) / found.measured
    )
    assert found.stderr < min(one.stderr, two.stderr)
    jobs = [planned(m, n, n) for n in (300, 700)]
    tallies = [played(m, job, chunk) for job in jobs for chunk in job.chunks()]
    assert found.tally == tuple(map(sum, zip(*tallies, strict=True)))
    assert from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert found.criticality == pytest.approx(covariances(m, found.tally))


def covariances(m, tally):
    """The sum over both players of cov(owns, wins) in the games that somebody wins, from counts."""
    sites = m.game.board.claimable
    decisive, rows = tally[1] + tally[2], [tally[7 + k * sites :][:sites] for k in range(6)]
    found = {}
    for site, name in enumerate(m.game.board.names[:sites]):
        found[name] = 0.0
        for who in (FIRST, SECOND):
            part = [rows[k][site] / decisive for k in (1, 2)]  # of FIRST's sites
            if who == SECOND:
                part = [tally[k] / decisive - own for k, own in zip((1, 2), part, strict=True)]
            if who == SECOND and m.game.name == "antipalos":
                part = [rows[k][site] / decisive for k in (4, 5)]
            found[name] += part[who - 1] - sum(part) * tally[who] / decisive
    return found


def test_playouts_of_two_positions_or_of_one_seed_do_not_add_up():
    m = nbgames.match("projex", 3)
    one = playouts(m, 20)
    with pytest.raises(nbgames.Refused, match="from two positions"):
        one + playouts(m.play("B2"), 20, seed=1)
    with pytest.raises(nbgames.Refused, match="both count games of seed 0"):
        one + playouts(m, 40)
    with pytest.raises(TypeError):
        one + 3


def test_lengths_are_those_of_games_that_are_played_out():
    m, rng = midway("conhex", 2, 2), Random(5)
    found = playouts(m, 256, seed=1) + playouts(m, 256, seed=2) + playouts(m, 256, seed=3)
    plain = []
    for _ in range(600):
        now, count = m.position, 0
        while not m.game.outcome(now):
            now = m.game.play(now, rng.choice([s for s in m.game.moves(now) if s != "swap"]))
            count += 1
        plain.append(count)
    assert set(found.lengths) <= set(range(min(plain) - 2, max(plain) + 3))
    spread = sqrt(stdev(plain) ** 2 / 600 + found.length_stderr**2)
    assert abs(mean(plain) - found.length) < 4 * spread


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("antipalos", 3),
        pytest.param("copolymer", 5, marks=pytest.mark.long),
        pytest.param("projex", 4, marks=pytest.mark.long),
        pytest.param("conhex", 3, marks=pytest.mark.long),
    ],
)
def test_errors_of_length_and_criticality_are_those_of_many_seeds(name, size):
    runs = [playouts(nbgames.match(name, size), 400, seed=seed) for seed in range(60)]
    said = sqrt(mean(r.length_stderr**2 for r in runs))
    assert 0.7 < stdev(r.length for r in runs) / said < 1.4
    seen = [stdev(r.criticality[site] for r in runs) for site in runs[0].criticality]
    told = [sqrt(mean(r.critical_stderr[site] ** 2 for r in runs)) for site in runs[0].criticality]
    assert 0.85 < mean(seen) / mean(told) < 1.15


def test_a_number_is_printed_to_the_digits_that_its_error_allows():
    found = playouts(nbgames.match("projex", 4), 1000, seed=1)
    words = found.explain()
    assert f"{found.share:.3f} ± {found.stderr:.3f}" in words
    assert f"{found.length:.2f} ± {found.length_stderr:.2f}" in words
    assert "measured on 256 games" in words


def test_a_time_limit_leaves_what_was_ready(monkeypatch):
    small_chunks(monkeypatch)
    found = playouts(nbgames.match("projex", 3), 10_000, seconds=1e-9)
    assert 0 < found.games < 10_000


@pytest.mark.slow
def test_errors_come_from_batch_means():
    """The error of many seeds is the one that each of them says."""
    m = nbgames.match("projex", 4)
    shares = [playouts(m, 1600, seed=seed) for seed in range(40)]
    mean = sum(r.share for r in shares) / 40
    seen = sqrt(sum((r.share - mean) ** 2 for r in shares) / 39)
    said = sqrt(sum(r.stderr**2 for r in shares) / 40)
    assert 0.7 < seen / said < 1.4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"), first_rows([("projex", 4), ("projex", 6), ("conhex", 3)])
)
def test_batches_vary_as_independent_games_do(name, size):
    """Neither the matchings that lanes share nor the coins that are one number turned cost much."""
    game, many = nbgames.game(name, size), 300
    shares = [tallied(game, game.start(), fills.MANY, k)[FIRST] / fills.MANY for k in range(many)]
    mean = sum(shares) / many
    spread = sum((share - mean) ** 2 for share in shares) / (many - 1)
    assert 0.75 < spread * fills.MANY / (mean * (1 - mean)) < 1.35  # 4 errors of sqrt(2 / 300)


def test_a_lane_gets_a_different_bit_for_each_pair_of_a_layer():
    """Turned by different amounts: with one bit set, each lane sees it at most once."""
    rng = Random(0)
    lanes = fills.MANY
    rng.sample = Random(1).sample  # which draws bits of its own
    rng.getrandbits = lambda count: 1 << 77
    seen = [plane & (1 << lanes) - 1 for plane in fills.coins(37, lanes, rng)]
    assert sorted(plane.bit_count() for plane in seen) == [1] * 37
    assert len(set(seen)) == 37


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), [("projex", 3), ("projex", 4), ("conhex", 2)])
@pytest.mark.parametrize("lanes", [1, 100, words.BITS, words.BITS + 1])
def test_machine_words_plain_and_compiled_judge_as_one_integer_does(name, size, lanes):
    board = nbgames.game(name, size).board
    rng = Random(lanes)
    planes = [rng.getrandbits(lanes) for _ in board.names]
    won = bulk.judge(board)(planes) & (1 << lanes) - 1
    assert words.on_words(judged(board), fast=False)(planes, lanes) == won
    if can_compile():
        assert words.on_words(judged(board), fast=True)(planes, lanes) == won


@pytest.mark.parametrize(("name", "size"), [("projex", 4), ("conhex", 3), ("copolymer", 5)])
def test_a_long_run_is_the_same_compiled(name, size, monkeypatch):
    from nbgames.analysis import tallies

    m = midway(name, size, 2)
    plain = playouts(m, 700)
    monkeypatch.setattr(tallies, "COMPILE_FROM", {True: 1, False: 1})
    assert playouts(m, 700) == plain


@pytest.mark.parametrize(("name", "size"), [("projex", 4), ("conhex", 3), ("copolymer", 5)])
def test_an_answer_is_shown_drawn_and_stored(name, size):
    m = midway(name, size, 2)
    found = playouts(m, 500)
    w = m.widget()
    w.show(found)
    assert {int(site) for site in w.over["heat"]} == set(range(m.game.board.claimable))
    assert w.over["legend"] == "criticality"
    assert found.draw().get_label().startswith(found.explain())
    plt.close("all")
    assert from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False))) == found


def test_of_draws_alone_there_is_nothing_to_show_but_the_reason():
    m = nbgames.match("antipalos", 9)
    found = playouts(m, 20)
    with pytest.raises(nbgames.Refused, match="all of 20 random games are draws"):
        m.widget().show(found)
    assert from_dict(found.to_dict()) == found


def test_one_game_has_no_error_bar():
    assert playouts(nbgames.match("projex", 3), 1).stderr == inf


def test_the_middle_matters_more_than_the_corner_in_projex():
    critical = playouts(nbgames.match("projex", 6), 100_000).criticality
    assert critical["F5"] > 0.015 > critical["F1"]


def every_order(game, position, part, won=0):
    """(part of the random games, who won first, owners in the end), for every order of claims."""
    won = won or game.rules.winner(game.board.net, position.owners)
    empty = game.empty(position.owners)
    if not empty:
        yield part, won, position.owners
    for site in empty:
        owners = bytearray(position.owners)
        after = game.rules.step(game.board.net, owners, site, position.to_move)
        yield from every_order(game, nbgames.Position(bytes(owners), after), part / len(empty), won)


@pytest.mark.parametrize(("size", "claims"), [(2, 0), (3, 4), (3, 5)])
def test_criticality_of_antipalos_is_that_of_every_decisive_game(size, claims):
    m = nbgames.match("antipalos", size, swap=False)
    for k in range(claims):
        m = m.play(m.legal()[3 * k % 5])
    every = list(every_order(m.game, m.position, 1.0))
    decisive = sum(part for part, won, _ in every if won)
    found = playouts(m, 40_000, seed=1)
    assert 0 < found.wins[2] < found.games
    for site, name in enumerate(m.game.board.names):
        exact = 0.0
        for who in (FIRST, SECOND):
            both = sum(part for part, won, owners in every if won == who == owners[site])
            owns = sum(part for part, won, owners in every if won and owners[site] == who)
            wins = sum(part for part, won, _ in every if won == who)
            exact += both / decisive - owns * wins / decisive**2
        assert abs(found.criticality[name] - exact) <= 4.5 * found.critical_stderr[name] + 1e-9


def test_the_middle_matters_in_antipalos():
    found = playouts(nbgames.match("antipalos", 6), 160_000)
    assert found.wins[2] > 144_000  # 94 % of random games
    most = max(found.criticality, key=found.criticality.get)
    assert found.criticality[most] > 4 * found.critical_stderr[most]
    assert most in found.explain()


@pytest.mark.parametrize("bad", [{"n": 0}, {"n": -5}, {"n": 1.5}, {"n": 5, "seconds": 0}])
def test_a_bad_request_is_refused(bad):
    with pytest.raises(nbgames.GameError):
        playouts(nbgames.match("projex", 3), **bad)


def test_a_finished_match_is_refused():
    with pytest.raises(nbgames.GameError, match="nothing to play out"):
        playouts(nbgames.match("projex", 3).play("resign"), 10)


def test_the_program_stays_small():
    assert judged(nbgames.game("projex", 6).board).size < 13_413  # the first prototype's


def test_progress_may_be_a_function_that_counts_the_games():
    told = []
    playouts(nbgames.match("projex", 3), 500, seed=1, progress=told.append)
    assert sum(told) == 500


def test_progress_is_a_bar_with_tqdm_and_nothing_without(capsys, monkeypatch):
    playouts(nbgames.match("projex", 3), 500, seed=1, progress=True)
    assert "500/500" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    playouts(nbgames.match("projex", 3), 500, seed=1, progress=True)
    assert capsys.readouterr().err == ""
