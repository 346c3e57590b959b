"""A proof tree in a notebook opens branch by branch, by mouse and keys."""

from playwright.sync_api import expect

CELL = """import nbgames
from nbgames import analysis
tree = analysis.proof_tree(nbgames.match("projex", 3)).open("B2").open("B2 C2")
tree.solve("B2 C2", nodes=10_000)"""


def test_a_proof_tree_opens_branch_by_branch(open_notebook):
    """The root is open; below it a reply that the solver has settled, and what may follow that."""
    tab = open_notebook([CELL])
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
