import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@Suite("Users' changes to their own accounts")
struct OwnAccountTests {
  @Test("Users can view, change and delete their account with a valid token")
  func own() async throws {
    let fixture = AccountsFixture()
    let signUp = await fixture.signUp()
    var token = signUp["idToken"]?.string ?? ""
    let lookup = await fixture.call("lookup", #"{"idToken": "\#(token)"}"#)
    #expect(lookup.json["users"]?[0]["email"]?.string == "a@example.com")
    #expect(lookup.json["users"]?[0]["passwordHash"] == nil)
    fixture.wait(seconds: 10)
    let update = await fixture.call(
      "update",
      """
      {"idToken": "\(token)", "displayName": "A", "password": "changed", "emailVerified": true,
       "returnSecureToken": true}
      """
    )
    #expect(update.status == .ok)
    #expect(update.json["displayName"]?.string == "A")
    #expect(update.json["emailVerified"]?.bool == false)
    #expect(update.json["passwordHash"] == nil)
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).message == "TOKEN_EXPIRED")
    token = update.json["idToken"]?.string ?? ""
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).status == .ok)
    #expect(await fixture.call("delete", #"{"idToken": "\#(token)"}"#).status == .ok)
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).message == "USER_NOT_FOUND")
    let refusals = [
      ("{}", "INVALID_REQ_TYPE : Unsupported request parameters."),
      (#"{"idToken": "x", "customAttributes": "{}"}"#, "INSUFFICIENT_PERMISSION"),
    ]
    for (body, message) in refusals {
      #expect(await fixture.call("update", body).message == message)
    }
  }

  @Test("Users cannot disable or enable themselves, and a new address expires their tokens")
  func limits() async {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    let disabling = #"{"idToken": "\#(token)", "disableUser": false}"#
    #expect(await fixture.call("update", disabling).message == "OPERATION_NOT_ALLOWED")
    fixture.wait(seconds: 5)
    let change = #"{"idToken": "\#(token)", "email": "b@example.com"}"#
    let json = await fixture.call("update", change).json
    #expect(json["newEmail"]?.string == "b@example.com")
    #expect(json["idToken"]?.payload["iat"]?.integer == 1_700_000_005)
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).message == "TOKEN_EXPIRED")
  }
}
