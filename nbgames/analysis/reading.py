"""Answers read back from plain data, as graders store them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import answers
from .connectivity import BlockingSet, Distance
from .currents import Resistance
from .cycles import Cycle, CycleReport
from .disjoint import Articulation, DisjointPaths
from .sampling import Playouts
from .scores import Score, Swing
from .tempos import CopolymerSide, RaceSide, Tempo
from .trees import TwoTrees

KINDS = {
    kind.__name__: kind
    for kind in (
        Articulation,
        BlockingSet,
        CopolymerSide,
        Cycle,
        CycleReport,
        DisjointPaths,
        Distance,
        Playouts,
        RaceSide,
        Resistance,
        Score,
        Swing,
        Tempo,
        TwoTrees,
    )
}


def from_dict(data: Mapping[str, Any]) -> Any:
    """The answer that `to_dict` wrote as plain data, also after a round trip through JSON.

    Parameters
    ----------
    data : mapping of str
        What `answer.to_dict()` gave.

    Returns
    -------
    Distance, BlockingSet, CycleReport, Playouts or another record
        Equal to the answer that it was made from.

    Raises
    ------
    Refused
        If it is no such data.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> answer = analysis.distance(nbgames.match("projex", 3), nbgames.FIRST)
    >>> analysis.from_dict(answer.to_dict()) == answer
    True
    """
    return answers.built(data, KINDS)
