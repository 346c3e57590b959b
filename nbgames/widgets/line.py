"""A match as the traits of a widget: what each claim changed, in pages, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any

from ..core.kernels import changed
from ..core.position import SWAP
from ..draw.elements import chain_path
from ..play.match import SEATS, Match
from ..play.sentences import says
from ..web.facts import PAGE, PAGES
from ..web.kernels import keeps

Step = list[int] | str  # site, owner, site, owner ... or the word of a claim that changes none


class Line:
    """The steps of a match; those that it shares with the match before are not counted again."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._steps: list[Step] = []

    def of(self, line: Match) -> list[Step]:
        """The start, and what each claim changed."""
        if line is not self._match:
            old = self._match.positions if self._match else ()
            pairs = zip(line.positions, old, strict=False)
            kept = max(0, sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs)) - 1)
            new = (step(line, k) for k in range(kept, len(line.claims)))
            self._steps = [*self._steps[:kept], *new]
            self._match = line
        return [owned(line.positions[0].owners), *self._steps]


def paged(steps: list[Step]) -> dict[str, list[Step]]:
    """The line in pages; the last takes whatever is left."""
    *starts, last = range(0, PAGE * len(PAGES), PAGE)
    pages = [*(steps[start : start + PAGE] for start in starts), steps[last:]]
    return dict(zip(PAGES, pages, strict=True))


def owned(owners: bytes) -> list[int]:
    """Who owns what, as site, owner, site, owner."""
    return [value for site, owner in enumerate(owners) if owner for value in (site, owner)]


def step(line: Match, k: int) -> Step:
    """What claim k of a match changed."""
    before, after = line.positions[k].owners, line.positions[k + 1].owners
    if before == after:
        return line.claims[k]
    first = line.game.board.site(line.claims[k])
    rest = [site for site in changed(before, after) if site != first]
    return [value for site in (first, *rest) for value in (site, after[site])]


def joins(line: Match) -> list[int]:
    """After how many claims a word of the record goes on."""
    ends = {count for word, count in line.turns() if not word.endswith(",")}
    return [count for count in range(1, len(line.claims) + 1) if count not in ends]


def keeping(now: Match) -> list[int]:
    """The empty sites that leave the turn with whoever claims them; none where all do."""
    rules, board, position = now.game.rules, now.game.board, now.position
    if now.outcome or not rules.several:
        return []
    owners = bytearray(position.owners)
    kept: list[int] = keeps(board.net, rules.step, owners, position.to_move, board.claimable)
    return kept


def end_of(line: Match) -> str:
    """How a line ended off the board; "" of any other, whose last word says it."""
    return line.result() if line.is_off_board else ""


def titled(line: Match) -> str:
    noun = "move" if len(line.moves) == 1 else "moves"
    end = f"; {end_of(line)}" if end_of(line) else ""
    return f"{len(line.moves)} {noun}, the last {' '.join(line.moves[-3:])}{end}"


def standing(now: Match, line: Match) -> dict[str, Any]:
    """How a match stands on a line: who may do what, in words and as sites."""
    board = now.game.board
    chain = [board.site(name) for name in now.outcome.chain] if now.outcome else ()
    return {
        "to_move": now.to_move or 0,
        **seated_at(now, line, _seated),
        "turn": _turn(now),
        "obliges": keeping(now),
        "swap": now.may_swap,
        "draw": now.is_dead,
        "agree": now.game.rules.draws and not now.outcome,
        "swapped": now.claims[-1:] == (SWAP,),
        "says": says(now),
        "chain": chain_path(board, chain),
    }


def seated_at(now: Match, line: Match, seated: Callable[[Match], list[str]]) -> dict[str, Any]:
    """Who sits where; and who does on the `other` side of the line's swap, the last of `until`."""
    who = {"who": seated(now)}
    if SWAP not in line.claims:
        return who
    until = line.claims.index(SWAP) + 1
    other = line.after(until if len(now.claims) < until else until - 1)
    return {**who, "until": until, "other": seated(other)}


def _seated(now: Match) -> list[str]:
    """The names of the seats; nothing if they have none."""
    return [] if now.openers == SEATS else named(now, now.seats)


def named(now: Match, seats: Iterable[str]) -> list[str]:
    """The names of persons with those of their players."""
    players = now.game.players
    return [f"{name} ({player})" for name, player in zip(seats, players, strict=True)]


def _turn(now: Match) -> list[int]:
    """The sites claimed so far in a turn that is still open."""
    if not now.is_open:
        return []
    return [now.game.board.site(name) for name in now.moves[-1].split(",") if name]
