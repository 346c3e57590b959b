"""Random matches, and positions seen through a symmetry, for tests of analysis."""

import random

import nbgames
from nbgames import FIRST, SECOND, Position
from nbgames.core.kernels import EAST, NORTH, WEST

SMALL = (
    ("projex", 3),
    ("projex", 4),
    ("conhex", 2),
    ("conhex", 3),
    ("antipalos", 2),
    ("antipalos", 3),
    ("copolymer", 5),
)
# After these moves of a stranger's Copolymer 7, X has a turn of five claims that wins by one cell.
FIVE_CLAIMS_WIN = "E4 D3 F3 E3,D4 A3 B4 C2 C4 E7 D5 C3,G6 C1 D6 E5 G7 D7,E2"
JOINING = tuple((name, size) for name, size in SMALL if name != "copolymer")


def random_match(name, size=None, claims=None, seed=0):
    """A match after so many random claims, fewer where it ends."""
    rng = random.Random(f"{name} {size} {claims} {seed}")
    m = nbgames.match(name, size)
    for _ in range(rng.randrange(len(m.legal())) if claims is None else claims):
        if m.outcome:
            break
        m = m.play(rng.choice([move for move in m.legal() if move != "swap"]))
    return m


def matches(name, size, count, seed=0):
    return [random_match(name, size, seed=(seed, k)) for k in range(count)]


def seen_through(m, symmetry):
    """The same position turned or mirrored, and whether the players had to exchange colours."""
    board = m.game.board
    top, left, right = (
        {n for n, on in zip(board.names, board.sides, strict=False) if on & side}
        for side in (NORTH, WEST, EAST)
    )
    exchanged = bool(top) and {symmetry[name] for name in top} in (left, right)
    owners = bytearray(len(board.names))
    for name, owner in zip(board.names, m.position.owners, strict=True):
        if exchanged and owner in (FIRST, SECOND):
            owner = 3 - owner
        owners[board.site(symmetry[name])] = owner
    to_move = 3 - m.position.to_move if exchanged else m.position.to_move
    return nbgames.match(m.game, start=Position(bytes(owners), to_move)), exchanged
