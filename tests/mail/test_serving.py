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
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from mail import proxies
from mail.conftest import sign_up
from mail.transcripts import QUICK
from nbgames.mail import Server, accounts
from nbgames.mail.http.limits import Limits, network
from nbgames.mail.http.server import Place, Web

CANARY = "Zx9canary"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(accounts, "HASHER", QUICK)


@pytest.fixture
def serving(file_url):
    """Starts web servers over one store."""
    started = []

    def start(**more):
        rate = more.pop("rate", 0)
        started.append(Web(Place(**more), file_url, rate=rate))
        threading.Thread(target=started[-1].run, daemon=True).start()
        return started[-1]

    yield start
    for web in started:
        web.stop()


def asked(web, path, data=None, **heads):
    """The status, headers and text of an answer."""
    heads = {name.replace("_", "-"): value for name, value in heads.items()}
    try:
        with urlopen(Request(web.address + path, data, heads), timeout=10) as got:
            return got.status, got.headers, got.read().decode()
    except HTTPError as error:
        return error.code, error.headers, error.read().decode()


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
        words = f"{name} IS NOT TESTED: .ci/proxies install"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(words)
    web = serving(proxy="127.0.0.1")
    proxy = proxies.Proxy(name, tmp_path, int(web.address.rpartition(":")[2]))
    try:
        with socket.create_connection(("127.0.0.1", proxy.port), 10, ("127.0.0.9", 0)) as line:
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


@pytest.mark.slow
def test_a_server_that_is_told_to_end_finishes_what_was_begun(tmp_path):
    env = {**os.environ, "NBGAMES_URL": f"sqlite:///{tmp_path / 'mail.db'}"}
    run = subprocess.Popen(
        [sys.executable, "-m", "nbgames", "serve", f"-port={proxies.free_port()}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
    )
    host, port = re.search(r"http://(.*?):(\d+)", run.stdout.readline()).groups()
    body = b"signup alice chocolate8"
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in line.recv(65_536)
        line.sendall(b"POST /command HTTP/1.1\r\nHost: localhost\r\n")
        line.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        time.sleep(0.02)
        run.send_signal(signal.SIGTERM)
        assert b"welcome, alice" in line.makefile("rb").read()  # which ends: it was closed
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out) == (0, "served\n") and "Traceback" not in err
