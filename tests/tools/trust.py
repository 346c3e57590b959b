"""How many estimates lie further from a longer search than their stated error: about ten minutes.

At places of the matches in data/reviewed.txt: the estimates of a review and of a board's help, each
beside a search of ten times its games.
"""

from collections import defaultdict

from nbgames.analysis.advising import DEEP
from nbgames.analysis.mcts.estimates import estimated, finished, thorough, usual
from nbgames.analysis.values import bare, stated
from tools import make_verdicts, parser

TIMES = 10


def compared(m, games, seed):
    """The error of an estimate, and its distance from the verdict; None if it is proven."""
    game, position = m.game, bare(m)
    found = finished(estimated(game, position, games, seed + 1))
    if found.proven is not None:
        return None
    verdict = finished(estimated(game, position, TIMES * games, seed)).share
    return stated(game, found, games), abs(found.share - verdict)


def main():
    parser(__doc__).parse_args()
    seen = defaultdict(list)
    for m, rows in make_verdicts.kept():
        asked = {
            "a review": thorough(m.game, len(m.moves)),
            "the help": DEEP * usual(m.game),
        }
        for n, _, _ in rows:
            if not m.at(n).outcome:
                for who, games in asked.items():
                    seen[m.game.name, who].append(compared(m.at(n), games, 1000 * n))
    for (name, who), pairs in seen.items():
        errors, distances = zip(*filter(None, pairs), strict=True)
        out = sum(distance > error for error, distance in zip(errors, distances, strict=True))
        print(
            f"{name:10} {who}: {out} of {len(errors)} are further away than the error, "
            f"{sum(errors) / len(errors):.0%} in the mean; the furthest is {max(distances):.0%}"
        )


if __name__ == "__main__":
    main()
