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
