"""The six games of foreign.py once more, from their rules, by networkx and plain sets."""

from __future__ import annotations

import re
from functools import cache

import networkx as nx
from foreign import GRID, HEX, LAST, MOST, TWICE, Y

import nbgames
from nbgames import FIRST, SECOND
from nbgames.core.lattice import number

OTHER = {FIRST: SECOND, SECOND: FIRST}


def place(board, site):
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", board.names[site]).groups()
    return number(letters), int(digits) - 1


@cache
def ground(rules, size):
    """The board as a graph, and the sets of sites that a chain of each player has to touch."""
    board, last = nbgames.game(rules, size).board, size - 1
    at = {place(board, site): site for site in range(len(board.names))}
    steps = {
        HEX: [(1, 0), (0, 1), (1, -1)], Y: [(1, 0), (0, 1), (1, 1)], GRID: [(1, 0), (0, 1)]
    }.get(rules, [(1, 0), (0, 1), (1, -1)])  # fmt: skip
    G = nx.Graph()
    G.add_nodes_from(range(len(at)))
    G.add_edges_from(
        (site, at[c + dc, r + dr])
        for (c, r), site in at.items()
        for dc, dr in steps
        if (c + dc, r + dr) in at
    )

    def line(holds):
        return {site for (c, r), site in at.items() if holds(c, r)}

    if rules is Y:  # letters are rows there: row c has the cells 0 to c
        three = [
            line(lambda c, r: r == 0),
            line(lambda c, r: r == c),
            line(lambda c, r: c == last),
        ]
        return G, {FIRST: three, SECOND: three}
    top, bottom = line(lambda c, r: r == 0), line(lambda c, r: r == last)
    left, right = line(lambda c, r: c == 0), line(lambda c, r: c == last)
    return G, {FIRST: [top, bottom], SECOND: [left, right]}


def connects(game, owned, who):
    G, goals = ground(game.rules, game.size)
    return any(
        all(part & side for side in goals[who])
        for part in nx.connected_components(G.subgraph(owned))
    )


def owned(owners, who):
    return {site for site, owner in enumerate(owners) if owner == who}


def winner(game, owners):
    """FIRST, SECOND, or 0 for nobody."""
    mine = {who: owned(owners, who) for who in (FIRST, SECOND)}
    if game.rules is MOST:
        full = 0 not in owners
        return full and (FIRST if len(mine[FIRST]) > len(mine[SECOND]) else SECOND)
    joined = [who for who in (FIRST, SECOND) if connects(game, mine[who], who)]
    assert len(joined) < 2
    if not joined:
        return 0
    return OTHER[joined[0]] if game.rules is LAST else joined[0]


def moved(game, owners, site, who):
    """The owners after a claim, and who is to move."""
    after = bytearray(owners)
    after[site] = who
    stones = len(after) - after.count(0)
    stays = game.rules is TWICE and stones % 2 == 0
    return bytes(after), who if stays else OTHER[who]
