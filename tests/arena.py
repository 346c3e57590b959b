"""Matches between opponents: win rates by level, and against a plain tree search of equal time.

python tests/arena.py --games 40 --seconds 0.1 --json arena.json
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import log, log10, sqrt
from pathlib import Path
from random import Random
from time import monotonic

import nbgames
from nbgames.analysis._loops import sample
from nbgames.opponents.tactics import empty
from nbgames.position import Position

SETTINGS = (("projex", 5), ("conhex", 5), ("copolymer", 9), ("antipalos", 6))
BASELINE = 0  # the level that stands for the plain tree search


@dataclass
class Leaf:
    position: Position
    untried: list
    visits: int = 0
    wins: float = 0.0  # of who moved here


@dataclass(frozen=True)
class PlainTreeSearch:
    """Upper confidence bounds over uniformly random games, nothing more; knows no swap's worth."""

    seconds: float
    seed: int = 0

    def choose(self, m):
        game, rng = m.game, Random(f"{self.seed} {m.position}")
        if m.position.may_swap:
            return "swap" if rng.random() < 0.5 else self._search(m, rng)
        return self._search(m, rng) if any(m.position.owners) else rng.choice(game.board.names[:9])

    def _search(self, m, rng):
        word, now = [], m
        while not word or now.is_open:
            site = self._site(now.game, now.position, rng)
            word.append(now.game.board.names[site])
            now = now.play(word[-1])
        return ",".join(word)

    def _site(self, game, position, rng):
        net, rules, stop = game.board.net, game.rules, monotonic() + self.seconds
        root = self._leaf(game, Position(position.owners, position.to_move), rng)
        children = {id(root): {}}
        while monotonic() < stop:
            path, leaf = [], root
            while not leaf.untried and children[id(leaf)]:
                here = leaf
                site, leaf = max(
                    children[id(here)].items(),
                    key=lambda pair: (
                        pair[1].wins / pair[1].visits + sqrt(2 * log(here.visits) / pair[1].visits)
                    ),
                )
                path.append((here, leaf))
            if leaf.untried:
                site = leaf.untried.pop()
                owners = bytearray(leaf.position.owners)
                mover = rules.step(net, owners, site, leaf.position.to_move)
                child = self._leaf(game, Position(bytes(owners), mover), rng)
                children[id(leaf)][site] = child
                children[id(child)] = {}
                path.append((leaf, child))
                leaf = child
            won = rules.winner(net, leaf.position.owners)
            if not won and empty(game, leaf.position.owners):
                tally = sample(game, leaf.position, 1, rng.getrandbits(34))
                won = next(k for k in range(3) if tally[k])
            root.visits += 1
            for parent, child in path:
                child.visits += 1
                child.wins += 0.5 if won == 0 else won == parent.position.to_move
        return max(children[id(root)].items(), key=lambda pair: pair[1].visits)[0]

    def _leaf(self, game, position, rng):
        won = game.rules.winner(game.board.net, position.owners)
        untried = [] if won else empty(game, position.owners)
        rng.shuffle(untried)
        return Leaf(position, untried)


def player(level, seed, seconds):
    if level == BASELINE:
        return PlainTreeSearch(seconds, seed)
    return nbgames.opponent(level, seed, seconds)


def points(job):
    """What the first of two levels gets in one match: 1, a half for a draw, or 0."""
    name, size, one, two, number, seconds = job
    seats = ("one", "two") if number % 2 == 0 else ("two", "one")
    players = {"one": player(one, number, seconds), "two": player(two, number + 1000, seconds)}
    m = nbgames.match(name, size, seats=seats)
    while not m.outcome:
        m = m.play(players[m.seat_to_move].choose(m))
    if m.outcome.winner is None:
        return 0.5
    return float(m.seats[m.outcome.winner - 1] == "one")


def arena(pairs, games, seconds, settings=SETTINGS, workers=1):
    with ProcessPoolExecutor(workers) as executor:
        for name, size in settings:
            for one, two in pairs:
                jobs = [(name, size, one, two, number, seconds) for number in range(games)]
                got = list(executor.map(points, jobs))
                share = sum(got) / games
                spread = sqrt(sum((x - share) ** 2 for x in got) / games / max(1, games - 1))
                held = min(max(share, 0.5 / games), 1 - 0.5 / games)
                elo = 400 * log10(held / (1 - held))
                yield {
                    "game": f"{name} {size}", "one": one, "two": two, "games": games,
                    "share": share, "stderr": spread, "elo": elo,
                }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--pairs", default="2-1 3-2 4-3 5-4 6-5 6-1 6-0", help="level 0: plain tree search"
    )
    parser.add_argument("--game", default="", help="one game only")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    pairs = [tuple(map(int, pair.split("-"))) for pair in given.pairs.split()]
    settings = [s for s in SETTINGS if given.game in ("", s[0])]
    rows = []
    for row in arena(pairs, given.games, given.seconds, settings, given.workers):
        rows.append(row)
        print(
            "{game:12} {one}-{two}  {share:6.1%} ± {stderr:.1%}  {elo:+.0f} Elo".format(**row),
            flush=True,
        )
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
