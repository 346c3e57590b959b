"""A port for a server that has to be told one before it starts."""

import socket
from contextlib import suppress
from secrets import randbelow

# Below those that a system gives to who asks for any: of Linux from 32,768 on, of others higher.
LEAST, END = 20_000, 32_768


def free_port() -> int:
    """A port that is free, and that no test gets meanwhile which asks for any."""
    while True:
        port = LEAST + randbelow(END - LEAST)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
