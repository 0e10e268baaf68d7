import HTTPTypes
import TaneCore
import TaneServices
import Testing

@Suite("Errors of the Realtime Database")
struct RefusalTests {
  private static let page = TransportResponse(
    200,
    fields: [.contentType: "text/html"],
    bytes: Array("<html>Sign in</html>".utf8)
  )

  private func message(
    reading answer: TransportResponse,
    _ credential: ServiceCredential = TestConnections.production
  ) async throws -> StoreError {
    let database = try TestConnections.firebase(TestTransport([answer]), credential)
    return try #require(
      await #expect(throws: StoreError.self) {
        try await database.children(
          at: "/p",
          matching: TreeQuery(order: .child("f"), limit: .first(1))
        )
      }
    )
  }

  @Test(
    "Read errors of the database have readable messages with advice",
    arguments: [
      (
        400, #"Index not defined, add \".indexOn\": \"f\", for path \"/p\", to the rules"#,
        StoreError.Code.invalidData,
        #"Index not defined, add ".indexOn": "f", for path "/p", to the rules (status 400);"#
          + " alternatively, order by key, which needs no index"
      ),
      (
        401, "Permission denied", .notAuthorized,
        "Permission denied (status 401); the access token is not allowed to do this; give it the role Firebase"
          + " Realtime Database Admin in the database's project, or use another key"
      ),
      (402, "Quota", .unavailable, "Quota (status 402); the project's quota is exhausted"),
      (
        404,
        "Database lives in a different region. Please change your database URL to https://x.example",
        .notFound,
        "Database lives in a different region. Please change your database URL to "
          + "https://x.example (status 404); use that URL in the profile"
      ),
      (
        404, "404 Not Found", .notFound,
        "404 Not Found (status 404); check the database's name in the URL"
      ),
      (
        423, "deactivated", .unavailable,
        "deactivated (status 423); the database is disabled in the Firebase console"
      ),
      (
        401, "Unauthorized request.", .notAuthorized,
        "Unauthorized request. (status 401); the access token is not accepted: such tokens expire "
          + "after an hour; get a new one, or set \"credentials\" in the profile to the key of a "
          + "service account"
      ),
      (
        403, "Forbidden", .notAuthorized,
        "Forbidden (status 403); the access token is not allowed to do this; give it the role Firebase Realtime"
          + " Database Admin in the database's project, or use another key"
      ),
      (
        429, "slow", .rateLimited,
        "slow (status 429); the service accepts no more requests at the moment: try again later, or "
          + "lower \"limits.bytesPerMinute\" in the profile"
      ),
      (500, "oops", .unavailable, "oops (status 500); try again"),
      (503, "wait", .unavailable, "wait (status 503); try again later"),
      (
        418, "tea", .invalidResponse,
        "tea (status 418); check the URL, and whether a proxy or a login page responds in the "
          + "service's place"
      ),
    ]
  )
  func reading(
    status: Int,
    text: String,
    code: StoreError.Code,
    message: String
  ) async throws {
    let error = try await self.message(reading: .json("{\n  \"error\" : \"\(text)\"\n}\n", status))
    #expect(error.code == code)
    #expect(error.service == "shops (https://demo-shops.firebaseio.com)")
    let request = "GET /p.json?orderBy=%22f%22&limitToFirst=1&format=export: "
    #expect(error.message == request + message)
  }

  @Test("HTML pages and invalid JSON in place of database values are errors")
  func noData() async throws {
    let request = "GET /p.json?orderBy=%22f%22&limitToFirst=1&format=export: "
    #expect(
      try await message(reading: Self.page).message
        == request
        + "an HTML page was returned instead of data; check the URL, and whether a proxy or a "
        + "login page responds in the service's place"
    )
    #expect(
      try await message(reading: .json(#"{"a":"#)).message
        == request + "the response is not JSON, or was truncated; try again"
    )
    let bad = TransportResponse(502, bytes: Array("<html>Bad gateway</html>".utf8))
    #expect(
      try await message(reading: bad).message == request
        + "an HTML page was returned with status 502; try again"
    )
    let blocked = TransportResponse(403, bytes: Array("<html>Blocked by policy</html>".utf8))
    let error = try await message(reading: blocked)
    #expect(error.code == .invalidResponse)
    #expect(
      error.message == request
        + "an HTML page was returned with status 403; check the URL, and whether a proxy or a "
        + "login page responds in the service's place"
    )
  }

  @Test("The error about another region contains the right URL")
  func region() async throws {
    let answer = TransportResponse.json(
      """
      {"correctUrl":"https://demo.asia-southeast1.firebasedatabase.app","error":"Database lives in a different \
      region. Please change your database URL"}
      """,
      404
    )
    let error = try await message(reading: answer)
    #expect(error.code == .notFound)
    #expect(
      error.message
        == "GET /p.json?orderBy=%22f%22&limitToFirst=1&format=export: Database lives in a "
        + "different region. Please change your database URL (status 404); set the "
        + "URL in the profile to https://demo.asia-southeast1.firebasedatabase.app"
    )
  }

  @Test("A denied request without credentials advises to set them")
  func noCredential() async throws {
    let denied = TransportResponse.json(#"{"error":"Permission denied"}"#, 401)
    #expect(
      try await message(reading: denied, .none).message.hasSuffix(
        "Permission denied (status 401); set \"credentials\" in the profile to the key of a service account"
      )
    )
  }
}
