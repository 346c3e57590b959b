"""Puzzles for the atlas: positions of matches with a single best turn.

A puzzle is kept when the solver proved that one turn wins (or in Antipalos also that one alone
saves a draw) while no single claim wins or stops a win. They are looked for in matches between
players of little strength ("weak"), between strong ones ("strong"), in the records of tests/data
("record"), in real matches ("golem", "conhex.com") and in whole ones between two levels ("3v5"; see
harvest.py). Then the levels are asked, and the refutations of all other turns searched for. What
is found is written at once; a second call goes on from there, and several may run at a time, each
for a board of its own. No clock is asked, so the same seeds give the same puzzles as long as the
levels play and the solver proves the same; those of weak players, and all of Antipalos 4 and 5,
were found before both improved, and keep their positions.
"""

import csv
import fcntl
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from random import Random

import nbgames
from nbgames.analysis.questions import OutOfTime, Question
from nbgames.atlas import TRIES
from nbgames.opponents.elo import rated
from nbgames.opponents.levels import LEVELS
from tools import harvest, make_verdicts, parser, refuting
from tools.harvest import fits, is_worth, room

FILE = Path(nbgames.__file__).parent / "atlas" / "puzzles.csv"
COLUMNS = (
    "game", "size", "source", "seed", "moves", "answer", "value", "found", "rating", "error",
    "refuted",
)  # fmt: skip
WANTED = {"weak": 50, "strong": 13}  # of each board
PLAYERS = {"weak": (1, 2, 3, 3), "strong": (4, 5, 6)}
NODES = 100_000  # in which the solver has to be sure
LATE = 3_000  # the same in a record, which is read from its end
APIECE = 2  # puzzles of one record, at most
THINK = {"weak": 400, "strong": 100}  # nodes of a player that moves
ASKED = 400  # nodes of a level that is asked for its answer
MEAN = 1500  # rating of a puzzle
BOARDS = {  # size, and how many empty sites at most and at least
    "projex": ((4, 20, 8), (5, 24, 10)),
    "conhex": ((3, 24, 8), (4, 26, 8)),
    "copolymer": ((5, 12, 6), (7, 14, 7)),
    "antipalos": ((4, 16, 7), (5, 18, 8)),
}


def turn(m, opponent):
    """One whole turn further."""
    return m.play(*opponent.choose(m).split(","))


def asks(m, nodes=NODES):
    """The value of a position that is a puzzle, else None; raises OutOfTime."""
    if not fits(m):
        return None
    position = refuting.bare(m.position)
    question = Question(m.game, position, limit=nodes)
    low, high = question.bounds(position)
    if low < high:
        raise OutOfTime
    if not is_worth(m.game, low):
        return None
    return low if refuting.single(question, position, low) else None


def searched(name, source, size, most, least, seed):
    """The first puzzle of a match between players of a kind, if there is one: match and value."""
    about = f"puzzle {name} {size} {seed}"
    rng = Random(about if source == "weak" else f"{source} {about}")
    m = nbgames.match(name, size, swap=False)
    while m.outcome is None and room(m) >= least:
        try:
            if room(m) <= most and (value := asks(m)) is not None:
                return m, value
        except OutOfTime:
            pass
        level, start = rng.choice(PLAYERS[source]), rng.getrandbits(30)
        nodes = None if source == "weak" else THINK[source]
        m = turn(m, nbgames.opponent(level, seed=start, nodes=nodes))
    return None


def recorded():
    """The matches of tests/data that were played, real ones first, without their swaps."""
    real = [m for m, *_ in harvest.real()]
    yield from [*real, *(harvest.bared(m) for m, _ in make_verdicts.kept())]


def late(m):
    """The puzzles of a record, from its end backwards as far as the solver sees: match, value."""
    found = []
    for count in range(len(m.moves) - 1, 0, -1):
        then = m.at(count)
        try:
            value = None if then.outcome else asks(then, LATE)
        except OutOfTime:
            break
        if value is not None:
            found.append((then, value))
    return found[-APIECE:]


def graded(row):
    """How often each level finds it."""
    m = asked(row)
    after = m.play(*row["answer"].split()[0].split(",")).position
    for level in LEVELS:
        players = [nbgames.opponent(level, nodes=ASKED, seed=seed) for seed in range(TRIES)]
        yield sum(turn(m, player).position == after for player in players)


def asked(row):
    """The match at whose end a puzzle asks."""
    return nbgames.match(row["game"], int(row["size"]), swap=False).play(*row["moves"].split())


def kept():
    if not FILE.exists():
        return []
    with FILE.open(newline="") as file:
        return list(csv.DictReader(file))


@contextmanager
def alone():
    """Nobody else reads and writes the file meanwhile."""
    with Path(__file__).open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def write(rows):
    part = FILE.with_suffix(".part")
    with part.open("w", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    part.replace(FILE)


@alone()
def add(m, value, source, seed):
    """A new row, unless the position is known; is it new?"""
    rows = kept()
    board = m.game.name, str(m.game.size)
    alike = (row for row in rows if (row["game"], row["size"]) == board)
    if any(asked(row).position == m.position for row in alike):
        return False
    row = dict.fromkeys(COLUMNS, "")
    row |= {"game": board[0], "size": board[1], "source": source, "seed": str(seed)}
    row |= {"moves": " ".join(m.moves), "value": str(value)}
    write(sorted([*rows, row], key=lambda row: (row["game"], int(row["size"]))))
    print(f"{m.game.name} {m.game.size} {source} {seed}", flush=True)
    return True


def find(source):
    """Puzzles of self-played matches, so many of each board as are wanted."""
    for name, boards in BOARDS.items():
        for size, most, least in boards:
            mine = name, str(size), source
            seeds = [int(r["seed"]) for r in kept() if (r["game"], r["size"], r["source"]) == mine]
            seed = max(seeds, default=-1)
            missing = WANTED[source] - len(seeds)
            while missing > 0:
                seed += 1
                found = searched(name, source, size, most, least, seed)
                missing -= bool(found and add(*found, source, seed))


def find_recorded():
    for number, m in enumerate(recorded()):
        for then, value in late(m):
            add(then, value, "record", number)


def find_real():
    for m, site, number in harvest.real():
        print(f"{m.game.name} {m.game.size}, real match {site} {number}", flush=True)
        for count, value, _ in harvest.backwards(m, harvest.REAL):
            add(m.at(count), value, site, number)


def find_between_levels(board):
    """So many puzzles of whole matches between two levels as are wanted, of one board or of all."""
    for name, size in (here for here in harvest.BOARDS if board in ("", f"{here[0]} {here[1]}")):
        seeds = [
            int(row["seed"])
            for row in kept()
            if (row["game"], row["size"]) == (name, str(size)) and "v" in row["source"]
        ]
        seed, found = max(seeds, default=-1), len(seeds)
        while found < harvest.BOARDS[name, size]:
            seed += 1
            m, source = harvest.played(name, size, seed)
            for count, value, _ in harvest.chosen(harvest.backwards(m, harvest.LATE)):
                found += add(m.at(count), value, source, seed)
            print(f"{name} {size}: {found} puzzles up to match {seed}", flush=True)


@alone()
def put(row, new):
    """What was found out of a row goes into the file, as it is by now."""
    same = "game", "size", "moves"
    alike = [row[name] for name in same]
    write([r | new if [r[n] for n in same] == alike else r for r in kept()])


def fill(board):
    """Refutations and grades where they are missing, the boards in turn, or one board alone."""
    boards = {}
    for row in kept():
        if board not in ("", f"{row['game']} {row['size']}"):
            continue
        boards.setdefault((row["game"], row["size"]), []).append(row)
    for row in (row for rows in zip_longest(*boards.values()) for row in rows if row):
        if row["refuted"] and row["found"]:
            continue
        new = {}
        if not row["refuted"]:
            line, lost = refuting.steps(asked(row), int(row["value"]))
            new = {"answer": " ".join(line), "refuted": refuting.packed(lost)}
        new["found"] = " ".join(map(str, graded(row | new)))
        put(row, new)
        print(row["game"], row["size"], row["source"], row["seed"], new["found"], flush=True)


def forget():
    """No grades, for levels that play otherwise than when they were asked."""
    write([row | {"found": ""} for row in kept()])


def rate():
    """Ratings by Bradley and Terry: a level that finds a puzzle wins against it."""
    rows = kept()
    pairs = [
        (f"level {level}", str(number), TRIES, float(points))
        for number, row in enumerate(rows)
        for level, points in zip(LEVELS, row["found"].split(), strict=True)
    ]
    found = rated(pairs, "level 1")
    mean = sum(found[str(number)][0] for number in range(len(rows))) / len(rows)
    for number, row in enumerate(rows):
        above, error = found[str(number)]
        row |= {"rating": round(MEAN + above - mean), "error": round(error)}
    write(rows)
    levels = [round(MEAN + found[f"level {level}"][0] - mean) for level in LEVELS]
    print(f"the levels: {levels}")


STAGES = {
    "weak": lambda _: find("weak"),
    "strong": lambda _: find("strong"),
    "record": lambda _: find_recorded(),
    "golem": lambda _: find_real(),
    "levels": find_between_levels,
    "fill": fill,
    "rate": lambda _: rate(),
}
AGAIN = {"forget": lambda _: forget()}  # only where it is named


def main() -> None:
    given = parser(__doc__)
    given.add_argument(
        "stages",
        nargs="*",
        help=f"of {', '.join(STAGES)}; all, in this order, if none is named; `forget` grades first",
    )
    given.add_argument("--board", default="", help='one board for `levels` and `fill`: "conhex 5"')
    arguments = given.parse_args()
    stages, every = arguments.stages, STAGES | AGAIN
    if unknown := set(stages) - set(every):
        given.error(f"no stage {min(unknown)!r}: there are {', '.join(every)}")
    boards = {f"{row['game']} {row['size']}" for row in kept()}
    boards |= {f"{name} {size}" for name, size in harvest.BOARDS}
    if arguments.board not in ("", *boards):
        given.error(f"no puzzles of {arguments.board!r}: there are {', '.join(sorted(boards))}")
    for stage in stages or STAGES:
        every[stage](arguments.board)


if __name__ == "__main__":
    main()
