"""Charts on matplotlib axes: the course of a match, the turns of a position, ratings.

Each takes axes to draw on, or makes a figure, and gives the axes back; their label
(`ax.get_label()`) is the alternative text. On a dark figure the palette's dark colours are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf, nan
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes

from ..core.position import FIRST, SECOND
from .axes import (
    LARGEST,
    SIZE,
    Colours,
    Size,
    add_legend,
    given_or_new,
    letters_of,
    palette,
    plain_axes,
)
from .keys import add_words
from .looks import LINES
from .turn_layers import add_turns

if TYPE_CHECKING:
    from ..play.match import Match

WIDE, HIGH = 5.6, 3.4  # inches
SPREAD = 0.14  # between the series at one point of the axis
SIGNS = (("first", "o"), ("second", "s"), ("glow", "D"), ("ink", "^"))


def prospects(
    curve: Sequence[float],
    worst: Sequence[int],
    player: str,
    ax: Axes | None,
    figsize: Size | None = None,
) -> Axes:
    """The chances (0 to 1) of one person, called so, after each move; the worst circled."""
    ax, colours = _prepared(ax, figsize)
    share, letters = _share(ax), letters_of(ax)
    ax.axhline(0.5, linewidth=LINES["guide"] * share, color=colours["line"], zorder=0)
    line: dict[str, Any] = {"color": colours["first"], "lw": LINES["curve"] * share, "marker": "."}
    ring: dict[str, Any] = {"mec": colours["ink"], "mew": LINES["frame"] * share, "mfc": "none"}
    whole: dict[str, Any] = {"clip_on": False}  # at 0 and 1 too
    name, at = f"{player}'s chance to win", [curve[move] for move in worst]
    ax.plot(range(len(curve)), curve, ms=0.6 * letters, label=name, **line, **whole)
    if worst:
        ax.plot(worst, at, "o", ms=1.1 * letters, label="the worst moves", **ring, **whole)
    ax.set(xlabel="after this many moves", ylabel="0 a loss, 1 a win")
    ax.set(ylim=(-0.02, 1.02), yticks=[0, 0.5, 1])
    add_legend(ax, colours)
    ax.set_label(
        f"{name} after each of {len(curve) - 1} moves, at the end {curve[-1]:.0%}; "
        f"the worst moves are {', '.join(map(str, sorted(worst))) or 'none'}"
    )
    return ax


def ratings(
    boards: Mapping[str, Mapping[str, tuple[float, float]]],
    ax: Axes | None = None,
    figsize: Size | None = None,
) -> Axes:
    """Elo of the players on each board with two standard errors: {board: {who: (elo, error)}}."""
    ax, colours = _prepared(ax, figsize)
    names = sorted({who for table in boards.values() for who in table})
    for k, (board, table) in enumerate(boards.items()):
        colour, sign = SIGNS[k % len(SIGNS)]
        aside = SPREAD * (k - (len(boards) - 1) / 2)
        ax.errorbar(
            [names.index(who) + aside for who in table],
            [elo for elo, _ in table.values()],
            [2 * error for _, error in table.values()],
            fmt=sign,
            color=colours[colour],
            ms=0.5 * letters_of(ax),
            lw=LINES["half"] * _share(ax),
            capsize=0.2 * letters_of(ax),
            label=board,
        )
    ax.set_xticks(range(len(names)), names)
    ax.set_xlabel("level")
    ax.set_ylabel("Elo above the weakest")
    add_legend(ax, colours)
    said = (
        f"{board}: {', '.join(f'{who} {elo:.0f}' for who, (elo, _) in table.items())}"
        for board, table in boards.items()
    )
    ax.set_label(f"Elo ratings by level. {'; '.join(said)}")
    return ax


def tempo(m: Match, ax: Axes | None = None, *, figsize: Size | None = None) -> Axes:
    """The tempo over a whole match, move by move.

    Copolymer: for each player the cells locked in and the most that can still be had. Elsewhere:
    the claims that each needs to win.

    Parameters
    ----------
    m : Match
        A match.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    figsize : tuple of float, optional
        Width and height in inches of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is no match, or both axes and a size are given.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.tempo(nbgames.match("projex", 3).play("B2")).get_label()
    'Tempo over 1 moves of projex: claims to a win, X from 4 to 3, O from 4 to 4'
    """
    from ..analysis import history

    rows = history(m)
    ax = given_or_new(ax, figsize, (SIZE * 1.3, SIZE * 0.72))
    colours = palette(ax)
    scored = "first_low" in rows[0]
    for key, who, dashes in (("first", FIRST, "-"), ("second", SECOND, (0, (4, 1.5)))):
        look = {"color": colours[key], "ls": dashes, "lw": LINES["curve"] * _share(ax)}
        _plot_tempo(ax, rows, key, m.game.players[who - 1], look)
    if scored:
        half = len(m.game.board.names) / 2
        dots, name = (0, (1, 2)), "half the board"
        ax.axhline(half, color=colours["ink"], lw=LINES["half"] * _share(ax), ls=dots, label=name)
    ax.set_xlabel("move")
    ax.set_ylabel("cells" if scored else "claims")
    plain_axes(ax, colours)
    add_legend(ax, colours)
    unit = "cells locked in" if scored else "claims to a win"
    keys = ("first_low", "second_low") if scored else ("first", "second")
    ends = [
        f"{name} from {rows[0][key]} to {rows[-1][key]}"
        for name, key in zip(m.game.players, keys, strict=True)
    ]
    ax.set_label(f"Tempo over {len(m.moves)} moves of {m.game.name}: {unit}, {', '.join(ends)}")
    return ax


def _plot_tempo(
    ax: Axes, rows: Sequence[Mapping[str, float]], key: str, name: str, look: Mapping[str, Any]
) -> None:
    """One player's curve: the claims to a win, or a band from what is sure to what may be had."""
    moves = [row["move"] for row in rows]
    if f"{key}_low" in rows[0]:
        low, high = ([row[f"{key}_{end}"] for row in rows] for end in ("low", "high"))
        ax.plot(moves, low, label=f"{name}, locked in", **look)
        ax.fill_between(moves, low, high, color=look["color"], alpha=0.12, lw=0)
    else:
        claims = [nan if isinf(row[key]) else row[key] for row in rows]
        ax.plot(moves, claims, drawstyle="steps-post", label=f"{name} wins in", **look)


def turns(m: Match, ax: Axes | None = None, *, figsize: Size | None = None) -> Axes:
    """The turns of a Copolymer position: each set of connecting cells, and its best margin.

    Sets are in rows by size, joined to those with one cell more; the number is the final margin of
    the side to move if it closes well. Framed sets win, and the best is in bold.

    Parameters
    ----------
    m : Match
        A match of Copolymer that is not over, with at most ten empty cells.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    figsize : tuple of float, optional
        Width and height in inches of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is another game or over, more than ten cells are empty, or both axes and a
        size are given.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("copolymer", 3).play("A1", "B2", "B3")
    >>> nbgames.plots.turns(m).get_label()
    'What O gets by each set of connecting cells: none -1, A2 -1'
    """
    from ..analysis import endings

    ends = endings(m)
    ax = given_or_new(ax, figsize, (SIZE * 1.4, SIZE * 0.85))
    colours = palette(ax)
    add_turns(ax, colours, ends)
    ax.set_axis_off()
    who = m.game.players[m.position.to_move - 1]
    add_words(
        ax,
        colours,
        f"Connecting cells that {who} takes, and {who}'s final margin; framed: {who} wins",
    )
    told = ", ".join(f"{' '.join(sorted(some)) or 'none'} {end:+d}" for some, end in ends.items())
    ax.set_label(f"What {who} gets by each set of connecting cells: {told}")
    return ax


def _prepared(ax: Axes | None, figsize: Size | None) -> tuple[Any, Colours]:
    ax = given_or_new(ax, figsize, (WIDE, HIGH))
    colours = palette(ax)
    plain_axes(ax, colours)
    return ax, colours


def _share(ax: Axes) -> float:
    """How thick strokes are, of those on axes that are large enough."""
    return letters_of(ax) / LARGEST
