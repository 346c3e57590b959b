"""Circuits of AND and OR that say who is connected on a full board, for many boards at once.

Bit i of an integer is board i. Sites are eliminated one by one; for each pair of those that remain
the program keeps "joined through eliminated sites of FIRST", with an even or an odd number of
crossings of the edge. It reads neighbours, twists and sides of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from ...core.board import Board
from ...core.kernels import NORTH, SOUTH

NEAR, FAR = -1, -2  # the sides as nodes, never eliminated
ZERO, ONE = 0, 1  # values that every program begins with; then one for each site
Term = tuple[int, int]
Line = tuple[int, tuple[Term, ...]]  # a new value: the OR of these ANDs
Edges = dict[int, dict[int, list[int]]]  # node -> node -> [even, odd] values
TRIES, PATIENCE = 12, 400  # orders tried where trying is cheap: up to so many edges


@dataclass(frozen=True, slots=True)
class Program:
    """Lines in order; `inputs` values come first, `answer` is one of all these."""

    inputs: int
    lines: tuple[Line, ...]
    answer: int

    @property
    def size(self) -> int:
        """How many AND and OR there are."""
        return sum(2 * len(terms) - 1 - sum(b == ONE for _, b in terms) for _, terms in self.lines)


def judged(board: Board) -> Program:
    """The program that says whether FIRST has won: by a loop, or by joining north and south.

    Its inputs are the sites; their bits say where FIRST owns them.
    """
    edges: Edges = {
        site: {
            other: [ZERO, ONE] if (site, other) in board.twists else [ONE, ZERO] for other in near
        }
        for site, near in enumerate(board.neighbours)
        if near or not board.parts
    }
    owned = {site: site + 2 for site in edges}
    if board.twists:
        return _eliminated(edges, owned, len(board.names), loops=True)
    for side, bit in ((NEAR, NORTH), (FAR, SOUTH)):
        edges[side] = {}
        for site, bits in enumerate(board.sides):
            if bits & bit:
                edges[site][side], edges[side][site] = [ONE, ZERO], [ONE, ZERO]
    return _eliminated(edges, owned, len(board.names))


def conducting(count: int, joins: Iterable[tuple[int, int, int]]) -> Program:
    """The program that says whether bonds join NEAR to FAR: each is (input, one end, other end)."""
    bonds: dict[tuple[int, int], list[int]] = {}
    for bond, a, b in joins:
        bonds.setdefault((min(a, b), max(a, b)), []).append(bond + 2)
    edges: Edges = {NEAR: {}, FAR: {}}
    lines: list[Line] = []
    for (a, b), values in bonds.items():
        value = values[0]
        if len(values) > 1:
            value = 2 + count + len(lines)
            lines.append((value, tuple((x, ONE) for x in values)))
        edges.setdefault(a, {})[b] = edges.setdefault(b, {})[a] = [value, ZERO]
    return _eliminated(edges, dict.fromkeys(edges, ONE), count, lines)


def _eliminated(
    edges: Edges,
    owned: dict[int, int],
    inputs: int,
    lines: Sequence[Line] = (),
    *,
    loops: bool = False,
) -> Program:
    tries = TRIES if sum(map(len, edges.values())) < 2 * PATIENCE else 1
    _, order = min(_order(edges, Random(seed)) for seed in range(tries))
    return _program(edges, owned, 2 + inputs, order, list(lines), loops)


def _order(edges: Edges, rng: Random) -> tuple[int, list[int]]:
    """An order that next eliminates the site with fewest joins kept, and what it costs."""
    near = {
        u: {v: [int(x != ZERO) for x in pair] for v, pair in row.items()}
        for u, row in edges.items()
    }
    weight = {site: sum(map(sum, row.values())) for site, row in near.items()}
    luck = {site: rng.random() for site in near}
    left = {site for site in near if site >= 0}
    cost, order = 0, []
    while left:
        site = min(left, key=lambda s: (weight[s], luck[s]))
        left.remove(site)
        order.append(site)
        ends = list(near.pop(site).items())
        for u, _ in ends:
            del near[u][site]
        for i, (u, (even_u, odd_u)) in enumerate(ends):
            cost += even_u + odd_u
            for v, (even_v, odd_v) in ends[:i]:
                evens = even_u * even_v + odd_u * odd_v
                odds = even_u * odd_v + odd_u * even_v
                even, odd = near[u].get(v, (0, 0))
                near[u][v] = near[v][u] = [int(even or evens > 0), int(odd or odds > 0)]
                cost += 2 * (evens + odds) - (evens > 0 and not even) - (odds > 0 and not odd)
        for u, _ in ends:
            weight[u] = sum(map(sum, near[u].values()))
    return cost, order


def _program(
    edges: Edges,
    owned: dict[int, int],
    inputs: int,
    order: Sequence[int],
    lines: list[Line],
    loops: bool,
) -> Program:
    near = {site: {other: list(pair) for other, pair in row.items()} for site, row in edges.items()}
    rounds = dict.fromkeys(near, ZERO)  # an odd walk from a site back to it, through what is gone
    won = []

    def new(*terms: Term) -> int:
        """The OR of ANDs, simplified; constants and lone values need no line."""
        kept = [(max(term), min(term)) for term in terms if ZERO not in term]
        kept = list(dict.fromkeys(kept))
        if (ONE, ONE) in kept:
            return ONE
        if not kept:
            return ZERO
        if len(kept) == 1 and kept[0][1] == ONE:
            return kept[0][0]
        lines.append((inputs + len(lines), tuple(kept)))
        return lines[-1][0]

    for site in order:
        row, mine = near.pop(site), owned[site]
        won.append((mine, rounds[site]))
        through = {u: (new((mine, even)), new((mine, odd))) for u, (even, odd) in row.items()}
        for u in row:
            del near[u][site]
            rounds[u] = new((rounds[u], ONE), (through[u][0], row[u][1]))
        ends = list(row)
        for i, u in enumerate(ends):
            even_u, odd_u = through[u]
            for v in ends[:i]:
                even_v, odd_v = row[v]
                even, odd = near[u].get(v, (ZERO, ZERO))
                pair = [
                    new((even, ONE), (even_u, even_v), (odd_u, odd_v)),
                    new((odd, ONE), (even_u, odd_v), (odd_u, even_v)),
                ]
                near[u][v] = near[v][u] = pair
    answer = new(*won) if loops else near[NEAR].get(FAR, (ZERO, ZERO))[0]
    return Program(inputs, _living(lines, answer), answer)


def _living(lines: Sequence[Line], answer: int) -> tuple[Line, ...]:
    """The lines that the answer needs."""
    needed = {answer}
    kept = []
    for value, terms in reversed(lines):
        if value in needed:
            needed.update(x for term in terms for x in term)
            kept.append((value, terms))
    return tuple(reversed(kept))


def placed(program: Program) -> tuple[list[Line], int, int]:
    """The lines with values in as few registers as are alive at a time; how many; the answer's.

    A line never writes to what it reads.
    """
    last = {x: k for k, (_, terms) in enumerate(program.lines) for term in terms for x in term}
    place = {value: value for value in range(program.inputs)}
    free: list[int] = []
    count, lines = program.inputs, []
    for k, (value, terms) in enumerate(program.lines):
        if not free:
            free.append(count)
            count += 1
        home = free.pop()
        lines.append((home, tuple((place[a], place[b]) for a, b in terms)))
        free += {place[x] for term in terms for x in term if last[x] == k and x >= program.inputs}
        place[value] = home
    return lines, count, place[program.answer]


def function(program: Program) -> Callable[[Sequence[int]], int]:
    """The program as a Python function of one integer an input, of any number of bits."""
    lines, _, answer = placed(program)
    used = sorted({x for _, terms in lines for term in terms for x in term} | {answer})
    text = ["def judge(sites):", " r0,r1=0,-1"]
    text += [f" r{x}=sites[{x - 2}]" for x in used if ONE < x < program.inputs]
    for home, terms in lines:
        ands = (f"r{a}" if b == ONE else f"r{a}&r{b}" for a, b in terms)
        text.append(f" r{home}={'|'.join(ands)}")
    text.append(f" return r{answer}")
    scope: dict[str, Callable[[Sequence[int]], int]] = {}
    exec("\n".join(text), scope)
    return scope["judge"]
