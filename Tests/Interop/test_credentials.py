"""Credentials without keys: Tane accepts the same files as google-auth, and sends the same requests.

Both use the same services, which a proxy simulates (`fake_google`), so `HTTPS_PROXY` and `SSL_CERT_FILE` are tested as
well.
"""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import google.auth
import google.auth.transport.requests
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from fake_google import FakeGoogle
from isolated import VARIABLES

TANE = os.environ["TANE"]
ALLOW = "GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES"
SCOPES = [
    "https://www.googleapis.com/auth/cloud-platform",
    "https://www.googleapis.com/auth/firebase.database",
    "https://www.googleapis.com/auth/userinfo.email",
]
AUDIENCE = (
    "//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/ci/providers/github"
)
WORKFORCE = "//iam.googleapis.com/locations/global/workforcePools/people/providers/idp"
IAM = "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts"
JWT = "urn:ietf:params:oauth:token-type:jwt"
TOKEN_HOSTS = ("sts", "iamcredentials", "oauth2")


class Outcome:
    """The token that a client obtained, and its requests."""

    def __init__(self, token, sent):
        self.token = token
        self.sent = sorted({
            request.key for request in sent
            if request.host.startswith(TOKEN_HOSTS) and request.method == "POST"
        })


class CredentialsTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        cls.key = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.google = FakeGoogle(self.folder)
        self.addCleanup(self.google.close)
        (self.folder / "environments").mkdir()
        (self.folder / "environments/cloud.yaml").write_text(
            "databases: { shops: \"https://demo-shops.firebaseio.com\" }\ncredentials: keys/config.json\n"
        )
        (self.folder / "keys").mkdir()
        self.file("token.txt", "subject-of-file")
        self.file("line.txt", "subject-of-file\n")
        self.file("empty.txt", "")
        self.file("token.json", json.dumps({"value": "subject-of-file", "other": 1}))

    def file(self, name, text):
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def path(self, name):
        return str(self.folder / name)

    def identity(self, source, **more):
        """Returns a configuration of workload identity federation."""
        return {
            "type": "external_account",
            "audience": AUDIENCE,
            "subject_token_type": JWT,
            "token_url": "https://sts.googleapis.com/v1/token",
            "credential_source": source,
        } | more

    def service_account(self):
        return {
            "type": "service_account",
            "project_id": "demo",
            "private_key_id": "k",
            "private_key": self.key,
            "client_email": "ci@demo.iam.gserviceaccount.com",
            "client_id": "1",
            "token_uri": "https://oauth2.googleapis.com/token",
        }

    user = {
        "type": "authorized_user", "client_id": "id", "client_secret": "s/s", "refresh_token": "1//r&r",
    }

    def by_tane(self, config, **variables):
        (self.folder / "keys/config.json").write_text(json.dumps(config))
        self.google.requests.clear()
        run = subprocess.run(
            [TANE, "env", "check", "cloud", "--json"],
            cwd=self.folder / "keys",
            env=VARIABLES | {
                "HOME": str(self.folder),
                "HTTPS_PROXY": self.google.address,
                "SSL_CERT_FILE": str(self.google.certificates),
                "NO_GCE_CHECK": "true",
            } | variables,
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.output = run.stdout + run.stderr
        for secret in ["planted", "subject-of", "PRIVATE KEY", "1//r"]:
            self.assertNotIn(secret, self.output)
        tokens = {
            request.authorization for request in self.google.requests
            if request.host.endswith("firebaseio.com")
        }
        self.assertLessEqual(len(tokens), 1)
        return Outcome(next(iter(tokens), "").removeprefix("Bearer "), self.google.requests)

    def by_google(self, config, **variables):
        path = self.file("google.json", json.dumps(config))
        self.google.requests.clear()
        with requests.Session() as session, mock.patch.dict(os.environ, variables):
            session.proxies = {"https": self.google.address}
            session.verify = str(self.google.certificates)
            session.trust_env = False
            request = google.auth.transport.requests.Request(session)
            try:
                found, _ = google.auth.load_credentials_from_file(path, scopes=SCOPES, request=request)
                if not found.valid:
                    found.refresh(request)
                token = found.token
            except Exception:
                token = ""
        return Outcome(token, list(self.google.requests))

    def assert_alike(self, config, token, **variables):
        """Checks that both clients obtain the same token with the same requests, or no token."""
        expected = self.by_google(copy.deepcopy(config), **variables)
        found = self.by_tane(config, **variables)
        self.assertEqual(expected.token, token, "google-auth")
        self.assertEqual(found.token, token, self.output)
        if token:
            self.assertEqual(found.sent, expected.sent)

    def program(self, text, name="program.py"):
        return f"{sys.executable} '{self.file(name, text)}' 'a b'"

    def executable(self, text, **more):
        return {"executable": {"command": self.program(text)} | more}


class WorkloadIdentity(CredentialsTest):
    def test_sources(self):
        url, headers = f"{self.google.address}/token", {"Authorization": "Metadata planted"}
        in_json = {"type": "json", "subject_token_field_name": "value"}
        for source in [
            {"file": self.path("token.txt")},
            {"file": self.path("line.txt")},
            {"file": self.path("token.txt"), "format": {"type": "text"}},
            {"file": self.path("token.txt"), "format": {}},
            {"file": self.path("token.json"), "format": in_json},
            {"url": url, "headers": headers},
            {"url": f"{url}/json", "headers": headers, "format": in_json},
        ]:
            with self.subTest(str(source)):
                self.assert_alike(self.identity(source), "sts-planted")

    def test_what_is_refused(self):
        file = {"file": self.path("token.txt")}
        url = {"url": f"{self.google.address}/token"}
        configs = [
            self.identity(source) for source in [
                {}, [], None, "x", {"file": None}, {"file": self.path("none.txt")},
                {"file": self.path("empty.txt")}, file | url,
                file | {"environment_id": "aws1"},
                file | {"format": {"type": "xml"}},
                file | {"format": {"type": "json"}},
                {"file": self.path("token.txt"),
                 "format": {"type": "json", "subject_token_field_name": "value"}},
                {"file": self.path("token.json"),
                 "format": {"type": "json", "subject_token_field_name": "none"}},
                url,
                {"executable": {}}, {"executable": {"command": ""}},
            ]
        ]
        for name in ["audience", "subject_token_type", "token_url", "credential_source"]:
            configs.append(self.identity(file))
            del configs[-1][name]
        configs.append(self.identity(file, workforce_pool_user_project="p"))
        configs.append({"type": "unknown"})
        for config in configs:
            with self.subTest(json.dumps(config)):
                self.assert_alike(config, "", **{ALLOW: "1"})

    def test_the_service_refuses(self):
        self.file("token.txt", "subject-of-file-refused")
        self.assert_alike(self.identity({"file": self.path("token.txt")}), "")
        self.assertIn("invalid_grant", self.output)
        self.assertIn("check the workload identity provider", self.output)

    def test_workforce(self):
        file = {"file": self.path("token.txt")}
        for more in [
            {"workforce_pool_user_project": "p/1"},
            {"client_id": "id", "client_secret": "s:s", "workforce_pool_user_project": "p"},
            {"client_id": "id"},
        ]:
            with self.subTest(str(more)):
                config = self.identity(file, audience=WORKFORCE, **more)
                self.assert_alike(config, "sts-planted")

    def test_impersonation(self):
        file = {"file": self.path("token.txt")}
        url = f"{IAM}/ci@demo.iam.gserviceaccount.com:generateAccessToken"
        for more in [
            {},
            {"service_account_impersonation": {"token_lifetime_seconds": 1200}},
            {"quota_project_id": "paying"},
            {"token_url": "https://sts.us-east1.rep.googleapis.com/v1/token"},
            {"service_account_impersonation_url":
                url.replace("iamcredentials", "iamcredentials.us-east1.rep")},
        ]:
            with self.subTest(str(more)):
                config = self.identity(file, service_account_impersonation_url=url) | more
                self.assert_alike(config, "iam-planted")
        for wrong in [url.replace("ci@", "denied@"), f"{IAM}/:generateAccessToken", f"{IAM}/ci", ""]:
            with self.subTest(wrong):
                config = self.identity(file, service_account_impersonation_url=wrong)
                self.assert_alike(config, "")

    def test_hosts(self):
        """Tane is stricter than google-auth: someone else's file must not send a token to their own host."""
        url = f"{IAM}/ci@demo.iam.gserviceaccount.com:generateAccessToken"
        for host in ["evil.example", "sts.googleapis.com.evil.example", "evilsts.example.googleapis.com",
                     "storage.googleapis.com", "sts.googleapis.com:8443", "sts.googleapis.com@evil.example"]:
            for more in [
                {"token_url": f"https://{host}/v1/token"},
                {"service_account_impersonation_url":
                    url.replace("iamcredentials.googleapis.com", host)},
            ]:
                with self.subTest(str(more)):
                    found = self.by_tane(self.identity({"file": self.path("token.txt")}) | more)
                    self.assertEqual((found.token, found.sent), ("", []))
                    self.assertIn("tokens are sent only there", self.output)
        plain = self.identity({"file": self.path("token.txt")}, token_url="http://sts.googleapis.com/v1/token")
        self.assertEqual(self.by_tane(plain).token, "")


class Executables(CredentialsTest):
    GOOD = {
        "version": 1, "success": True, "token_type": JWT, "id_token": "subject-of-program",
        "expiration_time": 4102444800,
    }

    def printing(self, response):
        text = response if isinstance(response, str) else json.dumps(response)
        return f"print({text!r})"

    def test_tokens(self):
        saml = {"token_type": "urn:ietf:params:oauth:token-type:saml2", "saml_response": "subject-of-saml"}
        id_token = {"token_type": "urn:ietf:params:oauth:token-type:id_token"}
        for more in [{}, saml, id_token]:
            with self.subTest(str(more)):
                config = self.identity(self.executable(self.printing(self.GOOD | more)))
                self.assert_alike(config, "sts-planted", **{ALLOW: "1"})
                self.assert_alike(config, "")
                self.assertIn(ALLOW, self.output)
                self.assert_alike(config, "", **{ALLOW: "true"})

    def test_what_is_refused(self):
        without = lambda *names: {key: self.GOOD[key] for key in self.GOOD if key not in names}
        failed = {"version": 1, "success": False, "code": "401", "message": "no login"}
        for response in [
            "", "no JSON", {}, without("version"), without("success"), without("token_type"),
            without("id_token"), self.GOOD | {"version": 2}, self.GOOD | {"expiration_time": 1},
            self.GOOD | {"token_type": "other"}, failed, {"version": 1, "success": False},
        ]:
            with self.subTest(str(response)):
                config = self.identity(self.executable(self.printing(response)))
                self.assert_alike(config, "", **{ALLOW: "1"})
        self.assert_alike(self.identity(self.executable(self.printing(failed))), "", **{ALLOW: "1"})
        self.assertIn("401: no login", self.output)
        for text in ["raise SystemExit(3)", "import os; os.abort()"]:
            self.assert_alike(self.identity(self.executable(text)), "", **{ALLOW: "1"})
        for command in ["/nowhere/program", "'"]:
            config = self.identity({"executable": {"command": command}})
            self.assert_alike(config, "", **{ALLOW: "1"})

    def test_times(self):
        good = self.printing(self.GOOD)
        for more, token in [
            ({"timeout_millis": 5000}, "sts-planted"), ({"timeout_millis": 120000}, "sts-planted"),
            ({"timeout_millis": 0}, "sts-planted"), ({"timeout_millis": 4999}, ""),
            ({"timeout_millis": 120001}, ""), ({"interactive_timeout_millis": 29999}, ""),
            ({"interactive_timeout_millis": 1800000}, "sts-planted"),
        ]:
            with self.subTest(str(more)):
                config = self.identity(self.executable(good, **more))
                self.assert_alike(config, token, **{ALLOW: "1"})

    def test_a_program_that_does_not_end(self):
        text = "import threading; threading.Event().wait(300)"
        config = self.identity(self.executable(text, timeout_millis=5000))
        self.assert_alike(config, "", **{ALLOW: "1"})
        self.assertIn("timeout_millis", self.output)

    def test_output_file(self):
        place = self.path("cache.json")
        program = self.printing(self.GOOD | {"id_token": "subject-of-program"})
        cached = self.GOOD | {"id_token": "subject-of-cache"}
        for held, subject in [
            (cached, "cache"), (cached | {"expiration_time": 1}, "program"),
            (cached | {"version": 2}, "program"), ("no JSON", "program"),
            ({key: cached[key] for key in cached if key != "expiration_time"}, "program"),
            ({"version": 1, "success": False, "code": "1", "message": "x"}, "program"),
        ]:
            with self.subTest(str(held)):
                self.file("cache.json", held if isinstance(held, str) else json.dumps(held))
                config = self.identity(self.executable(program, output_file=place))
                self.assert_alike(config, "sts-planted", **{ALLOW: "1"})
                sent = [json.loads(request[-1]) for request in self.by_tane(config, **{ALLOW: "1"}).sent]
                self.assertEqual(sent[0]["subject_token"], f"subject-of-{subject}")
        writing = f"open({place!r}, 'w').write({json.dumps(cached)!r})"
        pathlib.Path(place).unlink()
        config = self.identity(self.executable(writing, output_file=place))
        self.assertEqual(self.by_tane(config, **{ALLOW: "1"}).token, "sts-planted")
        pathlib.Path(place).unlink()
        self.assert_alike(config, "sts-planted", **{ALLOW: "1"})

    def test_variables(self):
        """The program receives its configuration, its arguments and the variables of the process."""
        names = ["AUDIENCE", "TOKEN_TYPE", "ID", "INTERACTIVE", "REVOKE", "OUTPUT_FILE"]
        heard = self.path("heard.json")
        text = (
            "import json, os, sys\n"
            f"names = ['GOOGLE_EXTERNAL_ACCOUNT_' + name for name in {names!r}] + ['PLANTED']\n"
            f"json.dump([sys.argv[1:]] + [os.environ.get(name) for name in names], open({heard!r}, 'w'))\n"
            + self.printing(self.GOOD)
        )
        config = self.identity(self.executable(text, output_file=self.path("none.json")))
        variables = {ALLOW: "1", "PLANTED": "x y"}
        self.by_google(config, **variables)
        expected = json.loads(pathlib.Path(heard).read_text())
        self.by_tane(config, **variables)
        self.assertEqual(json.loads(pathlib.Path(heard).read_text()), expected)


class ImpersonatedServiceAccounts(CredentialsTest):
    def impersonated(self, source, account="target@demo.iam.gserviceaccount.com", **more):
        return {
            "type": "impersonated_service_account",
            "service_account_impersonation_url": f"{IAM}/{account}:generateAccessToken",
            "source_credentials": source,
        } | more

    def test_sources(self):
        for source in [self.user, self.service_account(), self.user | {"quota_project_id": "paying"}]:
            for more in [{}, {"delegates": []}, {"delegates": ["a@b", "c@d"]}, {"quota_project_id": "q"}]:
                with self.subTest(f"{source['type']} {more}"):
                    self.assert_alike(self.impersonated(source, **more), "iam-planted")

    def test_what_is_refused(self):
        identity = self.identity({"file": self.path("token.txt")})
        for config in [
            self.impersonated(self.user, account="denied@demo.iam.gserviceaccount.com"),
            self.impersonated({}), self.impersonated({"type": "unknown"}), self.impersonated(identity),
            self.impersonated(self.impersonated(self.user)),
            self.impersonated({"type": "authorized_user", "client_id": "id"}),
            self.impersonated(self.user) | {"service_account_impersonation_url": f"{IAM}/ci"},
        ]:
            with self.subTest(json.dumps(config)):
                self.assert_alike(config, "")
        for missing in ["source_credentials", "service_account_impersonation_url"]:
            config = self.impersonated(self.user)
            del config[missing]
            self.assert_alike(config, "")

    def test_the_role_that_is_missing(self):
        config = self.impersonated(self.user, account="denied@demo.iam.gserviceaccount.com")
        self.by_tane(config)
        self.assertIn("PERMISSION_DENIED: Permission denied", self.output)
        self.assertIn("Service Account Token Creator on denied@demo.iam.gserviceaccount.com", self.output)


class Exposure(CredentialsTest):
    def test_key_files(self):
        place = self.folder / "keys/config.json"
        place.write_text(json.dumps(self.service_account()))
        place.chmod(0o644)
        subprocess.run(["git", "init", "-q"], cwd=self.folder, check=True)
        readable = "other users of this machine can read the key file"
        exposed = "is in a Git repository that does not ignore it"

        def outputs():
            return [
                subprocess.run(
                    [TANE, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                    env=VARIABLES | {"HOME": str(self.folder), "HTTPS_PROXY": self.google.address,
                                     "SSL_CERT_FILE": str(self.google.certificates)},
                ).stdout
                for arguments in [["doctor"], ["env", "check", "cloud"]]
            ]

        for output in outputs():
            self.assertIn(readable, output)
            self.assertIn(exposed, output)
            self.assertNotIn("PRIVATE KEY", output)
        place.chmod(0o600)
        (self.folder / ".gitignore").write_text("keys/\n")
        for output in outputs():
            self.assertNotIn(readable, output)
            self.assertNotIn(exposed, output)
        self.assertIn("the service account ci@demo.iam.gserviceaccount.com", outputs()[0])
        # A file that is ignored but was added anyway is exposed.
        subprocess.run(["git", "add", "-f", "keys/config.json"], cwd=self.folder, check=True)
        for output in outputs():
            self.assertIn(exposed, output)


class Trust(CredentialsTest):
    def test_certificates(self):
        config = self.identity({"file": self.path("token.txt")})
        self.assertEqual(self.by_tane(config, SSL_CERT_FILE="").token, "")
        self.assertIn("this machine does not trust its certificate", self.output)
        certificates = self.folder / "certificates"
        certificates.mkdir()
        (certificates / "ours.pem").write_bytes(self.google.certificates.read_bytes())
        found = self.by_tane(config, SSL_CERT_FILE="", SSL_CERT_DIR=str(certificates))
        self.assertEqual(found.token, "sts-planted")
        self.by_tane(config, SSL_CERT_FILE=self.path("none.pem"))
        self.assertIn("SSL_CERT_FILE is", self.output)
        self.assertIn("which contains no PEM certificates", self.output)

    def test_a_proxy_over_tls(self):
        config = self.identity({"file": self.path("token.txt")})
        proxy = self.google.address.replace("http:", "https:")
        found = self.by_tane(config, HTTPS_PROXY=proxy)
        self.assertEqual((found.token, self.google.requests), ("", []))
        self.assertIn("HTTPS_PROXY is", self.output)


if __name__ == "__main__":
    unittest.main()
