"""Every command, good and bad, as a transcript; a changed word shows in the difference."""

from pathlib import Path

import pytest

from mail.transcripts import QUICK, told
from nbgames.mail import accounts

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path, monkeypatch):
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    text = path.read_text("utf-8")
    assert told(text) == text
