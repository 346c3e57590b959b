"""A comm without a page: keeps what a widget sends, and hands in what a page might write."""

import json

import comm
import pytest
from comm.base_comm import BaseComm, CommManager


class Wire:
    """The messages of all widgets made while this is laid, in order."""

    def __init__(self):
        self.sent = []
        self.manager = CommManager()

    def connect(self, **options):
        return Line(self, **options)

    def update(self, widget, state):
        """A page writes these traits of a widget."""
        self.hand(widget, {"method": "update", "state": state, "buffer_paths": []})

    def hand(self, widget, data):
        """A page sends any message at all."""
        line = self.manager.comms.get(widget.comm.comm_id)
        line.handle_msg({"content": {"comm_id": line.comm_id, "data": data}, "buffers": []})

    def ask(self, widget, *deeds, view="a", first=0, **by):
        """A page asks for deeds, as board.js does; with `by`, that of a person of this name."""
        self.update(widget, {"request": {"view": view, "first": first, "do": list(deeds), **by}})

    def bytes(self, since=0):
        return sum(size(message) for message in self.sent[since:])


class Line(BaseComm):
    def __init__(self, wire, **options):
        self.wire = wire
        super().__init__(**options)

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        self.wire.sent.append((msg_type, self.comm_id, data))


def size(message):
    """Bytes of a message's content, as a kernel packs it."""
    return len(json.dumps(message[2], ensure_ascii=False).encode())


@pytest.fixture
def wire(monkeypatch):
    laid = Wire()
    monkeypatch.setattr(comm, "create_comm", laid.connect)
    monkeypatch.setattr(comm, "get_comm_manager", lambda: laid.manager)
    return laid
