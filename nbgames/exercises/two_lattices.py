"""Exercises of "Two lattices": pairs, trees, a race, and a piece that hurts its owner."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

import networkx as nx

from ..analysis import solve, two_trees
from ..analysis.answers import listed
from ..analysis.trees import packed
from ..core.chains import joining
from ..core.errors import Refused, shown
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.position import BLOCKED, EMPTY, FIRST, SECOND, Position
from ..games import game
from ..play.match import Match, match
from .asked import on_board
from .checking import NOT_YET, Verdict, attempt, exercise, right, wrong
from .posed import At, Posed, lies_on, named, owned, played, strung, touch

SIZE, RACE, LARGEST = 4, 3, 3  # of the boards to pair, to race on, and to add a piece to


def _pieces(answer: Any, size: int | None) -> list[str]:
    """The pieces in a list or a text, their ends in the order of the board's names."""
    if not isinstance(answer, Iterable):
        raise Refused(f"{shown(answer)} is no list of pieces")
    board = game("antipalos", size).board
    said = answer.replace(",", " ").split() if isinstance(answer, str) else list(answer)
    return [board.names[board.site(piece)] for piece in said]


def whichever(at: At, pieces: list[int], lattice: list[int]) -> list[Any]:
    """Does V join top and bottom with any one piece of each pair?"""
    for k in range(len(pieces)):
        name = at.names[pieces[k]]
        if not lattice[pieces[k]]:
            return [0, f"{name} is not on the lattice of a1.", [pieces[k]], []]
        if len([piece for piece in pieces if piece == pieces[k]]) > 1:
            words = "is there twice: if H takes it, V needs two pieces and has one turn."
            return [0, f"{name} {words}", [pieces[k]], []]
    if len(pieces) % 2:
        last = pieces[len(pieces) - 1]
        return [0, f"{at.names[last]} has no partner yet.", [last], []]
    pairs = len(pieces) // 2
    for choice in range(1 << pairs):
        kept = [pieces[2 * k + ((choice >> (pairs - 1 - k)) & 1)] for k in range(pairs)]
        if not len(joining(at.net, owned(at, kept, 1), 1)):
            left = named(at, kept) if len(kept) else "nothing"
            words = f"H may leave V {left}, and with that V does not join top and bottom."
            return [0, words, kept, []]
    words = f"whichever of each of the {pairs} pairs V gets, they join top and bottom"
    return [1, words, [], []]


def _lattice() -> list[int]:
    """For each piece whether it is on the lattice of a1."""
    board = PAIRING.game.board
    return [int((column + row) % 2 == 0) for (column, row), _ in board.ends]


PAIRING = Posed(
    "Pairs",
    "Put pieces of the lattice of a1 in pairs, so that V joins top and bottom with any choice of "
    "one from each pair. Click the two pieces of a pair one after the other; a letter shows which "
    "belong together. You need not use all.",
    "antipalos", SIZE, whichever, 3, "pairs", data=_lattice,
)  # fmt: skip


@on_board(PAIRING)
def pairing(answer: Any) -> Verdict:
    """Pairs of pieces of size 4, on the lattice of a1, one of each of which always joins V."""
    if not isinstance(answer, Iterable) or isinstance(answer, str):
        return wrong('give a list of pairs, such as [("a1-b2", "b2-c1"), ...].')
    board = PAIRING.game.board
    flat: list[int] = []
    for pair in answer:
        pieces = _pieces(pair, SIZE)
        if len(pieces) != 2:
            return wrong(f'{shown(pair)} is no pair: a pair is two pieces, ("a1-b2", "b2-c1").')
        flat += map(board.site, pieces)
    return PAIRING.judged(flat)


def leads_across(at: At, pieces: list[int], owners: list[int]) -> list[Any]:
    """Do pieces of one player lead from one of the player's sides to the other, in this order?"""
    if not len(pieces):
        return [0, "no piece is named: begin at a side.", [], []]
    first, last = pieces[0], pieces[len(pieces) - 1]
    for k in range(len(pieces)):
        name, before = at.names[pieces[k]], at.names[pieces[max(k - 1, 0)]]
        if owners[pieces[k]] % 3 == 0:
            return [0, f"{name} is nobody's.", [pieces[k]], []]
        if owners[pieces[k]] != owners[first]:
            return [0, f"{name} is the other player's.", [pieces[k]], []]
        if k and not touch(at.net, pieces[k - 1], pieces[k]):
            words = f"{before} and {name} have no point in common."
            return [0, words, [pieces[k - 1], pieces[k]], []]
    who = at.players[owners[first] - 1]
    near = NORTH if owners[first] == 1 else WEST
    far = SOUTH if owners[first] == 1 else EAST
    if lies_on(at.net, first, far):
        near, far = far, near
    if not lies_on(at.net, first, near):
        return [0, f"{at.names[first]} does not lie at a side of {who}'s.", [first], []]
    if not lies_on(at.net, last, far):
        return [0, f"{at.names[last]} does not reach {who}'s other side.", [last], []]
    return [1, f"these {len(pieces)} pieces join {who}'s sides", [], pieces]


def _owners() -> list[int]:
    return list(MAZE.opening.position.owners)


MAZE_OF_COINS = (
    "V a1-b2 c1-d2 d2-e1 b2-c3 e3-f2 c3-d4 e3-f4 a5-b4 c5-d4 a5-b6; H b1-c2 e2-f1 a2-b3 "
    "c2-d3 d3-e2 a4-b3 b3-c4 d3-e4 b5-c4 d5-e4 e4-f5 b5-c6 c6-d5 d5-e6 e6-f5; V to move"
)
MAZE = Posed(
    "Out of the maze",
    "Coins have filled this board, and somebody has won. Click the pieces of a winning chain one "
    "after the other, from one side to the other.",
    "antipalos", 5, leads_across, 1, "path", data=_owners,
    start=MAZE_OF_COINS,
)  # fmt: skip


@on_board(MAZE)
def maze(answer: Any) -> Verdict:
    """The pieces of a chain that has won a maze, in order."""
    board = MAZE.game.board
    return MAZE.judged([board.site(piece) for piece in _pieces(answer, MAZE.size)])


GRAPHS = {
    "a triangle": nx.cycle_graph(3),
    "four vertices, pairwise joined": nx.complete_graph(4),
    "four vertices, all pairs joined but one": nx.Graph([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]),
    "five vertices, pairwise joined": nx.complete_graph(5),  # more edges than two trees need
    "a wheel of five spokes": nx.wheel_graph(6),
    "a ring of five": nx.cycle_graph(5),
    "five vertices, pairwise joined, and one more on a single edge": nx.Graph(
        [*nx.complete_graph(5).edges, (4, 5)]
    ),
    "two sets of four, pairwise joined, that share a vertex": nx.Graph(
        [*nx.complete_graph(4).edges, *nx.complete_graph([3, 4, 5, 6]).edges]
    ),
}


@exercise
def trees(answer: Any) -> Verdict:
    """Two edge-disjoint spanning trees of a graph, or None where there are none."""
    if not callable(answer):
        return wrong("this is no function: write one of a graph with def.")
    for case, G in GRAPHS.items():
        said = attempt(answer, case, nx.Graph(G))
        if said is ...:
            return NOT_YET
        has = _has_two_trees(G)
        if said is None and has:
            return wrong(f"for {case}, you say there are none, and there are some.")
        if said is not None and (fault := _no_trees(G, said)):
            return wrong(f"for {case}, {fault}.")
    return right(f"so it is in all {len(GRAPHS)} graphs tried")


def _has_two_trees(G: nx.Graph) -> bool:
    held, _ = packed(list(G.edges))
    return held.count(0) == held.count(1) == len(G) - 1


def _no_trees(G: nx.Graph, said: Any) -> str:
    """Why these are no two trees of a graph; nothing if they are."""
    try:
        given = [nx.Graph([tuple(edge) for edge in some]) for some in said]
    except (TypeError, nx.NetworkXError):
        return f"your function gives {shown(said)}, and not two lists of edges"
    if len(given) != 2:
        return f"your function gives {len(given)} lists of edges"
    if strange := [e for some in given for e in some.edges if not G.has_edge(*e)]:
        return f"{strange[0]} is no edge of the graph"
    if shared := [e for e in given[0].edges if given[1].has_edge(*e)]:
        return f"both lists have the edge {shared[0]}"
    for some in given:
        if set(some) != set(G) or not nx.is_tree(some):
            told = listed(map(str, some.edges))
            return f"these edges are no tree that spans all vertices: {told}"
    return ""


class Careful:
    """V keeps two trees on the lattice of a1, and looks at nothing else."""

    def choose(self, m: Match) -> str:
        safe = (p for p in m.legal() if two_trees(m.play(p), FIRST, 0).safe)
        return next(safe, m.legal()[0])


@cache
def _replies() -> dict[str, str]:
    """What the careful player lays in every match of the race, by the owners of all sites."""
    found: dict[str, str] = {}
    ahead = [match("antipalos", RACE, swap=False)]
    while ahead:
        m = ahead.pop()
        owners = "".join(map(str, m.position.owners))
        if m.outcome or owners in found:
            continue
        found[owners] = Careful().choose(m)
        m = m.play(found[owners])
        ahead += [m.play(piece) for piece in m.legal()]
    return found


def raced(at: At, claims: list[int], by: list[str]) -> list[Any]:
    """Has the second player won this match?"""
    owners = played(at, claims)
    winner = at.winner(at.net, owners)
    pieces = strung(at, claims, ", ", ", ")
    if winner:
        result = f"{at.players[winner - 1]} wins {by[0]}, after {pieces}"
        return [winner == 2, result if winner == 2 else f"{result}.", [], []]
    for site in range(at.claimable):
        if not owners[site]:
            return [0, f"after {pieces} nobody has joined: H needs another piece.", [], []]
    return [0, f"a draw, the board is full, after {pieces}.", [], []]


def _won() -> list[str]:
    return [RACED.game.rules.won]


RACED = Posed(
    "Beat the careful player",
    "You are H, and join left and right. V is the careful player, who begins, keeps two trees on "
    "the lattice of a1 and looks at nothing else. Win.",
    "antipalos", RACE, raced, 2, "play", SECOND, _won, _replies,
)  # fmt: skip


@on_board(RACED)
def race(answer: Any, careful: Any) -> Verdict:
    """H's pieces, in order, with which H beats a player of V on size 3."""
    m = match("antipalos", RACE, swap=False)
    for piece in [*_pieces(answer, RACE), ""]:
        m = m.play(careful.choose(m))
        if m.outcome or not piece:
            break
        if piece not in m.legal():
            return wrong(f"after {', '.join(m.moves)} H cannot lay {piece}: its square is taken.")
        m = m.play(piece)
        if m.outcome:
            break
    return RACED.judged([m.game.board.site(piece) for piece in m.claims])


def one_too_many(at: At, owners: list[int], worth: list[int]) -> list[Any]:
    """Would V, where H is to move, be better off without one of V's pieces?"""
    for site in range(0, at.claimable, 2):
        if owners[site] and owners[site + 1]:
            return [0, "lay one piece at most in each square.", [site, site + 1], []]
    own = [site for site in range(at.claimable) if owners[site] == 1]
    others = [site for site in range(at.claimable) if owners[site] == 2]
    if len(own) != len(others) + 2:
        words = "it is H's turn, and V has one piece too many: lay two more of V's than of H's."
        return [0, words, [], []]
    here = worth[code_of(owners)]
    for site in own:
        left = owners[:]
        left[site] = 0
        if worth[code_of(left)] > here:
            without = f"V {done(worth[code_of(left)])} without {at.names[site]}"
            return [1, f"{without}, and {done(here)} with it", [site], []]
    words = f"V {done(here)} here, and does no better without any one of {named(at, own)}."
    return [0, f"{words} What does a piece of V's block?", [], []]


def code_of(owners: list[int]) -> int:
    """A number for what lies in the squares: in each nothing, or one of four pieces."""
    code = 0
    for site in range(0, len(owners), 2):
        piece = owners[site] if owners[site] else 2 + owners[site + 1] if owners[site + 1] else 0
        code = 5 * code + piece
    return code


def done(value: int) -> str:
    return "wins" if value > 0 else "loses" if value < 0 else "draws"


@cache
def _values() -> list[int]:
    """What V gets with best play on 2 by 2 squares where H moves, if V has a piece or two more."""
    made = game("antipalos", 2)
    worth = [0] * 5**4
    for pieces in product(range(5), repeat=4):
        owners = [owner for piece in pieces for owner in SQUARES[piece]]
        if owners.count(FIRST) - owners.count(SECOND) in (1, 2):
            laid = bytes(
                BLOCKED if owners[made.board.rivals[site]] and not owner else owner
                for site, owner in enumerate(owners)
            )
            m = match(made, start=Position(laid, SECOND), swap=False)
            worth[code_of(owners)] = _worth(m)
    return worth


SQUARES = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2))  # the owners of a square's diagonals, by number
TOO_MUCH = Posed(
    "A piece too much",
    "Find a position on 2 by 2 squares in which it is H's turn and V would be better off without "
    "one of V's pieces. So V has two pieces more than H. A click turns a piece from nobody's to "
    "V's, to H's, and back.",
    "antipalos", 2, one_too_many, 3, "label", data=_values,
)  # fmt: skip


@on_board(TOO_MUCH)
def too_much(answer: Any) -> Verdict:
    """A match of size 2 or 3 and a piece: V would be worse off if that were V's already.

    Or the pieces of both on 2 by 2 squares, with the piece among V's, where H is to move.
    """
    if isinstance(answer, dict):
        return TOO_MUCH.judged(_laid(answer))
    try:
        m, piece = answer
        small = (
            isinstance(m, Match) and m.game.name == "antipalos" and (m.game.size or 0) <= LARGEST
        )
    except (TypeError, ValueError):
        small = False
    if not small:
        return wrong("give a match of Antipalos of size 2 or 3, and a piece: (m, 'a1-b2').")
    if m.outcome or m.position.may_swap:
        raise Refused("take a match that is not over, made with swap=False")
    more = _with(m, _pieces([piece], m.game.size)[0])
    before, after = (_worth(one) for one in (m, more))
    if after >= before:
        return wrong(
            f"V {done(before)} without {piece} and {done(after)} with it: it does no harm here. "
            "What does a piece of V's block?"
        )
    return right(f"V {done(before)} without {piece}, and {done(after)} with it")


def _laid(answer: dict[Any, Any]) -> list[int]:
    """The owners of all sites where each player has these pieces."""
    if set(answer) != {"V", "H"}:
        raise Refused('write a dictionary of two lists, {"V": [...], "H": [...]}')
    board = TOO_MUCH.game.board
    owners = [0] * len(board.names)
    for who, player in ((FIRST, "V"), (SECOND, "H")):
        for piece in _pieces(answer[player], TOO_MUCH.size):
            owners[board.site(piece)] = who
    return owners


def _with(m: Match, piece: str) -> Match:
    """The same, with one more piece of V's and the same side to move."""
    site, owners = m.game.board.site(piece), bytearray(m.position.owners)
    if owners[site] != EMPTY:
        raise Refused(f"{piece} cannot be laid: its square is taken")
    owners[site], owners[m.game.board.rivals[site]] = FIRST, BLOCKED
    return match(m.game, start=Position(bytes(owners), m.position.to_move), swap=False)


def _worth(m: Match) -> int:
    """What V gets with best play: 1, 0 or -1."""
    if m.outcome:
        return 0 if m.outcome.winner is None else 1 if m.outcome.winner == FIRST else -1
    value, _ = solve(m).bounds
    return value if m.position.to_move == FIRST else -value
