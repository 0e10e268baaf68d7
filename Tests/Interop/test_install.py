"""`.ci/install`, which CI jobs call, with a server that has the files of a release, and with a Git repository."""

import hashlib
import http.server
import io
import os
import pathlib
import platform
import subprocess
import tarfile
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).parents[2]
NAME = f"tane-{ {'Linux': 'linux', 'Darwin': 'macos'}[platform.system()]}-{platform.machine()}"
PROGRAM = '#!/bin/sh\necho "tane 0.1.0 (abc123)"\n'


def archive(program=PROGRAM):
    """Returns the archive of a release whose programs are scripts."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as tar:
        for name in ("bin/tane", "bin/tane-swift-reader", "share/doc/tane/README.md"):
            entry = tarfile.TarInfo(name)
            entry.mode = 0o755 if name.startswith("bin/") else 0o644
            data = program.encode()
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return file.getvalue()


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.target = self.folder / "to here"
        self.path_file = self.folder / "github-path"

    def serve(self, **files):
        """Serves files at a port of their own and returns the address."""
        paths = {f"/{NAME}.{ending.replace('_', '.')}": data for ending, data in files.items()}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                data = paths.get(self.path)
                self.send_response(404 if data is None else 200)
                self.send_header("Content-Length", str(len(data or b"")))
                self.end_headers()
                self.wfile.write(data or b"")

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    def release(self, data=None, checksum=None):
        data = data or archive()
        checksum = checksum or hashlib.sha256(data).hexdigest()
        lines = f"{checksum}  {NAME}.tar.gz\n{'0' * 64}  {NAME}.artifactbundle.zip\n"
        return self.serve(tar_gz=data, sha256=lines.encode())

    def install(self, status=0, **variables):
        own = {name: value for name, value in os.environ.items() if not name.startswith(("TANE_", "GITHUB_"))}
        result = subprocess.run(
            ["sh", ROOT / ".ci/install", self.target], env=own | variables, cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        # The folder for temporary files is gone in any case.
        self.assertFalse(list(self.target.glob(".tane-install*")))
        return result

    def installed(self):
        return sorted(str(file.relative_to(self.target)) for file in self.target.rglob("*") if file.is_file())

    def test_a_release_is_installed_and_put_on_the_path_of_later_steps(self):
        result = self.install(TANE_DOWNLOADS=self.release() + "/", GITHUB_PATH=str(self.path_file))
        self.assertEqual(result.stdout, f"tane 0.1.0 (abc123) in {self.target}/bin\n")
        self.assertEqual(self.installed(), ["bin/tane", "bin/tane-swift-reader", "share/doc/tane/README.md"])
        self.assertEqual(self.path_file.read_text(), f"{self.target}/bin\n")

    def test_another_release_replaces_the_programs_and_keeps_other_files(self):
        self.install(TANE_DOWNLOADS=self.release())
        (self.target / "bin/other").write_text("other")
        self.install(TANE_DOWNLOADS=self.release(archive(PROGRAM.replace("0.1.0", "0.2.0"))))
        self.assertIn("0.2.0", (self.target / "bin/tane").read_text())
        self.assertEqual((self.target / "bin/other").read_text(), "other")

    def test_a_wrong_checksum_installs_nothing(self):
        data = archive()
        address = self.release(data, checksum="f" * 64)
        result = self.install(status=1, TANE_DOWNLOADS=address, GITHUB_PATH=str(self.path_file))
        self.assertEqual(
            result.stderr,
            f"error: {address}/{NAME}.tar.gz has the SHA-256 checksum {hashlib.sha256(data).hexdigest()}, expected {'f' * 64};"
            " nothing was installed\n",
        )
        self.assertEqual(self.installed(), [])
        self.assertFalse(self.path_file.exists())

    def test_a_missing_checksum_installs_nothing(self):
        address = self.serve(tar_gz=archive(), sha256=b"")
        result = self.install(status=1, TANE_DOWNLOADS=address)
        self.assertEqual(
            result.stderr, f"error: {address}/{NAME}.sha256 has no checksum of {NAME}.tar.gz; nothing was installed\n"
        )
        self.assertEqual(self.installed(), [])

    def test_a_missing_release_is_named(self):
        address = self.serve()
        result = self.install(status=1, TANE_DOWNLOADS=address)
        self.assertIn(f"error: cannot download {address}/{NAME}.tar.gz; nothing was installed\n", result.stderr)
        self.assertEqual(self.installed(), [])

    def test_a_program_that_does_not_run_is_not_installed(self):
        result = self.install(status=1, TANE_DOWNLOADS=self.release(archive("#!/bin/sh\nexit 1\n")))
        self.assertEqual(result.stderr, "error: the program does not run on this machine; nothing was installed\n")
        self.assertEqual(self.installed(), [])

    def repository(self):
        """Makes a repository with a branch and an annotated tag, and a `swift` that builds a script that prints its source."""
        repository = self.folder / "repository"
        repository.mkdir()
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "swift").write_text(
            '#!/bin/sh\necho "$*" >> "$BUILDS"\nmkdir -p "$5/.build/release"\n'
            'printf \'#!/bin/sh\\necho "tane %s"\\n\' "$(cat "$5/source")" > "$5/.build/release/$7"\nchmod +x "$5/.build/release/$7"\n'
        )
        (tools / "swift").chmod(0o755)

        def git(*arguments):
            command = ["git", "-C", repository, "-c", "user.name=A", "-c", "user.email=a@example.com", *arguments]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

        git("init", "--quiet", "--initial-branch=main")
        for version in ("one", "two"):
            (repository / "source").write_text(version)
            git("add", "source")
            git("commit", "--quiet", "-m", version)
            git("tag", "-a", version, "-m", version)
        variables = {
            "TANE_REPOSITORY": str(repository),
            "PATH": f"{tools}:{os.environ['PATH']}",
            "BUILDS": str(self.folder / "builds"),
        }
        return git, variables

    def test_a_revision_is_built_once(self):
        git, variables = self.repository()
        for revision, version, builds in [
            ("one", "one", 2), ("one", "one", 2), ("main", "two", 4), ("two", "two", 4), (git("rev-parse", "HEAD^"), "one", 6)
        ]:
            with self.subTest(revision=revision):
                result = self.install(TANE_REVISION=revision, **variables)
                self.assertEqual(result.stdout, f"tane {version} in {self.target}/bin\n")
                self.assertEqual(len((self.folder / "builds").read_text().splitlines()), builds)
        self.assertEqual(self.installed(), ["bin/tane", "bin/tane-swift-reader", "share/doc/tane/COMMIT"])

    def test_a_revision_is_built_again_after_a_release_replaced_it(self):
        _, variables = self.repository()
        self.install(TANE_REVISION="one", **variables)
        self.install(TANE_DOWNLOADS=self.release())
        result = self.install(TANE_REVISION="one", **variables)
        self.assertEqual(result.stdout, f"tane one in {self.target}/bin\n")

    def test_an_unknown_revision_or_repository_is_named(self):
        _, variables = self.repository()
        result = self.install(status=1, TANE_REVISION="three", **variables)
        self.assertEqual(
            result.stderr,
            f"error: {variables['TANE_REPOSITORY']} has no commit, branch or tag three; nothing was installed\n",
        )
        variables["TANE_REPOSITORY"] = str(self.folder / "nowhere")
        result = self.install(status=1, TANE_REVISION="three", **variables)
        self.assertIn(f"error: cannot clone {self.folder}/nowhere; nothing was installed\n", result.stderr)


if __name__ == "__main__":
    unittest.main()
