"""Does `make test` pass every time on a busy machine? Runs it beside eight busy processes.

Each run is a line of tests/data/loaded_runs.jsonl: when it began, the commit ("-dirty" where files
were changed), processors, busy processes, seconds, and the tests that failed, or what the last line
said if none was named. What pytest printed is in .pytest_cache/loaded_runs.log. A run takes most of
an hour on two cores, so fifty are made in pieces: `make loaded ARGS=3` makes three more.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from tools import parser, whole

ROOT = Path(__file__).parents[2]
RUNS = ROOT / "tests/data/loaded_runs.jsonl"
OUTPUT = ROOT / ".pytest_cache/loaded_runs.log"
BUSY = 8
LONGEST = 2 * 60 * 60  # seconds of a run; more is a failure
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@contextmanager
def busy(count: int) -> Iterator[None]:
    """As many processes that only count; they end with the block."""
    counting = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in counting:
            process.kill()
            process.wait()


def failed(said: str, code: int) -> list[str]:
    """The tests that failed, by pytest's summaries; or how `make` ended, if it named none.

    >>> failed("FAILED tests/test_mcts.py::test_a - AssertionError\\nmake: *** Error 1", 2)
    ['tests/test_mcts.py::test_a']
    >>> failed("no space left on device", 1), failed("835 passed", 0)
    (['no space left on device'], [])
    """
    return FAILED.findall(said) or ([said.strip().rpartition("\n")[2]] if code else [])


def described() -> str:
    """The commit; to ask before a run, since the log that it writes to is a file of the commit."""
    describe = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    said = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return said.strip()


def ended(command: list[str], output: IO[str], seconds: float) -> int:
    """How a command ended; after so many seconds it is killed. What it has started ends with it."""
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=output.fileno(), stderr=output.fileno(), start_new_session=True
    )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        output.write(f"not ended after {seconds} s: stopped\n")
        return 1
    finally:
        with suppress(ProcessLookupError):  # all have ended
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run(commit: str) -> dict[str, object]:
    """One run of `make test`, as a line of the log tells it."""
    began, start = datetime.now(UTC), time.monotonic()
    with OUTPUT.open("w") as output:
        code = ended(["make", "test"], output, LONGEST)
    return {
        "began": f"{began:%Y-%m-%d %H:%M}",
        "commit": commit,
        "processors": os.cpu_count(),
        "busy": BUSY,
        "seconds": round(time.monotonic() - start),
        "failed": failed(OUTPUT.read_text(errors="replace"), code),
    }


def told(runs: list[dict]) -> str:
    """How many passed of how many.

    >>> told([{"failed": []}, {"failed": ["tests/test_mcts.py::test_a"]}, {"failed": []}])
    '2 of 3 runs passed'
    """
    return f"{sum(not run['failed'] for run in runs)} of {len(runs)} runs passed"


if __name__ == "__main__":
    arguments = parser(__doc__)
    arguments.add_argument("count", nargs="?", type=whole, default=1, help="runs: 1 by default")
    count = arguments.parse_args().count
    OUTPUT.parent.mkdir(exist_ok=True)
    commit = described()
    with busy(BUSY):
        for _ in range(count):
            done = run(commit)
            with RUNS.open("a") as log:
                log.write(json.dumps(done) + "\n")
            print(json.dumps(done), flush=True)
    print(told([json.loads(line) for line in RUNS.read_text().splitlines()]))
