"""Kills programs at a chosen write, in any of their threads.

`kill_at_write.c` counts the writes. Without a C compiler or Linux, programs are killed at random moments.
"""

import atexit
import contextlib
import functools
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from isolated import VARIABLES

TANE = os.environ["TANE"]


@functools.cache
def library():
    """Returns the library that counts writes, or None if it cannot be built."""
    compiler = next(filter(None, map(shutil.which, ["cc", "clang", "gcc"])), None)
    if compiler is None or not sys.platform.startswith("linux"):
        print("writes cannot be counted without a C compiler on Linux: kills come at random moments")
        return None
    folder = pathlib.Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = pathlib.Path(__file__).parent / "kill_at_write.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", folder / "kill_at_write.so", source, "-ldl"], check=True)
    return folder / "kill_at_write.so"


def preloaded(library, folder, **variables):
    """Returns the variables with which a command counts its writes in a folder."""
    values = {"LD_PRELOAD": library, "KILL_BELOW": f"{pathlib.Path(folder).resolve()}/"} | variables
    return {name: str(value) for name, value in values.items()}


class Killer:
    """Kills commands in a project's folder at chosen writes."""

    def __init__(self, folder):
        self.folder, self.library, self.known = pathlib.Path(folder), library(), {}

    def start(self, arguments, **variables):
        if self.library:
            variables = preloaded(self.library, self.folder, **variables)
        return subprocess.Popen(
            [TANE, *arguments], cwd=self.folder, env=VARIABLES | variables, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def measure(self, arguments):
        """Runs a command to its end and restores the folder; returns a line for each write, and the duration."""
        with tempfile.TemporaryDirectory() as aside:
            log, copy = pathlib.Path(aside) / "log", pathlib.Path(aside) / "copy"
            shutil.copytree(self.folder, copy, symlinks=True)
            began = time.monotonic()
            self.start(arguments, KILL_LOG=log).wait(120)
            usual = time.monotonic() - began
            for path in self.folder.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            shutil.copytree(copy, self.folder, symlinks=True, dirs_exist_ok=True)
            return log.read_text().splitlines() if log.exists() else [], usual

    def kill(self, choose, arguments, span, key=None):
        """Kills a command at a random write, and returns the number of the write.

        `span` returns the first and last eligible write, given all writes of the command. The writes are counted in
        advance, but only once for commands with the same `key`.
        """
        writes, usual = self.known.get(key) or self.measure(arguments)
        if key is not None:
            self.known[key] = writes, usual
        if self.library is None:
            process = self.start(arguments)
            time.sleep(usual * choose.uniform(0.05, 1.1))
            process.send_signal(signal.SIGKILL)
            process.wait()
            return None
        first, last = span(writes)
        number = choose.randint(first, max(first, last))
        self.start(arguments, KILL_AT=number).wait(120)
        return number


def journal(writes):
    """Returns the first and last write while a run is in the journal, beginning with its first commit."""
    log = [number for number, line in enumerate(writes, 1) if line.endswith(" .tane/state.sqlite-wal")]
    commits = [number for number in log if "sync" in writes[number - 1]]
    return (commits[1], commits[-1]) if len(commits) > 2 else (1, len(writes) or 1)


@contextlib.contextmanager
def state(folder):
    """Opens a copy of the state with plain SQLite, so that reading it does not change what a recovery finds."""
    with tempfile.TemporaryDirectory() as aside:
        for path in pathlib.Path(folder).glob(".tane/state.sqlite*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, aside)
        with contextlib.closing(sqlite3.connect(pathlib.Path(aside) / "state.sqlite")) as database:
            yield database


def runs(folder):
    """Returns the runs in the journal's table: number, action and result."""
    with state(folder) as database:
        with contextlib.suppress(sqlite3.OperationalError):
            return database.execute("SELECT id, action, result FROM run ORDER BY id").fetchall()
    return []


def is_interrupted(folder):
    return any(result in ["running", "failed"] for _, _, result in runs(folder))
