"""Solving in parts: on an executor, and from a checkpoint."""

import json
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest
from analysis.test_playouts import Immediate
from foreign import LAST, MOST, TWICE, Y
from thinned import each_once

import nbgames
from nbgames import analysis

pytestmark = pytest.mark.usefixtures("uncompiled")
POSITIONS = [
    ("projex", 3, 2),
    ("projex", 4, 16),
    ("conhex", 2, 1),
    ("copolymer", 3, 0),
    ("copolymer", 5, 11),
    ("antipalos", 3, 0),
    ("antipalos", 4, 10),
    (LAST, 3, 2),
    (MOST, 3, 3),
    (TWICE, 3, 2),
    (Y, 4, 2),
]


def midway(game, size, claims, swap):
    m, rng = nbgames.match(game, size, swap=swap), Random(claims)
    for _ in range(claims):
        if not m.outcome:
            m = m.play(rng.choice([word for word in m.legal() if word != "swap"]))
    return m


def same(one, other):
    for name in ("value", "exact", "bounds", "complete", "values"):
        assert getattr(one, name) == getattr(other, name), name
    assert set(one.best) == set(other.best)
    if other.line:
        one.match.play(*other.line)  # its words are legal
        assert other.line[0] in other.best or other.line[0].partition(",")[0] in other.best


@pytest.mark.parametrize(("position", "swap"), each_once(POSITIONS, [False, True]))
def test_parts_have_the_same_answer_as_one_search(position, swap, tmp_path):
    m = midway(*position, swap)
    plain, path, done = analysis.solve(m), tmp_path / "parts.jsonl", Immediate()
    same(plain, analysis.solve(m, executor=done, checkpoint=path))
    again = Immediate()
    same(plain, analysis.solve(m, executor=again, checkpoint=path))
    assert not again.sent, "all of it is in the checkpoint"


def test_what_was_settled_is_not_searched_again(tmp_path):
    m, path = midway("projex", 3, 2, False), tmp_path / "parts.jsonl"
    with pytest.raises(nbgames.Refused, match="executor stopped"):
        analysis.solve(m, executor=Immediate(breaks_after=4), checkpoint=path)
    kept = path.read_text()
    assert len(kept.splitlines()) == 1 + 4
    path.write_text(kept[:-9])  # the last line was being written
    done = Immediate()
    same(analysis.solve(m), analysis.solve(m, executor=done, checkpoint=path))
    assert len(done.sent) == len(m.legal()) - 3


@pytest.mark.long
def test_a_checkpoint_of_another_match_is_refused_and_false_rows_are_not_believed(tmp_path):
    m, path = midway("projex", 3, 4, False), tmp_path / "parts.jsonl"
    plain = analysis.solve(m, checkpoint=path)
    with pytest.raises(nbgames.Refused, match="another match"):
        analysis.solve(midway("projex", 3, 1, False), checkpoint=path)
    head, *rows = path.read_text().splitlines()
    wrong = ([[1, 1]], [[[1]], [], 0], [[[-1, 1]], [], 5], [[[1.0, 1.0]], [], 5], None, "x")
    wrong += ([[[1, 1]], ["Z99"], 5], [[[1, 1]], [7], 5], [[[1, 1], [1, 1]], [], 5])
    for row in wrong:
        kept = [json.dumps([k, row]) for k in range(len(rows))]
        path.write_text("\n".join([head, *kept]) + "\n")
        same(plain, analysis.solve(m, checkpoint=path))


@pytest.mark.long
def test_limits_hold_for_all_parts_together(tmp_path):
    m = nbgames.match("projex", 6, swap=False)
    few = analysis.solve(m, nodes=500, checkpoint=tmp_path / "nodes.jsonl")
    assert few.value is None
    assert few.bounds == (-1, 1)
    assert few.nodes < 1000
    counts = []
    analysis.solve(midway("projex", 3, 2, False), executor=Immediate(), progress=counts.append)
    assert sum(counts) > 0


@pytest.mark.long
@pytest.mark.slow
def test_two_processes_solve_a_position():
    m = midway("projex", 4, 12, False)
    with ProcessPoolExecutor(2) as executor:
        same(analysis.solve(m), analysis.solve(m, executor=executor))


@pytest.mark.slow
def test_a_cluster_of_two_solves_the_same_and_another_goes_on(tmp_path):
    distributed = pytest.importorskip("distributed")
    m, path = midway("projex", 3, 2, False), tmp_path / "parts"
    two = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**two) as cluster, distributed.Client(cluster) as client:
        same(analysis.solve(m), analysis.solve(m, executor=client, checkpoint=path))
    same(analysis.solve(m), analysis.solve(m, executor=Immediate(breaks_after=0), checkpoint=path))
