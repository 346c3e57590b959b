"""What the help texts of the old server say can be done here, or words say what to do."""

import subprocess
import sys

import pytest

from mail.conftest import sign_up
from nbgames import match
from nbgames.mail import Server

FIGURE_1 = "A1-6,B1-7,C1-8,D1-9,E1-10,F1-11,G2-11,H3-11,J4-11,K5-11"  # of Copolymer's help text


@pytest.fixture
def server(file_url):
    with_two = sign_up(Server(file_url), "alice", "bob")
    yield with_two
    with_two.close()


def test_a_honeycomb_of_ones_own_can_be_challenged(server):
    reply = server.handle(f"copolymer challenge -cells={FIGURE_1} alice bob")
    assert reply.ok and "85 cells: alice" in reply.text
    again = Server(server.url)
    board = again.board("copolymer", 101)
    assert len(board.match.game.board.names) == 85 and again.store.check() == []
    assert again.handle("copolymer move 101 alice - k5").ok is False  # not logged in there
    assert server.handle("copolymer move 101 alice - k5").ok
    assert "85 cells" in server.handle("copolymer show 101").text
    preview = server.handle(f"copolymer preview -cells={FIGURE_1.lower()} new 2 A1")
    assert preview.ok and preview.match.game.size is None
    again.close()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("-cells=A1-2", "give an odd number"),
        ("-cells=I1-3", "no run of cells"),
        ("-cells=A1-999", "at most 469 cells"),
        ("-cells=A1-999,B1-2", "give at most 999"),
        (
            "-cells",
            "copolymer takes -small or -medium or -large or -size=N or -cells=A1-6,B1-7,...",
        ),
        ("-cells=A1-3 -size=9", "one size is enough"),
        ("-noswap", "copolymer takes -small"),
        ("-size 9", "odd number, -size=3 to -size=25"),
        ("-size=8", "odd number, -size=3 to -size=25"),
    ],
)
def test_what_cannot_be_challenged_is_told_with_what_can(server, asked, told):
    for line in (
        f"copolymer challenge {asked} alice bob",
        f"copolymer challenge alice bob {asked}",
    ):
        reply = server.handle(line)
        assert not reply.ok and (told in reply.text or "as one word" in reply.text)


def test_a_size_apart_from_its_parameter_is_told_so(server):
    reply = server.handle("copolymer challenge -size 9 alice bob secretpw")
    assert "write -size=9 as one word" in reply.text and "[-size=N]" in reply.text
    assert "secretpw" not in reply.text


@pytest.mark.parametrize("kind", ["projex", "conhex", "antipalos"])
def test_a_board_can_be_without_the_swap(server, kind):
    site = match(kind).legal()[0]
    for words, may in (("-noswap", False), ("", True)):
        number = server.handle(f"{kind} challenge {words} alice bob").board
        assert server.handle(f"{kind} move {number} alice - {site}").ok
        assert server.handle(f"{kind} move {number} bob - swap").ok == may
        again = Server(server.url)
        assert again.board(kind, number).match.allows_swap == may
        again.close()


def test_the_help_of_a_game_says_its_sizes(server):
    said = server.handle("help copolymer").text
    assert "odd number from 3 to 25" in said and "-cells=" in said
    assert "-noswap" in server.handle("help projex").text


# Without the packages that mail wants

WITHOUT = """
import sys
for name in ("sqlalchemy", "argon2", "starlette", "uvicorn"):
    sys.modules[name] = None
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell({!r})
"""


@pytest.mark.parametrize("cell", ["%load_ext nbgames", "import nbgames; nbgames.login('alice')"])
def test_without_its_packages_mail_says_what_to_install(cell):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(cell)], capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    assert "pip install 'nbgames[mail]'" in told and "Traceback" not in told
    assert len(told.strip().splitlines()) == 1
