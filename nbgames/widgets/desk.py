"""What a page asks of a board, carried out at its table, with its computer player and set-up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.errors import NotationError, Refused, shown
from ..core.position import RESIGN, SWAP, Position
from ..notation.record import BYTE_ORDER_MARK, player_of, set_up
from ..play import planning
from ..play.editor import Editor
from ..play.listing import ALONE, answered, explained, is_name, listed, meant, move_asked, places
from ..play.match import Match
from ..play.sentences import about, answer, awaited, loaded
from ..play.table import NOBODY, Person, Table
from ..web.about import READ
from .adviser import Adviser
from .analyst import Analyst
from .computer import Computer, Opponent
from .known import Known

if TYPE_CHECKING:
    from ..analysis.reviewed import Review


class Desk:
    """A table, its computer player if there is one, reviews, help, and what a person sets up."""

    def __init__(
        self,
        table: Table,
        changed: Callable[[], None],
        mark: Callable[[str], None],
        help: bool = True,
    ) -> None:
        self.table, self.changed, self.mark = table, changed, mark
        self.computer: Computer | None = None
        known = Known()
        self.analyst = Analyst(table, known, changed)
        self.adviser = Adviser(table, known, changed)
        self.may_help = help and not table.shared
        self.editor: Editor | None = None
        self.guide: dict[str, str] = {}  # what a page has asked to read, as XHTML
        self._by = NOBODY  # who asks, where several people have the notebook open

    def attend(self) -> None:
        """Let the computer player think if it is to move, but not while a position is set up."""
        if self.computer:
            (self.computer.rest if self.editor else self.computer.attend)()

    def undo(self) -> None:
        if self.table.match.is_off_board or self.table.match.claims[-1:] == (RESIGN,):
            self.table.undo()
        elif not self._stride(-1):
            if self.computer:
                raise Refused("there is no move of yours to take back")
            self.table.undo()

    def may_undo(self, table: Table) -> bool:
        """Is there a claim to take back; against the computer player, one of the person's?"""
        return table.can_undo and (table.match.is_off_board or self._turn(table, -1) is not None)

    def redo(self) -> None:
        if not self._stride(1):
            self.table.redo()

    def _stride(self, by: int) -> bool:
        """With a computer player go to where a person is to move, if there is such a place."""
        count = self._turn(self.table, by) if self.computer else None
        if count is not None:
            self.table.go(count)
        return count is not None

    def _turn(self, table: Table, by: int) -> int | None:
        """The next count of claims, in this direction, after which a person is to move."""
        line, computer = table.line, self.computer
        counts = range(table.count + by, len(line.claims) + 1 if by > 0 else -1, by)
        return next((n for n in counts if not (computer and computer.plays(line.after(n)))), None)

    def carry_out(self, deed: str, by: Person = NOBODY) -> tuple[str, str]:
        """Do what a person's page asks; how it went, and in which words.

        How: "" if something was done, which may tell something too; "said" of an answer; "record";
        "meant" of a mistyped word, of which nothing is done; "shows" of what the page does by
        itself, such as "worst", which goes to the worst move.
        """
        self._by = by
        self.table.rename(by)
        typed = deed.strip()
        m, asked = self._asked_of(typed)
        said, deed = answered(m.game.rules, asked, self._lacks)
        if said:
            return "said", said
        verb, rest = _split(deed)
        if verb in ALONE and rest.strip() == "?":
            return self.carry_out(f"help {verb}", by)
        if verb in ALONE and rest:
            raise Refused(f"{shown(rest)} cannot follow {verb}: type {verb} alone")
        if not rest:
            self._complete(verb)
        if verb in SET_UP and self.table.shared:
            raise Refused("a stored game goes on from its last move: set positions up on a copy")
        helps = deed != asked and verb in ("bar", "layer")
        if helps:  # with the position that is looked at, and stays so
            self.help(Adviser.turn, typed.split()[1] if asked != typed else "")
        if deed != asked and verb in OF_REVIEW:
            return "shows", deed
        if verb in DEEDS:
            return "said" if helps else "", DEEDS[verb](self, rest) or ""
        if verb == "record":
            return "record", self.table.record()
        if verb == "about":
            return "said", self._about(m, rest)
        if verb == "why":
            looks_back = asked != typed  # at the move whose reason is asked for
            shown_move = str(len(m.moves) or "") if looks_back else ""
            return "said", self._why(move_asked(self.table.match, rest) or shown_move)
        if verb == "who" and self.computer:
            return "said", self.computer.who(m)
        if verb == "plan":
            return "said", self._plan(rest)
        if verb in ("help", "?"):
            m, lacks = self.table.match, self._lacks
            return "said", explained(m, lacks, rest.strip()) or listed(m, lacks)
        told = answer(m, deed)
        if told is not None:
            return "said", told
        board = m.game.board
        if verb not in (SWAP, RESIGN) and board.spell(deed) not in board.sites:
            if guess := meant(deed, self._lacks):
                return "meant", guess
            self._recognized(deed)
        if asked != typed:
            count = typed.split()[1]
            m.play(deed)  # refused there, too, it is no example
            raise Refused(f"{shown(deed)} is a move: to play it there type from {count} {deed}")
        return "", self.play(self.table.count, deed)

    def _asked_of(self, deed: str) -> tuple[Match, str]:
        """What match a question is about, and the deed; who looks back asks "at 3 last"."""
        verb, _, rest = deed.partition(" ")
        if verb.lower() != "at":
            return self.table.match, deed
        count, _, asked = rest.strip().partition(" ")
        before = self.table.after(_number(count, "at 0 chains"))
        if not asked.strip():
            raise _lacks(f"at {count}", "chains")
        return before, asked.strip()

    def _complete(self, verb: str) -> None:
        """Refuse what says nothing alone, with an example of what may follow."""
        game = self.table.match.game
        site, player = places(self.table.match)[0], game.players[0]
        rest = {
            **dict.fromkeys(("about", "neighbours", "neighbors", "near"), site),
            **dict.fromkeys(("row", "column"), min(game.board.lines, default="")),
            "set": "" if self.table.shared else site,
            "again": "rematch" if self.table.match.outcome and self._plays_again else "",
            "begin": player if self.editor else "",
            "setup": "" if self.table.shared else f"{player} {site}; {player} to move",
        }
        if rest.get(verb):
            raise _lacks(verb, rest[verb])

    def _plan(self, text: str) -> str:
        """Keep conditional moves, or tell those that are kept."""
        if self.editor:
            raise Refused(SETTING_UP)
        is_new = text.strip().lower() not in ("", planning.NONE)
        ends = planning.last_turn(self.table.match, text) if is_new and self.computer else None
        if ends and self.computer and self.computer.plays(ends):
            raise Refused("this ends with a move of the computer player: end it with your own")
        return self.table.plan(text)

    @property
    def _lacks(self) -> set[str]:
        """What cannot be typed here and now, of the examples of `listing.KINDS`."""
        able = {**self._may_move, **self._may_help}
        return {example for example, is_so in able.items() if not is_so}

    @property
    def _may_move(self) -> dict[str, Any]:
        """Of examples that change what is on the table, whether they do so now."""
        table, m, computer, editor = self.table, self.table.match, self.computer, self.editor
        alone = not table.shared
        plays = not (m.outcome or editor or (computer and computer.to_move))
        return {
            "{site}": plays,
            "swap": plays and m.may_swap,
            "resign": plays,
            "draw": alone and m.game.rules.draws and not (m.outcome or editor or self._may_lose),
            "plan {site} {other}": plays,
            "undo": self.may_undo(table),
            "redo": table.can_redo,
            "go 1": alone and table.line.claims,
            "from 0 {site}": alone and table.line.claims and not editor,
            "line 1": alone and (table.lines or table.earlier),
            "new": alone,
            **dict.fromkeys(("rematch", "again change sides"), m.outcome and self._plays_again),
            "stop": computer and (computer.thinking or computer.pondering),
            "think": computer and computer.paused,
            "computer second": False,  # which a page without Python knows
            "comment well played": alone,
            "load and a record": alone,
            "edit": alone and not editor,
            "setup {player} {site}; {player} to move": alone,
            **dict.fromkeys(("set {site}", "clear", "begin {player}", "leave"), editor),
        }

    @property
    def _may_help(self) -> dict[str, Any]:
        """Of examples that tell something, whether there is something to tell."""
        m, computer, editor = self.table.match, self.computer, self.editor
        told = {"can": False} if editor else self.reviewed(self.table)
        return {
            "row {row}": m.game.board.lines,
            "score": m.game.rules.scored,
            "about {site}": self.may_help,
            "why": (computer and computer.reasons(m)) or (self.review and "share" in told),
            "hint": self.may_help and not (editor or m.outcome),
            "bar": self.may_help and not editor,
            "layer": self.may_help and not editor,
            "analyse": told["can"],
            "analyse stop": told.get("busy"),
            **dict.fromkeys(OF_REVIEW, self.review and "share" in told),
        }

    def _about(self, m: Match, name: str) -> str:
        if not self.may_help:
            raise Refused(NO_HELP)
        return about(m, name)

    def _why(self, number: str) -> str:
        """The computer player's reason for a move, left out its last; else what a review says."""
        computer, m = self.computer, self.table.match
        reasons = computer.reasons(m) if computer else {}
        own = [str(n + 1) for n in range(len(m.moves)) if computer and computer.plays(m.at(n))]
        moves = [*map(str, range(1, len(m.moves) + 1))]
        which = number or next(reversed(reasons or own or moves), "")
        if which in reasons:
            return f"Move {which}, {m.moves[int(which) - 1]}: {reasons[which]}."
        if which in moves and (judged := self._judged(int(which))):
            return f"The review: {judged}"
        if number and not number.isdigit():
            return self._about(m, number)
        if not computer:
            if m.outcome:
                return awaited(m)
            able = self._may_help
            ways = [f"{way}, then why" for way in ("hint", "analyse") if able[way]]
            told = f": type {', or '.join(ways)}" if ways else ""
            raise Refused(f"no reason is known here{told}")
        if not own:
            raise Refused("the computer player has not moved yet")
        if which in own:
            raise Refused(f"no reason is kept for move {which}")
        if which in moves:
            raise Refused(f"move {which} was your own: why tells the computer player's reasons")
        told = f": type for example why {[*reasons][-1]}" if reasons else ""
        raise Refused(f"the computer player has made no such move{told}")

    def _judged(self, number: int) -> str:
        """What a review that is shown says of a move."""
        says = self.review.get("says", ()) if "share" in self.reviewed(self.table) else ()
        return says[number] if number < len(says) else ""

    def _recognized(self, word: str) -> None:
        """Say where what can be typed is listed, if this is no word of a move."""
        game = self.table.match.game
        if "," in word:
            return
        if re.match(r"nbgames |[0-9]+[.)]", word, re.IGNORECASE):
            raise Refused(f"{PASTE}; type one move")
        if word.lower().split()[:1] in (["level"], ["computer"]):
            who = "who plays here" if self.computer else "no computer plays here: one"
            raise Refused(f"{who} {OPPONENT}")
        if not is_name(word):
            raise NotationError(
                f"{shown(word)} is no move and no word that this board knows; {HELP}"
            )
        try:
            game.board.site(word)
        except NotationError as error:
            raise NotationError(f"{error}; {HELP}") from None

    def _own_side(self, m: Match) -> str:
        """Whom the person plays against the computer player from a position on, in words."""
        if not self.computer or m.outcome:
            return ""
        unless = ", unless the computer swaps" if m.may_swap and self.computer.plays(m) else ""
        return f"You play {m.game.players[2 - self.computer.side_in(m)]} from here{unless}."

    def turn_to(self, number: str) -> str:
        """Go on with a line that is kept; where the one before is, and whom the person plays."""
        table, before = self.table, self.table.line
        if not (table.lines or table.earlier):
            raise Refused("no line is kept yet")
        table.turn_to(_number(number, "line 1") - 1)
        kept = (*table.lines, *table.earlier)
        place = f"The line before is line {kept.index(before) + 1} now." if before in kept else ""
        return f"{place} {self._own_side(table.match)}".strip()

    def play(self, count: int, word: str) -> str:
        """Play a person's word, here, or from an earlier position for whoever is to move there.

        There it is the person's turn, though the computer player has sat in that seat. Whom the
        person plays then is told, if it is not the side of before: a swap may lie between, too.
        """
        if self.editor:
            raise Refused(SETTING_UP)
        if count == self.table.count and self.table.match.outcome:
            raise Refused(self._over)
        if count == self.table.count and self.computer and self.computer.to_move:
            goes_on = "type think" if self.computer.paused else "wait"
            raise Refused(f"it is the computer player's turn: {goes_on}, or take a move back")
        before, told = self.table.after(count), ""
        if not word.strip():
            raise _lacks(f"from {count}", places(before)[0])
        if self.computer and count != self.table.count:
            then = before.play(word)  # refused before anybody changes seats
            was = self.computer.side
            if self.computer.plays(before):
                self.computer.seat = 3 - self.computer.seat
            told = self._own_side(then) if self.computer.side_in(then) != was else ""
        self.table.play_from(count, word)
        if not self.computer and word.strip().lower() != RESIGN:  # which anybody may press
            self.table.moved_by(self.table.called(self._by), before)
        return told

    @property
    def _over(self) -> str:
        """That the game is over, and which buttons go on."""
        table = self.table
        again = self.offers(table.match)[:1] or [["New game", "new"]]
        ways = ["Analyse"] if self.may_analyse(table) and not self.analyst.told else []
        ways += [name for name, _ in again if not table.shared]
        told = f"the game is over, {table.match.result()}"
        return f"{told}: press {' or '.join(ways)}" if ways else told

    def play_from(self, rest: str) -> str:
        if self.editor:
            raise Refused(SETTING_UP)
        count, _, word = rest.partition(" ")
        number = _number(count, f"from 0 {places(self.table.after(0))[0]}")
        return self.play(number, word)

    def draw(self) -> None:
        """Agree on a draw; the computer player does once it cannot win any more."""
        if self.editor:
            raise Refused(SETTING_UP)
        if self.table.match.game.rules.draws and self._may_lose:
            raise Refused(
                "the computer player agrees to a draw only once it cannot win any more: play on"
            )
        self.table.agree()

    @property
    def _may_lose(self) -> bool:
        """Does a computer player sit here who may still win?"""
        m, computer = self.table.match, self.computer
        return bool(computer and not m.outcome and m.game.can_win(m.position, computer.side))

    def comment(self, rest: str) -> None:
        """Say something of a move, "12:well played", or of the last."""
        number, colon, text = rest.partition(":")
        if colon and re.fullmatch("[0-9]{1,4}", number):
            self.table.comment(text, int(number))
        else:
            self.table.comment(rest)

    def load(self, text: str) -> str:
        """Go on with the match of a record, or of a list of moves; what was read is told."""
        text = text.strip().removeprefix(BYTE_ORDER_MARK).strip()
        if not text:
            raise Refused(f"the box is empty: {PASTE}")
        self.table.load(text)
        return loaded(self.table.match)

    def edit(self) -> None:
        self.editor = self._editor()
        self.changed()

    def _editor(self) -> Editor:
        return Editor(self.table.match.game, self.table.match.position.owners)

    def set(self, name: str) -> None:
        """Turn a site from one owner to the next; the first of these begins to set up."""
        editor = self.editor or self._editor()
        editor.turn(name)
        self.editor = editor
        self.changed()

    def clear(self) -> None:
        if not self.editor:
            raise Refused(NOTHING_SET_UP)
        self.editor.clear()
        self.changed()

    def begin(self, player: str) -> None:
        """Play on from what is set up, with this player to move."""
        if not self.editor:
            raise Refused(NOTHING_SET_UP)
        self.begin_at(self.editor.position(player_of(self.table.match.game, player)))

    def begin_at(self, start: Position) -> None:
        """Go on from a position that was set up; the present line is kept."""
        begun = self.table.line.from_position(start)
        self.editor = None
        self.table.begin(begun)

    def leave_editor(self) -> None:
        if not self.editor:
            raise Refused(NOTHING_SET_UP)
        self.editor = None
        self.changed()

    def may_analyse(self, table: Table) -> bool:
        """Nobody has help in a match against somebody, before it is over."""
        alone = not (table.shared or self.computer)
        return bool(table.line.moves and (alone or table.match.outcome))

    def reviewed(self, table: Table) -> dict[str, Any]:
        """Whether one may analyse what this table has, and how far that is."""
        return {"can": True, **self.analyst.told} if self.may_analyse(table) else {"can": False}

    def show(self, review: Review) -> None:
        """Show a review that was made elsewhere."""
        self._allow()
        self.analyst.show(review)

    def _allow(self) -> None:
        if not self.table.line.moves:
            raise Refused("there is nothing to review: nobody has moved yet")
        if not self.may_analyse(self.table):
            raise Refused(
                "a game against the computer or another player can be analysed once it is over"
            )

    def analyse(self, what: str) -> None:
        """Review the match, look no further ("stop"), show the review no more ("close").

        "try 13 F6" judges another word in place of the 13th.
        """
        verb, _, rest = what.partition(" ")
        if verb in ("stop", "close"):
            {"stop": self.analyst.stop, "close": self.analyst.close}[verb]()
            return
        self._allow()
        if verb == "try":
            number, _, word = rest.partition(" ")
            self.analyst.allow_trial()
            example = f"analyse try 1 {places(self.table.after(0))[0]}"
            self.analyst.attempt(_number(number, example), word)
        elif verb:
            raise Refused(
                f"{shown(what)} is nothing to analyse: type analyse, analyse stop or analyse close"
            )
        else:
            self.analyst.begin()

    def lack_review(self, rest: str) -> None:
        """Refuse what a page does by itself where it shows a review."""
        self._allow()
        raise Refused(
            "no review is shown that has this: type analyse; then worst goes to the worst moves, "
            "learn lets you try them again, next goes to another, answer tells what was better"
        )

    @property
    def review(self) -> dict[str, Any]:
        """A review as a page shows it; against the computer one's own mistakes are asked again.

        `mine` is then the side that the person has.
        """
        page = self.analyst.page if self.may_analyse(self.table) else {}
        if not (page and self.computer):
            return page
        line, plays = self.table.line, self.computer.plays
        mine = {
            part: [n for n in page[part] if n <= len(line.moves) and not plays(line.at(n - 1))]
            for part in ("slips", "falls")
        }
        return {**page, **mine, "mine": 3 - self.computer.side_in(line)}

    def help(self, how: Callable[[Adviser, str], None], what: str) -> None:
        """Help with the position that a page shows, if that is allowed here."""
        if not self.may_help:
            raise Refused(NO_HELP)
        if self.editor:
            raise Refused("a position is being set up: ask for help once you play from it")
        how(self.adviser, what.strip())

    def offers(self, m: Match) -> list[list[str]]:
        """What is offered after a game against the computer player: labels, and what they ask.

        Before one, where its level lacks something, the level below.
        """
        computer = self.computer
        if not (computer and self._plays_again):  # a stored game goes on: New game is refused, too
            return []
        if not (m.outcome or (computer.slowed and not m.claims)):
            return []
        from ..opponents.levels import LEVELS, WORDS

        level = computer.level
        offered = [["Rematch", "again rematch"], ["Change sides", "again change sides"]]
        if not m.outcome:
            return [[f"Easier: {WORDS[level - 2]}", "again easier"]]
        if level in LEVELS[:-1]:
            offered.append([f"Harder: {WORDS[level]}", "again harder"])
        if level in LEVELS[1:]:
            offered.append([f"Easier: {WORDS[level - 2]}", "again easier"])
        return offered

    @property
    def _plays_again(self) -> bool:
        """Is this a game against the computer, after which another is offered?"""
        return self.computer is not None and not self.table.shared

    def again(self, how: str) -> None:
        """Play again: "rematch", "change sides", "harder" or "easier"."""
        computer = self.computer
        offered = [deed for _, deed in self.offers(self.table.match)]
        if not (computer and f"again {how}" in offered):
            if not (self._plays_again and self.table.match.outcome):
                new = "" if self.table.shared else ": type new for another game"
                raise Refused(f"a rematch can be had once a game against the computer is over{new}")
            raise Refused(f"{shown(how)} is no way to play again: type {' or '.join(offered)}")
        if how == "change sides":
            computer.seat = 3 - computer.seat
        elif how != "rematch":
            computer.become(_stronger(computer, 1 if how == "harder" else -1))
        self.new()

    def new(self) -> None:
        """Begin another game, which the computer player does not play as the last one."""
        if self.computer and not self.table.shared:  # which refuses
            self.computer.renew()
        self.table.new()

    def tell(self, what: str) -> None:
        """Have the page show what there is to read: "rules" in pictures, or "keys"."""
        self.guide = {**self.guide, what: READ[what](self.table.match.game.rules)}
        self.changed()

    def think(self, on: bool) -> None:
        """Have the computer player go on thinking, or stop it."""
        computer = self.computer
        busy = computer and (computer.thinking or computer.pondering or computer.to_move)
        if not (on or busy):
            raise Refused("nothing is under way that could be stopped")
        if computer:
            (computer.resume if on else computer.stop)()


SETTING_UP = "a position is being set up: choose who is to move, or Cancel"
NO_HELP = "there is no help on this board"
NOTHING_SET_UP = "no position is being set up: type edit to set one up"
OPPONENT = (
    "is chosen where the board is made, in nbgames.menu() or in a cell such as "
    "m.widget(nbgames.opponent(2))"
)
PASTE = "paste a record or moves into the box under More"
HELP = "type help for what can be typed here"
OF_REVIEW = ("analyse close", "analyse try 1 {site}", "worst", "learn", "next", "answer")

# What a page may ask besides a move or a question: its first word, and what is done.
DEEDS: dict[str, Callable[[Desk, str], str | None]] = {
    "undo": lambda desk, rest: desk.undo(),
    "redo": lambda desk, rest: desk.redo(),
    "new": lambda desk, rest: desk.new(),
    "draw": lambda desk, rest: desk.draw(),
    "go": lambda desk, rest: desk.table.go(_number(rest, "go 0")),
    "from": Desk.play_from,
    "mark": lambda desk, rest: desk.mark(rest),
    "line": Desk.turn_to,
    "comment": Desk.comment,
    "load": Desk.load,
    "edit": lambda desk, rest: desk.edit(),
    "set": Desk.set,
    "clear": lambda desk, rest: desk.clear(),
    "begin": Desk.begin,
    "leave": lambda desk, rest: desk.leave_editor(),
    "setup": lambda desk, rest: desk.begin_at(set_up(desk.table.match.game, rest)),
    "analyse": Desk.analyse,
    **dict.fromkeys(("worst", "learn", "next", "answer"), Desk.lack_review),
    "again": Desk.again,
    "rematch": lambda desk, rest: desk.again("rematch"),
    "rules": lambda desk, rest: desk.tell("rules"),
    "keys": lambda desk, rest: desk.tell("keys"),
    "hint": lambda desk, rest: desk.help(Adviser.hint, rest),
    "bar": lambda desk, rest: desk.help(Adviser.bar, rest),
    "layer": lambda desk, rest: desk.help(Adviser.layer, rest),
    "advise": lambda desk, rest: desk.help(Adviser.turn, rest),
    "stop": lambda desk, rest: desk.think(False),
    "think": lambda desk, rest: desk.think(True),
    "thinks": lambda desk, rest: None,  # asked by a page now and then: the answer is the state
}
# What sets a position up, which a stored game does not take.
SET_UP = ("edit", "set", "clear", "begin", "leave", "setup")


def _split(deed: str) -> tuple[str, str]:
    """The first word in small letters, which a phone writes large, and the rest; "?" may follow."""
    _, verb, rest = re.split(r"^(\?|[^\s?]*)\s*", deed, maxsplit=1)
    return verb.lower(), rest


def _lacks(typed: str, rest: str) -> Refused:
    """That this is not all that is meant, with an example of what may follow."""
    return Refused(f"{typed} needs more: type for example {typed} {rest}")


def _number(text: str, example: str) -> int:
    """A number that was typed, as in this example."""
    if not re.fullmatch("[0-9]{1,9}", text):
        what = f"{shown(text)} is no number" if text else "a number is missing"
        raise Refused(f"{what}: type for example {example}")
    return int(text)


def _stronger(computer: Computer, by: int) -> Opponent:
    """A player so many levels stronger, of which the same is asked."""
    from ..opponents import opponent

    names = ("seconds", "nodes", "ponder")
    asked: dict[str, Any] = {name: getattr(computer.opponent, name, None) for name in names}
    return opponent(computer.level + by, **asked)
