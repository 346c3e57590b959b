"""Board sizes that a challenge may ask for: those of the help pages, else all of the game."""

from __future__ import annotations

from ..core.errors import NotationError
from ..core.game import Game
from ..games import GAMES
from ..games import game as named_game
from .commands import Command
from .helps import NAMED_SIZES, SIZES


def sized(command: Command) -> Game:
    """The game at the size that the parameters ask for, in the range of the help pages."""
    kind = str(command.game)
    named, sizes = NAMED_SIZES.get(kind, {}), SIZES.get(kind, GAMES[kind].sizes)
    size: int | None = None
    for name, word in command.parameters.items():
        text = word.text.partition("=")[2]
        if size is not None:
            raise NotationError(command.pointed("one size is enough", *command.parameters))
        if name in named and "=" not in word.text:
            size = named[name]
        elif name == "-size" and sizes:
            if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) not in sizes:
                odd = "an odd number, " if sizes.step == 2 else ""
                words = f"sizes of {kind} are {odd}-size={sizes[0]} to -size={sizes[-1]}"
                raise NotationError(command.pointed(words, name))
            size = int(text)
        else:
            options = [*named, *(["-size=N"] if sizes else [])]
            words = f"{kind} takes {' or '.join(options) if options else 'no parameters'} here"
            raise NotationError(command.pointed(words, name))
    return named_game(kind, size)
