"""The tables of the atlas, measured and proved anew: half an hour on one core."""

import csv
import json
from math import log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev

import numpy as np

import nbgames
from nbgames import EMPTY, FIRST, SECOND, Position, analysis, graphs
from nbgames.analysis.answers import measured
from nbgames.analysis.certificates import value_of_end
from tools import game_counts, parser
from tools.certify import HOME as CERTIFICATES

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
    "antipalos": (2, 3, 4, 5, 6),
    "conhex": (2, 3, 4, 5),
    "copolymer": (3, 5, 7, 9, 11),
    "projex": (3, 4, 5, 6, 7, 8),
}
SOLVED = {"antipalos": (2, 3, 4), "conhex": (2, 3), "copolymer": (3, 5), "projex": (3,)}
UNFOLDED = 12  # sites of boards whose values plain minimax repeats
ELSEWHERE = {  # how many openings win is also known from full searches by other programs
    ("antipalos", 3), ("conhex", 3), ("copolymer", 5),
}  # fmt: skip
LEFT, ENDGAMES, COUNTS = (8, 12, 16), 41, 20
PLAIN = 60_000  # claims of a board's games that are played by the rules alone
WORTH = {FIRST: 1.0, None: 0.5, SECOND: 0.0}


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
                "length": round(seen.length, 3),
                "length_error": round(seen.length_stderr, 3),
                "drawn": round(seen.wins[2] / seen.games, 5),
                **shares(seen),
                "games": seen.games,
                "check": claim_by_claim(m, seen),
            }


def claim_by_claim(m, seen):
    """The share and the length once more, from games that are played by the rules alone."""
    rng, games = Random(SEED), max(100, PLAIN // m.game.board.claimable)
    ends = [played_out(m, rng) for _ in range(games)]
    turns = [len(end.moves) for end in ends]
    length = measured(fmean(turns), SURE * stdev(turns) / sqrt(games))
    share = fmean(WORTH[end.outcome.winner] for end in ends)
    error = sqrt(share * (1 - share) / games + seen.stderr**2)
    if abs(share - seen.share) > 5 * error:
        raise ValueError(f"{m.game!r}: {share:.4f} claim by claim, {seen.share:.4f} in bulk")
    return f"{games} games claim by claim: {share:.1%} ± {SURE * error:.1%}, {length} turns"


def played_out(m, rng):
    while m.outcome is None:
        m = m.play(rng.choice(m.legal()))
    return m


def shares(seen):
    low, high = (seen.share + side * SURE * seen.stderr for side in (-1, 1))
    return {"share": round(seen.share, 4), "low": round(low, 4), "high": round(high, 4)}


def openings():
    """Each opening up to symmetry: FIRST's share of random games after it, and its exact value."""
    for name, sizes in MAPPED.items():
        for size in sizes:
            m = nbgames.match(name, size, swap=False)
            for orbit in graphs.orbits(m):
                after = m.play(orbit[0])
                value = settled(after)
                seen = analysis.playouts(after, GAMES[name], seed=SEED)
                yield {
                    "game": name,
                    "size": size,
                    "opening": orbit[0],
                    "like": " ".join(orbit[1:]),
                    **shares(seen),
                    "games": seen.games,
                    "value": value,
                    "check": second_opinion(after, value),
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


def second_opinion(after, value):
    """By what an exact value was found once more; nothing where one search alone has found it."""
    game = after.game
    if value == "":
        return ""
    if game.board.claimable <= UNFOLDED:
        other = -minimax(game, after.position.owners, after.to_move, {})
        if other != value:
            raise ValueError(f"{game!r} {after.moves}: minimax says {other}, the solver {value}")
        return "minimax"
    if (game.name, game.size) in ELSEWHERE:
        return "another program"
    kept = CERTIFICATES / f"{game.name}-{game.size}-{after.moves[0]}.gz"
    return "a certificate" if kept.exists() else ""


def minimax(game, owners, who, known):
    """The value for who is to move, by looking at every position that can follow."""
    key = owners, who
    if key not in known:
        outcome = game.outcome(Position(owners, who))
        if outcome:
            known[key] = value_of_end(game, Position(owners, who), outcome, who)
        else:
            after = (game.play(Position(owners, who), site) for site in game.empty(owners))
            known[key] = max(
                (1 if then.to_move == who else -1) * minimax(game, then.owners, then.to_move, known)
                for then in after
            )
    return known[key]


def effort():
    """What it takes to look through Copolymer, from seven cells to 271."""
    for cells in game_counts.HONEYCOMBS:
        game = game_counts.honeycomb(cells)
        start = nbgames.match(game, swap=False)
        row = {"cells": cells, **number_of_games(game)}
        whole = analysis.solve(start) if cells <= 19 else None
        row |= {"value": whole.value if whole else "", "nodes": whole.nodes if whole else ""}
        for left in LEFT:
            row[f"nodes_{left}"] = "" if left >= cells else middle(start, left)
        yield row


def number_of_games(game):
    """The logarithm to base ten of how many there are, and by what else it was counted."""
    cells = len(game.board.names)
    rng = np.random.default_rng(SEED)
    logs, error = game_counts.mean([game_counts.by_particles(game, rng) for _ in range(COUNTS)])
    row = {"games": round(logs, 3)}
    for end, side in (("low", -1), ("high", 1)):
        row[end] = round(logs + log10(1 + side * SURE * error), 3)
    row["runs"] = COUNTS
    bound = f"at most {cells}!, {game_counts.factorial_log(cells):.2f}"
    if cells in game_counts.EXACT:
        return row | {"check": f"{bound}; by recursion {game_counts.counted(game):,}"}
    other = game_counts.by_orders(game, game_counts.ORDERS, Random(SEED))
    logs, error = game_counts.mean(other)
    return row | {"check": f"{bound}; by random orders {logs:.2f}, error {error:.0%}"}


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
