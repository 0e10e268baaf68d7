import HTTPTypes
import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting
import Testing

@Suite("Errors of Identity Toolkit")
struct AccountRefusalTests {
  private static let lookup = "POST /v1/projects/demo/accounts:lookup: "

  @Test(
    "Account errors for administrators have readable messages with advice",
    arguments: [
      (
        404, "CONFIGURATION_NOT_FOUND", StoreError.Code.notFound,
        "CONFIGURATION_NOT_FOUND (status 404); Authentication is not set up in demo: open "
          + "Authentication in the Firebase console and choose \"Get started\""
      ),
      (
        400, "PROJECT_NOT_FOUND", .notFound,
        "PROJECT_NOT_FOUND (status 400); check \"accounts\" in the profile"
      ),
      (
        403, "Permission denied on resource project demo.", .notAuthorized,
        "Permission denied on resource project demo. (status 403); the access token is not allowed to do this; give it"
          + " the role Firebase Authentication Admin in demo, or use another key"
      ),
      (
        400, "INSUFFICIENT_PERMISSION", .notAuthorized,
        "INSUFFICIENT_PERMISSION (status 400); give the credential's account the role Firebase Authentication"
          + " Admin in demo, or use another key"
      ),
      (
        403, "The identitytoolkit.googleapis.com API requires a quota project", .notAuthorized,
        "The identitytoolkit.googleapis.com API requires a quota project (status 403); set a quota "
          + "project with gcloud auth application-default set-quota-project demo, or use a service "
          + "account's key"
      ),
      (
        429, "QUOTA_EXCEEDED : Exceeded quota for getting account info.", .rateLimited,
        "QUOTA_EXCEEDED : Exceeded quota for getting account info. (status 429); a quota of the "
          + "project is exhausted: try again later"
      ),
      (400, "INVALID_ARGUMENT", .invalidData, "INVALID_ARGUMENT (status 400)"),
      (500, "INTERNAL_ERROR", .unavailable, "INTERNAL_ERROR (status 500); try again"),
    ]
  )
  func administrators(
    status: Int,
    text: String,
    code: StoreError.Code,
    message: String
  ) async throws {
    let answer = #"{"error":{"code":\#(status),"message":"\#(text)"}}"#
    let client = TestAccounts.firebase(TestTransport([.json(answer, status)]))
    let error = await #expect(throws: StoreError.self) { try await client.account(id: "a") }
    #expect(error?.code == code)
    #expect(error?.service == "accounts (demo)")
    #expect(error?.message == Self.lookup + message)
  }

  @Test("An HTML page in response to a deletion does not count as success")
  func pageForDeletion() async throws {
    let page = TransportResponse(
      200,
      fields: [.contentType: "text/html"],
      bytes: Array("<html>Sign in</html>".utf8)
    )
    let client = TestAccounts.firebase(TestTransport([page]))
    let error = await #expect(throws: StoreError.self) { try await client.delete(id: "a") }
    #expect(error?.code == .invalidResponse)
    #expect(error?.outcome == .unknown)
  }

  @Test("HTML pages and invalid JSON in place of data are errors")
  func noData() async throws {
    let page = TransportResponse(
      200,
      fields: [.contentType: "text/html"],
      bytes: Array("<html>Sign in</html>".utf8)
    )
    let answers: [(TransportResponse, String)] = [
      (
        page,
        "an HTML page was returned instead of data; check the URL, and whether a proxy or a login "
          + "page responds in the service's place"
      ),
      (.json(#"{"users":"#), "the response is not JSON, or was truncated; try again"),
      (.json(#"{"users":[{}]}"#), "the response contains an invalid account; try again"),
      (
        TransportResponse(400, bytes: Array("<html>Bad request</html>".utf8)),
        "an HTML page was returned with status 400; check the URL, and whether a proxy or a login "
          + "page responds in the service's place"
      ),
      (
        TransportResponse(302, fields: [.location: "https://login.example"]),
        "status 302; the address redirects to login.example, but Tane does not follow redirects; "
          + "correct the URL in the profile"
      ),
    ]
    for (answer, message) in answers {
      let client = TestAccounts.firebase(TestTransport([answer]))
      let error = await #expect(throws: StoreError.self) { try await client.account(id: "a") }
      #expect(error?.message == Self.lookup + message)
    }
  }

  @Test("Deleting an account that is already gone does not fail")
  func deletion() async throws {
    let gone = TransportResponse.json(#"{"error":{"message":"USER_NOT_FOUND"}}"#, 400)
    #expect(try await TestAccounts.firebase(TestTransport([gone])).delete(id: "a") == false)
    let lost = TestTransport { _, number in
      guard number > 0 else { throw TransportFailure.closed }
      return gone
    }
    #expect(try await TestAccounts.firebase(lost).delete(id: "a"))
  }

  @Test(
    "An import without a response is not repeated, and the error says nothing was written"
  )
  func lostImport() async throws {
    let transport = TestTransport { request, _ in
      guard request.url.hasSuffix("lookup") else { throw TransportFailure.closed }
      return .json("{}")
    }
    let client = TestAccounts.firebase(transport)
    let error = await #expect(throws: StoreError.self) {
      try await client.put(TestAccounts.account("a"), replacing: nil)
    }
    #expect(
      error?.message
        == "POST /v1/projects/demo/accounts:batchCreate: identitytoolkit.googleapis.com closed the connection"
        + " before the response was complete; try again"
    )
    #expect(error?.outcome == .nothingWritten)
    #expect(transport.requests.count == 3)
  }

  @Test("An import without a response is verified, and all stored accounts count as done")
  func foundImport() async throws {
    let emulator = EmulatorTransport(service: TestAccounts.emulator())
    let stored = TestTransport { request, _ in
      let answer = try await emulator.send(request)
      if request.url.hasSuffix("batchCreate") { throw TransportFailure.closed }
      return answer
    }
    let imports = ["a", "b"].map { AccountImport(TestAccounts.account($0), password: "secret1") }
    #expect(try await TestAccounts.client(stored).importAccounts(imports) == [])
    let dark = TestTransport { request, number in
      if number > 0 { throw TransportFailure.closed }
      return try await emulator.send(request)
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestAccounts.client(dark).importAccounts([
        AccountImport(TestAccounts.account("c"))
      ])
    }
    #expect(error?.outcome == .unknown)
  }

  @Test("An account change without a response is verified")
  func foundChange() async throws {
    let emulator = EmulatorTransport(service: TestAccounts.emulator())
    let account = TestAccounts.account("a")
    try await TestAccounts.client(emulator).put(account, replacing: nil)
    var renamed = account
    renamed.displayName = "名前"
    for isMade in [false, true] {
      let transport = TestTransport { request, _ in
        guard request.url.hasSuffix("update") else { return try await emulator.send(request) }
        if isMade { _ = try await emulator.send(request) }
        throw TransportFailure.closed
      }
      let client = try TestAccounts.client(transport)
      if isMade {
        try await client.put(renamed, replacing: account)
      } else {
        let error = await #expect(throws: StoreError.self) {
          try await client.put(renamed, replacing: account)
        }
        #expect(error?.outcome == .nothingWritten)
      }
    }
  }

  @Test("Removing all accounts of a project includes disabled ones")
  func removal() async throws {
    let store = InMemoryAccountStore()
    try await store.put(TestAccounts.account("a"), replacing: nil)
    let client = TestAccounts.firebase(EmulatorTransport(service: TestAccounts.emulator(store)))
    try await client.removeAll()
    #expect(try await store.accounts(after: nil, limit: 9) == [])
    let transport = TestTransport { request, _ in
      request.url.contains("batchGet")
        ? .json(#"{"users":[{"localId":"a"}]}"#)
        : .json(#"{"errors":[{"index":0,"localId":"a","message":"NOT_DISABLED : Disable."}]}"#)
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestAccounts.firebase(transport).removeAll()
    }
    #expect(
      error?.message
        == "POST /v1/projects/demo/accounts:batchDelete: 1 account could not be removed (first "
        + "error: \"NOT_DISABLED : Disable.\"); try again"
    )
  }
}
