"""Over HTTP, by mail, and for a class: the same words over the same store."""

import io
import json
import threading
from collections import Counter
from email import message_from_bytes, policy
from urllib.request import Request, urlopen

import pytest
from ports import free_port

from mail.conftest import sign_up, wait_for
from nbgames import Refused
from nbgames.mail import Server, accounts, classes, post
from nbgames.mail.http.limits import Bucket
from nbgames.mail.tables import StoredTable, table
from nbgames.play.alone import alone

CANARY = "Zx9canary"

pytestmark = pytest.mark.usefixtures("quick")


def page(web, path):
    with urlopen(web.address + path, timeout=120) as answer:
        return answer.read().decode()


def test_a_remote_server_plays_as_a_near_one(web):
    near, far = Server(str(web.local.store.url)), Server(web.address)
    assert far.handle("signup alice chocolate8").ok
    assert near.handle("signup bob pb").ok
    far.login("alice", "chocolate8")
    reply = far.handle("projex challenge -size=3 alice bob", "good luck")
    assert (reply.board, reply.to, reply.match.seats) == (101, ("alice", "bob"), ("alice", "bob"))
    assert far.handle("projex move 101 alice - B2").match.moves == ("B2",)
    assert near.handle("projex move 101 bob pb swap").ok
    assert far.board("projex", 101).match.seats == ("bob", "alice")
    assert far.heads([("projex", 101)]) == {("projex", 101): 3}
    wrong = far.handle("projex move 101 alice - B99")
    assert not wrong.ok and "\n                        ^^^\n'B99' is no cell" in wrong.text
    assert far.handle("multiple", "projex show 101\nprojex games").ok
    with pytest.raises(Refused, match="do not go together"):
        far.login("alice", "wrong")


def test_a_repeated_http_request_is_done_once(web):
    far = Server(web.address)
    far.tokens = sign_up(Server(str(web.local.store.url)), "alice", "bob").tokens
    boards = [far.handle("projex challenge alice bob", request="r").board for _ in range(3)]
    assert boards == [101, 101, 101]


def test_anyone_may_watch(web):
    server = sign_up(Server(str(web.local.store.url)), "alice", "bob")
    assert "No board is being played" in page(web, "/")
    server.handle("conhex challenge alice bob", "<script>alert(1)</script> & more")
    server.handle("conhex move 101 alice - F7", "<img src=x onerror=alert(1)>")
    assert '<a href="conhex/101">' in page(web, "/")
    shown = page(web, "/conhex/101")
    assert "<svg" in shown and "&lt;img src=x" in shown
    assert "<img" not in shown and "<script" not in shown
    assert page(web, "/conhex/101/replay") == server.board("conhex", 101).match.to_html()
    for path in ("/conhex/102", "/conhex/102/replay", "/chess/101/replay"):
        assert status(web, path) == 404


def test_the_endpoint_takes_a_line_as_text(web):
    keeper = sign_up(Server(str(web.local.store.url)), "bob")
    keeper.handle("signup alice pa")
    asked = Request(
        f"{web.address}/command",
        b"projex challenge -size=3 alice bob pa\nhello",
        {"Content-Type": "text/plain"},
    )
    assert urlopen(asked, timeout=120).read().startswith(b"projex board 101")


def status(web, path, data=None, kind="application/json"):
    from urllib.error import HTTPError

    try:
        with urlopen(
            Request(web.address + path, data, {"Content-Type": kind}), timeout=120
        ) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_what_is_no_request_is_refused(web):
    assert status(web, "/nothing") == 404
    assert status(web, "/projex/999") == 404
    assert status(web, "/command", b"[" * 60_000) == 400
    assert status(web, "/command", b'{"line": 3}') == 400
    assert status(web, "/command", b'{"line": "help", "strange": "x"}') == 400
    assert status(web, "/command", b"x" * 70_000) == 413
    assert status(web, "/login", b"{}") == 200
    assert status(web, "/heads?b=x&b=projex:1&b=" + "9" * 500) == 200


def test_too_many_requests_have_to_wait():
    bucket = Bucket(0.001, 3.0)  # a second brings back as good as nothing
    assert [bucket.takes("a") for _ in range(5)] == [True, True, True, False, False]
    assert bucket.takes("b")


def test_the_canary_is_in_no_answer_and_no_output_over_http(web, capfd, tmp_path):
    far, texts = Server(web.address), []
    for line in (
        f"signup alice {CANARY}",
        f"message alice {CANARY}",
        f"message alice {CANARY}x",
        f"projex mov 1 alice {CANARY} A1",
    ):
        texts.append(repr(far.handle(line)))
    far.login("alice", CANARY)
    body = json.dumps({"line": f"delete alice {CANARY}", "nonsense": CANARY}).encode()
    assert status(web, f"/command?{CANARY}", body) == 400
    out = capfd.readouterr()
    assert CANARY not in "".join(texts) + out.out + out.err
    for path in tmp_path.iterdir():
        assert CANARY.encode() not in path.read_bytes()


def test_a_bug_in_the_server_is_told_by_its_kind_and_nothing_else(web, capfd, monkeypatch):
    def broken(desk, line):
        raise RuntimeError(line)

    monkeypatch.setattr("nbgames.mail.http.commanding.handled", broken)
    reply = Server(web.address).handle(f"signup alice {CANARY}")
    assert not reply.ok and "answers 500: a bug in the server (RuntimeError)" in reply.text
    assert capfd.readouterr().err == "nbgames serve: a bug, RuntimeError\n"


def test_what_another_server_says_cannot_steer_a_terminal(monkeypatch):
    evil = {"ok": True, "text": "\x1b[31mred\x07\nnext", "subject": "\x1b]0;x", "board": 101}
    monkeypatch.setattr("nbgames.mail.remote.Remote._ask", lambda *asked: evil)
    reply = Server("http://127.0.0.1:9").handle("projex games")
    assert (reply.text, reply.subject) == ("<1b>[31mred<7>\nnext", "<1b>]0;x")


def test_a_server_out_of_reach_is_said_to_be():
    reply = Server("http://127.0.0.1:9").handle("projex games")
    assert not reply.ok and "cannot be reached" in reply.text


# A table


@pytest.fixture(params=["near", "far", "postgres"])
def two_tables(request, file_url):
    """The tables of alice and bob at one board, each with a server of their own."""
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").database()
    else:
        url = file_url
    keeper = sign_up(Server(url), "alice", "bob")
    address = request.getfixturevalue("web").address if request.param == "far" else url
    keeper.handle("copolymer challenge -size=5 alice bob")
    keeper.handle("projex challenge -size=3 alice bob")
    servers = {who: Server(address) for who in ("alice", "bob")}
    for who, server in servers.items():
        server.tokens[who] = keeper.tokens[who]
    yield lambda game: [StoredTable(servers[who], game, 101) for who in ("alice", "bob")]
    for server in (keeper, *servers.values()):
        server.close()


@pytest.mark.slow
def test_a_move_on_one_table_arrives_on_the_other_by_itself(two_tables):
    alice, bob = two_tables("projex")
    heard = []
    bob.on_change(lambda: heard.append(bob.match.moves))
    alice.play("B2")
    assert alice.match.moves == ("B2",)
    wait_for(lambda: heard == [("B2",)])
    bob.play("swap")
    wait_for(lambda: alice.match.seats == ("bob", "alice"))


def test_only_the_owner_of_a_seat_can_move(two_tables):
    alice, bob = two_tables("projex")
    with pytest.raises(Refused, match="only alice may"):
        bob.play("B2")
    alice.play("B2")
    with pytest.raises(Refused, match="only bob may"):
        alice.play("C3")
    assert alice.match.moves == ("B2",)


def test_of_two_tables_that_move_at_once_one_is_heard(two_tables):
    """Both stand at the same move when they send it: the number of the move tells them apart."""
    alice, _ = two_tables("projex")
    other = StoredTable(alice.server, "projex", 101)
    told = []

    def play(table_, word):
        try:
            table_.play(word)
        except Refused as error:
            told.append(str(error))

    @alone  # nobody is refreshed before both have begun
    def begun():
        pairs = (alice, "B2"), (other, "C3")
        racers = [threading.Thread(target=play, args=pair) for pair in pairs]
        for racer in racers:
            racer.start()
        return racers

    for racer in begun():
        racer.join()
    (refused,) = told
    assert "only bob may" in refused or "meant as move 1" in refused or "turn" in refused
    wait_for(lambda: alice.match == other.match)
    assert alice.match.moves in (("B2",), ("C3",))


@pytest.mark.slow
def test_what_was_read_before_a_move_does_not_take_it_back(two_tables, monkeypatch):
    """Two threads refresh one table; who has read first is held up until the other has read."""
    alice, bob = two_tables("projex")
    read, reads, moved, later = bob.server.board, [], threading.Event(), threading.Event()

    def slowly(*which):
        board = read(*which)
        reads.append(board)
        if len(reads) == 1:
            alice.play("B2")
            moved.set()
            later.wait(120)
        return board

    heard = []
    bob.on_change(lambda: heard.append(bob.match.moves))
    monkeypatch.setattr(bob.server, "board", slowly)
    first = threading.Thread(target=bob.refresh)
    first.start()
    assert moved.wait(120)
    bob.refresh()
    later.set()
    first.join()
    assert reads[0].match.moves == () and bob.match.moves == ("B2",)
    assert heard == [("B2",)]


def test_a_move_that_arrives_while_a_board_makes_one_stops_neither(two_tables, monkeypatch):
    """What arrives waited for the board, and the board for what arrived: a kernel stood still."""
    alice, bob = two_tables("projex")
    alice.play("B2")
    bob.refresh()
    board = bob.widget()
    with pytest.raises(Refused, match="is asked to agree"):
        alice.undo()  # this arrives
    read, reading, playing = bob.server.board, threading.Event(), threading.Event()

    def slowly(*which):
        reading.set()
        playing.wait(120)
        return read(*which)

    @alone
    def played():
        playing.set()
        board.play("C1")

    monkeypatch.setattr(bob.server, "board", slowly)
    threads = [threading.Thread(target=do, daemon=True) for do in (bob.refresh, played)]
    threads[0].start()
    assert reading.wait(120)
    threads[1].start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert board.moves == ("B2", "C1")
    board.close()


def test_an_open_turn_stays_here_until_it_is_whole(two_tables):
    alice, bob = two_tables("copolymer")
    for k, word in enumerate(("D4", "C5", "C1", "C2", "E5", "B3")):
        table_ = (alice, bob)[k % 2]
        table_.refresh()
        table_.play(word)
    alice.refresh()
    stored = alice.match.moves
    alice.play("B4")
    assert alice.match.is_open
    assert alice.server.board("copolymer", 101).match.moves == stored
    alice.play("B2")
    alice.undo()
    assert alice.match.moves[-1] == "B4,"
    alice.play("B2")
    alice.play("A2")
    bob.refresh()
    assert bob.match.moves[-1] == "B4,B2,A2"


def test_taking_back_is_asked_for_and_agreed_to(two_tables):
    alice, bob = two_tables("projex")
    alice.play("B2")
    with pytest.raises(Refused, match="asked to agree"):
        alice.undo()
    bob.refresh()
    bob.undo()
    assert bob.match.moves == ()
    for deed in (bob.redo, bob.new):
        with pytest.raises(Refused):
            deed()


def test_a_table_of_what_is_not_there_is_refused(file_url, web):
    for server in (Server(file_url), Server(web.address)):
        with pytest.raises(Refused, match="there is no game 'chess': antipalos, conhex"):
            table("chess", 101, server=server)
        with pytest.raises(Refused, match="there is no projex board 101"):
            table("projex", 101, server=server)


@pytest.mark.slow
def test_the_same_board_is_the_same_table_and_can_be_a_widget(file_url):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    one, two = (table("projex", 101, server=server) for _ in range(2))
    assert one is two
    widget = one.widget()
    server.handle("projex move 101 alice - B2")
    wait_for(lambda: widget.moves == ("B2",))
    bob = server.tokens.pop("bob")
    widget.set_state({"request": {"view": "v1", "first": 0, "do": ["swap"]}})
    assert "only bob may do that" in str(widget.ack["v1"])
    server.backend.handle("projex move 101 bob - swap", "", None, None, {"bob": bob}, server.ask)
    wait_for(lambda: widget.moves == ("B2", "swap"))
    widget.set_state({"request": {"view": "v1", "first": 1, "do": ["C3"]}})
    assert server.board("projex", 101).match.moves == ("B2", "swap", "C3")
    widget.close()


# Mail


def letter(subject, body="", sender="alice@example.org", **heads):
    lines = [
        f"From: Alice <{sender}>",
        f"Subject: {subject}",
        *(f"{k.replace('_', '-')}: {v}" for k, v in heads.items()),
    ]
    return ("\n".join([*lines, "", body]) + "\n").encode()


@pytest.fixture
def mailed(file_url):
    """What a message leads to: the addressees, subjects and texts."""
    server = Server(file_url)

    def send(*args, **heads):
        found = post.answers(server, letter(*args, **heads), "pbm@example.org")
        return [(m["To"], m["Subject"], m.get_body(["plain"]).get_content()) for m in found]

    for line in ("signup alice chocolate8", "signup bob marzipan8"):
        sender = f"{line.split()[1]}@example.org"
        asked = send(line, sender=sender)[-1]
        assert send(f"Re: {asked[1]}", sender=sender)[0][2].startswith("mail for")
    return send


def test_a_subject_is_a_command_and_its_body_the_comment(mailed):
    letters = mailed(
        "projex challenge -size=3 alice bob chocolate8 **", "good luck!\n-- \nAlice, Ltd."
    )
    assert [to for to, _, _ in letters] == ["alice@example.org", "bob@example.org"]
    assert letters[1][1] == "projex board 101, size 3 alice"
    assert "good luck!" in letters[1][2] and "Ltd" not in letters[1][2]


def test_a_mistake_goes_back_to_who_made_it_without_the_password(mailed):
    ((to, subject, text),) = mailed(f"projex mov 101 alice {CANARY} B2")
    assert (to, subject) == ("alice@example.org", "nbgames: not done")
    assert "did you mean move" in text and CANARY not in text


def test_a_doubled_message_is_done_once(mailed):
    for _ in range(2):
        mailed("projex challenge -size=3 alice bob chocolate8", Message_ID="<x@y>")
    assert "projex: 1 in all" in mailed("list projex")[0][2]


@pytest.mark.parametrize(
    "head", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"Return_Path": "<>"}]
)
def test_machines_are_not_answered(mailed, head):
    assert mailed("help", **head) == []


def test_no_head_can_be_smuggled_in(mailed):
    for subject in (
        "=?utf-8?q?signup_x=0d=0aBcc:_evil=40example.org?=",
        "help\r\n Bcc: evil@example.org",
    ):
        for to, head, _ in mailed(subject):
            assert "evil" not in to and "\n" not in head


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\xff\xfe\x00",
        b"From: \n\n",
        b"From: a@b\nSubject: =?x?b?!!?=\nContent-Type: text/plain; charset=nonsense\n\n\xff",
        b"From: a@b\nContent-Type: multipart/mixed; boundary=x\n\n--x",
    ],
)
def test_junk_mail_breaks_nothing(file_url, junk):
    list(post.answers(Server(file_url), junk, "pbm@example.org"))


def test_replies_go_to_a_real_mail_server(file_url, monkeypatch):
    from aiosmtpd.controller import Controller

    got = []

    class Inbox:
        async def handle_DATA(self, server, session, envelope):
            got.append(
                (envelope.rcpt_tos, message_from_bytes(envelope.content, policy=policy.default))
            )
            return "250 OK"

    port = free_port()
    controller = Controller(Inbox(), hostname="127.0.0.1", port=port)
    controller.start()
    Server(file_url).close()
    try:
        monkeypatch.setenv("NBGAMES_URL", file_url)
        monkeypatch.setattr(
            "sys.stdin", io.TextIOWrapper(io.BytesIO(letter("signup alice chocolate8")))
        )
        assert post.post([f"-smtp=127.0.0.1:{port}"]) == "replies: 2"
    finally:
        controller.stop()
    (to, told), (_, asking) = got
    assert to == ["alice@example.org"] and "welcome, alice" in told.get_content()
    assert told["Auto-Submitted"] == "auto-replied" and "verify" in asking["Subject"]


def test_replies_can_be_laid_into_a_folder(file_url, tmp_path, monkeypatch):
    Server(file_url).close()
    monkeypatch.setenv("NBGAMES_URL", file_url)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(letter("help projex"))))
    post.post([f"-folder={tmp_path / 'out'}"])
    (laid,) = (tmp_path / "out").iterdir()
    assert laid.suffix == ".eml" and b"Bill Taylor" in laid.read_bytes()


# A class


@pytest.fixture
def school(tmp_path, file_url):
    roster = tmp_path / "roster.csv"
    roster.write_text(
        "name,userid\nAnn Lee,ann\nBen,\n=cmd()|x,\nDora,dora\nBen,\n", encoding="utf-8"
    )
    server = Server(file_url)
    told = classes.create(server, roster)
    assert told.startswith("5 accounts")
    return server, roster


def test_a_roster_becomes_accounts_with_passwords_to_hand_out(school, tmp_path):
    server, roster = school
    out = tmp_path / "roster-passwords.csv"
    assert out.stat().st_mode & 0o077 == 0
    lines = out.read_text().splitlines()
    assert [line.split(",")[1] for line in lines] == [
        "userid",
        "ann",
        "ben",
        "cmdx",
        "dora",
        "ben2",
    ]
    assert lines[3].startswith("'=cmd()")
    assert server.login("ann", lines[1].split(",")[2]) == "ann"
    with pytest.raises(Refused, match="exists already"):
        classes.create(server, roster)


@pytest.mark.parametrize(
    ("name", "userid"),
    [
        ("Çağla Öz", "cagla"),
        ("Weiß", "weiss"),
        ("李明", "player"),
        ("New", "new2"),
        ("7of9", "player7of9"),
    ],
)
def test_a_userid_is_made_of_the_first_name(tmp_path, name, userid):
    (tmp_path / "roster.csv").write_text(f"name\n{name}\n", encoding="utf-8")
    assert classes.read_roster(tmp_path / "roster.csv") == [(name, userid)]


def test_a_taken_userid_leaves_everything_as_it_was(school, tmp_path):
    server, _ = school
    roster = tmp_path / "more.csv"
    roster.write_text("eve\nAnn\n")
    with pytest.raises(Refused, match="ann is taken"):
        classes.create(server, roster)
    assert not (tmp_path / "more-passwords.csv").exists()
    assert server.store.read(lambda tx: accounts.find(tx, "eve")) is None


def test_everybody_meets_everybody_once(school):
    server, roster = school
    told = classes.pair(server, roster, "projex", classes.round_robin, ["-size=3"])
    assert len(told.splitlines()) == 10
    assert (
        classes.pair(server, roster, "projex", classes.round_robin) == "everybody has met everybody"
    )
    firsts = Counter(row["first"] for row in rows(classes.games("projex", server=server)))
    assert set(firsts.values()) == {2}  # four boards each, first in two


def test_swiss_rounds_pair_equals_and_nobody_twice(school):
    server, roster = school
    met, left_out = set(), []
    for _ in range(3):
        told = classes.pair(server, roster, "projex", classes.swiss_round, ["-size=3"])
        pairs = [line.split()[2:] for line in told.splitlines()]
        assert len(pairs) == 2 and not met & {frozenset(pair) for pair in pairs}
        met |= {frozenset(pair) for pair in pairs}
        left_out += {"ann", "ben", "cmdx", "dora", "ben2"} - {who for pair in pairs for who in pair}
        with pytest.raises(Refused, match="still being played"):
            classes.pair(server, roster, "projex", classes.swiss_round)
        for line in told.splitlines():
            finish(server, int(line.split()[1].rstrip(":")))
    assert len(set(left_out)) == 3


def finish(server, number):
    """The second player of a board resigns after both have moved."""
    for who in server.board("projex", number).players:
        server.tokens[who] = accounts.new_token(server.store, who)
    first, second = server.board("projex", number).match.seats
    for words in (
        f"move {number} {first} - B2",
        f"move {number} {second} - C3",
        f"resign {number} {second} -",
        f"move {number} {first} - C2",
    ):
        assert server.handle(f"projex {words}").ok


def test_tables_of_a_class(school):
    server, roster = school
    classes.pair(server, roster, "projex", classes.round_robin, ["-size=3"])
    finish(server, 101)
    ratings = [row["rating"] for row in rows(classes.standings("projex", server=server))]
    assert ratings == [1824, 1424]
    assert len(classes.games(server=server)) == 10


def rows(frame):
    """The rows of a DataFrame, or of the list that stands for one where pandas is missing."""
    return frame if isinstance(frame, list) else frame.to_dict("records")


def test_a_forgotten_password_is_replaced(school):
    server, _ = school
    password = classes.reset(server, "ANN").rpartition(" ")[2]
    assert server.login("ann", password) == "ann"
    with pytest.raises(Refused):
        classes.reset(server, "nobody1")
