"""How much it helps level 6 to think while the other does: `python -m tools.pondering`.

It meets a level 6 that does not, at equal processor time a move. Each start, two claims by chance,
is played from both sides. While the other has its time, the one that ponders has as much.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from statistics import mean, median
from time import thread_time

from nbgames.opponents.arena import contestant
from nbgames.play.match import Match
from tools import parser
from tools.arena import begun

BOARDS = ("projex 6", "conhex 5")
SECONDS, GAMES = 0.2, 36


def met(board: str, number: int, seconds: float) -> tuple[float, list[int], list[float]]:
    """A match: the points of who ponders, how many positions it had at once, its times a move."""
    m = begun(board, number)
    one = replace(contestant("6", 2 * number, seconds), ponder=True)
    other, had, times = contestant("6", 2 * number + 1, seconds), [], []
    while not m.outcome:
        if m.seat_to_move == "two":
            ponder(one, m, seconds)
            m = m.play(other.choose(m))
            continue
        start, thoughts = thread_time(), list(one.think(m))
        times.append(thread_time() - start)
        had.append(thoughts[0].nodes)
        m = m.play(thoughts[-1].word)
    winner = m.outcome.winner
    return 0.5 if winner is None else float(m.seats[winner - 1] == "one"), had, times


def ponder(one, m: Match, seconds: float) -> None:
    stop = thread_time() + seconds
    for _ in one.pondering(m):
        if thread_time() >= stop:
            return


def table(games: int, seconds: float) -> Iterator[str]:
    for board in BOARDS:
        found = [met(board, number, seconds) for number in range(games)]
        share = mean(points for points, _, _ in found)
        error = sqrt(max(share * (1 - share), 1 / games) / games)
        had = [nodes for _, some, _ in found for nodes in some]
        late = 1000 * (max(max(times) for _, _, times in found) - seconds)
        yield (
            f"{board}: {share:.0%} ± {error:.0%} of {games} matches at {seconds} s a move; of its "
            f"moves the median began with {median(had):,.0f} positions; the latest was {late:.0f} "
            "ms late"
        )


def main():
    options = parser(__doc__)
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--seconds", type=float, default=SECONDS)
    given = options.parse_args()
    for line in table(given.games, given.seconds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
