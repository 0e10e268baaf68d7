"""Invalid input: every service reports the error and still answers the next client."""

import contextlib
import gzip
import json
import resource
import socket
import unittest

from websocket import ABNF

from realtime import Client
from support import (
    AUTH,
    DATABASE,
    FIRESTORE,
    STORAGE,
    connect,
    exchange,
    read_to_end,
    request,
    unique,
)

CONNECTIONS = 1_000
DOCUMENTS = "/v1/projects/p/databases/(default)/documents"
TOOLKIT = "/identitytoolkit.googleapis.com/v1"

CONTINUATION, TEXT, PING = 0, 1, 9
"""Opcodes of frames (RFC 6455, section 5.2)."""

PROTOCOL_ERROR, TOO_LARGE = 1002, 1009
"""Status codes of a closed WebSocket (section 7.4.1)."""


def frame(kind, data, final=True):
    """Returns a client's frame, with a mask that leaves the data unchanged."""
    length = len(data)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([0x80 * final | kind]) + size + bytes(4) + data


def refusal(answer):
    """Returns the status of a raw response and the error in its body."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)["error"]


class BadInputTest(unittest.TestCase):
    def setUp(self):
        self.addCleanup(self.check_that_all_answer)

    def check_that_all_answer(self):
        self.assertEqual(request("GET", DATABASE, "/none.json").body, b"null")
        self.assertEqual(request("GET", STORAGE, "/storage/v1/b/images").json["name"], "images")
        self.assertEqual(request("GET", FIRESTORE, f"{DOCUMENTS}/none").status, 200)
        self.assertEqual(request("GET", AUTH, "/emulator/v1/projects/p/config").status, 200)


class Requests(BadInputTest):
    def check_error(self, answer, status, message):
        error = answer.json["error"]
        text = error if isinstance(error, str) else error["message"]
        self.assertEqual((answer.status, text), (status, message))

    def test_content_encodings(self):
        bucket = "/upload/storage/v1/b/images/o?uploadType=media&name=gzip.txt"
        # Other tests compare the bucket with the fixtures.
        self.addCleanup(request, "DELETE", STORAGE, "/storage/v1/b/images/o/gzip.txt")
        self.addCleanup(request, "DELETE", FIRESTORE, f"{DOCUMENTS}/c/gzip")
        for method, address, target, body in [
            ("PUT", DATABASE, "/x.json?ns=gzip", {"a": 1}),
            ("POST", STORAGE, bucket, b"some text"),
            ("PATCH", FIRESTORE, f"{DOCUMENTS}/c/gzip", {"fields": {}}),
            ("POST", AUTH, f"{TOOLKIT}/accounts:signUp?key=any", {"returnSecureToken": True}),
        ]:
            with self.subTest(target):
                plain = body if isinstance(body, bytes) else json.dumps(body).encode()
                packed = gzip.compress(plain)
                answer = request(method, address, target, packed, Content_Encoding="gzip")
                self.assertEqual(answer.status, 200, answer.body)
                self.check_error(
                    request(method, address, target, plain, Content_Encoding="deflate"),
                    415,
                    'the content encoding "deflate" is not supported; expected gzip or none',
                )
        stored = request("GET", STORAGE, "/storage/v1/b/images/o/gzip.txt?alt=media")
        self.assertEqual(stored.body, b"some text")

    def test_json_that_is_malformed(self):
        not_json = "Invalid JSON payload received. The body is not JSON: "
        for method, address, target, body, message in [
            (
                "PUT",
                DATABASE,
                "/x.json?ns=bad",
                b'{"a":',
                "Invalid data; couldn't parse JSON object, array, or value."
                " (line 1, column 6: the file ends where a value is expected)",
            ),
            (
                "PATCH",
                STORAGE,
                "/storage/v1/b/images/o/none",
                b'{"a":',
                "The body is not JSON: the file ends where a value is expected.",
            ),
            (
                "POST",
                FIRESTORE,
                f"{DOCUMENTS}:commit",
                b"{",
                f'{not_json}the file ends inside a map; "}}" is missing.',
            ),
            (
                "POST",
                AUTH,
                f"{TOOLKIT}/accounts:signUp?key=any",
                b"{",
                f'{not_json}the file ends inside a map; "}}" is missing.',
            ),
        ]:
            with self.subTest(target):
                self.check_error(request(method, address, target, body), 400, message)

    def test_json_that_is_deep(self):
        for method, address, target in [
            ("PUT", DATABASE, "/x.json?ns=bad"),
            ("PATCH", STORAGE, "/storage/v1/b/images/o/none"),
            ("POST", FIRESTORE, f"{DOCUMENTS}:commit"),
            ("POST", AUTH, f"{TOOLKIT}/accounts:signUp?key=any"),
        ]:
            with self.subTest(target):
                self.assertEqual(
                    request(method, address, target, b'{"a":' * 100_000).status, 400
                )
                whole = b'{"a":' * 5_000 + b"1" + b"}" * 5_000
                self.assertEqual(request(method, address, target, whole).status, 400)

    def test_keys_that_are_forbidden(self):
        for key in ["a.b", "$", "a#", "[", "]", "", "a/b/", "\x01", "\x7f", "x" * 769]:
            with self.subTest(key):
                answer = request("PUT", DATABASE, "/x.json?ns=bad", {key: 1})
                self.assertEqual(answer.status, 400)
                self.assertIn("Invalid data; ", answer.json["error"])
        answer = request("GET", DATABASE, "/a%23b/c.json?ns=bad")
        self.check_error(answer, 400, "Invalid path: Invalid token in path")
        self.assertEqual(request("GET", DATABASE, "/.json?ns=bad").body, b"null")

    def test_methods_that_are_wrong(self):
        answer = request("LOCK", DATABASE, "/x.json?ns=bad")
        self.check_error(answer, 405, "405 Method Not Allowed (LOCK)")
        answer = request("PATCH", STORAGE, "/storage/v1/b/images/o", {})
        self.check_error(answer, 405, "The method PATCH is not allowed here.")
        answer = request("PUT", FIRESTORE, f"{DOCUMENTS}:commit", {})
        self.check_error(answer, 404, "Nothing is served at this path with this method.")
        answer = request("GET", AUTH, f"{TOOLKIT}/accounts:signUp?key=any")
        self.check_error(answer, 404, "The method signUp requires POST.")

    def test_names_that_leave_their_folder(self):
        for name in ["..", ".", "%2e%2e", "..%2f..%2fetc", "a%2fb", "a%00b", "%5c..%5c", "%ff"]:
            with self.subTest(name):
                for method, target in [
                    ("GET", f"/storage/v1/b/{name}/o/passwd?alt=media"),
                    ("POST", f"/upload/storage/v1/b/{name}/o?uploadType=media&name=x"),
                    ("GET", f"/v0/b/{name}/o/passwd?alt=media"),
                ]:
                    answer = request(method, STORAGE, target, b"x" if method == "POST" else None)
                    self.assertEqual(answer.status, 400)
                    self.assertIn("Invalid bucket name: '", answer.json["error"]["message"])
                answer = request("GET", DATABASE, f"/.json?ns={name}")
                self.check_error(
                    answer, 403, "Invalid database name: use only letters, digits, - and _"
                )
        names = [item["name"] for item in request("GET", STORAGE, "/storage/v1/b").json["items"]]
        self.assertEqual([name for name in names if not name.replace("-", "").isalnum()], [])

    def test_object_names_are_names_and_no_paths(self):
        for name in ["..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "a%2f..%2fb"]:
            with self.subTest(name):
                answer = request("GET", STORAGE, f"/storage/v1/b/images/o/{name}?alt=media")
                decoded = name.replace("%2f", "/")
                self.assertEqual(
                    (answer.status, answer.body),
                    (404, f"No such object: images/{decoded}".encode()),
                )

    def test_queries_that_cannot_be(self):
        for query, message in [
            ("orderBy=a", "orderBy must be a valid JSON encoded path"),
            (
                'orderBy="$key"&startAt=1',
                "Provided key index type is invalid, must be string",
            ),
            (
                'orderBy="a"&limitToFirst=1&limitToLast=1',
                "Only one of limitToFirst and limitToLast may be specified",
            ),
            ('orderBy="a"&equalTo={}', "Constraint index field must be a JSON primitive"),
        ]:
            with self.subTest(query):
                target = f"/x.json?ns=bad&{query}".replace('"', "%22")
                self.check_error(request("GET", DATABASE, target), 400, message)


class RawConnections(BadInputTest):
    def test_what_is_no_http(self):
        for name, text in [
            ("no request", b"hello\r\n\r\n"),
            ("no version", b"GET / HTP/1.1\r\n\r\n"),
            ("bytes", bytes(range(256)) * 10),
            ("an unknown method", b"BREW /x.json HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            ("a header without a colon", b"GET / HTTP/1.1\r\nHost x\r\n\r\n"),
            ("a length of letters", b"PUT /x.json HTTP/1.1\r\nContent-Length: many\r\n\r\n"),
            ("a length below zero", b"PUT /x.json HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
            (
                "two lengths",
                b"PUT /x.json HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n1",
            ),
            (
                "a chunk of letters",
                b"PUT /x.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n1\r\n",
            ),
        ]:
            for address in [DATABASE, STORAGE, FIRESTORE, AUTH]:
                with self.subTest(name, address=address):
                    answer = exchange(address, text)
                    self.assertEqual(refusal(answer), (400, "the request is malformed"))

    def test_headers_that_are_too_large(self):
        head = b"GET /x.json HTTP/1.1\r\nHost: localhost\r\n"
        for name, text in [
            ("one", b"X-Large: " + b"a" * 200_000 + b"\r\n\r\n"),
            ("many", b"X-Many: a\r\n" * 20_000 + b"\r\n"),
        ]:
            for address in [DATABASE, STORAGE, FIRESTORE, AUTH]:
                with self.subTest(name, address=address):
                    answer = exchange(address, head, text)
                    self.assertEqual(
                        refusal(answer), (431, "the request's header is too large")
                    )

    def test_a_body_that_is_announced_too_large(self):
        for address in [DATABASE, STORAGE, FIRESTORE, AUTH]:
            with self.subTest(address), connect(address) as connection:
                connection.sendall(b"PUT /x.json HTTP/1.1\r\nContent-Length: 268435457\r\n\r\n")
                received = connection.recv(65536)
                connection.shutdown(socket.SHUT_WR)
                self.assertEqual(
                    refusal(received + read_to_end(connection)),
                    (
                        413,
                        "Payload is too large: a request body can have at most 268435456 bytes",
                    ),
                )

    def test_a_body_that_is_announced_too_large_and_ends_at_once(self):
        for _ in range(50):
            with connect(DATABASE) as connection:
                connection.sendall(b"PUT /x.json HTTP/1.1\r\nContent-Length: 268435457\r\n\r\n")
                connection.shutdown(socket.SHUT_WR)
                answer = read_to_end(connection)
            # The server may detect the size or the end first, and the client may already have disconnected.
            self.assertIn(answer[:12], [b"", b"HTTP/1.1 413", b"HTTP/1.1 400"])
            self.assertLessEqual(answer.count(b"HTTP/1.1"), 1)

    def test_requests_that_are_sent_by_half_hold_up_nobody(self):
        name = unique("half")
        head = f"PUT /x.json?ns={name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n".encode()
        with contextlib.ExitStack() as stack:
            halves = [
                (stack.enter_context(connect(DATABASE)), whole[:length], whole[length:])
                for whole in [head + b"Connection: close\r\n\r\ntrue"]
                for length in [1, 20, len(head), len(whole) - 4, len(whole) - 1]
            ]
            for connection, half, _ in halves:
                connection.sendall(half)
            self.assertEqual(request("GET", DATABASE, f"/x.json?ns={name}").body, b"null")
            for connection, _, rest in halves:
                connection.sendall(rest)
                answer = read_to_end(connection)
                self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK\r\n"))
                self.assertTrue(answer.endswith(b"\r\n\r\ntrue"))

    def test_clients_that_leave_in_the_middle(self):
        name = unique("half")
        head = f"PUT /x.json?ns={name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
        whole = f"{head}tru".encode()
        for length in range(1, len(whole) + 1):
            with connect(DATABASE) as connection:
                connection.sendall(whole[:length])
        self.assertEqual(request("GET", DATABASE, f"/x.json?ns={name}").body, b"null")

    def test_requests_that_are_sent_byte_by_byte(self):
        text = b"GET /none.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        answer = exchange(DATABASE, *[bytes([byte]) for byte in text])
        self.assertTrue(answer.endswith(b"\r\n\r\nnull"))

    def test_idle_connections(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = CONNECTIONS + 200
        if hard != resource.RLIM_INFINITY and hard < needed:
            self.skipTest(f"{needed} open files are needed, and {hard} are allowed")
        if soft != resource.RLIM_INFINITY and soft < needed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
            self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        with contextlib.ExitStack() as stack:
            idle = [stack.enter_context(connect(DATABASE)) for _ in range(CONNECTIONS)]
            self.check_that_all_answer()
            get = b"GET /none.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            for connection in idle:
                connection.sendall(get)
            answers = [read_to_end(connection) for connection in idle]
        self.assertEqual([answer[-4:] for answer in answers], [b"null"] * CONNECTIONS)


class WebSockets(BadInputTest):
    def setUp(self):
        super().setUp()
        self.name = unique("frames")

    def check_that_it_ends(self, sent, code):
        """Sends frames, and checks that the server closes the connection with a status code."""
        client = Client(self.name)
        client.socket.sock.sendall(sent)
        opcode, data = client.socket.recv_data(control_frame=True)
        self.assertEqual((opcode, int.from_bytes(data, "big")), (ABNF.OPCODE_CLOSE, code))
        client.socket.shutdown()

    def test_handshakes_that_are_none(self):
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        version = "Sec-WebSocket-Version: 13\r\n"
        for name, target, fields in [
            ("without a key", "/.ws?v=5&ns=x", upgrade + version),
            ("without a version", "/.ws?v=5&ns=x", upgrade + key),
            ("another version", "/.ws?v=5&ns=x", upgrade + key + "Sec-WebSocket-Version: 8\r\n"),
            ("another protocol", "/.ws?v=5&ns=x", "Connection: Upgrade\r\nUpgrade: h2c\r\n"),
            ("elsewhere", "/x?ns=x", upgrade + key + version),
        ]:
            with self.subTest(name):
                text = f"GET {target} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n"
                answer = exchange(DATABASE, text.encode())
                self.assertEqual(answer.split(b"\r\n")[0], b"HTTP/1.1 404 Not Found")

    def test_a_database_that_cannot_be(self):
        with Client("a.b") as client:
            message = "Invalid database name: use only letters, digits, - and _"
            self.assertEqual(
                client.handshake, {"t": "c", "d": {"t": "s", "d": message}}
            )
            self.assertEqual(
                client.socket.recv_data(control_frame=True), (ABNF.OPCODE_CLOSE, b"\x03\xe8")
            )

    def test_messages_that_are_none(self):
        complaint = {
            "t": "c",
            "d": {"t": "e", "d": "the message does not conform to protocol version 5"},
        }
        with Client(self.name) as client:
            for text in [
                "hello",
                "{",
                "[]",
                "null",
                "{}",
                '{"t":"d"}',
                '{"t":"d","d":{}}',
                '{"t":"d","d":{"r":"1","a":"p"}}',
                '{"t":"d","d":{"r":1}}',
                '{"t":"z","d":{}}',
                "-1",
                "1.5",
            ]:
                with self.subTest(text):
                    client.socket.send(text)
                    self.assertEqual(client.receive(), complaint)
            self.assertEqual(client.put("/x", 1), ("ok", ""))

    def test_requests_whose_parts_are_of_another_kind(self):
        with Client(self.name) as client:
            for action in ["q", "n", "g", "p", "m", "o", "om", "oc", "s", "auth", "unauth"]:
                for body in [None, 1, "x", [], {"p": 1, "d": 1, "q": 1, "t": "x", "h": {}}]:
                    with self.subTest(action, body=body):
                        status, _ = client.answer(client.begin(action, body))
                        self.assertIn(status, ["ok", "failure"])
            self.assertEqual(client.put("/x", 1), ("ok", ""))

    def test_slices_that_are_missing(self):
        with Client(self.name) as client:
            client.socket.send("3")
            client.socket.send('{"t":"d",')
            self.assertEqual(request("GET", DATABASE, f"/x.json?ns={self.name}").body, b"null")
            client.socket.send('"d":{"r":1,"a":"p",')
            client.socket.send('"b":{"p":"/x","d":1}}}')
            self.assertEqual(client.answer(1), ("ok", ""))
        with Client(self.name) as client:
            client.socket.send("999999")
            client.socket.send("{}")
        self.assertEqual(request("GET", DATABASE, f"/x.json?ns={self.name}").body, b"1")

    def test_frames_out_of_order(self):
        for name, frames in [
            ("a continuation of nothing", [frame(CONTINUATION, b"{}")]),
            ("a message inside another", [frame(TEXT, b"{", final=False), frame(TEXT, b"}")]),
            ("a ping in pieces", [frame(PING, b"x", final=False)]),
            ("a long ping", [frame(PING, b"x" * 200)]),
            ("an unknown kind", [frame(3, b"x")]),
        ]:
            with self.subTest(name):
                self.check_that_it_ends(b"".join(frames), PROTOCOL_ERROR)

    def test_frames_that_are_too_large(self):
        announced = b"\x81\xff" + (2**40).to_bytes(8, "big") + b"mask"
        self.check_that_it_ends(announced, TOO_LARGE)
        piece = frame(CONTINUATION, b"x" * 60_000, final=False)
        client = Client(self.name)
        client.socket.sock.sendall(frame(TEXT, b"x", final=False))
        with contextlib.suppress(ConnectionError):
            for _ in range(400):
                client.socket.sock.sendall(piece)
        client.socket.sock.close()

    def test_pieces_with_a_ping_between_them(self):
        with Client(self.name) as client:
            put = {"t": "d", "d": {"r": 1, "a": "p", "b": {"p": "/x", "d": "é"}}}
            body = json.dumps(put).encode()
            for sent in [
                frame(TEXT, body[:10], final=False),
                frame(PING, b"between"),
                frame(CONTINUATION, body[10:40], final=False),
                frame(CONTINUATION, body[40:]),
            ]:
                client.socket.sock.sendall(sent)
            self.assertEqual(
                client.socket.recv_data(control_frame=True), (ABNF.OPCODE_PONG, b"between")
            )
            self.assertEqual(client.answer(1), ("ok", ""))

    def test_half_a_frame(self):
        client = Client(self.name)
        client.request("o", p="/left", d=True)
        client.socket.sock.sendall(b"\x81\xfe\x10\x00mask" + b"x" * 10)
        with Client(self.name) as watcher:
            watcher.listen("/left")
            client.socket.sock.close()
            self.assertEqual(watcher.push(), ("d", "left", True))


if __name__ == "__main__":
    unittest.main()
