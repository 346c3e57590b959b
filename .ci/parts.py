"""The tests in eight pytests side by side: four in a browser, two of analysis, mail, all others.

Playwright keeps an event loop running in its process, so that other tests cannot run there; those
of play by mail mostly wait, for servers and disks, and those in JupyterLab for its kernels.
`python .ci/parts.py WORDS` gives each pytest these words, and prints each line of their output as
soon as it is whole. Python keeps what it has compiled of our modules, even if the environment says
that it should not: eight pytests and the hundreds of processes that they start load them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from runpy import run_path

import pytest

TESTS = Path(__file__).parent.parent / "tests"
PARTS = run_path(str(TESTS / "conftest.py"))["PARTS"]  # a source distribution has no .ci
LATER = {"boards", "firefox"}  # they end before the others even if these go first


def command(part: str, words: list[str]) -> list[str]:
    """How a part is run, with its own memory of what failed last; if nothing did, none is."""
    return [
        *("nice", "-n", "5" if part in LATER else "0"),
        *(sys.executable, "-um", "pytest", f"--part={part}"),
        *("-o", f"cache_dir=.pytest_cache/{part}", "--last-failed-no-failures=none"),
        f"--color={'yes' if sys.stdout.isatty() else 'no'}",
        *words,
    ]


def shown(part: str) -> int:
    """The exit status of a part, whose output is shown line by line; most lines tell of a file."""
    asked = command(part, sys.argv[1:])
    given = {name: v for name, v in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(
        asked, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as run:
        for line in run.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.flush()
    return run.returncode


def verdict(codes: set[int]) -> int:
    """0 if nothing failed and something ran: what was asked for may lie in one part only.

    >>> verdict({0, 5}), verdict({5}), verdict({0, 1})
    (0, 5, 1)
    """
    ran = codes - {pytest.ExitCode.NO_TESTS_COLLECTED}
    return max(ran or codes, key=abs)


if __name__ == "__main__":
    try:
        with ThreadPoolExecutor(len(PARTS)) as threads:  # else six, on two cores
            sys.exit(verdict({*threads.map(shown, PARTS)}))
    except KeyboardInterrupt:  # Ctrl-C reaches all parts, too, and they have ended here
        sys.exit(130)
