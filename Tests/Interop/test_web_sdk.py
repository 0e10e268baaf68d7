"""Firebase's web SDK in headless Chromium, with Google's engine for Firestore and rules for the Realtime Database.

Needs Chromium with its driver, selenium, and a folder with the SDK's files `firebase-app-compat.js`, `firebase-auth-compat.js`,
`firebase-database-compat.js` and `firebase-firestore-compat.js` in the variable FIREBASE_WEB_SDK; skipped otherwise.
"""

import functools
import http.server
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

from google_jar import require_google_emulator
from isolated import VARIABLES

SDK = os.environ.get("FIREBASE_WEB_SDK")
PARTS = ("app", "auth", "database", "firestore")
RULES = {
    "rules": {
        "notes": {"$user": {".read": "auth.uid == $user", ".write": "auth.uid == $user", ".validate": "newData.isString()"}},
        "open": {".read": True},
    }
}
FIRESTORE_RULES = """rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /saunas/{sauna} { allow read: if true; allow write: if request.auth != null; }
  }
}
"""
PAGE = "<!doctype html><title>Web SDK</title>" + "".join(f'<script src="firebase-{part}-compat.js"></script>' for part in PARTS)
PORTS = [f"--{name}-port=0" for name in ("database", "storage", "firestore", "auth", "remote-config", "hub")]
START = """
const [services, project] = arguments;
firebase.initializeApp({apiKey: "any", projectId: project, databaseURL: `http://${services.database}?ns=main`});
const parts = name => [services[name].split(":")[0], Number(services[name].split(":")[1])];
firebase.auth().useEmulator(`http://${services.auth}`, {disableWarnings: true});
firebase.database().useEmulator(...parts("database"));
firebase.firestore().useEmulator(...parts("firestore"));
window.signIn = () => firebase.auth().signInWithEmailAndPassword("ann@example.com", "secret-of-ann");
window.heard = [];
window.codeOf = promise => promise.then(() => "done", error => error.code);
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class WebSDK(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_google_emulator("the web SDK was not tested")
        if not SDK or not shutil.which("chromedriver") or not importlib.util.find_spec("selenium"):
            raise unittest.SkipTest("FIREBASE_WEB_SDK, Chromium's driver or selenium is missing: the web SDK was not tested")
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.write("environments/local.yaml", "guard: open\ndatabases: { main: embedded:main }\nfirestore: embedded:main\naccounts: embedded:main\n")
        cls.write("firebase.json", json.dumps({"database": {"rules": "database.json"}, "firestore": {"rules": "firestore.rules"}}))
        cls.write("database.json", json.dumps(RULES))
        cls.write("firestore.rules", FIRESTORE_RULES)
        cls.write("fixtures/base/accounts.yaml", "ann:\n  email: ann@example.com\n  password: secret-of-ann\n")
        cls.write("fixtures/base/databases/main/notes.yaml", "ann: first\nbob: second\n")
        cls.write("fixtures/base/firestore/saunas/a.yaml", "name: Löyly\n")
        cls.serve_page()
        cls.start_emulator()
        cls.start_browser()

    @classmethod
    def write(cls, path, text):
        file = cls.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    @classmethod
    def serve_page(cls):
        pages = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (pages / "index.html").write_text(PAGE)
        for part in PARTS:
            name = f"firebase-{part}-compat.js"
            shutil.copy(pathlib.Path(SDK) / name, pages / name)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=pages))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.shutdown)
        cls.page = f"http://localhost:{server.server_port}/index.html"

    @classmethod
    def start_emulator(cls):
        process = subprocess.Popen(
            [os.environ["TANE"], "emulate", "--in-memory", "--seed", "--rules=on", "--firestore-engine=google", "--json", *PORTS],
            cwd=cls.folder,
            env=VARIABLES,
            stdout=subprocess.PIPE,
            text=True,
        )
        cls.addClassCleanup(lambda: (process.terminate(), process.communicate(timeout=60)))
        text = ""
        for line in process.stdout:
            text += line
            if line == "}\n":
                break
        cls.description = json.loads(text)

    @classmethod
    def start_browser(cls):
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        cls.browser = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.set_script_timeout(20)

    def setUp(self):
        self.browser.get(self.page)
        self.browser.execute_script(START, self.description["services"], self.description["project"])
        self.run_script("await firebase.auth().signOut();")

    def run_script(self, script):
        """Runs the body of an asynchronous function, and returns its result."""
        return self.browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"(async () => {{ {script} }})().then(done, error => done(`failed: ${{error.code}} ${{error.message}}`));"
        )

    def test_a_firestore_listener_hears_the_seed_and_changes(self):
        heard = self.run_script(
            """
            await signIn();
            const document = firebase.firestore().doc("saunas/a");
            return await new Promise(resolve => {
              const names = [];
              document.onSnapshot({includeMetadataChanges: true}, snapshot => {
                if (snapshot.metadata.hasPendingWrites || snapshot.metadata.fromCache) return;
                names.push(snapshot.get("name"));
                if (names.length == 1) document.update({name: "Savu"});
                if (names.length == 2) resolve(names);
              });
            });
            """
        )
        self.assertEqual(heard, ["Löyly", "Savu"])

    def test_firestores_rules_apply_to_the_user(self):
        codes = self.run_script(
            """
            const document = firebase.firestore().doc("saunas/b");
            const before = await codeOf(document.set({name: "b"}));
            await signIn();
            return [before, await codeOf(document.set({name: "b"}))];
            """
        )
        self.assertEqual(codes, ["permission-denied", "done"])

    def test_database_rules_apply_to_the_user(self):
        codes = self.run_script(
            """
            const notes = firebase.database().ref("notes");
            const codes = [await codeOf(notes.child("ann").set("new"))];
            await signIn();
            codes.push((await notes.child("ann").get()).val());
            const writes = [notes.child("ann").set("new"), notes.child("ann").set(1), notes.child("bob").set("new"), notes.update({ann: "x", bob: "y"})];
            for (const write of writes) codes.push(await codeOf(write));
            codes.push((await notes.child("ann").get()).val());
            return codes;
            """
        )
        self.assertEqual(codes, ["PERMISSION_DENIED", "first", "done", "PERMISSION_DENIED", "PERMISSION_DENIED", "PERMISSION_DENIED", "new"])

    def test_a_database_listener_ends_when_the_user_signs_out(self):
        events = self.run_script(
            """
            await signIn();
            const note = firebase.database().ref("notes/ann");
            return await new Promise(resolve => {
              const events = [];
              note.on("value", async snapshot => {
                events.push(typeof snapshot.val());
                await firebase.auth().signOut();
              }, error => resolve([...events, error.code]));
            });
            """
        )
        self.assertEqual(events, ["string", "PERMISSION_DENIED"])


if __name__ == "__main__":
    unittest.main()
