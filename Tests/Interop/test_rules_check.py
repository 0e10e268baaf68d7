"""`tane rules check`: Tane evaluates the rules of Realtime Databases, Google's emulator those of Firestore.

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


DATABASE_RULES = """{
  "rules": {
    "notes": {
      "$user": {
        ".read": "auth.uid == $user || auth.token.moderator == true",
        ".write": "auth.uid == $user",
        "$note": { ".validate": "newData.isString() && newData.val().length <= 20" }
      }
    },
    "names": { ".read": "query.orderByChild == 'name' && query.limitToFirst <= 10" }
  }
}
"""
DATABASE_CASES = """users:
  guest: signed-out
  ann: accounts:/ann
  moderator: { as: accounts:/bob, claims: { moderator: true } }
requests:
  - read: main:/notes/ann
    allow: [ann, moderator]
    deny: [guest]
  - write: main:/notes/ann/new
    data: short
    allow: [ann]
    deny: [guest, moderator]
  - update: main:/notes
    data: { ann/a: short, bob/b: short }
    allow: []
    deny: [ann]
  - update: main:/notes/ann
    data: { a: this text is longer than twenty characters }
    allow: []
    deny: [ann]
  - { delete: main:/notes/ann, allow: [ann], deny: [moderator] }
  - { read: main:/names, orderBy: name, limitToFirst: 10, allow: [guest] }
  - { read: main:/names, orderBy: name, limitToFirst: 11, allow: [], deny: [guest] }
"""


class Project(unittest.TestCase):
    """Runs `tane rules check` in a folder with files."""

    maxDiff = None

    def make(self, files):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for path, text in files.items():
            self.write(path, text)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def check(self, *arguments, status=0, command=("rules", "check")):
        result = subprocess.run(
            [os.environ["TANE"], *command, *arguments], cwd=self.folder, env=VARIABLES, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result


class DatabaseRulesCheck(Project):
    """Requests to Realtime Databases need neither Java nor Google's emulator."""

    def setUp(self):
        self.make(
            {
                "environments/local.yaml": "guard: open\ndatabases: { main: embedded:main }\naccounts: embedded:main\n",
                "firebase.json": '{"database": {"rules": "database.rules.json"}}',
                "database.rules.json": DATABASE_RULES,
                "fixtures/rules.yaml": DATABASE_CASES,
                "fixtures/base/accounts.yaml": ACCOUNTS,
                "fixtures/base/databases/main/notes.yaml": "ann: { a: first }\nbob: { b: second }\n",
            }
        )

    def test_expected_results_are_a_table(self):
        output = self.check().stdout
        table, rest = output.split("\n\n", 1)
        self.assertEqual(
            [line.split() for line in table.splitlines()],
            [
                ["guest", "ann", "moderator"],
                ["read", "main:/notes/ann", "deny", "allow", "allow"],
                ["write", "main:/notes/ann/new", "deny", "allow", "deny"],
                ["update", "main:/notes", "-", "deny", "-"],
                ["update", "main:/notes/ann", "-", "deny", "-"],
                ["delete", "main:/notes/ann", "-", "allow", "deny"],
                ["read", "main:/names", "allow", "-", "-"],
                ["read", "main:/names", "deny", "-", "-"],
            ],
        )
        self.assertEqual(rest, "Checked 7 requests, which exercise 4 of 4 expressions of the security rules: 0 errors and 0 warnings.\n")

    def test_unexpected_results_name_the_rule(self):
        self.write("database.rules.json", DATABASE_RULES.replace("<= 20", "<= 30").replace('".write": "auth.uid', '".write": "auth.token.name.length > 3 || auth.uid'))
        errors = [line for line in self.check(status=1).stdout.splitlines() if ": error:" in line]
        self.assertEqual(
            errors,
            [
                'fixtures/rules.yaml:9:12: error: "ann" may not write main:/notes/ann/new, but "allow" lists the user: '
                "the value is not a string (database.rules.json:6:36) [unexpected-access]",
                'fixtures/rules.yaml:21:15: error: "ann" may not delete main:/notes/ann, but "allow" lists the user: '
                "the value is not a string (database.rules.json:6:36) [unexpected-access]",
            ],
        )

    def test_invalid_rules_are_findings(self):
        self.write("database.rules.json", DATABASE_RULES.replace("$user ||", "$usr ||"))
        result = self.check(status=1)
        self.assertIn("database.rules.json:5:31: error: Unknown variable '$usr'. [invalid-rules]", result.stdout + result.stderr)

    def test_a_rule_that_nothing_exercises_is_named(self):
        self.write("fixtures/rules.yaml", DATABASE_CASES[: DATABASE_CASES.index("  - write:")])
        self.assertIn(
            "database.rules.json:6:20: warning: no request of fixtures/rules.yaml exercises this rule [unexercised-rule]", self.check().stdout
        )

    def test_a_file_without_requests_exercises_no_rule(self):
        self.write("fixtures/rules.yaml", "")
        output = self.check().stdout
        self.assertIn("exercises this rule [unexercised-rule]\n… and 3 more [unexercised-rule] (--all shows them)\n", output)
        self.assertIn("Checked 0 requests, which exercise 0 of 4 expressions of the security rules: 0 errors and 4 warnings.\n", output)

    def test_an_account_that_is_not_in_the_fixtures_is_a_finding(self):
        self.write("fixtures/rules.yaml", DATABASE_CASES.replace("ann: accounts:/ann", "ann: accounts:/anne"))
        self.assertIn(
            "fixtures/rules.yaml:3:8: error: accounts:/anne is not in the fixtures; correct the ID, or add the account [missing-reference]\n",
            self.check(status=1).stdout,
        )

    def test_the_demo_check_reports_the_rules(self):
        self.check(command=("seed",))
        self.assertIn(
            "= rules     the security rules allow and deny 7 requests as expected\n", self.check(command=("demo", "check")).stdout
        )
        self.write("fixtures/rules.yaml", DATABASE_CASES.replace("deny: [guest, moderator]", "deny: [guest]\n  - { read: main:/, allow: [ann] }"))
        output = self.check(command=("demo", "check"), status=1).stdout
        self.assertIn("! rules     the security rules do not allow and deny requests as expected\n", output)
        self.assertIn('but "allow" lists the user: no .read rule applies to the location [unexpected-access]', output)


class Demo(Project):
    def test_the_rules_of_this_repository_allow_what_the_demo_shows(self):
        require_google_emulator("the demo's rules were not checked")
        self.folder = pathlib.Path(__file__).parents[2]
        self.assertRegex(self.check().stdout, r"exercise (\d+) of \1 expressions of the security rules: 0 errors and 0 warnings\.\n$")


class RulesCheck(Project):
    @classmethod
    def setUpClass(cls):
        require_google_emulator("tane rules check was not tested")

    def setUp(self):
        self.make(
            {
                "environments/local.yaml": "guard: open\nfirestore: embedded:main\naccounts: embedded:main\n",
                "firebase.json": '{"firestore": {"rules": "firestore.rules"}}',
                "firestore.rules": RULES,
                "fixtures/rules.yaml": CASES,
                "fixtures/base/accounts.yaml": ACCOUNTS,
                "fixtures/base/firestore/reviews/public.yaml": "author: bob\npublic: true\nstars: 1\n",
                "fixtures/base/firestore/reviews/private.yaml": "author: ann\npublic: false\nstars: 1\n",
            }
        )

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
        self.assertRegex(self.check().stdout, r'fixtures/rules\.yaml:9:10: warning: "guest" may not get .*, but only because evaluating the rules fails: Null value error\. \(firestore\.rules:5\) \[failing-rule\]')

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
            "  - { read: firestore:/reviews/a, allow: [ann] }\n"
            "  - { get: firestore:/reviews/a, delete: firestore:/reviews/a, allow: [ann] }\n",
        )
        output = self.check(status=1).stdout
        for text in [
            'fixtures/rules.yaml:1:35: error: "eve" is not a user; expected accounts:/ID or signed-out',
            "fixtures/rules.yaml:3:10: error: expected the address of a document, such as firestore:/shops/a",
            'fixtures/rules.yaml:5:5: error: "allow" is missing',
            'fixtures/rules.yaml:6:12: error: "anne" is not defined in "users"; did you mean "ann"?',
            "fixtures/rules.yaml:7:13: error: expected the address of a location in a Realtime Database, such as shops:/sauna-1",
            "fixtures/rules.yaml:8:5: error: expected one of the keys get, list, create, update, delete, read and write in each request",
        ]:
            self.assertIn(text, output)
        (self.folder / "fixtures/rules.yaml").unlink()
        self.assertIn("fixtures/rules.yaml: error: this file does not exist", self.check(status=1).stdout)

    def test_a_request_that_fails_for_another_reason_is_an_error(self):
        self.write("fixtures/rules.yaml", "users: { ann: accounts:/ann }\nrequests:\n  - { create: firestore:/reviews/public, data: { author: ann }, allow: [ann] }\n")
        self.assertRegex(self.check(status=1).stdout, r'cannot determine whether "ann" may create firestore:/reviews/public: the request failed: .*already exists')


if __name__ == "__main__":
    unittest.main()
