"""Questions to ask of a position, each with a small answer that explains and draws itself."""

from .connectivity import (
    articulation,
    blocking_set,
    disjoint_paths,
    distance,
    groups,
    must_play,
    network,
    resistance,
    threats,
)
from .parity import (
    ParityUnionFind,
    crossings,
    cycle_report,
    homology_rank,
    is_balanced,
    potential,
    short_cycles,
    shortest_odd_cycle,
    switching,
)
from .reading import from_dict
from .tempos import history, score, swing, tempo

__all__ = [
    "ParityUnionFind",
    "articulation",
    "blocking_set",
    "crossings",
    "cycle_report",
    "disjoint_paths",
    "distance",
    "from_dict",
    "groups",
    "history",
    "homology_rank",
    "is_balanced",
    "must_play",
    "network",
    "potential",
    "resistance",
    "score",
    "short_cycles",
    "shortest_odd_cycle",
    "swing",
    "switching",
    "tempo",
    "threats",
]
