"""`tane emulate --firestore-engine google`, which relays Firestore's requests to Google's emulator.

Skipped where Java or Google's emulator is missing.
"""

import contextlib
import http.client
import json
import os
import pathlib
import queue
import select
import signal
import subprocess
import tempfile
import unittest
import urllib.parse
from unittest import mock

import grpc
from google.cloud.firestore_v1.types import firestore

from google_jar import JAR, require_google_emulator
from isolated import VARIABLES
from support import DEADLINE, firestore_client, request

TANE = os.environ["TANE"]
PROJECT = "demo-local"
ROOT = f"projects/{PROJECT}/databases/(default)/documents"
RULES = """rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /saunas/{sauna} {
      allow read: if true;
      allow write: if request.auth.uid == 'owner';
    }
  }
}
"""
STORAGE_RULES = """rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /{path=**} { allow read; }
  }
}
"""
PROFILE = "guard: open\nfirestore: embedded:main\n"
PORTS = [f"--{name}-port=0" for name in ("database", "storage", "firestore", "auth", "remote-config", "hub")]


class Session:
    """A project with its emulator."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.write("environments/local.yaml", PROFILE)
        self.write("firebase.json", json.dumps({"firestore": {"rules": "firestore.rules"}}))
        self.write("firestore.rules", RULES)
        for number in range(9):
            self.write(f"fixtures/base/firestore/saunas/s{number}.yaml", f"name: サウナ {number}\ntext: {'x' * 900_000}\n")
        self.process = None

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def command(self, *arguments):
        return [TANE, "emulate", "--firestore-engine=google", *PORTS, *arguments]

    def fail(self, *arguments, **variables):
        """Runs an emulator that must not start, and returns its exit code and its messages."""
        result = subprocess.run(
            self.command("--in-memory", *arguments), cwd=self.folder, env=VARIABLES | variables, capture_output=True, text=True, timeout=60
        )
        return result.returncode, result.stderr.strip()

    @contextlib.contextmanager
    def emulator(self, *arguments):
        """Runs the emulator, and yields Firestore's address."""
        self.process = subprocess.Popen(
            self.command("--json", *arguments), cwd=self.folder, env=VARIABLES, stdout=subprocess.PIPE, text=True
        )
        try:
            text = ""
            for line in self.process.stdout:
                text += line
                if line == "}\n":
                    break
            self.description = json.loads(text)
            yield self.description["services"]["firestore"]
        finally:
            self.process.terminate()
            self.process.communicate(timeout=60)


def google_processes(parent):
    """Returns the processes of Google's emulator below a process."""
    children = [one for file in pathlib.Path(f"/proc/{parent}/task").glob("*/children") for one in file.read_text().split()]
    found = [child for one in children for child in google_processes(one)]
    words = pathlib.Path(f"/proc/{parent}/cmdline").read_bytes().decode().split("\0")
    return found + ([int(parent)] if words[0].endswith("java") and str(JAR) in words else [])


def client_of(address):
    with mock.patch.dict(os.environ, FIRESTORE_EMULATOR_HOST=address):
        return firestore_client(PROJECT)


class GoogleEngine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_google_emulator("--firestore-engine was not tested")
        cls.session = Session(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.address = cls.enterClassContext(cls.session.emulator("--in-memory", "--seed"))

    def get(self, path, **headers):
        return request("GET", self.address, f"/v1/{ROOT}/{path}", **headers)

    def test_the_version_and_the_rules_are_named(self):
        engine = self.session.description["firestoreEngine"]
        self.assertRegex(engine["version"], r"^1\.\d+\.\d+$")
        self.assertEqual(engine["rules"], "firestore.rules")

    def test_the_seeded_documents_are_read_and_written_with_googles_library(self):
        client = client_of(self.address)
        names = sorted(one.get("name") for one in client.collection("saunas").stream() if one.id.startswith("s"))
        self.assertEqual(names, [f"サウナ {number}" for number in range(9)])
        client.document("others/a").set({"visits": 3})
        self.assertEqual(client.document("others/a").get().to_dict(), {"visits": 3})

    def test_a_listener_hears_of_changes(self):
        document, heard = client_of(self.address).document("others/heard"), queue.Queue()
        watch = document.on_snapshot(lambda documents, *_: heard.put([one.to_dict() for one in documents]))
        self.addCleanup(watch.unsubscribe)
        self.assertEqual(heard.get(timeout=DEADLINE), [])
        document.set({"visits": 1})
        self.assertEqual(heard.get(timeout=DEADLINE), [{"visits": 1}])

    def test_rules_decide(self):
        self.assertEqual(self.get("saunas/s0").status, 200)
        self.assertEqual(self.get("others/a").status, 403)
        body = {"fields": {"name": {"stringValue": "a"}}}
        target = f"/v1/{ROOT}/saunas/new"
        self.assertEqual(request("PATCH", self.address, target, body).status, 403)
        self.assertEqual(request("PATCH", self.address, target, body, Authorization="Bearer owner").status, 200)

    def test_pages_and_hosts_are_checked_on_each_request(self):
        connection = http.client.HTTPConnection(self.address, timeout=DEADLINE)
        self.addCleanup(connection.close)
        target = urllib.parse.quote(f"/v1/{ROOT}/saunas/s0")
        for origin, status in [("http://localhost:5000", 200), ("https://evil.example", 403)]:
            connection.request("GET", target, headers={"Origin": origin})
            answer = connection.getresponse()
            answer.read()
            self.assertEqual(answer.status, status)
        self.assertEqual(self.get("saunas/s0", Host="evil.example").status, 403)

    def test_a_grpc_call_for_another_host_is_rejected(self):
        options = [("grpc.default_authority", "evil.example")]
        with grpc.insecure_channel(self.address, options=options) as channel:
            get = channel.unary_unary("/google.firestore.v1.Firestore/GetDocument")
            with self.assertRaises(grpc.RpcError) as context:
                get(firestore.GetDocumentRequest.pb()(name=f"{ROOT}/saunas/s0").SerializeToString(), timeout=DEADLINE)
        self.assertEqual(context.exception.code(), grpc.StatusCode.PERMISSION_DENIED)
        self.assertIn("evil.example", context.exception.details())

    def test_a_listener_of_the_web_sdk_receives_documents(self):
        """Sends the requests of WebChannel, as browsers do."""
        channel = "/google.firestore.v1.Firestore/Listen/channel?database=" + urllib.parse.quote(
            f"projects/{PROJECT}/databases/(default)", safe=""
        )
        target = {"addTarget": {"documents": {"documents": [f"{ROOT}/saunas/s0"]}, "targetId": 2}}
        message = {"database": f"projects/{PROJECT}/databases/(default)", **target}
        form = urllib.parse.urlencode({"count": 1, "ofs": 0, "req0___data__": json.dumps(message)})
        opened = request(
            "POST",
            self.address,
            f"{channel}&VER=8&RID=1&CVER=22&X-HTTP-Session-Id=gsessionid&t=1",
            form.encode(),
            Content_Type="application/x-www-form-urlencoded",
            Origin="http://localhost:5000",
        )
        self.assertEqual(opened.status, 200)
        session = json.loads(opened.body.split(b"\n", 1)[1])[0][1][1]
        connection = http.client.HTTPConnection(self.address, timeout=DEADLINE)
        self.addCleanup(connection.close)
        connection.request("GET", f"{channel}&VER=8&RID=rpc&SID={session}&AID=0&CI=0&TYPE=xmlhttp&t=1")
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        received = b""
        while "サウナ 0".encode() not in received:
            piece = answer.read1(65536)
            self.assertTrue(piece, received)
            received += piece


class GoogleEngineLife(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_google_emulator("the life of --firestore-engine was not tested")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.session = Session(folder.name)

    def test_googles_emulator_ends_when_tane_is_killed(self):
        with self.session.emulator("--in-memory"):
            processes = google_processes(self.session.process.pid)
            self.assertEqual(len(processes), 1)
            ending = os.pidfd_open(processes[0])
            self.addCleanup(os.close, ending)
            self.session.process.send_signal(signal.SIGKILL)
            self.assertTrue(select.select([ending], [], [], DEADLINE)[0], "Google's emulator still runs")

    def test_changes_are_exported_and_imported_but_not_kept(self):
        for options, expected in [(["--export-on-exit", "out"], None), ([], 404), (["--in-memory", "--import", "out"], 200)]:
            with self.session.emulator(*options) as address:
                target = f"/v1/{ROOT}/others/a"
                if expected:
                    self.assertEqual(request("GET", address, target, Authorization="Bearer owner").status, expected)
                else:
                    client_of(address).document("others/a").set({"a": 1})

    def test_rules_that_do_not_compile_are_findings(self):
        self.session.write("firestore.rules", RULES.replace("if true", "if tru("))
        code, errors = self.session.fail()
        self.assertEqual(code, 1)
        self.assertRegex(errors, r"(?m)^firestore\.rules:5:\d+: error: .* \[invalid-rules\]$")
        self.session.write("firestore.rules", STORAGE_RULES)
        code, errors = self.session.fail()
        self.assertEqual(code, 1)
        self.assertIn("firestore.rules:2:9: error: these rules are not for Firestore", errors)
        (self.session.folder / "firestore.rules").unlink()
        code, errors = self.session.fail()
        self.assertEqual(code, 2)
        self.assertIn("firestore.rules, which firebase.json specifies", errors)

    def test_missing_programs_are_named(self):
        empty = self.session.folder / "empty"
        empty.mkdir()
        code, errors = self.session.fail(PATH=str(empty), JAVA_HOME="")
        self.assertEqual(code, 2)
        self.assertIn("needs Java, which was not found", errors)
        code, errors = self.session.fail(FIRESTORE_EMULATOR_JAR="/nonexistent.jar")
        self.assertEqual(code, 2)
        self.assertIn("/nonexistent.jar does not exist or is not a file", errors)
        (empty / "no.jar").write_bytes(b"no jar")
        code, errors = self.session.fail(FIRESTORE_EMULATOR_JAR=str(empty / "no.jar"))
        self.assertEqual(code, 2)
        self.assertIn("cannot start", errors)

    def test_a_port_in_use_is_named(self):
        with self.session.emulator("--in-memory") as address:
            port = address.split(":")[1]
            code, errors = self.session.fail("--firestore-port", port)
        self.assertEqual(code, 2)
        self.assertIn(f"firestore: cannot listen on 127.0.0.1:{port}: the port is in use; choose another port", errors)


if __name__ == "__main__":
    unittest.main()
