"""Three open questions, in slices that can be stopped and gone on with: which openings win?

    python -m tools.open_questions projex 4 --hours 6 --keep ~/open
    python -m tools.open_questions conhex 4 --keep ~/open       # three rings
    python -m tools.open_questions antipalos 5 --keep ~/open

Openings that are the same by a symmetry are asked once. A slice goes to the opening on which the
fewest nodes were spent; what the search knows goes from slice to slice in its table, which is kept
in a file beside the answers. First wins Projex and ConHex from the empty board, since a stone more
never hurts; which openings do it has to be searched.

Where a game may be drawn, either player may win an opening or none: a slice goes to the side that
has the least to show for its win, as its proof numbers tell, those not yet asked first.

In Antipalos a tree of the computer players' glances comes first: two trees of Lehman's and a race
settle most positions where a win is near (`analysis/_switching.py`), and a tree that leads there
has settled many openings in seconds. What is left goes to the table, whose search knows the same
and where one has to play against it (`analysis/solver/tree_races.py`); a look counts as five nodes.

FIRST wins Antipalos 5 with c3-d4, which took a tree of 10,896 leaves and a second, and with b3-c4,
which took the table 32 million nodes and three minutes. With what is like them 6 of 50 openings
win, 24 lose, and 20 are open (tests/data/open/antipalos-5.json). After a2-b3, one of these, SECOND
cannot win; whether FIRST does or nobody is not known.

Projex 4 is answered: all 27 openings win, in 953 seconds and 107.6 million nodes, three quarters of
them for D1 and what is like it, with five neighbours (tests/data/open/projex-4.json).
"""

import argparse
import json
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic, process_time

import nbgames
from nbgames import FIRST, SECOND
from nbgames.analysis.solver.proving import WinSearch
from nbgames.core.position import Position
from nbgames.core.symmetry import symmetries
from nbgames.opponents.puct import Node, grow

SLOTS = 1 << 22
GLANCES = 50_000  # leaves of a tree of glances, before the table is asked
SAYS = {1: "wins", 0: "draws", -1: "loses"}


class Question:
    """Which openings of a game win: the answers so far, and what the search knows."""

    def __init__(self, game, home, slots=SLOTS):
        self.game = game
        self.stem = home / f"{game.name}-{game.size}"
        self.searches = {FIRST: WinSearch(game, game.start(), FIRST, slots=slots)}
        if game.rules.draws:
            self.searches[SECOND] = WinSearch(game, game.start(), SECOND, slots=slots)
        self.openings = {
            name: {"same": same, "bounds": [-1, 1], "nodes": 0, "seconds": 0.0}
            for name, same in orbits(game).items()
        }
        if self.stem.with_suffix(".json").exists():
            self.openings = json.loads(self.stem.with_suffix(".json").read_text())
        if self.stem.with_suffix(f".table{FIRST}").exists():
            for column, file in self._tables("rb"):
                count = len(column)
                del column[:]
                column.fromfile(file, count)

    def _tables(self, mode):
        for who, search in self.searches.items():
            with self.stem.with_suffix(f".table{who}").open(mode) as file:
                for column in search.table:
                    yield column, file

    def keep(self):
        self.stem.parent.mkdir(parents=True, exist_ok=True)
        for column, file in self._tables("wb"):
            column.tofile(file)
        self.stem.with_suffix(".json").write_text(json.dumps(self.openings, indent=1))

    @property
    def left(self):
        """The openings that are not settled, the one with the fewest nodes first."""
        left = [name for name, found in self.openings.items() if len(set(found["bounds"])) == 2]
        return sorted(left, key=lambda name: self.openings[name]["nodes"])

    def after(self, name):
        """The position after an opening, which nobody may take over."""
        position = self.game.play(self.game.start(), self.game.board.site(name))
        return Position(position.owners, position.to_move)

    def glance(self, name):
        """Try an opening by a tree of glances, each of which may settle a position for certain."""
        found, rng, start = self.openings[name], Random(1), process_time()
        root = Node(self.game, self.after(name), rng, 1)
        for leaves in islice(grow(self.game, root, rng, 1), GLANCES):
            found["nodes"] = leaves
        if root.proven is not None:
            value = {FIRST: 1, SECOND: -1}.get(root.proven, 0)
            found["bounds"] = [value, value]
        found["seconds"] += process_time() - start
        return self.said(name)

    def slice(self, name, seconds):
        """Go on with an opening for so long: a line that says what was found."""
        found, game, position = self.openings[name], self.game, self.after(name)
        low, high = found["bounds"]
        who = self.side(found)
        search, start, before = self.searches[who], process_time(), self.searches[who].nodes
        won = search.wins(position, stop=monotonic() + seconds)
        if won is not None and who == FIRST:
            found["bounds"] = [1, 1] if won else [low, 0 if game.rules.draws else low]
        elif won is not None:
            found["bounds"] = [-1, -1] if won else [0, high]
        show, refute = search.proof_numbers
        found.setdefault("to_show", {}).update({str(who): show, str(3 - who): refute})
        found["nodes"] += search.nodes - before
        found["seconds"] += process_time() - start
        return (
            f"{self.said(name)}; proof numbers of {game.players[who - 1]}: {search.proof_numbers}"
        )

    def side(self, found):
        """Whose win to ask for: where the fewest positions at least are left to show it."""
        low, high = found["bounds"]
        left = [FIRST] * (high == 1) + [SECOND] * (low == -1 and self.game.rules.draws)
        return min(left, key=lambda who: found.get("to_show", {}).get(str(who), 0))

    def said(self, name):
        found = self.openings[name]
        low, high = found["bounds"]
        value = SAYS[low] if low == high else f"between {low} and {high}"
        return (
            f"{self.game.name} {self.game.size} {name} (and {found['same']} like it): {value}, "
            f"{found['nodes']:,} nodes, {found['seconds']:.0f} s"
        )


def orbits(game):
    """One opening of each kind, and how many others there are of it."""
    ways, seen, found = symmetries(game), set(), {}
    for site in range(game.board.claimable):
        if site not in seen:
            same = {site, *(way[site] for way in ways)}
            seen |= same
            found[game.board.names[site]] = len(same) - 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=sorted(set(nbgames.GAMES) - {"copolymer"}))
    parser.add_argument("size", type=int)
    parser.add_argument("--hours", type=float, default=0.5)
    parser.add_argument("--slice", type=float, default=300, help="seconds between two savings")
    parser.add_argument("--keep", type=Path, required=True, help="a folder for what is found")
    given = parser.parse_args()
    question = Question(nbgames.game(given.game, given.size), given.keep)
    stop = monotonic() + 3600 * given.hours
    if question.game.rules.draws:
        for name in question.left:
            if not question.openings[name]["nodes"]:
                print(question.glance(name), flush=True)
                question.keep()
    while question.left and monotonic() < stop:
        print(question.slice(question.left[0], min(given.slice, stop - monotonic())), flush=True)
        question.keep()
    print(*map(question.said, question.openings), sep="\n")


if __name__ == "__main__":
    main()
