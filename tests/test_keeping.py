"""Games that are played on boards are kept as files, offered again, and never lost."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from errno import ENOSPC
from hashlib import sha256
from types import SimpleNamespace

import pytest
from foreign import HEX
from thinned import first_of
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames.core.errors import GameError
from nbgames.widgets import kept, kept_reviews, notebook
from nbgames.widgets import menu as menu_module
from nbgames.widgets import mine as mine_module
from nbgames.widgets.worker import ENDS, Worker


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where games are kept."""
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "games"


@pytest.fixture
def cell(wire, monkeypatch, tmp_path):  # noqa: F811
    """cell(name, notebook) begins to run a cell, in a kernel that has just started."""
    runs = iter(range(1000))
    opened = []

    def begin(name="c1", book="a.ipynb"):
        asked = {"metadata": {"cellId": name}, "header": {"msg_id": f"run {next(runs)}"}}
        shell = SimpleNamespace(get_parent=lambda: asked)
        monkeypatch.setattr(notebook, "get_ipython", lambda: shell)
        monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / book))
        notebook._RUNS.clear()

    begin.board = lambda *words, size=4, **options: (
        opened.append(nbgames.match("projex", size).play(*words).widget(**options)) or opened[-1]
    )
    begin()
    yield begin
    for board in opened:
        board.close()


def restart(*boards):
    """What the end of a process does to its boards: it writes nothing, and its locks are gone."""
    for board in boards:
        if board._keeper:
            board._keeper._let_go()
            board._keeper._played = False


def files(folder):
    return sorted(path.name for path in folder.glob("*")) if folder.exists() else []


def position(board):
    """The claims that the page shows."""
    return board.state["at"]


# What is written, and when


def test_a_match_that_is_not_played_on_writes_nothing(wire, cell, folder):  # noqa: F811
    board = cell.board()
    board.play("D1", "E4")  # code plays the same each time that it runs
    wire.ask(board, "who", "edit", "leave", "record")
    assert files(folder) == []


def written(folder, m, **head):
    """A game as a board leaves it, which is read again."""
    kept.written(folder / f"{m.game.name}-a.txt", head, str(m))
    (game,) = nbgames.my_games()
    return game


SWAPPED = ("F6", "swap", "resign")


@pytest.mark.parametrize(
    ("moves", "seat", "said"),
    [
        (("F6", "resign"), nbgames.FIRST, "You lost: X wins by resignation"),
        (("F6", "resign"), nbgames.SECOND, "You won by resignation"),
        (SWAPPED, nbgames.SECOND, "You lost: X wins by resignation"),
        (SWAPPED, nbgames.FIRST, "You won by resignation"),
        (("F6",), nbgames.FIRST, ""),
    ],
)
def test_a_game_against_the_computer_tells_whether_you_won(folder, moves, seat, said):
    """O resigns each time; after a swap O is who opened."""
    m = nbgames.match("projex", 6).play(*moves)
    game = written(folder, m, level=3, seat=seat)
    assert (game.ended, game.against) == (said, "computer 3")


def test_the_list_says_how_far_a_game_came_and_who_plays_as_a_page_does(folder):
    said = written(folder, nbgames.match("projex", 6).play("F6", "D3"), moves=2, last="D3").says()
    assert said.startswith("Projex 6 · 2 moves, the last D3 · two people · goes on · ")
    said = written(folder, nbgames.match("projex", 6), level=3, seat=nbgames.SECOND).says()
    assert said.startswith("Projex 6 · 0 moves · against computer 3 · goes on · ")


def test_of_a_draw_the_list_says_draw(folder):
    m = nbgames.match("antipalos", 4).play("a1-b2").end("agreed", None)
    game = written(folder, m, level=3, seat=nbgames.SECOND)
    assert (game.ended, game.result) == ("draw", "a draw by agreement")
    assert " · draw · " in game.says()


def test_a_game_between_people_with_names_tells_who_won(folder):
    m = nbgames.match("conhex", 3, seats=("Ann", "Bob")).play("C2", "swap", "resign")
    game = written(folder, m.comment("a {good} swap", 1))
    assert m.seats == ("Bob", "Ann")
    assert (game.ended, game.against) == ("Bob (Vert) wins by resignation", "Bob against Ann")
    assert game.title == "ConHex 3" and game.result == "Vert wins by resignation"


def test_a_date_is_written_as_on_a_page(folder):
    """tests/browser/test_page.py has the page's."""
    game = written(folder, nbgames.match("conhex", 3).play("C2"))
    at = datetime(2026, 9, 7, 23, 6).astimezone()
    assert replace(game, at=at).when == "7 Sep 2026, 23:06"


def test_my_games_are_shown_as_a_table(folder):
    assert repr(nbgames.my_games()) == mine_module.NONE
    written(folder, nbgames.match("conhex", 3, seats=("<b>", "Bob")).play("C2", "resign"))
    shown = nbgames.my_games()
    head, line, told = repr(shown).splitlines()
    assert head.split() == ["played", "game", "moves", "players", "result"]
    assert line.startswith("0  ") and line.endswith("<b> (Vert) wins by resignation")
    assert "nbgames.menu()" in told
    html = shown._repr_html_()
    assert "<td>ConHex 3</td>" in html and "&lt;b&gt; (Vert)" in html and "<b>" not in html


def test_no_cell_no_file(wire, folder):  # noqa: F811
    board = nbgames.match("projex", 4).widget()
    wire.ask(board, "D1")
    board.close()
    assert files(folder) == []


def test_every_move_is_in_the_file_at_once(wire, cell, folder):  # noqa: F811
    board = cell.board()
    for number, word in enumerate(("D1", "E4", "C3")):
        wire.ask(board, word, first=number)
        (game,) = nbgames.my_games()
        assert game.match == board.match
    assert game.moves == 3
    assert game.title == "Projex 4"
    assert game.notebook.endswith("a.ipynb")


def test_what_is_taken_back_and_other_lines_are_kept(wire, cell):  # noqa: F811
    board = cell.board()
    wire.ask(board, "D1", "E4", "undo", "C3", "D4", "undo")
    table = nbgames.my_games()[0].table()
    assert (table.line, table.count, table.lines) == (
        board.table.line, board.table.count, board.table.lines,
    )  # fmt: skip
    assert table.can_redo


def test_a_new_game_has_a_file_of_its_own(wire, cell):  # noqa: F811
    board = cell.board()
    wire.ask(board, "D1", "resign", "new", "C3")
    new, old = nbgames.my_games()
    assert new.match.moves == ("C3",)
    assert new.against == "two people" and repr(nbgames.my_games()).count("two people") == 2
    assert old.match.moves == ("D1", "resign")
    assert old.result == "X wins by resignation"
    assert "D1" not in new.text


def test_the_same_moves_in_another_game_are_kept_too_and_listed_once(wire, cell, folder):  # noqa: F811
    board = cell.board()
    wire.ask(board, "D1", "resign", "new", "D1", "resign")
    assert [game.match.moves for game in nbgames.my_games()] == [("D1", "resign")]
    assert len(list(folder.glob("*.txt"))) == 2


def test_a_deleted_game_goes_aside_with_those_equal_to_it_and_comes_back(wire, cell, folder):  # noqa: F811
    board = cell.board()
    wire.ask(board, "D1", "resign", "new", "D1", "resign", "new", "C3")
    _, gone = nbgames.my_games()
    gone.delete()
    (left,) = nbgames.my_games()
    assert left.match.moves == ("C3",)
    assert len(list((folder / "deleted").glob("*.txt"))) == 2
    with pytest.raises(nbgames.Refused, match="this game is open in "):
        left.delete()
    gone.restore()
    assert [game.text for game in nbgames.my_games()] == [left.text, gone.text]
    assert len(list(folder.glob("*.txt"))) == 3


def test_the_menu_deletes_a_game_and_restores_it(wire, menu):  # noqa: F811
    shown = menu()
    wire.ask(shown.play(), "D1")
    shown.play()
    (game,) = nbgames.my_games()
    gone = shown._gone.layout
    assert gone.display == "none"
    shown._mine.index = 1  # behind the one on the board
    shown._erase.click()
    assert nbgames.my_games() == ()
    assert shown._said.value == "This game is deleted. It stays at the end of this list."
    assert shown._mine.label == f"deleted · {game.says()}"
    assert shown._games.layout.display is None and gone.display is None
    shown._restore.click()
    assert nbgames.my_games() == (game,)
    assert shown._mine.value == game and shown._said.value == ""
    assert shown._erase.description == "Delete Projex 4, 1 move"
    assert gone.display == "none"


def test_a_game_that_comes_back_or_goes_takes_the_place_of_no_other(folder):
    """A board that was open played on, and Undo put the older file over its moves."""
    folder.mkdir(parents=True)
    (folder / "x.txt").write_text("older")
    (older,) = nbgames.my_games()
    older.delete()
    (folder / "x.txt").write_text("played on")
    older.restore()
    assert {path.read_text() for path in folder.glob("*.txt")} == {"older", "played on"}
    for game in nbgames.my_games():
        game.delete()
    (folder / "x.txt").write_text("another")
    (another,) = nbgames.my_games()
    another.delete()
    gone = {path.read_text() for path in (folder / "deleted").glob("*.txt")}
    assert gone == {"older", "played on", "another"}


def test_where_no_game_is_left_a_menu_has_nothing_to_open_or_delete(wire, menu):  # noqa: F811
    shown = menu()
    assert shown._games.layout.display == "none"
    wire.ask(shown.play(), "D1")
    shown.play()
    parts = shown._mine, shown._back, shown._erase, shown._gone
    shown._mine.index = 1
    shown._erase.click()
    here, deleted = mine(shown)
    assert here == "Projex 4 · no move yet · on the board"
    assert deleted.startswith("deleted · Projex 4 · 1 move, the last D1 · ")
    assert shown._back.disabled and shown._erase.disabled
    assert [part.layout.display for part in parts] == [None, None, None, None]
    shown._restore.click()
    assert [part.layout.display for part in parts] == [None, None, None, "none"]


def test_a_damaged_game_that_was_deleted_comes_back(folder):
    folder.mkdir(parents=True)
    (folder / "x.txt").write_text("nothing")
    (game,) = nbgames.my_games()
    game.delete()
    assert nbgames.my_games() == ()
    game.restore()
    assert (folder / "x.txt").read_text() == "nothing"


def test_a_game_that_another_begins_with_stays_and_is_no_line_of_it(wire, cell):  # noqa: F811
    """Kept line 1 of the second game was the first, and wrote over the second one's file."""
    board = cell.board()
    wire.ask(board, "D1", "E4", "C3", "new", "D1", "E4")
    assert board.notes["lines"] == []
    wire.ask(board, "line 1", first=6)
    assert board.ack["a"][1][-1][1:] == ["refused", "no line is kept yet"]
    games = [game.match.moves for game in nbgames.my_games()]
    assert games == [("D1", "E4"), ("D1", "E4", "C3")]


def test_a_game_that_is_in_no_file_is_a_kept_line_of_the_next(wire, cell):  # noqa: F811
    """Code has played it: nobody would find it elsewhere."""
    board = cell.board()
    board.play("D1", "E4", "C3")
    wire.ask(board, "new", "D1", "E4")
    assert board.notes["lines"] == ["3 moves, the last D1 E4 C3"]
    wire.ask(board, "line 1", first=3)
    assert board.match.moves == ("D1", "E4", "C3") and board.notes["lines"] == []
    games = [game.match.moves for game in nbgames.my_games()]
    assert games == [("D1", "E4", "C3"), ("D1", "E4")]


def test_all_lines_of_a_record_that_is_loaded_are_kept(wire, cell):  # noqa: F811
    """The others were on the board, and not in the file."""
    m = nbgames.match("projex", 4)
    board = cell.board()
    wire.ask(board, f"load {m.play('D1')}\n{m.play('E4')}")
    (game,) = nbgames.my_games()
    assert [line.moves for line in game.table().lines] == [("E4",)]


# What is offered


def test_after_a_restart_the_position_is_shown_and_goes_on(wire, cell):  # noqa: F811
    first = cell.board()
    wire.ask(first, "D1", "E4")
    restart(first)
    cell()
    board = cell.board()
    assert position(board) == 2
    assert board.state["offer"]
    assert re.match(r"Left here on \d+ \w+ \d{4}, \d\d:\d\d, after 2 moves\.", board.state["says"])
    assert board.match.moves == ()  # what code sees is what it made
    wire.ask(board, "C3")
    assert board.match.moves == ("D1", "E4", "C3")
    assert "offer" not in board.state
    (game,) = nbgames.my_games()
    assert game.match == board.match


def test_to_look_at_what_was_left_writes_nothing(wire, cell, folder):  # noqa: F811
    first = cell.board()
    wire.ask(first, "D1", "E4")
    restart(first)
    (before,) = (path.read_bytes() for path in folder.glob("*.txt"))
    cell()
    wire.ask(cell.board(), "think")  # the page's "Go on playing"
    assert [path.read_bytes() for path in folder.glob("*.txt")] == [before]


def test_who_only_reads_leaves_the_offer(wire, cell):  # noqa: F811
    wire.ask(cell.board(), "D1")
    restart()
    cell()
    board = cell.board()
    wire.ask(board, "rules", "keys")
    assert board.state["offer"] and set(board.guide) == {"rules", "keys"}


def test_a_finished_game_that_is_opened_again_is_analysed_and_played_again_at_once(wire, cell):  # noqa: F811
    board = cell.board(opponent=nbgames.opponent(1, seed=0))
    wire.ask(board, "resign")
    restart(board)
    cell()
    again = cell.board(opponent=nbgames.opponent(1, seed=0))
    assert again.state["offer"] and not again.state["to_move"]
    assert "Go on playing" not in again.state["says"]
    assert again.analysis["can"]
    assert ["Rematch", "again rematch"] in again.state["again"]
    assert again.match.moves == ()  # what the code made
    wire.ask(again, "again rematch")
    assert again.match.moves == ()
    assert nbgames.my_games()[0].match.outcome


def test_code_that_plays_along_leaves_the_offer_and_other_code_withdraws_it(wire, cell):  # noqa: F811
    first = cell.board()
    first.play("D1")
    wire.ask(first, "E4", "C3")
    restart(first)
    cell()
    board = cell.board()
    board.play("D1")  # the same cells, run again
    assert board.match.moves == ("D1",)
    assert position(board) == 3
    board.play("A4")
    assert "offer" not in board.state
    assert position(board) == 2
    wire.ask(board, "C3")
    assert [len(game.match.moves) for game in nbgames.my_games()] == [3, 3]  # none is lost


def test_a_cell_run_again_offers_the_game_and_its_old_board_is_closed(wire, cell):  # noqa: F811
    first = cell.board()
    wire.ask(first, "D1")
    runs = dict(notebook._RUNS)
    cell()
    notebook._RUNS.update(runs)
    board = cell.board()
    assert first.comm is None
    assert position(board) == 1
    wire.ask(board, "E4")
    assert [game.moves for game in nbgames.my_games()] == [2]


@pytest.mark.parametrize("other", ["another cell", "another size", "another start"])
def test_another_board_has_another_game(wire, cell, other):  # noqa: F811
    first = cell.board()
    wire.ask(first, "D1")
    restart(first)
    cell("c2" if other == "another cell" else "c1")
    board = cell.board(
        *(["A4"] if other == "another start" else []), size=5 if other == "another size" else 4
    )
    assert "offer" not in board.state


def test_two_boards_of_a_cell_have_a_game_each(wire, cell):  # noqa: F811
    one, two = cell.board(), cell.board()
    wire.ask(one, "D1")
    wire.ask(two, "C3", "E4")
    restart(one, two)
    cell()
    assert [position(cell.board()) for _ in range(2)] == [1, 2]


def test_a_name_finds_the_game_from_anywhere(wire, monkeypatch):  # noqa: F811
    first = nbgames.match("projex", 4).widget(keep="ladder")
    wire.ask(first, "D1")
    first.close()
    board = nbgames.match("projex", 4).widget(keep="ladder")
    assert position(board) == 1
    board.close()


def test_a_game_is_kept_under_no_name(wire, cell, folder):  # noqa: F811
    board = cell.board(keep="")
    wire.ask(board, "D1")
    assert files(folder) == []


def test_a_renamed_notebook_finds_its_game_and_a_copied_one_begins(wire, cell, tmp_path):  # noqa: F811
    first = cell.board()
    wire.ask(first, "D1")
    restart(first)
    (tmp_path / "a.ipynb").write_text('{"cells": [{"id": "c1"}]}')
    cell(book="copy.ipynb")
    assert position(cell.board()) == 0
    (tmp_path / "a.ipynb").unlink()
    cell(book="renamed.ipynb")
    assert position(cell.board()) == 1


def test_what_a_copy_of_the_notebook_played_hides_no_game_of_its_own(wire, cell, tmp_path):  # noqa: F811
    """The latest game at a place was the copy's, and none was shown."""
    for book, word in (("a.ipynb", "D1"), ("copy.ipynb", "C3")):
        (tmp_path / book).write_text('{"cells": [{"id": "c1"}]}')
        cell(book=book)
        board = cell.board()
        wire.ask(board, word)
        restart(board)
    cell(book="a.ipynb")
    assert cell.board()._shown.match.moves == ("D1",)


class Once:
    level = 3

    def choose(self, m):
        return next(
            name for name in m.game.board.names if m.position.owners[m.game.board.site(name)] == 0
        )


def test_the_computer_player_s_reasons_are_kept_with_the_game(wire, cell, folder):  # noqa: F811
    first = cell.board(opponent=Once())
    wire.ask(first, "D1")
    first._desk.computer.rest()
    first._desk.computer._hear((ENDS, ("E4", "stops\nX's D5")))
    first._desk.computer.rest()
    restart(first)
    assert "why2: stops X's D5\n" in next(folder.glob("*.txt")).read_text()
    cell()
    board = cell.board(opponent=Once())
    assert board.reasons == {"2": "stops X's D5"}
    wire.ask(board, "C3")
    assert board.reasons == {"2": "stops X's D5"}
    board._desk.computer.rest()
    assert board._desk.carry_out("why") == ("said", "Move 2, E4: stops X's D5.")


def test_the_computer_player_waits_until_the_game_goes_on(wire, cell):  # noqa: F811
    first = cell.board(opponent=Once(), seat=nbgames.FIRST)
    first._desk.computer.rest()
    first.table.play("D1")
    wire.ask(first, "E4")
    first._desk.computer.rest()
    restart(first)
    cell()
    board = cell.board(opponent=Once(), seat=nbgames.FIRST)
    assert position(board) == 2
    assert not board.state["thinks"]
    wire.ask(board, "think")
    assert board.state["thinks"]
    assert nbgames.my_games()[0].level == 3


# Bad input


@pytest.mark.parametrize("junk", [b"", b"\x00\xff\xfe", b"nbgames 1\ngame: projex 4\n\n1. Z9\n"])
def test_a_damaged_game_is_told_and_its_file_left(wire, cell, folder, junk):  # noqa: F811
    first = cell.board()
    wire.ask(first, "D1")
    restart(first)
    (path,) = folder.glob("*.txt")
    path.write_bytes(junk)
    cell()
    board = cell.board()
    assert "is damaged" in board.state["trouble"]
    assert "this board has a new game" in board.state["trouble"]
    assert path.with_suffix(".damaged").read_bytes() == junk
    wire.ask(board, "C3")
    assert board.match.moves == ("C3",)
    assert nbgames.my_games()[0].match == board.match
    assert board.state["trouble"] == ""


def test_behind_a_damaged_game_the_one_before_is_offered(wire, cell, folder):  # noqa: F811
    first = cell.board()
    wire.ask(first, "D1", "E4", "new", "C3")
    restart(first)
    latest = nbgames.my_games()[0].path
    latest.write_text("nothing")
    os.utime(latest, (2e9, 2e9))
    cell()
    board = cell.board()
    assert position(board) == 2
    assert "is damaged" in board.state["trouble"]


def test_a_damaged_game_is_listed_and_says_what_is_wrong(folder):
    folder.mkdir(parents=True)
    (folder / "x.txt").write_text("nothing")
    (game,) = nbgames.my_games()
    assert game.title == "damaged"
    with pytest.raises(GameError, match=r"x\.txt holds no record"):
        game.match  # noqa: B018
    told = f"Game 0 cannot be read: {folder / 'x.txt'} holds no record of a game."
    assert repr(nbgames.my_games()).endswith(told)
    assert f"<p>{told}</p>" in nbgames.my_games()._repr_html_()


def test_a_damaged_game_that_was_set_aside_is_told_with_its_file(folder):
    folder.mkdir(parents=True)
    (folder / "x.damaged").write_text("nothing")
    told = f"A game that could not be read was set aside: {folder / 'x.damaged'}"
    assert repr(nbgames.my_games()) == f"{mine_module.NONE}\n{told}"
    assert nbgames.my_games()._repr_html_().endswith(f"<p>{told}</p>")


def test_the_second_of_two_notebooks_is_told_and_plays_on_in_a_copy(wire, cell):  # noqa: F811
    first = cell.board(keep="shared")
    wire.ask(first, "D1", "E4")
    cell("c9", "b.ipynb")
    second = cell.board(keep="shared")
    assert position(second) == 2
    told = "This game is open in a.ipynb: what is played here goes into a copy."
    assert told in second.state["says"]
    wire.ask(second, "C3")
    assert second.ack["a"][1] == [[0, "said", told]]
    wire.ask(first, "A4", first=2)
    assert {game.match.moves for game in nbgames.my_games()} == {
        ("D1", "E4", "C3"), ("D1", "E4", "A4"),
    }  # fmt: skip


def test_a_game_that_went_on_elsewhere_meanwhile_goes_on_from_there(wire, cell):  # noqa: F811
    first = cell.board(keep="shared")
    wire.ask(first, "D1")
    restart(first)
    offered, other = cell.board(keep="shared"), cell.board(keep="shared")
    wire.ask(other, "E4")
    other.close()
    wire.ask(offered, "C3")
    assert offered.match.moves == ("D1", "E4", "C3")
    assert len(nbgames.my_games()) == 1


HOLDS = """
import sys
from pathlib import Path
from nbgames.widgets.kept import hold
print(type(hold(Path(sys.argv[1]), "a.ipynb")).__name__, flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_a_killed_process_holds_nothing(folder):
    folder.mkdir(parents=True)
    path = folder / "x.txt"
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDS, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout.readline() == "Hold\n"
    assert kept.hold(path, "b.ipynb") == "a.ipynb"
    other.kill()
    other.communicate()
    mine = kept.hold(path, "b.ipynb")
    assert isinstance(mine, kept.Hold)
    mine.release()
    assert files(folder) == []


def test_on_a_full_disk_a_game_is_held_though_nobody_is_told_by_whom(tmp_path, monkeypatch):
    def full(descriptor, data):
        raise OSError(ENOSPC, "No space left on device")

    tries = iter([os.open])  # one: it had tried for ever
    monkeypatch.setattr(os, "open", lambda *how: next(tries)(*how))
    monkeypatch.setattr(os, "write", full)
    mine = kept.hold(tmp_path / "game.txt", "b.ipynb")
    assert isinstance(mine, kept.Hold)
    mine.release()
    assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_written_play_goes_on_and_it_is_said_once(wire, cell, folder):  # noqa: F811
    folder.parent.mkdir()
    folder.write_text("a file where the folder would be")
    board = cell.board()
    wire.ask(board, "D1", "E4", "C3")
    assert board.match.moves == ("D1", "E4", "C3")
    said = [words for _, how, words in board.ack["a"][1] if how == "said"]
    assert len(said) == 1
    assert said[0].startswith("This game cannot be saved (")
    assert "You can play on" in said[0]


def test_a_disk_that_fails_in_mid_write_leaves_the_game_as_it_was(wire, cell, folder, monkeypatch):  # noqa: F811
    board = cell.board()
    wire.ask(board, "D1")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept.os, "fsync", full)
    wire.ask(board, "E4", first=1)
    assert nbgames.my_games()[0].match.moves == ("D1",)
    assert not [*folder.glob("*.part")]


# The tutorial


@pytest.fixture
def tutorial(wire, cell):  # noqa: F811
    """tutorial(game) runs the cell of a tutorial, in a kernel that has just started."""
    opened = []

    def begin(game=None):
        cell("tutorial")
        opened.append(nbgames.tutorial(game))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


@pytest.mark.parametrize("stranger", [None, {}, {"at": -1}, {"at": 99}, {"at": True}, {"at": "1"}])
def test_a_tutorial_goes_on_with_the_lesson_that_its_cell_showed(tutorial, stranger):
    shown = tutorial()
    assert shown.at == 0
    shown.set_state({"at": 7})
    shown.set_state(stranger)
    assert tutorial().at == 7
    assert tutorial("copolymer").at == 0  # the lesson is of another game
    assert nbgames.my_games() == ()


def test_a_tutorial_begins_where_no_lesson_can_be_kept_or_read(tutorial, folder):
    folder.parent.mkdir()
    folder.write_text("a file where the folder would be")
    tutorial().set_state({"at": 7})
    assert tutorial().at == 0
    folder.unlink()
    tutorial().set_state({"at": 7})
    (file,) = folder.glob("*.lesson")
    file.write_bytes(b"\xff\xfe")
    assert tutorial().at == 0


def test_what_is_no_longer_live_says_once_what_helps(cell):
    """Where a notebook is not trusted there is no style sheet: the same was told twice."""
    told = notebook.Picture(SimpleNamespace(add_class=lambda name: None), lambda: None)
    for html, words in (("In Jupyter, run it again to play.", 1), ("Answered on the board", 0)):
        told.show({"text/html": html})
        assert told._html().count("hidden=") == words


# The menu


@pytest.fixture
def menu(cell):
    """menu() runs the cell of a menu, for two people, in a kernel that has just started."""
    opened = []

    def begin():
        cell("menu")
        opened.append(nbgames.menu())
        opened[-1]._against.value = 0
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


def mine(menu):
    """What "My games" offers."""
    return [label for label, _ in menu._mine.options]


def test_a_game_that_the_menu_replaced_is_listed_and_opened_again(wire, menu):  # noqa: F811
    shown = menu()
    assert mine(shown) == []
    assert shown._games.layout.display == "none"
    wire.ask(shown.play(), "D4", "C3", "resign")
    shown.play()
    new, label = mine(shown)
    assert new == "Projex 4 · no move yet · on the board"
    assert re.fullmatch(
        r"Projex 4 · 3 moves · two people · O wins by resignation · \d+ \w+ \d{4}, \d\d:\d\d",
        label,
    )
    shown._mine.index = 1
    shown._game.value, shown._against.value = "conhex", 3  # of the next game
    shown._back.click()
    assert [one.value for one in shown._choices[:3]] == ["projex", 4, 0]  # of the opened one
    assert position(shown.board) == 3
    assert mine(shown) == ["Projex 4 · 3 moves · two people · O wins by resignation · on the board"]
    wire.ask(shown.board, "think")  # the game goes on, and nothing has changed yet
    shown.play()
    assert mine(shown) == [new, label]


def test_the_list_follows_the_game_on_the_board_and_delete_names_what_it_deletes(wire, menu):  # noqa: F811
    """It said what there was when the board was opened, and Delete was for another game."""
    shown = menu()
    wire.ask(shown.play(), "D4")
    assert mine(shown) == ["Projex 4 · 1 move, the last D4 · two people · goes on · on the board"]
    board = shown.play()
    assert shown._erase.disabled and shown._back.disabled  # nothing is played yet, and it is open
    wire.ask(board, "C3", "D1")
    assert mine(shown)[0].startswith("Projex 4 · 2 moves, the last D1 · ")
    assert (shown._mine.index, shown._erase.description) == (0, "Delete the game on the board")
    assert shown._back.disabled
    shown._mine.index = 1
    assert (shown._erase.description, shown._back.disabled) == ("Delete Projex 4, 1 move", False)
    board.play("E4")  # as the computer player does: a person may be about to open or delete that
    assert shown._mine.index == 1
    wire.ask(board, "resign", first=2)
    assert " · X wins by resignation · on the board" in mine(shown)[0]
    assert shown._mine.index == 0
    wire.ask(board, "new", "E4", first=3)
    assert [label.split(" · ")[1] for label in mine(shown)] == [
        *("1 move, the last E4", "4 moves", "1 move, the last D4")
    ]
    assert shown._mine.index == 0


def test_the_list_names_the_people_who_play(wire, menu):  # noqa: F811
    shown = menu()
    board = shown.play()
    for n, (word, name) in enumerate([("D4", "Ann"), ("C3", "Bob")]):
        wire.ask(board, word, first=n, by=name, id=name)
    assert " · Ann against Bob · " in mine(shown)[0]


def test_the_game_on_the_board_is_deleted_with_its_board_and_both_come_back(wire, menu):  # noqa: F811
    shown = menu()
    wire.ask(shown.play(), "D4")
    shown._erase.click()
    assert nbgames.my_games() == () and shown.board is None
    shown._restore.click()
    assert shown.board._shown.match.moves == ("D4",)
    wire.ask(shown.board, "C3")
    assert [game.match.moves for game in nbgames.my_games()] == [("D4", "C3")]


def last(label):
    """The last move of a game of the list."""
    return re.search(r"the last (\w+)", label)[1]


def test_games_that_were_deleted_come_back_after_a_restart_the_last_one_first(wire, menu):  # noqa: F811
    """Those that were deleted before a restart were in no list."""
    shown = menu()
    for word in ("D4", "C3", "D1"):
        wire.ask(shown.play(), word)
    for _ in range(2):
        shown._mine.index = 1
        shown._erase.click()
        assert shown._said.value
    restart(shown.board)
    shown = menu()
    assert shown._said.value == "" and shown._mine.index == 0
    assert [last(label) for label in mine(shown)] == ["D1", "D4", "C3"]
    (kept.folder() / "deleted" / "damaged.txt").write_text("nothing")
    for _ in range(2):
        shown._mine.index = len(mine(shown)) - 1
        assert shown._back.disabled and shown._erase.disabled
        assert "This game is deleted." in shown._said.value
        shown._restore.click()
        assert shown._said.value == "" and not shown._erase.disabled
        shown._restore.click()  # the second click of a double one
    assert len(nbgames.my_games()) == 3
    assert mine(shown)[-1].startswith("deleted · damaged · 0 moves")


def test_what_is_told_of_a_deleted_game_goes_with_the_next_move_of_a_person(wire, menu):  # noqa: F811
    """It stood on the board for ever. The computer's move leaves the focus at Restore."""
    shown = menu()
    wire.ask(shown.play(), "D4")
    board = shown.play()
    shown._mine.index = 1
    shown._erase.click()
    seen = []
    shown._gone.layout.observe(seen.append, "display")
    board.play("C3")  # as the computer player does
    assert seen == [] and "This game is deleted." in shown._said.value
    wire.ask(board, "D1")
    assert shown._said.value == "" and shown._gone.layout.display == "none"
    assert mine(shown)[1].startswith("deleted · ")


def test_a_menu_lists_the_last_games_that_were_deleted_and_code_all(wire, menu, monkeypatch):  # noqa: F811
    monkeypatch.setattr(menu_module, "DELETED", 2)
    shown = menu()
    for word in ("D4", "C3", "D1"):
        wire.ask(shown.play(), word)
    for game in nbgames.my_games()[1:]:
        game.delete()
    shown._erase.click()
    assert [last(label) for label in mine(shown)] == ["D1", "D4"]
    found = nbgames.my_games()
    assert [game.last for game in found.deleted] == ["D1", "D4", "C3"]
    assert repr(found) == f"{mine_module.NONE}\n{mine_module.BACK}"
    found.deleted[0].restore()
    assert [game.last for game in nbgames.my_games()] == ["D1"]


def test_a_double_click_on_delete_deletes_one_game(wire, menu, cell):  # noqa: F811
    """The list moved up, and the second press deleted what came under it."""
    shown = menu()
    for word in ("D4", "C3", "D1"):
        wire.ask(shown.play(), word)
    shown._mine.index = 2
    shown._erase.click()
    board = shown.board
    board.play("E4")  # as the computer player does: no other game is chosen by that
    shown._erase.click()
    shown._back.click()
    assert "This game is deleted." in shown._said.value and shown._erase.description == "Delete"
    assert shown._back.disabled and shown._erase.disabled and shown.board is board
    assert len(nbgames.my_games()) == 2
    shown._mine.index = 1
    shown._erase.click()
    shown._erase.click()
    wire.ask(board, "C3", first=1)  # who plays on has chosen the game on the board
    assert shown._mine.index == 0 and len(nbgames.my_games()) == 1


def test_a_press_on_delete_that_is_refused_chooses_no_other_game(wire, menu, cell):  # noqa: F811
    """The game on the board was chosen, which the second press of a double click deleted."""
    first = menu()
    wire.ask(first.play(), "D4")
    cell("another menu", "b.ipynb")
    second = nbgames.menu()
    second._against.value = 0
    wire.ask(second.play(), "C3")
    second._mine.index = 1
    for _ in range(2):
        second._erase.click()
        assert second._said.value.startswith("this game is open in ")
    assert second._mine.index == 1 and len(nbgames.my_games()) == 2
    second.close()


def test_a_deleted_game_that_is_played_again_comes_back_as_the_one_on_the_board(wire, menu):  # noqa: F811
    shown = menu()
    wire.ask(shown.play(), "D4")
    board = shown.play()
    shown._mine.index = 1
    shown._erase.click()
    wire.ask(board, "D4")
    shown._mine.index = 1
    shown._restore.click()
    assert len(mine(shown)) == 1 and shown.board is board
    assert len(list(kept.folder().glob("*.txt"))) == 2


def test_a_game_that_was_played_on_elsewhere_is_not_deleted_as_it_was(wire, menu, cell):  # noqa: F811
    """It was said to be deleted, and stayed."""
    shown = menu()
    wire.ask(shown.play(), "D4")
    cell("another menu", "b.ipynb")
    second = nbgames.menu()
    wire.ask(shown.board, "C3", first=1)
    second._erase.click()
    assert second._said.value.startswith("this game was played on or deleted meanwhile")
    assert [label.split(" · ")[1] for label in mine(second)] == ["2 moves, the last C3"]
    second.close()


def test_a_copy_is_in_the_list_at_once(wire, menu, cell):  # noqa: F811
    first = menu()
    wire.ask(first.play(), "D4")
    cell("another menu", "b.ipynb")
    second = nbgames.menu()
    second._open(second._files[0])
    wire.ask(second.board, "C3")
    assert [label.split(" · ")[1] for label in mine(second)] == [
        *("2 moves, the last C3", "1 move, the last D4")
    ]
    second.close()


def test_a_menu_that_runs_again_is_as_it_was(wire, menu, cell, monkeypatch):  # noqa: F811
    """It chose what was played last, wherever, and games in no file and deleted ones were gone."""

    def again():
        asked = {"metadata": {"cellId": "menu"}, "header": {"msg_id": f"again {id(shown)}"}}
        monkeypatch.setattr(
            notebook, "get_ipython", lambda: SimpleNamespace(get_parent=lambda: asked)
        )
        return nbgames.menu()

    def chosen(menu):
        return [getattr(menu, f"_{name}").value for name in ("game", "size", "against", "seat")]

    shown = menu()
    wire.ask(shown.play(), "D4")
    shown._erase.click()
    shown.play().play("C3")  # by code, which writes nothing
    shown._against.value, shown._seat.value = 3, nbgames.SECOND
    second = again()
    assert chosen(second) == ["projex", 4, 3, nbgames.SECOND]
    assert second.board.match.moves == ("C3",) and shown.board is None
    assert second.tables[-1].match.moves == ("C3",)
    second._mine.index = 1
    second._restore.click()
    assert [game.match.moves for game in nbgames.my_games()] == [("D4",)]
    second._mine.index = 1
    second._back.click()  # an older one stays on the board, too
    shown = second
    third = again()
    assert third.board._shown.match.moves == ("D4",)
    assert mine(third)[1] == "Projex 4 · 1 move, the last C3 · not saved"
    third.close()


def test_after_a_restart_a_menu_chooses_as_for_the_game_that_it_shows(wire, menu, cell):  # noqa: F811
    """It chose as for another game, which was played last elsewhere."""
    shown = menu()
    shown._against.value = 2
    wire.ask(board := shown.play(), "D4")
    board._desk.computer.rest()
    restart(board)
    cell("a board")
    wire.ask(cell.board(), "D1")
    cell("menu")
    shown = nbgames.menu()
    assert (shown.board._desk.computer.level, shown._against.value) == (2, 2)
    shown.close()


def test_a_menu_shows_its_last_game_after_a_restart_with_its_player_and_seat(wire, menu):  # noqa: F811
    shown = menu()
    shown._size.value, shown._against.value, shown._seat.value = 3, 1, nbgames.SECOND
    board = shown.play()
    board._desk.computer.rest()
    board.table.play("B2")
    wire.ask(board, "A3")
    board._desk.computer.rest()
    restart(board)
    shown = menu()
    assert position(shown.board) == 2
    assert shown.board._desk.computer.opponent.level == 1
    assert shown.board._desk.computer.side == nbgames.FIRST
    wire.ask(shown.board, "think")
    assert shown.board.match.moves[:2] == ("B2", "A3")


@pytest.mark.parametrize(("level", "seat"), [(0, 1), (2, 1), (1, 2)])
def test_a_menu_begins_with_what_was_played_last(folder, cell, level, seat):
    m = nbgames.match("conhex", 3).play("C2")
    written(folder, m, level=level, seat=3 - seat if level else 0)
    cell("another menu")
    shown = nbgames.menu()
    chosen = (shown._game.value, shown._size.value, shown._against.value, shown._seat.value)
    assert chosen == ("conhex", 3, level, seat)
    shown.close()


def test_a_menu_begins_as_ever_where_the_last_game_is_none_that_it_offers(folder, cell):
    written(folder, nbgames.match("conhex", 3).play("C2"), level=9, seat=1)
    cell("another menu")
    shown = nbgames.menu()
    assert (shown._game.value, shown._size.value) == ("projex", 4)
    shown.close()


def test_a_game_in_no_file_has_a_way_back_too(wire, menu, folder):  # noqa: F811
    folder.parent.mkdir()
    folder.write_text("a file where the folder would be")
    shown = menu()
    wire.ask(shown.play(), "D4", "C3")
    shown.play()
    assert mine(shown)[1] == "Projex 4 · 2 moves, the last D4 C3 · not saved"
    shown._mine.index = 1
    shown._size.value = 5
    shown._back.click()
    assert shown.board.match.moves == ("D4", "C3") and shown._size.value == 4


def test_a_damaged_game_is_said_and_the_board_stays(wire, menu, folder):  # noqa: F811
    folder.mkdir(parents=True)
    (folder / "x.txt").write_text("nbgames 1\ngame: chess 8\n\n1. e4\n")
    shown = menu()
    board = shown.play()
    shown._mine.index = 1
    shown._back.click()
    assert shown._said.value.startswith("x.txt cannot be opened: ")
    assert shown.board is board
    assert (folder / "x.txt").exists()


# Reviews


@pytest.fixture
def made(monkeypatch):
    """The matches that were reviewed, each in the call that asked for it."""
    matches = []

    def ask(self, hear, m, *more):
        matches.append(m.moves)
        for news in self._work(m, *more):
            hear(news)

    monkeypatch.setenv("NBGAMES_JIT", "0")  # to compile takes longer than so short a review
    monkeypatch.setattr(Worker, "ask", ask)
    return matches


MOVES = ("B3", "C3", "C1", "A3", "C4")


def analysed(wire, cell):  # noqa: F811
    """What the page is told of a match that is analysed in a kernel that has just started."""
    cell()
    board = cell.board(size=3, keep="reviewed")
    wire.ask(board, *(() if board.state.get("offer") else MOVES), "analyse")
    restart(board)
    return board.analysis, board.review


def test_a_review_is_kept_with_its_game_and_not_made_again(wire, cell, made, folder):  # noqa: F811
    before = analysed(wire, cell)
    assert before[0]["done"] and before[1]["words"]
    assert analysed(wire, cell) == before
    assert made == [MOVES]
    assert {path.suffix for path in folder.iterdir()} == {".txt", ".review"}


def signed(text):
    return f"{sha256(text.encode()).hexdigest()}\n{text}".encode()


def timeless(found):
    """What was found but for the seconds that it took, and the digest of a file with them."""
    return re.sub(r"Made in \d+ s|[0-9a-f]{64}", "", str(found))


DAMAGED = [b"", b"\xff\xfe", b"[]", b"{}\n{}", *map(signed, ("[]", "{}", '{"worths": [[1]]}'))]


@pytest.mark.parametrize("damage", first_of(DAMAGED[::-1]), ids=repr)
def test_a_damaged_review_is_made_anew(wire, cell, made, folder, damage):  # noqa: F811
    before = analysed(wire, cell)
    (path,) = folder.glob("*.review")
    whole = timeless(path.read_bytes())
    path.write_bytes(damage)
    assert timeless(analysed(wire, cell)) == timeless(before)
    assert made == [MOVES, MOVES]
    assert timeless(path.read_bytes()) == whole


def test_a_review_that_was_changed_by_hand_is_made_anew(wire, cell, made, folder):  # noqa: F811
    analysed(wire, cell)
    (path,) = folder.glob("*.review")
    path.write_text(path.read_text().replace("??", "!!"))
    analysed(wire, cell)
    assert made == [MOVES, MOVES]


def test_a_review_of_another_version_or_match_is_not_taken(wire, cell, made, monkeypatch):  # noqa: F811
    m = nbgames.match("projex", 3).play(*MOVES)
    analysed(wire, cell)
    assert kept_reviews.find(m)
    assert not kept_reviews.find(m.play("D2"))
    assert not kept_reviews.find(nbgames.match("projex", 3, swap=False).play(*MOVES))
    monkeypatch.setattr(kept_reviews, "version", lambda name: "9.9")
    assert not kept_reviews.find(m)


def test_a_board_that_keeps_no_game_keeps_no_review(wire, cell, made, folder):  # noqa: F811
    board = cell.board(*MOVES, size=3, keep="")
    wire.ask(board, "analyse")
    assert made == [MOVES]
    assert files(folder) == []


def test_only_the_latest_reviews_are_kept(folder, monkeypatch):
    monkeypatch.setattr(kept_reviews, "MOST", 2)
    matches = [nbgames.match("projex", 3).play(word) for word in ("A3", "A4", "B3")]
    for second, m in enumerate(matches):
        kept_reviews.keep(m, {"worths": [], "named": {}})
        os.utime(kept_reviews._path(m), (second, second))
    assert [kept_reviews.find(m) for m in matches] == [
        None,
        {"worths": [], "named": {}},
        {"worths": [], "named": {}},
    ]
    kept_reviews.keep(matches[0], {"worths": [], "named": {}, "made": "x" * kept_reviews.LARGEST})
    assert kept_reviews.find(matches[0]) is None


def test_a_game_of_ones_own_keeps_no_review(folder):
    """Its rules may be others tomorrow, under the same name."""
    m = nbgames.match(HEX, 3).play("A1")
    kept_reviews.keep(m, {"worths": [], "named": {}})
    assert files(folder) == []


def test_where_no_review_can_be_written_it_is_shown_all_the_same(wire, cell, made, folder):  # noqa: F811
    folder.parent.mkdir()
    folder.write_text("a file where the folder would be")
    analysis, review = analysed(wire, cell)
    assert analysis["done"] and review["words"]
