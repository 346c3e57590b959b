"""How many estimates lie further from a longer search than their stated error: about ten minutes.

At places of the matches in data/reviewed.txt: the estimates of a review and of a board's help,
beside a search of ten times the games of the help.
"""

from collections import defaultdict

from nbgames.analysis.advising import DEEP
from nbgames.analysis.mcts.estimates import estimated, finished, usual
from nbgames.analysis.values import bare, stated
from tools import make_verdicts, parser

WHO = {"a review": 1, "the help": DEEP}  # times the usual games
TIMES = 10


def compared(m, seed):
    """Of the review and the help: the error, and the distance from the verdict; None if proven."""
    game, position, games = m.game, bare(m), usual(m.game)
    verdict = finished(estimated(game, position, TIMES * DEEP * games, seed)).share
    for k, (who, times) in enumerate(WHO.items(), 1):
        found = finished(estimated(game, position, times * games, seed + k))
        if found.proven is None:
            yield who, stated(game, found, times * games), abs(found.share - verdict)


def main():
    parser(__doc__).parse_args()
    seen = defaultdict(list)
    for m, rows in make_verdicts.kept():
        for n, _, _ in rows:
            if not m.at(n).outcome:
                for who, error, distance in compared(m.at(n), 1000 * n):
                    seen[m.game.name, who].append((error, distance))
    for (name, who), pairs in seen.items():
        errors, distances = zip(*pairs, strict=True)
        out = sum(distance > error for error, distance in pairs)
        print(
            f"{name:10} {who}: {out} of {len(pairs)} are further away than the error, "
            f"{sum(errors) / len(errors):.0%} in the mean; the furthest is {max(distances):.0%}"
        )


if __name__ == "__main__":
    main()
