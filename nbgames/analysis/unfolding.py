"""The full game tree of a small position with the value of each node, shown in a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import ClassVar

from ..core.errors import Refused
from ..core.position import EMPTY, FIRST
from ..draw.elements import style
from ..play.match import Match
from .answers import to_dict, to_frame, whole
from .certificates import has_margins, value_of_end

MOST = 2000  # branches in a tree
SEEN = 120  # of them whose boards are drawn: a picture has four thousand letters

LOOK = """
.nb-root.nb-tree { display: block; margin: 0; color-scheme: light dark; color: var(--ink); }
[data-jp-theme-light="true"] .nb-tree { color-scheme: light; }
[data-jp-theme-light="false"] .nb-tree { color-scheme: dark; }
.nb-tree :is(details, p) { margin: .1rem 0 .1rem .4rem; padding-left: .9rem;
  border-left: 1px solid var(--line); }
.nb-tree i { display: inline-block; width: .65em; height: .65em; margin-right: .35em;
  border: 1px solid var(--line); border-radius: 50%; }
.nb-tree i[data-owner="0"] { background: var(--line); }
.nb-tree i[data-owner="1"] { background: var(--first); }
.nb-tree i[data-owner="2"] { background: var(--second); }
.nb-tree summary { cursor: pointer; min-height: 24px; }
.nb-root.nb-tree .nb-board { display: block; width: 9rem; height: auto; }
"""


@dataclass(frozen=True, slots=True)
class Branch:
    """A position of a game tree with its value and what may follow, as `unfold` makes it.

    A notebook shows it as a tree to be opened branch by branch. To iterate gives this branch and
    all that were evaluated below it, depth first.

    Attributes
    ----------
    match : Match
        The match at this branch.
    word : str
        The claim that led here; empty at the root.
    value : int or None
        For FIRST: 1, 0 or -1; where most cells win, by how many cells FIRST wins or loses. None
        where it was pruned.
    branches : tuple of Branch
        One for each claim that may follow.
    """

    match: Match = field(repr=False)
    word: str
    value: int | None
    branches: tuple[Branch, ...] = field(repr=False)

    each: ClassVar[tuple[str, ...]] = ("branches",)
    to_dict = to_dict
    to_frame = to_frame

    def __iter__(self) -> Iterator[Branch]:
        """Yield this branch and all evaluated ones below it, depth first."""
        if self.value is not None:
            yield self
        for branch in self.branches:
            yield from branch

    def explain(self) -> str:
        """The value at the root, and how many positions were evaluated, in one sentence."""
        return f"{verdict(self)}; {sum(1 for _ in self):,} positions were looked at."

    def _repr_html_(self) -> str:
        drawn = sum(1 for _ in self) <= SEEN
        after = f" after {' '.join(self.match.moves)}" if self.match.moves else ""
        caption = f"Game tree of {self.match.game.rules.title}{after}. {self.explain()}"
        return (
            f"<figure class='nb-root nb-tree'><style>{style()}{LOOK}</style>{_opened(self, drawn)}"
            f"<figcaption>{escape(caption)}</figcaption></figure>"
        )


def unfold(m: Match, *, pruned: bool = False) -> Branch:
    """The game tree below a small position, with the value of each position in it.

    Parameters
    ----------
    m : Match
        A match with few empty sites; no move in the tree is a swap.
    pruned : bool, default False
        Evaluate no further move once one is found that wins. The values are the same; a pruned
        branch has the value None. In Copolymer, where a win may be larger, nothing is pruned.

    Returns
    -------
    Branch
        The root: `match`, `word`, `value` for FIRST, and `branches`; with `explain`.

    Raises
    ------
    Refused
        If more than two thousand positions would be evaluated.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> tree = analysis.unfold(nbgames.match("copolymer", 3).play("B2", "A1", "A2", "B1"))
    >>> tree.value, [(branch.word, branch.value) for branch in tree.branches]
    (-1, [('B3', -1), ('C2', -1), ('C3', -1)])
    """
    return _grown(whole(m), "", pruned, iter(range(MOST)))


def _grown(m: Match, word: str, pruned: bool, room: Iterator[int]) -> Branch:
    if next(room, None) is None:
        raise Refused(
            f"more than {MOST:,} positions may follow: unfold one with fewer empty sites, or pruned"
        )
    if m.outcome:
        return Branch(m, word, value_of_end(m.game, m.position, m.outcome, FIRST), ())
    sign = 1 if m.position.to_move == FIRST else -1
    branches: list[Branch] = []
    best: int | None = None
    for claim in m.game.board.names[: m.game.board.claimable]:
        if m.owner(claim) != EMPTY:
            continue
        after = m.play(claim)
        if pruned and best == 1 and not has_margins(m.game):
            branches.append(Branch(after, claim, None, ()))
            continue
        branch = _grown(after, claim, pruned, room)
        branches.append(branch)
        got = sign * (branch.value or 0)
        best = got if best is None else max(best, got)
    return Branch(m, word, sign * (best or 0), tuple(branches))


# In words, and as a page shows it


def verdict(branch: Branch) -> str:
    """Who wins, in words."""
    if branch.value is None:
        return "open" if branch.branches else "not looked at"
    if not branch.value:
        return "a draw"
    who = branch.match.game.players[branch.value < 0]
    by = f" by {abs(branch.value)}" if has_margins(branch.match.game) else ""
    return f"{who} {'has won' if branch.match.outcome else 'wins'}{by}"


def titled(branch: Branch) -> str:
    """The claim that led to a branch, and who wins."""
    return f"{branch.word}: {verdict(branch)}" if branch.word else verdict(branch)


def _opened(branch: Branch, drawn: bool) -> str:
    """A branch as a fold, the root open."""
    words = escape(titled(branch))
    if branch.value is not None:
        winner = 1 if branch.value > 0 else 2 if branch.value < 0 else 0
        words = f'<i data-owner="{winner}"></i>{words}'
    if branch.value is None and not branch.branches:
        return f"<p>{words}</p>"
    picture = re.sub(r"<style>.*?</style>", "", branch.match.svg(), flags=re.S) if drawn else ""
    inside = "".join(_opened(later, drawn) for later in branch.branches)
    state = "" if branch.word else " open"
    return f"<details{state}><summary>{words}</summary>{picture}{inside}</details>"
