"""No password, token, conditional move or address that plays is seen by anybody but who has it.

A class of two does all that can be done, with words that stand nowhere else. Then everything that
others can see is searched for them: replies, letters, pages, the log, what the keeper's commands
say, and the names of backups.
"""

import json
from email import message_from_bytes, policy

import pytest
import sqlalchemy as sa

from mail.conftest import asked
from mail.test_operations import keeper
from nbgames import GAMES
from nbgames.mail import Server, accounts, commands, owed, post, schema, walls
from nbgames.mail.grammar import GAME, SERVER

OWN = "pbm@example.org"
ALICE, WRONG, NEW = "canary-of-alice", "canary-mistyped", "canary-that-is-new"

pytestmark = pytest.mark.usefixtures("quick")


class Seen:
    """All that was said to others than alice, to alice, and to a teacher on the wall of a class."""

    def __init__(self, server, web):
        self.server, self.web = server, web
        self.others, self.hers, self.teachers = [], [], []

    def commands(self, *lines, token=None, body=""):
        """Lines over HTTP, in both formats."""
        for line in lines:
            heads = {"Authorization": f"Bearer {token}"} if token else {}
            asking = json.dumps({"line": line, "body": body}).encode()
            told = [asked(self.web, "/command", asking, Content_Type="application/json", **heads)]
            told.append(asked(self.web, "/command", f"{line}\n{body}".encode(), **heads))
            (self.hers if token else self.others).extend(f"{h}{t}" for _, h, t in told)

    def mails(self, sender, line, body="", to=OWN):
        data = f"From: {sender}@x.org\nTo: {to}\nSubject: {line}\n\n{body}".encode()
        for letter in post.answers(self.server, data, OWN, keys=lambda name: None):
            self.sort(letter)
        return self.hers

    def sort(self, letter):
        (self.hers if letter["To"] == "alice@x.org" else self.others).append(str(letter))

    def letters(self):
        """Those about what was done without mail: to whom they went."""
        sent = []

        def deliver(due):
            for number, letter in due:
                sent.append(message_from_bytes(letter, policy=policy.default))
                yield number

        post.delivered_owed(self.server.store, OWN, deliver)
        for letter in sent:
            self.sort(letter)
        return {letter["To"] for letter in sent}


@pytest.fixture
def seen(file_url, web, monkeypatch):
    monkeypatch.setenv("NBGAMES_URL", file_url)
    server = Server(file_url)
    for who, password in (("alice", ALICE), ("bob", "marzipan-of-bob")):
        assert server.handle(f"signup {who} {password}").ok
        there = (f"{who}@x.org",)
        server.store.write(lambda tx, w=who, t=there: accounts.set_addresses(tx, w, t))
    server.handle("projex challenge -size=4 alice bob")
    yield Seen(server, web)
    server.close()


def every_verb(password):
    """A line of each form of each verb, and each with a letter wrong."""
    words = {"board": "101", "userid": "alice", "userid1": "alice", "userid2": "bob"}
    words |= {"password": password, "new": password, "code": password, "move": "D9", "to": "bob"}
    for verbs, game in ((SERVER, ""), (GAME, "projex ")):
        for verb, forms in verbs.items():
            if verb in ("delete", "change password"):
                continue
            for form in forms:
                fields = [words.get(field, field) for field in (*form.fields, form.rest) if field]
                line = f"{game}{verb} {' '.join(fields)}"
                yield from (line, line.replace(verb, f"{verb}x", 1))
                if form.is_secret or not form.rest:  # else one more word is one more subject
                    yield f"{line} {password}"


def joined(seen, code):
    """Who joins a class, plays, plans and tells of an exercise; the name and the token."""

    def post(path, token="", **asking):
        heads = {"Authorization": f"Bearer {token}"} if token else {}
        asking = json.dumps(asking).encode()
        _, _, text = asked(seen.web, path, asking, Content_Type="application/json", **heads)
        return json.loads(text)

    said = post("/join", code=code)
    seat, token = said["userid"], said["token"]
    assert post("/command", token, line=f"projex challenge -size=4 {seat} alice")["board"] == 102
    plan = {"line": f"projex plan 102 {seat} -", "body": "D2 C3 E5 D4 B3"}
    assert "E5 D4" in post("/command", token, **plan)["text"]
    assert post("/told", token, exercise="tempo.closing", result="wrong")["ok"]
    return seat, token


def test_what_is_one_persons_own_is_seen_by_nobody_else(seen, capfd, tmp_path, monkeypatch):
    server, web = seen.server, seen.web
    assert seen.letters() == set()
    _, _, text = asked(
        web,
        "/login",
        json.dumps({"userid": "alice", "password": ALICE}).encode(),
        Content_Type="application/json",
    )
    token = json.loads(text)["token"]
    seen.commands(*every_verb(WRONG))
    for line in every_verb(WRONG):
        seen.mails("mallory", line)
        assert WRONG not in commands.redacted(line, GAMES)
    seen.mails("alice", "projex show 101")
    tag = next(t for t in seen.hers if "Reply-To:" in t).partition("Reply-To: ")[2].split("@")[0]
    seen.mails("alice", f"projex plan 101 alice {ALICE}", "D2 C3 E5\nD2 C4 B3 D4 E4")
    seen.commands("projex plan 101 alice -", token=token)
    seen.commands("message alice - bob", token=token, body="hello")
    seen.mails("alice", "Re:", "D2", f"{tag}@example.org")
    assert server.board("projex", 101).match.moves == ("D2",)
    seen.mails("bob", "projex chat 101 bob marzipan-of-bob", "hello")
    seen.mails("alice", f"change password alice {ALICE} {NEW}")
    looks = ["projex show 101", "all show alice", "projex games", "list projex", "help", "multiple"]
    seen.commands(*looks, "projex plan 101 bob marzipan-of-bob", "message bob marzipan-of-bob")
    for page in ("/", "/projex/101", "/projex/101/replay", "/board/projex/101", "/metrics", "/x"):
        seen.others.append(str(asked(web, page)))
    code, key = server.store.write(lambda tx: walls.begin(tx, "Graphs"))
    seat, member = joined(seen, code)
    for place in (f"/wall/{key}", f"/wall/{key}/now", f"/wall/{key}/projex/102?n=1"):
        status, heads, text = asked(web, place)
        assert status == 200 and (seat in text or place.endswith("n=1"))
        seen.teachers.append(f"{heads}{text}")
    monkeypatch.setattr(owed, "STILL", -1000)
    assert seen.letters() == {"alice@x.org", "bob@x.org"}
    monkeypatch.chdir(tmp_path)
    told = [keeper(line) for line in ("admin list", "doctor", "backup -folder=backups")]
    told += [keeper("person export bob"), keeper("copy " + server.url + " sqlite:///new.db")]
    told += [*sorted(str(path) for path in tmp_path.rglob("*")), repr(server)]
    said = capfd.readouterr()
    assert " projex/plan alice ok " in said.err and f" join {seat} ok " in said.err
    secret = server.store.read(
        lambda tx: tx.execute(
            sa.select(schema.META.c.value).where(schema.META.c.name == "secret")
        ).scalar_one()
    )
    others = [*seen.others, *seen.teachers, *told, said.err, said.out]
    everybody = [*others, *seen.hers]
    assert any(code in text for text in seen.teachers)
    for word in (code, key):  # which the teacher alone sees, on the wall
        assert not [text for text in (*seen.others, *told, said.err, said.out) if word in text]
    for word in (ALICE, WRONG, NEW, secret):
        assert not [text for text in everybody if word in text], word
    assert any(tag in text for text in seen.hers) and any("C3 E5" in text for text in seen.hers)
    for word in (token, member, tag, "C3 E5", "D4 E4", "E5 D4"):
        assert not [text for text in others if word in text], word
