"""Copies the subtree of a node into fresh buffers, whichever search has grown it, as kernels."""

from __future__ import annotations

from ...core._jit import jit
from .trees import ENTRIES, NODES

LAID = ("firsts", "counts", "movers", "nodes")  # rows that `lay` writes; others are copied


@jit
def lay(tree, into, node, nodes, entries, cursor):
    """Lay out the subtree of a node, the nodes by depth; which nodes and entries they were."""
    nodes[0] = node
    k, many, count = 0, 1, 1
    while k < many:
        old = nodes[k]
        first = tree.firsts[old]
        into.firsts[k], into.counts[k], into.movers[k] = count, tree.counts[old], tree.movers[old]
        for entry in range(first, first + tree.counts[old]):
            entries[count] = entry
            if tree.nodes[entry]:
                nodes[many] = tree.nodes[entry]
                into.nodes[count] = many
                many += 1
            count += 1
        k += 1
    cursor[NODES], cursor[ENTRIES] = many, count


@jit
def pick(row, order, count, into):
    """Copy what a row has at the first `count` places of an order."""
    for k in range(count):
        into[k] = row[order[k]]
