"""A computer player in a process of its own: interrupts of the kernel, and a process that died."""

import asyncio
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from contextvars import ContextVar, copy_context
from functools import partial
from itertools import pairwise
from pathlib import Path
from queue import Queue
from time import sleep
from types import SimpleNamespace

import pytest
from browser.slow_player import Slow
from playing import to_the_end
from thinned import first_of

import nbgames
from nbgames import analysis
from nbgames.core import _jit
from nbgames.play.table import Table
from nbgames.widgets.computer import Computer, thoughts
from nbgames.widgets.desk import Desk
from nbgames.widgets.worker import ENDS, FAILS, GOES_ON, Worker

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
M = nbgames.match("projex", 4)
WHOSE: ContextVar[str] = ContextVar("whose")


@pytest.fixture
def asked():
    """asked(seconds) -> a worker that thinks, and the queue of its news."""
    workers = []

    def ask(seconds):
        worker, news = Worker(partial(thoughts, Slow(seconds))), Queue()
        workers.append(worker)
        worker.ask(news.put, M)
        return worker, news

    yield ask
    for worker in workers:
        worker.leave()


def last(news):
    while (one := news.get(timeout=120))[0] == GOES_ON:
        pass
    return one


@pytest.mark.parametrize("when", first_of(["while it starts", "while it thinks"]))
def test_an_interrupt_of_the_kernel_leaves_the_player_thinking(asked, when, capfd):
    worker, news = asked(0.5)
    if when == "while it thinks":
        assert news.get(timeout=120)[0] == GOES_ON
    os.kill(worker._process.pid, signal.SIGINT)
    assert last(news)[0] == ENDS
    assert "KeyboardInterrupt" not in capfd.readouterr().err


def test_the_kernel_itself_is_still_interrupted(asked):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a kernel
    try:
        asked(0.1)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_process_that_died_is_told_and_replaced(asked):
    worker, news = asked(30)
    assert news.get(timeout=120)[0] == GOES_ON
    process = worker._process
    process.kill()
    assert last(news) == (FAILS, "its process ended")
    assert not worker.busy
    worker.ask(news.put, M)
    assert news.get(timeout=120)[0] == GOES_ON
    assert worker._process is not process


def test_go_on_thinking_asks_another_process():
    table, news = Table(M.play("D1")), Queue()
    computer = Computer(table, Slow(0.3), nbgames.SECOND, lambda: news.put(computer.trouble))
    table.on_change(lambda: news.put(table.match.moves))
    computer.attend()
    computer._worker._process.kill()
    assert "its process ended" in news.get(timeout=120)
    computer.resume()
    computer.attend()
    try:
        while len(told := news.get(timeout=120)) != 2:
            assert not told
        assert computer.trouble == ""
    finally:
        computer.leave()


def test_who_is_who_is_shown_through_a_swap_and_told_at_the_end():
    m = nbgames.match("projex", 4)
    computer = Computer(Table(m), nbgames.opponent(3, seed=0), nbgames.SECOND, print)
    casual = "Computer, level 3, casual player"
    assert computer.seated(m) == ["You (X)", f"{casual} (O)"]
    assert computer.seated(m.play("D1", "swap")) == [f"{casual} (X)", "You (O)"]
    assert computer.says(m) == "You play X. X to move; move 1."
    taken = "The computer swapped and took your D1: you are now O. O to move; move 3."
    assert computer.says(m.play("D1", "swap")) == taken
    assert computer.says(m.play("D1", "resign")) == "You won: the computer resigned."
    assert computer.says(m.play("D1", "D2", "resign")) == "You lost: you resigned."
    own = Computer(Table(m), Slow(), nbgames.FIRST, print)
    assert own.seated(m) == ["Computer (X)", "You (O)"]
    taken = "You swapped and took the computer's D1: you are now X. O to move; move 3."
    assert own.says(m.play("D1", "swap")) == taken


def test_a_swap_stays_told_when_the_computer_has_replied_to_it():
    """It replies at once, and of one's own swap nothing was read."""
    m = nbgames.match("projex", 4).play("D1", "swap", "E4")
    first, second = (Computer(Table(m), Slow(), seat, print) for seat in (1, 2))
    taken = "You swapped and took the computer's D1: you are now X."
    assert first.says(m) == f"{taken} O plays E4. X to move; move 4."
    assert first.says(m.play("E2")) == "X plays E2. O to move; move 5."
    assert second.says(m) == "O plays E4. X to move; move 4."  # the person has read that one


DECIDED = [
    (
        "projex",
        4,
        "loop",
        r"(your|the computer's) loop crosses the edge (once|3 times, an odd number)",
    ),
    ("conhex", 2, "chain", r"(your|the computer's) chain joins (top and bottom|left and right)"),
    (
        "copolymer",
        3,
        "majority",
        r"(you own \d cells, the computer|the computer owns \d cells, you) \d",
    ),
    ("antipalos", 3, "full", ""),
]


@pytest.mark.parametrize(("name", "size", "by", "decided"), DECIDED)
def test_who_has_won_by_what_is_one_sentence(name, size, by, decided):
    """From the witness of the outcome, and for either seat."""
    found = (to_the_end(nbgames.match(name, size), seed) for seed in range(1000))
    m = next(m for m in found if m.outcome.by == by)
    for seat in (nbgames.FIRST, nbgames.SECOND):
        computer = Computer(Table(m), Slow(), seat, print)
        lost = m.outcome.winner == computer.side
        told = f"You {'lost' if lost else 'won'}: {decided}\\." if decided else "A draw, .*full\\."
        assert re.match(told, computer.says(m))
        assert not decided or ("the computer" in computer.says(m).split(",")[0]) == lost


@pytest.fixture
def desk():
    """Two moves on, the computer player second; it never thinks."""
    made = Desk(Table(M.play("D1", "E4", "C3", "D4")), lambda: None, lambda words: None)
    made.computer = Computer(made.table, Slow(), nbgames.SECOND, lambda: None)
    return made


@pytest.mark.parametrize(("count", "side"), [(1, nbgames.FIRST), (2, nbgames.SECOND)])
def test_in_the_past_it_is_ones_own_turn_whoever_sat_there(desk, count, side):
    """One was the other player then, and nothing said so."""
    told = "You play O from here." if side == nbgames.FIRST else ""
    assert desk.carry_out(f"from {count} A4") == ("", told)
    assert desk.table.match.claims[count:] == ("A4",)
    assert desk.computer.side == side
    assert desk.computer.to_move


def test_before_a_swap_one_is_told_whom_one_plays(desk):
    """One's seat stayed, and the side of it is another one there."""
    desk.table.begin(M.play("D1", "swap", "E4"))
    assert desk.computer.side == nbgames.FIRST
    told = "You play X from here, unless the computer swaps."
    assert desk.carry_out("from 0 A4") == ("", told)
    assert desk.computer.side == nbgames.SECOND


def test_a_line_that_one_goes_back_to_says_who_one_is_there(desk):
    desk.carry_out("from 1 A4")
    place = "The line before is line 1 now."
    assert desk.carry_out("line 1") == ("", f"{place} You play O from here.")
    assert desk.table.match.claims == ("D1", "E4", "C3", "D4")
    desk.computer = None
    assert desk.carry_out("line 1") == ("", place)


def test_a_branch_that_ends_the_game_tells_no_side(desk):
    assert desk.carry_out("from 1 resign") == ("", "")


def test_what_is_refused_in_the_past_changes_no_seats(desk):
    with pytest.raises(nbgames.GameError, match="taken"):
        desk.carry_out("from 1 D1")
    assert desk.computer.side == nbgames.SECOND and len(desk.table.match.claims) == 4


def test_a_harder_player_has_the_limits_of_the_one_before():
    desk = Desk(Table(M.play("D1", "resign")), lambda: None, lambda words: None)
    player = nbgames.opponent(2, seed=0, nodes=7)
    desk.computer = Computer(desk.table, player, nbgames.SECOND, lambda: None)
    desk.carry_out("again harder")
    assert (desk.computer.level, desk.computer.opponent.nodes) == (3, 7)


@pytest.mark.parametrize("how", ["again rematch", "again change sides", "new"])
@pytest.mark.parametrize("seed", [None, 7])
def test_the_next_game_is_another_one_unless_a_seed_was_asked_for(how, seed):
    """To the same moves the computer player answered as in the game before, to its end."""
    desk = Desk(Table(M.play("D1", "resign")), lambda: None, lambda words: None)
    player = nbgames.opponent(1, seed, nodes=7)
    desk.computer = Computer(desk.table, player, nbgames.SECOND, lambda: None)
    desk.carry_out(how)
    now = desk.computer.opponent
    assert (now.level, now.nodes) == (1, 7)
    assert (now.seed == player.seed) == (seed is not None)
    assert not desk.table.match.claims


def test_the_wish_to_ponder_stays_through_levels_that_do_not():
    desk = Desk(Table(M), lambda: None, lambda words: None)
    player = nbgames.opponent(6, seed=0, ponder=True)
    desk.computer = Computer(desk.table, player, nbgames.SECOND, lambda: None)
    told = [desk.computer.ponders]
    for how in ("easier", "harder"):
        desk.table.play("D1")
        desk.table.play("resign")
        desk.carry_out(f"again {how}")
        told.append(desk.computer.ponders)
    assert told == [True, False, True]


def test_undo_is_offered_where_a_move_of_the_persons_can_be_taken_back():
    desk = Desk(Table(M), lambda: None, lambda words: None)
    desk.computer = Computer(desk.table, nbgames.opponent(1, 0), nbgames.FIRST, lambda: None)
    offered = []
    for word in ("D1", "C3", "E4"):
        desk.table.play(word)
        offered.append(desk.may_undo(desk.table))
    assert offered == [False, True, True]  # D1 is the computer's


def test_a_rematch_after_a_swap_has_the_seats_of_the_start_and_says_so():
    """Who began begins again; that one had another colour again was told nowhere but by a name."""
    desk = Desk(Table(M), lambda: None, lambda words: None)
    desk.computer = Computer(desk.table, nbgames.opponent(1, 0), nbgames.FIRST, lambda: None)
    for word in ("D1", "swap", "resign"):
        desk.table.play(word)
    assert desk.computer.seated(desk.table.match)[0] == "You (X)"
    desk.carry_out("rematch")
    assert desk.computer.says(desk.table.match) == "You play O. X to move; move 1."
    desk.table.play("resign")
    desk.carry_out("again change sides")
    assert desk.computer.says(desk.table.match) == "You play X. X to move; move 1."
    desk.computer.leave()


@pytest.mark.parametrize("level", [3, 4, 6])
def test_without_a_compiler_a_level_that_searches_says_so_and_the_one_below_is_offered(
    level, monkeypatch
):
    monkeypatch.setattr(_jit, "find_spec", lambda name: None)
    monkeypatch.delenv("NBGAMES_JIT", raising=False)
    desk = Desk(Table(M), lambda: None, lambda words: None)
    desk.computer = Computer(desk.table, nbgames.opponent(level, 0), nbgames.SECOND, lambda: None)
    said, offered = desk.computer.says(M), [deed for _, deed in desk.offers(M)]
    if level == 3:
        assert (said, offered) == ("You play X. X to move; move 1.", [])
        return
    assert said == (
        f"You play X. X to move; move 1. Level {level} sees a thirtieth of its positions: "
        "numba is not installed: pip install numba and restart the kernel."
    )
    assert offered == ["again easier"]
    assert "numba" not in desk.computer.says(M.play("D1"))  # it is said once
    desk.carry_out("again easier")
    assert desk.computer.level == level - 1


def test_where_numba_is_switched_off_it_says_how_to_switch_it_on(monkeypatch):
    monkeypatch.setenv("NBGAMES_JIT", "0")
    assert nbgames.opponent(6).slowed.endswith("start Python without NBGAMES_JIT=0.")


class Ready:
    """Says in a file which process rehearses and which thinks."""

    def __init__(self, path):
        self.path = path

    def rehearse(self, game):
        yield self._noted("rehearses")

    def think(self, m):
        yield self._noted("thinks")

    def _noted(self, what):
        with self.path.open("a") as file:
            file.write(f"{what} {os.getpid()}\n")
        return SimpleNamespace(word="A4", nodes=1)

    choose = None


def test_its_process_makes_ready_while_a_person_is_to_move(tmp_path):
    path = tmp_path / "noted"

    async def played():
        table, moved = Table(M), asyncio.Event()
        computer = Computer(table, Ready(path), nbgames.SECOND, lambda: None)
        computer.attend()
        try:
            while not path.exists():  # it is at work before there is anything to choose
                await asyncio.sleep(0.01)
            assert not computer.thinking
            table.play("D1")
            table.on_change(moved.set)
            computer.attend()
            await asyncio.wait_for(moved.wait(), 120)
        finally:
            computer.leave()
        return table.match.moves

    assert asyncio.run(played()) == ("D1", "A4")
    (first, one), (then, other) = map(str.split, path.read_text().splitlines())
    assert (first, then) == ("rehearses", "thinks")
    assert one == other != str(os.getpid())


class Ponderer:
    """Answers A4 at once; says in a file about which moves it begins to ponder, and leaves off."""

    ponders = True

    def __init__(self, path):
        self.path = path

    def think(self, m):
        self._note("thinks", m)
        yield SimpleNamespace(word="A4", nodes=1)

    def pondering(self, m):
        self._note("ponders", m)
        try:
            while True:
                yield SimpleNamespace(word="", nodes=1)
        finally:
            self._note("leaves", m)

    def _note(self, what, m):
        with self.path.open("a") as file:
            file.write(" ".join([what, *m.moves]) + "\n")


@pytest.fixture
def pondering(tmp_path):
    """pondering(deed) -> what a player noted, which sits second, up to a deed's last line.

    The deed is given the table and the computer, once this ponders about a first move, and says
    which line is the last.
    """
    path = tmp_path / "noted"

    async def noted(line):
        while not path.exists() or line not in path.read_text().splitlines():
            await asyncio.sleep(0.01)

    async def done(deed):
        table = Table(M)
        computer = Computer(table, Ponderer(path), nbgames.SECOND, lambda: None)
        table.on_change(computer.attend)
        computer.attend()
        try:
            await asyncio.wait_for(noted("ponders"), 120)
            assert not computer.thinking  # nothing of it is shown
            await asyncio.wait_for(noted(deed(table, computer)), 120)
        finally:
            computer.leave()
        return path.read_text().splitlines()

    return lambda deed: asyncio.run(done(deed))


def test_it_ponders_until_the_move_and_again_after_its_answer(pondering):
    def deed(table, computer):
        table.play("D1")
        return "ponders D1 A4"

    assert pondering(deed)[:4] == ["ponders", "leaves", "thinks D1", "ponders D1 A4"]


@pytest.mark.long
def test_after_an_undo_it_ponders_about_what_is_on_the_board_and_has_left_what_is_gone(pondering):
    def deed(table, computer):
        table.play("D1")
        table.play("A4")  # before it has answered: its process is at work, and is ended
        table.undo()
        table.undo()
        table.play("E4")
        table.play("D1")
        return "ponders E4 D1"

    lines = pondering(deed)
    at = [n for n, line in enumerate(lines) if line == "ponders E4 D1"]
    assert not [line for line in lines[at[0] :] if line.startswith("ponders")][1:]


def test_a_new_game_is_pondered_about_and_the_one_before_no_more(pondering):
    def deed(table, computer):
        table.load(str(M.play("D1", "A4")))
        table.new()
        table.load(str(M.play("D1", "B3")))
        return "ponders D1 B3"

    lines = pondering(deed)
    for line, after in pairwise(lines):
        assert not line.startswith("ponders") or after == line.replace("ponders", "leaves")


@pytest.mark.parametrize("deed", first_of(["stop", "rest"]))
def test_it_stops_pondering_when_told_to_and_where_a_position_is_set_up(pondering, deed):
    def told(table, computer):
        getattr(computer, deed)()
        assert not computer.pondering
        return "leaves"

    assert pondering(told) == ["ponders", "leaves"]


def test_it_goes_on_when_told_to(pondering):
    def told(table, computer):
        computer.stop()
        computer.attend()
        assert computer.paused and not computer.pondering
        computer.resume()
        computer.attend()
        assert computer.pondering
        return "leaves"

    assert pondering(told)[:2] == ["ponders", "leaves"]


def test_an_interrupt_of_the_kernel_is_not_meant_for_who_ponders(pondering):
    def interrupted(table, computer):
        process = computer._worker._process
        os.kill(process.pid, signal.SIGINT)
        table.play("D1")
        assert computer._worker._process is process  # it goes on with what it has found
        return "ponders D1 A4"

    assert pondering(interrupted)[:4] == ["ponders", "leaves", "thinks D1", "ponders D1 A4"]


def test_another_level_ends_the_process_that_ponders(pondering):
    def replaced(table, computer):
        process = computer._worker._process
        computer.become(nbgames.opponent(1, 0))
        process.join(120)
        assert not process.is_alive() and not computer.pondering
        assert not computer.ponders
        return "ponders"

    assert pondering(replaced) == ["ponders"]


def test_at_the_end_it_leaves_off(pondering):
    def told(table, computer):
        table.play("resign")
        assert not computer.pondering
        return "leaves"

    assert pondering(told) == ["ponders", "leaves"]


KERNEL = """
import asyncio, os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import nbgames
from nbgames.play.table import Table
from nbgames.widgets.computer import Computer
from test_computer import Ponderer

async def killed():
    path = Path(sys.argv[2])
    table = Table(nbgames.match("projex", 4))
    computer = Computer(table, Ponderer(path), nbgames.SECOND, lambda: None)
    computer.attend()
    while not path.exists():
        await asyncio.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(killed())
"""


@pytest.mark.long
def test_a_kernel_that_is_killed_leaves_nobody_pondering(tmp_path):
    path, script = tmp_path / "noted", tmp_path / "kernel.py"
    script.write_text(KERNEL)
    here = str(Path(__file__).parent)
    subprocess.run([sys.executable, str(script), here, str(path)], check=False)
    for _ in range(12_000):
        if "leaves" in path.read_text():
            return
        sleep(0.01)
    raise AssertionError("it ponders on")


@pytest.mark.slow
@pytest.mark.skipif(not _jit.can_compile(), reason="no numba: NOBODY PONDERS")
def test_what_its_process_found_while_it_pondered_is_there_when_it_thinks():
    """The process does all its work with one player, whose memory it is."""
    player = pickle.loads(pickle.dumps(nbgames.opponent(6, seed=0, nodes=40, ponder=True)))
    m = nbgames.match("projex", 5, swap=False).play("D3", "E5", "C4")
    for kind, nodes in thoughts(player, m, "pondering"):
        assert kind == GOES_ON
        if nodes > 5000:
            break
    reply = player._memory.recall(m).choices()[0].site
    kind, nodes = next(thoughts(player, m.play(m.game.board.names[reply])))
    assert kind == GOES_ON and nodes > 10 * 40


# To compile for Copolymer takes two seconds, for Antipalos twenty.
@pytest.mark.parametrize("name", first_of(["copolymer", "antipalos", "conhex", "projex"]))
def test_a_player_rehearses_in_thoughts(name):
    game = nbgames.game(name, 4 if name != "copolymer" else 5)
    for level in (1, 6):
        *_, thought = nbgames.opponent(level, 0, seconds=3600).rehearse(game)
        assert thought.done and thought.nodes <= 64


# Reasons


class Talker:
    """Plays the first word that there is, and says what it is told to."""

    def __init__(self, why="looks best"):
        self.why = why

    def think(self, m):
        yield SimpleNamespace(word=m.legal()[0], nodes=1, why=self.why)

    choose = None


def talked(m, why="looks best"):
    """A desk at which the computer has answered, in this process and at once."""
    desk = Desk(Table(m), lambda: None, lambda words: None)
    desk.computer = Computer(desk.table, Talker(why), nbgames.SECOND, lambda: None)
    desk.table.on_change(lambda: None)
    answer_now(desk)
    return desk


def answer_now(desk):
    *_, last_one = thoughts(desk.computer.opponent, desk.table.match)
    desk.computer._hear(last_one)


@pytest.mark.parametrize("where", ["in a process", "in a thread"])
def test_news_is_heard_in_the_context_of_who_asks(where):
    """Some hosts keep there whose session it is."""

    def in_thread(m):  # a function of a function: no process can load it
        yield ENDS, "D4"

    async def ask(whose):
        WHOSE.set(whose)
        heard = asyncio.get_running_loop().create_future()
        thoughts_of = partial(thoughts, Slow(0)) if where == "in a process" else in_thread
        worker = Worker(thoughts_of)
        worker.ask(lambda news: news[0] == ENDS and heard.set_result(WHOSE.get()), M)
        try:
            return await asyncio.wait_for(heard, 120)
        finally:
            worker.leave()

    async def both():
        return await asyncio.gather(ask("alice"), ask("bob"))

    assert asyncio.run(both()) == ["alice", "bob"]


def test_news_is_heard_in_that_context_without_an_event_loop_too():
    def in_thread(m):  # a function of a function: no process can load it
        yield ENDS, "D4"

    def ask():
        WHOSE.set("alice")
        Worker(in_thread).ask(lambda news: told.put(WHOSE.get("nobody")), M)

    told = Queue()
    copy_context().run(ask)
    assert told.get(timeout=120) == "alice"


@pytest.mark.parametrize("looping", first_of([True, False]))
def test_an_explorer_answers_in_the_context_of_who_asks(looping):
    told = Queue()

    def ask(whose):
        WHOSE.set(whose)
        view = nbgames.explore(M)
        view._pane.observe(lambda change: told.put(WHOSE.get("nobody")), "figure")
        view.question.value = "what would prevent it?"
        return view

    async def asked(whose):
        return ask(whose)

    async def both():
        views = await asyncio.gather(asked("alice"), asked("bob"))
        while told.qsize() < 2:
            await asyncio.sleep(0.01)
        return views

    if looping:
        views = asyncio.run(both())
    else:
        views = [copy_context().run(ask, whose) for whose in ("alice", "bob")]
        for view in views:
            view._thread.join()
    assert {told.get(timeout=120) for _ in views} == {"alice", "bob"}
    for view in views:
        view.close()


@pytest.mark.parametrize("end", [Worker.stop, Worker.pause, Worker.leave])
def test_a_thread_that_nobody_hears_ends(end):
    """It had thought on for its whole time, and had slowed the kernel down."""

    def endless(m):  # a function of a function: no process can load it
        while True:
            sum(range(50_000))
            yield GOES_ON, 1

    before, news = {*threading.enumerate()}, Queue()
    worker = Worker(endless)
    worker.ask(news.put, M)
    (thread,) = {*threading.enumerate()} - before
    assert news.get(timeout=120) == (GOES_ON, 1)
    end(worker)
    thread.join(120)
    assert not thread.is_alive()


def test_the_computer_says_why_it_played():
    desk = talked(M.play("D4"))
    word = desk.table.match.moves[1]
    assert desk.computer.reasons(desk.table.line) == {"2": "looks best"}
    assert desk.carry_out("why") == ("said", f"Move 2, {word}: looks best.")
    for asked in ("why 2", "why move 2", "why did you do that", "why \u0663"):
        assert desk.carry_out(asked) == desk.carry_out("why")
    assert "Ask: who, why," in desk.carry_out("help")[1]


def test_why_while_one_looks_back_is_of_the_move_that_is_shown():
    desk = talked(M.play("D4"))
    assert desk.carry_out("at 2 why") == desk.carry_out("why")
    with pytest.raises(nbgames.GameError, match="move 1 was your own: why tells the computer"):
        desk.carry_out("at 1 why")


def test_why_may_name_a_place():
    """The digit of a place was taken for a move: "why does E1 win" told of move 1."""
    desk = talked(M.play("D4"))
    word = desk.table.match.moves[1]
    assert desk.carry_out(f"why does {word.lower()} win?") == desk.carry_out("why 2")
    with pytest.raises(nbgames.GameError, match="move 1 was your own"):
        desk.carry_out("why D4")
    free = desk.table.match.legal()[-1]
    how, said = desk.carry_out(f"why does {free} win?")
    assert how == "said" and said.startswith(f"{free} is empty: ")


def test_why_of_ones_own_move_is_what_a_review_says():
    desk = talked(M.play("D4"))
    desk.may_analyse = lambda table: True
    desk.show(analysis.review(desk.table.line, games=8, nodes=0))
    says = desk.review["says"]
    assert says[1] and desk.carry_out("why 1") == ("said", f"The review: {says[1]}")
    assert desk.carry_out("at 1 why") == desk.carry_out("why 1")
    assert desk.carry_out("why")[1].startswith("Move 2,")  # of the computer its own reason
    desk.computer = None
    assert desk.carry_out("why") == ("said", f"The review: {says[2]}")


@pytest.mark.parametrize("asked", ["why 9", "why move 0", "why " + "2" * 900])
def test_of_other_moves_there_is_no_reason_to_tell(asked):
    desk = talked(M.play("D4"))
    with pytest.raises(nbgames.GameError, match="has made no such move"):
        desk.carry_out(asked)


def test_before_its_first_move_it_is_said_so():
    desk = Desk(Table(M), lambda: None, lambda words: None)
    desk.computer = Computer(desk.table, Talker(), nbgames.SECOND, lambda: None)
    desk.table.play("D4")
    with pytest.raises(nbgames.GameError, match="the computer player has not moved yet"):
        desk.carry_out("why")


@pytest.mark.parametrize("asked", ["why", "why 2"])
def test_of_its_own_move_without_a_reason_it_is_said_so(asked):
    desk = talked(M.play("D4"), why="")
    with pytest.raises(nbgames.GameError, match="no reason is kept for move 2"):
        desk.carry_out(asked)


def test_without_a_computer_there_is_none():
    desk = Desk(Table(M.play("D4")), lambda: None, lambda words: None)
    with pytest.raises(nbgames.GameError, match="no reason is known here: type hint"):
        desk.carry_out("why")


def test_a_reason_stays_with_its_own_line():
    desk = talked(M.play("D4"))
    desk.table.go(0)
    assert desk.computer.reasons(desk.table.line) == {"2": "looks best"}
    desk.table.play("E4")
    assert desk.computer.reasons(desk.table.line) == {}
    answer_now(desk)
    assert desk.computer.reasons(desk.table.line) == {"2": "looks best"}


@pytest.mark.parametrize("why", ["", None, 7, "x" * 5000])
def test_a_reason_of_a_strangers_player_is_short_text_or_none(why):
    desk = talked(M.play("D4"), why)
    assert all(0 < len(text) <= 200 for text in desk.computer.reasons(desk.table.line).values())


@pytest.mark.parametrize("level", [1, 3])
def test_every_level_says_why(level):
    m = nbgames.match("copolymer", 5).play("C3")
    *_, (kind, (word, why)) = thoughts(nbgames.opponent(level, seed=1, nodes=40), m)
    assert (kind, bool(word), bool(why)) == (ENDS, True, True)


def test_only_ones_own_mistakes_are_asked_again():
    """Of a match that the computer has swapped in: the person's are move 1, and then O's."""
    m = nbgames.match("projex", 3).play("C2", "swap", "A4", "B2", "D2", "resign")
    board = m.widget(nbgames.opponent(1), seat=nbgames.SECOND, keep="")
    board.show(analysis.review(m, games=8, nodes=0))
    found = board._desk.analyst._found | {"slips": [4, 1, 5, 3], "chains": {}}
    found["words"] = {str(number): ["?", ""] for number in found["slips"]}
    board._desk.analyst._found = found
    assert (board._desk.review["slips"], board._desk.review["mine"]) == ([1, 5, 3], nbgames.SECOND)
    board.close()
