"""Proves a forced loop as virtual connections: what df-pn finds becomes steps for a certificate.

A loop that holds needs some of the player's sites and some empty ones, its carrier; the rest of the
board is not its concern. So one proof serves every position that has these, and where the opponent
is to move, claims outside the carrier of a known loop need no answer of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from ...core.position import EMPTY, Position
from ..certificates import links_of
from .derivation import Derivation, Step, chosen
from .proving import WinSearch


class Prover:
    """Makes steps of a search that knows who wins.

    `holds(position)` asks it, `spend()` is called for every position; what they raise ends it all.
    """

    def __init__(
        self,
        search: WinSearch,
        holds: Callable[[Position], bool],
        spend: Callable[[], None],
    ) -> None:
        self.search, self.holds, self.spend, self.who = search, holds, spend, search.attacker
        self.links = links_of(search.game)
        self.loops: list[Step] = []  # that were found, for any position
        self._known: set[tuple[int, int]] = set()

    def proof(self, position: Position) -> Step:
        """A loop that holds here, or after one claim if the winner is to move."""
        game = self.search.game
        if position.to_move == self.who:
            return self.proof(game.play(position, self._reply(position)))
        self.spend()
        own, empty = self._sites(position)
        self._derive(position, own, empty)
        choices: list[tuple[int, Step]] = []
        musts, seen = empty, 0
        while musts:
            while seen < len(self.loops):
                step = self.loops[seen]
                seen += 1
                if not _near(step, own, empty):
                    continue
                lacks = step.lacks(own)
                if not lacks:
                    return step
                if musts & ~(lacks | step.joint.carrier):
                    musts &= lacks | step.joint.carrier
                    choices.append((lacks.bit_length() - 1, step))
            if musts:
                self.holds(position)
                after = self._hardest(position, musts)
                self.proof(game.play(after, self._reply(after)))
        return self._keep(chosen(self.links, choices))

    def _hardest(self, position: Position, musts: int) -> Position:
        """The position after a claim of the opponent's: one whose refutation meets most others."""
        game, search = self.search.game, self.search
        left, found = musts.bit_count() + 1, None
        for site in game.empty(position.owners):
            if not musts >> site & 1:
                continue
            after = game.play(position, site)
            relies = search.refuted_on(after)
            if relies is not None and (musts & relies).bit_count() < left:
                left, found = (musts & relies).bit_count(), after
        return found or game.play(position, (musts & -musts).bit_length() - 1)

    def _reply(self, position: Position) -> int:
        """A claim that wins."""
        game, search = self.search.game, self.search
        own, empty = self._sites(position)
        known = self._known_reply(own, empty)
        if known is not None:
            return known
        self.holds(position)
        after = {site: game.play(position, site) for site in game.empty(position.owners)}
        refuted = {site: search.refuted_on(then) for site, then in after.items()}
        found = [
            (relies.bit_count(), site) for site, relies in refuted.items() if relies is not None
        ]
        if found:
            return min(found)[1]
        self._derive(position, own, empty)
        known = self._known_reply(own, empty)
        if known is not None:
            return known
        return next(site for site, then in after.items() if self.holds(then))

    def _known_reply(self, own: int, empty: int) -> int | None:
        for step in reversed(self.loops):
            if _near(step, own, empty):
                return (step.lacks(own) or empty).bit_length() - 1
        return None

    def _derive(self, position: Position, own: int, empty: int) -> None:
        """Add the loops that threaten to win, up to what the search's own evaluation sees."""
        musts, carrier = self.search.threatened(position)
        left = empty
        for step in Derivation(self.links, own, carrier & empty).winning():
            self._keep(step)
            left &= step.lacks(own) | step.joint.carrier
            if not left & ~musts:
                return

    def _keep(self, step: Step) -> Step:
        key = step.joint.needs, step.joint.carrier
        if key not in self._known:
            self._known.add(key)
            self.loops.append(step)
        return step

    def _sites(self, position: Position) -> tuple[int, int]:
        """The player's sites and the empty ones, as bits."""
        own = empty = 0
        for site, owner in enumerate(position.owners):
            own |= (owner == self.who) << site
            empty |= (owner == EMPTY) << site
        return own, empty


def _near(step: Step, own: int, empty: int) -> bool:
    """Does a loop hold, after one claim at most, for who has these sites and may have those?"""
    lacks = step.joint.needs & ~own
    return not lacks & (lacks - 1) and not (lacks | step.joint.carrier) & ~(own | empty)
