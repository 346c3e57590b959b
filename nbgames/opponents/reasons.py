"""Why a computer player plays a word, in a line: plain functions, translated for pages too."""

from __future__ import annotations

ENOUGH = 64  # games behind a share that is told: its standard error is at most 1/16 then


def swapped(share: float | None) -> str:
    """Of a swap; the share is that of the player to move without it, where it was searched for."""
    first = "the first move is a strong one"
    return first if share is None else f"{first}: without a swap {own_chance(share)}"


def own_chance(share: float) -> str:
    return f"the computer gives itself a chance of {share:.0%}"


def opened() -> str:
    """Of an opening by few or random games: a review, which searches longer, may favour a swap."""
    return "a first move that looks neither too good nor too bad"


def winning() -> str:
    return "wins at once"


def forced_on() -> str:
    return "no other move is possible"


def stopping(ways: int, other: str, threat: str) -> str:
    """Of a word that parries a threat; so many do, 0 if none does."""
    way = "nothing can" if ways == 0 else "the only way to" if ways == 1 else "one way to"
    return f"{way} stop {other} at {threat}"


def near() -> str:
    return "looks best of the places near those that are taken"


def threatening(sites: str) -> str:
    """Of a word after which its player would win at any of these."""
    return f"threatens to win at {sites}"


def prospects(why: str, share: float) -> str:
    """Of an estimate, which is a weak player's own: a review may contradict it."""
    return f"{why or 'looks best'}: {own_chance(share)}"


def searched(why: str, share: float, games: int) -> str:
    """Of an estimate by so many games, which is told if they are enough."""
    return prospects(why, share) if games >= ENOUGH else why or "looks best"


def sampled(why: str, share: float, games: int) -> str:
    """Of so many games that were played on at random.

    Of few it is told how many are won, a draw counted half; one game says nothing.
    """
    if games < 2 or games >= ENOUGH:
        return searched(why, share, games)
    return f"{why or 'looks best'}: {share:.0%} of {games} games played on at random are won"


def forced(result: int) -> str:
    """Of a proven result for the player: 1 a win, 0 a draw, -1 a loss."""
    if result == 0:
        return "forces a draw"
    return "wins by force" if result > 0 else "every move loses"


def counted_out(cells: int) -> str:
    """Of an end where all is known: by how many cells it wins, or loses if they are below 0."""
    return f"{'wins' if cells > 0 else 'loses'} by {max(cells, -cells)}, counted to the end"
