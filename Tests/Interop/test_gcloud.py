"""`gcloud storage`, if Google's command line is installed."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from support import PROJECT, STORAGE, request, unique


@unittest.skipUnless(shutil.which("gcloud"), "gcloud is not installed: `gcloud storage` was not tested")
class GCloudStorage(unittest.TestCase):
    """Each test has a folder and a bucket."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bucket = unique("gcloud")
        self.gcloud("buckets", "create", f"gs://{self.bucket}")

    def gcloud(self, *arguments, status=0, **more):
        variables = os.environ | {
            "CLOUDSDK_CONFIG": str(self.folder / "configuration"),
            "CLOUDSDK_AUTH_DISABLE_CREDENTIALS": "true",
            "CLOUDSDK_CORE_DISABLE_PROMPTS": "1",
            "CLOUDSDK_CORE_DISABLE_USAGE_REPORTING": "true",
            "CLOUDSDK_CORE_PROJECT": PROJECT,
            "CLOUDSDK_API_ENDPOINT_OVERRIDES_STORAGE": f"http://{STORAGE}/storage/v1/",
        }
        result = subprocess.run(
            ["gcloud", "storage", *arguments], cwd=self.folder, env=variables, capture_output=True, text=True, timeout=120, **more
        )
        self.assertEqual(result.returncode, status, f"gcloud storage {' '.join(arguments)}\n{result.stdout}{result.stderr}")
        return result

    def objects(self):
        lines = self.gcloud("ls", f"gs://{self.bucket}/**").stdout.splitlines()
        return [line.removeprefix(f"gs://{self.bucket}/") for line in lines]

    def write(self, path, data):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def test_a_folder_is_copied_moved_downloaded_and_removed(self):
        bytes_of = {"tree/a.txt": b"a", "tree/sub/ü 店.txt": "店".encode(), "tree/big": os.urandom(9_000_000)}
        for path, data in bytes_of.items():
            self.write(path, data)
        self.gcloud("cp", "-r", "tree", f"gs://{self.bucket}/")
        self.assertEqual(self.objects(), sorted(bytes_of))
        self.gcloud("mv", f"gs://{self.bucket}/tree", f"gs://{self.bucket}/moved")
        self.assertEqual(self.objects(), sorted(path.replace("tree", "moved") for path in bytes_of))
        self.gcloud("cp", "-r", f"gs://{self.bucket}/moved", ".")
        found = {path: (self.folder / path.replace("tree", "moved")).read_bytes() for path in bytes_of}
        self.assertEqual(found, bytes_of)
        self.gcloud("rm", "-r", f"gs://{self.bucket}")
        self.gcloud("ls", f"gs://{self.bucket}", status=1)

    def test_an_object_is_written_from_a_pipe_described_and_changed(self):
        place = f"gs://{self.bucket}/a.txt"
        self.gcloud("cp", "-", place, input="text")
        self.assertEqual(self.gcloud("cat", place).stdout, "text")
        self.gcloud("objects", "update", place, "--content-type=text/x-a", "--custom-metadata=a=b")
        found = json.loads(self.gcloud("objects", "describe", place, "--format=json").stdout)
        self.assertEqual((found["content_type"], found["custom_fields"], found["size"]), ("text/x-a", {"a": "b"}, 4))

    def test_a_bucket_that_does_not_exist_is_named(self):
        result = self.gcloud("ls", "gs://no-such-bucket", status=1)
        self.assertIn("gs://no-such-bucket not found: 404", result.stderr)


class MissingBuckets(unittest.TestCase):
    """`rclone mkdir` lists a bucket to determine whether it must be created."""

    def test_a_bucket_is_missing_until_it_is_created_and_after_it_is_deleted(self):
        bucket = unique("created")
        place = f"/storage/v1/b/{bucket}"
        self.assertEqual(request("GET", STORAGE, f"{place}/o?maxResults=1").status, 404)
        self.assertEqual(request("POST", STORAGE, "/storage/v1/b", {"name": bucket}).status, 200)
        self.assertEqual(request("GET", STORAGE, f"{place}/o?maxResults=1").status, 200)
        self.assertEqual(request("DELETE", STORAGE, place).status, 204)
        self.assertEqual(request("GET", STORAGE, f"{place}/o?maxResults=1").status, 404)


if __name__ == "__main__":
    unittest.main()
