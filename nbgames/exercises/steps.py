"""What a proof step by step is made of: what is said of each step, and what is drawn for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core.game import Game


@dataclass(frozen=True, slots=True)
class Step:
    """One picture of a proof, and what is said of it.

    Attributes
    ----------
    says : str
        Whole sentences.
    owners : tuple of int
        Who owns each site.
    path : str
        What is drawn as a bright line, as an SVG path in pixels of the board.
    arrows : tuple of tuple of int
        A site that has a ring, or two of which an arrow leads from the first to the second.
    shaded : dict from int to str
        Sites that are shaded, and a text on each.
    """

    says: str
    owners: tuple[int, ...]
    path: str = ""
    arrows: tuple[tuple[int, ...], ...] = ()
    shaded: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof on a board, step by step."""

    title: str
    game: Game
    steps: tuple[Step, ...]
