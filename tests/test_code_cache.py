"""Machine code on disk: the next process loads it, and never takes what another kernel left."""

import os
import shutil
import subprocess
import sys
import warnings
from importlib import import_module

import pytest
from thinned import first_of

import nbgames
from nbgames.analysis import compiling
from nbgames.analysis.mcts.search import Search
from nbgames.core import _jit

needs_numba = pytest.mark.skipif(not _jit.can_compile(), reason="numba is switched off")

DOUBLING = """
from nbgames.core._jit import compiled, jit

STEP = {step}

@jit
def one(x):
    return x + STEP

@jit
def two(x, f):
    return one(x) + f(x)

@jit
def other(x):
    return {other}

kernel = compiled(two)
print(kernel(20, compiled(other)), sum(kernel.stats.cache_hits.values()))
"""


def run(home, script):
    """What a fresh process prints, as numbers, and its warnings."""
    env = {**os.environ, "NBGAMES_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
    )
    return list(map(int, done.stdout.split())), done.stderr


def kernel(source, **named):
    """The function of this source as a kernel of this module."""
    space = {"__name__": __name__, **named}
    exec(source, space)
    return _jit.jit(space["f"])


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A folder with the code of DOUBLING, and what the process said that compiled it."""
    home = tmp_path_factory.mktemp("first")
    return home, run(home, DOUBLING.format(step=1, other="x") + "\nprint(compiled(other)(3))")


@pytest.fixture
def copied(first, tmp_path):
    """A copy of this folder."""
    return shutil.copytree(first[0], tmp_path / "home")


def kept(home):
    return sorted(path.name for path in (home / "code").iterdir())


@needs_numba
@pytest.mark.slow
def test_a_kernel_is_compiled_once_and_again_when_what_it_calls_or_is_given_changes(first, copied):
    assert first[1] == ([41, 0, 3], "")
    assert run(copied, DOUBLING.format(step=2, other="x")) == ([42, 0], "")
    assert run(copied, DOUBLING.format(step=1, other="x * x")) == ([421, 0], "")
    assert run(copied, "\n\n\n" + DOUBLING.format(step=1, other="x")) == ([41, 1], "")  # moved


@needs_numba
@pytest.mark.slow
def test_what_is_damaged_is_said_once_and_compiled_again(copied):
    script = DOUBLING.format(step=1, other="x") + "\nprint(compiled(other)(3))"
    assert len(kept(copied)) > 1
    for name in kept(copied):
        path = copied / "code" / name
        path.write_bytes(path.read_bytes()[:-9] + b"something")
    (copied / "code" / kept(copied)[0]).write_bytes(b"")  # by a full disk
    answer, told = run(copied, script)
    assert answer == [41, 0, 3]
    assert told.count("has damaged files: they are compiled again") == 1
    assert run(copied, script) == ([41, 1, 3], "")


@needs_numba
@pytest.mark.slow
def test_a_folder_that_cannot_be_made_costs_the_code_alone(tmp_path):
    (tmp_path / "home").write_text("a file, where the folder should be")
    assert run(tmp_path / "home", DOUBLING.format(step=1, other="x")) == ([41, 0], "")


ENDING = """
import sys
from nbgames.analysis import compiling
from nbgames.core._jit import compiled, jit

@jit
def slow(x):
    {lines}
    return x

print(1, flush=True)
compiling.ready("slow", lambda: compiled(slow)(1))
{end}
"""
ENDS = {
    "at its last line": ("", 0),
    "by sys.exit": ("sys.exit(3)", 3),
    "by an error": ("raise ValueError('no')", 1),
}


@pytest.mark.long
@needs_numba
@pytest.mark.slow
@pytest.mark.parametrize("how", first_of(ENDS))
def test_a_script_that_ends_while_a_thread_compiles_ends_as_it_should(tmp_path, how):
    """It once ended with "terminate called without an active exception"."""
    end, code = ENDS[how]
    lines = "\n    ".join(f"x = x * {k + 2} + {k}" for k in range(50))  # half a second's work
    script = ENDING.format(lines=lines, end=end)
    env = {**os.environ, "NBGAMES_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()[0]) == (code, "1")
    assert "terminate called" not in done.stderr
    assert bool(done.stderr) == (code not in (0, 3))
    assert kept(tmp_path)  # what was begun is kept for the next process


@pytest.mark.long
@needs_numba
@pytest.mark.slow
def test_what_no_process_has_loaded_for_months_is_deleted(copied):
    old = kept(copied)
    for name in old:
        os.utime(copied / "code" / name, (0, 0))
    run(copied, DOUBLING.format(step=2, other="x * x"))
    assert kept(copied)
    assert not {*old} & {*kept(copied)}


TREE = """
import nbgames
from nbgames.analysis.mcts.search import Search
for name in ("projex", "copolymer"):
    m = nbgames.match(name, 5, swap=False)
    search = Search(m.game, m.position, 7)
    search.grow(300, fast=True)
    print(*(n for choice in search.choices() for n in choice[:2]))
"""


@needs_numba
@pytest.mark.long
@pytest.mark.slow
def test_kept_code_of_several_games_grows_the_plain_trees(tmp_path):
    """The same search, given the rules of two games: their code must not be mixed up.

    test_mcts.py compares trees of code that is kept with plain ones in make test too.
    """
    plain = []
    for name in ("projex", "copolymer"):
        m = nbgames.match(name, 5, swap=False)
        search = Search(m.game, m.position, 7)
        search.grow(300)
        plain += [n for choice in search.choices() for n in choice[:2]]
    assert run(tmp_path, TREE) == (plain, "")
    before = kept(tmp_path)
    assert run(tmp_path, TREE) == (plain, "")
    assert kept(tmp_path) == before


def test_the_digest_tells_kernels_apart_by_what_they_do():
    adds, takes = "def f(x):\n    return x + STEP", "def f(x):\n    return x - STEP"
    assert _jit.digest_of(kernel(adds, STEP=1)) == _jit.digest_of(kernel(adds, STEP=1))
    made = [kernel(adds, STEP=1), kernel(adds, STEP=2), kernel(takes, STEP=1)]
    assert len({*map(_jit.digest_of, made)}) == 3


def test_a_kernel_that_names_what_may_change_has_no_digest():
    with pytest.raises(TypeError, match="cannot tell what"):
        _jit.digest_of(kernel("def f(x):\n    return HELD[x]", HELD=[1, 2]))


def test_every_kernel_of_the_package_has_a_digest():
    for module in ("analysis.solver.proving", "opponents.players", "analysis.simulation.bulk"):
        import_module(f"nbgames.{module}")
    ours = [kernel for kernel in _jit._KERNELS if kernel.__module__.startswith("nbgames.")]
    assert len(ours) > 90
    assert len({_jit.digest_of(kernel) for kernel in ours}) == len(ours)


@needs_numba
def test_what_no_compiler_understands_stays_plain():
    def fails():
        raise ValueError("no such instruction")

    key = object()
    assert not compiling.ready(key, fails)
    compiling.wait()
    assert not compiling.ready(key, fails)


@needs_numba
def test_others_cannot_read_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert _jit.compiled(kernel("def f(x):\n    return x + 12345"))(1) == 12346
    assert os.name == "nt" or not (tmp_path / "code").stat().st_mode & 0o077
