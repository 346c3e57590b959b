"""What `nbgames serve` does for a class and its keeper: limits, caching, a log, a graceful end."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
import sqlalchemy as sa
from ports import free_port
from thinned import first_of

from mail import proxies
from mail.conftest import absent, asked, sign_up, wait_for
from nbgames import Refused
from nbgames.mail import Server, accounts, doors, quotas, throttle
from nbgames.mail.http import protocol
from nbgames.mail.http.limits import Limits, network
from nbgames.mail.http.server import STOPPING

CANARY = "Zx9canary"

pytestmark = pytest.mark.usefixtures("quick")


# Who asks


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", None),
        ("", None),
    ],
)
def test_an_address_is_counted_as_a_household(address, counted):
    assert network(address) == counted


@pytest.mark.parametrize(
    ("peer", "forwarded", "who"),
    [
        ("10.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["8.8.8.8, 9.9.9.9, 192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["8.8.8.8", "192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["192.0.2.7, junk"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.2", ["192.0.2.7"], "10.0.0.2"),
    ],
)
def test_only_the_last_word_of_the_one_trusted_proxy_counts(peer, forwarded, who):
    assert Limits(1, "10.0.0.1").caller(peer, forwarded) == who
    assert Limits(1, None).caller(peer, forwarded) == peer


def test_accounts_behind_one_address_do_not_use_up_each_others_share(serving):
    web = serving(rate=0.001)  # burst: 0.003 of an account, so nobody may ask
    server = sign_up(Server(str(web.local.store.url)), "alice", "bob")
    limits = web._server.config.app.state.limits
    limits.accounts.burst = limits.addresses.burst = 2.0

    def codes(who):
        head = {"Authorization": f"Bearer {server.tokens[who]}"} if who else {}
        return [asked(web, "/command", b"help", **head)[0] for _ in range(3)]

    assert codes("alice") == codes("bob") == codes("") == [200, 200, 429]
    assert asked(web, "/command", b"help", Authorization="Bearer made-up")[0] == 429
    assert asked(web, "/health")[0] == 200


def test_heads_are_cached_and_counted_by_themselves(serving):
    web = serving(rate=0.001)
    web._server.config.app.state.limits.heads.burst = 50.0
    server = sign_up(Server(str(web.local.store.url)), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    code, heads, text = asked(web, "/heads?b=projex:101&b=projex:102")
    assert (code, json.loads(text)) == (200, {"projex:101": 1})
    assert heads["Cache-Control"] == "public, max-age=1"
    assert asked(web, "/heads?b=projex:101", If_None_Match=heads["ETag"])[::2] == (304, "")
    server.handle("projex move 101 alice - B2")
    assert asked(web, "/heads?b=projex:101", If_None_Match=heads["ETag"])[0] == 200
    assert [asked(web, "/heads")[0] for _ in range(40)] == [200] * 40


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(proxies.TEXTS))
def test_a_real_proxy_tells_its_clients_apart(serving, tmp_path, capfd, name):
    if proxies.program(name) is None:
        absent(f"{name} IS NOT TESTED: .ci/proxies install")
    web = serving(proxy="127.0.0.1")
    proxy = proxies.Proxy(name, tmp_path, int(web.address.rpartition(":")[2]))
    try:
        with socket.create_connection(("127.0.0.1", proxy.port), 120, ("127.0.0.9", 0)) as line:
            line.sendall(
                b"POST /command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
                b"X-Forwarded-For: 8.8.8.8\r\nConnection: close\r\n\r\nhelp"
            )
            assert b"200 OK" in line.recv(65_536)
    finally:
        proxy.stop()
    assert " 127.0.0.9 help - ok " in capfd.readouterr().err


# For the keeper


def test_health_says_whether_the_store_answers(serving, tmp_path):
    web = serving()
    assert asked(web, "/health")[0] == 200
    web.local.store.engine.dispose()
    (tmp_path / "mail.db").write_bytes(b"this is no database" * 1000)
    code, _, text = asked(web, "/health")
    assert code == 503 and "damaged" in text


def test_the_log_has_a_line_for_each_command_without_its_words(serving, capfd):
    web = serving()
    lines = [
        f"signup alice {CANARY}",
        f"message alice {CANARY} alice\n{CANARY}",
        f"message alice {CANARY}x",
        f"projex move 101 {CANARY} alice B2",
        f"{CANARY} alice",
        f"help {CANARY}",
    ]
    for line in lines:
        asked(web, "/command", line.encode())
    asked(web, "/login", json.dumps({"userid": "alice", "password": CANARY}).encode(), **JSON)
    asked(web, "/login", json.dumps({"userid": CANARY, "password": "x"}).encode(), **JSON)
    told = capfd.readouterr().err
    assert CANARY not in told
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 127\.0\.0\.1 (\S+ \S+ \S+) \d+"
    assert [re.fullmatch(form, line)[1] for line in told.splitlines()] == [
        "signup alice ok",
        "message alice ok",
        "message - password",
        "projex/move - refused",
        "- - refused",
        "help - refused",
        "login alice ok",
        "login - password",
    ]


JSON = {"Content_Type": "application/json"}


@pytest.fixture
def served(tmp_path):
    """A server in a process of its own, and its host and port."""
    run = subprocess.Popen(
        [sys.executable, "-m", "nbgames", "serve", f"-port={free_port()}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NBGAMES_URL": f"sqlite:///{tmp_path / 'mail.db'}"},
    )
    host, port = re.search(r"http://(.*?):(\d+)", run.stdout.readline()).groups()
    yield run, (host, int(port))
    run.kill()
    run.communicate()


def alive(place):
    """A server in one thread answers others after what it has been sent before."""
    with socket.create_connection(place, timeout=120) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in line.recv(65_536)


@pytest.mark.slow
def test_a_server_that_is_told_to_end_finishes_what_was_begun(served):
    run, place = served
    body = b"signup alice chocolate8"
    with socket.create_connection(place, timeout=120) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in line.recv(65_536)
        line.sendall(b"POST /command HTTP/1.1\r\nHost: localhost\r\n")
        line.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        alive(place)  # so this one has been read, too
        run.send_signal(signal.SIGTERM)
        assert b"welcome, alice" in line.makefile("rb").read()  # which ends: it was closed
    out, err = run.communicate(timeout=120)
    assert (run.returncode, out) == (0, "served\n") and "Traceback" not in err


@pytest.mark.long
@pytest.mark.slow
def test_a_server_that_is_told_to_end_waits_for_nobody_who_has_sent_half(served):
    """A request whose end is still to come would be waited for until no time is left."""
    run, place = served
    with socket.create_connection(place, timeout=STOPPING) as line:
        line.sendall(b"POST /command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhelp")
        alive(place)  # so this one has been read, too
        run.send_signal(signal.SIGTERM)
        with suppress(ConnectionResetError):
            assert line.recv(65_536) == b""
    out, err = run.communicate(timeout=120)
    assert (run.returncode, out) == (0, "served\n") and "Traceback" not in err


# Who may start a board, and how much one may store


def told(web, line, **heads):
    return asked(web, "/command", line.encode(), **heads)[2]


def test_a_challenge_from_elsewhere_comes_from_one_of_the_two(serving):
    web = serving()
    near = sign_up(Server(str(web.local.store.url)), "alice", "bob", "eve")
    near.handle(f"signup carol {CANARY}")
    tokens = {who: {"Authorization": f"Bearer {near.tokens[who]}"} for who in near.tokens}
    line = "projex challenge -size=3 alice bob"
    assert "log in as one of the two" in told(web, line)
    assert "log in as one of the two" in told(web, line, **tokens["eve"])
    assert "board 101" in told(web, line, **tokens["alice"])
    assert "board 102" in told(web, line, **tokens["bob"])
    assert "board 103" in told(web, f"{line} -", **tokens["bob"])
    assert "do not go together" in told(web, f"projex challenge carol bob {CANARY}x")
    assert "board 104" in told(web, f"projex challenge -size=3 carol bob {CANARY}")
    wrong = told(web, f"projex challenge -size=99 carol bob {CANARY}")
    assert "-size=99" in wrong and CANARY not in wrong
    assert near.handle(line).board == 105


def test_quotas_keep_one_person_from_filling_the_store(serving, monkeypatch):
    for name in ("BOARDS", "REMARKS", "MESSAGES", "KEPT", "TOKENS"):
        monkeypatch.setattr(quotas, name, 3)
    monkeypatch.setattr(quotas, "EVENTS", 10)
    web = serving()
    near = sign_up(Server(str(web.local.store.url)), "alice", "bob")
    head = {"Authorization": f"Bearer {near.tokens['alice']}"}
    found = [told(web, "projex challenge -size=3 alice bob", **head) for _ in range(4)]
    assert "plays 3 boards already" in found[3] and "board 103" in found[2]
    found = [told(web, "projex chat 101 alice -\nhello", **head) for _ in range(4)]
    assert "3 remarks in a day" in found[3] and "hello" in found[2]
    found = [told(web, f"message alice - bob\n{k}", **head) for k in range(4)]
    assert "3 messages in a day" in found[3]
    assert "3 messages in a day" in told(web, "message alice - bob\nx", **head)
    for k in range(3):
        near.handle("message bob - bob", f"note {k}")
    inbox = near.handle("message bob -").text
    assert "note 2" in inbox and "alice writes" not in inbox
    for _ in range(4):
        accounts.new_token(near.store, "alice")
    assert told(web, "message alice -", **head).startswith("message alice")
    for _ in range(6):
        near.handle("projex queue 102 bob - B2")
    near.tokens["alice"] = accounts.new_token(near.store, "alice")
    found = [near.handle("projex queue 102 bob - B2") for _ in range(4)]
    assert not found[-1].ok and "10 entries" in found[-1].text


# Passwords


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("signup aIice chocolate8", "looks like alice"),
        ("signup a.l1ce chocolate8", "looks like alice"),
        ("signup Teacher chocolate8", "in charge"),
        ("signup carol x", "at least 8 letters"),
        ("signup carol abababab", "four different letters"),
        ("signup carol Password123!", "others try first"),
        ("signup carol carol2026", "others try first"),
        ("signup carol 12345678", "others try first"),
        ("signup carol iuytrewq", "others try first"),
    ],
)
def test_userids_and_passwords_that_mislead_or_are_tried_first(serving, line, words):
    web = serving()
    sign_up(Server(str(web.local.store.url)), "alice")
    assert words in told(web, line)
    assert "welcome" in told(web, "signup carol three-words-joined")


def test_of_many_guesses_at_once_five_are_looked_at(serving, monkeypatch):
    web, looked, clock = serving(), [], throttle.now()
    monkeypatch.setattr(throttle, "now", lambda: clock)  # on a busy machine a wait would be over
    verify = accounts._matches
    monkeypatch.setattr(accounts, "_matches", lambda *a: looked.append(1) or verify(*a))
    Server(str(web.local.store.url)).handle(f"signup alice {CANARY}")
    found = []
    threads = [
        threading.Thread(target=lambda k=k: found.append(told(web, f"message alice guess{k}")))
        for k in range(50)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(looked) == 5
    assert sum("do not go together" in text for text in found) == 5
    assert sum("wait" in text for text in found) == 45


def test_many_passwords_at_once_hold_nobody_up_who_is_logged_in(serving, monkeypatch):
    """300 at once, of 300 names, held up every move for 18 seconds."""
    web, inside, may_end = serving(), [], threading.Event()
    token = sign_up(Server(str(web.local.store.url)), "alice").tokens["alice"]

    # All of it, not the hashing alone: accounts that share one of its 64 locks would hash in turn.
    def slow(store, userid, password, address):
        inside.append(userid)
        may_end.wait(120)
        raise Refused(accounts.WRONG_PASSWORD)

    monkeypatch.setattr(accounts, "verify", slow)
    with ThreadPoolExecutor(40) as threads:
        tries = [
            threads.submit(asked, web, "/command", f"message nobody{k} wrong".encode())
            for k in range(40)
        ]
        try:
            wait_for(lambda: len(inside) >= 4)
            assert asked(web, "/command", b"help", Authorization=f"Bearer {token}")[0] == 200
            assert asked(web, "/health")[0] == 200
        finally:
            may_end.set()
    assert all("do not go together" in tried.result()[2] for tried in tries)


def test_who_has_logged_in_before_is_not_shut_out_by_others(file_url, monkeypatch):
    clock = [throttle.now()]
    monkeypatch.setattr(throttle, "now", lambda: clock[0])
    near = Server(file_url)
    near.handle(f"signup alice {CANARY}")

    def attempt(password, address):
        try:
            return accounts.verify(near.store, "alice", password, address)
        except Refused as error:
            return str(error)

    assert attempt(CANARY, "home") == "alice"
    for k in range(60):
        clock[0] += 1000
        attempt("guess", f"net {k}")
    assert "wait" in attempt(CANARY, "elsewhere")
    assert attempt(CANARY, "home") == "alice"
    clock[0] += throttle.LONGEST_WAIT * 1000
    assert attempt(CANARY, "elsewhere") == "alice"
    for _ in range(60):
        clock[0] += 1000
        attempt("guess", "home")  # by somebody behind the same router
    clock[0] += throttle.AT_HOME * 1000
    assert attempt(CANARY, "home") == "alice"


def test_spraying_over_userids_has_an_end(file_url, monkeypatch):
    near, found, clock = Server(file_url), [], throttle.now()
    monkeypatch.setattr(throttle, "IN_ALL", 30)
    monkeypatch.setattr(throttle, "now", lambda: clock)
    for k in range(40):
        with pytest.raises(Refused) as error:
            accounts.verify(near.store, f"user{k}", "chocolate", "one")
        found.append("wait" in str(error.value))
    assert found == [False] * 30 + [True] * 10


def test_a_clock_that_was_corrected_locks_nobody_out(file_url, monkeypatch):
    clock = [throttle.now() + 400 * throttle.DAY]
    monkeypatch.setattr(throttle, "now", lambda: clock[0])
    near = Server(file_url)
    near.handle(f"signup alice {CANARY}")
    for _ in range(8):
        near.handle("message alice wrong")
    clock[0] -= 400 * throttle.DAY
    assert near.handle(f"message alice {CANARY}").ok


@pytest.mark.parametrize(
    "line",
    [
        f"projex standings alice {CANARY}",
        f"projex history {CANARY}",
        f"projex games alice {CANARY}",
        f"projex show alice {CANARY}",
        f"all show alice {CANARY}",
        f"list projex {CANARY}",
        f"help commands {CANARY}",
        f"projex challenge alice bob {CANARY} more",
        f"multiple alice {CANARY}",
    ],
)
def test_a_password_after_a_verb_that_takes_none_is_not_shown(file_url, line):
    reply = sign_up(Server(file_url), "alice", "bob").handle(line)
    assert not reply.ok and CANARY not in reply.text and "^" in reply.text


@pytest.mark.parametrize("path", ["/command", "/login"])
@pytest.mark.parametrize("odd", first_of(["\ud800", "\0", "\U0010ffff", "x" * 5000], 2))
def test_no_letter_drops_a_connection(serving, path, odd):
    web = serving()
    names = ("line", "body", "request", "password", "userid")
    for line in (odd, f"message {odd} {odd}", f"message alice - {odd}"):
        said = {name: odd for name in names} | {"line": line}
        code, _, text = asked(web, path, json.dumps(said).encode(), **JSON)
        assert code in (200, 400) and not json.loads(text)["ok"]


# Who may watch


def test_news_of_boards_are_one_transaction(serving):
    """Three hundred boards ask every two seconds, and each transaction may wait for a writer."""
    web, begun = serving(), []
    sa.event.listen(web.local.store.engine, "begin", begun.append)
    assert asked(web, "/heads?b=projex:101&b=conhex:101")[0] == 200
    assert len(begun) == 1


def test_of_each_connection_the_address_is_read_once(serving, monkeypatch):
    """Not of all that are open at each new one: behind a proxy these are hundreds."""
    web, read = serving(), []
    monkeypatch.setattr(protocol, "network", lambda text: read.append(text) or network(text))
    where = web.socket.getsockname()[:2]
    lines = [socket.create_connection(where, 120) for _ in range(20)]
    assert asked(web, "/health")[0] == 200  # after those, since they were accepted in turn
    assert len(read) == 21
    for line in lines:
        line.close()


def test_watching_can_be_closed_to_the_public(serving):
    web = serving()
    server = sign_up(Server(str(web.local.store.url)), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    key = {"Authorization": f"Bearer {server.tokens['alice']}"}
    places = ["/", "/projex/101", "/projex/101/replay", "/board/projex/101", "/heads?b=projex:101"]
    lines = ["list projex", "projex show 101", "all show alice", "projex preview 101 B2"]
    sent = [("/command", line.encode()) for line in lines]
    assert {asked(web, place)[0] for place in places} == {200}
    server.store.write(lambda tx: doors.close(tx, "watching"))
    for place, data in [*((place, None) for place in places), *sent]:
        code, _, text = asked(web, place, data)
        assert "players alone" in text and code == (200 if data else 403)
        assert "no such board" not in text
        code, _, text = asked(web, place, data, **key)
        assert "players alone" not in text and code == 200
    assert asked(web, "/health")[0] == 200 and "commands" in asked(web, "/command", b"help")[2]


def test_a_notebook_watches_by_its_login_where_watching_is_closed(serving):
    web = serving()
    here = sign_up(Server(str(web.local.store.url)), "alice", "bob")
    here.handle("projex challenge -size=3 alice bob")
    here.store.write(lambda tx: doors.close(tx, "watching"))
    there = Server(web.address)
    with pytest.raises(Refused, match="players alone"):
        there.board("projex", 101)
    there.tokens["bob"] = here.tokens["bob"]
    assert there.board("projex", 101).match.seats == ("alice", "bob")
    assert there.heads([("projex", 101)]) and there.handle("projex show 101").ok


def test_the_second_part_of_an_answer_does_not_wait_for_the_first(web):
    """Delayed acknowledgements take 40 ms each; of 200 answers one comes sooner on any machine."""
    with socket.create_connection(web.socket.getsockname()) as peer:

        def seconds():
            begun = time.perf_counter()
            peer.sendall(b"GET /nosuchpage HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while not peer.recv(4096).endswith(b"}"):
                pass
            return time.perf_counter() - begun

        for _ in range(5):  # the first ones are acknowledged at once in any case
            seconds()
        assert any(seconds() < 0.03 for _ in range(200))
