import Synchronization
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Database sessions over WebSocket")
struct DatabaseSessionTests {
  private static func client(
    _ address: String,
    attempts: Int = 3,
    clock: ServiceClock = .system
  ) throws -> RealtimeDatabaseClient {
    RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://\(address)", namespace: "demo"),
      connection: ServiceConnection(
        transport: AsyncHTTPTransport.patient(),
        credential: .owner,
        policy: RetryPolicy(attempts: attempts, initialDelay: .milliseconds(1)),
        clock: clock
      )
    )
  }

  /// A channel from scripts to the test.
  private final class Notes: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Tree?.self)

    func note(_ body: Tree?) { continuation.yield(body) }

    func next() async -> Tree? {
      for await note in stream { return note }
      return nil
    }
  }

  @Test("A database session sends its credential and follows a redirect to another host")
  func redirection() async throws {
    let notes = Notes()
    let other = Mutex("")
    try await SocketScript.serve([
      { peer, _ in peer.send(#"{"t":"c","d":{"t":"r","d":"\#(other.withLock { $0 })"}}"#) },
      { peer, _ in
        notes.note(Tree(.string(peer.target)))
        await peer.greet()
        notes.note(await peer.answer("o"))
      },
    ]) { addresses in
      other.withLock { $0 = addresses[1] }
      let client = try Self.client(addresses[0])
      try await client.updateOnDisconnect([TreeWrite(path: "/a/b", value: Tree(["x": 1]))])
      #expect(await notes.next()?.string == "/.ws?v=5&ns=demo")
      #expect(await notes.next() == Tree(["p": "/a/b", "d": ["x": 1]]))
    }
  }

  @Test("A database session does not follow redirects to foreign hosts or in cycles")
  func badRedirections() async throws {
    let own = Mutex("")
    try await SocketScript.serve([
      { peer, _ in peer.send(#"{"t":"c","d":{"t":"r","d":"evil.example"}}"#) },
      { peer, _ in peer.send(#"{"t":"c","d":{"t":"r","d":"\#(own.withLock { $0 })"}}"#) },
    ]) { addresses in
      own.withLock { $0 = addresses[1] }
      let write = TreeWrite(path: "/a", value: Tree(1))
      let evil = await #expect(throws: StoreError.self) {
        try await Self.client(addresses[0]).updateOnDisconnect([write])
      }
      #expect(
        evil?.message
          == "the service redirects to evil.example, but Tane follows redirects only to "
          + "trusted hosts; check the URL"
      )
      let circle = await #expect(throws: StoreError.self) {
        try await Self.client(addresses[1]).updateOnDisconnect([write])
      }
      #expect(circle?.message == "the service sent too many redirects between hosts")
    }
  }

  @Test("A database session restores disconnect operations after a reconnect, if not cancelled")
  func restoration() async throws {
    let notes = Notes()
    try await SocketScript.serve([
      { peer, number in
        await peer.greet()
        if number == 1 {
          for action in ["o", "om", "o", "oc"] { await peer.answer(action) }
          peer.end()
        } else {
          for action in ["o", "om"] { notes.note(await peer.answer(action)) }
        }
      }
    ]) { addresses in
      let client = try Self.client(addresses[0])
      try await client.updateOnDisconnect([
        TreeWrite(path: "/seen", value: Tree([".sv": ["increment": 1]]))
      ])
      try await client.updateOnDisconnect([
        TreeWrite(path: "/a/b", value: Tree(1)), TreeWrite(path: "/a/c/d", value: .null),
        TreeWrite(path: "/a/gone/x", value: Tree(2)),
      ])
      try await client.updateOnDisconnect([TreeWrite(path: "/a/gone", value: Tree(3))])
      try await client.cancelDisconnectWrites(at: "/a/gone")
      #expect(await notes.next() == Tree(["p": "/seen", "d": [".sv": ["increment": 1]]]))
      #expect(await notes.next() == Tree(["p": "/a", "d": ["b": 1, "c/d": .null]]))
    }
  }

  @Test("Long messages of a database session are sent and received in frames")
  func slices() async throws {
    let long = String(repeating: "麺🍜", count: 20_000)
    let notes = Notes()
    try await SocketScript.serve([
      { peer, _ in
        await peer.greet()
        notes.note(await peer.answer("o"))
        guard let request = await peer.next() else { return }
        peer.send(
          "3",
          #"{"t":"d","d":{"a":"d","b":{"p":"a","d":""#,
          long,
          #""}}}"#
        )
        peer.send("2", #"{"t":"d","d":{"r":\#(request.number),"#, #""b":{"s":"ok","d":{}}}}"#)
      }
    ]) { addresses in
      let client = try Self.client(addresses[0])
      try await client.updateOnDisconnect([TreeWrite(path: "/a", value: Tree(.string(long)))])
      #expect(await notes.next()?["d"]?.string == long)
      for try await tree in client.trees(at: "/a") {
        #expect(tree.string == long)
        break
      }
    }
  }

  @Test("Listeners continue over a new connection, even if their data is gone")
  func listening() async throws {
    try await SocketScript.serve([
      { peer, number in
        await peer.greet()
        guard let request = await peer.next() else { return }
        let ok = #"{"t":"d","d":{"r":\#(request.number),"b":{"s":"ok","d":{}}}}"#
        switch number {
        case 1:
          peer.push("a", #"{"x":1,"y":{".value":2,".priority":3}}"#)
          peer.send(ok)
          peer.push("a", #"{"x":null,"z/0":5}"#, "m")
          peer.end()
        case 2:
          peer.send(ok)
          peer.push("a/b", "true")
          peer.end()
        default:
          peer.push("a", "[1,2]")
          peer.send(ok)
        }
      }
    ]) { addresses in
      let client = try Self.client(addresses[0])
      let first = Tree(["y": [".value": 2, ".priority": 3], "z": ["0": 5]])
      let last = Tree(["0": 1, "1": 2])
      let possible = [
        Tree(["x": 1, "y": [".value": 2, ".priority": 3]]), first, .null, Tree(["b": true]), last,
      ]
      // Values in quick succession may be skipped, but their order is kept.
      var place = 0
      for try await tree in client.trees(at: "/a") {
        let found = try #require(possible[place...].firstIndex(of: tree))
        place = found
        if tree == last { break }
      }
    }
  }

  @Test("Readers of one database node share a listener that ends with the last of them")
  func sharing() async throws {
    let notes = Notes()
    try await SocketScript.serve([
      { peer, _ in
        await peer.greet()
        await peer.answer("q", telling: ("a", "1"))
        notes.note(await peer.answer("n"))
      }
    ]) { addresses in
      let client = try Self.client(addresses[0])
      #expect(try await Self.firstTrees(of: client) == [Tree(1), Tree(1)])
      #expect(await notes.next() == Tree(["p": "/a"]))
    }
  }

  /// Returns the first values of two listeners for the same node, which end with the call.
  private static func firstTrees(of client: RealtimeDatabaseClient) async throws -> [Tree] {
    var trees: [Tree] = []
    for stream in [client.trees(at: "/a"), client.trees(at: "/a")] {
      for try await tree in stream {
        trees.append(tree)
        break
      }
    }
    return trees
  }

  @Test("Rejected requests of a database session are reported and not restored")
  func refusals() async throws {
    let notes = Notes()
    try await SocketScript.serve([
      { peer, number in
        await peer.greet()
        if number == 1 {
          await peer.answer("o", "permission_denied", #""Permission denied""#)
          await peer.answer("q", "permission_denied", #""Permission denied""#)
          await peer.answer("o")
          peer.end()
        } else {
          notes.note(await peer.next()?.body)
        }
      }
    ]) { addresses in
      let client = try Self.client(addresses[0])
      let error = await #expect(throws: StoreError.self) {
        try await client.updateOnDisconnect([TreeWrite(path: "/a", value: Tree(1))])
      }
      #expect(error?.code == .notAuthorized && error?.paths == ["/a"])
      #expect(
        error?.message
          == "the service rejected a disconnect operation: Permission denied (permission_denied)"
      )
      let observation = await #expect(throws: StoreError.self) {
        for try await _ in client.trees(at: "/a") {}
      }
      #expect(
        observation?.message
          == "the service ended the subscription to /a: Permission denied (permission_denied)"
      )
      try await client.updateOnDisconnect([TreeWrite(path: "/b", value: Tree(2))])
      #expect(await notes.next() == Tree(["p": "/b", "d": 2]))
    }
  }

  @Test("A listener ends when the service revokes it or rejects the connection")
  func revocation() async throws {
    try await SocketScript.serve([
      { peer, _ in
        await peer.greet()
        await peer.answer("q", telling: ("a", "1"))
        peer.send(#"{"t":"d","d":{"a":"c","b":{"p":"a"}}}"#)
      },
      { peer, _ in peer.send(#"{"t":"c","d":{"t":"s","d":"Invalid database name"}}"#) },
    ]) { addresses in
      let revoked = await #expect(throws: StoreError.self) {
        for try await _ in try Self.client(addresses[0]).trees(at: "/a") {}
      }
      #expect(
        revoked?.message
          == "the service ended the subscription to /a: read access was revoked, or the data is "
          + "too large"
      )
      let shutdown = await #expect(throws: StoreError.self) {
        for try await _ in try Self.client(addresses[1]).trees(at: "/a") {}
      }
      #expect(shutdown?.code == .unavailable)
      #expect(shutdown?.message == "the service rejected the connection: Invalid database name")
    }
  }

  @Test("A silent database service receives keep-alives and is then disconnected")
  func silence() async throws {
    let ticks = AsyncStream.makeStream(of: Void.self)
    let clock = ServiceClock(
      uptime: { .zero },
      wallTime: { 0 },
      sleep: { duration in
        guard duration == .seconds(45) else { return }
        for await _ in ticks.stream { return }
        throw CancellationError()
      },
      random: { 0 }
    )
    let frames = Mutex<[String]>([])
    let notes = Notes()
    try await SocketScript.serve([
      { peer, number in
        await peer.greet()
        await peer.answer("o")
        guard number == 1 else { return notes.note(Tree("again")) }
        for await frame in peer.frames {
          guard frame == "0" || frame.hasPrefix(#"{"t":"c""#) else { continue }
          frames.withLock { $0.append(frame) }
          ticks.continuation.yield()
        }
      }
    ]) { addresses in
      let client = try Self.client(addresses[0], clock: clock)
      try await client.updateOnDisconnect([TreeWrite(path: "/a", value: Tree(1))])
      ticks.continuation.yield()
      #expect(await notes.next()?.string == "again")
      #expect(frames.withLock { $0 } == ["0", #"{"t":"c","d":{"t":"p","d":{}}}"#])
    }
  }

  @Test("A closed port and a service without WebSocket are reported")
  func unreachable() async throws {
    let database = TestConnections.databaseEmulator()
    let server = try await EmulatorServer.start([EmulatorEndpoint("database", database, port: 0)])
    let address = try #require(server.address(of: "database"))
    let client = try Self.client(address)
    let write = TreeWrite(path: "/a", value: Tree(1))
    let mute = await #expect(throws: StoreError.self) {
      try await client.updateOnDisconnect([write])
    }
    #expect(mute?.code == .unreachable)
    #expect(mute?.message.contains("it does not support WebSocket") == true)
    await server.shutDown()
    let gone = await #expect(throws: StoreError.self) {
      for try await _ in client.trees(at: "/a") {}
    }
    #expect(gone?.code == .unreachable)
    #expect(gone?.message.hasPrefix("cannot connect to 127.0.0.1 (") == true)
  }

  @Test("A cancelled task stops waiting for a database session")
  func cancellation() async throws {
    let notes = Notes()
    try await SocketScript.serve([
      { peer, _ in
        await peer.greet()
        notes.note(await peer.next()?.body)
      }
    ]) { addresses in
      let client = try Self.client(addresses[0])
      let task = Task {
        try await client.updateOnDisconnect([TreeWrite(path: "/a", value: Tree(1))])
      }
      #expect(await notes.next() == Tree(["p": "/a", "d": 1]))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
