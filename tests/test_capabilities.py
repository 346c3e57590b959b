"""The capabilities that a game declares agree with what its three functions do.

Every reachable position of the smallest boards, those after a win too, and random matches on larger
ones. The definitions are written again here, with networkx.
"""

from functools import cache
from itertools import pairwise
from random import Random
from string import ascii_lowercase

import networkx as nx
import pytest
from foreign import SIX

import nbgames
from nbgames import BLOCKED, EMPTY, FIRST, SECOND
from nbgames.core.game import Game
from nbgames.core.kernels import EAST, NORTH, SOUTH, WEST
from nbgames.core.rules import Effect, Goal

pytestmark = pytest.mark.usefixtures("uncompiled")
RULES = [*nbgames.GAMES.values(), *SIX]
EXHAUSTED = 9  # sites at most: 25,000 claims
MOST = 150  # sites of the boards on which matches are random
MATCHES = 4  # of a larger board, each filled to its end
SMALLEST = [
    game
    for rules in RULES
    for game in (Game(rules, size) for size in rules.sizes[:3])
    if game.board.claimable <= EXHAUSTED
]
LARGER = [
    game
    for rules in RULES
    for game in {Game(rules, rules.sizes[0]), Game(rules, rules.sizes[2]), Game(rules)}
    if EXHAUSTED < game.board.claimable <= MOST
]
every_game = pytest.mark.parametrize("rules", RULES, ids=repr)
BOARDS = sorted({*SMALLEST, *LARGER}, key=repr)
every_board = pytest.mark.parametrize("game", BOARDS, ids=repr)


@cache
def claims(game):
    """(owners, who, site, owners after, who is to move): every claim, or those of some matches."""
    return tuple(_every_claim(game) if game in SMALLEST else _some_claims(game))


def _every_claim(game):
    start = (bytes(len(game.board.names)), FIRST)
    seen, waiting = {start}, [start]
    for owners, who in waiting:
        for site in game.empty(owners):
            after, mover = claimed(game, owners, site, who)
            yield owners, who, site, after, mover
            if (after, mover) not in seen:
                seen.add((after, mover))
                waiting.append((after, mover))


def _some_claims(game):
    random = Random(repr(game))
    for _ in range(MATCHES):
        owners, who = bytes(len(game.board.names)), FIRST
        while empty := game.empty(owners):
            site = random.choice(empty)
            after, mover = claimed(game, owners, site, who)
            yield owners, who, site, after, mover
            owners, who = after, mover


def claimed(game, owners, site, who):
    after = bytearray(owners)
    mover = game.rules.step(game.board.net, after, site, who)
    return bytes(after), mover


@cache
def winners(game):
    """Who has won, in bits, with these owners."""
    judged = {after for _, _, _, after, _ in claims(game)} | {bytes(len(game.board.names))}
    return {owners: game.rules.winner(game.board.net, owners) for owners in judged}


# Effects: what a claim does


def placed(owners, site, owner):
    return owners[:site] + bytes([owner]) + owners[site + 1 :]


def claimed_plainly(board, owners, site, who):
    return placed(owners, site, who), 3 - who


def claimed_with_a_block(board, owners, site, who):
    return placed(placed(owners, site, who), board.rivals[site], BLOCKED), 3 - who


def claimed_with_an_obligation(board, owners, site, who):
    enemies = [near for near in board.neighbours[site] if owners[near] == 3 - who]
    return placed(owners, site, who), who if len(enemies) >= 2 else 3 - who


def claimed_with_a_conquest(board, owners, site, who):
    after = placed(owners, site, who)
    for cell in range(board.claimable, len(owners)):
        held = [hole for hole in board.parts[cell] if after[hole] == who]
        if owners[cell] == EMPTY and 2 * len(held) >= len(board.parts[cell]):
            after = placed(after, cell, who)
    return after, 3 - who


EFFECTS = {
    Effect.CLAIMS: claimed_plainly,
    Effect.BLOCKS: claimed_with_a_block,
    Effect.OBLIGES: claimed_with_an_obligation,
    Effect.CONQUERS: claimed_with_a_conquest,
}


@pytest.mark.slow
@every_board
def test_a_claim_has_the_effect_that_the_record_says(game):
    defined = EFFECTS.get(game.rules.effect)
    if defined is None:
        assert game.rules.effect is Effect.OTHER
        assert any(
            claimed_plainly(game.board, owners, site, who) != (after, mover)
            for owners, who, site, after, mover in claims(game)
        )
        return
    for owners, who, site, after, mover in claims(game):
        assert defined(game.board, owners, site, who) == (after, mover)


@every_board
def test_a_claim_owns_its_site_and_frees_no_other(game):
    for owners, who, site, after, mover in claims(game):
        assert after[site] == who and mover in (FIRST, SECOND)
        assert all(now == was for was, now in zip(owners, after, strict=True) if was != EMPTY)


@every_game
def test_several_claims_a_turn_are_said_exactly_where_there_are(rules):
    games = [game for game in (*SMALLEST, *LARGER) if game.rules is rules]
    assert rules.several == any(who == mover for g in games for _, who, _, _, mover in claims(g))


# Goals: who has won


def own(game, owners, who):
    return [site for site, owner in enumerate(owners) if owner == who]


@cache
def board_graph(board):
    graph = nx.Graph((a, b) for a, near in enumerate(board.neighbours) for b in near)
    graph.add_nodes_from(range(len(board.names)))
    return graph


@cache
def joins_sides(board, sites, who):
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    chains = nx.connected_components(board_graph(board).subgraph(sites))
    return any(
        any(board.sides[site] & near for site in chain)
        and any(board.sides[site] & far for site in chain)
        for chain in chains
    )


@cache
def closes_a_loop(board, sites, who):
    """A cycle with an odd number of crossings joins the sheets of the double cover."""
    cover = nx.Graph()
    for a, b in board_graph(board).subgraph(sites).edges:
        cross = (a, b) in board.twists
        cover.add_edges_from(((a, sheet), (b, sheet ^ cross)) for sheet in (0, 1))
    return any((a, 1) in nx.node_connected_component(cover, (a, 0)) for a, sheet in cover)


def reached(game, owners, who):
    sites = tuple(own(game, owners, who))
    if game.rules.goal is Goal.MAJORITY:
        return EMPTY not in owners and 2 * len(sites) > len(owners)
    return {Goal.SIDES: joins_sides, Goal.LOOP: closes_a_loop}[game.rules.goal](
        game.board, sites, who
    )


def defined_winner(game, owners):
    """The players who have won, in bits, by the definition of the goal."""
    whose = {FIRST: SECOND, SECOND: FIRST} if game.rules.misere else {}
    return sum(whose.get(who, who) for who in (FIRST, SECOND) if reached(game, owners, who))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [game for game in BOARDS if game.rules.goal is not Goal.OTHER], ids=repr
)
def test_the_winner_is_who_reaches_the_goal_or_in_a_misere_game_who_does_not(game):
    for owners, won in winners(game).items():
        assert won == defined_winner(game, owners)


@every_board
def test_a_winner_stays_the_winner(game):
    won = winners(game)
    for owners, _, _, after, _ in claims(game):
        assert won[after] & won[owners] == won[owners]


@every_board
def test_one_claim_wins_for_one_player(game):
    won = winners(game)
    for owners, _, _, after, _ in claims(game):
        assert won[owners] or won[after] != FIRST + SECOND


@every_game
def test_draws_are_said_exactly_where_a_full_board_may_have_no_winner(rules):
    games = [game for game in (*SMALLEST, *LARGER) if game.rules is rules]
    full = [
        won
        for game in games
        for owners, won in winners(game).items()
        if EMPTY not in owners[: game.board.claimable]
    ]
    assert full and rules.draws == (0 in full)


@every_game
def test_margins_have_a_meaning_where_most_sites_win(rules):
    assert rules.scored == (rules.goal is Goal.MAJORITY)
    if rules.scored:
        assert rules.effect in (Effect.CLAIMS, Effect.OBLIGES)  # nothing is filled or blocked
        boards = [Game(rules, size).board for size in rules.sizes]
        assert rules.draws or all(len(b.names) == b.claimable and b.claimable % 2 for b in boards)


@every_board
def test_a_winning_chain_reaches_the_goal_by_sites_of_one_player(game):
    rules, board = game.rules, game.board
    for owners, won in winners(game).items():
        if won not in (FIRST, SECOND):
            continue
        outcome = game.outcome(nbgames.Position(owners))
        sites = tuple(board.site(name) for name in outcome.chain)
        if rules.goal not in (Goal.SIDES, Goal.LOOP):
            assert not sites
            continue
        who = 3 - outcome.winner if rules.misere else outcome.winner
        assert {owners[site] for site in sites} == {who}
        assert all(b in board.neighbours[a] for a, b in pairwise(sites))
        assert reached(game, bytes(who * (s in sites) for s in range(len(owners))), who)


# Boards: what they hold is there where a capability needs it


@every_board
def test_a_board_has_what_its_game_asks_of_it(game):
    board, rules = game.board, game.rules
    assert rules.goal is not Goal.SIDES or any(board.sides)
    assert bool(board.twists) == (rules.goal is Goal.LOOP)
    assert bool(board.rivals) == (rules.effect is Effect.BLOCKS)
    assert bool(board.parts) == (rules.effect is Effect.CONQUERS)
    assert (board.claimable < len(board.names)) == (rules.effect is Effect.CONQUERS)


@every_board
def test_what_touches_and_what_is_part_of_what_holds_both_ways(game):
    board = game.board
    for a, near in enumerate(board.neighbours):
        assert a not in near and len(set(near)) == len(near)
        assert all(a in board.neighbours[b] for b in near)
    for a, b in board.twists:
        assert (b, a) in board.twists and b in board.neighbours[a]
    for a, parts in enumerate(board.parts):
        assert all(a in board.parts[b] for b in parts)
        assert all((a < board.claimable) != (b < board.claimable) for b in parts)


@every_board
def test_rivals_exclude_each_other(game):
    board = game.board
    assert not board.rivals or len(board.rivals) == board.claimable
    for site, rival in enumerate(board.rivals):
        assert rival != site and board.rivals[rival] == site
        assert rival not in board.neighbours[site]


def point(name):
    """A point's column and row, from 0, as its name says; z is followed by aa."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ascii_lowercase.index(letter) + 1
    return column - 1, int(name[len(letters) :]) - 1


@pytest.mark.parametrize("size", nbgames.GAMES["antipalos"].sizes)
def test_the_points_that_a_piece_joins_are_those_of_its_name(size):
    board = nbgames.game("antipalos", size).board
    assert [tuple(map(point, name.split("-"))) for name in board.names] == [*board.ends]


@pytest.mark.parametrize("game", [game for game in BOARDS if game.board.ends], ids=repr)
def test_pieces_touch_in_a_point_and_rivals_cross_in_one(game):
    board = game.board
    at, middle = {}, []
    for site, points in enumerate(board.ends):
        middle.append(tuple(map(sum, zip(*points, strict=True))))
        for end in points:
            at.setdefault(end, set()).add(site)
    for site, (a, b) in enumerate(board.ends):
        assert set(board.neighbours[site]) == (at[a] | at[b]) - {site}
        same = [other for other in range(board.claimable) if middle[other] == middle[site]]
        assert sorted(same) == sorted((site, board.rivals[site]))
        low, high = 0, max(max(end) for end in at)
        for k, near, far in ((1, SOUTH, NORTH), (0, WEST, EAST)):
            assert bool(board.sides[site] & near) == (low in (a[k], b[k]))
            assert bool(board.sides[site] & far) == (high in (a[k], b[k]))


# Matches


@every_game
def test_a_swap_answers_the_first_turn_once_where_the_game_has_it(rules):
    game = Game(rules, rules.sizes[1])
    m = nbgames.match(game).play(game.board.names[0])
    assert m.position.may_swap == ("swap" in m.legal()) == rules.swap
    if rules.swap:
        m = m.play("swap")
        assert m.seats == ("player 2", "player 1") and "swap" not in m.legal()


@every_game
@pytest.mark.parametrize("seed", range(6))
def test_a_match_played_to_its_end_is_told_as_the_record_of_its_game_says(rules, seed):
    random, m = Random(seed), nbgames.match(Game(rules, rules.sizes[2]))
    while not m.outcome:
        m = m.play(random.choice([word for word in m.legal() if word != "swap"]))
    assert nbgames.read(str(m), games=[rules]) == m
    if m.outcome.winner:
        assert m.result() == f"{rules.players[m.outcome.winner - 1]} wins {rules.won}"
    else:
        assert rules.draws and m.result() == "a draw, the board is full"


@every_game
def test_a_draw_can_be_agreed_where_the_board_may_be_drawn(rules):
    m = nbgames.match(Game(rules, rules.sizes[0]))
    if rules.draws:
        assert m.end("agreed", None).result() == "a draw by agreement"
    else:
        with pytest.raises(nbgames.Refused, match=f"a game of {rules.title} cannot end in a draw"):
            m.end("agreed", None)


@every_game
def test_a_record_has_a_title_and_says_how_it_is_won(rules):
    assert rules.title.lower() == rules.name and rules.told and rules.won
    assert not rules.again or rules.several
