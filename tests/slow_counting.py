"""Slow reference for the counts of counting.py, from the help texts and without nbgames.

A state is sets of names; a game is its names and four plain answers, from the graphs of slow.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import networkx as nx
import slow

Names = frozenset[str]


class State(NamedTuple):
    """The names of each player (FIRST's and SECOND's), ConHex cells too, and whose turn it is."""

    first: Names = frozenset()
    second: Names = frozenset()
    to_move: int = slow.FIRST
    opened: bool = False

    def of(self, who: int) -> Names:
        return self.first if who == slow.FIRST else self.second


@dataclass
class Plain:
    """A game: its names, what a claim brings along, what it blocks, who goes on, who has won."""

    names: list[str]
    wins: Callable[[Names, int], bool]
    brings: Callable[[State, str], Names] = lambda state, name: frozenset()
    blocks: Callable[[str], str] = lambda name: name
    goes_on: Callable[[State, str], bool] = lambda state, name: False
    swap: bool = True


def projex(n: int) -> Plain:
    graph = slow.projex_graph(n)
    return Plain(list(graph), cache(lambda mine, who: slow.has_loop(graph, mine)))


def antipalos(n: int) -> Plain:
    def other(piece: str) -> str:
        (a, b), (c, d) = slow.ends(piece)
        return f"{chr(96 + a)}{d}-{chr(96 + c)}{b}"

    slashes = [f"{chr(97 + x)}{y}-{chr(98 + x)}{y + 1}" for x in range(n) for y in range(1, n + 1)]
    names = [*slashes, *map(other, slashes)]
    return Plain(names, cache(lambda mine, who: slow.joined(n, mine, who) > 0), blocks=other)


def conhex(holes: nx.Graph) -> Plain:
    contacts, edges = slow.conhex_contacts(holes), slow.conhex_edges(holes)

    def brings(state: State, hole: str) -> Names:
        mine, taken = state.of(state.to_move) | {hole}, state.first | state.second
        return frozenset(
            cell
            for cell in holes[hole]
            if cell not in taken and 2 * len(mine & set(holes[cell])) >= holes.degree(cell)
        )

    @cache
    def joined(cells: Names, who: int) -> bool:
        return slow.chain(contacts, cells, edges[who]) > 0

    return Plain(
        [node for node in holes if ":" not in node],
        lambda mine, who: joined(frozenset(name for name in mine if ":" in name), who),
        brings=brings,
    )


def copolymer(names: list[str]) -> Plain:
    graph = slow.copolymer_graph(names)
    return Plain(
        names,
        lambda mine, who: False,
        goes_on=lambda state, name: len(state.of(3 - state.to_move) & set(graph[name])) >= 2,
        swap=False,
    )


def rows(game: Plain) -> Iterator[tuple[int, ...]]:
    """Words, sequences, states, and how many sequences end with FIRST, SECOND or nobody ahead."""
    going, words = {State(): 1}, 0
    while going:
        words += 1
        states, ended, still = set(), [0, 0, 0], defaultdict(int)
        for state, ways in going.items():
            for after, winner, more in turns(game, state):
                states.add(after)
                if winner is None:
                    still[after] += ways * more
                else:
                    ended[winner] += ways * more
        yield words, sum(ended) + sum(still.values()), len(states), *ended[1:], ended[0]
        going = still


def turns(game: Plain, state: State) -> Iterator[tuple[State, int | None, int]]:
    """Each turn's state, its winner (0: nobody; None: it goes on), and the ways of playing it."""
    if state.opened:
        yield state._replace(opened=False), None, 1
    taken = state.first | state.second
    for name in game.names:
        if name in taken or game.blocks(name) in taken:
            continue
        who = state.to_move
        mine = state.of(who) | {name} | game.brings(state, name)
        first, second = (mine, state.second) if who == 1 else (state.first, mine)
        opened = game.swap and not taken
        after = State(first, second, 3 - who, opened)
        if game.wins(mine, who):
            yield after, who, 1
        elif full(game, first | second):
            winner = 0 if game.swap else 1 + (len(second) > len(first))
            yield after._replace(to_move=who if game.goes_on(state, name) else 3 - who), winner, 1
        elif game.goes_on(state, name):
            yield from turns(game, after._replace(to_move=who))
        else:
            yield after, None, 1


def full(game: Plain, taken: Names) -> bool:
    return all(name in taken or game.blocks(name) in taken for name in game.names)
