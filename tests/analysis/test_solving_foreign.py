"""Exact values of games that the solver has never seen: against plain minimax on tiny boards."""

from dataclasses import replace
from random import Random

import pytest
from analysis.test_solving import ending
from foreign import GRID, HEX, LAST, MOST, TWICE, Y
from thinned import first_rows

import nbgames
from nbgames import FIRST, SECOND
from nbgames.analysis import solve, unfold, verify
from nbgames.analysis.solver import threats
from nbgames.analysis.solver.proving import WinSearch, carrier_kind
from nbgames.core._jit import jit
from nbgames.core.position import EMPTY, Position
from nbgames.core.rules import Effect

pytestmark = pytest.mark.usefixtures("uncompiled")


@jit
def fewest(net, owners):
    """Who owns fewest sites of the full board? Of an even board, FIRST at half."""
    lead = 0
    for site in range(len(owners)):
        if owners[site] == EMPTY:
            return 0
        lead += 3 - 2 * owners[site]
    return 2 if lead > 0 else 1


FEWEST = replace(MOST, name="fewest", winner=fewest, goal=MOST.goal, misere=True)
EVEN = replace(MOST, name="even", sizes=range(2, 5, 2))  # the kernel gives SECOND an even board
OBLIGED = replace(nbgames.GAMES["copolymer"], name="obliged", winner=fewest, misere=True)
QUICK = [(HEX, 3), (Y, 3), (TWICE, 3), (MOST, 3), (LAST, 2), (FEWEST, 3), (EVEN, 2), (OBLIGED, 3)]
CASES = [*QUICK, (Y, 4), (GRID, 3), (LAST, 3), (EVEN, 4), (OBLIGED, 5)]
SMALL = [(rules, n) for rules, n in CASES if len(nbgames.game(rules, n).board.names) <= 10]
each_case, each_small_case = (
    pytest.mark.parametrize(
        ("rules", "size"), first_rows(cases, count), ids=[f"{r.name}-{n}" for r, n in cases]
    )
    for cases, count in ((CASES, len(QUICK)), (SMALL, 4))  # minimax solves the empty small boards
)


def minimax(game, position, known):
    """The value for FIRST by the rules alone: 1, 0 or -1, or the margin of most cells."""
    if position in known:
        return known[position]
    end = game.outcome(position)
    if end and game.rules is MOST:
        value = position.owners.count(FIRST) - position.owners.count(SECOND)
    elif end:
        value = {FIRST: 1, SECOND: -1}.get(end.winner, 0)
    else:
        after = [game.play(position, site) for site in game.empty(position.owners)]
        values = [minimax(game, Position(p.owners, p.to_move), known) for p in after]
        value = max(values) if position.to_move == FIRST else min(values)
    known[position] = value
    return value


def positions(game, count, most):
    for seed in range(count):
        left = Random(seed).randint(1, min(most, len(game.board.names) - 1))
        yield ending(game, left, seed)


@each_case
def test_values_and_best_moves_are_those_of_plain_minimax(rules, size):
    game, known = nbgames.game(rules, size), {}
    for position in positions(game, 12, 8):
        sign = 1 if position.to_move == FIRST else -1
        found = solve(nbgames.match(game, start=position, swap=False))
        assert found.exact
        assert sign * found.value == minimax(game, position, known)
        after = {site: game.play(position, site) for site in game.empty(position.owners)}
        best = {
            game.board.names[site]
            for site, then in after.items()
            if sign * minimax(game, Position(then.owners, then.to_move), known) == found.value
        }
        assert {*found.best} == best


@each_case
def test_trees_and_certificates_agree_with_plain_minimax(rules, size):
    game, known = nbgames.game(rules, size), {}
    for position in positions(game, 3, 5):
        m = nbgames.match(game, start=position, swap=False)
        assert unfold(m).value == minimax(game, position, known)
        assert verify(m, solve(m, certificate=True).certificate)


@each_small_case
def test_an_empty_board_is_solved_with_and_without_a_swap(rules, size):
    game, known = nbgames.game(rules, size), {}
    value = minimax(game, game.start(), known)
    assert solve(nbgames.match(game, swap=False)).value == value
    if rules.swap:
        after = [game.play(game.start(), site) for site in range(game.board.claimable)]
        sizes = [abs(minimax(game, Position(p.owners, p.to_move), known)) for p in after]
        assert solve(nbgames.match(game)).value == -min(sizes)  # the other takes over what wins


def test_only_what_the_rules_promise_is_used():
    kinds = {rules.name: carrier_kind(nbgames.game(rules, size)) for rules, size in CASES}
    assert kinds.pop("hex") == threats.STONES
    assert {*kinds.values()} == {threats.NONE}


def test_symmetries_are_not_used_where_the_rules_may_break_them():
    odd = replace(HEX, name="odd", effect=Effect.OTHER, step=TWICE.step, several=True)
    game = nbgames.game(odd, 3)
    assert len(WinSearch(game, game.start(), FIRST).hashing.images) == 9


def test_a_step_that_is_no_kernel_stays_plain():
    def step(net, owners, site, who):
        return HEX.step(net, owners, site, who)

    game = nbgames.game(replace(GRID, name="mine", step=step), 3)
    search = WinSearch(game, game.start(), FIRST, fast=True)
    assert not search.when.pays("anything", 1 << 30)


def test_a_certificate_that_needs_no_search_keeps_to_the_limit_of_nodes():
    m = nbgames.match(nbgames.game(MOST, 3), swap=False)  # its margin is known from the parity
    assert solve(m).nodes == 0
    with pytest.raises(
        nbgames.GameError, match="its certificate was not finished within the limits"
    ):
        solve(m, nodes=50, certificate=True)
    assert solve(m, nodes=10**6, certificate=True).nodes > 50


@each_case
def test_each_word_has_the_value_of_plain_minimax_and_the_line_keeps_it(rules, size):
    game, known = nbgames.game(rules, size), {}

    def value_for(who, position):
        value = minimax(game, Position(position.owners, position.to_move), known)
        return value if who == FIRST else -value

    for position in positions(game, 8, 7):
        m = nbgames.match(game, start=position, swap=False)
        found, who = solve(m), position.to_move
        if "," in "".join(found.values):
            continue  # whole turns: see test_solving
        assert found.values == {w: value_for(who, m.play(w).position) for w in m.legal()}
        end = m.play(*found.line)
        assert end.outcome
        for n in range(len(found.line)):
            assert value_for(who, m.play(*found.line[: n + 1]).position) == found.value
