"""A puzzle: a position in which exactly one turn is right, with the moves that follow it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..play.match import Match

if TYPE_CHECKING:
    from ipywidgets import Widget


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one right turn.

    Attributes
    ----------
    match : Match
        The match so far, without a swap.
    answer : tuple of str
        The words that go on: the right turn, then how the match may end.
    missed : tuple of int
        The levels of computer player that miss it more often than they find it, in 400 nodes.
    name : str
        What it is called where results are kept: its board, where it is from and how far the match
        had come.
    rating : int
        How hard it is: its Elo rating against the levels of computer player, 1500 in the mean.
    error : int
        The standard error of that rating.
    refuted : str
        What answers every other turn, for each turn that is asked: "A1 B2>C3 D4;E5>F6" says that C3
        and then D4 refute A1 and B2, and F6 refutes E5; "|" stands between the turns asked.
    origin : str
        What match it comes from, in a sentence.
    """

    match: Match
    answer: tuple[str, ...] = field(repr=False)
    missed: tuple[int, ...]
    name: str = ""
    rating: int = 1500
    error: int = 350
    refuted: str = field(default="", repr=False)
    origin: str = field(default="", repr=False)

    @property
    def question(self) -> str:
        """The question, in a sentence."""
        m = self.match
        who = m.game.players[m.position.to_move - 1]
        if m.game.rules.scored:
            return f"{who} is to move. Find the turn after which {who} ends with the most cells."
        wins = self.solved.outcome is None or self.solved.outcome.winner is not None
        return f"{who} is to move. Find the only move that {'wins' if wins else 'saves a draw'}."

    @property
    def solved(self) -> Match:
        """The match with its answer played to the end."""
        return self.match.play(*self.answer)

    def judge(self, m: Match) -> str:
        """A verdict on a match that goes on from this puzzle, which does not give the answer away.

        Parameters
        ----------
        m : Match
            A match that begins with this puzzle's moves.

        Returns
        -------
        str
            A sentence; "" if it does not go on from this puzzle, or its next turn is still open.
        """
        begun = len(self.match.moves)
        if m.moves[:begun] != self.match.moves or len(m.moves) == begun:
            return ""
        after, word = m.at(begun + 1), m.moves[begun]
        if after.is_open:
            return ""
        if after.position == self.match.play(self.answer[0]).position:
            return f"{word} is right."
        return f"{word} is not the answer: take it back and look again, or play on and see why."

    def widget(self) -> Widget:
        """A live board with the question above it, a verdict below, and the answer on demand."""
        import ipywidgets

        board = self.match.widget(keep="")  # asked anew each time
        verdict = ipywidgets.HTML()
        show = ipywidgets.Button(description="Show the answer", layout={"width": "auto"})

        def judged(_: Any) -> None:
            verdict.value = self.judge(board.match)

        def told(_: Any) -> None:
            verdict.value = f"The answer: {' '.join(self.answer)}."

        board.observe(judged, "moves")
        show.on_click(told)
        asked = ipywidgets.HTML(self.question)
        return ipywidgets.VBox([asked, board, ipywidgets.HBox([show, verdict])])

    def to_html(self) -> str:
        """A page of this puzzle that runs with no network and no Python."""
        return self.match.to_html(answer=self.answer)
