#if os(Linux)
  import Foundation
  import Testing

  @testable import TaneEmulator

  @Suite("A client that is gone without a word")
  struct LostClientTests {
    @Test("is asked for by the system after a minute")
    func keepAlive() async throws {
      try await TestServer.serve { port in
        try await TestConnection.open(port) { connection in
          try await connection.send("GET /.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
          #expect(try await connection.response().status == 200)
          // A row of the kernel's table: the addresses, the state (1 is open), …, which timer runs (2 is this one) and
          // for how many hundredths of a second.
          let rows = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .ascii)
            .split(separator: "\n").map { $0.split(separator: " ") }
          let own = ":" + String(format: "%04X", port)
          let row = try #require(
            rows.first { $0.count > 5 && $0[1].hasSuffix(own) && $0[3] == "01" }
          )
          let timer = row[5].split(separator: ":")
          #expect(timer[0] == "02")
          #expect(try #require(Int(timer[1], radix: 16)) <= 6000)
        }
      }
    }
  }
#endif
