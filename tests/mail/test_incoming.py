"""Mail from strangers: read in bounded time, never answered to machines, and done once."""

import io
import random
import re
import threading
from email import message_from_bytes, policy

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from clocks import within
from ports import free_port
from thinned import first_of

from mail.conftest import sign_up
from nbgames.__main__ import main
from nbgames.core.errors import Refused
from nbgames.mail import Server, accounts, addresses, incoming, outbox, post, quotas
from nbgames.mail.database import Unavailable
from nbgames.mail.schema import OUTBOX

OWN = "pbm@example.org"

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def server(file_url):
    return sign_up(Server(file_url), "alice", "bob")


def mail(subject="help", sender="alice@example.org", body="", *heads):
    lines = [f"From: {sender}", f"Subject: {subject}", *heads, "", body]
    return "\n".join(lines).encode()


def letters(server, *words):
    found = post.answers(server, mail(*words), OWN)
    return [(m["To"], m["Subject"], m.get_body(["plain"]).get_content()) for m in found]


# Reading

MANY = {
    "addresses": b"From: " + b"a," * 400_000 + b"\nSubject: help\n\n",
    "encoded words": b"From: a@b.c\nSubject: " + b"=?utf-8?q?a?= " * 60_000 + b"\n\n",
    "some encoded words": b"From: a@b.c\nSubject: " + b"=?utf-8?q?a?= " * 800 + b"\n\n",
    "headers": b"From: a@b.c\n" + b"X: y\n" * 60_000 + b"Subject: help\n\n",
    "parentheses": b"From: " + b"(" * 30_000 + b" a@b.c\nSubject: help\n\n",
    "pairs of parentheses": b"From: " + b"(" * 9_000 + b")" * 9_000 + b" a@b.c\nSubject: help\n\n",
    "parameters": b"From: a@b.c\nContent-Type: text/plain;" + b" a*0=b;" * 4_000 + b"\n\n",
    "strokes": b"From: a@b.c\nContent-Type: text/plain;" + b'";' * 14_000 + b"\n\n",
    "punycode": b"From: a@b.c\nContent-Type: text/plain; charset=punycode\n\na-" + b"9" * 300_000,
    "base64": b"From: a@b.c\nContent-Transfer-Encoding: base64\n\n" + b"A=\n" * 300_000,
    "empty lines": b"From: a@b.c\n\n" + b"\n" * 900_000,
    "parts": b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x0\n\n"
    + b"".join(
        b"--x%d\nContent-Type: multipart/mixed; boundary=x%d\n\n" % (k, k + 1) for k in range(3000)
    ),
    "lines in parts": b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x0\n\n"
    + b"".join(
        b"--x%d\nContent-Type: multipart/mixed; boundary=x%d\n\n" % (k, k + 1) for k in range(10)
    )
    + b"\n--y\n" * 150_000,
}


@pytest.mark.parametrize("data", MANY.values(), ids=MANY)
def test_no_mail_takes_long_to_read(data):
    with within(3):
        incoming.read(data, OWN)


ODD = [
    b"From: =?utf-8?q?a=0D=0ABcc:_evil=40example.org?= <a@b.c>\nSubject: help\n\n",
    b"From: a@b.c\nSubject: =?utf-7?q?+2AA-?=\n\n",
    b"From: =?utf-7?q?+2AA-?= <a@b.c>\nSubject: help\n\n",
    b"From: a@b.c\nSubject: =?idna?q?=2e=2e?=\n\n",
    b"From: a@b.c\nMessage-ID: \xff\xfe\nSubject: \xff\n\n\xff",
    b"From: a@b.c\nContent-Type: text/plain; charset=utf-7\nSubject: multiple\n\n+2AA-",
    b"From: a@b.c\nContent-Type: text/plain; charset*=x''%ff\nSubject: multiple\n\n+2AA-",
    b"From: a@b.c\nContent-Disposition: x; y*=\xff\nSubject: multiple\n\nhelp",
    b"From: a@b.c\nContent-Type: \xff/plain\n\n",
]


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
def test_odd_mail_is_answered_in_words_or_not_at_all(server, data):
    for letter in post.answers(server, data, OWN):
        assert "evil" not in str(letter["To"]) and letter["Subject"].isprintable()
        assert letter.as_bytes()


def test_ten_thousand_broken_mails_break_nothing(server):
    """Each is one of the above, with bytes changed by chance."""
    rng, seeds = random.Random(1), [*ODD, mail("projex games"), mail("multiple", body="list\n")]
    for _ in range(10_000):
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(3)] = rng.choice(
                [b"", b"\n", b"=?", b"<", b"\xff", b";", b"--"]
            )
        asked = incoming.read(bytes(data), OWN)
        assert asked is None or incoming.ADDRESS.fullmatch(asked.sender)


@pytest.mark.parametrize(
    ("text", "sender"),
    [
        ("alice@example.org", "alice@example.org"),
        ("Alice <alice@example.org>", "alice@example.org"),
        ('"Smith, Alice (she)" <alice@example.org>', "alice@example.org"),
        ("alice@example.org (Alice)", "alice@example.org"),
        ("a@b.c, d@e.f", None),
        ("nobody", None),
        ("<>", None),
    ],
)
def test_the_sender_is_the_one_address(text, sender):
    found = incoming.read(mail(sender=text), OWN)
    assert (found and found.sender) == sender


def test_an_answer_to_a_letter_is_a_command():
    assert incoming.read(mail("Re: AW: verify abc"), OWN).line == "verify abc"


# Machines


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: no; auto-replied",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "Return-Path: <>",
        "List-Id: <list.example.org>",
        "List-Unsubscribe: <mailto:x@example.org>",
        "X-Autoreply: yes",
        "X-Loop: x",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
    ],
)
def test_programs_are_not_answered(head):
    assert incoming.read(mail("help", "alice@example.org", "", head), OWN) is None
    assert incoming.read(mail("help", "alice@example.org", "", "Auto-Submitted: no"), OWN)


@pytest.mark.parametrize(
    "sender",
    [
        *("MAILER-DAEMON@example.org", "PBM@example.org", "no-reply@x.org", "postmaster@x.org"),
        *("bounces+alice=example.org@x.org", "list-request@x.org", "owner-list@x.org"),
    ],
)
def test_addresses_of_programs_are_not_answered(sender):
    assert incoming.read(mail(sender=sender), OWN) is None


def test_a_program_that_answers_every_mail_is_answered_so_often_in_a_day(server, monkeypatch):
    monkeypatch.setattr(quotas, "REFUSALS", 3)
    subject, told = "help", []
    for _ in range(6):
        for _, about, _ in letters(server, f"Re: {subject}", "Alice@example.org"):
            told.append(subject := about)
    assert told == ["nbgames", *["nbgames: not done"] * 3]
    assert len(letters(server, "help", "alice@example.org")) == 1
    assert len(letters(server, "mvoe", "bob@example.org")) == 1


# Addresses


def code_of(told):
    return re.search(r"verify (\S+)", told)[1]


def test_an_address_gets_mail_once_its_owner_has_confirmed_it(server):
    (_, _, welcome), (to, asking, words) = letters(
        server, "signup carol three-fine-words", "c@x.org"
    )
    assert to == "c@x.org" and "code to confirm" in welcome and "carol" in words
    server.handle("projex challenge -size=3 alice carol")
    line = "projex move 101 alice wrong B2"
    assert [to for to, _, _ in letters(server, line, "a@x.org")] == ["a@x.org"]
    assert server.store.read(lambda tx: addresses.of(tx, "carol")) == ()
    assert (
        letters(server, asking, "c@x.org")[0][2].strip()
        == "mail for carol goes to c@x.org from now on"
    )
    assert not server.handle(asking).ok
    challenge = letters(server, "projex challenge carol alice three-fine-words", "z@x.org")
    assert [to for to, _, _ in challenge] == ["z@x.org", "c@x.org"]


def test_nobody_is_asked_twice_in_a_week_for_whomever(server):
    for userid in ("carol", "david", "erin"):
        line = f"signup {userid} three-fine-words victim@x.org"
        found = letters(server, line, "mallory@x.org")
        assert [to for to, _, _ in found].count("victim@x.org") == (userid == "carol")


def test_a_mail_leads_to_few_letters(server):
    many = " ".join(f"a{k}@x.org" for k in range(6))
    assert (
        "are the most" in letters(server, f"signup carol three-fine-words {many}", "c@x.org")[0][2]
    )
    for k in range(20):
        who = f"p{k}"
        sign_up(server, who)
        there = tuple(f"{who}-{n}@x.org" for n in range(5))
        server.store.write(lambda tx, w=who, t=there: accounts.set_addresses(tx, w, t))
    sign_up(server, "mallory")
    server.store.write(
        lambda tx: accounts.set_password(tx, "mallory", accounts.hashed("three-words"))
    )
    to = " ".join(f"p{k}" for k in range(20))
    assert len(letters(server, f"message mallory three-words {to}", "m@x.org", "hi")) <= 200


# Once, and later


def test_a_mail_that_comes_twice_is_done_once(server):
    letters(server, "signup carol three-fine-words", "c@x.org")
    head = "Message-ID: <1@x>"

    def twice(line, body=""):
        asked = mail(line, "c@x.org", body, head)
        first, again = (next(post.answers(server, asked, OWN)).get_content() for _ in range(2))
        assert "not done twice" not in first and "not done twice" in again

    twice("message carol three-fine-words alice bob", "hello")
    assert server.handle("message alice -").text.count("hello") == 1
    twice("change password carol three-fine-words four-other-words")
    assert server.login("carol", "four-other-words")
    twice("change address carol four-other-words d@x.org")
    twice("delete carol four-other-words")


def test_of_a_request_that_comes_many_times_at_once_one_is_done(url):
    server = sign_up(Server(url), "alice", "bob")
    told = []

    def send():
        told.append(server.handle("message alice - bob", "hello", request="1").text)

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum("sent to bob" in text for text in told) == 1
    assert sum("not done twice" in text for text in told) == 7
    server.close()


def test_while_the_store_is_away_mail_is_kept_by_who_brought_it(server, monkeypatch, capsys):
    def away(work):
        raise Unavailable("the database cannot be reached")

    monkeypatch.setattr(server.store, "read", away)
    with pytest.raises(Unavailable):
        [*post.answers(server, mail("projex games"), OWN)]
    monkeypatch.setattr(post, "Server", lambda: server)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(mail("projex games"))))
    assert main(["post", "-folder=out"]) == 75
    assert "cannot be reached" in capsys.readouterr().err
    assert issubclass(Unavailable, Refused) and not server.handle("projex games").ok


# The mail server away


class Postfix:
    """A mail server that is away at first; a program that keeps a mail until it ends with 0."""

    def __init__(self, url, monkeypatch):
        self.got, self.refusals = [], {}
        self.port, self.controller = free_port(), None
        monkeypatch.setenv("NBGAMES_URL", url)
        self.monkeypatch = monkeypatch

    async def handle_DATA(self, server, session, envelope):
        (to,) = envelope.rcpt_tos
        if to in self.refusals:
            return self.refusals[to]
        letter = message_from_bytes(envelope.content, policy=policy.default)
        self.got.append((to, letter["Subject"], letter.get_body(["plain"]).get_content()))
        return "250 OK"

    def is_back(self):
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def gives(self, data):
        """The status of `nbgames post` with this mail."""
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        return main(["post", f"-smtp=127.0.0.1:{self.port}", f"-from={OWN}"])


@pytest.fixture
def postfix(server, file_url, monkeypatch):
    for who in ("alice", "bob"):
        there = (f"{who}@x.org",)
        server.store.write(lambda tx, w=who, t=there: accounts.set_addresses(tx, w, t))
    password = accounts.hashed("three-words")
    server.store.write(lambda tx: accounts.set_password(tx, "alice", password, keep_tokens=True))
    found = Postfix(file_url, monkeypatch)
    yield found
    if found.controller:
        found.controller.stop()


def kept(server):
    return server.store.read(lambda tx: tx.execute(sa.select(OUTBOX.c.address)).scalars().all())


def test_a_mail_waits_while_the_disk_of_the_store_is_away(postfix, tmp_path, monkeypatch):
    (tmp_path / "disk").write_text("")  # no folder, so that nothing is made in it
    monkeypatch.setenv("NBGAMES_URL", f"sqlite:///{tmp_path / 'disk/mail.db'}")
    assert postfix.gives(b"From: alice@x.org\nSubject: help\n\n") == 75


RETRIED = {
    "message": ("message alice three-words bob", "alice@x.org", "bob@x.org", "hello, bob"),
    "challenge": (
        "projex challenge -size=3 alice bob three-words",
        "alice@x.org",
        "bob@x.org",
        "B",
    ),
    "signup": ("signup carol three-fine-words", "c@x.org", "c@x.org", "verify "),
    "add": ("add alice three-words a2@x.org", "alice@x.org", "a2@x.org", "verify "),
    "delete": ("delete alice three-words", "alice@x.org", "bob@x.org", "goodbye, alice"),
}


@pytest.mark.parametrize("verb", first_of(RETRIED, 2))
def test_what_the_mail_server_could_not_take_goes_when_the_mail_is_given_again(
    verb, server, postfix, capsys
):
    line, sender, to, told = RETRIED[verb]
    server.handle("projex challenge -size=3 alice bob")
    asked = mail(line, sender, "hello, bob", "Message-ID: <1@x>")
    for _ in range(2):
        assert postfix.gives(asked) == 75
    assert "give the same mail once more" in capsys.readouterr().err and to in kept(server)
    postfix.is_back()
    assert postfix.gives(asked) == 0
    letters = [(where, text) for where, subject, text in postfix.got]
    assert [told in text for where, text in letters if where == to].count(True) == 1
    assert [where for where, _ in letters].count(sender) == 1 + (to == sender)
    assert not any("not done twice" in text for _, text in letters) and kept(server) == []
    if verb == "signup":
        code = next(subject for _, subject, _ in postfix.got if subject.startswith("verify"))
        assert server.handle(code).ok
    del postfix.got[:]
    assert postfix.gives(asked) == 0  # it comes twice: its sender is told, and nobody else
    assert {where for where, _, _ in postfix.got} <= {sender}


def test_of_many_letters_those_go_again_that_were_not_taken(server, postfix):
    asked = mail("message alice three-words bob", "alice@x.org", "hello", "Message-ID: <1@x>")
    postfix.refusals["bob@x.org"] = "451 later"
    postfix.is_back()
    assert postfix.gives(asked) == 75 and kept(server) == ["bob@x.org"]
    del postfix.refusals["bob@x.org"]
    assert postfix.gives(asked) == 0
    assert [to for to, _, _ in postfix.got] == ["alice@x.org", "bob@x.org"]


def test_a_letter_that_is_refused_for_good_holds_up_no_other(server, postfix):
    asked = mail("message alice three-words bob", "alice@x.org", "hello", "Message-ID: <1@x>")
    postfix.refusals["alice@x.org"] = "550 nobody here"
    postfix.is_back()
    assert postfix.gives(asked) == 0 and kept(server) == []
    assert [to for to, _, _ in postfix.got] == ["bob@x.org"]


def test_who_is_stopped_before_the_letters_are_written_writes_them_later(
    server, postfix, monkeypatch
):
    asked = mail("message alice three-words bob", "alice@x.org", "hello, bob", "Message-ID: <1@x>")
    with monkeypatch.context() as stopped:
        stopped.setattr(post, "_written", interrupted)
        assert postfix.gives(asked) == 1
    postfix.is_back()
    assert postfix.gives(asked) == 0
    assert ["hello, bob" in text for to, _, text in postfix.got if to == "bob@x.org"] == [True]
    assert server.handle("message bob -").text.count("hello, bob") == 1


def interrupted(*words):
    raise KeyboardInterrupt


def test_a_mail_of_the_same_number_is_another_mail(server, postfix):
    """Who knows the number of another's mail cannot have it taken for one that was answered."""
    postfix.is_back()
    postfix.gives(mail("help", "mallory@x.org", "", "Message-ID: <1@x>"))
    postfix.gives(mail("message alice three-words bob", "alice@x.org", "hi", "Message-ID: <1@x>"))
    assert "bob@x.org" in [to for to, _, _ in postfix.got]


def test_letters_do_not_wait_for_ever_nor_for_who_has_left(server, postfix, monkeypatch):
    postfix.gives(mail("message alice three-words bob", "alice@x.org", "hi", "Message-ID: <1@x>"))
    server.handle("delete bob -")
    assert kept(server) == ["alice@x.org"]
    later = outbox.now() + outbox.LIVES + 1
    monkeypatch.setattr(outbox, "now", lambda: later)
    postfix.gives(mail("help", "z@x.org"))
    assert kept(server) == ["z@x.org"]
