"""Depth-first proof-number search (df-pn) with a transposition table and must-play sites, in slices.

It answers one question: can the attacker win? A node is proven if the player to move there reaches
its aim, the attacker a win, the other anything else. Its proof and disproof numbers say how many
leaves have at least to be settled to prove or to disprove it (Allis 1994). The search goes down to
the child with the smallest effort until the numbers pass the limits that the parent set (Nagai
2002). All its state is in the buffers, so it stops after a number of nodes and goes on later.
Kernels: ints and flat buffers only.
"""

from __future__ import annotations

from typing import NamedTuple

from ...core._jit import jit
from ...core.position import EMPTY
from .threats import (
    CARRIER, CELLS, COST, DISPROOF, DISPROVEN, MUSTS, PROOF, PROVEN, STONES, Ints, within,
)  # fmt: skip

# The cursor: depth, phase, nodes so far, the answer, nodes to stop at.
DEPTH, PHASE, NODES, ANSWER, LIMIT = range(5)
ENTER, SELECT, LEAVE, DONE = range(4)
FAR = 1 << 30  # more than any number of positions
OWNED = 60  # above all counts of stones
PROBES = 4  # slots in the table for a position


class Stack(NamedTuple):
    """A row for each node from the root to the current one; row d is at depth d."""

    owners: Ints  # of every site, as are the codes
    movers: Ints
    keys: Ints  # of the transposition table
    musts: Ints  # the sites still to be searched
    carriers: Ints
    proofs: Ints
    disproofs: Ints
    proof_limits: Ints
    disproof_limits: Ints
    begun: Ints  # nodes when it was entered
    chosen: Ints  # the place of its current child among the branches
    codes: Ints
    hashes: Ints  # one for each symmetry


class Branches(NamedTuple):
    """What is known of each child of the nodes on the stack, seen by the player who moves there."""

    proofs: Ints
    disproofs: Ints
    carriers: Ints


class Table(NamedTuple):
    """The transposition table: of a position its numbers, the sites to search and the carrier."""

    keys: Ints
    works: Ints  # nodes spent on it
    proofs: Ints
    disproofs: Ints
    musts: Ints
    carriers: Ints


# Hashing


@jit
def encode(problem, owners, codes, base):
    """Write what matters of each site as a small number: its owner.

    With CELLS a stone matters only by the open cells that it is part of: the code of a cell says
    how many of its holes each player has.
    """
    starts, parts = problem.net.part_starts, problem.net.parts
    for site in range(len(owners)):
        code = owners[site]
        if problem.kind == CELLS and site < problem.claimable:
            code = owners[site] != EMPTY
        elif problem.kind == CELLS and code != EMPTY:
            code += OWNED
        elif problem.kind == CELLS:
            for k in range(starts[site], starts[site + 1]):
                owner = owners[parts[k]]
                code += owner + 7 * (owner == 2)
        codes[base + site] = code


@jit
def hash_all(problem, codes, hashes):
    """Hash the root under each symmetry into the first row: the exclusive or over all sites."""
    images, zobrist = problem.images, problem.zobrist
    size = len(problem.bits)
    for way in range(len(images) // size):
        hashes[way] = 0
        for site in range(size):
            hashes[way] ^= zobrist[images[way * size + site]] * (codes[site] + 1)


@jit
def hash_child(problem, stack, depth, site, who, scratch):
    """Hash the child after a claim into the next row, from what the claim changes.

    The least of the hashes under all symmetries, which is the answer, identifies the position.
    """
    starts, parts, kind = problem.net.part_starts, problem.net.parts, problem.kind
    images, zobrist, codes, hashes = problem.images, problem.zobrist, stack.codes, stack.hashes
    owners, child, changed = scratch.here, scratch.child, scratch.waiting
    size = len(owners)
    count = 0
    if kind == CELLS:
        for k in range(starts[site], starts[site + 1]):
            if owners[parts[k]] == EMPTY:
                changed[count] = parts[k]
                count += 1
    for other in range(size):
        if owners[other] != child[other] and not (kind == CELLS and other != site):
            changed[count] = other
            count += 1
    many = len(images) // size
    least = -1
    for way in range(many):
        key = hashes[depth * many + way]
        for k in range(count):
            other = changed[k]
            code = child[other]
            if kind == CELLS:
                if other == site:
                    code = 1
                elif code == EMPTY:
                    code = codes[depth * size + other] + who + 7 * (who == 2)
                else:
                    code += OWNED
            number = zobrist[images[way * size + other]]
            key ^= number * (codes[depth * size + other] + 1) ^ number * (code + 1)
        hashes[(depth + 1) * many + way] = key
        if least < 0 or key < least:
            least = key
    return least


@jit
def slot_of(table, key):
    """The slot that has this position, or else the one to overwrite: that with the least work."""
    keys, works = table.keys, table.works
    first = key % (len(keys) - PROBES)
    best = first
    for slot in range(first, first + PROBES):
        if keys[slot] == key or not keys[slot]:
            return slot
        if works[slot] < works[best]:
            best = slot
    return best


@jit
def take_over(table, slot, key):
    """Overwrite a slot. The work of those around it is halved, or they would stay for ever."""
    first = key % (len(table.keys) - PROBES)
    for other in range(first, first + PROBES):
        table.works[other] //= 2
    table.keys[slot], table.works[slot] = key, 0


# The search, phase by phase. A phase answers which comes next.


@jit
def search(problem, stack, branches, table, scratch, found, cursor):
    """Go on until the root is proven or disproven, or the node limit is reached; is it done?"""
    size = len(scratch.here)
    phase = cursor[PHASE]
    while phase != DONE:
        base = cursor[DEPTH] * size
        for site in range(size):
            scratch.here[site] = stack.owners[base + site]
        if phase == ENTER:
            if cursor[NODES] >= cursor[LIMIT]:
                break
            phase = enter(problem, stack, branches, table, scratch, found, cursor)
        if phase == SELECT:
            phase = select(problem, stack, branches, scratch, cursor)
        if phase == LEAVE:
            phase = leave(problem, stack, branches, table, cursor)
    cursor[PHASE] = phase
    cursor[ANSWER] = DISPROVEN if stack.proofs[0] else PROVEN
    return phase == DONE


@jit
def enter(problem, stack, branches, table, scratch, found, cursor):
    """Take a node's numbers from the table or evaluate it; expand it if that is not enough."""
    depth = cursor[DEPTH]
    proofs, disproofs = stack.proofs, stack.disproofs
    stack.begun[depth] = cursor[NODES]
    slot = slot_of(table, stack.keys[depth])
    met = table.keys[slot] == stack.keys[depth]
    if met:
        proofs[depth], disproofs[depth] = table.proofs[slot], table.disproofs[slot]
        stack.musts[depth], stack.carriers[depth] = table.musts[slot], table.carriers[slot]
    turned = len(problem.images) > len(scratch.here)  # the table's may be another one's image
    if not met or (turned and proofs[depth] and disproofs[depth]):
        verdict = problem.evaluate(
            problem, scratch.here, stack.movers[depth], depth == 0, scratch, found
        )
        cursor[NODES] += found[COST]
        stack.musts[depth], stack.carriers[depth] = found[MUSTS], found[CARRIER]
        if verdict == PROVEN:
            proofs[depth], disproofs[depth] = 0, FAR
        elif verdict == DISPROVEN:
            proofs[depth], disproofs[depth] = FAR, 0
        elif not met:
            proofs[depth], disproofs[depth] = found[PROOF], found[DISPROOF]
    if proofs[depth] >= stack.proof_limits[depth]:
        return LEAVE
    if disproofs[depth] >= stack.disproof_limits[depth]:
        return LEAVE
    expand(problem, stack, branches, table, scratch, depth)
    return SELECT


@jit
def claim(problem, stack, depth, site, scratch):
    """Claim a site at a node: owners into `scratch.child`, mover and key into the next row."""
    child, who = scratch.child, stack.movers[depth]
    for other in range(len(child)):
        child[other] = scratch.here[other]
    mover = problem.step(problem.net, child, site, who)
    key = hash_child(problem, stack, depth, site, who, scratch)
    stack.movers[depth + 1] = mover
    stack.keys[depth + 1] = (4 * problem.attacker + mover) ^ key
    return mover


@jit
def expand(problem, stack, branches, table, scratch, depth):
    """Look up the numbers of every child that is to be searched."""
    bits, sites = problem.bits, problem.sites
    row = depth * len(sites)
    encode(problem, scratch.here, stack.codes, depth * len(scratch.here))
    for k in range(len(sites)):
        if not stack.musts[depth] & bits[sites[k]]:
            continue
        mover = claim(problem, stack, depth, sites[k], scratch)
        slot = slot_of(table, stack.keys[depth + 1])
        proof = disproof = 1
        if table.keys[slot] == stack.keys[depth + 1]:
            proof, disproof = table.proofs[slot], table.disproofs[slot]
            branches.carriers[row + k] = table.carriers[slot]
        if mover != stack.movers[depth]:
            proof, disproof = disproof, proof
        branches.proofs[row + k], branches.disproofs[row + k] = proof, disproof


@jit
def select(problem, stack, branches, scratch, cursor):
    """Back up the children's numbers and go down to the best one, if the limits allow it."""
    depth = cursor[DEPTH]
    if back_up_settled(problem, stack, branches, scratch, depth):
        stack.proofs[depth], stack.disproofs[depth] = 0, FAR
        return LEAVE
    if not stack.musts[depth]:
        stack.proofs[depth], stack.disproofs[depth] = FAR, 0
        return LEAVE
    sites, row = problem.sites, depth * len(problem.sites)
    proof = second = FAR
    best = most = best_disproof = open_ = 0
    for k in range(len(sites)):
        if not stack.musts[depth] & problem.bits[sites[k]]:
            continue
        prove, disprove = branches.proofs[row + k], branches.disproofs[row + k]
        open_ += 1
        most = max(most, disprove)
        if prove < proof or (prove == proof and disprove < best_disproof):
            best, second, proof, best_disproof = k, proof, prove, disprove
        elif prove < second:
            second = prove
    stack.proofs[depth] = proof
    stack.disproofs[depth] = min(FAR - 1, most + open_ - 1)
    if proof >= stack.proof_limits[depth]:
        return LEAVE
    if stack.disproofs[depth] >= stack.disproof_limits[depth]:
        return LEAVE
    prove = min(stack.proof_limits[depth], second + 1 + second // 4)
    disprove = stack.disproof_limits[depth] - open_ + 1
    stack.chosen[depth] = row + best
    descend(problem, stack, scratch, depth, sites[best], prove, disprove)
    cursor[DEPTH] = depth + 1
    return ENTER


@jit
def back_up_settled(problem, stack, branches, scratch, depth):
    """Drop the disproven children, and the sites outside their carriers; is any child proven?"""
    bits, sites = problem.bits, problem.sites
    row = depth * len(sites)
    for k in range(len(sites)):
        bit = bits[sites[k]]
        if not stack.musts[depth] & bit:
            continue
        carrier = branches.carriers[row + k]
        if not branches.proofs[row + k]:
            stack.carriers[depth] = carrier | (bit if problem.kind == STONES else 0)
            return True
        if not branches.disproofs[row + k]:
            stack.carriers[depth] |= carrier
            stack.musts[depth] &= ~bit & within(problem, scratch.here, carrier)
    return False


@jit
def descend(problem, stack, scratch, depth, site, prove, disprove):
    """Make the child the next row of the stack, with limits seen by whoever moves there."""
    mover = claim(problem, stack, depth, site, scratch)
    below, base = depth + 1, (depth + 1) * len(scratch.child)
    for other in range(len(scratch.child)):
        stack.owners[base + other] = scratch.child[other]
    stack.proof_limits[below], stack.disproof_limits[below] = disprove, prove
    if mover == stack.movers[depth]:
        stack.proof_limits[below], stack.disproof_limits[below] = prove, disprove


@jit
def leave(problem, stack, branches, table, cursor):
    """Store a node in the table and hand its numbers to its parent."""
    depth = cursor[DEPTH]
    proof, disproof, kind = stack.proofs[depth], stack.disproofs[depth], problem.kind
    if not (proof and disproof) and kind != STONES and kind != CELLS:
        for site in problem.sites:
            stack.carriers[depth] |= problem.bits[site]
    key = stack.keys[depth]
    slot = slot_of(table, key)
    if table.keys[slot] != key:
        take_over(table, slot, key)
    table.works[slot] += cursor[NODES] - stack.begun[depth]
    table.proofs[slot], table.disproofs[slot] = proof, disproof
    table.musts[slot], table.carriers[slot] = stack.musts[depth], stack.carriers[depth]
    if not depth:
        return DONE
    if stack.movers[depth - 1] != stack.movers[depth]:
        proof, disproof = disproof, proof
    place = stack.chosen[depth - 1]
    branches.proofs[place], branches.disproofs[place] = proof, disproof
    branches.carriers[place] = stack.carriers[depth]
    cursor[DEPTH] = depth - 1
    return SELECT
