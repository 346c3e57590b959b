"""Games and matches for the tests to draw and to play."""

from __future__ import annotations

from itertools import takewhile
from random import Random

from hypothesis import strategies as st

import nbgames
from nbgames.core.game import Game
from nbgames.play.match import Match

NAMES = tuple(nbgames.GAMES)

# Odd ones: a single cell, two that do not touch and a third, a row of the alphabet's end, a ring
# without its middle and a lone cell, and the help text's Figure 1.
HONEYCOMBS = (
    "B2",
    "A1 C5 K9",
    "Y3-4 Z2-4 AA2-5",
    "A1-2 B1 B3 C2-3 E1",
    "A1-6 B1-7 C1-8 D1-9 E1-10 F1-11 G2-11 H3-11 J4-11 K5-11",
)

games = st.one_of(
    [
        st.sampled_from(rules.sizes).map(lambda size, rules=rules: nbgames.game(rules, size))
        for rules in nbgames.GAMES.values()
    ]
    + [st.sampled_from(HONEYCOMBS).map(lambda cells: nbgames.game("copolymer", cells=cells))]
)

# Small enough to be played to the end in a moment.
SMALL = tuple(
    game
    for rules in nbgames.GAMES.values()
    for game in takewhile(
        lambda game: game.board.claimable < 49,
        (nbgames.game(rules, size) for size in rules.sizes),
    )
)
small_games = st.sampled_from(SMALL)

picks = st.integers(0, 2**16)
words = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=90) | st.text(
    "{}\\a; ", max_size=20
)


def pick(m: Match, number: int) -> Match:
    """The match after one of its legal words."""
    legal = m.legal()
    return m.play(legal[number % len(legal)])


def to_the_end(m: Match, seed: int) -> Match:
    """The match played on at random until it is over."""
    random = Random(seed)
    while not m.outcome:
        m = m.play(random.choice([word for word in m.legal() if word != "swap"]))
    return m


@st.composite
def matches(draw: st.DrawFn, games: st.SearchStrategy[Game] = games, most: int = 12) -> Match:
    """A match so far: a swap, comments, a set-up start or an ending off the board may be in it."""
    game = draw(games)
    swap = draw(st.booleans())
    m = nbgames.match(
        game, swap=swap, seats=draw(st.sampled_from([("ann", "ben"), ("a: b", "Zoë")]))
    )
    for number in draw(st.lists(picks, max_size=most)):
        if m.outcome:
            break
        m = m.play("swap") if "swap" in m.legal() and number % 3 == 0 else pick(m, number)
        if number % 5 == 0:
            m = m.comment(draw(words))
    if draw(st.integers(0, 4)) == 0:
        m = nbgames.match(game, start=m.position, swap=swap)
        for number in draw(st.lists(picks, max_size=3)):
            m = m if m.outcome else pick(m, number)
    return m if m.outcome else draw(st.sampled_from([m] * 4 + _ended(m)))


def _ended(m: Match) -> list[Match]:
    """The endings off the board that this match can have."""
    ways = [m.play("resign"), m.end("agreed", nbgames.SECOND), m.end("forfeit", nbgames.FIRST)]
    return [*ways, m.end("agreed", None)] if m.game.rules.draws else ways


@st.composite
def finished(draw: st.DrawFn, games: st.SearchStrategy[Game] = small_games) -> Match:
    """A match played at random to its end on the board."""
    return to_the_end(nbgames.match(draw(games)), draw(picks))
