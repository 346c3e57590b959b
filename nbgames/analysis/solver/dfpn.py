"""Depth-first proof-number search (df-pn) with a transposition table and must-play sites.

It answers one question: can the attacker win? A node is proven if the player to move there reaches
its aim, the attacker a win, the other anything else. Its proof and disproof numbers say how many
leaves have at least to be settled to prove or to disprove it (Allis 1994). The search goes down to
the child with the smallest effort until the numbers pass the limits that the parent set (Nagai
2002). All its state is in the buffers, so it stops after a number of nodes and goes on later.
Kernels: ints and flat buffers only.
"""

from __future__ import annotations

from typing import NamedTuple

from ...core._jit import inlined, jit
from ...core.position import EMPTY
from .threats import (
    CARRIER,
    CELLS,
    COST,
    DISPROOF,
    DISPROVEN,
    MUSTS,
    PROOF,
    PROVEN,
    STONES,
    Ints,
    within,
)  # fmt: skip

# The cursor: depth, phase, nodes so far, the answer, nodes to stop at, visits left.
DEPTH, PHASE, NODES, ANSWER, LIMIT, VISITS = range(6)
ENTER, SELECT, LEAVE, DONE = range(4)
FAR = 1 << 30  # more than any number of positions
OWNED = 60  # above all counts of stones
PROBES = 4  # slots in the table for a position


class Stack(NamedTuple):
    """A row for each node from the root to the current one; row d is at depth d."""

    owners: Ints  # of every site
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


class Hashing(NamedTuple):
    """What hashes positions from row to row of the stack, the same under every symmetry."""

    kind: int  # of carriers
    claimable: int
    part_starts: Ints  # as in the board's net
    parts: Ints
    images: Ints  # each symmetry's image of every site, the identity first
    zobrist: Ints
    codes: Ints  # of every site
    hashes: Ints  # one for each symmetry
    changed: Ints  # a place for each site


# Hashing


@inlined
def encode(hashing, owners, base):
    """Write what matters of each site as a small number: its owner.

    With CELLS a stone matters only by the open cells that it is part of: the code of a cell says
    how many of its holes each player has.
    """
    kind, starts, parts = hashing.kind, hashing.part_starts, hashing.parts
    for site in range(len(owners)):
        code = owners[site]
        if kind == CELLS and site < hashing.claimable:
            code = owners[site] != EMPTY
        elif kind == CELLS and code != EMPTY:
            code += OWNED
        elif kind == CELLS:
            for k in range(starts[site], starts[site + 1]):
                owner = owners[parts[k]]
                code += owner + 7 * (owner == 2)
        hashing.codes[base + site] = code


@inlined
def hash_all(hashing, size):
    """Hash the root under each symmetry into the first row: the exclusive or over all sites."""
    images, hashes = hashing.images, hashing.hashes
    for image in range(len(images) // size):
        hashes[image] = 0
        for site in range(size):
            hashes[image] ^= hashing.zobrist[images[image * size + site]] * (
                hashing.codes[site] + 1
            )


@inlined
def hash_child(hashing, owners, child, site, who, depth):
    """Hash the child after a claim into the next row, from what the claim changes.

    The least of the hashes under all symmetries, which is the answer, identifies the position.
    """
    kind, starts, parts, changed = (
        hashing.kind, hashing.part_starts, hashing.parts, hashing.changed,
    )  # fmt: skip
    images, zobrist, codes, hashes = hashing.images, hashing.zobrist, hashing.codes, hashing.hashes
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
    for image in range(many):
        key = hashes[depth * many + image]
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
            number = zobrist[images[image * size + other]]
            key ^= number * (codes[depth * size + other] + 1) ^ number * (code + 1)
        hashes[(depth + 1) * many + image] = key
        if least < 0 or key < least:
            least = key
    return least


@inlined
def slot_of(keys, works, key):
    """The slot that has this position, or else the one to overwrite: that with the least work."""
    first = key % (len(keys) - PROBES)
    best = first
    for slot in range(first, first + PROBES):
        if keys[slot] == key or not keys[slot]:
            return slot
        if works[slot] < works[best]:
            best = slot
    return best


@inlined
def take_over(keys, works, slot, key):
    """Overwrite a slot. The work of those around it is halved, or they would stay for ever."""
    first = key % (len(keys) - PROBES)
    for other in range(first, first + PROBES):
        works[other] //= 2
    keys[slot], works[slot] = key, 0


# The search


@jit
def set_root(hashing, stack, cursor, owners, attacker, who):
    """Make this position the first row of the stack; the search begins there."""
    size = len(owners)
    for site in range(size):
        stack.owners[site] = owners[site]
    encode(hashing, owners, 0)
    hash_all(hashing, size)
    least = hashing.hashes[0]
    for image in range(1, len(hashing.images) // size):
        least = min(least, hashing.hashes[image])
    stack.movers[0], stack.keys[0] = who, least ^ (4 * attacker + who)
    stack.proof_limits[0] = stack.disproof_limits[0] = FAR
    cursor[DEPTH], cursor[PHASE], cursor[NODES] = 0, ENTER, 0


@inlined
def best_child(sites, bits, musts, proofs, disproofs, row):
    """The child of least proof number: its row, that number, the next one, and two counts.

    The counts are the greatest disproof number of all children and how many children there are.
    """
    proof = second = FAR
    best = most = best_disproof = open_ = 0
    for k in range(len(sites)):
        prove, disprove = proofs[row + k], disproofs[row + k]
        if not disprove or not musts & bits[sites[k]]:
            continue
        open_ += 1
        most = max(most, disprove)
        if prove < proof or (prove == proof and disprove < best_disproof):
            best, second, proof, best_disproof = k, proof, prove, disprove
        elif prove < second:
            second = prove
    return best, proof, second, most, open_


@inlined
def search(problem, hashing, stack, branches, table, scratch, found, cursor):
    """Go on until the root is proven or disproven, or a limit is reached; is it done?

    A node that is met again costs no evaluation and counts as a visit only.
    """
    phase = cursor[PHASE]
    while phase != DONE and (
        phase != ENTER or (cursor[NODES] < cursor[LIMIT] and cursor[VISITS] > 0)
    ):
        if phase == ENTER:
            phase = LEAVE
            cursor[VISITS] -= 1
            if enter(problem, hashing, stack, table, scratch, found, cursor):
                expand(problem, hashing, stack, branches, table, scratch, cursor[DEPTH])
                phase = SELECT
        elif phase == SELECT:
            phase = select(problem, hashing, stack, branches, scratch, cursor)
        else:
            phase = leave(problem, stack, branches, table, scratch, cursor)
    cursor[PHASE] = phase
    cursor[ANSWER] = DISPROVEN if stack.proofs[0] else PROVEN
    return phase == DONE


@inlined
def enter(problem, hashing, stack, table, scratch, found, cursor):
    """Look the node up in the table, or evaluate it; are its numbers below the parent's limits?"""
    depth = cursor[DEPTH]
    proofs, disproofs, musts, carriers = stack.proofs, stack.disproofs, stack.musts, stack.carriers
    key, here = stack.keys[depth], scratch.here
    copy_row(stack.owners, here, depth)
    stack.begun[depth] = cursor[NODES]
    slot = slot_of(table.keys, table.works, key)
    met = table.keys[slot] == key
    if met:
        proofs[depth], disproofs[depth] = table.proofs[slot], table.disproofs[slot]
        musts[depth], carriers[depth] = table.musts[slot], table.carriers[slot]
    turned = len(hashing.images) > len(here)  # the table's position may be an image of this one
    if not met or (turned and proofs[depth] and disproofs[depth]):
        verdict = problem.evaluate(problem, here, stack.movers[depth], depth == 0, scratch, found)
        cursor[NODES] += found[COST]
        musts[depth], carriers[depth] = found[MUSTS], found[CARRIER]
        if verdict == PROVEN:
            proofs[depth], disproofs[depth] = 0, FAR
        elif verdict == DISPROVEN:
            proofs[depth], disproofs[depth] = FAR, 0
        elif not met:
            proofs[depth], disproofs[depth] = found[PROOF], found[DISPROOF]
    return (
        proofs[depth] < stack.proof_limits[depth]
        and disproofs[depth] < stack.disproof_limits[depth]
    )


@inlined
def copy_row(owners, here, depth):
    """Copy the owners of the node at this depth."""
    base = depth * len(here)
    for site in range(len(here)):
        here[site] = owners[base + site]


@inlined
def expand(problem, hashing, stack, branches, table, scratch, depth):
    """Look up every child that is to be searched."""
    sites, who = problem.sites, stack.movers[depth]
    row = depth * len(sites)
    encode(hashing, scratch.here, depth * len(scratch.here))
    for k in range(len(sites)):
        if not stack.musts[depth] & problem.bits[sites[k]]:
            continue
        mover, key = claim(problem, hashing, scratch, sites[k], who, depth)
        slot = slot_of(table.keys, table.works, key)
        prove = disprove = 1
        if table.keys[slot] == key:
            prove, disprove = table.proofs[slot], table.disproofs[slot]
            branches.carriers[row + k] = table.carriers[slot]
        if mover != who:
            prove, disprove = disprove, prove
        branches.proofs[row + k], branches.disproofs[row + k] = prove, disprove


@inlined
def claim(problem, hashing, scratch, site, who, depth):
    """Write the child after a claim to `scratch.child`; its mover and its key."""
    here, child = scratch.here, scratch.child
    for other in range(len(here)):
        child[other] = here[other]
    mover = problem.step(problem.net, child, site, who)
    key = hash_child(hashing, here, child, site, who, depth)
    return mover, key ^ (4 * problem.attacker + mover)


@inlined
def select(problem, hashing, stack, branches, scratch, cursor):
    """Find the numbers from the children; go down to the best within limits; the next phase."""
    depth = cursor[DEPTH]
    proofs, disproofs = stack.proofs, stack.disproofs
    if drop_settled(problem, stack, branches, scratch.here, depth):
        proofs[depth], disproofs[depth] = 0, FAR
        return LEAVE
    if not stack.musts[depth]:
        proofs[depth], disproofs[depth] = FAR, 0
        return LEAVE
    best, proof, second, most, open_ = best_child(
        problem.sites, problem.bits, stack.musts[depth], branches.proofs, branches.disproofs,
        depth * len(problem.sites),
    )  # fmt: skip
    disproof = min(FAR - 1, most + open_ - 1)
    proofs[depth], disproofs[depth] = proof, disproof
    if proof >= stack.proof_limits[depth] or disproof >= stack.disproof_limits[depth]:
        return LEAVE
    go_down(problem, hashing, stack, scratch, depth, best, second, open_)
    cursor[DEPTH] = depth + 1
    return ENTER


@inlined
def drop_settled(problem, stack, branches, here, depth):
    """Is a child proven? If not, drop the disproven ones and the sites outside their carriers.

    A bit that two sites share stays until both are disproven.
    """
    sites, musts, carriers = problem.sites, stack.musts, stack.carriers
    row = depth * len(sites)
    for k in range(len(sites)):
        bit = problem.bits[sites[k]]
        if not musts[depth] & bit:
            continue
        carrier = branches.carriers[row + k]
        if not branches.proofs[row + k]:
            carriers[depth] = carrier | (bit if problem.kind == STONES else 0)
            return True
        if not branches.disproofs[row + k]:
            carriers[depth] |= carrier
            musts[depth] &= within(problem, here, carrier)
            if not branches.disproofs[row + problem.twins[k]]:
                musts[depth] &= ~bit
    return False


@inlined
def go_down(problem, hashing, stack, scratch, depth, best, second, open_):
    """Write the best child to the next row, with limits at which another one is better."""
    who, limit, size = stack.movers[depth], stack.proof_limits[depth], len(scratch.here)
    prove = min(limit, second + 1 + second // 4)
    disprove = stack.disproof_limits[depth] - open_ + 1
    mover, key = claim(problem, hashing, scratch, problem.sites[best], who, depth)
    stack.chosen[depth] = depth * len(problem.sites) + best
    depth += 1
    for site in range(size):
        stack.owners[depth * size + site] = scratch.child[site]
    stack.movers[depth], stack.keys[depth] = mover, key
    if mover != who:
        prove, disprove = disprove, prove
    stack.proof_limits[depth], stack.disproof_limits[depth] = prove, disprove


@inlined
def leave(problem, stack, branches, table, scratch, cursor):
    """Write a node to the table, and to the branches of its parent; the next phase."""
    depth = cursor[DEPTH]
    proof, disproof, kind = stack.proofs[depth], stack.disproofs[depth], problem.kind
    if not (proof and disproof) and kind != STONES and kind != CELLS:
        stack.carriers[depth] = problem.every
    key = stack.keys[depth]
    slot = slot_of(table.keys, table.works, key)
    if table.keys[slot] != key:
        take_over(table.keys, table.works, slot, key)
    table.works[slot] += cursor[NODES] - stack.begun[depth]
    table.proofs[slot], table.disproofs[slot] = proof, disproof
    table.musts[slot], table.carriers[slot] = stack.musts[depth], stack.carriers[depth]
    if not depth:
        return DONE
    up = stack.chosen[depth - 1]
    if stack.movers[depth - 1] != stack.movers[depth]:
        proof, disproof = disproof, proof
    branches.proofs[up], branches.disproofs[up] = proof, disproof
    branches.carriers[up] = stack.carriers[depth]
    cursor[DEPTH] = depth - 1
    copy_row(stack.owners, scratch.here, depth - 1)
    return SELECT
