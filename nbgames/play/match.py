"""A match as a value: the game, the seats and every move; playing returns a new match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ..core.errors import IllegalMove, Refused, shown
from ..core.position import RESIGN, SECOND, SWAP, Outcome, Position
from ..core.rules import Game, Rules
from ..games import game as named_game
from .endings import ENDINGS, ended, result
from .turns import claims_in, ends_turn, misjudged

SEATS = ("player 1", "player 2")
LONGEST_COMMENT = 1000


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """A match so far. Make one with `nbgames.match`, go on with `play`.

    `claims` are the single claims in order, with "swap" and "resign" among them; `positions` has
    the start and then the position after each.
    """

    game: Game
    openers: tuple[str, str]
    positions: tuple[Position, ...]
    claims: tuple[str, ...]
    outcome: Outcome | None
    allows_swap: bool
    remarks: tuple[tuple[int, str], ...] = ()

    def __repr__(self) -> str:
        state = (
            "over" if self.outcome else f"{self.game.players[self.position.to_move - 1]} to move"
        )
        return f"<{self.game!r}: {len(self.moves)} moves, {state}>"

    def __str__(self) -> str:
        from ..notation.record import write

        return write(self)

    # What is on the board

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def to_move(self) -> int | None:
        """FIRST or SECOND; None when the match is over."""
        return None if self.outcome else self.position.to_move

    @property
    def seats(self) -> tuple[str, str]:
        """Who is FIRST and who is SECOND now; a swap exchanges them."""
        first, second = self.openers
        # A swap answers the first claim of all, which may lie before a start that was set up.
        return (second, first) if SWAP in self.claims[:2] else (first, second)

    @property
    def seat_to_move(self) -> str | None:
        """The name of the player to move; None when the match is over."""
        return None if self.outcome else self.seats[self.position.to_move - 1]

    def owner(self, name: str) -> int:
        """Who owns a site: EMPTY, FIRST, SECOND or BLOCKED. In ConHex also a cell, "A1:B3"."""
        return self.position.owners[self.game.board.site(name)]

    def owned(self, who: int) -> tuple[str, ...]:
        """The names of the sites that a player has claimed (in ConHex: holes)."""
        board = self.game.board
        owners = self.position.owners[: board.claimable]
        return tuple(board.names[site] for site, owner in enumerate(owners) if owner == who)

    def legal(self) -> tuple[str, ...]:
        """The sites that may be claimed now, "swap" last where allowed; none after the end."""
        if self.outcome:
            return ()
        names = self.game.board.names
        moves = self.game.moves(self.position)
        return tuple(move if isinstance(move, str) else names[move] for move in moves)

    # The record

    @property
    def moves(self) -> tuple[str, ...]:
        """The record, one word a turn; a turn that is still open ends in a comma."""
        return tuple(word for word, _ in self.turns())

    def turns(self) -> Iterator[tuple[str, int]]:
        """Each word of the record and how many claims there are after it."""
        word = ""
        for count, claim in enumerate(self.claims, 1):
            word += claim
            if self._closed(count):
                yield word, count
                word = ""
            else:
                word += ","
        if word:
            yield word, len(self.claims)

    def _closed(self, count: int) -> bool:
        """Is the turn over after so many claims?"""
        if self.outcome and self.outcome.by not in ENDINGS and count == len(self.claims):
            return True
        before, after = self.positions[count - 1 : count + 1]
        return ends_turn(self.game.board, self.claims[count - 1], before, after)

    @property
    def is_open(self) -> bool:
        """Is the player to move in the middle of a turn?"""
        return bool(self.claims) and self.outcome is None and not self._closed(len(self.claims))

    # Going on

    def play(self, *words: str) -> Match:
        """The match after these words.

        Parameters
        ----------
        *words
            Names of sites, "swap", "resign", or in Copolymer a whole turn, "B2,A2,C5". A single
            name may leave the turn open; a word with commas is the turn, or the rest of it.

        Raises
        ------
        NotationError
            If a word names nothing on this board.
        IllegalMove
            If the rules forbid it, or a turn stops too early or goes on too long.
        Refused
            If the match is over.

        >>> from nbgames.play.match import match
        >>> match("copolymer", 5).play("C3", "B2", "C5").moves
        ('C3', 'B2', 'C5')
        """
        now = self
        for word in words:
            now = now._word(word)
        return now

    def replay(self, words: Sequence[str]) -> Match:
        """The match after words that were played before, one claim each: as `play`, but sooner.

        Who has won is looked for at the end only. No piece of these games is ever taken away, so
        whoever had won earlier would still have won then.

        Raises
        ------
        GameError
            As `play` does.
        """
        if self.outcome:
            return self.play(*words)
        game, board, position = self.game, self.game.board, self.position
        claims, positions = [], [position]
        for word in words:
            site = board.site(word)
            position = game.play(position, site)
            if not self.allows_swap:
                position = replace(position, may_swap=False)
            claims.append(board.names[site])
            positions.append(position)
        if any(map(game.outcome, positions[-2:-1])):
            return self.play(*words)  # which says what comes after the end
        return replace(
            self,
            claims=(*self.claims, *claims),
            positions=(*self.positions, *positions[1:]),
            outcome=game.outcome(position),
        )

    def _word(self, word: str) -> Match:
        parts, stays_open = claims_in(word, self.game.board.names[0])
        if len(parts) == 1 and not stays_open:
            return self._claim(parts[0])
        now, over = self, False
        for part in parts:
            if over:
                raise IllegalMove(f"{shown(word)} goes on too long: the turn ends before {part}")
            now = now._claim(part)
            over = not now.is_open
        if over == stays_open:
            raise IllegalMove(f"{shown(word)} {misjudged(self.game.rules, over)}")
        return now

    def _claim(self, text: str) -> Match:
        word = text.strip().lower()
        if self.outcome:
            raise Refused(f"{shown(text)} comes after the end: {self.result()}")
        if word == RESIGN:
            outcome = Outcome(3 - self.position.to_move, "resigned")
            return self._with(RESIGN, self.position, outcome)
        if word == SWAP:
            if self.game.rules.swap and not self.allows_swap:
                raise IllegalMove("no swap here: this match was made without it")
            return self._with(SWAP, self.game.play(self.position, SWAP))
        site = self.game.board.site(text)
        position = self.game.play(self.position, site)
        if not self.allows_swap:
            position = replace(position, may_swap=False)
        return self._with(self.game.board.names[site], position, self.game.outcome(position))

    def _with(self, claim: str, position: Position, outcome: Outcome | None = None) -> Match:
        return replace(
            self,
            claims=(*self.claims, claim),
            positions=(*self.positions, position),
            outcome=outcome,
        )

    def end(self, by: str, winner: int | None) -> Match:
        """The match ended off the board.

        Parameters
        ----------
        by
            "agreed" or "forfeit".
        winner
            FIRST or SECOND, who has won; None for a draw, which only Antipalos knows.

        Raises
        ------
        Refused
            If the match is over already, or cannot end so.
        """
        if self.outcome:
            raise Refused(f"the match is over already: {self.result()}")
        return replace(self, outcome=ended(self.game.rules, by, winner))

    # Looking back

    def at(self, n: int) -> Match:
        """The match after its first n words; what came later is left out.

        Raises
        ------
        Refused
            If there are not so many.
        """
        turns = [0, *(count for _, count in self.turns())]
        if type(n) is not int or not 0 <= n < len(turns):
            raise Refused(
                f"there is no move {shown(n)}: this match has moves 0 to {len(turns) - 1}"
            )
        return self.after(turns[n])

    def back(self, n: int = 1) -> Match:
        """The match n words earlier."""
        return self.at(len(self.moves) - n if type(n) is int else n)

    def after(self, count: int) -> Match:
        """The match after its first count claims."""
        if count == len(self.claims):
            return self
        claims, positions = self.claims[:count], self.positions[: count + 1]
        shorter = replace(self, claims=claims, positions=positions, outcome=None)
        last = len(shorter.moves)
        return replace(shorter, remarks=tuple(pair for pair in self.remarks if pair[0] <= last))

    def from_position(self, start: Position) -> Match:
        """A fresh match like this one from another start."""
        return match(self.game, seats=self.openers, swap=self.allows_swap, start=start)

    # Remarks and results

    @property
    def comments(self) -> Mapping[int, str]:
        """What was said of which move: move 0 is the start."""
        return MappingProxyType(dict(self.remarks))

    def comment(self, text: str, n: int | None = None) -> Match:
        """The match with a comment on its last move, or on move n; an empty text takes it away.

        Raises
        ------
        Refused
            If there is no such move, or the text is longer than 1,000 letters.
        """
        n = len(self.moves) if n is None else n
        if type(n) is not int or not 0 <= n <= len(self.moves):
            raise Refused(f"there is no move {shown(n)} to comment on: 0 to {len(self.moves)}")
        words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if len(words) > LONGEST_COMMENT:
            raise Refused(
                f"a comment of {len(words)} letters is too long: at most {LONGEST_COMMENT}"
            )
        kept = dict(self.remarks) | {n: words}
        return replace(self, remarks=tuple(sorted((k, v) for k, v in kept.items() if v)))

    def result(self) -> str:
        """How the match ended, in words; "" while it goes on."""
        return result(self.game.rules, self.outcome)

    # Doors upwards: each of these modules imports this one

    def diagram(self, *, ring: bool = False) -> str:
        """The ASCII picture; with ring, Projex shows the far side of its edge in lower case."""
        from ..notation import diagram

        return diagram.show(self.game.board, self.position.owners, ring=ring)

    def svg(self, *, marks: str | Iterable[str] = (), numbers: bool = False) -> str:
        """The picture as SVG text, with rings and arrows, "F6 F6>A6", or the numbers of moves."""
        from ..draw.svg import svg

        return svg(self, marks=marks, numbers=numbers)

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_html(self, *, answer: Iterable[str] = ()) -> str:
        """One file that replays this match and plays on with no network.

        With `answer`, the words that go on from here, it is a puzzle: the answer is hidden until it
        is found or asked for.
        """
        from ..web.pages import to_html

        return to_html(self, answer=answer)

    def link(self, base: str = "", *, marks: str | Iterable[str] = ()) -> str:
        """The address of this position on such a page, or on one in the folder of `make demo`.

        Its board shows `marks`: "F6 F6>A6" is a ring around F6 and an arrow from F6 to A6.
        """
        from ..notation.address import link

        return link(self, base, marks=marks)

    def qr(self, base: str, *, marks: str | Iterable[str] = ()) -> str:
        """The QR code of that address, as SVG text."""
        from ..notation.address import qr

        return qr(self, base, marks=marks)

    def widget(self, opponent: Any = None, seat: int = SECOND) -> Any:
        """A live board of this match, a `BoardWidget`; an opponent plays the given seat."""
        from ..widgets.board import BoardWidget

        return BoardWidget(self, opponent, seat)


def match(
    game: str | Rules | Game,
    size: int | None = None,
    *,
    cells: str | None = None,
    seats: Iterable[str] = SEATS,
    swap: bool = True,
    start: Position | None = None,
) -> Match:
    """A new match.

    Parameters
    ----------
    game, size, cells
        As for `nbgames.game`; or a game made there.
    seats
        The names of who moves first and who moves second.
    swap
        False leaves the swap out.
    start
        A set-up position to start from, instead of the empty board.

    Raises
    ------
    Refused
        If there is no such game, or it cannot have such a position.

    >>> m = match("projex", 6, seats=("alice", "bob")).play("F6", "swap", "A6")
    >>> m.seats, m.seat_to_move
    (('bob', 'alice'), 'bob')
    """
    if not isinstance(game, Game):
        game = named_game(game, size, cells=cells)
    elif size is not None or cells is not None:
        raise Refused("a game made already has its size: leave out size and cells")
    position = game.start() if start is None else game.checked(start)
    swaps = game.rules.swap and bool(swap)
    if not swaps:
        position = replace(position, may_swap=False)
    return Match(game, _seats(seats), (position,), (), game.outcome(position), swaps)


def _seats(seats: Iterable[str]) -> tuple[str, str]:
    names = tuple(seats) if isinstance(seats, Iterable) else (seats,)
    if len(names) != 2 or not all(isinstance(n, str) and n.strip() for n in names):
        raise Refused(f"{shown(names)} are no seats: give two names")
    if any(len(n) > 80 or not n.isprintable() for n in names):
        raise Refused("a seat is a printable name of at most 80 letters")
    first, second = (n.strip() for n in names)
    return first, second
