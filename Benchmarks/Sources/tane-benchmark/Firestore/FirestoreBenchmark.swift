import Foundation

/// Measures Firestore in `tane emulate`: requests over gRPC and REST, and writes with many
/// listeners.
struct FirestoreBenchmark {
  let tane: String
  let folder: URL
  let runs: Int
  let connections: Int
  let seconds: Int

  /// Creates a project in a folder, with one embedded environment.
  init(tane: String, in folder: URL, runs: Int, connections: Int, seconds: Int) throws {
    (self.tane, self.folder) = (tane, folder)
    (self.runs, self.connections, self.seconds) = (runs, connections, seconds)
    let environments = folder.appending(path: "environments", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    let profile = "guard: open\nfirestore: embedded:main\n"
    try Data(profile.utf8).write(to: environments.appending(path: "local.yaml"))
  }

  private func start(timeout: Double) throws -> RunningServer {
    try RunningServer(
      tane,
      answering: "/v1/\(FirestoreRequests.database)/documents/none",
      timeout: timeout
    ) { port in
      [
        "emulate", "-C", folder.path, "--in-memory", "--database-port", "0", "--storage-port", "0",
        "--firestore-port", String(port), "--auth-port", "0", "--hub-port", "0",
      ]
    }
  }

  /// The results of one call over one carrier.
  struct Row {
    let name: String
    let rate: SampledNumbers
    /// The server's processor seconds for each response, or nil if the system does not report them.
    let processorSeconds: SampledNumbers?
  }

  /// Measures reading and writing documents over REST and gRPC in turn.
  func requests() async throws -> [Row] {
    let calls = [
      FirestoreRequests.get("items/0"), FirestoreRequests.batchGet("items/0"),
      FirestoreRequests.query("items", limit: 20), FirestoreRequests.commit("items/0"),
    ]
    let carriers = FirestoreLoad.Carrier.allCases
    let server = try start(
      timeout: Double(calls.count * carriers.count * runs * seconds) * 2 + Self.timeout
    )
    defer { _ = try? server.end() }
    let connection = try await GRPCConnection(port: server.port)
    for number in 0..<40 {
      let write = FirestoreRequests.commit("items/\(number)")
      _ = try await connection.call(write.method, write.message)
    }
    try await connection.close()
    let loads = calls.flatMap { call in
      carriers.map { carrier in
        FirestoreLoad(
          call: call,
          carrier: carrier,
          server: server,
          folder: folder,
          connections: connections,
          seconds: seconds
        )
      }
    }
    var outcomes = loads.map { _ in [FirestoreLoad.Outcome]() }
    for _ in 0..<runs {
      for (place, load) in loads.enumerated() { outcomes[place].append(try await load.run()) }
    }
    return zip(loads, outcomes).map { load, outcomes in
      let processor = outcomes.compactMap(\.processorSeconds)
      return Row(
        name: "\(load.carrier.rawValue), \(load.call.name)",
        rate: SampledNumbers(outcomes.map(\.rate)),
        processorSeconds: processor.isEmpty ? nil : SampledNumbers(processor)
      )
    }
  }

  /// Measures bursts of writes with the given number of listeners on one server, and the server's
  /// peak memory in bytes.
  func bursts(
    of writes: Int,
    to listeners: Int
  ) async throws -> (bursts: [ListenBurst.Outcome], peakMemory: Int) {
    let server = try start(timeout: Double(runs) * Self.timeout)
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

  /// The seconds after which a server that delays a part of the benchmark is killed.
  private static let timeout = 120.0
}
