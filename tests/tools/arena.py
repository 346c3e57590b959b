"""Plays the matches of the README's table of levels, kept in data/arena.jsonl: `make arena`.

What is missing there is played; then the table is written into the README.
"""

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from nbgames.opponents import Contest, contest
from nbgames.opponents.arena import BOARDS, MCTS, PAIRS
from tools import parser, whole

RESULTS = Path(__file__).parents[1] / "data" / "arena.jsonl"
README = Path(__file__).parents[2] / "README.md"
START, END = "<!-- make arena -->\n", "<!-- end of the table -->"


def table(found: Contest) -> str:
    """A line for each pair, a column for each board: the share of the first, and its error."""
    shares = {(s.pair, s.board): f"{s.share:.0%} ± {s.error:.0%}" for s in found.scores}
    lines = ["| level, against | " + " | ".join(BOARDS) + " |"]
    lines.append("| --- |" + " --- |" * len(BOARDS))
    for pair in PAIRS:
        one, _, two = pair.partition("-")
        name = f"{one}, {'plain tree search' if two == MCTS else two}"
        lines.append(f"| {name} | " + " | ".join(shares[pair, board] for board in BOARDS) + " |")
    return "\n".join(lines) + "\n"


def inserted(text: str, rows: str) -> str:
    """The README with this table in its place."""
    before, _, rest = text.partition(START)
    return before + START + rows + END + rest.partition(END)[2]


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument("workers", nargs="?", type=whole, default=1, help="processes; 1 if not said")
    with ProcessPoolExecutor(asked.parse_args().workers) as executor:
        found = contest(executor=executor, checkpoint=RESULTS, progress=True)
    print(found.explain())
    README.write_text(inserted(README.read_text("utf-8"), table(found)), "utf-8")


if __name__ == "__main__":
    main()
