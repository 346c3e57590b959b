"""A match as a value: the game, the seats and every move; playing returns a new match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import Any

from ..core.errors import IllegalMove, Refused, shown
from ..core.game import Game
from ..core.integers import integer
from ..core.position import FIRST, RESIGN, SECOND, SWAP, Outcome, Position
from ..core.rules import Rules
from ..games import game as named_game
from .endings import ENDINGS, ended, result
from .turns import claims_in, ends_turn, misjudged

SEATS = ("player 1", "player 2")
LONGEST_COMMENT, LONGEST_NAME = 1000, 80  # characters


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """A match so far: a game, the players' names and every move. An immutable value.

    Make one with `nbgames.match`; `play` returns the match that follows and leaves the old one as
    it is.

    Attributes
    ----------
    game : Game
        The game at its size.
    openers : tuple of (str, str)
        The names of the player who moved first and of the other one.
    positions : tuple of Position
        The start, then the position after each claim.
    claims : tuple of str
        The single claims in order, with "swap" and "resign" among them.
    outcome : Outcome or None
        None while the match goes on; else `winner` (FIRST, SECOND, or None for a draw), `by` and
        `chain`.
    allows_swap : bool
        Whether this match has a swap.
    remarks : tuple of (int, str)
        Comments with the number of their move; `comments` has them as a mapping.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("projex", 6).play("F6", "swap", "A6")
    >>> m.moves, m.back(2).moves
    (('F6', 'swap', 'A6'), ('F6',))
    """

    game: Game
    openers: tuple[str, str]
    positions: tuple[Position, ...]
    claims: tuple[str, ...]
    outcome: Outcome | None
    allows_swap: bool
    remarks: tuple[tuple[int, str], ...] = ()

    def __repr__(self) -> str:
        player = self.game.players[self.position.to_move - 1]
        state = "over" if self.outcome else f"{player} to move"
        return f"<{self.game!r}: {len(self.moves)} moves, {state}>"

    def __str__(self) -> str:
        from ..notation.record import write

        return write(self)

    # What is on the board

    @property
    def position(self) -> Position:
        """The position now: the owner of each site, the side to move, and whether it may swap."""
        return self.positions[-1]

    @property
    def to_move(self) -> int | None:
        """The side to move, FIRST or SECOND; None when the match is over."""
        return None if self.outcome else self.position.to_move

    @property
    def seats(self) -> tuple[str, str]:
        """The names of the players who are FIRST and SECOND now; a swap exchanges them."""
        first, second = self.openers
        # A swap answers the first claim of all, which may lie before a start that was set up.
        return (second, first) if SWAP in self.claims[:2] else (first, second)

    @property
    def seat_to_move(self) -> str | None:
        """The name of the player to move; None when the match is over."""
        return None if self.outcome else self.seats[self.position.to_move - 1]

    def owner(self, name: str) -> int:
        """The owner of a site: EMPTY, FIRST, SECOND or BLOCKED.

        Parameters
        ----------
        name : str
            The site, in any case; in ConHex a hole, or a cell such as "A1:B3".

        Returns
        -------
        int
            0, 1, 2 or 3.

        Raises
        ------
        NotationError
            If no site of this board has that name.

        Examples
        --------
        >>> import nbgames
        >>> nbgames.match("projex").play("F6").owner("f6") == nbgames.FIRST
        True
        """
        return self.position.owners[self.game.board.site(name)]

    def owned(self, who: int) -> tuple[str, ...]:
        """The names of the sites that a player has claimed, in ConHex holes.

        Parameters
        ----------
        who : int
            FIRST or SECOND.

        Returns
        -------
        tuple of str
            In the order of the board.
        """
        board = self.game.board
        owners = self.position.owners[: board.claimable]
        return tuple(board.names[site] for site, owner in enumerate(owners) if owner == who)

    def legal(self) -> tuple[str, ...]:
        """The names of the sites that may be claimed now, "swap" last where it is allowed.

        Returns
        -------
        tuple of str
            Empty after the end.
        """
        if self.outcome:
            return ()
        names = self.game.board.names
        moves = self.game.moves(self.position)
        return tuple(move if isinstance(move, str) else names[move] for move in moves)

    # The record

    @property
    def moves(self) -> tuple[str, ...]:
        """The record as a tuple of words, one a turn; a turn that is still open ends in a comma."""
        return tuple(word for word, _ in self.turns())

    def turns(self) -> Iterator[tuple[str, int]]:
        """Each word of the record, and how many claims there are after it.

        Yields
        ------
        word : str
            A word of `moves`.
        count : int
            The number of claims up to the end of that word.
        """
        word, mover = "", self.positions[0].to_move
        for count, claim in enumerate(self.claims, 1):
            word += claim
            last, mover = mover, self.positions[count].to_move
            if last != mover or self._closed(count):  # the first is quick, and mostly so
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
        return ends_turn(self.game, self.claims[count - 1], before, after)

    @property
    def is_open(self) -> bool:
        """Whether the player to move is in the middle of a turn."""
        return bool(self.claims) and self.outcome is None and not self._closed(len(self.claims))

    @property
    def may_swap(self) -> bool:
        """Whether the next word may be a swap; never after an end, which may leave the position."""
        return self.position.may_swap and self.outcome is None

    @property
    def is_off_board(self) -> bool:
        """Whether the match has ended off the board, by agreement or forfeit."""
        return self.outcome is not None and self.outcome.by in ENDINGS

    # Going on

    def play(self, *words: str) -> Match:
        """The match after these words.

        Parameters
        ----------
        *words : str
            Names of sites, "swap", "resign", or in Copolymer a whole turn, "B2,A2,C5". A single
            name may leave the turn open; a word with commas is the turn, or the rest of it.

        Returns
        -------
        Match
            The match that follows; this one stays as it is.

        Raises
        ------
        NotationError
            If a word names nothing on this board.
        IllegalMove
            If the rules forbid it, or a turn stops too early or goes on too long.
        Refused
            If the match is over.

        Examples
        --------
        >>> import nbgames
        >>> nbgames.match("copolymer", 5).play("C3", "B2", "C5").moves
        ('C3', 'B2', 'C5')
        """
        now = self
        for word in words:
            now = now._word(word)
        return now

    def replay(self, words: Sequence[str]) -> Match:
        """The match after words that were played before, one claim each: as `play`, but faster.

        The winner is looked for at the end only. No stone of these games is ever taken away, so a
        player who had won earlier would still have won then.

        Parameters
        ----------
        words : sequence of str
            Names of sites.

        Returns
        -------
        Match
            The match that follows.

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
            position = _with_swap(game.play(position, site), self.allows_swap)
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
                raise IllegalMove("no swap here: this game was made without it")
            return self._with(SWAP, self.game.play(self.position, SWAP))
        site = self.game.board.site(text)
        position = _with_swap(self.game.play(self.position, site), self.allows_swap)
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
        by : str
            "agreed" or "forfeit".
        winner : int or None
            FIRST or SECOND, the player who has won; None for a draw, which only a game with draws
            allows.

        Returns
        -------
        Match
            The match with its outcome.

        Raises
        ------
        Refused
            If the match is over already, or cannot end so.

        Examples
        --------
        >>> import nbgames
        >>> nbgames.match("projex").play("F6").end("forfeit", nbgames.SECOND).result()
        'O wins by forfeit'
        """
        if self.outcome:
            raise Refused(f"the game is over already: {self.result()}")
        return replace(self, outcome=ended(self.game.rules, by, winner))

    @property
    def is_dead(self) -> bool:
        """Whether it is seen that nobody can win any more, though the match goes on."""
        can_win = self.game.can_win
        return not self.outcome and not any(can_win(self.position, who) for who in (FIRST, SECOND))

    # Looking back

    def at(self, n: int) -> Match:
        """The match after its first n words; what came later is left out.

        Parameters
        ----------
        n : int
            A number of words, 0 to `len(m.moves)`.

        Returns
        -------
        Match
            The earlier match.

        Raises
        ------
        Refused
            If there are not so many.
        """
        number = integer(n)
        most = max(0, min(number or 0, len(self.claims)))
        turns = [0, *(count for _, count in islice(self.turns(), most))]
        if number is None or not 0 <= number < len(turns):
            last = len(self.moves)
            raise Refused(f"there is no move {shown(n)}: this game has moves 0 to {last}")
        return self.after(turns[number])

    def back(self, n: int = 1) -> Match:
        """The match n words earlier.

        Parameters
        ----------
        n : int, default 1
            How many words to take back.

        Returns
        -------
        Match
            The earlier match; this one stays as it is.

        Raises
        ------
        Refused
            If there are not so many.
        """
        return self.at(n if integer(n) is None else len(self.moves) - n)

    def after(self, count: int) -> Match:
        """The match after its first count claims.

        Parameters
        ----------
        count : int
            A number of claims, 0 to `len(m.claims)`.

        Returns
        -------
        Match
            The earlier match, in the middle of a turn if `count` says so.
        """
        if count == len(self.claims):
            return self
        claims, positions = self.claims[:count], self.positions[: count + 1]
        shorter = replace(self, claims=claims, positions=positions, outcome=None)
        if not self.remarks:  # to count the words of a long match takes a millisecond
            return shorter
        last = len(shorter.moves)
        return replace(shorter, remarks=tuple(pair for pair in self.remarks if pair[0] <= last))

    def from_position(self, start: Position) -> Match:
        """A new match like this one from another start.

        Parameters
        ----------
        start : Position
            The position to start from.

        Returns
        -------
        Match
            A match without moves, with the same game, seats and swap.

        Raises
        ------
        Refused
            If the game cannot have such a position.
        """
        return match(self.game, seats=self.openers, swap=self.allows_swap, start=start)

    # Remarks and results

    @property
    def comments(self) -> Mapping[int, str]:
        """The comments by the number of their move; move 0 is the start."""
        return MappingProxyType(dict(self.remarks))

    def comment(self, text: str, n: int | None = None) -> Match:
        """The match with a comment on its last move, or on move n.

        Parameters
        ----------
        text : str
            The comment, at most 1,000 characters; an empty text takes it away.
        n : int, optional
            The number of the move, 0 for the start; left out, the last one.

        Returns
        -------
        Match
            The match with the comment.

        Raises
        ------
        Refused
            If there is no such move, or the text is too long.
        """
        number = len(self.moves) if n is None else integer(n)
        if number is None or not 0 <= number <= len(self.moves):
            raise Refused(f"there is no move {shown(n)} to comment on: 0 to {len(self.moves)}")
        words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if len(words) > LONGEST_COMMENT:
            raise Refused(
                f"a comment of {len(words)} characters is too long: at most {LONGEST_COMMENT}"
            )
        kept = dict(self.remarks) | {number: words}
        return replace(self, remarks=tuple(sorted((k, v) for k, v in kept.items() if v)))

    def result(self) -> str:
        """How the match ended, in words; "" while it goes on."""
        return result(self.game.rules, self.outcome)

    # Doors upwards: each of these modules imports this one

    def diagram(self, *, ring: bool = False) -> str:
        """The board as ASCII text; `nbgames.read_diagram` reads it.

        Parameters
        ----------
        ring : bool, default False
            Show in Projex the far side of its edge too, in lower case.

        Returns
        -------
        str
            One line for each row of the drawing.

        Examples
        --------
        >>> import nbgames
        >>> nbgames.match("projex", 3).play("B2").diagram().count("x")
        1
        """
        from ..notation import diagram

        return diagram.show(self.game.board, self.position.owners, ring=ring)

    def svg(self, *, marks: str | Iterable[str] = (), numbers: bool = False) -> str:
        """The board as SVG text.

        Parameters
        ----------
        marks : str or iterable of str, default ()
            Rings and arrows to draw: "F6 F6>A6" is a ring around F6 and an arrow from F6 to A6.
        numbers : bool, default False
            Write on each site the number of its move.

        Returns
        -------
        str
            An `<svg>` element, complete with its style sheet.
        """
        from ..draw.svg import svg

        return svg(self, marks=marks, numbers=numbers)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from ..draw.stored import bundle

        return {"text/plain": repr(self), **bundle(self)}

    def to_html(self, *, answer: Iterable[str] = ()) -> str:
        """One HTML file that replays this match and plays on with no network and no Python.

        Parameters
        ----------
        answer : iterable of str, default ()
            Words that go on from here: the page is then a puzzle, which hides them until they are
            found or asked for.

        Returns
        -------
        str
            The whole page.
        """
        from ..web.pages import to_html

        return to_html(self, answer=answer)

    def to_module(self) -> str:
        """A JavaScript module that shows this match and plays on with no Python: a widget for MyST.

        Returns
        -------
        str
            An ES module as anywidget has them. Written to `board.mjs` it is what the directive
            `{anywidget}` of MyST and Jupyter Book 2 shows, with `{}` as its data, or with another
            match of the same game and size as `{"record": "..."}`.

        Notes
        -----
        The module loads nothing. Two people can play; `to_html` has computer players too.

        Examples
        --------
        >>> import nbgames
        >>> "export default" in nbgames.match("projex", 4).to_module()
        True
        """
        from ..web.offline import to_module

        return to_module(self)

    def link(self, base: str = "", *, marks: str | Iterable[str] = ()) -> str:
        """The address of this position on a page made by `to_html`, or by `make demo`.

        Parameters
        ----------
        base : str, default ""
            The address of the page; left out, only the fragment after it.
        marks : str or iterable of str, default ()
            Rings and arrows that the board shows, as in `svg`.

        Returns
        -------
        str
            The address; it carries a version and a checksum, and the comments, unless it had more
            than 6,000 letters with them.
        """
        from ..notation.address import link

        return link(self, base, marks=marks)

    def qr(self, base: str, *, marks: str | Iterable[str] = ()) -> str:
        """The QR code of `link` without comments, as SVG text; a notebook shows the code.

        Parameters
        ----------
        base : str
            The address of the page.
        marks : str or iterable of str, default ()
            Rings and arrows that the board shows, as in `svg`.

        Returns
        -------
        str
            An `<svg>` element. Its `repr` is for a terminal: the code of block characters, for
            light text on a dark ground, and the address.

        Raises
        ------
        Refused
            If the address is too long for a code, or segno is not installed.
        """
        from ..notation.address import qr

        return qr(self, base, marks=marks)

    def widget(
        self,
        opponent: Any = None,
        seat: int = SECOND,
        *,
        keep: str | None = None,
        help: bool = True,
    ) -> Any:
        """A live board of this match for a notebook.

        Parameters
        ----------
        opponent : Opponent, optional
            A computer player for one seat: anything with `choose(match)`, such as
            `nbgames.opponent(3)`.
        seat : int, default SECOND
            Where the opponent sits at the start, FIRST or SECOND; a swap exchanges the seats.
        keep : str, optional
            The name under which the game is kept, "" if it is not to be. Left out, it is kept for
            the notebook's cell, where the notebook program says which cell it runs.
        help : bool, default True
            Whether there are hints, a bar of who stands better, and layers of the position; a board
            of a store has none.

        Returns
        -------
        BoardWidget
            The last line of a cell shows it; `w.match` is the match as it stands now.

        Notes
        -----
        From the first move on the page the game is written to a file of the user's, which
        `nbgames.my_games` lists. Where the same cell makes the same board again, after a restart
        or another day, the page shows the position as it was left. The game is on the board again
        from the first click; until then `w.match` is this match.
        """
        from ..widgets.board import BoardWidget

        return BoardWidget(self, opponent, seat, keep, help)


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
    game : str, Rules or Game
        The name of a game, in any case; a rules record of your own; or what `nbgames.game` made.
    size : int, optional
        The size, as the help texts count it; left out, the game's default.
    cells : str, optional
        Copolymer only: runs of cells such as "A1-6 B1-7", instead of a size.
    seats : iterable of str, default ("player 1", "player 2")
        The names of the player who moves first and of the other one, at most 80 characters each.
    swap : bool, default True
        False leaves the swap out.
    start : Position, optional
        A set-up position to start from, instead of the empty board.

    Returns
    -------
    Match
        A match without moves.

    Raises
    ------
    Refused
        If there is no such game, size or honeycomb, or it cannot have such a position.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("projex", 6, seats=("alice", "bob")).play("F6", "swap", "A6")
    >>> m.seats, m.seat_to_move
    (('bob', 'alice'), 'bob')
    """
    if not isinstance(game, Game):
        game = named_game(game, size, cells=cells)
    elif size is not None or cells is not None:
        raise Refused("a game made already has its size: leave out size and cells")
    allows_swap = game.rules.swap and bool(swap)
    position = game.start() if start is None else game.checked(start)
    position = _with_swap(position, allows_swap)
    return Match(game, _seats(seats), (position,), (), game.outcome(position), allows_swap)


def _with_swap(position: Position, allowed: bool) -> Position:
    """The position as a match has it: where that has no swap, none is open."""
    return position if allowed or not position.may_swap else replace(position, may_swap=False)


def _seats(seats: Iterable[str]) -> tuple[str, str]:
    names = tuple(seats) if isinstance(seats, Iterable) else (seats,)
    if len(names) != 2 or not all(isinstance(n, str) for n in names):
        raise Refused(f"{shown(names)} are no seats: give two names")
    for name in names:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise Refused(
                f"{shown(name)} is no name of a seat: that is printable text of at most "
                f"{LONGEST_NAME} characters"
            )
    first, second = (n.strip() for n in names)
    return first, second
