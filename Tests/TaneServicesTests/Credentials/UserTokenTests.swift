import HTTPTypes
import Synchronization
import TaneCore
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Requests as the signed-in user")
struct UserTokenTests {
  /// A user who can sign in and out.
  private final class Person: Sendable {
    let user = SignedInUser()
    private let token = Mutex<String?>("id-token")

    init() { user.use { isRefused in self.token.withLock { $0.map { isRefused ? "new" : $0 } } } }

    func use(_ token: String?) {
      self.token.withLock { $0 = token }
      user.recordChange()
    }
  }

  private static func connection(
    _ transport: any Transport,
    _ credential: ServiceCredential,
    _ person: Person
  ) -> ServiceConnection {
    var connection = TestConnections.connection(transport, credential)
    connection.user = person.user
    return connection
  }

  private static func database(
    _ transport: TestTransport,
    _ credential: ServiceCredential = TestConnections.production,
    person: Person
  ) throws -> RealtimeDatabaseClient {
    RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(firebase: "https://demo-shops.firebaseio.com"),
      connection: connection(transport, credential, person)
    )
  }

  @Test("A database request has the user's token in the auth parameter, redacted in logs")
  func database() async throws {
    let transport = TestTransport([.json("1")])
    let person = Person()
    let log = Mutex<[String]>([])
    var connection = Self.connection(transport, TestConnections.production, person)
    connection.log = RequestLog { record in log.withLock { $0.append(record.url) } }
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(firebase: "https://demo-shops.firebaseio.com"),
      connection: connection
    )
    _ = try await database.tree(at: "/a")
    try await database.update([TreeWrite(path: "/a", value: Tree(2))])
    person.use(nil)
    _ = try await database.tree(at: "/a")
    let root = "https://demo-shops.firebaseio.com"
    #expect(
      transport.lines == [
        "GET \(root)/a.json?format=export&auth=id-token",
        "PUT \(root)/a.json?print=silent&auth=id-token", "GET \(root)/a.json?format=export",
      ]
    )
    #expect(
      transport.requests.map { $0.fields[.authorization] }
        == [nil, nil, "Bearer \(TestConnections.secret)"]
    )
    #expect(log.withLock { $0.first } == "\(root)/a.json?format=export&auth=<redacted>")
  }

  @Test("A rejected token is replaced once, and a denial by the rules is not retried")
  func refusals() async throws {
    let old = TestTransport { request, number in
      number == 0 ? .json(#"{"error":"Auth token is expired"}"#, 401) : .json("1")
    }
    _ = try await Self.database(old, person: Person()).tree(at: "/a")
    #expect(old.requests.map { $0.url.suffix(9) } == ["=id-token", "&auth=new"])
    let denied = TestTransport([.json(#"{"error":"Permission denied"}"#, 401)])
    let refusal = await #expect(throws: StoreError.self) {
      _ = try await Self.database(denied, person: Person()).tree(at: "/a")
    }
    #expect(denied.requests.count == 1)
    #expect(
      refusal?.message
        == "GET /a.json?format=export: Permission denied (status 401); the security rules do not "
        + "allow this for the signed-in user; check them, or sign in as another user"
    )
  }

  @Test("An app without credentials sends unauthenticated requests and is advised to sign in")
  func nobody() async throws {
    let searches = Counter()
    let missing = GoogleCredential(
      DefaultTokenSource {
        _ = searches.next()
        throw CredentialError("there are no credentials", isMissing: true)
      }
    )
    let transport = TestTransport([.json(#"{"error":"Permission denied"}"#, 401)])
    let person = Person()
    person.use(nil)
    let database = try Self.database(transport, .google(missing), person: person)
    for _ in 0..<2 {
      let refusal = await #expect(throws: StoreError.self) { _ = try await database.tree(at: "/a") }
      #expect(
        refusal?.message
          == "GET /a.json?format=export: Permission denied (status 401); no user is signed in, and "
          + "the security rules do not allow this for everyone; sign in a user, or set "
          + "\"credentials\" in the profile to the key of a service account"
      )
    }
    #expect(transport.requests.allSatisfy { $0.fields[.authorization] == nil })
    #expect(searches.next() == 2)
    person.use("id-token")
    _ = try? await database.tree(at: "/a")
    #expect(transport.requests.last?.url.hasSuffix("&auth=id-token") == true)
  }

  @Test("An open WebSocket connection follows sign-in and sign-out")
  func socket() async throws {
    let (credentials, note) = AsyncStream<String>.makeStream()
    try await SocketScript.serve([
      { peer, _ in
        peer.send(#"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"x","s":"1"}}}"#)
        while let request = await peer.next() {
          note.yield("\(request.action) \(request.body["cred"]?.string ?? "-")")
          if request.action == "q" { peer.push("a", "1") }
          peer.send(#"{"t":"d","d":{"r":\#(request.number),"b":{"s":"ok","d":{}}}}"#)
        }
      }
    ]) { addresses in
      var heard = credentials.makeAsyncIterator()
      let person = Person()
      var connection = ServiceConnection(
        transport: AsyncHTTPTransport.patient(),
        credential: .owner
      )
      connection.user = person.user
      let emulator = RealtimeDatabaseClient(
        name: "shops",
        location: try DatabaseLocation(emulator: "http://\(addresses[0])", namespace: "demo"),
        connection: connection
      )
      var values = emulator.trees(at: "/a").makeAsyncIterator()
      #expect(try await values.next() == Tree(1))
      #expect(await heard.next() == "auth id-token")
      #expect(await heard.next() == "q -")
      person.use("other")
      #expect(await heard.next() == "auth other")
      person.use(nil)
      #expect(await heard.next() == "gauth owner")
    }
  }

  @Test("A WebSocket connection uses the user who signs in while it connects")
  func connecting() async throws {
    let (credentials, note) = AsyncStream<String>.makeStream()
    let person = Person()
    let session = Mutex<DatabaseSession?>(nil)
    try await SocketScript.serve([
      { peer, _ in
        peer.send(#"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"x","s":"1"}}}"#)
        while let request = await peer.next() {
          let credential = request.body["cred"]?.string ?? "-"
          note.yield("\(request.action) \(credential)")
          if credential == "id-token" {
            person.use("other")
            // The session is notified before the service responds.
            await session.withLock { $0 }?.changeUser()
          }
          if request.action == "q" { peer.push("a", "1") }
          peer.send(#"{"t":"d","d":{"r":\#(request.number),"b":{"s":"ok","d":{}}}}"#)
        }
      }
    ]) { addresses in
      var heard = credentials.makeAsyncIterator()
      let emulator = try Self.emulator(addresses[0], person.user)
      session.withLock { $0 = emulator.sessionHandle.session }
      var values = emulator.trees(at: "/a").makeAsyncIterator()
      #expect(try await values.next() == Tree(1))
      for expected in ["auth id-token", "auth other", "q -"] {
        #expect(await heard.next() == expected)
      }
    }
  }

  private static func emulator(
    _ address: String,
    _ user: SignedInUser
  ) throws -> RealtimeDatabaseClient {
    var connection = ServiceConnection(
      transport: AsyncHTTPTransport.patient(),
      credential: .owner,
      policy: RetryPolicy(attempts: 2, initialDelay: .milliseconds(1))
    )
    connection.user = user
    return RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://\(address)", namespace: "demo"),
      connection: connection
    )
  }

  @Test(
    "WebSocket listeners continue when a token is available again",
    arguments: [StoreError.Code.unreachable, .rateLimited, .invalidResponse]
  )
  func noTokenForAMoment(code: StoreError.Code) async throws {
    try await SocketScript.serve([
      { peer, number in
        peer.send(#"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"x","s":"1"}}}"#)
        await peer.answer("auth")
        await peer.answer("q", telling: ("a", "\(number)"))
      }
    ]) { addresses in
      let user = SignedInUser()
      let missing = Mutex(0)
      user.use { _ in
        let isMissing = missing.withLock { missing in
          missing -= 1
          return missing >= 0
        }
        if isMissing { throw StoreError(code, service: "accounts", "no token") }
        return "id-token"
      }
      var values = try Self.emulator(addresses[0], user).trees(at: "/a").makeAsyncIterator()
      #expect(try await values.next() == Tree(1))
      // The token is missing once for the open connection, and then more often than there are
      // attempts.
      missing.withLock { $0 = 4 }
      user.recordChange()
      let next = try await values.next()
      #expect(try #require(next?.integer, "\(String(describing: next))") > 1)
    }
  }

  @Test("Storage uses Firebase's API while a user is signed in, and Cloud Storage's otherwise")
  func storage() async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let person = Person()
    let bucket = CloudStorageBucket(
      name: "images",
      location: try BucketLocation(emulator: "http://127.0.0.1:9199", bucket: "demo"),
      connection: Self.connection(transport, .owner, person)
    ).appBucket
    var metadata = ObjectMetadata(contentType: "text/plain")
    metadata.custom = ["user": "1"]
    let stored = try await bucket.put([1, 2, 3], at: "a/b.txt", metadata: metadata, if: .none)
    #expect(stored.size == 3 && stored.metadata.custom == ["user": "1"])
    #expect(try await bucket.data(at: "a/b.txt", maximumSize: 3) == [1, 2, 3])
    #expect(try await bucket.object(at: "none") == nil)
    metadata.custom = ["user": "2"]
    let changed = try await bucket.updateMetadata(metadata, at: "a/b.txt", if: .none)
    #expect(changed.metadata.custom == ["user": "2"])
    let page = try await bucket.list(ObjectListRequest(prefix: "a/"))
    #expect(page.objects.map(\.name) == ["a/b.txt"])
    let url = try await bucket.downloadURL(of: "a/b.txt")
    #expect(url?.hasPrefix("http://127.0.0.1:9199/v0/b/demo/o/a%2Fb.txt?alt=media&token=") == true)
    try await bucket.delete(at: "a/b.txt", if: .none)
    #expect(try await bucket.object(at: "a/b.txt") == nil)
    #expect(transport.requests.allSatisfy { $0.target.hasPrefix("/v0/b/demo/o") })
    #expect(
      transport.requests.allSatisfy { $0.fields[.authorization] == "Firebase id-token" }
    )
    let count = transport.requests.count
    person.use(nil)
    _ = try await bucket.put([4], at: "c", metadata: metadata, if: .none)
    #expect(try await bucket.object(at: "c")?.size == 1)
    let rest = transport.requests.dropFirst(count)
    #expect(rest.count == 2 && rest.allSatisfy { !$0.target.hasPrefix("/v0") })
    #expect(rest.allSatisfy { $0.fields[.authorization] == "Bearer owner" })
  }

  @Test("Storage requests of users go to Firebase's own host")
  func firebaseStorage() async throws {
    let transport = TestTransport([.json(#"{"error":{"code":403,"message":"No."}}"#, 403)])
    let bucket = CloudStorageBucket(
      name: "images",
      location: BucketLocation(bucket: "demo.appspot.com"),
      connection: Self.connection(transport, TestConnections.production, Person())
    ).appBucket
    let refusal = await #expect(throws: StoreError.self) { _ = try await bucket.object(at: "a b") }
    #expect(
      transport.lines == [
        "GET https://firebasestorage.googleapis.com/v0/b/demo.appspot.com/o/a%20b"
      ]
    )
    #expect(transport.requests.first?.fields[.authorization] == "Firebase id-token")
    #expect(
      refusal?.message
        == "GET /v0/b/demo.appspot.com/o/a%20b: No. (status 403); the security rules do not allow "
        + "this for the signed-in user; check them, or sign in as another user"
    )
  }
}
