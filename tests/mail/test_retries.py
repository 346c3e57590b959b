"""How long a transaction is retried, and after which errors."""

import random
import sqlite3
from itertools import count

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from nbgames.mail.contention import Conflict, retried


class FromServer(Exception):
    """What PostgreSQL's driver raises: its manual names these states in appendix A."""

    def __init__(self, sqlstate):
        self.sqlstate = sqlstate


def told(cause, kind=OperationalError):
    return kind("SELECT 1", {}, cause)


def busy(tmp_path):
    """SQLite's own error where another writes."""
    path = tmp_path / "held.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        sqlite3.connect(path, timeout=0, isolation_level=None).execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        return error
    finally:
        holder.close()


@pytest.fixture
def waits(monkeypatch):
    """The seconds that were waited, which are not waited here."""
    found = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


def failing(error, times):
    """Work that fails so often, and then says how often it was tried."""
    tries = count(1)

    def work():
        if (this := next(tries)) <= times:
            raise error
        return this

    return work


@pytest.mark.parametrize("state", ["40001", "40P01", "55P03"])  # overtaken, deadlock, locked
def test_what_passes_on_a_server_is_waited_for(state, waits):
    assert retried(failing(told(FromServer(state)), 3)) == 4 and len(waits) == 3


def test_what_passes_is_waited_for(tmp_path, waits):
    assert retried(failing(busy(tmp_path), 3)) == 4
    assert retried(failing(told(busy(tmp_path)), 3)) == 4
    assert retried(failing(Conflict(), 3)) == 4
    assert retried(failing(told(Exception(), IntegrityError), 100)) == 101
    assert len(waits) == 109


@pytest.mark.parametrize(
    "error",
    [
        sqlite3.OperationalError("no such table: game"),
        told(FromServer("42P01")),
        told(ConnectionResetError()),
    ],
    ids=repr,
)
def test_what_does_not_pass_is_told_at_once(error, waits):
    with pytest.raises(type(error)):
        retried(failing(error, 1))
    assert not waits


def test_who_collides_again_and_again_reads_a_damaged_file(waits):
    with pytest.raises(IntegrityError):
        retried(failing(told(Exception(), IntegrityError), 101))


def test_after_thirty_seconds_it_is_enough(waits, monkeypatch):
    clock = iter([100.0, 110.0, 130.0, 130.1])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    with pytest.raises(Conflict):
        retried(failing(Conflict(), 10))
    assert len(waits) == 2


def test_what_the_caller_draws_from_a_seed_stays(waits):
    before = random.getstate()
    retried(failing(Conflict(), 10))
    assert len(waits) == 10 and random.getstate() == before


def test_who_has_waited_longer_asks_more_often(waits, monkeypatch):
    monkeypatch.setattr("nbgames.mail.contention.uniform", lambda least, most: least)
    retried(failing(Conflict(), 10))
    monkeypatch.setattr("nbgames.mail.contention.uniform", lambda least, most: most)
    retried(failing(Conflict(), 10))
    assert (waits[0], waits[9]) == (0.0025, 0.0005)
    assert (waits[10], waits[19]) == (0.0075, 0.0015)
