"""Pulls all kinds of data that an embedded store can contain.

The rows are written with plain SQLite, and seeding the pulled fixtures into a new environment must give the same data.

TANE_PULLS is the number of pulls, and TANE_PULL_SEED is the seed of their data.
"""

import base64
import hashlib
import json
import math
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

from embedded import Time, crc32c, encoded, fields_of, name_bytes, names, node_bytes, node_path
from isolated import VARIABLES

TANE = os.environ["TANE"]
PROFILE = """
databases: { d1: "embedded:d1" }
firestore: embedded:f
accounts: embedded:a
buckets: { b: "embedded:b" }
"""
PIECES = [
    "a", "A", "b", "B", "ab", "aB", "é", "e\u0301", "か\u3099", "が", "麺", "ｱ", "👨‍👩‍👧", "\u0301", "ß", "ſ", "ǅ", "~", "#", "%", "%2F", "%2f",
    "%+", "+", "readme", "README", ".yaml", ".yml", ".JSON", ".meta.yaml", ".", "..", "/", "//", " ", "\\", ":", "-", "_", "0", "1", "10", "01",
    "=", "'", '"', "{", "!", "&", "*", "?", "|", "null", "true", "<<", "\u200b", "\u2028", "麺" * 40, "日本語" * 30, "x" * 199, "x" * 255,
]
FORBIDDEN = {"d1": ".$#[]/", "f": "/", "b": ""}
MOST = {"d1": 768, "f": 1500, "b": 1024}


class Pulls(unittest.TestCase):
    """Data is pulled, and seeded into another environment."""

    def test_pulls(self):
        count = int(os.environ.get("TANE_PULLS", 2))
        seed = int(os.environ.get("TANE_PULL_SEED", 2))
        print(f"{count} pulls with the seed {seed}")
        for number in range(seed, seed + count):
            with self.subTest(f"TANE_PULL_SEED={number} TANE_PULLS=1"), tempfile.TemporaryDirectory() as folder:
                self.choose, self.folder = random.Random(number), pathlib.Path(folder)
                self.pull()

    def pull(self):
        for name in ["local", "second"]:
            self.write(f"environments/{name}.yaml", PROFILE)
        for path, text in [("databases/d1/x.yaml", "1"), ("firestore/c/x.yaml", "{}"), ("buckets/b/x", "x"), ("accounts.yaml", "{u: {}}")]:
            self.write(f"fixtures/base/{path}", text)
        self.tane("seed", "--no-types")
        self.fill()
        held = self.read("local")
        shutil.rmtree(self.folder / "fixtures/base")
        for _ in range(2):
            self.tane("pull", "d1:/", "firestore:/", "b:/", "accounts:/")
            self.assertEqual(self.read("local"), held, "a pull has written")
            self.tane("diff")
        self.tane("seed", "--no-types", "--yes", "-e", "second")
        found = self.read("second")
        places = [place for place in held.keys() | found.keys() if held.get(place) != found.get(place)]
        self.assertFalse(places, [(place, held.get(place), found.get(place)) for place in places[:3]])

    def write(self, path, text):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def tane(self, *arguments):
        result = subprocess.run(
            [TANE, *arguments], cwd=self.folder, env=VARIABLES, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=120,
        )
        self.assertEqual(result.returncode, 0, f"tane {' '.join(arguments)}\n{result.stdout[-2000:]}{result.stderr}")
        return result

    # The store.

    def open(self, environment):
        return sqlite3.connect(self.folder / f".tane/embedded/{environment}.sqlite", timeout=60, isolation_level=None)

    def read(self, environment):
        places, database = {}, self.open(environment)
        for path, value in database.execute("SELECT path, value FROM leaf"):
            places["d1", node_path(path)] = (type(value), value)
        for collection, id, data in database.execute("SELECT collection, id, fields FROM document"):
            places["f", *names(collection), *names(id)] = repr(fields_of(data))
        for name, content, kind, custom in database.execute(
            "SELECT name, bytes, contentType, custom FROM object LEFT JOIN content ON content.object = object.id"
        ):
            places["b", name] = (content, kind, custom)
        for id, body in database.execute("SELECT id, body FROM account"):
            places["a", id] = json.loads(body).get("displayName")
        database.close()
        return places

    def fill(self):
        """Replaces all rows of the store with random rows."""
        database = self.open("local")
        database.execute("BEGIN IMMEDIATE")
        for table in ["leaf", "document", "content", "object"]:
            database.execute(f"DELETE FROM {table}")
        self.fill_nodes(database)
        self.fill_documents(database)
        self.fill_objects(database)
        self.fill_accounts(database)
        database.execute("COMMIT")
        database.close()

    def name(self, kind):
        while True:
            text = "".join(self.choose.choice(PIECES) for _ in range(self.choose.choice([1, 1, 2, 2, 3, 5])))
            text = "".join(each for each in text if each not in FORBIDDEN[kind])[: self.choose.choice([3, 90, 400])]
            reserved = text.startswith("__") or text in ["", ".", ".."]
            if not reserved and len(text.encode()) <= MOST[kind]:
                return text

    def fill_nodes(self, database):
        id = database.execute("SELECT id FROM database").fetchone()[0]
        database.execute("UPDATE database SET revision = ?", (random.getrandbits(62),))
        rows = {}

        def put(tree, path):
            for key, value in tree.items():
                if isinstance(value, dict):
                    put(value, (*path, key))
                else:
                    rows[(*path, key)] = value

        put(self.tree(0), ())
        for path, value in rows.items():
            database.execute("INSERT INTO leaf VALUES (?, ?, ?)", (id, node_bytes(path), value))

    def tree(self, depth):
        size = self.choose.choice([1, 3, 6]) if depth else 12
        tree = {self.name("d1"): self.value(depth) for _ in range(size)}
        if self.choose.random() < 0.15:
            tree[".priority"] = self.choose.choice([3, "x", 0.5])
        if depth == 1 and self.choose.random() < 0.1:
            tree |= {f"k{i}": {f"v{j}": j for j in range(60)} for i in range(120)}
        return tree

    def value(self, depth):
        if depth < 4 and self.choose.random() < 0.5:
            if self.choose.random() < 0.3:
                return {str(i): self.value(4) for i in range(self.choose.randint(1, 4))}
            return self.tree(depth + 1)
        return self.choose.choice(["", "x", "null", "日本", 0, 1, -5, 0.5, 2**40, b"\0", b"\1", "y" * 5000, "a\nb\n", " a ", "~", "!now"])

    def fill_documents(self, database):
        id, now = database.execute("SELECT id FROM documentDatabase").fetchone()[0], int(time.time() * 1_000_000)
        paths = set()
        for _ in range(14):
            above = self.choose.choice([(), *paths])
            collection, document = self.name("f"), self.name("f")
            twin = {"k": document.swapcase(), "~": document + "~", "y": document + ".yaml"}.get(self.choose.choice("k~y---"))
            for each in [document, twin]:
                if each and len(each.encode()) <= 1500 and len(above) < 6:
                    paths.add((*above, collection, each))
        for path in paths:
            data = encoded({self.field(): self.choose.choice([None, "", b"", 1, 1.0, math.nan, Time(5), {}, [], {"a": None}]) for _ in range(3)})[1:]
            row = (id, name_bytes(path[:-1]), name_bytes(path[-1:]), path[-2].encode(), now, now, data)
            database.execute("INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def field(self):
        return self.name("f")[:300]

    def fill_objects(self, database):
        bucket, found = database.execute("SELECT id FROM bucket").fetchone()[0], set()
        for _ in range(14):
            name = self.name("b")
            found |= {name, self.choose.choice([name, name + "/x", name + "~", name.swapcase(), name + ".meta.yaml", name + "/"])}
        for name in sorted(found):
            if len(name.encode()) > 1024 or name.startswith(".well-known/acme-challenge/"):
                continue
            data = self.choose.choice([b"", b"one", b"\0\xff", "日本".encode()])
            md5 = base64.b64encode(hashlib.md5(data).digest()).decode()
            kind, custom = self.choose.choice(["text/plain", "image/png"]), self.choose.choice(["{}", '{"k":"日本"}'])
            row = (bucket, name.encode(), len(data), md5, crc32c(data), time.time_ns() // 1000, 1, 1, 1, kind, custom)
            object = database.execute(
                "INSERT INTO object (bucket, name, size, md5, crc32c, generation, metageneration, timeCreated, updated, contentType,"
                " custom) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            ).lastrowid
            database.execute("INSERT INTO content VALUES (?, ?)", (object, data))

    def fill_accounts(self, database):
        project, body = database.execute("SELECT project, body FROM account").fetchone()
        database.execute("DELETE FROM account")
        for _ in range(6):
            uid = self.name("f").replace("/", "")[:40]
            account = json.loads(body) | {"localID": uid, "displayName": self.name("f")[:200]}
            row = (project, uid.encode(), None, None, json.dumps(account).encode())
            database.execute("INSERT OR REPLACE INTO account VALUES (?, ?, ?, ?, ?)", row)


if __name__ == "__main__":
    unittest.main()
