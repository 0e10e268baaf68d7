"""`tane pull --bulk` with files that Google's emulator exports, behind the addresses of Google's services.

`fake_google` simulates Firestore's operations and the bucket. Skipped where Java or Google's emulator is missing.
"""

import base64
import datetime
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import unittest
from unittest import mock
from urllib.parse import parse_qs, unquote, urlsplit

import google_crc32c
from google.cloud.firestore_v1.vector import Vector

from fake_google import FakeGoogle
from google_jar import require_google_emulator
from isolated import VARIABLES
from support import DEADLINE, firestore_client, request
from test_differential import google_emulator

PROJECT = "demo-bulk"
NAME = f"projects/{PROJECT}/databases/(default)"
PROFILE = "guard: confirm\nfirestore: "


class Exports(FakeGoogle):
    """Google's services with one export, which is complete only when `finish` is called."""

    def __init__(self, folder, files):
        self.files = {f"nightly/1/{path.relative_to(files)}": path.read_bytes() for path in files.rglob("*") if path.is_file()}
        self.is_complete, self.polled = False, threading.Event()
        super().__init__(folder)

    def calls(self, ending):
        return [one for one in self.requests if unquote(one.path).endswith(ending)]

    def answer(self, request):
        url = urlsplit(request.path)
        path = unquote(url.path)
        if request.authorization != "Bearer ya29.planted":
            return 401, {}
        if request.host == "firestore.googleapis.com":
            return 200, self.operation(request.method, path)
        if "alt" in parse_qs(url.query):
            return 200, self.files[path.partition("/o/")[2]]
        if path.endswith("/o"):
            prefix = parse_qs(url.query)["prefix"][0]
            return 200, {"items": [self.described(name) for name in sorted(self.files) if name.startswith(prefix)]}
        return 200, self.described(path.partition("/o/")[2])

    def operation(self, method, path):
        if path.endswith(":cancel"):
            return {}
        state = {"name": f"{NAME}/operations/e1", "metadata": {"operationState": "PROCESSING"}}
        if method == "GET":
            self.polled.set()
            if self.is_complete:
                state |= {"done": True, "response": {"outputUriPrefix": "gs://demo-exports/nightly/1"}}
                state["metadata"]["operationState"] = "SUCCESSFUL"
        return state

    def described(self, name):
        data = self.files[name]
        checksum = base64.b64encode(google_crc32c.value(data).to_bytes(4, "big")).decode()
        return {"name": name, "size": str(len(data)), "generation": "1", "metageneration": "1", "crc32c": checksum}


class BulkPulls(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        require_google_emulator("tane pull --bulk was not tested with exports of Google's emulator")
        cls.address = cls.enterClassContext(google_emulator())
        cls.files = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        with mock.patch.dict(os.environ, FIRESTORE_EMULATOR_HOST=cls.address):
            client = firestore_client(PROJECT)
        for number in range(12):
            post = client.document(f"posts/p{number:03}")
            post.set(cls.fields(client, number))
            post.collection("コメント").document("c-1").set({"text": "いいね" * number})
        client.document("Posts/p").set({"only": "differs in case"})
        answer = request(
            "POST", cls.address, f"/emulator/v1/projects/{PROJECT}:export",
            {"database": NAME, "export_directory": str(cls.files), "export_name": "1"},
        )
        assert answer.status == 200, answer

    @staticmethod
    def fields(client, number):
        return {
            "number": number, "half": number / 2, "name": f"サウナ {number}", "long": "x" * (4000 * (number % 9)),
            "none": None, "list": [number, {"a": []}, True], "bytes": bytes([number]),
            "when": datetime.datetime(2026, 1, 2, 3, 4, number % 60, 678000, tzinfo=datetime.timezone.utc),
            "author": client.document(f"users/u{number}"), "vector": Vector([1.0, number / 4]),
        }

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.google = Exports(self.folder, self.files / "1")
        self.addCleanup(self.google.close)
        (self.folder / "environments").mkdir()
        (self.folder / "environments/cloud.yaml").write_text(f"{PROFILE}{NAME}\ncredentials: ${{TOKEN}}\n")
        (self.folder / "environments/google.yaml").write_text(f"{PROFILE}http://{self.address}/{NAME}\n")
        self.variables = VARIABLES | {
            "TOKEN": "ya29.planted", "HTTPS_PROXY": self.google.address, "SSL_CERT_FILE": str(self.google.certificates)
        }

    def start(self):
        return subprocess.Popen(
            [os.environ["TANE"], "pull", "firestore:/", "--bulk", "gs://demo-exports/nightly/1", "-e", "cloud"],
            cwd=self.folder, env=self.variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def pull(self, status=0):
        process = self.start()
        output, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, output + errors)
        return errors

    def fixtures(self):
        root = self.folder / "fixtures"
        return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}

    def state(self):
        return sorted(path.name for path in (self.folder / ".tane/exports").iterdir())

    def check_fixtures(self):
        """Compares the pulled fixtures with those of a pull from Google's emulator without an export."""
        pulled = self.fixtures()
        self.assertEqual(len(pulled), 25)
        for path in sorted((self.folder / "fixtures").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        subprocess.run(
            [os.environ["TANE"], "pull", "firestore:/", "-e", "google"],
            cwd=self.folder, env=VARIABLES, check=True, capture_output=True, timeout=120,
        )
        self.assertEqual(pulled, self.fixtures())

    def test_a_bulk_pull_yields_the_same_fixtures_as_a_pull_from_the_database(self):
        self.google.is_complete = True
        self.assertNotIn("note:", self.pull())
        self.assertEqual(self.state(), ["cloud.lock"])
        self.check_fixtures()

    def test_after_a_kill_the_same_command_continues_the_export(self):
        process = self.start()
        self.assertTrue(self.google.polled.wait(DEADLINE))
        process.kill()
        process.communicate()
        self.assertEqual(self.state(), ["cloud.json", "cloud.lock"])
        self.google.is_complete = True
        self.assertIn(f"note: continuing the export {NAME}/operations/e1\n", self.pull())
        self.assertEqual(len(self.google.calls(":exportDocuments")), 1)
        self.assertEqual(self.google.calls(":cancel"), [])
        self.assertEqual(self.state(), ["cloud.lock"])
        self.check_fixtures()

    def test_files_of_a_killed_download_are_removed(self):
        self.google.is_complete = True
        old = self.folder / ".tane/exports/cloud/all_namespaces/9/output-0"
        old.parent.mkdir(parents=True)
        old.write_text("from a killed pull")
        self.pull()
        self.assertEqual(self.state(), ["cloud.lock"])

    def test_ctrl_c_cancels_the_export(self):
        for sent, status in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            with self.subTest(sent):
                self.google.polled.clear()
                self.google.requests.clear()
                process = self.start()
                self.assertTrue(self.google.polled.wait(DEADLINE))
                process.send_signal(sent)
                _, errors = process.communicate(timeout=DEADLINE)
                self.assertEqual(process.returncode, status, errors)
                self.assertIn(
                    f"error: interrupted; the export {NAME}/operations/e1 was canceled, and nothing was written\n", errors
                )
                self.assertEqual(len(self.google.calls(":cancel")), 1)
                self.assertEqual(self.state(), ["cloud.lock"])
                self.assertFalse((self.folder / "fixtures").exists())


if __name__ == "__main__":
    unittest.main()
