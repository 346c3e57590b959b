"""What the soak counts as flat, and a soak of half a minute."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from mail import proxies
from mail.conftest import absent
from tools import soak

TESTS = Path(__file__).parent
SERVED = ("students", "wall")  # parts of the soak that want nginx


@pytest.mark.parametrize(
    ("samples", "is_flat"),
    [
        pytest.param([0, *[7] * 20], True, id="what the start takes"),
        pytest.param([0, *[7] * 18, 9, 7], True, id="one odd sample"),
        pytest.param([*range(21)], False, id="one more each round"),
        pytest.param([0, *[7] * 10, *[8] * 10], False, id="one more, once"),
    ],
)
def test_flat_is_what_does_not_grow_once_warm(samples, is_flat):
    assert soak.flat("handles", samples).holds == is_flat


@pytest.mark.long
def test_a_soak_sees_what_no_cell_closes(monkeypatch, tmp_path):
    monkeypatch.setattr(soak, "MOVES", 1)
    monkeypatch.setattr(soak, "SHOW", f"{soak.SHOW}import ipywidgets; ipywidgets.IntSlider()")
    found = {row.what: row for row in soak.boards(0.01, tmp_path)}
    # 11 rounds lie between the two middles; a slider, its layout and its style have a comm each
    assert (found["comms"].grew, found["comms"].holds) == (33, False)
    assert found["open handles of the kernel"].holds


@pytest.mark.long
def test_a_small_soak_holds(tmp_path):
    told = tmp_path / "soak.json"
    command = ["-m", "tools.soak", "boards", "mail", "crash", "--factor", "0.01", "--json", told]
    run = subprocess.run(
        [sys.executable, *command], cwd=TESTS, capture_output=True, text=True, timeout=280
    )
    assert run.returncode == 0, run.stdout + run.stderr
    rows = {
        row["what"]: row for part in json.loads(told.read_text()).values() for row in part["rows"]
    }
    assert (rows["moves"]["end"], rows["rounds"]["end"]) == (400, 5)
    assert rows["SQLite: moves acknowledged"]["end"] > 0


@pytest.mark.long
def test_a_short_soak_of_students_and_a_wall_loses_nothing(tmp_path):
    """How long their answers take is told by a whole soak on an idle machine, not here."""
    if proxies.program("nginx") is None:
        absent("NO NGINX: students are not simulated; .ci/proxies install")
    told = tmp_path / "soak.json"
    command = ["-m", "tools.soak", *SERVED, "--factor", "0.02", "--json", told]
    run = subprocess.run([sys.executable, *command], cwd=TESTS, capture_output=True, text=True)
    assert told.exists(), run.stdout + run.stderr
    rows = {
        row["what"]: row for part in json.loads(told.read_text()).values() for row in part["rows"]
    }
    for what in ("refused", "acknowledged and lost", "changes never seen"):
        assert rows[what]["end"] == 0, rows
    assert rows["moves acknowledged"]["end"] > 0 and rows["changes"]["end"] > 0
