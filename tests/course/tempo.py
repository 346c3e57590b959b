"""Answers to the exercises of "Tempo in Copolymer", right ones and wrong ones."""

import nbgames
from nbgames import FIRST, SECOND

SEED = nbgames.read_diagram(
    nbgames.game("copolymer", 5), "x o x\n x o . .\n o o o . o\n x . o .\n . . x"
)

RIGHT = {
    "turns": [lambda a, b: 2**a * b if b else 1, lambda a, b: max(1, b << a)],
    "winner": [lambda a, b: FIRST if a >= b else SECOND, lambda a, b: 1 + (b > a)],
    "best_turn": ["B3,C4,D5,B4", "D5 C4 B3 B4", ["b3", "c4", "d5", "b4"]],
    "settled": [lambda a, b, c: a + c + (2 - b) * (b > 0)],
    "zugzwang": ["A3", ["a3"]],
}
GIVEN = {"best_turn": (SEED,)}

WRONG = {
    "turns": [
        (lambda a, b: a * b, "closing cell"),
        (lambda a, b: 2**a * b, "There is no closing cell"),
    ],
    "winner": [
        (lambda a, b: FIRST, "C₁ = 0, C₂ = 1"),
        (lambda a, b: 1 + (b >= a), "can the margin be 0?"),
        (lambda a, b: "FIRST", "leave the quotation marks out"),
    ],
    "best_turn": [
        ("D3,E4", "some turn does better"),
        ("B3", "the turn is open"),
        ("B3,C4", "stops too early"),
        ("B3,A1", "A1 is taken"),
        ("B3,Z1", "'Z1' is no cell of this board"),
    ],
    "settled": [
        (lambda a, b, c: a, "c = 1"),
        (lambda a, b, c: a + c - b, "Who gets the rest?"),
        (lambda a, b, c: a + c + 2 - b, "no closing cell is needed"),
    ],
    "zugzwang": [
        ("E5", "the move is worth nothing"),
        ("A1", "the move is worth +2"),
        ("C3", "C3 is taken"),
        ("A1 A2", "choose one cell, and not 2"),
        ("Z9", "no cell of this board"),
    ],
}
