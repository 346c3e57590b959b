"""The position editor: pieces are set one by one, and the rules fill what follows from them."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import Refused
from ..core.game import Game
from ..core.pieces import blocked, forget
from ..core.position import BLOCKED, EMPTY, FIRST, SECOND, Position


class Editor:
    """Pieces set and taken away, until somebody says who is to move."""

    def __init__(self, game: Game, owners: Sequence[int]) -> None:
        self.game = game
        self._put([EMPTY if owner == BLOCKED else owner for owner in owners])

    def turn(self, name: str) -> None:
        """A site goes from empty to the first player, on to the second, and back to empty.

        So does a site that the rules fill, where the order of moves would decide it.

        Raises
        ------
        GameError
            If no position has such a piece; nothing has changed then.
        """
        board = self.game.board
        site = board.site(name)
        if self.owners[site] == BLOCKED:
            raise Refused(blocked(board, site))
        if site >= board.claimable and site not in self._shared:
            raise Refused(f"{board.names[site]} follows from the pieces: set those")
        given = [*self._given]
        given[site] = (given[site] + 1) % 3
        self._put(given)

    def clear(self) -> None:
        """Take all pieces away."""
        self._put([EMPTY] * len(self.owners))

    def position(self, to_move: int) -> Position:
        """The position as it is set up.

        Raises
        ------
        Refused
            If a site depends on the order of moves and nobody has said whose it is.
        """
        said = {site: who for site, who in enumerate(self._given) if who != EMPTY}
        return self.game.position(self._stones(self._given), to_move, said)

    def _stones(self, given: list[int]) -> dict[int, int]:
        claimable = self.game.board.claimable
        return {site: who for site, who in enumerate(given[:claimable]) if who != EMPTY}

    def _put(self, given: list[int]) -> None:
        """Have these pieces, and what was said of sites that still depend on the order of moves."""
        game = self.game
        owners, late = game.filled(self._stones(given))
        shared = {site for site in range(len(owners)) if owners[site] != late[site]}
        forget(owners, late, given, game.board.claimable)
        if game.rules.winner(game.board.net, owners) == FIRST + SECOND:
            raise Refused("both players would have won: take pieces away")
        self._given, self._shared, self.owners = given, shared, bytes(owners)
