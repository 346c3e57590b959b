"""What the README shows to paste works when it is pasted, and what it points to is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from thinned import first_of

import nbgames
from nbgames.play.table import Table
from nbgames.web.about import told

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("fast", first_of([False, True]), ids=["plain", "compiled"])
def test_its_python_runs_from_top_to_bottom(monkeypatch, fast):
    """To compile for it takes longer than all of it."""
    monkeypatch.setenv("NBGAMES_JIT", str(int(fast)))
    names: dict = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), names)
    assert names["m"].moves == ("F6", "swap", "A6")
    assert len(names["G"]) == 75
    names["w"].close()


ANSWERED = """
from time import sleep
while w._desk.computer.thinking:
    sleep(0.01)
print(len(w.match.moves), "moves")
"""


def test_its_board_is_a_script_that_needs_no_guard(tmp_path):
    """The process of the computer player ran the script again, and printed a RuntimeError."""
    script = tmp_path / "first.py"
    script.write_text(blocks("python")[0] + ANSWERED, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NBGAMES_JIT": "0"}
    ran = subprocess.run(
        [sys.executable, script], env=environment, capture_output=True, text=True, timeout=600
    )
    assert ran.stdout.endswith("4 moves\n")
    assert "Error" not in ran.stderr


def test_its_plan_can_be_made_on_its_board():
    """C3 is no cell of a Projex of size 6."""
    (text,) = re.findall(r"`plan ([^`]+)`", README)
    (one, reply), (other, answer) = (line.split() for line in text.split("; "))
    told = f"plays {reply} if {one} comes, {answer} if {other} does"
    assert told in README.replace("\n", " ")
    table = Table(nbgames.match("projex", 6).play("F6", "swap", "A6"))
    table.plan(text)
    table.play(other)
    assert table.match.moves[-1] == answer


def test_its_mail_is_understood(tmp_path):
    server = pytest.importorskip("nbgames.mail.server").Server(f"sqlite:///{tmp_path}/games.db")
    (lines,) = blocks("console")
    replies = [server.handle(line.removeprefix("nbgames ")) for line in lines.splitlines()]
    assert all(reply.ok for reply in replies), [reply.text for reply in replies]
    assert replies[-1].match.moves == ("F6",)


def test_it_says_how_a_copy_gets_its_owner():
    assert "`.ci/owner NAME`" in README and (ROOT / ".ci/owner").is_file()


def test_it_lists_the_keys_of_a_board():
    assert f"<!-- keys -->\n```text\n{told()}```\n" in README


@pytest.mark.parametrize("page", ["README", "CONTRIBUTING", "ARCHITECTURE", "SECURITY", "RESULTS"])
def test_what_a_page_points_to_is_there(page):
    text = (ROOT / f"{page}.md").read_text("utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_citation_is_of_this_version():
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {nbgames.__version__}\n" in cited
    assert f"## {nbgames.__version__}," in (ROOT / "CHANGELOG.md").read_text("utf-8")
