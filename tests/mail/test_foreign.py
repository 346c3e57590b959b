"""Games that nbgames does not have are played by mail, and every sentence is true of them."""

import random

import pytest
from foreign import GRID, LAST, SIX, TWICE, listed  # noqa: F401

from mail.conftest import sign_up
from mail.test_play import play_out
from nbgames import read
from nbgames.mail import Server

pytestmark = pytest.mark.usefixtures("listed")
NAMES = [rules.name for rules in SIX]


@pytest.fixture
def server():
    server = sign_up(Server("sqlite://"), "alice", "bob")
    yield server
    server.close()


@pytest.mark.parametrize("kind", NAMES)
def test_a_whole_game(server, kind):
    reply = play_out(server, kind, "alice", "bob", random.Random(3))
    assert reply.match.result() in reply.text.replace(" (alice)", "").replace(" (bob)", "")
    assert server.handle(f"{kind} show 101").match.moves == reply.match.moves
    assert read(str(reply.match), games=SIX).moves == reply.match.moves
    assert server.store.check() == []


@pytest.mark.parametrize("kind", NAMES)
def test_a_resignation(server, kind):
    moves = server.handle(f"{kind} challenge -size=5 alice bob").match.legal()
    assert server.handle(f"{kind} move 101 alice - {moves[0]}").ok
    turn = ",".join(moves[1:3]) if kind == TWICE.name else moves[1]
    assert server.handle(f"{kind} move 101 bob - {turn}").ok
    assert "O (bob) wins by resignation" in server.handle(f"{kind} resign 101 alice -").text


@pytest.mark.parametrize("kind", NAMES)
def test_a_draw_is_offered_where_a_game_can_end_in_one(server, kind):
    server.handle(f"{kind} challenge -size=5 alice bob")
    offered = server.handle(f"{kind} propose 101 alice -")
    assert offered.ok == (kind == GRID.name)
    if offered.ok:
        assert "a draw by agreement" in server.handle(f"{kind} accept 101 bob -").text
    else:
        assert f"{kind} has no draws" in offered.text


def test_a_turn_of_two_claims_is_written_whole(server):
    server.handle("twice challenge -size=5 alice bob")
    server.handle("twice move 101 alice - A1")
    refused = server.handle("twice move 101 bob - B2")
    words = "go on after B2: the turn is not over; write the whole turn with commas, B2,..."
    assert not refused.ok and refused.text.splitlines()[-1] == words
    assert server.handle("twice move 101 bob - b2,C3#2").match.moves == ("A1", "B2,C3")
    assert "not done twice" in server.handle("twice move 101 bob - B2,c3#2").text


def test_who_joins_two_sides_loses(server):
    server.handle("last challenge -size=2 alice bob")
    for line in ("alice - A1", "bob - B1", "alice - A2"):
        reply = server.handle(f"last move 101 {line}")
    assert reply.match.outcome.winner == 2
    assert f"O (bob) wins {LAST.won}" in reply.text
