import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@Suite("What users do with their own accounts")
struct OwnAccountTests {
  @Test("look at them, change them and remove them, with a token that is still good")
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
       "disableUser": true, "customAttributes": "{\\"admin\\":true}", "returnSecureToken": true}
      """
    )
    #expect(update.status == .ok)
    #expect(update.json["displayName"]?.string == "A")
    #expect(update.json["emailVerified"]?.bool == false)
    #expect(update.json["passwordHash"] == nil)
    #expect(update.json["idToken"]?.payload["admin"] == nil)
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).message == "TOKEN_EXPIRED")
    token = update.json["idToken"]?.string ?? ""
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).status == .ok)
    #expect(await fixture.call("delete", #"{"idToken": "\#(token)"}"#).status == .ok)
    #expect(await fixture.call("lookup", #"{"idToken": "\#(token)"}"#).message == "USER_NOT_FOUND")
    #expect(await fixture.call("update", "{}").message == "INVALID_REQ_TYPE")
  }
}
