"""Variables for projects of a test's own, which must not follow those of the emulator that the tests run beside."""

import os

VARIABLES = {
    name: value
    for name, value in os.environ.items()
    if name not in ("TANE_ENV", "TANE_EMULATED") and not name.endswith("_EMULATOR_HOST")
} | {"NO_COLOR": "1"}
