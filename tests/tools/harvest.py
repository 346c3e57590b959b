"""Puzzles looked for in whole matches on boards of usual sizes, from their ends backwards.

The matches are real ones of two people (tests/data/conhex_games.json, from Little Golem and
conhex.com) and such between two levels of computer player. A position fits when no single claim
wins or stops a win and the solver proves that one turn alone keeps its value: for each turn the
value that it leads to is proven, within REAL or LATE nodes. Those in which another turn was played
come first.
"""

from random import Random

import golem

import nbgames
from nbgames import EMPTY, FIRST, SECOND
from nbgames.analysis.questions import OutOfTime, Question
from nbgames.opponents.tactics import wins
from tools import refuting

BOARDS = {  # how many puzzles of matches between levels
    ("projex", 4): 20,
    ("projex", 5): 18,
    ("conhex", 3): 20,
    ("conhex", 4): 18,
    ("copolymer", 5): 15,
    ("copolymer", 7): 18,
    ("antipalos", 4): 15,
    ("antipalos", 5): 18,
}
LEVELS = (3, 4, 5, 6)
NODES = 400  # that a level may evaluate for a word
SHORT, LONG = 1_000, 20_000  # nodes in which a turn is decided, in passes before the last
REAL = 500_000  # nodes in which a real match's position is decided, and a turn in the last pass
LATE = 4_000  # the same of a match between levels
MOST = 8  # turns that are open in a match between levels after the first pass; it is left if more
APIECE = 2  # puzzles of a match between levels, at most
UNSURE = 2  # positions without a value after which earlier ones are not asked


def room(m):
    return m.position.owners[: m.game.board.claimable].count(EMPTY)


def quiet(m):
    """Does no single claim win, for either side?"""
    owners = m.position.owners
    return not any(wins(m.game, owners, who) for who in (FIRST, SECOND))


def fits(m):
    """Is there something to be found: several turns, and no claim that wins at once?"""
    if len(m.legal()) < 5 or (m.game.rules.by != "majority" and not quiet(m)):
        return False
    # one turn may claim all that is left
    return len(refuting.every(m.game, refuting.bare(m.position))) > 1


def is_worth(game, value):
    """Is this a value to be kept: a lead, a win, or a draw where a draw can be?"""
    return value > 0 or (value == 0 and game.rules.draws)


def only(question, position, value, sure):
    """The one turn that keeps the value, if there is a single one; raises OutOfTime if open."""
    found, left = [], refuting.every(question.game, position)
    for nodes in (*(n for n in (SHORT, LONG) if n < sure), sure):
        turns, left = left, []
        for turn in turns:
            question.limit = question.nodes + nodes
            then = refuting.after(question.game, position, turn)
            try:
                if question.reaches(then, position.to_move, value):
                    found.append(turn)
            except OutOfTime:
                left.append(turn)
            if len(found) > 1:
                return None
        if sure < LONG and len(left) > MOST:
            break
    if left:
        raise OutOfTime
    return found[0]


def backwards(m, sure):
    """Positions that are puzzles: how many words lead there, value, was another turn played?"""
    unsure = 0
    for count in range(len(m.moves) - 1, 0, -1):
        then = m.at(count)
        if then.outcome:
            continue
        position = refuting.bare(then.position)
        question = Question(m.game, position, limit=sure)
        low, high = question.bounds(position)
        unsure = unsure + 1 if low < high else 0
        if unsure == UNSURE:
            return
        if low < high or not is_worth(m.game, low) or not fits(then):
            continue
        try:
            turn = only(question, position, low, sure)
        except OutOfTime:
            continue
        if turn:
            right = refuting.after(m.game, position, turn)
            yield count, low, m.at(count + 1).position != right


def bared(m):
    """A match without its swap, and without who resigned."""
    words = [word for word in m.moves if word not in ("swap", "resign")]
    return nbgames.match(m.game.name, m.game.size, swap=False).play(*words)


def real():
    """The real matches: each with the site where it was played, and its number there or 0."""
    for game in golem.GAMES:
        site, number = "conhex.com", 0
        if game["url_or_id"].startswith("gid "):
            site, number = "golem", int(game["url_or_id"].removeprefix("gid "))
        yield bared(nbgames.read(golem.sgf(game))), site, number


def played(name, size, seed):
    """A match between two levels after a first move by chance, and who played: "3v5"."""
    rng = Random(f"levels {name} {size} {seed}")
    levels = [rng.choice(LEVELS) for _ in range(2)]
    both = [nbgames.opponent(n, seed=rng.getrandbits(30), nodes=NODES) for n in levels]
    m = nbgames.match(name, size, swap=False)
    m = m.play(rng.choice(sorted(m.legal())))
    while not m.outcome:
        m = m.play(*both[m.to_move - 1].choose(m).split(","))
    return m, "v".join(map(str, levels))


def chosen(found):
    """So many of a match: those where another turn was played first, then the earlier ones."""
    return sorted(found, key=lambda one: (not one[2], one[0]))[:APIECE]
