import HTTPTypes
import NIOCore
import Synchronization
import TaneCore
import Testing

@testable import TaneEmulator

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Limits for clients of the emulator's server")
struct ServerBoundsTests {
  private static let get = "GET /a.json HTTP/1.1\r\nHost: localhost\r\n"

  /// Writes more than the system buffers for a client that does not read.
  private static func writeMuch(_ database: TestDatabase) async {
    let text = String(repeating: "a", count: 200_000)
    for number in 0..<150 {
      _ = await database.call(.put, "/a.json", "\"\(number)\(text)\"")
    }
  }

  @Test("Listeners that do not read are disconnected when many bytes wait for them")
  func stalledListeners() async throws {
    let database = TestDatabase(queuedBytes: 1 << 20)
    try await TestServer.serve(database) { port in
      try await TestConnection.open(port) { stream in
        try await stream.send(Self.get + "Accept: text/event-stream\r\n\r\n")
        _ = try await stream.read(upTo: "\n\n")
        try await TestConnection.open(port) { socket in
          _ = try await socket.upgrade("/.ws?v=5")
          _ = try await socket.frame()
          try await socket.sendFrame(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#)
          _ = try await socket.frame()
          await Self.writeMuch(database)
          #expect(await socket.byteCount(upTo: 30_000_000) < 30_000_000)
        }
        #expect(await stream.byteCount(upTo: 30_000_000) < 30_000_000)
      }
    }
  }

  @Test("Clients that do not read a response and silent clients are disconnected")
  func stalledReader() async throws {
    let large = TestDatabase(Tree(["a": .string(String(repeating: "a", count: 30_000_000))]))
    try await TestServer.serve(large, limits: ServerLimits(idleTime: .milliseconds(200))) { port in
      try await TestConnection.open(port) { stalled in
        try await stalled.send(Self.get + "\r\n")
        // Meanwhile, several silent clients are disconnected one after another.
        for _ in 0..<5 {
          try await TestConnection.open(port) { silent in
            let isClosed = try await silent.isClosedByServer()
            #expect(isClosed)
          }
        }
        #expect(await stalled.byteCount(upTo: 30_000_000) < 30_000_000)
      }
    }
  }

  @Test("Clients that stop within or between requests are disconnected")
  func halfSent() async throws {
    try await TestServer.serve(limits: ServerLimits(idleTime: .seconds(1))) { port in
      try await TestConnection.openAgain(port) { connection in
        try await connection.send("GET /a.json HT")
        #expect(try await connection.isClosedByServer())
      }
      try await TestConnection.openAgain(port) { connection in
        try await connection.send(Self.get + "\r\n")
        #expect(try await connection.response().status == 200)
        #expect(try await connection.isClosedByServer())
      }
      try await TestConnection.openAgain(port) { connection in
        try await connection.send(
          "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12"
        )
        #expect(
          try await connection.response()
            == .init(
              status: 408,
              body:
                "{\n  \"error\" : \"the request is not complete, and nothing was received for 1.0 "
                + "seconds\"\n}\n"
            )
        )
        #expect(try await connection.isClosedByServer())
      }
    }
  }

  @Test("The server raises the limit of open files")
  func openFiles() async throws {
    let before = try #require(OpenFileLimit.current)
    var lower = before
    lower.rlim_cur = before.rlim_cur - 1
    OpenFileLimit.set(lower)
    try await TestServer.serve { _ in }
    let after = try #require(OpenFileLimit.current)
    #expect(after.rlim_cur > lower.rlim_cur)
  }

  @Test("The server reports once that it cannot accept connections, and continues")
  func exhaustion() async throws {
    let notices = Mutex<[String]>([])
    let endpoint = EmulatorEndpoint("database", TestDatabase().emulator, port: 0)
    let server = try await EmulatorServer.start(
      [endpoint],
      hosts: ["127.0.0.1"],
      notice: { notice in notices.withLock { $0.append(notice) } }
    )
    let port = try #require(server.ports["database"])
    for _ in 0..<2 {
      // In one step, because an accepted connection between the errors would start a new report.
      let listener = server.listeners[0]
      try await listener.eventLoop.submit {
        for _ in 0..<3 {
          listener.pipeline.syncOperations.fireErrorCaught(
            IOError(errnoCode: EMFILE, reason: "accept")
          )
        }
      }.get()
      // The server may close this connection to free a file descriptor.
      try await TestConnection.openAgain(port) { connection in
        try await connection.send(Self.get + "\r\n")
        #expect(try await connection.response().status == 200)
      }
    }
    await server.shutDown()
    let message =
      "database: cannot accept more connections: too many files are open; new clients wait until others"
      + " disconnect; raise the limit with ulimit -n"
    #expect(notices.withLock { $0 } == [message, message])
  }

  @Test("Databases that are only read keep no memory")
  func names() async throws {
    let database = TestDatabase()
    #expect(database.emulator.namespaces.count == 1)
    for number in 0..<200 {
      #expect(await database.get("/a.json?ns=unknown-\(number)") == "null")
      _ = await database.call(.delete, "/a.json?ns=unknown-\(number)")
    }
    #expect(database.emulator.namespaces.count == 1)
    // A listener is notified of the first write to such a database.
    let answer = await database.call(
      .get,
      "/a.json?ns=new",
      headers: ["Accept": "text/event-stream"]
    )
    let events = try #require(answer.stream).makeAsyncIterator()
    _ = await events.next()
    #expect(database.emulator.databaseNames == ["demo"])
    _ = await database.call(.put, "/a.json?ns=new", "1")
    #expect(
      await events.next().map { String(decoding: $0, as: UTF8.self) }
        == "event: put\ndata: {\"path\":\"/\",\"data\":1}\n\n"
    )
    #expect(database.emulator.databaseNames == ["demo", "new"])
    #expect(await database.get("/a.json?ns=new") == "1")
  }

  @Test("WebSocket frames that clients may not send are rejected")
  func frames() async throws {
    try await TestServer.serve { port in
      let protocolError: [UInt8] = [0x03, 0xEA]
      let notText: [UInt8] = [0x03, 0xEF]
      let masked: (UInt8, [UInt8]) -> [UInt8] = { [$0, 0x80 | UInt8($1.count), 0, 0, 0, 0] + $1 }
      for (name, frame, code) in [
        ("unmasked", [0x81, 1, 48], protocolError), ("RSV1", masked(0xC1, [48]), protocolError),
        ("RSV2", masked(0xA1, [48]), protocolError), ("RSV3", masked(0x91, [48]), protocolError),
        ("no UTF-8", masked(0x81, [0xC3, 0x28]), notText),
        ("a surrogate", masked(0x81, [0xED, 0xA0, 0x80]), notText),
        ("a code of one byte", masked(0x88, [3]), protocolError),
        ("a reserved code", masked(0x88, [0x03, 0xED]), protocolError),
        ("a reason that is not UTF-8", masked(0x88, [0x03, 0xE8, 0xFF]), notText),
      ] {
        try await TestConnection.open(port) { connection in
          _ = try await connection.upgrade("/.ws?v=5")
          _ = try await connection.frame()
          try await connection.send(frame)
          let close = try await connection.frame()
          #expect(close.opcode == 8 && close.payload == code, "\(name)")
          #expect(try await connection.isClosedByServer())
        }
      }
      // A text message may be split into fragments within a character.
      try await TestConnection.open(port) { connection in
        _ = try await connection.upgrade("/.ws?v=5")
        _ = try await connection.frame()
        let text = Array(#"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/a","d":"麺"}}}"#.utf8)
        try await connection.sendFrame(Array(text[..<49]), isFinal: false)
        try await connection.sendFrame(Array(text[49...]), opcode: 0)
        #expect(try await connection.text() == #"{"d":{"b":{"d":"","s":"ok"},"r":1},"t":"d"}"#)
      }
    }
  }
}
