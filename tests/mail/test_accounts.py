"""Passwords, tokens and waiting; and a canary that must be found in nothing that nbgames writes."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import extract_parameters
from argon2.exceptions import VerifyMismatchError

import nbgames
from mail.conftest import sign_up, wait_for
from mail.transcripts import QUICK
from nbgames import Refused
from nbgames.mail import Server, accounts, throttle
from nbgames.mail.server import server_at
from nbgames.mail.tables import login

CANARY = "Zx9canary"


def test_a_password_is_kept_as_argon2id_of_owasps_least(file_url):
    Server(file_url).handle(f"signup alice {CANARY}")
    stored = Server(file_url).store.read(lambda tx: accounts.find(tx, "alice").password)
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert CANARY not in stored


def test_an_unknown_userid_takes_as_long_as_a_wrong_password(file_url, monkeypatch):
    """The dummy is a real hash of the same cost: else it would be refused at once."""
    server, hasher, costs = Server(file_url), accounts.HASHER, []
    server.handle("signup alice chocolate")

    class Counted:
        def verify(self, stored, password):
            with pytest.raises(VerifyMismatchError):  # raised only after all the work
                hasher.verify(stored, password)
            costs.append(extract_parameters(stored))
            raise VerifyMismatchError

    monkeypatch.setattr(accounts, "HASHER", Counted())
    for userid in ("alice", "nobody1"):
        assert "do not go together" in server.handle(f"message {userid} wrong").text
    known, unknown = costs
    assert known == unknown


def test_a_password_is_the_same_in_either_unicode_form(file_url, quick):
    server = Server(file_url)
    server.handle("signup alice caf\u00e9ﬁ")
    assert server.login("ALICE", "cafe\u0301fi") == "alice"


def test_a_weaker_hash_is_renewed_at_the_next_login(file_url, monkeypatch):
    server = Server(file_url)
    with monkeypatch.context() as patch:
        patch.setattr(accounts, "HASHER", QUICK)
        server.handle("signup alice pw")
    assert server.login("alice", "pw") == "alice"
    assert "m=19456" in server.store.read(lambda tx: accounts.find(tx, "alice").password)


def test_passwords_are_hashed_four_at_a_time_for_who_signs_up_too(file_url, quick, monkeypatch):
    """Each hash takes 19 MiB: fifty at once were 187 MB when a sign-up did not wait its turn."""
    inside, begun, may_end = [], [], threading.Event()
    hashed = accounts.hashed

    class Slow:
        def hash(self, password):
            inside.append(password)
            assert may_end.wait(120)
            return QUICK.hash(password)

    def counted(password):
        begun.append(password)
        return hashed(password)

    monkeypatch.setattr(accounts, "HASHER", Slow())
    monkeypatch.setattr(accounts, "hashed", counted)
    server = Server(file_url)
    lines = [f"signup person{k} three-fine-words-{k}" for k in range(8)]
    with ThreadPoolExecutor(8) as threads:
        replies = [threads.submit(server.handle, line) for line in lines]
        wait_for(lambda: len(begun) == 8 and len(inside) >= 4)
        is_full = not accounts._AT_ONCE.acquire(blocking=False)
        at_once = len(inside)
        may_end.set()
        assert is_full and at_once == 4
        assert all(reply.result().ok for reply in replies)
    server.close()


def test_the_right_password_many_times_at_once_is_no_failure(file_url, quick, monkeypatch):
    """Attempts are counted before they are looked at, and so one after the other is."""
    server, inside, most = Server(file_url), [], []
    server.handle("signup alice three-fine-words")
    count, forgive = throttle.count, throttle.forgive

    def counted(tx, *whose):
        count(tx, *whose)
        inside.append(1)
        most.append(len(inside))

    def forgiven(tx, *whose):
        inside.clear()
        forgive(tx, *whose)

    monkeypatch.setattr(throttle, "count", counted)
    monkeypatch.setattr(throttle, "forgive", forgiven)
    with ThreadPoolExecutor(12) as threads:
        names = list(threads.map(lambda _: server.login("alice", "three-fine-words"), range(12)))
    assert set(names) == {"alice"} and max(most) == 1
    server.close()


@pytest.mark.slow
def test_after_five_failures_everybody_waits_in_every_server(url, quick, monkeypatch):
    server, other, clock = Server(url), Server(url), [throttle.now()]
    monkeypatch.setattr(throttle, "now", lambda: clock[0])
    server.handle("signup alice pw")
    for _ in range(5):
        assert "do not go together" in server.handle("message alice wrong").text
    assert "wait 2 seconds" in other.handle("message alice pw").text
    clock[0] += 3000
    assert other.handle("message alice pw").ok
    assert server.handle("message alice pw").ok
    assert "do not go together" in server.handle("message alice wrong").text
    server.close(), other.close()


@pytest.mark.slow
def test_the_wait_grows_to_fifteen_minutes_and_no_further(file_url, quick, monkeypatch):
    server, clock = Server(file_url), [throttle.now()]
    monkeypatch.setattr(throttle, "now", lambda: clock[0])
    for _ in range(20):
        server.handle("message alice wrong")
        clock[0] += 1_000_000
    clock[0] -= 1_000_000
    assert "wait 900 seconds" in server.handle("message alice wrong").text


def test_a_token_ends(file_url, quick, monkeypatch):
    server = Server(file_url)
    server.handle("signup alice pw")
    server.login("alice", "pw")
    assert server.handle("message alice -").ok
    later = accounts.now() + accounts.TOKEN_LIVES + 1
    monkeypatch.setattr(accounts, "now", lambda: later)
    assert "log in again" in server.handle("message alice -").text


def test_a_new_password_ends_every_login(file_url, quick):
    server = Server(file_url)
    server.handle("signup alice pw")
    server.login("alice", "pw")
    server.handle("change password alice pw better")
    assert "log in again" in server.handle("message alice -").text


def test_a_token_speaks_for_its_owner_only(file_url):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    server.tokens["bob"] = server.tokens["alice"]
    reply = server.handle("projex move 101 bob - B2")
    assert not reply.ok and "another's" in reply.text


def test_only_the_hash_of_a_token_is_stored(tmp_path, file_url):
    server = sign_up(Server(file_url), "alice")
    server.close()
    assert server.tokens["alice"].encode() not in (tmp_path / "mail.db").read_bytes()


def test_the_file_is_its_owners_alone(tmp_path, file_url):
    Server(file_url)
    assert (tmp_path / "mail.db").stat().st_mode & 0o077 == 0


def test_logging_in_asks_and_then_a_stroke_stands_for_the_password(file_url, quick, monkeypatch):
    monkeypatch.setenv("NBGAMES_URL", file_url)
    server = nbgames.mail.default()
    server.handle(f"signup alice {CANARY}")
    assert login("Alice", ask=lambda prompt: CANARY) == "alice"
    assert server.handle("message alice -").ok
    with pytest.raises(Refused, match="do not go together"):
        login("alice", ask=lambda prompt: "wrong")
    server_at.cache_clear()


def test_where_nobody_can_be_asked_login_says_what_to_do(file_url, monkeypatch):
    monkeypatch.setenv("NBGAMES_URL", file_url)

    def no_stdin(prompt):
        raise EOFError

    with pytest.raises(Refused, match="NBGAMES_PASSWORD"):
        login("alice", ask=no_stdin)
    server_at.cache_clear()


# The shell


def shell(tmp_path, *words, given="", **more):
    env = {**os.environ, "NBGAMES_URL": f"sqlite:///{tmp_path / 'mail.db'}", **more}
    run = [sys.executable, "-m", "nbgames", *words]
    return subprocess.run(run, input=given, capture_output=True, text=True, env=env, timeout=120)


@pytest.mark.slow
def test_a_reader_that_has_read_enough_breaks_nothing():
    words = [sys.executable, "-m", "nbgames", "help"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


@pytest.mark.long
@pytest.mark.slow
def test_the_shell_takes_the_same_words(tmp_path):
    assert shell(tmp_path, "signup", "alice", "-", NBGAMES_PASSWORD=CANARY).returncode == 0
    done = shell(tmp_path, "signup", "bob", CANARY)
    assert "stays in the shell's history" in done.stderr
    assert shell(tmp_path, "projex", "challenge", "-size=3", "alice", "bob").stdout.startswith(
        "projex board 101"
    )
    moved = shell(tmp_path, "projex", "move", "101", "alice", "-", "B2", NBGAMES_PASSWORD=CANARY)
    assert "bob (O) to make move 2, or a swap" in moved.stdout
    wrong = shell(tmp_path, "projex", "mvoe", "101", "bob", CANARY + "x", "B3")
    assert wrong.returncode == 1 and "do not go together" in wrong.stderr and not wrong.stdout
    lines = f"projex move 101 bob {CANARY} swap\n thank you\nprojex show 101\n"
    several = shell(tmp_path, given=lines)
    assert "move 2: thank you" in several.stdout
    assert "all is well" in shell(tmp_path, "doctor").stdout
    assert shell(tmp_path, "backup", str(tmp_path / "copy.db")).returncode == 0
    assert "usage" not in shell(tmp_path, "--help").stderr
    for out in (done, wrong, moved, several):
        assert CANARY not in out.stdout + out.stderr
    for path in tmp_path.iterdir():
        assert CANARY.encode() not in path.read_bytes()


@pytest.mark.slow
def test_without_words_the_shell_shows_the_help(tmp_path):
    assert "help tutorial" in shell(tmp_path, "help").stdout


@pytest.mark.slow
def test_a_shell_without_a_terminal_is_never_asked(tmp_path):
    assert shell(tmp_path, "signup", "alice", CANARY).returncode == 0
    done = shell(tmp_path, "message", "alice", "-")
    assert done.returncode == 1 and "nobody is logged in" in done.stderr


# A notebook

NOTEBOOK = [
    "%load_ext nbgames",
    f"%pbm signup alice {CANARY}",
    f"%%pbm\nsignup bob {CANARY}\nprojex challenge -size=3 alice bob\n hello",
    f"reply = %pbm projex move 101 alice {CANARY} B2\nprint(reply.match.moves)",
    f"%pbm projex mvoe 101 bob {CANARY}x swap",
    f"%pbm projex move 101 bob {CANARY} swap\n1 / 0",
    f"!nbgames projex moev 101 bob {CANARY} B3",
    "%history\nprint(In, _i, _i2, _ih)",
    "import nbgames.mail\nnbgames.mail.table('projex', 101)",
]


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """A real kernel that has run the notebook: its folder, the messages, the notebook as saved."""
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook
    from tools.course_run import WokenManager

    folder = tmp_path_factory.mktemp("kernel")
    env = {
        "NBGAMES_URL": f"sqlite:///{folder / 'mail.db'}",
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
    }
    old = {name: os.environ.get(name) for name in env}
    os.environ.update(env)
    replies = []

    def keep(cell, cell_index, execute_reply):
        """What a front end does: the cell is replaced as the reply asks."""
        for payload in execute_reply["content"].get("payload", []):
            if payload.get("source") == "set_next_input" and payload["replace"]:
                cell.source = payload["text"]
        replies.append(execute_reply)

    try:
        nb = new_notebook(cells=[new_code_cell(source) for source in NOTEBOOK])
        history = str(folder / "history.sqlite")
        client = NotebookClient(
            nb,
            timeout=120,
            iopub_timeout=120,
            allow_errors=True,
            on_cell_executed=keep,
            ipython_hist_file=history,
            kernel_manager_class=WokenManager,
        )
        client.execute()
    finally:
        for name, value in old.items():
            os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)
    return folder, nb, replies


@pytest.mark.slow
def test_a_notebook_plays_with_the_same_words(notebook):
    _, nb, _ = notebook
    assert "('B2',)" in nb.cells[3].outputs[0].text
    assert "2 moves" in nb.cells[8].outputs[-1].data["text/plain"]


@pytest.mark.slow
def test_a_reply_has_the_board_drawn_and_the_text_beside_it(notebook):
    _, nb, _ = notebook
    shown = [out for out in nb.cells[2].outputs if out.output_type == "display_data"]
    assert shown[0].data["text/plain"].startswith("welcome, bob")
    assert {"image/png", "text/html"} <= set(shown[1].data)
    assert "hello" in shown[1].data["text/plain"]


@pytest.mark.slow
def test_the_canary_is_in_no_output_no_reply_and_no_saved_cell(notebook):
    _, nb, replies = notebook
    assert any(out.output_type == "error" for out in nb.cells[5].outputs)  # with a traceback
    saved = json.dumps(nb)
    assert CANARY not in saved, saved[saved.index(CANARY) - 300 :][:600]
    assert CANARY not in json.dumps(replies, default=str)


@pytest.mark.slow
def test_the_canary_is_in_no_history_and_no_file(notebook):
    folder, _, _ = notebook
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "history.sqlite" for path in files)
    for path in files:
        assert CANARY.encode() not in path.read_bytes(), path
    history = sqlite3.connect(next(p for p in files if p.name == "history.sqlite"))
    text = str(history.execute("select source, source_raw from history").fetchall())
    assert "%pbm signup alice ****" in text
