"""Compiles beforehand what computer players and solvers run, so that nobody waits at a board.

`python -m nbgames.opponents.precompile` keeps the machine code in the user's data folder. It takes
a minute; seconds where all is kept already.
"""

from __future__ import annotations

from ..analysis.compiling import wait
from ..analysis.solver.margins import MOST
from ..analysis.solving import solve
from ..core._jit import can_compile
from ..games import GAMES, game
from ..play.match import match
from .players import opponent

SECONDS = 1.0  # a search compiles what it runs when it has run for half of that
LEAVES = 100  # of a player's search


def precompile(name: str) -> None:
    """Let the strongest player and the solver begin to search, and wait for the compilers.

    Both search the largest board that the solver's kernels take, and the player the usual one: its
    random games are counted in other ways there.
    """
    size = max(n for n in GAMES[name].sizes if len(game(name, n).board.names) <= MOST)
    for m in (match(name, size, swap=False), match(name, swap=False)):
        opponent(6, seed=0, nodes=LEAVES).choose(m)
    solve(match(name, size, swap=False), seconds=SECONDS)
    wait()


def main() -> None:
    if not can_compile():
        print("numba is not installed: computer players and solvers run as plain Python")
        return
    for name in GAMES:
        print(f"compiling {name} ...", end=" ", flush=True)
        precompile(name)
        print("done")


if __name__ == "__main__":
    main()
