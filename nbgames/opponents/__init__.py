"""Computer players: one record, six levels, any game."""

from .players import Opponent, Thought, opponent

__all__ = ["Opponent", "Thought", "opponent"]
