"""Kills runs at random writes of their journals (kills.py), and reads the embedded store with plain SQLite.

The store must be all old or all new after `resume`, `discard` or `seed` has ended the run, and must accept another seed
and undo. The commands that end a run are killed as well.

TANE_RECOVERIES is the number of interrupted runs for each verb and of interrupted pulls, and TANE_RECOVERY_SEED is the
seed of their random order.
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
import unittest

from isolated import VARIABLES, first_seed
from kills import Killer, is_interrupted, journal, library, runs

TANE = os.environ["TANE"]
PASSWORDS = ["correct horse 1", "correct horse 2"]

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
        """Writes the fixtures of a version; every resource differs from the other version."""
        base = "fixtures/base"
        for name in ["d1", "d2"]:
            nodes = {f"k{i}": {"v": version, "list": [version, {"id": i}]} for i in range(30)}
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

    def kill_at(self, question, *arguments):
        """Starts a command and kills it as soon as a query of the state returns a number other than 0."""
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
        """Returns the number of values, documents, accounts and objects in the store."""
        return len(self.snapshot())

    def snapshot(self):
        """Returns the contents of the store by table and place, without times, generations and salts."""
        store = self.folder / ".tane/embedded/local.sqlite"
        rows = {}
        if not store.exists():
            return rows
        with contextlib.closing(sqlite3.connect(f"file:{store}?mode=rw", uri=True)) as database:
            # The tables of a kind are created with its first resource.
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}

            def select(table, question):
                return database.execute(question) if table in tables else []

            for name, path, value in select(
                "leaf", "SELECT name, path, value FROM leaf JOIN database ON database.id = leaf.database"
            ):
                rows["leaf", name, path] = value
            for collection, id, fields in select("document", "SELECT collection, id, fields FROM document"):
                rows["document", collection, id] = fields
            for name, content in select(
                "content", "SELECT name, bytes FROM object JOIN content ON content.object = object.id"
            ):
                rows["object", name] = content
            for id, body in select("account", "SELECT id, body FROM account"):
                account = json.loads(body)
                fields = ["email", "displayName", "emailVerified"]
                rows["account", id] = [account.get(field) or None for field in fields] + [
                    bool(account.get("password"))
                ]
        return rows

    def fixtures(self):
        """Returns the bytes of all fixture files, including hidden ones."""
        return {path: path.read_bytes() for path in self.folder.glob("fixtures/**/*") if path.is_file()}

    def restore(self, files):
        shutil.rmtree(self.folder / "fixtures", ignore_errors=True)
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def secrets(self):
        """Returns the passwords that a file below .tane contains."""
        texts = [path.read_bytes() for path in self.folder.glob(".tane/**/*") if path.is_file()]
        return [word for word in PASSWORDS if any(word.encode() in text for text in texts)]


STORIES = [
    ["seed"], ["apply"], ["undo"], ["first"], ["seed", "resume"], ["apply", "discard"], ["undo", "resume"], ["seed", "discard"],
    ["apply", "resume"], ["undo", "discard"], ["first", "resume"], ["seed", "resume", "discard"], ["first", "discard"],
    ["apply", "discard", "resume"],
]
VERBS = ["seed", "apply", "undo", "resume", "discard"]


class Recovery(unittest.TestCase):
    """States after killed runs, and the commands that end these runs."""

    def test_kills(self):
        count = int(os.environ.get("TANE_RECOVERIES", 2))
        seed = first_seed("TANE_RECOVERY_SEED", "TANE_RECOVERIES")
        print(f"{count} interrupted runs of each verb with the seed {seed}")
        self.choose, self.struck, self.missed = random.Random(seed), dict.fromkeys(VERBS, 0), dict.fromkeys(VERBS, 0)
        self.places = set()
        self.begin()
        number = 0
        while min(self.struck.values()) < count:
            # The next story ends with a verb that has been interrupted too rarely.
            story = next(
                story for story in (STORIES[(number + n) % len(STORIES)] for n in range(len(STORIES)))
                if self.struck[self.verb(story[-1])] < count
            )
            number += 1
            with self.subTest(number=number, seed=seed):
                try:
                    self.recover(story)
                except BaseException as error:
                    print(f"{number}: {story}, killed at the writes {self.numbers}: {error}", flush=True)
                    self.begin()
                    raise
            if number % 100 == 0:
                print(f"{number} recoveries: {self.struck}", flush=True)
            self.assertLess(number, 8 * count + 8, f"too few kills leave an interrupted run: {self.struck}, {self.missed}")
        self.assertEqual(self.project.secrets(), [])
        print(f"{number} recoveries; interrupted {self.struck}, not in the journal {self.missed}, at {len(self.places)} writes")

    def begin(self):
        """Creates a project with the second version."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Project(folder.name)
        self.killer = Killer(folder.name)
        self.snapshots = {0: {}}
        for version in [1, 2]:
            self.project.describe(version)
            self.assert_done(self.project.run("seed", "--no-types"))
            self.snapshots[version] = self.project.snapshot()
        documents = [key for key in self.snapshots[1] if key[0] == "document"]
        self.assertEqual(len(documents), 20)
        self.assertFalse([key for key in documents if self.snapshots[1][key] == self.snapshots[2][key]])
        self.current, self.latest = 2, "seed"

    def verb(self, step):
        return "seed" if step == "first" else step

    def strike(self, arguments, step, key=None):
        """Kills a command, and returns true if this interrupted its run."""
        last, verb = max([0, *(number for number, _, _ in runs(self.project.folder))]), self.verb(step)
        self.numbers.append(self.killer.kill(self.choose, arguments, journal, key))
        # The journal keeps only the latest runs, so new runs are recognized by their numbers.
        is_struck = any(number > last and result in ["running", "failed"] for number, _, result in runs(self.project.folder))
        (self.struck if is_struck else self.missed)[verb] += 1
        if is_struck:
            self.places.add((step, self.numbers[-1]))
        return is_struck

    def recover(self, story):
        """Kills a run from one version to the other, ends it, and seeds the other one."""
        project, choose, self.numbers = self.project, self.choose, []
        step, ends = story[0], story[1:]
        if step == "first":
            shutil.rmtree(project.folder / ".tane")
            self.current = 0
        if step == "undo" and self.latest != "seed":
            # The previous run must have created the current version from the other one.
            self.seed(3 - self.current)
        old, new = self.current, choose.choice([1, 2]) if step == "first" else 3 - self.current
        project.describe(old if step == "undo" else new)
        arguments = {"undo": ["undo", "--yes"], "apply": ["apply", "plan.json"]}.get(step, ["seed", "--no-types"])
        if step == "apply":
            self.assert_done(project.run("plan", "--no-types", "-o", "plan.json"))
        is_struck = self.strike(arguments, step, (step, old))
        for end in ends if is_struck else []:
            self.strike([end], end)
        if is_interrupted(project.folder):
            end = choose.choice(["resume", "discard", "seed"])
            expected = {"resume": new, "discard": old, "seed": choose.choice([1, 2])}[end]
            if end == "seed":
                project.describe(expected)
            result = project.run(end, *["--no-types"] * (end == "seed"))
            self.assert_done(result)
            self.assertNotIn("manual edit", result.stdout)
            self.assert_holds([expected], (*story, end))
        else:
            self.assert_holds([old, new], story)
        found = project.snapshot()
        self.current = next(version for version in self.snapshots if found == self.snapshots[version])
        # A seed of either version causes no false conflict.
        self.seed(3 - self.current if self.current else choose.choice([1, 2]))
        self.assert_holds([self.current], (*story, "seed"))
        if old and choose.random() < 0.2:
            self.assert_done(project.run("undo"))
            self.current, self.latest = 3 - self.current, "undo"
            self.assert_holds([self.current], (*story, "undo"))

    def seed(self, version):
        """Seeds a version; nothing may be kept as a manual edit."""
        self.project.describe(version)
        result = self.project.run("seed", "--no-types")
        self.assert_done(result)
        self.assertNotIn("manual edit", result.stdout)
        self.latest = "seed" if self.current else "first"
        self.current = version

    def test_pulls(self):
        """A killed pull leaves all old or all new fixtures to the next command, and nothing else.

        PullKillTests kills pulls at random moments instead.
        """
        if library() is None:
            self.skipTest("writes cannot be counted")
        count = int(os.environ.get("TANE_RECOVERIES", 2))
        seed = first_seed("TANE_RECOVERY_SEED", "TANE_RECOVERIES")
        print(f"{count} interrupted pulls, and as many in the middle of their moves, with the seed {seed}")
        self.choose, self.numbers, self.counts = random.Random(seed), [], {}
        self.begin()
        project, pull = self.project, ["pull", "d1:/", "d2:/", "firestore:/", "images:/", "--prune"]
        old = {}
        for version in [1, 2]:
            # Each version has an additional object, document and node.
            project.describe(version)
            for path in [f"databases/d1/own{version}.yaml", f"firestore/c/own{version}.yaml", f"buckets/images/own{version}.txt"]:
                project.write(f"fixtures/base/{path}", "{v: 1}")
            if version == 1:
                old = project.fixtures()
                shutil.rmtree(project.folder / "fixtures")
        self.assert_done(project.run("seed", "--no-types", "--prune"))
        project.restore(old)
        self.assert_done(project.run(*pull))
        new, number = project.fixtures(), 0
        self.assertEqual(len(old.keys() ^ new.keys()), 6)
        while min(self.counts.get(kind, 0) for kind in ["drafts", "moves"]) < count:
            number += 1
            with self.subTest(number=number, seed=seed):
                try:
                    self.recover_pull(pull, old, new, is_moving=number % 2 == 1)
                except BaseException as error:
                    print(f"{number}: killed at the write {self.numbers[-1]}: {error}", flush=True)
                    raise
            if number % 100 == 0:
                print(f"{number} pulls: {self.counts}", flush=True)
            self.assertLess(number, 8 * count + 8, f"too few kills interrupt a pull: {self.counts}")
        print(f"{number} pulls; interrupted {self.counts}, at {len(set(self.numbers))} writes")

    def recover_pull(self, pull, old, new, is_moving):
        project = self.project
        project.restore(old)

        def span(writes):
            journal = [n for n, line in enumerate(writes, 1) if ".tane/pulls/" in line and "lock" not in line]
            drafts = [n for n, line in enumerate(writes, 1) if " fixtures/" in line]
            return (journal[0], journal[-1]) if is_moving else (drafts[0], journal[0])

        self.numbers.append(self.killer.kill(self.choose, pull, span, "pull"))
        left = [path for path in project.folder.rglob("*") if path.name.startswith(".tane-")]
        is_moved = list(project.folder.glob(".tane/pulls/*.json"))
        kind = "moves" if is_moved else "drafts" if left else "nothing"
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.assert_done(project.run("fixtures", "list"))
        found = project.fixtures()
        self.assertTrue(found in (old, new), f"{kind}: {self.differing(found, old)} and {self.differing(found, new)}")
        self.assertEqual([path.name for path in project.folder.glob(".tane/pulls/*")], ["fixtures.lock"])
        self.assert_done(project.run(*pull))
        self.assertEqual(self.differing(project.fixtures(), new), [])

    def differing(self, found, expected):
        """Returns some of the differing files."""
        return [path.name for path in found.keys() | expected.keys() if found.get(path) != expected.get(path)][:3]

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

    def assert_holds(self, versions, story):
        found = self.project.snapshot()
        if any(found == self.snapshots[version] for version in versions):
            return
        expected = self.snapshots[versions[0]]
        places = [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]
        self.fail(f"{story}: {len(places)} of {len(expected)} places differ: {places[:3]}")


if __name__ == "__main__":
    unittest.main()
