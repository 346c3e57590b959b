"""The wall of a class in a browser: it changes by itself, fits a phone, and axe finds nothing."""

import threading
from importlib.resources import files

import pytest
from browser.test_page import AXE, NARROW
from playwright.sync_api import expect
from thinned import each_once

from nbgames.exercises import boards_are_graphs as check
from nbgames.mail import Server, joining, walls
from nbgames.mail.http.server import Place, Web


@pytest.fixture
def class_(tmp_path):
    """The address of a wall, and three students, two of whom play."""
    server = Server(f"sqlite:///{tmp_path / 'mail.db'}")
    code, key = server.store.write(lambda tx: walls.begin(tx, "Graph theory"))
    web = Web(Place(), server.url, rate=0)
    threading.Thread(target=web.run, daemon=True).start()
    seats = [joining.Seat(*server.join(code), server) for _ in range(3)]
    seats[0].play("projex", seats[1].userid, size=4)
    for _ in range(3):
        seats[1].tell(check.copolymer_cells(1))
    yield f"{web.address}/wall/{key}", server, seats
    web.stop()
    server.close()


def test_what_happens_is_shown_by_itself(open_tab, class_):
    there, server, (one, two, three) = class_
    tab = open_tab()
    tab.page.goto(there)
    stuck = tab.page.locator(f"#s-{two.userid}")
    expect(stuck).to_contain_text("stuck boards_are_graphs.copolymer_cells, 3 wrong")
    card = tab.page.locator("#b-projex-101")
    card.get_by_role("link").focus()
    assert server.handle(f"projex move 101 {one.userid} - D2").ok
    expect(card).to_contain_text(f"move 2: {two.userid}")
    expect(card.get_by_role("link")).to_be_focused()
    tab.page.wait_for_function("document.querySelector('#b-projex-101 img').naturalWidth > 0")
    three.play("conhex")
    expect(tab.page.locator("#b-conhex-101")).to_contain_text(three.userid)
    server.tell(two.userid, "boards_are_graphs.copolymer_cells", is_right=True)
    expect(stuck).not_to_contain_text("stuck")
    assert tab.outside == []


@pytest.mark.parametrize(
    ("width", "scheme"), each_once([360, 1400], ["light", "dark"], quick=[(360, "dark")])
)
def test_axe_finds_nothing_and_it_fits(open_tab, class_, width, scheme):
    axe = pytest.importorskip("axe_playwright_python")
    tab = open_tab(color_scheme=scheme, bypass_csp=True, viewport={"width": width, "height": 800})
    tab.page.goto(class_[0])
    tab.page.wait_for_function("document.querySelector('img').naturalWidth > 0")
    tab.page.add_script_tag(content=(files(axe) / "axe.min.js").read_text())
    assert tab.ask(AXE) == [] and tab.ask(NARROW) == []


def test_a_server_that_is_away_is_told(open_tab, class_):
    tab = open_tab()
    tab.page.goto(class_[0])
    tab.page.route("**/now", lambda route: route.abort())
    expect(tab.page.get_by_role("status")).to_be_visible()
