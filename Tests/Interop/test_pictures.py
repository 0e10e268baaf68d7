"""The pictures of README.md against a real run."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "Sources/tane/Documentation.docc/Resources"


class Pictures(unittest.TestCase):
    def test_up_to_date(self):
        environment = {**os.environ, "TANE": os.path.abspath(os.environ["TANE"])}
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([ROOT / ".ci/pictures", folder], check=True, env=environment)
            for name in ("diff.svg", "diff-page.svg"):
                drawn = (pathlib.Path(folder) / name).read_text()
                command = f"draw it again with .ci/pictures {PICTURES.relative_to(ROOT)}"
                self.assertEqual(drawn, (PICTURES / name).read_text(), command)


if __name__ == "__main__":
    unittest.main()
