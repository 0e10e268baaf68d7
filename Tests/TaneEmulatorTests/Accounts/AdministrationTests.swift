import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@Suite("Account administration")
struct AdministrationTests {
  private static let ids = ["user1", "user2", "user3"]

  private func fixture() async -> AccountsFixture {
    let fixture = AccountsFixture()
    let response = await fixture.administer(
      ":batchCreate",
      """
      {"users": [
        {"localId": "user1", "email": "One@example.com", "emailVerified": true, "rawPassword": "secret",
         "displayName": "麺屋", "customAttributes": "{\\"admin\\":true}", "createdAt": "1000",
         "phoneNumber": "+81312345678"},
        {"localId": "user2", "email": "two@example.com", "passwordHash": "aGFzaA", "salt": "c2FsdA",
         "disabled": true},
        {"localId": "user3", "providerUserInfo": [
          {"providerId": "google.com", "rawId": "g1", "email": "three@example.com"},
          {"providerId": "password", "rawId": "x"}]}]}
      """
    )
    #expect(response.text == #"{"kind":"identitytoolkit#UploadAccountResponse"}"#)
    return fixture
  }

  @Test("Imported accounts are stored as given, and those with a plain password can sign in")
  func batchCreate() async {
    let fixture = await fixture()
    let body = #"{"email": "one@example.com", "password": "secret"}"#
    let json = await fixture.call("signInWithPassword", body).json
    #expect(json["localId"]?.string == "user1")
    #expect(json["idToken"]?.payload["admin"]?.bool == true)
    let lookup = await fixture.administer(":lookup", #"{"localId": ["user1", "none"]}"#)
    let salt = "fakeSaltxxxxxxxxxxxxxxxxxxxx"
    #expect(
      lookup.json["users"]
        == Tree([
          [
            "localId": "user1", "email": "one@example.com", "emailVerified": true,
            "displayName": "麺屋", "customAttributes": #"{"admin":true}"#, "createdAt": "1000",
            "phoneNumber": "+81312345678", "validSince": "1700000000",
            "passwordHash": .string("fakeHash:salt=\(salt):password=secret"), "salt": .string(salt),
            "passwordUpdatedAt": 1_700_000_000_123, "lastLoginAt": "1700000000123",
            "lastRefreshAt": "2023-11-14T22:13:20.123Z",
            "providerUserInfo": [
              ["providerId": "phone", "phoneNumber": "+81312345678", "rawId": "+81312345678"],
              [
                "providerId": "password", "email": "one@example.com", "rawId": "one@example.com",
                "federatedId": "one@example.com", "displayName": "麺屋",
              ],
            ],
          ]
        ])
    )
  }

  @Test("An import reports the error of each rejected account and stores the others")
  func importErrors() async {
    let fixture = await fixture()
    let response = await fixture.administer(
      ":batchCreate",
      """
      {"users": [{"email": "x@example.com"}, {"localId": "user1"}, {"localId": "b", "email": "nobody"},
       {"localId": "c", "email": "two@example.com"}, {"localId": "d", "phoneNumber": "123"},
       {"localId": "e", "customAttributes": "{\\"sub\\":1}"}, {"localId": "f", "rawPassword": "123"},
       {"localId": "g", "disabled": "yes"}, {"localId": "ok"}]}
      """
    )
    #expect(response.status == .ok)
    let errors = response.json["error"]?.children.map { error in
      "\(error["index"]?.integer ?? -1) \(error["message"]?.string ?? "")"
    }
    #expect(
      errors == [
        "0 localId is missing", "1 localId belongs to an existing account - can not overwrite.",
        "2 email is invalid", "3 email exists in other account in database",
        "4 phone number format is invalid", "5 Custom claims provided include a reserved claim.",
        "6 WEAK_PASSWORD : Password should be at least 6 characters",
        "7 Invalid value at 'users[7].disabled': found \"yes\", expected a boolean.",
      ]
    )
    let overwrite = #"{"allowOverwrite": true, "users": [{"localId": "user1"}]}"#
    #expect(await fixture.administer(":batchCreate", overwrite).json["error"] == nil)
    #expect(await fixture.administer(":batchCreate", "{}").message == "MISSING_USER_ACCOUNT")
  }

  @Test("Accounts are listed page by page")
  func batchGet() async {
    let fixture = await fixture()
    var (ids, token): ([String], String) = ([], "")
    repeat {
      let query = ":batchGet?maxResults=2&nextPageToken=\(token)"
      let json = await fixture.administer(query, "", .get).json
      #expect(json["kind"]?.string == "identitytoolkit#DownloadAccountResponse")
      ids += json["users"]?.children.compactMap { $0["localId"]?.string } ?? []
      token = json["nextPageToken"]?.string ?? ""
    } while !token.isEmpty && ids.count < 10
    #expect(ids == Self.ids)
    let all = await fixture.administer(":batchGet?maxResults=-1", "", .get).json
    #expect(all["users"]?.children.compactMap { $0["localId"]?.string } == Self.ids)
    #expect(all["nextPageToken"] == nil)
    let wrong = await fixture.administer(":batchGet?maxResults=0", "", .get)
    #expect(wrong.message == "INVALID_PAGE_SELECTION : maxResults must be from 1 to 1000.")
  }

  @Test("Accounts are found by email address, phone number and identifier")
  func lookups() async {
    let fixture = await fixture()
    func ids(_ json: String) async -> [String] {
      let users = await fixture.administer(":lookup", json).json["users"]
      return users?.children.compactMap { $0["localId"]?.string } ?? []
    }
    #expect(await ids(#"{"email": ["TWO@example.com"], "localId": ["user2"]}"#) == ["user2"])
    #expect(await ids(#"{"phoneNumber": ["+81312345678"]}"#) == ["user1"])
    let none = await fixture.administer(":lookup", #"{"localId": ["none"]}"#)
    #expect(none.text == #"{"kind":"identitytoolkit#GetAccountInfoResponse"}"#)
    let query = await fixture.administer(
      ":query",
      #"{"expression": [{"email": "two@example.com"}, {"userId": "user3"}]}"#
    )
    #expect(query.json["recordsCount"]?.string == "2")
    #expect(query.json["userInfo"]?.children.count == 2)
    let count = await fixture.administer(":query", #"{"returnUserInfo": false}"#)
    #expect(count.text == #"{"recordsCount":"3"}"#)
  }

  @Test("An administrator can create accounts with given identifiers without signing in")
  func creation() async {
    let fixture = await fixture()
    let body =
      #"{"localId": "mine", "email": "new@example.com", "disabled": true, "emailVerified": true}"#
    let response = await fixture.administer("", body)
    #expect(
      response.text
        == #"{"email":"new@example.com","kind":"identitytoolkit#SignupNewUserResponse","#
        + #""localId":"mine"}"#
    )
    #expect(
      await fixture.administer(":signUp", #"{"localId": "mine"}"#).message == "DUPLICATE_LOCAL_ID"
    )
    let number = await fixture.administer("", #"{"phoneNumber": "+81312345678"}"#)
    #expect(number.message == "PHONE_NUMBER_EXISTS")
  }

  @Test("An administrator can change and remove account fields")
  func updates() async throws {
    let fixture = await fixture()
    let response = await fixture.administer(
      ":update",
      """
      {"localId": "user1", "displayName": "New", "customAttributes": "{}", "disableUser": true,
       "deleteProvider": ["phone", "password"], "validSince": "1700000009",
       "linkProviderUserInfo": {"providerId": "apple.com", "rawId": "a1"}}
      """
    )
    #expect(response.json["kind"]?.string == "identitytoolkit#SetAccountInfoResponse")
    var account = try await fixture.store.account(id: "user1")
    #expect(account?.displayName == "New")
    #expect(account?.isDisabled == true)
    #expect(account?.phoneNumber == nil)
    #expect(account?.password == nil)
    #expect(account?.validSince == 1_700_000_009)
    #expect(account?.providers == [Account.Provider(providerID: "apple.com", rawID: "a1")])
    let removal =
      #"{"localId": "user1", "deleteAttribute": ["DISPLAY_NAME", 4], "deleteProvider": ["apple.com"]}"#
    #expect(await fixture.administer(":update", removal).status == .ok)
    account = try await fixture.store.account(id: "user1")
    #expect(account?.displayName == nil)
    #expect(account?.providers == [])
    let wrong = [
      (#"{"localId": "none"}"#, "USER_NOT_FOUND"), ("{}", "MISSING_LOCAL_ID"),
      (#"{"localId": "user1", "email": "two@example.com"}"#, "EMAIL_EXISTS"),
      (#"{"localId": "user1", "customAttributes": "[]"}"#, "INVALID_CLAIMS"),
      (#"{"localId": "user1", "linkProviderUserInfo": {"rawId": "1"}}"#, "MISSING_PROVIDER_ID"),
      (#"{"localId": "user1", "linkProviderUserInfo": {"providerId": "x"}}"#, "MISSING_RAW_ID"),
      (#"{"localId": "user1", "customAttributes": "{\"iss\": 1}"}"#, "FORBIDDEN_CLAIM : iss"),
    ]
    for (body, message) in wrong {
      #expect(await fixture.administer(":update", body).message == message)
    }
  }

  @Test("Accounts are deleted one by one, in batches if disabled, or all at once")
  func removal() async throws {
    let fixture = await fixture()
    #expect(await fixture.administer(":delete", #"{"localId": "user3"}"#).status == .ok)
    #expect(
      await fixture.administer(":delete", #"{"localId": "user3"}"#).message == "USER_NOT_FOUND"
    )
    let batch = await fixture.administer(
      ":batchDelete",
      #"{"localIds": ["user1", "user2", "none"]}"#
    )
    #expect(
      batch.json
        == Tree([
          "errors": [
            [
              "index": 0, "localId": "user1",
              "message": "NOT_DISABLED : Disable the account before batch deletion.",
            ]
          ]
        ])
    )
    #expect(try await fixture.store.accounts(after: nil, limit: 9).map(\.localID) == ["user1"])
    let forced = #"{"localIds": ["user1"], "force": true}"#
    #expect(await fixture.administer(":batchDelete", forced).text == "{}")
    _ = await fixture.signUp()
    let clear = "/emulator/v1/projects/demo/accounts"
    #expect(await fixture.service.respond(to: .make(.delete, clear)).text == "{}")
    #expect(try await fixture.store.accounts(after: nil, limit: 9) == [])
  }
}
