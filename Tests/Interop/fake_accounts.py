"""A model of the accounts in Firebase's official emulator, as far as Tane uses them.

It models `src/emulator/auth/operations.ts` and `state.ts` of firebase-tools (August 2026). Before firebase-tools 13.28,
the emulator responded to `linkProviderUserInfo` with 501, which `links=False` simulates.
"""

import http.server
import json
import threading
import time
import urllib.parse

PREFIX = "/identitytoolkit.googleapis.com/v1/projects/demo/"


class Refusal(Exception):
    def __init__(self, status, message, name):
        super().__init__(message)
        self.status, self.name = status, name


def check(condition, message):
    if not condition:
        raise Refusal(400, message, "INVALID_ARGUMENT")


class FakeAccounts:
    def __init__(self, links=True):
        self.links = links
        self.users = {}
        self.methods = []
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                try:
                    status, answer = 200, fake.answer(self.path, json.loads(body or b"{}"))
                except Refusal as refusal:
                    status = refusal.status
                    answer = {"error": {
                        "code": status, "message": str(refusal), "status": refusal.name,
                        "errors": [{"message": str(refusal), "domain": "global", "reason": "invalid"}],
                    }}
                data = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = answer

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def answer(self, target, body):
        path = urllib.parse.urlsplit(target).path
        check(path.startswith(PREFIX + "accounts:"), "UNKNOWN_PATH")
        method = path.split(":")[1]
        self.methods.append(method)
        return getattr(self, method)(body)

    def batchGet(self, body):
        return {"kind": "identitytoolkit#DownloadAccountResponse",
                "users": [self.users[uid] for uid in sorted(self.users)]}

    def lookup(self, body):
        found = [
            user for user in self.users.values()
            if user["localId"] in body.get("localId", [])
            or user.get("email") in body.get("email", [])
            or user.get("phoneNumber") in body.get("phoneNumber", [])
        ]
        return {"kind": "identitytoolkit#GetAccountInfoResponse"} | ({"users": found} if found else {})

    def delete(self, body):
        check(body.get("localId") in self.users, "USER_NOT_FOUND")
        del self.users[body["localId"]]
        return {"kind": "identitytoolkit#DeleteAccountResponse"}

    def batchCreate(self, body):
        check(body.get("users"), "MISSING_USER_ACCOUNT")
        errors = []
        for index, info in enumerate(body["users"]):
            try:
                self.store(info, body.get("allowOverwrite", False))
            except Refusal as refusal:
                errors.append({"index": index, "message": str(refusal)})
        return {"kind": "identitytoolkit#UploadAccountResponse", "error": errors}

    def store(self, info, overwrites):
        """Stores an account of a batch; fields that are not listed here are dropped, including `emailLinkSignin`."""
        uid = info.get("localId")
        check(uid, "localId is missing")
        check(overwrites or uid not in self.users,
              "localId belongs to an existing account - can not overwrite.")
        now = int(time.time() * 1000)
        user = {"localId": uid, "lastLoginAt": str(now), "createdAt": str(now), "validSince": str(now // 1000)}
        for name in ["displayName", "photoUrl", "lastLoginAt", "customAttributes", "phoneNumber", "createdAt"]:
            if info.get(name):
                user[name] = info[name]
        if info.get("passwordHash"):
            user |= {"passwordHash": info["passwordHash"], "salt": info.get("salt"), "passwordUpdatedAt": now}
        elif info.get("rawPassword"):
            user |= hashed(info["rawPassword"])
        others = {user["email"]: user["localId"] for user in self.users.values() if user.get("email")}
        if info.get("email"):
            check(others.get(info["email"], uid) == uid, "email exists in other account in database")
            user["email"] = info["email"].lower()
        user["emailVerified"] = bool(info.get("emailVerified"))
        user["disabled"] = bool(info.get("disabled"))
        self.users[uid] = user
        providers = [p for p in info.get("providerUserInfo", []) if p["providerId"] not in ("password", "phone")]
        for provider in providers:
            check(provider.get("rawId") and provider.get("providerId"),
                  "federatedId or (providerId & rawId) is required")
        self.hydrate(user, upserts=providers)

    def update(self, body):
        for field in ["provider", "upgradeToFederatedLogin"] + ([] if self.links else ["linkProviderUserInfo"]):
            if field in body:
                raise Refusal(501, f"{field} is not implemented yet.", "NOT_IMPLEMENTED")
        check(body.get("localId"), "MISSING_LOCAL_ID")
        for attribute in body.get("deleteAttribute", []):
            if attribute in ("PROVIDER", "RAW_USER_INFO"):
                raise Refusal(501, f"deleteAttribute: {attribute}", "NOT_IMPLEMENTED")
        user = self.users.get(body["localId"])
        check(user, "USER_NOT_FOUND")
        email = body.get("email", "").lower()
        if email and email != user.get("email"):
            check(all(other.get("email") != email for other in self.users.values()), "EMAIL_EXISTS")
            user["initialEmail"] = user.get("initialEmail") or user.get("email")
            user |= {"email": email, "emailVerified": False}
        if body.get("password"):
            check(len(body["password"]) >= 6, "WEAK_PASSWORD : Password should be at least 6 characters")
            user |= hashed(body["password"])
        if body.get("disableUser") is not None:
            user["disabled"] = body["disableUser"]
        for name in ["displayName", "photoUrl", "emailVerified", "customAttributes", "createdAt", "lastLoginAt",
                     "validSince", "phoneNumber"]:
            if body.get(name) is not None:
                user[name] = body[name]
        removed = {"DISPLAY_NAME": ["displayName"], "PHOTO_URL": ["photoUrl"], "PASSWORD": ["passwordHash", "salt"],
                   "EMAIL": ["email", "emailVerified", "emailLinkSignin"]}
        for attribute in body.get("deleteAttribute", []):
            for name in removed.get(attribute, []):
                user.pop(name, None)
        if "phone" in body.get("deleteProvider", []):
            user.pop("phoneNumber", None)
        link = body.get("linkProviderUserInfo")
        check(link is None or link.get("providerId"), "MISSING_PROVIDER_ID")
        check(link is None or link.get("rawId"), "MISSING_RAW_ID")
        self.hydrate(user, upserts=[link] if link else [], deletions=body.get("deleteProvider", []))
        return {"kind": "identitytoolkit#SetAccountInfoResponse", "localId": user["localId"]}

    def hydrate(self, user, upserts=(), deletions=()):
        upserts, deletions = list(upserts), list(deletions)
        if user.get("email") and (user.get("passwordHash") or user.get("emailLinkSignin")):
            email = user["email"]
            upserts.append({"providerId": "password", "email": email, "federatedId": email, "rawId": email})
        else:
            deletions.append("password")
        if user.get("phoneNumber"):
            number = user["phoneNumber"]
            upserts.append({"providerId": "phone", "phoneNumber": number, "rawId": number})
        else:
            deletions.append("phone")
        found = {p["providerId"]: p for p in user.get("providerUserInfo", []) if p["providerId"] not in deletions}
        for provider in upserts:
            found[provider["providerId"]] = provider
        user["providerUserInfo"] = list(found.values())


def hashed(password):
    return {"salt": "fakeSalt1", "passwordHash": f"fakeHash:salt=fakeSalt1:password={password}",
            "passwordUpdatedAt": int(time.time() * 1000)}
