"""Kills programs at a chosen write, whichever of their threads makes it: `kill_at_write.c` counts them. Without a C compiler, or not on
Linux, kills come at random moments."""

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
    """The library that counts writes, or None where it cannot be made."""
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
    """The variables with which a command in a folder counts its writes."""
    values = {"LD_PRELOAD": library, "KILL_BELOW": f"{pathlib.Path(folder).resolve()}/"} | variables
    return {name: str(value) for name, value in values.items()}


class Killer:
    """Kills commands in a project's folder, and knows how many writes they make."""

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
        """The writes of a command that is not killed, a line each, and its time; afterwards the folder is as before."""
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
        """Kills a command at one of the writes between those that `span` names, of all that it makes; the number of that one.

        They are counted before, and once only where `key` names commands that make the same ones.
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
    """The first and the last write between which a run is in the journal: the first commit there is that of the run, with its steps."""
    log = [number for number, line in enumerate(writes, 1) if line.endswith(" .tane/state.sqlite-wal")]
    commits = [number for number in log if "sync" in writes[number - 1]]
    return (commits[1], commits[-1]) if len(commits) > 2 else (1, len(writes) or 1)


@contextlib.contextmanager
def state(folder):
    """A copy of the state as plain SQLite, so that the look changes nothing that a recovery would find."""
    with tempfile.TemporaryDirectory() as aside:
        for path in pathlib.Path(folder).glob(".tane/state.sqlite*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, aside)
        with contextlib.closing(sqlite3.connect(pathlib.Path(aside) / "state.sqlite")) as database:
            yield database


def runs(folder):
    """The runs in the journal, as they are in its table: number, action and result."""
    with state(folder) as database:
        with contextlib.suppress(sqlite3.OperationalError):
            return database.execute("SELECT id, action, result FROM run ORDER BY id").fetchall()
    return []


def is_interrupted(folder):
    return any(result in ["running", "failed"] for _, _, result in runs(folder))
