"""A band and a disk make the projective plane: faces of Projex's board, added one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import networkx as nx

from .. import graphs
from ..analysis.answers import counted
from ..core.board import Board
from ..core.game import Game
from ..core.position import FIRST
from ..core.shapes import Point, Polygon
from ..draw.elements import at, chain_path
from ..games import game
from .steps import Proof, Step

Face = tuple[str, ...]
INSET = 0.55  # how large a face is drawn, of the triangle between the middles of its cells


@dataclass(slots=True)
class Complex:
    """Vertices, edges and faces that lie there so far, and how many of each."""

    vertices: set[str] = field(default_factory=set)
    edges: set[frozenset[str]] = field(default_factory=set)
    faces: list[Face] = field(default_factory=list)

    @property
    def euler(self) -> int:
        return len(self.vertices) - len(self.edges) + len(self.faces)

    def more(self, face: Face) -> tuple[int, int]:
        """How many vertices and edges are new with this face."""
        return len({*face} - self.vertices), len(edges_of(face) - self.edges)

    def add(self, face: Face) -> None:
        self.vertices |= {*face}
        self.edges |= edges_of(face)
        self.faces.append(face)

    def sum(self) -> str:
        counts = len(self.vertices), len(self.edges), len(self.faces)
        return f"V - E + F = {counts[0]} - {counts[1]} + {counts[2]} = {self.euler}"


def edges_of(cycle: Sequence[str]) -> set[frozenset[str]]:
    return {frozenset(edge) for edge in nx.utils.pairwise(cycle, cyclic=True)}


def gluing(size: int = 3) -> Proof:
    """The faces at a shortest loop of Projex are a band, the others a disk; V - E + F at each.

    Parameters
    ----------
    size : int
        Of the board.

    Returns
    -------
    Proof
        A step for each face, and three that say what they have become.

    Examples
    --------
    >>> proof = gluing()
    >>> print(proof.steps[1].says)
    Add the face C1 D1 B4: 1 vertex, 2 edges and 1 face more. V - E + F = 5 - 6 + 1 = 0, as before.
    """
    made = game("projex", size)
    loop = winning_loop(made)
    faces = [tuple(face) for face in graphs.faces(made)]
    band = [face for face in faces if {*face} & {*loop}]
    disk = [face for face in faces if face not in band]
    K = Complex({*loop}, edges_of(loop))
    owners = tuple(FIRST * (name in loop) for name in made.board.names)
    steps = [Step(_begun(K, loop), owners, _drawn(made.board, (), loop))]
    rim = rim_of(band)
    steps += _laid(made, K, band, owners)
    steps.append(Step(_banded(K, rim), owners, _drawn(made.board, (), rim)))
    steps += _laid(made, K, disk, owners)
    steps.append(Step(_glued(K, rim, disk), owners, _drawn(made.board, K.faces, ())))
    return Proof("A band and a disk", made, tuple(steps))


def _laid(made: Game, K: Complex, faces: list[Face], owners: tuple[int, ...]) -> Iterator[Step]:
    """A step for each of these faces, which are added to what lies there."""
    for face in ordered(K, faces):
        says = _added(K, face)
        K.add(face)
        rings = tuple((made.board.site(name),) for name in face)
        yield Step(says, owners, _drawn(made.board, K.faces, ()), rings)


def winning_loop(made: Game) -> list[str]:
    """A shortest loop that crosses the edge of the board once."""
    C = graphs.double_cover(made)
    paths = (nx.shortest_path(C, (v, 0), (v, 1)) for v in made.board.names)
    return [v for v, _ in min(paths, key=len)[:-1]]


def ordered(K: Complex, faces: Iterable[Face]) -> Iterator[Face]:
    """Faces one after the other, each beside what lies there; those that change V - E + F last.

    The next one is looked up when the last one has been added.
    """
    left, last = list(faces), frozenset[str]()

    def cost(face: Face) -> tuple[bool, bool, int]:
        vertices, edges = K.more(face)
        return vertices - edges + 1 != 0, edges == 3, -len(last & {*face})

    while left:
        face = min(left, key=cost)
        left.remove(face)
        last = frozenset(face)
        yield face


def rim_of(faces: Iterable[Face]) -> list[str]:
    """The border of faces, which is one closed curve, as its vertices in order."""
    rim: set[frozenset[str]] = set()
    for face in faces:
        rim ^= edges_of(face)
    R = nx.Graph(sorted(map(sorted, rim)))  # a set has another order in each process
    assert nx.is_connected(R) and {d for _, d in R.degree} == {2}
    return list(nx.dfs_preorder_nodes(R, min(R)))


def _begun(K: Complex, loop: list[str]) -> str:
    return (
        "The cells are vertices, contacts are edges, and three cells that touch are a face. Begin "
        f"with a winning loop of {len(loop)} cells, which crosses the edge of the board once: "
        f"V - E + F = {len(K.vertices)} - {len(K.edges)} = {K.euler}."
    )


def _added(K: Complex, face: Face) -> str:
    vertices, edges = K.more(face)
    change = vertices - edges + 1
    after = Complex({*K.vertices}, {*K.edges}, [*K.faces])
    after.add(face)
    new = f"{counted(vertices, 'vertex', 'vertices')}, {counted(edges, 'edge')} and 1 face more"
    same = "as before" if change == 0 else "one more" if change == 1 else f"{change:+d}"
    return f"Add the face {' '.join(face)}: {new}. {after.sum()}, {same}."


def _banded(K: Complex, rim: list[str]) -> str:
    return (
        "These are all faces at the loop. They form a band, and its border, drawn alone here, is "
        f"one closed curve of {len(rim)} edges. A band with two sides has two borders, so this one "
        f"is twisted: a Möbius band. {K.sum()}. The other faces lie inside the curve: add them."
    )


def _glued(K: Complex, rim: list[str], disk: list[Face]) -> str:
    edges = len(set().union(*map(edges_of, disk)))
    vertices = len(set().union(*disk))
    return (
        f"The last {counted(len(disk), 'face')} alone have V - E + F = {vertices} - {edges} + "
        f"{len(disk)} = {vertices - edges + len(disk)}, and the same border of {len(rim)} edges: a "
        f"disk. The band has 0, the disk 1, and the curve along which they are glued 0. So the "
        f"projective plane has 0 + 1 - 0. {K.sum()}."
    )


def _drawn(board: Board, faces: Iterable[Face], curve: Sequence[str]) -> str:
    """Faces as small triangles where their cells meet, and a closed curve through cells."""
    small = [at(Polygon(corners)) for face in faces for corners in _copies(board, face)]
    return "".join([*small, chain_path(board, map(board.site, curve))])


def _copies(board: Board, face: Face) -> list[tuple[Point, ...]]:
    """Where a face lies: over the edge of the board it is drawn more than once."""
    sites = [board.site(name) for name in face]
    found: dict[tuple[int, int], tuple[Point, ...]] = {}
    for base in sites:
        x, y = board.shapes[base].middle
        spots = [
            min(
                (board.shapes[site].middle, *(p for p, ghost in board.ghosts if ghost == site)),
                key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2,
            )
            for site in sites
        ]
        cx, cy = (sum(row) / 3 for row in zip(*spots, strict=True))
        inset = tuple((cx + INSET * (px - cx), cy + INSET * (py - cy)) for px, py in spots)
        found[round(9 * cx), round(9 * cy)] = inset
    return list(found.values())
