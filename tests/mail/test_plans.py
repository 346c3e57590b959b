"""Conditional moves: carried out with the move that triggers them, and secret until then."""

import json

import pytest
import sqlalchemy as sa

from mail.conftest import asked, sign_up
from nbgames import Refused
from nbgames.mail import Server, table
from nbgames.mail.database import Unavailable
from nbgames.mail.schema import PLAN


@pytest.fixture
def playing(class_of_two):
    class_of_two.handle("projex challenge -size=4 alice bob")
    return class_of_two


def move(server, who, word, board=101):
    reply = server.handle(f"projex move {board} {who} - {word}")
    assert reply.ok, reply.text
    return reply


def plan(server, who, text, board=101):
    return server.handle(f"projex plan {board} {who} -", text)


def moves(server, board=101):
    return server.board("projex", board).match.moves


def test_a_planned_answer_is_played_with_the_move_that_it_answers(playing):
    move(playing, "alice", "D2")
    assert plan(playing, "alice", "C3 D4\nC4 D5").ok
    reply = move(playing, "bob", "C4")
    assert moves(playing) == ("D2", "C4", "D5")
    assert "bob plays C4" in reply.text and "alice plays D5" in reply.text
    assert playing.store.check() == []


def test_a_tree_of_any_depth_is_followed(playing):
    move(playing, "alice", "D2")
    assert plan(playing, "alice", "C3 D4 D3 E4 E5 B3\nC3 D4 C4 B3\nC4 D5").ok
    for word in ("c3", "D3", "E5"):
        move(playing, "bob", word)
    assert moves(playing) == ("D2", "C3", "D4", "D3", "E4", "E5", "B3")


def test_what_is_not_foreseen_waits_for_its_player(playing):
    move(playing, "alice", "D2")
    plan(playing, "alice", "C3 D4 D3 E4")
    move(playing, "bob", "C3")
    move(playing, "bob", "E4")
    assert moves(playing)[-1] == "E4" and playing.board("projex", 101).to_move == "alice"


def test_one_can_plan_while_it_is_ones_own_move(playing):
    assert plan(playing, "alice", "D2 C3 D4").ok
    assert moves(playing) == ()
    move(playing, "alice", "D2")
    move(playing, "bob", "C3")
    assert moves(playing) == ("D2", "C3", "D4")


def test_two_plans_play_against_each_other(playing):
    move(playing, "alice", "D2")
    plan(playing, "bob", "C3 D4 E5 B3")
    assert moves(playing) == ("D2",)
    plan(playing, "alice", "C3 D4")
    move(playing, "bob", "C3")
    assert moves(playing) == ("D2", "C3", "D4")
    plan(playing, "alice", "E5 B3 C4 D5")
    plan(playing, "bob", "E5 B3 C4")
    move(playing, "bob", "E5")
    assert moves(playing) == ("D2", "C3", "D4", "E5", "B3", "C4", "D5")


def test_a_swap_and_a_resignation_can_be_planned(playing):
    plan(playing, "bob", "D2 swap C3 resign\nB3 D4")
    move(playing, "alice", "D2")
    assert moves(playing) == ("D2", "swap")
    reply = move(playing, "alice", "C3")
    assert "bob resigns" in reply.text and playing.board("projex", 101).is_over


def test_turns_of_several_claims_are_planned_as_words(class_of_two):
    server = class_of_two
    server.handle("copolymer challenge -size=3 alice bob")
    m = server.board("copolymer", 101).match
    first, second = m.legal()[0], m.play(m.legal()[0]).legal()[0]
    third = m.play(first, second).legal()[0]
    assert server.handle("copolymer plan 101 alice -", f"{first} {second} {third}").ok
    server.handle(f"copolymer move 101 alice - {first}")
    server.handle(f"copolymer move 101 bob - {second}")
    assert server.board("copolymer", 101).match.moves == (first, second, third)


def test_afterwards_one_reads_what_came_true(playing):
    move(playing, "alice", "D2")
    assert "no plan" in plan(playing, "alice", "").text
    plan(playing, "alice", "C3 D4 D3 E4\nC4 D5")
    move(playing, "bob", "C3")
    told = plan(playing, "alice", "").text
    assert "C3 D4 | D3 E4" in told and "| C4 D5" in told
    assert plan(playing, "alice", "none").ok and "no plan" in plan(playing, "alice", "").text
    move(playing, "bob", "D3")
    assert moves(playing)[-1] == "D3"


def test_a_move_taken_back_is_not_answered_at_once_again(playing):
    move(playing, "alice", "D2")
    plan(playing, "alice", "C3 D4")
    move(playing, "bob", "C3")
    assert playing.handle("projex undo 101 alice -").ok
    assert playing.handle("projex accept 101 bob -").ok
    assert moves(playing) == ("D2", "C3")
    assert playing.handle("projex undo 101 bob -").ok
    assert playing.handle("projex accept 101 alice -").ok
    move(playing, "bob", "E5")
    assert moves(playing) == ("D2", "E5")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("C3", "line 1 ends with a move of bob"),
        ("C3 D4\nC3 D5", "line 2: you plan both D4 and D5 after C3"),
        ("D2 D4", "line 1: D2 is taken"),
        ("C3 Z9", "line 1: 'Z9' is no"),
        ("C3 resign D4", "line 1: "),
        ("resign C3", "line 1: only your own"),
        ("C3 " * 2000, "4000 characters"),
    ],
)
def test_what_cannot_be_planned_is_told(playing, text, told):
    move(playing, "alice", "D2")
    reply = plan(playing, "alice", text)
    assert not reply.ok and told in reply.text
    assert "no plan" in plan(playing, "alice", "").text


def test_only_players_plan_and_not_against_themselves(playing):
    sign_up(playing, "carol")
    assert "has no seat" in plan(playing, "carol", "C3 D4").text
    playing.handle("projex challenge -size=4 carol carol")
    assert "both seats" in plan(playing, "carol", "C3 D4", 102).text
    assert not playing.handle("projex plan 101 alice wrong", "C3 D4").ok


# Secret


def seen_by_others(server, web):
    """All that anybody but alice can learn of her boards."""
    lines = ["projex show 101", "projex games", "list projex", "all show alice", "all show bob all"]
    lines += ["projex history", "projex standings", "projex preview 101 C3", "message bob -"]
    lines += ["projex plan 101 bob -", "projex move 101 bob - D2", "projex accept 101 bob -"]
    lines += ["projex move 101 alice - C3", "projex show 101#-1"]
    told = [str(server.handle(line).text) for line in lines]
    pages = ["/", "/projex/101", "/projex/101/replay", "/board/projex/101", "/heads?b=projex:101"]
    told += [asked(web, page)[2] for page in pages]
    return json.dumps(told)


def test_a_plan_changes_nothing_that_others_see(file_url, web, capfd):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle("projex challenge -size=4 alice bob")
    move(server, "alice", "D2")
    token = server.tokens.pop("alice")
    before = seen_by_others(server, web)
    server.tokens["alice"] = token
    head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    asking = {"line": "projex plan 101 alice -", "body": "D4 E5 E4 D5\nD3 E4", "request": "1"}
    told = json.loads(asked(web, "/command", json.dumps(asking).encode(), **head)[2])
    assert told["ok"] and told["to"] == []
    del server.tokens["alice"]
    assert seen_by_others(server, web) == before
    said = capfd.readouterr().err
    assert "projex/plan" in said and "D4" not in said and "E5" not in said
    move(server, "bob", "D4")
    assert "E4" not in str(server.handle("projex show 101").text).partition("/")[0]
    assert moves(server) == ("D2", "D4", "E5")


def test_a_move_and_what_is_planned_after_it_are_stored_together_or_not_at_all(
    playing, monkeypatch
):
    move(playing, "alice", "D2")
    plan(playing, "alice", "C3 D4")
    append = playing.store.append

    def fails(tx, row, event, request=None):
        if event.actor == "alice":
            raise Unavailable("the disk is full")
        return append(tx, row, event, request)

    with monkeypatch.context() as patch:
        patch.setattr(playing.store, "append", fails)
        reply = playing.handle("projex move 101 bob - C3")
    assert not reply.ok and "the disk is full" in reply.text
    assert moves(playing) == ("D2",) and playing.board("projex", 101).to_move == "bob"
    move(playing, "bob", "C3")
    assert moves(playing) == ("D2", "C3", "D4") and playing.store.check() == []


def test_a_damaged_plan_stops_no_move(playing):
    move(playing, "alice", "D2")
    plan(playing, "alice", "C3 D4")
    for text in ("nonsense", "[]", '{"base": "x", "before": 1, "lines": [[1]]}'):
        with playing.store.engine.begin() as tx:
            tx.execute(sa.update(PLAN).values(text=text))
        assert "no plan" in plan(playing, "alice", "").text
    move(playing, "bob", "C3")
    assert moves(playing) == ("D2", "C3")


def test_who_leaves_leaves_no_plan(playing):
    move(playing, "alice", "D2")
    plan(playing, "alice", "C3 D4")
    playing.handle("delete alice -")
    assert playing.store.read(lambda tx: tx.execute(sa.select(PLAN)).all()) == []


# At a board in a notebook


def test_a_stored_board_has_the_plan_of_who_is_logged_in(playing):
    move(playing, "alice", "D2")
    bobs = playing.tokens.pop("bob")
    board = table("projex", 101, server=playing)
    assert board.plan() == "There is no plan here."
    assert board.plan("C3 D4; C4 D5").endswith("| C3 D4; | C4 D5.")
    with pytest.raises(Refused, match="line 1: D2 is taken"):
        board.plan("D2 D4")
    alices = playing.tokens.pop("alice")
    with pytest.raises(Refused, match="only"):
        board.plan()
    playing.tokens["bob"] = bobs
    assert board.plan() == "There is no plan here."
    board.play("C4")
    assert moves(playing) == board.match.moves == ("D2", "C4", "D5")
    playing.tokens["alice"] = alices
    assert board.plan("none") == "There is no plan here."
