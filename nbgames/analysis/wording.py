"""What reviews, advice and layers say, as plain functions that are translated for pages too.

Numbers and texts come in, texts come out. Those about a word stand in `remarks`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..play.turns import leading, named, turn
from .answers import counted

NEVER = 1 << 30  # so many claims are out of reach
VAGUE = 0.9  # an estimate between shares so far apart says nothing


def asked_again(player: str, number: int, word: str, may_swap: bool, cost: float) -> str:
    """What is asked of a word that was a mistake, where it is proven of this `cost`, else of 0."""
    swap = ", or type swap" if may_swap else ""
    if word == "resign":
        what = "wins" if cost == 1 else "keeps the draw" if cost else "is best"
        return f"At move {number} {player} resigned. Play what {what} instead{swap}."
    return f"Move {number} was {player}'s {turn(word)}. Play what would be better{swap}."


# Of a position


def standing(
    players: Sequence[str], draws: bool, share: float, error: float, cells: int, choice: str
) -> str:
    """What a position is worth before the end, and how that is known; `cells` where they count.

    Where a swap may be chosen, the share is that of the better `choice`, "O swaps", and the players
    are persons; else it is "".
    """
    if error:
        if is_vague(share, error):
            return "It is not known yet who stands better."
        what = "chance to win, a draw counted half" if draws else "chance to win"
        then = ""
        if choice:
            is_same = round(100 * share) == round(100 * (1 - share))
            then = ", swapped or not" if is_same else f" if {choice}, else {1 - share:.0%}"
        return f"{players[0]}'s {what}: {chance(share, error)}{then}, estimated."
    if share == 0.5:
        return "With best play a draw: proven."
    then = f" if {choice}" if choice else ""
    return f"{players[0 if share > 0.5 else 1]} can win{by(cells)}{then}: proven."


def choice(player: str, is_better: bool) -> str:
    """What a player who may swap does, as it is better to swap or not to."""
    return f"{player} {'swaps' if is_better else 'does not swap'}"


def chance(share: float, error: float) -> str:
    """A share with the range that its error leaves of what is possible."""
    return f"{share:.0%} ({max(0, share - error):.0%} to {min(1, share + error):.0%})"


def is_vague(share: float, error: float) -> bool:
    """Does the range leave nearly all that is possible?"""
    return min(1, share + error) - max(0, share - error) > VAGUE


def by(cells: int) -> str:
    return f" by {counted(cells, 'cell')}" if cells else ""


def made_by(proves: bool, games: int, leaves: int) -> str:
    """How sure a review is, which may prove values, and what each estimate is made of."""
    looks = f"looks at {counted(leaves, 'position')}" if leaves else ""
    each = looks or f"plays {counted(games, 'trial game')}"
    return f"{'What is proven is certain; each' if proves else 'Each'} estimate {each}."


def not_played_out(stands: str, is_draw: bool) -> str:
    """Of a match that ended by agreement, forfeit or resignation, and was not decided there."""
    how = "Both agreed to a draw before anybody had won" if is_draw else "Not played to the end"
    return f"{how}. {stands}"


# Why a word is good


def where_to_look(opponent: str, may_swap: bool, is_swap: bool) -> str:
    """Where to look for the best word, which may be a swap; of an opening, who may swap it."""
    then = "Ask for a hint again to see the move."
    if opponent:
        return (
            f"Look at what is shaded: {opponent} may swap a first move that is too strong. {then}"
        )
    if is_swap:
        return f"Think of a swap. The best move known without one is shaded. {then}"
    more = ", and better than a swap" if may_swap else ""
    return f"Look at what is shaded: the best move known is there{more}. {then}"


def shown_move(word: str, is_lost: bool) -> str:
    more = ", but every move loses" if is_lost else ""
    return f"{'Swap' if word == 'swap' else turn(word)}{more}."


def nothing_known() -> str:
    return "Nothing is known to be good here."


def worth_having() -> str:
    return "Swap: the first move is a strong one."


def wins_at_once(word: str) -> str:
    return f"{turn(word)} wins at once."


def parries(word: str, other: str, threat: str, ways: int, is_named: bool) -> str:
    """Of a word, which may have been named before, that parries a threat; so many do, or none."""
    if not ways:
        return f"Nothing stops {other}, who wins at {threat}."
    only = "Only it" if ways == 1 else "It"
    if not is_named:
        only = f"Only {word}" if ways == 1 else word
    return f"{only} stops {other}, who would win {'there' if threat == word else f'at {threat}'}."


def looks_best(word: str, share: float, error: float) -> str:
    """Of the best word of a search, whose estimate is told with the move."""
    known = "but little is known yet" if is_vague(share, error) else "but that is not proven"
    return f"{turn(word)} looks best, {known}."


def taken_over(other: str, swaps: bool, share: float, error: float) -> str:
    """Of an opening: whether a swap is likely, and what it leaves whoever opened, or would."""
    if is_vague(share, error) or error == 0:
        return ""
    if abs(share - 0.5) <= error:
        return f"{other} may swap or not: neither is clearly better."
    likely = f"{other} is likely{'' if swaps else ' not'} to swap"
    return f"{likely}: whoever opened then has a chance of {share:.0%}, otherwise {1 - share:.0%}."


def next_best(words: str) -> str:
    """Of a word for which nothing else speaks than a search: which others come near it."""
    return f"Next best: {words}."


def expected(player: str, other: str, replies: Sequence[str]) -> str:
    """How the search plays on, as numbers show, two words of it; "" where it ends there."""
    if len(replies) == 0:
        return ""
    then = f", then {player} {turn(replies[1])}" if len(replies) > 1 else ""
    return f"Numbers: how it may go on, {other} {turn(replies[0])}{then}."


def won_so(moves: str, is_end: bool) -> str:
    """How a proven win may go on, "O H3, X G2", as numbers show; maybe up to its end."""
    return f"Numbers: for example {moves}{' wins' if is_end else ''}."


def wins_next(player: str, other: str, sites: str, is_met: bool) -> str:
    """Where a player who is proven to win would win next, even where one claim meets that."""
    stops = f" unless {other} stops that" if is_met else f": {other} cannot stop that"
    return f"{player} wins next at {sites}{stops}."


def shortest_way(player: str, is_shaded: bool) -> str:
    """Of a way that is drawn beside the expected play, whose replies may block it."""
    return f"{'Shaded' if is_shaded else 'Line'}: {player}'s shortest way to a win if left alone."


def holds(word: str, player: str, other: str, result: int, is_proven: bool, cells: int) -> str:
    """Of the best word where the result is proven; maybe by another word."""
    if result >= 0 and not is_proven:
        return f"{player} can {'win' if result else 'draw'}: proven. {turn(word)} looks best."
    if result > 0:
        return f"{turn(word)} wins{by(cells)}, whatever {other} does: proven."
    if result < 0:
        return f"{other} wins{by(cells)} whatever {player} does: proven."
    return f"{turn(word)} keeps the draw: proven."


def race(player: str, other: str, mine: float, theirs: float) -> str:
    more = f"{theirs:g}" if mine < NEVER and theirs < NEVER else needs(theirs)
    return f"After this move {player} {needs(mine)} to win, {other} {more}."


def needs(claims: float) -> str:
    return f"needs {counted(claims, 'move')}" if claims < NEVER else "cannot win any more"


def takes(player: str, other: str, cells: int, left: int) -> str:
    """How many cells a turn claims, and from how many the other player can go on."""
    touch = "touches" if left == 1 else "touch"
    goes_on = f"go on from {counted(left, 'cell')} that {touch} two or more of {player}'s"
    then = goes_on if left else f"claim only one: no empty cell touches two of {player}'s"
    return f"This move claims {counted(cells, 'cell')}, and {other} can then {then}."


# What a word does that was tried or is better


def stops_not(word: str, other: str, threat: str) -> str:
    return f"{leading(word)} does not stop {other}, who would win at {threat}."


def known_only(is_proven: bool) -> str:
    """Of a word of which nothing else is known than what it leaves."""
    how = "A search of all replies proves it" if is_proven else "A search estimates it"
    return f"{how}; no short reason is known."


def explains(word: str, says: str) -> str:
    return f"{turn(word)}: {says}"


# Why a word that was tried in place of another is right


def right(word: str, why: str) -> str:
    return f"{leading(word)} is right: {why}."


def doubtful(word: str) -> str:
    """Of a word that is not known to lose, where another is proven to win."""
    return f"{leading(word)} is not known to win. Another move is proven to win."


def about_as_good(word: str, player: str, had: float, left: float, points: int) -> str:
    """Of a word that looks worse than the best one, but by no more than the error, in points."""
    leaves = f"it leaves {player} {left:.0%}, the best move {had:.0%}"
    off = f"estimated: the difference may be off by {counted(points, 'point')}"
    return f"{leading(word)} may be about as good as the best move: {leaves}, {off}."


def between(word: str, other: str, player: str, had: float, left: float) -> str:
    """Of a word that is better than the one in whose place it is tried, and not good enough."""
    better = f"{leading(word)} is better than {named(other)}, but not best: it leaves {player}"
    if other == "resign":
        better = f"{player} resigned, yet {turn(word)} would have left"
    return f"{better} {left:.0%}, the best move {had:.0%}. Try again or press Answer."


def known_since(stands: str) -> str:
    """That a position before a word that is tried is proven by now."""
    return f"Since the review: {stands}"


def hardly_better(word: str, other: str, points: int) -> str:
    """Of a word that leaves few points more, or none, than the one in whose place it is tried."""
    if other == "resign":
        more = "hardly" if points > 0 else "no"
        return f"{leading(word)} would have left {points}%, {more} more than resigning."
    return f"{leading(word)} is {'hardly' if points > 0 else 'no'} better than {named(other)}."


def right_swap() -> str:
    return "The swap is right: no clearly better move is known."


def right_at_once() -> str:
    return "it wins at once"


def right_since(player: str, other: str, share: float, error: float, cells: int) -> str:
    """What a word leaves its player."""
    if is_vague(share, error):
        return "no clearly better move is known, but little is known yet"
    if error:
        hope = f"with it {player}'s chance to win is {chance(share, error)}, estimated"
        return hope if share >= 0.5 else f"no clearly better move is known, but {hope}"
    if share == 0.5:
        return "it keeps the draw: proven"
    if share:
        return f"it wins{by(cells)} whatever {other} does: proven"
    return f"no move saves the game, since {other} wins{by(cells)} whatever {player} does: proven"


def wins_by_more(cells: int) -> str:
    """Of a word that wins, where the best one wins by more."""
    return f"Another move wins by {counted(cells, 'cell')}."


def loses_by_less(word: str, cells: int, least: int) -> str:
    """Of a word that loses by so many cells, where the best one loses by fewer."""
    return f"{turn(word)} loses{by(cells)}; another move loses by {least}: proven."


def left_by(
    word: str, which: str, player: str, other: str, share: float, error: float, cells: int
) -> str:
    """What a word leaves that was played or named; "" where little is known, or all is."""
    if is_vague(share, error) or word == "resign":
        return ""
    if error:
        return f"After {named(word)}, {which}, {player}'s chance to win is {share:.0%}."
    if share == 0.5:
        return f"{leading(word)}, {which}, is a draw: proven."
    if share:
        return f"{leading(word)}, {which}, wins{by(cells)} too: proven."
    return f"After {named(word)}, {which}, {other} wins{by(cells)}: proven."


def threatens(player: str, sites: str) -> str:
    return f"{player} then threatens to win at {sites}."


def right_so_far(word: str) -> str:
    """Of claims after which their player goes on, and can go on as well as any."""
    return f"{turn(word)} is right so far. The turn goes on: claim the next cell."


def open_yet(word: str) -> str:
    """Of claims after which their player goes on, where it is not known how well."""
    return f"{turn(word)} alone cannot be judged. The turn goes on: claim the next cell."


def own_way(player: str) -> str:
    return f"Dots: {player}'s way to a win."


def winning_chain(player: str) -> str:
    return f"Dots: how {player} wins."


# What the dots beside a costly word are


def gift(other: str, cells: int) -> str:
    return f"Dots: {counted(cells, 'cell')} given to {other}."


def shorter_way(player: str, other: str, theirs: float, mine: float, blocks: bool) -> str:
    """Of a race that the opponent, who is to move, is ahead in; the way may block the player."""
    way = f"{other}'s way to a win{f', which also blocks {player}' if blocks else ''}"
    more = f"{mine:g}" if mine < NEVER else needs(mine)
    return f"Dots: {way}. {other} {needs(theirs)}, {player} {more}."


def blocking(player: str, words: str) -> str:
    """Of the pieces that leave a player no way, once play has gone on with these words."""
    return f"Dots: the pieces that block {player} on both lattices after {words}."


def better_way(player: str, better: str) -> str:
    """Of a way that may contain the word that was played, but later."""
    return f"Dots: {player}'s way to a win, {turn(better)} first."


# Of a layer


def over() -> str:
    return "The game is over."


def threatened(players: Sequence[str], first: str, second: str) -> str:
    """Where each player would win at once, "" if nowhere."""
    if not first and not second:
        return "Nobody threatens to win at once."
    one = f"{players[0]} would win at once at {first}." if first else ""
    other = f"{players[1]} would win at once at {second}." if second else ""
    return f"{one} {other}" if first and second else f"{one}{other}"


def way(player: str, claims: float, other: str, others: float) -> str:
    """How many moves each player needs if the other passes; the way of the first is drawn."""
    theirs = f"{other} cannot win any more."
    if others < NEVER:
        theirs = f"{other} needs {counted(others, 'more move')}."
    if claims < NEVER:
        more = counted(claims, "more move")
        mine = f"{player}'s shortest way to a win, shaded, takes {more} if nobody stops it."
        return f"{mine} {theirs}"
    return f"{player} cannot win any more. {theirs}"


def contacts(player: str, other: str, keeps: int) -> str:
    return (
        f"Each number counts {other}'s cells beside that cell. If {player} claims a cell with 2 or "
        f"more, {player} goes on with another claim. Such cells now: {keeps}."
    )


def nothing_critical() -> str:
    return (
        "Nothing to shade: games played on at random show no place that clearly matters more than "
        "others."
    )


def critical(unit: int) -> str:
    return (
        "Strong shades: it matters most who gets that place. The number: of 100 games played on at "
        "random, whoever got it won about so many more than by luck alone, give or take "
        f"{unit}."
    )


def cut_off(player: str) -> str:
    return f"{player} cannot win any more: every way is cut."


def currents(player: str, runs: str) -> str:
    """Of a current that runs from side to side, or where loops win: then `runs` is ""."""
    number = "The best place counts 100, the others in proportion."
    if runs:
        number = f"The number: of 100 litres of water running {runs}, so many pass there."
    return (
        f"Strong shades: many of {player}'s ways to a win pass there, a good place for both "
        f"players. {number} Places below the median are not shaded."
    )
