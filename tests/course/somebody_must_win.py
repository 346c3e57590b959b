"""Answers to the exercises of "Somebody must win", right ones and wrong ones."""

from itertools import combinations

from nbgames import analysis

LOOPS = ["ABD", "ABE", "ACE", "ACF", "ADF", "BCD", "CDE", "DEF", "BEF", "BCF"]


def chosen(G, k):
    return sum(not analysis.is_balanced(G.subgraph(nodes)) for nodes in combinations(G, k))


def by_bits(G, k):
    cells = list(G)
    sets = ([v for n, v in enumerate(cells) if bits >> n & 1] for bits in range(1 << len(cells)))
    return sum(len(s) == k and not analysis.is_balanced(G.subgraph(s)) for s in sets)


RIGHT = {
    "winner": [
        lambda steps: "V" if steps[-1][0] == "bottom" else "H",
        lambda steps: "H" if steps[-1][1] == "right" else "V",
        lambda steps: "V" if steps.pop()[1] == "left" else "H",
    ],
    "triangles": [
        LOOPS,
        " ".join(LOOPS),
        [" ".join(word) for word in LOOPS],
        ", ".join(w[::-1].lower() for w in LOOPS[::-1]),
    ],
    "wins": [chosen, by_bits],
    "drawn": [["a2-b1", "a2-b3", "b3-c2", "b1-c2"], "A2-B1, b1-c2, c2-b3, a2-b3"],
    "both": [
        {"V": ["a1-b2", "b2-c3"], "H": ["a3-b2", "b2-c1"]},
        {"H": "b2-c3 a1-b2", "V": "B2-C1 A3-B2"},
    ],
}

WRONG = {
    "winner": [
        (
            lambda steps: "V",
            "The last pair is ('top', 'right'): which side of the board is on the left",
        ),
        (lambda steps: steps[0][0], "your function gives 'top'"),
        (lambda steps: steps[-1][0] == "bottom", "Answer 'V' or 'H'"),
        (lambda steps: "V" if len(steps) % 2 else "H", "which side of the board is on the left"),
    ],
    "triangles": [
        (LOOPS[:7], "3 triples are missing"),
        ([*LOOPS, "ABC"], "ABC does not win"),
        (["ABG"], "'ABG' is no triple"),
        (["AAB"], "'AAB' is no triple"),
        (10, "10 is no list"),
    ],
    "wins": [
        (lambda G, k: len(list(combinations(G, k))), "the six cells and k = 0"),
        (lambda G, k: 10 if k == 3 else 0, "the six cells and k = 4"),
        (lambda G, k: list(combinations(G, k)), "Give a number: how many of the choices"),
        (lambda G, k: combinations(k, G), "stops with TypeError"),
    ],
    "drawn": [
        (["a1-b2", "a2-b3", "b2-c3", "b1-c2"], "the game is over before b1-c2"),
        (["a1-b2", "a2-b3", "b3-c2"], "1 square to go"),
        (["a1-b2", "a2-b1"], "blocked"),
        (["a1-b3"], "'a1-b3' is no piece"),
        (["a2-b1", "a2-b3", "b1-c2", "b3-c2"], "a2-b3 and b3-c2 join the sides"),
    ],
    "both": [
        ({"V": ["a2-b1", "b2-c3"], "H": ["a3-b2", "b2-c1"]}, "V is not joined"),
        ({"V": ["a1-b2", "b2-c3"], "H": ["a2-b3", "b2-c1"]}, "H is not joined"),
        ({"V": ["a1-b2", "a2-b1"], "H": ["a3-b2", "b2-c1"]}, "exactly one in each square"),
        ({"V": ["b2"], "H": []}, "'b2' is no piece"),
        (["a1-b2", "b2-c3"], "a dictionary of two lists"),
    ],
}
