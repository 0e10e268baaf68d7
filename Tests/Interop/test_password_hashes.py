"""Imported password hashes: computed by Python's libraries, imported, and verified by signing in."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import bcrypt
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from firebase_admin import auth

from isolated import VARIABLES
from support import AUTH, PROJECT, app, request, unique

TANE = os.environ["TANE"]
TOOLKIT = "/identitytoolkit.googleapis.com/v1"
PASSWORD = "正しい馬 battery"
SALT = b"\x00NaCl\xff"
KEY = b"a signer key? of \xfe bytes"
SEPARATOR = b"\x07"


def base64_of(data):
    return base64.b64encode(data).decode()


def firebase_scrypt(password, salt, separator, key, rounds, memory_cost):
    """Returns the hash of Firebase's variant of scrypt, as described in github.com/firebase/scrypt."""
    derived = hashlib.scrypt(
        password, salt=salt + separator, n=1 << memory_cost, r=rounds, p=1, dklen=64, maxmem=1 << 27)
    return Cipher(algorithms.AES(derived[:32]), modes.CTR(bytes(16))).encryptor().update(key)


def repeated(name, data, rounds):
    for _ in range(rounds):
        data = hashlib.new(name, data).digest()
    return data


def cases():
    """Returns for each algorithm the admin library's hash, the parameters in fixtures, and the hash of the password.

    The order of password and salt is that of the integration tests of Firebase's admin libraries.
    """
    word, hashes = PASSWORD.encode(), auth.UserImportHash
    result = {
        "SCRYPT": (
            hashes.scrypt(KEY, 4, 10, SEPARATOR),
            {"signerKey": base64_of(KEY), "saltSeparator": base64_of(SEPARATOR), "rounds": 4, "memoryCost": 10},
            firebase_scrypt(word, SALT, SEPARATOR, KEY, 4, 10),
        ),
        "STANDARD_SCRYPT": (
            hashes.standard_scrypt(256, 2, 4, 48),
            {"memoryCost": 256, "parallelization": 2, "blockSize": 4, "dkLen": 48},
            hashlib.scrypt(word, salt=SALT, n=256, r=4, p=2, dklen=48),
        ),
        "BCRYPT": (hashes.bcrypt(), {}, bcrypt.hashpw(word, bcrypt.gensalt(4))),
        "PBKDF2_SHA256": (
            hashes.pbkdf2_sha256(999), {"rounds": 999}, hashlib.pbkdf2_hmac("sha256", word, SALT, 999, 64)),
        "PBKDF_SHA1": (
            hashes.pbkdf_sha1(77), {"rounds": 77}, hashlib.pbkdf2_hmac("sha1", word, SALT, 77, 20)),
        "MD5": (hashes.md5(0), {"rounds": 0}, hashlib.md5(SALT + word).hexdigest().encode()),
    }
    for name in ["sha512", "sha256", "sha1"]:
        result[name.upper()] = (
            getattr(hashes, name)(5), {"rounds": 5}, repeated(name, SALT + word, 5))
    for name in ["sha512", "sha256", "sha1", "md5"]:
        result[f"HMAC_{name.upper()}"] = (
            getattr(hashes, f"hmac_{name}")(KEY), {"signerKey": base64_of(KEY)},
            hmac.new(KEY, word + SALT, name).digest())
    return result


def sign_in(email, password):
    answer = request(
        "POST", AUTH, f"{TOOLKIT}/accounts:signInWithPassword?key=any", {"email": email, "password": password})
    return answer.json["localId"] if answer.status == 200 else answer.json["error"]["message"]


class PasswordHashes(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(self.delete_all)

    def delete_all(self):
        everybody = [user.uid for user in auth.list_users(app=app()).iterate_all()]
        auth.delete_users(everybody, app=app())

    def tane(self, *arguments):
        return subprocess.run(
            [TANE, *arguments], cwd=self.folder, env=VARIABLES, capture_output=True, text=True, timeout=120)

    def check(self, email, uid):
        self.assertEqual(sign_in(email, PASSWORD), uid)
        self.assertEqual(sign_in(email, PASSWORD + "x"), "INVALID_PASSWORD")

    def test_published_vectors(self):
        key = base64.b64decode(
            "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")
        salt = base64.b64decode("42xEC+ixf3L2lw==")
        published = ("lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==")
        computed = firebase_scrypt(b"user1password", salt, SEPARATOR, key, 8, 14)
        self.assertEqual(base64_of(computed), published)
        user = auth.ImportUserRecord(
            "published", email="published@example.com", password_hash=computed, password_salt=salt)
        auth.import_users([user], hash_alg=auth.UserImportHash.scrypt(key, 8, 14, SEPARATOR), app=app())
        self.assertEqual(sign_in("published@example.com", "user1password"), "published")
        self.assertEqual(sign_in("published@example.com", "user2password"), "INVALID_PASSWORD")

    def test_users_imported_by_the_admin_library(self):
        for name, (algorithm, _, password_hash) in cases().items():
            with self.subTest(name):
                uid = unique("imported")
                salt = None if name == "BCRYPT" else SALT
                user = auth.ImportUserRecord(
                    uid, email=f"{uid}@example.com", password_hash=password_hash, password_salt=salt)
                result = auth.import_users([user], hash_alg=algorithm, app=app())
                self.assertEqual((result.success_count, result.errors), (1, []))
                self.check(f"{uid}@example.com", uid)

    def test_fixtures(self):
        (self.folder / "environments").mkdir()
        # Otherwise, no state would be kept for an emulator.
        profile = f"guard: open\nstate: local\naccounts: http://{AUTH}/{PROJECT}\n"
        secrets = [base64_of(KEY), base64_of(SALT)]
        sets = []
        for name, (_, parameters, password_hash) in cases().items():
            account = {"email": f"{name.lower()}@example.com", "passwordHash": base64_of(password_hash)}
            secrets.append(account["passwordHash"])
            if name != "BCRYPT":
                account["salt"] = base64_of(SALT)
            fixture = {"hash": {"algorithm": name} | parameters, name: account, f"{name}-2": {"displayName": name}}
            sets.append(name.lower())
            place = self.folder / "fixtures" / name.lower()
            place.mkdir(parents=True)
            (place / "accounts.yaml").write_text(json.dumps(fixture))
        profile += f"fixtures: [{', '.join(sets)}]\n"
        (self.folder / "environments/team.yaml").write_text(profile)
        plan = self.tane("plan", "-e", "team", "-o", "plan.json")
        self.assertEqual(plan.returncode, 0, plan.stdout + plan.stderr)
        run = self.tane("apply", "plan.json", "--yes")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        for name in cases():
            with self.subTest(name):
                self.check(f"{name.lower()}@example.com", name)
        again = self.tane("seed", "-e", "team", "-n")
        self.assertIn("Nothing to do", again.stdout, again.stdout + again.stderr)
        shown = "".join(part.stdout + part.stderr for part in [plan, run, again])
        files = [path for path in self.folder.rglob("*") if path.is_file() and path.name != "accounts.yaml"]
        self.assertIn("state.sqlite", {path.name for path in files})
        kept = b"".join(path.read_bytes() for path in files)
        for secret in secrets:
            self.assertNotIn(secret, shown)
            self.assertNotIn(secret.encode(), kept)

    def test_embedded_accounts(self):
        (self.folder / "environments").mkdir()
        (self.folder / "environments/local.yaml").write_text("guard: open\naccounts: embedded:accounts\n")
        place = self.folder / "fixtures/base"
        place.mkdir(parents=True)
        _, parameters, password_hash = cases()["SCRYPT"]
        (place / "accounts.yaml").write_text(json.dumps({
            "hash": {"algorithm": "SCRYPT"} | parameters,
            "ann": {"email": "ann@example.com", "passwordHash": base64_of(password_hash), "salt": base64_of(SALT)},
        }))
        run = self.tane("seed", "-e", "local")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("verified", run.stdout)
        body = json.dumps({"email": "ann@example.com", "password": PASSWORD})
        script = (
            "curl -s -H 'Content-Type: application/json' -d \"$BODY\""
            f" http://$FIREBASE_AUTH_EMULATOR_HOST{TOOLKIT}/accounts:signInWithPassword?key=any"
        )
        emulator = subprocess.run(
            [TANE, "emulate", "-e", "local", "--auth-port", "0", "--hub-port", "0", "--export-on-exit", "export",
             "--exec", script],
            cwd=self.folder, env=VARIABLES | {"BODY": body}, capture_output=True, text=True, timeout=120)
        self.assertEqual(json.loads(emulator.stdout).get("localId"), "ann", emulator.stdout + emulator.stderr)
        # The export contains the parameters, so another emulator verifies the password too.
        other = subprocess.run(
            [TANE, "emulate", "-e", "local", "--in-memory", "--auth-port", "0", "--hub-port", "0", "--import", "export",
             "--exec", script],
            cwd=self.folder, env=VARIABLES | {"BODY": body}, capture_output=True, text=True, timeout=120)
        self.assertEqual(json.loads(other.stdout).get("localId"), "ann", other.stdout + other.stderr)


if __name__ == "__main__":
    unittest.main()
