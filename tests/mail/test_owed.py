"""Letters about what was done in a notebook, in a shell or over HTTP: each once, and no secret."""

import time
from email import message_from_bytes, policy

import pytest
import sqlalchemy as sa

from mail.conftest import sign_up
from nbgames.__main__ import main
from nbgames.core.errors import NotationError
from nbgames.mail import Server, addresses, owed, post
from nbgames.mail.database import Unavailable
from nbgames.mail.schema import EVENT, GAME, LETTERED, OUTBOX

OWN = "pbm@example.org"

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def server(url, monkeypatch):
    """Alice and Bob, who get mail, and Carol, who gets none; letters are sent since before."""
    monkeypatch.setattr(owed, "STILL", 20)
    server = sign_up(Server(url), "alice", "bob", "carol")
    for who in ("alice", "bob"):
        there = (f"{who}@x.org",)
        server.store.write(lambda tx, w=who, t=there: addresses.put(tx, w, t, trusted=True))
    told(server)
    yield server
    server.close()


def told(server):
    """To whom what was written, once the boards are still."""
    time.sleep(0.05)
    sent = []

    def deliver(due):
        for number, letter in due:
            made = message_from_bytes(letter, policy=policy.default)
            sent.append((made["To"], made.get_body(["plain"]).get_content(), made["Reply-To"]))
            yield number

    assert post.told(server.store, OWN, deliver) == len(sent)
    return sent


def begun(server, *moves, second="bob"):
    """A board of Alice and another; its letters are sent."""
    assert server.handle(f"projex challenge -size=4 alice {second}").ok
    played(server, *moves)
    told(server)


def played(server, *moves):
    for k, word in moves:
        assert server.handle(f"projex move 101 {k} - {word}").ok


def answered(server, to, body, sender):
    lines = [f"From: {sender}", f"To: {to}", "Subject: Re:", f"Message-ID: <{body}@x>", "", body]
    return {m["To"]: m for m in post.answers(server, "\r\n".join(lines).encode(), OWN)}


def test_who_is_to_move_gets_a_letter_once_and_answers_it_with_the_move(server):
    begun(server)
    played(server, ("alice", "D2"))
    ((to, text, there),) = told(server)
    assert to == "bob@x.org" and "bob (O) to make move 2" in text and there.startswith("pbm+")
    assert told(server) == []
    letters = answered(server, there, "F3", to)
    assert "bob plays F3" in letters["alice@x.org"].get_body(["plain"]).get_content()
    assert server.board("projex", 101).match.moves == ("D2", "F3")
    assert told(server) == []  # the answer to his mail has told them


def test_a_challenge_and_an_end_are_told_to_both_of_another(server):
    assert server.handle("projex challenge -size=3 carol bob").ok
    assert [to for to, _, _ in told(server)] == ["bob@x.org"]
    assert server.handle("projex resign 101 carol -").ok
    ((to, text, _),) = told(server)
    assert to == "bob@x.org" and "removed" in text


def test_several_moves_are_told_in_one_letter(server):
    begun(server)
    played(server, ("alice", "D2"), ("bob", "F3"), ("alice", "E4"))
    letters = {to: text for to, text, _ in told(server)}
    assert set(letters) == {"alice@x.org", "bob@x.org"}
    assert all("bob (O) to make move 4" in text for text in letters.values())


def test_who_plays_at_this_moment_is_sent_nothing(server, monkeypatch):
    begun(server)
    with monkeypatch.context() as at_once:
        at_once.setattr(owed, "STILL", 60_000)
        played(server, ("alice", "D2"))
        assert told(server) == []
    assert [to for to, _, _ in told(server)] == ["bob@x.org"]


def test_a_remark_is_told_and_to_those_who_follow_a_board_too(server):
    begun(server, ("alice", "D2"), second="carol")
    assert server.handle("projex subscribe 101 bob -").ok
    assert server.handle("projex chat 101 carol -", "good luck").ok
    letters = {to: text for to, text, _ in told(server)}
    assert set(letters) == {"alice@x.org", "bob@x.org"}
    assert all("good luck" in text for text in letters.values())


@pytest.mark.parametrize("secret", ["projex queue 101 alice - F5", "projex resign 101 alice -"])
def test_what_is_kept_for_its_turn_is_told_to_nobody(server, secret):
    begun(server, ("alice", "D2"), ("bob", "F3"), ("alice", "E4"))
    assert server.handle(secret).ok
    assert told(server) == []


def test_who_begins_to_send_letters_sends_none_about_what_is_past(file_url):
    server = sign_up(Server(file_url), "alice", "bob")
    server.store.write(lambda tx: addresses.put(tx, "bob", ("bob@x.org",), trusted=True))
    server.handle("projex challenge -size=3 alice bob")
    assert told(server) == [] == told(server)


def test_a_new_address_gets_its_code(server):
    server.store.write(lambda tx: addresses.put(tx, "carol", ("carol@x.org",), trusted=False))
    ((to, text, _),) = told(server)
    assert to == "carol@x.org" and "verify " in text and told(server) == []


def test_letters_wait_until_the_mail_server_takes_them(server):
    begun(server)
    played(server, ("alice", "D2"))
    time.sleep(0.05)

    def away(due):
        assert len(due) == 1
        raise Unavailable("the mail server is away")

    with pytest.raises(Unavailable):
        post.told(server.store, OWN, away)
    assert [to for to, _, _ in told(server)] == ["bob@x.org"]
    left = server.store.read(lambda tx: tx.execute(sa.select(OUTBOX)).all())
    assert left == [] == told(server)


def test_who_is_stopped_in_the_middle_sends_the_rest_and_nothing_twice(server, monkeypatch):
    for _ in range(3):
        server.handle("projex challenge -size=3 carol bob")
    time.sleep(0.05)
    kept, count = owed.tell, []

    def tell(*words):
        count.append(words)
        if len(count) == 2:
            raise KeyboardInterrupt
        kept(*words)

    monkeypatch.setattr(owed, "tell", tell)
    with pytest.raises(KeyboardInterrupt):
        post.told(server.store, OWN, list)
    boards = sorted(text.split()[2].rstrip(",") for _, text, _ in told(server))
    assert boards == ["101", "102", "103"] and told(server) == []


def test_a_damaged_board_holds_up_no_other(server):
    begun(server)
    server.handle("projex challenge -size=4 carol bob")
    played(server, ("alice", "D2"))
    first = EVENT.c.game == sa.select(GAME.c.id).where(GAME.c.board == 101).scalar_subquery()
    server.store.write(lambda tx: tx.execute(sa.update(EVENT).where(first).values(text="Z9")))
    server.store._seen.clear()
    ((to, text, _),) = told(server)
    assert to == "bob@x.org" and "board 102" in text


def test_of_who_has_left_nothing_is_kept(server):
    begun(server)
    assert server.store.read(lambda tx: tx.execute(sa.select(LETTERED.c.key)).scalars().all())
    server.handle("delete alice -")
    server.handle("delete bob -")
    assert server.store.read(lambda tx: tx.execute(sa.select(LETTERED)).all()) == []


def test_it_is_a_command_of_the_keeper(file_url, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("NBGAMES_URL", file_url)
    assert main(["letters", f"-folder={tmp_path / 'out'}"]) == 0
    assert capsys.readouterr().out == "letters: 0\n"
    with pytest.raises(NotationError, match="nbgames letters WHERE"):
        post.letters([])
