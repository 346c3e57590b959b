"""What is personal is removed when somebody leaves, and the chain of hashes holds."""

import json
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from mail.conftest import sign_up
from nbgames import Refused
from nbgames.core.errors import NotationError
from nbgames.mail import Server, accounts, admin, doors
from nbgames.mail.ledger import REMOVED
from nbgames.mail.schema import EVENT, MESSAGE, SCHEMA, metadata, version

HERE = Path(__file__).parent
CANARY = "Zx9canary"


def done(server, line, body=""):
    reply = server.handle(line, body)
    assert reply.ok, reply.text
    return reply.text


def lived(server):
    """Alice has played, talked and written, under a name that stands nowhere else."""
    sign_up(server, "alicia")
    there = ("alicia@example.org",)
    server.store.write(lambda tx: accounts.set_addresses(tx, "alicia", there))
    done(server, "add alicia - alicia@example.net")
    done(server, "projex challenge -size=3 alicia bob", f"{CANARY} play with me")
    done(server, "projex move 101 alicia - B2", f"{CANARY} in the middle")
    done(server, "projex move 101 bob - swap", "bob takes it")
    done(server, "projex move 101 alicia - C3")
    done(server, "projex chat 101 alicia -", f"{CANARY} oh")
    done(server, "projex challenge bob bob")
    done(server, "projex subscribe 102 alicia -")
    done(server, "message alicia - bob", f"{CANARY} from her")
    done(server, "message bob - alicia", f"{CANARY} to her")


def everything(server):
    """All that the database holds, as text."""
    with server.store.engine.connect() as tx:
        return "\n".join(
            str(row) for t in metadata.sorted_tables for row in tx.execute(sa.select(t))
        )


def test_who_leaves_takes_along_all_that_is_personal(class_of_two):
    server = class_of_two
    other = Server(server.url)
    lived(server)
    assert other.board("projex", 101).match.seats == ("bob", "alicia")
    goodbye = done(server, "delete alicia -")
    left = everything(server)
    assert CANARY not in left and "alicia" not in left.replace("goodbye", "")
    assert "gone-3" in goodbye and server.store.check() == []
    for watcher in (server, other):
        board = watcher.board("projex", 101)
        assert board.match.seats == ("bob", "gone-3") and board.match.outcome.winner
        assert board.match.moves[:3] == ("B2", "swap", "C3")
        shown = done(watcher, "projex show 101")
        assert REMOVED in shown and "bob takes it" in shown and CANARY not in shown
    other.close()


def test_a_file_keeps_nothing_of_who_has_left(tmp_path, file_url):
    server = sign_up(Server(file_url), "bob")
    lived(server)
    done(server, "delete alicia -")
    server.close()
    raw = sqlite3.connect(tmp_path / "mail.db")
    raw.execute("pragma wal_checkpoint(truncate)")
    raw.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert CANARY.encode() not in kept and b"alicia" not in kept


def test_the_userid_of_who_has_left_brings_nothing_of_theirs(class_of_two):
    lived(class_of_two)
    done(class_of_two, "delete alicia -")
    sign_up(class_of_two, "alicia")
    assert "no boards" in done(class_of_two, "all show alicia")
    assert "nobody has written" in done(class_of_two, "message alicia -")


def test_nobody_calls_themselves_as_one_who_has_left(class_of_two):
    reply = class_of_two.handle("signup gone-7 three-fine-words")
    assert not reply.ok and "have left" in reply.text


def test_a_comment_that_is_changed_or_only_blanked_is_damage(class_of_two):
    for change in ({"comment": "other words"}, {"comment": ""}, {"said": ""}):
        number = class_of_two.handle("projex challenge alice bob", "hello").board
        with class_of_two.store.engine.begin() as tx:
            last = sa.select(sa.func.max(EVENT.c.game)).scalar_subquery()
            tx.execute(sa.update(EVENT).where(EVENT.c.game == last).values(**change))
        server = Server(class_of_two.url)
        assert "damaged" in server.handle(f"projex show {number}").text
        server.close()


def test_a_comment_that_is_longer_than_a_match_shows_ends_with_dots(class_of_two):
    done(class_of_two, "projex challenge alice bob", "hello")
    first = class_of_two.board("projex", 101).match.seats[0]
    done(class_of_two, f"projex move 101 {first} - F6", "x" * 1001)
    assert class_of_two.board("projex", 101).match.comments[1] == "x" * 999 + "…"


def test_a_digest_does_not_betray_a_removed_comment(class_of_two):
    """Equal comments have different digests, so that nobody finds one by guessing."""
    for _ in range(2):
        done(class_of_two, "projex challenge alice bob", "the same words")
    with class_of_two.store.engine.connect() as tx:
        said = tx.execute(sa.select(EVENT.c.said)).scalars().all()
    assert len(set(said)) == 2 and all(len(digest) == 64 for digest in said)


# By the keeper


@pytest.fixture
def kept(file_url, monkeypatch):
    monkeypatch.setenv("NBGAMES_URL", file_url)
    server = sign_up(Server(file_url), "alice", "bob")
    lived(server)
    return server


def test_a_keeper_exports_all_that_is_kept_of_a_person(kept):
    found = json.loads(admin.WORDS["person"](["export", "Alicia"]))
    assert found["userid"] == "alicia" and found["addresses"] == ["alicia@example.org"]
    assert found["unconfirmed addresses"] == ["alicia@example.net"]
    assert [board["board"] for board in found["boards"]] == [101, 102]
    assert found["boards"][0]["comments"] == [
        f"{CANARY} play with me",
        f"{CANARY} in the middle",
        f"{CANARY} oh",
    ]
    assert [m["text"] for m in found["messages"]] == [f"{CANARY} from her", f"{CANARY} to her"]
    assert "argon2" not in json.dumps(found)


def test_a_keeper_erases_a_person(kept):
    said = admin.WORDS["person"](["erase", "alicia"])
    assert "gone-3" in said and "projex board 101" in said
    assert CANARY not in everything(kept) and kept.store.check() == []
    with pytest.raises(Refused, match="nobody here is called 'alicia'"):
        admin.WORDS["person"](["erase", "alicia"])


def test_of_a_person_there_is_export_and_erase(kept):
    for words in ([], ["erase"], ["burn", "alicia"]):
        with pytest.raises(NotationError, match="nbgames person"):
            admin.WORDS["person"](words)


# A store of the format before


def old_store(url):
    """A store as schema 3 kept it: carol has looked on, dave's comment was blanked by hand."""
    text = (HERE / "schema3.sql").read_text()
    if url.startswith("sqlite"):
        raw = sqlite3.connect(url.removeprefix("sqlite:///"))
        raw.executescript(text)
        raw.close()
        return
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as tx:
        for statement in text.split(";\n"):
            if statement.split(" ")[0] in ("CREATE", "INSERT"):
                tx.exec_driver_sql(statement)
    engine.dispose()


def test_a_store_of_schema_3_is_brought_up_to_date(url):
    old_store(url)
    server = Server(url)
    board = server.board("projex", 101)
    assert server.store.read(version) == SCHEMA
    assert board.match.seats == ("bob", "alice") and board.subscribers == ("carol",)
    assert board.match.comments == {1: "the middle of it"}
    assert server.board("conhex", 101).match.seats == ("alice", "dave")
    assert ["projex board 102 is damaged" in words for words in server.store.check()] == [True]
    server.tokens["alice"] = accounts.new_token(server.store, "alice")
    mailed = server.store.read(lambda tx: tx.execute(sa.select(MESSAGE.c.mailed)).scalars().all())
    assert mailed == [0, 0]
    done(server, "delete alice -")
    assert "a secret" not in everything(server) and "alice" not in everything(server)
    assert done(server, "projex show 101").count(REMOVED) == 1
    server.close()


# Who may watch


def test_a_keeper_closes_watching_and_opens_it_again(class_of_two):
    tx = class_of_two.store.write
    assert not tx(lambda tx: doors.is_closed(tx, "watching"))
    tx(lambda tx: doors.close(tx, "watching"))
    tx(lambda tx: doors.close(tx, "watching"))
    assert tx(lambda tx: doors.is_closed(tx, "watching"))
    tx(lambda tx: doors.open_(tx, "watching"))
    assert not tx(lambda tx: doors.is_closed(tx, "watching"))
