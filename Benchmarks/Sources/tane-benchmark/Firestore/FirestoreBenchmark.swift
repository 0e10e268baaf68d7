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

  private func start(patience: Double) throws -> RunningServer {
    try RunningServer(
      tane,
      answering: "/v1/\(FirestoreRequests.database)/documents/none",
      patience: patience
    ) { port in
      [
        "emulate", "-C", folder.path, "--in-memory", "--database-port", "0", "--storage-port", "0",
        "--firestore-port", String(port), "--auth-port", "0", "--hub-port", "0",
      ]
    }
  }

  /// Answers per second: documents read and written, over REST and over gRPC.
  func requests() async throws -> [(name: String, rate: SampledNumbers)] {
    let server = try start(patience: Double(4 * runs * seconds) + Self.patience)
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

  /// Bursts of writes to so many listeners, all on one server, and the server's peak of memory in bytes.
  func bursts(
    of writes: Int,
    to listeners: Int
  ) async throws -> (bursts: [ListenBurst.Outcome], peakMemory: Int) {
    let server = try start(patience: Double(runs) * Self.patience)
    do {
      let burst = ListenBurst(server: server, listeners: listeners, writes: writes)
      var bursts: [ListenBurst.Outcome] = []
      for _ in 0..<runs { bursts.append(try await burst.run()) }
      return (bursts, try server.end().peakMemory)
    } catch {
      _ = try? server.end()
      throw error
    }
  }

  /// The seconds after which a server that keeps a part of the benchmark waiting is killed.
  private static let patience = 120.0

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
