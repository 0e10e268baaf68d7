"""Google's Firestore emulator, where it and Java are installed."""

import os
import pathlib
import shutil
import sys
import unittest

JAR = pathlib.Path(
    os.environ.get(
        "FIRESTORE_EMULATOR_JAR",
        "/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar",
    )
)


def require_google_emulator(result):
    """Skips the tests with a warning if the emulator or Java is missing; `result` says what that means."""
    if not JAR.exists() or shutil.which("java") is None:
        message = f"Google's Firestore emulator ({JAR}) or java is missing: {result}"
        print(f"\nwarning: {message}", file=sys.stderr)
        raise unittest.SkipTest(message)
