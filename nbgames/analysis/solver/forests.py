"""Two edge-disjoint forests of a graph, grown edge by edge by Edmonds' matroid partition.

Edge k joins the points ends[2 * k] and ends[2 * k + 1]. Forest f is rooted: above[f * points + p]
is the place in `ends` of the edge from p to its parent, -1 at a root. Kernels: ints and flat
buffers only.
"""

from __future__ import annotations

from ...core._jit import jit

NEITHER = 2  # of the forests 0 and 1


@jit
def hung(points, ends, held, forest, above):
    """Root a forest anew after edges have changed forests."""
    start = forest * points
    first, following = [-1] * points, [-1] * len(ends)
    waiting, seen = [0] * points, [False] * points
    for half in range(len(ends)):
        if held[half >> 1] == forest:
            following[half] = first[ends[half]]
            first[ends[half]] = half
    for root in range(points):
        if seen[root]:
            continue
        seen[root] = True
        above[start + root] = -1
        waiting[0] = root
        count = 1
        while count:
            count -= 1
            half = first[waiting[count]]
            while half >= 0:
                other = ends[half ^ 1]
                if not seen[other]:
                    seen[other] = True
                    above[start + other] = half ^ 1
                    waiting[count] = other
                    count += 1
                half = following[half]


@jit
def grown(points, ends, held, above, came, queue, added):
    """Add an edge to one of the forests; others may have to change forests (an augmenting path).

    The answer is 0, or if it cannot be added how many edges prevent that, itself included: the
    first of `queue`. Both forests span the same points with them.
    """
    marks = [-1] * points
    for edge in range(len(held)):
        came[edge] = -2
    came[added], queue[0] = -1, added
    first, count = 0, 1
    while first < count:
        edge = queue[first]
        first += 1
        for forest in range(2):
            start = forest * points
            u, v = ends[2 * edge], ends[2 * edge + 1]
            point = u
            marks[point] = 2 * edge + forest
            while above[start + point] >= 0:
                point = ends[above[start + point] ^ 1]
                marks[point] = 2 * edge + forest
            meet = v
            while marks[meet] != 2 * edge + forest and above[start + meet] >= 0:
                meet = ends[above[start + meet] ^ 1]
            if marks[meet] != 2 * edge + forest:
                taken(points, ends, held, above, came, edge, forest)
                return 0
            for point in (u, v):
                at = point
                while at != meet:
                    half = above[start + at]
                    if came[half >> 1] == -2:
                        came[half >> 1], queue[count] = edge, half >> 1
                        count += 1
                    at = ends[half ^ 1]
    return count


@jit
def taken(points, ends, held, above, came, edge, forest):
    """Exchange edges along an augmenting path: each takes the place of the one found after it."""
    if came[edge] < 0:  # no exchange: the tree of its first end is hung from the second
        held[edge] = forest
        half = 2 * edge
        while half >= 0:
            place = forest * points + ends[half]
            before = above[place]
            above[place] = half
            half = before ^ 1 if before >= 0 else -1
        return
    while edge >= 0:
        left = held[edge]
        held[edge] = forest
        edge, forest = came[edge], left
    hung(points, ends, held, 0, above)
    hung(points, ends, held, 1, above)
