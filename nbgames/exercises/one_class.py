"""Exercises of "One class": which loops win, four cells that win, four cells that stop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import graphs
from ..analysis import crossings, is_balanced
from ..analysis.answers import counted, listed
from ..core.errors import Refused
from ..games import game
from .checking import Verdict, exercise, named_in, right, wrong

FEW = 4  # cells of a shortest loop at size 3, and of a smallest wall: cuts.ipynb tries all sets


@exercise
def winning(answer: Any, loops: Mapping[str, Sequence[str]]) -> Verdict:
    """The letters of those loops of Projex 4 that win."""
    G = graphs.board_graph(game("projex", 4))
    if isinstance(answer, str):
        answer = filter(str.isalpha, answer)  # "B D", "B, D" and "BD"
    named = set(named_in(answer, loops, f"loop: they are {listed(sorted(loops))}"))
    across = {letter: crossings(G, loop) for letter, loop in loops.items()}
    if bad := sorted(letter for letter in named if across[letter] % 2 == 0):
        return wrong(
            f"loop {bad[0]} does not win. How many of its steps lead over the edge? Count the last "
            "step too, back to its first cell."
        )
    if missing := sum(n % 2 for letter, n in across.items() if letter not in named):
        return wrong(
            f"all that you name win, but {counted(missing, 'loop is', 'loops are')} missing."
        )
    return right(f"{listed(sorted(named))} lead over the edge an odd number of times")


@exercise
def loop(answer: Any) -> Verdict:
    """Four cells of Projex 3 with which a player wins."""
    G = graphs.board_graph(game("projex", 3))
    named = _four(answer, G)
    if is_balanced(G.subgraph(named)):
        return wrong("these cells have no loop that leads over the edge an odd number of times.")
    return right(f"{listed(sorted(named))} are a winning loop")


@exercise
def wall(answer: Any) -> Verdict:
    """Four cells of Projex 3 that leave the other player no winning loop."""
    G = graphs.board_graph(game("projex", 3))
    named = _four(answer, G)
    if not is_balanced(G.subgraph(set(G) - named)):
        return wrong("the other eight cells still have a winning loop. Which of its cells next?")
    return right(
        "in the other eight cells no loop wins; now see whether your own four have one that does"
    )


def _four(answer: Any, cells: Iterable[str]) -> set[str]:
    named = set(named_in(answer, cells, "cell of Projex 3"))
    if len(named) != FEW:
        raise Refused(f"these are {counted(len(named), 'cell')}, and four are asked for")
    return named
