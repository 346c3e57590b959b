"""What a puzzle answers to each turn: replies that were searched for when the puzzle was made.

A step is a position in which one turn alone keeps the value; each other turn has a line of words
that refutes it, played to the end. Steps follow each other as long as the other side has a reply
after which one turn alone is right again, and does not win at once.
"""

from functools import cache
from math import inf

import nbgames
from nbgames.analysis import distance
from nbgames.analysis.paths import cheapest_cells
from nbgames.analysis.questions import OutOfTime, Question, words_from
from nbgames.analysis.ranking import spelled, variation
from nbgames.graphs import GOALS
from nbgames.opponents.tactics import wins

STEPS = 3  # at most
NONE = None, None
LEAST = 4  # turns to choose from, that a later step be worth asking
NODES = 60_000  # for a puzzle; a step that would take more is not asked


def steps(match, value):
    """The answer to the end of the match, and for each step its refutations."""
    game, position = match.game, bare(match.position)
    question = Question(game, position)
    line, asked = [], []
    found = single(question, position, value)
    while found:
        asked.append(refutations(question, position, value, found))
        line.append(spelled(game, found))
        position = after(game, position, found)
        if game.outcome(position):
            return line, asked
        question.limit = NODES
        try:
            reply, found = stubborn(question, position, -value) if len(asked) < STEPS else NONE
        except OutOfTime:
            reply, found = NONE
        question.limit = inf
        if found:
            line.append(spelled(game, reply))
            position = bare(after(game, position, reply))
    return [*line, *course(question, bare(position), -value)], asked


def bare(position):
    """A position in which nobody may swap."""
    return type(position)(position.owners, position.to_move)


def after(game, position, turn):
    for site in turn:
        position = game.play(position, site)
    return position


def every(game, position):
    """Each turn; none is left out for a symmetry."""
    return [turn for same, _ in words_from(game, position) for turn in same]


def single(question, position, value, *, later=False):
    """The only turn that keeps the value, if there is a single one."""
    turns, found = every(question.game, position), []
    for turn in turns:
        if question.reaches(after(question.game, position, turn), position.to_move, value):
            found.append(turn)
        if len(found) > 1:
            return None
    if later and (len(turns) < LEAST or is_plain(question.game, position)):
        return None
    return found[0]


def is_plain(game, position):
    """Does a claim win at once, where that is what counts?"""
    return game.rules.by != "majority" and bool(wins(game, position.owners, position.to_move))


def stubborn(question, position, value):
    """A reply that keeps the value, and the one turn that is right after it; else none of both."""
    for turn, then in replies(question.game, position, value):
        if question.game.outcome(then) or not question.reaches(then, position.to_move, value):
            continue
        if found := single(question, bare(then), -value, later=True):
            return turn, found
    return NONE


def refutations(question, position, value, right):
    """Lines that refute, each with the turns that it refutes: [(turns, line)]."""
    game, lines = question.game, {}
    kept = after(game, position, right)
    for turn in every(game, position):
        then = after(game, position, turn)
        if then == kept:
            continue
        if game.outcome(then):
            line = ()
        else:
            worth, top = question.bounds(bare(then))
            assert worth == top and worth > -value
            line = course(question, bare(then), worth)
        lines.setdefault(line, []).append(spelled(game, turn))
    return [(turns, line) for line, turns in lines.items()]


def course(question, position, value):
    """Words of best play to the end: short for who wins, stubborn for who has lost."""
    game, words = question.game, []
    if not by_distance(game):
        return variation(question, bare(position), value)
    while not game.outcome(position):
        who = position.to_move
        turn, then = next(
            (turn, then)
            for turn, then in nearest(game, position, value)
            if question.reaches(then, who, value)
        )
        words.append(spelled(game, turn))
        value = value if then.to_move == who else -value
        position = bare(then)
    return tuple(words)


def by_distance(game):
    """Does a distance say how near a win is?"""
    return not game.rules.scored


def replies(game, position, value):
    """Turns and the positions after them, the most stubborn first where that can be said."""
    if by_distance(game):
        return nearest(game, position, value)
    return [(turn, after(game, position, turn)) for turn in every(game, position)]


def nearest(game, position, value):
    """Turns and the positions after them: who wins hurries, who has lost is in the way."""
    who, alike = position.to_move, {}

    def rank(then, player):
        return stones(game, then, player) * (1 if player == who else -1)

    first, second = (who, 3 - who) if value > 0 else (3 - who, who)
    for turn in every(game, position):
        then = after(game, position, turn)
        alike.setdefault(rank(then, first), []).append((turn, then))
    for _, found in sorted(alike.items()):
        yield from sorted(found, key=lambda one: rank(one[1], second))


@cache
def stones(game, position, who):
    """How many claims of its own a player is from a win; 0 at the end."""
    end = game.outcome(position)
    if end:
        return 0 if end.winner == who else inf
    if game.board.parts:  # the same number without networkx, which takes ten times as long
        return cheapest_cells(game.board, position.owners, who, *GOALS[who])[0]
    return distance(nbgames.match(game, start=position), who).stones


def packed(asked):
    """Refutations as a line of text: "A1 B2>C3 D4;E5>F6" for each step, with "|" between them."""
    return "|".join(
        ";".join(f"{' '.join(turns)}>{' '.join(line)}" for turns, line in step) for step in asked
    )
