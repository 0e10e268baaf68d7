import Foundation

/// Measures `tane emulate`, with its requests in turn with those of a server that serves a
/// constant.
struct EmulatorBenchmark {
  let tane: String
  /// The path of the program that serves the constant.
  let floor: String
  let folder: URL
  let runs: Int
  let connections: Int
  let seconds: Int

  /// Creates a project in a folder, with one embedded environment.
  init(
    tane: String,
    floor: String,
    in folder: URL,
    runs: Int,
    connections: Int,
    seconds: Int
  ) throws {
    (self.tane, self.floor, self.folder) = (tane, floor, folder)
    (self.runs, self.connections, self.seconds) = (runs, connections, seconds)
    let environments = folder.appending(path: "environments", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    let profile = "guard: open\ndatabases:\n  shops: embedded:shops\n"
    try Data(profile.utf8).write(to: environments.appending(path: "local.yaml"))
  }

  /// Starts an emulator with an empty environment.
  private func startEmulator() throws -> RunningServer {
    try? FileManager.default.removeItem(at: folder.appending(path: ".tane"))
    return try RunningServer(tane, answering: "/.json") { port in
      [
        "emulate", "-C", folder.path, "--database-port", String(port), "--storage-port", "0",
        "--firestore-port", "0", "--auth-port", "0", "--hub-port", "0",
      ]
    }
  }

  /// Returns the seconds from the start of the process to its first response, for several starts.
  func starts(_ count: Int) throws -> SampledNumbers {
    try SampledNumbers(
      (0..<count).map { _ in
        let server = try startEmulator()
        try server.end()
        return server.secondsToAnswer
      }
    )
  }

  /// Returns the requests per second for the constant, for reading small objects, and for writing
  /// them.
  func requests() throws -> (constant: SampledNumbers, get: SampledNumbers, put: SampledNumbers) {
    let script = folder.appending(path: "puts.lua")
    try Data(RequestLoad.puts.utf8).write(to: script)
    let constant = try RunningServer(floor, answering: "/constant.json") { [String($0)] }
    defer { _ = try? constant.end() }
    let emulator = try startEmulator()
    defer { _ = try? emulator.end() }
    let object = #"{"name":"ramen","price":900}"#
    try LoopbackConnection(port: emulator.port).request("PUT", "/items/0.json", body: object)
    var rates: [[Double]] = [[], [], []]
    for _ in 0..<runs {
      rates[0].append(try load(constant, "/constant.json").run())
      rates[1].append(try load(emulator, "/items/0.json").run())
      rates[2].append(try load(emulator, "/", script).run())
    }
    return (SampledNumbers(rates[0]), SampledNumbers(rates[1]), SampledNumbers(rates[2]))
  }

  private func load(
    _ server: RunningServer,
    _ target: String,
    _ script: URL? = nil
  ) -> RequestLoad {
    RequestLoad(
      url: "http://127.0.0.1:\(server.port)\(target)",
      script: script,
      connections: connections,
      seconds: seconds
    )
  }

  /// Returns the seconds from each write until the last of all listeners has received it.
  func latencies(
    of count: Int,
    writes: Int,
    _ connect: (Int, Int, String) throws -> ListenerCrowd
  ) throws -> SampledNumbers {
    let server = try startEmulator()
    defer { _ = try? server.end() }
    let crowd = try connect(server.port, count, "bell")
    let writer = try LoopbackConnection(port: server.port)
    var seconds: [Double] = []
    for number in 0..<writes {
      let start = ContinuousClock.now
      try writer.request("PUT", "/bell.json", body: "\"ring \(number).\"")
      try crowd.hear("ring \(number).")
      seconds.append(start.duration(to: .now).seconds)
    }
    return SampledNumbers(seconds)
  }

  /// Puts a large tree into an empty environment and gets it again.
  func tree(in file: URL) throws -> (put: Double, get: Double, whole: Measurement) {
    let server = try startEmulator()
    let connection = try LoopbackConnection(port: server.port)
    let start = ContinuousClock.now
    try connection.put(file, to: "/.json")
    let middle = ContinuousClock.now
    let count = try connection.request("GET", "/.json")
    let end = ContinuousClock.now
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    guard abs(count - size) < size / 100 else {
      throw BenchmarkError("put \(size) bytes, got \(count)")
    }
    return (start.duration(to: middle).seconds, middle.duration(to: end).seconds, try server.end())
  }
}
