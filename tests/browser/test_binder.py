"""The environment that Binder makes: from the files in binder/ alone, in a fresh place."""

import subprocess
import time
from pathlib import Path

import pytest
from tools.environments import BINDER, inside, made
from tools.found import Found
from tools.hosts import JUPYTER, in_jupyter

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def hosts(tmp_path_factory):
    """A folder in which Binder's environment is ready."""
    folder, start = tmp_path_factory.mktemp("binder"), time.monotonic()
    home = made(folder, BINDER, JUPYTER[BINDER][1]).parent
    size = sum(path.stat().st_size for path in home.rglob("*") if not path.is_symlink())
    print(f"\nmade in {time.monotonic() - start:.0f} s, {size / 1e6:.0f} MB")
    return folder


RUN = "import sys; sys.path.insert(0, sys.argv[1]); from tools.course_run import run"
RUN += "; import nbformat; run(nbformat.read(sys.argv[2], 4))"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_there(hosts, path, tmp_path):
    bin = made(hosts, BINDER, [])
    own = {name: str(tmp_path / name) for name in ("JUPYTER_DATA_DIR", "IPYTHONDIR")}
    start = time.monotonic()
    done = subprocess.run(
        [bin / "python", "-c", RUN, ROOT / "tests", path],
        env=inside(bin.parent) | own, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    print(f"\n{path.stem}: {time.monotonic() - start:.1f} s")


def test_a_board_is_played_on_in_its_lab(hosts, chromium):
    found = Found(BINDER)
    in_jupyter(chromium, hosts, found, BINDER)
    assert found.version == "4.4.9"
    assert {*found.cells.values()} == {"yes"}
