"""What beginners are told: primers replayed through the rules, and what a page gets of them."""

import re
from base64 import b64decode

import pytest
from foreign import SIX

import nbgames
from nbgames.atlas import proved
from nbgames.core.position import SWAP
from nbgames.draw.guide import pictures, position
from nbgames.web.about import KEYS, READ, guide
from nbgames.web.bundle import ASSETS
from nbgames.web.teaching import asked

GAMES = list(nbgames.GAMES.values())
PAGES = [(rules, page) for rules in GAMES for page in rules.primer.pages]
LESSONS = [(rules, lesson) for rules in GAMES for lesson in rules.primer.lessons]
every_page = pytest.mark.parametrize(("rules", "page"), PAGES)
every_lesson = pytest.mark.parametrize(("rules", "lesson"), LESSONS)


def sites(m):
    return [word for word in m.legal() if word not in ("swap", "resign")]


def winning(m):
    """The words that win at once for the player to move."""
    ends = {word: m.play(word).outcome for word in sites(m)}
    return {word for word, end in ends.items() if end and end.winner == m.position.to_move}


@pytest.mark.parametrize("rules", GAMES)
def test_every_game_has_pages_and_five_lessons(rules):
    assert len(rules.primer.pages) >= 4 and len(rules.primer.lessons) == 5


@every_page
def test_a_page_shows_what_it_names(rules, page):
    """Sites that the text names stand on its board."""
    board = position(rules, page).game.board
    for name in re.findall(r"\b(?:[a-e]\d-[a-e]\d|[A-I]\d)\b", page.says):
        assert board.site(name) >= 0


@pytest.mark.parametrize("rules", GAMES)
def test_a_page_shows_how_the_game_is_won(rules):
    ends = [position(rules, page).outcome for page in rules.primer.pages]
    assert [end.by for end in ends if end] == [rules.by]


@every_lesson
def test_what_a_lesson_calls_right_can_be_played_and_something_else_too(rules, lesson):
    m = position(rules, lesson)
    right = {m.play(word).moves[-1] for word in lesson.right.split()}
    assert len(right) == len(lesson.right.split())
    if right:
        assert lesson.amiss and len(right) < len(m.legal())


@every_lesson
def test_who_wins_in_a_lesson_wins_by_what_is_right_alone(rules, lesson):
    m = position(rules, lesson)
    assert lesson.well.startswith("You win") == bool(winning(m))
    if winning(m):
        assert winning(m) == set(lesson.right.split())


@every_lesson
def test_what_stops_the_other_is_all_that_does(rules, lesson):
    if "Stop it." not in lesson.asks:
        return
    m = position(rules, lesson)
    stops = {word for word in sites(m) if not winning(m.play(word))}
    assert stops == set(lesson.right.split())


@every_lesson
def test_who_is_told_to_swap_should(rules, lesson):
    if lesson.right == SWAP:
        (opening,) = lesson.moves.split()
        assert proved(rules.name, rules.primer.size, opening) == 1


def keeps(m):
    return {word for word in sites(m) if m.play(word).is_open}


def test_cells_of_copolymer_that_oblige_are_those_of_its_lessons():
    rules = nbgames.GAMES["copolymer"]
    _, oblige, end, gift, last = (position(rules, one) for one in rules.primer.lessons)
    right = [set(one.right.split()) for one in rules.primer.lessons]
    assert keeps(oblige) == right[1]
    assert set(sites(end)) - keeps(end) == right[2]
    assert {word for word in set(sites(gift)) - keeps(gift) if not keeps(gift.play(word))} == right[
        3
    ]
    assert keeps(last) == {word for word in sites(last) if wins(last.play(word))} == right[4]


def test_what_is_wrong_where_nothing_is_to_be_given_away_is_what_is_said():
    """An empty cell touches both the cell claimed and another of one's own, or none does."""
    rules = nbgames.GAMES["copolymer"]
    lesson = rules.primer.lessons[3]
    m = position(rules, lesson)
    board, owners = m.game.board, m.position.owners

    def beside(site):
        return {other for other in board.neighbours[site] if not owners[other]}

    mine = set().union(*(beside(site) for site in range(len(owners)) if owners[site] == 1))
    assert {w for w in sites(m) if not beside(board.site(w)) & mine} == set(lesson.right.split())


def wins(m):
    """Does X win, if both play their best?"""
    if m.outcome:
        return m.outcome.winner == nbgames.FIRST
    best = any if m.position.to_move == nbgames.FIRST else all
    return best(wins(m.play(word)) for word in sites(m))


def test_holes_that_conquer_are_those_of_the_lessons_of_conhex():
    rules = nbgames.GAMES["conhex"]
    _, one, two, *_ = rules.primer.lessons
    for lesson, count in ((one, 1), (two, 2)):
        m = position(rules, lesson)
        conquered = {word: sum(map(bool, m.play(word).position.owners[21:])) for word in sites(m)}
        assert {w for w, n in conquered.items() if n == count} == set(lesson.right.split())


def test_cells_across_the_edge_are_those_of_the_lesson_of_projex():
    rules = nbgames.GAMES["projex"]
    lesson = rules.primer.lessons[1]
    board = position(rules, lesson).game.board
    across = {board.names[b] for a, b in board.twists if a == board.site("A4")}
    assert across == set(lesson.right.split())


# What a page gets


@pytest.mark.parametrize("rules", GAMES)
def test_the_pictures_are_light(rules):
    text = pictures(rules)
    assert text.count("<svg") == len(rules.primer.pages) and len(text.encode()) <= 35_000
    assert "<style" not in text  # a page of its own would refuse it
    assert set(guide(rules)) == set(READ) == {"rules", "keys"}


def test_a_game_without_a_primer_has_no_pictures():
    assert all("<svg" not in pictures(rules) for rules in SIX)


def test_the_rules_in_python_are_words_and_pictures():
    shown = nbgames.rules("conhex")
    assert repr(shown).startswith("ConHex. Vert joins top and bottom by cells,")
    assert shown._repr_html_().count("<img") == len(shown.game.primer.pages)
    with pytest.raises(nbgames.GameError, match="there is no game 'chess'"):
        nbgames.rules("chess")


COUNTED = {*"←→↑↓7913", "Escape", "Ctrl+Home", "Ctrl+End"}  # that the code does not list by name


def test_the_table_of_keys_has_those_of_the_page_and_no_others():
    code = "".join((ASSETS / name).read_text("utf-8") for name in ("keyboard.js", "review.js"))
    tables = re.findall(r"const (?:DEEDS|ON_SITE|ANYWHERE|byKey) = \{(.*?)\n? *\};", code, re.S)
    assert len(tables) == 4
    named = re.findall(r'(?:^|, | )("[^"]+"|\w+|\W): ', "\n".join(tables), re.M)
    shown = {"PageUp": "Page Up", "PageDown": "Page Down", " ": "Space"}
    found = {shown.get(key.strip('"'), key.strip('"')) for key in named}
    assert found == {key for keys, _ in KEYS for key in keys} - COUNTED


# The tutorial


def test_a_page_gets_the_lessons_with_claims_as_a_record_writes_them():
    for rules, lesson in LESSONS:
        given = asked(rules, lesson)
        m = position(rules, lesson)
        assert all(word in m.legal() for word in given["right"])


def test_what_a_notebook_receives_of_the_tutorial_is_small():
    shown = nbgames.tutorial()
    assert len(shown.data) <= 24_000 and len(shown._esm + shown._css) <= 130_700
    data, *_ = shown._repr_mimebundle_()
    assert b64decode(data["image/png"]).startswith(b"\x89PNG")  # where it cannot be live
    assert "In Jupyter, run it again to play." in data["text/html"]
    before = shown.data
    shown.set_state({"data": ""})
    assert shown.data == before
    shown.close()


def test_a_tutorial_of_no_game_is_refused():
    with pytest.raises(nbgames.GameError, match="there is no game 'chess'"):
        nbgames.tutorial("chess")
