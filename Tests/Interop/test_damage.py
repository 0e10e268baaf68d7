"""Damages embedded stores and states with plain SQLite.

Every command must report the damage, none may crash or hang, and `tane doctor --store --repair` must restore the data
of the fixtures.

TANE_DAMAGES is the number of damaged files, and TANE_DAMAGE_SEED is the seed of their random order.
"""

import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from isolated import VARIABLES, first_seed

TANE = os.environ["TANE"]

PROFILE = """
databases: { d: "embedded:d" }
firestore: embedded:f
accounts: embedded:a
buckets: { images: "embedded:images" }
remoteConfig: embedded:r
"""

COMMANDS = [
    ["diff"],
    ["seed", "--no-types"],
    ["history"],
    ["undo", "--yes"],
    ["pull", "d:/", "images:/", "firestore:/", "accounts:/", "--dry-run"],
    ["doctor", "--store"],
]

STORE = ".tane/embedded/local.sqlite"
STATE = ".tane/state.sqlite"


class Damage(unittest.TestCase):
    """Damaged files are reported and repaired."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.usual = pathlib.Path(self.temporary.name) / "usual"
        self.project = pathlib.Path(self.temporary.name) / "project"
        nodes = {f"k{i}": {"v": i, "list": [1, {"id": i}]} for i in range(40)}
        base = "fixtures/base"
        self.write("environments/local.yaml", PROFILE)
        self.write(f"{base}/databases/d/nodes.yaml", json.dumps(nodes))
        self.write(f"{base}/remote-config.yaml", "parameters: { a: one }")
        users = {f"u{i}": {"email": f"u{i}@example.com", "password": "correct horse"} for i in range(4)}
        self.write(f"{base}/accounts.yaml", json.dumps(users))
        for i in range(6):
            self.write(f"{base}/firestore/c/d{i}.yaml", json.dumps({"v": i, "m": {"n": None}}))
            self.write(f"{base}/buckets/images/o{i}.txt", f"object {i}")
        result = self.run_tane(["seed", "--no-types"])
        self.assertEqual(result.returncode, 0, result.stderr)
        # A second run, which changes a value.
        self.write(f"{base}/databases/d/nodes.yaml", json.dumps(nodes | {"k0": 1}))
        self.assertEqual(self.run_tane(["seed", "--no-types"]).returncode, 0)
        # A state is bound to its location, so the project is always restored at the same path.
        shutil.copytree(self.project, self.usual)

    def test_damages(self):
        count = int(os.environ.get("TANE_DAMAGES", 25))
        seed = first_seed("TANE_DAMAGE_SEED", "TANE_DAMAGES")
        print(f"{count} damaged files with the seed {seed}")
        for number in range(count):
            choose = random.Random(seed + number)
            with self.subTest(seed=seed + number):
                self.restore()
                story = self.damage(choose)
                for command in choose.sample(COMMANDS, 3):
                    self.assert_told(command, story)
                self.restore(keep=STORE)
                self.repair(story)

    def test_repair(self):
        """Only damaged data is repaired: a manual edit elsewhere is kept."""
        self.restore()
        with sqlite3.connect(self.project / STORE) as database:
            paths = [path for (path,) in database.execute("SELECT path FROM leaf ORDER BY path")]
            database.execute("UPDATE leaf SET value = x'FFFF' WHERE path = ?", [paths[5]])
            database.execute("UPDATE leaf SET value = 'by hand' WHERE path = ?", [paths[20]])
            database.execute("UPDATE content SET bytes = 'other' WHERE object = 3")
        database.close()
        before = self.leaves(self.usual)
        self.repair("repair")
        after = self.leaves(self.project)
        self.assertEqual(after[paths[20]], "by hand")
        self.assertEqual({**after, paths[20]: 0}, {**before, paths[20]: 0})

    def repair(self, story):
        result = self.run_tane(["doctor", "--store", "--repair"])
        self.assertIn(result.returncode, [0, 1], (story, result.stdout, result.stderr))
        result = self.run_tane(["doctor", "--store"])
        self.assertEqual(result.returncode, 0, (story, result.stdout, result.stderr))

    def leaves(self, folder):
        with sqlite3.connect(folder / STORE) as database:
            rows = dict(database.execute("SELECT path, value FROM leaf"))
        database.close()
        return rows

    def damage(self, choose):
        """Damages one of the files, and returns a description."""
        file = self.project / choose.choice([STORE, STORE, STATE])
        if choose.random() < 0.4:
            data = bytearray(file.read_bytes())
            kind = choose.choice(["bytes", "zeros", "end"])
            place = choose.randrange(len(data))
            if kind == "bytes":
                for _ in range(choose.choice([1, 10, 1000])):
                    data[choose.randrange(len(data))] = choose.randrange(256)
            elif kind == "zeros":
                data[place : place + 4096] = bytes(len(data[place : place + 4096]))
            else:
                del data[place:]
            file.write_bytes(data)
            return file.name, kind, place
        with sqlite3.connect(file) as database:
            story = self.change_row(database, choose)
        database.close()
        return file.name, *story

    def change_row(self, database, choose):
        """Changes a column of a row to another kind of value, or deletes the row."""
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = [t for t in tables if database.execute(f"SELECT count(*) FROM {t}").fetchone()[0]]
        table = choose.choice(tables)
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        row, column = choose.choice(rows), choose.choice(columns)
        condition = " AND ".join(f"{name} IS ?" for name in columns)
        values = [None, "", "text", b"", b"\xff\x00\xfe", -1, 2**63 - 1, -(2**63), 1.5, 1e308, "{}", "[]"]
        value = choose.choice(values)
        try:
            if choose.random() < 0.1:
                database.execute(f"DELETE FROM {table} WHERE {condition}", row)
            else:
                database.execute(f"UPDATE {table} SET {column} = ? WHERE {condition}", [value, *row])
        except sqlite3.IntegrityError:
            pass
        return table, column, value

    def assert_told(self, command, story):
        result = self.run_tane(command)
        told = (story, command, result.stdout[-400:], result.stderr[-800:])
        self.assertIn(result.returncode, [0, 1, 2, 3, 4], told)
        self.assertNotIn("Fatal error", result.stderr, told)
        if result.returncode == 2:
            self.assertIn("error:", result.stderr, told)

    def restore(self, keep=None):
        """Restores the project, except for the damaged file `keep`."""
        kept = (self.project / keep).read_bytes() if keep else None
        shutil.rmtree(self.project, ignore_errors=True)
        shutil.copytree(self.usual, self.project)
        for name in ["-wal", "-shm"]:
            (self.project / (STORE + name)).unlink(missing_ok=True)
        if kept is not None:
            (self.project / keep).write_bytes(kept)

    def write(self, path, text):
        place = self.project / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def run_tane(self, arguments):
        return subprocess.run(
            [TANE, *arguments],
            cwd=self.project,
            env={**VARIABLES, "SWIFT_BACKTRACE": "enable=no"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
        )


if __name__ == "__main__":
    unittest.main()
