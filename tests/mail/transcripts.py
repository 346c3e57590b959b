"""Transcripts: '> line', lines of its comment as '>   text', then the reply; of '>> line' its head.

Run as a script it writes the replies anew: read the difference before you commit it.
"""

import re
import sys
from pathlib import Path

from argon2 import PasswordHasher

from nbgames.mail import Server, accounts

HERE = Path(__file__).parent
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def told(text):
    """The transcript with the replies that a new server gives."""
    return heard(text)[0]


def heard(text):
    """The transcript anew, and each of its lines with the reply to it."""
    server = Server("sqlite://", ask=lambda userid: None)
    out, replies = [], []
    for head, commands in sections(text):
        out += head
        for mark, line, comment in commands:
            if line.startswith("login "):
                reply = f"({server.login(*line.split()[1:])} is logged in)"
            else:
                replies.append((line, server.handle(line, comment)))
                reply = re.sub(r"20\d\d-\d\d-\d\d", "2026-01-01", replies[-1][1].text)
                reply = re.sub(r"wait \d+ seconds", "wait 2 seconds", reply)
            typed = [f"{mark} {line}", *(f">   {words}" for words in comment.splitlines())]
            shown = reply.splitlines()[: 1 if mark == ">>" else None]
            out += [*typed, *(("    " + words).rstrip() for words in shown), ""]
    server.close()
    return "\n".join(out).rstrip() + "\n", replies


def sections(text):
    """Lines that begin with '#', and the commands below them."""
    head, commands = [], []
    for line in text.splitlines():
        if line.startswith("#"):
            if commands:
                yield [*head, ""], commands
                head, commands = [], []
            head.append(line)
        elif line.startswith(">   ") and commands:
            *command, comment = commands[-1]
            commands[-1] = (*command, f"{comment}\n{line[4:]}".lstrip("\n"))
        elif line.startswith(("> ", ">> ")):
            commands.append((*line.split(" ", 1), ""))
    yield [*head, ""], commands


if __name__ == "__main__":
    accounts.HASHER = QUICK
    for path in [Path(name) for name in sys.argv[1:]] or sorted(HERE.glob("*.txt")):
        path.write_text(told(path.read_text("utf-8")), "utf-8")
