"""Edits of accounts in Firebase's official emulator, simulated by a model of its source (`fake_accounts`)."""

import copy
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from fake_accounts import FakeAccounts, hashed
from isolated import VARIABLES

TANE = os.environ["TANE"]
GOOGLE = {"providerId": "google.com", "rawId": "g1", "federatedId": "g1", "email": "ann@gmail.com"}


def account(uid, **more):
    return {"localId": uid, "createdAt": "1700000000000", "lastLoginAt": "1700000000000",
            "validSince": "1700000000", "emailVerified": False, "disabled": False} | more


class AccountEdits(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def serve(self, links=True):
        self.fake = FakeAccounts(links)
        self.addCleanup(self.fake.close)
        for user in [
            account("password", email="pw@example.com", **hashed("secret1")),
            account("link", email="link@example.com", emailLinkSignin=True),
            account("both", email="both@example.com", emailLinkSignin=True, **hashed("secret2")),
            account("phone", phoneNumber="+81312345678"),
            account("google", email="ann@example.com", providerUserInfo=[GOOGLE]),
        ]:
            self.fake.users[user["localId"]] = user
            self.fake.hydrate(user)
        profile = f"guard: open\naccounts: {self.fake.address}/demo\n"
        (self.folder / "environments").mkdir(exist_ok=True)
        (self.folder / "environments/team.yaml").write_text(profile)

    def seed(self, fixtures):
        place = self.folder / "fixtures/base"
        place.mkdir(parents=True, exist_ok=True)
        (place / "accounts.yaml").write_text(json.dumps(fixtures))
        return subprocess.run(
            [TANE, "seed", "-e", "team", "--yes", "--adopt-existing"], cwd=self.folder, env=VARIABLES,
            capture_output=True, text=True, timeout=120,
        )

    def fixtures(self, name):
        """Returns the current accounts with new display names."""
        result = {}
        for uid, user in self.fake.users.items():
            fields = {"displayName": f"{name} {uid}"}
            for key in ["email", "phoneNumber"]:
                if user.get(key):
                    fields[key] = user[key]
            if uid == "google":
                fields["providers"] = {"google.com": {"rawID": "g1", "email": "ann@gmail.com"}}
            result[uid] = fields
        return result

    def secrets(self):
        names = ["passwordHash", "salt", "passwordUpdatedAt", "emailLinkSignin", "phoneNumber",
                 "providerUserInfo", "validSince", "createdAt", "lastLoginAt"]
        return {
            uid: {name: copy.deepcopy(user[name]) for name in names if name in user}
            for uid, user in self.fake.users.items()
        }

    def test_a_name_is_changed_and_nothing_else(self):
        self.serve()
        before = self.secrets()
        for name in ["First", "Second"]:
            run = self.seed(self.fixtures(name))
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertEqual(self.secrets(), before)
            for uid, user in self.fake.users.items():
                self.assertEqual(user["displayName"], f"{name} {uid}")
        self.assertNotIn("batchCreate", self.fake.methods)

    def test_other_fields(self):
        self.serve()
        fixtures = self.fixtures("New")
        for uid in fixtures:
            fixtures[uid] |= {"photoURL": "https://example.com/a.png", "disabled": True, "claims": {"a": 1}}
        fixtures["password"]["email"] = "pw2@example.com"
        fixtures["link"]["email"] = "link2@example.com"
        fixtures["phone"]["phoneNumber"] = "+81300000000"
        before = self.secrets()
        run = self.seed(fixtures)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        after = self.secrets()
        for uid in before:
            for name in ["passwordHash", "salt", "emailLinkSignin"]:
                self.assertEqual(after[uid].get(name), before[uid].get(name), f"{uid} {name}")
        kinds = {uid: sorted(p["providerId"] for p in after[uid]["providerUserInfo"]) for uid in after}
        self.assertEqual(kinds, {
            "password": ["password"], "link": ["password"], "both": ["password"], "phone": ["phone"],
            "google": ["google.com"],
        })

    def test_a_provider_is_linked(self):
        self.serve()
        fixtures = self.fixtures("New")
        fixtures["link"]["providers"] = {"apple.com": {"rawID": "a1"}}
        run = self.seed(fixtures)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        ids = sorted(p["providerId"] for p in self.fake.users["link"]["providerUserInfo"])
        self.assertEqual(ids, ["apple.com", "password"])
        self.assertTrue(self.fake.users["link"]["emailLinkSignin"])

    def test_an_emulator_that_links_none(self):
        self.serve(links=False)
        before = self.secrets()
        fixtures = self.fixtures("New")
        fixtures["link"]["providers"] = {"apple.com": {"rawID": "a1"}}
        run = self.seed(fixtures)
        self.assertEqual(run.returncode, 4, run.stdout + run.stderr)
        self.assertIn(
            "accounts:/link: some changes were skipped because the server does not implement them (status 501): the provider"
            " apple.com; update the emulator, and run the command again",
            run.stdout + run.stderr,
        )
        self.assertEqual(self.secrets(), before)
        for uid, user in self.fake.users.items():
            self.assertEqual(user["displayName"], f"New {uid}")


if __name__ == "__main__":
    unittest.main()
