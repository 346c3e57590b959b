"""Virtual connections of a player's chains and sides, and the carriers that they need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar, NamedTuple

from ..core.board import Board, Net
from ..core.errors import Refused
from ..core.rules import Effect, Goal
from ..draw.marks import Mark
from ..graphs import GOALS, SIDES
from ..graphs import player as checked
from ..play.match import Match
from .answers import draw, in_notebook, listed, named, role, to_dict, to_frame
from .capabilities import alternating, joining
from .solver.threats import CARRIER, MUSTS
from .solver.virtual import (
    CLOSED,
    FULLS,
    SEMIS,
    ConnectionBuffers,
    add_threat,
    connection_buffers,
    contract,
    find_threats,
)

MOST = 130  # empty sites and chains


@dataclass(frozen=True, slots=True)
class Link:
    """A virtual connection of two chains, or of a chain with a side, as `connections` finds it.

    Attributes
    ----------
    ends : tuple of (str, str)
        What it joins: a chain by the name of its first site, a side by its name, such as "top".
    full : bool
        Whether it holds although the opponent moves first; else it is a semi connection, which
        holds if the player moves first.
    carrier : tuple of str
        The empty sites that it needs.
    keys : tuple of str
        Of a semi connection the sites of its carrier whose claim makes a full one of the rest.
    """

    ends: tuple[str, str]
    full: bool
    carrier: tuple[str, ...]
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Connections:
    """A player's virtual connections, as `connections` finds them.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        FIRST or SECOND.
    links : tuple of Link
        For each two chains, and for each chain and each of the player's sides, a full connection
        with a smallest carrier of those found, or else a semi connection. Chains that touch a side
        have none with it.
    wins : bool
        Whether the player wins although the opponent moves first: the two sides are virtually
        connected, or a loop is.
    carrier : tuple of str
        The empty sites that this needs; where it is not so, those of the threats that leave the
        opponent the fewest answers.
    must_play : tuple of str or None
        Where the opponent has to play, since elsewhere a threat is left that wins; () if the player
        `wins`, None if no threat was found.
    """

    match: Match
    player: int
    links: tuple[Link, ...]
    wins: bool
    carrier: tuple[str, ...]
    must_play: tuple[str, ...] | None

    each: ClassVar[tuple[str, ...]] = ("links",)

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        who, other = named(self.match, self.player), named(self.match, 3 - self.player)
        if self.wins:
            text = f"{who} wins even if {other} moves first: that needs {listed(self.carrier)}."
        elif self.must_play is None:
            text = f"No threat of {who} was found that wins."
        else:
            text = f"{who} threatens to win, so {other} has to play {listed(self.must_play)}."
        for full, what in ((True, "virtually connected"), (False, "connected by one more claim")):
            if pairs := ["–".join(link.ends) for link in self.links if link.full is full]:
                text += f" {what.capitalize()}: {listed(pairs)}."
        return text

    def marks(self) -> tuple[Mark, ...]:
        """The carriers of full connections, and the claims that make one of a semi connection."""
        who = named(self.match, self.player)
        full = {site for link in self.links if link.full for site in link.carrier}
        keys = {site for link in self.links for site in link.keys} - full
        won = set(self.carrier) if self.wins else set()
        found = (
            Mark(f"{who}'s win needs", "good", self._ordered(won)),
            Mark(f"{who}'s virtual connections", role(self.player), self._ordered(full - won)),
            Mark("claims that connect", "claim", self._ordered(keys - won)),
        )
        return tuple(mark for mark in found if mark.sites)

    def _ordered(self, names: set[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=self.match.game.board.site))


class Search(NamedTuple):
    """What the kernels of the search read: as `threats.Problem` has them, of one position."""

    net: Net
    bits: list[int]
    buffers: ConnectionBuffers


@dataclass(frozen=True, slots=True)
class Table:
    """All connections that the search finds; `node` of each site, and of the sides after them."""

    many: int  # nodes
    node: list[int] = field(repr=False)
    bits: list[int] = field(repr=False)
    buffers: ConnectionBuffers = field(repr=False)
    musts: int  # where threats of a loop have to be answered, and their carrier
    carrier: int

    def kept(self, a: int, b: int) -> tuple[list[int], list[int]]:
        """The carriers of full and of semi connections of two nodes."""
        full: list[int] = []
        semi: list[int] = []
        low, high = min(a, b), max(a, b)
        for pair in range(2 * (low * self.many + high), 2 * (low * self.many + high) + 2):
            of = self.buffers
            full += of.fulls[pair * FULLS : pair * FULLS + of.full_counts[pair]]
            semi += of.semis[pair * SEMIS : pair * SEMIS + of.semi_counts[pair]]
        return full, semi

    def keys(self, a: int, b: int, carrier: int) -> int:
        """The sites of a semi connection with full ones to both ends inside the carrier."""
        found = 0
        for node in range(self.many):
            bit = self.buffers.bit[node]
            if bit & carrier:
                one, two = self.kept(a, node)[0], self.kept(node, b)[0]
                inside = (not (x & y) and not (x | y | bit) & ~carrier for x in one for y in two)
                found |= bit * any(inside)
        return found


def connections(m: Match, player: int) -> Connections:
    """The virtual connections of a player's chains and sides, and what they say about winning.

    Parameters
    ----------
    m : Match
        A match of Projex, or of a game of your own in which sides are joined or a loop is closed
        and a claim does nothing but own its site, such as Hex. It is not over.
    player : int
        FIRST or SECOND.

    Returns
    -------
    Connections
        `links` (each with `ends`, `full`, `carrier` and `keys`), `wins`, `carrier` and
        `must_play`; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        In ConHex, where a carrier of holes is no carrier of cells, in Antipalos, where both players
        race, and in games in which no chain wins; if a claim may leave the turn, the match is over,
        there are more than 130 empty sites and chains, or `player` is neither.

    Notes
    -----
    *virtual connection*: two ends and a set of empty sites, the carrier, such that the player can
    join the ends inside it although the opponent moves first (full), or if the player moves first
    (semi). Two connections whose carriers share a site cannot both be relied on.

    They are built by two rules, from neighbours upwards, until nothing new comes: two full ones
    that meet in a chain make a full one, in an empty site a semi one, if their carriers are
    disjoint; semi ones that have no site in common make a full one. (H-search.) All that are found
    hold, but there are others which these rules do not find, and of each two ends only the 8 full
    and 20 semi ones with the smallest carriers are kept. On the empty board of Hex 9 with a stone
    in the middle it takes about ten seconds.

    References
    ----------
    .. [1] V. Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134,
       2002.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("projex", 4, swap=False).play("C2", "A4", "D4", "B5")
    >>> (link,) = analysis.connections(m, nbgames.FIRST).links
    >>> link.ends, link.full, link.carrier, link.keys
    (('C2', 'D4'), False, ('D2', 'C3', 'D3'), ('D3',))
    >>> (link,) = analysis.connections(m.play("D3"), nbgames.FIRST).links
    >>> link.full, link.carrier
    (True, ('D2', 'C3'))
    """
    who = checked(player)
    alternating(joining(m))
    _claiming(m)
    if m.outcome:
        raise Refused(f"there is nothing to connect any more: {m.result()}")
    sides = GOALS[who] if m.game.rules.goal is Goal.SIDES else ()
    whole = _searched(m, who, sides)
    wins, musts, carrier = _goal(whole, sides)
    links = tuple(_between_chains(m, who, whole if not sides else _searched(m, who, ())))
    links += tuple(link for side in sides for link in _to_side(m, who, side))
    none = musts == sum(whole.bits)
    return Connections(m, who, links, wins, _named(m, carrier), None if none else _named(m, musts))


def _claiming(m: Match) -> None:
    effect, name = m.game.rules.effect, m.game.name
    if effect is Effect.CONQUERS:
        raise Refused(
            f"in {name} two cells stay connected only if the cells between are conquered, and the "
            "other player may take their holes first, so connections are not looked for here: ask "
            "analysis.solve"
        )
    if effect is Effect.BLOCKS:
        raise Refused(
            f"in {name} a connection has to be faster than the other's: ask analysis.two_trees"
        )


def _searched(m: Match, who: int, sides: tuple[int, ...]) -> Table:
    """All connections of a position, where the player's sides are chains too."""
    owners, sites = m.position.owners, m.game.empty(m.position.owners)
    nodes = len(sites) + owners.count(who) + len(sides)
    if nodes > MOST:
        raise Refused(f"{m.game!r} has too many empty sites here to search: more than {MOST}")
    filled = bytes((*owners, *(who for _ in sides)))
    bits = [0] * len(filled)
    for k, site in enumerate(sites):
        bits[site] = 1 << k
    buffers = connection_buffers(len(bits), nodes, lambda size: [0] * size)
    search, found = Search(_with_sides(m.game.board, sides), bits, buffers), [0] * 5
    found[MUSTS] = sum(bits)
    many = contract(search, filled, who)
    assert many != CLOSED, "a match with a loop is over"
    find_threats(search, filled, who, found, 1)
    return Table(many, buffers.node, bits, buffers, found[MUSTS], found[CARRIER])


def _with_sides(board: Board, sides: tuple[int, ...]) -> Net:
    """The net of a board with some of its sides as sites, after the others."""
    count = len(board.names)
    rows = [*map(list, board.neighbours), *([] for _ in sides)]
    for k, side in enumerate(sides, count):
        rows[k] = [site for site in range(count) if board.sides[site] & side]
        for site in rows[k]:
            rows[site].append(k)
    names = (*board.names, *map(str, sides))
    wide = replace(board, names=names, neighbours=tuple(map(tuple, rows)), sides=(0,) * len(names))
    return wide.net


def _goal(table: Table, sides: tuple[int, ...]) -> tuple[bool, int, int]:
    """Does the player win anyway; where the other must play; and the carrier of that."""
    if not sides:
        return not table.musts, table.musts, table.carrier
    full, semi = table.kept(*table.node[-2:])
    if full:
        return True, 0, min(full, key=int.bit_count)
    found = [0] * 5
    found[MUSTS] = sum(table.bits)
    for carrier in semi:
        add_threat(found, carrier)
    return False, found[MUSTS], found[CARRIER]


def _between_chains(m: Match, who: int, table: Table) -> Iterator[Link]:
    for a, b in combinations(_chains(m, who, table), 2):
        yield from _link(m, table, (a, b), tuple(_name(m, table, node) for node in (a, b)))


def _to_side(m: Match, who: int, side: int) -> Iterator[Link]:
    table = _searched(m, who, (side,))
    end = table.node[-1]
    for node in _chains(m, who, table):
        if node != end:
            yield from _link(m, table, (node, end), (_name(m, table, node), SIDES[side]))


def _chains(m: Match, who: int, table: Table) -> list[int]:
    owned = (site for site, owner in enumerate(m.position.owners) if owner == who)
    return list(dict.fromkeys(table.node[site] for site in owned))


def _name(m: Match, table: Table, node: int) -> str:
    return m.game.board.names[table.node.index(node)]


def _link(m: Match, table: Table, nodes: tuple[int, int], ends: tuple[str, ...]) -> Iterator[Link]:
    """The connection of two nodes with the smallest carrier, a full one if there is any."""
    full, semi = table.kept(*nodes)
    if carriers := full or semi:
        carrier = min(carriers, key=lambda sites: (sites.bit_count(), sites))
        keys = 0 if full else table.keys(*nodes, carrier)
        yield Link((ends[0], ends[1]), bool(full), _named(m, carrier), _named(m, keys))


def _named(m: Match, sites: int) -> tuple[str, ...]:
    empty = m.game.empty(m.position.owners)
    return tuple(m.game.board.names[site] for k, site in enumerate(empty) if sites >> k & 1)
