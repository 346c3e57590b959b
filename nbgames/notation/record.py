"""The text record of a match, written and read: a person can read, mail and edit it.

nbgames 1
game: projex 6
X: alice
O: bob
result: O wins by resignation

1. F6 2. swap 3. A6 {far from everything} 4. resign

Numbers are those of single moves, as on boards, in comments and in reviews. They may be left out;
those of pairs of moves, as in chess and in earlier records, are read too, and so is "1)". Others
are refused: a record with a gap in its numbers may lack a move. Between moves semicolons may stand,
and commas where no game's turn has several claims, which commas join.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from textwrap import wrap

from ..core.errors import GameError, NotationError, Refused, shown
from ..core.game import Game
from ..core.position import FIRST, SECOND, Position
from ..core.rules import Rules
from ..games import game
from ..play.match import Match, match
from .sgf import collection, is_sgf, read_sgf

VERSION = 1
BYTE_ORDER_MARK = "\ufeff"  # which some editors write before the text of a file
LONGEST = 2_000_000  # letters: more than the longest match with the longest comment on every move


def write(m: Match) -> str:
    """The record of a match as text."""
    return "\n".join([head(m), "", *_lines(" ".join(_words(m))), ""])


def head(m: Match) -> str:
    """What stands above the moves: game, players, start and result."""
    game, (first, second) = m.game, m.openers
    extent = f"on {game.cells}" if game.cells else f"{game.size}"
    lines = [
        f"nbgames {VERSION}",
        f"game: {game.name} {extent}",
        f"{game.players[0]}: {first}",
        f"{game.players[1]}: {second}",
    ]
    if game.rules.swap and not m.allows_swap:
        lines.append("swap: no")
    if m.positions[0] != game.start():
        lines.append(f"start: {_start(m)}")
    if m.outcome:
        lines.append(f"result: {m.result()}")
    return "\n".join(lines)


def _lines(words: str) -> list[str]:
    """Lines of at most 78 letters; a word is not broken: a break would be read as a space."""
    return wrap(words, 78, break_on_hyphens=False, break_long_words=False)


def _start(m: Match) -> str:
    """The set-up position: what each player owns, and who is to move."""
    position, names, players = m.positions[0], m.game.board.names, m.game.players
    owned = [
        " ".join(
            [
                players[who - 1],
                *(n for n, o in zip(names, position.owners, strict=True) if o == who),
            ]
        )
        for who in (FIRST, SECOND)
    ]
    swap = ", may swap" if position.may_swap else ""
    return "; ".join([*owned, f"{players[position.to_move - 1]} to move{swap}"])


def _words(m: Match) -> Iterator[str]:
    """Move numbers, words and comments; a comment at move 0 stands in front."""
    for n, word in enumerate(("", *m.moves)):
        if n:
            yield f"{n}. {word}"
        if n in m.comments:
            yield "{" + re.sub(r"([\\}])", r"\\\1", m.comments[n]) + "}"


def read_all(text: str) -> list[Match]:
    r"""The matches of records that stand one after another.

    >>> one = "nbgames 1\ngame: projex 3\n\n1. B2\n"
    >>> [m.moves for m in read_all(one + one)]
    [('B2',), ('B2',)]
    """
    return [read(one) for one in texts(text)]


def texts(text: str) -> list[str]:
    r"""The texts of records that stand one after another, each as `read` takes it.

    >>> texts("nbgames 1\ngame: projex\n\n{\nnbgames 1\n}\nnbgames 1\ngame: conhex\n")
    ['nbgames 1\ngame: projex\n\n{\nnbgames 1\n}\n', 'nbgames 1\ngame: conhex\n']
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    if is_sgf(text):
        return collection(text)
    # Or a key, or a comment. One that is not closed runs to the end: else each brace looks for it.
    token = r"(^nbgames \d+ *\r?$)|^[^\n{:]+:[^\n]*$|\{(?:\\.|[^\\}])*+(?:\}|\\?\Z)"
    tokens = re.finditer(token, text, re.MULTILINE | re.DOTALL | re.IGNORECASE)
    starts = [found.start() for found in tokens if found[1]]
    parts = [text[a:b] for a, b in pairwise([0, *starts, len(text)])]
    return [part for part in parts if part.strip()] or [text]


def read(text: str, *, games: Iterable[Rules] = ()) -> Match:
    r"""The match of a text record: this library's own, or Little Golem's ConHex text.

    Parameters
    ----------
    text : str
        The record, as `str(m)` writes it.
    games : iterable of Rules, default ()
        Rules of your own that it may be a match of, besides those of `nbgames.GAMES`.

    Returns
    -------
    Match
        With its seats, comments and ending.

    Raises
    ------
    NotationError
        If the text is no record, or a line of it cannot be read.
    GameError
        If a move in it is illegal; the words say which.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.read("nbgames 1\ngame: projex 3\n\n1. B2 2. swap").moves
    ('B2', 'swap')
    """
    if not isinstance(text, str):
        raise NotationError(f"{shown(text)} is no record: a record is text")
    if len(text) > LONGEST:
        raise NotationError(f"a record of {len(text)} characters is too long: at most {LONGEST}")
    text = text.removeprefix(BYTE_ORDER_MARK)
    if is_sgf(text):
        return read_sgf(text)
    head, _, body = text.strip().replace("\r\n", "\n").partition("\n\n")
    fields = _fields(head)
    m = _opened(fields, {rules.name.lower(): rules for rules in games})
    for n, word, comment in _last_said(_moves(body, m.game.rules.several)):
        try:
            m = m.comment(comment) if comment is not None else m.play(word)
        except GameError as error:
            raise type(error)(f"move {n}: {error}") from None
    return _ended(m, fields)


def _fields(head: str) -> dict[str, str]:
    first, *lines = head.split("\n")
    if first.lower().split() != ["nbgames", str(VERSION)]:
        raise NotationError(
            f"{shown(first)} begins no record that this version reads: "
            f"the first line is 'nbgames {VERSION}'"
        )
    fields: dict[str, str] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if not colon or key.strip().lower() in fields:
            raise NotationError(
                f"line {shown(line)} cannot be read: each line is one 'key: value', once, and an "
                "empty line stands before the moves"
            )
        fields[key.strip().lower()] = value.strip()
    return fields


def _opened(fields: dict[str, str], own: Mapping[str, Rules]) -> Match:
    """The match before its first move."""
    made = _game(fields.get("game", ""), own)
    first, second = (fields.get(p.lower(), f"player {k}") for k, p in enumerate(made.players, 1))
    known = {"game", "swap", "start", "result", *(player.lower() for player in made.players)}
    if strange := set(fields) - known:
        raise NotationError(
            f"{shown(min(strange))} is no key of a record: {', '.join(sorted(known))}"
        )
    if fields.get("swap", "yes") not in ("yes", "no"):
        raise NotationError(f"swap: {shown(fields['swap'])} is neither yes nor no")
    position = set_up(made, fields["start"]) if "start" in fields else None
    return match(made, seats=(first, second), swap=fields.get("swap") != "no", start=position)


def _game(text: str, own: Mapping[str, Rules]) -> Game:
    name, _, extent = text.partition(" ")
    if not name:
        raise NotationError("the record names no game: write a line such as 'game: projex 6'")
    named = own.get(name.lower(), name)
    if extent.startswith("on "):
        return game(named, cells=extent[3:])
    if extent and not re.fullmatch(r"[0-9]{1,3}", extent):
        raise NotationError(
            f"{shown(extent)} is no size: write a number, or 'on' and runs of cells"
        )
    return game(named, int(extent) if extent else None)


def set_up(made: Game, text: str) -> Position:
    """The position of a start line: 'X F6 A6; O B2; X to move'; the rules fill the rest.

    Before the name of a player a semicolon may be missing.
    """
    board = made.board
    owners: dict[int, int] = {}
    players = "|".join(map(re.escape, made.players))
    *owned, turn = re.split(rf";\s*|\s+(?=(?:{players})\b)", text, flags=re.IGNORECASE)
    for part in owned:
        player, *names = part.split() or [""]
        who = player_of(made, player)
        for name in names:
            if (site := board.site(name)) in owners:
                raise NotationError(
                    f"start: {board.names[site]} is given twice: give each site once"
                )
            owners[site] = who
    found = re.fullmatch(r"(\w+) to move(, may swap)?", turn.strip())
    if not found:
        raise NotationError(
            f"{shown(turn.strip())} does not say whose turn it is: "
            f"write '{made.players[0]} to move'"
        )
    pieces = {s: who for s, who in owners.items() if s < board.claimable}
    fill = {s: who for s, who in owners.items() if s >= board.claimable}
    position = made.position(pieces, player_of(made, found[1]), fill)
    return replace(position, may_swap=bool(found[2]))


def player_of(made: Game, name: str) -> int:
    """The player of this name, in any case."""
    names = [player.lower() for player in made.players]
    if name.lower() not in names:
        raise NotationError(
            f"{shown(name)} is no player of {made.name}: {' and '.join(made.players)}"
        )
    return names.index(name.lower()) + 1


def _moves(body: str, several: bool) -> Iterator[tuple[int, str, str | None]]:
    """Each word or comment, with the number of its move; a word may have several claims."""
    n = 0
    counted = [1, 2]  # single moves or pairs, as fits the numbers so far
    word_of = r"[^\s;]+" if several else r"[^\s;,]+"
    tokens = rf"\{{((?:\\.|[^\\}}])*)\}}|([0-9]+(?:\.+|\))|{word_of})"
    for token in re.finditer(tokens, body, re.DOTALL):
        comment, word = token.groups()
        if word and re.fullmatch(r"[0-9]+(?:\.+|\))", word):
            number = word.rstrip(".)").lstrip("0")
            counted = [by for by in counted if str(n // by + 1) == number]
            if not counted:
                raise NotationError(
                    f"move {n + 1} is numbered {shown(word)}: number moves 1. 2. 3. or not at all"
                )
            continue
        if word and word.startswith("{"):
            raise NotationError(f"move {n}: a comment is not closed: end it with }}")
        n += comment is None
        yield n, word, None if comment is None else re.sub(r"(?s)\\(.)", r"\1", comment)


def _last_said(
    tokens: Iterable[tuple[int, str, str | None]],
) -> Iterator[tuple[int, str, str | None]]:
    """Of several comments after one move the last, which is the one that stays."""
    said = None
    for token in tokens:
        if token[2] is not None:
            said = token
            continue
        if said:
            yield said
        said = None
        yield token
    if said:
        yield said


def _ended(m: Match, fields: dict[str, str]) -> Match:
    """The match with its ending off the board, where the record has one."""
    said = fields.get("result", "")
    endings: list[tuple[int | None, str, str]] = []
    if m.game.rules.draws:
        endings.append((None, "agreed", "a draw by agreement"))
    for who, player in enumerate(m.game.players, 1):
        endings += [
            (who, "agreed", f"{player} wins by agreement"),
            (who, "forfeit", f"{player} wins by forfeit"),
        ]
    for winner, by, words in endings:
        if said.lower() == words.lower() and m.outcome is None:
            return m.end(by, winner)
    if said and said.lower() != m.result().lower():
        raise Refused(
            f"the record says {shown(said)}, but after its moves "
            f"{m.result() or 'nobody has won yet'}: correct the line 'result:', or leave it out"
        )
    return m
