"""Blocking sets: the fewest claims after which a player can no longer win."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf

from ..core.errors import Refused
from ..draw.marks import Mark
from ..graphs import player as checked
from ..play.match import Match
from .answers import counted, draw, in_notebook, listed, named, role, to_dict, to_frame
from .capabilities import joining
from .connectivity import distance
from .pairs import cheapest_pair
from .reach import path_text, site_names
from .trees import LATTICES


@dataclass(frozen=True, slots=True)
class BlockingSet:
    """The fewest sites whose loss leaves a player no win, as `blocking_set` finds them.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        The player to be stopped, FIRST or SECOND.
    stones : float
        How many sites the opponent must claim; `math.inf` if the player has won already.
    sites : tuple of str
        Such sites: a minimum cut.
    dual : tuple of str
        The opponent's chain or loop that they complete; in Antipalos the first of `duals`.
    duals : tuple of tuple of str
        Antipalos: one path for each lattice, the first cuts the lattice of a1. Elsewhere, and
        after a win of the opponent's, only `dual`.
    exact : bool
        Whether no fewer sites would do; it always is.
    """

    match: Match
    player: int
    stones: float
    sites: tuple[str, ...]
    dual: tuple[str, ...]
    duals: tuple[tuple[str, ...], ...]
    exact: bool = True

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        who, other = named(self.match, self.player), named(self.match, 3 - self.player)
        if isinf(self.stones):
            return f"{who} has won: no cut is left to make."
        if not self.stones:
            text = f"{who} is cut off already"
        else:
            text = (
                f"The fewest {self.match.game.board.noun}s of {other} that cut {who} off: "
                f"{len(self.sites)}, {listed(self.sites)}"
            )
        if len(self.duals) == 1:
            return f"{text}. The cut is {other}'s own path {path_text(self.dual)}."
        first, second = map(path_text, self.duals)
        return (
            f"{text}. The cut follows {first} across the lattice of a1, and {second} across the "
            "other."
        )

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        loop = bool(self.match.game.board.twists)
        if len(self.duals) == 1:
            label = f"{named(self.match, 3 - self.player)}'s path"
            paths = [Mark(label, role(3 - self.player), path=self.dual, closed=loop)]
        else:
            paths = [
                Mark(f"cuts {lattice}", "good", path=dual, number=k)
                for k, (lattice, dual) in enumerate(zip(LATTICES, self.duals, strict=False), 1)
            ]
        return (*paths, Mark(f"cut of {counted(len(self.sites), 'site')}", "cut", self.sites))


def blocking_set(m: Match, player: int) -> BlockingSet:
    """The fewest sites whose loss leaves a player no win, and the path that they complete.

    In Projex and ConHex exactly one player wins a full board, so a cut is the opponent's cheapest
    win. In Antipalos a piece of the opponent's cuts its square in both lattices, and the cut of one
    lattice is a path through the other: two paths that cross the fewest empty squares together.

    Parameters
    ----------
    m : Match
        A match of Projex, ConHex or Antipalos.
    player : int
        The player to be stopped, FIRST or SECOND.

    Returns
    -------
    BlockingSet
        `stones` (a count of claims), `sites` (the cut), `dual` and `duals` (the opponent's path or
        paths through it), `exact`; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        In a game that no chain or loop wins, such as Copolymer, in one without lattices that may be
        drawn, or if `player` is neither.

    Notes
    -----
    *cut*: the fewest sites whose loss leaves a player no path to a win. Where a full board has
    exactly one winner, a cut is a win of the opponent: cut(P) = distance(Q). (Gale 1979; for
    lattices, the duality of planar graphs.) In Antipalos two such cuts are sought together, by
    branch and bound with a Lagrangian bound; the opponent may win, by a path on one lattice, with
    fewer claims than cut off both.

    References
    ----------
    .. [1] D. Gale, "The game of Hex and the Brouwer fixed-point theorem", American Mathematical
       Monthly 86, 1979.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> cut = analysis.blocking_set(nbgames.match("projex", 6), nbgames.FIRST)
    >>> cut.stones, set(cut.sites) == set(cut.dual)
    (10, True)
    """
    who, game = checked(player), joining(m).game
    if game.board.ends:
        return _crossing_cuts(m, who)
    if game.rules.draws:
        raise Refused(
            f"in {game.name} a full board may have no winner, so what cuts one player off need not "
            "be a chain of the other's: ask analysis.distance how far each is from a win"
        )
    dual = distance(m, 3 - who)
    duals = (dual.chain,) if dual.chain else ()
    return BlockingSet(m, who, dual.stones, dual.witness, dual.chain, duals)


def _crossing_cuts(m: Match, who: int) -> BlockingSet:
    """One cut of both lattices; after a loss nothing has to be cut any more."""
    owners, other = m.position.owners, distance(m, 3 - who)
    if distance(m, who).stones == 0:
        return BlockingSet(m, who, inf, (), (), ())
    if other.stones == 0:
        return BlockingSet(m, who, 0, (), other.chain, (other.chain,))
    found = cheapest_pair(m.game.board, owners, 3 - who)
    open_ = {min(s, m.game.board.rivals[s]): s for path in found.paths for s in path}
    sites = site_names(m, (open_[square] for square in sorted(found.squares)))
    first, second = (site_names(m, path) for path in found.paths)
    return BlockingSet(m, who, len(sites), sites, first, (first, second))
