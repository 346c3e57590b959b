"""Answers to the exercises of "One class", right ones and wrong ones."""

from itertools import combinations

from nbgames import analysis, game, graphs

LOOPS = {
    "A": ["B3", "B4", "C4", "D3", "D2", "C2"],
    "B": ["B3", "B4", "C4", "D4", "E4", "F4"],
    "C": ["B3", "B4", "A5", "F3", "F4"],
    "D": ["E1", "F1", "A6", "A5", "F3", "E4", "D5", "C6"],
}
GIVEN = {"winning": (LOOPS,)}

G = graphs.board_graph(game("projex", 3))
LOOPS_OF_FOUR = [four for four in combinations(G, 4) if not analysis.is_balanced(G.subgraph(four))]
WALLS = [
    four for four in combinations(G, 4) if analysis.is_balanced(G.subgraph(set(G) - set(four)))
]

RIGHT = {
    "winning": ["B D", "bd", ["d", "b"]],
    "loop": ["C1 B2 B3 B4", *LOOPS_OF_FOUR[-3:]],
    "wall": ["c1, b2, b3, b4", *WALLS[:3]],
}
WRONG = {
    "winning": [
        ("B", "1 loop is missing"),
        ("", "2 loops are missing"),
        ("A B D", "loop A does not win"),
        ("B C D", "loop C does not win"),
        ("E", "no loop: they are A, B, C and D"),
        (2, "no list"),
    ],
    "loop": [
        ("C1 B2 B3", "3 cells"),
        ("B3 C3 C2 D2", "no loop"),
        ("C1 B2 B3 B5", "no cell of Projex 3"),
    ],
    "wall": [
        ("B3 C3 C2 D2", "still have a winning loop"),
        ("A3 A4 B4 C4 D3", "5 cells"),
        ("B3 B3 B3 B3", "1 cell,"),
    ],
}
