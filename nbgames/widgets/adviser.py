"""Help on a board while one plays: a hint, a bar of who stands better, a layer on the position."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ..analysis import wording
from ..analysis.chunks import paused
from ..core.errors import Refused, shown
from ..core.position import SWAP
from ..draw.marks import Mark
from ..play.match import Match
from ..play.table import Table
from .known import Key, Known, Worth, key_of, named_in, twin_of, worth_of
from .laying import laid
from .worker import ENDS, FAILS, GOES_ON, News, Worker

if TYPE_CHECKING:
    from ..analysis.advising import Advice
    from ..analysis.layers import Layer

KEPT = 64  # positions whose advice is kept, since a slider comes back to them
STAGES = 3  # of a hint: where to look, the move, and why
SHADED = 3  # sites where to look
VALUE, DONE = "value", "done"  # what is wanted besides layers; that no better value will come
LAST = 19  # its process stands back behind all others
LOOKING, STILL = {"says": "Looking …"}, {"says": "Still looking …"}


class Adviser:
    """Helps with the position that a page shows, and with no other: what comes late is dropped."""

    def __init__(self, table: Table, known: Known, tell: Callable[[], None]) -> None:
        self._table, self._known, self._tell = table, known, tell
        self._worker = Worker(advice, LAST)
        self._at: int | None = None  # after how many claims; None as the match stands
        self._begun: tuple[Key, str] = (), ""  # a turn that is tried there and goes on
        self._bar, self._layer, self._stage = False, "", 0
        self._is_awaited = False  # whether a hint was asked for again before it was found
        self._last = ""  # the layer that was shown before
        self._of: Key = ()  # the position
        self._asked: set[str] = set()  # what the worker is to find
        self._found: dict[Key, dict[str, Any]] = {}
        self._trouble = ""

    @property
    def page(self) -> dict[str, Any]:
        """What a page shows of the position after `at` claims; nothing where no help is wanted."""
        if not self._on:
            return {}
        found, best = self._found[self._of], self._known.best(self._of)
        shown = self._drawn_layer
        layer, hint = found.get(shown, LOOKING), STILL if self._is_awaited else LOOKING
        if self._is_told(found):
            hint = found[VALUE]["hints"][self._stage - 1]
        stands = "" if self._bar else hint.get("stands", "")  # the bar tells it too
        return {
            "at": f"{self._count} {self._tried}".strip(),
            "follows": "" if self._at is None else f"{self._at} {self._tried}".strip(),
            "bar": (self._told_of(best) if best else LOOKING) if self._bar else None,
            "hint": f"{hint['says']} {stands}".strip() if self._stage else "",
            "layer": layer["says"] if shown else "",
            "name": shown,
            "names": self._names() if shown else [],
            "over": (hint if self._stage else layer).get("over", {}),
            "trouble": self._trouble,
        }

    def _told_of(self, best: Worth) -> dict[str, Any]:
        """What the bar tells; while a longer search may change an estimate, it says so."""
        is_open = best.error > 0 and VALUE in self._asked and not self._trouble
        return {**best.bar, "says": f"So far: {best.says}"} if is_open else best.bar

    def _is_old(self, found: dict[str, Any]) -> bool:
        """Is something better known of the position than what its hints say?"""
        return VALUE in found and found[VALUE]["worth"] != self._known.best(self._of)

    def _is_told(self, found: dict[str, Any]) -> bool:
        """Is a hint shown? The next is of the same advice, so nothing longer is searched."""
        is_firm = VALUE in found and found[VALUE]["firm"]
        return bool(self._stage and is_firm and not self._is_old(found))

    @property
    def _drawn_layer(self) -> str:
        """The layer that is seen: none while a hint is, whose shades would be taken for its own."""
        return "" if self._stage else self._layer

    @property
    def _on(self) -> bool:
        return bool(self._bar or self._layer or self._stage)

    @property
    def _count(self) -> int:
        """After how many claims of the line the position is that is shown."""
        last = len(self._table.line.claims)
        return self._table.count if self._at is None or self._at > last else self._at

    @property
    def _tried(self) -> str:
        """The turn that is tried and goes on; "" where the line has another position by now."""
        key, word = self._begun
        return word if word and key == key_of(self._table.line.after(self._count)) else ""

    @property
    def _match(self) -> Match:
        m, word = self._table.line.after(self._count), self._tried
        return m.play(word) if word else m

    def _names(self) -> list[str]:
        from ..analysis.layers import layers

        return list(layers(self._table.line.game))

    def hint(self, what: str) -> None:
        """Say more by and by: where to look, the move, why; then put that away; "why" says all.

        Nothing is skipped that has not been shown: asked again while it looks, it says so.

        Raises
        ------
        Refused
            If the match is over, or `what` is no word for it.
        """
        is_open = self._stage > 0 and not self._is_told(self._found[self._of])
        then = self._stage if is_open else (self._stage + 1) % (STAGES + 1)
        stages = {"": then, "why": STAGES, "off": 0}
        if what != "off" and self._match.outcome:
            raise Refused("there is nothing to hint at: the game is over")
        if what not in stages:
            raise Refused(f"{shown(what)} is no hint: type hint, hint why or hint off")
        self._stage, self._is_awaited = stages[what], is_open and not self._trouble
        self._told()

    def bar(self, what: str) -> None:
        """Show who stands better, or no more.

        Raises
        ------
        Refused
            If `what` is no word for it.
        """
        if what not in ("", "on", "off"):
            raise Refused(f"{shown(what)} is no way to show the bar: type bar, bar on or bar off")
        self._bar = what == "on" or (not what and not self._bar)
        self._told()

    def layer(self, name: str) -> None:
        """Show a layer by its name, or none ("off"); without a name the last one, or none.

        A hint gives way to it.

        Raises
        ------
        Refused
            If this game has no such layer.
        """
        self._layer = self._named(name.lower())
        self._last = self._layer or self._last
        self._stage = 0 if self._layer else self._stage
        self._told()

    def _named(self, name: str) -> str:
        if name == "off" or (self._drawn_layer and not name):
            return ""
        names, m = self._names(), self._match
        if not name:
            return self._last or names[0]
        mine = f"{name} {m.game.players[m.position.to_move - 1].lower()}"
        for known in names:
            if sorted(known.lower().split()) in (sorted(name.split()), sorted(mine.split())):
                return known
        what = f"there are {', '.join(names)}: type for example layer {names[0]}"
        raise Refused(f"{shown(name)} is no layer; {what}")

    def turn(self, at: str) -> None:
        """Help with the position after so many claims, "" as the match stands.

        A turn may follow that is tried there and goes on, "3 A1,".

        Raises
        ------
        GameError
            If the line has no such position, or the turn cannot be played there.
        """
        last, (count, _, word) = len(self._table.line.claims), at.partition(" ")
        if at and not (re.fullmatch("[0-9]{1,9}", count) and int(count) <= last):
            raise Refused(f"{shown(at)} is no position of this game: give a number up to {last}")
        before = self._table.line.after(int(count)) if word else None
        begun = (key_of(before), before.play(word).moves[-1]) if before else ((), "")
        self._at, self._begun = int(count) if at else None, begun
        self._told()

    def attend(self) -> None:
        """Help with the position that is shown now."""
        if self._on:
            self._look()

    def leave(self) -> None:
        self._worker.leave()

    def _told(self) -> None:
        if self._trouble:
            self._trouble, self._asked = "", set()
        self._look()
        self._tell()

    def _look(self) -> None:
        """Find what is wanted of the position that is shown, and not known yet."""
        m = self._match
        key = key_of(m)
        if self._of and key != self._of:
            self._stage = 0  # the hint was about another position
        if not self._on:
            self._at = None if self._of else self._at
            self._of, self._asked = (), set()
            self._worker.pause()
            return
        if key != self._of:
            self._of, self._asked, self._trouble = key, set(), ""
        found = self._found.pop(key, {})
        self._found = dict([*self._found.items(), (key, found)][-KEPT:])
        if self._is_told(found):
            found[DONE] = True  # what a hint has told stays, also when a layer takes its place
            if self._stage > 1:
                self._known.hint(key, found[VALUE]["word"])
            for word, worth in found[VALUE]["left"]:  # the move that it names is worth the same
                self._known.learn(key_of(m.play(word)), worth)
        wanted = {self._layer} - found.keys() - {""}
        is_open = DONE not in found or self._is_old(found)
        if (self._bar or self._stage) and is_open:
            wanted |= {VALUE}
        if not wanted:
            self._asked = set()
            self._worker.pause()
        elif not wanted <= self._asked:
            self._asked = wanted
            best = self._known.best(key)
            what = tuple(sorted(wanted)), best and best.value
            self._worker.turn(partial(self._hear, key), m, *what)

    def _hear(self, key: Key, news: News) -> None:
        kind, what = news
        if kind == FAILS:
            self._trouble = f"the help stopped ({what}): ask again"
        elif kind == ENDS:
            if VALUE in self._asked:
                self._found[key][DONE] = True
            self._asked = set()
            self._look()  # a review may know better meanwhile
        elif not what:
            return
        else:
            name, found = what
            self._found[key][name] = found
            if name == VALUE:
                self._known.learn(key, found["worth"])
                if twin := found.get("twin"):  # the board has one value
                    self._known.learn(*twin)
                self._look()
        self._tell()


def advice(
    m: Match, wanted: tuple[str, ...], known: tuple[Any, ...] | None = None
) -> Iterator[News]:
    """Layers by their names, and what a position is worth, better and better than is known.

    The analysis is loaded here, where it is made, as that of a review is.
    """
    from ..analysis.advising import advised
    from ..analysis.layers import layers
    from ..analysis.values import Value

    for name in wanted:
        if name != VALUE:
            found = yield from _paused(partial(_drawn, m, layers(m.game)[name]))
            yield GOES_ON, (name, found)
    value = Value(*known) if known else None
    for one in advised(m, value) if VALUE in wanted else ():
        found = one and (yield from _paused(partial(valued, m, one)))
        yield GOES_ON, found and (VALUE, found)
    yield ENDS, None


def _paused(work: Callable[[], Any]) -> Generator[News, None, Any]:
    """What work gives, with a word now and then that it goes on."""
    pauses = paused(work)
    while True:
        try:
            yield GOES_ON, next(pauses)
        except StopIteration as end:
            return end.value


def _drawn(m: Match, layer: Callable[[Match], Layer]) -> dict[str, Any]:
    says, marks = layer(m)
    return {"says": says, "over": _over(m, marks)}


def valued(m: Match, found: Advice) -> dict[str, Any]:
    """What is known of a position, and the stages of a hint as a page shows them.

    No hint is told before the advice is `firm`: the first would shade other sites than the move.
    """
    from ..analysis.advising import reason
    from ..analysis.certificates import may_open
    from ..analysis.values import said

    told: dict[str, Any] = {"worth": worth_of(m, found.value), "firm": found.firm, "left": []}
    told["word"] = "".join(found.words[:1])
    if twin := twin_of(m):
        told["twin"] = key_of(twin), worth_of(twin, found.value)
    if not found.firm:
        return {**told, "hints": []}
    if not found.words:
        return {**told, "hints": [{"says": wording.nothing_known()}] * STAGES}
    why, first = reason(m, found), found.words[0]
    opponent = m.game.players[2 - m.position.to_move] if may_open(m) else ""
    says = wording.where_to_look(opponent, m.may_swap, first == SWAP)
    where = says, _noted(_candidates(found))
    move = () if first == SWAP else _noted(dict.fromkeys(first.split(","), "1"))
    stands = said(m, found.value, m.position.to_move)
    is_lost = first != SWAP and found.value.result_for(m.position.to_move) == -1
    best = {**_hint(m, wording.shown_move(first, is_lost), move), "stands": stands}
    # All words lose where a loss is proven, but some by more cells.
    left = named_in(m, [found.value]) if found.value.error and found.value.line else []
    return {**told, "left": left, "hints": [_hint(m, *where), best, _hint(m, *why)]}


def _hint(m: Match, says: str, marks: Iterable[Mark]) -> dict[str, Any]:
    return {"says": says, "over": _over(m, marks)}


def _over(m: Match, marks: Iterable[Mark]) -> dict[str, Any]:
    """What is laid over the board; it has its words elsewhere."""
    return {**laid(m.game.board, marks), "legend": ""}


def _noted(notes: dict[str, str]) -> tuple[Mark, ...]:
    return (Mark("hint", "note", notes=notes),)


def _candidates(found: Advice) -> dict[str, str]:
    """The first sites of the best words and of the next ones, in no order that would tell the best.

    There are three where so many can be claimed: one alone would be the move.
    """
    words = (word for word in (*found.words, *found.order) if word != SWAP)
    sites = dict.fromkeys(word.split(",")[0] for word in words)
    return dict.fromkeys(sorted(list(sites)[:SHADED]), "")
