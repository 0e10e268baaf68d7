import TaneCore
import Testing

@testable import TaneEmulator

@Suite("End of connections")
struct ConnectionEndingTests {
  private static let text = String(repeating: "a", count: 9 << 20)
  private static let large = TestDatabase(Tree(["a": .string(text), "b": .string(text), "c": 1]))
  private static let largeBody = "{\"a\":\"\(text)\",\"b\":\"\(text)\",\"c\":1}"

  @Test(
    "The server closes a connection after the whole of a large response",
    arguments: [
      "GET /.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "GET /.json HTTP/1.0\r\n\r\n",
    ]
  )
  func largeAnswers(request: String) async throws {
    try await TestServer.serve(Self.large) { port in
      for _ in 0..<4 {
        try await TestConnection.open(port) { connection in
          try await connection.send(request)
          let response = try await connection.response()
          #expect(response.status == 200)
          // A failure shows only the lengths, because the body has 18 MB.
          let isWhole = response.body == Self.largeBody
          #expect(isWhole, "\(response.body.utf8.count) of \(Self.largeBody.utf8.count) bytes")
          #expect(try await connection.isClosedByServer())
        }
      }
    }
  }

  @Test("A client that half-closes its connection still receives all responses")
  func halfClosed() async throws {
    let database = TestDatabase(Tree(["a": .string(Self.text), "b": .string(Self.text), "c": 1]))
    try await TestServer.serve(database) { port in
      try await TestConnection.open(port) { connection in
        let put = "PUT /c.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n2"
        let get = "GET /.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try await connection.send(put + get)
        connection.closeOutput()
        #expect(try await connection.response() == .init(status: 200, body: "2"))
        let response = try await connection.response()
        #expect(response.body.utf8.count == Self.largeBody.utf8.count)
        #expect(try await connection.isClosedByServer())
      }
    }
  }

  @Test("A client that half-closes within a request receives an error response")
  func closedWithinRequest() async throws {
    try await TestServer.serve { port in
      try await TestConnection.open(port) { connection in
        try await connection.send(
          "PUT /c.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n12"
        )
        connection.closeOutput()
        #expect(try await connection.response().status == 400)
        #expect(try await connection.isClosedByServer())
      }
    }
  }

  @Test("A client that sends more than the server reads still receives an error response")
  func unreadBytes() async throws {
    let more = String(repeating: "0", count: 9 << 20)
    try await TestServer.serve(limits: ServerLimits(bodyBytes: 10)) { port in
      for (head, status) in [
        ("NONSENSE\r\n\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9437184\r\n\r\n", 413),
      ] {
        try await TestConnection.open(port) { connection in
          try await connection.send(head + more)
          #expect(try await connection.response().status == status)
          #expect(try await connection.isClosedByServer())
        }
      }
    }
  }

  @Test("Closing the connection ends streams for HTTP/1.0 clients")
  func streamsWithoutChunks() async throws {
    try await TestServer.serve { port in
      try await TestConnection.open(port) { connection in
        try await connection.send("GET /c.json HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n")
        let head = try await connection.read(upTo: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.0 200 OK\r\n") && !head.lowercased().contains("chunked"))
        #expect(try await connection.read(upTo: "\n\n").hasPrefix("event: put\ndata: {"))
      }
      try await TestConnection.open(port) { connection in
        for _ in 0..<2 {
          try await connection.send("GET /c.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
          #expect(try await connection.response() == .init(status: 200, body: "null"))
        }
      }
    }
  }

  @Test("A client that sends single bytes instead of closing is disconnected")
  func lingering() async throws {
    let limits = ServerLimits(lingerTime: .milliseconds(10))
    try await TestServer.serve(limits: limits) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send("GET /c.json HTTP/1.0\r\n\r\n")
        #expect(try await connection.response().status == 200)
        #expect(try await connection.isClosedByServer())
        // Writing to a closed connection fails; writing to a lingering connection would not.
        await #expect(throws: (any Error).self) {
          while true {
            try await connection.send("x")
            await Task.yield()
          }
        }
      }
    }
  }
}
