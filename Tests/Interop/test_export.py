"""Exports of `tane emulate` that another run imports, and commands with `--exec`."""

import contextlib
import json
import os
import pathlib
import signal
import struct
import subprocess
import tempfile
import unittest
from unittest import mock
from unittest.mock import ANY
from urllib.parse import quote

import firebase_admin
import google_crc32c
from firebase_admin import auth
from google.appengine.datastore import entity_bytes_pb2
from google.auth.credentials import AnonymousCredentials
from google.cloud import storage

from realtime import Client
from support import DEADLINE, NoCredentials, PROJECT, request, unique

TANE = os.environ["TANE"]
PORTS = [f"--{name}-port=0" for name in ["database", "storage", "firestore", "auth", "remote-config", "hub"]]
OWNER = {"Authorization": "Bearer owner"}


def tane(*arguments):
    """Starts an emulator that keeps only exported data."""
    return subprocess.Popen(
        [TANE, "emulate", "--in-memory", *PORTS, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Emulator:
    """A separate emulator, with the addresses that it prints."""

    def __init__(self, *arguments):
        self.process = tane("--json", *arguments)
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.rstrip() == "}":
                break
        if not lines:
            raise AssertionError(self.process.communicate()[1])
        self.services = {
            name: address.removeprefix("http://")
            for name, address in json.loads("".join(lines))["services"].items()
        }

    def end(self, how=signal.SIGTERM):
        """Sends a signal, and returns the exit code and standard error."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, said

    def database(self, method, target, body=None):
        return request(method, self.services["database"], target, body, **OWNER)

    @contextlib.contextmanager
    def accounts(self):
        """Yields an app of Firebase's admin library that uses this emulator."""
        host = {"FIREBASE_AUTH_EMULATOR_HOST": self.services["auth"]}
        with mock.patch.dict(os.environ, host):
            app = firebase_admin.initialize_app(
                NoCredentials(), {"projectId": PROJECT}, name=unique("app")
            )
            yield app
            firebase_admin.delete_app(app)

    @contextlib.contextmanager
    def buckets(self):
        """Yields a client of Google's storage library that uses this emulator."""
        client = storage.Client(
            project=PROJECT,
            credentials=AnonymousCredentials(),
            client_options={"api_endpoint": f"http://{self.services['storage']}"},
        )
        with contextlib.closing(client):
            yield client


class RoundTrip(unittest.TestCase):
    TREE = {
        "list": [1, 2.5, "麺"],
        "ranked": {
            "a": {".value": 1, ".priority": 2},
            "b": {".priority": "high", "c": True},
        },
        "large": 9007199254740993,
    }
    EXPORTED = {**TREE, "list": {"0": 1, "1": 2.5, "2": "麺"}}
    DATA = bytes(range(256)) * 5_000

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()), "export")
        self.running = []
        self.addCleanup(self.end_all)

    def end_all(self):
        for emulator in self.running:
            if emulator.process.poll() is None:
                emulator.process.kill()
            emulator.process.communicate()

    def start(self, *arguments):
        emulator = Emulator(*arguments)
        self.running.append(emulator)
        return emulator

    # Test data and its checks

    def fill_databases(self, emulator):
        for name in ["shops", "made-by-a-client"]:
            answer = emulator.database("PUT", f"/.json?ns={name}", self.TREE)
            self.assertEqual(answer.status, 200)

    def check_databases(self, emulator):
        for name in ["shops", "made-by-a-client"]:
            answer = emulator.database("GET", f"/.json?ns={name}&format=export")
            self.assertEqual(answer.json, self.EXPORTED)
        with Client("shops", emulator.services["database"]) as client:
            self.assertEqual(client.get("/"), ("ok", self.EXPORTED))

    def fill_accounts(self, emulator):
        with emulator.accounts() as app:
            auth.create_user(
                uid="ann",
                email="ann@example.com",
                password="secret",
                display_name="麺",
                phone_number="+81312345678",
                app=app,
            )
            auth.set_custom_user_claims("ann", {"admin": True}, app=app)
            auth.create_user(uid="off", disabled=True, email_verified=True, app=app)
            many = [auth.ImportUserRecord(uid=f"user{number:04}") for number in range(1000)]
            self.assertEqual(auth.import_users(many, app=app).errors, [])
            return self.users(app)

    def check_accounts(self, emulator, expected):
        with emulator.accounts() as app:
            self.assertEqual(self.users(app), expected)
        answer = request(
            "POST",
            emulator.services["auth"],
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any",
            {"email": "ann@example.com", "password": "secret"},
        )
        self.assertEqual((answer.status, answer.json.get("localId")), (200, "ann"))

    @staticmethod
    def users(app):
        return [
            (
                user.uid,
                user.email,
                user.display_name,
                user.phone_number,
                user.disabled,
                user.email_verified,
                user.custom_claims,
                user.user_metadata.creation_timestamp,
            )
            for user in auth.list_users(app=app).iterate_all()
        ]

    def fill_objects(self, emulator):
        with emulator.buckets() as client:
            blob = client.bucket("images").blob("a/麺 #1?.bin")
            blob.metadata = {"k": "v", "日": "本", "firebaseStorageDownloadTokens": "token"}
            blob.cache_control = "no-cache"
            blob.content_disposition = "inline"
            blob.content_language = "ja"
            blob.upload_from_string(self.DATA, content_type="application/x-test")
            client.bucket("other").blob("empty").upload_from_string(b"")
            for number in range(1000):
                client.bucket("other").blob(f"many/{number:04}").upload_from_string(b"x")

    def check_objects(self, emulator):
        with emulator.buckets() as client:
            blob = client.bucket("images").get_blob("a/麺 #1?.bin")
            self.assertEqual(blob.download_as_bytes(), self.DATA)
            self.assertEqual(
                (
                    blob.content_type,
                    blob.cache_control,
                    blob.content_disposition,
                    blob.content_language,
                    blob.metadata,
                ),
                (
                    "application/x-test",
                    "no-cache",
                    "inline",
                    "ja",
                    {"k": "v", "日": "本", "firebaseStorageDownloadTokens": "token"},
                ),
            )
            self.assertEqual(
                [blob.name for blob in client.list_blobs("other")],
                ["empty", *[f"many/{number:04}" for number in range(1000)]],
            )
        shared = "/v0/b/images/o/a%2F%E9%BA%BA%20%231%3F.bin?alt=media&token=token"
        self.assertEqual(request("GET", emulator.services["storage"], shared).body, self.DATA)

    DOCUMENT = {
        "text": {"stringValue": "熱い"},
        "n": {"integerValue": "-3"},
        "d": {"doubleValue": 1.5},
        "list": {"arrayValue": {"values": [{"booleanValue": True}, {"nullValue": None}]}},
        "none": {"arrayValue": {}},
        "at": {"timestampValue": "2026-01-02T03:04:05.678901Z"},
        "map": {"mapValue": {"fields": {"x": {"bytesValue": "AAH/"}}}},
    }

    def document(self, emulator, path):
        name = f"/v1/projects/{PROJECT}/databases/(default)/documents/{path}"
        return emulator.services["firestore"], name

    def fill_documents(self, emulator):
        for number in range(40):
            host, name = self.document(emulator, f"shops/{number}/menu/麺")
            body = {"fields": {**self.DOCUMENT, "pad": {"stringValue": "x" * number * 60}}}
            self.assertEqual(request("PATCH", host, quote(name), body).status, 200)

    def check_documents(self, emulator):
        host, name = self.document(emulator, "shops/7/menu/麺")
        fields = request("GET", host, quote(name)).json["fields"]
        self.assertEqual(fields, {**self.DOCUMENT, "pad": {"stringValue": "x" * 420}})

    def check_records(self):
        """Checks that the records are LevelDB records with CRC-32C checksums that contain App Engine entities."""
        kinds = self.folder / "firestore_export/all_namespaces/all_kinds"
        entities = {}
        for record in self.records(kinds.joinpath("output-0").read_bytes()):
            entity = entity_bytes_pb2.EntityProto.FromString(record)
            path = [(one.type, one.name) for one in entity.key.path.element]
            self.assertEqual(entity.key.app, f"dev~{PROJECT}")
            self.assertEqual(entity.entity_group.element[0].name, path[0][1])
            entities["/".join(part for pair in path for part in pair)] = entity
        self.assertEqual(len([path for path in entities if path.startswith("shops/")]), 40)
        entity = entities["shops/7/menu/麺"]
        found = {}
        for one in [*entity.property, *entity.raw_property]:
            found.setdefault(one.name, []).append((one.meaning, one.multiple, one.value))
        self.assertEqual(found["text"][0][2].stringValue.decode(), "熱い")
        self.assertEqual(found["n"][0][2].int64Value, -3)
        self.assertEqual(found["d"][0][2].doubleValue, 1.5)
        self.assertEqual([multiple for _, multiple, _ in found["list"]], [True, True])
        self.assertEqual(found["none"][0][:2], (24, False))
        self.assertEqual((found["at"][0][0], found["at"][0][2].int64Value), (7, 1767323045678901))
        inner = entity_bytes_pb2.EntityProto.FromString(found["map"][0][2].stringValue)
        self.assertEqual(inner.raw_property[0].value.stringValue, b"\x00\x01\xff")

    def records(self, data):
        position, record = 0, b""
        while position < len(data):
            room = 32768 - position % 32768
            if room < 7:
                position += room
                continue
            checksum, length, kind = struct.unpack_from("<IHB", data, position)
            part = data[position + 7 : position + 7 + length]
            crc = google_crc32c.value(bytes([kind]) + part)
            self.assertEqual(((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF, checksum)
            position += 7 + length
            record += part
            if kind in (1, 4):
                yield record
                record = b""

    # Tests

    def test_all_services(self):
        export = f"--export-on-exit={self.folder}"
        first = self.start(export)
        self.fill_databases(first)
        users = self.fill_accounts(first)
        self.fill_objects(first)
        self.fill_documents(first)
        self.assertEqual(first.end(signal.SIGINT), (0, ANY))
        self.check_layout()
        self.check_records()
        second = self.start(f"--import={self.folder}", export)
        self.check_databases(second)
        self.check_accounts(second, users)
        self.check_objects(second)
        self.check_documents(second)
        self.assertEqual(second.database("PUT", "/.json?ns=shops", "changed").status, 200)
        self.assertEqual(second.end(signal.SIGTERM), (0, ANY))
        self.assertEqual(self.exported("database_export/shops.json"), "changed")
        self.assertEqual(self.exported("database_export/made-by-a-client.json"), self.EXPORTED)

    def exported(self, name):
        return json.loads(self.folder.joinpath(name).read_text("utf-8"))

    def check_layout(self):
        """Checks that the layout is that of `firebase emulators:export`."""
        parts = self.exported("firebase-export-metadata.json")
        self.assertEqual(
            {name: part["path"] for name, part in parts.items() if name != "version"},
            {
                "auth": "auth_export",
                "database": "database_export",
                "firestore": "firestore_export",
                "storage": "storage_export",
            },
        )
        self.assertEqual(self.exported("database_export/shops.json"), self.EXPORTED)
        self.assertEqual(len(self.exported("auth_export/accounts.json")["users"]), 1002)
        self.assertEqual(
            self.exported("storage_export/buckets.json"),
            {"buckets": [{"id": "images"}, {"id": "other"}]},
        )
        files = list(self.folder.glob("storage_export/metadata/*.json"))
        self.assertEqual(len(files), 1002)
        found = {file.stem: json.loads(file.read_text("utf-8")) for file in files}
        stem, blob = next(
            (stem, blob) for stem, blob in found.items() if blob["bucket"] == "images"
        )
        self.assertEqual(
            self.folder.joinpath("storage_export/blobs", stem).read_bytes(), self.DATA
        )
        self.assertEqual(
            {
                key: blob[key]
                for key in ["name", "size", "metageneration", "downloadTokens", "customMetadata"]
            },
            {
                "name": "a/麺 #1?.bin",
                "size": len(self.DATA),
                "metageneration": 1,
                "downloadTokens": ["token"],
                "customMetadata": {"k": "v", "日": "本"},
            },
        )
        self.assertTrue(blob["crc32c"].isdecimal())

    def test_an_export_of_firebase(self):
        """An export in the official tool's format is imported, except for an unsupported part."""
        for name, content in {
            "firebase-export-metadata.json": {
                "version": "15.1.0",
                "database": {"version": "4.11.2", "path": "rtdb"},
                "dataconnect": {"version": "1.19.8", "path": "dataconnect_export"},
                "auth": {"version": "15.1.0", "path": "auth_export"},
                "storage": {"version": "15.1.0", "path": "storage_export"},
            },
            "rtdb/shops.json": {"a": {".value": 1, ".priority": 2}},
            "rtdb/empty.json": None,
            "auth_export/config.json": {"signIn": {"allowDuplicateEmails": False}},
            "auth_export/accounts.json": {
                "kind": "identitytoolkit#DownloadAccountResponse",
                "users": [
                    {
                        "localId": "ann",
                        "email": "ann@example.com",
                        "createdAt": "1700000000000",
                        "salt": "fakeSaltabc",
                        "passwordHash": "fakeHash:salt=fakeSaltabc:password=secret",
                        "validSince": "1700000000",
                        "emailVerified": True,
                        "disabled": False,
                        "providerUserInfo": [
                            {
                                "providerId": "password",
                                "email": "ann@example.com",
                                "rawId": "ann@example.com",
                                "federatedId": "ann@example.com",
                            }
                        ],
                    }
                ],
            },
            "storage_export/buckets.json": {"buckets": [{"id": "images"}, {"id": "nothing"}]},
            "storage_export/metadata/1234.json": {
                "name": "x/y.txt",
                "bucket": "images",
                "contentType": "text/plain",
                "metageneration": 1,
                "generation": 1700000000000,
                "storageClass": "STANDARD",
                "contentDisposition": "inline",
                "downloadTokens": ["one", "two"],
                "etag": "etag",
                "customMetadata": {"k": "v"},
                "timeCreated": "2023-11-14T22:13:20.000Z",
                "updated": "2023-11-14T22:13:20.000Z",
                "size": 4,
                "md5Hash": "jXd/OF09/siBXSD3SWAm3A==",
                "crc32c": "1",
            },
        }.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(content), "utf-8")
        blob = self.folder / "storage_export/blobs/1234"
        blob.parent.mkdir()
        blob.write_bytes(b"data")
        emulator = self.start(f"--import={self.folder}")
        answer = emulator.database("GET", "/.json?ns=shops&format=export")
        self.assertEqual(answer.json, {"a": {".value": 1, ".priority": 2}})
        with emulator.accounts() as app:
            self.assertEqual(
                [(user[0], user[1], user[-1]) for user in self.users(app)],
                [("ann", "ann@example.com", 1700000000000)],
            )
        with emulator.buckets() as client:
            self.assertEqual(
                [bucket.name for bucket in client.list_buckets()], ["images", "nothing"]
            )
            blob = client.bucket("images").get_blob("x/y.txt")
            self.assertEqual(
                (blob.download_as_bytes(), blob.generation, blob.content_type, blob.metadata),
                (
                    b"data",
                    1700000000000,
                    "text/plain",
                    {"k": "v", "firebaseStorageDownloadTokens": "one,two"},
                ),
            )
        code, said = emulator.end()
        self.assertEqual(code, 0)
        self.assertIn('skipped the data of "dataconnect"', said)


class Refusals(unittest.TestCase):
    """Invalid imports and exports are reported before anything is served."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def check_refusal(self, *arguments, code, reason):
        process = tane("--exec=echo served", *arguments)
        printed, said = process.communicate(timeout=DEADLINE)
        self.assertEqual((process.returncode, printed), (code, ""))
        self.assertIn(reason, said)

    def test_a_folder_of_something_else_is_not_replaced(self):
        precious = self.folder / "precious.txt"
        precious.write_text("mine")
        self.check_refusal(
            f"--export-on-exit={self.folder}",
            code=64,
            reason="is not empty and does not contain an export; use another folder, so that its files are not lost",
        )
        self.check_refusal(
            f"--export-on-exit={precious}", code=64, reason="exists and is not a folder"
        )
        self.assertEqual(precious.read_text(), "mine")

    def test_no_export(self):
        self.check_refusal(
            f"--import={self.folder}", code=2, reason="firebase-export-metadata.json cannot be read"
        )

    def test_an_export_that_leaves_its_folder(self):
        metadata = self.folder / "firebase-export-metadata.json"
        for path in ["../other", "/etc", "a/../../other"]:
            with self.subTest(path):
                metadata.write_text(json.dumps({"database": {"path": path}}))
                self.check_refusal(
                    f"--import={self.folder}",
                    code=2,
                    reason=f'refers to "{path}", which is outside the export',
                )

    def test_data_that_are_malformed(self):
        metadata = self.folder / "firebase-export-metadata.json"
        metadata.write_text(json.dumps({"database": {"path": "d"}}))
        self.folder.joinpath("d").mkdir()
        for name, content, reason in [
            ("a.json", b'{"a":', "couldn't parse JSON"),
            ("a.json", b'{"a.b": 1}', "invalid characters in your key names"),
            ("a%2Fb.json", b"1", "Invalid database name"),
        ]:
            with self.subTest(content):
                for file in self.folder.joinpath("d").iterdir():
                    file.unlink()
                self.folder.joinpath("d", name).write_bytes(content)
                self.check_refusal(f"--import={self.folder}", code=2, reason=reason)


class Commands(unittest.TestCase):
    def run_command(self, command):
        process = tane(f"--exec={command}")
        printed, _ = process.communicate(timeout=DEADLINE)
        return process.returncode, printed

    def test_the_exit_code_and_the_output_are_the_command_s(self):
        self.assertEqual(self.run_command("echo out; echo err >&2; exit 7"), (7, "out\n"))
        self.assertEqual(self.run_command("kill -9 $$")[0], 137)

    def test_the_variables_are_set(self):
        names = [
            "FIREBASE_DATABASE_EMULATOR_HOST",
            "FIREBASE_STORAGE_EMULATOR_HOST",
            "FIRESTORE_EMULATOR_HOST",
            "FIREBASE_AUTH_EMULATOR_HOST",
        ]
        code, printed = self.run_command(f"printenv {' '.join(names)} GCLOUD_PROJECT")
        *addresses, project = printed.split()
        self.assertEqual((code, project), (0, PROJECT))
        for address, name in zip(addresses, names, strict=True):
            # The addresses are those of this run, not those of the emulator that runs the tests.
            self.assertRegex(address, r"^127\.0\.0\.1:[0-9]+$")
            self.assertNotEqual(address, os.environ[name])


if __name__ == "__main__":
    unittest.main()
