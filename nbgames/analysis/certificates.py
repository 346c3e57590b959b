"""Certificates: makes them of a solver's answers, and checks them by the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..core.errors import GameError, Refused, shown
from ..core.game import Game
from ..core.position import FIRST, SECOND, Outcome, Position
from ..core.rules import Effect
from ..core.symmetry import symmetries
from ..play.match import Match
from .capabilities import latticed, loops_alone
from .strategies import LARGEST, Certificate, Strategy
from .verifier import Links, WrongError, conclude, lattices_of, settled, turned_by

Answers = Callable[[Position, int, int], int]
Derives = Callable[[Position, int], tuple[str, ...]]


def certified(
    m: Match, value: int, reply: Answers, derives: Derives, spend: Callable[[], None]
) -> Certificate:
    """The certificate of a value; `reply(position, who, least)` is asked for every reply.

    Where loops win, `derives(position, who)` gives the steps of one that holds. `spend()` is called
    for every position; what it raises ends the work.
    """
    mover = m.position.to_move

    def strategy(who: int, least: int) -> Strategy:
        if loops_alone(m.game):
            return Strategy(who, least, {}, derives(_bare(m.position), who))
        return Strategy(who, least, _replies(m.game, m.position, who, least, reply, spend))

    claims = ((mover, value), (3 - mover, -value))
    return Certificate(
        value,
        tuple(strategy(who, least) for who, least in claims if least > _least(m.game)),
        *_subject(m),
        _turns(m),
    )


def _subject(m: Match) -> tuple[str, str]:
    """The game and the position that a certificate of a match names."""
    owners, mover = m.position.owners, m.position.to_move
    return f"{m.game.name} {m.game.cells or m.game.size}", f"{''.join(map(str, owners))} {mover}"


def _turns(m: Match) -> tuple[tuple[int, ...], ...]:
    """The symmetries of the board that leave a position as it is, if with any two their product.

    None where disjoint trees are looked for: what settles a position, a symmetry may take to where
    other trees are found, which settle nothing.
    """
    if latticed(m.game):
        return ()
    owners = m.position.owners
    turns = {turn for turn in symmetries(m.game) if turned_by(turn, owners) == owners}
    products = {tuple(a[site] for site in b) for a in turns for b in turns}
    return tuple(sorted(turns)) if products <= {*turns, tuple(range(len(owners)))} else ()


def has_margins(game: Game) -> bool:
    """Is a value a margin, the sites of one player minus the other's? Else it is 1, 0 or -1.

    It is where most sites win, every site is claimed for good, and their number is odd: then the
    sign of a margin says who has won.
    """
    rules, board = game.rules, game.board
    kept = rules.effect is Effect.OBLIGES or (rules.effect is Effect.CLAIMS and not rules.several)
    claimed = board.claimable == len(board.names)
    return rules.scored and not rules.misere and kept and claimed and len(board.names) % 2 == 1


def value_of_end(game: Game, position: Position, outcome: Outcome, who: int) -> int:
    """What a finished game is worth to a player: the margin, or 1, 0 or -1."""
    if has_margins(game):
        return position.owners.count(who) - position.owners.count(3 - who)
    return 0 if outcome.winner is None else 1 if outcome.winner == who else -1


def _least(game: Game) -> int:
    """The lowest value there is."""
    return -len(game.board.names) if has_margins(game) else -1


def _replies(
    game: Game,
    root: Position,
    who: int,
    least: int,
    answer: Answers,
    spend: Callable[[], None],
) -> dict[tuple[bytes, int], int]:
    replies: dict[tuple[bytes, int], int] = {}
    settles = _settles(game)
    seen = {_bare(root)}
    for position in (queue := [_bare(root)]):
        spend()
        if game.outcome(position) or settles(position, who, least):
            continue
        sites = game.moves(position)
        if position.to_move == who:
            sites = (replies.setdefault((position.owners, who), answer(position, who, least)),)
        new = {_bare(game.play(position, site)) for site in sites} - seen
        seen |= new
        queue += new
        if len(replies) > LARGEST:
            raise Refused(f"the certificate would have more than {LARGEST} replies: too large")
    return replies


def _settles(game: Game) -> Callable[[Position, int, int], bool]:
    """Whether disjoint trees show that a player gets at least a value from a position.

    They are looked for where chains win on two lattices, and where nobody has won.
    """
    if not latticed(game):
        return lambda position, who, least: False
    lattices = lattices_of(game.board.ends)
    return lambda at, who, least: settled(lattices, at.owners, at.to_move, who, least)


def _bare(position: Position) -> Position:
    return Position(position.owners, position.to_move)


def verify(m: Match, certificate: Certificate) -> bool:
    """Whether a certificate proves the value of a position; every line of play is followed.

    The check uses the rules of the game alone, none of the solvers.

    Parameters
    ----------
    m : Match
        The match that was solved.
    certificate : Certificate
        What `solve(m, certificate=True).certificate` gave.

    Returns
    -------
    bool
        True; a certificate that proves nothing is refused.

    Raises
    ------
    Refused
        If it does not prove the value, is no certificate or one of another game, size or position,
        or a swap is open in the match; the words say where it fails.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("antipalos", 2, swap=False)
    >>> analysis.verify(m, analysis.solve(m, certificate=True).certificate)
    True
    """
    if not (isinstance(m, Match) and _is_certificate(certificate)):
        raise Refused("this is no certificate of a match: make one with solve(m, certificate=True)")
    if m.position.may_swap or may_open(m):
        raise Refused(
            "the certificate says nothing of a swap, and this match has one open: make it with "
            "swap=False"
        )
    _compare(m, certificate)
    mover, value = m.position.to_move, certificate.value
    proven = {(strategy.who, strategy.least) for strategy in certificate.strategies}
    for who, least in ((mover, value), (3 - mover, -value)):
        if least > _least(m.game) and (who, least) not in proven:
            raise Refused(f"no strategy shows that {m.game.players[who - 1]} gets {least:+d}")
    for strategy in certificate.strategies:
        if strategy.steps and strategy.least <= 1 and loops_alone(m.game):
            _conclude(m, strategy)
        else:
            _follow(m.game, m.position, strategy)
    return True


def _compare(m: Match, certificate: Certificate) -> None:
    """Refuse a certificate of another game or position; one that names none is judged by play."""
    game, start = _subject(m)
    if certificate.game not in ("", game):
        raise Refused(f"the certificate is of {shown(certificate.game)}, this match of {game}")
    if certificate.start not in ("", start):
        raise Refused(
            "the certificate is of another position: go to the one that was solved, "
            "as m.at(number) does"
        )


def _conclude(m: Match, strategy: Strategy) -> None:
    start = m.position.owners, m.position.to_move
    try:
        conclude(links_of(m.game), start, strategy.who, strategy.steps)
    except WrongError as error:
        raise Refused(f"the certificate proves nothing: {error}") from None


def links_of(game: Game) -> Links:
    """Whom each site touches, and 1 if that crosses the edge."""
    net = game.board.net
    return [
        {net.ends[k]: net.twists[k] for k in range(net.starts[site], net.starts[site + 1])}
        for site in range(len(game.board.names))
    ]


def _is_certificate(given: object) -> bool:
    """Is it a certificate, as far as types can tell?"""
    return (
        isinstance(given, Certificate)
        and type(given.value) is int
        and isinstance(given.strategies, tuple)
        and all(
            isinstance(one, Strategy)
            and one.who in (FIRST, SECOND)
            and type(one.least) is int
            and isinstance(one.replies, Mapping)
            and isinstance(one.steps, tuple)
            and all(isinstance(step, str) for step in one.steps)
            for one in given.strategies
        )
    )


def may_open(m: Match) -> bool:
    """Is the board empty, so that the first move may be answered by a swap?"""
    return not any(m.position.owners) and m.game.rules.swap and m.allows_swap


def _follow(game: Game, root: Position, strategy: Strategy) -> None:
    settles = _settles(game)
    seen = {_bare(root)}
    for position in (queue := [_bare(root)]):
        outcome = game.outcome(position)
        if outcome:
            got = value_of_end(game, position, outcome, strategy.who)
            if got < strategy.least:
                raise Refused(f"a line of play ends with {got:+d}, not {strategy.least:+d}")
            continue
        known = (position.owners, position.to_move) in strategy.replies
        if not known and settles(position, strategy.who, strategy.least):
            continue
        sites = game.moves(position)
        if position.to_move == strategy.who:
            sites = (_reply(strategy, position),)
        try:
            new = {_bare(game.play(position, site)) for site in sites} - seen
        except (GameError, IndexError) as error:
            raise Refused(f"the certificate has a reply that is no move: {error}") from None
        seen |= new
        queue += new


def _reply(strategy: Strategy, position: Position) -> int:
    reply = strategy.replies.get((position.owners, position.to_move))
    if reply is None:
        raise Refused("the certificate has no reply to a line of play")
    return reply
