"""Every command, good and bad, as a transcript; a changed word shows in the difference."""

from pathlib import Path

import pytest

from mail.transcripts import QUICK, heard
from nbgames.mail import accounts
from nbgames.mail.grammar import ALSO, GAME, INSTEAD, SERVER, SHORT

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.fixture(scope="module")
def anew():
    """Each transcript as a new server makes it, and its lines with their replies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "HASHER", QUICK)
        return {path: heard(path.read_text("utf-8")) for path in FILES}


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path, anew):
    assert anew[path][0] == path.read_text("utf-8")


def is_of(line, verb):
    """Is this a line of that verb, of the server's own or of a game's?"""
    words, verbs = line.lower().split(), verb.split()
    return verbs in (words[: len(verbs)], words[1 : 1 + len(verbs)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ok", "verbs"),
    [
        # Nobody may pass, and who verifies has a code by mail.
        (True, {*SERVER, *GAME, *ALSO, *SHORT} - {"pass", "verify"}),
        (False, {*SERVER, *GAME, *INSTEAD}),
    ],
    ids=["good", "bad"],
)
def test_every_verb_stands_in_a_transcript(anew, ok, verbs):
    lines = [line for _, replies in anew.values() for line, reply in replies if reply.ok == ok]
    assert {verb for verb in verbs if not any(is_of(line, verb) for line in lines)} == set()
