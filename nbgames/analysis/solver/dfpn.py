"""Who can force a win: proof numbers, depth first, with a table and must-play, in slices.

One question at a time: can the attacker win? A position is good if whoever is to move there
reaches what they want: the attacker a win, the defender anything else. Its two numbers say how
many positions have at least to be settled to show that it is good, or that it is not (Allis 1994);
where the less is to be done, the search goes on, until the numbers pass what the position above
allows (df-pn, Nagai 2002). All that it knows lies in the buffers, so it stops after a number of
nodes and goes on where it was. Ints and flat buffers only.
"""

from __future__ import annotations

from ...core._jit import jit
from ...core.position import EMPTY
from .threats import BAD, COST, GOOD, MUSTS, NEEDS, PARTS, PROOF, REFUTATION, STONES, within

# Where the cursor stands: depth, phase, nodes so far, the answer, nodes to stop at.
DEPTH, PHASE, NODES, ANSWER, LIMIT = range(5)
ENTER, NEXT, LEAVE, DONE = range(4)
FAR = 1 << 30  # more than any number of positions
OWNED = 60  # above all counts of parts
PROBES = 4  # places in the table for a position


@jit
def coded(net, kind, claimable, owners, codes, base):
    """What matters of each site, as a small number: its owner.

    With PARTS a stone matters by the open sites that it is part of only: how many parts of them
    each player has.
    """
    starts, parts = net.part_starts, net.parts
    for site in range(len(owners)):
        code = owners[site]
        if kind == PARTS and site < claimable:
            code = owners[site] != EMPTY
        elif kind == PARTS and code != EMPTY:
            code += OWNED
        elif kind == PARTS:
            for k in range(starts[site], starts[site + 1]):
                owner = owners[parts[k]]
                code += owner + 7 * (owner == 2)
        codes[base + site] = code


@jit
def hashed(size, ways, zobrist, codes, turned):
    """The number of a position turned in each way, in the first row: what all its sites add."""
    for way in range(len(ways) // size):
        turned[way] = 0
        for site in range(size):
            turned[way] ^= zobrist[ways[way * size + site]] * (codes[site] + 1)


@jit
def after(net, kind, owners, child, size, site, who, ways, zobrist, codes, turned, depth, touched):
    """The same after a claim, in the row below, from what it touches; the least identifies it."""
    starts, parts = net.part_starts, net.parts
    count = 0
    if kind == PARTS:
        for k in range(starts[site], starts[site + 1]):
            if owners[parts[k]] == EMPTY:
                touched[count] = parts[k]
                count += 1
    for other in range(size):
        if owners[other] != child[other] and not (kind == PARTS and other != site):
            touched[count] = other
            count += 1
    many = len(ways) // size
    least = -1
    for way in range(many):
        key = turned[depth * many + way]
        for k in range(count):
            other = touched[k]
            code = child[other]
            if kind == PARTS:
                if other == site:
                    code = 1
                elif code == EMPTY:
                    code = codes[depth * size + other] + who + 7 * (who == 2)
                else:
                    code += OWNED
            number = zobrist[ways[way * size + other]]
            key ^= number * (codes[depth * size + other] + 1) ^ number * (code + 1)
        turned[(depth + 1) * many + way] = key
        if least < 0 or key < least:
            least = key
    return least


@jit
def place(table, works, key):
    """Where the table has this position, or else what may be overwritten: the least work."""
    first = key % (len(table) - PROBES)
    best = first
    for slot in range(first, first + PROBES):
        if table[slot] == key or not table[slot]:
            return slot
        if works[slot] < works[best]:
            best = slot
    return best


@jit
def outlived(works, slot, key, table):
    """A place is taken over: what lies around it counts half from now on, or it would never go."""
    first = key % (len(table) - PROBES)
    for other in range(first, first + PROBES):
        works[other] //= 2
    works[slot] = 0


@jit
def search(
    net, step, winner, look, kind, crossing, claimable, attacker, size, sites, bits, maps,
    zobrist, owners, movers, keys, musts, needs, proofs, refutations, proof_limits,
    refutation_limits, begun, chosen, next_proofs, next_refutations,
    next_needs, codes, turned, table, works, known, cursor, said, here, child, lacks, seen,
    waiting, rooms,
):  # fmt: skip
    """Go on until the root is answered or the node limit is reached.

    Row d of the buffers is the node at depth d. `known` has what the table knows of a position:
    its numbers, the sites that may be played and the carrier.
    """
    many = len(sites)
    every = 0
    for site in sites:
        every |= bits[site]
    known_proofs, known_refutations, known_musts, known_needs = known
    alike = len(maps) > size  # the table's position may be another one, turned
    depth, phase = cursor[DEPTH], cursor[PHASE]
    while phase != DONE:
        base, row, who = depth * size, depth * many, movers[depth]
        for site in range(size):
            here[site] = owners[base + site]
        if phase == ENTER:
            if cursor[NODES] >= cursor[LIMIT]:
                break
            begun[depth] = cursor[NODES]
            slot = place(table, works, keys[depth])
            met = table[slot] == keys[depth]
            if met:
                proofs[depth], refutations[depth] = known_proofs[slot], known_refutations[slot]
                musts[depth], needs[depth] = known_musts[slot], known_needs[slot]
            if not met or (alike and proofs[depth] and refutations[depth]):
                verdict = look(
                    net, step, winner, kind, crossing, claimable, attacker, here, who, depth == 0,
                    sites, bits, said, child, lacks, seen, waiting, rooms,
                )  # fmt: skip
                cursor[NODES] += said[COST]
                musts[depth], needs[depth] = said[MUSTS], said[NEEDS]
                if verdict == GOOD:
                    proofs[depth], refutations[depth] = 0, FAR
                elif verdict == BAD:
                    proofs[depth], refutations[depth] = FAR, 0
                elif not met:
                    proofs[depth], refutations[depth] = said[PROOF], said[REFUTATION]
            phase = NEXT
            if proofs[depth] >= proof_limits[depth] or (
                refutations[depth] >= refutation_limits[depth]
            ):
                phase = LEAVE
            else:
                coded(net, kind, claimable, here, codes, base)
                for k in range(many):
                    if musts[depth] & bits[sites[k]]:
                        for site in range(size):
                            child[site] = here[site]
                        mover = step(net, child, sites[k], who)
                        key = (4 * attacker + mover) ^ after(
                            net, kind, here, child, size, sites[k], who, maps, zobrist, codes,
                            turned, depth, waiting,
                        )  # fmt: skip
                        slot = place(table, works, key)
                        prove = refute = 1
                        if table[slot] == key:
                            prove, refute = known_proofs[slot], known_refutations[slot]
                            next_needs[row + k] = known_needs[slot]
                        if mover != who:
                            prove, refute = refute, prove
                        next_proofs[row + k], next_refutations[row + k] = prove, refute
        if phase == NEXT:
            proof = FAR
            for k in range(many):
                bit = bits[sites[k]]
                if not musts[depth] & bit:
                    continue
                if not next_proofs[row + k]:
                    proof = 0
                    needs[depth] = next_needs[row + k] | (bit if kind == STONES else 0)
                    break
                if not next_refutations[row + k]:
                    carrier = next_needs[row + k]
                    needs[depth] |= carrier
                    musts[depth] &= ~bit & within(net, kind, claimable, here, bits, carrier)
            phase = LEAVE
            if not proof:
                proofs[depth], refutations[depth] = 0, FAR
            elif not musts[depth]:
                proofs[depth], refutations[depth] = FAR, 0
            else:
                second = FAR
                best = most = best_refutation = open_ = 0
                for k in range(many):
                    if not musts[depth] & bits[sites[k]]:
                        continue
                    prove, refute = next_proofs[row + k], next_refutations[row + k]
                    open_ += 1
                    most = max(most, refute)
                    if prove < proof or (prove == proof and refute < best_refutation):
                        best, second, proof, best_refutation = k, proof, prove, refute
                    elif prove < second:
                        second = prove
                proofs[depth] = proof
                refutations[depth] = min(FAR - 1, most + open_ - 1)
                if proof < proof_limits[depth] and refutations[depth] < refutation_limits[depth]:
                    prove = min(proof_limits[depth], second + 1 + second // 4)
                    refute = refutation_limits[depth] - open_ + 1
                    for site in range(size):
                        child[site] = here[site]
                    mover = step(net, child, sites[best], who)
                    keys[depth + 1] = (4 * attacker + mover) ^ after(
                        net, kind, here, child, size, sites[best], who, maps, zobrist, codes,
                        turned, depth, waiting,
                    )  # fmt: skip
                    chosen[depth] = row + best
                    depth += 1
                    for site in range(size):
                        owners[base + size + site] = child[site]
                    movers[depth] = mover
                    proof_limits[depth], refutation_limits[depth] = refute, prove
                    if mover == who:
                        proof_limits[depth], refutation_limits[depth] = prove, refute
                    phase = ENTER
        if phase == LEAVE:
            if not (proofs[depth] and refutations[depth]) and kind != STONES and kind != PARTS:
                needs[depth] = every
            key = keys[depth]
            slot = place(table, works, key)
            if table[slot] != key:
                outlived(works, slot, key, table)
            table[slot] = key
            works[slot] += cursor[NODES] - begun[depth]
            known_proofs[slot], known_refutations[slot] = proofs[depth], refutations[depth]
            known_musts[slot], known_needs[slot] = musts[depth], needs[depth]
            phase = DONE
            if depth:
                depth -= 1
                prove, refute = proofs[depth + 1], refutations[depth + 1]
                if movers[depth] != who:
                    prove, refute = refute, prove
                up = chosen[depth]
                next_proofs[up], next_refutations[up] = prove, refute
                next_needs[up] = needs[depth + 1]
                phase = NEXT
    cursor[DEPTH], cursor[PHASE] = depth, phase
    cursor[ANSWER] = BAD if proofs[0] else GOOD
    return phase == DONE
