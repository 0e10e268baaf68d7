import HTTPTypes
import Synchronization
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Observations of databases")
struct ObservationTests {
  private static func event(_ name: String, _ data: String) -> String {
    "event: \(name)\ndata: \(data)\n\n"
  }

  /// Returns the first changes of an observation, or those up to an error and the error.
  private static func events(
    _ count: Int,
    _ database: RealtimeDatabaseClient
  ) async -> ([String], StoreError?) {
    var found: [String] = []
    do {
      for try await event in database.events(at: "/a") {
        found.append(contentsOf: event.changes.map { "\($0.path) \($0.value.integer ?? -1)" })
        if found.count >= count { break }
      }
      return (found, nil)
    } catch {
      return (found, error as? StoreError)
    }
  }

  @Test("Server-sent events are parsed however they are split", arguments: 1...40)
  func parsing(length: Int) {
    let text =
      ": comment\nevent: put\ndata: {\"path\":\"/\",\ndata: \"data\":\"麺\"}\n\nevent:patch\r\ndata:1\r\n\r\n"
      + "data: x\rid: 3\r\revent: keep-alive\ndata: null\n\n\nevent: none\n\nevent: cut\ndata: y\n"
    var parser = EventStreamParser()
    var events: [EventStreamParser.Event] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: length) {
      events += parser.append(Array(bytes[start..<min(start + length, bytes.count)]))
    }
    #expect(
      events == [
        .init(name: "put", data: Array("{\"path\":\"/\",\n\"data\":\"麺\"}".utf8)),
        .init(name: "patch", data: Array("1".utf8)), .init(name: "", data: Array("x".utf8)),
        .init(name: "keep-alive", data: Array("null".utf8)),
      ]
    )
  }

  @Test("An observation yields the current state and then its changes")
  func live() async throws {
    let store = InMemoryTreeStore(Tree(["a": ["n": 1, "list": [1, 2]], "b": 0]))
    let emulator = TestConnections.databaseEmulator(store)
    let server = try await EmulatorServer.start([EmulatorEndpoint("database", emulator, port: 0)])
    let address = try #require(server.address(of: "database"))
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://\(address)", namespace: "demo"),
      connection: ServiceConnection(transport: AsyncHTTPTransport.patient(), credential: .owner)
    )
    var replica = Tree.null
    var kinds: [DatabaseEvent.Kind] = []
    for try await event in database.events(at: "/a") {
      let copy = InMemoryTreeStore(replica)
      try await copy.update(event.changes)
      replica = try await copy.tree(at: .root)
      kinds.append(event.kind)
      switch kinds.count {
      case 1:
        #expect(event.path == .root)
        try await database.set(Tree(2), at: "/a/n")
      case 2:
        try await database.set(Tree(9), at: "/b")
        try await database.update([
          TreeWrite(path: "/a/list/0", value: .null), TreeWrite(path: "/a/deep/er", value: Tree(3)),
        ])
      default: break
      }
      if replica == Tree(["n": 2, "list": ["1": 2], "deep": ["er": 3]]) { break }
    }
    #expect(kinds.prefix(2) == [.put, .put])
    #expect(replica == Tree(["n": 2, "list": ["1": 2], "deep": ["er": 3]]))
    await server.shutDown()
  }

  @Test("An observation reconnects when its connection ends")
  func reconnection() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      switch number {
      case 0:
        .parts(
          [Self.event("put", #"{"path":"/","data":{"x":1}}"#), "event: put\ndata: {\"pa"],
          failure: .closed
        )
      case 1: .parts([Self.event("put", #"{"path":"/","data":2}"#)])
      case 2: throw TransportFailure.refused
      default: .parts([Self.event("patch", #"{"path":"/p","data":{"b/c":3,"d":4}}"#)])
      }
    }
    let database = try TestConnections.database(transport, clock: clock)
    let (found, error) = await Self.events(4, database)
    #expect(found == ["/ -1", "/ 2", "/p/b/c 3", "/p/d 4"])
    #expect(error == nil)
    #expect(transport.requests.allSatisfy { $0.fields[.accept] == "text/event-stream" })
    #expect(transport.requests.first?.target == "/a.json?ns=demo")
  }

  @Test("An observation without any event is abandoned")
  func silence() async throws {
    let transport = TestTransport { _, _ in .parts([]) }
    let (found, error) = await Self.events(1, try TestConnections.database(transport))
    #expect(found.isEmpty)
    #expect(transport.requests.count == 5)
    #expect(
      error?.message
        == "GET /a.json?ns=demo: the connection ended 5 times before any event was received; try "
        + "again"
    )
  }

  @Test("An observation renews an expired token and continues")
  func revokedToken() async throws {
    let transport = TestTransport { _, number in
      .parts([
        Self.event("put", #"{"path":"/","data":\#(number)}"#),
        Self.event("auth_revoked", #""credential is no longer valid""#),
      ])
    }
    let credential = ServiceCredential.google(GoogleCredential(CountingSource()))
    let clock = TestClock()
    let database = try TestConnections.firebase(transport, credential, clock: clock)
    let (found, _) = await Self.events(3, database)
    #expect(found == ["/ 0", "/ 1", "/ 2"])
    #expect(clock.waits.prefix(2) == [.milliseconds(500), .milliseconds(500)])
    #expect(
      transport.requests.prefix(3).map { $0.fields[.authorization] } == [
        "Bearer token-1", "Bearer token-2", "Bearer token-3",
      ]
    )
  }

  /// Returns a Firebase database with requests in the name of a user.
  private static func database(
    _ transport: any Transport,
    of user: SignedInUser,
    clock: TestClock = TestClock()
  ) throws -> RealtimeDatabaseClient {
    var connection = TestConnections.connection(transport, TestConnections.production, clock: clock)
    connection.user = user
    return RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(firebase: "https://demo-shops.firebaseio.com"),
      connection: connection
    )
  }

  @Test("An observation restarts after a delay when the user changes")
  func userChange() async throws {
    let clock = TestClock()
    let token = Mutex<String?>("one")
    let user = SignedInUser()
    user.use { _ in token.withLock { $0 } }
    let transport = TestTransport { _, number in
      let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
      continuation.yield(Array(Self.event("put", #"{"path":"/","data":\#(number)}"#).utf8))
      return TransportResponse(200, body: body)
    }
    var events = try Self.database(transport, of: user, clock: clock).events(at: "/a")
      .makeAsyncIterator()
    #expect(try await events.next()?.value == Tree(0))
    for (number, next) in [(1, "two"), (2, nil)] {
      token.withLock { $0 = next }
      user.noteChange()
      #expect(try await events.next()?.value.integer.map { Int($0) } == number)
    }
    #expect(
      transport.requests.map(\.target) == ["/a.json?auth=one", "/a.json?auth=two", "/a.json"]
    )
    #expect(
      transport.requests.map { $0.fields[.authorization] }
        == [nil, nil, "Bearer \(TestConnections.secret)"]
    )
    #expect(clock.waits == [.milliseconds(500), .milliseconds(500)])
  }

  @Test(
    "An observation replaces a user's expired token and follows redirects with it"
  )
  func userToken() async throws {
    let host = "https://s-usc1c-nss-200.firebaseio.com"
    let transport = TestTransport { request, _ in
      switch request.url.split(separator: "auth=", maxSplits: 1).last {
      case _ where !request.url.hasPrefix(host):
        // Firebase repeats the token in the URL of the redirect.
        let target = request.target.replacing("?", with: "?ns=demo-shops&")
        return TransportResponse(307, fields: [.location: host + target])
      case "old":
        return .parts([
          Self.event("put", #"{"path":"/","data":1}"#), Self.event("auth_revoked", #""old""#),
        ])
      default: return .parts([Self.event("put", #"{"path":"/","data":2}"#)])
      }
    }
    let user = SignedInUser()
    let asked = Mutex(0)
    user.use { _ in
      asked.withLock { asked in
        asked += 1
        return asked < 4 ? "old" : "new"
      }
    }
    let clock = TestClock()
    let (found, _) = await Self.events(2, try Self.database(transport, of: user, clock: clock))
    #expect(found == ["/ 1", "/ 2"])
    let own = "https://demo-shops.firebaseio.com/a.json"
    #expect(
      transport.lines.prefix(4) == [
        "GET \(own)?auth=old", "GET \(host)/a.json?ns=demo-shops&auth=old", "GET \(own)?auth=new",
        "GET \(host)/a.json?ns=demo-shops&auth=new",
      ]
    )
    #expect(clock.waits.first == .milliseconds(500))
  }

  @Test("An observation survives a missing token for a while and eventually fails")
  func noToken() async throws {
    let transport = TestTransport { _, number in
      .parts([Self.event("put", #"{"path":"/","data":\#(number)}"#)])
    }
    let user = SignedInUser()
    let asked = Mutex(0)
    user.use { _ in
      let count = asked.withLock { asked in
        asked += 1
        return asked
      }
      // Each connection requests a token twice.
      guard count < 3 || (6...7).contains(count) else {
        throw StoreError(.unreachable, service: "accounts", "no connection")
      }
      return "id-token"
    }
    let (found, error) = await Self.events(9, try Self.database(transport, of: user))
    #expect(found == ["/ 0", "/ 1"])
    #expect(error == StoreError(.unreachable, service: "accounts", "no connection"))
  }

  @Test("An observation follows redirects within Firebase with the credential")
  func redirect() async throws {
    let target = "https://s-usc1c-nss-200.firebaseio.com/a.json?ns=demo-shops"
    let transport = TestTransport { request, _ in
      request.url == target
        ? .parts([Self.event("put", #"{"path":"/","data":1}"#)])
        : TransportResponse(307, fields: [.location: target])
    }
    let (found, _) = await Self.events(1, try TestConnections.firebase(transport))
    #expect(found == ["/ 1"])
    #expect(
      transport.requests.prefix(2).allSatisfy {
        $0.fields[.authorization] == "Bearer \(TestConnections.secret)"
      }
    )
  }

  @Test("An observation that the service cancels ends with the reason")
  func cancel() async throws {
    let transport = TestTransport { _, _ in
      .parts([
        Self.event("put", #"{"path":"/","data":1}"#), Self.event("cancel", #""Permission denied""#),
      ])
    }
    let (found, error) = await Self.events(9, try TestConnections.database(transport))
    #expect(found == ["/ 1"])
    #expect(
      error?.message
        == "GET /a.json?ns=demo: the service ended the subscription (\"Permission denied\"): read "
        + "access was revoked, or the data is too large"
    )
  }
}

/// A token source that returns a new token with each call.
private struct CountingSource: TokenSource {
  private let counter = Counter()

  var name: String { "a test" }
  var isRenewable: Bool { true }
  var quotaProject: String? { nil }

  func newToken() async throws -> AccessToken {
    AccessToken("token-\(counter.next())", expiry: nil)
  }
}
