"""Makes requests of seeds, applies, undos, resumes and discards fail, and reads the emulator with plain requests.

The environment must be all old or all new after `resume`, `discard` or a seed has ended the run, manual edits must be
kept, and there must be no false conflicts.

TANE_FAILURES is the number of faults, and TANE_FAILURE_SEED is the seed of their random order.
"""

import http.client
import json
import os
import pathlib
import random
import socket
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

from isolated import VARIABLES, first_seed
from support import AUTH, DATABASE, FIRESTORE, PROJECT, STORAGE, request

TANE = os.environ["TANE"]
OWNER = {"Authorization": "Bearer owner"}
TOOLKIT = "/identitytoolkit.googleapis.com/v1"
SERVICES = {"/b/": STORAGE, "/storage/": STORAGE, "/upload/": STORAGE, "/v1/projects/": FIRESTORE}
SERVICES |= {"/identitytoolkit.": AUTH, "/securetoken.": AUTH}
PASSWORD = "correct horse 1"


class Proxy:
    """A proxy between `tane` and the emulator that fails at one request, or from one request on.

    `before` closes all connections before the request is forwarded, `after` after the emulator has responded, and `cut`
    in the middle of the response. `refused` responds with 403, `conflict` with 412 and `page` with HTML, and later
    requests are forwarded.
    """

    KINDS = ["before", "after", "cut", "refused", "conflict", "page"]

    def __init__(self):
        self.lock, self.port = threading.Lock(), 0
        self.start()

    def start(self, kind=None, position=None):
        """Starts to listen, always on the same port, because `tane` identifies a service by its address."""
        self.kind, self.position, self.requests, self.struck = kind, position, 0, None
        self.connections = set()
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=[self.listener], daemon=True).start()

    def accept(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with self.lock:
                self.connections.add(connection)
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def end(self):
        with self.lock:
            connections = list(self.connections)
        for each in [self.listener, *connections]:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            each.close()

    def serve(self, connection):
        try:
            with connection, connection.makefile("rb") as stream:
                while self.answer(connection, stream):
                    pass
        except (OSError, ValueError, http.client.HTTPException):
            pass

    def answer(self, connection, stream):
        line = stream.readline()
        if not line:
            return False
        method, target, _ = line.decode().split()
        fields = http.client.parse_headers(stream)
        if fields.get("Transfer-Encoding", "").lower() == "chunked":
            body = b""
            while size := int(stream.readline().split(b";")[0], 16):
                body += stream.read(size)
                stream.readline()
            stream.readline()
        else:
            body = stream.read(int(fields.get("Content-Length") or 0))
        with self.lock:
            self.requests += 1
            number = self.requests
        is_struck = number == self.position
        if is_struck:
            self.struck = f"{method} {target}"
        if self.position is not None and number > self.position and self.kind in ["before", "after", "cut"]:
            self.end()
            return False
        if is_struck and self.kind in ["refused", "conflict", "page"]:
            status = {"refused": "403 Forbidden", "conflict": "412 Precondition Failed", "page": "200 OK"}[self.kind]
            data = b"<html>Sign in</html>" if self.kind == "page" else b'{"error": "refused"}'
            kind = "text/html" if self.kind == "page" else "application/json"
            head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n"
            connection.sendall(head.encode() + data)
            return True
        if is_struck and self.kind == "before":
            self.end()
            return False
        data = self.forward(method, target, fields, body)
        if is_struck:
            if self.kind == "cut":
                connection.sendall(data[: len(data) // 2])
            self.end()
            return False
        connection.sendall(data)
        return True

    def forward(self, method, target, fields, body):
        place = next((SERVICES[start] for start in SERVICES if target.startswith(start)), DATABASE)
        upstream = http.client.HTTPConnection(place, timeout=30)
        skipped = ["transfer-encoding", "content-length", "connection"]
        headers = {name: value for name, value in fields.items() if name.lower() not in skipped}
        upstream.request(method, target, body if body or method not in ["GET", "HEAD", "DELETE"] else None, headers)
        response = upstream.getresponse()
        data = response.read()
        lines = [f"HTTP/1.1 {response.status} {response.reason}"]
        lines += [f"{name}: {value}" for name, value in response.getheaders() if name.lower() not in skipped]
        length = response.getheader("Content-Length") if method == "HEAD" else len(data)
        upstream.close()
        return ("\r\n".join(lines) + f"\r\nContent-Length: {length or 0}\r\n\r\n").encode() + data


class Project:
    """A project with several versions of its fixtures, whose environment is read with plain requests."""

    def __init__(self, folder, name):
        self.folder, self.name, self.proxy = pathlib.Path(folder), name, Proxy()
        place = f"http://127.0.0.1:{self.proxy.port}"
        self.write(
            "environments/local.yaml",
            f"""
guard: open
state: local
databases: {{ d1: "{place}?ns={name}-1", d2: "{place}?ns={name}-2" }}
buckets: {{ b: "{place}/{name}" }}
firestore: "{place}/projects/{name}/databases/(default)"
accounts: "{place}/{PROJECT}"
""",
        )

    def write(self, path, text):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def describe(self, version):
        base = self.folder / "fixtures/base"
        for path in sorted(base.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        expected = self.expected(version)
        for name in ["d1", "d2"]:
            self.write(f"fixtures/base/databases/{name}/nodes.yaml", json.dumps(expected[name]))
        for id, fields in expected["docs"].items():
            self.write(f"fixtures/base/firestore/c/{id}.yaml", json.dumps(fields))
        for name, text in expected["objects"].items():
            self.write(f"fixtures/base/buckets/b/{name}", text)
        accounts = {uid: account | {"password": PASSWORD} for uid, account in expected["accounts"].items()}
        self.write("fixtures/base/accounts.yaml", json.dumps(accounts))

    def expected(self, version):
        """Returns the expected data of a version, without manual edits."""
        tree = {f"k{i}": {"v": version, "list": [{"id": i}, {"id": f"x{version}"}]} for i in range(5)}
        only = {f"only{version}": {"n": version}}
        docs = {f"d{i}": {"v": version, "null": None if version == 1 else 1, "m": {"f": False}} for i in range(3)}
        return {
            "d1": tree | only | {"fixed": "f"},
            "d2": tree | {"fixed": "f"},
            "docs": docs | {f"only{version}": {"n": version}, "fixed": {"n": None, "f": "f"}},
            "objects": {f"o{i}.txt": f"{version} {i}" for i in range(2)} | {f"only{version}.txt": "x", "fixed.txt": "f"},
            "accounts": {
                f"{self.name}-{uid}": {"email": f"{self.name}-{uid}@example.com", "displayName": text, "emailVerified": version == 2}
                for uid, text in [("u1", f"{version}"), ("u2", f"{version}")] + [("new", "n")] * (version > 1)
            },
        }

    def tane(self, *arguments):
        return subprocess.run(
            [TANE, *arguments], cwd=self.folder, env=VARIABLES, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=300,
        )

    # Plain requests.

    def ask(self, method, host, target, body=None):
        answer = request(method, host, target, body, **OWNER)
        if answer.status >= 300:
            raise AssertionError(f"{method} {target}: {answer.status} {answer.body}")
        return answer

    def read(self):
        found = {}
        for number, name in [(1, "d1"), (2, "d2")]:
            whole = self.ask("GET", DATABASE, f"/.json?ns={self.name}-{number}").json or {}
            found[name] = whole.get("nodes", {})
            others = whole.keys() - {"nodes", "__tane__"}
            if others:
                found[name + " others"] = others
        documents = f"/v1/projects/{self.name}/databases/(default)/documents/c?pageSize=300"
        found["docs"] = {
            document["name"].split("/")[-1]: {key: plain(value) for key, value in document.get("fields", {}).items()}
            for document in self.ask("GET", FIRESTORE, documents).json.get("documents", [])
        }
        found["objects"] = {}
        for item in self.ask("GET", STORAGE, f"/storage/v1/b/{self.name}/o").json.get("items", []):
            place = f"/storage/v1/b/{self.name}/o/{urllib.parse.quote(item['name'], safe='')}?alt=media"
            found["objects"][item["name"]] = self.ask("GET", STORAGE, place).body.decode()
        found["accounts"] = {}
        users = self.ask("GET", AUTH, f"{TOOLKIT}/projects/{PROJECT}/accounts:batchGet?maxResults=1000").json
        for user in users.get("users", []):
            if user["localId"].startswith(f"{self.name}-"):
                account = {key: user[key] for key in ["email", "displayName"] if user.get(key)}
                found["accounts"][user["localId"]] = account | {"emailVerified": user.get("emailVerified", False)}
        return found

    def can_sign_in(self, uid):
        body = {"email": f"{uid}@example.com", "password": PASSWORD, "returnSecureToken": True}
        return request("POST", AUTH, f"{TOOLKIT}/accounts:signInWithPassword?key=any", body).status == 200

    def edit(self):
        """Manually changes data that is the same in all versions, and adds data that no version describes."""
        self.ask("PUT", DATABASE, f"/nodes/fixed.json?ns={self.name}-1", "by hand")
        self.ask("PUT", DATABASE, f"/hand.json?ns={self.name}-2", "by hand")
        documents = f"/v1/projects/{self.name}/databases/(default)/documents/c"
        place = f"{documents}/fixed?updateMask.fieldPaths=n"
        self.ask("PATCH", FIRESTORE, place, {"fields": {"n": {"stringValue": "by hand"}}})
        self.ask("POST", FIRESTORE, f"{documents}?documentId=hand", {"fields": {"h": {"nullValue": None}}})
        place = f"/upload/storage/v1/b/{self.name}/o?uploadType=media&name="
        self.ask("POST", STORAGE, place + "fixed.txt", b"by hand")
        self.ask("POST", STORAGE, place + "hand.txt", b"by hand")

    def edited(self, version):
        """Returns the expected data of a version, with manual edits."""
        expected = self.expected(version)
        expected["d1"]["fixed"] = "by hand"
        expected["d2 others"] = {"hand"}
        expected["docs"]["fixed"]["n"] = "by hand"
        expected["docs"]["hand"] = {"h": None}
        expected["objects"] |= {"fixed.txt": "by hand", "hand.txt": "by hand"}
        return expected


def plain(value):
    (kind, inner), = value.items()
    match kind:
        case "integerValue":
            return int(inner)
        case "mapValue":
            return {key: plain(item) for key, item in inner.get("fields", {}).items()}
    return inner


def places(tree, path=()):
    if isinstance(tree, dict) and tree:
        return {place: value for key, item in tree.items() for place, value in places(item, (*path, key)).items()}
    return {path: json.dumps(sorted(tree) if isinstance(tree, set) else tree)}


VERBS = ["seed", "apply", "undo", "resume", "discard"]
EDITS = "3 manual edits were not overwritten."


class Failures(unittest.TestCase):
    """Failed and lost requests at every position."""

    def setUp(self):
        self.story = []

    def test_failures(self):
        count = int(os.environ.get("TANE_FAILURES", 24))
        seed = first_seed("TANE_FAILURE_SEED", "TANE_FAILURES")
        print(f"{count} failures with the seed {seed}")
        self.choose, self.counts = random.Random(seed), {}
        self.begin(f"{seed}-first")
        cases = [(verb, kind, position) for verb in VERBS for kind in Proxy.KINDS for position in range(1, 71)]
        for number, case in enumerate(self.choose.sample(cases, min(count, len(cases)))):
            with self.subTest(number=number, case=case, seed=seed):
                self.strike_once(case, f"{seed}-{number}")
        print(self.counts)

    def test_what_is_written_and_not_read_back(self):
        """The last requests of a command, which read back the written data, fail."""
        self.choose, self.counts = random.Random(1), {}
        self.begin("unread-first")
        for verb in VERBS[:3]:
            with self.subTest(verb=verb):
                requests = self.strike(verb, None, None)
                for back in range(3):
                    self.strike_once((verb, "page", requests - back), f"unread-{back}")

    def begin(self, name):
        """Creates a new environment with the first version and manual edits."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Project(folder.name, f"failures-{name}")
        self.addCleanup(self.project.proxy.end)
        self.project.describe(1)
        self.done(self.tane("seed", "--no-types"), "")
        self.project.edit()
        self.check(1)

    def strike_once(self, case, name):
        self.story = []
        try:
            self.strike(*case)
        except BaseException as error:
            story = "\n".join([*self.story, str(error)])
            self.begin(name)
            raise AssertionError(story) from None

    def tane(self, *arguments):
        result = self.project.tane(*arguments)
        self.story.append(f"$ tane {' '.join(arguments)}  -> {result.returncode}\n{result.stdout}{result.stderr}")
        return result

    def done(self, result, text):
        self.assertEqual(result.returncode, 0)
        for word in ["conflict", "changed both"]:
            self.assertNotIn(word, result.stdout + result.stderr)
        if " manual edit" in result.stdout:
            self.assertIn(EDITS, result.stdout)
        self.assertIn(text, result.stdout)

    def seed(self, version, text="and verified"):
        self.project.describe(version)
        self.done(self.tane("seed", "--no-types", "--prune"), text)
        self.current = version
        self.check(version)

    def check(self, *versions):
        """Checks that the environment matches one of the versions, and that every account can sign in."""
        found = self.project.read()
        for version in versions:
            if found == self.project.edited(version):
                self.current = version
                break
        else:
            now, expected = places(found), places(self.project.edited(versions[0]))
            differ = [(place, now.get(place), expected.get(place)) for place in now.keys() | expected.keys()
                      if now.get(place) != expected.get(place)]
            self.fail(f"{len(differ)} of {len(expected)} places are not as in version {versions}: {sorted(differ)[:6]}")
        for uid in found["accounts"]:
            self.assertTrue(self.project.can_sign_in(uid), f"{uid} cannot sign in")

    def check_mixed(self, old, new):
        """Checks that every place is as in one of two versions."""
        found, sides = places(self.project.read()), [places(self.project.edited(version)) for version in [old, new]]
        for place in found.keys() | sides[0].keys() | sides[1].keys():
            allowed = [side.get(place) for side in sides]
            near = [side for side in sides if any(other[: len(place)] == place or place[: len(other)] == other for other in side)]
            self.assertTrue(found.get(place) in allowed or len(near) < 2, f"{place}: {found.get(place)} is not in {allowed}")

    def is_interrupted(self):
        return "interrupted after" in self.project.tane("history").stdout

    def faulty(self, kind, position, *arguments):
        proxy = self.project.proxy
        proxy.end()
        proxy.start(kind, position)
        result = self.tane(*arguments)
        proxy.end()
        self.story.append(f"{kind} at {position}: {proxy.struck}; {proxy.requests} requests")
        struck, self.requests = proxy.struck, proxy.requests
        proxy.start()
        return result, struck is not None

    def strike(self, verb, kind, position):
        if verb == "undo":
            # An undo recreates accounts without a password, so it must revert a run that created the account.
            self.seed(1, "")
        old, new = self.current, self.choose.choice([each for each in [1, 2, 3] if each != self.current])
        self.project.describe(new)
        arguments = ["seed", "--no-types", "--prune"]
        if verb == "apply":
            self.done(self.tane("plan", "--no-types", "--prune", "-o", "plan.json"), "")
            arguments = ["apply", "plan.json"]
        if verb == "undo":
            self.seed(new)
            arguments, old, new = ["undo"], new, old
        if verb == "discard" and old > 1:
            # A recreated account has no password, so the account must be in both versions.
            new = 5 - old
            self.project.describe(new)
        if verb in ["resume", "discard"]:
            for _ in range(5):
                self.faulty(self.choose.choice(Proxy.KINDS[:3]), self.choose.randint(14, 60), *arguments)
                if self.is_interrupted():
                    break
                self.check(old, new)
                self.seed(old, "")
                self.project.describe(new)
            else:
                return
            arguments = [verb]
        result, is_struck = self.faulty(kind, position, *arguments)
        name = f"{verb} {kind}" + ("" if is_struck else " not struck")
        self.counts[name] = self.counts.get(name, 0) + 1
        requests = self.requests
        self.end(verb, old, new, result)
        return requests

    def end(self, verb, old, new, result):
        interrupted = self.is_interrupted()
        code = result.returncode
        aim = old if verb == "discard" else new
        self.assertIn(code, [0, 2, 4])
        if code == 0:
            self.assertFalse(interrupted)
            self.check(aim)
            return
        if code == 2 and verb not in ["resume", "discard"]:
            self.assertFalse(interrupted)
            self.check(old)
        if code == 4 and not interrupted:
            self.assertIn("was written completely, but not read back", result.stderr)
            return self.check(aim)
        self.check_mixed(old, new)
        if not interrupted:
            return self.seed(aim)
        # A recreated account has no password, so a discard must not recreate one.
        end = self.choose.choice(["resume", "resume", "seed"] + ["discard"] * 2 * (old == 1 or new > 1))
        self.story.append(f"ends by {end}")
        if end == "seed":
            return self.seed(self.choose.choice([1, 2, 3]), "")
        self.project.describe(new if verb != "undo" else old)
        self.done(self.tane(end), "")
        self.check(new if end == "resume" else old)
        self.seed(self.choose.choice([1, 2, 3]), "")


if __name__ == "__main__":
    unittest.main()
