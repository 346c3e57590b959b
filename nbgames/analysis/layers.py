"""Layers: what a board can show of the position on it while one plays, by names that are typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil, isinf
from statistics import median_low

from ..core.errors import Refused
from ..core.game import Game
from ..core.position import EMPTY, FIRST, SECOND
from ..draw.marks import Mark
from ..play.match import Match
from . import wording
from .advising import chained
from .answers import named
from .capabilities import can_join, obliges
from .connecting import touching
from .connectivity import distance
from .currents import resistance
from .forced import threats
from .sampling import by_chance, playouts

GAMES = 16_384  # random games for a criticality
Layer = tuple[str, tuple[Mark, ...]]  # what is said of it, and what is drawn


def layers(game: Game) -> dict[str, Callable[[Match], Layer]]:
    """The layers of a game, by name: only those that it can have.

    Examples
    --------
    >>> from nbgames.games import game
    >>> list(layers(game("projex", 6)))
    ['threats', 'way X', 'way O', 'critical', 'currents X', 'currents O']
    >>> list(layers(game("copolymer", 9)))
    ['contacts X', 'contacts O', 'critical']
    """
    found: dict[str, Callable[[Match], Layer]] = {}
    players = tuple(zip(game.players, (FIRST, SECOND), strict=True))
    if can_join(game):
        found["threats"] = _threats
        found |= {f"way {name}": partial(_way, who=who) for name, who in players}
    if obliges(game):
        found |= {f"contacts {name}": partial(_contacts, who=who) for name, who in players}
    found["critical"] = _critical
    if can_join(game):
        found |= {f"currents {name}": partial(_currents, who=who) for name, who in players}
    return {name: partial(_while_it_lasts, layer) for name, layer in found.items()}


def _while_it_lasts(layer: Callable[[Match], Layer], m: Match) -> Layer:
    return (wording.over(), ()) if m.outcome else layer(m)


def _threats(m: Match) -> Layer:
    """Where each player would win at once."""
    notes: dict[str, str] = {}
    found = {who: threats(m, who) for who in (FIRST, SECOND)}
    for who, names in found.items():
        notes |= {name: notes.get(name, "") + named(m, who)[0] for name in names}
    says = wording.threatened(m.game.players, *map(" or ".join, found.values()))
    return says, (Mark("threats", "note", notes=notes),) if notes else ()


def _way(m: Match, who: int) -> Layer:
    """The fewest claims to a win, and the chain that they complete."""
    found, other = distance(m, who), distance(m, 3 - who).stones
    says = wording.way(named(m, who), found.stones, named(m, 3 - who), other)
    chain = chained(m, who, found.chain)
    if isinf(found.stones):
        return says, ()
    return says, (*chain, Mark("claims", "note", notes=dict.fromkeys(found.witness, "")))


def _contacts(m: Match, who: int) -> Layer:
    """How many enemy cells each empty cell touches: with two or more it keeps the turn."""
    board, owners = m.game.board, m.position.owners
    counts = {
        board.names[site]: touching(board, owners, site, 3 - who) for site in m.game.empty(owners)
    }
    values = {name: float(n) for name, n in counts.items() if n}
    says = wording.contacts(named(m, who), named(m, 3 - who), sum(n >= 2 for n in values.values()))
    return says, (Mark("contacts", "good", values=values),)


def _critical(m: Match) -> Layer:
    """How much more often than by chance the owner of a site wins random games.

    Only what chance would hardly give any site, in whole multiples of two standard errors, and at
    least two of these.
    """
    found = playouts(m, GAMES)
    try:
        worth = found.criticality
    except Refused:
        return wording.nothing_critical(), ()
    errors, least = found.critical_stderr or {}, by_chance(found)
    clear = {name: value for name, value in _of_empty(m, worth).items() if value > least}
    unit = max(1, ceil(200 * max((errors[name] for name in clear), default=0)))
    numbers = {name: float(unit * round(100 * value / unit)) for name, value in clear.items()}
    values = {name: n for name, n in numbers.items() if n >= 2 * unit}
    if not values:
        return wording.nothing_critical(), ()
    return wording.critical(unit), (Mark("criticality", "good", values=values),)


def _currents(m: Match, who: int) -> Layer:
    """The share of the current through a player's possible connections, where it is no small one.

    Of Projex the shares of most sites are nearly equal and a few much less: shaded from the least
    on, all would look alike. So what is below the median is left out.
    """
    found, player = resistance(m, who), named(m, who)
    if isinf(found.ohms):
        return wording.cut_off(player), ()
    most = max(found.values.values(), default=0) or 1
    share = 100 / most if m.game.board.twists else 100
    percents = _percent(m, found.values, share)
    median = median_low(percents.values()) if percents else 0
    values = {name: n for name, n in percents.items() if n >= median}
    runs = "from side to side on each lattice" if m.game.board.ends else "from side to side"
    says = wording.currents(player, "" if m.game.board.twists else runs)
    return says, (Mark("currents", "good", values=values),)


def _percent(m: Match, values: Mapping[str, float], factor: float) -> dict[str, float]:
    """Whole percents of what nobody owns, where there is any."""
    whole = {name: float(round(factor * n)) for name, n in _of_empty(m, values).items()}
    return {name: n for name, n in whole.items() if n > 0}


def _of_empty(m: Match, values: Mapping[str, float]) -> dict[str, float]:
    site, owners = m.game.board.site, m.position.owners
    return {name: value for name, value in values.items() if owners[site(name)] == EMPTY}
