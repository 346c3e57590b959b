"""A loop game on the sphere that covers its board, as a still SVG picture.

It takes no matplotlib. The page draws a sphere that can be turned, in `sphere.js`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from ..core._numpy import np
from ..core.position import EMPTY, FIRST, SECOND
from ..graphs.embedding import globe
from ..play.match import Match
from ..play.sentences import says
from .captions import Captioned
from .looks import LINES, PALETTE

SIDE, RADIUS = 420, 200  # pixels
FRONT = 0.15  # how far before the rim, in radii, a cell's mark is drawn
PAPER, SITE, LINE, ON, GLOW = (PALETTE[name][0] for name in ("paper", "site", "line", "on", "glow"))
MARK = LINES["globe-mark"]
FILL = {EMPTY: SITE, FIRST: PALETTE["first"][0], SECOND: PALETTE["second"][0]}


def pictured(m: Match, through: Sequence[str], caption: str) -> Captioned:
    """The sphere with this position, turned so that a line through these cells is in front.

    Each cell is there twice; `through` are names of cells, each touching the one before, whose
    line is drawn with its opposite.

    Raises
    ------
    Refused
        If the board has no edge to cross.
    """
    space, board = globe(m.game), m.game.board
    points, corners = (np.array(space[name]) / 10_000 for name in ("points", "corners"))
    line = _lifted(points, [board.site(name) for name in through])
    turn = _turned(line[len(line) // 2] if len(line) else np.array([0.3, 0.2, 1.0]))
    cells, marks = [], []
    for site, face in enumerate(space["faces"]):
        outline = np.array([corners[abs(k) - 1] * (1 if k > 0 else -1) for k in face]) @ turn.T
        owner = m.position.owners[site]
        for sign in (1, -1):
            cells.append(_cell(sign * outline, FILL[owner]))
            marks.append(_mark(sign * (turn @ points[site]), owner, len(points)))
    paths = "".join(_path(sign * line @ turn.T) for sign in (1, -1) if len(line))
    middle = SIDE / 2
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{PAPER}"/>'
        f'<g transform="translate({middle} {middle})" stroke-linejoin="round">'
        f'<g stroke="{LINE}">{"".join(cells)}</g>'
        f'<g stroke="{ON}" fill="none" stroke-width="{MARK}">{"".join(marks)}</g>{paths}</g></svg>'
    )
    led = f" A line leads through {', '.join(through)} and through their twins." if through else ""
    alt = f"The double cover of the board, a sphere on which each cell is twice. {says(m)}{led}"
    return Captioned(svg, SIDE, alt, caption)


def _lifted(points: np.ndarray, sites: Sequence[int]) -> np.ndarray:
    """The points of a walk, each on the sheet that is nearer to the point before."""
    found: list[np.ndarray] = []
    for site in sites:
        sign = -1 if found and found[-1] @ points[site] < 0 else 1
        found.append(sign * points[site])
    return np.array(found)


def _turned(front: np.ndarray) -> np.ndarray:
    """A rotation that brings this point to the front, north upwards."""
    z = front / np.linalg.norm(front)
    up = np.array([0.0, 1.0, 0.0]) if abs(z[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    x = np.cross(up, z)
    x /= np.linalg.norm(x)
    return np.array([x, np.cross(z, x), z])


def _cell(outline: np.ndarray, fill: str) -> str:
    """The part of a cell on the near side; what lies beyond is drawn in to the rim."""
    if (outline[:, 2] < 0).all():
        return ""
    shown = [(x, y) if z >= 0 else (x / hypot(x, y), y / hypot(x, y)) for x, y, z in outline]
    return f'<path fill="{fill}" d="M{"L".join(map(_xy, shown))}Z"/>'


def _mark(point: np.ndarray, owner: int, count: int) -> str:
    """A cross or a ring, narrower the nearer to the rim."""
    x, y, z = point
    if owner == EMPTY or z < FRONT:
        return ""
    size = 0.9 / count**0.5 * z
    if owner == SECOND:
        return f'<circle cx="{x * RADIUS:.1f}" cy="{-y * RADIUS:.1f}" r="{size * RADIUS:.1f}"/>'
    ends = [(x + size * dx, y + size * dy) for dx, dy in ((-1, -1), (1, 1), (-1, 1), (1, -1))]
    return f'<path d="M{_xy(ends[0])}L{_xy(ends[1])}M{_xy(ends[2])}L{_xy(ends[3])}"/>'


def _path(line: np.ndarray) -> str:
    """A line over the near side, in a casing of paper."""
    text, drawn = "", False
    for x, y, z in _bent(line):
        if z > 0:
            text += f"{'L' if drawn else 'M'}{_xy((x, y))}"
        drawn = z > 0
    look = 'fill="none" stroke-linecap="round"'
    return (
        f'<path {look} stroke="{PAPER}" stroke-width="{LINES["globe-casing"]}" d="{text}"/>'
        f'<path {look} stroke="{GLOW}" stroke-width="{LINES["globe-line"]}" d="{text}"/>'
    )


def _bent(line: np.ndarray) -> np.ndarray:
    """The line with points between, all on the sphere."""
    steps = np.linspace(0, 1, 6)[:, None]
    parts = [a + steps * (b - a) for a, b in pairwise(line)]
    found = np.concatenate([*parts, line[-1:]])
    round_: np.ndarray = found / np.linalg.norm(found, axis=1, keepdims=True)
    return round_


def _xy(point: tuple[float, float]) -> str:
    return f"{point[0] * RADIUS:.1f} {-point[1] * RADIUS:.1f}"
