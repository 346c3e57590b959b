"""What a keeper types: no store by a slip, the wrong word named, a help for each verb."""

import io
import subprocess
import sys

import pytest

from mail.conftest import sign_up
from nbgames.__main__ import main
from nbgames.core.errors import NotationError, Refused
from nbgames.mail import Server, admin
from nbgames.mail.database import Unavailable, address, default_url
from nbgames.mail.http import server as web_server
from nbgames.mail.manual import MANUAL
from nbgames.mail.store import Store

pytestmark = pytest.mark.usefixtures("quick")


def typed(capsys, *words):
    """The exit status and what was printed."""
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out + err


# The address of a store


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """A file that is not there, by a slip in NBGAMES_URL."""
    monkeypatch.setenv("NBGAMES_URL", f"sqlite:///{tmp_path / 'mali.db'}")
    return tmp_path / "mali.db"


@pytest.mark.parametrize(
    "line",
    [
        *("doctor", "admin list", "admin close signup", "person export alice", "backup copy.db"),
        *("letters -folder=out", "class reset alice", "class end Sets", "list", "all show alice"),
        *("projex games", "projex history", "projex show 101", "projex standings"),
        *("message alice secret-word", "projex move 101 alice secret-word B2"),
    ],
)
def test_a_slip_in_the_address_makes_no_store(line, nowhere, capsys, monkeypatch):
    monkeypatch.chdir(nowhere.parent)
    status, told = typed(capsys, *line.split())
    assert status and f"there is no store {nowhere}: mend the address (NBGAMES_URL)" in told
    assert "nbgames signup" in told and list(nowhere.parent.iterdir()) == []


def test_a_mail_is_kept_while_the_store_is_not_there(nowhere, monkeypatch, capsys):
    """As where a disk is not mounted: 75 tells the mail server to try again."""
    mail = b"From: alice@x.org\r\nSubject: signup alice three-fine-words\r\n\r\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(mail)))
    status, told = typed(capsys, "post", f"-folder={nowhere.parent / 'out'}")
    assert status == 75 and "there is no store" in told and not nowhere.exists()


@pytest.mark.parametrize("line", ["help", "help copy", "projex mvoe 101"])
def test_help_and_errors_of_words_want_no_store(line, nowhere, capsys):
    assert "no store" not in typed(capsys, *line.split())[1]
    assert not nowhere.exists()


def test_signing_up_begins_a_store_and_so_does_a_roster(nowhere, tmp_path, capsys, monkeypatch):
    server = Server()
    with pytest.raises(Unavailable, match="no store"):
        server.board("projex", 101)
    assert server.handle("multiple", "help\nsignup alice three-fine-words").ok
    assert nowhere.exists() and server.store.check() == []
    monkeypatch.setenv("NBGAMES_URL", f"sqlite:///{tmp_path / 'class.db'}")
    (tmp_path / "roster.csv").write_text("name\nCarol\n")
    assert typed(capsys, "class", "create", str(tmp_path / "roster.csv"))[0] == 0
    assert [row[0] for row in Store().read(lambda tx: tx.exec_driver_sql(ALL).all())] == ["carol"]


ALL = "select userid from account"


def test_a_store_that_another_has_begun_is_found(nowhere):
    waiting = Server()
    assert "no store" in waiting.handle("projex games").text
    sign_up(Server(f"sqlite:///{nowhere}"), "alice")
    assert waiting.handle("all show alice").ok


def test_serve_begins_a_store_and_says_so(nowhere, capsys, monkeypatch):
    monkeypatch.setattr(web_server.Web, "run", lambda web: web.socket.close())
    assert "is new and empty" in typed(capsys, "serve", "-port=0")[1]
    assert "is new and empty" not in typed(capsys, "serve", "-port=0")[1]


@pytest.mark.parametrize("line", ["signup alice three-fine-words", "serve -port=0", "list"])
def test_a_folder_that_is_not_there_is_not_made(line, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NBGAMES_URL", f"sqlite:///{tmp_path}/nothere/mail.db")
    status, told = typed(capsys, *line.split())
    assert status and f"there is no {'store' if line == 'list' else 'folder'} {tmp_path}" in told
    assert not (tmp_path / "nothere").exists()


def test_a_store_is_not_copied_into_a_folder_that_is_not_there(tmp_path, file_url):
    sign_up(Server(file_url), "alice").close()
    with pytest.raises(Refused, match="there is no folder"):
        admin.WORDS["copy"]([file_url, f"sqlite:///{tmp_path}/other/mail.db"])


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("sqlite://mail.db", "has three strokes: sqlite:///file.db"),
        ("sqlite:////", "is a folder: write a file in it"),
        ("  ", "write sqlite:///file.db, postgresql://"),
    ],
)
def test_what_is_no_address_is_told_with_what_would_be(url, told, monkeypatch, capsys):
    monkeypatch.setenv("NBGAMES_URL", url)
    status, said = typed(capsys, "signup", "alice", "three-fine-words")
    assert status and told in said


def test_an_empty_address_is_none_as_the_help_says(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NBGAMES_URL", "")
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path / "home"))
    assert default_url() == f"sqlite:///{tmp_path}/home/mail.db"
    assert typed(capsys, "projex", "games")[0] == 0  # one's own folder is made, and nobody's else
    assert address(default_url()).database == str(tmp_path / "home/mail.db")
    assert "(empty is" in typed(capsys, "help", "sharing")[1]


# Words


@pytest.mark.parametrize("word", [*admin.WORDS, "arena"])
def test_each_word_of_the_keeper_has_a_help(word, capsys):
    status, told = typed(capsys, "help", word)
    assert status == 0 and told.startswith(f"nbgames {word}") and len(told) > 60
    for sign in ("-help", "--help", "-h"):
        assert typed(capsys, word, sign) == (0, told)
    assert word == "arena" or word in typed(capsys, "help")[1]


def test_the_help_of_each_word_says_its_parameters():
    for word, known in (("serve", web_server.GIVEN), ("letters", ["-smtp", "-folder", "-from"])):
        assert all(f"{name}=" in MANUAL[word] for name in known)


@pytest.mark.parametrize(
    ("line", "at", "told"),
    [
        ("admin lokc alice", "lokc", "did you mean lock?"),
        ("admin", "", "admin what? write close or list"),
        ("admin lock", "", "a word is missing here\nnbgames admin lock userid"),
        ("admin lock alice bob", "bob", "'bob' does not belong here\nnbgames admin lock userid"),
        ("admin close doors", "doors", "write signup or watching"),
        ("admin remove projx 101", "projx", "antipalos, conhex, copolymer, projex"),
        ("admin remove projex ten", "ten", "boards are numbered from 101"),
        ("person expo alice", "expo", "did you mean export?"),
        ("class wal Sets", "wal", "did you mean wall?"),
        ("class pair roster.csv chess", "chess", "antipalos, conhex, copolymer, projex"),
        ("class pair roster.csv projex swis", "swis", "write swiss, or a size (-size=N)"),
        ("class wall Sets https://x y", "y", "does not belong here\nnbgames class wall"),
        ("letters -form=a@x.org", "-form=a@x.org", "did you mean -from?"),
        ("letters -folder=out -from=nonsense", "-from=nonsense", "such as games@example.org"),
        ("letters -folder=out -smtp=localhost", "", "write -smtp= or -folder=, one of the two"),
        ("post", "", "write -smtp= or -folder=, one of the two"),
        ("post -smtp=a:b", "-smtp=a:b", "as host or host:port"),
        ("post -folder", "-folder", "-folder wants a value, joined to it by '='"),
        ("serve now", "now", "'now' is no parameter of 'nbgames serve'"),
        ("serve -name=https://x.org", "-name=https://x.org", "is a host alone"),
        ("serve -port=65536", "-port=65536", "is a number from 0 to 65535"),
        ("serve -port=0 -port=1", "-port=1", "-port is given twice"),
        ("serve -rate=nan", "-rate=nan", "is how many commands a second, such as 20"),
        ("serve -proxy=nginx", "-proxy=nginx", "such as 127.0.0.1"),
        ("serve -host=a..b", "-host=a..b", "cannot listen at a..b, port 8461"),
        ("backup", "", "name a file, or a folder by -folder="),
        ("backup -folder=out -keep=0", "-keep=0", "a whole number above 0"),
        ("backup -flder=out", "-flder=out", "did you mean -folder?"),
        ("copy sqlite:///a.db", "", "copy takes two addresses"),
        ("copy a b c", "c", "copy takes two addresses"),
        ("doctor now", "now", "doctor takes no words"),
    ],
)
def test_the_wrong_word_is_pointed_at_and_the_right_ones_told(
    line, at, told, file_url, monkeypatch, capsys
):
    monkeypatch.setenv("NBGAMES_URL", file_url)
    with pytest.raises(NotationError) as error:
        first, *rest = line.split()
        admin.WORDS[first](rest)
    typed_, pointer, *_ = str(error.value).splitlines()
    assert typed_ == f"nbgames {line}" and told in str(error.value)
    marked = "".join(c for c, sign in zip(typed_, pointer, strict=False) if sign == "^")
    assert marked == at and pointer.strip(" ^") == ""
    assert typed(capsys, *line.split()) == (1, f"{error.value}\n")


def test_who_is_not_logged_in_learns_of_the_variable(file_url):
    server = sign_up(Server(file_url), "alice")
    server.tokens.clear()
    assert "set NBGAMES_PASSWORD" in server.handle("message alice -").text
    server.close()


def test_a_game_of_one_size_says_so(file_url):
    server = sign_up(Server(file_url), "alice", "bob")
    told = server.handle("conhex challenge -size=5 alice bob").text
    assert told.endswith("conhex has boards of one size, and takes -noswap here")
    assert server.handle("conhex challenge -noswap alice bob").ok
    server.close()


def test_what_is_printed_fits_a_terminal():
    words = [sys.executable, "-m", "nbgames", "help", *MANUAL]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert max(map(len, told.splitlines())) <= 100
