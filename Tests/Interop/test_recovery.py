"""Kills runs at random writes, or at random moments where strace is missing, and reads the embedded store as plain SQLite: it is all old or all new once one of
`resume`, `discard` and `seed` has ended the run, and then takes undo and redo.

TANE_RECOVERIES is the number of kills, TANE_RECOVERY_SEED the seed of their random order.
"""

import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from isolated import VARIABLES

TANE = os.environ["TANE"]
PASSWORDS = ["correct horse 1", "correct horse 2"]
WRITES = "pwrite64,fdatasync,fsync,rename,unlink,ftruncate"

PROFILE = """
databases: { d1: "embedded:d1", d2: "embedded:d2" }
firestore: embedded:f
accounts: embedded:a
buckets: { images: "embedded:images" }
"""


class Project:
    """A project whose fixtures have two versions."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.write("environments/local.yaml", PROFILE)

    def write(self, path, text):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def describe(self, version):
        """Writes the fixtures of a version: every value differs from those of the other one."""
        base = "fixtures/base"
        for name in ["d1", "d2"]:
            nodes = {f"k{i}": {"v": version, "list": [version, {"id": i}]} for i in range(300)}
            self.write(f"{base}/databases/{name}/nodes.yaml", json.dumps(nodes))
        for i in range(20):
            fields = {"v": version, "null": None if version == 1 else 1, "m": {"false": False}}
            self.write(f"{base}/firestore/c/d{i}.yaml", json.dumps(fields))
            self.write(f"{base}/buckets/images/o{i}.txt", f"{version} {i}")
        accounts = {
            f"u{i}": {
                "email": f"u{i}@example.com",
                "displayName": f"{version}",
                "emailVerified": version == 2,
                "password": PASSWORDS[i % 2],
            }
            for i in range(4)
        }
        self.write(f"{base}/accounts.yaml", json.dumps(accounts))

    def run(self, *arguments):
        return subprocess.run(
            [TANE, *arguments],
            cwd=self.folder,
            env=VARIABLES,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def kill(self, delay, *arguments):
        """Starts a command and kills it after a while; whether it was still running."""
        process = subprocess.Popen(
            [TANE, *arguments],
            cwd=self.folder,
            env=VARIABLES,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        return process.wait() == -signal.SIGKILL

    def kill_at_write(self, number, *arguments):
        """Kills a command at the write of this number that one of its threads makes; true if it was killed."""
        tracer = ["strace", "-f", "-qq", "-e", f"trace={WRITES}", "-e", f"inject={WRITES}:signal=SIGKILL:when={number}"]
        process = subprocess.run(
            [*tracer, TANE, *arguments],
            cwd=self.folder,
            env=VARIABLES,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=120,
        )
        return process.returncode in [-signal.SIGKILL, 128 + signal.SIGKILL]

    def kill_at(self, question, *arguments):
        """Starts a command and kills it as soon as the state answers a question with another number than 0."""
        process = subprocess.Popen(
            [TANE, *arguments],
            cwd=self.folder,
            env=VARIABLES,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        state = self.folder / ".tane/state.sqlite"
        while process.poll() is None:
            with contextlib.suppress(sqlite3.Error):
                database = sqlite3.connect(f"file:{state}?mode=ro", uri=True, timeout=0.02)
                with contextlib.closing(database):
                    if database.execute(question).fetchone()[0]:
                        break
        process.send_signal(signal.SIGKILL)
        process.wait()

    def rows(self):
        """The number of values, documents, accounts and objects in the store."""
        with contextlib.closing(sqlite3.connect(self.folder / ".tane/embedded/local.sqlite")) as database:
            question = "SELECT name FROM sqlite_master WHERE name IN ('leaf', 'document', 'account', 'object')"
            tables = [name for (name,) in database.execute(question)]
            return sum(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables)

    def snapshot(self):
        """All that the store holds, without times, generations and salts, by the table and the place."""
        store = self.folder / ".tane/embedded/local.sqlite"
        rows = {}
        with sqlite3.connect(f"file:{store}?mode=rw", uri=True) as database:
            for name, path, value in database.execute(
                "SELECT name, path, value FROM leaf JOIN database ON database.id = leaf.database"
            ):
                rows["leaf", name, path] = value
            for collection, id, fields in database.execute(
                "SELECT collection, id, fields FROM document"
            ):
                rows["document", collection, id] = fields
            for name, content in database.execute(
                "SELECT name, bytes FROM object JOIN content ON content.object = object.id"
            ):
                rows["object", name] = content
            for id, body in database.execute("SELECT id, body FROM account"):
                account = json.loads(body)
                fields = ["email", "displayName", "emailVerified"]
                rows["account", id] = [account.get(field) or None for field in fields] + [
                    bool(account.get("password"))
                ]
        database.close()
        return rows

    def secrets(self):
        """The passwords that a file below .tane holds."""
        texts = [path.read_bytes() for path in self.folder.glob(".tane/**/*") if path.is_file()]
        return [word for word in PASSWORDS if any(word.encode() in text for text in texts)]


def can_trace():
    """True if strace is installed and may trace."""
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-qq", "-e", "trace=none", "true"], capture_output=True).returncode == 0


class Recovery(unittest.TestCase):
    """What a killed run leaves, and what ends it."""

    def kill(self, project, choose, delay, *arguments):
        if self.traces:
            return project.kill_at_write(choose.randint(1, 150), *arguments)
        return project.kill(delay, *arguments)

    def test_kills(self):
        count = int(os.environ.get("TANE_RECOVERIES", 12))
        seed = int(os.environ.get("TANE_RECOVERY_SEED", time.time()))
        print(f"{count} recoveries with the seed {seed}")
        choose = random.Random(seed)
        self.traces = can_trace()
        if not self.traces:
            print("strace is missing or may not trace: kills come at random moments")
        with tempfile.TemporaryDirectory() as folder:
            project = Project(folder)
            snapshots = {}
            for version in [1, 2]:
                project.describe(version)
                start = time.monotonic()
                self.assert_done(project.run("seed", "--no-types"))
                usual = time.monotonic() - start
                snapshots[version] = project.snapshot()
            self.assertEqual(
                [snapshots[1][key] == snapshots[2][key] for key in snapshots[1] if key[0] == "document"],
                [False] * 20,
            )
            current, killed, self.counts = 2, 0, {}
            for number in range(count):
                with self.subTest(number=number, seed=seed):
                    current, was_killed = self.recover(project, snapshots, current, usual, choose)
                    killed += was_killed
            print(f"{killed} of them were killed: {self.counts}")
            self.assertEqual(project.secrets(), [])

    def recover(self, project, snapshots, current, usual, choose):
        """Kills a run from one version to the other, ends it, and returns the version that is there."""
        other = 3 - current
        verb = choose.choice(["seed", "apply", "undo"])
        project.describe(other if verb != "undo" else current)
        arguments = [verb, "--yes"] if verb == "undo" else [verb, "--no-types"]
        if verb == "undo":
            # The run before made the current version of the other.
            self.assert_done(project.run("seed", "--no-types"))
            project.describe(other)
            self.assert_done(project.run("seed", "--no-types"))
            current, other = other, current
        if verb == "apply":
            self.assertIn(project.run("plan", "--no-types", "-o", "plan.json").returncode, [0])
            arguments = ["apply", "plan.json"]
        was_killed = self.kill(project, choose, usual * choose.uniform(0.05, 1.1), *arguments)
        interrupted = "interrupted after" in project.run("history").stdout
        chain = []
        if interrupted and choose.random() < 0.4:
            # The end is killed as well.
            chain.append(choose.choice(["resume", "discard"]))
            self.kill(project, choose, usual * choose.uniform(0.05, 0.9), chain[-1])
        interrupted = "interrupted after" in project.run("history").stdout
        story = " ".join([verb, *chain]) + (" interrupted" if interrupted else "")
        self.counts[story] = self.counts.get(story, 0) + 1
        if interrupted:
            end = choose.choice(["resume", "discard", "seed"])
            expected = other if end == "resume" else current
            if end == "seed":
                expected = choose.choice([1, 2])
                project.describe(expected)
                result = project.run("seed", "--no-types")
                self.assertNotIn("made by hand", result.stdout)
            else:
                result = project.run(end)
            self.assert_done(result)
            self.assert_holds(project, snapshots, [expected], (verb, chain, end))
        else:
            self.assert_holds(project, snapshots, [current, other], (verb, chain))
        version = 1 if project.snapshot() == snapshots[1] else 2
        # A seed of either version invents no conflict.
        project.describe(3 - version)
        result = project.run("seed", "--no-types")
        self.assert_done(result)
        self.assertNotIn("made by hand", result.stdout)
        self.assert_holds(project, snapshots, [3 - version], (verb, chain, "seed"))
        self.assert_done(project.run("undo"))
        self.assert_holds(project, snapshots, [version], (verb, chain, "undo"))
        return version, was_killed

    def test_the_demo_is_undone(self):
        """A first seed that is undone, or killed and discarded, leaves nothing."""
        root = pathlib.Path(__file__).resolve().parents[2]
        for kills in [False, True]:
            with self.subTest(kills=kills), tempfile.TemporaryDirectory() as folder:
                project = Project(folder)
                for name in ["environments", "fixtures"]:
                    shutil.copytree(root / name, project.folder / name, dirs_exist_ok=True)
                if kills:
                    project.kill_at("SELECT count(*) FROM step WHERE state = 2", "seed", "--no-types")
                    self.assertTrue(project.rows())
                    self.assert_done(project.run("discard"))
                else:
                    self.assert_done(project.run("seed", "--no-types"))
                    self.assertTrue(project.rows())
                    self.assert_done(project.run("undo"))
                self.assertEqual(project.rows(), 0)

    def assert_done(self, result):
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def assert_holds(self, project, snapshots, versions, story):
        found = project.snapshot()
        if any(found == snapshots[version] for version in versions):
            return
        expected = snapshots[versions[0]]
        places = [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]
        self.fail(f"{story}: {len(places)} of {len(expected)} places differ: {places[:3]}")


if __name__ == "__main__":
    unittest.main()
