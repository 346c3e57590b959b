"""What a board says: whose turn it is and what just happened, and answers to typed questions."""

from __future__ import annotations

from dataclasses import replace

from ..core.chains import components
from ..core.errors import NotationError, shown
from ..core.kernels import changed
from ..core.pieces import refusal
from ..core.position import EMPTY, FIRST, RESIGN, SECOND, SWAP, Position
from ..core.rules import Effect, Goal
from .match import SEATS, Match
from .turns import turn


def says(m: Match) -> str:
    """What just happened, and whose turn it is or who has won.

    >>> from nbgames.play.match import match
    >>> says(match("projex", 6).play("F6"))
    'X plays F6. O to move, or to swap; move 2.'
    """
    return f"{happened(m)} {awaited(m)}".strip()


def happened(m: Match) -> str:
    """What the last turn was, as far as it has come; "" at the start.

    Of the first cell that a player conquers it is said what that takes.

    >>> from nbgames.play.match import match
    >>> happened(match("copolymer", 5).play("C3", "B2", "A2", "B3,A3"))
    'O plays B3,A3.'
    """
    if not m.claims:
        return ""
    *_, (word, _) = turns = [("", 0), *m.turns()]
    before, after = m.positions[turns[-2][1]], m.positions[-1]
    player = m.game.players[before.to_move - 1]
    if word == SWAP:
        return f"The players exchange seats: who swapped plays {m.game.players[0]} now."
    if m.claims[-1] == RESIGN:
        return f"{player} resigns."
    board = m.game.board
    sites = changed(before.owners, after.owners)
    names = [board.names[site] for site in sites if site >= board.claimable]
    cells = ", ".join(names)
    filled = f" and fills {cells}" if names else ""
    if names and m.game.rules.effect is Effect.CONQUERS:
        of, whose = ("cell", "its") if len(names) == 1 else ("cells", "their")
        is_first = before.to_move not in before.owners[board.claimable :]
        half = f" with half of {whose} holes" if is_first else ""
        filled = f" and conquers the {of} {cells}{half}"
    return f"{player} plays {turn(word)}{filled}."


def awaited(m: Match) -> str:
    """Who is to do what, or who has won and how."""
    if m.outcome:
        words = told(m)
        if m.game.rules.goal is Goal.LOOP and m.outcome.chain:
            words += f" that crosses the edge {_times(_crossings(m))}"
        if m.outcome.by == m.game.rules.by and m.game.rules.scored:
            winner = m.outcome.winner or FIRST
            words += f", {len(m.owned(winner))} to {len(m.owned(3 - winner))}"
        return words[0].upper() + words[1:] + "."
    player = m.game.players[m.position.to_move - 1]
    who = player if m.openers == SEATS else f"{m.seat_to_move} ({player})"
    if m.is_open:
        why = f", since {m.claims[-1]} {m.game.rules.again}" if m.game.rules.again else ""
        return f"{who} goes on{why}; move {len(m.moves)}."
    swap = ", or to swap" if m.position.may_swap else ""
    return f"{who} to move{swap}; move {len(m.moves) + 1}."


def loaded(m: Match) -> str:
    """How long a match is that was loaded, and who has won; whose turn it is the board says."""
    number = len(m.moves)
    ended = f", {told(m)}" if m.outcome else ""
    return f"Loaded: {number} move{'' if number == 1 else 's'}{ended}."


def told(m: Match) -> str:
    """How a match ended; of a draw that was agreed, whether anybody could still have won."""
    outcome = m.outcome
    is_agreed = outcome is not None and outcome.by == "agreed" and outcome.winner is None
    if is_agreed and replace(m, outcome=None).is_dead:
        return "a draw: neither side can win any more"
    return m.result()


def ending(m: Match, person: int) -> str:
    """How a match ended, for who played this side against the computer; "" before it did.

    >>> import nbgames
    >>> m = nbgames.match("projex", 3).play("C1", "swap", "resign")
    >>> ending(m, nbgames.SECOND), ending(m, nbgames.FIRST)
    ('You lost: you resigned.', 'You won: the computer resigned.')
    """
    if m.outcome is None:
        return ""
    if m.outcome.winner is None:
        return awaited(m)
    won = m.outcome.winner == person
    return f"You {'won' if won else 'lost'}: {_decided(m, person, m.outcome.winner)}."


def _decided(m: Match, person: int, winner: int) -> str:
    """What decided, from the witness of the outcome."""
    rules, outcome = m.game.rules, m.outcome
    assert outcome
    if m.claims[-1:] == (RESIGN,):
        return f"{'the computer' if winner == person else 'you'} resigned"
    if outcome.by == rules.by and rules.scored:
        most, least = len(m.owned(winner)), len(m.owned(3 - winner))
        if winner == person:
            return f"you own {most} cells, the computer {least}"
        return f"the computer owns {most} cells, you {least}"
    if not outcome.chain or rules.goal not in (Goal.LOOP, Goal.SIDES):
        return m.result()
    maker = 3 - winner if rules.misere else winner
    whose = "your" if maker == person else "the computer's"
    if rules.goal is Goal.SIDES:
        return f"{whose} chain joins {'top and bottom' if maker == FIRST else 'left and right'}"
    times = _crossings(m)
    odd = ", an odd number" if times > 1 else ""
    return f"{whose} loop crosses the edge {_times(times)}{odd}"


def _crossings(m: Match) -> int:
    """How often the loop that decided crosses the edge of the board."""
    board = m.game.board
    sites = [board.site(name) for name in m.outcome.chain] if m.outcome else []
    pairs = zip(sites, sites[1:] + sites[:1], strict=True)
    return sum(pair in board.twists for pair in pairs)


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")


def _count(n: int, noun: str) -> str:
    words = {1: "one", 2: "two", 3: "three"}
    return f"{words.get(n, n)} {noun}{'' if n == 1 else 's'}"


def answer(m: Match, text: str) -> str | None:
    """The answer to a typed question; None if the text asks nothing and is a move.

    Raises
    ------
    NotationError
        If a question names no site or row of this board.

    >>> from nbgames.play.match import match
    >>> answer(match("projex", 6).play("F6"), "neighbours A6")
    'A6 touches B5, B6, A7 and, across the edge, J5, J6: all empty.'
    """
    verb, _, rest = text.strip().partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb in ("neighbours", "neighbors", "near"):
        return _neighbours(m, rest)
    if verb in ("row", "column"):
        return _row(m, rest)
    if verb in ("chains", "mine"):
        sides = (FIRST, SECOND) if verb == "chains" else (m.position.to_move,)
        return f"{'; '.join(_chains(m, who) for who in sides)}."
    if verb == "last":
        if not m.claims:
            return "No move has been made yet."
        return f"{happened(m)} It was move {len(m.moves)}."
    if verb == "score" and m.game.rules.scored:
        return _score(m)
    if verb == "who":
        seats = ", ".join(f"{s} is {p}" for s, p in zip(m.seats, m.game.players, strict=True))
        return f"{seats}. {awaited(m)}"
    return None


def _neighbours(m: Match, name: str) -> str:
    board = m.game.board
    site = board.site(name.removeprefix("of "))
    if board.parts and site < board.claimable:
        cells = ", ".join(_stated(m, cell) for cell in board.parts[site])
        return f"{board.names[site]} is part of {cells}."
    across = [s for s in board.neighbours[site] if (site, s) in board.twists]
    near = [s for s in board.neighbours[site] if s not in across]
    owned = any(m.position.owners[s] != EMPTY for s in board.neighbours[site])
    words = f"{board.names[site]} touches {_listed(m, near, owned)}"
    if across:
        words += f" and, across the edge, {_listed(m, across, owned)}"
    return f"{words}." if owned else f"{words}: all empty."


def about(m: Match, name: str) -> str:
    """Who has a site; of an empty one, who would win there at once.

    >>> from nbgames.play.match import match
    >>> about(match("projex", 3).play("C1"), "c1")
    "C1 is X's."
    """
    game, board, owners = m.game, m.game.board, m.position.owners
    site = board.site(name)
    if owners[site] in (FIRST, SECOND):
        return f"{board.names[site]} is {game.players[owners[site] - 1]}'s."
    if why := refusal(board, game.players, owners, site):
        return f"{why}."
    if m.outcome:
        return f"{board.names[site]} is empty."
    ends = {who: game.outcome(game.play(Position(owners, who), site)) for who in (FIRST, SECOND)}
    wins = [game.players[who - 1] for who, end in ends.items() if end and end.winner == who]
    found = " and ".join(wins) or "nobody"
    more = "" if wins else " Hint names good moves; Analyse judges those that were played."
    return f"{board.names[site]} is empty: {found} would win there at once.{more}"


def _score(m: Match) -> str:
    """How many more sites each player needs for the most of the full board."""
    owners, (x, o) = m.position.owners, m.game.players
    most = len(owners) // 2 + 1
    one, other = (max(0, most - owners.count(who)) for who in (FIRST, SECOND))
    return (
        f"Of {len(owners)} {m.game.board.noun}s {x} needs {one} more, {o} {other}; "
        f"empty: {owners.count(EMPTY)}."
    )


def _listed(m: Match, sites: list[int], stated: bool) -> str:
    return ", ".join(_stated(m, s) if stated else m.game.board.names[s] for s in sites)


def _stated(m: Match, site: int) -> str:
    state = ("empty", *m.game.players, "blocked")[m.position.owners[site]]
    return f"{m.game.board.names[site]} ({state})"


def _row(m: Match, part: str) -> str:
    lines = m.game.board.lines
    if not lines:
        example = f"neighbours {m.game.board.names[0]}"
        raise NotationError(f"this board names no rows or columns: type for example {example}")
    if (label := part.upper()) not in lines:
        raise NotationError(
            f"{shown(part)} is no row or column: give a label of the board, such as {min(lines)}"
        )
    return f"{', '.join(_stated(m, site) for site in lines[label])}."


def _chains(m: Match, who: int) -> str:
    """How many chains a player has, and the longest."""
    board, owners = m.game.board, m.position.owners
    chain = components(board.net, owners, who)
    chains = [[s for s, k in enumerate(chain) if k == n] for n in range(1, max(chain) + 1)]
    player = m.game.players[who - 1]
    if not chains:
        return f"{player} has no chain"
    told, which = max(chains, key=len), ""
    if len(chains) > 1 and len(told) == 1:
        told, which = [site for (site,) in chains], ", each of one place"
    elif len(chains) > 1:
        is_alone = sum(len(chain) == len(told) for chain in chains) == 1
        which = ", the longest" if is_alone else ", one of the longest"
    named = ", ".join(board.names[s] for s in told[:12])
    if len(told) > 12:
        named += f" and {len(told) - 12} more"
    return f"{player} has {_count(len(chains), 'chain')}{which}: {named}"
