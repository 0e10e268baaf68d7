import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@Suite("Email action codes")
struct EmailCodeTests {
  private static let link = "http://localhost:9199/emulator/action"

  /// Returns the emulator's list of unused codes.
  private func codes(_ fixture: AccountsFixture) async -> [Tree] {
    let path = "/emulator/v1/projects/demo/oobCodes"
    let list = await fixture.service.respond(to: .make(.get, path)).json
    return list["oobCodes"]?.children.map { $0 } ?? []
  }

  private func send(_ fixture: AccountsFixture, _ json: String) async -> EmulatorResponse {
    await fixture.call("sendOobCode", json)
  }

  @Test("Email codes are listed with their links and reported to the developer")
  func listed() async {
    let fixture = AccountsFixture()
    _ = await fixture.signUp()
    let response = await send(
      fixture,
      #"{"requestType": "PASSWORD_RESET", "email": "A@example.com", "continueUrl": "https://app.example/?a=b"}"#
    )
    #expect(
      response.text
        == #"{"email":"a@example.com","kind":"identitytoolkit#GetOobConfirmationCodeResponse"}"#
    )
    let code = String(repeating: "z", count: 54)
    let link =
      "\(Self.link)?mode=resetPassword&lang=en&oobCode=\(code)&apiKey=fake-api-key"
      + "&continueUrl=https%3A%2F%2Fapp.example%2F%3Fa%3Db"
    #expect(
      await codes(fixture) == [
        Tree([
          "email": "a@example.com", "requestType": "PASSWORD_RESET", "oobCode": .string(code),
          "oobLink": .string(link),
        ])
      ]
    )
    #expect(
      fixture.reports == [
        "to reset the password of a@example.com, open \(link)&newPassword=NEW_PASSWORD_HERE"
      ]
    )
  }

  @Test("A reset code sets a new password once and expires older tokens")
  func reset() async {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    _ = await send(fixture, #"{"requestType": 1, "email": "a@example.com"}"#)
    let code = await codes(fixture).first?["oobCode"]?.string ?? ""
    let described = await fixture.call("resetPassword", #"{"oobCode": "\#(code)"}"#)
    #expect(
      described.text
        == #"{"email":"a@example.com","kind":"identitytoolkit#ResetPasswordResponse","#
        + #""requestType":"PASSWORD_RESET"}"#
    )
    fixture.wait(seconds: 3)
    let body = #"{"oobCode": "\#(code)", "newPassword": "changed"}"#
    let weak = await fixture.call(
      "resetPassword",
      #"{"oobCode": "\#(code)", "newPassword": "123"}"#
    )
    #expect(weak.message == "WEAK_PASSWORD : Password should be at least 6 characters")
    #expect(await fixture.call("resetPassword", body).status == .ok)
    #expect(await fixture.call("resetPassword", body).message == "INVALID_OOB_CODE")
    #expect(await codes(fixture) == [])
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).message == "TOKEN_EXPIRED")
    let credentials = #"{"email": "a@example.com", "password": "changed"}"#
    let signedIn = await fixture.call("signInWithPassword", credentials).json
    #expect(signedIn["idToken"]?.payload["email_verified"]?.bool == true)
  }

  @Test("Email codes verify and change an address")
  func verification() async throws {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    let own = #""idToken": "\#(token)""#
    #expect(await send(fixture, #"{"requestType": "VERIFY_EMAIL", \#(own)}"#).status == .ok)
    let code = await codes(fixture).first?["oobCode"]?.string ?? ""
    let verified = await fixture.call("update", #"{"oobCode": "\#(code)"}"#)
    #expect(verified.json["kind"]?.string == "identitytoolkit#SetAccountInfoResponse")
    #expect(verified.json["emailVerified"]?.bool == true)
    let change =
      #"{"requestType": "VERIFY_AND_CHANGE_EMAIL", \#(own), "newEmail": "b@example.com"}"#
    #expect(await send(fixture, change).json["email"]?.string == "a@example.com")
    let sent = try #require(await codes(fixture).first)
    #expect(sent["newEmail"]?.string == "b@example.com")
    let changed = await fixture.call("update", #"{"oobCode": "\#(sent["oobCode"]?.string ?? "")"}"#)
    #expect(changed.json["newEmail"]?.string == "b@example.com")
    #expect(try await fixture.store.account(email: "b@example.com")?.isEmailVerified == true)
    #expect(try await fixture.store.account(email: "a@example.com") == nil)
  }

  @Test("A recovery code restores a changed address")
  func recovery() async throws {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    let update = await fixture.call(
      "update",
      #"{"idToken": "\#(token)", "email": "b@example.com"}"#
    )
    #expect(update.json["newEmail"]?.string == "b@example.com")
    let sent = try #require(await codes(fixture).first)
    #expect(sent["requestType"]?.string == "RECOVER_EMAIL")
    let link = try #require(sent["oobLink"]?.string).replacing("http://localhost:9199", with: "")
    let answer = await fixture.service.respond(to: .make(.get, link))
    #expect(
      answer.text
        == #"{"authEmulator":{"email":"a@example.com","success":"The email has been successfully reset."}}"#
    )
    #expect(try await fixture.store.account(email: "a@example.com") != nil)
  }

  @Test("An email link signs in and creates the account if there is none")
  func signIn() async throws {
    let fixture = AccountsFixture()
    let request =
      #"{"requestType": "EMAIL_SIGNIN", "email": "a@example.com", "continueUrl": "https://app.example/in"}"#
    #expect(await send(fixture, request).status == .ok)
    let sent = try #require(await codes(fixture).first)
    let link = try #require(sent["oobLink"]?.string).replacing("http://localhost:9199", with: "")
    let code = try #require(sent["oobCode"]?.string)
    let page = await fixture.service.respond(to: .make(.get, link))
    #expect(page.status == .seeOther)
    #expect(
      page.header("Location")
        == "https://app.example/in?mode=signIn&lang=en&oobCode=\(code)&apiKey=fake-api-key"
    )
    let unseen = await fixture.call("resetPassword", #"{"oobCode": "\#(code)"}"#)
    #expect(unseen.json["email"] == nil)
    let other = #"{"email": "b@example.com", "oobCode": "\#(code)"}"#
    #expect(
      await fixture.call("signInWithEmailLink", other).message
        == "INVALID_EMAIL : The email provided does not match the sign-in email address."
    )
    let body = #"{"email": "A@example.com", "oobCode": "\#(code)"}"#
    let json = await fixture.call("signInWithEmailLink", body).json
    #expect(json["kind"]?.string == "identitytoolkit#EmailLinkSigninResponse")
    #expect(json["isNewUser"]?.bool == true)
    #expect(json["email"]?.string == "a@example.com")
    #expect(json["expiresIn"]?.string == "3600")
    #expect(json["idToken"]?.payload["email_verified"]?.bool == true)
    #expect(json["idToken"]?.payload["firebase"]?["sign_in_provider"]?.string == "password")
    #expect(await fixture.call("signInWithEmailLink", body).message == "INVALID_OOB_CODE")
    let lookup = await fixture.administer(":lookup", #"{"email": ["a@example.com"]}"#).json
    #expect(lookup["users"]?[0]["emailLinkSignin"]?.bool == true)
    #expect(lookup["users"]?[0]["providerUserInfo"]?[0]["providerId"]?.string == "password")
  }

  @Test("Opening a link resets the password and redirects to the app")
  func links() async throws {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    func open(_ target: String) async -> EmulatorResponse {
      await fixture.service.respond(to: .make(.get, target))
    }
    _ = await send(fixture, #"{"requestType": "PASSWORD_RESET", "email": "a@example.com"}"#)
    let link = try #require(await codes(fixture).first?["oobLink"]?.string)
      .replacing("http://localhost:9199", with: "")
    let unfinished = await open(link)
    #expect(unfinished.status == .badRequest)
    #expect(
      unfinished.json["authEmulator"]?["error"]?.string == "missing newPassword query parameter"
    )
    let done = await open("\(link)&newPassword=changed")
    #expect(
      done.json["authEmulator"]?["success"]?.string
        == "The password has been successfully updated."
    )
    #expect(await open("\(link)&newPassword=changed").status == .badRequest)
    _ = await send(
      fixture,
      #"{"requestType": "VERIFY_EMAIL", "idToken": "\#(token)", "continueUrl": "https://app.example"}"#
    )
    let verify = try #require(await codes(fixture).first?["oobLink"]?.string)
      .replacing("http://localhost:9199", with: "")
    let verified = await open(verify)
    #expect(verified.status == .seeOther)
    #expect(verified.header("Location") == "https://app.example")
    for target in ["", "?apiKey=a", "?apiKey=a&oobCode=x", "?apiKey=a&oobCode=x&mode=verifyEmail"] {
      #expect(await open("/emulator/action\(target)").status == .badRequest, "\(target)")
    }
  }

  @Test("Email links are returned to administrators on request")
  func administrators() async {
    let fixture = AccountsFixture()
    _ = await fixture.signUp()
    let body =
      #"{"requestType": "VERIFY_EMAIL", "email": "a@example.com", "returnOobLink": true}"#
    let json = await fixture.administer(":sendOobCode", body).json
    #expect(json["oobCode"]?.string == String(repeating: "z", count: 54))
    #expect(json["oobLink"]?.string?.hasPrefix("\(Self.link)?mode=verifyEmail&") == true)
    #expect(fixture.reports == [])
    #expect(await send(fixture, body).message == "INSUFFICIENT_PERMISSION")
  }

  @Test(
    "Invalid requests for email codes are rejected with codes that the SDKs know",
    arguments: [
      ("sendOobCode", "{}", "MISSING_REQ_TYPE"),
      ("sendOobCode", #"{"requestType": "OOB_REQ_TYPE_UNSPECIFIED"}"#, "MISSING_REQ_TYPE"),
      ("sendOobCode", #"{"requestType": "PASSWORD_RESET"}"#, "MISSING_EMAIL"),
      (
        "sendOobCode", #"{"requestType": "PASSWORD_RESET", "email": "b@example.com"}"#,
        "EMAIL_NOT_FOUND"
      ),
      ("sendOobCode", #"{"requestType": "VERIFY_EMAIL"}"#, "INVALID_ID_TOKEN"),
      (
        "sendOobCode", #"{"requestType": "EMAIL_SIGNIN", "email": "a@b.c", "continueUrl": "/in"}"#,
        "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
      ),
      ("resetPassword", "{}", "MISSING_OOB_CODE"),
      ("resetPassword", #"{"oobCode": "x"}"#, "INVALID_OOB_CODE"),
      ("update", #"{"oobCode": "x"}"#, "INVALID_OOB_CODE"),
      ("signInWithEmailLink", #"{"oobCode": "x"}"#, "MISSING_EMAIL"),
      ("signInWithEmailLink", #"{"email": "a@example.com"}"#, "MISSING_OOB_CODE"),
      (
        "signInWithEmailLink", #"{"email": "a@example.com", "oobCode": "x"}"#, "INVALID_OOB_CODE"
      ),
    ]
  )
  func refusals(method: String, body: String, message: String) async {
    let fixture = AccountsFixture()
    _ = await fixture.signUp()
    let response = await fixture.call(method, body)
    #expect(response.status == .badRequest)
    #expect(response.message == message)
  }
}
