"""The boards in WebKitGTK, the engine of Safari: pages from disk, and a notebook in JupyterLab."""

import time
from contextlib import contextmanager

import pytest
from browser.games import PLACE
from browser.rig import CONNECT, RUN, SHUT
from browser.webkit import UNDRIVEN, webkit

import nbgames
from nbgames.atlas import puzzles
from nbgames.web.pages import to_html
from nbgames.web.training import puzzles_html

pytestmark = pytest.mark.long
LEFT, ENTER = "\ue012", "\ue007"  # as WebDriver calls the keys
FOCUS = "() => document.querySelector('[data-site][tabindex=\"0\"]').focus()"
SAYS = "text => document.body.innerText.includes(text)"


@contextmanager
def shown(*theme, **own):
    try:
        with webkit(*theme, **own) as window:
            yield window
    except FileNotFoundError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def window():
    with shown() as window:
        yield window


@pytest.fixture
def opened(window, tmp_path):
    """opened(html) -> the window, with this page from disk."""

    def one(html):
        file = tmp_path / "page.html"
        file.write_text(html, "utf-8")
        window.goto(file.as_uri())
        window.ask("() => localStorage.clear()")  # all files share it
        window.goto(file.as_uri())
        window.until("() => document.querySelector('[data-site]')")
        return window

    return one


@pytest.mark.parametrize("name", nbgames.GAMES)
def test_a_click_claims_a_site(opened, name):
    m = nbgames.match(name)
    site = len(m.game.board.names) // 3
    window = opened(to_html(m))
    window.drag(window.ask(PLACE, [site, 0]))
    window.until(SAYS, f"{m.game.players[0]} plays {m.game.board.names[site]}.")


def test_keys_claim_a_site(opened):
    window = opened(to_html(nbgames.match("projex", 6)))
    window.ask(FOCUS)
    window.press(LEFT, ENTER)
    window.until(SAYS, "X plays ")


def test_the_computer_answers(opened):
    window = opened(to_html(nbgames.match("projex", 3)))
    window.ask("""() => {
      const [choice] = document.querySelectorAll('select');
      choice.value = '2';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }""")
    window.drag(window.ask(PLACE, [3, 0]))
    window.until("() => /O (plays|swaps)|swap(s|ped)/.test(document.body.innerText)")


def test_the_sphere_turns_under_the_pointer(opened):
    window = opened(to_html(nbgames.match("projex", 4), sphere=True))
    window.until("() => document.querySelector('.nb-globe [data-site]')")
    seen = "() => document.querySelector('.nb-globe').innerHTML"
    before = window.ask(seen)
    box = "() => { const b = document.querySelector('.nb-globe').getBoundingClientRect();"
    x, y = window.ask(f"{box} return [b.x + b.width / 2, b.y + b.height / 2]; }}")
    window.drag((x, y), (x + 40, y), (x + 80, y + 20))
    window.until(f"before => ({seen})() !== before", before)


def test_the_board_is_zoomed_and_moved(opened):
    window = opened(to_html(nbgames.match("projex", 6)))
    box = "() => document.querySelector('.nb-board').getAttribute('viewBox')"
    box += ".split(' ').map(Number).join()"
    whole = window.ask(box)
    window.ask(FOCUS)
    window.press("+", "+")
    window.until(f"before => ({box})() !== before", whole)
    near, (x, y) = window.ask(box), window.ask(PLACE, [0, 0])
    window.drag((x, y), (x + 40, y + 30), (x + 60, y + 40))
    window.until(f"before => ({box})() !== before", near)
    assert window.ask("() => document.querySelectorAll('.nb-moves li').length") == 0
    window.ask(FOCUS)
    window.press("-", "-")
    window.until(f"before => ({box})() === before", whole)


def test_a_puzzle_is_answered(opened):
    puzzle = puzzles("projex", 4)[0]
    window = opened(puzzles_html([puzzle]))
    window.until(SAYS, "to move")
    window.drag(window.ask(PLACE, [puzzle.match.game.board.site(puzzle.answer[0]), 0]))
    window.until(SAYS, f"✓ {puzzle.answer[0]} is right")


@pytest.mark.parametrize("name", ["projex", "conhex"])
def test_a_dark_desktop_has_a_dark_board(tmp_path, name):
    (tmp_path / "page.html").write_text(to_html(nbgames.match(name)), "utf-8")
    with shown("Adwaita:dark") as window:
        window.goto((tmp_path / "page.html").as_uri())
        window.until("() => document.querySelector('[data-site]')")
        paper = "() => getComputedStyle(document.querySelector('.nb-paper')).fill"
        assert window.ask(paper) == "rgb(27, 30, 34)"


def test_a_record_is_saved(tmp_path):
    m = nbgames.match("projex", 4).play("D1")
    (tmp_path / "page.html").write_text(to_html(m), "utf-8")
    with shown(home=tmp_path) as window:
        window.goto((tmp_path / "page.html").as_uri())
        window.until("() => document.querySelector('[data-site]')")
        window.ask("""() => [...document.querySelectorAll('button')]
          .find(one => one.textContent === 'Save record').click()""")
        end = time.monotonic() + 30
        while not (files := list(tmp_path.glob("**/projex-4.txt"))) and time.monotonic() < end:
            time.sleep(0.1)
        assert [file.read_text("utf-8") for file in files] == [str(m)]


@pytest.mark.parametrize("what", UNDRIVEN)
def test_what_the_driver_cannot_do_is_told(what):
    pytest.skip(f"WebKitGTK's driver, not the board: {UNDRIVEN[what]}")


def test_a_board_is_played_on_in_jupyterlab(window, lab):
    name = lab.write(['import nbgames\nw = nbgames.match("projex", 6).widget(keep="")\nw'])
    window.goto(f"{lab.url}/lab/tree/{name}?token={lab.token}&reset")
    window.until("() => document.querySelector('.jp-Notebook .jp-Cell') && window.jupyterapp")
    window.ask(CONNECT)
    assert window.ask(RUN) == []
    window.until("() => document.querySelector('.nb-root [data-site]')")
    window.drag(window.ask(PLACE, [nbgames.game("projex", 6).board.site("F6"), 0]))
    window.until(SAYS, "X plays F6.")
    cells = "() => jupyterapp.shell.currentWidget.content.widgets.length"
    count = window.ask(cells)
    window.press("b", "x", "d", "d", LEFT, ENTER)
    window.until(SAYS, "O plays ")
    window.press("u")
    window.until(SAYS, "X plays F6.")
    assert window.ask(cells) == count  # no key has reached the notebook
    window.ask(SHUT)
