"""Deeds of a page, of a cell and of workers come in several threads: one ends before the next."""

import gc
from threading import Event, Thread
from weakref import ref

import pytest

import nbgames
from nbgames.play.alone import alone


def asked(name):
    return {"request": {"view": "v", "first": 0, "do": [name]}}


@pytest.fixture
def board():
    w = nbgames.match("projex", 4, swap=False).widget()
    yield w
    w.close()


def test_a_cell_waits_for_the_click_that_a_page_has_sent(board):
    first, second = board.match.game.board.names[:2]
    entered, on = Event(), Event()

    def slowly(_):
        entered.set()
        on.wait(120)

    board.observe(slowly, "state")
    click = Thread(target=board.set_state, args=[asked(first)])
    click.start()
    assert entered.wait(120)
    board.unobserve(slowly, "state")
    cell = Thread(target=board.play, args=[second])
    cell.start()
    cell.join(0.2)  # long enough to overtake the click if it could
    on.set()
    click.join()
    cell.join()
    assert board.moves == board.match.moves == (first, second)


def test_what_is_alone_may_ask_for_more_that_is():
    @alone
    def counted(n):
        return 1 + counted(n - 1) if n else 0

    assert counted(3) == 3


def test_a_thread_collects_a_closed_board_while_who_waits_for_it_holds_the_lock():
    """As whoever starts a thread waits until it runs."""

    @alone
    def is_stuck():
        thread = Thread(target=gc.collect, daemon=True)
        thread.start()
        thread.join(20)
        return thread.is_alive()

    gc.disable()
    try:
        board = nbgames.match("projex", 4).widget()
        board.close()
        closed = ref(board)
        del board
        assert closed() is not None  # it refers to itself, so that garbage is collected later
        assert not is_stuck()
        assert closed() is None
    finally:
        gc.enable()
