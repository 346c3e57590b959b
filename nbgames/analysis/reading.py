"""Reads answers back from plain data: the inverse of `to_dict`, for graders and files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import answers
from .blocking import BlockingSet
from .carriers import Connections, Link
from .connecting import CopolymerSide
from .connectivity import Distance
from .currents import Resistance
from .cycles import Cycle, CycleReport
from .disjoint import Articulation, DisjointPaths
from .measures import Measure, Metrics
from .prooftrees import ProofTree
from .remarks import Remark
from .reviewed import Review
from .sampling import Playouts
from .scores import Score, Swing
from .solving import Solution
from .strategies import Certificate, Strategy
from .tempos import RaceSide, Tempo
from .trees import TwoTrees
from .unfolding import Branch

KINDS = {
    kind.__name__: kind
    for kind in (
        Articulation,
        BlockingSet,
        Branch,
        Certificate,
        Connections,
        CopolymerSide,
        Cycle,
        CycleReport,
        DisjointPaths,
        Distance,
        Link,
        Measure,
        Metrics,
        Playouts,
        ProofTree,
        RaceSide,
        Remark,
        Resistance,
        Review,
        Score,
        Solution,
        Strategy,
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
