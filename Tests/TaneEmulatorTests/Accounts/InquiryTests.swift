import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@Suite("Queries about accounts and projects")
struct InquiryTests {
  private func hideAddresses(_ fixture: AccountsFixture) async {
    let body = #"{"emailPrivacyConfig": {"enableImprovedEmailPrivacy": true}}"#
    let path = "/emulator/v1/projects/demo/config"
    let response = await fixture.service.respond(to: .make(.patch, path, body: Array(body.utf8)))
    #expect(
      response.text
        == #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true},"signIn":{"allowDuplicateEmails":false}}"#
    )
  }

  @Test("Sign-in methods of an address are returned unless the project hides them")
  func signInMethods() async {
    let fixture = AccountsFixture()
    let body = #"{"identifier": "A@example.com", "continueUri": "http://localhost"}"#
    let unknown = await fixture.call("createAuthUri", body).json
    #expect(
      unknown
        == Tree([
          "kind": "identitytoolkit#CreateAuthUriResponse", "registered": false,
          "allProviders": [], "signinMethods": [],
          "sessionId": .string(String(repeating: "x", count: 27)),
        ])
    )
    _ = await fixture.signUp()
    let known = await fixture.call("createAuthUri", body).json
    #expect(known["registered"]?.bool == true)
    #expect(known["signinMethods"] == Tree(["password"]))
    #expect(known["allProviders"] == Tree(["password"]))
    await hideAddresses(fixture)
    let hidden = await fixture.call("createAuthUri", body).json
    #expect(hidden.children.map { $0.key ?? "" }.sorted() == ["kind", "sessionId"])
    let refusals = [
      ("{}", "MISSING_IDENTIFIER"), (#"{"identifier": "a@example.com"}"#, "MISSING_CONTINUE_URI"),
      (#"{"identifier": "a", "continueUri": "http://localhost"}"#, "INVALID_IDENTIFIER"),
      (#"{"identifier": "a@example.com", "continueUri": "x"}"#, "INVALID_CONTINUE_URI"),
    ]
    for (body, message) in refusals {
      #expect(await fixture.call("createAuthUri", body).message == message)
    }
  }

  @Test("A project that hides addresses does not reveal whether an account exists")
  func hiddenAddresses() async {
    let fixture = AccountsFixture()
    _ = await fixture.signUp()
    await hideAddresses(fixture)
    for email in ["a@example.com", "b@example.com"] {
      let body = #"{"email": "\#(email)", "password": "wrong1"}"#
      #expect(await fixture.call("signInWithPassword", body).message == "INVALID_LOGIN_CREDENTIALS")
      let reset = await fixture.call(
        "sendOobCode",
        #"{"requestType": "PASSWORD_RESET", "email": "\#(email)"}"#
      )
      #expect(reset.status == .ok)
      #expect(reset.json["email"]?.string == email)
    }
    #expect(fixture.reports.count == 1)
  }

  @Test("Session cookies are issued and are not accepted as ID tokens")
  func sessionCookies() async {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    func create(_ json: String) async -> EmulatorResponse {
      await fixture.service.respond(
        to: .make(
          .post,
          "/identitytoolkit.googleapis.com/v1/projects/demo:createSessionCookie",
          ["Authorization": "Bearer owner"],
          body: Array(json.utf8)
        )
      )
    }
    fixture.wait(seconds: 5)
    let cookie = await create(#"{"idToken": "\#(token)", "validDuration": "600"}"#).json[
      "sessionCookie"
    ]
    #expect(cookie?.payload["iss"]?.string == "https://session.firebase.google.com/demo")
    #expect(cookie?.payload["aud"]?.string == "demo")
    #expect(cookie?.payload["iat"]?.integer == 1_700_000_005)
    #expect(cookie?.payload["exp"]?.integer == 1_700_000_605)
    #expect(cookie?.payload["email"]?.string == "a@example.com")
    let lookup = await fixture.call("lookup", #"{"idToken": "\#(cookie?.string ?? "")"}"#)
    #expect(lookup.message == "INVALID_ID_TOKEN")
    #expect(await create("{}").message == "MISSING_ID_TOKEN")
    let short = await create(#"{"idToken": "\#(token)", "validDuration": 299}"#)
    #expect(short.message == "INVALID_DURATION")
    let path = "/v1/projects/demo:createSessionCookie?key=any"
    #expect(await fixture.service.respond(to: .make(.post, path)).status == .unauthorized)
  }

  @Test("The project configuration is returned and changed with a mask in version 2")
  func configuration() async {
    let fixture = AccountsFixture()
    func call(
      _ method: HTTPRequest.Method,
      _ query: String = "",
      _ json: String = ""
    ) async -> EmulatorResponse {
      await fixture.service.respond(
        to: .make(
          method,
          "/identitytoolkit.googleapis.com/v2/projects/demo/config\(query)",
          ["Authorization": "Bearer owner"],
          body: Array(json.utf8)
        )
      )
    }
    #expect(
      await call(.get).json
        == Tree([
          "name": "projects/demo/config", "signIn": ["allowDuplicateEmails": false],
          "blockingFunctions": [:], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
        ])
    )
    let masked = await call(
      .patch,
      "?updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy,mfa",
      #"{"emailPrivacyConfig": {"enableImprovedEmailPrivacy": true}, "mfa": {"enabledProviders": ["A", "B"]}}"#
    )
    #expect(masked.json["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool == true)
    let shorter = await call(
      .patch,
      "?updateMask=mfa.enabledProviders",
      #"{"mfa": {"enabledProviders": ["C"]}}"#
    )
    #expect(shorter.json["mfa"] == Tree(["enabledProviders": ["C"]]))
    let whole = await call(.patch, "", #"{"client": {}}"#).json
    #expect(whole["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool == false)
    #expect(whole["mfa"] == nil)
    let duplicates = await call(.patch, "", #"{"signIn": {"allowDuplicateEmails": true}}"#)
    #expect(
      duplicates.message
        == "OPERATION_NOT_ALLOWED : Several accounts with the same address are not supported."
    )
    let path = "/v2/projects/demo/config?key=any"
    #expect(await fixture.service.respond(to: .make(.get, path)).status == .unauthorized)
  }

  @Test("Account requests that apps send at startup are answered")
  func project() async {
    let fixture = AccountsFixture()
    func get(_ path: String) async -> EmulatorResponse {
      await fixture.service.respond(
        to: .make(.get, "/identitytoolkit.googleapis.com/v1/\(path)?key=any")
      )
    }
    #expect(
      await get("projects").text == #"{"authorizedDomains":["localhost"],"projectId":"12345"}"#
    )
    #expect(
      await get("recaptchaParams").json["kind"]?.string
        == "identitytoolkit#GetRecaptchaParamResponse"
    )
  }

  @Test("Unsupported account features are rejected and have no effect")
  func notServed() async {
    let fixture = AccountsFixture()
    let factor = await fixture.administer(
      ":update",
      #"{"localId": "a", "mfa": {"enrollments": [{"phoneInfo": "+1"}]}}"#
    )
    #expect(
      factor.message == "OPERATION_NOT_ALLOWED : Second factors are not supported: omit them."
    )
    let none = #"{"localId": "a", "mfa": {}, "tenantId": ""}"#
    #expect(await fixture.administer(":update", none).message == "USER_NOT_FOUND")
    let tenant = await fixture.call("signUp", #"{"tenantId": "t"}"#)
    #expect(tenant.status == .notImplemented)
    #expect(tenant.message == "OPERATION_NOT_ALLOWED : Tenants are not supported: omit tenantId.")
    #expect(
      tenant.json["error"]
        == Tree([
          "code": 501, "status": "NOT_IMPLEMENTED",
          "message": "OPERATION_NOT_ALLOWED : Tenants are not supported: omit tenantId.",
          "errors": [
            [
              "domain": "global", "reason": "unimplemented",
              "message": "OPERATION_NOT_ALLOWED : Tenants are not supported: omit tenantId.",
            ]
          ],
        ])
    )
  }
}
