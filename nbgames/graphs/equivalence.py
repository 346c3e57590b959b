"""Positions and openings up to symmetry: canonical forms, and orbits that keep players' aims."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..core import symmetry
from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.position import EMPTY, Position
from .boards import MOST, read

if TYPE_CHECKING:
    from ..play.match import Match


def canonical(m: Match) -> Position:
    """The position that stands for all those which are the same up to a symmetry of the game.

    Parameters
    ----------
    m : Match
        A match; what counts is who owns which site, and who is to move.

    Returns
    -------
    Position
        Of all images of the position the one whose `owners` come first, without a swap. Two
        positions of a game have the same if and only if a symmetry takes one to the other; it may
        be a key of a dict, and `nbgames.match(m.game, start=graphs.canonical(m))` goes on from it.

    Raises
    ------
    Refused
        If it is no match, or the board has more than 10,000 symmetries.

    Notes
    -----
    *symmetry of a game*: a symmetry of its board that leaves each player's aim as it is: where a
    player joins two sides, these stay that player's. `automorphisms` has those too that exchange
    the players' sides. Where the rules are not known to treat symmetric sites alike (`Effect.OTHER`
    or `Goal.OTHER`), the identity is the only one.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> m = nbgames.match("projex", 3)
    >>> graphs.canonical(m.play("C1")) == graphs.canonical(m.play("A4"))
    True
    >>> graphs.canonical(m.play("C1")) == graphs.canonical(m.play("C2"))
    False
    """
    made, owners = read(m)
    if owners is None:
        raise Refused(f"{shown(m)} is a game: give a match, whose position it is about")
    return smallest(made, Position(owners, m.position.to_move))


def orbits(g: Game | Match) -> list[tuple[str, ...]]:
    """The openings of a game, those together that a symmetry of the game takes to each other.

    Parameters
    ----------
    g : Game or Match
        A game; or a match, for the sites that are empty in its position, up to the symmetries that
        leave this position as it is.

    Returns
    -------
    list of tuple of str
        Names of sites, in the order of the board; a claim of any site of a tuple is as good as one
        of the others.

    Raises
    ------
    Refused
        If it is neither a game nor a match, or the board has more than 10,000 symmetries.

    Notes
    -----
    *orbit*: the sites to which symmetries of the game, as `canonical` has them, take a site.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> graphs.orbits(nbgames.game("copolymer", 3))
    [('A1', 'A2', 'B1', 'B3', 'C2', 'C3'), ('B2',)]
    >>> len(graphs.orbits(nbgames.match("copolymer", 3).play("A1")))
    4
    """
    made, owners = read(g)
    owners = made.start().owners if owners is None else owners
    kept = [image for image in images(made) if _moved(owners, image) == owners]
    names, found, seen = made.board.names, [], set()
    for site in range(made.board.claimable):
        if owners[site] == EMPTY and site not in seen:
            same = {image[site] for image in kept}
            seen |= same
            found.append(tuple(names[other] for other in sorted(same)))
    return found


@lru_cache(maxsize=16)
def images(made: Game) -> tuple[symmetry.Mapping, ...]:
    """Where each symmetry of a game takes each site; the identity first."""
    if not symmetry.respected(made):
        return (tuple(range(len(made.board.names))),)
    found = {*islice(symmetry.automorphisms(made.board, exchange=False), MOST + 1)}
    if len(found) > MOST:
        raise Refused(f"{made!r} has more than {MOST} symmetries, too many to list")
    return tuple(sorted(found))


def smallest(made: Game, position: Position) -> Position:
    """The canonical form of a position without a swap."""
    owners = min(_moved(position.owners, image) for image in images(made))
    return Position(owners, position.to_move)


def size(made: Game, position: Position) -> int:
    """How many positions have this canonical form."""
    return len({_moved(position.owners, image) for image in images(made)})


def _moved(owners: Any, image: symmetry.Mapping) -> bytes:
    """The owners by the inverse of a symmetry, which is one too."""
    return bytes(map(owners.__getitem__, image))
