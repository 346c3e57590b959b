"""A line between a page and its server that a test can mute, cut and mend."""

import socket
from contextlib import suppress
from threading import Thread


class Cable:
    """A port of this machine, all of whose bytes go to another one and back."""

    def __init__(self, port: int) -> None:
        self._far = ("127.0.0.1", port)
        self._ends: set[socket.socket] = set()
        self._is_cut = self._is_mute = False
        self._near = socket.create_server(("127.0.0.1", 0))
        self.port = self._near.getsockname()[1]
        Thread(target=self._listen, daemon=True).start()

    def mute(self) -> None:
        """Lose what either side says from now on, without a word to either."""
        self._is_mute = True

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._is_cut = True
        for end in self._ends.copy():
            _closed(end)

    def mend(self) -> None:
        """Carry what is said over new connections."""
        self._is_cut = self._is_mute = False

    def close(self) -> None:
        self.cut()
        _closed(self._near)

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._near.accept()
                if self._is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self._far)
                self._ends |= {near, far}
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(1 << 16):
                if not self._is_mute:
                    other.sendall(said)
        for end in (one, other):
            _closed(end)
            self._ends.discard(end)


def _closed(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
