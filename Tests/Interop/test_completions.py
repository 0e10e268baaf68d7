"""The completion scripts in real shells: a key is pressed in a terminal, and the line is read."""

import fcntl
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

TANE = os.path.abspath(os.environ["TANE"])
DEADLINE = 60

FILES = {
    "environments/local.yaml": "databases: { shops: embedded:shops, users: embedded:users }\n",
    "environments/staging.yaml": "databases: { shops: embedded:shops }\n",
    "fixtures/base/databases/shops/shops.yaml": "- { name: A }\n",
    "plans/plan.json": "{}\n",
}


class Shell:
    """A shell in a terminal of 160 columns."""

    COMMANDS = {
        "bash": ["bash", "--norc", "--noprofile", "-i"],
        "zsh": ["zsh", "-f", "-i"],
        "fish": ["fish", "--no-config", "-i"],
    }

    def __init__(self, name, folder):
        scripts = folder / "scripts"
        scripts.mkdir(exist_ok=True)
        script = subprocess.run(
            [TANE, "--generate-completion-script", name], capture_output=True, text=True, check=True
        ).stdout
        (scripts / "_tane").write_text(script)
        # The shell asks the program for candidates; the completed line prints its own arguments.
        stub = scripts / "tane"
        stub.write_text(f'#!/bin/sh\ncase $1 in ---completion) exec "{TANE}" "$@" ;; esac\nprintf "<%s>" "$@"; echo "<>"\n')
        stub.chmod(0o755)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder / "project")
            variables = {"PATH": f"{scripts}:{os.environ['PATH']}", "TERM": "dumb", "HOME": str(folder), "LANG": "C.UTF-8"}
            os.execvpe(self.COMMANDS[name][0], self.COMMANDS[name], variables)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
        setup = {
            "bash": f"bind 'set bell-style none'; source {scripts}/_tane; PS1='READY> '",
            "zsh": f"fpath=({scripts} $fpath); autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste; PROMPT='READY> '",
            "fish": f"source {scripts}/_tane; function fish_prompt; echo -n 'READY> '; end",
        }[name]
        self.write(setup + "\n")
        self.read_until(r"READY> (?!')")

    def write(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, pattern):
        """Reads until the text contains the pattern; returns all of the text."""
        text, end = "", time.monotonic() + DEADLINE
        while not re.search(pattern, text):
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"the shell printed no {pattern!r}: {text!r}")
            text += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", os.read(self.terminal, 65536).decode("utf-8", "replace"))
        return text

    def completed(self, line):
        """Returns the arguments of the command line after Tab and Return."""
        self.write(f"{line}\t\n")
        text = self.read_until(r"<>\s+(.*\n)?.*READY> ")
        return re.findall(r"<([^<>]+)>", text)

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


class Completions(unittest.TestCase):
    def check(self, name):
        if not shutil.which(name):
            self.skipTest(f"{name} is not installed: its completions were not tested")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        folder = pathlib.Path(folder.name)
        for path, text in FILES.items():
            file = folder / "project" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        shell = Shell(name, folder)
        self.addCleanup(shell.close)
        for line, completed in [
            ("tane seed -e st", "seed -e staging"),
            ("tane seed us", "seed users:/"),
            ("tane seed shops:/s", "seed shops:/shops"),
            ("tane pull users:/ shops:/s", "pull users:/ shops:/shops"),
            ("tane diff st", "diff staging"),
            ("tane diff fi", "diff fixtures"),
            ("tane diff local plans/", "diff local plans/plan.json"),
            ("tane env diff local st", "env diff local staging"),
            ("tane env export st", "env export staging"),
            ("tane apply plans/", "apply plans/plan.json"),
        ]:
            with self.subTest(line=line):
                self.assertEqual(" ".join(shell.completed(line)), completed)

    def test_bash(self):
        self.check("bash")

    def test_zsh(self):
        self.check("zsh")

    def test_fish(self):
        self.check("fish")


if __name__ == "__main__":
    unittest.main()
