"""Two forests of a graph that share no edge, grown edge by edge: Edmonds' matroid partition.

Edge k joins the points ends[2 * k] and ends[2 * k + 1]. Forest f hangs from its roots:
above[f * points + p] is the place in `ends` of p's edge upwards, -1 at a root. Ints and flat
buffers only.
"""

from __future__ import annotations

from ...core._jit import jit

NEITHER = 2  # of the forests 0 and 1


@jit
def hung(points, ends, held, forest, above):
    """Hang up a forest again after edges have changed over."""
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
def grown(points, ends, held, above, came, queue, new):
    """Take an edge into one of the forests, where others may have to change over.

    Where that cannot be, the answer is how many edges stand in its way, itself among them: the
    first of `queue`. In both forests they join the same points.
    """
    marks = [-1] * points
    for edge in range(len(held)):
        came[edge] = -2
    came[new], queue[0] = -1, new
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
    """Put an edge into a forest; into its old place goes the one that waited for it, and so on."""
    if came[edge] < 0:  # nothing changes over: the tree of its first end hangs from the other
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
