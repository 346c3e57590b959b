"""Strategies that prove a value: the records, and the files that keep them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from ..core.errors import Refused, shown
from . import verifier
from .answers import to_dict, to_frame

LARGEST = 300_000  # replies
Reply = tuple[tuple[bytes, int], int]  # a position, as owners and the side to move, and a site


@dataclass(frozen=True, slots=True)
class Strategy:
    """A reply to every line of the opponent, by which one player gets at least a value.

    Where chains win on two lattices, as in Antipalos, lines end as soon as disjoint trees settle
    them, which whoever verifies the strategy finds anew.

    Attributes
    ----------
    who : int
        Whose strategy it is, FIRST or SECOND.
    least : int
        What it gets at least, as a value for `who`.
    replies : mapping of tuple to int
        The site to claim, by the owners of all sites (bytes) and the side to move.
    steps : tuple of str
        Where loops win, in place of replies: the connections that make a loop, each from earlier
        ones, by the numbers of sites and of lines from 0. "path 1 2 3": each site touches the next;
        "over 2 0 1": lines 0 and 1 meet in site 2; "either 4 2 7 3": a claim of 4 makes line 2
        hold, one of 7 line 3, and the opponent cannot stop both with one claim.
    """

    who: int
    least: int
    replies: Mapping[tuple[bytes, int], int] = field(repr=False)
    steps: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The value of a position for the side to move, with the strategies that prove it.

    Attributes
    ----------
    value : int
        As in `Solution`.
    strategies : tuple of Strategy
        For each player whose bound is not trivial, what answers all that the opponent may do.
    game : str
        The game and its size or cells, "projex 4".
    start : str
        The position: the owner of each site as a digit, and the side to move, "0012 1".
    turns : tuple of tuple of int
        Symmetries that leave the position as it is, as where each site goes.
    """

    value: int
    strategies: tuple[Strategy, ...]
    game: str = ""
    start: str = ""
    turns: tuple[tuple[int, ...], ...] = ()

    each: ClassVar[tuple[str, ...]] = ("strategies",)
    to_dict = to_dict
    to_frame = to_frame

    def save(self, path: str | Path) -> None:
        """Write the certificate to a file, which `Certificate.load` reads.

        The file is text in gzip, with a line for each reply: the owners of all sites, the side to
        move, and the number of the site to claim. Of positions that a symmetry takes to each other
        there is one; steps are lines as they are. `nbgames/analysis/verifier.py` checks a file with
        nothing but Python.

        Parameters
        ----------
        path : str or Path
            Where to; a file that is there is replaced.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> import nbgames
        >>> from nbgames import analysis
        >>> m = nbgames.match("antipalos", 2, swap=False)
        >>> with TemporaryDirectory() as folder:
        ...     analysis.solve(m, certificate=True).certificate.save(f"{folder}/a2.gz")
        ...     analysis.verify(m, analysis.Certificate.load(f"{folder}/a2.gz"))
        True
        """
        lines = [f"nbgames certificate 3\ngame {self.game}\nstart {self.start}"]
        lines += [f"value {self.value}"]
        lines += [f"symmetry {' '.join(map(str, turn))}" for turn in self.turns]
        for one in self.strategies:
            lines.append(f"strategy {one.who} {one.least}")
            lines += sorted(
                f"{''.join(map(str, owners))} {mover} {site}"
                for (owners, mover), site in self._once(one.replies.items())
            )
            lines += one.steps
        Path(path).write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), mtime=0))

    @classmethod
    def load(cls, path: str | Path) -> Certificate:
        """The certificate that `save` wrote to a file.

        It may come from anybody: `analysis.verify` says whether it proves a value.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Certificate
            It proves what was saved; where a position has symmetries it may have more replies.

        Raises
        ------
        Refused
            If the file holds no certificate; the words name the first line that is wrong.
        OSError
            If it cannot be read.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> import nbgames
        >>> from nbgames import analysis
        >>> m = nbgames.match("antipalos", 2, swap=False)
        >>> made = analysis.solve(m, certificate=True).certificate
        >>> with TemporaryDirectory() as folder:
        ...     made.save(f"{folder}/a2.gz")
        ...     analysis.Certificate.load(f"{folder}/a2.gz").start == made.start
        True
        """
        try:
            proof = verifier.read(path)
        except verifier.WrongError as error:
            raise Refused(f"{shown(str(path))} proves nothing: {error}") from None
        strategies = (
            Strategy(who, least, replies, tuple(steps))
            for who, least, replies, steps in proof.strategies
        )
        return cls(proof.value, tuple(strategies), proof.game, proof.start, proof.turns)

    def _once(self, replies: Iterable[Reply]) -> Iterator[Reply]:
        """One reply of those at positions that are turned copies of each other."""
        seen: set[tuple[bytes, int]] = set()
        for (owners, mover), site in replies:
            if (owners, mover) not in seen:
                yield (owners, mover), site
                seen |= {(verifier.turned_by(turn, owners), mover) for turn in self.turns}


load_certificate = Certificate.load
