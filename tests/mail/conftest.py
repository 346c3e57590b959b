"""Servers to test: over SQLite in a file, and over a PostgreSQL database made for the run."""

import os
import pwd
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest

from mail.transcripts import QUICK
from nbgames.mail import Server, accounts
from nbgames.mail.http.server import Place, Web


class Postgres:
    """A cluster in a folder of its own, spoken to by a socket in it.

    Tests kill the server, never the machine: nothing need reach the disk, and a start after a hard
    stop, which would write all files out first, took minutes on a busy one. Who measures, or wants
    what was acknowledged to be on disk, says fsync="on".
    """

    def __init__(self, bin_: Path, *, fsync: str = "off") -> None:
        self.bin, self.fsync = bin_, fsync
        self.folder = Path(tempfile.mkdtemp(prefix="nbgames-pg-", dir="/tmp"))
        self.user = None
        if os.geteuid() == 0:  # initdb refuses root
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in names else "nobody"
            shutil.chown(self.folder, self.user)
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "nbgames", "-E", "UTF8", "-N")
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program, *words):
        done = subprocess.run(
            [self.bin / program, *words],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60"
        options += f" -c fsync={self.fsync}"
        words = ("-D", self.data, "-w", "-t", "180", "-o", options, "-l", self.folder / "log")
        self.run("pg_ctl", *words, "start")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self) -> str:
        """The address of a new, empty schema, which takes a tenth of the time of a database."""
        import psycopg  # where there is a cluster alone: other parts load this module too

        name = f"t{uuid4().hex[:12]}"
        address = f"postgresql://nbgames@/postgres?host={self.folder}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"create schema {name}")
        return f"{address}&options=-csearch_path%3D{name}"


def postgres_bin():
    """The folder of initdb: Debian keeps it out of PATH."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name))
    found = shutil.which("initdb")
    places += [Path(found).resolve().parent] if found else []
    return next((p for p in reversed(places) if (p / "initdb").exists()), None)


def absent(words):
    """What a test needs is not installed: a fault where the set-up should have seen to it."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(words)


@pytest.fixture(scope="session")
def postgres():
    where = postgres_bin()
    if where is None:
        absent("PostgreSQL IS NOT TESTED: no initdb here; apt-get install postgresql")
    cluster = Postgres(where)
    yield cluster
    cluster.remove()


# `make test` asks both kinds of store in these files: what is written, who may, and races.
BOTH_STORES = {"test_accounts", "test_network", "test_operations", "test_store"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """In all other files PostgreSQL is asked by `make test-all` alone."""
    for item in items:
        asked = item.callspec.params.get("url") if hasattr(item, "callspec") else None
        if asked == "postgres" and item.path.stem not in BOTH_STORES:
            item.add_marker("long")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    """The address of a new store, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'mail.db'}"
    return request.getfixturevalue("postgres").database()


@pytest.fixture
def file_url(tmp_path):
    return f"sqlite:///{tmp_path / 'mail.db'}"


@pytest.fixture
def quick(monkeypatch):
    """Hash passwords weakly: a test is no secret."""
    monkeypatch.setattr(accounts, "HASHER", QUICK)


@pytest.fixture
def web(file_url, quick):
    """A web server over a store in a file."""
    server = Web(Place(), file_url, rate=0)
    threading.Thread(target=server.run, daemon=True).start()
    yield server
    server.stop()


@pytest.fixture
def serving(file_url):
    """Starts web servers over one store."""
    started = []

    def start(**more):
        rate = more.pop("rate", 0)
        started.append(Web(Place(**more), file_url, rate=rate))
        threading.Thread(target=started[-1].run, daemon=True).start()
        return started[-1]

    yield start
    for web in started:
        web.stop()


def asked(web, path, data=None, **heads):
    """The status, headers and text of an answer."""
    heads = {name.replace("_", "-"): value for name, value in heads.items()}
    try:
        with urlopen(Request(web.address + path, data, heads), timeout=120) as got:
            return got.status, got.headers, got.read().decode()
    except HTTPError as error:
        return error.code, error.headers, error.read().decode()


def sign_up(server, *userids):
    """Accounts and logins for these, without the time that a real hash takes."""
    for userid in userids:
        server.store.write(lambda tx, u=userid: accounts.add(tx, u, "$argon2id$none", ()))
        server.tokens[userid] = accounts.new_token(server.store, userid)
    return server


@pytest.fixture
def class_of_two(url):
    """A server where alice and bob are logged in."""
    server = sign_up(Server(url), "alice", "bob")
    yield server
    server.close()


def wait_for(condition, seconds=120):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)
