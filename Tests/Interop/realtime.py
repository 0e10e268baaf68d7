"""A client of the Realtime Database's WebSocket protocol, version 5, as used by the SDKs."""

import base64
import hashlib
import json
import struct

import websocket

from support import DATABASE, DEADLINE

SLICE = 16_384
"""The maximum number of characters in a frame; the SDKs split longer messages into slices."""


def node_hash(value):
    """Returns the hash that both sides compare to detect equal nodes, without priorities."""
    text = _hashed(value)
    return base64.b64encode(hashlib.sha1(text.encode()).digest()).decode() if text else ""


def _hashed(value):
    match value:
        case None:
            return ""
        case bool():
            return f"boolean:{str(value).lower()}"
        case int() | float():
            return f"number:{struct.pack('>d', value).hex()}"
        case str():
            return f"string:{value}"
        case dict():
            return "".join(f":{key}:{node_hash(value[key])}" for key in sorted(value))


class Client:
    """A connection that numbers its requests and keeps pushed messages in order."""

    def __init__(self, database, address=DATABASE):
        self.socket = websocket.create_connection(
            f"ws://{address}/.ws?v=5&ns={database}", timeout=DEADLINE
        )
        self.handshake = self.receive()
        self.pushed = []
        self._number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close(timeout=DEADLINE)

    # Messages

    def receive(self):
        """Receives the next message, and joins its slices."""
        text = self.socket.recv()
        if text.isdecimal():
            text = "".join(self.socket.recv() for _ in range(int(text)))
        return json.loads(text)

    def send(self, message):
        """Sends a message, split into slices if it is long."""
        text = json.dumps(message)
        slices = [text[start : start + SLICE] for start in range(0, len(text), SLICE)]
        if len(slices) > 1:
            self.socket.send(str(len(slices)))
        for piece in slices:
            self.socket.send(piece)

    def begin(self, action, body):
        """Sends a request, and returns its number."""
        self._number += 1
        self.send({"t": "d", "d": {"r": self._number, "a": action, "b": body}})
        return self._number

    def answer(self, number):
        """Returns the status and data of the response to a request; messages that are pushed before it are kept."""
        while True:
            data = self.receive()["d"]
            if data.get("r") == number:
                return data["b"]["s"], data["b"]["d"]
            self._keep(data)

    def push(self):
        """Returns the next pushed message: its kind, path and data, and its tag if it has one."""
        while not self.pushed:
            self._keep(self.receive()["d"])
        return self.pushed.pop(0)

    def _keep(self, data):
        body = data["b"]
        tag = (body["t"],) if "t" in body else ()
        self.pushed.append((data["a"], body["p"], body["d"], *tag))

    # Requests

    def request(self, action, **body):
        return self.answer(self.begin(action, body))

    def listen(self, path, hashed="", **more):
        return self.request("q", p=path, h=hashed, **more)

    def put(self, path, data, **more):
        return self.request("p", p=path, d=data, **more)

    def merge(self, path, data):
        return self.request("m", p=path, d=data)

    def get(self, path, query=None):
        return self.request("g", p=path, q=query or {})

    def transaction(self, path, change):
        """Changes a value by hash like the SDKs, and retries if the hash was stale; the path must have a listener."""
        value = None
        for _ in range(25):
            status, _ = self.put(path, change(value), h=node_hash(value))
            if status == "ok":
                return
            # The current value is pushed before the rejection.
            values = [data for _, pushed, data, *_ in self.pushed if f"/{pushed}" == path]
            value = values[-1] if values else value
        raise AssertionError("the transaction was never taken")
