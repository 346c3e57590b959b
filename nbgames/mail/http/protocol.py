"""One connection to the web server: a deadline for each request, and a cap for each address."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import Limits, network

ASKED = 20  # seconds in which a whole request has to arrive
ANSWERED = 120  # seconds in which its answer has to be made and taken
KEPT = 75  # seconds that an idle connection is kept: longer than nginx keeps its own
EACH = 200  # connections of one address
MOST = 900  # of all; a process may open 1,024 files where nobody has raised that


class Guarded(H11Protocol):
    """uvicorn's connection over h11, cut off when a request or its answer takes too long.

    uvicorn's own time limit is for idle connections only, and begins anew with each byte.
    """

    place: str | None = None  # the address that it is counted under, worked out once
    _timer: asyncio.TimerHandle | None = None
    _limit: float | None = None  # what the timer was set to

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits: Limits = self.config.app.state.limits  # type: ignore[union-attr]
        self.place = network(self.client[0]) if self.client else None
        most = MOST if self.place == limits.proxy else EACH
        others = (getattr(other, "place", None) for other in self.connections)
        if sum(place == self.place for place in others) > most:
            transport.abort()
        else:
            self._within(ASKED)

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._within(ANSWERED)
        elif self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]:
            self._within(ASKED)

    def on_response_complete(self) -> None:
        self._within(None)
        if self.transport.get_write_buffer_size():
            self.loop.call_later(ANSWERED, self._unread)
        super().on_response_complete()

    def shutdown(self) -> None:
        """The server ends: what has arrived is answered, what has not arrived in full is not."""
        super().shutdown()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()

    def _within(self, seconds: float | None) -> None:
        """Cut the connection off after so many seconds; a limit that is set already goes on."""
        if seconds == self._limit:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._limit = seconds
        late = self.transport.abort
        self._timer = None if seconds is None else self.loop.call_later(seconds, late)

    def _unread(self) -> None:
        """Cut a connection off whose other end does not take its answer."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
