"""Exercises that are answered on a board: what is asked, and who judges it, in Python and on pages.

A judge is a function that `web.translate` can translate, so that a page without Python says the
same. It gets the game, the answer as a list of sites and the exercise's own data, and gives a list
of four: 1 if the answer is right, why or why not, the sites to mark, and a chain to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from ..core.board import Net
from ..core.game import Game
from ..core.position import FIRST
from ..core.rules import Rules
from ..games import game
from ..notation.record import set_up
from ..play.match import Match, match
from .checking import Verdict, named_in, sentence

Judge = Callable[["At", list[int], Any], list[Any]]


class At(NamedTuple):
    """A game as judges read it, by the names that it has on a page."""

    names: Sequence[str]
    net: Net
    step: Callable[..., int]
    winner: Callable[..., int]
    claimable: int
    players: Sequence[str]


def no_data() -> list[Any]:
    return []


@dataclass(frozen=True, slots=True)
class Posed:
    """An exercise on a board.

    Attributes
    ----------
    title, asks : str
        Its name, and the exercise in a few sentences.
    name, size : str or Rules, int
        The game, or a board of this package's own, and its size.
    judge : function
        As this module says.
    stars : int
        How hard it is, 1 to 3.
    kind : str
        What the answer is. "set": sites, in any order. "pairs", "triangles": sites, each two of
        which are a pair, each three a triangle. "path": sites in order. "label": the owner of each
        site of the board. "play": the claims of a match, of both players. "turn": the claims of
        one turn.
    who : int
        Whose stones show the sites of a set.
    data : function
        What the judge needs to know besides the board, as lists; made when it is asked for.
    replies : function
        In a match against the check: what it plays, by the owners of all sites as a text of digits.
    start : str
        The position that is shown, as a record writes it; "" is the empty board.
    drawn : str
        A path that is drawn on the board, as names of sites.
    """

    title: str
    asks: str
    name: str | Rules
    size: int
    judge: Judge
    stars: int = 1
    kind: Literal["set", "pairs", "triangles", "path", "label", "play", "turn"] = "set"
    who: int = FIRST
    data: Callable[[], Any] = no_data
    replies: Callable[[], dict[str, str]] = dict
    start: str = ""
    drawn: str = ""

    @property
    def game(self) -> Game:
        return game(self.name, self.size)

    @property
    def opening(self) -> Match:
        """The board before anything is answered."""
        start = set_up(self.game, self.start) if self.start else None
        return match(self.game, start=start, swap=False)

    @property
    def sites_drawn(self) -> list[int]:
        """The sites of the path that is drawn."""
        return [self.game.board.site(name) for name in self.drawn.split()]

    def judged(self, answer: list[int], data: Any = None) -> Verdict:
        """The verdict on sites, as a page gives it too, which knows no data but its own."""
        given = self.data() if data is None else data
        right, words, _, _ = self.judge(_at(self.game), answer, given)
        return Verdict(bool(right), sentence(right, words), tuple(answer))

    def read(self, answer: Any, what: str) -> list[int]:
        """The sites of a set in the board's order, each once; `what` they are called.

        Raises
        ------
        Refused
            If one is no site that can be claimed.
        """
        board = self.game.board
        return sorted(map(board.site, set(named_in(answer, board.names[: board.claimable], what))))


@cache
def _at(of: Game) -> At:
    board, rules = of.board, of.rules
    return At(board.names, board.net, rules.step, rules.winner, board.claimable, rules.players)


# What judges have in common; translated with them


def owned(at: At, sites: Iterable[int], who: int) -> list[int]:
    """The owners of all sites where these are one player's and no other is anybody's."""
    owners = [0] * len(at.names)
    for site in sites:
        owners[site] = who
    return owners


def played(at: At, claims: Sequence[int]) -> list[int]:
    """The owners of all sites after these claims of a match, the first player's first."""
    owners = [0] * len(at.names)
    who = 1
    for site in claims:
        who = at.step(at.net, owners, site, who)
    return owners


def named(at: At, sites: Sequence[int]) -> str:
    """The names of sites in words: A1, B2 and C3."""
    return strung(at, sites, ", ", " and ")


def strung(at: At, sites: Sequence[int], between: str, last: str) -> str:
    """The names of sites, with a text between them and another before the last."""
    text = ""
    for k in range(len(sites)):
        before = "" if k == 0 else last if k == len(sites) - 1 else between
        text += f"{before}{at.names[sites[k]]}"
    return text


def touch(net: Net, site: int, other: int) -> bool:
    """Are these sites neighbours?"""
    near = [k for k in range(net.starts[site], net.starts[site + 1]) if net.ends[k] == other]
    return len(near) > 0


def lies_on(net: Net, site: int, side: int) -> bool:
    return net.sides[site] & side > 0
