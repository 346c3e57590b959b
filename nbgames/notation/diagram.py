"""The board in letters, as the help texts draw it: positions printed and read back."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.ascii import Canvas, text
from ..core.board import Board, Picture
from ..core.errors import NotationError, shown
from ..core.game import Game
from ..core.position import EMPTY, FIRST, SECOND
from ..core.rules import Rules
from ..games import game as made
from ..play.match import Match, match

LONGEST = 50_000  # letters: five times the picture of Antipalos 26


def show(board: Board, owners: bytes, *, ring: bool = False) -> str:
    """The position in letters; with ring, the far side of the edge around it in lower case."""
    picture = board.picture
    canvas: Canvas = {}
    for spots, glyphs, owner in zip(picture.spots, picture.glyphs, owners, strict=True):
        if ring or glyphs[owner] != glyphs[EMPTY]:
            canvas.update(dict.fromkeys(spots, glyphs[owner].upper() if ring else glyphs[owner]))
    for a, b, spots in picture.walls:
        if owners[a] == owners[b] != EMPTY:
            canvas.update(dict.fromkeys(spots, picture.glyphs[a][owners[a]]))
    if not ring:
        return _over(picture.lines, canvas)
    canvas.update({spot: picture.glyphs[site][owners[site]] for spot, site in picture.ghosts})
    return text(canvas)


def read(board: Board, given: str) -> tuple[dict[int, int], dict[int, int]]:
    """The pieces that a picture shows, and the fill of the sites that no move claims.

    Raises
    ------
    NotationError
        If a letter is strange to this board or the sites do not come out even.
    """
    if not isinstance(given, str):
        raise NotationError(f"{shown(given)} is no picture: a picture is text")
    if len(given) > LONGEST:
        raise NotationError(f"a picture of {len(given)} characters is too long: at most {LONGEST}")
    owners: dict[int, int] = {}
    for site, letter in enumerate(board.picture.scan(board.picture, given)):
        if letter is None:
            continue
        owner = board.picture.glyphs[site][:3].find(letter.lower())
        if owner < 0:
            raise NotationError(
                f"{shown(letter)} on {board.names[site]} is no letter of this picture: "
                f"{board.picture.glyphs[site][EMPTY]!r} is empty, {_pieces(board.picture)}"
            )
        owners[site] = owner
    pieces = {s: who for s, who in owners.items() if s < board.claimable and who != EMPTY}
    return pieces, {s: who for s, who in owners.items() if s >= board.claimable}


def _pieces(picture: Picture) -> str:
    return f"{picture.glyphs[0][FIRST]!r} and {picture.glyphs[0][SECOND]!r} are pieces"


def _over(lines: Iterable[str], canvas: Canvas) -> str:
    """The lines with the letters of the canvas in place of theirs."""
    letters = [list(line) for line in lines]
    wide = max(map(len, letters))
    for (r, c), letter in canvas.items():
        letters[r] += " " * (wide - len(letters[r]))
        letters[r][c] = letter
    return "\n".join("".join(line).rstrip() for line in letters)


def read_diagram(
    game: str | Rules | Game, text: str, *, to_move: int = FIRST, strict: bool = True
) -> Match:
    """A match that starts from an ASCII picture, as `Match.diagram` writes it.

    Parameters
    ----------
    game : str, Rules or Game
        A game, or the name of one at its default size.
    text : str
        The picture. Sites are counted one after another; labels are ignored.
    to_move : int, default FIRST
        The side to move, FIRST or SECOND.
    strict : bool, default True
        ConHex: False ignores a cell's fill that contradicts its stones.

    Returns
    -------
    Match
        A match without moves that starts from the picture's position.

    Raises
    ------
    NotationError
        If the picture has an unknown letter, or too few or too many sites.
    Refused
        If no position of this game looks so.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("projex", 3).play("B2", "C2")
    >>> nbgames.read_diagram(m.game, m.diagram()).position.owners == m.position.owners
    True
    """
    game = game if isinstance(game, Game) else made(game)
    pieces, fill = read(game.board, text)
    return match(game, start=game.position(pieces, to_move, fill, strict=strict))
