"""The four games by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..core.conformance import confirm
from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.rules import Rules
from .antipalos import ANTIPALOS
from .conhex import CONHEX
from .copolymer import COPOLYMER
from .projex import PROJEX

GAMES: Mapping[str, Rules] = MappingProxyType(
    {rules.name: rules for rules in (ANTIPALOS, CONHEX, COPOLYMER, PROJEX)}
)


def game(name: str | Rules, size: int | None = None, *, cells: str | None = None) -> Game:
    """A game by name, or by a rules record of your own, at a size or on cells.

    Parameters
    ----------
    name : str or Rules
        "antipalos", "conhex", "copolymer" or "projex", in any case, or a `Rules` record.
    size : int, optional
        The size, as the help texts count it; left out, the game's default.
    cells : str, optional
        Copolymer only: runs of cells such as "A1-6 B1-7", an odd number of cells in all.

    Returns
    -------
    Game
        With `name`, `size` (None on cells), `players`, `board` and the rules.

    Raises
    ------
    Refused
        If there is no such game, size or honeycomb; the words say which there are. Also if the
        functions of a record of your own do not do what its flags say.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.game("conhex")
    Game(CONHEX, 5)
    >>> nbgames.game("copolymer", cells="A1-2 B1-3 C2-3").size is None
    True
    """
    if isinstance(name, Rules):
        rules = name
        if rules is not GAMES.get(rules.name):
            confirm(rules)
    elif not isinstance(name, str) or name.strip().lower() not in GAMES:
        raise Refused(f"there is no game {shown(name)}: {', '.join(GAMES)}")
    else:
        rules = GAMES[name.strip().lower()]
    made = Game(rules, size, cells=cells)
    made.board  # noqa: B018  a honeycomb is read now, so that its errors are said now
    return made
