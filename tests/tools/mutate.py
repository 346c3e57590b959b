"""How many mutants of rules, kernels, parity, store and parser a test notices: `make mutate`.

First the tests run once, to record which lines each runs and how long it takes. Then every mutant
is run against the tests that run its lines until one fails: those of the file that has the most of
them, then the others, the quickest first. It is killed then, and also where it never ends. A mutant
is compiled in a process of its own, whose working directory is a temporary one: the tree stays as
it is. What was recorded is kept in build/mutants, so that a run that was stopped goes on (`make
clean` removes it). Which mutants are tried depends on their names alone, so that most stay the same
when the program changes. Each survivor has a line in data/survivors.md that says why.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import coverage
import pytest

from tools import mutants, parser, whole

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutants"
LEARNT = KEPT / "learnt.json"
SURVIVORS = ROOT / "tests" / "data" / "survivors.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = PROJECT["tool"]["coverage"]["run"]["include"]
TESTS = (
    *(
        "bad_input",
        "capabilities",
        "every_game",
        "fifth_game",
        "fuzz",
        "kernels",
        "pictures",
    ),
    *("links", "playthroughs", "records", "slow"),
)
ANALYSIS = ("counts", "parity", "small_boards")
MAIL = ("commands", "database", "line", "store", "play", "transcripts")
WORDS = ("-q", "-x", "-m", "not long", "-p", "no:cacheprovider")
MOST = 60  # seconds of tests that a mutant meets, of this processor, or takes between two of them


def files() -> list[str]:
    tests = ROOT / "tests"
    named = [
        tests / folder / f"test_{name}.py"
        for folder, names in (
            (tests, TESTS),
            (tests / "analysis", ANALYSIS),
            (tests / "mail", MAIL),
        )
        for name in names
    ]
    return [*map(str, [*named, *sorted((tests / "games").glob("test_*.py"))])]


# Which tests run which lines


class Learning:
    """Each test's lines and its seconds, with all caches empty before it."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        kept = [*vars(item.module).values(), *vars(sys.modules["nbgames.core.game"]).values()]
        for thing in kept:
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
        self.measured.switch_context(item.nodeid)
        start = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - start
        return True


def learn() -> None:
    """Keep the tests of each line of each source file, and every test's seconds."""
    KEPT.mkdir(parents=True, exist_ok=True)
    sources = [str(ROOT / source) for source in SOURCES]
    measured = coverage.Coverage(data_file=None, include=sources, config_file=False)
    plugin = Learning(measured)
    measured.start()
    code = pytest.main([*WORDS, *files()], [plugin])
    measured.stop()
    assert code == 0, "a test fails without any mutant"
    data = measured.get_data()
    lines = {
        file: {str(n): tests for n, tests in data.contexts_by_lineno(file).items()}
        for file in data.measured_files()
    }
    others = [name for name, module in [*sys.modules.items()] if "site-packages" in at(module)]
    LEARNT.write_text(json.dumps([lines, plugin.seconds, others]))


def at(module: ModuleType) -> str:
    return getattr(module, "__file__", None) or ""


# One mutant, in a process of its own


class Chosen:
    """A pytest plugin: these tests alone, in this order; the name of the one that fails is piped.

    A test that takes many times as long as without a mutant is taken to never end.
    """

    def __init__(self, tests: list[str], seconds: dict[str, float], pipe: int) -> None:
        self.order = {test: k for k, test in enumerate(tests)}
        self.seconds = seconds
        self.pipe = pipe

    def pytest_collection_modifyitems(self, items):
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order),
            key=lambda item: self.order[item.nodeid],
        )

    def pytest_runtest_setup(self, item):
        signal.setitimer(signal.ITIMER_PROF, 5 + 10 * self.seconds[item.nodeid])

    def pytest_runtest_teardown(self, item):
        signal.setitimer(signal.ITIMER_PROF, MOST)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            os.write(self.pipe, report.nodeid.encode()[:4000])


def meet(file: str, tree, tests: list[str], seconds: dict[str, float], pipe: int) -> None:
    """Run the tests against a mutant of a file; the process ends with pytest's answer.

    The working directory is one that is removed afterwards: a mutated store may take the address of
    a database for the name of a file.
    """
    os.setsid()
    signal.setitimer(signal.ITIMER_PROF, MOST)
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    code, honest = compile(tree, file, "exec"), SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return code if self.path == file else honest(self, name)

    SourceFileLoader.get_code = get_code
    ended: int = pytest.ExitCode.NO_TESTS_COLLECTED
    for some in by_file(tests):
        if ended in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            at = sorted({str(ROOT / file_of(test)) for test in some})
            ended = pytest.main([*WORDS, *at], [Chosen(some, seconds, pipe)])
    os._exit(ended)


def by_file(tests: list[str]) -> list[list[str]]:
    """Those of the file with the most, and the others: to collect the tests of all takes long."""
    most = Counter(map(file_of, tests)).most_common(1)
    near = [test for test in tests if most[0][0] == file_of(test)]
    return [some for some in (near, [test for test in tests if test not in near]) if some]


def file_of(test: str) -> str:
    return test.partition("::")[0]


class Meeting:
    """A mutant whose tests run in a child process."""

    def __init__(self, name: str, file: str, mutant: mutants.Mutant, learnt) -> None:
        lines, seconds = learnt
        ran = {t for n in mutant.place.lines for t in lines.get(file, {}).get(str(n), [])}
        by_import = "" in ran and len(ran) == 1
        tests, total = [], 0.0
        for test in sorted(seconds if by_import else ran - {""}, key=lambda test: seconds[test]):
            if (total := total + seconds[test]) < MOST:
                tests.append(test)
        self.name, self.tests, self.start = name, tests, time.monotonic()
        self.folder = tempfile.TemporaryDirectory()
        self.reading, writing = os.pipe()
        self.child = os.fork()
        if not self.child:
            os.chdir(self.folder.name)
            meet(file, mutant.tree, tests, seconds, writing)
        os.close(writing)

    def result(self, status: int) -> dict[str, object]:
        """How it went: `killed` names the test that failed, or says what else ended it."""
        with suppress(ProcessLookupError):
            os.killpg(self.child, signal.SIGKILL)
        self.folder.cleanup()
        failed = os.read(self.reading, 4000).decode(errors="replace")
        os.close(self.reading)
        ended = "time" if os.WIFSIGNALED(status) else {0: "", 5: ""}.get(status >> 8, "an error")
        seconds = round(time.monotonic() - self.start, 1)
        killed = failed or ended
        return {"mutant": self.name, "killed": killed, "tests": len(self.tests), "s": seconds}


def hunt(chosen, learnt, processes: int) -> None:
    """Run every mutant against its tests; each result is kept at once."""
    waiting, under_way = list(reversed(chosen)), {}
    with (KEPT / "results.jsonl").open("a", buffering=1) as results:
        while waiting or under_way:
            while waiting and len(under_way) < processes:
                meeting = Meeting(*waiting.pop(), learnt)
                under_way[meeting.child] = meeting
            time.sleep(0.05)
            for child, meeting in list(under_way.items()):
                if time.monotonic() - meeting.start > 30 * MOST:
                    os.killpg(child, signal.SIGKILL)
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    result = under_way.pop(child).result(status)
                    results.write(json.dumps(result) + "\n")
                    print(f"{result['killed'] or 'SURVIVES':60.60} {result['mutant']}", flush=True)


def main(count: int, processes: int) -> int:
    os.environ |= {"NBGAMES_JIT": "0", "HYPOTHESIS_PROFILE": "mutants"}
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    if not LEARNT.exists():  # in another process: a mutant is to be imported first in its own
        with tempfile.TemporaryDirectory() as folder:
            run = [sys.executable, "-m", "tools.mutate", "--learn"]
            subprocess.run(run, check=True, cwd=folder)
    *learnt, others = json.loads(LEARNT.read_text())
    every = every_mutant()
    chosen = sorted(every, key=lambda one: sha256(one[0].encode()).digest())[:count]
    for name in others:  # once for all the processes
        with suppress(Exception):
            importlib.import_module(name)
    gc.freeze()
    hunt([one for one in chosen if one[0] not in met()], learnt, processes)
    killed = met()
    alive = [name for name, *_ in chosen if not killed[name]]
    said = explained()
    silent = [name for name in alive if f"`{name}`" not in said]
    print("", *(f"not explained: {name}" for name in silent), sep="\n")
    print(
        f"{len(every)} mutants, {len(chosen)} tried, {len(chosen) - len(alive)} killed, "
        f"{len(alive)} survive, {len(alive) - len(silent)} of them explained"
    )
    return int(bool(silent) or len(alive) > len(chosen) / 10)


def every_mutant() -> list[tuple[str, str, mutants.Mutant]]:
    """The name, the file and the change of each."""
    return [
        (f"{path.relative_to(ROOT / 'nbgames')} {mutant.name}", str(path), mutant)
        for source in SOURCES
        for path in sorted(ROOT.glob(source))
        for mutant in mutants.mutants(path.read_text())
    ]


def explained() -> str:
    """What is said of survivors, in one line."""
    return " ".join(SURVIVORS.read_text().split())


def met() -> dict[str, str]:
    """What killed each mutant so far; "" for a survivor."""
    file = KEPT / "results.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return {one["mutant"]: one["killed"] for one in map(json.loads, lines)}


def arguments() -> argparse.ArgumentParser:
    asked = parser(__doc__)
    asked.add_argument("count", nargs="?", type=whole, default=500, help="mutants to try; 500")
    asked.add_argument("processes", nargs="?", type=whole, default=2, help="at the same time; 2")
    asked.add_argument("--learn", action="store_true", help="only record what the tests run")
    return asked


if __name__ == "__main__":
    given = arguments().parse_args()
    sys.exit(learn() if given.learn else main(given.count, given.processes))
