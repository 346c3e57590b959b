"""Writes RESULTS.md anew from the tables of the atlas; measures nothing itself."""

import json
import sys
from collections import Counter
from pathlib import Path

import nbgames
from nbgames import FIRST, SECOND
from nbgames.analysis import answers
from nbgames.atlas import about, puzzles, read
from tools import arena, parser
from tools.certify import HOME as CERTIFICATES
from tools.make_atlas import OPEN, SURE
from tools.open_questions import SAYS

DATA = Path(__file__).parents[1] / "data"
FILE = Path(__file__).parents[2] / "RESULTS.md"
SHARE = "first player's share, 95 %"
CHECKED = "the first number checked by"
EFFORT = ("nodes that proved it", "nodes for 8, 12, 16 empty cells")


def lines():
    yield "# Results"
    yield ""
    yield (
        "Every number that this project publishes about its games, proved or estimated, with the "
        "command that repeats it. The tables with all their columns are in `nbgames/atlas`, as CSV "
        "with a description in `datapackage.json`; `nbgames.atlas.table(name)` reads them. This "
        "page is made from them by `python -m tools.make_results`. Commands are run in the folder "
        "`tests`."
    )
    yield from proved()
    yield from settled()
    yield from certified()
    yield from unsettled()
    yield from estimated()
    yield from measured()
    yield from speed()
    yield from met()
    yield from asked()


def source(name):
    told = about(name)
    yield ""
    made = f"Seed {told['seed']}, version {nbgames.__version__}: `{told['command']}`."
    yield f"{told['method']} {made}"
    yield ""


def head(*columns):
    yield f"| {' | '.join(columns)} |"
    yield f"|{' --- |' * len(columns)}"


def proved():
    yield ""
    yield "## Proved: openings"
    yield from source("openings")
    yield from head(
        "board", "openings", *(f"they {SAYS[value][:-1]}" for value in SAYS), "checked by"
    )
    boards, drawn = {}, []
    for row in read("openings"):
        named = [row["opening"], *(row["like"] or "").split()]
        one = row["value"], named, row["check"] or "this solver alone"
        boards.setdefault((row["game"], row["size"]), []).append(one)
    for (game, size), found in boards.items():
        if any(value is None for value, _, _ in found):  # all that is known is said below
            continue
        every = [name for _, named, _ in found for name in named]
        sides = {sign: [] for sign in SAYS}
        for value, named, _ in found:
            sides[(value > 0) - (value < 0)] += named
        drawn += [f"{game} {size}"] * bool(sides[0])
        checks = ", ".join({check: None for _, _, check in found})
        told = (f"{len(side)}: {' '.join(side)}" if side else "none" for side in sides.values())
        yield f"| {game} {size} | {len(every)} | {' | '.join(told)} | {checks} |"
    yield ""
    yield (
        "With the swap, the second player takes an opening that wins and leaves one that loses. "
        f"So the first player takes one that draws, if there is any, and the game is a draw: "
        f"{', '.join(drawn)}. On the other boards here the second player wins."
    )


def kept_questions():
    """What open_questions.py has found of each opening: the board, its name, the record."""
    for file in sorted(OPEN.glob("*.json")):
        game, _, size = file.stem.partition("-")
        for opening, found in json.loads(file.read_text("utf-8")).items():
            yield f"{game} {size}", opening, found


def settled():
    """What open_questions.py has settled, with its cost."""
    yield ""
    yield "## Proved: open questions"
    yield ""
    yield (
        "Searches of seconds to hours; one opening of each kind, up to symmetry. Nodes are those "
        "of one run; the same command repeats it."
    )
    yield ""
    yield from head("board", "opening", "and so many like it", "it", "nodes", "seconds", "command")
    for board, opening, found in kept_questions():
        low, high = found["bounds"]
        if low == high:
            cost = (f"{found['nodes']:,}", round(found["seconds"]), searching(board))
            cells = (board, opening, found["same"], SAYS[low], *cost)
            yield f"| {' | '.join(map(str, cells))} |"


def unsettled():
    """What open_questions.py has searched and not settled, with its bounds."""
    yield ""
    yield "## Open, with bounds"
    yield ""
    yield (
        "Openings that were searched and are not settled: what they are worth to the first player "
        "at least and at most (1 a win, -1 a loss; of Copolymer its cells minus the other's), and "
        "what was spent. Proof numbers estimate how many more positions have to be settled to "
        "show that the first player wins, and that it does not. Some opening wins Projex and "
        "ConHex at every size (notebook 8, section 7), without the swap."
    )
    yield ""
    yield from head(
        *("board", "opening", "and so many like it", "at least", "at most"),
        *("nodes", "seconds", "proof numbers", "command"),
    )
    spent = {}
    for board, opening, found in kept_questions():
        low, high = found["bounds"]
        if low < high:
            spent.setdefault(board, []).append(found)
            show = found.get("to_show", {})
            left = (
                ", ".join(f"{show[who]:,}" for who in map(str, (FIRST, SECOND)) if who in show)
                or "–"
            )
            cost = (f"{found['nodes']:,}", round(found["seconds"]), left, searching(board))
            cells = (board, opening, found["same"], low, high, *cost)
            yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    for board, found in spent.items():
        many = sum(one["same"] + 1 for one in found)
        nodes, seconds = (sum(one[key] for one in found) for key in ("nodes", "seconds"))
        yield (
            f"- {board}: {many} openings of {len(found)} kinds are open, after {nodes:,} nodes and "
            f"{seconds:,.0f} seconds."
        )


def searching(board):
    return f"`python -m tools.open_questions {board} --keep FOLDER`"


def certified():
    """The certificates that certify.py has kept, with their cost."""
    yield ""
    yield "## Proved: certificates"
    yield ""
    yield (
        "Files in `tests/data/open/certificates` that prove an opening: of Projex by virtual "
        "connections, each derived from earlier ones; of Antipalos by the replies of a player to "
        "every move, up to where two disjoint trees show that it wins, or that the other cannot "
        "join. `nbgames/analysis/verifier.py FILE` checks one with nothing but Python, and finds "
        "the trees itself. Nodes and seconds are those of the search."
    )
    yield ""
    yield from head(
        *("board", "opening", "and so many like it", "it", "nodes", "seconds"),
        *("seconds to certify", "steps or replies", "bytes", "seconds to check", "command"),
    )
    for file in sorted(CERTIFICATES.glob("*.json")):
        game, size, opening = file.stem.split("-", 2)
        cost = json.loads(file.read_text("utf-8"))
        told = (cost["same"] - 1, SAYS[cost["value"]], f"{cost['nodes']:,}", cost["seconds"])
        made = (cost["certifying"], f"{cost['lines']:,}", f"{cost['bytes']:,}", cost["check"])
        command = f"`python -m tools.certify {game} {size} {opening}`"
        yield f"| {' | '.join(map(str, (f'{game} {size}', opening, *told, *made, command)))} |"


def percent(row):
    return f"{row['share']:.2%} ({row['low']:.2%} to {row['high']:.2%})"


def estimated():
    yield ""
    yield "## Estimated: the empty boards"
    yield from source("facts")
    columns = ("board", "sites", "edges", "symmetries", "fewest stones", "turns, 95 %")
    yield from head(*columns, SHARE, "the last two checked by")
    for row in read("facts"):
        stones = "" if row["stones"] is None else row["stones"]
        cells = (row["sites"], row["edges"], row["symmetries"], stones)
        turns = answers.measured(row["length"], SURE * row["length_error"])
        told = (*map(str, cells), turns, percent(row), row["check"])
        yield f"| {row['game']} {row['size']} | {' | '.join(told)} |"
    yield ""
    yield "## Estimated: which openings to swap"
    yield ""
    yield "The share of random games that an opening wins: highest, lowest, and nearest to a half."
    yield from source("openings")
    yield (
        "A random game begins with a random opening, so the mean over all openings, measured one "
        "by one, is the share of the empty board, measured apart from them."
    )
    yield ""
    yield from head("board", "highest", "lowest", "fairest", "mean of all, and the empty board")
    empty = {f"{row['game']} {row['size']}": row for row in read("facts")}
    boards = {}
    for row in read("openings"):
        boards.setdefault(f"{row['game']} {row['size']}", []).append(row)
    for board, found in boards.items():
        high = max(found, key=lambda row: row["share"])
        low = min(found, key=lambda row: row["share"])
        fair = min(found, key=lambda row: abs(row["share"] - 0.5))
        told = (f"{row['opening']} {percent(row)}" for row in (high, low, fair))
        yield f"| {board} | {' | '.join(told)} | {mean_of(found):.2%}, {percent(empty[board])} |"


def mean_of(openings):
    """The mean share of all openings, each kind as often as there are openings of it."""
    alike = [1 + len((row["like"] or "").split()) for row in openings]
    shares = (n * row["share"] for n, row in zip(alike, openings, strict=True))
    return sum(shares) / sum(alike)


def measured():
    yield ""
    yield "## Measured: how hard Copolymer is"
    yield ""
    yield "The end game is “fairly trivial on an eleven cell board”, says its author, Mark Steere,"
    yield "and “exceedingly complex” on one with 271 cells."
    yield from source("effort")
    yield from head("cells", "games, as a power of ten", "the first player", *EFFORT, CHECKED)
    for row in read("effort"):
        value = row["value"]
        won = "" if value is None else f"{'wins' if value > 0 else 'loses'} by {abs(value)}"
        nodes = "" if row["nodes"] is None else f"{row['nodes']:,}"
        some = (row[f"nodes_{left}"] for left in (8, 12, 16))
        ends = ", ".join("–" if one is None else f"{one:,.0f}" for one in some)
        games = f"{row['games']:.2f} ({row['low']:.2f} to {row['high']:.2f})"
        yield f"| {row['cells']} | {games} | {won} | {nodes} | {ends} | {row['check']} |"


def speed():
    """The kept run of the bench of random games and endgames."""
    run = json.loads((DATA / "bench_play.json").read_text("utf-8"))
    yield ""
    yield "## Measured: speed"
    yield ""
    load = ", ".join(f"{one:.1f}" for one in run["load"])
    yield (
        f"`make bench`; medians of one run on {run['cores']} cores, Python {run['python']}, load "
        f"{load}. What a run takes elsewhere differs; its ratios hardly do."
    )
    yield ""
    yield from head("what", "measured", "at least or at most")
    for one in run["figures"]:
        told = (
            "" if one[key] is None else f"{digits(one[key])} {one['unit']}".strip()
            for key in ("value", "target")
        )
        yield f"| {one['what']} | {' | '.join(told)} |"


def digits(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def met():
    """The contests of computer players."""
    yield ""
    yield "## Measured: computer players"
    yield ""
    yield arena.HOW
    yield ""
    yield from arena.tables()


def asked():
    yield ""
    yield "## Puzzles"
    yield from source("puzzles")
    yield from head("board", "puzzles", "missed by 0, 1, 2 … 6 levels")
    for game, size in sorted({(row["game"], row["size"]) for row in read("puzzles")}):
        found = puzzles(game, size)
        grades = Counter(len(puzzle.missed) for puzzle in found)
        yield f"| {game} {size} | {len(found)} | {' '.join(str(grades[n]) for n in range(7))} |"


def text():
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    parser(__doc__).parse_args()
    FILE.write_text(text(), "utf-8")
    print(f"{FILE.name}: {len(text().splitlines())} lines", file=sys.stderr)
