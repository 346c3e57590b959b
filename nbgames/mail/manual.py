"""What can be typed after `nbgames` by the keeper of a store, and what is wrong with what was."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from ..core.errors import NotationError, shown
from ..games import GAMES
from .words import Word, pointed

MANUAL = {
    "admin": """\
nbgames admin list                      everybody who has an account
nbgames admin lock userid               no login and no command any longer; the games stay
nbgames admin unlock userid
nbgames admin logout userid             every login of theirs ends, every token
nbgames admin reset userid [https://…]  a link, good once and for a day, to choose a new password
nbgames admin remove userid             as `nbgames person erase userid`
nbgames admin remove game board         end a board; it does not count
nbgames admin close signup|watching     to everybody who has no account
nbgames admin open signup|watching""",
    "backup": """\
nbgames backup file              copy the store, an SQLite file, while others write
nbgames backup -folder=backups [-keep=14]   to a dated file there; older ones than so many go""",
    "class": """\
nbgames class create roster.csv              a userid and a password for each line
nbgames class pair roster.csv projex         everybody against everybody, as whole rounds
nbgames class pair roster.csv projex swiss   the next round: equals against equals, nobody twice
nbgames class reset userid                   a new password for who forgot
nbgames class wall "Set theory" [https://…]  a link to its wall, and a code to join by, for a day
nbgames class pair "Set theory" projex       everybody who has joined against everybody
nbgames class end "Set theory"               remove it and who has joined; the games stay""",
    "copy": """\
nbgames copy from to   a store to a new one, as addresses: sqlite:///file.db, postgresql://…""",
    "doctor": """\
nbgames doctor   replay every event, look at every account, and name the versions at work""",
    "letters": """\
nbgames letters -smtp=host[:port] [-from=pbm@example.org]   tell by mail what was done elsewhere
nbgames letters -folder=outbox [-from=pbm@example.org]      the same, each letter into a file
A letter tells of moves, remarks, offers and messages; see the page OPERATIONS.""",
    "person": """\
nbgames person export userid   all that is kept of a person, as JSON
nbgames person erase userid    end the account and remove all that is personal; the games stay""",
    "post": """\
nbgames post -smtp=host[:port] [-from=pbm@example.org]   answer the mail on standard input
nbgames post -folder=outbox [-from=pbm@example.org]      the same, each letter into a file
It ends with 75 where the mail is to be given to it again.""",
    "serve": """\
nbgames serve [-host=127.0.0.1] [-port=8461] [-name=host] [-proxy=address] [-rate=20]
-host and -port   where it listens
-name             the Host that browsers ask for, such as games.example.org
-proxy            the address that the proxy calls from
-rate             commands a second of one account; an address may send twice as many""",
}
Checks = Mapping[str, tuple[Callable[[str], object], str]]  # by option: what fits, and its words


def wrong(command: str, words: Sequence[str], said: str, *at: str) -> NotationError:
    """An error that points at these words of a keeper's line, and says how it is written."""
    line = [Word(word, k) for k, word in enumerate(("nbgames", command, *words))]
    named = [word for word in line[2:] if word.text in at]
    forms = "\n".join(_forms(command, words)) or MANUAL[command]
    return NotationError(f"{pointed(line, named, said)}\n{forms}")


def unfit(command: str, words: Sequence[str]) -> NotationError:
    """What is wrong with a line that no form of a command fits."""
    verbs = sorted({_form(line)[0] for line in MANUAL[command].splitlines()})
    if not words:
        return wrong(command, words, f"{command} what? write {' or '.join(verbs)}")
    forms = [_form(line) for line in _forms(command, words)]
    if not forms:
        said = f"{shown(words[0])} is nothing that 'nbgames {command}' does{_near(words[0], verbs)}"
        return wrong(command, words, said, words[0])
    if len(words) < min(len([word for word in form if word[0] != "["]) for form in forms):
        return wrong(command, words, "a word is missing here")
    extra = words[max(map(len, forms)) :] or words[-1:]
    return wrong(command, words, f"{shown(extra[0])} does not belong here", extra[0])


def kind_of(command: str, words: Sequence[str], game: str) -> str:
    """The name of a game, as one of a keeper's words gives it.

    Raises
    ------
    NotationError
        If there is no such game.
    """
    if game.lower() not in GAMES:
        said = f"there is no game {shown(game)}: {', '.join(sorted(GAMES))}"
        raise wrong(command, words, said, game)
    return game.lower()


def options(command: str, words: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    """The values of words such as '-name=value'; those that are not given are as they were.

    Raises
    ------
    NotationError
        If a word is no such parameter, has no value, or stands there twice.
    """
    found: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in given:
            said = f"{shown(word)} is no parameter of 'nbgames {command}'{_near(name, given)}"
        elif not value:
            said = f"{name} wants a value, joined to it by '='"
        elif name in found:
            said = f"{name} is given twice: say it once"
        else:
            found[name] = value
            continue
        raise wrong(command, words, said, word)
    return {**given, **found}


def check_options(
    command: str,
    words: Sequence[str],
    found: Mapping[str, str],
    checks: Checks,
) -> None:
    """Check each value that is not empty.

    Raises
    ------
    NotationError
        With what its check says, if one is not.
    """
    for name, (fits, said) in checks.items():
        if found[name] and not fits(found[name]):
            raise wrong(command, words, f"{name} {said}", f"{name}={found[name]}")


def _forms(command: str, words: Sequence[str]) -> list[str]:
    """The lines of the manual that begin with the first of these words."""
    lines = MANUAL[command].splitlines()
    return [line for line in lines if words and _form(line)[:1] == [words[0].lower()]]


def _form(line: str) -> list[str]:
    """The words of a form, without the name of the command and what it does."""
    return shlex.split(re.split(r"\s{2,}", line)[0])[2:]


def _near(word: str, known: Sequence[str] | Mapping[str, str]) -> str:
    near = get_close_matches(word.lower()[:40], list(known), 1, 0.6)
    return f": did you mean {near[0]}?" if near else ""
