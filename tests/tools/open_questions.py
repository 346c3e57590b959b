"""Which openings win? Open questions, searched in slices that can be stopped and resumed.

    python -m tools.open_questions projex 4 --hours 6 --keep ~/open
    python -m tools.open_questions conhex 4 --keep ~/open       # three rings
    python -m tools.open_questions antipalos 5 --keep ~/open
    python -m tools.open_questions copolymer 7 --slice 900 --keep ~/open

Openings that a symmetry maps onto each other are searched once. A slice goes to the opening with
the fewest nodes so far; the transposition table goes from slice to slice and is kept in a file
beside the answers. FIRST wins Projex and ConHex from the empty board, since an extra stone never
hurts; which openings do it has to be searched.

Where a game may be drawn, either player may win an opening or neither: a slice goes to the player
whose win has the smaller proof number, one not yet searched first. Where most cells win, a slice
narrows the bounds of the margin, and begins anew with no table: take long ones.

Antipalos 5 is answered, each opening in seconds: of 50 openings 10 win, 24 lose and 16 draw
(tests/data/open/antipalos-5.json). Leaves of df-pn are settled by threats, by two trees and a race,
and where the one who must not win can be kept from joining (`analysis/solver/tree_races.py`); such
a leaf counts as five nodes.

Of Antipalos 6 eight kinds of openings out of 18 are answered, each in seconds: c3-d4 and what is
like it wins, 28 lose. The other ten kinds took 1,900 seconds without an answer
(tests/data/open/antipalos-6.json).

Projex 4 is answered: all 27 openings win, in 953 seconds and 107.6 million nodes, three quarters of
them for D1 and what is like it, with five neighbours (tests/data/open/projex-4.json).
"""

import json
from pathlib import Path
from time import monotonic, process_time

import nbgames
from nbgames import FIRST, SECOND, graphs
from nbgames.analysis.certificates import has_margins
from nbgames.analysis.questions import Question as Asked
from nbgames.analysis.solver.proving import WinSearch
from nbgames.core.position import Position
from tools import parser, positive, whole

SLOTS = 1 << 22
SAYS = {1: "wins", 0: "draws", -1: "loses"}


class Question:
    """Which openings of a game win: the answers so far, and the transposition tables."""

    def __init__(self, game, home, slots=SLOTS):
        self.game = game
        self.stem = home / f"{game.name}-{game.size}"
        sought = () if has_margins(game) else (FIRST, SECOND) if game.rules.draws else (FIRST,)
        self.searches = {who: WinSearch(game, game.start(), who, slots=slots) for who in sought}
        most = len(game.board.names) if has_margins(game) else 1
        self.openings = {
            name: {"same": len(like), "bounds": [-most, most], "nodes": 0, "seconds": 0.0}
            for name, *like in graphs.orbits(game)
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
        """The position after an opening, without a swap."""
        position = self.game.play(self.game.start(), self.game.board.site(name))
        return Position(position.owners, position.to_move)

    def slice(self, name, seconds):
        """Go on with an opening for so long: a line that says what was found."""
        if has_margins(self.game):
            return self._margin(name, seconds)
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

    def _margin(self, name, seconds):
        found, position, before = self.openings[name], self.after(name), process_time()
        low, high = found["bounds"]
        asked = Asked(self.game, position, monotonic() + seconds)
        low, high = asked.bounds(position, -high, -low)
        found["bounds"] = [-high, -low]
        found["nodes"] += asked.nodes
        found["seconds"] += process_time() - before
        return self.said(name)

    def side(self, found):
        """Whose win to search for: the one with the smaller proof number."""
        low, high = found["bounds"]
        left = [FIRST] * (high == 1) + [SECOND] * (low == -1 and self.game.rules.draws)
        return min(left, key=lambda who: found.get("to_show", {}).get(str(who), 0))

    def said(self, name):
        found = self.openings[name]
        low, high = found["bounds"]
        value = SAYS[(low > 0) - (low < 0)] if low == high else f"between {low} and {high}"
        return (
            f"{self.game.name} {self.game.size} {name} (and {found['same']} like it): {value}, "
            f"{found['nodes']:,} nodes, {found['seconds']:.0f} s"
        )


def main():
    asked = parser(__doc__)
    asked.add_argument("game", choices=sorted(nbgames.GAMES))
    asked.add_argument("size", type=whole)
    asked.add_argument("--hours", type=positive, default=0.5)
    asked.add_argument("--slice", type=positive, default=300, help="seconds between two savings")
    asked.add_argument("--keep", type=Path, required=True, help="a folder for what is found")
    given = asked.parse_args()
    try:
        game = nbgames.game(given.game, given.size)
    except nbgames.Refused as error:
        asked.error(str(error))
    question = Question(game, given.keep)
    stop = monotonic() + 3600 * given.hours
    while question.left and monotonic() < stop:
        print(question.slice(question.left[0], min(given.slice, stop - monotonic())), flush=True)
        question.keep()
    print(*map(question.said, question.openings), sep="\n")


if __name__ == "__main__":
    main()
