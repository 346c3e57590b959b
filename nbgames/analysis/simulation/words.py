"""Machine-word backend: runs a circuit on arrays of 64-bit words, plain or compiled."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain

from ...core._jit import compiled, jit
from .circuits import ONE, Program, placed

WORDS = 128  # at a time, so that all registers stay near
BITS = 64 * WORDS


@jit
def carry_out(lines, inputs, words, registers, answer, planes, out):
    """Do all lines for one block of words after another; each input has `words` in planes.

    A line is (register, a, b, more): register = a & b, or with more, register |= a & b.
    """
    count = len(lines) // 4
    for block in range(words // WORDS):
        for site in range(inputs):
            for w in range(WORDS):
                registers[(site + 2) * WORDS + w] = planes[site * words + block * WORDS + w]
        for k in range(count):
            at, a, b = lines[4 * k] * WORDS, lines[4 * k + 1] * WORDS, lines[4 * k + 2] * WORDS
            if lines[4 * k + 3]:
                for w in range(WORDS):
                    registers[at + w] |= registers[a + w] & registers[b + w]
            else:
                for w in range(WORDS):
                    registers[at + w] = registers[a + w] & registers[b + w]
        for w in range(WORDS):
            out[block * WORDS + w] = registers[answer * WORDS + w]


def on_words(program: Program, *, fast: bool = True) -> Callable[[Sequence[int], int], int]:
    """The program as a function of one integer an input, and how many bits of them count."""
    steps, count, answer = placed(program)
    # Unsigned, so that a compiler sees that no index is negative.
    lines = array(
        "I",
        chain.from_iterable(
            (home, a, b, k > 0) for home, terms in steps for k, (a, b) in enumerate(terms)
        ),
    )
    inputs = program.inputs - 2
    registers = array("Q", bytes(8 * count * WORDS))
    registers[ONE * WORDS : (ONE + 1) * WORDS] = array("Q", [2**64 - 1] * WORDS)

    def judge(sites: Sequence[int], lanes: int) -> int:
        blocks = -(-lanes // BITS)
        size, every = blocks * BITS // 8, (1 << lanes) - 1
        planes = array("Q", b"".join((x & every).to_bytes(size, "little") for x in sites[:inputs]))
        out = array("Q", bytes(size))
        work = compiled(carry_out) if fast else carry_out
        work(lines, inputs, blocks * WORDS, registers, answer, planes, out)
        return int.from_bytes(out.tobytes(), "little") & every

    return judge
