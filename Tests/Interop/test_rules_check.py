"""`tane rules check`, for which Google's Firestore emulator judges the requests in `fixtures/rules.yaml`.

Skipped where Java or Google's emulator is missing.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from google_jar import require_google_emulator
from isolated import VARIABLES

RULES = """rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /reviews/{review} {
      allow get: if resource.data.public || request.auth.uid == resource.data.author;
      allow list: if request.auth != null && resource.data.author == request.auth.uid && request.query.limit <= 10;
      allow create: if request.auth != null && request.resource.data.author == request.auth.uid;
      allow update: if request.auth.uid == resource.data.author && request.resource.data.stars <= 5;
      allow delete: if request.auth.token.moderator == true;
    }
    match /drafts/{draft} {
      allow read: if request.auth != null;
    }
  }
}
"""
CASES = """users:
  guest: signed-out
  ann: accounts:/ann
  bob: accounts:/bob
  moderator: { as: accounts:/bob, claims: { moderator: true } }
requests:
  - get: firestore:/reviews/public
    allow: [guest, ann, bob]
  - get: firestore:/reviews/private
    allow: [ann]
    deny: [bob]
  - list: firestore:/reviews
    where: { author: ann }
    limit: 10
    allow: [ann]
    deny: [guest, bob]
  - list: firestore:/reviews
    where: { author: ann }
    allow: []
    deny: [ann]
  - create: firestore:/reviews/new
    data: { author: ann, stars: 3 }
    allow: [ann]
    deny: [guest, bob]
  - update: firestore:/reviews/private
    data: { stars: 5 }
    allow: [ann]
    deny: [bob]
  - update: firestore:/reviews/private
    data: { stars: 6 }
    allow: []
    deny: [ann, bob]
  - delete: firestore:/reviews/private
    allow: [moderator]
    deny: [ann, bob]
"""
ACCOUNTS = "ann:\n  email: ann@example.com\n  password: secret-of-ann\nbob:\n  email: bob@example.com\n  password: secret-of-bob\n"


class RulesCheck(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        require_google_emulator("tane rules check was not tested")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("environments/local.yaml", "guard: open\nfirestore: embedded:main\naccounts: embedded:main\n")
        self.write("firebase.json", '{"firestore": {"rules": "firestore.rules"}}')
        self.write("firestore.rules", RULES)
        self.write("fixtures/rules.yaml", CASES)
        self.write("fixtures/base/accounts.yaml", ACCOUNTS)
        self.write("fixtures/base/firestore/reviews/public.yaml", "author: bob\npublic: true\nstars: 1\n")
        self.write("fixtures/base/firestore/reviews/private.yaml", "author: ann\npublic: false\nstars: 1\n")

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def check(self, *arguments, status=0):
        result = subprocess.run(
            [os.environ["TANE"], "rules", "check", *arguments], cwd=self.folder, env=VARIABLES, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def test_expected_results_are_a_table(self):
        output = self.check().stdout
        table, rest = output.split("\n\n", 1)
        self.assertEqual(
            [line.split() for line in table.splitlines()],
            [
                ["guest", "ann", "bob", "moderator"],
                ["get", "firestore:/reviews/public", "allow", "allow", "allow", "-"],
                ["get", "firestore:/reviews/private", "-", "allow", "deny", "-"],
                ["list", "firestore:/reviews", "deny", "allow", "deny", "-"],
                ["list", "firestore:/reviews", "-", "deny", "-", "-"],
                ["create", "firestore:/reviews/new", "deny", "allow", "deny", "-"],
                ["update", "firestore:/reviews/private", "-", "allow", "deny", "-"],
                ["update", "firestore:/reviews/private", "-", "deny", "deny", "-"],
                ["delete", "firestore:/reviews/private", "-", "deny", "deny", "allow"],
            ],
        )
        self.assertIn("firestore.rules:12:22: warning: no request of fixtures/rules.yaml exercises this rule [unexercised-rule]", rest)

    def test_unexpected_results_are_findings(self):
        self.write("firestore.rules", RULES.replace("token.moderator == true", "token.modrator == true").replace("stars <= 5", "stars <= 6"))
        errors = [line for line in self.check(status=1).stdout.splitlines() if ": error:" in line]
        self.assertEqual(len(errors), 2, errors)
        self.assertRegex(errors[0], r'^fixtures/rules\.yaml:29:13: error: "ann" may update firestore:/reviews/private, but "deny" lists the user')
        self.assertNotIn("failing-rule", "".join(errors))
        self.assertRegex(errors[1], r'^fixtures/rules\.yaml:33:13: error: "moderator" may not delete firestore:/reviews/private, but "allow" lists the user: Property modrator is undefined on object\. \(firestore\.rules:9\)')

    def test_a_denial_by_an_error_is_a_warning(self):
        self.write("fixtures/rules.yaml", CASES.replace("    allow: [ann]\n    deny: [bob]\n  - list", "    allow: [ann]\n    deny: [bob, guest]\n  - list"))
        self.assertRegex(self.check().stdout, r'fixtures/rules\.yaml:9:10: warning: "guest" may not get .* only because the rules fail: Null value error\. \(firestore\.rules:5\) \[failing-rule\]')

    def test_reporters_name_each_request(self):
        self.write("firestore.rules", RULES.replace("stars <= 5", "stars <= 6"))
        report = xml.etree.ElementTree.fromstring(self.check("--reporter", "junit", status=1).stdout)
        self.assertEqual(len(report.findall("testsuite")), 9)
        self.assertEqual([one.get("type") for one in report.iter("failure")], ["unexpected-access"])
        output = self.check("--reporter", "github", status=1).stdout
        self.assertIn("::error file=fixtures/rules.yaml,line=29", output)

    def test_mistakes_in_the_file_are_findings(self):
        self.write(
            "fixtures/rules.yaml",
            "users: { ann: accounts:/ann, eve: everybody }\nrequests:\n"
            "  - get: firestore:/reviews\n    allow: [ann]\n"
            "  - get: firestore:/reviews/a\n    deny: [anne]\n"
            "  - { read: firestore:/reviews/a, allow: [ann] }\n",
        )
        output = self.check(status=1).stdout
        for text in [
            'fixtures/rules.yaml:1:35: error: "eve" is not a user; expected accounts:/ID or signed-out',
            "fixtures/rules.yaml:3:10: error: expected the address of a document, such as firestore:/shops/a",
            'fixtures/rules.yaml:5:5: error: "allow" is missing',
            'fixtures/rules.yaml:6:12: error: "anne" is not one of the "users"; did you mean "ann"?',
            "fixtures/rules.yaml:7:5: error: a request has one of the keys get, list, create, update and delete",
        ]:
            self.assertIn(text, output)
        (self.folder / "fixtures/rules.yaml").unlink()
        self.assertIn("fixtures/rules.yaml: error: this file does not exist", self.check(status=1).stdout)

    def test_a_request_that_fails_for_another_reason_is_not_judged(self):
        self.write("fixtures/rules.yaml", "users: { ann: accounts:/ann }\nrequests:\n  - { create: firestore:/reviews/public, data: { author: ann }, allow: [ann] }\n")
        self.assertRegex(self.check(status=1).stdout, r'create firestore:/reviews/public of "ann" cannot be judged, because it fails: .*already exists')


if __name__ == "__main__":
    unittest.main()
