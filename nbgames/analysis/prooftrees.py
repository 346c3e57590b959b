"""A proof tree that people share: leaves that are settled or open, and the values they give above.

A tree is plain data, so it goes through JSON, and trees of several people are merged by `|`.
Positions that a symmetry takes to each other are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from time import monotonic
from typing import ClassVar

from ..core.errors import Refused, shown
from ..core.position import FIRST, Position
from ..graphs.equivalence import canonical
from ..play.match import Match
from .answers import counted, listed, to_dict, to_frame, whole
from .certificates import has_margins, value_of_end
from .questions import OutOfTime, Question, words_from
from .unfolding import Branch, verdict

MOST = 2000  # leaves
WALK = "To walk through it and to ask the solver: <code>nbgames.explore(tree)</code>"
Values = dict[Position, int]


@dataclass(frozen=True)
class ProofTree:
    """What is known of the positions that may follow a match, as `proof_tree` begins it.

    A notebook shows it as a tree to be opened branch by branch, and `nbgames.explore(tree)` as one
    to walk through, with boards and the solver. `tree | other` has what either knows.

    Attributes
    ----------
    match : Match
        The match at the root.
    leaves : mapping of str to int or None
        Lines of claims below the root, such as "D4 C3", with the value of where they end, for
        FIRST: 1, 0 or -1, where most cells win by how many; None where it is open.
    """

    match: Match = field(repr=False)
    leaves: Mapping[str, int | None] = field(hash=False)

    each: ClassVar[tuple[str, ...]] = ("leaves",)
    to_dict = to_dict
    to_frame = to_frame

    def __post_init__(self) -> None:
        """Refuse what a file may have: lines that cannot be played, values that contradict."""
        whole(self.match)
        if not isinstance(self.leaves, Mapping) or len(self.leaves) > MOST:
            raise Refused(
                f"a proof tree has up to {MOST} leaves: lines of claims with their values"
            )
        most = len(self.match.game.board.names) if has_margins(self.match.game) else 1
        for value in self.leaves.values():
            if value is not None and not (type(value) is int and -most <= value <= most):
                raise Refused(f"{shown(value)} is no value of a position: give -{most} to {most}")
        _ = self.known  # a contradiction is refused at once

    @cached_property
    def lines(self) -> dict[str, Match]:
        """The match after each line of the tree, the root's and those between included."""
        found = {"": self.match}
        for line in self.leaves:
            words = line.split(" ") if line else ()
            for k, word in enumerate(words):
                if word not in self.match.game.board.names:
                    raise Refused(f"{shown(line)} is no line of claims: {shown(word)} is no site")
                after = found[" ".join(words[:k])]
                found.setdefault(" ".join(words[: k + 1]), after.play(word))
        return found

    @cached_property
    def known(self) -> Values:
        """The value of every position of the tree that follows from the leaves."""
        known: Values = {}
        for line, value in self.leaves.items():
            if value is not None:
                _learn(known, self.lines[line], value, line)
        for line in sorted(self.lines, key=lambda line: -len(line.split())):
            value = self._passed_up(line, known)
            if value is not None:
                _learn(known, self.lines[line], value, line)
        return known

    def _passed_up(self, line: str, known: Values) -> int | None:
        """The value of a position from those that may follow."""
        m = self.lines[line]
        if m.outcome:
            return value_of_end(m.game, m.position, m.outcome, FIRST)
        if not self._below(line):
            return None
        sign = 1 if m.position.to_move == FIRST else -1
        after = (m.play(name) for name in _claims(m))
        values = [known.get(canonical(then)) for then in after]
        got = [sign * value for value in values if value is not None]
        if not has_margins(m.game) and 1 in got:
            return sign
        return sign * max(got) if len(got) == len(values) else None

    @property
    def value(self) -> int | None:
        """The value at the root, for FIRST; None while it is open."""
        return self.known.get(canonical(self.match))

    @property
    def open_leaves(self) -> tuple[str, ...]:
        """The lines whose end is open, and on which a value above still depends."""
        return tuple(line for line in self._open("", set()))

    def _open(self, line: str, seen: set[Position]) -> Iterator[str]:
        key = canonical(self.lines[line])
        if key in self.known or key in seen:
            return
        seen.add(key)
        below = self._below(line)
        if not below:
            yield line
        for later in below:
            yield from self._open(later, seen)

    def _below(self, line: str) -> list[str]:
        names = _claims(self.lines[line]) if not self.lines[line].outcome else ()
        return [later for name in names if (later := f"{line} {name}".strip()) in self.lines]

    def open(self, line: str = "") -> ProofTree:
        """The tree with all claims after a line as leaves; those that end the match are settled.

        Parameters
        ----------
        line : str
            Claims from the root on, parted by blanks; empty for the root itself.
        """
        m = self.at(line)
        if m.outcome:
            raise Refused(f"nothing follows {line or 'the root'}: the match is over")
        lines = (f"{line} {name}".strip() for name in _claims(m))
        return self | ProofTree(self.match, dict.fromkeys(lines))

    def solve(self, *lines: str, seconds: float = 1.0, nodes: int | None = None) -> ProofTree:
        """The tree with leaves that the solver has settled; those it has not stay open.

        Parameters
        ----------
        *lines : str
            Where to solve; left out, at every open leaf.
        seconds : float, default 1.0
            The time for each.
        nodes : int, optional
            The work for each; the answer then depends on the clock only if the time runs out.
        """
        found = self
        for line in lines or self.open_leaves:
            m = found.at(line)
            if canonical(m) not in found.known:
                leaves = {line: _solved(m, seconds, inf if nodes is None else nodes)}
                found |= ProofTree(self.match, leaves)
        return found

    def at(self, line: str) -> Match:
        """The match after a line of claims from the root on.

        Parameters
        ----------
        line : str
            Words, separated by blanks; "" is the root.

        Returns
        -------
        Match
            The match there.

        Raises
        ------
        Refused
            If it is no line of claims from there.
        """
        return ProofTree(self.match, {line: None}).lines[line]

    def __or__(self, other: object) -> ProofTree:
        """What two trees of one position know together; a value that both have has to be one."""
        if not isinstance(other, ProofTree):
            return NotImplemented
        same_root(self, other)
        known = {line: value for line, value in self.leaves.items() if value is not None}
        for line in known:
            _agree(line, known[line], other.leaves.get(line))
        return replace(self, leaves={**self.leaves, **other.leaves, **known})

    def explain(self) -> str:
        """The value at the root, and how many positions are settled, in one sentence."""
        keys = {canonical(m) for m in self.lines.values()}
        root = verdict(self.branches())
        many = counted(len(keys), "position")
        return f"{root}; of {many} in the tree {len(keys & self.known.keys())} are settled."

    def branches(self) -> Branch:
        """The root with what may follow it, as a notebook shows it: each position once."""
        return self._branch([""], {})

    def _branch(self, same: list[str], seen: dict[Position, str]) -> Branch:
        """What a notebook shows of lines to one position; met again, it is not opened again."""
        key = canonical(self.lines[same[0]])
        line = max(same, key=lambda line: len(self._below(line)))
        words = listed(line.rpartition(" ")[2] for line in same) if line else ""
        m, value = self.lines[line], self.known.get(key)
        if key in seen:
            return Branch(m, f"{words}, as after {seen[key]}", value, ())
        seen[key] = line
        kinds: dict[Position, list[str]] = {}
        for later in self._below(line):
            kinds.setdefault(canonical(self.lines[later]), []).append(later)
        below = (self._branch(lines, seen) for lines in kinds.values())
        return Branch(m, words, value, tuple(below))

    def _repr_html_(self) -> str:
        return f"{self.branches()._repr_html_()}<p>{WALK}</p>"


def same_root(tree: ProofTree, other: ProofTree) -> None:
    """Refuse two trees that do not begin with the same position of the same game."""
    one, two = tree.match, other.match
    if one.game != two.game:
        raise Refused(
            f"these are proof trees of {_named(one)} and {_named(two)}: merge those of one position"
        )
    if one.position != two.position:
        raise Refused("these are proof trees of two positions: merge those of one")


def _named(m: Match) -> str:
    return f"{m.game.rules.title} {m.game.size or 'with cells of its own'}"


def _learn(known: Values, m: Match, value: int, line: str) -> None:
    _agree(line, value, known.setdefault(canonical(m), value))


def _agree(line: str, value: int, other: int | None) -> None:
    if other not in (None, value):
        raise Refused(
            f"one of two values is wrong: after {line or 'no claim'} {value:+d} and {other:+d}"
        )


def _claims(m: Match) -> tuple[str, ...]:
    names = m.game.board.names
    return tuple(names[site] for site in m.game.empty(m.position.owners))


def _solved(m: Match, seconds: float, nodes: float) -> int | None:
    """The value for FIRST, or None."""
    *_, value = settling(m, seconds, nodes=nodes)
    return value


def settling(
    m: Match, seconds: float, *, each: float = inf, nodes: float = inf
) -> Iterator[int | None]:
    """The value for FIRST once the solver has it; before, None every few seconds (`each`)."""
    if m.outcome:
        yield value_of_end(m.game, m.position, m.outcome, FIRST)
        return
    question = Question(m.game, Position(m.position.owners, m.position.to_move), limit=nodes)
    yield from asking(question, seconds, each)


def asking(question: Question, seconds: float, each: float) -> Iterator[int | None]:
    """The same of a question's position, which knows afterwards what it has searched."""
    position, end = question.root, monotonic() + seconds
    while True:
        question.stop = min(end, monotonic() + each)
        low, high = question.bounds(position)
        if low == high:
            yield low if position.to_move == FIRST else -low
            return
        yield None
        if monotonic() < question.stop or question.stop == end:  # no search gets further
            return


def keeping(question: Question, value: int, seconds: float) -> str:
    """A claim that keeps the value for FIRST of a question's position; "" if it is lost anyway.

    Or if none is found in time.
    """
    game, position = question.game, question.root
    best = value if position.to_move == FIRST else -value
    if best < 0 and not has_margins(game):
        return ""
    question.stop = monotonic() + seconds
    try:
        for turn, after in words_from(game, position):
            if question.reaches(after, position.to_move, best):
                return game.board.names[turn[0][0]]
    except OutOfTime:
        pass
    return ""


def proof_tree(m: Match) -> ProofTree:
    """A proof tree of which nothing is known yet but the match at its root.

    `open` adds what may follow, `solve` asks the solver, and `|` merges the trees of several
    people; values are passed up, and positions that are the same by a symmetry share them. A tree
    is kept by `to_dict` as JSON, and `from_dict` reads it.

    Parameters
    ----------
    m : Match
        The match at the root; no move in the tree is a swap.

    Returns
    -------
    ProofTree
        `value` of the root for FIRST, `leaves` and `open_leaves`; with `open`, `solve`, `explain`.

    Raises
    ------
    Refused
        If it is no match, a line cannot be played, or two trees say different things.

    Notes
    -----
    The values that another person gives are believed: `solve` asks only where none is known.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> tree = analysis.proof_tree(nbgames.match("projex", 3)).open("B2")
    >>> tree.value, len(tree.open_leaves)
    (None, 6)
    >>> tree = tree.solve()
    >>> tree.value, tree.explain()
    (1, 'X wins; of 8 positions in the tree 8 are settled.')
    """
    return ProofTree(whole(m), {})
