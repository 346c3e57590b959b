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

from ...core._jit import jit
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

# The cursor: depth, phase, nodes so far, the answer, nodes to stop at.
DEPTH, PHASE, NODES, ANSWER, LIMIT = range(5)
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


@jit
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


@jit
def hash_all(hashing, size):
    """Hash the root under each symmetry into the first row: the exclusive or over all sites."""
    images, hashes = hashing.images, hashing.hashes
    for image in range(len(images) // size):
        hashes[image] = 0
        for site in range(size):
            hashes[image] ^= hashing.zobrist[images[image * size + site]] * (
                hashing.codes[site] + 1
            )


@jit
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


@jit
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


@jit
def take_over(keys, works, slot, key):
    """Overwrite a slot. The work of those around it is halved, or they would stay for ever."""
    first = key % (len(keys) - PROBES)
    for other in range(first, first + PROBES):
        works[other] //= 2
    keys[slot], works[slot] = key, 0


# The search


@jit
def best_child(sites, bits, musts, proofs, disproofs, row):
    """The child of least proof number: its row, that number, the next one, and two counts.

    The counts are the greatest disproof number of all children and how many children there are.
    """
    proof = second = FAR
    best = most = best_disproof = open_ = 0
    for k in range(len(sites)):
        if not musts & bits[sites[k]]:
            continue
        prove, disprove = proofs[row + k], disproofs[row + k]
        open_ += 1
        most = max(most, disprove)
        if prove < proof or (prove == proof and disprove < best_disproof):
            best, second, proof, best_disproof = k, proof, prove, disprove
        elif prove < second:
            second = prove
    return best, proof, second, most, open_


@jit
def search(problem, hashing, stack, branches, table, scratch, found, cursor):
    """Go on until the root is proven or disproven, or the node limit is reached; is it done?"""
    # The phases are no kernels of their own: compiled code counts references to every array of a
    # tuple at every call, and with seven calls a node the search took twice as long.
    net, step, evaluate, kind = problem.net, problem.step, problem.evaluate, problem.kind
    sites, bits, attacker = problem.sites, problem.bits, problem.attacker
    owners, movers, keys, musts, carriers = (
        stack.owners, stack.movers, stack.keys, stack.musts, stack.carriers,
    )  # fmt: skip
    proofs, disproofs, begun, chosen = stack.proofs, stack.disproofs, stack.begun, stack.chosen
    proof_limits, disproof_limits = stack.proof_limits, stack.disproof_limits
    next_proofs, next_disproofs, next_carriers = branches
    table_keys, works, table_proofs, table_disproofs, table_musts, table_carriers = table
    here, child = scratch.here, scratch.child
    size, many, every = len(here), len(sites), 0
    for site in sites:
        every |= bits[site]
    turned = len(hashing.images) > size  # the table's position may be an image of this one
    depth, phase = cursor[DEPTH], cursor[PHASE]
    while phase != DONE:
        base, row, who = depth * size, depth * many, movers[depth]
        for site in range(size):
            here[site] = owners[base + site]
        if phase == ENTER:
            if cursor[NODES] >= cursor[LIMIT]:
                break
            begun[depth] = cursor[NODES]
            slot = slot_of(table_keys, works, keys[depth])
            met = table_keys[slot] == keys[depth]
            if met:
                proofs[depth], disproofs[depth] = table_proofs[slot], table_disproofs[slot]
                musts[depth], carriers[depth] = table_musts[slot], table_carriers[slot]
            if not met or (turned and proofs[depth] and disproofs[depth]):
                verdict = evaluate(problem, here, who, depth == 0, scratch, found)
                cursor[NODES] += found[COST]
                musts[depth], carriers[depth] = found[MUSTS], found[CARRIER]
                if verdict == PROVEN:
                    proofs[depth], disproofs[depth] = 0, FAR
                elif verdict == DISPROVEN:
                    proofs[depth], disproofs[depth] = FAR, 0
                elif not met:
                    proofs[depth], disproofs[depth] = found[PROOF], found[DISPROOF]
            phase = SELECT
            if proofs[depth] >= proof_limits[depth] or disproofs[depth] >= disproof_limits[depth]:
                phase = LEAVE
            else:  # expand: look up every child that is to be searched
                encode(hashing, here, base)
                for k in range(many):
                    if musts[depth] & bits[sites[k]]:
                        for site in range(size):
                            child[site] = here[site]
                        mover = step(net, child, sites[k], who)
                        key = hash_child(hashing, here, child, sites[k], who, depth)
                        key ^= 4 * attacker + mover
                        slot = slot_of(table_keys, works, key)
                        prove = disprove = 1
                        if table_keys[slot] == key:
                            prove, disprove = table_proofs[slot], table_disproofs[slot]
                            next_carriers[row + k] = table_carriers[slot]
                        if mover != who:
                            prove, disprove = disprove, prove
                        next_proofs[row + k], next_disproofs[row + k] = prove, disprove
        if phase == SELECT:
            proof = FAR
            for k in range(many):  # drop disproven children, and the sites outside their carriers
                bit = bits[sites[k]]
                if not musts[depth] & bit:
                    continue
                if not next_proofs[row + k]:
                    proof = 0
                    carriers[depth] = next_carriers[row + k] | (bit if kind == STONES else 0)
                    break
                if not next_disproofs[row + k]:
                    carrier = next_carriers[row + k]
                    carriers[depth] |= carrier
                    musts[depth] &= ~bit & within(problem, here, carrier)
            phase = LEAVE
            if not proof:
                proofs[depth], disproofs[depth] = 0, FAR
            elif not musts[depth]:
                proofs[depth], disproofs[depth] = FAR, 0
            else:
                best, proof, second, most, open_ = best_child(
                    sites, bits, musts[depth], next_proofs, next_disproofs, row
                )
                proofs[depth], disproofs[depth] = proof, min(FAR - 1, most + open_ - 1)
                if proof < proof_limits[depth] and disproofs[depth] < disproof_limits[depth]:
                    prove = min(proof_limits[depth], second + 1 + second // 4)
                    disprove = disproof_limits[depth] - open_ + 1
                    for site in range(size):
                        child[site] = here[site]
                    mover = step(net, child, sites[best], who)
                    key = hash_child(hashing, here, child, sites[best], who, depth)
                    chosen[depth] = row + best
                    depth += 1
                    for site in range(size):
                        owners[base + size + site] = child[site]
                    movers[depth], keys[depth] = mover, key ^ (4 * attacker + mover)
                    proof_limits[depth], disproof_limits[depth] = disprove, prove
                    if mover == who:
                        proof_limits[depth], disproof_limits[depth] = prove, disprove
                    phase = ENTER
        if phase == LEAVE:
            if not (proofs[depth] and disproofs[depth]) and kind != STONES and kind != CELLS:
                carriers[depth] = every
            slot = slot_of(table_keys, works, keys[depth])
            if table_keys[slot] != keys[depth]:
                take_over(table_keys, works, slot, keys[depth])
            works[slot] += cursor[NODES] - begun[depth]
            table_proofs[slot], table_disproofs[slot] = proofs[depth], disproofs[depth]
            table_musts[slot], table_carriers[slot] = musts[depth], carriers[depth]
            phase = DONE
            if depth:
                depth -= 1
                prove, disprove = proofs[depth + 1], disproofs[depth + 1]
                if movers[depth] != who:
                    prove, disprove = disprove, prove
                up = chosen[depth]
                next_proofs[up], next_disproofs[up] = prove, disprove
                next_carriers[up] = carriers[depth + 1]
                phase = SELECT
    cursor[DEPTH], cursor[PHASE] = depth, phase
    cursor[ANSWER] = DISPROVEN if proofs[0] else PROVEN
    return phase == DONE
