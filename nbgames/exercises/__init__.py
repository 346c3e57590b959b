"""The checks of the course's exercises, a module for each notebook, and what new ones are made of.

In a notebook:  `from nbgames.exercises import boards_are_graphs as check`, then
`check.copolymer_cells(answer)` shows one sentence: right, or what is wrong and where.
In a grader: `assert (verdict := check.copolymer_cells(answer)), verdict` fails with that sentence.
"""

from .checking import Verdict, compare, exercise, named_in, right, wrong

__all__ = ["Verdict", "compare", "exercise", "named_in", "right", "wrong"]
