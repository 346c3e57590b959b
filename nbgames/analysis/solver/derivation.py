"""Virtual connections derived step by step, so that a certificate can name each step.

The rules are those of `solver/virtual.py`; they are applied by the very functions with which
`verifier.py` checks a step, so nothing is derived here that is refused there. It is meant for few
empty sites: those that a search has found to matter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from ..verifier import Joint, Links, WrongError, either, over, path

KEPT = 8  # connections of two sites

Rule = Callable[[Links, list[Joint], list[int]], Joint]


@dataclass(frozen=True, slots=True)
class Step:
    """A joint, and what shows it: the sites of a path, the middle of two, claims to choose from."""

    joint: Joint
    kind: str
    sites: tuple[int, ...]
    parts: tuple[Step, ...] = ()

    def lacks(self, own: int) -> int:
        """The sites that are still to be claimed before it holds, as bits."""
        return self.joint.needs & ~own


Choice = tuple[int, Step]  # a site to claim, and what then holds


def chosen(links: Links, choices: list[Choice]) -> Step:
    """Claims to choose from, without those that are not needed; WrongError if one claim stops all.

    >>> from nbgames.analysis.verifier import WrongError
    >>> try:
    ...     chosen([], [])
    ... except WrongError as error:
    ...     print(error)
    there is nothing to choose from
    """
    if not choices:
        raise WrongError("there is nothing to choose from")
    left = sorted(choices, key=lambda choice: -choice[1].joint.carrier.bit_count())
    for choice in tuple(left):
        rest = [other for other in left if other is not choice]
        if rest and not _shared(rest):
            left = rest
    sites, parts = zip(*left, strict=True)
    numbers = [number for k, site in enumerate(sites) for number in (site, k)]
    joint = either(links, [step.joint for step in parts], numbers)
    return Step(joint, "either", sites, parts)


def _shared(choices: Iterable[Choice]) -> int:
    """The sites at which one claim of the opponent's stops every choice."""
    return reduce(int.__and__, (step.joint.carrier | 1 << site for site, step in choices))


def lines(last: Step) -> list[str]:
    """The steps up to this one as lines, each once and after those that it is made of."""
    numbers: dict[int, int] = {}  # of the line of each step, by its identity
    known: dict[str, int] = {}
    waiting = [last]
    while waiting:
        step = waiting[-1]
        before = [part for part in step.parts if id(part) not in numbers]
        if before:
            waiting += before
            continue
        waiting.pop()
        line = _line(step, [numbers[id(part)] for part in step.parts])
        numbers[id(step)] = known.setdefault(line, len(known))
    return list(known)


def _line(step: Step, parts: list[int]) -> str:
    pairs = zip(step.sites, parts, strict=True) if step.kind == "either" else ()
    numbers = [n for pair in pairs for n in pair] or [*step.sites, *parts]
    return f"{step.kind} {' '.join(map(str, numbers))}"


class Derivation:
    """The connections of a player with these sites who may claim these empty ones, as bits."""

    def __init__(self, links: Links, own: int, empty: int) -> None:
        self.links, self.own = links, own
        self.full: dict[tuple[int, int, int], list[Step]] = {}
        self.semi: dict[tuple[int, int, int], list[Choice]] = {}
        self.at: dict[int, set[tuple[int, int, int]]] = {}  # the full ones, by their ends
        self.new: deque[Step] = deque()
        self.loops: list[Step] = []
        self._root: dict[int, int] = {}  # of each site's chain
        self._way: dict[int, tuple[int, ...]] = {}  # from there to the site
        for site in range(len(links)):
            if (own | empty) >> site & 1 and site not in self._root:
                self._grow(site)

    def winning(self) -> Iterator[Step]:
        """Loops that hold, or would after one claim, as they are found."""
        told = 0
        self._touch()
        while True:
            while told < len(self.loops):
                yield self.loops[told]
                told += 1
            if not self.new:
                return
            step = self.new.popleft()
            ends = step.joint.ends
            if ends and step in self.full[ends]:
                self._combine(step)

    def _grow(self, root: int) -> None:
        """Number a chain by its first site."""
        self._root[root], self._way[root] = root, (root,)
        if not self.own >> root & 1:
            return
        for site in (queue := [root]):
            for other in self.links[site]:
                if self.own >> other & 1 and other not in self._root:
                    self._root[other], self._way[other] = root, (*self._way[site], other)
                    queue.append(other)

    def _touch(self) -> None:
        """Begin with what touches: sites, or chains from first site to first site."""
        for a, there in self._way.items():
            for b in self.links[a]:
                if b in self._way and (a < b or self._root[a] == self._root[b]):
                    self._step(path, "path", (*there, *reversed(self._way[b])))

    def _combine(self, step: Step) -> None:
        """Join a full connection with every other one that meets it."""
        assert step.joint.ends
        for middle in step.joint.ends[:2]:
            for ends in tuple(self.at[middle]):
                for other in tuple(self.full[ends]):
                    if self._adds(step.joint, other.joint, middle):
                        self._step(over, "over", (middle,), (step, other))

    def _adds(self, one: Joint, two: Joint, middle: int) -> bool:
        """May two connections that meet make one that is not known yet?"""
        assert one.ends and two.ends
        if one.carrier & two.carrier:
            return False
        a, b = (sum(ends[:2]) - middle for ends in (one.ends, two.ends))
        crosses = one.ends[2] ^ two.ends[2]
        carrier = one.carrier | two.carrier
        if carrier & (1 << a | 1 << b) or (a == b and not crosses):
            return False
        ends = min(a, b), max(a, b), crosses
        free = not self.own >> middle & 1
        carrier |= free << middle
        known = any(not step.joint.carrier & ~carrier for step in self.full.get(ends, ()))
        return not known and not (free and a != b and self._met(ends, carrier))

    def _met(self, ends: tuple[int, int, int], carrier: int) -> bool:
        """Is there a semi connection already that needs no more than this?"""
        return any(
            not (step.joint.carrier | 1 << at) & ~carrier for at, step in self.semi.get(ends, ())
        )

    def _step(
        self,
        rule: Rule,
        kind: str,
        sites: tuple[int, ...],
        parts: tuple[Step, ...] = (),
    ) -> None:
        try:
            joints = [part.joint for part in parts]
            numbers = [*sites, *range(len(parts))]
            step = Step(rule(self.links, joints, numbers), kind, sites, parts)
        except WrongError:
            return
        lacks = step.lacks(self.own)
        if not lacks:
            self._keep(step)
        elif lacks.bit_count() == 1 and not step.joint.ends:
            self.loops.append(step)
        elif lacks.bit_count() == 2 - bool(step.joint.ends):
            self._keep_semi(step, lacks)

    def _keep(self, step: Step) -> None:
        """Keep a full connection, unless one with fewer sites is known."""
        ends, carrier = step.joint.ends, step.joint.carrier
        if not ends:
            self.loops.append(step)
            return
        kept = self.full.setdefault(ends, [])
        if any(not other.joint.carrier & ~carrier for other in kept):
            return
        kept[:] = [other for other in kept if carrier & ~other.joint.carrier]
        if len(kept) < KEPT:
            kept.append(step)
            self.new.append(step)
            for end in ends[:2]:
                self.at.setdefault(end, set()).add(ends)

    def _keep_semi(self, step: Step, lacks: int) -> None:
        """Keep a semi connection; with others that share no site it makes a full one."""
        for site in range(lacks.bit_length()):
            if lacks >> site & 1:
                self._choose(step, site, (lacks & ~(1 << site)).bit_length() - 1)

    def _choose(self, step: Step, site: int, end: int) -> None:
        key = step.joint.ends or (end, end, 1)
        kept = self.semi.setdefault(key, [])
        carrier = step.joint.carrier | 1 << site
        if self._met(key, carrier):
            return
        kept[:] = [(at, other) for at, other in kept if carrier & ~(other.joint.carrier | 1 << at)]
        for choices in _parried(kept, (site, step)):
            self._offer(key, choices)
        kept.append((site, step))

    def _offer(self, key: tuple[int, int, int], choices: list[Choice]) -> None:
        """Keep what claims to choose from make, unless it is known with fewer sites."""
        carrier = reduce(int.__or__, (part.joint.carrier | 1 << at for at, part in choices))
        known = self.full.setdefault(key, [])
        if any(not step.joint.carrier & ~carrier for step in known):
            return
        try:
            made = chosen(self.links, choices)
        except WrongError:
            return
        if not made.lacks(self.own):
            self._keep(made)
        elif not made.joint.ends:
            known.append(made)
            self.loops.append(made)


def _parried(kept: list[Choice], new: Choice) -> Iterator[list[Choice]]:
    """Two, three or all claims to choose from, with a new one, that no one claim stops."""
    found = False
    carriers = [step.joint.carrier | 1 << site for site, step in kept]
    mine = new[1].joint.carrier | 1 << new[0]
    for k, carrier in enumerate(carriers):
        both = mine & carrier
        if not both:
            found = True
            yield [new, kept[k]]
        else:
            yield from ([new, kept[k], kept[j]] for j in range(k) if not both & carriers[j])
    if not found and not reduce(int.__and__, carriers, mine):
        yield [new, *kept]
