import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@Suite("Text message codes")
struct SMSCodeTests {
  private static let number = "+81312345678"

  /// Sends a code, and returns it with its session.
  private func send(_ fixture: AccountsFixture) async throws -> (session: String, code: String) {
    let response = await fixture.call(
      "sendVerificationCode",
      #"{"phoneNumber": "\#(Self.number)"}"#
    )
    let session = try #require(response.json["sessionInfo"]?.string)
    let path = "/emulator/v1/projects/demo/verificationCodes"
    let list = await fixture.service.respond(to: .make(.get, path)).json
    let sent = try #require(list["verificationCodes"]?.children.last)
    #expect(sent["sessionInfo"]?.string == session)
    #expect(sent["phoneNumber"]?.string == Self.number)
    let code = try #require(sent["code"]?.string)
    #expect(code.count == 6)
    #expect(
      fixture.reports.last == "to verify the phone number \(Self.number), use the code \(code)"
    )
    return (session, code)
  }

  @Test("A text message code signs in and creates the account")
  func signIn() async throws {
    let fixture = AccountsFixture()
    for isNew in [true, false] {
      let (session, code) = try await send(fixture)
      let wrong = code == "000000" ? "000001" : "000000"
      let refused = await fixture.call(
        "signInWithPhoneNumber",
        #"{"sessionInfo": "\#(session)", "code": "\#(wrong)"}"#
      )
      #expect(refused.message == "INVALID_CODE")
      let body = #"{"sessionInfo": "\#(session)", "code": "\#(code)"}"#
      let json = await fixture.call("signInWithPhoneNumber", body).json
      #expect(json["isNewUser"]?.bool == isNew)
      #expect(json["phoneNumber"]?.string == Self.number)
      #expect(json["expiresIn"]?.string == "3600")
      #expect(json["idToken"]?.payload["phone_number"]?.string == Self.number)
      #expect(json["idToken"]?.payload["firebase"]?["sign_in_provider"]?.string == "phone")
      let again = await fixture.call("signInWithPhoneNumber", body)
      #expect(again.message == "INVALID_SESSION_INFO")
    }
    #expect(try await fixture.store.accounts(after: nil, limit: 9).count == 1)
  }

  @Test("A text message code links a number or proves the number of another account")
  func linking() async throws {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    let (session, code) = try await send(fixture)
    let linked = await fixture.call(
      "signInWithPhoneNumber",
      #"{"sessionInfo": "\#(session)", "code": "\#(code)", "idToken": "\#(token)"}"#
    )
    #expect(linked.json["isNewUser"]?.bool == false)
    #expect(linked.json["idToken"]?.payload["email"]?.string == "a@example.com")
    let other = await fixture.signUp("b@example.com")["idToken"]?.string ?? ""
    let (second, secondCode) = try await send(fixture)
    let taken = await fixture.call(
      "signInWithPhoneNumber",
      #"{"sessionInfo": "\#(second)", "code": "\#(secondCode)", "idToken": "\#(other)"}"#
    ).json
    #expect(taken["temporaryProofExpiresIn"]?.string == "3600")
    #expect(taken["idToken"] == nil)
    let proof = try #require(taken["temporaryProof"]?.string)
    let body = #""phoneNumber": "\#(Self.number)", "temporaryProof": "\#(proof)""#
    let signedIn = await fixture.call("signInWithPhoneNumber", "{\(body)}").json
    #expect(signedIn["localId"] == linked.json["localId"])
    let refused = await fixture.call(
      "signInWithPhoneNumber",
      #"{\#(body), "idToken": "\#(other)"}"#
    )
    #expect(refused.message == "PHONE_NUMBER_EXISTS")
  }

  @Test(
    "Invalid text message codes are rejected with codes that the SDKs know",
    arguments: [
      ("sendVerificationCode", "{}", "INVALID_PHONE_NUMBER : Invalid format."),
      ("signInWithPhoneNumber", "{}", "MISSING_SESSION_INFO"),
      ("signInWithPhoneNumber", #"{"sessionInfo": "x"}"#, "MISSING_CODE"),
      ("signInWithPhoneNumber", #"{"sessionInfo": "x", "code": "1"}"#, "INVALID_SESSION_INFO"),
      ("signInWithPhoneNumber", #"{"temporaryProof": "x"}"#, "MISSING_PHONE_NUMBER"),
      (
        "signInWithPhoneNumber", #"{"temporaryProof": "x", "phoneNumber": "+1"}"#,
        "INVALID_TEMPORARY_PROOF"
      ),
    ]
  )
  func refusals(method: String, body: String, message: String) async {
    let response = await AccountsFixture().call(method, body)
    #expect(response.status == .badRequest)
    #expect(response.message == message)
  }
}
