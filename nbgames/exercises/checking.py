"""Verdicts, which checks of exercises return, and the comparison of functions that they share.

A check computes whether the answer has the property that was asked for, so that every right answer
passes; what it says of a wrong one names the case and a way to look at it, and never the answer.
It reads nothing, prints nothing and leaves the global random state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any

from ..core.errors import GameError, Refused, shown


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """What a check says of an answer: a sentence, and true where the answer is right.

    Its `repr` is the sentence, since that is what a cell shows; where the exercise has a board,
    `live` shows that instead, with the answer on it, which is a tuple of sites.

    >>> right("a hexagon has six sides"), bool(wrong("a hexagon has more sides."))
    (Right: a hexagon has six sides., False)
    """

    right: bool
    words: str
    answer: tuple[int, ...] | None = None
    live: Callable[[], Any] | None = field(default=None, compare=False)
    exercise: str = field(default="", compare=False)  # the module and the name of its check

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return self.words

    def _ipython_display_(self) -> None:
        """Show the board as its widget is shown, with words for where that is no longer live."""
        if not self.live:
            raise NotImplementedError  # IPython asks for the others then
        from IPython.display import display

        display(self.live())

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.live()._repr_mimebundle_(**options) if self.live else None


NOT_YET = Verdict(False, "Not answered yet: put your answer where the dots are, then run it again.")


def right(why: str) -> Verdict:
    """The answer is right, because of this: a clause, lower case, no full stop."""
    return Verdict(True, sentence(1, why))


def wrong(why: str) -> Verdict:
    """The answer is wrong: whole sentences that say where, and what to look at."""
    return Verdict(False, sentence(0, why))


def sentence(is_right: int, why: str) -> str:
    """What is said of an answer; translated for pages too."""
    return f"Right: {why}." if is_right else f"Not right: {why}"


def exercise(check: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """Make a function of an answer a check: dots are no answer yet, and what is refused is wrong.

    Parameters
    ----------
    check
        A function of the answer, and perhaps of what the notebook made for it, that gives a
        Verdict. A GameError in it becomes the sentence.

    >>> @exercise
    ... def sides(answer):
    ...     '''How many sides has a hexagon?'''
    ...     return right("count them") if answer == 6 else wrong("draw one, and count.")
    >>> sides(...), sides(5), sides(6)
    (Not answered yet: put your answer where the dots are, then run it again., \
Not right: draw one, and count., Right: count them.)
    """

    @wraps(check)
    def checked(answer: Any, *given: Any) -> Verdict:
        if answer is ...:
            return NOT_YET
        try:
            verdict = check(answer, *given)
        except GameError as error:
            verdict = wrong(f"{error}.")
        where = check.__module__.rpartition(".")[2]
        return replace(verdict, exercise=f"{where}.{check.__name__}")

    return checked


def compare(
    answer: Any,
    truth: Callable[..., Any],
    cases: Mapping[str, tuple[Any, ...]],
    hint: str | Callable[..., str],
) -> Verdict:
    """Does a student's function agree with the truth in every case?

    Parameters
    ----------
    answer
        What the student wrote: a function, one hopes.
    truth
        Computes what is right, from the same arguments.
    cases
        The arguments of each case, by words for it: {"s = 2": (2,)}. The student's function gets a
        copy, so that it may change what it is given.
    hint
        A sentence on how to see for oneself, or a function that gives one for a case's arguments.
        The right value is never told.

    >>> compare(lambda s: s * s, lambda s: s + s, {"s = 2": (2,), "s = 3": (3,)}, "Add it up.")
    Not right: for s = 3 your function gives 9. Add it up.
    """
    if not callable(answer):
        return wrong(f"{shown(answer)} is no function: write one with def.")
    for case, given in cases.items():
        said = attempt(answer, case, *given)
        if said is ...:
            return NOT_YET
        if said is None:
            return wrong(f"for {case} your function gives nothing: does it end with return?")
        true = truth(*given)
        if not attempt(lambda a, b: bool(a == b), case, said, true):
            what = hint if isinstance(hint, str) else hint(*given)
            if isinstance(said, str) and not isinstance(true, str):
                asked = "give True or False, and " if isinstance(true, bool) else ""
                what = f"That is a text: {asked}leave the quotation marks out."
            return wrong(f"for {case} your function gives {shown(said)}. {what}")
    return right(f"so it is in all {len(cases)} cases tried")


def attempt(answer: Callable[..., Any], case: str, *given: Any) -> Any:
    """What a student's function gives for copies of these arguments.

    Raises
    ------
    Refused
        If it stops with an error; the words name the case and the error.
    """
    try:
        return answer(*deepcopy(given))
    except Exception as error:
        kind = type(error).__name__
        words = str(error).rstrip(".")
        raise Refused(f"for {case} your function stops with {kind}: {words}") from error


def named_in(answer: Any, names: Iterable[str], what: str) -> list[str]:
    """The names in an answer, a list or a text like "F6, G6", written as the board writes them.

    Raises
    ------
    Refused
        If one is none of these names; `what` they are is said in the words: "cell of size 3".
    """
    if not isinstance(answer, Iterable):
        raise Refused(f"{shown(answer)} is no list: write the names, each a {what}, in brackets")
    # A piece may be named from either end: a1-b2 is b2-a1.
    written = {
        spelt: name
        for name in names
        for spelt in (name.casefold(), "-".join(reversed(name.casefold().split("-"))))
    }
    said = answer.replace(",", " ").split() if isinstance(answer, str) else list(answer)
    for name in said:
        if str(name).casefold() not in written:
            raise Refused(f"{shown(name)} is no {what}")
    return [written[str(name).casefold()] for name in said]
