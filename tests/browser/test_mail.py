"""Two kernels in two pages play one stored game; a third page watches it through `serve`."""

import random
import threading
import time

import pytest
from browser.desk import Desk

import nbgames
from nbgames.mail import Server, accounts
from nbgames.mail.serve import Web

CLICKED = 6  # the last moves are made with a mouse, all others in the kernels


def won_game():
    """A short random game of ConHex that somebody wins."""
    games = []
    for seed in range(40):
        rng, m = random.Random(seed), nbgames.match("conhex")
        while m.outcome is None:
            m = m.play(rng.choice([name for name in m.legal() if name != "swap"]))
        games.append(m)
    return min(games, key=lambda m: len(m.moves))


@pytest.fixture
def keeper(tmp_path):
    """A server with a board of alice and bob, and the web server that shows it."""
    server = Server(f"sqlite:///{tmp_path / 'mail.db'}")
    for userid in ("alice", "bob"):
        hashed = accounts.hashed(f"pw-{userid}")
        server.store.write(lambda tx, u=userid, h=hashed: accounts.add(tx, u, h, ()))
    assert server.handle("conhex challenge alice bob").board == 101
    web = Web(("127.0.0.1", 0), server.url, rate=0)
    threading.Thread(target=web.serve_forever, args=(0.05,), daemon=True).start()
    yield server, web
    web.shutdown()
    web.server_close()
    server.close()


def sit_down(open_notebook, server, userid):
    """A page whose kernel is logged in as this player and shows the stored board."""
    cells = [
        f"import os\nos.environ['NBGAMES_URL'] = {server.url!r}\n"
        f"os.environ['NBGAMES_PASSWORD'] = 'pw-{userid}'\n"
        f"import nbgames\nfrom nbgames import mail\nnbgames.login({userid!r})",
        "w = mail.table('conhex', 101).widget()\nw",
    ]
    tab = open_notebook(cells, viewport={"width": 1280, "height": 1500})
    tab.page.wait_for_selector(".nb-board [data-site]")
    return tab


def arrived(tab, count, seconds=30):
    until = time.monotonic() + seconds
    while tab.python("print(len(w.moves))") != str(count):
        assert time.monotonic() < until, "the move did not arrive by itself"
        time.sleep(0.1)


def test_two_kernels_play_a_game_to_its_end_and_a_third_page_watches(
    keeper, open_notebook, open_tab
):
    server, web = keeper
    game = won_game()
    alice, bob = (sit_down(open_notebook, server, userid) for userid in ("alice", "bob"))
    watcher = open_tab()
    for n, word in enumerate(game.moves[:-CLICKED]):
        tab, other = (alice, bob) if n % 2 == 0 else (bob, alice)
        tab.python(f"w.table.refresh(); w.play({word!r})")
        if n < 4:
            arrived(other, n + 1)
    for n, word in enumerate(game.moves[-CLICKED:], len(game.moves) - CLICKED):
        tab, other = (alice, bob) if n % 2 == 0 else (bob, alice)
        arrived(tab, n)
        Desk(tab).click(game, word)
        tab.page.get_by_role("button", name=f"Play {word}").click()  # a stored game asks first
        arrived(other, n + 1)
    stored = server.board("conhex", 101).match
    assert stored.moves == game.moves
    assert stored.outcome == game.outcome
    watcher.page.goto(f"{web.address}/conhex/101")
    assert game.result().partition(" wins")[0] in watcher.page.inner_text("pre")
    assert watcher.page.locator("svg").count() == 1
    assert alice.errors == bob.errors == watcher.errors == []


def test_two_kernels_race_for_the_same_move_and_one_makes_it(keeper, open_notebook):
    server, _ = keeper
    alice, bob = (sit_down(open_notebook, server, userid) for userid in ("alice", "bob"))
    bob.python("print(w.table.server.login('alice', 'pw-alice'))")
    at = time.time() + 3
    race = """
import threading, time
told = []
def run(word, at={at}):
    time.sleep(max(0, at - time.time()))
    try:
        w.table.play(word)
        told.append("stored")
    except nbgames.GameError as error:
        told.append(str(error))
racer = threading.Thread(target=run, args=({word!r},))
racer.start()
"""
    alice.python(race.format(at=at, word="F7"))
    bob.python(race.format(at=at, word="L11"))
    told = [tab.python("racer.join(); print(told[0])", seconds=60) for tab in (alice, bob)]
    assert sorted(words == "stored" for words in told) == [False, True], told
    assert len(server.board("conhex", 101).match.moves) == 1
