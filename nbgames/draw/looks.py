"""Colours, stroke widths and dashes: how whatever is drawn looks, stated once for every format."""

from __future__ import annotations

# name: (in light, in dark). Two players differ in colour and in mark: cross and ring, upright and
# level strokes, single and double lines.
PALETTE = {
    "paper": ("#fbfaf6", "#1b1e22"),
    "site": ("#ece8dd", "#2b3036"),
    "line": ("#87816f", "#838b95"),
    "ink": ("#33302a", "#d9dde2"),
    "first": ("#0a68a6", "#5fb0e6"),
    "second": ("#c8500a", "#f2935a"),
    "on": ("#ffffff", "#14171a"),
    "glow": ("#7a5b00", "#ffd75e"),
    "slash": ("#6250a8", "#a99be0"),  # where a piece may lie: two lattices, two tints
    "back": ("#2f7344", "#7cc492"),
    "wrong": ("#a3160a", "#ff9d8f"),
}

# What a mark's role looks like: a colour of the palette, and a line's dashes in its own widths.
ROLES: dict[str, tuple[str, tuple[float, ...]]] = {
    "first": ("first", ()),
    "second": ("second", ()),
    "claim": ("glow", (2, 1.2)),
    "cut": ("ink", ()),
    "odd": ("glow", ()),
    "ring": ("ink", (3, 1.5)),
    "good": ("glow", ()),
    "note": ("ink", ()),
}

# Colours and dashes of lines of one kind that are told apart by number, such as disjoint paths. The
# colours differ from one another and from the players', which tests/test_colours.py measures.
PATHS = {
    "path1": ("#e10bee", "#db06e9"),
    "path2": ("#1e9840", "#08fbf9"),
    "path3": ("#3e0500", "#f3fcbc"),
    "path4": ("#040443", "#a59a02"),
    "path5": ("#695a63", "#5f857c"),
}
COLOURS = PALETTE | PATHS
DASHES: tuple[tuple[float, ...], ...] = ((), (2.5, 1.2), (0.9, 1.1))  # when the colours run out

OPPOSITE = "slash"  # of values below zero

# How wide strokes are, in units of the board.
STROKES = {
    "outline": 0.05,  # of cells, holes and areas
    "faint": 0.03,  # of places for pieces, and of copies beyond the edge
    "mark": 0.13,  # a player's mark on a site
    "hatch": 0.08,  # her marks in areas and on copies
    "hatch-casing": 0.2,
    "piece": 0.275,
    "groove": 0.09,  # the mark on a piece
    "side": 0.25,
    "chain": 0.12,  # paths, chains, arrows, each in a casing of paper
    "chain-casing": 0.25,
    "glow": 0.5,  # beneath a chain of pieces
    "frame-casing": 0.36,  # around pieces
    "frame": 0.5,
    "ring": 0.125,  # around the last claim
    "ring-casing": 0.225,
    "halo": 0.15,  # around a number
    "heat": 0.3,  # of pieces, shaded by a value
    "heat-casing": 0.35,  # between a piece and its shade
    "heat-owned": 0.5,
    # what a live board shows besides
    "focus": 0.125,  # around the site that the keyboard is at
    "focus-casing": 0.225,
    "pending": 0.15,  # of a claim that is on its way, and of a chosen site
    "pending-piece": 0.35,
    "near": 0.11,  # of sites next to the one pointed at
    "turn": 0.13,  # of sites claimed in this turn
    "obliges": 0.08,  # of sites whose claim leaves the turn
    "over": 0.1,  # the outline of a ghost of the site pointed at
    "lit": 0.15,  # of a site that is lit in the figure too
    # the graph of a position
    "edge": 0.05,
    "edge-odd": 0.1,  # across the rim
    "edge-owned": 0.16,
    "node-mark": 0.07,
    "lattice": 0.06,  # of a lattice
    "lattice-owned": 0.24,
    "lattice-groove": 0.08,
    "sphere": 0.004,  # between its cells; its radius is 0.72
    # in legends of boards, where the unit is the size of the letters
    "key": 0.28,
    "key-edge": 0.12,
    "key-ring": 0.22,
    # in the turns of a position, where it is so too
    "turn-edge": 0.08,
    "turn-frame": 0.16,
}
# How wide lines are that have no board to be measured by, in points; in networks and on a still
# sphere, pixels.
LINES = {
    "rim": 0.7,  # of filled shapes in figures
    "guide": 0.8,  # thin lines: thresholds, from set to set
    "half": 1,  # half the board, in a course of tempo
    "frame": 1.6,  # around what wins, and around the worst moves
    "curve": 2.2,
    "slip": 8,  # a dot on the course of a match that is reviewed, at a marked move
    "network": 1.5,
    "network-mark": 2,  # in SECOND's nodes
    "network-ring": 3.5,
    "globe-mark": 3,  # a player's mark on a cell
    "globe-line": 5,  # through cells
    "globe-casing": 10,
    "lit": 2.5,  # of a node that is lit on the board too
}
SIDE_DASHES = (1.8, 1.6)  # of SECOND's sides, in widths of the line


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted(_luminance(colour) for colour in (a, b))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[k : k + 2], 16) / 255) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
