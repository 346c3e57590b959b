"""Two kernels in two pages play one stored game; a third page watches it through `serve`."""

import random
import re
import threading
import time

import pytest
from browser.desk import Desk
from browser.games import shows
from playwright.sync_api import expect

import nbgames
from nbgames.mail import Server, accounts, admin
from nbgames.mail.http.server import Place, Web

RACED, CLICKED = 4, 2  # the move that both race for; the last moves are made with a mouse
OTHER = {"alice": "D4", "bob": "C3"}  # what each makes of the move that they race for


def won(m):
    """The shortest of forty random ways on from here to a win."""
    games = []
    for seed in range(40):
        rng, now = random.Random(seed), m
        while now.outcome is None:
            now = now.play(rng.choice([name for name in now.legal() if name != "swap"]))
        games.append(now)
    return min(games, key=lambda now: len(now.moves))


def opening():
    """The first moves, which leave alone what will be raced for."""
    rng, m = random.Random(6), nbgames.match("projex", 4)
    while len(m.moves) < RACED:
        m = m.play(rng.choice([n for n in m.legal() if n not in ("swap", *OTHER.values())]))
    return m


@pytest.fixture
def keeper(tmp_path):
    """A server with a board of alice and bob, and the web server that shows it."""
    server = Server(f"sqlite:///{tmp_path / 'mail.db'}")
    for userid in ("alice", "bob"):
        hashed = accounts.hashed(f"pw-{userid}")
        server.store.write(lambda tx, u=userid, h=hashed: accounts.add(tx, u, h, ()))
    assert server.handle("projex challenge -size=4 alice bob").board == 101
    web = Web(Place(), server.url, rate=0)
    threading.Thread(target=web.run, daemon=True).start()
    yield server, web
    web.stop()
    server.close()


def sit_down(open_notebook, server, userid):
    """A page whose kernel is logged in as this player and shows the stored board."""
    cells = [
        f"import os\nos.environ['NBGAMES_URL'] = {server.url!r}\n"
        f"os.environ['NBGAMES_PASSWORD'] = 'pw-{userid}'\n"
        f"import nbgames\nfrom nbgames import mail\nnbgames.login({userid!r})",
        "w = mail.table('projex', 101).widget()\nw",
    ]
    tab = open_notebook(cells, viewport={"width": 1280, "height": 1500})
    tab.page.wait_for_selector(".nb-board [data-site]")
    return tab


def arrived(tab, count, seconds=120):
    until = time.monotonic() + seconds
    while tab.python("print(len(w.moves))") != str(count):
        assert time.monotonic() < until, "the move did not arrive by itself"
        time.sleep(0.3)


class Watcher:
    """A third page, sent once to `serve`: all that it shows later has come by itself."""

    def __init__(self, tab, web):
        self.tab, self.page = tab, tab.page
        self.page.goto(f"{web.address}/")
        self.page.get_by_role("link", name="projex 101").click()

    def sees(self, words):
        self.page.locator("body:has(svg)", has_text=words).wait_for()


RACER = """
import threading, time
from nbgames.play.alone import alone
told, ready, starts = [], threading.Event(), threading.Event()
@alone  # nothing arrives here before this move is sent
def run():
    ready.set()
    starts.wait()
    time.sleep(max(0, at - time.time()))
    try:
        w.table.play({word!r})
        told.append("stored")
    except nbgames.GameError as error:
        told.append(str(error))
racer = threading.Thread(target=run)
racer.start()
ready.wait()
"""


def race(alice, bob):
    """Both kernels, logged in as alice, make their own move at one moment; who was told what."""
    bob.python("print(w.table.server.login('alice', 'pw-alice'))")
    for tab, word in zip((alice, bob), OTHER.values(), strict=True):
        tab.python(RACER.format(word=word))
    at = time.time() + 1
    for tab in (alice, bob):
        tab.python(f"at = {at}; starts.set()")
    told = [tab.python("racer.join(); print(told[0])") for tab in (alice, bob)]
    bob.python("del w.table.server.tokens['alice']")
    return told


def test_a_kernel_plays_a_game_to_its_end_and_another_page_watches(keeper, open_notebook, open_tab):
    """Who sits opposite writes to the store; in the next test both have a kernel, and race."""
    server, web = keeper
    alice = sit_down(open_notebook, server, "alice")
    watcher = Watcher(open_tab(viewport={"width": 1280, "height": 1200}), web)
    watcher.sees("alice (X) to make move 1")
    game = won(opening())
    alices = range(0, len(game.moves), 2)[-CLICKED:]  # those that she makes with a mouse
    for n, word in enumerate(game.moves):
        if n in alices:
            arrived(alice, n)
            watcher.sees(f"alice (X) to make move {n + 1}")
            played(alice, game, word)
            arrived(alice, n + 1)
        else:
            userid = ("alice", "bob")[n % 2]
            assert server.handle(f"projex move 101 {userid} pw-{userid} {word}").ok
    stored = server.board("projex", 101).match
    assert (stored.moves, stored.outcome) == (game.moves, game.outcome)
    watcher.sees(game.result().partition(" wins")[0] + " (")
    replayed(watcher, game)
    assert alice.errors == watcher.tab.errors == watcher.tab.outside == []


def played(tab, game, word):
    """A click on this site, and yes: a stored game asks first."""
    Desk(tab).click(game, word)
    tab.page.get_by_role("button", name=f"Play {word}").click()


@pytest.mark.long
def test_two_kernels_play_a_game_to_its_end_and_a_third_page_watches(
    keeper, open_notebook, open_tab
):
    """In `make test` tests/mail shows who wins a race, and the test above all that a page does."""
    server, web = keeper
    alice, bob = (sit_down(open_notebook, server, userid) for userid in ("alice", "bob"))
    watcher = Watcher(open_tab(viewport={"width": 1280, "height": 1200}), web)
    watcher.sees("alice (X) to make move 1")
    for n, word in enumerate(opening().moves):
        tab, other = (alice, bob) if n % 2 == 0 else (bob, alice)
        tab.python(f"w.table.refresh(); w.play({word!r})")
        arrived(other, n + 1)
    watcher.sees(f"alice (X) to make move {RACED + 1}")

    told = race(alice, bob)
    assert sorted(words == "stored" for words in told) == [False, True], told
    assert any("it is bob's turn" in words for words in told), told  # the store has said so
    raced = server.board("projex", 101).match
    assert raced.moves[:RACED] == opening().moves and len(raced.moves) == RACED + 1
    assert raced.moves[RACED] == [*OTHER.values()][told.index("stored")]

    game = won(raced)
    for n, word in enumerate(game.moves[RACED + 1 : -CLICKED], RACED + 1):
        tab = (alice, bob)[n % 2]
        tab.python(f"w.table.refresh(); w.play({word!r})")
    for n, word in enumerate(game.moves[-CLICKED:], len(game.moves) - CLICKED):
        tab, other = (alice, bob) if n % 2 == 0 else (bob, alice)
        arrived(tab, n)
        played(tab, game, word)
        arrived(other, n + 1)
    stored = server.board("projex", 101).match
    assert (stored.moves, stored.outcome) == (game.moves, game.outcome)

    watcher.sees(game.result().partition(" wins")[0] + " (")
    replayed(watcher, game)
    assert alice.errors == bob.errors == watcher.tab.errors == watcher.tab.outside == []


def replayed(watcher, game):
    """The page behind the link goes through the game, and another line of it is played there."""
    page, asked = watcher.page, []
    page.get_by_role("link", name="replay it").click()
    page.wait_for_selector("[data-site]")
    page.on("request", lambda request: asked.append(request.url))
    shows(page, game.position.owners)
    page.get_by_role("slider", name="move shown").focus()
    page.keyboard.press("Home")
    shows(page, game.at(0).position.owners)
    page.get_by_role("list", name="moves").get_by_role("button").nth(1).click()
    shows(page, game.at(2).position.owners)
    before = game.back(1)
    other = next(name for name in before.legal() if name != game.moves[-1])
    page.get_by_role("button", name="Undo", exact=True).click()
    page.locator(".nb-typed").fill(other)
    page.locator(".nb-typed").press("Enter")
    shows(page, before.play(other).position.owners)
    page.get_by_text("Line 1, played before").wait_for()
    assert asked == []


def test_a_forgotten_password_is_chosen_anew_on_the_page_behind_the_link(
    keeper, open_tab, monkeypatch
):
    server, web = keeper
    monkeypatch.setenv("NBGAMES_URL", server.url)
    told = admin.WORDS["admin"](["reset", "alice", web.address])
    tab = open_tab()
    tab.page.goto(re.search(r"http\S+/reset/\w+", told)[0])
    tab.page.get_by_label("New password").fill("three-other-words")
    tab.page.get_by_role("button", name="Change it").click()
    expect(tab.page.get_by_text("The password of alice is changed.")).to_be_visible()
    assert server.login("alice", "three-other-words")
