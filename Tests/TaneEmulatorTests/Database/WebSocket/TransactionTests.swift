import Foundation
import TaneCore
import TaneEmbedded
import TaneFormats
import Testing

@testable import TaneEmulator

/// Clients that count together, each by transactions, as the official clients make them.
///
/// `TANE_TRANSACTIONS` sets how many transactions all of them make.
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

/// A client that adds 1 by transactions as the official JavaScript client does.
///
/// Beside the transaction that is sent there is always another one, which has been run on the outcome of the
/// first and is sent without running it again as soon as the first is acknowledged. It is sent with the
/// hash of what the client then takes for the data of the server.
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
    // What is not sent yet is run again on what the client sees, which is its own write if there is one.
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
