"""Blocking sets: the fewest claims after which a player can no longer win."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf

from ..core.errors import Refused
from ..core.position import EMPTY
from ..draw.marks import Mark
from ..graphs import GOALS
from ..graphs import player as checked
from ..play.match import Match
from .answers import counted, draw, in_notebook, listed, named, role, to_dict, to_frame, told
from .capabilities import joining
from .connectivity import distance
from .paths import cheapest_chain
from .reach import parts, path_text, site_names

ROUNDS = 6  # of choosing one lattice's cut to suit the other's; fewer have always been enough


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
        The opponent's chain or loop that they complete.
    duals : tuple of tuple of str
        Antipalos: one chain for each lattice, the first cuts the lattice of a1. Elsewhere only
        `dual`.
    exact : bool
        Whether no fewer sites would do. In Antipalos one piece cuts both lattices; where the cuts
        found share too few squares to be sure, this is False and `stones` an upper bound.
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
        """The answer in one paragraph, which ends with the position that it is about."""
        who, other = named(self.match, self.player), named(self.match, 3 - self.player)
        if isinf(self.stones):
            return f"Nothing stops {who}, who has won. {told(self.match)}"
        if not self.stones:
            text = f"{who} is cut off already"
        else:
            fewest = "The fewest claims" if self.exact else "Claims"
            text = (
                f"{fewest} of {other} that cut {who} off: {len(self.sites)}, {listed(self.sites)}"
            )
        paths = " and ".join(path_text(dual) for dual in self.duals)
        return f"{text}. The cut is {other}'s own path {paths}. {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        other = named(self.match, 3 - self.player)
        loop = bool(self.match.game.board.twists)
        paths = tuple(
            Mark(f"{other}'s path", role(3 - self.player), path=dual, closed=loop)
            for dual in self.duals
        )
        return (*paths, Mark(f"cut of {counted(len(self.sites), 'site')}", "cut", self.sites))


def blocking_set(m: Match, player: int) -> BlockingSet:
    """The fewest sites whose loss leaves a player no win, and the path that they complete.

    In Projex and ConHex exactly one player wins a full board, so a cut is the opponent's cheapest
    win. In Antipalos a piece of the opponent's cuts its square in both lattices, and the cut of one
    lattice is a path through the other.

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
    lattices, the duality of planar graphs.)

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
    """Cuts of both lattices, each in turn through squares of the other where it can."""
    owners, rivals = m.position.owners, m.game.board.rivals
    if distance(m, who).stones == 0:
        return BlockingSet(m, who, inf, (), (), ())
    weight = [_cut_cost(owners[rival], who) for rival in rivals]
    least, found = 0.0, []
    for first in (0, 1):
        cuts: dict[int, tuple[int, ...]] = {}
        for turn in range(ROUNDS):
            lattice = (first + turn) % 2
            cost, cuts[lattice] = _cut(m, who, lattice, weight, cuts.get(1 - lattice, ()))
            least = max(least, cost) if turn == 0 else least
        crossed = [site for cut in cuts.values() for site in cut if weight[site]]
        squares = {min(site, rivals[site]): site for site in crossed}
        found.append((tuple(squares.values()), (cuts[0], cuts[1])))
    claims, duals = min(found, key=lambda cut: len(cut[0]))
    named_duals = tuple(site_names(m, dual) for dual in duals)
    return BlockingSet(
        m,
        who,
        len(claims),
        site_names(m, claims),
        named_duals[0],
        named_duals,
        len(claims) == least,
    )


def _cut(
    m: Match, who: int, lattice: int, weight: list[int | None], taken: tuple[int, ...]
) -> tuple[float, tuple[int, ...]]:
    """A cheapest cut of a lattice, a path through the other one, if some squares are taken."""
    now = list(weight)
    for site in taken:
        if now[site]:
            now[site] = now[m.game.board.rivals[site]] = 0
    return cheapest_chain(m.game.board, now, *GOALS[3 - who], parts(m.game)[1 - lattice])


def _cut_cost(crossed: int, who: int) -> int | None:
    """What it costs to cut a piece: nothing if it cannot come, all if it lies there."""
    return None if crossed == who else int(crossed == EMPTY)
