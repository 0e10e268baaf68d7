"""Servers other than Tane's emulator: servers from PyPI, and relays that simulate differences of other servers.

The relays forward requests to the emulator that runs the tests, and change requests or responses like another server
would.
"""

import contextlib
import http.client
import http.server
import json
import re
import threading


class Relay(http.server.BaseHTTPRequestHandler):
    """Forwards requests; a subclass changes the requests or the responses."""

    protocol_version = "HTTP/1.1"
    target = None

    def change_request(self, headers, body):
        return body

    def change_answer(self, answer, headers, body):
        return answer.status, body

    def relay(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {
            name: value
            for name, value in self.headers.items()
            if name.lower() not in ("host", "content-length", "accept-encoding", "connection")
        }
        body = self.change_request(headers, body)
        connection = http.client.HTTPConnection(self.target)
        with contextlib.closing(connection):
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            dropped = ("content-length", "transfer-encoding", "connection", "date")
            headers = {n: v for n, v in answer.getheaders() if n.lower() not in dropped}
            status, body = self.change_answer(answer, headers, answer.read())
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = relay

    def log_message(self, *_):
        pass


class WithoutTags(Relay):
    """A Realtime Database without support for ETags and conditional requests."""

    def change_request(self, headers, body):
        for name in ["if-match", "if-none-match", "x-firebase-etag"]:
            for key in [key for key in headers if key.lower() == name]:
                del headers[key]
        return body

    def change_answer(self, answer, headers, body):
        for key in [key for key in headers if key.lower() == "etag"]:
            del headers[key]
        return answer.status, body


class Milliseconds(Relay):
    """A Firestore that truncates times to milliseconds."""

    def change_request(self, headers, body):
        return re.sub(rb'("timestampValue":"[^"]*\.\d{3})\d+Z"', rb'\1Z"', body)


class Testbench(Relay):
    """Cloud Storage like Google's storage testbench, which is not on PyPI.

    It adds metadata, and returns an empty page in response to DELETE.
    """

    def change_answer(self, answer, headers, body):
        if self.command == "DELETE" and answer.status == 204:
            headers["Content-Type"] = "text/html; charset=utf-8"
            return 200, b""
        if not (headers.get("Content-Type") or "").startswith("application/json"):
            return answer.status, body
        document = json.loads(body)
        objects = document.get("items") or [document]
        for item in objects:
            if item.get("kind") == "storage#object":
                for prefix in ["x_emulator_", "x_testbench_"]:
                    own = {"upload": "multipart", "crc32c": item["crc32c"], "no_md5": "true"}
                    item.setdefault("metadata", {}).update({prefix + k: own[k] for k in own})
        return answer.status, json.dumps(document).encode()


@contextlib.contextmanager
def serving(handler, target):
    """Runs a server in front of the emulator at an address, and yields its host and port."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), type(handler.__name__, (handler,), {"target": target})
    )
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield "%s:%d" % server.server_address
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
