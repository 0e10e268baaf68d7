import HTTPTypes
import Synchronization
import TaneCore
import TaneServices
import Testing

@Suite("Safety of production credentials")
struct CredentialSafetyTests {
  @Test(
    "Production credentials are never sent to emulators or unencrypted",
    arguments: ["http://127.0.0.1:9000", "http://demo.firebaseio.com", "http://localhost:9000"]
  )
  func emulator(url: String) async throws {
    let transport = TestTransport([.json("1")])
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: url, namespace: "demo"),
      connection: TestConnections.connection(transport, TestConnections.production)
    )
    let host = url.dropFirst("http://".count)
    let error = await #expect(throws: StoreError.self) { try await database.tree(at: "/a") }
    #expect(transport.requests.isEmpty)
    #expect(
      error?.message
        == "GET /a.json?ns=demo&format=export: the credential of the access token is only for "
        + "Firebase and is not sent to \(host); use the https URL of a Firebase service, or an "
        + "emulator without credentials"
    )
    let bucket = CloudStorageBucket(
      name: "images",
      location: try BucketLocation(emulator: url, bucket: "demo"),
      connection: TestConnections.connection(transport, TestConnections.production)
    )
    await #expect(throws: StoreError.self) { try await bucket.object(at: "a") }
    await #expect(throws: StoreError.self) {
      try await bucket.put([1], at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test("The emulator's administrator token is not sent to Firebase")
  func owner() async throws {
    let transport = TestTransport([.json("1")])
    _ = try await TestConnections.firebase(transport, .owner).tree(at: "/a")
    #expect(transport.requests.first?.fields[.authorization] == nil)
  }

  @Test(
    "URLs outside Firebase are rejected",
    arguments: [
      "https://firebaseio.com.example.com", "https://example.com", "http://demo.firebaseio.com",
      "https://demo.firebaseio.com/shops", "https://demo.firebaseio.com:8443",
      "https://.firebaseio.com",
      "https://user@demo.firebaseio.com", "https://example.com/.firebaseio.com",
      "https://example.com#.firebaseio.com", "https://example.com\\.firebaseio.com",
    ]
  )
  func otherHosts(url: String) {
    let error = #expect(throws: StoreError.self) { try DatabaseLocation(firebase: url) }
    #expect(error?.code == .unsupported)
  }

  @Test("A redirect to another host is not followed and receives nothing")
  func redirects() async throws {
    let location: HTTPFields = [.location: "https://evil.example/a.json?auth=x"]
    let transport = TestTransport([TransportResponse(307, fields: location)])
    let database = try TestConnections.firebase(transport)
    let message =
      ": status 307; the address redirects to evil.example, but Tane does not follow redirects; "
      + "correct the URL in the profile"
    let reading = await #expect(throws: StoreError.self) { try await database.tree(at: "/a") }
    #expect(reading?.message == "GET /a.json?format=export" + message)
    let writing = await #expect(throws: StoreError.self) {
      try await database.set(Tree(1), at: "/a")
    }
    #expect(writing?.message == "PUT /a.json?print=silent" + message)
    #expect(
      transport.requests.allSatisfy { $0.url.hasPrefix("https://demo-shops.firebaseio.com/") }
    )
  }

  @Test("Errors and logs do not contain credentials")
  func silence() async throws {
    let lines = Mutex<[String]>([])
    var connection = TestConnections.connection(
      TestTransport { _, number in
        if number < 2 { throw TransportFailure.closed }
        return .json(#"{"error":"the token \#(TestConnections.secret) is bad"}"#, 400)
      },
      TestConnections.production
    )
    connection.log = RequestLog { record in lines.withLock { $0.append("\(record)") } }
    let bucket = CloudStorageBucket(
      name: "images",
      location: BucketLocation(bucket: "demo"),
      connection: connection
    )
    let error = await #expect(throws: StoreError.self) {
      try await bucket.list(ObjectListRequest(pageToken: "secret"))
    }
    #expect(
      error?.message
        == "GET /storage/v1/b/demo/o?pageToken=secret&maxResults=1000: {\"error\":\"the token <redacted>"
        + " is bad\"} (status 400)"
    )
    let url = "https://storage.googleapis.com/storage/v1/b/demo/o?pageToken=secret&maxResults=1000"
    let lost = "connection closed, sent 0 B, received 0 B, 0 ms, attempt"
    #expect(
      lines.withLock { $0 } == [
        "#1 GET \(url) → \(lost) 1; retrying in 500 ms: connection closed",
        "#1 GET \(url) → \(lost) 2; retrying in 1,000 ms: connection closed",
        "#1 GET \(url) → 400, sent 0 B, received 60 B, 0 ms, attempt 3",
      ]
    )
    #expect("\(AccessToken(TestConnections.secret, expiry: nil))" == "<redacted>")
    var dumped = ""
    dump(AccessToken(TestConnections.secret, expiry: nil), to: &dumped)
    #expect(!dumped.contains("ya29"))
  }

  @Test(
    "A secret that is given instead of a credentials path is not shown",
    arguments: [
      (" ya29.planted-token", "an access token"), ("Bearer ya29.planted-token", "an access token"),
      ("eyJplanted.eyJpc3MiOiJ4In0.c2ln", "a JSON Web Token"),
      ("1//0gplantedRefreshToken", "a refresh token"),
      ("kPlantedVq8zT3mW5yB7nC9dF1gH2jK4lM6pQ8rS", "a legacy database secret"),
      ("-----BEGIN PRIVATE KEY-----\nMIIEplanted\n-----END PRIVATE KEY-----\n", "a private key"),
    ]
  )
  func noPath(text: String, kind: String) async throws {
    func finder(_ variables: [String: String] = [:]) -> CredentialFinder {
      CredentialFinder(variables: variables, transport: TestTransport([]))
    }
    let advice =
      ": expected the path of a credentials file, found \(kind); save it in a file, and specify "
      + "the path of that file, for example in the variable GOOGLE_APPLICATION_CREDENTIALS"
    let literal = #expect(throws: CredentialError.self) { try finder().credential(text) }
    #expect("\(try #require(literal))" == "the profile's credentials" + advice)
    let name = "GOOGLE_APPLICATION_CREDENTIALS"
    let variable = await #expect(throws: CredentialError.self) {
      try await finder([name: text]).applicationDefault()
    }
    #expect("\(try #require(variable))" == name + advice)
  }
}
