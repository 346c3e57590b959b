"""A small request has a small answer, soon, and nobody fills the store or the lists."""

import resource

import pytest
import sqlalchemy as sa
from clocks import within
from thinned import first_of, first_rows
from tools import bench_mail

from mail.conftest import sign_up
from mail.transcripts import QUICK
from nbgames.games import GAMES
from nbgames.mail import Server, accounts, doors, quotas
from nbgames.mail.schema import GAME
from nbgames.mail.server import handled
from nbgames.mail.session import Session
from nbgames.mail.store import PAGE

LONGEST = 300_000  # letters of any answer


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    """A server with ten thousand boards, of which one can be shown."""
    file = tmp_path_factory.mktemp("crowded") / "mail.db"
    server = sign_up(Server(f"sqlite:///{file}"), "alice", "bob")
    server.handle("antipalos challenge -size=26 alice bob")

    def fill(tx):
        row = dict(tx.execute(sa.select(GAME)).one()._mapping)
        del row["id"]
        more = [{"board": 200 + k, "kind": kind} for k in range(2500) for kind in GAMES]
        tx.execute(sa.insert(GAME), [row | new for new in more])

    server.store.write(fill)
    yield server
    server.close()


LIST = "list projex conhex copolymer antipalos"
SMALL = {
    "lists": ("multiple", "\n".join([LIST] * 200)),
    "other lists": ("multiple", "\n".join(f"{LIST} -page={k}" for k in range(1, 200))),
    "one board": ("antipalos show " + "101 " * 970, ""),
    "one board often": ("multiple", "\n".join(["antipalos show 101"] * 200)),
    "boards": ("multiple", "\n".join(f"antipalos show 101#{k}" for k in range(200))),
    "help": ("help " + "antipalos " * 390, ""),
    "help often": ("multiple", "\n".join(f"help {'commands ' * k}" for k in range(1, 200))),
    "games": ("projex games alice bob", ""),
    "standings": ("multiple", "\n".join(f"{kind} standings" for kind in GAMES) * 50),
}


@pytest.mark.parametrize(("line", "body"), first_rows(SMALL.values(), len(SMALL) - 1), ids=SMALL)
def test_a_small_request_has_a_small_answer(crowded, line, body):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with within(20):
        assert len(crowded.handle(line, body).text) < LONGEST
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kilobytes


def test_a_list_is_paged_with_the_newest_boards_first(crowded):
    first, second, last, beyond = (
        crowded.handle(f"projex games{page}").text
        for page in ("", " -page=2", " -page=13", " -page=14")
    )
    assert " 2699 " in first and " 2499 " not in first and f"{PAGE} of 2500; -page=2" in first
    assert " 2499 " in second and first.index(" 2501 ") < first.index(" 2699 ")
    assert last.endswith("100 of 2500") and beyond == "no such boards of projex"
    for word in ("-page=0", "-page=x", "-size=2", "-page"):
        assert "games takes -page=2 here" in crowded.handle(f"projex games {word}").text


def test_what_is_asked_twice_is_answered_once_until_something_changes(file_url):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    lines = ["projex show 101", "projex show 101", "projex move 101 alice - B2", "projex show 101"]
    text = server.handle("multiple", "\n".join(lines)).text
    assert "2.\nthe same as 1." in text and text.count("bob (O) to make move 2") == 2


def test_moves_of_a_long_answer_are_made_all_the_same(file_url, monkeypatch):
    monkeypatch.setattr("nbgames.mail.server.MOST_LETTERS", 100)
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    lines = ["help", "projex show 101", "projex move 101 alice - B2"]
    reply = server.handle("multiple", "\n".join(lines))
    assert not reply.ok and "ask for that by itself" in reply.text
    assert server.board("projex", 101).match.moves == ("B2",)


# The store's own lists

COLUMNS = [c.name for c in GAME.c if c.name not in ("id", "kind", "board")]


@pytest.mark.parametrize("column", first_of(COLUMNS, 4))
def test_bytes_in_a_list_are_told_in_words(file_url, column):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    server.handle("projex challenge -size=3 alice bob")
    for k, who in enumerate(("alice", "bob", "alice"), 1):
        server.handle(f"projex move 102 {who} - {('B2', 'C3', 'B3')[k - 1]}")
    server.handle("projex resign 102 bob -")
    with server.store.engine.begin() as tx:
        tx.exec_driver_sql(f"update game set {column} = x'ff00' where board = 102")
    for line in (
        "list projex",
        "projex games",
        "projex games alice",
        "projex history",
        "projex standings",
        "all show alice all",
        "projex show 102",
        "projex show 101",
    ):
        assert isinstance(server.handle(line).text, str)
    assert (
        server.handle("projex show 101").ok
        and "projex board" in server.handle("projex show 102").text
    )
    assert "damaged" in server.handle("projex games").text and server.store.check()
    server.close()


# Signing up


def signed_up(server, userid, origin="192.0.2.7"):
    session = Session(server.store, address=origin)
    return handled(session, f"signup {userid} three-fine-words").text


def test_so_many_sign_up_in_a_day_from_one_address(file_url, monkeypatch):
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    monkeypatch.setattr(quotas, "SIGNUPS", 3)
    server = Server(file_url)
    told = [signed_up(server, f"player{k}x") for k in range(5)]
    assert [text.startswith("welcome") for text in told] == [True] * 3 + [False] * 2
    assert "signed up today" in told[3]
    assert signed_up(server, "somebody", "192.0.2.8").startswith("welcome")
    assert server.handle("signup carol three-fine-words").ok  # the store itself is at hand


def test_a_keeper_can_close_signing_up(file_url):
    server = Server(file_url)
    server.store.write(lambda tx: doors.close(tx, "signup"))
    assert "closed here" in signed_up(server, "somebody")


def test_a_message_goes_to_few(file_url):
    server = sign_up(Server(file_url), *(f"p{k}" for k in range(21)))
    to = " ".join(f"p{k}" for k in range(21))
    assert "at most 20 receivers" in server.handle(f"message p0 - {to}", "hi").text
    assert server.handle("message p0 - p1 P1 p1", "hi").to == ("p1",)


@pytest.mark.slow
def test_what_is_measured_of_lists_is_measured_of_what_they_tell(file_url):
    assert bench_mail.listing(file_url, PAGE + 100) > 0
