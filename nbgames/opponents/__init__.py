"""Computer players: one record, six levels, any game; and contests between them."""

from .arena import Contest, Rating, Result, Score, contest
from .players import Opponent, Thought, opponent

__all__ = ["Contest", "Opponent", "Rating", "Result", "Score", "Thought", "contest", "opponent"]
