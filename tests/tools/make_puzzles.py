"""Puzzles for the atlas: positions of games between computer players with a single best turn.

A puzzle is kept when the solver proved, in NODES nodes, that one turn wins (or in Antipalos also
that one alone saves a draw) while no single claim wins or stops a win. What is found is written at
once; a second call goes on behind the last seed.
"""

import csv
from pathlib import Path
from random import Random

import nbgames
from nbgames import EMPTY, FIRST, SECOND, analysis
from nbgames.opponents.tactics import wins
from tools import parser

FILE = Path(nbgames.__file__).parent / "atlas" / "puzzles.csv"
COLUMNS = ("game", "size", "seed", "moves", "answer", "value", "missed")
WANTED = 50  # of each board
NODES = 100_000  # in which the solver has to be sure
THINK = 400  # nodes of an opponent that is asked
BOARDS = {  # size, and how many empty sites at most and at least
    "projex": ((4, 20, 8), (5, 24, 10)),
    "conhex": ((3, 24, 8), (4, 26, 8)),
    "copolymer": ((5, 12, 6), (7, 14, 7)),
    "antipalos": ((4, 16, 7), (5, 18, 8)),
}


def turn(m, opponent):
    """One whole turn further."""
    return m.play(*opponent.choose(m).split(","))


def room(m):
    return m.position.owners[: m.game.board.claimable].count(EMPTY)


def quiet(m):
    """Does no single claim win, for either side?"""
    owners = m.position.owners
    return not any(wins(m.game, owners, who) for who in (FIRST, SECOND))


def solved(m):
    """The value and its turns, if they are known beyond doubt."""
    found = analysis.solve(m, nodes=NODES)
    return found if found.complete else None


def asks(m):
    """What the solver says of a position that is a puzzle, else None."""
    if len(m.legal()) < 5 or (m.game.rules.by != "majority" and not quiet(m)):
        return None
    found = solved(m)
    good = found and (found.value > 0 or (found.value == 0 and m.game.rules.draws))
    return found if good and len(found.best) == 1 else None


def line(m, found, rng):
    """The answer and how it may go on: the solver for who solves, an opponent for the other."""
    who, start = m.to_move, m
    while found:
        m = m.play(found.best[0])
        if m.outcome is None and m.to_move != who:
            m = turn(m, nbgames.opponent(3, seed=rng.getrandbits(30)))
        found = None if m.outcome or m.to_move != who else solved(m)
    return m.moves[len(start.moves) :]


def searched(name, size, most, least, seed):
    """The first puzzle of a game between players of little strength, if there is one."""
    rng = Random(f"puzzle {name} {size} {seed}")
    m = nbgames.match(name, size, swap=False)
    while m.outcome is None and room(m) >= least:
        if room(m) <= most and (found := asks(m)):
            return m, line(m, found, rng), found.value
        m = turn(m, nbgames.opponent(rng.choice((1, 2, 3, 3)), seed=rng.getrandbits(30)))
    return None


def missed(m, answer):
    """The levels of opponent that do not find it."""
    after = m.play(*answer[0].split(",")).position
    return [
        level
        for level in range(1, 7)
        if turn(m, nbgames.opponent(level, nodes=THINK, seed=0)).position != after
    ]


def asked(row):
    """The match at whose end a puzzle asks."""
    return nbgames.match(row["game"], int(row["size"]), swap=False).play(*row["moves"].split())


def kept():
    if not FILE.exists():
        return []
    with FILE.open(newline="") as file:
        return list(csv.DictReader(file))


def write(rows):
    with FILE.open("w", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def make(names):
    for name in names:
        for size, most, least in BOARDS[name]:
            here = [row for row in kept() if (row["game"], row["size"]) == (name, str(size))]
            seed = max((int(row["seed"]) for row in here), default=-1)
            known = {asked(row).position for row in here}
            while len(known) < WANTED:
                seed += 1
                found = searched(name, size, most, least, seed)
                if not found or found[0].position in known:
                    continue
                m, answer, value = found
                known.add(m.position)
                told = " ".join(m.moves), " ".join(answer), value
                levels = " ".join(map(str, missed(m, answer)))
                row = dict(zip(COLUMNS, (name, str(size), seed, *told, levels), strict=True))
                write(sorted([*kept(), row], key=lambda row: (row["game"], int(row["size"]))))
                print(f"{name} {size}: {len(known)} of {WANTED}, seed {seed}", flush=True)


def grade():
    rows = kept()
    for number, row in enumerate(rows, 1):
        row["missed"] = " ".join(map(str, missed(asked(row), row["answer"].split())))
        print(f"\r{number} of {len(rows)}", end="", flush=True)
    write(rows)


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument(
        "games", nargs="*", help=f"of {', '.join(BOARDS)}; until there are a hundred of each"
    )
    asked.add_argument(
        "--graded", action="store_true", help="ask each level of opponent for its answer, anew"
    )
    given = asked.parse_args()
    if unknown := set(given.games) - set(BOARDS):
        asked.error(f"no puzzles of {min(unknown)!r}: there are {', '.join(BOARDS)}")
    if given.graded:
        grade()
    else:
        make(given.games or BOARDS)


if __name__ == "__main__":
    main()
