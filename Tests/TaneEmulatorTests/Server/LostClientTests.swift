#if os(Linux)
import Foundation
import SystemPackage
import Testing

@testable import TaneEmulator

@Suite("Clients lost without a close")
struct LostClientTests {
  @Test("An idle connection has a TCP keep-alive timer of one minute")
  func keepAlive() async throws {
    try await TestServer.serve { port in
      try await TestConnection.open(port) { connection in
        try await connection.send("GET /.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try await connection.response().status == 200)
        // A row of the kernel's table contains, among others, the addresses, the state (1 is open),
        // the active timer (2 is keep-alive) and its remaining time in hundredths of a second.
        let rows = try Self.connections()
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

  /// Returns the rows of the kernel's table of connections, a file that has no size.
  private static func connections() throws -> [[Substring]] {
    let file = try FileDescriptor.open("/proc/self/net/tcp", .readOnly)
    defer { try? file.close() }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try piece.withUnsafeMutableBytes({ try file.read(into: $0) }),
      count > 0
    {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: " ") }
  }
}
#endif
