"""Pictures of boards, graphs and answers: matplotlib's figures, or plain ones where it is missing.

A Python inside a web page may have no matplotlib. There the same functions show the board's own
drawing with the graph or the answer laid over it, and say so.
"""

from importlib.util import find_spec

from .networks import network

if find_spec("matplotlib"):
    from .charts import tempo, turns
    from .exports import captioned, vector
    from .figures import answer, board, double_cover, graph, heat, row
    from .named_graph import drawn
else:
    from .sketches import (  # type: ignore[assignment]
        answer,
        board,
        captioned,
        double_cover,
        drawn,
        graph,
        heat,
        row,
        tempo,
        turns,
        vector,
    )

__all__ = [
    "answer",
    "board",
    "captioned",
    "double_cover",
    "drawn",
    "graph",
    "heat",
    "network",
    "row",
    "tempo",
    "turns",
    "vector",
]
