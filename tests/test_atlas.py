"""The atlas: its tables as described, what is proved in them against theory, its puzzles."""

import csv
from itertools import pairwise
from math import log10
from random import Random
from statistics import mean

import definitions as slow
import numpy as np
import pytest
from thinned import first_of
from tools import game_counts, harvest, make_puzzles, make_results, refuting

import nbgames
from nbgames import analysis, atlas, graphs
from nbgames.analysis.questions import Question
from nbgames.atlas import HOME, about, every_puzzle, puzzles, read, table

pytestmark = pytest.mark.usefixtures("uncompiled")
POSED = ("antipalos", "conhex", "copolymer", "projex")
TABLES = ("facts", "openings", "effort", "puzzles")
# How many openings win without a swap: full searches by other programs; Projex 4 and
# Antipalos 5 by ours alone.
WINNING = {
    ("projex", 3): 6,
    ("projex", 4): 27,
    ("conhex", 2): 2,
    ("conhex", 3): 16,
    ("antipalos", 2): 4,
    ("antipalos", 3): 10,
    ("antipalos", 5): 10,
    ("copolymer", 3): 6,
    ("copolymer", 5): 12,
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_the_columns_that_are_described(name):
    with (HOME / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    described = about(name)
    assert header == [field["name"] for field in described["schema"]["fields"]]
    assert all(field["description"].endswith(".") for field in described["schema"]["fields"])
    assert {"method", "seed", "command"} <= described.keys()
    assert len(read(name)) >= 7


@pytest.mark.parametrize(("name", "size"), WINNING)
def test_as_many_openings_win_as_theory_says(name, size):
    here = [row for row in read("openings") if (row["game"], row["size"]) == (name, size)]
    openings = {row["opening"]: [row["opening"], *(row["like"] or "").split()] for row in here}
    named = [opening for like in openings.values() for opening in like]
    assert sorted(named) == sorted(nbgames.match(name, size, swap=False).legal())
    won = [opening for row in here if row["value"] > 0 for opening in openings[row["opening"]]]
    assert len(won) == WINNING[name, size]


def test_a_share_lies_within_its_interval_and_half_of_them_is_no_news():
    for row in [*read("facts"), *read("openings")]:
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1.01
        assert row["games"] >= 2000


def test_facts_are_those_of_the_boards():
    for row in read("facts"):
        game = nbgames.game(row["game"], int(row["size"]))
        assert row["sites"] == game.board.claimable
        if row["stones"] is not None and row["size"] < 5:
            assert row["stones"] == analysis.distance(nbgames.match(game), nbgames.FIRST).stones


def test_openings_have_the_share_of_the_empty_board_in_the_mean():
    empty = {(row["game"], row["size"]): row for row in read("facts")}
    boards = {}
    for row in read("openings"):
        boards.setdefault((row["game"], row["size"]), []).append(row)
    for board, rows in boards.items():
        errors = [(row["high"] - row["low"]) / 2 for row in (empty[board], *rows)]
        difference = abs(make_results.mean_of(rows) - empty[board]["share"])
        assert difference < 2.5 * (errors[0] + max(errors[1:])), board


def test_effort_grows_with_every_board_and_there_are_fewer_games_than_orders_of_cells():
    found = read("effort")
    assert [row["cells"] for row in found] == [7, 11, 19, 37, 61, 91, 271]
    games = [row["games"] for row in found]
    assert games == sorted(games)
    assert all(row["low"] <= row["games"] <= row["high"] for row in found)
    assert all(row["high"] < game_counts.factorial_log(row["cells"]) for row in found)
    nodes = [row["nodes"] for row in found if row["nodes"] is not None]
    assert nodes == sorted(nodes) and len(nodes) == 3


@pytest.mark.parametrize(("cells", "games"), [(7, 4_212), (11, 25_365_056)])
def test_the_number_of_games_is_that_of_a_plain_recursion(cells, games):
    row = next(row for row in read("effort") if row["cells"] == cells)
    assert abs(row["games"] - log10(games)) < 0.003
    assert f"by recursion {games:,}" in row["check"]


def test_three_estimators_count_the_games_of_seven_cells():
    game = game_counts.honeycomb(7)
    assert game_counts.counted(game) == 4_212
    rng = np.random.default_rng(1)
    estimates = {
        "particles": [game_counts.by_particles(game, rng, 500) for _ in range(20)],
        "orders": game_counts.by_orders(game, 4000, Random(1)),
        "Knuth": game_counts.by_knuth(game, 4000, Random(1)),
    }
    for name, logarithms in estimates.items():
        logs, error = game_counts.mean(logarithms)
        assert abs(10**logs / 4_212 - 1) < 5 * error < 0.1, name


@pytest.mark.parametrize("game", POSED)
def test_a_hundred_puzzles_of_a_game_can_be_played_to_their_end(game):
    found = puzzles(game)
    assert len(found) >= 100
    assert len({(str(puzzle.match.position), puzzle.match.game.size) for puzzle in found}) == len(
        found
    )
    for puzzle in found:
        assert puzzle.match.outcome is None and len(puzzle.match.legal()) >= 5
        solved = puzzle.solved
        if solved.outcome and solved.outcome.winner:
            solver = puzzle.match.position.to_move
            assert solved.outcome.winner == solver
    ratings = [puzzle.rating for puzzle in found]
    assert ratings == sorted(ratings) and ratings[0] < ratings[-1] - 300


def test_a_hundred_puzzles_and_more_are_of_other_matches():
    assert len(every_puzzle()) >= 500
    assert sum("-weak-" not in puzzle.name for puzzle in every_puzzle()) >= 100
    assert len({puzzle.name for puzzle in every_puzzle()}) == len(every_puzzle())


def test_stronger_levels_find_more_puzzles_and_what_fewer_find_is_rated_higher():
    found = [list(map(int, row["found"].split())) for row in read("puzzles")]
    levels = [sum(times) for times in zip(*found, strict=True)]
    assert levels == sorted(levels) and levels[-1] > 2 * levels[0]
    ratings = {}
    for row, times in zip(read("puzzles"), found, strict=True):
        ratings.setdefault(sum(times), set()).add(row["rating"])
    for fewer, more in pairwise(sorted(ratings)):
        assert mean(ratings[fewer]) > mean(ratings[more]), (fewer, more)


def refuted(puzzle):
    """Are all turns but the answer refuted, by lines that the rules play to a worse end?"""
    m, solver = puzzle.match, puzzle.match.to_move
    best = worth(puzzle.solved, solver)
    for number, step in enumerate(puzzle.refuted.split("|")):
        m = m if number == 0 else m.play(*puzzle.answer[2 * number - 2 : 2 * number])
        known = {m.play(puzzle.answer[2 * number]).position}
        assert m.to_move == solver
        for part in step.split(";"):
            words, line = map(str.split, part.split(">"))
            for word in words:
                tried = m.play(word)
                known.add(tried.position)
                assert worth(tried.play(*line), solver) < best, (puzzle.name, word)
        turns = refuting.every(m.game, m.position)
        every = {refuting.after(m.game, m.position, turn) for turn in turns}
        assert {refuting.bare(p) for p in known} == {refuting.bare(p) for p in every}, puzzle.name


def worth(m, solver):
    """What a match that is over is worth: in cells where they count, else 1, 0 or -1."""
    if m.game.rules.scored:
        owners = m.position.owners
        return owners.count(solver) - owners.count(3 - solver)
    return {solver: 1, None: 0}.get(m.outcome.winner, -1)


@pytest.mark.parametrize("game", first_of(POSED, 2))
def test_whatever_is_wrong_is_refuted_by_the_rules(game):
    for puzzle in puzzles(game)[::8]:
        refuted(puzzle)


@pytest.mark.long
def test_whatever_is_wrong_in_any_puzzle_is_refuted_by_the_rules():
    for puzzle in every_puzzle():
        refuted(puzzle)


def alone(puzzle):
    found = analysis.solve(puzzle.match)
    assert found.exact and len(found.best) == 1
    wanted, answered = (
        puzzle.match.play(*word.split(",")).position for word in (found.best[0], puzzle.answer[0])
    )
    assert wanted == answered


@pytest.mark.slow
@pytest.mark.parametrize("game", first_of(POSED, 2))
def test_the_first_has_a_single_answer(game):
    alone(next(puzzle for puzzle in puzzles(game) if not harvested(puzzle)))


@pytest.mark.long
@pytest.mark.parametrize("game", POSED)
def test_each_has_a_single_answer(game):
    for puzzle in puzzles(game):
        if not harvested(puzzle):
            alone(puzzle)


def harvested(puzzle):
    """Is it of a whole match: a real one, or one between two levels?"""
    return "two people" in puzzle.origin or " against " in puzzle.origin


def smallest(game, size):
    """The harvested puzzle of a board with the fewest empty sites."""
    here = filter(harvested, puzzles(game, size))
    return min(here, key=lambda puzzle: harvest.room(puzzle.match))


def proved_alone(puzzle):
    """Does each turn's value, proven within as many nodes as when it was found, show one best?"""
    game, position = puzzle.match.game, refuting.bare(puzzle.match.position)
    question = Question(game, position, limit=harvest.REAL)
    value, top = question.bounds(position)
    assert value == top == worth(puzzle.solved, position.to_move), puzzle.name
    turn = harvest.only(question, position, value, harvest.REAL)
    right = puzzle.match.play(puzzle.answer[0]).position
    assert turn and refuting.after(game, position, turn) == right, puzzle.name


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), list(harvest.BOARDS)[::2])
def test_a_puzzle_of_a_whole_match_has_a_single_answer(game, size):
    """On the smaller board of each game; the next test takes all puzzles of both."""
    proved_alone(smallest(game, size))


@pytest.mark.long
def test_each_puzzle_of_a_whole_match_has_a_single_answer():
    for puzzle in filter(harvested, every_puzzle()):
        proved_alone(puzzle)


def plainly_alone(puzzle):
    """Does a search through all games say the same as the answer?"""
    m, sign = puzzle.match, 1 if puzzle.match.to_move == nbgames.FIRST else -1
    game = slow.definition(m.game)
    ends = {}
    for turn in refuting.every(m.game, m.position):
        then = m.play(*(m.game.board.names[site] for site in turn))
        ends[then.position] = sign * slow.value(game, slow.state(then))
    slow.value.cache_clear()
    best = [position for position, value in ends.items() if value == max(ends.values())]
    assert best == [m.play(puzzle.answer[0]).position], puzzle.name


@pytest.mark.long
@pytest.mark.slow
def test_a_search_through_all_games_finds_the_same_single_answers():
    small = [one for one in filter(harvested, every_puzzle()) if harvest.room(one.match) <= 9]
    assert len(small) >= 8
    for puzzle in small:
        plainly_alone(puzzle)


def test_puzzles_of_real_matches_are_positions_of_them():
    real = {(site, number): m for m, site, number in harvest.real()}
    rows = [row for row in read("puzzles") if row["source"] in ("golem", "conhex.com")]
    assert rows
    for row in rows:
        words = row["moves"].split()
        assert list(real[row["source"], row["seed"]].moves[: len(words)]) == words


def test_each_puzzle_says_what_match_it_comes_from():
    for puzzle in every_puzzle():
        assert puzzle.origin.startswith("From a game of ") and puzzle.origin.endswith(".")


@pytest.mark.long
@pytest.mark.parametrize("name", ["projex 4 strong", "copolymer 7 strong", "conhex 3 strong"])
def test_a_puzzle_is_found_again_from_its_seed(name):
    game, size, source = name.split()
    row = next(
        r
        for r in read("puzzles")
        if (r["game"], str(r["size"]), r["source"]) == tuple(name.split())
    )
    ((most, least),) = [b[1:] for b in make_puzzles.BOARDS[game] if b[0] == int(size)]
    m, value = make_puzzles.searched(game, source, int(size), most, least, row["seed"])
    assert (" ".join(m.moves), value) == (row["moves"], row["value"])


def test_a_puzzle_judges_what_is_played_and_gives_nothing_away():
    puzzle = puzzles("copolymer", 5)[0]
    right, *_ = puzzle.answer
    assert puzzle.judge(puzzle.match) == ""
    assert puzzle.judge(puzzle.match.play(right)) == f"{right} is right."
    others = (puzzle.match.play(cell) for cell in puzzle.match.legal())
    wrong = next(m for m in others if not m.is_open and m.moves[-1] != right)
    told = puzzle.judge(wrong)
    assert told.startswith(f"{wrong.moves[-1]} is not the answer") and right not in told
    assert puzzle.judge(nbgames.match("copolymer", 5)) == ""


def test_a_puzzle_in_a_notebook_hears_what_is_played():
    puzzle = puzzles("projex", 4)[0]
    asked, board, below = puzzle.widget().children
    show, verdict = below.children
    assert asked.value == puzzle.question
    board.play(puzzle.answer[0])
    assert verdict.value == f"{puzzle.answer[0]} is right."
    show.click()
    assert verdict.value == f"The answer: {' '.join(puzzle.answer)}."


def test_the_page_of_results_is_made_from_these_tables():
    assert make_results.FILE.read_text("utf-8") == make_results.text()


@pytest.mark.parametrize("board", ["conhex 4", "projex 5", "copolymer 7"])
def test_each_opening_of_an_open_question_has_its_bounds_and_what_was_spent(board):
    """Once it is settled, it stands above, with the proofs."""
    lines = make_results.FILE.read_text("utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line.startswith(f"| {board} | ")]
    name, size = board.split()
    kinds = {name: len(like) for name, *like in graphs.orbits(nbgames.game(name, int(size)))}
    commands = f"tools.open_questions {board} "
    found = [row for row in rows if commands in row[-1]]
    assert {row[1]: int(row[2]) for row in found} == kinds
    for row in found:
        if len(row) == 9:  # open
            low, high, nodes = (int(cell.replace(",", "")) for cell in row[3:6])
            assert low < high and nodes > 100_000


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: puzzles("chess"), "there are no puzzles of 'chess': there are of antipalos"),
        (lambda: puzzles("projex", 99), "there are no puzzles of projex 99: the sizes are 4, 5"),
        (lambda: table("../secret"), "the atlas has no table '../secret': it has facts"),
        (lambda: atlas.about(3), "the atlas has no table 3"),
    ],
)
def test_what_is_not_there_is_answered_in_words(ask, words):
    with pytest.raises(nbgames.Refused, match=words.replace("/", "/")):
        ask()


def test_a_puzzle_asks_without_a_colon():
    assert not any(":" in puzzle.question for puzzle in every_puzzle())
