"""A game's primer: its rules as short texts with positions to look at, and first moves to try."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A rule and a position that shows it.

    Attributes
    ----------
    says : str
        The rule, in a few sentences.
    start : str
        The position as a record writes it, "X A1; O B2; X to move"; "" is the empty board.
    moves : str
        Words that go on from there, "C3 D4".
    marks : str
        Rings and arrows, "A1 B2>C3".
    """

    says: str
    start: str = ""
    moves: str = ""
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move to be found by a beginner.

    Attributes
    ----------
    asks : str
        What is asked.
    right : str
        The words that are right, "C3 D4"; "" if every move is.
    well : str
        What is said of these, and what they teach.
    amiss : str
        What is said of other moves.
    start, moves : str
        The position, as in a `Page`.
    """

    asks: str
    right: str
    well: str
    amiss: str = ""
    start: str = ""
    moves: str = ""


@dataclass(frozen=True, slots=True)
class Primer:
    """What a game tells a beginner, on a board of this size; a game may have none.

    Attributes
    ----------
    size : int
        The size of the board of all positions.
    pages : tuple of Page
        The rules, in the order in which they are told.
    lessons : tuple of Lesson
        Moves to be found, the easiest first.
    terms : tuple of (str, str)
        The game's own words, as a regular expression of small letters, with what each means.
    """

    size: int = 0
    pages: tuple[Page, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()


NO_PRIMER = Primer()
