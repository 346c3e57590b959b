"""How many estimates lie further from a longer search than their stated error.

At places of the matches in data/reviewed.txt: the estimates of a review beside the verdicts there,
in about two minutes; with --help-too those of a board's help as well, beside a search of ten times
its games, in about ten.
"""

from collections import defaultdict

from nbgames.analysis.advising import DEEP
from nbgames.analysis.mcts.estimates import estimated, finished, thorough, usual
from nbgames.analysis.values import bare, stated
from nbgames.core.position import FIRST
from tools import make_verdicts, parser

TIMES = 10


def compared(m, games, seed, verdict=None):
    """The error of an estimate, and its distance from the verdict; None if it is proven."""
    game, position = m.game, bare(m)
    found = finished(estimated(game, position, games, seed + 1))
    if found.proven is not None:
        return None
    if verdict is None:
        verdict = finished(estimated(game, position, TIMES * games, seed)).share
    return stated(game, found, games), abs(found.share - verdict)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--help-too", action="store_true", help="the estimates of help as well")
    with_help = arguments.parse_args().help_too
    seen = defaultdict(list)
    for m, rows in make_verdicts.kept():
        games = thorough(m.game, len(m.moves))
        for n, share, _ in rows:
            then = m.at(n)
            share = share if then.to_move == FIRST else 1 - share
            seen[m.game, "a review"].append(compared(then, games, 1000 * n, share))
            if with_help:
                seen[m.game, "the help"].append(compared(then, DEEP * usual(m.game), 1000 * n))
    for (game, who), pairs in seen.items():
        errors, distances = zip(*filter(None, pairs), strict=True)
        out = sum(distance > error for error, distance in zip(errors, distances, strict=True))
        name = f"{game.name} {game.size}"
        print(
            f"{name:13} {who}: {out} of {len(errors)} are further away than the error, "
            f"{sum(errors) / len(errors):.0%} in the mean; the furthest is {max(distances):.0%}"
        )


if __name__ == "__main__":
    main()
