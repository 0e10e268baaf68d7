"""`tane emulate --rules on`: the Realtime Database's security rules, compared with documented cases and with the model
in `database_rules.py`.

TANE_DATABASE_RULES is the number of random rounds, and TANE_DATABASE_RULES_SEED the seed. Each round depends only on
the seed and its number.
"""

import base64
import collections
import copy
import dataclasses
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time
import unittest
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import database_rules
from database_rules import UNDECIDED
from isolated import VARIABLES, first_seed
from support import DEADLINE, PROJECT, request as http_request

COUNT = int(os.environ.get("TANE_DATABASE_RULES", 400))
SEED = first_seed("TANE_DATABASE_RULES_SEED", "TANE_DATABASE_RULES")
OWNER = {"Authorization": "Bearer owner"}
SHOWN = 10
"""The number of differences after which a comparison ends."""

NOBODY = {"claims": None}


def claims(uid, **more):
    """A user with an ID token that is not signed."""
    now = int(time.time())
    return {
        "claims": {
            "iss": f"https://securetoken.google.com/{PROJECT}",
            "aud": PROJECT,
            "sub": uid,
            "user_id": uid,
            "iat": now - 60,
            "exp": now + 36_000,
            "firebase": {"sign_in_provider": "password", "identities": {}},
            **more,
        }
    }


def override(auth):
    """A request of the owner that is evaluated with another value of `auth`."""
    return {"auth": auth}


ALICE = claims("alice", admin=True, level=3, team="red")
BOB = claims("bob", admin=False)


def auth_of(user):
    """Returns what rules see as `auth` (reference: uid, provider and token)."""
    if "auth" in user or user["claims"] is None:
        return user.get("auth")
    token = user["claims"]
    return {"uid": token["sub"], "provider": token["firebase"]["sign_in_provider"], "token": token}


def encoded(part):
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


@dataclass(frozen=True)
class Request:
    """A request whose outcome rules decide; `body` is that of PUT, PATCH and POST."""

    method: str
    path: str
    body: object = None
    user: object = dataclasses.field(default_factory=lambda: NOBODY)
    query: object = None
    in_header: bool = False

    def model_outcome(self, rules, data):
        """Returns the outcome of the model: True, False or UNDECIDED, also if it depends on the time or a random key."""
        outcomes = set()
        now = int(time.time() * 1000)
        for at, key in [(now, "-OaAaAaAaAaAaAaAaAaA"), (now + 3_127, "-Oz_Z1Z2Z3Z4Z5Z6Z7Z8"), (now + 59_990, "-O0-00000000000000zz")]:
            match self.method:
                case "GET":
                    outcome = database_rules.allows_read(rules, data, self.path, auth_of(self.user), self.query, at)
                case "PUT" | "DELETE":
                    outcome = database_rules.allows_write(rules, data, self.path, self.body, auth_of(self.user), at)
                case "POST":
                    outcome = database_rules.allows_write(rules, data, f"{self.path}/{key}", self.body, auth_of(self.user), at)
                case "PATCH":
                    outcome = database_rules.allows_update(rules, data, self.path, self.body, auth_of(self.user), at)
            outcomes.add(outcome)
        return outcomes.pop() if len(outcomes) == 1 else UNDECIDED

    def send(self, emulator, namespace):
        """Returns the outcome of the program: True, False or an unexpected response."""
        parameters = {"ns": namespace}
        headers = {}
        for name, value in (self.query or {}).items():
            parameters[name] = json.dumps(value)
        if "auth" in self.user:
            parameters["auth_variable_override"] = json.dumps(self.user["auth"])
            headers = OWNER
        elif self.user["claims"]:
            token = f"{encoded({'alg': 'none', 'typ': 'JWT'})}.{encoded(self.user['claims'])}."
            if self.in_header:
                headers = {"Authorization": f"Bearer {token}"}
            else:
                parameters["auth"] = token
        body = None if self.method in ("GET", "DELETE") else json.dumps(self.body).encode()
        target = f"/{'/'.join(quote(key, safe='') for key in database_rules.keys(self.path))}.json?{urlencode(parameters)}"
        answer = http_request(self.method, emulator.address, target, body, **headers)
        if answer.status == 401 and "the rule cannot be evaluated" not in answer.json["error"]:
            return False
        # Rules decide before a missing index is noticed.
        if answer.status == 200 or answer.status == 400 and b"ndex not defined" in answer.body:
            return True
        return f"the unexpected response {answer}"


class Emulator:
    """An emulator that applies rules."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        environments = pathlib.Path(self.folder.name) / "environments"
        environments.mkdir()
        (environments / "local.yaml").write_text("guard: open\ndatabases: { main: embedded:main }\n")
        ports = [f"--{name}-port=0" for name in ["database", "storage", "firestore", "auth", "hub"]]
        self.process = subprocess.Popen(
            [os.environ["TANE"], "emulate", "--in-memory", "--rules", "on", "--json", *ports],
            cwd=self.folder.name,
            env=VARIABLES,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        text = ""
        for line in self.process.stdout:
            text += line
            if line.rstrip() == "}":
                break
        if not text:
            raise AssertionError(self.process.communicate()[1])
        self.address = json.loads(text)["services"]["database"].removeprefix("http://")

    def end(self):
        self.process.terminate()
        self.process.communicate(timeout=DEADLINE)
        self.folder.cleanup()

    def load(self, namespace, rules):
        """Loads rules, and returns whether they are valid; `rules` is a document or its text."""
        body = rules.encode() if isinstance(rules, str) else json.dumps(rules).encode()
        answer = http_request("PUT", self.address, f"/.settings/rules.json?ns={namespace}", body, **OWNER)
        if answer.status == 200 and answer.json == {"status": "ok"}:
            return True
        if answer.status == 400 and isinstance(answer.json.get("error"), str):
            return False
        raise AssertionError(f"the rules {rules} have the unexpected response {answer}")

    def fill(self, namespace, data):
        answer = http_request("PUT", self.address, f"/.json?ns={namespace}", json.dumps(data).encode(), **OWNER)
        if answer.status != 200:
            raise AssertionError(f"the data {data} have the unexpected response {answer}")


# Documented cases

INVALID = "invalid"


@dataclass(frozen=True)
class Case:
    """A request with the documented outcome: True, False or INVALID, which is about the rules alone."""

    source: str
    rules: object
    expected: object
    request: object = None
    data: object = None


def read(source, rule, expected, data=None, user=NOBODY, query=None):
    """A rule for reading everything."""
    return Case(source, {"rules": {".read": rule}}, expected, Request("GET", "", None, user, query), data)


def put(source, rules, path, body, expected, data=None, user=NOBODY):
    return Case(source, {"rules": rules}, expected, Request("PUT", path, body, user), data)


def validate(source, rule, value, expected, data=None):
    """A rule for the value of /v, which everybody may write."""
    return put(source, {"v": {".write": True, ".validate": rule}}, "v", value, expected, data)


def document(source, rules, expected=INVALID):
    """A whole document; if it is valid, nobody may read everything."""
    return Case(source, rules, expected, Request("GET", ""))


OBJECT = override({"uid": "custom:bob", "provider": "custom", "someBool": True, "someInt": 1, "someString": "one", "foo": {"bar": True}})
SENTINEL = {"v": {"a": 1}}
CASCADE = {"foo": {".read": "data.child('baz').val() === true", "bar": {".read": False}}}
WIDGET = {
    ".write": True,
    "widget": {
        ".validate": "newData.hasChildren(['color', 'size'])",
        "size": {".validate": "newData.isNumber() && newData.val() >= 0 && newData.val() <= 99"},
        "color": {".validate": "root.child('valid_colors/' + newData.val()).exists()"},
    },
}
COLORS = {"valid_colors": {"blue": True}}
ANCESTOR = {
    "p1": {".write": True, ".validate": "newData.hasChildren(['x'])", "sub": {"$k": {".write": True}}},
    "p2": {".write": True, "sub": {"$k": {".write": True}}},
}
MULTIPLE = {
    "a": {".write": "newData.parent().child('b').exists()", ".validate": "!data.exists() && !root.child('b').exists()"},
    "b": {".write": "newData.val() != 'secret'", ".validate": "newData.isNumber()"},
    "c": {"$k": {".write": "$k != 'no'", ".validate": "newData.isString()"}},
}


def patch(rules, path, body, expected, data=None, user=NOBODY):
    return Case("guide", {"rules": rules}, expected, Request("PATCH", path, body, user), data)


CASES = [
    # Grants
    document("guide: nothing is granted by default", {"rules": {}}, False),
    read("guide", True, True),
    read("guide", "true", True),
    read("guide", False, False),
    read("guide", "auth != null", False),
    read("guide", "auth != null", True, user=ALICE),
    read("recorded", "auth !== null", False),
    read("reference", "auth.uid == 'alice'", True, user=ALICE),
    read("reference", "auth.uid == 'alice'", False, user=BOB),
    read("reference", "auth.provider == 'password'", True, user=ALICE),
    read("reference", "auth.token.admin === true", True, user=ALICE),
    read("reference", "auth.token.admin === true", False, user=BOB),
    read("reference: a missing claim is null", "auth.token.missing == null", True, user=ALICE),
    read("captured", "auth.token['firebase']['sign_in_provider'] === 'password'", True, user=ALICE),
    Case("guide: a grant is not revoked below", {"rules": CASCADE}, True, Request("GET", "foo/bar"), {"foo": {"baz": True}}),
    Case("guide: data is at the rule, not at the request", {"rules": CASCADE}, False, Request("GET", "foo/bar"), {"foo": {"bar": {"baz": True}}}),
    Case("guide: a grant below does not help above", {"rules": {"a": {".read": True}}}, False, Request("GET", "")),
    Case("guide: writing does not include reading", {"rules": {".write": True}}, False, Request("GET", "a")),
    put("guide", {"users": {"$uid": {".write": "$uid === auth.uid"}}}, "users/alice/name", "a", True, user=ALICE),
    put("guide", {"users": {"$uid": {".write": "$uid === auth.uid"}}}, "users/alice/name", "a", False, user=BOB),
    put("guide: a literal key hides the variable", {"a": {".write": False}, "$x": {".write": True}}, "a", 1, False),
    put("guide: a literal key hides the variable", {"a": {".write": False}, "$x": {".write": True}}, "b", 1, True),
    put("guide: rules below a hidden variable", {"a": {}, "$x": {"b": {".write": True}}}, "a/b", 1, False),
    put("targaryen: several variables", {"$a": {"$b": {".write": "$a == 'x' && $b == 'y'"}}}, "x/y", 1, True),
    Case("guide", {"rules": {"a": {"$key": {".write": "$key.length == 20 && newData.val() == 1"}}}}, True, Request("POST", "a", 1)),
    # Properties of auth
    read("recorded", "auth.uid !== 'eviluser'", True),
    read("recorded", "auth.uid == null", True),
    read("recorded", "auth.foo.baz == null", True),
    read("recorded", "auth.foo.bar == true", True, user=OBJECT),
    read("recorded", "auth.foo['bar'] == true", True, user=OBJECT),
    Case("recorded", {"rules": {"$bar": {".read": "auth.foo[$bar] == true"}}}, True, Request("GET", "bar", None, OBJECT)),
    read("recorded", "!(auth.foo == null)", False),
    read("recorded", "auth.contains('75')", False),
    read("recorded", "auth.contains('75') || true", False),
    read("recorded", "auth.not.found.length > 0 || true", False, user=OBJECT),
    read("recorded", "!(auth.dreams.length > 1)", False),
    read("recorded", "auth.dreams.length > 1 ? false : true", False),
    read("recorded", "auth.someString[\"contains\"](\"on\") == true", True, user=OBJECT),
    read("contract", "auth == null", True, user=override(None)),
    # Errors and short circuits
    read("targaryen: the right side is not reached", "true || auth.foo > 1", True),
    read("targaryen: the left side fails", "auth.foo > 1 || true", False),
    read("targaryen: the right side is not reached", "!(false && auth.foo > 1)", True),
    read("targaryen: the right side fails", "!(true && auth.foo > 1)", False),
    read("recorded: the root has no parent", "root.parent().exists() || true", False),
    Case("reference: the root is a parent", {"rules": {"a": {".read": "data.parent().child('b').val() == 1"}}}, True, Request("GET", "a"), {"b": 1}),
    Case("reference: an error skips only one rule", {"rules": {".read": "auth.foo > 1", "a": {".read": True}}}, True, Request("GET", "a")),
    # Equality and comparisons
    read("recorded", "'one' == auth.someInt", False, user=OBJECT),
    read("recorded", "auth.someInt !== 'one'", True, user=OBJECT),
    read("recorded", "'one' > auth.someInt || true", False, user=OBJECT),
    read("recorded", "auth.foo < 'foo' || true", False),
    read("recorded", "1 >= auth.someInt", True, user=OBJECT),
    read("recorded", "auth.someBool >= 1 || true", False, user=OBJECT),
    read("targaryen: strings are compared lexicographically", "'10' < '9' && 'B' < 'a' && 10 > 9", True),
    # Arithmetic
    read("recorded", "(auth.someInt / 2) == 0.5", True, user=OBJECT),
    read("recorded", "(1 % auth.someInt) == 1", False, user=OBJECT),
    read("recorded", "(auth.someString + 'two') == 'onetwo'", True, user=OBJECT),
    read("recorded: a number is appended", "(1 + auth.someString) == 2", False, user=OBJECT),
    read("targaryen: a number is appended", "(auth.someString + 1) == 'one1'", True, user=OBJECT),
    read("recorded", "(auth.someString - 1) == 0 || true", False, user=OBJECT),
    read("recorded", "(1 + auth.someBool) == 2 || true", False, user=OBJECT),
    read("recorded", "(1 + auth.none) == 2 || true", False, user=OBJECT),
    read("recorded", "(1/0 + '') == 'NaN'", True),
    read("recorded", "(1/0) > 2 || (1/0) < 2", False),
    read("recorded", "-auth.someString == -1 || true", False, user=OBJECT),
    read("reference: the precedence of JavaScript", "1 + 2 * 3 == 7 && 7 - 2 - 1 == 4 && -2 + 3 == 1 && 7 % 4 * 2 == 6", True),
    read("reference: the precedence of JavaScript", "true || true && false", True),
    read("reference: the precedence of JavaScript", "!false && 1 < 2 == true", True),
    read("reference: the precedence of JavaScript", "false ? true : true ? false : true", False),
    read("targaryen", "('a' + auth.none) != 'x' || true", False),
    read("targaryen: the sign of JavaScript", "-7 % 4 == -3 && 7 % -4 == 3", True),
    read("recorded: nothing is coerced", "data.child('n').val() == '10' || data.child('s').val() == 10 || data.child('t').val() == 1", False, {"n": 10, "s": "10", "t": True}),
    # Snapshots
    read("reference", "root.child('a/b').val() == 1 && root.child('a').child('b').isNumber()", True, {"a": {"b": 1}}),
    read("reference", "root.exists()", False),
    read("reference", "data.hasChild('a/b') && !data.hasChild('a/c')", True, {"a": {"b": 1}}),
    read("reference", "data.hasChildren(['a', 'b']) && !data.hasChildren(['a', 'c'])", True, {"a": 1, "b": 2}),
    read("reference", "data.hasChildren() && !data.child('a').hasChildren()", True, {"a": 1}),
    read("recorded", "root.child('banned/bob@example.com').val() != true", True),
    read("issue 136 of targaryen: paths with signs are no error", "root.hasChild('a/b.c$#[]') == false", True, {"a": {"b": 1}}),
    read("recorded", "root.child('foo').child(auth.foo).exists() || true", False, {"foo": 1}),
    read("recorded", "root.child('foo').hasChild(auth.foo) == false", False, {"foo": 1}),
    read("recorded", "root.child('foo').hasChildren([auth.foo]) == false", False, {"foo": 1}),
    read("recorded", "root[\"exists\"]() == false", True),
    read("reference: exists() equals val() != null", "data.child('v').exists() && data.child('v').val() != null", True, SENTINEL),
    read("reference: val() of an object is no value", "data.child('v').isString() || data.child('v').isNumber() || data.child('v').isBoolean()", False, SENTINEL),
    read("reference: val() of an object is no string", "data.child('v').val().length < 5 || true", False, SENTINEL),
    read("reference", "data.child('p').getPriority() == 3 && data.child('o').getPriority() == 'x' && data.getPriority() == null", True, {"p": {".value": 1, ".priority": 3}, "o": {"a": 1, ".priority": "x"}}),
    read("reference", "data.child('t').isBoolean() && data.child('n').isNumber() && data.child('s').isString()", True, {"t": False, "n": 0, "s": ""}),
    # Strings
    read("reference", "'abc'.contains('b') && 'abc'.beginsWith('ab') && 'abc'.endsWith('bc')", True),
    read("reference", "'abc'.contains('d') || 'abc'.beginsWith('b') || 'abc'.endsWith('b')", False),
    read("reference: the end is the last occurrence", "'abab'.endsWith('ab')", True),
    read("reference, captured: all are replaced", "'a_b_c'.replace('_', '-') == 'a-b-c'", True),
    read("reference", "'aBc'.toLowerCase() == 'abc' && 'aBc'.toUpperCase() == 'ABC'", True),
    read("reference", "'abc'.length == 3 && ''.length == 0", True),
    read("recorded", "'foo1'.contains(auth.someInt) || true", False, user=OBJECT),
    read("recorded", "'foo'.replace(auth.foo, 'bar') == 'foo'", False),
    # Regular expressions
    read("regex page", "'ba'.matches(/a/) && !'ba'.matches(/^a/)", True),
    read("regex page", "'ab'.matches(/a/) && !'ab'.matches(/a$/)", True),
    read("recorded", "root.val().matches(/BAR/i) && !root.val().matches(/BAR/)", True, "bar"),
    read("regex page", "'a1_ '.matches(/^\\w\\d\\w\\s$/) && !'a'.matches(/\\W|\\d|\\s/) && 'a'.matches(/^\\D$/)", True),
    read("regex page", "'aaab'.matches(/^a{3}b$/) && 'ab'.matches(/^a{1,2}b?$/) && !'aaa'.matches(/^a{1,2}$/)", True),
    read("regex page", "'x-1'.matches(/^[a-z]-[0-9]+$/) && !'X'.matches(/^[^A-Z]$/)", True),
    read("regex page", "'gray'.matches(/^gr(a|e)y$/) && !'gry'.matches(/^gr(a|e)y$/)", True),
    read("regex page", "'a.c'.matches(/^a\\.c$/) && !'abc'.matches(/^a\\.c$/) && 'a/c'.matches(/a\\/c/)", True),
    read("recorded", "root.val().matches(/\\{foo}/)", True, "{foo}"),
    read("recorded", "root.val().matches(/(^foo$|bar)/)", INVALID),
    read("recorded", "root.val().matches(/^(foo|)$/)", INVALID),
    read("recorded", "root.val().matches(/bar/ig)", INVALID),
    read("recorded", "root.child('str').val().matches('/foo/')", INVALID),
    read("regex page", "'a'.matches(/b^a/)", INVALID),
    # Queries
    read("recorded", "query.orderByKey == true && query.orderByValue == false && query.orderByPriority == false", True),
    read("recorded", "query.orderByChild == null && query.startAt == null && query.endAt == null && query.equalTo == null", True),
    read("recorded", "query.limitToFirst == null && query.limitToLast == null", True),
    read("guide", "query.orderByKey && query.limitToFirst <= 1000", True, query={"orderBy": "$key", "limitToFirst": 1000}),
    read("guide", "query.orderByKey && query.limitToFirst <= 1000", False, query={"orderBy": "$key", "limitToFirst": 1001}),
    read("guide: a missing limit is null", "query.orderByKey && query.limitToFirst <= 1000", False),
    read("recorded", "query.orderByValue && !query.orderByKey", True, query={"orderBy": "$value", "limitToLast": 2}),
    read("guide", "query.orderByPriority && query.limitToLast == 2", True, query={"orderBy": "$priority", "limitToLast": 2}),
    read("recorded", "query.startAt == 'b' && query.endAt == 'c'", True, query={"orderBy": "$key", "startAt": "b", "endAt": "c"}),
    Case(
        "guide",
        {"rules": {"baskets": {".read": "auth != null && query.orderByChild == 'owner' && query.equalTo == auth.uid", ".indexOn": "owner"}}},
        True,
        Request("GET", "baskets", None, ALICE, {"orderBy": "owner", "equalTo": "alice"}),
    ),
    Case(
        "guide",
        {"rules": {"baskets": {".read": "auth != null && query.orderByChild == 'owner' && query.equalTo == auth.uid", ".indexOn": "owner"}}},
        False,
        Request("GET", "baskets", None, ALICE, {"orderBy": "owner", "equalTo": "bob"}),
    ),
    read("issue 944 of firebase-tools", "query.orderByChild == 'members/' + auth.uid", INVALID),
    read("recorded", "query.foo == 1", INVALID),
    # Validation
    put("guide", WIDGET, "widget", {"color": "blue", "size": 21}, True, COLORS),
    put("guide", WIDGET, "widget", {"color": "blue", "size": 100}, False, COLORS),
    put("guide", WIDGET, "widget", {"color": "red", "size": 21}, False, COLORS),
    put("guide", WIDGET, "widget", {"size": 21}, False, COLORS),
    put("guide: siblings are not validated", WIDGET, "widget/size", 22, True, {**COLORS, "widget": {"color": "gone", "size": 21}}),
    put("guide: the rule above is validated", WIDGET, "widget/size", 22, False, COLORS),
    put("guide: deletions are not validated", WIDGET, "widget", None, True, COLORS | {"widget": {"color": "blue", "size": 1}}),
    put("issue 36 of targaryen: null children delete", WIDGET, "widget", {"color": None, "size": None}, True, COLORS | {"widget": {"color": "blue", "size": 1}}),
    put("guide: deletions are not validated, also not above", {"v": {".write": True, ".validate": "newData.hasChildren(['a', 'b'])"}}, "v/a", None, True, {"v": {"a": 1, "b": 1}}),
    put("guide: a write replaces everything", {"v": {".write": True, ".validate": "!newData.hasChild('old')"}}, "v", {"new": 1}, True, {"v": {"old": 1}}),
    put("captured: newData is at the rule", {".write": "newData.hasChildren(['owner'])"}, "item", {"owner": 1}, False),
    put("guide: validation does not grant", {"v": {".validate": True}}, "v", 1, False),
    put("guide: every level is validated", {".write": True, "a": {".validate": True, "$k": {".validate": "newData.val() > 1"}}}, "a", {"x": 2, "y": 1}, False),
    put("guide: unknown keys", {".write": True, "a": {"b": {}, "$other": {".validate": False}}}, "a", {"b": 1, "c": 1}, False),
    put("guide: unknown keys", {".write": True, "a": {"b": {}, "$other": {".validate": False}}}, "a", {"b": {"c": 1}}, True),
    put("captured", ANCESTOR, "p1/sub/k1", "v", False),
    put("captured", ANCESTOR, "p2/sub/k1", "v", True),
    put("captured", ANCESTOR, "p1", {"x": 1}, True),
    put("captured", ANCESTOR, "p1", {"y": 1}, False),
    put("captured", ANCESTOR, "p1/sub/k1", "v", True, {"p1": {"x": 1}}),
    validate("captured", "newData.val() === data.val() + 1", 5, True, {"v": 4}),
    validate("captured", "newData.val() === data.val() + 1", 6, False, {"v": 4}),
    validate("captured", "newData.val() <= (data.val() > 50 ? 200 : 100)", 200, True, {"v": 60}),
    validate("captured", "newData.val() <= (data.val() > 50 ? 200 : 100)", 200, False, {"v": 10}),
    validate("captured", "newData.getPriority() === null", 5, True, {"v": {".value": 1, ".priority": 2}}),
    validate("reference", "newData.getPriority() == 'high' && newData.val() == 5", {".value": 5, ".priority": "high"}, True),
    validate("reference", "newData.val() == now", {".sv": "timestamp"}, True),
    validate("reference", "newData.val() == now", 1, False),
    validate("captured", "newData.isNumber() && newData.val() <= now", 99999999999999, False),
    validate("reference: newData has also what is not written", "newData.parent().child('w').val() == 1", 1, True, {"w": 1}),
    validate("reference: root is the state before", "!root.child('v').exists() && newData.exists()", 1, True),
    put("bolt's samples: no deletions", {"v": {".write": "newData.exists()"}}, "v", None, False, {"v": 1}),
    Case("bolt's samples: no deletions", {"rules": {"v": {".write": "newData.exists()"}}}, False, Request("DELETE", "v"), {"v": 1}),
    put("bolt's samples: creations only", {"v": {".write": "!data.exists()"}}, "v", 2, False, {"v": 1}),
    # Updates
    patch(MULTIPLE, "", {"a": 1, "b": 2}, True),
    patch(MULTIPLE, "", {"a": 1}, False),
    patch(MULTIPLE, "", {"a": 1, "b": "secret"}, False),
    patch(MULTIPLE, "", {"a": 1, "b": "text"}, False),
    patch(MULTIPLE, "", {"a": 1, "b": 2}, False, {"b": 1}),
    patch(MULTIPLE, "", {"b": 2, "c/x": "text", "c/y": "text"}, True),
    patch(MULTIPLE, "", {"b": 2, "c/no": "text"}, False),
    patch(MULTIPLE, "c", {"x": "text", "y": None}, True, {"c": {"y": "old"}}),
    patch(MULTIPLE, "c", {"x": "text", "y": 1}, False),
    # Rules that cannot be loaded
    *(
        read("recorded", rule, INVALID)
        for rule in [
            "7", "'foo'", "var foo = 8", "root = 5", "auth.uid === '5'; auth.id === 5", "skies === 'blue'",
            "auth.someString === 'one' ? 7 : true", "auth.foo.contains(7)", "root.hasChildren('foo', 'bar')",
            "root.hasChildren(['foo', 7])", "auth.foo.notFound() == false", "root.val().notFound == false",
            "root.child('foo') != null", "root.val() > true", "root.val() <= true", "$color == 'red'", "(2**2) == 4",
            "root[\"doesNotExist\"]() == true", "root[\"exi\" + \"sts\"]() == false",
            "auth.someString[\"doesNotContains\"](\"on\") == false",
        ]
    ),
    read("issue 12 of bolt", "!data.child('flag').val()", INVALID),
    read("targaryen", "auth.foo && data.exists()", INVALID),
    read("targaryen", "data.val()", INVALID),
    read("reference: .read has no newData", "newData.exists()", INVALID),
    read("guide", "data.exists(", INVALID),
    read("guide", "", INVALID),
    read("reference: one argument", "data.hasChild('a', 'b')", INVALID),
    read("reference: one argument", "data.child().exists()", INVALID),
    read("reference: no argument", "data.exists('a')", INVALID),
    put("recorded: unknown variables", {"a": {".write": "$b == 'x'", "$b": {}}}, "a", 1, INVALID),
    document("targaryen", {"rules": {".read": 1}}),
    document("targaryen", {"rules": {".read": True, ".woops": True}}),
    document("targaryen", {"rules": {"foo": "true"}}),
    document("targaryen", {"rules": {"foo": None}}),
    document("targaryen", {"rules": {"foo": {"$a": {}, "$b": {}}}}),
    document("targaryen", {"rules": {"$a": {"foo": {"$a": {}}}}}),
    document("targaryen", {"rules": {".indexOn": True}}),
    document("targaryen", {"rules": {".indexOn": [1, 2]}}),
    document("targaryen", {"rules": {}, "more": True}),
    document("targaryen", {"more": True}),
    document("reference", {"rules": {"a": {".indexOn": ["b", ".value"]}}}, False),
]


# Random cases

KEYS = ["a", "b", "c", "1", "x y", "ключ", "x-y", "alice"]
STRINGS = ["", "a", "ab", "a_b_ab", "1", "alice", "Alice", "b c", "10", "9", "x-y", "a_b_a", "ключ", "it's"]
NUMBERS = [0, 1, 2, 3, 10, -1, 0.5, 2.5, 100]
REGEXES = [
    "a", "^a", "a$", "^a$", "^[a-z]+$", "[^a-z]", "^\\\\w+$", "\\\\s", "\\\\d", "^\\\\D*$", "a|b", "^(a|b)+$", "^.{2}$",
    "^a{1,2}b?$", "b{2,}", "A.*E", "^[A-Z]", "\\\\.", "[-_]", "^(a(b)?_?)+$",
]
ODD_REGEXES = ["a^", "$a", "(^a|b)", "(a", "[a", "(a|)"]
USERS = [
    NOBODY,
    ALICE,
    BOB,
    claims("carol", firebase={"sign_in_provider": "anonymous", "identities": {}}),
    override(None),
    override({}),
    override({"uid": "alice"}),
    override({"uid": 1, "token": {"level": "3", "admin": "yes", "team": None}}),
    override({"uid": None, "token": {"level": 2.5, "team": "", "nested": {"a": {"b": True}}}}),
]
CLAIMS = ["auth.uid", "auth.token.admin", "auth.token.level", "auth.token.team", "auth.token.nested.a.b", "auth.missing.one", "auth['uid']"]


class Random:
    """Rules, data and requests of a round."""

    def __init__(self, number):
        self.random = random.Random(f"{SEED} {number}")
        self.variables = []
        self.writes = False
        self.oddness = self.random.choice([0, 0, 0.01, 0.04])
        self.data = self.value(0, priorities=True)
        self.leaves = {str: [], float: [], "priority": []}
        self.find_leaves(database_rules.tree(self.data), ())
        self.user = self.pick(*USERS)
        if number % 3:
            self.rules = {"rules": self.rules_of(0)}
            self.requests = [self.request() for _ in range(8)]
        else:
            self.oddness = 0
            self.rules = {"rules": self.probes()}
            self.requests = [Request("GET", key, None, self.user) for key in self.rules["rules"]]

    def find_leaves(self, node, path):
        """Notes where strings, numbers and priorities are."""
        kind = {str: str, int: float, float: float}.get(type(node.value))
        if path and kind:
            self.leaves[kind].append("/".join(path))
        if path and node.priority is not None:
            self.leaves["priority"].append("/".join(path))
        for key, child in node.children.items():
            self.find_leaves(child, (*path, key))

    def leaf_of(self, kind):
        if self.leaves[kind]:
            return f"root.child({self.quoted(self.pick(*self.leaves[kind]))}).val()"
        return "''" if kind == str else "1"

    def probes(self):
        """Rules for reading that compare random expressions with their values, which finds more than random conditions."""
        rules = {}
        for number in range(12):
            kind = self.pick(self.text, self.text, self.number, self.number, self.unsure, self.boolean)
            expression = kind(self.random.randrange(1, 4))
            value = self.evaluated(expression)
            if value is UNDECIDED:
                continue
            rule = expression
            if kind != self.boolean:
                rule = f"{expression} {self.pick('==', '==', '!=')} {self.literal_like(value)}"
            elif self.chance(0.3):
                rule = f"({expression}) == {self.pick('true', 'false')}"
            rule = self.pick(rule, rule, rule, f"!({rule})", f"{rule} || true", f"({rule}) && true", f"true || {rule}", f"false && {rule} || true")
            if isinstance(database_rules.load({"rules": {".read": rule}}), database_rules.Rules):
                rules[f"p{number}"] = {".read": rule}
        return rules

    def evaluated(self, expression):
        """Returns the value of an expression below the root, None for an error, or UNDECIDED."""
        root = database_rules.tree(self.data)
        names = {
            "auth": auth_of(self.user),
            "now": int(time.time() * 1000),
            "root": database_rules.Snapshot(root, ()),
            "data": database_rules.Snapshot(root, ("p0",)),
            "query": database_rules.Query({}),
        }
        types = {"auth": "any", "now": "num", "root": "snap", "data": "snap", "query": "query"}
        try:
            parsed = database_rules.Parser(expression).parse()
            database_rules.Checker(types).check(parsed)
            return database_rules.evaluated(parsed, names)
        except (database_rules.LoadError, database_rules.Unknown):
            return UNDECIDED
        except database_rules.RuleError:
            return None

    def literal_like(self, value):
        """Returns a literal for a value, sometimes of another type."""
        if self.chance(0.1):
            value = str(value) if database_rules.is_number(value) else self.pick(None, 1, "text", True)
        if isinstance(value, bool) or value is None:
            return {True: "true", False: "false", None: "null"}[value]
        if database_rules.is_number(value) and abs(value) < 1e6:
            return repr(value) if value >= 0 else f"(-{-value!r})"
        return self.quoted(value) if isinstance(value, str) else "'text'"

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    # Expressions

    def quoted(self, text):
        quote = self.pick("'", '"')
        return quote + text.replace(quote, f"\\{quote}") + quote

    def boolean(self, depth):
        if self.chance(self.oddness):
            return self.odd(depth)
        if depth <= 0:
            return self.pick("true", "false", f"{self.snapshot(0)}.exists()", "auth != null", f"{self.pick(*CLAIMS)} == {self.literal()}", "auth.uid == 'alice'")
        match self.random.randrange(16):
            case 0 | 1:
                return f"{self.boolean(depth - 1)} && {self.boolean(depth - 1)}"
            case 2 | 3:
                return f"{self.boolean(depth - 1)} || {self.boolean(depth - 1)}"
            case 4:
                return f"!({self.boolean(depth - 1)})" if self.chance(0.7) else f"!{self.snapshot(0)}.exists()"
            case 5:
                return f"({self.boolean(depth - 1)})"
            case 6:
                return f"({self.boolean(depth - 1)} ? {self.boolean(depth - 1)} : {self.boolean(depth - 1)})"
            case 7 | 8:
                left, right = self.pair(depth, equal=True)
                return f"{left} {self.pick('==', '!=', '===', '!==')} {right}"
            case 9 | 10:
                left, right = self.pair(depth)
                return f"{left} {self.pick('<', '<=', '>', '>=')} {right}"
            case 11 | 12:
                method = self.pick("exists", "isString", "isNumber", "isBoolean", "hasChildren")
                return f"{self.snapshot(depth)}.{method}()"
            case 13:
                if self.chance(0.5):
                    return f"{self.snapshot(depth)}.hasChild({self.path()})"
                return f"{self.snapshot(depth)}.hasChildren([{', '.join(self.path() for _ in range(self.random.randrange(1, 3)))}])"
            case 14:
                return f"{self.text(depth - 1)}.{self.pick('contains', 'beginsWith', 'endsWith')}({self.text(depth - 1)})"
            case 15:
                pattern = self.pick(*REGEXES).replace("\\\\", "\\")
                if self.chance(self.oddness * 3):
                    pattern = self.pick(*ODD_REGEXES)
                flags = self.pick("", "", "i") if not self.chance(self.oddness) else self.pick("g", "ig", "m")
                return f"{self.text(depth - 1)}.matches(/{pattern}/{flags})"

    def pair(self, depth, equal=False):
        """Two operands that are usually of one type."""
        kinds = [self.text, self.text, self.number, self.number, self.unsure, self.unsure]
        left = self.pick(*kinds)
        right = left if self.chance(0.6) else self.unsure
        if equal and self.chance(0.2):
            return self.unsure(depth - 1), self.pick("null", "true", "false")
        pair = [left(depth - 1), right(depth - 1)]
        if self.chance(0.3):
            pair.reverse()
        return [part if part.isalnum() else f"({part})" if self.chance(0.2) else part for part in pair]

    def literal(self):
        return self.pick("null", "true", "'alice'", "1", "3", "'red'", "''")

    def unsure(self, depth):
        """A value whose type is known only when the rule is evaluated."""
        match self.random.randrange(8):
            case 0 | 1 | 2 | 3:
                return f"{self.snapshot(depth)}.val()"
            case 4:
                if self.leaves["priority"] and self.chance(0.8):
                    return f"root.child({self.quoted(self.pick(*self.leaves['priority']))}).getPriority()"
                return f"{self.snapshot(depth)}.getPriority()"
            case 5 | 6:
                return self.pick(*CLAIMS)
            case 7:
                if not self.writes:
                    return self.pick("query.startAt", "query.endAt", "query.equalTo")
                return f"auth[{self.text(0)}]"

    def text(self, depth):
        if self.chance(self.oddness):
            return self.odd(depth)
        if depth <= 0:
            if self.variables and self.chance(0.3):
                return self.pick(*self.variables)
            return self.quoted(self.pick(*STRINGS)) if self.chance(0.5) else self.leaf_of(str) if self.chance(0.7) else f"{self.snapshot(0)}.val()"
        match self.random.randrange(7):
            case 0:
                return f"({self.text(depth - 1)} + {self.pick(self.text, self.text, self.number)(depth - 1)})"
            case 1:
                return f"{self.text(depth - 1)}.{self.pick('toLowerCase', 'toUpperCase')}()"
            case 2:
                old = self.quoted(self.pick("a", "_", "b", "ab")) if self.chance(0.6) else self.text(0)
                return f"{self.text(depth - 1)}.replace({old}, {self.text(0)})"
            case 3:
                return self.pick("auth.uid", "auth.token.team", "auth.provider")
            case 4:
                return f"({self.boolean(depth - 1)} ? {self.text(depth - 1)} : {self.text(depth - 1)})"
            case _:
                return self.text(0)

    def number(self, depth):
        if self.chance(self.oddness):
            return self.odd(depth)
        if depth <= 0:
            literal = str(self.pick(*(one for one in NUMBERS if one >= 0)))
            return literal if self.chance(0.5) else self.leaf_of(float) if self.chance(0.7) else f"{self.snapshot(0)}.val()"
        match self.random.randrange(9):
            case 0 | 1 | 2:
                return f"({self.number(depth - 1)} {self.pick('+', '-', '*', '/', '%')} {self.number(depth - 1)})"
            case 3:
                return f"-{self.number(0)}"
            case 4 | 5:
                return f"{self.text(depth - 1)}.length"
            case 6:
                return "now"
            case 7:
                return "auth.token.level" if self.writes else self.pick("query.limitToFirst", "query.limitToLast")
            case _:
                return self.number(0)

    def path(self):
        if self.chance(0.1):
            return self.unsure(0)
        if self.variables and self.chance(0.2):
            return self.pick(*self.variables)
        return self.quoted("/".join(self.pick(*KEYS[:4], "alice") for _ in range(self.pick(1, 1, 1, 2))))

    def snapshot(self, depth):
        text = self.pick("data", "root", *(["newData"] * 4 if self.writes else []))
        if self.chance(self.oddness / 2):
            text = "newData"
        for _ in range(self.pick(0, 0, 1, 1, 2) if depth else self.pick(0, 1)):
            text += ".parent()" if self.chance(0.2) else f".child({self.path()})"
        return text

    def odd(self, depth):
        """Something that is usually wrong where it stands."""
        match self.random.randrange(8):
            case 0:
                return self.snapshot(depth)
            case 1:
                return self.pick("missing", "$missing", "undefined", "query.missing", "auth.x.missing()")
            case 2:
                return f"{self.snapshot(0)}.{self.pick('value', 'size()', 'exists', 'child()', 'hasChildren([])', 'val(1)', 'isObject()')}"
            case 3:
                return self.unsure(0)
            case 4:
                return self.pick("true", "1", "'text'", "null")
            case 5:
                return f"{self.text(0)}.{self.pick('size', 'indexOf(1)', 'contains()', 'contains(1)', 'matches(1)', 'trim()')}"
            case 6:
                return self.pick("1 &", "(true", "true)", "a = b", "'open", "1 +", "&& true", "")
            case 7:
                return f"query.orderByChild {self.pick('==', '!=')} {self.pick(self.quoted('a'), 'null', 'auth.uid')}"

    # Rules

    def rule(self, kind):
        self.writes = kind != ".read"
        if self.chance(0.15):
            return self.pick(True, False, "true", "false")
        if kind == ".read" and self.chance(0.3):
            return self.pick(
                "query.orderByKey", "query.orderByChild == 'a'", "query.orderByChild != null", "query.orderByValue || query.orderByPriority",
                "query.limitToFirst <= 2", "query.equalTo == auth.uid", "query.startAt != null",
            )
        if kind == ".validate" and self.chance(0.3):
            return self.pick(
                "newData.isString() || newData.hasChildren()", "newData.isNumber() || newData.hasChildren()", "newData.hasChildren(['a'])",
                "newData.val() == now || newData.val() != 1", "newData.val() != data.val()", "newData.parent().hasChildren(['a', 'b'])",
                "newData.isNumber() ? newData.val() < 3 : true", "newData.getPriority() == data.getPriority()",
                "newData.getPriority() == null || newData.getPriority() == 'a'", "newData.parent().getPriority() == null",
            )
        return self.boolean(self.random.randrange(1, 4))

    def rules_of(self, depth):
        rules = {}
        if self.chance(0.35 if depth else 0.3):
            rules[".read"] = self.rule(".read")
        if self.chance(0.35):
            rules[".write"] = True if depth == 0 and self.chance(0.5) else self.rule(".write")
        if self.chance(0.5 if depth else 0.2):
            rules[".validate"] = self.rule(".validate")
        if self.chance(0.05):
            rules[".indexOn"] = self.pick("a", ["a", ".value"], ["b"])
        if self.chance(self.oddness):
            rules[self.pick(".read", ".indexOn", ".other", "a")] = self.pick(1, None, True, "", [1])
        if depth < 3:
            for key in self.random.sample(KEYS, self.pick(0, 1, 1, 2)):
                rules[key] = self.rules_of(depth + 1)
            if self.chance(0.5):
                name = f"${self.pick('x', 'key', 'uid')}{depth if not self.chance(self.oddness) else ''}"
                self.variables.append(name)
                rules[name] = self.rules_of(depth + 1)
                self.variables.pop()
        return rules

    # Data and requests

    def leaf(self):
        return self.pick(True, False, self.pick(*NUMBERS), self.pick(*NUMBERS), self.pick(*STRINGS), self.pick(*STRINGS))

    def value(self, depth, priorities=False, times=False):
        if depth > 2 or self.chance(0.15 + 0.2 * depth):
            if times and self.chance(0.15):
                return {".sv": "timestamp"}
            value = self.leaf()
            return {".value": value, ".priority": self.pick(1, 2.5, "a", "ab")} if priorities and self.chance(0.15) else value
        value = {key: self.value(depth + 1, priorities, times) for key in self.random.sample(KEYS, self.random.randrange(1, 4))}
        if priorities and self.chance(0.1):
            value[".priority"] = self.pick(1, 2, "a")
        return value

    def path_of(self, depths=(0, 1, 1, 2, 2, 3)):
        """A path that rules usually mention."""
        path, rules = [], self.rules["rules"]
        for _ in range(self.pick(*depths)):
            named = [key for key in rules if not key.startswith((".", "$"))] if isinstance(rules, dict) else []
            key = self.pick(*named) if named and self.chance(0.6) else self.pick(*KEYS)
            path.append(key)
            if isinstance(rules, dict):
                wild = [key for key in rules if key.startswith("$")]
                rules = rules.get(key, rules.get(wild[0]) if wild else None)
        return "/".join(path)

    def query(self):
        order = self.pick("$key", "$value", "$priority", "a", "b", "a/b")
        bound = self.leaf
        if order in ("$key", "$priority"):
            bound = lambda: self.pick(*STRINGS[1:5], *(NUMBERS if order == "$priority" else []))
        query = {"orderBy": order}
        if self.chance(0.3):
            query["equalTo"] = bound()
            return query
        for name in ("startAt", "endAt"):
            if self.chance(0.3):
                query[name] = bound()
        if self.chance(0.5):
            query[self.pick("limitToFirst", "limitToLast")] = self.pick(1, 2, 3, 1000)
        return query

    def request(self):
        user = self.pick(*USERS)
        header = self.chance(0.3)
        method = self.pick("GET", "GET", "GET", "PUT", "PUT", "PUT", "PATCH", "PATCH", "DELETE", "POST")
        path = self.path_of()
        match method:
            case "GET":
                return Request(method, path, None, user, self.query() if self.chance(0.5) else None, header)
            case "PUT":
                body = None if self.chance(0.1) else self.value(len(database_rules.keys(path)), True, True)
                return Request(method, path, body, user, None, header)
            case "POST":
                return Request(method, path, self.value(2, True, True), user, None, header)
            case "DELETE":
                return Request(method, path, None, user, None, header)
            case "PATCH":
                updates = {}
                for _ in range(self.random.randrange(1, 4)):
                    name = self.path_of((1, 1, 2)) if not path else self.pick(*KEYS) if self.chance(0.7) else f"{self.pick(*KEYS)}/{self.pick(*KEYS)}"
                    # No location of an update may be below another one.
                    if not any(f"{one}/".startswith(f"{name}/") or f"{name}/".startswith(f"{one}/") for one in updates):
                        updates[name] = None if self.chance(0.2) else self.value(2, True, True)
                return Request(method, path, updates, user, None, header)


def readable(value):
    return json.dumps(value, ensure_ascii=False, indent=2)


class DatabaseRules(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.emulator = Emulator()
        cls.addClassCleanup(cls.emulator.end)

    def setUp(self):
        self.differences = []

    def differ(self, name, rules, data, request, expected, actual):
        """Notes a difference, and returns whether there are too many."""
        self.differences.append(
            f"{name}\nrules: {readable(rules)}\ndata: {readable(data)}\nrequest: {request}\nexpected: {expected}, but is: {actual}"
        )
        return len(self.differences) >= SHOWN

    def end(self):
        if self.differences:
            self.fail(f"{len(self.differences)} differences with the seed {SEED}\n\n" + "\n\n".join(self.differences))

    def test_documented_cases(self):
        for number, case in enumerate(CASES):
            namespace = f"case-{number}"
            actual = INVALID
            if self.emulator.load(namespace, case.rules):
                actual = "valid"
                if case.expected != INVALID:
                    self.emulator.fill(namespace, case.data)
                    actual = case.request.send(self.emulator, namespace)
            if actual != case.expected:
                self.differ(f"case {number} ({case.source})", case.rules, case.data, case.request, case.expected, actual)
        self.end()

    def test_rules_with_comments_are_loaded(self):
        # Reference of the admin library's getRules(): the source has comments.
        text = '{\n  // Everybody may read.\n  "rules": { ".read": true, /* Nobody may write. */ ".write": "false" }\n}\n'
        self.assertTrue(self.emulator.load("comments", text))
        self.assertTrue(Request("GET", "").send(self.emulator, "comments"))
        self.assertFalse(Request("PUT", "", 1).send(self.emulator, "comments"))
        self.assertFalse(self.emulator.load("comments", '{"rules": {".read": true'))

    def test_invalid_rules_change_nothing(self):
        self.assertTrue(self.emulator.load("kept", {"rules": {".read": True}}))
        self.assertFalse(self.emulator.load("kept", {"rules": {".read": "missing"}}))
        self.assertTrue(Request("GET", "").send(self.emulator, "kept"))

    def test_random_cases(self):
        print(f"\ndatabase rules: {COUNT} rounds with TANE_DATABASE_RULES_SEED={SEED}", flush=True)
        counts = collections.Counter()
        for number in range(COUNT):
            if self.round(number, counts):
                break
        print(f"database rules: {dict(sorted(counts.items()))}", flush=True)
        self.end()
        for outcome in ["allowed", "denied", "invalid rules"]:
            self.assertGreater(counts[outcome], COUNT / 20, counts)

    def round(self, number, counts):
        """Compares a round, and returns whether there are too many differences."""
        case = Random(number)
        namespace = f"random-{number % 50}"
        rules = database_rules.load(case.rules)
        loaded = self.emulator.load(namespace, case.rules)
        name = f"round {number}"
        if rules is UNDECIDED:
            counts["undecided rules"] += 1
            return False
        if isinstance(rules, list):
            counts["invalid rules"] += 1
            return loaded and self.differ(name, case.rules, None, None, f"{INVALID} ({rules})", "valid")
        counts["valid rules"] += 1
        if not loaded:
            return self.differ(name, case.rules, None, None, "valid", INVALID)
        filled = False
        for request in case.requests:
            expected = request.model_outcome(rules, case.data)
            if expected is UNDECIDED:
                counts["undecided requests"] += 1
                continue
            if not filled:
                self.emulator.fill(namespace, case.data)
            actual = request.send(self.emulator, namespace)
            filled = request.method == "GET" or actual is False
            counts["allowed" if expected else "denied"] += 1
            if actual != expected and self.differ(name, case.rules, case.data, request, expected, actual):
                return True
        return False


class Model(unittest.TestCase):
    """The model itself, which needs no emulator."""

    def test_documented_cases(self):
        for number, case in enumerate(CASES):
            with self.subTest(number=number, source=case.source, rules=case.rules, request=case.request):
                rules = database_rules.load(copy.deepcopy(case.rules))
                if isinstance(rules, list):
                    self.assertEqual(case.expected, INVALID, rules)
                    continue
                self.assertIsNot(rules, UNDECIDED)
                self.assertNotEqual(case.expected, INVALID)
                self.assertIs(case.request.model_outcome(rules, case.data), case.expected)

    def test_most_random_cases_are_decided(self):
        counts = collections.Counter()
        for number in range(150):
            case = Random(number)
            rules = database_rules.load(case.rules)
            if isinstance(rules, list):
                counts["invalid"] += 1
            elif rules is UNDECIDED:
                counts["undecided rules"] += 1
            else:
                for request in case.requests:
                    counts[str(request.model_outcome(rules, case.data))] += 1
        self.assertLess(counts["undecided rules"], 30, counts)
        self.assertLess(counts["UNDECIDED"], counts.total() / 4, counts)


if __name__ == "__main__":
    unittest.main()
