"""A match as an SVG picture that stands alone, and the empty board that a page paints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Any

from ..core.board import Board
from ..core.lattice import hexagon
from ..core.position import FIRST, RESIGN, SECOND, SWAP
from ..core.shapes import Disc, Line, Shape, Text
from ..play import arrows
from ..play.match import Match
from . import overlay
from .elements import (
    SCALE,
    at,
    attributes,
    chain_path,
    dot,
    element,
    frame,
    group,
    labels,
    moved,
    style,
)
from .looks import PALETTE
from .overlay import NOTHING, Overlay
from .scene import extent, player_marks, position_marks

NUMBER = 0.4  # how large the number of a move is written, in units of the board


def svg(
    match: Any,
    *,
    caption: str = "",
    marks: str | Iterable[str] = (),
    numbers: bool = False,
    over: Overlay = NOTHING,
) -> str:
    """The picture of a match: the board, who owns what, the last claim, and what has won.

    Parameters
    ----------
    match
        Its last position is drawn.
    caption
        A line below the board.
    marks
        Rings and arrows: "F6 F6>A6", or a list of such words.
    numbers
        Write the number of its move on each site instead of its player's mark.
    over
        A line, more marks and shades.
    """
    layers = _layers(match, marks, numbered(match) if numbers else {}, over=over)
    more = "" if over == NOTHING else overlay.STYLE
    return frame(match.game.board, looks(more) + "".join(layers), _title(match), caption)


def figure(match: Any, marks: str | Iterable[str] = (), looks: str = "") -> str:
    """A picture as a live board is drawn: what leaves the turn with its player has a dotted rim.

    `looks` is a style sheet for it, where it stands alone.
    """
    layers = _layers(match, marks, {}, _obliging(match))
    return frame(match.game.board, looks + "".join(layers), _title(match))


def looks(more: str = "") -> str:
    """The style sheet of a picture that stands alone, light or dark as the reader's system is."""
    dark = f"@media (prefers-color-scheme: dark) {{{style('dark', more)}}}"
    return f"<style>{style('light', more)}{dark}</style>"


def _layers(
    match: Any,
    marks: str | Iterable[str],
    count: dict[int, Text],
    obliging: Container[int] = (),
    over: Overlay = NOTHING,
) -> list[str]:
    """What is drawn of a match, the lowest layer first."""
    board, owners = match.game.board, match.position.owners
    chain = match.outcome.chain if match.outcome else ()
    last = [claim for claim in match.claims if claim not in (SWAP, RESIGN)][-1:]
    drawn = [
        (site, element(mark, _role(board, site), owner=owners[site]))
        for site, mark in position_marks(board, owners, plain=count)
    ]
    path = chain_path(board, map(board.site, chain))
    won = group("chain", _cased(f'd="{path}"' if path else ""))
    below = _glows(board)
    return [
        _sides(board),
        group("ghosts", _ghosts(board, owners)),
        won if below else "",
        *_sites(board, owners, drawn, obliging, over),
        group("points", _points(board)),
        *_laid(board, owners, over),
        "" if below else won,
        group("last", (ring for name in last for ring in _last(board, board.site(name)))),
        group("numbers", (element(text, owner=owners[site]) for site, text in count.items())),
        group("arrows", _annotations(board, (*arrows.read(board, marks), *over.marks))),
    ]


def _laid(board: Board, owners: bytes, over: Overlay) -> Iterable[str]:
    """Layers of what lies over a position; none where nothing does."""
    if over == NOTHING:
        return
    yield group("shades", overlay.shaded(board, owners, over, _role(board, 0)))
    yield group("path", _cased(f'd="{over.path}"' if over.path else ""))
    yield group("values", overlay.values(board, over))


def _obliging(match: Any) -> set[int]:
    """The empty sites that leave the turn with whoever claims them; none where all do."""
    game, position = match.game, match.position
    if match.outcome or not game.rules.several:
        return set()
    empty = game.empty(position.owners)
    found = {s for s in empty if game.play(position, s).to_move == position.to_move}
    return found if len(found) < len(empty) else set()


def _glows(board: Board) -> bool:
    """Pieces are lines themselves: a chain of them is shown by a glow beneath."""
    return isinstance(board.shapes[0], Line)


def _cased(shape: str) -> Iterable[str]:
    """A bright line in a casing, so that it is seen on either player's colour."""
    return (f'<path class="nb-{role}" {shape}/>' for role in ("casing", "core") if shape)


def _last(board: Board, site: int) -> Iterable[str]:
    """The outline of a site; of a piece, its middle."""
    shape = board.shapes[site]
    outline = Disc(shape.middle, 0.14) if isinstance(shape, Line) else shape
    return (element(outline, role) for role in ("casing", "core"))


def numbered(match: Any) -> dict[int, Text]:
    """The sites claimed so far, each with the number of its move as it is written there."""
    board, found, begun = match.game.board, {}, 0
    for n, (_, end) in enumerate(match.turns(), 1):
        for claim in match.claims[begun:end]:
            if claim not in (SWAP, RESIGN):
                site = board.site(claim)
                found[site] = Text(board.shapes[site].middle, str(n), NUMBER)
        begun = end
    return found


def _annotations(board: Board, marks: Iterable[arrows.Mark]) -> Iterable[str]:
    """Rings and arrows in their casings: all casings first, since they may cross."""
    shapes = [*arrows.shapes(board, marks)]
    return (element(shape, role) for role in ("casing", "core") for shape in shapes)


def _title(match: Any) -> str:
    state = match.result() or f"{match.game.players[match.position.to_move - 1]} to move"
    return f"{match.game.name}, move {len(match.moves)}: {state}"


@lru_cache(maxsize=32)
def board_svg(board: Board) -> str:
    """The empty board for a page: sites in order, empty layers for what changes, and stamps.

    A stamp is the mark of a player on a site. It says whose it is and, where marks differ from site
    to site, which of them it is (`data-stamp`); a site says which stamp it takes.
    """
    stamps, stamp_of = _stamps(board)
    areas = range(board.claimable, len(board.names))
    layers = [
        f"<defs>{stamps}</defs>",
        _sides(board),
        _shared("ghosts", "ghost", ((hexagon(at), {"copy": site}) for at, site in board.ghosts)),
        _shared("areas", "area", ((board.shapes[s], {"stamp": stamp_of[s]}) for s in areas)),
        group("hatch", ()),
        group("under", ()),
        *((group("chain", ()),) if _glows(board) else ()),
        _shared(
            "sites",
            _role(board, 0),
            ((board.shapes[s], {"stamp": stamp_of[s] or None}) for s in range(board.claimable)),
        ),
        group("marks", ()),
        group("points", _points(board)),
        *(group(layer, ()) for layer in ("heat", "path", "values")),
        *(() if _glows(board) else (group("chain", ()),)),
        *(group(layer, ()) for layer in ("last", "over", "numbers", "arrows")),
    ]
    return frame(board, "".join(layers))


def _stamps(board: Board) -> tuple[str, list[int]]:
    """The players' marks as paths, each kind once, and which kind each site takes."""
    kinds: dict[tuple[str, ...], int] = {}
    kind_of = []
    for site, shape in enumerate(board.shapes):
        drawn = tuple(
            "".join(moved(shape.middle, mark) for mark in owned)
            for owned in player_marks(shape, site < board.claimable)
        )
        kind_of.append(kinds.setdefault(drawn, len(kinds)))
    paths = (
        f'<path{attributes(stamp=kind, owner=who)} d="{path}"/>'
        for drawn, kind in kinds.items()
        for who, path in zip((FIRST, SECOND), drawn, strict=True)
        if path
    )
    return "".join(paths), kind_of


def _shared(layer: str, role: str, drawn: Iterable[tuple[Shape, dict[str, Any]]]) -> str:
    """A layer for a page, which says once what its elements have in common: class and outline."""
    drawn = list(drawn)
    outlines = Counter(moved(shape.middle, shape) for shape, _ in drawn)
    common = outlines.most_common(1)[0][0] if outlines else ""
    inside = "".join(element(shape, **data) for shape, data in drawn)
    bare = inside.replace(common, "")
    return f'<g class="nb-{layer}" data-role="{role}" data-path="{common}">{bare}</g>'


def _sites(
    board: Board,
    owners: bytes,
    drawn: Iterable[tuple[int, str]],
    obliging: Container[int],
    over: Overlay,
) -> Iterable[str]:
    """Areas and their hatching below, what is claimed and its marks above.

    Sites with a dotted rim come last: their neighbours would lie on half of it.
    """
    drawn = tuple(drawn)
    for layer, above, mine in (
        ("areas", "hatch", range(board.claimable, len(owners))),
        ("sites", "marks", range(board.claimable)),
    ):
        sites = (
            element(
                board.shapes[site],
                _role(board, site),
                owner=owners[site] or None,
                obliges="" if site in obliging else None,
            )
            for site in sorted(mine, key=obliging.__contains__)
        )
        yield group(layer, sites)
        yield group(above, (mark for site, mark in drawn if site in mine))
        if layer == "areas" and over.shades:
            yield group("under", overlay.shaded(board, owners, over, "area"))


def _role(board: Board, site: int) -> str:
    shape = board.shapes[site]
    if site >= board.claimable:
        return "area"
    return "piece" if isinstance(shape, Line) else "hole" if isinstance(shape, Disc) else "cell"


def _sides(board: Board) -> str:
    lines = [s for s in board.decor if isinstance(s, Line)]
    texts = (s for s in board.decor if isinstance(s, Text))
    return group("sides", (element(s, s.role) for s in lines)) + labels(texts)


def _ghosts(board: Board, owners: bytes) -> Iterable[str]:
    """The far side of the edge, faint: each copy says whose it is a copy of."""
    for middle, site in board.ghosts:
        yield element(hexagon(middle), copy=site, owner=owners[site] or None)
        for mark in player_marks(hexagon(middle), True)[owners[site] - 1] if owners[site] else ():
            yield element(mark, "mark")


def _points(board: Board) -> Iterable[str]:
    """All points as dots of one path: Antipalos 9 has 289, and a page styles each element."""
    discs = [shape for shape in board.decor if isinstance(shape, Disc)]
    if discs:
        wide = f'stroke-linecap="round" stroke-width="{2 * SCALE * discs[0].radius:g}"'
        yield f'<path {wide} d="{"".join(map(dot, discs))}"/>'


def plain(m: Match) -> str:
    """A position as a small SVG that needs no style sheet: pieces as lines, other sites as dots."""
    board, owners = m.game.board, m.position.owners
    box = " ".join(str(round(value * SCALE)) for value in extent(board))
    paths = []
    for owner, name in enumerate(("line", "first", "second")):
        sites = [shape for shape, who in zip(board.shapes, owners, strict=False) if who == owner]
        drawn = "".join(at(one) if isinstance(one, Line) else dot(one) for one in sites)
        paths.append(f'<path stroke="{PALETTE[name][0]}" d="{drawn}"/>' if drawn else "")
    strokes = f'stroke-width="{5 if board.ends else 14}" stroke-linecap="round"'
    return f'<svg viewBox="{box}" aria-hidden="true" {strokes}>{"".join(paths)}</svg>'
