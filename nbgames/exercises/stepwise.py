"""Proofs step by step on ConHex and Antipalos, and the list of all such proofs."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx

from .. import graphs
from ..analysis import two_trees
from ..analysis.answers import counted, listed
from ..analysis.trees import contracted
from ..core.chains import joining
from ..core.game import Game
from ..core.position import FIRST, SECOND, Position
from ..core.shapes import Line, Point
from ..draw.elements import at, chain_path
from ..games import game
from ..play.match import match
from .antipodes import antipodal
from .gluing import gluing
from .rooms import sperner
from .steps import Proof, Step

V_SIDES, H_SIDES = ("top", "bottom"), ("left", "right")
Walk = list[tuple[str, str]]
Arc = tuple[Any, Any]


# Somebody wins: the walk between both players' cells


def border_walk(A: nx.Graph, of_v: Collection[str]) -> Walk:
    """The walk from the corner of top and left, with V's cell on the left and H's on the right.

    Parameters
    ----------
    A
        The graph of the cells, with the sides as vertices: `sided`.
    of_v
        V's cells and sides; all others are H's.
    """
    v, h, last = "top", "left", None
    steps = [(v, h)]
    while ahead := [w for w in A[v] if w in A[h] and w != last]:
        w = ahead[0]
        v, h, last = (w, h, v) if w in of_v else (v, w, h)
        steps.append((v, h))
    return steps


def sided(made: Game) -> nx.Graph:
    """The graph of a game's cells with a vertex for each side, the sides joined in a cycle."""
    A = graphs.board_graph(made)
    for v, sides in list(A.nodes(data="sides", default=())):
        A.add_edges_from((v, side) for side in sides or ())
    nx.add_cycle(A, ["top", "left", "bottom", "right"])
    return A


def somebody_wins(seed: int = 1, size: int = 4) -> Proof:
    """On a full board of ConHex somebody has won: the walk between the cells of both shows who.

    Parameters
    ----------
    seed : int
        In which order the holes are claimed, at random.
    size : int
        Of the board.

    Returns
    -------
    Proof
        A step for each edge that the walk crosses.

    Examples
    --------
    >>> proof = somebody_wins(seed=1)
    >>> proof.steps[-1].says
    'The walk leaves between top and right, with right on its right hand. The cells that it had \
there, marked by a line, join left and right: Horz has won.'
    """
    made = game("conhex", size)
    A, board = sided(made), made.board
    owners = _full(made, Random(seed))
    of_v = {board.names[s] for s, owner in enumerate(owners) if owner == FIRST}.union(V_SIDES)
    walk = border_walk(A, of_v)
    spots = [_between(made, *pair) for pair in walk]
    steps = []
    for k, (v, h) in enumerate(walk):
        rings = tuple((board.site(name),) for name in (v, h) if name in board.names)
        says = _walked(walk[:k], v, h)
        steps.append(Step(says, tuple(owners), at(Line(tuple(spots[: k + 1]))) if k else "", rings))
    last = set(walk[-1])
    who = FIRST if last == {"bottom", "left"} else SECOND
    hand, (near, far) = ("left", V_SIDES) if who == FIRST else ("right", H_SIDES)
    says = (
        f"The walk leaves between {walk[-1][0]} and {walk[-1][1]}, with {far} on its {hand} hand. "
        f"The cells that it had there, marked by a line, join {near} and {far}: "
        f"{made.players[who - 1]} has won."
    )
    at_hand = {pair[who - 1] for pair in walk}
    chain = joining(board.net, [who * (name in at_hand) for name in board.names], who)
    return Proof(
        "Somebody wins", made, (*steps, Step(says, tuple(owners), chain_path(board, chain)))
    )


def _full(made: Game, rng: Random) -> list[int]:
    """The owners on a full board, whose holes are claimed in a random order."""
    holes, owners = list(range(made.board.claimable)), [0] * len(made.board.names)
    rng.shuffle(holes)
    for k, hole in enumerate(holes):
        made.rules.step(made.board.net, owners, hole, FIRST + k % 2)
    return owners


def _walked(before: Walk, v: str, h: str) -> str:
    """What is said of a step of the walk."""
    if not before:
        return (
            "The board is full. Enter it at the corner of top and left: V's side, top, is on your "
            "left hand, and H's, left, on your right. Walk on, always with V left and H right."
        )
    new, whose, hand = (v, "V", "left") if v != before[-1][0] else (h, "H", "right")
    if new in (*V_SIDES, *H_SIDES):
        return (
            f"The third corner of this triangle is the side {new}, which is {whose}'s: {hand} hand."
        )
    return (
        f"Ahead is {new}. It is {whose}'s, so it comes to your {hand} hand: of the two edges "
        f"ahead, only the one between {v} and {h} has both players at its ends."
    )


def _between(made: Game, *names: str) -> Point:
    """Where the walk crosses the edge of two cells; of a cell and a side, the rim of the board."""
    board = made.board
    xs, ys = zip(*(p for shape in board.shapes for p in shape.points), strict=True)
    rim = {"top": (None, min(ys)), "bottom": (None, max(ys)), "left": (min(xs), None)}
    rim["right"] = (max(xs), None)
    spots = [board.shapes[board.site(name)].middle for name in names if name in board.names]
    x, y = (sum(row) / len(row) for row in zip(*spots, strict=True)) if spots else (0.0, 0.0)
    for name in names:
        side = rim.get(name, (None, None))
        x, y = (x if side[0] is None else side[0]), (y if side[1] is None else side[1])
    return x, y


# As many disjoint paths as a cut has cells: augmenting paths


def augmenting(seed: int = 3, size: int = 4) -> Proof:
    """A largest set of disjoint paths between top and bottom of ConHex, and a cut of equal size.

    Parameters
    ----------
    seed : int
        Which augmenting path is taken where there are several.
    size : int
        Of the board.

    Returns
    -------
    Proof
        Two steps for each augmenting path, and one that shows the cut.

    Examples
    --------
    >>> proof = augmenting(size=3)
    >>> print(proof.steps[-1].says)
    No augmenting path is left. Shaded are the cells that are reached from the top. Those with a \
ring are entered and not left: 3 cells, as many as paths. Fewer cannot cut all paths, and more \
paths cannot avoid all of them.
    """
    made = game("conhex", size)
    A, board = sided(made), made.board
    R, none = _pipes(A), (0,) * len(board.names)
    rng = Random(seed)
    weight = {arc: rng.random() for arc in R.edges}

    def cost(u: Hashable, v: Hashable, _: Any) -> float:
        return weight.get((u, v), 0.0)

    steps = [
        Step("Look for disjoint paths from top to bottom: no cell may lie on two of them.", none)
    ]
    while nx.has_path(R, "top", "bottom"):
        found = nx.dijkstra_path(R, "top", "bottom", cost)
        steps.append(Step(_augmented(found, weight), none, _drawn(made, R), _arrows(made, found)))
        _augment(R, found, weight)
        count = R.in_degree("top")
        says = f"Now there {'is' if count == 1 else 'are'} {counted(count, 'path')}."
        steps.append(Step(says, none, _drawn(made, R)))
    reached = nx.descendants(R, "top")
    cells = [v for v in A if v in board.names]
    cut = [v for v in cells if (v, "in") in reached and (v, "out") not in reached]
    shaded = {board.site(v): "" for v in cells if (v, "in") in reached}
    says = (
        "No augmenting path is left. Shaded are the cells that are reached from the top. Those "
        f"with a ring are entered and not left: {counted(len(cut), 'cell')}, as many as paths. "
        "Fewer cannot cut all paths, and more paths cannot avoid all of them."
    )
    rings = tuple((board.site(v),) for v in cut)
    return Proof(
        "Augmenting paths", made, (*steps, Step(says, none, _drawn(made, R), rings, shaded))
    )


def _pipes(A: nx.Graph) -> nx.DiGraph:
    """Arcs that one path each may use: into a cell, through it, and on to the next."""
    R = nx.DiGraph()
    for v in A:
        if v not in (*V_SIDES, *H_SIDES):
            R.add_edge((v, "in"), (v, "out"))
            R.add_edges_from(("top", (v, "in")) for side in A[v] if side == "top")
            R.add_edges_from(((v, "out"), "bottom") for side in A[v] if side == "bottom")
            R.add_edges_from(((v, "out"), (w, "in")) for w in A[v] if w not in (*V_SIDES, *H_SIDES))
    return R


def _augment(R: nx.DiGraph, path: list[Any], forwards: Mapping[Arc, float]) -> None:
    """Let one more path flow: what is used can be gone back over, and a cell is used once."""
    for u, v in pairwise(path):
        if (u, v) not in forwards:
            R.remove_edge(u, v)
            if u[0] == v[0]:
                R.add_edge(v, u)
            continue
        R.add_edge(v, u)
        if isinstance(u, tuple) and isinstance(v, tuple) and u[0] == v[0]:
            R.remove_edge(u, v)


def _cells(path: list[Any]) -> list[str]:
    """The cells along a path of arcs, each once where it is entered and left."""
    names = [v[0] for v in path if isinstance(v, tuple)]
    return [name for k, name in enumerate(names) if k == 0 or names[k - 1] != name]


def _augmented(path: list[Any], forwards: Mapping[Arc, float]) -> str:
    """What is said of an augmenting path."""
    back = [v[0] for u, v in pairwise(path) if (u, v) not in forwards and isinstance(v, tuple)]
    back = list(dict.fromkeys(back))
    says = f"An augmenting path: {listed(_cells(path))}."
    if not back:
        return f"{says} Its cells lie on no path yet."
    return (
        f"{says} It goes backwards along an older path, at {listed(back)}: what it goes back over "
        "is given up, and the ends are joined anew. No path is lost, and there is one more."
    )


def _arrows(made: Game, path: list[Any]) -> tuple[tuple[int, ...], ...]:
    sites = [made.board.site(v) for v in _cells(path)]
    return tuple(pairwise(sites))


def _drawn(made: Game, R: nx.DiGraph) -> str:
    """All paths as one line: an arc that a path uses is there the other way around."""
    board = made.board
    sites = {board.names[s] for s in range(len(board.names))}
    lines = []
    for v, u in R.edges:
        from_cell = isinstance(u, tuple) and u[1] == "out" and isinstance(v, tuple) and v[1] == "in"
        if from_cell and u[0] != v[0] and {u[0], v[0]} <= sites:
            lines.append(at(Line(tuple(board.shapes[board.site(w[0])].middle for w in (u, v)))))
    return "".join(lines)


# Lehman's repair: two trees, and the piece that V lays when one is cut


def repairing(seed: int = 1, size: int = 4) -> Proof:
    """Two edge-disjoint trees of Antipalos stay two trees, whatever H cuts, until V has joined.

    Parameters
    ----------
    seed : int
        Which pieces H cuts, at random.
    size : int
        Of the board, even: only then are there two trees at the start.

    Returns
    -------
    Proof
        Two steps for each cut, and one that shows V's chain.

    Examples
    --------
    >>> proof = repairing(size=2)
    >>> proof.steps[1].says
    'H cuts a3-b2: tree 1 falls in two.'
    >>> proof.steps[2].says
    'V lays b2-c3, which joins the two parts. It belongs to both trees from now on.'
    """
    made, rng = game("antipalos", size), Random(seed)
    board, owners = made.board, [0] * len(made.board.names)
    start = match(made, start=Position(bytes(owners), SECOND), swap=False)
    trees = [set(tree) for tree in two_trees(start, FIRST, 0).trees]
    points = _joined_by(made, owners, trees[0])
    says = (
        "Two trees on the same points: tree 1 is drawn as a line, the pieces of tree 2 have a 2. "
        "Each joins top and bottom, each of which counts as one point: short lines lead there. No "
        "piece is in both trees. H moves first, and cuts."
    )
    steps = [_grove(made, says, owners, trees)]
    while any(trees):
        cut = rng.choice(sorted(trees[0] | trees[1]))
        hit = int(cut in trees[1])
        trees[hit].remove(cut)
        laid = made.board.rivals[board.site(cut)]
        made.rules.step(board.net, owners, laid, SECOND)
        says = f"H cuts {cut}: tree {hit + 1} falls in two."
        steps.append(_grove(made, says, owners, trees, laid))
        repair = next(
            piece
            for piece in sorted(trees[1 - hit])
            if _joined_by(made, owners, {*trees[hit], piece}) == points
        )
        trees[1 - hit].remove(repair)
        made.rules.step(board.net, owners, board.site(repair), FIRST)
        says = f"V lays {repair}, which joins the two parts. It belongs to both trees from now on."
        steps.append(_grove(made, says, owners, trees, board.site(repair)))
    chain = chain_path(board, joining(board.net, owners, FIRST))
    says = "Nothing is left to be cut: all pieces of both trees are V's, and join top and bottom."
    return Proof("Two trees repaired", made, (*steps, Step(says, tuple(owners), chain)))


def _grove(
    made: Game, says: str, owners: list[int], trees: list[set[str]], laid: int | None = None
) -> Step:
    """Two trees, the first as a line and the other with a number, and a ring at what is laid."""
    first, second = ([made.board.site(piece) for piece in sorted(tree)] for tree in trees)
    rings = () if laid is None else ((laid,),)
    path = chain_path(made.board, first) + "".join(map(at, contracted(made.board, FIRST, 0)))
    return Step(says, tuple(owners), path, rings, dict.fromkeys(second, "2"))


def _joined_by(made: Game, owners: list[int], pieces: Collection[str]) -> set[str]:
    """The points of the lattice of a1 that these pieces and V's own join to the top."""
    L = graphs.sublattice(made, 0, terminals=FIRST)
    own = {made.board.names[site] for site, owner in enumerate(owners) if owner == FIRST}
    used = [(u, v) for u, v, d in L.edges(data=True) if d.get("piece", "") in {"", *own, *pieces}]
    return set(nx.node_connected_component(nx.Graph(used), "top"))


def every() -> tuple[Proof, ...]:
    """All proofs, on the boards on which they are shown first."""
    return somebody_wins(), sperner(), antipodal(), gluing(), augmenting(), repairing()
