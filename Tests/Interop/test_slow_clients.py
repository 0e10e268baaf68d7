"""Firestore clients over raw HTTP/2 that do not read their responses: the emulator's memory must stay bounded."""

import contextlib
import os
import sys
import unittest

import h2.config
import h2.connection
import h2.events
import h2.settings
from google.cloud.firestore_v1.types import firestore as messages
from google.cloud.firestore_v1.types import query as queries

from support import FIRESTORE, connect, firestore_client, unique

CALLS = 1000
DOCUMENTS = 16
RESPONSE = DOCUMENTS * 100_000
LIMIT = 256 << 20
"""The accepted growth of the emulator's memory; the responses of all calls have 1.6 GB."""


def memory():
    """Returns the resident memory in bytes of the emulator, which has started the tests."""
    with open(f"/proc/{os.getppid()}/status") as status:
        line = next(line for line in status if line.startswith("VmRSS:"))
    return int(line.split()[1]) << 10


class Client:
    """A connection whose flow-control windows open only when a test requests it."""

    def __init__(self, window):
        self.socket = connect(FIRESTORE)
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True))
        self.h2.initiate_connection()
        self.h2.update_settings({h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: window})
        self.h2.increment_flow_control_window((1 << 31) - 1 - 65_535)
        self.received = {}
        self.statuses = {}
        self.is_closed = False
        self.flush()
        # Before a client has received the server's settings, it can make only a hundred calls.
        self.settle()

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def begin(self, method):
        """Begins a call, and returns its stream."""
        stream = self.h2.get_next_available_stream_id()
        headers = {
            ":method": "POST",
            ":scheme": "http",
            ":path": f"/google.firestore.v1.Firestore/{method}",
            ":authority": FIRESTORE,
            "te": "trailers",
            "content-type": "application/grpc",
        }
        self.h2.send_headers(stream, headers.items())
        self.flush()
        return stream

    def call(self, method, message):
        """Makes a call with one message, and returns its stream."""
        stream = self.begin(method)
        self.h2.send_data(stream, b"\0" + len(message).to_bytes(4) + message, end_stream=True)
        self.flush()
        return stream

    def read(self):
        """Receives data; returns false if the server has closed the connection."""
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        self.is_closed = not data
        for event in self.h2.receive_data(data) if data else []:
            match event:
                case h2.events.DataReceived():
                    count = self.received.get(event.stream_id, 0) + len(event.data)
                    self.received[event.stream_id] = count
                case h2.events.TrailersReceived() | h2.events.ResponseReceived():
                    fields = dict(event.headers)
                    if b"grpc-status" in fields:
                        self.statuses[event.stream_id] = fields[b"grpc-status"]
        with contextlib.suppress(ConnectionError):
            self.flush()
        return not self.is_closed

    def settle(self):
        """Waits until the server has sent everything that it sends immediately."""
        for _ in range(20):
            self.h2.ping(b"12345678")
            self.flush()
            self.read()


@unittest.skipUnless(sys.platform == "linux", "the memory of another process is read from /proc")
class SlowClients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        project = unique("slow")
        client = firestore_client(project)
        for number in range(DOCUMENTS):
            client.document(f"c/{number}").set({"text": "x" * 100_000})
        parent = f"projects/{project}/databases/(default)/documents"
        query = queries.StructuredQuery({"from_": [{"collection_id": "c"}]})
        request = messages.RunQueryRequest(parent=parent, structured_query=query)
        cls.query = messages.RunQueryRequest.serialize(request)
        target = {"target_id": 1, "query": {"parent": parent, "structured_query": query}}
        database = parent.removesuffix("/documents")
        cls.listening = messages.ListenRequest.serialize(
            messages.ListenRequest(database=database, add_target=target)
        )
        cls.missing = messages.GetDocumentRequest.serialize(
            messages.GetDocumentRequest(name=f"{parent}/c/none")
        )

    def connect(self, window=0):
        client = Client(window)
        self.addCleanup(client.socket.close)
        return client

    def assert_bounded(self, before):
        growth = memory() - before
        self.assertLess(growth, LIMIT, f"the emulator grew by {growth:,} bytes")

    def test_closed_windows(self):
        for window in [0, 1]:
            before = memory()
            client = self.connect(window)
            streams = [client.call("RunQuery", self.query) for _ in range(CALLS)]
            client.settle()
            self.assert_bounded(before)
            # Calls whose windows are opened again receive the whole response.
            for stream in streams[:50]:
                client.h2.increment_flow_control_window(1 << 30, stream)
            client.flush()
            for stream in streams[50:]:
                client.h2.reset_stream(stream)
            client.flush()
            while len(client.statuses) < 50:
                self.assertTrue(client.read())
            self.assertEqual({client.statuses[stream] for stream in streams[:50]}, {b"0"})
            self.assertTrue(all(client.received[stream] > RESPONSE for stream in streams[:50]))

    def test_listeners(self):
        before = memory()
        client = self.connect()
        for _ in range(CALLS):
            client.call("Listen", self.listening)
        client.settle()
        self.assert_bounded(before)

    def test_endless_requests(self):
        before = memory()
        client = self.connect()
        size = 9 << 20
        prefix = b"\0" + size.to_bytes(4)
        # Sends as much of each request as the server allows, but not its end.
        left = {client.begin("Commit"): size for _ in range(CALLS)}
        while True:
            sent = 0
            for stream, rest in left.items():
                count = min(client.h2.local_flow_control_window(stream), 16_000, rest)
                if count > len(prefix):
                    beginning = prefix if rest == size else b""
                    client.h2.send_data(stream, beginning + bytes(count - len(beginning)))
                    client.flush()
                    left[stream] -= count
                    sent += count
            if not sent:
                break
            client.settle()
        # Most requests were not received completely.
        self.assertLess(sum(rest == 0 for rest in left.values()), 10)
        self.assert_bounded(before)

    def test_large_requests(self):
        """Many concurrent large requests all succeed, although they are not all received at the same time."""
        client = firestore_client(unique("large"))
        channel = client._firestore_api.transport.grpc_channel
        commit = channel.unary_unary(
            "/google.firestore.v1.Firestore/Commit",
            request_serializer=messages.CommitRequest.serialize,
            response_deserializer=messages.CommitResponse.deserialize,
        )
        calls = []
        for number in range(100):
            name = f"{client._database_string}/documents/c/{number}"
            fields = {"text": {"string_value": "x" * 900_000}}
            write = {"update": {"name": name, "fields": fields}}
            request = messages.CommitRequest(database=client._database_string, writes=[write])
            calls.append(commit.future(request, timeout=120))
        self.assertTrue(all(call.result().commit_time for call in calls))

    def test_farewells(self):
        before = memory()
        clients = []
        for _ in range(3):
            client = self.connect()
            clients.append(client)
            for _ in range(CALLS // 3):
                client.call("RunQuery", self.query)
            # This GOAWAY frame is sent directly, because the library would not accept data after it.
            client.socket.sendall(b"\0\0\x08\x07\0\0\0\0\0" + bytes(8))
        self.assert_bounded(before)
        for client in clients:
            while client.read():
                pass
        self.assert_bounded(before)

    def test_resets(self):
        before = memory()
        client = self.connect()
        for _ in range(CALLS):
            stream = client.call("RunQuery", self.query)
            client.h2.reset_stream(stream)
        client.flush()
        client.settle()
        self.assert_bounded(before)
        stream = client.call("GetDocument", self.missing)
        while stream not in client.statuses:
            self.assertTrue(client.read())
        self.assertEqual(client.statuses[stream], b"5")


if __name__ == "__main__":
    unittest.main()
