"""Programs that are no tests; run one as `python -m tools.NAME` in the folder tests."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path


def parser(doc: str | None) -> argparse.ArgumentParser:
    """The arguments of a program, whose help is its module's docstring."""
    return argparse.ArgumentParser(
        prog=f"python -m tools.{Path(sys.argv[0]).stem}",
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def whole(text: str) -> int:
    """A whole number above 0, as an argument."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0, such as 2")
    return int(text)


def positive(text: str) -> float:
    """A number above 0, as an argument."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0, such as 0.5")
    return number


def existing(text: str) -> Path:
    """A file that is there, as an argument."""
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}")
    return Path(text)


def replaced(text: str, start: str, lines: Iterable[str], end: str) -> str:
    """A text with these lines between two marks, instead of what stands there."""
    before, _, rest = text.partition(start)
    return before + start + "\n".join(lines) + "\n" + end + rest.partition(end)[2]
