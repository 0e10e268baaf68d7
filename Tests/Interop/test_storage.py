"""Storage with Google's Cloud Storage library and with Firebase's admin library."""

import base64
import hashlib
import io
import os
import pathlib
import tempfile
import unittest
import uuid

import requests
from firebase_admin import storage as firebase_storage
from google.api_core import exceptions
from google.auth.credentials import AnonymousCredentials
from google.cloud import storage
from google.cloud.storage import transfer_manager

from support import PROJECT, STORAGE, app, request, unique

FIXTURES = pathlib.Path("fixtures/base/buckets/images")
KIBIBYTE = 1024
CHUNK = 256 * KIBIBYTE


class StorageTest(unittest.TestCase):
    """Each test has its own bucket."""

    def setUp(self):
        self.client = storage.Client(project=PROJECT, credentials=AnonymousCredentials())
        self.addCleanup(self.client.close)
        self.bucket = self.client.bucket(unique("bucket"))

    def upload(self, name, data=b"data", **more):
        blob = self.bucket.blob(name)
        blob.upload_from_string(data, **more)
        return blob

    def names(self, **more):
        return [blob.name for blob in self.client.list_blobs(self.bucket, **more)]


class SeededObjects(StorageTest):
    def test_buckets_hold_what_the_fixtures_say(self):
        files = {
            path.relative_to(FIXTURES).as_posix(): path.read_bytes()
            for path in FIXTURES.rglob("*.jpg")
        }
        objects = {
            blob.name: blob.download_as_bytes() for blob in self.client.list_blobs("images")
        }
        self.assertEqual(objects, files)

    def test_an_object_has_the_metadata_of_its_file(self):
        blob = self.client.bucket("images").get_blob(
            "user_shop_images/1000001/1000003/20260401/20260401_1.jpg"
        )
        self.assertEqual(
            (blob.content_type, blob.cache_control, blob.metadata),
            ("image/jpeg", "public, max-age=3600", {"photographer": "柴田 みのり"}),
        )


class Uploading(StorageTest):
    def test_an_object_and_what_is_said_of_it(self):
        blob = self.upload("a/麺 #1?.txt", "hello world", content_type="text/plain")
        self.assertEqual(blob.download_as_bytes(), b"hello world")
        found = self.bucket.get_blob("a/麺 #1?.txt")
        self.assertEqual(
            (found.content_type, found.size, found.crc32c, found.md5_hash, found.metageneration),
            ("text/plain", 11, "yZRlqg==", "XrY7u+Ae7tCTyyK7j1rNww==", 1),
        )
        self.assertEqual(found.generation, blob.generation)

    def test_an_empty_object(self):
        self.assertEqual(self.upload("empty", b"").download_as_bytes(), b"")
        self.assertEqual(self.bucket.get_blob("empty").crc32c, "AAAAAA==")

    def test_resumable_uploads(self):
        data = os.urandom(5 * CHUNK + 1)
        for name, size, length, checksum in [
            ("known", CHUNK, len(data), "auto"),
            ("unknown", CHUNK, None, None),
            ("larger chunks", 2 * CHUNK, None, "md5"),
            ("full chunks alone", CHUNK, None, "crc32c"),
        ]:
            with self.subTest(name):
                whole = data[: 2 * CHUNK] if name == "full chunks alone" else data
                blob = self.bucket.blob(name, chunk_size=size)
                blob.upload_from_file(io.BytesIO(whole), size=length, checksum=checksum)
                self.assertEqual(self.bucket.blob(name).download_as_bytes(), whole)

    def test_an_object_is_written_like_a_file(self):
        data = os.urandom(3 * CHUNK + 100)
        with self.bucket.blob("file").open("wb", chunk_size=CHUNK) as file:
            for start in range(0, len(data), 100_000):
                file.write(data[start : start + 100_000])
        with self.bucket.blob("file").open("rb", chunk_size=CHUNK) as file:
            self.assertEqual(file.read(), data)
            file.seek(300_000)
            self.assertEqual(file.read(10), data[300_000:300_010])

    def test_a_large_object(self):
        data = os.urandom(9_000_000)
        blob = self.upload("large", data)
        self.assertEqual(blob.download_as_bytes(checksum="md5"), data)
        digest = base64.b64encode(hashlib.md5(data).digest()).decode()
        self.assertEqual(self.bucket.get_blob("large").md5_hash, digest)

    def test_a_wrong_checksum_is_refused(self):
        blob = self.bucket.blob("wrong")
        blob.md5_hash = "AAAAAAAAAAAAAAAAAAAAAA=="
        with self.assertRaises(exceptions.BadRequest):
            blob.upload_from_string("z", checksum=None)
        self.assertFalse(self.bucket.blob("wrong").exists())


class Downloading(StorageTest):
    def test_ranges(self):
        blob = self.upload("range", b"0123456789")
        self.assertEqual(blob.download_as_bytes(start=1, end=4), b"1234")
        self.assertEqual(blob.download_as_bytes(start=7), b"789")
        with self.assertRaises(exceptions.RequestRangeNotSatisfiable):
            blob.download_as_bytes(start=10)

    def test_slices_at_once(self):
        data = os.urandom(3_000_000)
        blob = self.upload("slices", data)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "slices")
            transfer_manager.download_chunks_concurrently(
                blob, str(file), chunk_size=1_000_000, worker_type="thread"
            )
            self.assertEqual(file.read_bytes(), data)

    def test_what_is_not_there(self):
        blob = self.bucket.blob("none")
        self.assertFalse(blob.exists())
        self.assertIsNone(self.bucket.get_blob("none"))
        for call in [blob.download_as_bytes, blob.reload, blob.delete]:
            with self.subTest(call.__name__), self.assertRaises(exceptions.NotFound):
                call()


class Listing(StorageTest):
    def setUp(self):
        super().setUp()
        for name in ["a", "b/1", "b/2", "b/c/3", "z", "麺"]:
            self.upload(name)

    def test_order_and_bounds(self):
        self.assertEqual(self.names(), ["a", "b/1", "b/2", "b/c/3", "z", "麺"])
        self.assertEqual(self.names(prefix="b/"), ["b/1", "b/2", "b/c/3"])
        self.assertEqual(self.names(start_offset="b/2", end_offset="z"), ["b/2", "b/c/3"])

    def test_folders(self):
        found = self.client.list_blobs(self.bucket, delimiter="/")
        self.assertEqual([blob.name for blob in found], ["a", "z", "麺"])
        self.assertEqual(found.prefixes, {"b/"})
        found = self.client.list_blobs(self.bucket, prefix="b/", delimiter="/")
        self.assertEqual([blob.name for blob in found], ["b/1", "b/2"])
        self.assertEqual(found.prefixes, {"b/c/"})

    def test_pages(self):
        pages = self.client.list_blobs(self.bucket, page_size=2).pages
        self.assertEqual(
            [[blob.name for blob in page] for page in pages],
            [["a", "b/1"], ["b/2", "b/c/3"], ["z", "麺"]],
        )
        self.assertEqual(self.names(max_results=3), ["a", "b/1", "b/2"])


class Changing(StorageTest):
    def test_metadata(self):
        blob = self.upload("x", content_type="text/plain")
        blob.metadata = {"k": "v", "日": "本"}
        blob.cache_control = "no-cache"
        blob.patch()
        found = self.bucket.get_blob("x")
        self.assertEqual(
            (found.metadata, found.cache_control, found.content_type, found.metageneration),
            ({"k": "v", "日": "本"}, "no-cache", "text/plain", 2),
        )
        self.assertEqual(found.generation, blob.generation)
        found.metadata = {"k": None, "日": "月"}
        found.cache_control = None
        found.patch()
        found = self.bucket.get_blob("x")
        self.assertEqual(
            (found.metadata, found.cache_control, found.metageneration), ({"日": "月"}, None, 3)
        )

    def test_copy_rewrite_and_rename(self):
        blob = self.upload("x", b"copied", content_type="text/plain")
        other = self.client.bucket(unique("bucket"))
        self.bucket.copy_blob(blob, other, "copy")
        self.assertEqual(other.blob("copy").download_as_bytes(), b"copied")
        self.assertEqual(other.get_blob("copy").content_type, "text/plain")
        self.assertEqual(self.bucket.blob("y").rewrite(blob), (None, 6, 6))
        self.bucket.rename_blob(self.bucket.blob("y"), "z")
        self.assertEqual(self.names(), ["x", "z"])

    def test_streams_of_unknown_length(self):
        """Google's library for Node.js sends such requests if it is given only the bytes."""
        begun = requests.post(
            f"http://{STORAGE}/upload/storage/v1/b/{self.bucket.name}/o",
            params={"uploadType": "resumable", "name": "stream"},
            json={"contentType": "text/plain"},
        )
        sent = requests.put(
            begun.headers["Location"],
            data=iter([b"first ", b"second"]),
            headers={"Content-Range": "bytes 0-*/*"},
        )
        self.assertEqual((sent.status_code, sent.json()["size"]), (200, "12"))
        self.assertEqual(self.bucket.blob("stream").download_as_bytes(), b"first second")

    def test_copies_of_which_nothing_is_said(self):
        """Google's library for Go sends such requests if a copy changes nothing."""
        self.upload("a", b"data", content_type="text/plain")
        place = f"http://{STORAGE}/storage/v1/b/{self.bucket.name}/o"
        for verb in ["copyTo", "rewriteTo"]:
            with self.subTest(verb):
                target = f"{place}/a/{verb}/b/{self.bucket.name}/o/{verb}"
                headers = {"Content-Type": "application/json"}
                answer = requests.post(target, data=b"null\n", headers=headers)
                self.assertEqual(answer.status_code, 200)
                self.assertEqual(self.bucket.get_blob(verb).content_type, "text/plain")

    def test_compose(self):
        parts = [self.upload("1", b"one "), self.upload("2", b"two")]
        whole = self.bucket.blob("whole")
        whole.content_type = "text/plain"
        whole.compose(parts)
        self.assertEqual(whole.download_as_bytes(), b"one two")

    def test_delete(self):
        for name in "abcd":
            self.upload(name)
        self.bucket.blob("a").delete()
        self.bucket.delete_blobs([self.bucket.blob("b")])
        with self.client.batch():
            self.bucket.blob("c").delete()
        self.assertEqual(self.names(), ["d"])

    def test_preconditions(self):
        blob = self.upload("x", b"first")
        for condition in [{"if_generation_match": 0}, {"if_generation_match": 1}]:
            with self.subTest(condition), self.assertRaises(exceptions.PreconditionFailed):
                self.upload("x", b"second", **condition)
        with self.assertRaises(exceptions.PreconditionFailed):
            self.bucket.blob("x").delete(if_metageneration_match=9)
        self.assertEqual(blob.download_as_bytes(), b"first")
        self.upload("x", b"second", if_generation_match=blob.generation)
        self.assertEqual(self.bucket.blob("x").download_as_bytes(), b"second")

    def test_buckets(self):
        name = unique("made")
        self.assertIsNone(self.client.lookup_bucket(name))
        self.client.create_bucket(name)
        self.assertIn(name, [bucket.name for bucket in self.client.list_buckets()])
        with self.assertRaises(exceptions.Conflict):
            self.client.create_bucket(name)
        self.client.get_bucket(name).delete()
        self.assertIsNone(self.client.lookup_bucket(name))


class AdminLibrary(unittest.TestCase):
    def test_the_default_bucket(self):
        bucket = firebase_storage.bucket(app=app())
        self.addCleanup(bucket.client.close)
        blob = bucket.blob(unique("admin"))
        blob.upload_from_string("by Firebase", content_type="text/plain")
        self.addCleanup(blob.delete)
        self.assertEqual((bucket.name, blob.download_as_bytes()), ("images", b"by Firebase"))

    def test_a_download_address_with_a_token(self):
        bucket = firebase_storage.bucket("tokens", app=app())
        self.addCleanup(bucket.client.close)
        blob = bucket.blob("a/b.txt")
        token = str(uuid.uuid4())
        blob.metadata = {"firebaseStorageDownloadTokens": token}
        blob.upload_from_string("shared", content_type="text/plain")
        address = f"/v0/b/tokens/o/a%2Fb.txt?alt=media&token={token}"
        self.assertEqual(request("GET", STORAGE, address).body, b"shared")
        metadata = request("GET", STORAGE, "/v0/b/tokens/o/a%2Fb.txt").json
        self.assertEqual(
            (metadata["name"], metadata["size"], metadata["downloadTokens"]),
            ("a/b.txt", "6", token),
        )


if __name__ == "__main__":
    unittest.main()
