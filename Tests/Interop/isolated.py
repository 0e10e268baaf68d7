"""Variables and seeds shared by tests that have their own projects."""

import os
import time

# Without the variables of the emulator that runs the tests.
VARIABLES = {
    name: value
    for name, value in os.environ.items()
    if name not in ("TANE_ENV", "TANE_EMULATED", "TANE_SEED_TIME") and not name.endswith("_EMULATOR_HOST")
} | {"NO_COLOR": "1"}


def first_seed(name, count):
    """Returns the value of the variable `name`, a random seed if `count` asks for a campaign, or a fixed seed.

    A fixed seed keeps an unrelated change from failing because of a new random case.
    """
    return int(os.environ.get(name, time.time() if count in os.environ else 20261124))
