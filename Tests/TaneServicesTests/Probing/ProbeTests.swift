import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneServices
import TaneTesting
import Testing

@Suite("Probes of services")
struct ProbeTests {
  private let yes = ServiceProbeResult(
    reachable: .yes,
    credential: .yes,
    readable: .yes,
    writable: .yes,
    roundTrip: .zero
  )

  @Test("Probing an emulator's database writes nothing")
  func database() async throws {
    let store = InMemoryTreeStore()
    try await store.update([TreeWrite(path: "/shops/0/name", value: Tree(.string("麺屋")))])
    let before = try await store.tree(at: .root)
    let emulator = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let probe = try await TestConnections.database(transport).probe()
    #expect(probe == yes)
    #expect(try await store.tree(at: .root) == before)
    #expect(transport.requests.map(\.method) == [.get, .delete])
    let removal = try #require(transport.requests.last)
    #expect(removal.fields[.ifMatch] == "null_etag")
    #expect(removal.body.isEmpty)
    #expect(removal.target.hasPrefix("/tane-check-"))
    #expect(removal.target.hasSuffix(".json?ns=demo&disableTriggers=true"))
    let paths = transport.requests.map { String($0.target.prefix { $0 != "?" }) }
    #expect(Set(paths).count == 1)
  }

  @Test("Probing a database with a single value at the root does not change the value")
  func databaseOfOneValue() async throws {
    let store = InMemoryTreeStore()
    try await store.update([TreeWrite(path: .root, value: Tree(.string("text")))])
    let emulator = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    #expect(try await TestConnections.database(emulator).probe() == yes)
    #expect(try await store.tree(at: .root) == Tree(.string("text")))
  }

  @Test("Buckets, Firestore and accounts of an emulator are probed without changes")
  func others() async throws {
    let bucket = EmulatorTransport(service: try TestConnections.storageEmulator())
    #expect(try await TestConnections.bucket(bucket).probe() == yes)
    let documents = InMemoryDocumentStore()
    let firestore = FirestoreService(now: { 1_700_000_000_000 }) { _ in documents }
    let client = FirestoreClient(
      location: try FirestoreLocation(
        emulator: "http://127.0.0.1:8080",
        database: "projects/demo/databases/(default)"
      ),
      connection: TestConnections.connection(EmulatorTransport(service: firestore))
    )
    #expect(try await client.probe() == yes)
    #expect(try await documents.collectionIDs(below: .root) == [])
    let accounts = InMemoryAccountStore()
    let toolkit = EmulatorTransport(service: TestAccounts.emulator(accounts))
    #expect(try await TestAccounts.client(toolkit).probe() == yes)
    #expect(try await accounts.accounts(after: nil, limit: 9) == [])
  }

  private func probe(_ answers: [TransportResponse]) async throws -> ServiceProbeResult {
    try await TestConnections.firebase(TestTransport(answers)).probe()
  }

  @Test("A database with read-only access is reported as not writable")
  func readOnly() async throws {
    let denied = TransportResponse.json(#"{"error":"Permission denied"}"#, 401)
    let probe = try await probe([.json("null"), denied])
    #expect(probe.readable == .yes)
    let reason = try #require(probe.writable.reason)
    #expect(probe.writable.hasPassed == false)
    #expect(reason.hasPrefix("DELETE /tane-check-"))
    #expect(
      reason.contains("Permission denied (status 401); the access token is not allowed to do this")
    )
  }

  @Test("A denied read and an unknown credential are distinguished")
  func denied() async throws {
    let denied = try await probe([.json(#"{"error":"Permission denied"}"#, 401)])
    #expect(denied.credential == .yes)
    #expect(denied.readable.hasPassed == false)
    #expect(denied.writable == .notChecked("it cannot be read"))
    let unknown = try await probe([.json(#"{"error":"Unauthorized request."}"#, 401)])
    #expect(unknown.reachable == .yes)
    #expect(unknown.credential?.hasPassed == false)
    #expect(unknown.readable == .notChecked("the credential is not accepted"))
  }

  @Test("A database in another region is reported with its URL")
  func region() async throws {
    let answer = """
      {"correctUrl":"https://demo-shops.europe-west1.firebasedatabase.app","error":"Database lives in a \
      different region. Please change your database URL to \
      https://demo-shops.europe-west1.firebasedatabase.app"}
      """
    let probe = try await probe([.json(answer, 404)])
    #expect(probe.correctURL == "https://demo-shops.europe-west1.firebasedatabase.app")
    #expect(probe.reachable == .yes)
    #expect(probe.readable.hasPassed == false)
  }

  @Test("A missing service, an HTML page and missing credentials are distinguished")
  func unreachable() async throws {
    let refused = TestTransport { _, _ in throw TransportFailure.refused }
    let gone = try await TestConnections.database(refused).probe()
    #expect(gone.reachable.hasPassed == false)
    #expect(gone.readable == .notChecked("it cannot be reached"))
    #expect(gone.roundTrip == nil)
    #expect(refused.requests.count == 1)
    let page = TransportResponse(
      200,
      fields: [.contentType: "text/html"],
      bytes: Array("<html>Sign in</html>".utf8)
    )
    #expect(try await probe([page]).reachable.hasPassed == false)
    let transport = TestTransport([.json("null")])
    let credential = ServiceCredential.google(GoogleCredential(NoTokens()))
    let none = try await TestConnections.firebase(transport, credential).probe()
    #expect(none.credential == .no("no access: there is none"))
    #expect(none.readable == .notChecked("no access token"))
    #expect(transport.requests.isEmpty)
  }

  private struct NoTokens: TokenSource {
    let name = "nobody"
    let isRenewable = false
    let quotaProject: String? = nil
    func newToken() async throws -> AccessToken { throw CredentialError("there is none") }
  }

  @Test("Missing permissions on a bucket are named")
  func permissions() async throws {
    let transport = TestTransport([
      .json("{}"), .json(#"{"permissions":["storage.objects.create","storage.objects.update"]}"#),
    ])
    let bucket = CloudStorageBucket(
      name: "images",
      location: BucketLocation(bucket: "demo"),
      connection: TestConnections.connection(transport, TestConnections.production)
    )
    let probe = try await bucket.probe()
    #expect(
      probe.writable
        == .no(
          "the credential lacks storage.objects.delete; give it the role Storage Object Admin for the bucket"
        )
    )
    #expect(
      transport.lines == [
        "GET https://storage.googleapis.com/storage/v1/b/demo/o?maxResults=1",
        "GET https://storage.googleapis.com/storage/v1/b/demo/iam/testPermissions"
          + "?permissions=storage.objects.create&permissions=storage.objects.delete"
          + "&permissions=storage.objects.update",
      ]
    )
    let silent = TestTransport { request, _ in
      request.url.contains("testPermissions") ? .json("{}", 501) : .json("{}")
    }
    #expect(
      try await TestConnections.bucket(silent).probe().writable
        == .notChecked("this emulator does not report permissions")
    )
  }

  @Test("Firestore and accounts with read-only access are reported as not writable")
  func readOnlyOthers() async throws {
    let denied = TransportResponse.json(
      #"{"error":{"code":403,"message":"Missing permissions.","status":"PERMISSION_DENIED"}}"#,
      403
    )
    let found = TransportResponse.json(
      #"[{"missing":"x","readTime":"2026-01-01T00:00:00Z"}]"#
    )
    let firestore = FirestoreClient(
      location: try FirestoreLocation(firebase: "projects/demo/databases/(default)"),
      connection: TestConnections.connection(
        TestTransport([found, denied]),
        TestConnections.production
      )
    )
    let documents = try await firestore.probe()
    #expect(documents.readable == .yes)
    #expect(documents.writable.hasPassed == false)
    let transport = TestTransport([.json("{}"), denied])
    let accounts = try await TestAccounts.firebase(transport).probe()
    #expect(accounts.readable == .yes)
    #expect(accounts.writable.hasPassed == false)
    let update = try #require(transport.requests.last)
    #expect(update.text.hasPrefix(#"{"localId":"tane-check-"#))
    #expect(!update.text.contains(","))
  }
}
