"""A table at which one match is played: undo and redo, kept lines, callbacks after each change."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ..core.errors import NotationError, Refused, shown
from ..core.position import RESIGN
from . import planning
from .match import SEATS, Match
from .planning import Plan

MOST_LINES = 500  # kept beside the one that is played; older ones make room


class Person(NamedTuple):
    """Who asks: the name, and by what the notebook program tells apart two of one name."""

    name: str = ""
    user: str = ""


NOBODY = Person()


class Table:
    """A match being played: a line of play, the match as it stands on it, and other lines kept.

    It is the one object that changes. Claims that are taken back can be played again; another
    move instead keeps the old line in `lines`. A new game and a set-up keep the game before, all
    its lines, in `earlier`, so that no move played here is lost; of more than 500 the oldest go.

    Parameters
    ----------
    start : Match
        The match to begin with.
    lines : tuple of Match, default ()
        Other lines of the same game to keep.

    Attributes
    ----------
    match : Match
        The match as it stands.
    line : Match
        The line that it stands on, with what was taken back.
    count : int
        How many claims of the line have been played.
    lines : tuple of Match
        The other lines of the game.
    earlier : tuple of Match
        Lines of other games that were played here, but for those that a board has kept in a file.
    begun : int
        How many games have been begun, loaded or set up here after the first.
    origin : Match
        What the game on the table began as: the start, or what was begun, loaded or set up since.
    shared : bool
        Whether a store decides what is played: then the match goes on only from its last move.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames.play.table import Table
    >>> table = Table(nbgames.match("projex"))
    >>> table.play("F6")
    >>> table.undo()
    >>> table.match.moves, table.can_redo
    ((), True)
    """

    shared = False

    def __init__(self, start: Match, lines: tuple[Match, ...] = ()) -> None:
        self.line = self.match = self.origin = start
        self.count = len(start.claims)
        self.begun = 0
        self.lines = lines
        self.earlier: tuple[Match, ...] = ()
        self._planned: tuple[str, Plan] | None = None
        self._movers = ("", "")  # the persons who moved last for the openers, where they are known
        self._given = {SEATS}  # names that follow those who move; others are what a match came with
        self._called: dict[Person, tuple[str, str]] = {}  # by user: the name, and with its number
        self._watchers: list[Callable[[], None]] = []
        for line in lines:
            check_game(self.line, line)

    @classmethod
    def read(cls, text: str) -> Table:
        """The table of a record: its first match, the others as lines kept.

        Parameters
        ----------
        text : str
            Records, one after another.

        Returns
        -------
        Table
            A new table.
        """
        from ..notation.record import read_all

        return cls.of(*read_all(text))

    @classmethod
    def of(cls, now: Match, *lines: Match) -> Table:
        """The table of a match as it stands and of other lines, in the order of `record`.

        Parameters
        ----------
        now : Match
            The match as it stands.
        *lines : Match
            Other lines; if the first begins with all of `now`, the rest of it was taken back.

        Returns
        -------
        Table
            A new table.
        """
        table = cls(now, lines)
        if lines and _begins_as(lines[0], now):
            table.line, table.lines = lines[0], lines[1:]
        return table

    def record(self) -> str:
        """The match as it stands, then every other line of the game, one record after another."""
        lines = (self.line, *self.lines) if self.can_redo else self.lines
        return "\n".join(str(m) for m in (self.match, *lines))

    @property
    def can_undo(self) -> bool:
        """Whether there is a claim to take back, or an end off the board."""
        return self.count > 0 or self.match.is_off_board

    @property
    def can_redo(self) -> bool:
        """Whether there is a claim to play again."""
        return self.count < len(self.line.claims)

    def on_change(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call a function after every change.

        Parameters
        ----------
        watcher : callable
            Called without arguments.

        Returns
        -------
        callable
            Ends it.
        """
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def play(self, word: str, seat: str | None = None) -> None:
        """Play a word, for the player to move or for this seat only.

        Parameters
        ----------
        word : str
            As for `Match.play`.
        seat : str, optional
            The name of the player who plays it; left out, whoever is to move.

        Raises
        ------
        GameError
            If the seat is not to move, or the match refuses the word; nothing has changed then.
        """
        now = self.match
        if seat is not None and now.seat_to_move not in (None, seat):
            raise Refused(f"{shown(seat)} is not to move: {now.seat_to_move} is")
        self._follow(now.play(word))

    def play_from(self, count: int, word: str) -> None:
        """Play a word after the first count claims instead; the line as it was is kept.

        Parameters
        ----------
        count : int
            How many claims of the line to keep before the word.
        word : str
            As for `Match.play`.

        Raises
        ------
        GameError
            If there are not so many, or the match refuses the word.
        """
        if count == self.count:
            self.play(word)
            return
        self._own()
        self._follow(self.after(count).play(word))

    def called(self, person: Person) -> str:
        """What a person is called here: of several with one name all but the first have a number.

        A user who has a new name is called by that from then on.

        Parameters
        ----------
        person : Person
            Who has moved.

        Returns
        -------
        str
            The name, or the name with a number: "Ann", "Ann (2)".
        """
        name = person.name
        if not name:
            return ""
        key = _user(person)
        before, old = self._called.get(key, (None, None))
        if name != before:
            taken = {told for other, (_, told) in self._called.items() if other != key}
            numbers = (f"{name} ({number})" for number in itertools.count(2))
            free = (one for one in itertools.chain([name], numbers) if one not in taken)
            new = next(free)
            self._called[key] = name, new
            one, other = self._movers
            self._movers = (new if one == old else one, new if other == old else other)
        return self._called[key][1]

    def rename(self, person: Person) -> None:
        """Call a person who has moved here by a new name from now on.

        Parameters
        ----------
        person : Person
            Somebody, by the present name.
        """
        name, _ = self._called.get(_user(person), (person.name, ""))
        if name != person.name:
            self.called(person)
            self._name_seats()

    @property
    def numbered(self) -> dict[str, str]:
        """Those who have a number: what they are called, by user."""
        return {key.user: told for key, (name, told) in self._called.items() if told != name}

    def moved_by(self, name: str, before: Match) -> None:
        """Take note of who has made a move.

        Once two different persons have moved the two sides, the seats have the names of those who
        did so last. Names that a match came with, as of a record, stay.

        Parameters
        ----------
        name : str
            The person's name; "" if it is not known.
        before : Match
            The match as it was before the move.
        """
        if self.line.openers not in self._given or not name or before.seat_to_move is None:
            return
        one, other = self._movers
        is_first = before.seat_to_move == before.openers[0]
        self._movers = (name, other) if is_first else (one, name)
        self._name_seats()

    def _name_seats(self) -> None:
        """Have the seats of the line follow those who moved last."""
        old = self.line.openers
        self.line = self._named(self.line)
        names = self.line.openers
        if names != old:
            if self._planned:
                who, plan = self._planned
                self._planned = dict(zip(old, names, strict=True)).get(who, who), plan
            self._moved(self.count)

    def _named(self, line: Match) -> Match:
        """The line with the names of those who moved last, unless it came with names."""
        if line.openers not in self._given:
            return line
        one, other = self._movers
        names = (one, other) if one and other and one != other else SEATS
        self._given.add(names)
        return replace(line, openers=names)

    def plan(self, text: str = "") -> str:
        """Answer what the other player may play at once, "if they play this, I play that".

        Parameters
        ----------
        text : str, default ""
            Sequences of moves from here on, yours and the other player's in turn, each a line or up
            to a semicolon: "C3 D4 D3 E4; C4 D5". They end with moves of yours, by which a plan
            knows whose it is. "none" takes the plan away; nothing only tells it.

        Returns
        -------
        str
            The plan, with a stroke in each line after what came true.

        Raises
        ------
        Refused
            If a line cannot be played, or lines contradict each other.
        """
        if text.strip().lower() == planning.NONE:
            self._planned = None
        elif text.strip():
            who = planning.last_turn(self.match, text).seat_to_move or ""
            self._planned = who, planning.read(self.match, who, text)
        return planning.told(self._planned[1].told(self.match) if self._planned else ())

    def agree(self) -> None:
        """End the match as a draw by agreement; a line that went on is kept.

        Raises
        ------
        Refused
            If the match is over, its game has no draws, or it is a stored one.
        """
        if self.shared:
            raise Refused("a draw of a stored game is offered by the command propose")
        if not self.match.game.rules.draws:
            raise Refused(f"{self.match.game.rules.title} has no draws: somebody will win")
        self._follow(self.match.end("agreed", None))

    def undo(self) -> None:
        """Take back the last claim, or only the end of a match that ended by agreement or forfeit.

        Such an end is not played again by `redo`, nor is a resignation: agree or resign once more.
        No line keeps them: all their moves are in the line that goes on.

        Raises
        ------
        Refused
            If there is none.
        """
        if not self.can_undo:
            raise Refused("there is nothing to take back: no move has been made")
        if self.match.is_off_board:
            self.line = replace(self.line, outcome=None)
            self._moved(self.count)
        else:
            if self.match.claims[-1] == RESIGN:  # which is no move, and leaves the line
                self.line = self.line.after(self.count - 1)
            self._moved(self.count - 1)

    def redo(self) -> None:
        """Play again what was taken back.

        Raises
        ------
        Refused
            If no claim was taken back.
        """
        if not self.can_redo:
            raise Refused("there is nothing to play again: no move was taken back")
        self._moved(self.count + 1)

    def go(self, count: int) -> None:
        """Take the match back, or forward, to its first count claims.

        Parameters
        ----------
        count : int
            A number of claims of the line.

        Raises
        ------
        Refused
            If there are not so many.
        """
        self._own()
        self.after(count)
        self._moved(count)

    def turn_to(self, number: int) -> None:
        """Go on with a line that was kept or an earlier game; the present one takes its place.

        Parameters
        ----------
        number : int
            Its place in `lines` and then `earlier`, from 0.

        Raises
        ------
        Refused
            If there is no such line.
        """
        kept = (*self.lines, *self.earlier)
        if not 0 <= number < len(kept):
            raise Refused(f"there is no line {number + 1} (lines kept: {len(kept)})")
        self._own()
        chosen, count = self._named(kept[number]), len(self.lines)
        changed = (*kept[:number], *self._begun_beside(chosen), *kept[number + 1 :])
        if number >= count:
            self._go_on(Table.of(chosen), changed)
            return
        rest = changed[: len(changed) - len(self.earlier)]
        self.line, self.lines = chosen, tuple(m for m in rest if m != chosen)
        self._moved(len(chosen.claims))

    def comment(self, text: str, n: int | None = None) -> None:
        """Comment on move n, or on the last one.

        Parameters
        ----------
        text : str
            The comment; an empty text takes it away.
        n : int, optional
            The number of the move; left out, the last one.

        Raises
        ------
        Refused
            If there is no such move, or the text is too long.
        """
        self._own()
        self.line = self.line.comment(text, len(self.match.moves) if n is None else n)
        self._moved(self.count)

    def new(self) -> None:
        """Start again with the same seats; the old game is kept."""
        self.begin(self.line.from_position(self.line.positions[0]))

    def begin(self, other: Match, *lines: Match) -> None:
        """Go on with another match of this game; the old one and these lines are kept.

        Parameters
        ----------
        other : Match
            The match to go on with.
        *lines : Match
            Further lines, in the order of `record`.

        Raises
        ------
        Refused
            If one is a match of another game or size.
        """
        self._own()
        for line in (other, *lines):
            check_game(self.line, line)
        given = Table.of(other, *lines)
        self._go_on(given, (*self.earlier, *self.lines, *self._begun_beside(given.line)))

    def _go_on(self, given: Table, before: tuple[Match, ...]) -> None:
        """Go on as a new table stands, with these lines of other games kept."""
        now, self._planned = (given.line, given.match), None
        self.lines = tuple(m for m in given.lines if m not in now)
        self.earlier = tuple(m for m in before if m not in (*now, *self.lines))
        self.line = self.origin = given.line
        self.begun += 1
        self._moved(given.count)

    def resume(self, other: Table) -> None:
        """Go on as another table stands; a game begun here that it does not go on with is kept.

        Parameters
        ----------
        other : Table
            A table of the same game.

        Raises
        ------
        Refused
            If it is a table of another game or size.
        """
        self._own()
        check_game(self.line, other.line)
        self._planned = None
        if self.origin.openers == SEATS != other.line.openers:  # of those who moved it then
            self._movers = other.line.openers
            self._given.add(self._movers)
        goes_on = other.line.after(len(self.line.claims)) == self.line
        begun = () if goes_on else self._begun_beside(other.line)
        self.earlier = (*self.earlier, *self.lines, *begun)
        self.line, self.lines = other.line, other.lines
        self.origin = other.line
        self.begun += 1
        self._moved(other.count)

    def load(self, text: str) -> None:
        """Go on with the match of a record and its other lines; the present game is kept.

        Parameters
        ----------
        text : str
            Records, one after another; or only the moves of a match of this game, as in a record:
            "1. C3 2. D4", "C3 D4" or "C3; D4".

        Raises
        ------
        NotationError
            If the text is no record, or names no move.
        Refused
            If a match in it is of another game or size.
        """
        from ..notation.record import BYTE_ORDER_MARK, head, read_all

        text = text.removeprefix(BYTE_ORDER_MARK)
        if re.match(r"\s*(nbgames\b|[a-z]+:|\(|$)", text, re.IGNORECASE):  # a record's first words
            self.begin(*read_all(text))
            return
        start = self.line.from_position(self.line.positions[0])
        first, *others = read_all(f"{head(start)}\n\n{text}")
        if not first.claims:
            site = start.game.board.names[start.game.empty(start.position.owners)[0]]
            number = re.search(r"[0-9]+[.)]+\s*$", text)
            wrong = f"a move is missing after {shown(number[0].strip())}" if number else ""
            wrong = wrong or f"{shown(text)} names no move"
            raise NotationError(f"{wrong}: write for example 1. {site}")
        self.begin(first, *others)

    def _own(self) -> None:
        """Whoever sits here alone may go back, branch, comment and set up."""
        if self.shared:
            raise Refused("a stored game goes on from its last move: try things on a copy")

    def after(self, count: int) -> Match:
        """The match after the first count claims of its line.

        Parameters
        ----------
        count : int
            A number of claims.

        Returns
        -------
        Match
            An earlier or later match of the line.

        Raises
        ------
        Refused
            If there are not so many.
        """
        if not 0 <= count <= len(self.line.claims):
            raise Refused(f"there is no move {count}: this line has {len(self.line.claims)}")
        return self.line.after(count)

    def _follow(self, after: Match) -> None:
        """Go on with what was played: along the line if it says so, else on one of its own."""
        claims, played = self.line.claims, len(after.claims)
        along = claims[:played] == after.claims
        if not along or self.line.after(played).outcome != after.outcome:
            if after.claims[: len(claims)] != claims:
                self.lines = (*self.lines, self.line)
            self.line = after
        self._moved(len(after.claims))
        if word := self._due():
            self._follow(self.match.play(word))

    def _due(self) -> str | None:
        """What the player to move has planned for this very case."""
        who, plan = self._planned or ("", None)
        if plan is None or self.can_redo or self.match.seat_to_move != who:
            return None
        return plan.answer(self.match)

    def _begun_beside(self, other: Match) -> tuple[Match, ...]:
        """The present line, unless it is empty or this very one."""
        return (self.line,) if self.line.claims and self.line != other else ()

    def _moved(self, count: int) -> None:
        self.lines, self.earlier = self.lines[-MOST_LINES:], self.earlier[-MOST_LINES:]
        self.count, self.match = count, self.line.after(count)
        for watcher in tuple(self._watchers):
            watcher()


def _user(person: Person) -> Person:
    """A person without the name, where there is another way to tell who it is."""
    return person._replace(name="") if person.user else person


def _begins_as(line: Match, earlier: Match) -> bool:
    """Does the line begin with all claims of the other, from the same position?"""
    count = len(earlier.claims)
    return line.claims[:count] == earlier.claims and line.positions[0] == earlier.positions[0]


def check_game(line: Match, other: Match) -> None:
    """Refuse a match of another game or size than that of a board's line."""
    if other.game != line.game:
        ours, theirs = line.game.title, other.game.title
        raise Refused(f"this board is for {ours}, and what you gave is of {theirs}")
