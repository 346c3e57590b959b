"""Answers to the exercises of "Solving and playing", right ones and wrong ones."""

from nbgames import graphs


def minimax(m):
    if m.outcome:
        return 0 if m.outcome.winner is None else -1  # who moves next has lost
    return max(-minimax(m.play(word)) for word in m.legal())


def forgets_draws(m):
    return -1 if m.outcome else max(-forgets_draws(m.play(word)) for word in m.legal())


def seen_from_one_side(m):
    if m.outcome:
        return 0 if m.outcome.winner is None else 1 if m.outcome.winner == 1 else -1
    return max(seen_from_one_side(m.play(word)) for word in m.legal())


def never_turns(m):
    if m.outcome:
        return minimax(m)
    return max(never_turns(m.play(word)) for word in m.legal())


def tried(m, hole):
    """Play each, and let the other one try the hole."""
    good = []
    for other in m.legal():
        after = m.play(other)
        if hole not in after.legal() or after.play(hole).outcome is None:
            good.append(other)
    return good


def same_cells(m, hole):
    """All the empty holes of the cells that the hole is part of."""
    B = graphs.incidence_graph(m)
    return {other for cell in B[hole] for other in B[cell] if other in m.legal()}


SIX = ["B2", "B3", "B4", "C2", "C3", "D2"]

RIGHT = {
    "value": [minimax],
    "openings": [SIX, " ".join(SIX[::-1]).lower()],
    "parries": [tried, same_cells],
    "games": [250_000, 2.5e5, 249_000],
    "bridges": ["E2 D4 C6", ["c6", "e2", "d4"]],
    "template": ["C5 E5 B6", ["B6", "C5", "E5"]],
    "escapes": ["D4 E4 C5 D5 E5 C6 D6 E6", "e6 d6 c6 e5 d5 c5 e4 d4"],
}

WRONG = {
    "value": [
        (forgets_draws, "(a draw, the board is full)"),
        (seen_from_one_side, "the side that would be next"),
        (never_turns, "seen from the other side"),
        (never_turns, "to move) your function gives"),
        (lambda m: None, "gives nothing"),
    ],
    "openings": [
        (SIX[:5], "1 opening is missing"),
        ([*SIX, "C1"], "after C1 the other player wins"),
        (["E9"], "no cell of Projex 3"),
    ],
    "parries": [
        (lambda m, hole: [hole], "a hole is missing"),
        (lambda m, hole: m.legal(), "every empty hole"),
        (lambda m, hole: ["Z1"], "no hole that is empty"),
        (lambda m, hole: 3, "write the names, each a hole that is empty"),
        (lambda m, hole: None, "does it end with return"),
        ("C3", "no function"),
    ],
    "games": [
        (500, "falls with the square root"),
        (1_000_000, "0.00050"),
        ("many", "without quotation"),
    ],
    "bridges": [
        ("", "begin in the second row"),
        ("D2 C4 B6", "C4 and B6 have 1 empty neighbour in common"),
        ("F2 E4 D6", "O plays F1"),
        ("E2 C4 C6", "E2 and C4 have 1 empty neighbour in common"),
        ("D4 E2", "at the bottom, and two are needed"),
        ("E2 E3 D4 C6", "three are enough"),
        ("E2 D4 B5", "B5 is O's"),
        ("Z9", "no cell of Hex 7"),
    ],
    "template": [
        ("", "no cell is chosen"),
        ("C5 D5", "after D5 O plays D6"),
        ("C5 B6", "1 cell is missing"),
        ("C6", "C6 is taken"),
    ],
    "escapes": [
        ("D4 F5", "with a stone at F5 X is still too late"),
        ("D4 E4", "6 cells are missing"),
        ("F6", "F6 is taken"),
    ],
}
