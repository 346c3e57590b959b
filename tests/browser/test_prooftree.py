"""A proof tree in a notebook opens branch by branch, by mouse and keys."""

import json

import pytest
from browser.test_page import NARROW
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames import analysis

CELL = """from nbgames import analysis
tree = analysis.proof_tree(nbgames.match("projex", 3)).open("B2").open("B2 C2")
tree.solve("B2 C2", nodes=10_000)"""


def test_a_proof_tree_opens_branch_by_branch(desk):
    """The root is open; below it a reply that the solver has settled, and what may follow that."""
    tab = desk.tab
    desk.run(CELL)
    tree = tab.page.locator(".jp-OutputArea .nb-tree")
    opening, reply = (
        tree.locator("summary", has_text=words) for words in ("B2: open", "C2 and B3: X wins")
    )
    leaf = tree.get_by_text("C1: not looked at", exact=True)
    expect(opening).to_be_visible()
    expect(reply).to_be_hidden()
    opening.click()
    expect(reply).to_be_visible()
    expect(leaf).to_be_hidden()
    reply.press("Enter")
    expect(leaf).to_be_visible()
    opening.press("Enter")
    expect(reply).to_be_hidden()
    assert tab.errors == []


@pytest.fixture
def walked(show):
    """A tree of two plies with its Python: the reply C2 is settled."""

    def opened(**options):
        tree = analysis.proof_tree(nbgames.match("projex", 3)).open("B2").open("B2 C2")
        widget = nbgames.explore(tree.solve("B2 C2", nodes=10_000))
        return show(widget, **options)

    return opened


def node(live, words):
    return live.page.get_by_role("treeitem", name=words, exact=True)


def at(live, line):
    return live.page.locator(f'[data-line="{line}"]')


def stones(live):
    """The marks on the board."""
    return live.page.locator(".nb-board .nb-marks > *")


def test_a_click_chooses_a_node_and_opens_it_and_another_closes_it(walked):
    live = walked()
    expect(stones(live)).to_have_count(0)
    node(live, "B2: open").click()
    expect(stones(live)).to_have_count(1)
    reply = node(live, "C2 and B3: X wins")
    expect(reply.locator(".nb-sign")).to_have_text("+")
    expect(reply).to_have_attribute("aria-expanded", "false")
    node(live, "B2: open").locator(".nb-node").first.click()
    expect(reply).to_have_count(0)
    expect(live.page.locator(".nb-caption")).to_have_text("After B2: O to move.")


def test_arrow_keys_walk_the_tree_and_python_opens_a_leaf(walked):
    live = walked()
    node(live, "root: open").focus()
    live.keys("ArrowDown", "ArrowRight", "ArrowDown")
    expect(node(live, "C1 and A3: not looked at")).to_be_focused()
    assert live.asked() == []
    live.keys("Enter")
    expect(node(live, "C1 and A3: open")).to_be_focused()
    expect(node(live, "C1 and A3: open")).to_have_attribute("aria-expanded", "true")
    assert live.asked() == ["open B2 C1"] and "B2 C1 D1" in live.widget.tree.leaves
    live.keys("ArrowLeft", "ArrowLeft")
    expect(node(live, "B2: open")).to_be_focused()
    live.keys("End")
    expect(node(live, "D3 and C4: not looked at")).to_be_focused()
    live.keys("Home")
    expect(node(live, "root: open")).to_be_focused()


def test_a_position_that_is_met_again_leads_to_where_it_stands(show):
    tree = analysis.proof_tree(nbgames.match("projex", 3)).open("B2 C2 A3").open("A3 C2")
    live = show(nbgames.explore(tree))
    again = next(row for row in live.widget.rows if row[5] == "same")
    above, _, claim = again[0].rpartition(" ")
    for line in (above.partition(" ")[0], above):
        at(live, line).locator(".nb-node").first.click()
    at(live, again[0]).click()
    at(live, again[0]).press("Enter")
    assert again[6] == "B2 C2 A3" and claim == "B2"
    expect(at(live, again[6])).to_be_focused()


@pytest.mark.parametrize("dark", first_of([True, False]), ids=["dark", "light"])
def test_axe_finds_nothing_and_a_phone_shows_it_all(walked, dark):
    live = walked(dark=dark, viewport={"width": 360, "height": 740})
    node(live, "B2: open").click()
    node(live, "C2 and B3: X wins").click()
    assert live.violations() == [] == live.tab.ask(NARROW)


def test_files_of_others_are_merged_and_what_is_none_is_refused(walked, tmp_path):
    live = walked()
    root = nbgames.match("projex", 3)
    trees = [analysis.proof_tree(m) for m in (root, nbgames.match("conhex"))]

    def given(file):
        content = {"file": file}
        live.wire.hand(live.widget, {"method": "custom", "content": content})
        return live.news()

    live.tab.expose("given", given)
    sends = "async ({ file }) => arrive(JSON.parse(await given(file)))"
    live.tab.ask(f"() => {{ model.send = {sends}; }}")
    for text, words in (
        ("{", "is no proof tree: give a file that was saved"),
        (json.dumps(trees[1].to_dict()), "these are proof trees of Projex 3 and ConHex 5"),
        (json.dumps(trees[0].solve("C2").to_dict()), "Merged. X wins"),
    ):
        file = tmp_path / "tree.json"
        file.write_text(text)
        live.page.locator("input[type=file]").set_input_files(file)
        expect(live.page.locator(".nb-told")).to_contain_text(words)
    expect(node(live, "root: X wins")).to_be_visible()


def test_a_tree_is_saved_as_a_file_that_reads_back(walked):
    live = walked()
    live.tab.needs("downloads")
    with live.page.expect_download() as saved:
        live.button("Save").click()
    assert saved.value.suggested_filename == "prooftree.json"
    assert analysis.from_dict(json.loads(saved.value.path().read_text())) == live.widget.tree


def test_the_solver_is_stopped_by_the_same_button(show):
    live = show(nbgames.explore(analysis.proof_tree(nbgames.match("projex", 6))))
    live.button("Solve").click()
    expect(live.page.locator(".nb-told")).to_contain_text("Solving the root")
    live.button("Stop").click()
    expect(live.page.locator(".nb-told")).to_contain_text("Stopped. not looked at")
    expect(live.button("Solve")).to_be_visible()
    assert live.asked() == ["solve ", "stop"] and not live.widget._worker.busy


def test_the_solver_closes_a_leaf_in_jupyterlab(desk):
    tab, page = desk.tab, desk.page
    desk.run(f"{CELL}\nw = nbgames.explore(tree)\nw")
    page.get_by_role("treeitem", name="B2: open", exact=True).click()
    leaf = page.get_by_role("treeitem", name="C2 and B3: open", exact=True)
    leaf.locator(".nb-node").first.click()
    leaf.press("s")
    expect(page.get_by_role("treeitem", name="C2 and B3: X wins", exact=True)).to_be_focused()
    assert tab.python("w.tree.leaves['B2 C2']") == "1"
    assert tab.errors == []
