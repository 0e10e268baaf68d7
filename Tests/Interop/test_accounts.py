"""Accounts with Firebase's admin library, and with calls of the SDKs that the library lacks."""

import json
import unittest
import urllib.parse

from firebase_admin import auth

from support import AUTH, PROJECT, app, request, unique

TOOLKIT = "/identitytoolkit.googleapis.com/v1"

def call(method, body):
    """Makes a call like an SDK, with an API key."""
    return request("POST", AUTH, f"{TOOLKIT}/accounts:{method}?key=any", body)


def error(answer):
    return answer.status, answer.json["error"]["message"]


class AccountsTest(unittest.TestCase):
    """Each test uses its own email addresses, and deletes its accounts."""

    def setUp(self):
        self.addCleanup(self.delete_all)

    def delete_all(self):
        everybody = [user.uid for user in auth.list_users(app=app()).iterate_all()]
        auth.delete_users(everybody, app=app())

    def create(self, **more):
        more.setdefault("email", f"{unique('someone')}@example.com")
        return auth.create_user(app=app(), **more)


class Administration(AccountsTest):
    def test_create_and_get(self):
        created = auth.create_user(
            uid="ann",
            email="Ann@Example.com",
            password="secret",
            display_name="麺",
            phone_number="+81312345678",
            photo_url="https://example.com/ann.png",
            app=app(),
        )
        for found in [
            created,
            auth.get_user("ann", app=app()),
            auth.get_user_by_email("ann@example.com", app=app()),
            auth.get_user_by_phone_number("+81312345678", app=app()),
        ]:
            self.assertEqual(
                (
                    found.uid,
                    found.email,
                    found.display_name,
                    found.phone_number,
                    found.photo_url,
                    found.email_verified,
                    found.disabled,
                    found.custom_claims,
                ),
                (
                    "ann",
                    "ann@example.com",
                    "麺",
                    "+81312345678",
                    "https://example.com/ann.png",
                    False,
                    False,
                    None,
                ),
            )

    def test_identifiers_are_made(self):
        self.assertRegex(self.create().uid, "^[0-9A-Za-z]{28}$")

    def test_duplicates_are_refused(self):
        self.create(uid="ann", email="ann@example.com", phone_number="+81312345678")
        for refusal, details in [
            (auth.UidAlreadyExistsError, {"uid": "ann"}),
            (auth.EmailAlreadyExistsError, {"email": "ANN@example.com"}),
            (auth.PhoneNumberAlreadyExistsError, {"phone_number": "+81312345678"}),
        ]:
            with self.subTest(str(details)), self.assertRaises(refusal):
                auth.create_user(app=app(), **details)

    def test_update(self):
        self.create(uid="ann", display_name="Ann", phone_number="+81312345678")
        auth.update_user(
            "ann",
            display_name=auth.DELETE_ATTRIBUTE,
            phone_number=auth.DELETE_ATTRIBUTE,
            email_verified=True,
            app=app(),
        )
        auth.set_custom_user_claims("ann", {"admin": True, "級": [1]}, app=app())
        found = auth.get_user("ann", app=app())
        self.assertEqual(
            (found.display_name, found.phone_number, found.email_verified, found.custom_claims),
            (None, None, True, {"admin": True, "級": [1]}),
        )

    def test_what_is_not_there(self):
        for call_of_library in [auth.get_user, auth.delete_user]:
            with self.subTest(call_of_library.__name__):
                with self.assertRaises(auth.UserNotFoundError):
                    call_of_library("none", app=app())
        with self.assertRaises(auth.UserNotFoundError):
            auth.update_user("none", display_name="x", app=app())

    def test_list_pages(self):
        uids = [f"user{number:02}" for number in range(25)]
        for uid in uids:
            self.create(uid=uid)
        page = auth.list_users(max_results=10, app=app())
        pages = []
        while page:
            pages.append([user.uid for user in page.users])
            page = page.get_next_page()
        self.assertEqual(pages, [uids[:10], uids[10:20], uids[20:]])

    def test_several_at_once(self):
        for uid in ["ann", "bob"]:
            self.create(uid=uid, email=f"{uid}@example.com")
        found = auth.get_users(
            [
                auth.UidIdentifier("ann"),
                auth.EmailIdentifier("bob@example.com"),
                auth.UidIdentifier("none"),
            ],
            app=app(),
        )
        self.assertEqual(sorted(user.uid for user in found.users), ["ann", "bob"])
        self.assertEqual([one.uid for one in found.not_found], ["none"])
        self.assertEqual(auth.delete_users(["ann", "bob", "none"], app=app()).success_count, 3)
        self.assertEqual(list(auth.list_users(app=app()).iterate_all()), [])

    def test_import(self):
        users = [
            auth.ImportUserRecord(uid=f"user{number}", email=f"user{number}@example.com")
            for number in range(30)
        ]
        self.assertEqual(auth.import_users(users, app=app()).failure_count, 0)
        hashed = auth.ImportUserRecord(
            uid="hashed", email="hashed@example.com", password_hash=b"hash", password_salt=b"salt"
        )
        algorithm = auth.UserImportHash.hmac_sha256(key=b"secret")
        result = auth.import_users([hashed], hash_alg=algorithm, app=app())
        self.assertEqual((result.success_count, result.errors), (1, []))
        self.assertEqual(
            sorted(user.uid for user in auth.list_users(app=app()).iterate_all()),
            sorted([user.uid for user in users] + ["hashed"]),
        )


class SignedIn(AccountsTest):
    """A user with a password."""

    def sign_in(self, email="ann@example.com", password="secret"):
        return call(
            "signInWithPassword",
            {"email": email, "password": password, "returnSecureToken": True},
        )

    def setUp(self):
        super().setUp()
        self.create(uid="ann", email="ann@example.com", password="secret")


class Tokens(SignedIn):
    def test_sign_in_and_verify(self):
        auth.set_custom_user_claims("ann", {"admin": True}, app=app())
        token = self.sign_in().json["idToken"]
        claims = auth.verify_id_token(token, app=app(), check_revoked=True)
        self.assertEqual(
            (claims["uid"], claims["email"], claims["admin"], claims["firebase"]),
            (
                "ann",
                "ann@example.com",
                True,
                {
                    "identities": {"email": ["ann@example.com"]},
                    "sign_in_provider": "password",
                },
            ),
        )

    def test_refresh(self):
        refresh = urllib.parse.quote(self.sign_in().json["refreshToken"])
        answer = request(
            "POST",
            AUTH,
            "/securetoken.googleapis.com/v1/token?key=any",
            f"grant_type=refresh_token&refresh_token={refresh}".encode(),
            Content_Type="application/x-www-form-urlencoded",
        )
        self.assertEqual((answer.status, answer.json["user_id"]), (200, "ann"))
        self.assertEqual(auth.verify_id_token(answer.json["id_token"], app=app())["uid"], "ann")

    def test_custom_token(self):
        token = auth.create_custom_token("zoe", {"級": 1}, app=app()).decode()
        answer = call("signInWithCustomToken", {"token": token, "returnSecureToken": True})
        claims = auth.verify_id_token(answer.json["idToken"], app=app())
        self.assertEqual((claims["uid"], claims["級"]), ("zoe", 1))

    def test_sign_up_and_lookup(self):
        answer = call(
            "signUp",
            {"email": "new@example.com", "password": "secret", "returnSecureToken": True},
        )
        self.assertEqual((answer.status, answer.json["email"]), (200, "new@example.com"))
        found = call("lookup", {"idToken": answer.json["idToken"]}).json["users"]
        self.assertEqual(
            [(user["localId"], user["email"]) for user in found],
            [(answer.json["localId"], "new@example.com")],
        )

    def test_sign_in_of_nobody_is_refused(self):
        for more, code in [
            ({"password": "wrong!"}, "INVALID_PASSWORD"),
            ({"email": "none@example.com"}, "EMAIL_NOT_FOUND"),
            ({"password": ""}, "MISSING_PASSWORD"),
        ]:
            with self.subTest(code):
                self.assertEqual(error(self.sign_in(**more)), (400, code))
        auth.update_user("ann", disabled=True, app=app())
        self.assertEqual(error(self.sign_in()), (400, "USER_DISABLED"))

    def test_tokens_that_are_none(self):
        for token in ["", "a.b.c", "none", "e30.e30."]:
            with self.subTest(token):
                answer = call("lookup", {"idToken": token})
                self.assertEqual(answer.status, 400)
                self.assertIn("INVALID_ID_TOKEN", answer.json["error"]["message"])

    def test_weak_passwords_and_known_addresses(self):
        weak = call("signUp", {"email": "weak@example.com", "password": "12345"})
        self.assertEqual(
            error(weak), (400, "WEAK_PASSWORD : Password should be at least 6 characters")
        )
        known = call("signUp", {"email": "ann@example.com", "password": "secret"})
        self.assertEqual(error(known), (400, "EMAIL_EXISTS"))

    def test_session_cookies(self):
        token = self.sign_in().json["idToken"]
        cookie = auth.create_session_cookie(token, expires_in=3600, app=app())
        claims = auth.verify_session_cookie(cookie, app=app(), check_revoked=True)
        self.assertEqual((claims["uid"], claims["exp"] - claims["iat"]), ("ann", 3600))
        with self.assertRaises(auth.InvalidIdTokenError):
            auth.verify_id_token(cookie, app=app())


class Codes(SignedIn):
    """Codes that would be sent to users: links by email, codes by text message."""

    def open(self, link):
        """Opens a link like a browser, and returns the page's contents."""
        address = urllib.parse.urlsplit(link)
        return request("GET", AUTH, f"{address.path}?{address.query}").json["authEmulator"]

    def code(self, link):
        return urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["oobCode"][0]

    def test_password_reset(self):
        link = auth.generate_password_reset_link("ann@example.com", app=app())
        self.assertEqual(
            self.open(f"{link}&newPassword=changed"),
            {"success": "The password has been successfully updated.", "email": "ann@example.com"},
        )
        self.assertEqual(self.sign_in(password="changed").status, 200)
        self.assertEqual(error(self.sign_in()), (400, "INVALID_PASSWORD"))
        with self.assertRaises(auth.EmailNotFoundError):
            auth.generate_password_reset_link("none@example.com", app=app())

    def test_verification(self):
        settings = auth.ActionCodeSettings(url="https://app.example/done")
        link = auth.generate_email_verification_link("ann@example.com", settings, app=app())
        self.assertIn("continueUrl=https%3A%2F%2Fapp.example%2Fdone", link)
        answer = call("update", {"oobCode": self.code(link)})
        self.assertEqual((answer.status, answer.json["emailVerified"]), (200, True))
        self.assertTrue(auth.get_user("ann", app=app()).email_verified)

    def test_sign_in_link(self):
        settings = auth.ActionCodeSettings(url="https://app.example", handle_code_in_app=True)
        link = auth.generate_sign_in_with_email_link("new@example.com", settings, app=app())
        body = {"email": "new@example.com", "oobCode": self.code(link)}
        answer = call("signInWithEmailLink", body).json
        claims = auth.verify_id_token(answer["idToken"], app=app())
        self.assertEqual((claims["email"], claims["email_verified"]), ("new@example.com", True))
        ways = call(
            "createAuthUri", {"identifier": "new@example.com", "continueUri": "http://localhost"}
        ).json
        self.assertEqual((ways["registered"], ways["signinMethods"]), (True, ["emailLink"]))

    def test_text_messages(self):
        sent = call("sendVerificationCode", {"phoneNumber": "+81312345678"}).json
        listed = request("GET", AUTH, f"/emulator/v1/projects/{PROJECT}/verificationCodes").json
        code = listed["verificationCodes"][-1]
        self.assertEqual(code["sessionInfo"], sent["sessionInfo"])
        answer = call(
            "signInWithPhoneNumber", {"sessionInfo": sent["sessionInfo"], "code": code["code"]}
        ).json
        self.assertEqual(
            auth.get_user_by_phone_number("+81312345678", app=app()).uid, answer["localId"]
        )

    def test_providers(self):
        claims = json.dumps({"sub": "g1", "email": "ann@example.com", "email_verified": True})
        form = urllib.parse.urlencode({"id_token": claims, "providerId": "google.com"})
        answer = call("signInWithIdp", {"postBody": form, "requestUri": "http://localhost"}).json
        self.assertEqual((answer["localId"], answer["providerId"]), ("ann", "google.com"))
        found = auth.get_users([auth.ProviderIdentifier("google.com", "g1")], app=app())
        self.assertEqual([user.uid for user in found.users], ["ann"])
        token = auth.verify_id_token(answer["idToken"], app=app())
        self.assertEqual(token["firebase"]["sign_in_provider"], "google.com")


if __name__ == "__main__":
    unittest.main()
