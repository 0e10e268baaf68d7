"""`tane seed` and the commands around it with Google's Firestore emulator as the environment.

The documents are read and edited with Google's library. Skipped where Java or Google's emulator is missing.
"""

import datetime
import math
import os
import pathlib
import queue
import subprocess
import tempfile
import unittest
from unittest import mock

from google.cloud import firestore
from google.cloud.firestore_v1.vector import Vector

from google_jar import require_google_emulator
from isolated import VARIABLES
from support import DEADLINE, firestore_client
from test_google_engine import Session

PROJECT = "demo-seed"
VALUES = """\
none: null
no: false
nan: .nan
empty: {}
list: [1, {a: []}, 2.5]
when: !timestamp 2026-01-02T03:04:05.678Z
place: !geopoint {latitude: 35.5, longitude: 139.25}
bytes: !bytes AQID
other: !reference saunas/a
vector: {__type__: __vector__, value: [1.0, 0.5]}
"名前": サウナ
"""


def saunas(name):
    return f"name: {name}\nopen: true\n"


class SeededByGoogle(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        require_google_emulator("tane seed was not tested with Google's engine")
        session = Session(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.address = cls.enterClassContext(session.emulator("--in-memory"))

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        # Each test has a database of its own.
        project = f"{PROJECT}-{self._testMethodName.replace('_', '-')[:20].strip('-')}"
        with mock.patch.dict(os.environ, FIRESTORE_EMULATOR_HOST=self.address):
            self.client = firestore_client(project)
        self.write("environments/local.yaml", f"guard: open\nstate: local\nfirestore: http://{self.address}/projects/{project}/databases/(default)\n")
        self.write("fixtures/base/firestore/saunas/a.yaml", saunas("Löyly"))
        self.write("fixtures/base/firestore/saunas/b.yaml", saunas("Steam"))

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def tane(self, *arguments, status=0):
        result = subprocess.run([os.environ["TANE"], *arguments], cwd=self.folder, env=VARIABLES, capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout

    def documents(self):
        return {one.id: one.to_dict() for one in self.client.collection("saunas").stream()}

    def test_every_type_of_value_is_written_and_read_back(self):
        self.write("fixtures/base/firestore/saunas/a.yaml", VALUES)
        self.tane("seed")
        document = self.client.document("saunas/a").get().to_dict()
        self.assertTrue(math.isnan(document.pop("nan")))
        when = document.pop("when")
        self.assertEqual(when.timestamp(), datetime.datetime(2026, 1, 2, 3, 4, 5, 678000, datetime.timezone.utc).timestamp())
        place = document.pop("place")
        self.assertEqual((place.latitude, place.longitude), (35.5, 139.25))
        self.assertEqual(document.pop("other").path, "saunas/a")
        self.assertEqual(document.pop("vector"), Vector([1.0, 0.5]))
        self.assertEqual(
            document, {"none": None, "no": False, "empty": {}, "list": [1, {"a": []}, 2.5], "bytes": b"\x01\x02\x03", "名前": "サウナ"}
        )
        self.assertIn("No differences", self.tane("diff"))

    def test_a_second_seed_writes_nothing(self):
        self.tane("seed")
        times = {one.id: one.update_time for one in self.client.collection("saunas").stream()}
        self.tane("seed")
        self.assertEqual({one.id: one.update_time for one in self.client.collection("saunas").stream()}, times)

    def test_an_edit_is_kept_and_conflicts_with_a_change_of_its_fixture(self):
        self.tane("seed")
        self.client.document("saunas/a").update({"open": False})
        self.write("fixtures/base/firestore/saunas/b.yaml", saunas("Smoke"))
        self.tane("seed")
        self.assertEqual(self.documents(), {"a": {"name": "Löyly", "open": False}, "b": {"name": "Smoke", "open": True}})
        self.write("fixtures/base/firestore/saunas/a.yaml", "name: Löyly\nopen: null\n")
        self.assertIn("firestore:/saunas/a", self.tane("seed", status=1))
        self.assertEqual(self.documents()["a"], {"name": "Löyly", "open": False})
        self.tane("seed", "--on-conflict", "take")
        self.assertEqual(self.documents()["a"], {"name": "Löyly", "open": None})

    def test_prune_removes_documents_without_a_fixture_and_undo_brings_them_back(self):
        self.tane("seed")
        self.client.document("saunas/extra").set({"name": "Extra", "when": firestore.SERVER_TIMESTAMP})
        before = self.documents()
        (self.folder / "fixtures/base/firestore/saunas/b.yaml").unlink()
        self.tane("seed")
        self.assertEqual(self.documents(), before)
        self.tane("seed", "--prune")
        # Nobody's fixture has ever described the other document.
        self.assertEqual(set(self.documents()), {"a", "extra"})
        self.tane("undo", "--yes")
        self.assertEqual(self.documents(), before)

    def test_an_edit_is_pulled_into_its_fixture(self):
        self.tane("seed")
        self.client.document("saunas/a").update({"open": False, "visits": 3})
        self.tane("pull", "firestore:/saunas/a")
        self.assertEqual((self.folder / "fixtures/base/firestore/saunas/a.yaml").read_text(), "name: Löyly\nopen: false\nvisits: 3\n")
        self.assertIn("No differences", self.tane("diff"))

    def test_a_listener_hears_of_a_seed(self):
        heard = queue.Queue()
        watch = self.client.collection("saunas").on_snapshot(lambda documents, *_: heard.put(sorted(one.id for one in documents)))
        self.addCleanup(watch.unsubscribe)
        self.assertEqual(heard.get(timeout=DEADLINE), [])
        self.tane("seed")
        names = []
        while names != ["a", "b"]:
            names = heard.get(timeout=DEADLINE)


if __name__ == "__main__":
    unittest.main()
