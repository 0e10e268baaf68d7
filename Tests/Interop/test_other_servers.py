"""Seeds, edits, undoes, prunes and pulls with other servers.

These are gcp-storage-emulator from PyPI, and relays that simulate Google's storage testbench, a Realtime Database
without ETags, and a Firestore that truncates times to milliseconds.
"""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from gcp_storage_emulator.server import create_server

from isolated import VARIABLES
from servers import Milliseconds, Testbench, WithoutTags, serving
from support import DATABASE, FIRESTORE, STORAGE, request, unique

TANE = os.environ["TANE"]


class ServerTest(unittest.TestCase):
    """A project whose only environment is another server."""

    def begin(self, profile):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Otherwise, no state would be kept for an emulator.
        self.write("environments/other.yaml", f"state: local\n{profile}")

    def write(self, path, text):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def tane(self, *arguments, status=0):
        result = subprocess.run(
            [TANE, *arguments, "-e", "other"],
            cwd=self.folder,
            env=VARIABLES,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        output = result.stdout + result.stderr
        self.assertEqual(result.returncode, status, output)
        return output

    def seed(self, *arguments):
        """Seeds twice, and checks that the second seed has nothing to write."""
        output = self.tane("seed", "--yes", *arguments)
        again = self.tane("seed", "--yes", *arguments)
        self.assertIn("Nothing to do: ", again)
        self.assertNotIn("kept", again)
        return output

    def relay(self, handler, target):
        server = serving(handler, target)
        address = server.__enter__()
        self.addCleanup(server.__exit__, None, None, None)
        return address


class Buckets:
    """The same tests for all storage servers."""

    base = "fixtures/base/buckets/images"

    def objects(self):
        return json.loads(self.call("GET", "/storage/v1/b/images/o").body).get("items", [])

    def names(self):
        return sorted(item["name"] for item in self.objects())

    def call(self, method, target, body=None, **headers):
        return request(method, self.address, target.replace("images", self.bucket), body, **headers)

    def begin_bucket(self, address, bucket):
        self.address, self.bucket = address, bucket
        self.begin(f'buckets: {{ images: "http://{address}/{bucket}" }}\n')
        self.write(f"{self.base}/a.txt", "one")
        self.write(f"{self.base}/b/c.bin", "\r\n\0 二")
        self.write(f"{self.base}/a.txt.meta.yaml", "metadata: { k: v }\n")

    def test_everything(self):
        self.seed()
        self.assertEqual(self.names(), ["a.txt", "b/c.bin"])
        self.write(f"{self.base}/a.txt", "two")
        self.write(f"{self.base}/d.txt", "new")
        self.seed()
        self.tane("undo", "--yes")
        self.assertEqual(self.names(), ["a.txt", "b/c.bin"])
        self.assertEqual(self.call("GET", "/storage/v1/b/images/o/a.txt?alt=media").body, b"one")
        self.seed()

        edit = self.call(
            "POST",
            "/upload/storage/v1/b/images/o?uploadType=media&name=a.txt",
            b"by hand",
            Content_Type="text/plain",
        )
        self.assertEqual(edit.status, 200)
        self.tane("seed", "--yes")
        self.assertEqual(self.call("GET", "/storage/v1/b/images/o/a.txt?alt=media").body, b"by hand")
        self.tane("pull", "images:/")
        self.assertEqual((self.folder / self.base / "a.txt").read_text(), "by hand")
        self.seed()
        (self.folder / self.base / "d.txt").unlink()
        self.seed("--prune")
        self.assertEqual(self.names(), ["a.txt", "b/c.bin"])


class GCPStorageEmulator(Buckets, ServerTest):
    def setUp(self):
        server = create_server("127.0.0.1", 0, in_memory=True, default_bucket="images")
        server.start()
        self.addCleanup(server.stop)
        self.begin_bucket("%s:%d" % server._api._httpd.server_address, "images")

    def test_a_missing_bucket_is_named(self):
        self.begin_bucket(self.address, "nowhere")
        advice = "status 404; check the bucket's name in the profile, and that Firebase Storage is set up"
        self.assertIn(advice, self.tane("seed", "--yes", status=2))


class StorageTestbench(Buckets, ServerTest):
    def setUp(self):
        self.begin_bucket(self.relay(Testbench, STORAGE), unique("bench"))


class DatabaseWithoutTags(ServerTest):
    def setUp(self):
        self.name = unique("untagged")
        address = self.relay(WithoutTags, DATABASE)
        self.begin(f'databases: {{ d: "http://{address}?ns={self.name}" }}\n')

    def describe(self, **nodes):
        self.write("fixtures/base/databases/d/nodes.yaml", json.dumps(nodes))

    def value(self):
        return request("GET", DATABASE, f"/.json?ns={self.name}").json

    def test_everything(self):
        self.describe(a=1, b={"c": 2})
        self.seed()
        self.describe(a=3, b={"c": 2})
        unguarded = "changes by others in between are overwritten"
        self.assertIn(unguarded, self.seed())
        self.assertIn(unguarded, self.tane("undo", "--yes"))
        self.assertEqual(self.value()["nodes"], {"a": 1, "b": {"c": 2}})
        self.seed()

        request("PUT", DATABASE, f"/nodes/a.json?ns={self.name}", 4)
        self.tane("seed", "--yes")
        self.assertEqual(self.value()["nodes"]["a"], 4)
        self.tane("pull", "d:/nodes")
        self.seed()
        self.describe(a=4)
        self.assertIn(unguarded, self.seed("--prune"))
        self.assertEqual(self.value()["nodes"], {"a": 4})
        self.tane("undo", "--yes")
        self.assertEqual(self.value()["nodes"], {"a": 4, "b": {"c": 2}})


class FirestoreWithMilliseconds(ServerTest):
    def setUp(self):
        self.project = unique("milliseconds")
        self.root = f"/v1/projects/{self.project}/databases/(default)/documents"
        address = self.relay(Milliseconds, FIRESTORE)
        self.begin(f'firestore: "http://{address}/projects/{self.project}/databases/(default)"\n')

    def describe(self, time, **fields):
        rest = "".join(f"{name}: {value}\n" for name, value in fields.items())
        text = f'time: !timestamp "{time}"\nlist: [!timestamp "{time}"]\n{rest}'
        self.write("fixtures/base/firestore/c/d.yaml", text)

    def time(self):
        document = request("GET", FIRESTORE, f"{self.root}/c/d", Authorization="Bearer owner")
        return document.json["fields"]["time"]["timestampValue"]

    def test_everything(self):
        self.describe("2026-01-02T03:04:05.123456Z", n=1)
        self.seed()
        self.assertEqual(self.time(), "2026-01-02T03:04:05.123000Z")
        self.describe("2026-01-02T03:04:05.987654Z", n=1)
        self.seed()
        self.tane("undo", "--yes")
        self.assertEqual(self.time(), "2026-01-02T03:04:05.123000Z")
        self.seed()

        field = {"fields": {"time": {"timestampValue": "2027-01-01T00:00:00Z"}}}
        edit = request(
            "PATCH",
            FIRESTORE,
            f"{self.root}/c/d?updateMask.fieldPaths=time",
            field,
            Authorization="Bearer owner",
        )
        self.assertEqual(edit.status, 200)
        self.tane("seed", "--yes")
        self.assertEqual(self.time(), "2027-01-01T00:00:00.000000Z")
        self.tane("pull", "firestore:/c")
        self.seed()
        self.describe("2027-01-01T00:00:00.000001Z")
        self.seed("--prune")
        self.tane("undo", "--yes")


if __name__ == "__main__":
    unittest.main()
