"""What all answers share: words for a position, marks to draw, and conversion to plain data.

An answer is a frozen record with the match it is about. `explain()` says it in words, `draw(ax)`
shows it on the board, `marks()` says what a figure or a widget lays over the board, and a notebook
shows the picture above the words. `to_frame()` makes rows of it, and `to_dict()` with `from_dict`
carry it through JSON. A record of many things names the fields that hold these in `each`: one tuple
of records, or mappings with the same keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from math import floor, inf, isfinite, log10
from types import UnionType
from typing import TYPE_CHECKING, Any, Unpack, get_args, get_type_hints

from ..core.errors import GameError, Refused, shown
from ..core.frames import frame
from ..core.position import FIRST, SECOND
from ..notation.record import read
from ..play.match import Match

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..draw.shades import Scale

LISTED = 12  # names in a list before the rest is counted
PAIRS, HEX = "(pairs)", "(hex)"  # of mappings whose keys are no text, and of bytes; no site's names


def whole(m: object) -> Match:
    """The match that a question is about."""
    if not isinstance(m, Match):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    return m


def unsure(value: Any) -> tuple[bool, int, float, bool]:
    """Least where a value is known best: proven, then of more games, then of less error.

    A short search may state a smaller error by chance.
    """
    return value.error > 0, -value.games, value.error, value.score is None


def role(who: int) -> str:
    return "first" if who == FIRST else "second"


def named(m: Match, who: int) -> str:
    return m.game.players[who - 1]


def listed(names: Iterable[str]) -> str:
    """Names as a reader wants them.

    >>> listed(["A1", "B2", "C3"]), listed([])
    ('A1, B2 and C3', 'none')
    """
    names = list(names)
    if len(names) > LISTED:
        names = [*names[: LISTED - 1], f"{len(names) - LISTED + 1} more"]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "none"


def counted(count: float, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "cell"), counted(3, "cell"), counted(100_000, "position")
    ('1 cell', '3 cells', '100,000 positions')
    """
    return f"{count:,.10g} {one if count == 1 else many or one + 's'}"


def measured(value: float, error: float) -> str:
    """A number with its standard error, to the two digits that the error allows.

    >>> measured(0.540312, 0.00112), measured(57.3612, 3.1), measured(0.5, inf), measured(9.0, 0)
    ('0.5403 ± 0.0011', '57.4 ± 3.1', 'about 0.5', '9')
    """
    if not error or error == inf:
        return f"about {value:.2g}" if error else f"{value:g}"
    digits = max(0, 1 - floor(log10(error)))
    return f"{value:.{digits}f} ± {error:.{digits}f}"


def draw(
    answer: Any,
    ax: Axes | None = None,
    *,
    figsize: tuple[float, float] | None = None,
    **scale: Unpack[Scale],
) -> Axes:
    """The board with this answer on it, as a matplotlib figure.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    figsize : tuple of float, optional
        Width and height in inches of a new figure.
    **scale : dict
        As in matplotlib, `cmap`, a colour map or its name, and `vmin` and `vmax`, the values at its
        ends. Left out, colours go from the board's to a strong one; where there are values of both
        signs, zero has the board's colour, and those below it go to another one.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label (`ax.get_label()`) is the alternative text: the answer in words, and
        its position. As the value of a cell they add no text to the figure.

    Raises
    ------
    Refused
        If `vmin` is not less than `vmax`, there is no such colour map, or both axes and a size are
        given.
    """
    from ..draw import plots

    return plots.answer(answer, ax, figsize=figsize, **scale)


def in_notebook(answer: Any) -> str:
    """HTML for a notebook: the picture, or the board alone where there is nothing to mark."""
    from ..draw import plots

    try:
        ax = answer.draw()
    except Refused:
        ax = plots.board(answer.match)
    html: str = plots.captioned(ax, answer.explain())._repr_html_()
    return html


# Plain data


def to_dict(answer: Any) -> dict[str, Any]:
    """The answer as dicts, lists, text and numbers, fit for JSON and for a table's row.

    Returns
    -------
    dict
        "kind", the name of the record, and a key for each of its fields; `analysis.from_dict` reads
        it.
    """
    plain = {f.name: _plain(getattr(answer, f.name)) for f in fields(answer)}
    return {"kind": type(answer).__name__, **plain}


def to_frame(answer: Any) -> Any:
    """The answer as a table: a row for each thing that it is about, or one row.

    Returns
    -------
    pandas.DataFrame or list of dict
        Columns "game" and "size", then the fields that `repr` shows. An answer about many things
        has a row for each: sites with their values, cycles, players, moves. A list of dicts where
        pandas is not installed.
    """
    each: tuple[str, ...] = getattr(answer, "each", ())
    about = {}
    if hasattr(answer, "match"):
        about = {"game": answer.match.game.name, "size": answer.match.game.size}
    about |= _row(answer, each)
    many = [getattr(answer, name) for name in each]
    if not many or many[0] is None:
        return frame([about])
    if isinstance(many[0], Mapping):
        return frame(
            {**about, "site": site, **{name: at[site] for name, at in zip(each, many, strict=True)}}
            for site in many[0]
        )
    return frame({**about, **_row(thing)} for thing in many[0])


def _row(record: Any, each: tuple[str, ...] = ()) -> dict[str, Any]:
    names = (f.name for f in fields(record) if f.repr and f.name not in (*each, "match"))
    return {name: getattr(record, name) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Match):
        return str(value)
    if hasattr(value, "__dataclass_fields__"):
        return to_dict(value)
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: _plain(v) for key, v in value.items()}
        return {PAIRS: [[_plain(key), _plain(v)] for key, v in value.items()]}
    if isinstance(value, bytes):
        return {HEX: value.hex()}
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return "inf" if value == inf else value


def built(data: Any, kinds: Mapping[str, type]) -> Any:
    """The answer that `to_dict` wrote; `kinds` are the records there are, by name."""
    if not isinstance(data, Mapping) or data.get("kind") not in kinds:
        raise Refused(f"{shown(data)} is no answer of this package: give what to_dict made")
    kind = kinds[data["kind"]]
    wanted = {f.name for f in fields(kind)}
    if set(data) - {"kind"} != wanted:
        raise Refused(f"{data['kind']} has the keys {', '.join(sorted(wanted))}")
    try:
        return kind(**{key: _built(key, data[key], kinds) for key in wanted})
    except (TypeError, ValueError, RecursionError) as error:  # keys that are lists, bad hex
        if isinstance(error, GameError):
            raise
        raise Refused(f"this is no {data['kind']}: {error}; give what to_dict made") from None


def fits(kind: type, row: Any) -> bool:
    """Has a row of values from a file the types of this record's fields?"""
    hints = list(get_type_hints(kind).values())
    return (
        isinstance(row, list)
        and len(row) == len(hints)
        and all(_is(value, hint) for value, hint in zip(row, hints, strict=True))
    )


def _is(value: Any, hint: Any) -> bool:
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if isinstance(value, float) and not isfinite(value):
        return False
    return type(value) in kinds or (type(value) is int and float in kinds)


def _built(key: str, value: Any, kinds: Mapping[str, type]) -> Any:
    if key == "match":
        return read(value)
    if isinstance(value, Mapping):
        return _mapping(value, kinds)
    if isinstance(value, list):
        return tuple(_built("", v, kinds) for v in value)
    return inf if value == "inf" else value


def _mapping(value: Mapping[str, Any], kinds: Mapping[str, type]) -> Any:
    if "kind" in value:
        return built(value, kinds)
    if value.keys() == {HEX}:
        return bytes.fromhex(value[HEX])
    if value.keys() == {PAIRS}:
        return {_built("", key, kinds): _built("", v, kinds) for key, v in value[PAIRS]}
    return {key: _built("", v, kinds) for key, v in value.items()}


PLAYERS = (FIRST, SECOND)
