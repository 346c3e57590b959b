"""The position editor: pieces are set one by one, and the rules fill what follows from them."""

from __future__ import annotations

from ..core.errors import Refused
from ..core.game import Game
from ..core.pieces import blocked
from ..core.position import BLOCKED, EMPTY, FIRST, SECOND, Position


class Editor:
    """Pieces set and taken away, until somebody says who is to move."""

    def __init__(self, game: Game, owners: bytes) -> None:
        self.game = game
        self._put({s: owner for s, owner in enumerate(owners) if owner in (FIRST, SECOND)})

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
        name = board.names[site]
        if self.owners[site] == BLOCKED:
            raise Refused(blocked(board, site))
        had = self._stones | self._said
        self._put(had | {site: (had.get(site, EMPTY) + 1) % 3})
        if site >= board.claimable and site not in self._said:
            raise Refused(f"{name} follows from the pieces: set those")

    def clear(self) -> None:
        """Take all pieces away."""
        self._put({})

    def position(self, to_move: int) -> Position:
        """The position as it is set up.

        Raises
        ------
        Refused
            If a site depends on the order of moves and nobody has said whose it is.
        """
        return self.game.position(self._stones, to_move, self._said)

    def _put(self, pieces: dict[int, int]) -> None:
        """Have these pieces, and what was said of sites that still depend on the order of moves."""
        game = self.game
        stones = {s: who for s, who in pieces.items() if s < game.board.claimable and who != EMPTY}
        owners, late = game.filled(stones)
        said = {s: pieces[s] for s in pieces if owners[s] != late[s]}
        for s, (early, other) in enumerate(zip(owners, late, strict=True)):
            if early != other:
                owners[s] = said.get(s, EMPTY)
        if game.rules.winner(game.board.net, owners) == FIRST + SECOND:
            raise Refused("both players would have won: take other pieces away first")
        self._stones, self._said, self.owners = stones, said, bytes(owners)
