import Foundation
import HTTPTypes
import SwiftProtobuf
import Synchronization
import TaneCore
import TaneFirestoreMessages
import TaneTesting
import Testing

@testable import TaneEmulator
@testable import TaneServices

@Suite("Listening to Firestore documents")
struct FirestoreListeningTests {
  private typealias Documents = AsyncThrowingStream<[StoredDocument], any Error>

  private static let shops = DocumentScope.query(DocumentQuery(collectionID: "shops"))

  private static func client(
    _ server: EmulatorServer,
    attempts: Int = 1_000_000,
    timeout: Duration = .seconds(3600),
    user: SignedInUser? = nil,
    clock: ServiceClock = .system
  ) throws -> FirestoreClient {
    let address = try #require(server.address(of: "firestore"))
    var connection = ServiceConnection(
      transport: AsyncHTTPTransport.patient(),
      credential: .owner,
      policy: RetryPolicy(
        attempts: attempts,
        initialDelay: .milliseconds(1),
        maximumDelay: .milliseconds(20),
        timeout: timeout
      ),
      clock: clock
    )
    connection.user = user
    return FirestoreClient(
      location: try FirestoreLocation(emulator: "http://\(address)", database: TestFirestore.name),
      connection: connection
    )
  }

  private static func start(
    _ service: any EmulatorService & GRPCService,
    port: Int = 0
  ) async throws -> EmulatorServer {
    try await EmulatorServer.start(
      [EmulatorEndpoint("firestore", service, grpc: service, port: port)],
      hosts: ["127.0.0.1"]
    )
  }

  private static func put(_ path: String, _ number: Int64) -> DocumentWrite {
    let fields: DocumentFields = ["n": .integer(number)]
    return DocumentWrite(path: DocumentPath(parsing: path), operation: .update(fields, mask: nil))
  }

  /// A short description of documents: `a 1, b 2`.
  private static func text(_ documents: [StoredDocument]?) -> String? {
    documents?.map { document in
      guard case .integer(let number)? = document.fields["n"] else { return document.path.id }
      return "\(document.path.id) \(number)"
    }.joined(separator: ", ")
  }

  @Test("A query's snapshots are in order and within the limit")
  func tells() async throws {
    let server = try await Self.start(TestFirestore.emulator())
    let client = try Self.client(server)
    var query = DocumentQuery(collectionID: "shops", limit: 2)
    query.orders = [.init(FieldPath(name: "n"), isDescending: true)]
    query.filter = .field(FieldPath(name: "n"), .greaterThan, .integer(0))
    let stream = try #require(client.snapshots(of: .query(query)))
    var states = stream.makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "")
    try await client.commit([
      Self.put("shops/a", 1), Self.put("shops/b", 2), Self.put("shops/c", 3),
    ])
    #expect(Self.text(try await states.next()) == "c 3, b 2")
    try await client.commit([Self.put("other/a", 9), Self.put("shops/d", 0)])
    try await client.commit([DocumentWrite(path: DocumentPath(["shops", "c"]), operation: .delete)])
    #expect(Self.text(try await states.next()) == "b 2, a 1")
    try await client.commit([Self.put("shops/a", 5)])
    #expect(Self.text(try await states.next()) == "a 5, b 2")
    await server.shutDown()
  }

  @Test("A document's snapshots report its creation, changes and deletion")
  func document() async throws {
    let server = try await Self.start(TestFirestore.emulator())
    let client = try Self.client(server)
    let path = DocumentPath(["shops", "麺"])
    var one = try #require(client.snapshots(of: .document(path))).makeAsyncIterator()
    var all = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await one.next()) == "")
    #expect(Self.text(try await all.next()) == "")
    for number in 1...5 as ClosedRange<Int64> {
      try await client.commit([Self.put("shops/麺", number), Self.put("shops/b", number)])
      #expect(Self.text(try await one.next()) == "麺 \(number)")
      // Documents that are committed together are reported together.
      #expect(Self.text(try await all.next()) == "b \(number), 麺 \(number)")
    }
    try await client.commit([DocumentWrite(path: path, operation: .delete)])
    #expect(Self.text(try await one.next()) == "")
    #expect(Self.text(try await all.next()) == "b 5")
    await server.shutDown()
  }

  @Test("A listener continues after an outage with the changes since")
  func goesOn() async throws {
    // The service and the store use the same clock, because the service's read times are compared
    // with commit times.
    let service = TestFirestore.emulator(InMemoryDocumentStore { 1_700_000_000_000 })
    var server = try await Self.start(service)
    let client = try Self.client(server)
    let port = try #require(server.ports["firestore"])
    let database = try #require(DocumentDatabaseName(parsing: TestFirestore.name))
    try await service.commit([Self.put("shops/a", 1), Self.put("shops/b", 1)], to: database)
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "a 1, b 1")
    for number in 2...4 as ClosedRange<Int64> {
      await server.shutDown()
      try await service.commit([Self.put("shops/b", number)], to: database)
      server = try await Self.start(service, port: port)
      #expect(Self.text(try await states.next()) == "a 1, b \(number)")
    }
    // A document that is deleted during an outage is detected by the number of documents.
    await server.shutDown()
    try await service.commit(
      [DocumentWrite(path: DocumentPath(["shops", "a"]), operation: .delete)],
      to: database
    )
    server = try await Self.start(service, port: port)
    #expect(Self.text(try await states.next()) == "b 4")
    await server.shutDown()
  }

  @Test("A listener resumes with its token and reads again if the service's count differs")
  func resumes() async throws {
    let script = ListenScript()
    let server = try await Self.start(script)
    let client = try Self.client(server)
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "a 1")
    #expect(Self.text(try await states.next()) == "b 2")
    #expect(
      script.heard == [
        "add 1", "end", "add 1 from token-1", "remove 1", "add 2",
      ]
    )
    await server.shutDown()
  }

  @Test(
    "A listener ends when the service rejects its query or nobody answers at first"
  )
  func failures() async throws {
    let refusing = ListenScript(.refusing)
    let server = try await Self.start(refusing)
    let client = try Self.client(server, attempts: 2)
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    let refusal = await #expect(throws: StoreError.self) { _ = try await states.next() }
    #expect(refusal?.code == .notAuthorized)
    #expect(
      refusal?.message
        == "POST /google.firestore.v1.Firestore/Listen: Missing or insufficient permissions. (PERMISSION_DENIED); "
        + "the credential needs the role Cloud Datastore User in the database's project"
    )
    await server.shutDown()
    states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    let closed = await #expect(throws: StoreError.self) { _ = try await states.next() }
    #expect(closed?.code == .unreachable)
    #expect(closed?.message.contains("127.0.0.1") == true)
  }

  @Test("A listener requests one other token if the user's is rejected, and then ends")
  func unauthenticated() async throws {
    let script = ListenScript(.unauthenticated)
    let server = try await Self.start(script)
    let user = SignedInUser()
    let asked = Mutex<[Bool]>([])
    user.use { isRefused in
      asked.withLock { asked in
        asked.append(isRefused)
        return "token-\(asked.count)"
      }
    }
    let client = try Self.client(server, user: user)
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    let refusal = await #expect(throws: StoreError.self) { _ = try await states.next() }
    #expect(refusal?.code == .notAuthorized)
    #expect(asked.withLock { $0 } == [false, true])
    await server.shutDown()
  }

  @Test("A listener receives nothing for a user who signed out while it connected")
  func signingOut() async throws {
    let script = ListenScript()
    let server = try await Self.start(script)
    let user = SignedInUser()
    let session = Mutex<ListenSession?>(nil)
    let asked = Mutex(0)
    user.use { _ in
      let count = asked.withLock { asked in
        asked += 1
        return asked
      }
      if count == 1 { await session.withLock { $0 }?.restartStream() }
      return "token-\(count)"
    }
    let client = try Self.client(server, user: user)
    session.withLock { $0 = client.sessionHandle.session }
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "a 1")
    #expect(asked.withLock { $0 } == 2)
    #expect(script.heard.first == "add 2")
    await server.shutDown()
  }

  @Test("A resume token is not used before the service knows the query")
  func earlyToken() async throws {
    let script = ListenScript(.early)
    let server = try await Self.start(script)
    let client = try Self.client(server)
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "a 1")
    #expect(script.heard == ["add 1", "end", "add 1"])
    await server.shutDown()
  }

  @Test("A listener opens another stream if the first one is silent")
  func silence() async throws {
    let script = ListenScript(.silent)
    let server = try await Self.start(script)
    let limits = Mutex(0)
    let clock = ServiceClock(
      uptime: { .zero },
      wallTime: { 0 },
      sleep: { duration in
        // Pauses take no time. The first stream times out as soon as the service has received the
        // request.
        guard duration >= .seconds(3600) else { return }
        let number = limits.withLock { count in
          count += 1
          return count
        }
        guard number == 1 else { return try await Task.sleep(for: .seconds(86_400)) }
        while script.heard.isEmpty { await Task.yield() }
      },
      random: { 0 }
    )
    let client = try Self.client(server, clock: clock)
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "a 1")
    await server.shutDown()
  }

  @Test("A document that cannot be decoded ends only the listeners that read it")
  func unreadable() async throws {
    let script = ListenScript(.unreadable)
    let server = try await Self.start(script)
    let client = try Self.client(server)
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    let refusal = await #expect(throws: StoreError.self) { _ = try await states.next() }
    #expect(refusal?.code == .invalidResponse)
    #expect(refusal?.message.contains("the document shops/a cannot be read: ") == true)
    var others = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await others.next()) == "a 1")
    await server.shutDown()
  }

  @Test("A new listener reconnects at once after an outage, together with waiting ones")
  func joining() async throws {
    // The service and the store use the same clock, because the service's read times are compared
    // with commit times.
    let service = TestFirestore.emulator(InMemoryDocumentStore { 1_700_000_000_000 })
    var server = try await Self.start(service)
    let port = try #require(server.ports["firestore"])
    let database = try #require(DocumentDatabaseName(parsing: TestFirestore.name))
    let (pauses, note) = AsyncStream<Void>.makeStream()
    let clock = ServiceClock(
      uptime: { .zero },
      wallTime: { 0 },
      sleep: { duration in
        // Longer durations are the timeouts of requests.
        if duration < .seconds(3600) { note.yield() }
        try await Task.sleep(for: .seconds(86_400))
      },
      random: { 0 }
    )
    let client = try Self.client(server, clock: clock)
    var first = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await first.next()) == "")
    await server.shutDown()
    #expect(await pauses.first { _ in true } != nil)
    try await service.commit([Self.put("shops/a", 1)], to: database)
    server = try await Self.start(service, port: port)
    let path = DocumentPath(["shops", "a"])
    var second = try #require(client.snapshots(of: .document(path))).makeAsyncIterator()
    #expect(Self.text(try await second.next()) == "a 1")
    #expect(Self.text(try await first.next()) == "a 1")
    await server.shutDown()
  }

  @Test("A listener continues when a token is available again")
  func noTokenForAMoment() async throws {
    let service = TestFirestore.emulator()
    let server = try await Self.start(service)
    let user = SignedInUser()
    let missing = Mutex(0)
    user.use { _ in
      let isMissing = missing.withLock { missing in
        missing -= 1
        return missing >= 0
      }
      if isMissing { throw StoreError(.unreachable, service: "accounts", "no connection") }
      return "id-token"
    }
    let client = try Self.client(server, attempts: 2, user: user)
    let database = try #require(DocumentDatabaseName(parsing: TestFirestore.name))
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "")
    missing.withLock { $0 = 4 }
    user.recordChange()
    while missing.withLock({ $0 > 0 }) { await Task.yield() }
    try await service.commit([Self.put("shops/a", 1)], to: database)
    #expect(Self.text(try await states.next()) == "a 1")
    await server.shutDown()
  }

  @Test("Delays during an outage grow, and each listener has its own attempts")
  func backoff() async throws {
    let (pauses, note) = AsyncStream<Duration>.makeStream()
    let clock = ServiceClock(
      uptime: { .zero },
      wallTime: { 0 },
      sleep: { duration in
        note.yield(duration)
        try await Task.sleep(for: .seconds(86_400))
      },
      random: { 0 }
    )
    let connection = ServiceConnection(
      transport: AsyncHTTPTransport.patient(),
      credential: .owner,
      policy: RetryPolicy(attempts: 3, initialDelay: .milliseconds(1)),
      clock: clock
    )
    let client = FirestoreClient(
      location: try FirestoreLocation(emulator: "http://127.0.0.1:1", database: TestFirestore.name),
      connection: connection,
      settings: nil
    ) { _ in throw TransportFailure.refused }
    var heard = pauses.makeAsyncIterator()
    var streams: [Documents] = []
    for milliseconds in [1, 2, 4] {
      streams.append(try #require(client.snapshots(of: Self.shops)))
      #expect(await heard.next() == .milliseconds(milliseconds))
    }
    // The first listener has used its three attempts; after the next delay, the second one has as
    // well.
    for milliseconds in [8, 16] {
      var states = streams.removeFirst().makeAsyncIterator()
      let refusal = await #expect(throws: StoreError.self) { _ = try await states.next() }
      #expect(refusal?.code == .unreachable)
      streams.append(try #require(client.snapshots(of: Self.shops)))
      #expect(await heard.next() == .milliseconds(milliseconds))
    }
  }

  @Test(
    "HTTP/2 is tried again after growing delays if the network blocked it"
  )
  func http2Again() async throws {
    let server = try await Self.start(TestFirestore.emulator())
    let address = try #require(server.address(of: "firestore"))
    let uptime = Mutex(Duration.zero)
    let attempts = Mutex(0)
    let clock = ServiceClock(
      uptime: { uptime.withLock { $0 } },
      wallTime: { 0 },
      sleep: { try await Task.sleep(for: $0) },
      random: { 0 }
    )
    let client = FirestoreClient(
      location: try FirestoreLocation(emulator: "http://\(address)", database: TestFirestore.name),
      connection: ServiceConnection(
        transport: AsyncHTTPTransport.patient(),
        credential: .owner,
        clock: clock
      ),
      settings: nil
    ) { address in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      guard attempt > 2 else { throw TransportFailure(.noHTTP2, mayHaveArrived: false) }
      return try await GRPCLink.open(address)
    }
    for seconds in [60, 120] {
      var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
      let refusal = await #expect(throws: StoreError.self) { _ = try await states.next() }
      #expect(refusal?.code == .unsupported)
      uptime.withLock { $0 += .seconds(seconds - 1) }
      #expect(client.snapshots(of: Self.shops) == nil)
      uptime.withLock { $0 += .seconds(1) }
    }
    var states = try #require(client.snapshots(of: Self.shops)).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "")
    await server.shutDown()
  }

  @Test("Listening fails if the network blocks HTTP/2, which is logged once")
  func noHTTP2() async throws {
    let lines = Mutex<[String]>([])
    let connection = ServiceConnection(
      transport: AsyncHTTPTransport.patient(),
      credential: .owner,
      log: RequestLog { record in lines.withLock { $0.append("\(record)") } }
    )
    let client = FirestoreClient(
      location: try FirestoreLocation(emulator: "http://127.0.0.1:1", database: TestFirestore.name),
      connection: connection,
      settings: nil
    ) { _ in throw TransportFailure(.noHTTP2, mayHaveArrived: false) }
    let streams = [
      try #require(client.snapshots(of: Self.shops)),
      try #require(client.snapshots(of: Self.shops)),
    ]
    for stream in streams {
      var states = stream.makeAsyncIterator()
      let refusal = await #expect(throws: StoreError.self) { _ = try await states.next() }
      #expect(refusal?.code == .unsupported)
      #expect(
        refusal?.message
          == "POST /google.firestore.v1.Firestore/Listen: the connection to 127.0.0.1:1 does not "
          + "use HTTP/2, perhaps because a proxy supports only HTTP/1.1"
      )
    }
    #expect(client.snapshots(of: Self.shops) == nil)
    #expect(lines.withLock { $0.count } == 1)
    #expect(
      lines.withLock { $0.first }?.hasPrefix(
        "#1 POST http://127.0.0.1:1/google.firestore.v1.Firestore/Listen → no HTTP/2: documents "
          + "are polled instead"
      ) == true
    )
  }

  @Test("Listening fails through a proxy and for invalid queries")
  func refusals() async throws {
    let proxies = ProxySettings(variables: ["https_proxy": "http://proxy.example:3128"])
    let connection = ServiceConnection(
      transport: AsyncHTTPTransport(proxies: proxies),
      credential: .none
    )
    let location = try FirestoreLocation(firebase: TestFirestore.name)
    let behind = FirestoreClient(location: location, connection: connection)
    #expect(behind.snapshots(of: Self.shops) == nil)
    let local = try FirestoreLocation(emulator: "http://127.0.0.1:1", database: TestFirestore.name)
    let client = FirestoreClient(location: local, connection: connection)
    var states = try #require(
      client.snapshots(of: .query(DocumentQuery(collectionID: "a", limit: -1)))
    ).makeAsyncIterator()
    let refusal = await #expect(throws: StoreError.self) { _ = try await states.next() }
    #expect(refusal?.code == .invalidData)
  }
}

/// A service that ends its first stream after a document and reports another number of documents on
/// the second one, or that begins in another way.
private final class ListenScript: EmulatorService, GRPCService {
  enum Beginning {
    case usual
    /// Rejects every query.
    case refusing
    /// Rejects every token.
    case unauthenticated
    /// Sends a resume token before it adds a target, and ends the first stream.
    case early
    /// Sends nothing on the first stream.
    case silent
    /// Sends a document that violates the protocol to the first target.
    case unreadable
  }

  private struct State {
    var calls = 0
    var heard: [String] = []
  }

  private let beginning: Beginning
  private let state = Mutex(State())

  init(_ beginning: Beginning = .usual) { self.beginning = beginning }

  /// The requests of clients.
  var heard: [String] { state.withLock(\.heard) }

  func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    EmulatorResponse(.notFound)
  }

  func isEndless(_ method: String) -> Bool { true }

  func answer(_ call: GRPCCall) async throws {
    let number = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    for await bytes in call.requests {
      let request = try ProtoListenRequest(serializedBytes: bytes)
      note(request)
      guard case .addTarget(let target) = request.targetChange else { continue }
      switch (beginning, number) {
      case (.refusing, _):
        try await call.send([
          change(.remove, [target.targetID]) { change in
            change.cause.code = 7
            change.cause.message = "Missing or insufficient permissions."
          }
        ])
        continue
      case (.unauthenticated, _): throw GoogleFailure(.unauthenticated, "The token is old.")
      case (.silent, 1): continue
      case (.early, 1):
        let early = change(.noChange, []) { change in
          change.resumeToken = Data("early".utf8)
          change.readTime.seconds = 1_700_000_000
        }
        try await call.send([early])
        state.withLock { $0.heard.append("end") }
        throw GoogleFailure(.unavailable, "The stream is old.")
      case (.early, _), (.silent, _):
        try await call.send([change(.add, [target.targetID]) { _ in }])
        try await call.send(
          [document("a", 1, target.targetID)] + current(target.targetID, token: "token")
        )
        continue
      case (.unreadable, _):
        var told = document("a", 1, target.targetID)
        if target.targetID == 1 { told.documentChange.document.fields[0].value.valueType = nil }
        try await call.send([change(.add, [target.targetID]) { _ in }, told])
        try await call.send(current(target.targetID, token: "token"))
        continue
      case (.usual, _): break
      }
      try await call.send([change(.add, [target.targetID]) { _ in }])
      switch (number, target.targetID) {
      case (1, let id):
        try await call.send([document("a", 1, id)] + current(id, token: "token-1"))
        state.withLock { $0.heard.append("end") }
        throw GoogleFailure(.unavailable, "The stream is old.")
      case (_, 1):
        let filter = ProtoListenResponse.with { response in
          response.filter.targetID = 1
          response.filter.count = 5
        }
        try await call.send([filter])
      case (_, let id):
        try await call.send([document("b", 2, id)] + current(id, token: "token-2"))
      }
    }
  }

  private func note(_ request: ProtoListenRequest) {
    let text: String
    switch request.targetChange {
    case .addTarget(let target):
      let token = String(decoding: target.resumeToken, as: UTF8.self)
      text = "add \(target.targetID)" + (token.isEmpty ? "" : " from \(token)")
    case .removeTarget(let id): text = "remove \(id)"
    case nil: text = "nothing"
    }
    state.withLock { $0.heard.append(text) }
  }

  private func change(
    _ type: ProtoTargetChange.TargetChangeType,
    _ ids: [Int32],
    _ more: (inout ProtoTargetChange) -> Void
  ) -> ProtoListenResponse {
    .with { response in
      response.targetChange.targetChangeType = type
      response.targetChange.targetIds = ids
      more(&response.targetChange)
    }
  }

  private func current(_ id: Int32, token: String) -> [ProtoListenResponse] {
    [
      change(.current, [id]) { $0.resumeToken = Data(token.utf8) },
      change(.noChange, []) { $0.readTime.seconds = 1_700_000_000 },
    ]
  }

  private func document(_ name: String, _ number: Int64, _ id: Int32) -> ProtoListenResponse {
    .with { response in
      response.documentChange.targetIds = [id]
      response.documentChange.document.name = "\(TestFirestore.name)/documents/shops/\(name)"
      response.documentChange.document.fields = [
        .with { entry in
          entry.key = "n"
          entry.value.integerValue = number
        }
      ]
      response.documentChange.document.createTime.seconds = 1_600_000_000
      response.documentChange.document.updateTime.seconds = 1_600_000_000
    }
  }
}
