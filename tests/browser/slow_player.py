"""A slow computer player that plays random moves, for tests of the board."""

import time
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace


@dataclass
class Slow:
    """Plays at random after so many seconds, with a thought every tenth of one."""

    seconds: float = 1.0

    def choose(self, m):
        *_, last = self.think(m)
        return last.word

    def think(self, m):
        words = [word for word in m.legal() if word != "swap"]
        end = time.monotonic() + self.seconds
        nodes = 0
        while time.monotonic() < end:
            sum(range(50_000))  # busy, not asleep: a lock held would be felt
            nodes += 1000
            yield SimpleNamespace(word=words[0], nodes=nodes)
        yield SimpleNamespace(word=Random(len(m.claims)).choice(words), nodes=nodes)


def endless(m, is_trial=False, proven=None, played=None, *more):
    """A first review at once, and no end of looking after it; a trial is judged as ever."""
    from nbgames.analysis import review
    from nbgames.widgets.analyst import found_in, reviews
    from nbgames.widgets.worker import GOES_ON

    if is_trial:
        yield from reviews(m, is_trial, proven or {}, played, *more)
        return
    yield GOES_ON, (0.07, found_in(review(m, games=8, nodes=0)), False)
    while True:
        time.sleep(0.1)
        yield GOES_ON, (0.1, {}, False)


def unanswered(m, *more):
    """Looks for ever, and finds nothing."""
    from nbgames.widgets.worker import GOES_ON

    while True:
        time.sleep(0.1)
        yield GOES_ON, (0.0, {}, False)
