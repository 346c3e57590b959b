"""What a player remembers of its last search, for a position that arises from the one searched."""

from __future__ import annotations

from ..analysis.mcts.search import Search
from ..core.position import SWAP
from ..play.match import Match


class Memory:
    """The last search of a player, and the match that it was of."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._search: Search | None = None

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        return Memory, ()  # a tree stays in its process

    @property
    def is_empty(self) -> bool:
        return self._search is None

    def keep(self, m: Match, search: Search) -> None:
        """Remember the search of a match's position, and no other."""
        self._match, self._search = m, search

    def recall(self, m: Match) -> Search | None:
        """The search of a match's position, if its tree reaches that, and there is machine code.

        As plain Python a large tree would take longer to copy than a move.
        """
        then, search = self._match, self._search
        if then is None or search is None or then.game != m.game or not search.fast:
            return None
        count = len(then.claims)
        if m.positions[count : count + 1] != then.positions[-1:]:
            return None
        claims = (claim for claim in m.claims[count:] if claim != SWAP)
        return search.after([m.game.board.site(claim) for claim in claims], fast=True)
