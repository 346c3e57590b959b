"""Exercises of "Somebody must win": the walk's end, the board of six cells, draws of Antipalos."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx

from .. import graphs
from ..analysis import is_balanced
from ..analysis.answers import counted
from ..core.chains import joining
from ..core.errors import shown
from ..core.position import FIRST, SECOND
from ..games import game
from ..play.match import match
from .asked import on_board
from .boards import WHEEL
from .checking import Verdict, compare, exercise, named_in, wrong
from .posed import At, Posed, named, played, strung
from .stepwise import H_SIDES, V_SIDES, Walk, border_walk, sided

TRIPLES = 10  # that win, of twenty: Hoey's letter, and the test of `wins`
PIECE = "piece of this board, such as 'a1-b2'"


@exercise
def winner(answer: Any) -> Verdict:
    """Who has won, "V" or "H", where the walk along the border of their cells took these steps?"""
    return compare(
        answer,
        lambda steps: "V" if nx.has_path(_left_hand(steps), *V_SIDES) else "H",
        {f"the walk of random board {seed}": (_walk(seed),) for seed in range(40)},
        lambda steps: (
            f"The last pair is {steps[-1]}: which side of the board is on the left, and which on "
            "the right? Answer 'V' or 'H'."
        ),
    )


def _left_hand(steps: Walk) -> nx.Graph:
    """V's vertices along a walk; two in a row are the same or touch."""
    G = nx.Graph([V_SIDES])
    G.remove_edge(*V_SIDES)
    nx.add_path(G, [v for v, _ in steps])
    return G


def _walk(seed: int) -> Walk:
    """The walk between V's and H's cells on a randomly filled board of ConHex, from its corner."""
    A, rng = sided(game("conhex", 4)), Random(seed)
    return border_walk(A, {v for v in A if rng.random() < 0.5 and v not in H_SIDES}.union(V_SIDES))


@cache
def _six() -> nx.Graph:
    """The board with six cells: A inside a ring of five, and ring cells apart touch across."""
    G = nx.complete_graph(6)
    for u, v in G.edges:
        G.edges[u, v]["parity"] = int(u > 0 and (v - u) % 5 not in (1, 4))
    return nx.relabel_nodes(G, dict(enumerate("ABCDEF")))


def all_that_win(at: At, cells: list[int], _: Any) -> list[Any]:
    """Are these, three cells each, all triples whose contacts go across an odd number of times?"""
    last = [cells[k] for k in range(len(cells) - len(cells) % 3, len(cells))]
    if len(last):
        return [0, f"{named(at, last)} are no triple yet: name three cells.", last, []]
    seen = [0] * 64
    for k in range(0, len(cells), 3):
        corners = [cells[k], cells[k + 1], cells[k + 2]]
        three = [site for site in range(6) if len([1 for cell in corners if cell == site])]
        name = strung(at, three, "", "")
        if len(three) < 3:
            return [0, f"{name} are no triple: name three different cells.", three, []]
        contacts = across(three[0], three[1]) + across(three[1], three[2])
        if (contacts + across(three[0], three[2])) % 2 == 0:
            words = f"{name} does not win: count how many of its contacts go across."
            return [0, words, three, []]
        bits = (1 << three[0]) + (1 << three[1]) + (1 << three[2])
        if seen[bits]:
            return [0, f"{name} is there twice: leave one out.", three, []]
        seen[bits] = 1
    missing = TRIPLES - len(cells) // 3
    if missing:
        few = counted(missing, "triple is", "triples are")
        return [0, f"all of these win, but {few} missing.", [], []]
    words = "these win and no others. Of any triple and the three cells left, one wins"
    return [1, words, [], []]


def across(cell: int, other: int) -> int:
    """Do these cells of the board of six, in order, touch across the edge?"""
    return int(cell > 0 and other - cell != 1 and other - cell != 4)


SIX = Posed(
    "The smallest board",
    "Six cells touch one another: those with a line between them directly, and all others across "
    "the edge of the board. Three cells win if an odd number of their three contacts goes across. "
    "Name all triples that win: click three cells, one triple after the other. To take one away, "
    "click its cells once more.",
    WHEEL, 6, all_that_win, 2, "triangles",
)  # fmt: skip


@on_board(SIX)
def triangles(answer: Any) -> Verdict:
    """The winning triples of the board with six cells, as words of three letters."""
    if not isinstance(answer, Iterable):
        return wrong(
            f"{shown(answer)} is no list: write the triples, each like 'ABC', in brackets."
        )
    said: dict[tuple[int, ...], None] = {}
    for word in answer.replace(",", " ").split() if isinstance(answer, str) else answer:
        cells = {"ABCDEF".find(letter) for letter in str(word).upper() if letter != " "}
        if len(cells) != 3 or -1 in cells:
            return wrong(f"{word!r} is no triple of the cells A to F: write it like 'ABC'.")
        said[tuple(sorted(cells))] = None
    return SIX.judged([cell for triple in said for cell in triple])


@exercise
def wins(answer: Any) -> Verdict:
    """In how many sets of k vertices of a signed graph is there a winning loop?"""
    three = graphs.board_graph(game("projex", 3))
    cases = {f"the six cells and k = {k}": (_six(), k) for k in range(7)}
    return compare(
        answer,
        _wins,
        cases | {"size 3 and k = 4": (three, 4)},
        "Give a number: how many of the choices of k vertices have a winning loop. For k = 3 on "
        "the six cells compare with your list of triples.",
    )


def _wins(G: nx.Graph, k: int) -> int:
    return sum(not is_balanced(G.subgraph(nodes)) for nodes in combinations(G, k))


def drawn_game(at: At, claims: list[int], _: Any) -> list[Any]:
    """Is this a match that ends with a full board and nobody joined?"""
    owners = played(at, claims)
    left = len([site for site in range(at.claimable) if not owners[site]])
    winner = at.winner(at.net, owners)
    if winner:
        chain = joining(at.net, owners, winner)
        return [0, f"this is no draw, since {named(at, chain)} join the sides.", [], chain]
    if left:
        return [0, f"the board is not full: {counted(left / 2, 'square')} to go.", [], []]
    return [1, "the board is full, and neither player's sides are joined", [], []]


def both_joined(at: At, owners: list[int], _: Any) -> list[Any]:
    """Has each square a piece, and each player a chain?"""
    for site in range(0, at.claimable, 2):
        if (owners[site] > 0) + (owners[site + 1] > 0) != 1:
            words = "give four pieces in all, exactly one in each square."
            return [0, words, [], []]
    for who in [1, 2]:
        chain = joining(at.net, owners, who)
        if not len(chain):
            own = [site for site in range(at.claimable) if owners[site] == who]
            pieces = named(at, own) if len(own) else "no piece"
            return [0, f"{at.players[who - 1]} is not joined: follow {pieces}.", own, []]
    words = "both are joined, and the chains pass through each other at a point"
    return [1, words, [], joining(at.net, owners, 1)]


DRAWN = Posed(
    "A draw",
    "Play Antipalos on 2 by 2 squares, for both sides, so that it ends in a draw: V joins top and "
    "bottom, H left and right, and neither may be joined.",
    "antipalos", 2, drawn_game, kind="play",
)  # fmt: skip
BOTH = Posed(
    "Two chains that pass through each other",
    "Fill the board, one piece in each square, so that both players' sides are joined: V's top and "
    "bottom, H's left and right. A click turns a piece from nobody's to V's, to H's, and back.",
    "antipalos", 2, both_joined, 2, kind="label",
)  # fmt: skip


@on_board(DRAWN)
def drawn(answer: Any) -> Verdict:
    """Four pieces in the order of play that end Antipalos with 2 by 2 squares in a draw."""
    m = match(DRAWN.game, swap=False)
    for piece in named_in(answer, m.game.board.names, PIECE):
        if m.outcome:
            return wrong(f"the game is over before {piece}: {m.result()}.")
        m = m.play(piece)
    return DRAWN.judged([m.game.board.site(piece) for piece in m.claims])


@on_board(BOTH)
def both(answer: Any) -> Verdict:
    """Pieces of V and of H on 2 by 2 squares that join the sides of both."""
    if not isinstance(answer, dict) or set(answer) != {"V", "H"}:
        return wrong('write a dictionary of two lists, {"V": [...], "H": [...]}.')
    board = BOTH.game.board
    owners = [0] * len(board.names)
    for who, player in ((FIRST, "V"), (SECOND, "H")):
        for piece in named_in(answer[player], board.names, PIECE):
            owners[board.site(piece)] = who
    return BOTH.judged(owners)
