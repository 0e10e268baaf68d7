import Synchronization
import TaneCore
import TaneTesting
import Testing

@testable import TaneEmulator

@Suite("Emulator server")
struct EmulatorServerTests {
  /// Runs a database server on a free port.
  private func serve(
    _ tree: Tree = .null,
    limits: ServerLimits = ServerLimits(),
    report: @escaping @Sendable (ServedRequest) -> Void = { _ in },
    _ body: (Int) async throws -> Void
  ) async throws {
    try await TestServer.serve(TestDatabase(tree), limits: limits, report: report, body)
  }

  private static func put(_ path: String, _ body: String, _ more: String = "") -> String {
    "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
  }

  private static func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
  }

  @Test("Requests on one connection are answered in order, even if they arrive at once")
  func keepAlive() async throws {
    try await serve { port in
      try await TestConnection.open(port) { connection in
        try await connection.send(Self.put("/a.json", "{\"b\":1}"))
        #expect(try await connection.response() == .init(status: 200, body: "{\"b\":1}"))
        try await connection.send(Self.get("/a/b.json") + Self.get("/none.json"))
        #expect(try await connection.response() == .init(status: 200, body: "1"))
        #expect(try await connection.response() == .init(status: 200, body: "null"))
        try await connection.send(Self.get("/a/b.json", "Connection: close\r\n"))
        #expect(try await connection.response() == .init(status: 200, body: "1"))
        #expect(try await connection.isClosedByServer())
      }
    }
  }

  @Test("Responses to HEAD and silent requests have no body")
  func bodyless() async throws {
    try await serve(Tree(["a": 1])) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send("HEAD /a.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let head = try await connection.read(upTo: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.contains("Content-Length: 1\r\n"))
        try await connection.send(Self.get("/a.json?print=silent"))
        #expect(try await connection.response() == .init(status: 204, body: ""))
        try await connection.send(Self.get("/a.json"))
        #expect(try await connection.response() == .init(status: 200, body: "1"))
      }
    }
  }

  @Test("A large response arrives complete")
  func largeAnswer() async throws {
    let text = String(repeating: "麺", count: 400_000)
    try await serve(Tree(["a": .string(text)])) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send(Self.get("/a.json"))
        #expect(try await connection.response() == .init(status: 200, body: "\"\(text)\""))
        try await connection.send(Self.get("/b.json"))
        #expect(try await connection.response() == .init(status: 200, body: "null"))
      }
    }
  }

  /// Bodies compressed by Python's `gzip.compress`: `{"b":"麺"}`, and a text of 2,000 letters.
  private static let packed = (
    small: "H4sIAAAAAAACA6tWSlKyUnq5a5dSLQCpHllkCwAAAA==",
    large: "H4sIAAAAAAACA1NKHAWjYBSMglEwCkbBkAdKAMII8jHSBwAA"
  )

  @Test("Gzip bodies are decompressed up to the limit, and other encodings are rejected")
  func contentEncodings() async throws {
    try await serve(limits: ServerLimits(bodyBytes: 1000)) { port in
      try await TestConnection.open(port) { connection in
        func put(_ body: [UInt8], _ encoding: String) async throws -> TestConnection.Response {
          try await connection.send(
            "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n"
              + "Content-Encoding: \(encoding)\r\n\r\n"
          )
          try await connection.send(body)
          return try await connection.response()
        }
        let small = try #require(Base64.bytes(of: Self.packed.small))
        let large = try #require(Base64.bytes(of: Self.packed.large))
        let plain = Array("1".utf8)
        #expect(try await put(small, "gzip") == .init(status: 200, body: #"{"b":"麺"}"#))
        #expect(try await put(plain, "identity") == .init(status: 200, body: "1"))
        let answers = [
          try await put(large, "GZIP"), try await put(plain, "gzip"), try await put(plain, "br"),
        ]
        #expect(answers.map(\.status) == [413, 400, 415])
        let messages = [
          "Payload is too large: a request body can have at most 1000 bytes",
          "the request's body is not valid gzip",
          #"the content encoding \"br\" is not supported; expected gzip or none"#,
        ]
        #expect(answers.map(\.body) == messages.map { "{\n  \"error\" : \"\($0)\"\n}\n" })
      }
    }
  }

  @Test("Chunked bodies are accepted, and an expected body is requested with 100 Continue")
  func chunks() async throws {
    try await serve { port in
      try await TestConnection.open(port) { connection in
        try await connection.send(
          "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\"ab\r\n"
        )
        try await connection.send("2\r\nc\"\r\n0\r\n\r\n")
        #expect(try await connection.response() == .init(status: 200, body: "\"abc\""))
        try await connection.send(
          "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(try await connection.read(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue\r\n"))
        try await connection.send("7")
        #expect(try await connection.response() == .init(status: 200, body: "7"))
      }
    }
  }

  @Test("Bodies over the limit are rejected, with or without a declared length")
  func tooLarge() async throws {
    let message = "Payload is too large: a request body can have at most 10 bytes"
    let expected = TestConnection.Response(
      status: 413,
      body: "{\n  \"error\" : \"\(message)\"\n}\n"
    )
    try await serve(limits: ServerLimits(bodyBytes: 10)) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send(Self.put("/a.json", "\"0123456789\""))
        #expect(try await connection.response() == expected)
        #expect(try await connection.isClosedByServer())
      }
      try await TestConnection.open(port) { connection in
        try await connection.send(
          "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nc\r\n\"0123456789\"\r\n"
        )
        #expect(try await connection.response() == expected)
      }
      try await TestConnection.open(port) { connection in
        try await connection.send(Self.get("/a.json"))
        #expect(try await connection.response() == .init(status: 200, body: "null"))
      }
    }
  }

  @Test("Requests that are not HTTP are answered, and others are still served")
  func malformed() async throws {
    try await serve(Tree(["a": 1])) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send("NONSENSE\r\n\r\n")
        #expect(try await connection.response().status == 400)
        #expect(try await connection.isClosedByServer())
      }
      try await TestConnection.open(port) { half in
        try await half.send(
          "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12"
        )
        try await TestConnection.open(port) { connection in
          try await connection.send(Self.get("/a.json"))
          #expect(try await connection.response() == .init(status: 200, body: "1"))
        }
      }
      try await TestConnection.open(port) { connection in
        try await connection.send(Self.get("/a.json"))
        #expect(try await connection.response() == .init(status: 200, body: "1"))
      }
    }
  }

  @Test("Malformed requests and oversized headers are answered with the reason")
  func refusals() async throws {
    let malformed = "{\n  \"error\" : \"the request is malformed\"\n}\n"
    let tooLarge = "{\n  \"error\" : \"the request's header is too large\"\n}\n"
    try await serve { port in
      for (text, expected) in [
        ("NONSENSE\r\n\r\n", TestConnection.Response(status: 400, body: malformed)),
        (
          Self.get("/a.json", String(repeating: "X: a\r\n", count: 300)),
          .init(status: 431, body: tooLarge)
        ),
      ] {
        try await TestConnection.open(port) { connection in
          try await connection.send(Self.get("/a.json"))
          #expect(try await connection.response() == .init(status: 200, body: "null"))
          try await connection.send(text)
          #expect(try await connection.response() == expected)
          #expect(try await connection.isClosedByServer())
        }
      }
    }
  }

  @Test("A request that is both too large and malformed gets one response")
  func tooLargeAndMalformed() async throws {
    let head = "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    try await serve(limits: ServerLimits(bodyBytes: 10)) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send("\(head)c\r\n\"0123456789\"\r\n")
        #expect(try await connection.response().status == 413)
        try await connection.send("zz\r\n")
        #expect(try await connection.isClosedByServer())
      }
      for _ in 0..<100 {
        // Either error may be reported first.
        try await TestConnection.open(port) { connection in
          try await connection.send("\(head)c\r\n\"0123456789\"\r\nzz\r\n")
          #expect([400, 413].contains(try await connection.response().status))
          #expect(try await connection.isClosedByServer())
        }
      }
      try await TestConnection.open(port) { connection in
        try await connection.send(Self.get("/a.json"))
        #expect(try await connection.response() == .init(status: 200, body: "null"))
      }
    }
  }

  @Test("Events are delivered to all listeners as they happen")
  func events() async throws {
    try await serve { port in
      try await TestConnection.open(port) { first in
        try await TestConnection.open(port) { second in
          try await first.send(Self.get("/a.json", "Accept: text/event-stream\r\n"))
          try await second.send(Self.get("/.json", "Accept: text/event-stream\r\n"))
          _ = try await (first.read(upTo: "null}\n\n"), second.read(upTo: "null}\n\n"))
          try await TestConnection.open(port) { writer in
            try await writer.send(Self.put("/a.json", "5"))
            _ = try await writer.response()
          }
          #expect(
            try await first.read(upTo: "}\n\n")
              .hasSuffix("event: put\ndata: {\"path\":\"/\",\"data\":5}\n\n")
          )
          #expect(
            try await second.read(upTo: "}\n\n")
              .hasSuffix("event: put\ndata: {\"path\":\"/a\",\"data\":5}\n\n")
          )
        }
      }
    }
  }

  @Test("WebSocket conversations work with frames of any kind")
  func webSocket() async throws {
    try await serve(Tree(["n": 1])) { port in
      try await TestConnection.open(port) { connection in
        let answer = try await connection.upgrade("/.ws?v=5&ns=demo")
        #expect(answer.hasPrefix("HTTP/1.1 101 "))
        #expect(answer.lowercased().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
        #expect(try await connection.text().contains("\"h\":\"127.0.0.1:9000\""))
        try await connection.sendFrame(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/n","h":""}}}"#)
        #expect(try await connection.text() == #"{"t":"d","d":{"a":"d","b":{"p":"n","d":1}}}"#)
        #expect(try await connection.text() == #"{"d":{"b":{"d":{},"s":"ok"},"r":1},"t":"d"}"#)
        try await connection.sendFrame(Array("hello".utf8), opcode: 9)
        let pong = try await connection.frame()
        #expect(pong.opcode == 10 && pong.payload == Array("hello".utf8))
        let put = Array(#"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/n","d":2}}}"#.utf8)
        try await connection.sendFrame(Array(put[..<20]), isFinal: false)
        try await connection.sendFrame(Array(put[20...]), opcode: 0)
        #expect(try await connection.text() == #"{"t":"d","d":{"a":"d","b":{"p":"n","d":2}}}"#)
        #expect(try await connection.text() == #"{"d":{"b":{"d":"","s":"ok"},"r":2},"t":"d"}"#)
        try await connection.sendFrame([0x03, 0xE8], opcode: 8)
        let close = try await connection.frame()
        #expect(close.opcode == 8 && close.payload == [0x03, 0xE8])
        #expect(try await connection.isClosedByServer())
      }
    }
  }

  @Test("WebSocket frames out of order or of unknown kind cause a protocol error")
  func frames() async throws {
    let protocolError: [UInt8] = [0x03, 0xEA]
    try await serve { port in
      let faults: [[(opcode: UInt8, isFinal: Bool)]] = [
        [(0, true)], [(1, false), (1, true)], [(1, false), (2, false)], [(3, true)], [(11, true)],
      ]
      for frames in faults {
        try await TestConnection.open(port) { connection in
          _ = try await connection.upgrade("/.ws?v=5")
          _ = try await connection.frame()
          for frame in frames {
            try await connection.sendFrame([48], opcode: frame.opcode, isFinal: frame.isFinal)
          }
          let close = try await connection.frame()
          #expect(close.opcode == 8 && close.payload == protocolError, "\(frames)")
          #expect(try await connection.isClosedByServer())
        }
      }
    }
  }

  @Test("Disconnect operations run when a connection breaks")
  func disconnectWrites() async throws {
    try await serve { port in
      try await TestConnection.open(port) { watcher in
        try await watcher.send(Self.get("/gone.json", "Accept: text/event-stream\r\n"))
        _ = try await watcher.read(upTo: "null}\n\n")
        try await TestConnection.open(port) { connection in
          _ = try await connection.upgrade("/.ws?v=5")
          _ = try await connection.frame()
          try await connection.sendFrame(
            #"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/gone","d":true}}}"#
          )
          _ = try await connection.frame()
        }
        #expect(try await watcher.read(upTo: "}\n\n").contains("\"data\":true"))
      }
    }
  }

  @Test("Silent WebSocket clients are pinged and disconnected if they do not answer")
  func silence() async throws {
    try await serve(limits: ServerLimits(pingInterval: .milliseconds(30))) { port in
      try await TestConnection.open(port) { connection in
        _ = try await connection.upgrade("/.ws?v=5")
        var opcodes: [UInt8] = []
        await #expect(throws: TestConnection.Closed.self) {
          while true { opcodes.append(try await connection.frame().opcode) }
        }
        #expect(opcodes.suffix(2) == [9, 9])
      }
    }
  }

  @Test("WebSocket upgrades are accepted only at their path")
  func upgradeElsewhere() async throws {
    try await serve { port in
      try await TestConnection.open(port) { connection in
        let answer = try await connection.upgrade("/other.json")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
  }

  @Test("A stopping server closes all kinds of open connections")
  func ending() async throws {
    let emulator = TestDatabase(Tree(["a": 1])).emulator
    let endpoint = EmulatorEndpoint("database", emulator, webSockets: emulator, port: 0)
    let server = try await EmulatorServer.start(
      [endpoint],
      limits: ServerLimits(grace: .seconds(60))
    )
    let port = try #require(server.ports["database"])
    try await TestConnection.open(port) { lingering in
      try await lingering.send(Self.get("/a.json", "Connection: close\r\n"))
      _ = try await lingering.response()
      try await TestConnection.open(port) { silent in
        try await TestConnection.open(port) { idle in
          try await TestConnection.open(port) { listener in
            try await TestConnection.open(port) { talker in
              try await idle.send(Self.get("/a.json"))
              _ = try await idle.response()
              try await listener.send(Self.get("/a.json", "Accept: text/event-stream\r\n"))
              _ = try await listener.read(upTo: "1}\n\n")
              _ = try await talker.upgrade("/.ws")
              _ = try await talker.frame()
              await server.shutDown()
              #expect(try await lingering.isClosedByServer())
              #expect(try await silent.isClosedByServer())
              #expect(try await idle.isClosedByServer())
              _ = try await listener.isClosedByServer()
              #expect(try await talker.isClosedByServer())
            }
          }
        }
      }
    }
  }

  @Test("A stopping server aborts requests that exceed its grace period")
  func cutOff() async throws {
    let endpoint = EmulatorEndpoint("database", TestDatabase().emulator, port: 0)
    let server = try await EmulatorServer.start([endpoint], limits: ServerLimits(grace: .zero))
    try await TestConnection.open(try #require(server.ports["database"])) { connection in
      try await connection.send("PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n")
      try await connection.send("Expect: 100-continue\r\n\r\n")
      _ = try await connection.read(upTo: "\r\n\r\n")
      await server.shutDown()
      #expect(try await connection.isClosedByServer())
    }
  }

  @Test("A port in use is an error, and no other port stays open")
  func portInUse() async throws {
    try await serve { port in
      let emulator = TestDatabase().emulator
      let endpoints = [
        EmulatorEndpoint("first", emulator, port: 0),
        EmulatorEndpoint("second", emulator, port: port),
      ]
      let error = await #expect(throws: EmulatorServerError.self) {
        _ = try await EmulatorServer.start(endpoints)
      }
      #expect(
        error?.description == "second: cannot listen on 127.0.0.1:\(port): the port is in use; "
          + "choose another port (0 for any free port)"
      )
    }
  }

  @Test("Every request is reported without secrets")
  func reports() async throws {
    let lines = Mutex<[String]>([])
    try await serve(report: { request in
      lines.withLock { $0.append("\(request.method) \(request.target) \(request.status)") }
    }) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send(Self.get("/a.json?auth=secret&ns=demo&access_token=secret"))
        _ = try await connection.response()
        try await connection.send(Self.get("/a"))
        _ = try await connection.response()
      }
    }
    #expect(
      lines.withLock { $0 } == [
        "GET /a.json?auth=<redacted>&ns=demo&access_token=<redacted> 200", "GET /a 404",
      ]
    )
  }
}
