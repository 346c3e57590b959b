"""Analyse on a board: the match on its table is reviewed elsewhere, and the page is told of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..analysis import wording
from ..analysis.remarks import side_after, unmarked_fall, weight
from ..core.board import Board
from ..core.errors import Refused
from ..core.position import RESIGN, SWAP
from ..draw.elements import chain_path
from ..play.listing import places
from ..play.match import Match
from ..play.table import Table
from ..play.turns import is_begun
from . import kept_reviews
from .known import Key, Known, Worth, board_worths, key_of, named_in, worth_of
from .worker import ENDS, FAILS, GOES_ON, OFTEN, News, Worker

if TYPE_CHECKING:
    from ..analysis.retrying import Retrial
    from ..analysis.reviewed import Review
    from ..analysis.witnesses import Witness

TRIED = "tried"  # news of a trial, which ends with it
KEPT = 8  # reviews of other lines
ALMOST = 0.99  # of the work, before a review is there
LONGER = "A longer search:"
HINTED = " A hint had named this move: the review's longer search sees more."
NAMELESS = (SWAP, RESIGN)  # words that name no site
NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Analyst:
    """Reviews the line of a table, each review better than the one before."""

    def __init__(self, table: Table, known: Known, tell: Callable[[], None]) -> None:
        self._table, self._known, self._tell = table, known, tell
        self._worker = Worker(reviews)
        self.keeps = False  # whether finished reviews are kept as files, beside the games
        self._of: tuple[Any, ...] = ()  # the match that is reviewed
        self._found: dict[str, Any] = {}  # the review
        self._keys: list[Key] = []  # of its positions
        self._told: dict[str, Any] = {}  # how far it is, and what of a trial
        self._away = False  # whether it is put away: its marks stay, and it comes back at once
        self._seen = 0.0  # the share of the work that what is shown took
        self._kept: dict[Any, tuple[Any, ...]] = {}  # of matches that may come back
        self._heard = 0.0  # when the page was last told how far it is

    @property
    def page(self) -> dict[str, Any]:
        """The review as a page shows it, and what is known better of each position."""
        if not self._found:
            return {}
        best = [self._known.best(key) for key in self._keys]
        own = self._found["worths"]
        later = [one or two for one, two in zip(best, own, strict=True)]
        words = [word for _, word, _ in self._found["told"][1:]]
        played = enumerate(zip(self._keys, words, strict=False), 1)  # nothing follows the last
        hinted = {n for n, (key, word) in played if self._known.was_hinted(key, word)}
        return paged(self._table.match.game.board, self._found, later, hinted)

    @property
    def told(self) -> dict[str, Any]:
        """How far it is; of a line that has gone on since, what is known is not all."""
        if not self._told or self._away:
            return {}
        done = self._told["share"] == 1 and not self._told["trouble"] and self._is_whole
        return {**self._told, "done": done, "busy": self._worker.busy}

    @property
    def _is_whole(self) -> bool:
        return self._of == _key(self._table.line)

    def attend(self) -> None:
        """Show what is known of the match as it is now, or of its beginning."""
        key = _key(self._table.line)
        if self._told and key[:2] == self._of[:2] and key[2][: len(self._of[2])] == self._of[2]:
            return
        self._worker.stop()
        if self._found:
            shown = self._found, self._keys, self._told, self._seen, self._away
            self._kept = dict([*self._kept.items(), (self._of, shown)][-KEPT:])
        self._of = key
        shown = self._kept.pop(key, ({}, [], {}, 0.0, False))
        self._found, self._keys, self._told, self._seen, self._away = shown

    def begin(self) -> None:
        """Review the match, in the background, unless that is done, under way or kept.

        What was found before a stop stays until this gets further.
        """
        line = self._table.line
        self.attend()
        self._away = False
        if self._is_whole and self._is_fine:
            self._tell()
            return
        if self.keeps and (kept := kept_reviews.find(line)):
            self._show(kept)
            return
        if not self._is_whole:
            self._of, self._seen = _key(line), 0.0
        self._told = {"share": 0.0, "trouble": "", "trial": {}, "compiles": False}
        self._worker.ask(self._hear, line)
        self._tell()

    def allow_trial(self) -> None:
        """Refuse where no review is shown, of which a word could be tried again."""
        if not self._found or self._away:
            raise Refused("there is nothing to try again yet: analyse the game first")

    def attempt(self, number: int, word: str) -> None:
        """Judge another word in place of that of this number, in the background.

        Raises
        ------
        GameError
            If there is no review, no such number, or the word cannot be played there.
        """
        self.allow_trial()
        count = len(self._table.line.moves)
        if not 1 <= number <= count:
            raise Refused(f"there is no move {number} to try again: give one from 1 to {count}")
        if not word.strip():
            site = places(self._table.line.at(number - 1))[0]
            raise Refused(f"a move is missing: type for example analyse try {number} {site}")
        begun = self._told["trial"].get("open", "")  # a claim may add to a turn that goes on
        parts = (begun, word.removeprefix(begun)) if begun and word.startswith(begun) else (word,)
        other = self._table.line.at(number - 1).play(*filter(None, parts))
        before, word = self._table.line.at(number - 1), other.moves[-1]
        self._told = {**self._told, "trial": _asked(number, other, before.position.to_move)}
        rows = self._found["named"].get(str(number), ())
        here = [one for name, one in rows if key_of(before.play(name)) == key_of(other)]
        named = next(iter(here), None)
        known = {number - 1: self._found["worths"][number - 1], number: named}
        values = {n: one.value for n, one in known.items() if one}
        rival = self._rival(number, [row for row in rows if not is_begun(row[0], prefix=word)])
        left, is_named = self._left_by(number), named is not None and named.error > 0
        if left and word == left[0]:
            values[number] = left[1]  # as the review has it
        self._worker.ask(self._hear, other, True, values, left, is_named, rival if left else None)
        self._tell()

    def _rival(
        self, number: int, rows: Sequence[tuple[str, Worth]]
    ) -> tuple[str, tuple[Any, ...]] | None:
        """The best of the whole turns that are named, and what the review knows that it leaves."""
        best = {name: worth for name, worth in rows if not name.endswith(",")}
        if not best:
            return None
        who = self._table.line.at(number - 1).position.to_move
        name = max(best, key=lambda name: best[name].seen_by(side_after(who, name)))
        return name, best[name].value

    def _left_by(self, number: int) -> tuple[str, tuple[Any, ...]] | None:
        """The word of this number and what the review knows that it left.

        None where a swap may answer it, since that value does not count the swap.
        """
        line = self._table.line
        if line.at(number).position.may_swap or number >= len(self._keys):
            return None
        return line.moves[number - 1], self._found["worths"][number].value

    def show(self, review: Review) -> None:
        """Show a review that was made elsewhere.

        Raises
        ------
        Refused
            If it is about another match than that on the table.
        """
        if _key(review.match) != _key(self._table.line):
            raise Refused("this review is about another match than the one on this board")
        self.attend()
        self._show(found_in(review))

    def _show(self, found: dict[str, Any]) -> None:
        """Show a finished review of the match on the table."""
        self._worker.stop()
        self._of, self._seen, self._away = _key(self._table.line), 1.0, False
        self._told = {"share": 1.0, "trouble": "", "trial": {}, "compiles": False}
        self._learn(found)
        self._tell()

    def stop(self) -> None:
        """Look no further; what was found stays."""
        self._worker.stop()
        self._tell()

    def close(self) -> None:
        """Put the review away: what is marked in the list of moves stays."""
        self._away = True
        self.stop()

    def _learn(self, found: dict[str, Any]) -> None:
        """Keep a review, and what it knows of its positions, and of those after better words."""
        line = self._table.line
        self._found = found
        self._keys = [key_of(line.at(n)) for n in range(len(found["worths"]))]
        for key, worth in zip(self._keys, found["worths"], strict=True):
            self._known.learn(key, worth)
        for number, named in found["named"].items():
            before = line.at(int(number) - 1)
            for word, worth in named:
                self._known.learn(key_of(before.play(word)), worth)

    def leave(self) -> None:
        self._worker.leave()

    @property
    def _is_fine(self) -> bool:
        """Is the review done or under way, and not stopped or broken off by a trial?"""
        trial = self._told.get("trial", {})
        if self._worker.busy and ("number" not in trial or "says" in trial):
            return True
        return self._told.get("share") == 1 and not self._told["trouble"]

    def _hear(self, news: News) -> None:
        kind, what = news
        if kind == FAILS:
            trouble = f"the review stopped ({what}): press Go on analysing"
            self._told = {**self._told, "trouble": trouble}
        elif kind == TRIED:
            trial, had, left = what
            self._told = {**self._told, "trial": trial}  # says nothing of how far the review is
            # an opening is worth what a swap leaves
            is_proven = trial["number"] > 1 and not had[0][1].error
            for row in [*left, *(had if is_proven else ())]:
                self._known.learn(*row)
        else:
            share, found, compiles = what
            self._told = {**self._told, "share": max(share, self._seen), "compiles": compiles}
            if found and share >= self._seen:
                self._learn(found)
                self._seen = share
                if self.keeps and share == 1 and self._is_whole:
                    kept_reviews.keep(self._table.line, found)
            elif kind == GOES_ON and monotonic() - self._heard < OFTEN:
                return
        self._heard = monotonic()
        self._tell()


def reviews(
    m: Match,
    is_trial: bool = False,
    values: Mapping[int, Any] = NOTHING,
    played: tuple[str, tuple[Any, ...]] | None = None,
    is_named: bool = False,
    rival: tuple[str, tuple[Any, ...]] | None = None,
) -> Iterator[News]:
    """Reviews of a match, which share of the work is done, and whether code is being compiled.

    Of a trial only the last word is judged, in place of the one that was `played` and left so much,
    with `values` that are known after so many words; `is_named` says that a review named it as
    better, by these values, and `rival` is the best one that it named, with what that leaves. A
    review says in `made` how long it took. The analysis is loaded here, where it is made: a board
    that nobody analyses opens in half the time without it.
    """
    from ..analysis.compiling import is_compiling
    from ..analysis.retrying import retried
    from ..analysis.reviewing import refined
    from ..analysis.values import Value

    if is_trial:
        known = {n: Value(*value) for n, value in values.items()}
        one, other = (given and (given[0], Value(*given[1])) for given in (played, rival))
        found = retried(m, one, known=known, named=is_named, rival=other)
        before = m.at(len(m.moves) - 1)
        worths = board_worths(before, found.had), board_worths(m, found.left)
        yield TRIED, (tried(m, found), *worths)
        return
    begun = monotonic()
    for share, review in refined(m):
        page = found_in(review) if review else {}
        if review:
            page["made"] += f" Made in {ceil(monotonic() - begun)} s."
        # a review is done once it is there, not while it is proven what it names
        share = round(share, 2) if review else min(ALMOST, round(share, 2))
        yield GOES_ON, (share, page, is_compiling())
    yield ENDS, (1.0, {}, False)


def _asked(number: int, m: Match, who: int) -> dict[str, Any]:
    """What a page shows of a word that is tried before it is judged: the last word of a match."""
    return {
        "number": number,
        "open": m.moves[-1] if m.is_open else "",
        "sites": _sites(m, m.moves[-1]),
        "owners": list(m.position.owners),
        "who": who,
    }


def tried(m: Match, found: Retrial) -> dict[str, Any]:
    """How a word that was tried in place of another went, as a page shows it."""
    r, (says, chain, spots) = found.remark, _shown(m, found.shows)
    return {
        **_asked(r.move, m, r.who),
        "open": r.word if m.is_open and (found.right or found.left.error) else "",
        "right": found.right and not m.is_open,
        "sign": found.sign,
        "says": found.says,
        "why": found.why,
        "line": _claims(m, r.line),
        "chain": [chain_path(m.game.board, chain), says, spots],
        "bar": worth_of(m, found.left).bar,
    }


def _key(m: Match) -> tuple[Any, ...]:
    """A start and words, the last of which may be an end off the board."""
    ends = (f"{m.outcome.by} {m.outcome.winner}",) if m.outcome and m.is_off_board else ()
    return m.game, m.positions[0], (*m.moves, *ends)


def paged(
    board: Board, found: dict[str, Any], later: Sequence[Worth], hinted: Collection[int] = ()
) -> dict[str, Any]:
    """A review as a page shows it; hints had named the words `hinted`.

    Curve and marks are those of the review alone, so that they are the same whatever else was
    searched: where `later` knows better what a position is worth, that is told behind what the
    review says. The curve is of one person all through: before a swap, word number `swapped`, of
    who swapped. `curve`, `errors` and `says` have an entry for each number of words, the start
    included; `chains` have a path to draw, what it is, and single sites. `made` says what proofs
    and estimates are made of.
    """
    bars = [worth.bar for worth in found["worths"]]
    curve = [
        1 - bar["share"] if n < found["swapped"] else bar["share"] for n, bar in enumerate(bars)
    ]
    told = zip(found["told"], found["worths"], later, strict=True)
    return {
        "curve": curve,
        "errors": [bar["error"] for bar in bars],
        "says": [
            said_of(words, stands, *both)
            + (HINTED if n in hinted and str(n) in found["words"] else "")
            for n, ((words, _, stands), *both) in enumerate(told)
        ],
        **{part: found[part] for part in ("decided", "made", "swapped", "slips", "falls", "words")},
        "chains": {
            number: [chain_path(board, chain), says, spots]
            for number, (says, chain, spots) in found["chains"].items()
        },
    }


def said_of(told: str, stands: str, own: Worth, later: Worth) -> str:
    """What is said of a word, and of the position after it, maybe by what is known `later`."""
    known = stands if later.says == own.says else f"{LONGER} {later.says}"
    return f"{told} {known}".strip()


def found_in(review: Review) -> dict[str, Any]:
    """What a review found, as plain values.

    `worths` has an entry for each number of words, the start included; so has `told`, what is known
    of the last of these words, the word, and what else is known of the position.
    `swapped` is the number of a swap, else 0.
    `slips` are the numbers of the moves that deserve a mark, the worst first, and `falls` those of
    the others with which the estimate fell, the farthest first. Of each of the `slips` `words` says
    by its number: the mark, the sites that were claimed, those that were better, how play goes on,
    as pairs of a site and who claims it, a question, who moved, where words begin that were
    as good as the better one, and what it and the word do. `named` are the words that were better,
    as far as they were searched, and what they leave, claim by claim. `chains` show why.
    """
    from ..analysis.advising import explained
    from ..analysis.reviewed import swap_number, told
    from ..analysis.values import Value
    from ..analysis.witnesses import witness

    m, players = review.match, review.match.game.players
    values = [Value(*value) for value in review.values]
    parts = [told(review, after) for after in range(len(values))]
    return {
        "worths": [worth_of(m.at(n), value) for n, value in enumerate(values)],
        "told": [
            [words, word, stands]
            for (words, stands), word in zip(parts, ["", *m.moves], strict=True)
        ],
        "swapped": swap_number(m),
        "decided": review.decided,
        "made": review.made,
        "slips": [r.move for r in sorted(review.remarks, key=weight, reverse=True) if r.mark],
        "falls": [
            r.move
            for r in sorted(review.remarks, key=unmarked_fall, reverse=True)
            if unmarked_fall(r)
        ],
        "words": {
            str(r.move): [
                r.mark,
                _sites(m, r.word),
                _sites(m, r.better),
                _claims(m.at(r.move), r.line),
                wording.asked_again(
                    players[r.who - 1],
                    r.move,
                    r.word,
                    m.at(r.move - 1).position.may_swap,
                    0 if r.error else r.cost,
                ),
                r.who,
                [site for word in r.also for site in _sites(m, word)[:1]],
                explained(m.at(r.move - 1), r.better, r.word, r.exact or r.sure),
            ]
            for r in review.remarks
            if r.mark
        },
        "chains": {
            str(r.move): _shown(m, witness(m, r))
            for r in review.remarks
            if r.mark
        },
        "named": {
            str(r.move): named_in(m.at(r.move - 1), [
                *named[1:], *([values[r.move - 1]._replace(line=SWAP)] if r.better == SWAP else []),
            ])
            for r, named in zip(review.remarks, review.named, strict=True)
            if r.mark
        },
    }  # fmt: skip


def _shown(m: Match, why: Witness) -> list[Any]:
    """Why a word cost something: a sentence, the sites of a chain, and single ones."""
    site = m.game.board.site
    return [why.says, [site(name) for name in why.chain], [site(name) for name in why.spots]]


def _sites(m: Match, word: str) -> list[int]:
    names = [] if word in NAMELESS else word.split(",")
    return [m.game.board.site(name) for name in names if name]


def _claims(m: Match, words: tuple[str, ...]) -> list[list[int]]:
    """Who claims what as these words are played, also where the two agreed on an end before."""
    m, found = replace(m, outcome=None), []
    for word in words:
        if word in NAMELESS:
            break
        for name in filter(None, word.split(",")):  # a turn that goes on ends with a comma
            found.append([m.game.board.site(name), m.position.to_move])
            m = m.play(name)
    return found
