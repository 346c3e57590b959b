"""Stored matches, told again letter for letter; a wanted change: python -m tools.playthroughs."""

import pytest
from tools.playthroughs import FOLDER, record, tell

import nbgames

STORED = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
OFF_THE_BOARD = {"resigned", "agreed", "forfeit"}


@pytest.mark.parametrize("name", STORED)
def test_a_stored_match_is_told_as_it_was(name):
    assert tell(nbgames.read(record(STORED[name]))) == STORED[name]


def stored(name):
    return [nbgames.read(record(told)) for file, told in STORED.items() if file.startswith(name)]


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("antipalos", {"chain", "full"}),
        ("conhex", {"chain"}),
        ("copolymer", {"majority"}),
        ("projex", {"loop"}),
    ],
)
def test_a_stored_match_of_each_game_ends_in_each_way_on_the_board(name, ways):
    assert {m.outcome.by for m in stored(name) if m.outcome} - OFF_THE_BOARD == ways


def test_stored_matches_end_in_each_way_off_the_board():
    assert {m.outcome.by for m in stored("") if m.outcome} >= OFF_THE_BOARD


@pytest.mark.parametrize("name", ["antipalos", "conhex", "copolymer", "projex"])
def test_a_stored_match_of_each_game_starts_from_a_set_up_position(name):
    assert any(m.positions[0] != m.game.start() for m in stored(name))


@pytest.mark.parametrize("name", ["antipalos", "conhex", "projex"])
def test_a_stored_match_of_each_game_with_a_swap_has_one(name):
    assert any("swap" in m.moves for m in stored(name))


def test_a_stored_copolymer_turn_has_many_claims_and_one_is_open():
    turns = [word.split(",") for m in stored("copolymer") for word in m.moves]
    assert max(map(len, turns)) >= 4
    assert any(turn[-1] == "" for turn in turns)
