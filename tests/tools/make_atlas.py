"""The tables of the atlas, measured and proved anew: half an hour on one core."""

import csv
import json
from math import log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev

import nbgames
from nbgames import EMPTY, FIRST, analysis, graphs
from nbgames.analysis.solver.margins import turns_count
from nbgames.core.symmetry import symmetries
from tools import parser

HOME = Path(nbgames.__file__).parent / "atlas"
OPEN = Path(__file__).parents[1] / "data" / "open"  # what open_questions.py has settled
SEED = 2026
SURE = 1.96  # standard errors on each side of an interval of 95 %
GAMES = {"projex": 1_000_000, "conhex": 200_000, "antipalos": 200_000, "copolymer": 20_000}
SIZES = {
    "antipalos": (2, 3, 4, 5, 6, 7, 8, 16),
    "conhex": (2, 3, 4, 5, 6, 7),
    "copolymer": (3, 5, 7, 9, 11, 19),
    "projex": (3, 4, 5, 6, 7, 8, 14),
}
MAPPED = {  # sizes whose openings are measured one by one
    "antipalos": (2, 3, 4, 6),
    "conhex": (2, 3, 4, 5),
    "copolymer": (3, 5, 7, 9, 11),
    "projex": (3, 4, 5, 6, 7, 8),
}
SOLVED = {"antipalos": (2, 3, 4), "conhex": (2, 3), "copolymer": (3, 5), "projex": (3,)}
HONEYCOMBS = {7: 3, 11: "A1-4 B2-4 C2-5", 19: 5, 37: 7, 61: 9, 91: 11, 271: 19}
LEFT, ENDGAMES, TREES = (8, 12, 16), 41, 201


def facts():
    """What is true of the empty board, and of random games on it."""
    for name, sizes in SIZES.items():
        for size in sizes:
            m = nbgames.match(name, size, swap=False)
            board, G = m.game.board, graphs.board_graph(m)
            seen = analysis.playouts(m, GAMES[name] // 10, seed=SEED)
            stones = "" if name == "copolymer" else analysis.distance(m, FIRST).stones
            yield {
                "game": name,
                "size": size,
                "sites": board.claimable,
                "edges": G.number_of_edges(),
                "symmetries": len(graphs.automorphisms(m)),
                "stones": stones,
                "length": round(seen.length, 2),
                "drawn": round(seen.wins[2] / seen.games, 5),
                **shares(seen),
                "games": seen.games,
            }


def shares(seen):
    low, high = (seen.share + side * SURE * seen.stderr for side in (-1, 1))
    return {"share": round(seen.share, 4), "low": round(low, 4), "high": round(high, 4)}


def openings():
    """Each opening up to symmetry: FIRST's share of random games after it, and its exact value."""
    for name, sizes in MAPPED.items():
        for size in sizes:
            m = nbgames.match(name, size, swap=False)
            for orbit in orbits(m):
                after = m.play(orbit[0])
                seen = analysis.playouts(after, GAMES[name], seed=SEED)
                yield {
                    "game": name,
                    "size": size,
                    "opening": orbit[0],
                    "like": " ".join(orbit[1:]),
                    **shares(seen),
                    "games": seen.games,
                    "value": settled(after),
                }


def settled(after):
    """What FIRST gets after an opening: solved here, or by open_questions.py, or not known."""
    game, (opening,) = after.game, after.moves
    if game.size in SOLVED[game.name]:
        return -analysis.solve(after).value
    kept = OPEN / f"{game.name}-{game.size}.json"
    answers = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    low, high = answers.get(opening, {}).get("bounds", (-1, 1))
    return low if low == high else ""


def orbits(m):
    """The openings that a symmetry which keeps the players' sides takes to each other."""
    worth = {site: m.play(site) for site in m.legal()}
    done, found = set(), []
    images = kept(m)
    for site in worth:
        if site not in done:
            same = dict.fromkeys([site, *(image[site] for image in images)])
            found.append(sorted(same, key=list(worth).index))
            done.update(same)
    return found


def kept(m):
    names = m.game.board.names
    return [{name: names[image[k]] for k, name in enumerate(names)} for image in symmetries(m.game)]


def effort():
    """What it takes to look through Copolymer, from seven cells to 271."""
    for cells, shape in HONEYCOMBS.items():
        game = nbgames.game("copolymer", **({"cells": shape} if cells == 11 else {"size": shape}))
        start = nbgames.match(game, swap=False)
        count = TREES if cells < 200 else TREES // 10
        logs = [tree(start, Random(f"{SEED} {cells} {k}")) for k in range(count)]
        row = {"cells": cells, "tree": round(fmean(logs), 2)}
        half = SURE * stdev(logs) / sqrt(count)
        row |= {"low": round(fmean(logs) - half, 2), "high": round(fmean(logs) + half, 2)}
        row["trees"] = count
        whole = analysis.solve(start) if cells <= 19 else None
        row |= {"value": whole.value if whole else "", "nodes": whole.nodes if whole else ""}
        for left in LEFT:
            row[f"nodes_{left}"] = "" if left >= cells else middle(start, left)
        yield row


def tree(m, rng):
    """The logarithm to base ten of the product of how many turns there were, over a random game."""
    total = 0.0
    while m.outcome is None:
        if not m.is_open:
            total += log10(turns_count(m.game, m.position))
        m = m.play(rng.choice(m.legal()))
    return total


def middle(start, left):
    """The median of the nodes that solve a random position with so many empty cells."""
    found = []
    for k in range(ENDGAMES):
        rng, m = Random(f"{SEED} {left} {k}"), start
        while m.is_open or m.position.owners.count(EMPTY) > left:
            m = m.play(rng.choice(m.legal()))
            if m.is_open and m.position.owners.count(EMPTY) <= left:
                rng, m = Random(f"{rng.random()}"), start
        found.append(analysis.solve(m).nodes)
    return median(found)


TABLES = {"facts": facts, "openings": openings, "effort": effort}


def write(name):
    rows = []
    for row in TABLES[name]():
        rows.append(row)
        print(name, *row.values(), flush=True)
    with (HOME / f"{name}.csv").open("w", newline="") as file:
        out = csv.DictWriter(file, rows[0], lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument("tables", nargs="*", help=f"of {', '.join(TABLES)}; all if none is named")
    names = asked.parse_args().tables
    if unknown := set(names) - set(TABLES):
        asked.error(f"there is no table {min(unknown)!r}: there are {', '.join(TABLES)}")
    for name in names or TABLES:
        write(name)


if __name__ == "__main__":
    main()
