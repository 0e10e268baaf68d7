import HTTPTypes
import TaneCore
import TaneServices
import Testing

@Suite("Errors of Firestore")
struct FirestoreRefusalTests {
  private static let request = "POST /v1/\(TestFirestore.name)/documents:runQuery: "
  private static let link =
    "https://console.firebase.google.com/v1/r/project/demo/firestore/indexes?create_composite="
    + String(repeating: "Ck9wcm9qZWN0cy9k", count: 20)

  /// Returns the error of a query, without the request in its message.
  private func refusal(
    _ answer: TransportResponse,
    _ credential: ServiceCredential = TestConnections.production
  ) async throws -> StoreError {
    let client = try TestFirestore.firebase(TestTransport([answer]), credential)
    let error = try #require(
      await #expect(throws: StoreError.self) {
        try await client.documents(matching: DocumentQuery(collectionID: "c"))
      }
    )
    #expect(error.service == "firestore (\(TestFirestore.name))")
    #expect(error.message.hasPrefix(Self.request))
    #expect(error.outcome == .nothingWritten)
    return StoreError(
      error.code,
      service: "",
      String(error.message.dropFirst(Self.request.count))
    )
  }

  /// An error of the service, and the expected error.
  struct Case: Sendable, CustomTestStringConvertible {
    let status: String
    let code: Int
    let message: String
    let expected: StoreError.Code
    let advice: String

    var testDescription: String { "\(status) \(message)" }
  }

  private static let console =
    "https://console.developers.google.com/apis/api/firestore.googleapis.com/overview?project=1"

  static let cases: [Case] = [
    Case(
      status: "NOT_FOUND",
      code: 404,
      message: "The database (default) does not exist for project demo",
      expected: .notFound,
      advice:
        "check the project and database names in the profile, or create the database "
        + "in the Firebase console"
    ),
    Case(
      status: "FAILED_PRECONDITION",
      code: 400,
      message:
        "The Cloud Firestore API is not available for Firestore in Datastore Mode database x",
      expected: .unsupported,
      advice:
        "the database is in Datastore mode, which has no documents: use a database in Native mode "
        + "in the profile"
    ),
    Case(
      status: "PERMISSION_DENIED",
      code: 403,
      message: "Missing or insufficient permissions.",
      expected: .notAuthorized,
      advice:
        "the access token is not allowed to do this; give it the role Cloud Datastore User in the database's project, or use another key"
    ),
    Case(
      status: "PERMISSION_DENIED",
      code: 403,
      message:
        "Cloud Firestore API has not been used in project 1 before or it is disabled. Enable it by visiting \(console) then retry.",
      expected: .notAuthorized,
      advice:
        "enable the Cloud Firestore API at \(console), wait a few minutes and try again"
    ),
    Case(
      status: "UNAUTHENTICATED",
      code: 401,
      message: "Request had invalid credentials.",
      expected: .notAuthorized,
      advice:
        "the access token is not accepted: such tokens expire after an hour; get a new one, or set "
        + "\"credentials\" in the profile to the key of a service account"
    ),
    Case(
      status: "RESOURCE_EXHAUSTED",
      code: 429,
      message: "Quota exceeded.",
      expected: .rateLimited,
      advice:
        "a quota is exhausted, or requests are too frequent: try again later, or check the quotas "
        + "of the project"
    ),
    Case(
      status: "UNAVAILABLE",
      code: 503,
      message: "The service is down.",
      expected: .unavailable,
      advice: "try again later"
    ),
    Case(
      status: "DEADLINE_EXCEEDED",
      code: 504,
      message: "Slow.",
      expected: .unavailable,
      advice: "the service took too long: request less data, or try again"
    ),
    Case(
      status: "INVALID_ARGUMENT",
      code: 400,
      message: "Order by clause cannot contain x.",
      expected: .invalidData,
      advice: ""
    ),
    Case(
      status: "INVALID_ARGUMENT",
      code: 400,
      message: "Request payload size exceeds the limit: 11534336 bytes.",
      expected: .tooLarge,
      advice: "write fewer documents at a time"
    ),
    Case(
      status: "UNIMPLEMENTED",
      code: 501,
      message: "Not here.",
      expected: .unsupported,
      advice: ""
    ),
  ]

  @Test("Firestore errors are mapped from the status of Google's services", arguments: cases)
  func statuses(failure: Case) async throws {
    let said = "\(failure.message) (\(failure.status))"
    let words = failure.advice.isEmpty ? said : "\(said); \(failure.advice)"
    for inList in [true, false] {
      let answer = TestFirestore.failure(
        failure.status,
        failure.code,
        failure.message,
        inList: inList
      )
      #expect(try await refusal(answer) == StoreError(failure.expected, service: "", words))
    }
  }

  @Test("The error about a missing index contains the complete URL to create it")
  func index() async throws {
    let missing = "The query requires an index. You can create it here: \(Self.link)"
    let error = try await refusal(TestFirestore.failure("FAILED_PRECONDITION", 400, missing))
    #expect(error.code == .invalidData)
    #expect(
      error.message.hasSuffix(
        "… (FAILED_PRECONDITION); create the index at \(Self.link), or remove the filter or order "
          + "from the query"
      )
    )
    let building =
      "The query requires an index. That index is currently building and cannot be used yet. See its status"
      + " here: https://console.firebase.google.com/v1/r/project/demo/firestore/indexes"
    #expect(
      try await refusal(TestFirestore.failure("FAILED_PRECONDITION", 400, building)).message
        == "\(building) (FAILED_PRECONDITION); the index is being built: try again when it is ready, see it"
        + " at https://console.firebase.google.com/v1/r/project/demo/firestore/indexes"
    )
    let elsewhere = "The query requires an index. See https://console.example/"
    #expect(
      try await refusal(TestFirestore.failure("FAILED_PRECONDITION", 400, elsewhere)).message
        == "\(elsewhere) (FAILED_PRECONDITION); create the index, or remove the filter or order "
        + "from the query"
    )
  }

  @Test("Responses from other servers instead of Firestore are errors with advice")
  func intruders() async throws {
    let page = Array("<html>Sign in</html>".utf8)
    let html = TransportResponse(200, fields: [.contentType: "text/html"], bytes: page)
    let advice =
      "check the URL, and whether a proxy or a login page responds in the service's place"
    #expect(
      try await refusal(html)
        == StoreError(
          .invalidResponse,
          service: "",
          "an HTML page was returned instead of data; \(advice)"
        )
    )
    #expect(
      try await refusal(TransportResponse(404, bytes: page))
        == StoreError(
          .invalidResponse,
          service: "",
          "an HTML page was returned with status 404; \(advice)"
        )
    )
    #expect(
      try await refusal(TransportResponse(502, bytes: page))
        == StoreError(
          .unavailable,
          service: "",
          "an HTML page was returned with status 502; try again"
        )
    )
    for text in [#"[{"document":"#, "{}", "", "42"] {
      #expect(
        try await refusal(.json(text))
          == StoreError(
            .invalidResponse,
            service: "",
            "the response is not JSON, or was truncated; try again"
          )
      )
    }
    let redirect = TransportResponse(302, fields: [.location: "https://login.example/?a=b"])
    #expect(
      try await refusal(redirect)
        == StoreError(
          .invalidResponse,
          service: "",
          "status 302; the address redirects to login.example, but Tane does not follow redirects; "
            + "correct the URL in the profile"
        )
    )
  }

  @Test("Tokens in Firestore messages are redacted")
  func secrets() async throws {
    let message = "bad token ya29.abcdefghijk for you"
    let error = try await refusal(TestFirestore.failure("INVALID_ARGUMENT", 400, message))
    #expect(error.message == "bad token <redacted> for you (INVALID_ARGUMENT)")
  }

  @Test("A denied Firestore request without credentials advises to set them")
  func noCredential() async throws {
    let denied = TestFirestore.failure("PERMISSION_DENIED", 403, "No.")
    #expect(
      try await refusal(denied, .none).message
        == "No. (PERMISSION_DENIED); set \"credentials\" in the profile to the key of a service account"
    )
  }

  @Test("A missing database is not reported as a missing document")
  func databaseOfCommit() async throws {
    let message = "The database (default) does not exist for project demo"
    let transport = TestTransport([TestFirestore.failure("NOT_FOUND", 404, message)])
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(transport)
        .commit([.set([:], at: "c/d", if: .exists(true))])
    }
    #expect(error?.code == .notFound)
  }
}
