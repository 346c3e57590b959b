"""The queue of writers to one file is FIFO; a killed or stuck one holds up nobody."""

import multiprocessing
import os
import signal
import threading
from pathlib import Path

import pytest

from mail.conftest import sign_up, wait_for
from nbgames.mail import Server, contention
from nbgames.mail.contention import queued
from nbgames.mail.store import Store

LONG = 600  # seconds: who waits so long in a test was forgotten
FORK = multiprocessing.get_context("fork") if hasattr(os, "fork") else None

pytestmark = pytest.mark.skipif(
    contention.fcntl is None or not Path("/proc/locks").exists(),
    reason="NO QUEUE: no Linux",
)


@pytest.fixture
def shared(tmp_path):
    path = tmp_path / "mail.db"
    path.touch(0o600)
    return path


def waiting(shared):
    """How many tickets are in the queue behind the first, as the system lists its locks."""
    node = f":{os.stat(f'{shared}-line').st_ino} "
    rows = Path("/proc/locks").read_text().splitlines()
    return max(0, sum("WRITE" in row and node in row for row in rows) - 1)


def started(count, shared, deed):
    """Threads that do this, each begun when the one before it is in the queue."""
    threads = [threading.Thread(target=deed, args=(k,), daemon=True) for k in range(count)]
    before = waiting(shared)
    for k, thread in enumerate(threads, 1):
        thread.start()
        wait_for(lambda k=k: waiting(shared) == before + k)
    return threads


def finished(threads):
    for thread in threads:
        thread.join(120)
    return not any(thread.is_alive() for thread in threads)


def test_who_came_first_writes_first(file_url):
    store, order = Store(file_url), []
    with queued(store.path, LONG):
        writers = started(12, store.path, lambda k: store.write(lambda tx: order.append(k)))
    assert finished(writers)
    assert order == list(range(12))
    store.close()


def test_who_has_just_written_goes_to_the_end_of_the_queue(shared):
    order = []

    def often(k):
        for _ in range(5):
            with queued(shared, LONG):
                order.append(k)
                # The one in front goes on when all others stand behind it again.
                wait_for(lambda: waiting(shared) == min(3, 20 - len(order)))

    with queued(shared, LONG):
        writers = started(4, shared, often)
    assert finished(writers)
    assert order == [0, 1, 2, 3] * 5


def stand(shared, heard):
    with queued(shared, LONG):
        heard.set()
        signal.pause()


@pytest.mark.parametrize("place", [0, 1], ids=["who writes", "who waits"])
def test_who_is_killed_holds_up_nobody(shared, place):
    """Of two processes and a thread, in this order, one process is killed and then the other."""
    processes, heard = [], [FORK.Event(), FORK.Event()]
    for k in range(2):
        processes.append(FORK.Process(target=stand, args=(shared, heard[k])))
        processes[k].start()
        wait_for(heard[0].is_set if k == 0 else lambda: waiting(shared) == 1)
    came = threading.Event()

    def come(_):
        with queued(shared, LONG):
            came.set()

    threads = started(1, shared, come)
    processes[place].kill()
    processes[place].join()
    if place == 0:
        assert heard[1].wait(120)  # the next one is in front
    assert not came.is_set()
    processes[1 - place].kill()
    assert finished(threads) and came.is_set()
    processes[1 - place].join()


def test_a_child_that_was_forked_in_front_does_not_stay_there(shared):
    with queued(shared, LONG):
        child = FORK.Process(target=signal.pause)
        child.start()
    with queued(shared, 30):
        assert waiting(shared) == 0
    child.kill()
    child.join()


def test_who_gave_up_waiting_has_left_the_queue(shared):
    with queued(shared, LONG):
        with queued(shared, 0.01):
            pass
        assert waiting(shared) == 0
    with queued(shared, LONG):
        assert waiting(shared) == 0


def test_a_store_is_written_when_who_is_in_front_does_not_write(file_url, monkeypatch):
    server = sign_up(Server(file_url), "alice")
    monkeypatch.setattr("nbgames.mail.store.QUEUE_TIMEOUT", 0.1)
    with queued(server.store.path, LONG):
        assert server.handle("projex challenge -size=3 alice alice").ok
    server.close()


@pytest.mark.parametrize("missing", ["the locks", "the file", "the disk"])
def test_where_there_is_no_queue_a_store_is_written_without_one(tmp_path, monkeypatch, missing):
    def refuse(*words):
        raise OSError("no locks available")

    if missing == "the locks":
        monkeypatch.setattr(contention, "fcntl", refuse)
    elif missing == "the file":
        (tmp_path / "mail.db-line").mkdir()
    else:
        monkeypatch.setattr("nbgames.mail.database.file_system", lambda path: "nfs4")
    server = sign_up(Server(f"sqlite:///{tmp_path / 'mail.db'}"), "alice")
    assert server.handle("projex challenge -size=3 alice alice").ok
    server.close()


def test_nobody_else_may_queue_at_a_private_file(file_url):
    store = Store(file_url)
    assert Path(f"{store.path}-line").stat().st_mode & 0o777 == 0o600
    store.close()
