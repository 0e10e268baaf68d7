"""`tane studio` in Chromium: browsing, a conflict, an edit that is adopted, and hostile data.

Skipped where Chromium or its driver is missing. With `TANE_STUDIO_PICTURES`, screenshots of the pages
at 390 and 1440 pixels are written into that folder.
"""

import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from isolated import VARIABLES

TANE = os.path.abspath(os.environ["TANE"])
ROOT = pathlib.Path(__file__).resolve().parents[2]
DEADLINE = 30
HOSTILE = "<img src=x onerror=\"document.title='hacked'\"><script>document.title='hacked'</script>"
PUT = """import sys, urllib.request
request = urllib.request.Request(sys.argv[1], sys.argv[2].encode(), method="PUT")
urllib.request.urlopen(request).read()
"""
ENVIRONMENT = """databases:
  shops: "embedded:shops"
buckets:
  images: "embedded:images"
"""


def browser(width=1440, height=1000, is_dark=False):
    """Starts Chromium without access to other machines."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        # Every host but this machine is unknown.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
        "--disable-background-networking", "--disable-component-update", "--no-first-run",
        "--no-proxy-server", f"--window-size={width},{height}", "--lang=en",
    ]:
        options.add_argument(argument)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options, service)
    # Headless windows are not narrower than 500 pixels.
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    return driver


def put(project, database, path, value):
    """Changes a value of an embedded database as somebody else would: through the emulator."""
    ports = [f"--{name}-port=0" for name in ("database", "storage", "firestore", "auth", "hub", "remote-config")]
    target = f"http://$FIREBASE_DATABASE_EMULATOR_HOST{path}.json?ns={database}"
    script = f"{shlex.quote(sys.executable)} -c {shlex.quote(PUT)} \"{target}\" {shlex.quote(value)}"
    subprocess.run(
        [TANE, "emulate", *ports, "--exec", script], cwd=project, env=VARIABLES, check=True, capture_output=True
    )


class Studio:
    """A running `tane studio`, whose URL is in `url`."""

    def __init__(self, project, *arguments, language="en"):
        self.process = subprocess.Popen(
            [TANE, "studio", "--no-open", "--port", "0", "--language", language, *arguments],
            cwd=project, env=VARIABLES, stdout=subprocess.PIPE, text=True,
        )
        lines = iter(self.process.stdout.readline, "")
        self.url = next(line.strip() for line in lines if line.startswith("http://"))
        self.origin = self.url.split("/?")[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(DEADLINE)
        self.process.stdout.close()


@unittest.skipUnless(
    shutil.which("chromium") and shutil.which("chromedriver"), "Chromium or its driver is missing"
)
class StudioPages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)

    def write(self, path, text):
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def tane(self, *arguments):
        done = subprocess.run(
            [TANE, *arguments], cwd=self.project, env=VARIABLES, capture_output=True, text=True
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def edit(self, path, value):
        put(self.project, "shops", path, value)

    def open(self, studio, **window):
        driver = browser(**window)
        self.addCleanup(driver.quit)
        driver.set_page_load_timeout(DEADLINE)
        driver.get(studio.url)
        return driver

    def wait(self, driver, condition):
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.support.ui import WebDriverWait

        # While another page is loaded, an element of the old one may have been found.
        ignored = [StaleElementReferenceException]
        return WebDriverWait(driver, DEADLINE, ignored_exceptions=ignored).until(condition)

    def find(self, driver, selector):
        return self.wait(driver, lambda _: driver.find_elements("css selector", selector))

    def text_of(self, driver, text):
        from selenium.common.exceptions import TimeoutException

        def shown():
            # An element that was found could belong to a page that another one replaces.
            return driver.execute_script("return document.body ? document.body.innerText : ''")

        try:
            self.wait(driver, lambda _: text in shown())
        except TimeoutException:
            self.fail(f"{text!r} is not on the page {driver.current_url}:\n{shown()}")

    def shops(self):
        self.write("environments/local.yaml", ENVIRONMENT)
        self.write(
            "fixtures/base/databases/shops/shops.yaml",
            "# The shops of the demo.\nharukaze:\n  name: Harukaze # a noodle shop\n  seats: 8\nkissa:\n  name: Kissa\n",
        )
        self.write("fixtures/base/databases/shops/hostile.yaml", f"text: {json.dumps(HOSTILE)}\n")
        picture = ROOT / "fixtures/base/buckets/images/user_shop_images/1000001/1000003/20260401"
        shutil.copytree(picture, self.project / "fixtures/base/buckets/images/pictures")
        self.tane("seed")

    def test_browsing(self):
        self.shops()
        with Studio(self.project) as studio:
            driver = self.open(studio)
            self.assertEqual(driver.current_url, f"{studio.origin}/browse/local")
            self.text_of(driver, "hostile")
            links = {link.text: link for link in self.find(driver, "summary a")}
            links["shops"].find_element("xpath", "./..").click()
            self.text_of(driver, "harukaze")
            self.assertTrue(driver.current_url.endswith("/browse/local?at=shops%3A%2Fshops"))
            # The address bar holds the address: the page can be loaded again.
            driver.refresh()
            self.text_of(driver, "harukaze")
            summary = next(s for s in self.find(driver, "summary") if "harukaze" in s.text)
            driver.execute_script("arguments[0].focus()", summary)
            from selenium.webdriver.common.keys import Keys

            summary.send_keys(Keys.ENTER)
            self.text_of(driver, '"Harukaze"')

    def test_pictures(self):
        self.shops()
        with Studio(self.project) as studio:
            driver = self.open(studio)
            driver.get(f"{studio.origin}/browse/local?at=images:/pictures/%22%22")
            image = self.find(driver, ".object img")[0]
            self.wait(driver, lambda _: driver.execute_script("return arguments[0].naturalWidth > 0", image))

    def test_hostile_data(self):
        self.shops()
        with Studio(self.project) as studio:
            driver = self.open(studio)
            for page in ("browse/local?at=shops:/hostile", "browse/local?at=shops:/%3Cscript%3E"):
                driver.get(f"{studio.origin}/{page}")
                self.text_of(driver, "<script>" if "hostile" in page else "Nothing exists here")
                self.assertTrue(driver.title.startswith("tane studio"), driver.title)
                self.assertEqual(len(driver.find_elements("css selector", "main script, main [onerror]")), 0)
            # Inline code does not run even if it is in the page.
            driver.execute_script(
                "document.body.insertAdjacentHTML('beforeend', \"<img src=x onerror=document.title='hacked'>\")"
            )
            driver.execute_async_script("setTimeout(arguments[0], 300)")
            self.assertNotEqual(driver.title, "hacked")

    def test_token(self):
        self.shops()
        with Studio(self.project) as studio:
            self.open(studio)
            self.text_of(self.open(studio), "was already used")

    def test_adopting(self):
        self.shops()
        self.edit("/shops/harukaze/seats", "12")
        with Studio(self.project) as studio:
            driver = self.open(studio)
            driver.get(f"{studio.origin}/compare/local")
            self.text_of(driver, "shops:/shops/harukaze/seats")
            columns = [column.text for column in self.find(driver, "article .columns > div")]
            self.assertEqual(columns, ["fixtures\n+ 8", "environment\n- 12", "last seed\n8"])
            self.find(driver, "article a.button")[0].click()
            self.text_of(driver, "tane adopt shops:/shops/harukaze/seats -e local")
            self.assertIn("- seats: 8", self.lines(driver))
            self.assertIn("+ seats: 12", self.lines(driver))
            file = self.project / "fixtures/base/databases/shops/shops.yaml"
            self.assertIn("seats: 8\n", file.read_text())
            self.find(driver, "form.decision button")[0].click()
            self.text_of(driver, "Done")
            text = file.read_text()
            self.assertIn("  name: Harukaze # a noodle shop\n  seats: 12\n", text)
            self.assertIn("# The shops of the demo.\n", text)

    def lines(self, driver):
        return [" ".join(line.text.split()) for line in self.find(driver, ".lines pre")]

    def test_conflict(self):
        self.shops()
        self.edit("/shops/harukaze/seats", "12")
        file = self.project / "fixtures/base/databases/shops/shops.yaml"
        file.write_text(file.read_text().replace("seats: 8", "seats: 20"))
        with Studio(self.project) as studio:
            driver = self.open(studio)
            driver.get(f"{studio.origin}/compare/local")
            self.text_of(driver, "changed both in the environment and in the fixtures")
            columns = [column.text for column in self.find(driver, "article .columns > div")]
            self.assertEqual(columns, ["fixtures\n+ 20", "environment\n- 12", "last seed\n8"])
            self.find(driver, "article a.button")[1].click()
            self.text_of(driver, "tane seed shops:/shops/harukaze/seats --on-conflict take -e local")
            self.find(driver, "form.decision button")[0].click()
            self.text_of(driver, "Done and verified.")
        # Nothing differs any longer.
        self.tane("diff")

    def test_confirm(self):
        self.shops()
        self.edit("/shops/harukaze/seats", "12")
        self.write("environments/local.yaml", "guard: confirm\n" + ENVIRONMENT)
        with Studio(self.project) as studio:
            driver = self.open(studio)
            driver.get(f"{studio.origin}/act/local?do=revert&at=shops:/shops/harukaze/seats")
            self.text_of(driver, "Write these changes to local?")
            self.find(driver, "form.decision input[type=checkbox]")[0].click()
            self.find(driver, "form.decision button")[0].click()
            self.text_of(driver, "Done and verified.")


if __name__ == "__main__":
    unittest.main()
