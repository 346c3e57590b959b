"""Letters about what was done in a notebook, in a shell or over HTTP: each once, and no secret."""

import os
import signal
import subprocess
import sys
import time
from email import message_from_bytes, policy

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from ports import free_port

from mail.conftest import sign_up
from nbgames.__main__ import main
from nbgames.core.errors import NotationError
from nbgames.mail import Server, accounts, addresses, owed, persons, post, replies
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
        server.store.write(lambda tx, w=who, t=there: accounts.set_addresses(tx, w, t))
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

    assert post.delivered_owed(server.store, OWN, deliver) == len(sent)
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


def test_who_begins_to_send_letters_sends_none_about_what_is_past(file_url, monkeypatch):
    monkeypatch.setattr(owed, "STILL", 20)
    server = sign_up(Server(file_url), "alice", "bob")
    server.store.write(lambda tx: accounts.set_addresses(tx, "bob", ("bob@x.org",)))
    server.handle("projex challenge -size=3 alice bob")
    assert told(server) == [] == told(server)


def test_a_new_address_gets_its_code(server):
    server.store.write(lambda tx: addresses.put(tx, "carol", ("carol@x.org",)))
    ((to, text, _),) = told(server)
    assert to == "carol@x.org" and "verify " in text and told(server) == []


def written(server, *words, who="carol", to="bob"):
    for text in words:
        assert server.handle(f"message {who} - {to}", text).ok


def test_messages_of_a_run_come_in_one_letter(server):
    written(server, "are you there?", "I am.")
    written(server, "so am I", who="alice")
    ((to, text, reply_to),) = told(server)
    assert to == "bob@x.org" and reply_to is None
    assert text.count("carol writes") == 2 and "  are you there?" in text and "  so am I" in text
    assert told(server) == []
    written(server, "and now?")
    ((_, text, _),) = told(server)
    assert "and now?" in text and "are you there?" not in text


def test_a_message_is_for_its_receivers_alone(server):
    written(server, "for both", to="alice bob")
    written(server, "to myself", who="bob")
    written(server, "to who gets no mail", who="alice", to="carol")
    letters = {to: text for to, text, _ in told(server)}
    assert set(letters) == {"alice@x.org", "bob@x.org"}
    assert all("for both" in text and "myself" not in text for text in letters.values())


def test_an_address_that_nobody_has_confirmed_gets_its_code_and_no_message(server):
    server.store.write(lambda tx: addresses.put(tx, "carol", ("carol@x.org",)))
    written(server, "a secret", who="bob", to="carol")
    ((to, text, _),) = told(server)
    assert to == "carol@x.org" and "secret" not in text
    code = text.partition("verify ")[2].split()[0]
    assert server.handle(f"verify {code}").ok and told(server) == []  # it is not sent later
    written(server, "another", who="bob", to="carol")
    assert [(to, "another" in text) for to, text, _ in told(server)] == [("carol@x.org", True)]


def test_a_message_that_came_by_mail_is_sent_with_it_alone(server):
    hashed = accounts.hashed("three-fine-words")
    server.store.write(lambda tx: accounts.set_password(tx, "alice", hashed))
    mail = b"From: alice@x.org\r\nSubject: message alice three-fine-words bob\r\n\r\nby mail\r\n"
    sent = {m["To"]: m for m in post.answers(server, mail, OWN)}
    assert "by mail" in sent["bob@x.org"].get_content() and told(server) == []


def test_of_very_many_messages_the_last_are_sent(server):
    written(server, *(f"number {k}." for k in range(replies.MOST_MESSAGES + 5)))
    ((_, text, _),) = told(server)
    assert text.startswith("25 messages, the last 20:") and text.count("carol writes") == 20
    assert "number 4." not in text and "number 24." in text


def test_a_message_of_who_has_left_is_not_sent(server):
    written(server, "a secret")
    assert server.handle("delete carol -").ok
    assert told(server) == []


def test_an_address_typed_in_a_shell_waits_for_its_owner_too(server):
    """A slip there would send a stranger letters that are answered with a move."""
    said = server.handle("signup dave three-fine-words dave@x.org").text
    assert "dave@x.org gets a letter with a code to confirm" in said
    for line in ("add carol - carol@x.org", "change address bob - slip@x.org"):
        assert "gets a letter with a code to confirm" in server.handle(line).text
    written(server, "a secret", who="alice", to="bob carol dave")
    letters = {to: text for to, text, _ in told(server)}
    assert set(letters) == {"dave@x.org", "carol@x.org", "slip@x.org"}
    assert all("verify " in text and "secret" not in text for text in letters.values())


def test_nobody_is_asked_for_a_code_twice_in_a_week(server):
    """Else who names another's address, and takes it back, could fill their inbox."""
    server.handle("change address carol - victim@x.org")
    ((to, text, _),) = told(server)
    code = text.partition("verify ")[2].split()[0]
    for line in ("change address carol - victim@x.org", "add carol - v2@x.org"):
        assert server.handle(line).ok
    assert to == "victim@x.org" and [to for to, _, _ in told(server)] == ["v2@x.org"]
    assert server.handle("change address carol - v3@x.org").ok
    assert "not known" in server.handle(f"verify {code}").text  # it is wanted no longer
    assert server.handle("change address carol - victim@x.org").ok
    assert told(server) == []  # v3 was taken back before it was asked


def test_an_address_that_is_added_takes_no_other_away(server):
    for there in ("one@x.org", "two@x.org"):
        assert server.handle(f"add carol - {there}").ok
    codes = [text.partition("verify ")[2].split()[0] for _, text, _ in told(server)]
    assert persons.export(server.store, "carol")["unconfirmed addresses"] == [
        "one@x.org",
        "two@x.org",
    ]
    for code in codes:
        assert server.handle(f"verify {code}").ok
    assert persons.export(server.store, "carol")["addresses"] == ["one@x.org", "two@x.org"]


def test_letters_wait_until_the_mail_server_takes_them(server):
    begun(server)
    played(server, ("alice", "D2"))
    time.sleep(0.05)

    def away(due):
        assert len(due) == 1
        raise Unavailable("the mail server is away")

    with pytest.raises(Unavailable):
        post.delivered_owed(server.store, OWN, away)
    assert [to for to, _, _ in told(server)] == ["bob@x.org"]
    left = server.store.read(lambda tx: tx.execute(sa.select(OUTBOX)).all())
    assert left == [] == told(server)


def test_who_is_stopped_in_the_middle_sends_the_rest_and_nothing_twice(server, monkeypatch):
    for _ in range(3):
        server.handle("projex challenge -size=3 carol bob")
    time.sleep(0.05)
    kept, count = owed.record, []

    def record(*words):
        count.append(words)
        if len(count) == 2:
            raise KeyboardInterrupt
        kept(*words)

    monkeypatch.setattr(owed, "record", record)
    with pytest.raises(KeyboardInterrupt):
        post.delivered_owed(server.store, OWN, list)
    boards = sorted(text.split()[2].rstrip(",") for _, text, _ in told(server))
    assert boards == ["101", "102", "103"] and told(server) == []


def test_one_run_alone_sends_letters(server):
    begun(server)
    played(server, ("alice", "D2"))
    time.sleep(0.05)

    def deliver(due):
        with pytest.raises(Unavailable, match="another 'nbgames letters' is sending"):
            told(server)
        return [number for number, _ in due]

    assert post.delivered_owed(server.store, OWN, deliver) == 1
    assert told(server) == []


def test_who_was_killed_holds_the_others_up_for_a_time_alone(server, monkeypatch):
    begun(server)
    played(server, ("alice", "D2"))
    server.store.write(owed.begin)
    with pytest.raises(Unavailable):
        told(server)
    later = owed.now() + owed.LEASE + 1
    monkeypatch.setattr(owed, "now", lambda: later)
    assert [to for to, _, _ in told(server)] == ["bob@x.org"]


@pytest.mark.long
def test_a_run_that_is_killed_sends_its_last_letter_once_more_and_no_other(file_url, monkeypatch):
    """The mail server kills the sender with the second of three letters in its hands."""
    monkeypatch.setattr(owed, "STILL", 20)
    server, running, taken = sign_up(Server(file_url), "alice", "bob", "carol", "dave"), [], []
    told(server)
    for who in ("bob", "carol", "dave"):
        server.store.write(lambda tx, w=who: accounts.set_addresses(tx, w, (f"{w}@x.org",)))
        written(server, "hello", who="alice", to=who)
    time.sleep(0.05)

    class Kills:
        async def handle_DATA(self, smtp, session, envelope):
            taken.extend(envelope.rcpt_tos)
            if len(taken) == 2:
                running[0].kill()
            return "250 OK"

    there = Controller(Kills(), hostname="127.0.0.1", port=free_port())
    there.start()
    try:
        code = f"from nbgames.mail import owed; owed.STILL = 20; {RUN}"
        words = [sys.executable, "-c", code, "letters", f"-smtp=127.0.0.1:{there.port}"]
        for status in (-signal.SIGKILL, 75):
            running[:] = [subprocess.Popen(words, env={**os.environ, "NBGAMES_URL": file_url})]
            assert running[0].wait() == status and len(taken) == 2
        server.store.write(owed.end)  # as five minutes later
        assert subprocess.run(words, env={**os.environ, "NBGAMES_URL": file_url}).returncode == 0
    finally:
        there.stop()
    first, second, *rest = taken
    assert rest[0] == second and {first, second, rest[1]} == {f"{w}@x.org" for w in WRITTEN}
    server.close()


RUN = "import sys; from nbgames.__main__ import main; sys.exit(main())"
WRITTEN = ("bob", "carol", "dave")


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
    server = sign_up(Server(file_url), "bob")
    assert main(["letters", f"-folder={tmp_path / 'out'}"]) == 0
    assert capsys.readouterr().out == "letters: 0\n"
    with pytest.raises(NotationError, match="nbgames letters -smtp"):
        post.letters([])
    server.store.write(lambda tx: addresses.put(tx, "bob", ("bob@x.org",)))
    (tmp_path / "file").write_text("")
    assert main(["letters", f"-folder={tmp_path / 'file'}"]) == 75
    assert "the letters are kept, but none can be laid" in capsys.readouterr().err
    assert main(["letters", f"-folder={tmp_path / 'out'}"]) == 0
    assert capsys.readouterr().out == "letters: 1\n"
