import Foundation
import TaneCore
import TaneEmbedded
import TaneFormats
import Testing

@testable import TaneEmulator

/// Tests clients that increment one counter with transactions, as the official clients run them.
///
/// `TANE_TRANSACTIONS` sets the total number of transactions.
@Suite("Concurrent transactions")
struct TransactionTests {
  private static let clientCount = 3
  private static let transactionCount =
    ProcessInfo.processInfo.environment["TANE_TRANSACTIONS"].flatMap(Int.init) ?? 600

  @Test("Concurrent transactions of several clients lose no update")
  func sum() async throws {
    let environment = try EmbeddedEnvironment.inMemory()
    let emulator = DatabaseEmulator(
      ["demo": environment.database("demo")],
      defaultDatabase: "demo"
    ) { environment.database($0) }
    let endpoint = EmulatorEndpoint("database", emulator, webSockets: emulator, port: 0)
    let server = try await EmulatorServer.start([endpoint], hosts: ["127.0.0.1"])
    let port = try #require(server.ports["database"])
    let count = Self.transactionCount / Self.clientCount
    let result = await Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.clientCount {
          group.addTask { try await CountingClient.run(count, port) }
        }
        try await group.waitForAll()
      }
    }.result
    await server.shutDown()
    try result.get()
    let sum = try await environment.database("demo").tree(at: "/counter")
    #expect(sum == Tree(.integer(Int64(count * Self.clientCount))))
  }
}

/// A client that increments a counter with transactions like the official JavaScript client.
///
/// While one transaction is in flight, the client runs the next one on its result. After the first
/// is acknowledged, it sends the next one, without running it again, with the hash of the data that
/// the server should then have.
private struct CountingClient {
  private var server: Int64?
  private var sent: Int64?
  private var next: Int64 = 1
  private var requestCount = 0
  private var remaining: Int

  private init(_ count: Int) { remaining = count }

  static func run(_ count: Int, _ port: Int) async throws {
    try await TestConnection.open(port) { connection in
      _ = try await connection.upgrade("/.ws?v=5&ns=demo")
      _ = try await connection.text()
      var client = CountingClient(count)
      try await client.ask("q", #"{"p":"/counter","h":""}"#, connection)
      while client.remaining > 0 {
        let text = Array(try await connection.text().utf8)
        let message = try #require(JSONReader().read(text, named: "message").tree?["d"])
        if message["a"] == nil {
          try await client.take(answer: message["b"]?["s"]?.string ?? "", connection)
        } else {
          client.take(data: message["b"]?["d"]?.integer)
        }
      }
    }
  }

  private mutating func take(data: Int64?) {
    server = data
    // The unsent transaction is run again on the client's view of the data: its own pending write,
    // or else the server's data.
    next = (sent ?? data ?? 0) + 1
  }

  private mutating func take(answer status: String, _ connection: TestConnection) async throws {
    switch status {
    case "ok":
      if sent != nil { remaining -= 1 }
      guard remaining > 0 else { return }
    case "datastale":
      next = (server ?? 0) + 1
    default:
      Issue.record("answered \(status)")
    }
    let hash = NodeHash.of(server.map { .tree(Tree(.integer($0))) })
    sent = next
    try await ask("p", #"{"p":"/counter","d":\#(next),"h":"\#(hash)"}"#, connection)
    next += 1
  }

  private mutating func ask(
    _ action: String,
    _ body: String,
    _ connection: TestConnection
  ) async throws {
    requestCount += 1
    try await connection.sendFrame(
      #"{"t":"d","d":{"r":\#(requestCount),"a":"\#(action)","b":\#(body)}}"#
    )
  }
}
