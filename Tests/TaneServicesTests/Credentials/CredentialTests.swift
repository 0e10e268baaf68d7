import CryptoExtras
import HTTPTypes
import SystemPackage
import TaneCore
import TaneFormats
import Testing

@testable import TaneServices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Google credentials")
struct CredentialTests {
  private static let answer = #"{"access_token":"ya29.first","expires_in":3600}"#
  private static let userFile = """
    {"type":"authorized_user","client_id":"id","client_secret":"s/s","refresh_token":"1//r&r",
     "quota_project_id":"quota"}
    """

  private static func keyFile(tokenURL: String = "https://oauth2.googleapis.com/token") throws
    -> String
  {
    let key = try TestConnections.privateKey.get().pemRepresentation
    return try JSONWriter(.compact).write(
      Tree([
        "type": "service_account", "client_email": "seed@demo.iam.gserviceaccount.com",
        "private_key_id": "key-1", "private_key": .string(key), "token_uri": .string(tokenURL),
      ])
    )
  }

  private static func finder(
    _ transport: TestTransport,
    clock: TestClock = TestClock(),
    variables: [String: String] = [:],
    files: [String: String] = [:]
  ) -> CredentialFinder {
    CredentialFinder(variables: variables, transport: transport, clock: clock.clock) { path in
      files[path.string].map { Array($0.utf8) }
    }
  }

  /// Returns the token in a request to Firebase.
  private static func token(
    of credential: GoogleCredential,
    clock: TestClock = TestClock()
  ) async throws -> String? {
    let firebase = TestTransport([.json("1")])
    let database = try TestConnections.firebase(firebase, .google(credential), clock: clock)
    _ = try await database.tree(at: "/a")
    return firebase.requests.last?.fields[.authorization]
  }

  @Test("A service account signs an assertion that its public key verifies")
  func serviceAccount() async throws {
    let transport = TestTransport([.json(Self.answer)])
    let credential = try Self.finder(transport).credential(try Self.keyFile())
    #expect(credential.name == "the service account seed@demo.iam.gserviceaccount.com")
    #expect(try await Self.token(of: credential) == "Bearer ya29.first")
    let request = try #require(transport.requests.first)
    #expect(transport.lines == ["POST https://oauth2.googleapis.com/token"])
    #expect(request.fields[.contentType] == "application/x-www-form-urlencoded")
    let grant = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
    #expect(request.text.hasPrefix(grant))
    let parts = request.text.dropFirst(grant.count).split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    let header = try Self.json(parts[0])
    #expect(header == Tree(["alg": "RS256", "typ": "JWT", "kid": "key-1"]))
    let scopes =
      "https://www.googleapis.com/auth/cloud-platform"
      + " https://www.googleapis.com/auth/firebase.database"
      + " https://www.googleapis.com/auth/userinfo.email"
    let claims = Tree([
      "iss": "seed@demo.iam.gserviceaccount.com", "scope": .string(scopes),
      "aud": "https://oauth2.googleapis.com/token", "iat": 1_700_000_000, "exp": 1_700_003_600,
    ])
    #expect(try Self.json(parts[1]) == claims)
    let signature = _RSA.Signing.RSASignature(rawRepresentation: Self.bytes(parts[2]))
    let publicKey = try TestConnections.privateKey.get().publicKey
    let signed = Data("\(parts[0]).\(parts[1])".utf8)
    #expect(publicKey.isValidSignature(signature, for: signed, padding: .insecurePKCS1v1_5))
  }

  @Test("User credentials are refreshed only at Google's URL and set the quota project")
  func authorizedUser() async throws {
    let transport = TestTransport([.json(Self.answer)])
    let finder = Self.finder(transport, files: ["/user.json": Self.userFile])
    let credential = try finder.credential("/user.json")
    let firebase = TestTransport([.json("1")])
    _ = try await TestConnections.firebase(firebase, .google(credential)).tree(at: "/a")
    #expect(transport.lines == ["POST https://oauth2.googleapis.com/token"])
    #expect(
      transport.requests.first?.text
        == "grant_type=refresh_token&client_id=id&client_secret=s%2Fs&refresh_token=1%2F%2Fr%26r"
    )
    let name = try #require(HTTPField.Name("x-goog-user-project"))
    #expect(firebase.requests.first?.fields[name] == "quota")
  }

  @Test("A token is used until shortly before it expires and then renewed")
  func renewal() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      .json(#"{"access_token":"ya29.number-\#(number)","expires_in":"3600"}"#)
    }
    let credential = try Self.finder(transport, clock: clock).credential(try Self.keyFile())
    #expect(try await Self.token(of: credential, clock: clock) == "Bearer ya29.number-0")
    clock.advance(by: .seconds(3600 - 226))
    #expect(try await Self.token(of: credential, clock: clock) == "Bearer ya29.number-0")
    clock.advance(by: .seconds(2))
    #expect(try await Self.token(of: credential, clock: clock) == "Bearer ya29.number-1")
    #expect(transport.requests.count == 2)
  }

  @Test("A valid old token is used while renewal fails")
  func renewalFails() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      number == 0 ? .json(Self.answer) : .json(#"{"error":"server_error"}"#, 500)
    }
    let credential = try Self.finder(transport, clock: clock).credential(try Self.keyFile())
    _ = try await Self.token(of: credential, clock: clock)
    clock.advance(by: .seconds(3500))
    #expect(try await Self.token(of: credential, clock: clock) == "Bearer ya29.first")
    clock.advance(by: .seconds(200))
    let error = await #expect(throws: StoreError.self) {
      try await Self.token(of: credential, clock: clock)
    }
    #expect(
      error?.description
        == "shops (https://demo-shops.firebaseio.com): no access: the service account "
        + "seed@demo.iam.gserviceaccount.com: no token available (server_error); try again"
    )
  }

  @Test("Concurrent requests for a token share one request")
  func singleFlight() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let transport = TestTransport { _, _ in
      for await _ in gate { break }
      return .json(Self.answer)
    }
    let credential = try Self.finder(transport).credential(try Self.keyFile())
    let asked = Counter()
    let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          if asked.next() == 20 { opening.finish() }
          return try await Self.token(of: credential)
        }
      }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(tokens == ["Bearer ya29.first"])
    #expect(transport.requests.count == 1)
  }

  @Test("A rejected token is renewed once")
  func refusedToken() async throws {
    let tokens = TestTransport { _, number in
      .json(#"{"access_token":"ya29.number-\#(number)","expires_in":3600}"#)
    }
    let credential = try Self.finder(tokens).credential(try Self.keyFile())
    let firebase = TestTransport { request, _ in
      request.fields[.authorization] == "Bearer ya29.number-1"
        ? .json("42") : .json(#"{"error":"Could not parse auth token."}"#, 401)
    }
    let database = try TestConnections.firebase(firebase, .google(credential))
    #expect(try await database.tree(at: "/a") == Tree(42))
    #expect(firebase.requests.count == 2)
    let denied = TestTransport([.json(#"{"error" : "Permission denied"}"#, 401)])
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.firebase(denied, .google(credential)).set(Tree(1), at: "/a")
    }
    #expect(denied.requests.count == 2)
    #expect(error?.code == .notAuthorized)
    #expect(
      error?.message
        == "PUT /a.json?print=silent: Permission denied (status 401); the service account"
        + " seed@demo.iam.gserviceaccount.com is not allowed to do this; give it the role Firebase Realtime"
        + " Database Admin in the database's project, or use another key"
    )
  }

  @Test("A token that expires during a run is renewed once for all requests")
  func endingToken() async throws {
    let tokens = TestTransport { _, number in
      .json(#"{"access_token":"ya29.number-\#(number)","expires_in":3600}"#)
    }
    let credential = try Self.finder(tokens).credential(try Self.keyFile())
    // After ten requests, the first token is no longer valid.
    let firebase = TestTransport { request, number in
      let isFirst = request.fields[.authorization] == "Bearer ya29.number-0"
      return isFirst && number >= 10
        ? .json(#"{"error":"Auth token is expired"}"#, 401) : .json("\(number)")
    }
    let database = try TestConnections.firebase(firebase, .google(credential))
    for index in 0..<8 { _ = try await database.tree(at: TreePath(["\(index)"])) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        group.addTask { _ = try await database.tree(at: TreePath(["more", "\(index)"])) }
      }
      try await group.waitForAll()
    }
    #expect(tokens.requests.count == 2)
    let refused = firebase.requests.dropFirst(10).count {
      $0.fields[.authorization] == "Bearer ya29.number-0"
    }
    #expect(firebase.requests.count == 20 + refused)
  }

  @Test("An invalid token response yields no token and no second request")
  func intruders() async throws {
    let answers = [
      (
        TransportResponse(200, bytes: Array("<html>Sign in</html>".utf8)),
        "responded without a token"
      ),
      (
        TransportResponse(302, fields: [.location: "https://evil.example/token"]),
        "responded with status 302 and without a token"
      ),
      (
        TransportResponse(403, bytes: Array("<html>Blocked</html>".utf8)),
        "responded with status 403 and without a token"
      ),
    ]
    for (answer, words) in answers {
      let transport = TestTransport([answer])
      let credential = try Self.finder(transport).credential(try Self.keyFile())
      let error = await #expect(throws: StoreError.self) {
        try await Self.token(of: credential)
      }
      #expect(error?.code == .invalidResponse)
      #expect(
        error?.message
          == "no access: the service account seed@demo.iam.gserviceaccount.com: oauth2.googleapis.com"
          + " \(words); check whether a proxy or a login page responds in its place"
      )
      #expect(transport.lines == ["POST https://oauth2.googleapis.com/token"])
    }
  }

  @Test(
    "The error about a rejected key explains the cause",
    arguments: [
      (
        #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#,
        "Tue, 14 Nov 2023 22:13:20 GMT",
        "no token (invalid_grant: Invalid JWT Signature.); the key was revoked or its account "
          + "deleted: create a new key in the Google Cloud console, under IAM, service accounts"
      ),
      (
        #"{"error":"invalid_grant","error_description":"Invalid JWT: Token must be a short-lived token"}"#,
        "Tue, 14 Nov 2023 22:25:20 GMT",
        "no token (invalid_grant: Invalid JWT: Token must be a short-lived token); the clock of "
          + "this machine is 12 minutes behind; correct it"
      ),
      (
        #"{"error":"invalid_grant","error_description":"Invalid JWT: iat must be in the past"}"#,
        "Tue, 14 Nov 2023 22:01:20 GMT",
        "no token (invalid_grant: Invalid JWT: iat must be in the past); the clock of this machine "
          + "is 12 minutes ahead; correct it"
      ),
      (
        #"{"error":"invalid_grant","error_description":"Token has been expired or revoked."}"#,
        "Tue, 14 Nov 2023 22:13:20 GMT",
        "no token (invalid_grant: Token has been expired or revoked.); the key or the consent was "
          + "revoked, or has expired: create a new key, or log in again with gcloud auth "
          + "application-default login"
      ),
    ]
  )
  func refusedKey(answer: String, date: String, message: String) async throws {
    let transport = TestTransport([.json(answer, 400, [.date: date])])
    let credential = try Self.finder(transport).credential(try Self.keyFile())
    let error = await #expect(throws: StoreError.self) { try await Self.token(of: credential) }
    #expect(transport.requests.count == 1)
    #expect(
      error?.message
        == "no access: the service account seed@demo.iam.gserviceaccount.com: \(message)"
    )
  }

  @Test("Files that are not credentials are rejected without quoting them")
  func brokenFiles() throws {
    let secret = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"
    let files = [
      "/none.json": "{\"type\": \"service_account\", \"private_key\": \"\(secret)",
      "/list.json": "[]",
      "/untyped.json": "{}",
      "/android.json": #"{"project_info":{"project_id":"demo"},"client":[]}"#,
      "/client.json": #"{"installed":{"client_id":"id","client_secret":"\#(secret)"}}"#,
      "/app.plist": #"<?xml version="1.0"?><plist version="1.0"><dict></dict></plist>"#,
      "/key.pem": "-----BEGIN PRIVATE KEY-----\n\(secret)\n",
      "/external.json": #"{"type":"external_account","credential_source":{"executable":"rm"}}"#,
      "/device.json": #"{"type":"gdch_service_account"}"#,
      "/partial.json": #"{"type":"service_account","client_email":"a@b"}"#,
      "/plain.json": try Self.keyFile(tokenURL: "http://example.com/token"),
      "/pem.json":
        #"{"type":"service_account","client_email":"a@b","token_uri":"https://oauth2.googleapis.com/token","private_key":"\#(secret)"}"#,
    ]
    let finder = Self.finder(TestTransport([]), files: files)
    let expected = [
      "/none.json":
        "/none.json is not a Google credentials file: it is not a JSON object; download the key of "
        + "a service account",
      "/list.json":
        "/list.json is not a Google credentials file: it is not a JSON object; download the key of "
        + "a service account",
      "/android.json":
        "/android.json is not a Google credentials file: it is the google-services.json of an "
        + "Android app; download the key of a service account",
      "/client.json":
        "/client.json is not a Google credentials file: it is an OAuth client secret, which is "
        + "for signing in users; download the key of a service account",
      "/app.plist":
        "/app.plist is not a Google credentials file: it is a property list, such as the "
        + "GoogleService-Info.plist of an app; download the key of a service account",
      "/key.pem":
        "/key.pem is not a Google credentials file: it is a bare key, without the JSON around it; "
        + "download the key of a service account",
      "/untyped.json":
        "/untyped.json is not a Google credentials file: it has no \"type\"; download the key of a "
        + "service account",
      "/external.json":
        "/external.json: \"audience\" is missing; download the file again",
      "/device.json":
        "/device.json contains credentials of the unsupported type \"gdch_service_account\"; use "
        + "workload identity, a service account's key, or gcloud auth application-default login",
      "/partial.json": "/partial.json: \"token_uri\" is missing; download the file again",
      "/plain.json":
        "/plain.json: \"token_uri\" must be an https URL, so that the key's signature is sent "
        + "encrypted; download the key again",
      "/pem.json": "/pem.json: \"private_key\" is not an RSA key in PEM format; download the key "
        + "again",
      "/absent.json": "the profile's credentials: there is no file /absent.json; correct the path",
    ]
    for (file, message) in expected {
      let error = #expect(throws: CredentialError.self) { try finder.credential(file) }
      #expect(error?.description == message)
    }
  }

  private static func json(_ part: String) throws -> Tree {
    try #require(JSONReader().read(Array(bytes(part)), named: "part").tree)
  }

  private static func bytes(_ part: String) -> Data {
    let standard = part.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard + padding) ?? Data()
  }
}
