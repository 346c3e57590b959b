"""A letter about a move is answered with the move alone: once, by nobody but who got it."""

import io
import random
import shutil
import subprocess
from base64 import b64encode
from email import message_from_bytes, policy

import dkim
import pytest
import sqlalchemy as sa
from clocks import within
from PIL import Image
from thinned import first_of

from mail.conftest import absent, asked, sign_up
from nbgames.mail import Server, accounts, post, reply_to, signatures
from nbgames.mail.schema import META

OWN = "pbm@example.org"

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def server(url):
    server = sign_up(Server(url), "alice", "bob")
    for who in ("alice", "bob"):
        there = (f"{who}@x.org",)
        server.store.write(lambda tx, w=who, t=there: accounts.set_addresses(tx, w, t))
    server.handle("projex challenge -size=4 alice bob")
    yield server
    server.close()


def mail(to, body, sender, subject="Re: projex board 101", *heads):
    lines = [f"From: {sender}", f"To: {to}", f"Subject: {subject}", *heads, "", body]
    return "\r\n".join(lines).encode()


def answers(server, *words, keys=lambda name: None):
    """The letters that a mail leads to, by their receivers."""
    return {m["To"]: m for m in post.answers(server, mail(*words), OWN, keys=keys)}


def text(letter):
    return letter.get_body(["plain"]).get_content()


def letter_to(server, who):
    """A letter about the board as it stands."""
    return answers(server, OWN, "", f"{who}@x.org", "projex show 101")[f"{who}@x.org"]


def moves(server):
    return server.board("projex", 101).match.moves


def test_an_answer_with_the_move_alone_plays_it_and_brings_the_next_address(server):
    there = letter_to(server, "alice")["Reply-To"]
    assert there.startswith("pbm+") and len(there.partition("@")[0]) <= 64
    told = answers(
        server, f"games <{there.upper()}>", "D2\n\nOn Monday, games wrote:\n> D3", "alice@x.org"
    )
    assert moves(server) == ("D2",)
    assert told["alice@x.org"]["Reply-To"] is None
    assert "alice plays D2" in text(told["bob@x.org"])
    assert "works for this one move" in text(told["bob@x.org"])
    told = answers(server, told["bob@x.org"]["Reply-To"], "> D2\n\n  swap", "Bob@x.org")
    assert moves(server) == ("D2", "swap") and "bob has swapped" in text(told["alice@x.org"])


def test_a_letter_shows_the_board_as_text_and_as_a_picture(server):
    letter = message_from_bytes(letter_to(server, "bob").as_bytes(), policy=policy.default)
    assert letter["Reply-To"] is None  # it is not bob's move
    board = server.board("projex", 101).match.diagram().rstrip()
    assert board in text(letter).replace("\r", "")
    html = letter.get_body(["html"]).get_content()
    assert 'src="cid:board"' in html and 'alt="projex board 101, size 4' in html
    picture = next(part for part in letter.walk() if part["Content-ID"] == "<board>")
    assert picture.get_content_disposition() == "inline"
    assert Image.open(io.BytesIO(picture.get_content())).size[0] == 560


@pytest.mark.parametrize(
    "body", first_of(["", "I play F6", "undo", "accept", "> D2", "-x", "D2#7", "Z9", "x" * 5000], 3)
)
def test_what_is_no_move_is_refused_and_can_be_answered_again(server, body):
    there = letter_to(server, "alice")["Reply-To"]
    refusal = answers(server, there, body, "alice@x.org")["alice@x.org"]
    assert moves(server) == () and refusal["Reply-To"] == there
    answers(server, refusal["Reply-To"], "D2", "alice@x.org")
    assert moves(server) == ("D2",)


def test_an_address_plays_once_even_where_its_move_is_taken_back(server):
    there = letter_to(server, "alice")["Reply-To"]
    first = answers(server, there, "D2", "alice@x.org", "Re:", "Message-ID: <1@x>")
    again = answers(server, there, "D2", "alice@x.org", "Re:", "Message-ID: <1@x>")
    assert "is in already" in text(again["alice@x.org"]) and len(again) == len(first) == 2
    other = answers(server, there, "C3", "alice@x.org")["alice@x.org"]
    assert reply_to.SPENT in text(other) and other["Reply-To"] is None
    assert (
        server.handle("projex undo 101 alice -").ok and server.handle("projex accept 101 bob -").ok
    )
    for word in ("D2", "C3"):
        told = answers(server, there, word, "alice@x.org")
        assert reply_to.SPENT in text(told["alice@x.org"]) and moves(server) == ()
    answers(server, letter_to(server, "alice")["Reply-To"], "C3", "alice@x.org")
    assert moves(server) == ("C3",)


def test_talk_and_what_is_kept_secret_do_not_end_an_address(server):
    server.handle("projex move 101 alice - D2")
    server.handle("projex move 101 bob - C3")
    there = letter_to(server, "alice")["Reply-To"]
    assert server.handle("projex chat 101 bob -", "hello").ok
    assert server.handle("projex resign 101 bob -").ok  # is kept until it is his turn
    answers(server, there, "D4", "alice@x.org")
    assert moves(server)[:3] == ("D2", "C3", "D4")


def test_an_address_is_of_no_use_to_others_nor_after_a_lock(server):
    there = letter_to(server, "alice")["Reply-To"]
    for sender in ("bob@x.org", "mallory@x.org"):
        assert reply_to_refused(server, there, sender)
    lock = lambda tx: accounts.set_password(tx, "alice", accounts.LOCKED + "x")  # noqa: E731
    server.store.write(lock)
    assert reply_to_refused(server, there, "alice@x.org")


def reply_to_refused(server, there, sender):
    return not moves(server) and "D2" not in text(answers(server, there, "D2", sender)[sender])


@pytest.mark.parametrize("count", first_of([200, 10_000]))
def test_forgeries_and_replays_play_nothing(server, count):
    """Addresses of other boards, moves, persons and secrets, spoilt ones, and one that was used."""
    rng = random.Random(1)
    server.handle("projex challenge -size=4 bob alice")
    used = letter_to(server, "alice")["Reply-To"][4:].partition("@")[0]
    signature = used.rpartition("-")[2]
    answers(server, f"pbm+{used}@example.org", "D2", "alice@x.org")
    with server.store.engine.begin() as tx:
        kept = reply_to._signature(tx, "")
        assert kept != signature

    def forged():
        spoilt = list(used)
        for _ in range(rng.randrange(1, 4)):
            spoilt[rng.randrange(len(spoilt))] = rng.choice("0123456789abcdefghijklmnop234567-")
        numbers = "-".join(str(rng.randrange(1, 6)) for _ in range(4))
        made_up = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(26))
        return rng.choice(["".join(spoilt), f"{numbers}-{signature}", f"{numbers}-{made_up}", used])

    tags = [forged() for _ in range(count)]
    good = {tag for tag in tags if opens(server, tag)}
    assert good == {used}
    for tag in tags[: count // 30]:
        for sender in ("alice@x.org", "bob@x.org"):
            answers(server, f"pbm+{tag}@example.org", "C3", sender)
    assert moves(server) == ("D2",)
    assert server.board("projex", 102).match.moves == () and server.store.check() == []


def opens(server, tag):
    try:
        return bool(server.store.read(lambda tx: reply_to.read(tx, tag)))
    except ValueError:
        return False


def test_the_secret_stays_in_the_store(file_url, web, capfd, tmp_path):
    """No page, log, listing or letter to another holds it, or an address that plays."""
    server = sign_up(Server(file_url), "alice", "bob")
    for who in ("alice", "bob"):
        there = (f"{who}@x.org",)
        server.store.write(lambda tx, w=who, t=there: accounts.set_addresses(tx, w, t))
    server.handle("projex challenge -size=4 alice bob")
    secret = server.store.read(
        lambda tx: tx.execute(sa.select(META.c.value).where(META.c.name == "secret")).scalar()
    )
    assert len(secret) == 64
    letters = answers(server, OWN, "", "alice@x.org", "projex show 101")
    tag = letters["alice@x.org"]["Reply-To"]
    told = answers(server, tag, "D2", "alice@x.org")
    for page in ("/", "/projex/101", "/board/projex/101", "/heads?b=projex:101"):
        assert secret not in asked(web, page)[2] and tag not in asked(web, page)[2]
    said = capfd.readouterr()
    everything = [str(letter) for letter in told.values()] + [said.out, said.err]
    assert not any(secret in words or tag in words for words in everything)


# Signatures


def openssl(words, data=b""):
    if not shutil.which("openssl"):
        absent("NO OPENSSL: no key to sign with, so DKIM is not tested")
    return subprocess.run(
        ["openssl", *words.split()], input=data, check=True, capture_output=True
    ).stdout


@pytest.fixture(scope="module")
def key():
    return openssl("genrsa -traditional 2048")


@pytest.fixture
def keys(key):
    """The name system: x.org has a key."""
    made = openssl("rsa -pubout -outform DER", key)
    known = {b"s._domainkey.x.org.": b"v=DKIM1; k=rsa; p=" + b64encode(made)}
    return known.get


def signed(data, key, domain=b"x.org", **more):
    return dkim.sign(data, b"s", domain, key, **more) + data


def test_a_right_signature_is_right_and_a_changed_mail_is_not(key, keys):
    data = signed(mail("pbm+x@example.org", "D2", "alice@x.org"), key)
    assert signatures.is_right(data, "alice@x.org", keys) is True
    assert signatures.is_right(data, "alice@sub.x.org", keys) is True
    for old, new in ((b"D2", b"C3"), (b"From: alice", b"From: bobby")):
        assert signatures.is_right(data.replace(old, new), "alice@x.org", keys) is False


def test_what_cannot_be_looked_at_is_no_signature(key, keys, monkeypatch):
    data = mail("pbm+x@example.org", "D2", "alice@x.org")
    assert signatures.is_right(data, "alice@x.org", keys) is None
    right = signed(data, key)
    assert signatures.is_right(right, "alice@x.org", lambda name: None) is None
    assert signatures.is_right(right, "alice@x.org", lambda name: b"x" * 2000) is None
    assert signatures.is_right(right, "alice@y.org", keys) is None
    assert signatures.is_right(signed(data, key, length=True), "alice@x.org", keys) is None
    assert signatures.is_right(right + b"\r\n" * 30_000, "alice@x.org", keys) is None
    monkeypatch.setattr(signatures, "dkim", None)
    assert signatures.is_right(right, "alice@x.org", keys) is None


def test_a_wrong_signature_is_a_second_lock(server, key, keys):
    there = letter_to(server, "alice")["Reply-To"]
    data = signed(mail(there, "D2", "alice@x.org"), key)
    (refusal,) = post.answers(server, data.replace(b"D2", b"C3"), OWN, keys=keys)
    assert "does not fit" in text(refusal) and moves(server) == ()
    assert len([*post.answers(server, data, OWN, keys=keys)]) == 2 and moves(server) == ("D2",)


HOSTILE = {
    "spaces": b" " * 900 + b"x\r\n",
    "lines": b"\r\n",
    "tabs": b"\t \t" * 300 + b"x\r\n",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_no_signature_takes_long(key, keys, piece):
    data = signed(mail("x@example.org", "D2", "alice@x.org"), key)
    data = data + b"\r\n" + piece * (45_000 // len(piece)) + b"end"
    with within(5):
        assert signatures.is_right(data, "alice@x.org", keys) is False


def test_broken_signatures_break_nothing(key, keys):
    rng, right = random.Random(1), signed(mail("x@example.org", "D2", "alice@x.org"), key)
    for _ in range(300):
        data = bytearray(right)
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(3)] = rng.choice(
                [b"", b"\n", b";", b"=", b"\xff", b"l=0;"]
            )
        assert signatures.is_right(bytes(data), "alice@x.org", keys) in (True, False, None)
