"""Attacks on the web server by raw sockets: smuggled requests, dripping and many connections."""

import re
import socket
import threading
import time
from contextlib import suppress

import pytest
from thinned import first_of

from mail import proxies
from mail.conftest import absent, sign_up, wait_for
from nbgames.mail import Server, accounts
from nbgames.mail.http import protocol
from nbgames.mail.http.server import Place, Web

CANARY = "Zx9canary"
INNER = b"signup mallory Mallory9word"
SMUGGLED = (
    b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(INNER), INNER)
)
COUNT = len(SMUGGLED)
ATTACKS = {
    "a GET with a body": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % COUNT,
    "a HEAD with a body": b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n"
    % COUNT,
    "chunked, then a length": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n\r\n0\r\n\r\n" % (COUNT + 5),
    "a length, then chunked": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunked alone": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "an encoding nobody knows": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n",
    "a blank before the colon": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Transfer-Encoding : chunked\r\nContent-Length: 0\r\n\r\n",
    "an old version, chunked": b"POST /command HTTP/1.0\r\nConnection: keep-alive\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n"
    b"Content-Length: %d\r\n\r\n" % COUNT,
    "two lengths in a line": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Length: 0, %d\r\n\r\n" % COUNT,
    "a signed length": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: +0\r\n\r\n",
    "a negative length": b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
}

pytestmark = pytest.mark.usefixtures("quick")


def port(web):
    return int(web.address.rpartition(":")[2])


def sent(where, data, end=None):
    """What comes back for these bytes, until the other side closes, or this end is reached."""
    with socket.create_connection(("127.0.0.1", where), timeout=120) as line:
        line.sendall(data)
        got = part = b""
        with suppress(OSError):  # nothing more came, or it was cut off
            while (part := line.recv(65_536)) and not (got + part).endswith(end or b"no end"):
                got += part
        return got + part


def answers(data):
    return [int(code) for code in re.findall(rb"HTTP/1\.[01] (\d{3})", data)]


def is_there(web, userid):
    return web.local.store.read(lambda tx: accounts.find(tx, userid)) is not None


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_follows_a_body_in_doubt_is_no_request(web, attack):
    codes = answers(sent(port(web), ATTACKS[attack] + SMUGGLED))
    assert len(codes) == 1 and 400 <= codes[0] < 500
    assert not is_there(web, "mallory")


def test_requests_one_after_the_other_are_still_taken(web):
    one = b"GET /heads HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    last = one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    assert answers(sent(port(web), one + SMUGGLED + last)) == [200, 200, 200]
    assert is_there(web, "mallory")


# Through a proxy whose connections several callers share


@pytest.fixture(params=sorted(proxies.TEXTS))
def proxied(request, web, tmp_path):
    """The port of a proxy before the web server."""
    if proxies.program(request.param) is None:
        absent(f"{request.param} IS NOT TESTED: .ci/proxies install")
    proxy = proxies.Proxy(request.param, tmp_path, port(web))
    yield proxy.port
    proxy.stop()


NOTHING = b"nobody has written to you\n"


def posted(line):
    return (
        b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(line), line)
    )


@pytest.mark.slow
@pytest.mark.parametrize("verb", first_of([b"GET", b"POST"]))
def test_nobody_gets_the_next_ones_request(web, proxied, verb):
    """The body of the attack is the head of a command that would swallow what comes next."""
    server = sign_up(Server(str(web.local.store.url)), "eve")
    server.handle(f"signup evil {CANARY}x")
    server.handle(f"signup alice {CANARY}")
    prey = b"message evil " + f"{CANARY}x evil\n".encode()
    trap = posted(prey + b"x" * 40)[:-40]
    path = b"/" if verb == b"GET" else b"/nothing"
    head = b"%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n" % (verb, path)
    framed = [
        b"Content-Length: %d\r\n\r\n%s" % (len(trap), trap),
        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n%s"
        % (len(trap) + 5, trap),
        b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n%s" % (len(trap), trap),
    ]
    for attack in framed * 3:
        with socket.create_connection(("127.0.0.1", proxied), timeout=120) as line:
            line.sendall(head + attack)
            time.sleep(0.05)
            got = sent(proxied, posted(f"message alice {CANARY}".encode()), NOTHING)
        assert answers(got) == [200] and got.endswith(NOTHING)
    assert "nobody has written" in server.handle(f"message evil {CANARY}x").text


# Connections


def opened(web, source="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", port(web)), 120, source_address=(source, 0))


def test_a_request_that_drips_is_cut_off_and_is_no_bug(web, monkeypatch, capfd):
    monkeypatch.setattr(protocol, "ASKED", 0.6)
    drips, head = b"x" * 1000, b"GET / HT"
    after_another = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + head
    for start in (head, posted(b"help" + drips + b"x")[: -len(drips) - 1], after_another):
        with opened(web) as line, pytest.raises(OSError):
            line.sendall(start)
            for drip in drips:
                line.sendall(bytes([drip]))
                time.sleep(0.02)
    monkeypatch.setattr(protocol, "ASKED", 60)
    with opened(web) as other:
        other.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert answers(other.recv(4096)) == [200]
    assert capfd.readouterr().err == ""


def test_who_sends_nothing_is_cut_off(web, monkeypatch):
    monkeypatch.setattr(protocol, "ASKED", 0.3)
    with opened(web) as line, suppress(ConnectionResetError):
        assert line.recv(1) == b""


def test_many_connections_of_one_shut_nobody_out(web, monkeypatch):
    monkeypatch.setattr(protocol, "EACH", 20)
    held = [opened(web) for _ in range(40)]
    for line in held:
        with suppress(OSError):
            line.sendall(b"GET / HT")
    with opened(web, "127.0.0.2") as other:
        other.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert answers(other.recv(4096)) == [200]
    assert [is_open(line) for line in held] == [True] * 20 + [False] * 20
    for line in held:
        line.close()


def is_open(line):
    line.setblocking(False)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


def test_who_does_not_take_an_answer_is_cut_off(web, monkeypatch):
    there = sign_up(Server(str(web.local.store.url)), "alice", "bob")
    assert there.handle("projex challenge alice bob").ok
    whole = sent(port(web), b"GET /projex/101/replay HTTP/1.0\r\n\r\n")
    assert answers(whole) == [200] and len(whole) > 50_000
    # The limit for making an answer would cut a slow machine off, too.
    monkeypatch.setattr(protocol.Guarded, "_within", lambda self, seconds: None)
    monkeypatch.setattr(protocol, "ANSWERED", 0.5)
    web.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port(web)))
        line.sendall(b"GET /projex/101/replay HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert answers(line.recv(100)) == [200]
        wait_for(lambda: not web._server.server_state.connections)


def test_who_hangs_up_in_a_refused_request_is_no_bug(web, capfd):
    with socket.create_connection(("127.0.0.1", port(web)), 120) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf")
        line.shutdown(socket.SHUT_WR)
        line.recv(100)
    assert answers(sent(port(web), b"GET /health HTTP/1.0\r\n\r\n")) == [200]
    assert "a bug" not in capfd.readouterr().err


# Other sites

CLOSE = b"Connection: close\r\n\r\n"


def asked(*heads, line=b"help"):
    more = b"".join(head + b"\r\n" for head in heads)
    return (
        b"POST /command HTTP/1.1\r\nContent-Type: text/plain\r\nConnection: close\r\n"
        b"Content-Length: %d\r\n%s\r\n%s" % (len(line), more, line)
    )


@pytest.mark.parametrize(
    ("heads", "code"),
    [
        ([b"Host: 127.0.0.1:8461"], 200),
        ([b"Host: localhost"], 200),
        ([b"Host: [::1]:8461"], 200),
        ([b"Host: games.example"], 421),
        ([b"Host: localhost.evil.example"], 421),
        ([b"Host: localhost", b"Origin: http://localhost"], 200),
        ([b"Host: localhost", b"Origin: https://localhost"], 200),
        ([b"Host: localhost", b"Origin: https://evil.example"], 403),
        ([b"Host: localhost", b"Origin: null"], 403),
        ([b"Host: localhost", b"Origin: http://localhost:9"], 403),
    ],
)
def test_pages_of_other_sites_can_send_no_command(web, heads, code):
    assert answers(sent(port(web), asked(*heads))) == [code]


def test_a_name_is_given_to_the_server(file_url):
    server = Web(Place(name="Games.example"), file_url, rate=0)
    threading.Thread(target=server.run, daemon=True).start()
    got = sent(
        port(server), asked(b"Host: games.example:443", b"Origin: https://games.example:443")
    )
    assert answers(got) == [200]
    server.stop()


# Corners


@pytest.mark.parametrize(
    "path",
    [
        b"http://[",
        b"/projex/" + b"9" * 300,
        b"/projex/" + b"9" * 5000,
        b"/board/projex/" + b"9" * 5000,
        b"/%00",
        b"/%00/101",
        b"/heads?b=%ff",
        b"*",
        b"/projex/0x1",
    ],
    ids=lambda path: path[:20].decode(),
)
def test_a_strange_address_is_answered(web, path):
    got = sent(port(web), b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s" % (path, CLOSE))
    assert answers(got)[0] in (200, 400, 404)


def test_a_head_is_a_get_without_its_body(web):
    got = sent(port(web), b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + CLOSE)
    assert answers(got) == [200] and got.endswith(b"\r\n\r\n")


def test_a_huge_head_is_refused(web):
    got = sent(port(web), b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000)
    assert answers(got) in ([400], [])
