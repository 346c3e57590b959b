"""Does a file of a certificate prove what it says? By the rules alone, told here a second time.

`python verifier.py FILE` needs this file and Python, nothing else: no package, no solver.
"""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

LARGEST = 1 << 26  # bytes of a file, unpacked
HEAD = re.compile(r"nbgames certificate [23]\ngame ([a-z]+ .{1,9999})\nstart (([0-3]+) [12])\n")
VALUE = re.compile(r"value (-?\d{1,5})")
SYMMETRY = re.compile(r"symmetry (\d{1,5}(?: \d{1,5})*)")
STRATEGY = re.compile(r"strategy ([12]) (-?\d{1,5})")
REPLY = re.compile(r"([0-3]{1,9999}) ([12]) (\d{1,5})")
STEP = re.compile(
    r"path(?: \d{1,5}){2,999}|over \d{1,5}(?: \d{1,7}){2}|either(?: \d{1,5} \d{1,7}){1,999}"
)


Place = tuple[bytes, int]  # the owners of all sites, and who is to move
Replies = dict[Place, int]
Spot = tuple[int, int]
Links = Sequence[Mapping[int, int]]  # whom each site touches, and 1 if that crosses the edge
Ends = Sequence[tuple[Spot, Spot]]  # the points that each site joins
Edge = tuple[int, int]  # the vertices that it joins


class WrongError(ValueError):
    """It is no proof; the words say where it fails."""


class Proof(NamedTuple):
    """What a file says: strategies are (who, at least, {(owners, to move): reply}, steps)."""

    game: str
    start: str
    value: int
    strategies: list[tuple[int, int, Replies, list[str]]]
    turns: tuple[tuple[int, ...], ...]


class Rules(NamedTuple):
    """A game: `step(owners, site, who)` claims a site and tells who is next.

    `value(owners)` is what an end is worth to the first player, from -most to most; None before.
    """

    claimable: int
    sites: int
    step: Callable[[bytearray, int, int], int]
    value: Callable[[bytes], int | None]
    most: int = 1
    links: Links = ()  # where loops win
    ends: Ends = ()  # where both join sides, on lattices that cross


def read(path: str | Path) -> Proof:
    """The proof in a file, which may come from anybody."""
    try:
        with gzip.open(path) as file:
            text = file.read(LARGEST + 1).decode("ascii")
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError):
        text = ""
    if len(text) > LARGEST:
        raise WrongError(f"it is too large: a certificate has up to {LARGEST:,} bytes")
    head = HEAD.match(text)
    if not head:
        raise WrongError("it is no certificate: give a file that Certificate.save wrote")
    game, start, owners = head.groups()
    turns = [tuple(range(len(owners)))]
    strategies: list[tuple[int, int, Replies, list[str]]] = []
    value: int | None = None
    replies: Replies | None = None
    steps: list[str] = []
    for number, line in enumerate(text[head.end() :].splitlines(), 4):
        if value is None and (found := VALUE.fullmatch(line)):
            value = int(found[1])
        elif replies is None and (found := SYMMETRY.fullmatch(line)):
            turns.append(tuple(map(int, found[1].split())))
            if sorted(turns[-1]) != [*turns[0]]:
                raise WrongError(f"line {number} is no permutation of {len(owners)} sites")
        elif value is not None and (found := STRATEGY.fullmatch(line)):
            replies, steps = {}, []
            strategies.append((int(found[1]), int(found[2]), replies, steps))
        elif replies is not None and STEP.fullmatch(line):
            steps.append(line)
        elif replies is not None and (found := REPLY.fullmatch(line)):
            spread(replies, turns, bytes(map(int, found[1])), int(found[2]), int(found[3]))
        else:
            raise WrongError(f"line {number} is not understood: {line[:40]!r}")
    if value is None:
        raise WrongError("it ends before it says a value")
    return Proof(game, start, value, strategies, tuple(turns[1:]))


def spread(
    replies: Replies, turns: Sequence[Sequence[int]], owners: bytes, mover: int, site: int
) -> None:
    """Note a reply, and the replies at positions that look like this one when they are turned."""
    if not site < len(owners) == len(turns[0]):
        raise WrongError(f"{site} is no site of a board with {len(turns[0])} sites")
    for turn in turns:
        replies.setdefault((turned_by(turn, owners), mover), turn[site])


def turned_by(turn: Sequence[int], owners: bytes) -> bytes:
    """The owners after each site has gone where a symmetry takes it."""
    after = bytearray(len(owners))
    for site, owner in zip(turn, owners, strict=True):
        after[site] = owner
    return bytes(after)


def verify(proof: Proof) -> bool:
    """True; or WrongError. Every line of play is followed, whatever the other player does."""
    name, _, size = proof.game.partition(" ")
    if name not in GAMES or not re.fullmatch(r"\d{1,2}", size):
        raise WrongError(f"{proof.game!r} is no game that is known here: {', '.join(GAMES)}")
    rules = GAMES[name](int(size))
    owners, mover = bytes(map(int, proof.start[:-2])), int(proof.start[-1])
    if len(owners) != rules.sites:
        raise WrongError(f"{proof.game} has {rules.sites} sites, not {len(owners)}")
    shown = {(who, least) for who, least, *_ in proof.strategies}
    for who, least in ((mover, proof.value), (3 - mover, -proof.value)):
        if least > -rules.most and (who, least) not in shown:
            raise WrongError(f"no strategy shows that player {who} gets {least:+d}")
    for who, least, replies, steps in proof.strategies:
        if steps and least <= 1:
            conclude(rules.links, (owners, mover), who, steps)
        else:
            follow(rules, (owners, mover), who, least, replies)
    return True


def follow(rules: Rules, start: Place, who: int, least: int, replies: Replies) -> None:
    """Play all that the other player may do, up to where disjoint trees settle it."""
    lattices = lattices_of(rules.ends)
    seen, queue = {start}, deque([start])
    while queue:
        owners, mover = queue.popleft()
        value = rules.value(owners)
        if value is not None:
            if (value if who == 1 else -value) < least:
                raise WrongError(f"a line of play ends with {value:+d} for the first player")
            continue
        free = [site for site in range(rules.claimable) if not owners[site]]
        known = mover == who and (owners, mover) in replies
        if rules.ends and not known and settled(lattices, owners, mover, who, least):
            continue
        if mover == who:
            reply = replies.get((owners, mover), -1)
            if reply not in free:
                raise WrongError("a line of play has no reply, or one that is no move")
            free = [reply]
        for site in free:
            after = bytearray(owners)
            then = rules.step(after, site, mover)
            if (position := (bytes(after), then)) not in seen:
                seen.add(position)
                queue.append(position)


# Loops that the opponent cannot prevent, step by step


class Joint(NamedTuple):
    """Joins two sites, crossing the edge an odd (1) or even (0) number of times; or a loop.

    It holds, though the opponent moves first, if the player owns `needs` and the opponent nothing
    of `carrier`: sets of sites as bits. A loop has no ends.
    """

    ends: tuple[int, int, int] | None
    needs: int
    carrier: int


def conclude(links: Links, start: Place, who: int, steps: Iterable[str]) -> None:
    """Is the last step a loop that holds at the start, or after a claim of the player's?"""
    joints: list[Joint] = []
    for line in steps:
        if not STEP.fullmatch(line):
            raise WrongError(f"a step is not understood: {line[:40]!r}")
        kind, *numbers = line.split()
        try:
            joints.append(STEPS[kind](links, joints, list(map(int, numbers))))
        except (IndexError, KeyError):
            raise WrongError(f"a step names what is not there: {line[:40]!r}") from None
    owners, mover = start
    ends, needs, carrier = joints[-1]
    lacking = [site for site, owner in enumerate(owners) if needs >> site & 1 and owner != who]
    if ends or len(lacking) > (mover == who) or any(owners[site] for site in lacking):
        raise WrongError("the last step is no loop that holds at the start")
    if any(carrier >> site & 1 and owner not in (0, who) for site, owner in enumerate(owners)):
        raise WrongError("the last step relies on a site of the opponent's")


def joined_by(ends: tuple[int, int, int] | None, needs: int, carrier: int) -> Joint:
    """A joint with these ends, or a loop if they are one site. What is needed is not claimed."""
    if ends:
        a, b, crosses = ends
        if a == b and not crosses:
            raise WrongError("a loop crosses the edge an even number of times")
        if carrier >> a & 1 or carrier >> b & 1:
            raise WrongError("a connection relies on its own ends")
        needs |= (1 << a) * (a == b)
        ends = None if a == b else (min(a, b), max(a, b), crosses)
    return Joint(ends, needs, carrier & ~needs)


def path(links: Links, joints: list[Joint], sites: list[int]) -> Joint:
    """Each site touches the next; those between the ends are needed."""
    crosses = sum(links[a][b] for a, b in pairwise(sites)) % 2
    needs = sum({1 << site for site in sites[1:-1]})
    return joined_by((sites[0], sites[-1], crosses), needs, 0)


def over(links: Links, joints: list[Joint], numbers: list[int]) -> Joint:
    """Two joints that meet in a site; what the opponent does to one leaves the other alone."""
    middle, *both = numbers
    one, two = (joints[number] for number in both)
    if not (one.ends and two.ends and middle in one.ends[:2] and middle in two.ends[:2]):
        raise WrongError(f"two connections do not meet in site {middle}")
    if one.carrier & two.carrier:
        raise WrongError("two connections that meet rely on the same site")
    a, b = (sum(ends[:2]) - middle for ends in (one.ends, two.ends))
    ends = a, b, one.ends[2] ^ two.ends[2]
    return joined_by(ends, one.needs | two.needs | 1 << middle, one.carrier | two.carrier)


def either(links: Links, joints: list[Joint], numbers: list[int]) -> Joint:
    """Claims, each of which makes a joint hold: no one claim of the opponent's stops them all."""
    sites, choices = numbers[::2], [joints[number] for number in numbers[1::2]]
    needs = carrier = 0
    shared = -1
    for site, choice in zip(sites, choices, strict=True):
        if site >= len(links):
            raise WrongError(f"{site} is no site of this board")
        if choice.ends != choices[0].ends or choice.carrier >> site & 1:
            raise WrongError("claims to choose from do not lead to the same")
        needs |= choice.needs & ~(1 << site)
        carrier |= choice.carrier | 1 << site
        shared &= choice.carrier | 1 << site
    if shared & ~needs:
        raise WrongError("one claim of the opponent's stops all that a step chooses from")
    return joined_by(choices[0].ends, needs, carrier)


STEPS = {"path": path, "over": over, "either": either}


# Two disjoint trees, where both players join sides on lattices that cross
#
# Shannon's switching game (Lehman 1964): one player takes edges of a graph, to join the vertices 0
# and 1; the other deletes edges. Let two trees that share no edge span the same vertices, 0 and 1
# among them. Then the first player joins 0 and 1 although the other moves first: where an edge of
# one tree is deleted, some edge of the other tree joins its two parts. That is taken, so its ends
# become one vertex, and again two trees span the same vertices, with an edge less each. If more
# edges are taken, nothing is lost. Who moves first may have an edge between 0 and 1 in a tree, and
# plays as if it had just been deleted.


class Link(NamedTuple):
    """A site as an edge, and the site that crosses it."""

    site: int
    rival: int
    edge: Edge


Lattices = Mapping[int, Sequence[Sequence[Link]]]  # two of each player
Forest = dict[int, dict[int, int]]  # the neighbours of a vertex, with the numbers of edges


def lattices_of(ends: Ends) -> Lattices:
    """The edges of both lattices, for each player, whose sides are the vertices 0 and 1."""
    found: dict[int, list[list[Link]]] = {}
    last = max((x for pair in ends for x, _ in pair), default=0)
    points = sorted({point for pair in ends for point in pair})
    number = {pair: site for site, pair in enumerate(ends)}
    for who, axis in ((1, 1), (2, 0)):
        at = {point: vertex for vertex, point in enumerate(points, 2)}
        at |= {point: point[axis] // last for point in points if point[axis] in (0, last)}
        found[who] = [[], []]
        for site, (a, b) in enumerate(ends):
            rival = number[(a[0], b[1]), (b[0], a[1])]
            found[who][sum(a) % 2].append(Link(site, rival, (at[a], at[b])))
    return found


def settled(lattices: Lattices, owners: bytes, mover: int, who: int, least: int) -> bool:
    """Do disjoint trees show that a player gets at least 1, or 0, where nobody has joined?"""
    first = mover == who
    if least == 0 and holds(lattices, owners, who, first):
        return True
    return least <= 1 and any(wins(lattices, colour, owners, who, first) for colour in (0, 1))


def wins(lattices: Lattices, colour: int, owners: bytes, who: int, first: bool) -> bool:
    """Does a player join its sides on this lattice, by two trees, before the other does?

    It claims at most as many sites as a tree has edges, in turn with the other. On the other
    lattice nothing can have joined that crosses this.
    """
    mine, theirs = (
        shrunk(
            [link.edge for link in lattices[player][colour] if owners[link.site] == player],
            [link.edge for link in lattices[player][colour] if not owners[link.site]],
        )
        for player in (who, 3 - who)
    )
    most = distances(theirs[:-1], 0).get(1, len(owners)) - (not first)
    return two_trees(mine, first, most)


def holds(lattices: Lattices, owners: bytes, who: int, first: bool) -> bool:
    """Can a player keep the other from joining, on each lattice?

    A chain that joins the other's sides on one lattice crosses every path between the player's on
    the other lattice. So the player needs such a path through squares where the other has no piece
    that crosses it: an edge is taken here wherever the other can no longer cross it. A claim of the
    other's deletes an edge of one lattice and takes one of the other; a claim of the player's takes
    one of each. So two trees on each are enough, and where the player moves first, one of the pairs
    may need that.
    """
    graphs = [
        shrunk(
            [link.edge for link in links if owners[link.site] and owners[link.rival] != 3 - who],
            [link.edge for link in links if not owners[link.site]],
        )
        for links in lattices[who]
    ]
    late = [graph for graph in graphs if not two_trees(graph, False)]
    return len(late) <= first and all(two_trees(graph, True) for graph in late)


def shrunk(taken: Iterable[Edge], free: Iterable[Edge]) -> list[Edge]:
    """The free edges after the ends of each taken one have become one vertex; then one from 0 to 1.

    That one joins what 0 and 1 have become. It is on no board: it tells whether trees join them.
    """
    name: dict[int, int] = {}

    def named(vertex: int) -> int:
        while vertex in name:
            vertex = name[vertex]
        return vertex

    for edge in taken:
        low, high = sorted(map(named, edge))
        if low < high:
            name[high] = low
    return [(named(a), named(b)) for a, b in (*free, (0, 1))]


def distances(edges: Sequence[Edge], start: int) -> dict[int, int]:
    """How many edges each vertex is away from one."""
    near: dict[int, list[int]] = {start: []}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    away, queue = {start: 0}, [start]
    for a in queue:
        for b in near[a]:
            if b not in away:
                away[b] = away[a] + 1
                queue.append(b)
    return away


def two_trees(graph: Sequence[Edge], first: bool, most: int = 9999) -> bool:
    """Are there two trees of at most so many edges each? Whatever is found is checked.

    Edges are added to two forests as long as they can be, those on short paths between 0 and 1
    before others. If an edge between 0 and 1 cannot be added, what prevents that is two trees.
    """
    *free, sides = graph
    if sides == (0, 0):
        return True
    forests: list[Forest] = [{}, {}]
    edges, extra = [*graph, sides], len(free)
    if first:
        grow(forests, edges, extra)
    away, back = distances(free, 0), distances(free, 1)
    through: dict[int, list[int]] = {}
    for k, (a, b) in enumerate(free):
        if a != b and a in away and a in back:
            length = min(away[a] + back[b], away[b] + back[a])
            through.setdefault(length, []).append(k)
    for length in sorted(through):
        for k in through[length]:
            grow(forests, edges, k)
        if tight := grow(forests, edges, extra + 1):
            one, two = ({k for k in tight if has(forest, edges, k)} for forest in forests)
            joined, also = (distances([edges[k] for k in tree], 0).keys() for tree in (one, two))
            return 1 in joined and joined == also and not one & two and len(one) <= most
        drop(forests, edges, extra + 1)
    return False


def grow(forests: Sequence[Forest], edges: Sequence[Edge], new: int) -> list[int]:
    """Add an edge to a forest, where others may change forests; else the edges that prevent it."""
    came, queue = {new: new}, [new]
    for edge in queue:
        for forest in forests:
            between = path_in(forest, *edges[edge])
            if between is None:
                exchange(forests, edges, came, edge, forest)
                return []
            queue += [other for other in between if other not in came]
            came |= {other: edge for other in between if other not in came}
    return queue


def path_in(forest: Forest, a: int, b: int) -> list[int] | None:
    """The edges between two vertices of a forest; None if it does not join them."""
    came, queue = {a: (a, -1)}, [a]
    for vertex in queue:
        for other, edge in forest.get(vertex, {}).items():
            if other not in came:
                came[other] = vertex, edge
                queue.append(other)
    if b not in came:
        return None
    found = []
    while b != a:
        b, edge = came[b]
        found.append(edge)
    return found


def exchange(
    forests: Sequence[Forest],
    edges: Sequence[Edge],
    came: Mapping[int, int],
    edge: int,
    forest: Forest,
) -> None:
    """Put an edge in a forest; in the one that it leaves, the edge it came from takes its place."""
    while True:
        a, b = edges[edge]
        left = drop(forests, edges, edge)
        forest.setdefault(a, {})[b] = forest.setdefault(b, {})[a] = edge
        if left is None:
            return
        edge, forest = came[edge], left


def has(forest: Forest, edges: Sequence[Edge], edge: int) -> bool:
    a, b = edges[edge]
    return forest.get(a, {}).get(b) == edge


def drop(forests: Sequence[Forest], edges: Sequence[Edge], edge: int) -> Forest | None:
    """Take an edge out of the forest that has it."""
    a, b = edges[edge]
    for forest in forests:
        if has(forest, edges, edge):
            del forest[a][b], forest[b][a]
            return forest
    return None


# The games


def projex(n: int) -> Rules:
    """A hexagon whose opposite edges touch crosswise; an odd number of crossings in a loop wins."""
    cells = [
        (r, c)
        for r in range(1, 2 * n - 1)
        for c in range(max(0, n - r), min(2 * n - 2, 3 * n - 2 - r))
    ]
    last = 2 * n - 2
    rows = [[cell for cell in cells if cell[0] == r] for r in range(last + 1)]
    right, left = [row[-1] for row in rows[2:last]], [row[0] for row in rows[2:last]]
    rim = [*rows[1], *right, *rows[last][::-1], *left[::-1]]
    links = touching(cells, 1)
    for k, cell in enumerate(rim):
        for across in (3 * n - 5, 3 * n - 4):
            a, b = cells.index(cell), cells.index(rim[(k + across) % len(rim)])
            links[a][b] = links[b][a] = 1

    def value(owners: bytes) -> int | None:
        for who in (1, 2):
            if has_odd_loop(links, owners, who):
                return 3 - 2 * who
        return None

    return Rules(len(cells), len(cells), claim, value, links=links)


def has_odd_loop(links: list[dict[int, int]], owners: bytes, who: int) -> bool:
    """Is a cell reached on both sheets of the double cover?"""
    side: dict[int, int] = {}
    for root in range(len(owners)):
        if owners[root] != who or root in side:
            continue
        side[root], queue = 0, [root]
        for a in queue:
            for b, crosses in links[a].items():
                if owners[b] == who and b not in side:
                    side[b] = side[a] ^ crosses
                    queue.append(b)
                elif owners[b] == who and side[b] != side[a] ^ crosses:
                    return True
    return False


def copolymer(n: int) -> Rules:
    """A hexagon; a cell that touches two enemies obliges to go on; the majority wins."""
    half = (n + 1) // 2
    cells = [(r, c) for r in range(n) for c in range(max(1, r - half + 2), min(n, half + r) + 1)]
    links = touching(cells, -1)

    def step(owners: bytearray, site: int, who: int) -> int:
        owners[site] = who
        return who if sum(owners[b] == 3 - who for b in links[site]) >= 2 else 3 - who

    def value(owners: bytes) -> int | None:
        return None if 0 in owners else owners.count(1) - owners.count(2)

    return Rules(len(cells), len(cells), step, value, len(cells))


def touching(cells: list[Spot], slant: int) -> list[dict[int, int]]:
    """Who touches whom in a honeycomb whose columns lean to one side; no link crosses an edge."""
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -slant), (-1, slant))
    number = {cell: k for k, cell in enumerate(cells)}
    near = [[(r + dr, c + dc) for dr, dc in steps] for r, c in cells]
    return [{number[cell]: 0 for cell in around if cell in number} for around in near]


def conhex(n: int) -> Rules:
    """Who first has half of a cell's holes owns it; cells that share a hole join the sides."""
    rings = n - 1
    cells: dict[frozenset[Spot], tuple[int, ...]] = {
        frozenset([(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)]): ()
    }
    for quarter, k in product(range(4), range(1, rings + 1)):
        near, far, low, high = 2 - 2 * k, -2 * k, 1 - 2 * k, -1 - 2 * k
        outside = (
            [(far, far)] if k == rings else [(near, high), (far, high), (high, far), (high, near)]
        )
        rim = k == rings
        cells[turned([(near, low), (low, near), *outside], quarter)] = (
            (quarter, (quarter + 3) % 4) if rim else ()
        )
        for left in range(2 - 2 * k, 2 * k - 4, 4):
            held = [(left + more, low) for more in (0, 2, 4)]
            held += [] if rim else [(left + more, high) for more in (0, 2, 4)]
            cells[turned(held, quarter)] = (quarter,) if rim else ()
    holes = sorted({hole for held in cells for hole in held}, key=lambda hole: hole[::-1])
    number = {hole: k for k, hole in enumerate(holes)}
    parts = sorted((sorted(number[hole] for hole in held), sides) for held, sides in cells.items())
    count = len(holes)
    sides: list[Sequence[int]] = [()] * count + [touched for _, touched in parts]
    links: list[Sequence[int]] = [()] * count + [
        [count + k for k, (other, _) in enumerate(parts) if other != held and {*other} & {*held}]
        for held, _ in parts
    ]

    def step(owners: bytearray, site: int, who: int) -> int:
        owners[site] = who
        for cell, (held, _) in enumerate(parts, count):
            if site in held and not owners[cell]:
                owners[cell] = who * (2 * sum(owners[h] == who for h in held) >= len(held))
        return 3 - who

    return Rules(count, count + len(parts), step, lambda owners: joined(links, sides, owners))


def turned(holes: Iterable[Spot], quarter: int) -> frozenset[Spot]:
    """Holes after so many quarter turns around the centre."""
    for _ in range(quarter):
        holes = [(-y, x) for x, y in holes]
    return frozenset(holes)


def antipalos(n: int) -> Rules:
    """Pieces on diagonals, joined at points; each blocks the other of its square; one may draw."""
    ends = [
        ends
        for y, x in product(range(n), repeat=2)
        for ends in (((x, y), (x + 1, y + 1)), ((x, y + 1), (x + 1, y)))
    ]
    sides = [
        [
            k
            for k, (axis, at) in enumerate(((1, n), (0, n), (1, 0), (0, 0)))
            if at in (a[axis], b[axis])
        ]
        for a, b in ends
    ]
    links = [
        [k for k, other in enumerate(ends) if other != pair and {*other} & {*pair}] for pair in ends
    ]

    def step(owners: bytearray, site: int, who: int) -> int:
        owners[site], owners[site ^ 1] = who, 3
        return 3 - who

    def value(owners: bytes) -> int | None:
        won = joined(links, sides, owners)
        return 0 if won is None and 0 not in owners else won

    return Rules(len(ends), len(ends), step, value, ends=ends)


def claim(owners: bytearray, site: int, who: int) -> int:
    owners[site] = who
    return 3 - who


def joined(
    links: Sequence[Sequence[int]], sides: Sequence[Sequence[int]], owners: bytes
) -> int | None:
    """1 if the first player joins sides 0 and 2, -1 if the second joins 1 and 3, else None."""
    for who in (1, 2):
        queue = [k for k, on in enumerate(sides) if owners[k] == who and who - 1 in on]
        seen = {*queue}
        for a in queue:
            if who + 1 in sides[a]:
                return 3 - 2 * who
            new = [b for b in links[a] if owners[b] == who and b not in seen]
            seen.update(new)
            queue += new
    return None


GAMES = {"projex": projex, "copolymer": copolymer, "conhex": conhex, "antipalos": antipalos}

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("name one file that Certificate.save wrote, as in: python verifier.py FILE")
    file = sys.argv[1]
    try:
        verify(proof := read(file))
    except (OSError, WrongError) as error:
        sys.exit(f"{file} proves nothing: {error}")
    print(f"{file} proves {proof.game}, value {proof.value:+d} for player {proof.start[-1]}")
