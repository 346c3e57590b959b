"""What a board shows that only one of the games has."""

import pytest
from browser.games import played
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.notation.record import set_up


def marked(board, attribute):
    """The names of the sites that carry an attribute."""
    sites = board.page.locator(f"[{attribute}][data-site]").evaluate_all(
        "all => all.map(({ dataset }) => Number(dataset.site))"
    )
    return sorted(board.match.game.board.names[site] for site in sites)


@pytest.mark.parametrize("by", first_of(["hover", "focus"]))
def test_projex_a_rim_cell_lights_its_neighbours_across_the_edge(show, by):
    board = show(nbgames.match("projex", 6))
    board.hover("A6") if by == "hover" else board.cell("A6").focus()
    assert marked(board, "data-near") == ["J5", "J6"]
    expect(board.part("ghosts").locator("[data-near]")).to_have_count(4)  # copies of A6, J5 and J6
    expect(board.part("tip")).to_contain_text("touches J5 and J6 across the edge")
    board.hover("E6")
    assert marked(board, "data-near") == []


def test_projex_a_ring_of_ghosts_shows_what_lies_across(show):
    board = show(nbgames.match("projex", 6))
    ghosts = board.part("ghosts").locator("[data-copy]")
    assert ghosts.count() == len(board.match.game.board.ghosts)
    board.click("A6")
    board.click("J6")
    expect(board.part("ghosts").locator('[data-owner="1"]')).to_have_count(1)
    expect(board.part("ghosts").locator('[data-owner="2"]')).to_have_count(2)  # a corner has two
    expect(board.part("ghosts").locator(".nb-mark")).to_have_count(3)


def test_projex_a_winning_loop_is_drawn_through_the_edge_and_its_crossings_counted(show):
    won = played("projex", 4, "loop")
    board = show(won)
    expect(board.part("says")).to_contain_text("that crosses the edge once")
    path = board.part("chain").locator("path").first.get_attribute("d")
    assert (
        path.count("M") == len(won.outcome.chain) + 1
    )  # the crossing is two strokes, one each side


@pytest.mark.parametrize("by", first_of(["hover", "focus"]))
def test_conhex_a_hole_says_which_cells_it_counts_for_and_how_many_more_they_need(show, by):
    board = show(nbgames.match("conhex", 5).play("A1", "I9"))
    board.hover("C2") if by == "hover" else board.cell("C2").focus()
    expect(board.part("tip")).to_have_text(
        "C2: empty · cell A1:B3: Vert 1 of 2, Horz 0 of 2 · cell C2:G2: Vert 0 of 2, Horz 0 of 2"
        " · cell C2:D5: Vert 0 of 3, Horz 0 of 3"
    )
    expect(board.part("areas").locator("[data-near]")).to_have_count(3)
    assert "A1:B3: Vert 1 of 2" in board.cell("C2").get_attribute("aria-description")


def test_conhex_a_cell_fills_when_it_is_conquered(show):
    board = show(nbgames.match("conhex", 5).play("A1", "I9"))
    expect(board.part("areas").locator('[data-owner="1"]')).to_have_count(0)
    board.click("B3")
    expect(board.part("areas").locator('[data-owner="1"]')).to_have_count(1)
    expect(board.part("hatch").locator('[data-owner="1"]')).to_have_count(1)
    expect(board.part("says")).to_have_text(
        "Vert plays B3 and conquers the cell A1:B3 with half of its holes. Horz to move; move 4."
    )
    board.button("move before").click()
    expect(board.part("areas").locator('[data-owner="1"]')).to_have_count(0)


def test_copolymer_shows_which_cells_oblige_an_open_turn_and_the_score(show):
    game = nbgames.game("copolymer", 5)
    start = set_up(game, "X A1 A3 B1 D2 E5; O C1 C2 C3 C4; O to move")  # the help text's example
    board = show(nbgames.match(game, start=start))
    assert marked(board, "data-obliges") == sorted(
        name for name in board.match.legal() if board.match.play(name).is_open
    )
    expect(board.part("score")).to_have_text("X 5 · O 4 · 10 of 19 win")
    board.hover("B2")
    expect(board.part("tip")).to_contain_text(
        "touches two enemy cells or more: whoever claims it goes on"
    )
    board.click("B2")
    expect(board.part("says")).to_contain_text("O goes on, since ")
    assert marked(board, "data-turn") == ["B2"]
    expect(board.part("moves").locator("li").last).to_contain_text("B2,")
    board.click("A2")
    board.click("C5")
    expect(board.part("moves").locator("li").last).to_contain_text("B2,A2,C5")
    assert marked(board, "data-turn") == []
    board.button("first move").click()
    assert marked(board, "data-obliges") == []


def test_antipalos_has_two_lattices_and_shows_what_is_blocked(show):
    board = show(nbgames.match("antipalos", 4).play("b2-c3"))
    stroke = "shape => getComputedStyle(shape).stroke"
    one, same, other = (board.cell(n).evaluate(stroke) for n in ("a1-b2", "b1-a2", "a2-b3"))
    assert board.cell("a1-b2").evaluate(stroke) == board.cell("c1-d2").evaluate(stroke) == one
    assert len({one, same, other}) == 2
    dashes = board.cell("b3-c2").evaluate("shape => getComputedStyle(shape).strokeDasharray")
    assert dashes != "none"
    assert board.cell("b3-c2").get_attribute("aria-label") == "b3-c2, blocked"
    board.hover("d4-e5")
    expect(board.cell("d4-e5")).to_have_attribute("data-ghost", "2")
    ghost, groove = board.part("marks").locator("path").all()[-2:]  # as the piece will be, but pale
    second = board.part("sides").locator(".nb-second").first.evaluate(stroke)
    paper = board.part("paper").evaluate("shape => getComputedStyle(shape).fill")
    assert ghost.evaluate(stroke) not in (second, paper) and groove.evaluate(stroke) == paper
    board.page.mouse.move(0, 0)
    expect(board.part("marks").locator("[data-ghost]")).to_have_count(0)


def test_the_last_claim_is_ringed(show):
    board = show(nbgames.match("antipalos", 4).play("b2-c3"))
    expect(board.part("last").locator("circle")).to_have_count(2)
    board.button("Undo").click()
    expect(board.part("last").locator("circle")).to_have_count(0)


@pytest.mark.parametrize("name", first_of(nbgames.GAMES))
def test_about_tells_the_rules_the_inventor_and_what_is_wished(show, name):
    board = show(nbgames.match(name))
    board.button("Rules").click()
    inventor = {
        "antipalos": "Collier",
        "conhex": "Antonow",
        "copolymer": "Steere",
        "projex": "Taylor",
    }
    about = board.part("more").filter(has_text="Rules")
    expect(about).to_contain_text(inventor[name])
    for wish in {"conhex": ["copyright"], "copolymer": ["name", "rules"]}.get(name, []):
        expect(about).to_contain_text(wish)
