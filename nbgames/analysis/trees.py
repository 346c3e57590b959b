"""Two edge-disjoint trees between a player's sides: nobody cuts their owner off (Lehman 1964)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import networkx as nx

from ..core.board import Board
from ..core.position import FIRST
from ..core.shapes import Line
from ..draw.marks import Mark
from ..graphs import GOALS, SIDES
from ..graphs import player as checked
from ..play.match import Match
from .answers import counted, draw, in_notebook, listed, named, to_dict, to_frame
from .capabilities import alternating, joining
from .reach import goal_lattice
from .solver.forests import NEITHER, grown

LATTICES = ("the lattice of a1", "the other lattice")


@dataclass(frozen=True, slots=True)
class TwoTrees:
    """Whether a player of Antipalos can still be cut off on a lattice, as `two_trees` finds it.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        FIRST or SECOND.
    parity : int
        The lattice: 0 holds a1, 1 is the other one.
    safe : bool
        Whether the player joins both sides on this lattice even if the opponent is to move.
    trees : tuple of tuple of str
        If safe, two disjoint sets of empty pieces, each of which with the player's own pieces is a
        tree that joins both sides, on the same points. Else two disjoint forests of the greatest
        size.
    missing : int
        How many pieces these are short of two spanning trees of the lattice.
    """

    match: Match
    player: int
    parity: int
    safe: bool
    trees: tuple[tuple[str, ...], ...]
    missing: int

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        who, other = named(self.match, self.player), named(self.match, 3 - self.player)
        first, second = map(listed, self.trees)
        where = LATTICES[self.parity]
        if not self.safe:
            text = (
                f"{who} is not safe on {where}: there are no two trees without a common piece that "
                "both join the sides. "
                f"Two trees on all of its points would need {counted(self.missing, 'piece')} more."
            )
        elif not any(self.trees):
            text = f"{who} has joined the sides on {where}."
        else:
            text = (
                f"{who} is safe on {where}: one tree is {first}, the other {second}. If "
                f"{other} takes a piece of one tree, a piece of the other replaces it."
            )
        return text

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        what = "tree" if self.safe else "forest"
        sides = contracted(self.match.game.board, self.player, self.parity)
        joined = (Mark("a side is one vertex", "note", lines=sides),) if any(self.trees) else ()
        return joined + tuple(
            Mark(
                f"{what} {k}: {counted(len(tree), 'piece')}",
                role,
                tree,
                notes=dict.fromkeys(tree, str(k)),
            )
            for k, (role, tree) in enumerate(zip(("good", "ring"), self.trees, strict=True), 1)
        )


def two_trees(m: Match, player: int, parity: int) -> TwoTrees:
    """Two trees on one lattice of Antipalos that share no piece and join a player's sides.

    Parameters
    ----------
    m : Match
        A match of Antipalos.
    player : int
        FIRST or SECOND.
    parity : int
        0 for the lattice of a1, 1 for the other one.

    Returns
    -------
    TwoTrees
        `safe`, `trees` and `missing`; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If it is another game, or `who` or `parity` are neither value.

    Notes
    -----
    Lehman's theorem on Shannon's switching game: a player who wants to join two points of a graph,
    and moves second, succeeds exactly if two trees that share no edge join them on the same points.
    Own pieces are contracted, the opponent's left out. Two forests grow by exchanging edges, as in
    Edmonds' matroid partition; the player is safe if a wire between the sides could not be added to
    them.

    References
    ----------
    .. [1] A. Lehman, "A solution of the Shannon switching game", Journal of the Society for
       Industrial and Applied Mathematics 12, 1964.
    .. [2] J. Edmonds, "Minimum partition of a matroid into independent subsets", Journal of
       Research of the National Bureau of Standards 69B, 1965.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("antipalos", 4)
    >>> [analysis.two_trees(m, nbgames.FIRST, parity).missing for parity in (0, 1)]
    [0, 2]
    """
    who = checked(player)
    near, far = (SIDES[side] for side in GOALS[who])
    L = goal_lattice(m, who, parity)
    alternating(joining(m))
    own = [(u, v) for u, v, d in L.edges(data=True) if d["weight"] == 0 or d.get("owner") == who]
    point = {v: part[0] for part in map(list, nx.connected_components(nx.Graph(own))) for v in part}
    ends = {
        d["piece"]: (point.get(u, u), point.get(v, v))
        for u, v, d in L.edges(data=True)
        if "piece" in d and d.get("owner") != who
    }
    pieces = sorted(ends, key=m.game.board.site)
    wire = point.get(near, near), point.get(far, far)
    held, relied = packed([*(ends[piece] for piece in pieces), wire])
    safe = held.pop() == NEITHER
    trees = tuple(
        tuple(p for k, p in enumerate(pieces) if held[k] == tree and (not safe or k in relied))
        for tree in (0, 1)
    )
    points = {point.get(v, v) for v in L}
    missing = 2 * (len(points) - 1) - len(held) + held.count(NEITHER)
    return TwoTrees(m, who, int(parity), safe, trees, missing)


def contracted(board: Board, who: int, parity: int) -> tuple[Line, ...]:
    """Short lines from a lattice's points at a player's sides to these: each is one vertex."""
    own = "first" if who == FIRST else "second"
    places = zip(board.shapes, board.ends, strict=True)
    points = {p for shape, (end, _) in places if sum(end) % 2 == parity for p in shape.points}
    lines = []
    for bar in (shape for shape in board.decor if isinstance(shape, Line) and shape.role == own):
        (ax, ay), (_, by) = bar.points
        level = ay == by
        far = {p: abs(p[1] - ay if level else p[0] - ax) for p in points}
        near = sorted(p for p in points if far[p] == min(far.values()))
        lines += [Line((p, (p[0], ay) if level else (ax, p[1]))) for p in near]
    return tuple(lines)


def packed(ends: Sequence[tuple[Hashable, Hashable]]) -> tuple[list[int], frozenset[int]]:
    """Which of two forests holds each edge, where they share none and are as large as can be.

    Edges are told by their ends, which they join. With this comes which edges stand in the way of
    the last one: in both forests they join the same points.
    """
    at: dict[Hashable, int] = {}
    flat = [at.setdefault(end, len(at)) for edge in ends for end in edge]
    held, above = [NEITHER] * len(ends), [-1] * (2 * len(at))
    came, queue = [0] * len(ends), [0] * len(ends)
    count = 0
    for edge in range(len(ends)):
        count = grown(len(at), flat, held, above, came, queue, edge)
    return held, frozenset(queue[:count])
