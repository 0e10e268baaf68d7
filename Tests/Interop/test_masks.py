"""Encodes originals of masked fields with Python's encoders, and checks that `tane pull` finds each of them.

TANE_ENCODINGS is the number of texts, and TANE_ENCODING_SEED is the seed of the texts.
"""

import base64
import html.entities
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unicodedata
import unittest
import urllib.parse

from isolated import VARIABLES, first_seed

TANE = os.environ["TANE"]

PROFILE = """
databases: { d: "embedded:d" }
buckets: { files: "embedded:files" }
maskExceptions: [Everywhere Inc]
masks:
  d:/people/*: [key hash, hash]
  d:/texts/*: keep
  d:/texts/allowed: keep
  files:/none: keep
"""

PEOPLE = [
    "taro.yamada@example.jp",
    "Hanako Mori-Tanaka",
    "Jürgen Straßmeier",
    "山田太郎左衛門",
    "さとう ゆきこ",
    "ｶﾄｳ ﾀﾛｳ",
    "Émilie O'Connor",
]


def fullwidth(text):
    return "".join(chr(ord(c) + 0xFEE0) if 0x21 <= ord(c) <= 0x7E else c for c in text)


def entities(text, choose):
    forms = [lambda c: f"&#{ord(c)};", lambda c: f"&#x{ord(c):X};", lambda c: f"&#x{ord(c):04x};"]
    return "".join(choose.choice(forms)(c) for c in text)


def named(text, _):
    names = {point: name for point, name in html.entities.codepoint2name.items() if point < 0x100}
    return "".join(f"&{names[ord(c)]};" if ord(c) in names else c for c in text)


def spaced(text, choose):
    space = choose.choice([" ", "\u3000", "\u00a0", "\t", "\n"])
    return space.join(text)


SPELLINGS = [
    lambda text, _: text,
    lambda text, _: text.upper(),
    lambda text, _: text.lower(),
    lambda text, _: fullwidth(text),
    lambda text, _: unicodedata.normalize("NFD", text),
    lambda text, _: unicodedata.normalize("NFKC", text),
    lambda text, _: "".join(text.split()),
    lambda text, _: "\u200b".join(text),
    spaced,
]

ENCODINGS = [
    lambda text, _: urllib.parse.quote(text),
    lambda text, _: urllib.parse.quote(text, safe=""),
    lambda text, _: urllib.parse.quote_plus(text),
    lambda text, _: "".join(f"%{byte:02x}" for byte in text.encode()),
    lambda text, _: text.replace(" ", "+"),
    lambda text, _: json.dumps({"text": text}),
    lambda text, _: html.escape(text),
    named,
    entities,
    lambda text, _: base64.b64encode(text.encode()).decode(),
    lambda text, _: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    lambda text, _: base64.encodebytes(f"{text}\n".encode() * 3).decode(),
    lambda text, _: base64.b64encode(text.encode("utf-16")).decode(),
    lambda text, _: base64.b64encode(text.encode("utf-16-be")).decode(),
]

AROUND = [("", ""), ("to: ", "."), ("送り先：", "。"), ("https://example.com/?q=", "&x=1"), ("data:text/plain,", "")]

BYTES = ["utf-8", "utf-16", "utf-16-le", "utf-16-be"]


class Masks(unittest.TestCase):
    """Originals of masked fields are found in all encodings."""

    def test_encodings(self):
        count = int(os.environ.get("TANE_ENCODINGS", 400))
        seed = first_seed("TANE_ENCODING_SEED", "TANE_ENCODINGS")
        print(f"{count} texts with the seed {seed}")
        choose = random.Random(seed)
        texts = {f"t{number}": self.text(choose) for number in range(count)}
        texts["allowed"] = PEOPLE[0]
        texts["exception"] = "by everywhere inc"
        files = {f"o{number}.bin": self.data(choose) for number in range(count // 10)}
        with tempfile.TemporaryDirectory() as folder:
            self.project = pathlib.Path(folder)
            self.write("environments/local.yaml", PROFILE.encode())
            people = {f"p{number}": name for number, name in enumerate(PEOPLE + ["Everywhere Inc"])}
            self.write("fixtures/base/databases/d/people.json", json.dumps(people).encode())
            self.write("fixtures/base/databases/d/texts.json", json.dumps(texts).encode())
            for name, data in files.items():
                self.write(f"fixtures/base/buckets/files/{name}", data)
            self.assertEqual(self.tane("seed", "--no-types").returncode, 0)
            for path in self.project.glob("fixtures/base/*"):
                subprocess.run(["rm", "-r", path], check=True)
            found = self.found("d:/")
            missed = {key: text for key, text in texts.items() if f"d:/texts/{key}" not in found}
            self.assertEqual(set(missed), {"allowed", "exception"}, missed)
            profile = PROFILE.replace("texts/*: keep", "texts/*: drop")
            self.write("environments/local.yaml", profile.encode())
            found = self.found("d:/", "files:/")
            missed = [files[name] for name in files if f"files:/{name}" not in found]
            self.assertEqual(missed, [])

    def test_other_texts(self):
        choose = random.Random(1)
        words = "an a the I ran not in her mo the office said that some one else was to be here 山 です".split()
        texts = [" ".join(choose.choices(words, k=12)) for _ in range(2000)]
        texts += [base64.b64encode(choose.randbytes(60)).decode() for _ in range(500)]
        texts += [f"-O{choose.randbytes(9).hex()} {choose.randrange(10**9)}" for _ in range(500)]
        names = PEOPLE + ["Iran", "Theo", "Anna", "Mona", "Noah", "山田", "Amos", "Ben"]
        with tempfile.TemporaryDirectory() as folder:
            self.project = pathlib.Path(folder)
            self.write("environments/local.yaml", PROFILE.encode())
            people = {f"p{number}": name for number, name in enumerate(names)}
            self.write("fixtures/base/databases/d/people.json", json.dumps(people).encode())
            self.write("fixtures/base/databases/d/texts.json", json.dumps(texts).encode())
            self.assertEqual(self.tane("seed", "--no-types").returncode, 0)
            subprocess.run(["rm", "-r", self.project / "fixtures/base/databases"], check=True)
            result = self.tane("pull", "d:/")
            self.assertEqual(result.returncode, 0, result.stderr)

    def text(self, choose):
        text = choose.choice(SPELLINGS)(choose.choice(PEOPLE), choose)
        for _ in range(choose.choice([0, 1, 1, 1, 2])):
            before, after = choose.choice(AROUND[:3])
            text = choose.choice(ENCODINGS)(before + text + after, choose)
        before, after = choose.choice(AROUND)
        return before + text + after

    def data(self, choose):
        """Returns bytes that contain an original and need not be text."""
        name = choose.choice(PEOPLE).encode(choose.choice(BYTES))
        around = [b"", b"\x89PNG\x00\x01\xff\xfe", b"\xff" * 7]
        return choose.choice(around) + name + choose.choice(around)

    def found(self, *addresses):
        result = self.tane("pull", *addresses, "--json")
        self.assertEqual(result.returncode, 1, result.stderr)
        return {
            finding["address"]
            for finding in json.loads(result.stdout)["findings"]
            if finding["code"] == "unmasked-original"
        }

    def write(self, path, data):
        place = self.project / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)

    def tane(self, *arguments):
        return subprocess.run(
            [TANE, *arguments], cwd=self.project, env=VARIABLES, capture_output=True, text=True, timeout=300
        )


if __name__ == "__main__":
    unittest.main()
