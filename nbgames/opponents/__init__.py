"""Computer players of six levels for any game, and contests between them."""

from .arena import contest
from .players import Opponent, Thought, opponent
from .results import Contest, Rating, Result, Score

__all__ = ["Contest", "Opponent", "Rating", "Result", "Score", "Thought", "contest", "opponent"]
