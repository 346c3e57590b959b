"""What one word of a match cost its player, as a record that says it in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..play.turns import goes_on, leading, named, turn
from .answers import counted
from .wording import chance

SLIGHT = 0.02  # an estimated loss that is worth a word
COMMON = 0.6  # of an error: so far a loss may change where words were searched alike
DUBIOUS, MISTAKE, BLUNDER = 6, 15, 30  # the least fall of ?!, ? and ??, in points as they are told


@dataclass(frozen=True, slots=True)
class Remark:
    """What one word cost its player; a loss of 0 is a best one.

    Attributes
    ----------
    move : int
        The number of the word, from 1.
    word : str
        The word of the record, "swap" and "resign" among them.
    who : int
        Who was to move, FIRST or SECOND; for a swap the side before it.
    loss : float
        If `exact`: cells where most cells win, elsewhere 1 from a win to a draw or from a draw to
        a loss and 2 from a win to a loss. If estimated: a share, 0 to 1.
    error : float
        The larger of the stated errors of the two values (see `Review.errors`), for a swap twice
        that of the position; 0.0 where the loss is proven. A loss counts beyond it, and beyond
        three fifths of it where other words were searched (`others`), since searches with the same
        player to move err alike; so far the loss may change, as is said with it.
    exact : bool
        Whether the loss is proven.
    cost : float
        The loss in prospects, 0 to 1.
    better : str
        A word that would have been better, or as good; "" where it is proven that there is one, but
        not which.
    before : float
        The value of the position before the word for whoever moved, a swap counted. If `exact`:
        cells where they count, else 1 a win, 0 a draw, -1 a loss. If estimated: 2 p - 1, where p is
        the share of the best word.
    after : float
        The value that the word left, likewise and still for whoever moved.
    cells : bool
        Whether an exact loss is in cells.
    answer : str
        The reply that wins at once; "" if there is none.
    line : tuple of str
        How best play goes on after the word, at most five words: what refutes a mistake. () where
        nothing is known.
    fell : float
        How far the estimate fell with the word, as a share, whether or not a better one was found;
        0.0 where there was no estimate before it, and for a swap, a resignation and an opening
        that may be taken over.
    others : int
        How many other words were searched in its place because the estimate fell.
    sure : bool
        Whether it is proven that `better`, another word, wins, although `exact` is False.
    also : tuple of str
        Up to two more words that are as good as `better`: proven to be worth as much, or estimated
        to be nearly as good (`keeps_enough`). They are among those that were searched (`others`).
    proven : tuple of bool
        Of an estimated loss, whether the value before the word is proven, and whether the one that
        it left is.
    """

    move: int
    word: str
    who: int
    loss: float
    error: float
    exact: bool
    cost: float
    better: str
    before: float
    after: float
    cells: bool = False
    answer: str = ""
    line: tuple[str, ...] = ()
    fell: float = 0.0
    others: int = 0
    sure: bool = False
    also: tuple[str, ...] = ()
    proven: tuple[bool, bool] = (False, False)

    @property
    def costly(self) -> bool:
        """Whether the move cost something, as far as is known."""
        return costly(self)

    @property
    def mark(self) -> str:
        """What chess players write after such a move, by its cost: "??", "?", "?!" or ""."""
        return mark(self)

    def __str__(self) -> str:
        better = "the swap" if self.better == "swap" else self.better  # whole, however long
        return remarked(self, better, "the", fall(self))

    @property
    def lost(self) -> str:
        """What a costly word lost, in words that do not tell which one was better."""
        return lost(self, "the", fall(self))


# Plain functions, which are translated for pages without Python


def costly(r: Remark) -> bool:
    """Did the move cost something, as far as is known?"""
    return r.loss > (0 if r.exact else doubt(r))


def doubt(r: Remark) -> float:
    """How far an estimated loss may change by a longer search; one beyond it counts."""
    return max(SLIGHT, COMMON * r.error if r.others else r.error)


def mark(r: Remark) -> str:
    """What chess players write after such a move, by its cost; "" where that may be none."""
    if not costly(r):
        return ""
    if r.exact:
        return mark_by(r.word, r.cost, 0, 0)
    had, left = ends(r)
    return mark_by(r.word, had, r.error, left) if lead(had, left) > lead(doubt(r), 0) else ""


def weight(r: Remark) -> float:
    """What a mark is given for, 0 to 1: of a resignation what it gave up beyond the error."""
    return r.cost - r.error if r.word == "resign" else r.cost


def unmarked_fall(r: Remark) -> float:
    """How far the estimate fell with a word that has no mark, which its error allows; else 0."""
    return r.fell if r.fell >= SLIGHT and not mark(r) else 0.0


def side_after(who: int, word: str) -> int:
    """Whose stones a player has after a word: a swap gives them those of the other."""
    return 3 - who if word == "swap" else who


def mark_by(word: str, had: float, had_error: float, left: float) -> str:
    """The mark of a word with which a chance fell, by the numbers that are told, which are rounded.

    A resignation is marked by what it gave up beyond the error: no other move was compared with it.
    """
    fell = lead(had, left)
    if word == "resign":
        fell -= round(100 * had_error)
    if fell < DUBIOUS:
        return ""
    if fell >= BLUNDER:
        return "??"
    return "?" if fell >= MISTAKE else "?!"


def lead(share: float, other: float) -> int:
    """By how many points a chance is above another, as they are told."""
    return round(100 * share) - round(100 * other)


def keeps_enough(had: float, left: float, played: float) -> bool:
    """Is a word right in place of the one that was `played`, where the best one keeps `had`?

    It loses less than any mark stands for, and less than half as much as the other did; -1 stands
    for none. So who learns is judged, and so words are named that are as good as the best.
    """
    lost = lead(had, left)
    return lost < DUBIOUS and 2 * lost < lead(had, played)


def ends(r: Remark) -> tuple[float, float]:
    """From where to where an estimate fell."""
    had, left = (1 + r.before) / 2, (1 + r.after) / 2
    return (had, max(0, had - r.loss)) if costly(r) else (left + r.fell, left)


def fall(r: Remark) -> str:
    """From where to where an estimate fell, to be said behind a chance to win; "" where proven."""
    if r.exact:
        return ""
    off = doubt(r) if costly(r) else r.error  # what a mark is measured by
    error = off
    if r.word == "swap":
        error = r.error / 2  # it is of a difference
    elif r.word == "resign":
        error = r.error
    had, left = ends(r)
    errors = [0 if is_proven else error for is_proven in r.proven]
    return fallen(r.word, had, errors[0], left, errors[1], off)


def fallen(
    word: str, had: float, had_error: float, left: float, left_error: float, off: float
) -> str:
    """From where to where a chance fell with a word, and how that is known; "" if it did not.

    Of two estimates it is told how far the fall may be off, in points, and of one its range.
    """
    if left >= had:
        return ""
    if word == "resign":
        return f" from {chance(had, had_error)}, estimated, to {left:.0%}"
    if had_error and left_error:
        points = counted(lead(off, 0), "point")
        known = f"estimated, give or take {points}"
        return f" from {had:.0%} to {left:.0%}, {known}"
    return f" from {one_end(had, had_error)}, to {one_end(left, left_error)}"


def one_end(share: float, error: float) -> str:
    """One end of a fall, and how it is known."""
    return f"{chance(share, error)}, estimated" if error else f"{share:.0%}, proven"


def lost(r: Remark, whose: str, numbers: str) -> str:
    """What a costly word lost, and the reply that wins at once."""
    return f"{loss(r, whose, numbers)}{f': the reply {r.answer} wins at once' if r.answer else ''}"


def loss(r: Remark, whose: str, numbers: str) -> str:
    """What a costly word lost, in words that do not tell which one was better."""
    if r.error and not r.exact:
        chance = "chance" if numbers else "estimated chance"
        return f"lowers {whose} {chance} to win{numbers}"
    if r.cells and r.word != "resign":
        return f"loses {counted(r.loss, 'cell')}{' and the game' if r.cost else ''}"
    if r.cost == 1:
        return "throws the win away"
    return f"turns {'a win into a draw' if r.before > 0 else 'a draw into a loss'}"


def resigned(r: Remark) -> str:
    """Of a resignation that is not known to be a mistake: whether there was anything to lose."""
    if not r.exact and r.error:
        return "resigned, although the game was not known to be lost"
    return "resigned a lost position"


def remarked(r: Remark, better: str, whose: str, numbers: str) -> str:
    """What a word cost, and what was better, as it is called there; `whose` chance to win it is.

    The `numbers` are those of its `fall`, or "" to leave them out.
    """
    if not costly(r):
        if r.word == "resign":
            return resigned(r)
        if r.sure:
            return f"not known to win; {better} is proven to win"
        is_won = r.proven[0] and r.proven[1] and r.before > 0  # maybe not known by how many cells
        return kept(r) if r.exact or is_won else unexplained(r, whose, numbers)
    if better and r.better == r.answer and len(r.also) == 0:
        twice = f"{better} {how_good(r)}, and is the reply that wins at once"
        return f"{loss(r, whose, numbers)}; {twice}"
    other = f"; {better} {how_good(r)}{as_well(r)}" if better else ""
    return f"{lost(r, whose, numbers)}{other}"


def kept(r: Remark) -> str:
    """What a word keeps that is proven to cost nothing."""
    if r.before < 0:
        return "no move was better"
    return f"keeps the {'win' if r.before > 0 else 'draw'}"


def how_good(r: Remark) -> str:
    """How much is known of the better word."""
    if r.exact or r.error == 0:
        return "was better"
    return "wins: proven" if r.sure else "looks better"


def as_well(r: Remark) -> str:
    """Which other words are as good as the better one."""
    if len(r.also) == 0:  # in a page an empty list is true
        return ""
    more = f" and {named(r.also[1])}" if len(r.also) > 1 else ""
    return f", {named(r.also[0])}{more} too"


def is_fall(r: Remark) -> bool:
    """Did the estimate fall clearly with a word, which other words do not explain?"""
    return r.others > 0 and r.fell > max(SLIGHT, r.error) and not r.exact and not r.sure


def tells(r: Remark, share: float) -> bool:
    """Does what is said of a word tell already that it left this chance, by an estimate?"""
    if r.exact or r.proven[1] or r.word == "swap" or r.word == "resign":
        return False
    return (costly(r) or is_fall(r)) and lead(ends(r)[1], share) == 0


def unexplained(r: Remark, whose: str, numbers: str) -> str:
    """Of a word that no other is known to be better than, although the estimate may have fallen."""
    if not is_fall(r):
        return "no clearly better move is known"
    falls = f"{whose} {'' if numbers else 'estimated '}chance to win falls{numbers}"
    tried = counted(r.others, "other move")
    return f"{falls}; {tried} looked at, none clearly better"


def of_word(player: str, r: Remark) -> str:
    """A whole sentence of a word, for a board."""
    if r.word == "resign" and not costly(r):
        return f"{player} {resigned(r)}."
    given = f" {mark(r)}" if mark(r) else ""
    then = f"{given}{'' if costly(r) else ':'}"
    if r.word == "swap":  # who moves has the other side's stones from here on
        what = remarked(r, named(r.better), "the swapping player's", fall(r))
        return f"The swap{then} {what}. {player} is now the player who did not swap."
    said = remarked(r, named(r.better), f"{player}'s", fall(r))
    return f"{player}'s {called(r)}{then} {said}."


def called(r: Remark) -> str:
    """A word as a sentence calls it."""
    return "resignation" if r.word == "resign" else turn(r.word)


def wrong(players: Sequence[str], r: Remark) -> str:
    """Of a word that was tried and costs something: what, and what refutes it."""
    cost = lost(r, "the", fall(r))
    said = f"{leading(r.word)} is not the move. For {players[r.who - 1]} it {cost}."
    then = refuted(players, r)
    return f"{said} {then}" if then else said


def refuted(players: Sequence[str], r: Remark) -> str:
    """How best play goes on after a word, three words of it; "" where that is said already."""
    if r.answer or len(r.line) == 0 or r.word == "swap" or r.line[0] == "swap":
        return ""
    player, other = players[r.who - 1], players[2 - r.who]
    how = "wins with" if r.exact and r.after < 0 else "can answer"
    if goes_on(r.word):  # the line begins with the rest of the player's own turn
        rest = f"After {turn(r.word)} {player} goes on with {turn(r.line[0])}"
        return f"{rest}; then {other} {how} {turn(r.line[1])}." if len(r.line) > 1 else f"{rest}."
    reply = f"After {turn(r.word)} {other} {how} {turn(r.line[0])}"
    if len(r.line) == 1:
        return f"{reply}."
    then = f"{reply}, then {player} {turn(r.line[1])}"
    return f"{then}, {other} {turn(r.line[2])}." if len(r.line) > 2 else f"{then}."
