"""Strategies that prove a value: the records, and the files that keep them."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from ..core.errors import Refused, shown
from .answers import to_dict, to_frame

LARGEST = 300_000  # replies
TEXT = 1 << 26  # bytes of a file, unpacked
HEAD = "nbgames certificate 1"
VALUE = re.compile(r"value (-?\d{1,5})")
STRATEGY = re.compile(r"strategy ([12]) (-?\d{1,5})")
REPLY = re.compile(r"([0-3]{1,9999}) ([12]) (\d{1,5})")


@dataclass(frozen=True, slots=True)
class Strategy:
    """A reply to every line of the opponent, by which one player gets at least a value.

    Attributes
    ----------
    who : int
        Whose strategy it is, FIRST or SECOND.
    least : int
        What it gets at least, as a value for `who`.
    replies : mapping of tuple to int
        The site to claim, by the owners of all sites (bytes) and the side to move.
    """

    who: int
    least: int
    replies: Mapping[tuple[bytes, int], int] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The value of a position for the side to move, with the strategies that prove it.

    Attributes
    ----------
    value : int
        As in `Solution`.
    strategies : tuple of Strategy
        For each player whose bound is not trivial, a reply to all that the opponent may do.
    """

    value: int
    strategies: tuple[Strategy, ...]

    each: ClassVar[tuple[str, ...]] = ("strategies",)
    to_dict = to_dict
    to_frame = to_frame

    def save(self, path: str | Path) -> None:
        """Write the certificate to a file, which `analysis.load_certificate` reads.

        The file is text in gzip, with a line for each reply: the owners of all sites, the side to
        move, and the number of the site to claim.

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
        ...     analysis.verify(m, analysis.load_certificate(f"{folder}/a2.gz"))
        True
        """
        lines = [HEAD, f"value {self.value}"]
        for one in self.strategies:
            lines.append(f"strategy {one.who} {one.least}")
            lines += sorted(
                f"{''.join(map(str, owners))} {mover} {site}"
                for (owners, mover), site in one.replies.items()
            )
        Path(path).write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), mtime=0))


def load_certificate(path: str | Path) -> Certificate:
    """The certificate that `Certificate.save` wrote to a file.

    It may come from anybody: `analysis.verify` says whether it proves a value.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    Certificate
        Equal to the one that was saved.

    Raises
    ------
    Refused
        If the file holds no certificate; the words name the first line that is wrong.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("antipalos", 2, swap=False)
    >>> made = analysis.solve(m, certificate=True).certificate
    >>> with TemporaryDirectory() as folder:
    ...     made.save(f"{folder}/a2.gz")
    ...     analysis.load_certificate(f"{folder}/a2.gz") == made
    True
    """
    try:
        with Path(path).open("rb") as raw, gzip.open(raw) as file:
            text = file.read(TEXT + 1).decode("ascii")
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError):
        text = ""
    if len(text) > TEXT:
        raise Refused(f"{shown(str(path))} is too large: a certificate has up to {TEXT:,} bytes")
    head, value, *lines = [*text.splitlines(), "", ""]
    known = VALUE.fullmatch(value)
    if head != HEAD or not known:
        raise Refused(f"{shown(str(path))} is no certificate: give a file that save wrote")
    strategies: list[Strategy] = []
    replies: dict[tuple[bytes, int], int] = {}
    for number, line in enumerate(lines[:-2], 3):
        if begun := STRATEGY.fullmatch(line):
            replies = {}
            strategies.append(Strategy(int(begun[1]), int(begun[2]), replies))
        elif (reply := REPLY.fullmatch(line)) and strategies:
            replies[bytes(map(int, reply[1])), int(reply[2])] = int(reply[3])
        else:
            raise Refused(
                f"line {number} of {shown(str(path))} is {shown(line)}: give the owners of all "
                "sites as digits 0 to 3, the side to move and the site to claim"
            )
    return Certificate(int(known[1]), tuple(strategies))
