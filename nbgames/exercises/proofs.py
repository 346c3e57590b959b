"""Proofs to watch on a live board: a widget whose page needs no kernel, and a page.

In a notebook the last line of a cell shows one:  `proofs.somebody_wins(seed=3)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import traitlets

from ..core.rules import Rules
from ..draw.captions import Captioned
from ..draw.overlay import Overlay, told
from ..draw.stored import WIDE
from ..draw.svg import board_svg, svg
from ..play.match import Match, match
from ..web import shell
from ..web.bundle import bundled, module, styled
from ..web.playing import known, modules_of_all
from ..widgets.notebook import NotebookWidget, close_older, pictured
from . import antipodes, rooms, stepwise
from . import gluing as glued
from .steps import Proof

_CSS = styled("board.css", "guide.css", "shades.css", "trainer.css", "exercise.css")


class Staged(NotebookWidget):
    """A proof to watch; the functions of this module make them."""

    _css = _CSS
    _esm = traitlets.Unicode().tag(sync=True)
    data = traitlets.Unicode().tag(sync=True)

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        super().__init__(_esm=_module(proof.game.rules), data=packed([proof]))
        close_older(self)

    def __repr__(self) -> str:
        return f"<{self._proof.title}, in {len(self._proof.steps)} steps>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The proof, and a picture of its last step for where none can be live."""
        end, last = _end(self._proof), self._proof.steps[-1]
        over = Overlay(last.path, last.arrows, last.shaded)
        line = " A line is drawn." if over.path else ""
        alt = f"{self._proof.title}, the last of {len(self._proof.steps)} steps.{line}"
        alt = f"{alt} {told(end.game.board, over)}".strip()
        still = Captioned(svg(end, over=over), WIDE, alt, last.says)
        return pictured(super()._repr_mimebundle_(**options), end, figure=still._repr_html_)

    def to_html(self) -> str:
        """One file with this proof, which needs no Python.

        Returns
        -------
        str
            The whole page.
        """
        return proofs_html(self._proof.title, [self._proof])

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take nothing that a page writes.

        Parameters
        ----------
        sync_data : dict
            Traits by name, as ipywidgets hands them over; data from a stranger.
        """


def somebody_wins(seed: int = 1, size: int = 4) -> Staged:
    """The walk on a full board of ConHex that shows who has won; `stepwise` makes its steps.

    Parameters
    ----------
    seed : int
        In which order the holes are claimed, at random.
    size : int
        Of the board.

    Returns
    -------
    Staged
        The last line of a cell shows it.

    Examples
    --------
    >>> shown = somebody_wins()
    >>> shown
    <Somebody wins, in 22 steps>
    >>> shown.close()
    """
    return Staged(stepwise.somebody_wins(seed, size))


def sperner(seed: int = 20, size: int = 6) -> Staged:
    """Sperner's lemma, by walks through rooms and doors; `rooms` makes the steps.

    Parameters
    ----------
    seed : int
        Which labels are drawn.
    size : int
        How many cells a side has.

    Returns
    -------
    Staged
        The last line of a cell shows it.

    Examples
    --------
    >>> shown = sperner()
    >>> shown
    <Rooms and doors, in 18 steps>
    >>> shown.close()
    """
    return Staged(rooms.sperner(seed, size))


def antipodal(seed: int = 41, size: int = 5) -> Staged:
    """A full board of Projex has a group that is its own opposite; `antipodes` makes the steps.

    Parameters
    ----------
    seed : int
        In which order the cells are filled, at random.
    size : int
        Of the board.

    Returns
    -------
    Staged
        The last line of a cell shows it.

    Examples
    --------
    >>> shown = antipodal()
    >>> shown
    <The antipodal tree, in 7 steps>
    >>> shown.close()
    """
    return Staged(antipodes.antipodal(seed, size))


def gluing(size: int = 3) -> Staged:
    """A Möbius band and a disk make the projective plane, face by face; `gluing` makes the steps.

    Parameters
    ----------
    size : int
        Of the board of Projex.

    Returns
    -------
    Staged
        The last line of a cell shows it.

    Examples
    --------
    >>> shown = gluing()
    >>> shown
    <A band and a disk, in 25 steps>
    >>> shown.close()
    """
    return Staged(glued.gluing(size))


def augmenting(seed: int = 3, size: int = 4) -> Staged:
    """As many disjoint paths across ConHex as a cut has cells; `stepwise` makes the steps.

    Parameters
    ----------
    seed : int
        Which augmenting path is taken where there are several.
    size : int
        Of the board.

    Returns
    -------
    Staged
        The last line of a cell shows it.

    Examples
    --------
    >>> shown = augmenting(size=3)
    >>> shown
    <Augmenting paths, in 8 steps>
    >>> shown.close()
    """
    return Staged(stepwise.augmenting(seed, size))


def repairing(seed: int = 1, size: int = 4) -> Staged:
    """Two trees of Antipalos, repaired at every cut until V has joined; `stepwise` makes the steps.

    Parameters
    ----------
    seed : int
        Which pieces H cuts, at random.
    size : int
        Of the board, even: only then are there two trees at the start.

    Returns
    -------
    Staged
        The last line of a cell shows it.

    Examples
    --------
    >>> shown = repairing(size=2)
    >>> shown
    <Two trees repaired, in 6 steps>
    >>> shown.close()
    """
    return Staged(stepwise.repairing(seed, size))


def _end(proof: Proof) -> Match:
    """The position of the last step."""
    owners = bytes(proof.steps[-1].owners)
    start = match(proof.game, swap=False).position
    return match(proof.game, start=type(start)(owners, start.to_move), swap=False)


def packed(proofs: Iterable[Proof]) -> str:
    """Proofs with their boards, as a page takes them."""
    return shell.packed([_given(proof) for proof in proofs])


def _given(proof: Proof) -> dict[str, Any]:
    steps = [
        {
            "says": step.says,
            "owners": list(step.owners),
            "path": step.path,
            "marks": list(map(list, step.arrows)),
            "heat": {str(site): [0.5, text] for site, text in step.shaded.items()},
        }
        for step in proof.steps
    ]
    facts, board = known(proof.game), board_svg(proof.game.board)
    return {"title": proof.title, "facts": facts, "board": board, "steps": steps}


@cache
def _module(rules: Rules) -> str:
    return module("staged.js", modules_of_all([rules]))


def proofs_html(title: str, every: Iterable[Proof]) -> str:
    """One file with proofs to watch, which needs no Python."""
    given = list(every)
    rules = {proof.game.name: proof.game.rules for proof in given}
    script = bundled("stages.js", modules_of_all(rules.values()))
    sheets = styled(
        "board.css", "page.css", "guide.css", "shades.css", "trainer.css", "exercise.css"
    )
    return shell.page(title, shell.app(), script, packed(given), sheets)
