"""What OPERATIONS tells a keeper to do: configurations, metrics, admin, backups, copies."""

import re
import shutil
import socket
import ssl
import subprocess
import sys
from http.client import HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
import sqlalchemy as sa

from mail import proxies
from mail.conftest import absent, asked, sign_up
from nbgames.core.errors import NotationError, Refused
from nbgames.mail import Server, accounts, admin, walls
from nbgames.mail.http import server as web_server
from nbgames.mail.schema import USER
from nbgames.mail.store import Store

pytestmark = pytest.mark.usefixtures("quick")

FILES = Path(__file__).parents[2] / "nbgames/mail/operations"
NAME = "games.example.org"


@pytest.fixture
def here(file_url, monkeypatch):
    """The store that the keeper's commands are about."""
    monkeypatch.setenv("NBGAMES_URL", file_url)
    server = Server(file_url)
    for userid in ("alice", "bob"):
        server.handle(f"signup {userid} three-fine-words")
        server.login(userid, "three-fine-words")
    server.handle("projex challenge -size=3 alice bob")
    yield server
    server.close()


def keeper(line):
    first, *rest = line.split()
    return admin.WORDS[first](rest)


# Configurations


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate of one's own with its key, in one file."""
    if not shutil.which("openssl"):
        absent("NO OPENSSL: the example configurations are not started; .ci/proxies install")
    folder = tmp_path_factory.mktemp("certificate")
    words = (
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=games.example.org -keyout key -out pem"
    )
    subprocess.run(["openssl", *words.split()], cwd=folder, check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_text((folder / "pem").read_text() + (folder / "key").read_text())
    return both


def example(name, folder, upstream, certificate):
    """The example with the ports and the certificate of a test."""
    file = {"nginx": "nginx.conf", "haproxy": "haproxy.cfg", "caddy": "Caddyfile"}[name]
    text = (FILES / file).read_text().replace("127.0.0.1:8461", f"127.0.0.1:{upstream}")
    text = re.sub(r"/etc/(ssl|haproxy)/[\w./]*(pem|key)", str(certificate), text)
    text = re.sub(r"(listen |bind )(:?443)", r"\g<1>127.0.0.1:{{port}}", text)
    if name == "caddy":  # with a certificate of the test, and no port but the test's
        alone = "{\n\tadmin off\n\tauto_https off\n}\n"
        kept = f"https://{NAME}:{{{{port}}}} {{\n\ttls {certificate} {certificate}"
        text = alone + text.replace(f"{NAME} {{", kept)
    if name != "nginx":
        return text
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{part}_temp_path {folder}/{part};\n" for part in parts)
    head = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error;\nevents {{}}\n"
    return f"{head}http {{\naccess_log off;\n{paths}{text}\n}}"


@pytest.mark.parametrize("name", ["nginx", "haproxy", "caddy"])
def test_the_example_of_a_proxy_works_as_it_stands(name, serving, certificate, tmp_path):
    if proxies.program(name) is None:
        absent(f"NO {name.upper()}: its example configuration is not started; .ci/proxies install")
    web = serving(name=NAME, proxy="127.0.0.1")
    upstream = web.socket.getsockname()[1]
    written = example(name, tmp_path, upstream, certificate)
    proxy = proxies.Proxy(name, tmp_path, upstream, written)
    try:
        assert "help commands" in over_tls(proxy.port, "/command", b"help")[1]
        assert '"ok": true' in over_tls(proxy.port, "/health")[1]
        assert over_tls(proxy.port, "/command", b"a" * 65_537)[0] == 413  # SECURITY: HTTP
    finally:
        proxy.stop()


def over_tls(port, path, data=None):
    """Status and text for who names the server when it connects (SNI), as every browser does."""
    line = socket.create_connection(("127.0.0.1", port), 120)
    connection = HTTPSConnection(NAME, timeout=120)
    connection.sock = ssl._create_unverified_context().wrap_socket(line, server_hostname=NAME)
    connection.request("POST" if data else "GET", path, data)
    with connection.getresponse() as got:
        return got.status, got.read().decode()


BAD, GOOD = "192.0.2.7", "192.0.2.8"
BAD_6 = "2001:db8:1:2:3:4:5:6"


@pytest.fixture
def log(file_url, serving, capfd):
    """The lines of a server's log where two, one by IPv6, have typed wrong passwords."""
    server = sign_up(Server(file_url), "alice")
    server.handle("projex challenge -size=3 alice alice")
    server.close()
    web = serving(proxy="127.0.0.1")
    tries = [(BAD, b"message alice wrong"), (BAD_6, b"projex move 101 alice wrong B2")]
    tries += [(GOOD, b"help"), (GOOD, b"projex move 999 alice wrong B2"), (GOOD, b"mvoe a b")]
    for address, line in tries:
        asked(web, "/command", line, X_Forwarded_For=address)
    return capfd.readouterr().err.splitlines()


def fail2ban(program):
    return proxies.program(program) or absent(f"NO {program}: .ci/proxies install")


@pytest.mark.parametrize(
    "before", ["", "Nov 25 02:26:48 games nbgames[12]: "]
)  # as journald has it
def test_fail2ban_finds_who_types_wrong_passwords(log, before, tmp_path):
    (tmp_path / "log").write_text("".join(f"{before}{line}\n" for line in log))
    words = [tmp_path / "log", FILES / "fail2ban-filter.conf", "--out", "ip"]
    asked = [fail2ban("fail2ban-regex"), *words]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [BAD, "2001:db8:1:2::/64"]


def test_fail2ban_takes_the_example_of_a_jail(tmp_path):
    client = fail2ban("fail2ban-client")
    shutil.copytree("/etc/fail2ban", tmp_path / "etc")
    for path in (tmp_path / "etc/jail.d").iterdir():
        path.unlink()
    for part in ("filter", "jail"):
        shutil.copy(FILES / f"fail2ban-{part}.conf", tmp_path / f"etc/{part}.d/nbgames.conf")
    words = [client, "-c", tmp_path / "etc", "-d"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "['start', 'nbgames']" in told and "'maxretry', 20" in told and "<SUBNET>" in told


def test_the_service_starts_what_there_is():
    unit = (FILES / "nbgames.service").read_text()
    words = re.search(r"^ExecStart=\S+/nbgames serve (.*)$", unit, re.MULTILINE)[1].split()
    assert all(word.partition("=")[0] in web_server.GIVEN for word in words)
    assert int(re.search(r"LimitNOFILE=(\d+)", unit)[1]) > 2 * web_server.MOST


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="NO SYSTEMD: no unit is read by it")
def test_systemd_finds_no_fault_in_the_units(tmp_path):
    """With a program that there is in the place of /opt/nbgames."""
    units = [path for path in FILES.iterdir() if path.suffix in (".service", ".timer")]
    for path in units:
        text = path.read_text().replace("/opt/nbgames/bin/nbgames", sys.executable)
        (tmp_path / path.name).write_text(text)
    verify = ["systemd-analyze", "verify", *sorted(tmp_path.iterdir())]
    done = subprocess.run(verify, capture_output=True, text=True)
    own = [line for line in done.stderr.splitlines() if "nbgames" in line]
    assert (done.returncode, own) == (0, []) and len(units) == 5


# Metrics


def test_commands_are_counted_for_who_asks_from_this_machine(serving):
    web = serving()
    asked(web, "/command", b"projex games")
    asked(web, "/command", b"delete Zx9canary Zx9canary")
    code, heads, text = asked(web, "/metrics")
    assert code == 200 and heads["Content-Type"].startswith("text/plain; version=")
    assert 'nbgames_commands_total{result="ok",verb="projex/games"}' in text
    assert 'nbgames_commands_total{result="password",verb="delete"}' in text
    assert "nbgames_command_seconds_bucket" in text and "Zx9canary" not in text


def test_metrics_are_for_this_machine_alone(serving):
    web = serving(proxy="127.0.0.1")
    assert asked(web, "/metrics", X_Forwarded_For="192.0.2.1")[0] == 404
    assert asked(web, "/metrics", X_Forwarded_For="127.0.0.1, 192.0.2.1")[0] == 404


# Admin


def test_a_keeper_locks_and_unlocks(here):
    assert (
        keeper("admin lock Alice")
        == keeper("admin lock alice")
        == "alice is locked, and logged out"
    )
    assert "locked" in keeper("admin list")
    with pytest.raises(Refused):
        here.login("alice", "three-fine-words")
    assert not here.handle("projex move 101 alice - B2").ok
    with pytest.raises(Refused, match="unlock first"):
        keeper("admin reset alice")
    assert here.store.read(accounts.check) == []
    keeper("admin unlock alice")
    assert here.login("alice", "three-fine-words") and "locked" not in keeper("admin list")


def test_a_keeper_logs_somebody_out(here):
    assert keeper("admin logout alice") == "alice is logged out of 1 places"
    assert not here.handle("projex move 101 alice - B2").ok
    assert here.login("alice", "three-fine-words")


def test_a_keeper_removes_a_board_and_a_person(here):
    for who, word in (("alice", "B2"), ("bob", "C3")):
        assert here.handle(f"projex move 101 {who} - {word}").ok
    assert "removed by who keeps this server" in keeper("admin remove projex 101")
    assert "removed by who keeps" in here.handle("projex move 101 alice - A1").text
    with pytest.raises(Refused, match="removed already"):
        keeper("admin remove projex 101")
    assert "gone-1" in keeper("admin remove alice") and here.store.check() == []
    assert "alice" not in keeper("admin list")


def test_a_keeper_closes_and_opens(here, serving):
    web = serving()
    for told in ("admin list", "doctor"):
        assert "closed to strangers: nothing" in keeper(told)
    keeper("admin close watching")
    keeper("admin close signup")
    for told in ("admin list", "doctor"):
        assert "closed to strangers: signup, watching" in keeper(told)
    assert asked(web, "/")[0] == 403
    assert "closed here" in asked(web, "/command", b"signup carol three-fine-words")[2]
    assert keeper("admin open watching") == "watching is open to everybody"
    assert asked(web, "/")[0] == 200


def test_a_forgotten_password_is_chosen_anew_by_a_link_once(here, serving):
    web = serving()
    older = keeper(f"admin reset alice {web.address}/")
    link = re.search(r"at http://[^/]+(/reset/\S+),", keeper(f"admin reset alice {web.address}/"))[
        1
    ]
    assert asked(web, re.search(r"(/reset/\S+),", older)[1])[0] == 404
    code, heads, text = asked(web, link)
    assert (
        code == 200 and "alice" in text and "form-action 'self'" in heads["Content-Security-Policy"]
    )
    for password, code in (("short", 400), ("four-other-words", 200), ("five-other-words", 400)):
        assert asked(web, link, urlencode({"password": password}).encode())[0] == code
    assert here.login("alice", "four-other-words") and asked(web, link)[0] == 404
    assert not here.handle("verify " + link.rpartition("/")[2]).ok


def test_what_admin_does_not_know_is_told(here):
    for line in ("admin", "admin lock", "admin burn alice", "admin close doors"):
        with pytest.raises(NotationError, match="nbgames admin"):
            keeper(line)
    with pytest.raises(Refused, match="nobody here is called 'carol'"):
        keeper("admin lock carol")


def test_what_needs_the_store_itself_says_so_to_who_has_a_server(monkeypatch):
    monkeypatch.setenv("NBGAMES_URL", "https://games.example.org")
    for line in ("doctor", "admin list", "person export alice", "letters -folder=out"):
        with pytest.raises(Refused, match="on another machine: do that there"):
            keeper(line)


def test_doctor_tells_what_is_wrong_with_accounts(here):
    broken = sa.update(USER).where(USER.c.key == "alice").values(password="")
    here.store.write(lambda tx: tx.execute(broken))
    with pytest.raises(Refused, match="account alice has no hash of a password: reset it"):
        keeper("doctor")


# Copies


def test_backups_are_dated_checked_and_the_oldest_go(here, tmp_path, monkeypatch):
    moments = iter(range(1_700_000_000, 1_800_000_000, 86_400))
    monkeypatch.setattr(
        "nbgames.mail.copying.time.gmtime", lambda: __import__("time").localtime(next(moments))
    )
    for _ in range(4):
        said = keeper(f"backup -folder={tmp_path / 'backups'} -keep=2")
    assert "1 boards, every event replayed; 1 older are deleted" in said
    assert len(list((tmp_path / "backups").iterdir())) == 2
    with pytest.raises(NotationError, match="keep"):  # it would delete the new copy as well
        keeper(f"backup -folder={tmp_path / 'backups'} -keep=0")
    assert len(list((tmp_path / "backups").iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_named(here, tmp_path):
    (tmp_path / "file").write_text("")
    for line in ("backup -folder={}/file/backups", "backup {}/file/mail.db"):
        with pytest.raises(Refused, match="no copy can be written"):
            keeper(line.format(tmp_path))


def test_a_copy_of_nothing_is_refused_and_leaves_nothing(here, tmp_path):
    old, new = tmp_path / "nbgames-20261123-032000.db", tmp_path / "new.db"
    with pytest.raises(Refused, match="there is no"):
        keeper(f"copy sqlite:///{old} sqlite:///{new}")
    assert not old.exists() and not new.exists()


def test_a_copy_has_everything_and_its_chains(here, url, tmp_path, monkeypatch):
    here.handle("projex move 101 alice - B2", "hello")
    here.handle("message alice - bob", "hi")
    target = f"sqlite:///{tmp_path / 'other.db'}" if url.startswith("sqlite") else url
    begun = [here.store.write(lambda tx, n=n: walls.begin(tx, n)) for n in ("Algebra", "Graphs")]
    said = keeper(f"copy {here.url} {target}")
    assert "1 boards, every event replayed" in said and "chains of hashes" in said
    with pytest.raises(Refused, match="name a new one"):
        keeper(f"copy {here.url} {target}")
    there = Server(target)
    there.login("alice", "three-fine-words")
    assert there.handle("projex challenge alice bob").board == 102
    assert there.handle("message alice - bob", "more").ok and there.handle("signup carol x2").ok
    there.close()
    back = f"sqlite:///{tmp_path / 'back.db'}"
    moved = Server(target)
    assert moved.store.read(lambda tx: walls.of_key(tx, begun[1][1])).name == "Graphs"
    assert moved.store.write(lambda tx: walls.begin(tx, "Sets"))
    moved.close()
    keeper(f"copy {target} {back}")
    assert [row.board for row in Store(back).games()] == [101, 102]


def test_a_backup_is_restored_as_the_page_says(here, tmp_path, monkeypatch):
    """The lines of OPERATIONS below 'To restore', with the folders of a test."""
    here.handle("projex move 101 alice - B2")
    keeper(f"backup -folder={tmp_path / 'backups'} -keep=14")
    (copied,) = (tmp_path / "backups").iterdir()
    here.close()
    (tmp_path / "mail.db").write_bytes(b"damaged")
    text = (FILES.parents[2] / "OPERATIONS.md").read_text()
    line = re.search(r"nbgames (copy sqlite\S+backups/nbgames-\S+ \S+)\n", text)[1]
    line = line.replace("/var/lib/nbgames", str(tmp_path))
    line = re.sub(r"nbgames-\d{8}-\d{6}\.db", copied.name, line)
    (tmp_path / "damaged").mkdir()
    for path in tmp_path.glob("mail.db*"):
        path.rename(tmp_path / "damaged" / path.name)
    assert "1 boards, every event replayed" in keeper(line)
    again = Server(here.url)
    assert again.board("projex", 101).match.moves == ("B2",) and "all is well" in keeper("doctor")
    again.close()


def test_the_units_have_one_place_for_the_address_of_the_store():
    """So that a move to another database is one line; the page writes and reads the same file."""
    text = (FILES.parents[2] / "OPERATIONS.md").read_text()
    for path in FILES.glob("*.service"):
        unit = path.read_text()
        assert "\nEnvironmentFile=/etc/default/nbgames\n" in unit and "NBGAMES_URL" not in unit
    for url in ("sqlite:////var/lib/nbgames/mail.db", "postgresql://nbgames@/nbgames"):
        assert f"echo NBGAMES_URL={url} > /etc/default/nbgames" in text
    assert "alias nbgames='sudo -u nbgames env $(cat /etc/default/nbgames) " in text


def test_a_damaged_store_is_not_copied(here, tmp_path):
    with here.store.engine.begin() as tx:
        tx.exec_driver_sql("update event set text = 'A1'")
    with pytest.raises(Refused, match="damaged"):
        keeper(f"copy {here.url} sqlite:///{tmp_path / 'other.db'}")


def test_the_page_tells_what_there_is():
    text = (FILES.parents[2] / "OPERATIONS.md").read_text()
    for path in FILES.iterdir():
        assert path.name in text
    for word in ("admin", "backup", "copy", "doctor", "letters", "person", "post", "serve"):
        assert word in admin.WORDS and f"nbgames {word}" in text
