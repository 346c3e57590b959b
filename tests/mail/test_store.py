"""Nothing acknowledged is lost, no move is stored twice, and damage is never drawn."""

import json
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Thread

import psycopg
import pytest
import sqlalchemy as sa
from thinned import first_of, first_rows

from mail.conftest import Postgres, sign_up, wait_for
from nbgames import Refused
from nbgames.mail import Server, accounts, schema
from nbgames.mail.boards import Event
from nbgames.mail.contention import Conflict
from nbgames.mail.database import Unavailable, default_url, file_system, may_use_wal, sqlite_file
from nbgames.mail.schema import EVENT, GAME, META, SCHEMA
from nbgames.mail.store import Store

HERE = Path(__file__).parent


def moved(server, *words, start=1, board=101):
    """Moves of alice and bob in turn; the last reply."""
    for k, word in enumerate(words, start):
        who = server.board("projex", board).to_move
        reply = server.handle(f"projex move {board} {who} - {word}#{k}")
        assert reply.ok, reply.text
    return reply


def test_a_board_outlives_its_server(class_of_two, url):
    server = class_of_two
    server.handle("projex challenge -size=3 alice bob")
    moved(server, "B2", "swap", "C3")
    again = Server(url)
    assert again.board("projex", 101).match.moves == ("B2", "swap", "C3")
    assert again.board("projex", 101).match.seats == ("bob", "alice")
    assert again.store.check() == []
    again.close()


def test_a_second_server_sees_a_move_at_once(class_of_two, url):
    other = Server(url)
    class_of_two.handle("projex challenge -size=3 alice bob")
    assert other.board("projex", 101).match.moves == ()
    moved(class_of_two, "B2")
    assert other.board("projex", 101).match.moves == ("B2",)
    assert other.heads([("projex", 101), ("conhex", 101)]) == {("projex", 101): 2}
    other.close()


def test_of_many_boards_those_used_last_are_remembered(class_of_two, monkeypatch):
    monkeypatch.setattr("nbgames.mail.store.REMEMBERED", 2)
    for _ in range(3):
        class_of_two.handle("projex challenge -size=3 alice bob")
    for number in (101, 102, 101, 103):
        class_of_two.handle(f"projex show {number}")
    assert [*class_of_two.store._seen] == [("projex", 101), ("projex", 103)]


def test_an_event_is_stored_under_its_kind_and_with_who_did_it(class_of_two):
    class_of_two.handle("projex challenge -size=3 alice bob")
    moved(class_of_two, "B2")
    class_of_two.handle("projex resign 101 bob -")
    asked = sa.select(EVENT.c.kind, EVENT.c.actor, EVENT.c.text).order_by(EVENT.c.seq)
    assert class_of_two.store.read(lambda tx: tx.execute(asked).all()) == [
        ("challenge", "1", "1 2"),  # alice and bob
        ("move", "1", "B2"),
        ("resign", "2", ""),
    ]


def test_an_event_belongs_to_a_board(class_of_two):
    """The database itself refuses one that does not, in SQLite only where it is told to."""
    class_of_two.handle("projex challenge -size=3 alice bob")
    row = class_of_two.store.read(lambda tx: tx.execute(sa.select(EVENT)).one())
    with pytest.raises(sa.exc.IntegrityError), class_of_two.store.engine.begin() as tx:
        tx.execute(sa.insert(EVENT).values({**row._mapping, "game": 12345, "request": None}))


def test_a_board_that_was_read_is_read_on_from_there(class_of_two, url):
    other, asked = Server(url), []
    class_of_two.handle("projex challenge -size=3 alice bob")
    moved(class_of_two, "B2")
    other.board("projex", 101)
    moved(class_of_two, "C3", start=2)
    sa.event.listen(other.store.engine, "before_cursor_execute", lambda *it: asked.append(it[2:4]))
    assert other.board("projex", 101).match.moves == ("B2", "C3")
    events = [given for words, given in asked if "FROM event" in " ".join(words.split())]
    assert len(events) == 1 and 2 in (events[0].values() if url[:2] == "po" else events[0])
    other.close()


def test_what_is_remembered_is_not_what_is_checked(class_of_two):
    class_of_two.handle("projex challenge -size=3 alice bob")
    moved(class_of_two, "B2", "C3")
    with class_of_two.store.engine.begin() as tx:
        tx.execute(sa.update(EVENT).where(EVENT.c.seq == 2).values(text="B3"))
    assert class_of_two.board("projex", 101).match.moves == ("B2", "C3")
    assert "event 2 is missing or changed" in class_of_two.store.check()[0]


def test_a_store_shows_its_address_without_a_password(file_url):
    store = Store(file_url)
    assert repr(store) == f"<Store at {file_url}>"
    store.url = sa.make_url("postgresql://alice:canary@there/games")
    assert repr(store) == "<Store at postgresql://alice:***@there/games>"


@pytest.mark.long
def test_who_measures_has_a_cluster_that_writes_to_the_disk(postgres):
    durable = Postgres(postgres.bin, fsync="on")
    try:
        for cluster, fsync in ((postgres, "off"), (durable, "on")):
            store = Store(cluster.database())
            asked = store.read(lambda tx: tx.exec_driver_sql("show fsync").scalar())
            store.close()
            assert asked == fsync
    finally:
        durable.remove()


def test_what_the_driver_says_is_said_as_of_every_statement(postgres):
    """PostgreSQL refuses a byte of zero, and ends a connection: words, and a new connection."""
    store = Store(postgres.database())
    with pytest.raises(Unavailable, match="cannot hold"):
        store.read(lambda tx: store.requested(tx, "a\0b"))

    def ended(tx):
        number = tx.exec_driver_sql("select pg_backend_pid()").scalar()
        with store.engine.connect() as other:
            other.exec_driver_sql(f"select pg_terminate_backend({number})")
        return store.requested(tx, "x")

    with pytest.raises(Unavailable, match="cannot be reached"):
        store.read(ended)
    assert store.read(lambda tx: store.requested(tx, "x")) is None
    store.close()


def test_a_database_server_is_not_copied_as_a_file(postgres, tmp_path):
    store = Store(postgres.database())
    with pytest.raises(Refused, match="for PostgreSQL use pg_dump"):
        store.backup(tmp_path / "copy.db")
    store.close()


def test_one_thread_after_another_uses_a_store(file_url):
    store, found = Store(file_url), []
    for _ in range(3):
        thread = Thread(target=lambda: found.append(store.read(schema.version)))
        thread.start()
        thread.join()
    assert found == [SCHEMA] * 3
    store.close()


def test_who_listens_to_a_server_hears_that_somebody_moved(postgres):
    server = sign_up(Server(postgres.database()), "alice")
    server.handle("antipalos challenge -size=9 alice alice")
    words = iter(server.board("antipalos", 101).match.legal()[::2])
    ear = Store(server.store.url.render_as_string(hide_password=False))
    waiting = Thread(target=ear.listen, args=(300,))
    waiting.start()

    def heard():  # who begins to listen while a move is made may miss that one
        assert server.handle(f"antipalos move 101 alice - {next(words)}").ok
        waiting.join(0.5)
        return not waiting.is_alive()

    wait_for(heard)
    ear.close()
    server.close()


def test_a_store_makes_the_data_folder_for_its_owner_alone(tmp_path, monkeypatch):
    path = tmp_path / "new" / "mail.db"
    monkeypatch.setenv("NBGAMES_HOME", str(path.parent))
    monkeypatch.delenv("NBGAMES_URL", raising=False)
    Store().close()
    assert (path.parent.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_repeated_request_is_answered_and_not_done_again(class_of_two):
    server = class_of_two
    for _ in range(2):
        assert server.handle("projex challenge -size=3 alice bob", request="r1").board == 101
    first = server.handle("projex move 101 alice - B2", request="r2")
    moved(server, "C3", start=2)
    second = server.handle("projex move 101 alice - B2", request="r2")
    assert (first.match.moves, second.match.moves) == (("B2",), ("B2",))
    assert server.board("projex", 101).match.moves == ("B2", "C3")


def test_a_key_is_one_persons_and_of_one_request_alone(class_of_two):
    server = sign_up(class_of_two, "carol")
    for second in ("bob", "carol"):
        server.handle(f"projex challenge -size=3 alice {second}")
    assert server.handle("projex move 101 alice - B2", request="1").match.moves == ("B2",)
    assert server.handle("projex move 102 alice - B2", request="1").match.moves == ("B2",)
    assert server.handle("projex move 101 bob - swap", request="1").match.moves == ("B2", "swap")
    later = server.handle("projex move 101 alice - C3", request="1")
    assert later.match.moves == ("B2", "swap", "C3")
    for who in ("alice", "carol"):  # the same words with the same key, of another person
        assert "sent to bob" in server.handle(f"message {who} - bob", "hello", request="1").text
    again = server.handle("projex move 101 Alice - C3", request="1")
    assert "not done twice" in again.text and again.match.moves == later.match.moves


def test_a_long_key_is_not_cut_and_multiple_counts_its_commands(class_of_two):
    long = "k" * 500
    for _ in range(2):
        for end in ("a", "b"):
            server = class_of_two
            reply = server.handle("projex challenge -size=3 alice bob", request=long + end)
            assert reply.board == {"a": 101, "b": 102}[end]
    lines = "projex challenge -size=3 alice bob\n" * 3
    for _ in range(2):
        assert "board 105" in server.handle("multiple", lines, request=long).text
    assert "projex: 5 in all" in server.handle("list projex").text


def test_events_are_numbered_without_gaps(class_of_two):
    server = class_of_two
    server.handle("projex challenge -size=3 alice bob")
    moved(server, "B2", "C3")
    server.handle("projex move 101 bob - D3")  # refused: it leaves no number unused
    moved(server, "D3", start=3)
    with server.store.engine.connect() as tx:
        assert tx.execute(sa.select(EVENT.c.seq).order_by(EVENT.c.seq)).scalars().all() == [
            1,
            2,
            3,
            4,
        ]


def test_only_one_of_two_overtaking_writers_writes(class_of_two):
    """What one has read is not to be written over by another; reading locks no row."""
    store = class_of_two.store
    class_of_two.handle("projex challenge -size=3 alice bob")
    row = store.read(lambda tx: store.load(tx, "projex", 101))
    moved(class_of_two, "B2")
    with pytest.raises(Conflict), store.engine.begin() as tx:
        store.append(tx, row, Event("move", "alice", "C3"))
    assert class_of_two.board("projex", 101).match.moves == ("B2",)


def test_a_slow_reader_of_postgresql_is_not_misled_by_what_a_faster_one_remembers(postgres):
    """The board in memory may be newer than the snapshot that a transaction reads."""
    server = sign_up(Server(postgres.database()), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    moved(server, "B2")

    def slowly(tx):
        before = tx.execute(sa.select(GAME.c.n)).scalar_one()
        moved(server, "C3", start=2)
        return before, server.store.load(tx, "projex", 101)

    before, row = server.store.read(slowly)
    assert before == row.board.events and row.board.match.moves == ("B2",)
    assert server.board("projex", 101).match.moves == ("B2", "C3")
    server.close()


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, pytest.param(30, marks=pytest.mark.long)])
def test_of_racing_processes_exactly_one_makes_each_move(class_of_two, url, count):
    moves = 20
    class_of_two.handle("antipalos challenge alice alice")
    run = [sys.executable, HERE / "racers.py", url, "101", str(moves), str(count)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    told = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert [errors for _, errors in told] == ["[]"] * count
    assert sum(int(won) for won, _ in told) == moves
    names = class_of_two.board("antipalos", 101).match.game.board.names
    assert class_of_two.board("antipalos", 101).match.moves == names[: 2 * moves : 2]


@pytest.mark.slow
@pytest.mark.parametrize("rounds", first_of([4, 20]))
def test_writers_killed_at_any_moment_lose_nothing(tmp_path, rounds):
    out = tmp_path / "crash.json"
    command = [HERE / "crash.py", str(rounds), "--folder", tmp_path, "--json", out]
    run = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=200)
    assert run.returncode == 0, run.stdout + run.stderr
    told = json.loads(out.read_text())
    assert (told["rounds"], told["moves lost"]) == (rounds, 0)
    assert told["moves acknowledged"] >= rounds
    # A kill between the commit and the word of it leaves at most one move a writer and round.
    assert 0 <= told["moves stored and not acknowledged"] <= 2 * rounds


@pytest.mark.slow
def test_a_postgresql_stopped_hard_loses_nothing(postgres):
    server = sign_up(Server(postgres.database()), "alice")
    names = None
    acknowledged = []
    for _ in range(3):
        reply = server.handle("antipalos challenge -size=26 alice alice")
        assert reply.ok, reply.text
        board, names = reply.board, reply.match.game.board.names
        for word in names[:60:2]:
            assert server.handle(f"antipalos move {board} alice - {word}").ok
            acknowledged.append((board, word))
        postgres.stop("immediate")
        refused = server.handle(f"antipalos move {board} alice - {names[60]}")
        assert not refused.ok and "not known" in refused.text
        postgres.start()
        assert server.store.check() == []
        for board_, word in acknowledged:
            assert word in server.board("antipalos", board_).match.moves
    server.close()


def played_file(tmp_path):
    """A closed store with three boards of twenty moves, and what was played."""
    path = tmp_path / "whole.db"
    server = sign_up(Server(f"sqlite:///{path}"), "alice")
    for _ in range(3):
        reply = server.handle("antipalos challenge -size=9 alice alice")
        for word in reply.match.game.board.names[:40:2]:
            assert server.handle(f"antipalos move {reply.board} alice - {word}").ok
    truth = {n: server.board("antipalos", n).match.moves for n in (101, 102, 103)}
    server.close()
    return path, truth


def damaged(data, rng):
    """A file cut short, with its end emptied, or with single bits turned."""
    kind, at = rng.choice(("cut", "zero", "flip", "flip")), rng.randrange(len(data))
    if kind == "cut":
        return data[:at]
    if kind == "zero":
        return data[:at] + bytes(len(data) - at)
    out = bytearray(data)
    for _ in range(rng.choice((1, 8, 64))):
        out[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(out)


@pytest.mark.slow
def test_a_damaged_file_is_recognised_and_never_drawn(tmp_path):
    path, truth = played_file(tmp_path)
    rng, recognised = random.Random(6), 0
    for k in range(80):
        torn = tmp_path / f"torn{k}.db"
        torn.write_bytes(damaged(path.read_bytes(), rng))
        try:
            server = Server(f"sqlite:///{torn}")
        except Refused:
            recognised += 1
            continue
        for number, moves in truth.items():
            reply = server.handle(f"antipalos show {number}")
            if reply.ok:
                assert reply.match.moves == moves
            recognised += not reply.ok
        server.close()
        torn.unlink()
    assert recognised > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    first_of(
        [
            sa.update(EVENT).where(EVENT.c.seq == 3).values(text="a2-b3"),
            sa.update(EVENT).where(EVENT.c.seq == 3).values(actor="bob"),
            sa.delete(EVENT).where(EVENT.c.seq == 3),
            sa.delete(EVENT).where(EVENT.c.seq == 21),
            sa.update(GAME).values(options='{"size": 8}'),
            sa.update(GAME).values(n=20),
        ],
        2,
    ),
    ids=str,
)
def test_a_changed_log_is_recognised(tmp_path, change):
    path, _ = played_file(tmp_path)
    server = Server(f"sqlite:///{path}")
    with server.store.engine.begin() as tx:
        tx.execute(change)
    reply = server.handle("antipalos show 101")
    assert not reply.ok and "damaged and not shown" in reply.text
    assert any("board 101" in words for words in server.store.check())


def test_a_list_that_is_not_what_was_played_is_told_by_doctor(tmp_path):
    path, _ = played_file(tmp_path)
    store = Store(f"sqlite:///{path}")
    assert store.check() == []
    with store.engine.begin() as tx:
        tx.execute(sa.update(GAME).where(GAME.c.board == 102).values(winner="mallory"))
    assert store.check() == ["antipalos board 102 stands in the lists as it is not"]
    with store.engine.begin() as tx:
        tx.execute(sa.update(GAME).where(GAME.c.board != 102).values(head="0"))
    assert [words.partition(":")[0] for words in store.check()] == [
        "antipalos board 101 is damaged and not shown",
        "antipalos board 102 stands in the lists as it is not",
        "antipalos board 103 is damaged and not shown",
    ]


def old_file(tmp_path):
    path = tmp_path / "old.db"
    raw = sqlite3.connect(path)
    raw.executescript((HERE / "schema1.sql").read_text())
    raw.close()
    return path


def test_a_file_of_schema_1_is_brought_up_to_date_after_a_backup(tmp_path):
    path = old_file(tmp_path)
    server = Server(f"sqlite:///{path}")
    assert server.board("projex", 101).match.moves == ("B2", "swap", "C3")
    assert server.handle("projex challenge alice bob").board == 102
    assert server.store.check() == []
    secret = sa.select(META.c.value).where(META.c.name == "secret")
    assert len(server.store.read(lambda tx: tx.execute(secret).scalar_one())) == 64
    kept = sqlite3.connect(f"{path}.schema1.bak")
    assert kept.execute("select value from meta").fetchall() == [("1",)]


def test_a_newer_schema_is_refused_and_left_alone(tmp_path, file_url):
    store = Store(file_url)
    with store.engine.begin() as tx:
        tx.execute(sa.update(META).values(value=str(SCHEMA + 1)))
    store.close()
    before = (tmp_path / "mail.db").read_bytes()
    with pytest.raises(Refused, match="install a newer nbgames"):
        Store(file_url)
    assert (tmp_path / "mail.db").read_bytes() == before


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "no address of a store"),
        ("mysql://alice:Zx9canary@host/name", "no address of a store"),
        ("postgresql://host:port/name", "no address of a store"),
        ("sqlite:////dev/null/mail.db", "there is no folder /dev/null"),
        ("sqlite:////dev", "/dev is a folder"),
    ],
)
def test_what_is_no_store_is_refused_without_repeating_a_password(url, words):
    with pytest.raises(Refused, match=words) as refused:
        Store(url)
    assert "Zx9canary" not in str(refused.value)


@pytest.mark.parametrize(
    ("system", "variable", "folder"),
    [
        ("linux", None, "home/.local/share/nbgames"),
        ("linux", "XDG_DATA_HOME", "set/nbgames"),
        ("darwin", None, "home/Library/Application Support/nbgames"),
        ("win32", None, "home/AppData/Local/nbgames"),
        ("win32", "LOCALAPPDATA", "set/nbgames"),
    ],
)
def test_without_an_address_the_store_lies_where_a_system_keeps_data(
    system, variable, folder, tmp_path, monkeypatch
):
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    for name in ("NBGAMES_URL", "NBGAMES_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path / "set"))
    assert default_url() == f"sqlite:///{tmp_path / folder / 'mail.db'}"


def test_a_store_that_another_holds_for_long_says_so_and_stores_nothing(file_url, monkeypatch):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    monkeypatch.setattr("nbgames.mail.contention.TIMEOUT", 0.2)
    holder = sqlite3.connect(file_url.removeprefix("sqlite:///"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    reply = server.handle("projex move 101 alice - B2")
    holder.execute("ROLLBACK")
    holder.close()
    assert not reply.ok and "busy for very long: nothing was stored" in reply.text
    assert server.board("projex", 101).match.moves == ()
    server.close()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "notes.db").write_text("not a database, only some notes" * 100)
    with pytest.raises(Refused, match="damaged"):
        Store(f"sqlite:///{tmp_path / 'notes.db'}")


def test_a_backup_holds_everything_and_replaces_nothing(tmp_path, file_url):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    moved(server, "B2")
    server.store.backup(tmp_path / "copy.db")
    copy = Server(f"sqlite:///{tmp_path / 'copy.db'}")
    assert copy.board("projex", 101).match.moves == ("B2",)
    with pytest.raises(Refused, match="exists already"):
        server.store.backup(tmp_path / "copy.db")


def test_sqlite_writes_to_the_disk_before_it_answers(file_url):
    store = Store(file_url)
    assert store.pragma("synchronous") == 2
    assert store.pragma("journal_mode") == ("wal" if may_use_wal(store.path) else "truncate")
    assert store.pragma("busy_timeout") == 0  # `retried` waits, in another order


def test_wal_is_for_a_new_sqlite_on_a_disk_of_this_machine(tmp_path, monkeypatch):
    monkeypatch.setattr("nbgames.mail.database.file_system", lambda path: "ext4")
    assert may_use_wal(tmp_path, (3, 51, 3)) and not may_use_wal(tmp_path, (3, 51, 2))
    monkeypatch.setattr("nbgames.mail.database.file_system", lambda path: "nfs4")
    assert not may_use_wal(tmp_path, (3, 54, 0))


@pytest.mark.parametrize(
    "name", ["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ceph", "lustre"]
)
def test_wal_is_not_for_a_disk_of_another_machine(name, tmp_path, monkeypatch):
    """Its index is memory that all who write share, which two machines cannot."""
    monkeypatch.setattr("nbgames.mail.database.file_system", lambda path: name)
    assert not may_use_wal(tmp_path, (3, 54, 0))


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("sqlite:///there/mail.db", Path("there/mail.db")),
        ("sqlite:///:memory:", None),
        ("sqlite://", None),
        ("postgresql://alice@there/games", None),
    ],
)
def test_only_sqlite_has_a_file(address, file):
    assert sqlite_file(sa.make_url(address)) == file


def test_where_no_list_of_disks_is_a_file_system_is_not_known(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "read_text", lambda _: Path.read_bytes(tmp_path / "nothing"))
    assert file_system(tmp_path) == "unknown" and not may_use_wal(tmp_path, (3, 54, 0))


def test_the_file_system_of_a_path_is_known_here():
    assert file_system(Path("/proc/self")) == "proc"


WAL = "import nbgames.mail.database as d; d.FIXED_WAL = (3, 7, 0)\n"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="NO STRACE: flushes are not counted here")
@pytest.mark.parametrize(
    ("head", "least", "most"), first_rows([("", 4, 6), (WAL, 1, 2)]), ids=["truncate", "wal"]
)
def test_a_move_is_flushed_to_the_disk(tmp_path, head, least, most):
    """A kill cannot show a missing flush: so they are counted."""
    if not head and may_use_wal(tmp_path):
        least, most = 1, 2
    program = head + (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from mail.conftest import sign_up; from nbgames.mail import Server\n"
        "s = sign_up(Server(sys.argv[1]), 'alice')\n"
        "names = s.handle('antipalos challenge -size=26 alice alice').match.game.board.names\n"
        "for word in names[: 2 * int(sys.argv[3]) : 2]:\n"
        "    assert s.handle(f'antipalos move 101 alice - {word}').ok\n"
    )

    def flushes(moves):
        out = tmp_path / f"calls{moves}"
        trace = ["strace", "-f", "-o", out, "-e", "trace=fsync,fdatasync"]
        url = f"sqlite:///{tmp_path / f'{moves}.db'}"
        run = [sys.executable, "-c", program, url, HERE.parent, str(moves)]
        subprocess.run([*trace, *run], check=True)
        return sum("sync(" in line for line in out.read_text().splitlines())

    assert least <= (flushes(20) - flushes(0)) / 20 <= most


def test_in_wal_two_servers_play_and_a_backup_is_whole(tmp_path, file_url, monkeypatch):
    monkeypatch.setattr("nbgames.mail.database.FIXED_WAL", (3, 7, 0))
    one, other = sign_up(Server(file_url), "alice", "bob"), Server(file_url)
    if one.store.pragma("journal_mode") != "wal":
        pytest.skip(f"NO WAL: {tmp_path} lies on {file_system(tmp_path)}")
    other.tokens.update(one.tokens)
    one.handle("projex challenge -size=3 alice bob")
    for server, line in ((one, "alice - B2#1"), (other, "bob - C3#2"), (one, "alice - C2#3")):
        assert server.handle(f"projex move 101 {line}").ok
    one.store.backup(tmp_path / "copy.db")  # the newest moves are in the log, not yet in the file
    for server in (one, other, Server(f"sqlite:///{tmp_path / 'copy.db'}")):
        assert server.board("projex", 101).match.moves == ("B2", "C3", "C2")
        assert server.store.pragma("synchronous") == 2 and server.store.check() == []
        server.close()


def test_a_move_goes_to_postgresql_in_two_statements(postgres, monkeypatch):
    """Read the board; add the event, count it and tell who listens: besides BEGIN and COMMIT.

    The driver gets both as they were compiled once, and nothing by SQLAlchemy's own way.
    """
    server = sign_up(Server(postgres.database()), "alice")
    server.handle("antipalos challenge alice alice")
    slow, said, execute = [], [], psycopg.Connection.execute
    sa.event.listen(server.store.engine, "before_cursor_execute", lambda *a: slow.append(a[2]))

    def heard(raw, words, *more):
        said.append(words)
        return execute(raw, words, *more)

    monkeypatch.setattr(psycopg.Connection, "execute", heard)

    def work(tx):
        row = server.store.load(tx, "antipalos", 101)
        return server.store.append(tx, row, Event("move", "alice", "b2-c3"))

    server.store.write(work)
    assert [words.split()[0] for words in said] == ["SELECT", "WITH"] and slow == []
    server.close()


# What others have damaged, or mistyped


@pytest.mark.parametrize("line", ["message a\0b pw", "message a\ud800 pw", "projex show \udfff"])
def test_what_is_no_text_is_said_to_be_none(class_of_two, line):
    reply = class_of_two.handle(line)
    assert not reply.ok and "is none" in reply.text
    with pytest.raises(Refused, match="do not go together"):
        class_of_two.login("a\0b\ud800", "pw\0\ud800")


def test_a_request_with_half_a_letter_is_a_request(class_of_two):
    for _ in range(2):
        reply = class_of_two.handle("projex challenge alice bob", "\ud800\0", request="\ud800\0")
        assert reply.board == 101


def test_bytes_in_the_place_of_a_comment_are_damage(class_of_two):
    server = class_of_two
    if not server.store.is_sqlite:
        pytest.skip("PostgreSQL takes text only")
    server.handle("projex challenge -size=3 alice bob")
    with server.store.engine.begin() as tx:
        tx.exec_driver_sql("update event set comment = x'ff00'")
    server.store._seen.clear()
    assert "damaged" in server.handle("projex show 101").text
    assert "event 1 is missing or changed" in server.store.check()[0]


@pytest.mark.parametrize("value", ["abc", "", "3.5"])
def test_a_schema_that_is_no_number_is_refused_in_words(file_url, value):
    store = Store(file_url)
    with store.engine.begin() as tx:
        tx.execute(sa.update(META).values(value=value))
    store.close()
    with pytest.raises(Refused, match="not a number: restore a backup"):
        Store(file_url)


def test_a_backup_into_no_folder_is_refused_in_words(file_url, tmp_path):
    store = Store(file_url)
    with pytest.raises(Refused, match=r"no copy can be written to .*missing"):
        store.backup(tmp_path / "missing" / "copy.db")
    store.close()


def test_doctor_looks_at_accounts_and_logins(class_of_two):
    store = class_of_two.store
    assert store.read(accounts.check) == []
    with store.engine.begin() as tx:
        tx.execute(sa.update(schema.USER).where(schema.USER.c.key == "alice").values(password=""))
        tx.execute(sa.update(schema.USER).where(schema.USER.c.key == "bob").values(userid="Rob"))
        row = {"hash": "x", "key": "ghost", "expires": 0}
        tx.execute(sa.insert(schema.TOKEN), row)
    assert sorted(store.read(accounts.check)) == [
        "a login is of 'ghost', who has no account",
        "account Rob is kept under 'bob'",
        "account alice has no hash of a password: reset it",
    ]
