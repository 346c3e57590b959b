"""The errors that a caller can act on: one class for each way of mending what was given."""


class GameError(ValueError):
    """Something that a player asked for cannot be done; the words say what would be right."""


class NotationError(GameError):
    """The words cannot be read: write them another way."""


class IllegalMove(GameError):
    """The words are clear, but the rules forbid the move: choose another one."""


class Refused(GameError):
    """The request is understood but does not apply here: ask for something else."""


def shown(given: object, most: int = 40) -> str:
    """What a person gave, quoted and cut, fit to stand in an error's words."""
    text = repr(given)
    return text if len(text) <= most else text[: most - 4] + "..." + text[-1]
