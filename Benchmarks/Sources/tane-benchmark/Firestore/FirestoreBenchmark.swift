import Foundation
import Synchronization

/// Measures Firestore of `tane emulate`: over gRPC beside REST, and with many who listen.
struct FirestoreBenchmark {
  let tane: String
  let folder: URL
  let runs: Int
  let connections: Int
  let seconds: Int

  /// Begins with a project in a folder, whose one environment is embedded.
  init(tane: String, in folder: URL, runs: Int, connections: Int, seconds: Int) throws {
    (self.tane, self.folder) = (tane, folder)
    (self.runs, self.connections, self.seconds) = (runs, connections, seconds)
    let environments = folder.appending(path: "environments", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    let profile = "guard: open\nfirestore: embedded:main\n"
    try Data(profile.utf8).write(to: environments.appending(path: "local.yaml"))
  }

  private func start() throws -> RunningServer {
    try RunningServer(tane, answering: "/v1/\(FirestoreRequests.database)/documents/none") { port in
      [
        "emulate", "-C", folder.path, "--in-memory", "--database-port", "0", "--storage-port", "0",
        "--firestore-port", String(port), "--auth-port", "0", "--hub-port", "0",
      ]
    }
  }

  /// Answers per second: documents read and written, over REST and over gRPC.
  func requests() async throws -> [(name: String, rate: SampledNumbers)] {
    let server = try start()
    defer { _ = try? server.end() }
    let documents = "http://127.0.0.1:\(server.port)/v1/\(FirestoreRequests.database)/documents"
    let script = folder.appending(path: "patches.lua")
    try Data(Self.patches.utf8).write(to: script)
    try await grpc(server.port, seconds: 0) {
      try await $0.call("Commit", FirestoreRequests.put("items/0", 1))
    }
    var rates: [[Double]] = [[], [], [], []]
    for _ in 0..<runs {
      rates[0].append(try load("\(documents)/items/0").run())
      rates[1].append(
        try await grpc(server.port, seconds: seconds) {
          try await $0.call("BatchGetDocuments", FirestoreRequests.get("items/0"))
        }
      )
      rates[2].append(try load(documents, script).run())
      let count = Atomic(0)
      rates[3].append(
        try await grpc(server.port, seconds: seconds) {
          let number = count.wrappingAdd(1, ordering: .relaxed).newValue
          try await $0.call("Commit", FirestoreRequests.put("items/\(number % 1000)", number))
        }
      )
    }
    let names = ["REST, read", "gRPC, read", "REST, write", "gRPC, commit"]
    return zip(names, rates.map { SampledNumbers($0) }).map { ($0, $1) }
  }

  private func load(_ url: String, _ script: URL? = nil) -> RequestLoad {
    RequestLoad(url: url, script: script, connections: connections, seconds: seconds)
  }

  /// Makes calls over as many connections as REST has, one at a time on each; returns the answers per second.
  @discardableResult
  private func grpc(
    _ port: Int,
    seconds: Int,
    _ call: @escaping @Sendable (GRPCConnection) async throws -> Void
  ) async throws -> Double {
    let start = ContinuousClock.now
    let end = start.advanced(by: .seconds(seconds))
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<connections {
        group.addTask {
          let connection = try await GRPCConnection(port: port)
          var count = 0
          repeat {
            try await call(connection)
            count += 1
          } while ContinuousClock.now < end
          try await connection.close()
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(count) / start.duration(to: .now).seconds
  }

  /// Seconds from the first write of a burst until so many listeners, over one connection in a hundred, have heard of
  /// as many writes as there are, and the server's peak of memory in bytes.
  func burst(of writes: Int, to listeners: Int) async throws -> (seconds: Double, memory: Double) {
    let server = try start()
    let (ready, note) = AsyncStream<Void>.makeStream()
    let port = server.port
    let seconds = try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<(listeners + 99) / 100 {
        let connection = try await GRPCConnection(port: port)
        for _ in 0..<min(100, listeners) {
          group.addTask {
            var (isReady, last) = (false, 0)
            // The last write has a larger document, which no message before it is as large as.
            try await connection.follow("Listen", FirestoreRequests.listen("bell/one")) { size in
              if !isReady { note.yield() }
              (isReady, last) = (true, max(last, size))
              return last > Self.lastBytes
            }
          }
        }
      }
      var waiting = listeners
      for await _ in ready {
        waiting -= 1
        if waiting == 0 { break }
      }
      let start = ContinuousClock.now
      let writer = try LoopbackConnection(port: port)
      let target = "/v1/\(FirestoreRequests.database)/documents/bell/one"
      for number in 0..<writes {
        let text =
          number == writes - 1 ? String(repeating: "x", count: Self.lastBytes) : "\(number)"
        let body = #"{"fields":{"ring":{"stringValue":"\#(text)"}}}"#
        try writer.request("PATCH", target, body: body)
      }
      try await group.waitForAll()
      return start.duration(to: .now).seconds
    }
    return (seconds, Double(try server.end().peakMemory))
  }

  private static let lastBytes = 8_000

  /// A script that writes one of 1,000 documents after the other.
  private static let patches = """
    wrk.method = "PATCH"
    wrk.headers["Content-Type"] = "application/json"
    local count = 0
    request = function()
      count = count + 1
      local body = string.format('{"fields":{"name":{"stringValue":"ramen"},"price":{"integerValue":"%d"}}}', count)
      return wrk.format(nil, string.format("%s/items/%d", wrk.path, count % 1000), nil, body)
    end

    """
}
