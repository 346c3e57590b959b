"""Threats to win with the next claim, and the sites that parry all of them (must-play)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..core.position import EMPTY
from ..graphs import player as checked
from ..play.match import Match
from .capabilities import alternating, unscored


def threats(m: Match, player: int) -> tuple[str, ...]:
    """The sites with which a player would win at once, whoever is to move.

    Parameters
    ----------
    m : Match
        A match of Projex, ConHex or Antipalos.
    player : int
        FIRST or SECOND.

    Returns
    -------
    tuple of str
        Names of empty sites; () after the end.

    Raises
    ------
    Refused
        In Copolymer, where a win is counted at the end, or if `player` is neither.

    Notes
    -----
    *threat*: an empty site whose claim wins at once.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> analysis.threats(nbgames.match("conhex", 2).play("C2", "E1", "B3"), nbgames.FIRST)
    ('C4', 'A5')
    """
    who = checked(player)
    if unscored(m).outcome:
        return ()
    return tuple(m.game.board.names[site] for site in _wins(m, m.position.owners, who))


def _wins(m: Match, owners: bytes, who: int, among: Iterable[int] | None = None) -> Iterator[int]:
    board, rules = m.game.board, m.game.rules
    for site in range(board.claimable) if among is None else among:
        if owners[site] == EMPTY:
            after = bytearray(owners)
            rules.step(board.net, after, site, who)
            if rules.winner(board.net, after) == who:
                yield site


def must_play(m: Match, player: int | None = None) -> tuple[str, ...] | None:
    """The sites that parry every threat of the opponent to win at once.

    Parameters
    ----------
    m : Match
        A match of Projex, ConHex or Antipalos.
    player : int, optional
        The player who answers, FIRST or SECOND; left out, the side to move.

    Returns
    -------
    tuple of str or None
        None if there is no threat, so that any site will do; () if no site parries them all.

    Raises
    ------
    Refused
        In a game that counts cells at its end, such as Copolymer, where a claim may leave the turn,
        or if `player` is neither.

    Notes
    -----
    *must-play*: the empty sites s such that after a claim of s the opponent has no threat; whoever
    plays elsewhere, and does not win by it, loses next turn. (In Hex, the intersection of the
    carriers of the opponent's threats: Henderson and Hayward 2013.)

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> analysis.must_play(nbgames.match("conhex", 2)) is None
    True
    """
    alternating(unscored(m))
    who = m.position.to_move if player is None else checked(player)
    if m.outcome:
        return None
    board, rules, owners = m.game.board, m.game.rules, m.position.owners
    danger = list(_wins(m, owners, 3 - who))
    if not danger:
        return None
    answers = []
    for site in range(board.claimable):
        if owners[site] == EMPTY:
            after = bytearray(owners)
            rules.step(board.net, after, site, who)
            if next(_wins(m, bytes(after), 3 - who, danger), None) is None:
                answers.append(board.names[site])
    return tuple(answers)
