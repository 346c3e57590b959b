"""Figures that are no boards: the curve of a match, the ratings of a contest.

Each takes axes to draw on, or makes a figure, and gives the axes back; their label
(`ax.get_label()`) is the alternative text. On a dark figure the palette's dark colours are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from .axes import Colours, new_figure, palette, plain_axes

WIDE, HIGH = 5.6, 3.4  # inches
SPREAD = 0.14  # between the series at one place of the axis
SIGNS = (("first", "o"), ("second", "s"), ("glow", "D"), ("ink", "^"))


def prospects(curve: Sequence[float], worst: Sequence[int], player: str, ax: Axes | None) -> Axes:
    """How likely a player wins (0 to 1) after each move, the worst moves circled."""
    ax, colours = _prepared(ax)
    ax.axhline(0.5, linewidth=0.8, color=colours["line"], zorder=0)
    ax.plot(range(len(curve)), curve, marker=".", color=colours["first"])
    at = [curve[move] for move in worst]
    ax.plot(worst, at, "o", mfc="none", mec=colours["ink"], ms=11, mew=1.6)
    ax.set_ylim(-0.02, 1.02)
    ax.set_yticks([0, 0.5, 1])
    ax.set_xlabel("after this many moves")
    ax.set_ylabel(f"prospects of {player}")
    ax.set_label(
        f"{player}'s prospects after each of {len(curve) - 1} moves, at the end {curve[-1]:.0%}; "
        f"the worst moves are {', '.join(map(str, sorted(worst))) or 'none'}"
    )
    return ax


def ratings(
    boards: Mapping[str, Mapping[str, tuple[float, float]]], ax: Axes | None = None
) -> Axes:
    """Elo of the players on each board with two standard errors: {board: {who: (elo, error)}}."""
    ax, colours = _prepared(ax)
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
            ms=5,
            capsize=2,
            label=board,
        )
    ax.set_xticks(range(len(names)), names)
    ax.set_xlabel("level")
    ax.set_ylabel("Elo above the weakest")
    ax.legend(frameon=False, labelcolor=colours["ink"], fontsize=9)
    said = (
        f"{board}: {', '.join(f'{who} {elo:.0f}' for who, (elo, _) in table.items())}"
        for board, table in boards.items()
    )
    ax.set_label(f"Elo ratings by level. {'; '.join(said)}")
    return ax


def _prepared(ax: Axes | None) -> tuple[Any, Colours]:
    if ax is None:
        ax = new_figure(WIDE, HIGH).add_subplot()
    colours = palette(ax)
    plain_axes(ax, colours)
    return ax, colours
