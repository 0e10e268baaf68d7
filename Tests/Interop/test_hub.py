"""The hub, with which scripts and SDKs find the other emulators."""

import os
import unittest

from support import AUTH, DATABASE, FIRESTORE, STORAGE, request

HUB = os.environ["FIREBASE_EMULATOR_HUB"]


class Hub(unittest.TestCase):
    def test_tells_where_the_emulators_are(self):
        emulators = request("GET", HUB, "/emulators").json
        found = {name: f"{one['host']}:{one['port']}" for name, one in emulators.items()}
        expected = {"auth": AUTH, "database": DATABASE, "firestore": FIRESTORE, "storage": STORAGE}
        self.assertEqual({name: found.get(name) for name in expected}, expected)
        self.assertEqual(f"{emulators['hub']['host']}:{emulators['hub']['port']}", HUB)
        for name, one in emulators.items():
            self.assertEqual(one["name"], name)
            self.assertEqual(one["listen"][0]["port"], one["port"])

    def test_tells_where_it_is_itself(self):
        locator = request("GET", HUB, "/").json
        self.assertEqual(locator["origins"], [f"http://{HUB}"])

    def test_takes_the_wish_that_nothing_is_triggered(self):
        answer = request("PUT", HUB, "/functions/disableBackgroundTriggers", {})
        self.assertEqual((answer.status, answer.json), (200, {"enabled": False}))


if __name__ == "__main__":
    unittest.main()
