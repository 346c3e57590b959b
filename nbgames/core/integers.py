"""Whole numbers, seeds and times as callers give them: Python's own, numpy's, or a generator's."""

from __future__ import annotations

from numbers import Real
from operator import index


def integer(given: object) -> int | None:
    """The whole number that was given, such as 3 or numpy's; None if it is no such thing.

    >>> integer(3), integer(True), integer(3.0)
    (3, None, None)
    """
    if isinstance(given, bool):
        return None
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def duration(given: object) -> float | None:
    """Seconds above 0, a whole number or a fraction of them; None if it is no such thing.

    >>> duration(2), duration(0.5), duration(True), duration(0)
    (2.0, 0.5, None, None)
    """
    if isinstance(given, bool) or not isinstance(given, Real):
        return None
    seconds = float(given)
    return seconds if seconds > 0 else None


def seeded(given: object) -> int | None:
    """A seed: the whole number given, or one that a numpy.random.Generator draws; else None.

    >>> seeded(7), seeded("7")
    (7, None)
    """
    draw = getattr(given, "integers", None)
    return integer(draw(1 << 62) if callable(draw) else given)
