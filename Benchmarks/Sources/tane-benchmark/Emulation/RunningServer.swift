import Foundation

/// A server that runs in the background until it is ended.
final class RunningServer {
  /// The port on which it listens.
  let port: Int
  /// The seconds from its start to its first response.
  let secondsToAnswer: Double
  private let child: pid_t
  private let start: ContinuousClock.Instant
  private let folder: URL
  private let alarm: Alarm?

  /// Starts a program, and waits until it responds to a GET request of `target`.
  ///
  /// `arguments` is called with the port on which the program must listen. A program that is still
  /// running after `timeout` seconds is killed.
  init(
    _ program: String,
    answering target: String,
    timeout: Double? = nil,
    _ arguments: (Int) -> [String]
  ) throws {
    port = try LoopbackConnection.freePort()
    folder = try Self.makeFolder()
    start = .now
    child = try ChildProcess(program: program, arguments: arguments(port))
      .start(output: folder.path + "/output", errors: folder.path + "/errors")
    alarm = timeout.map { [child] in Alarm(after: $0, for: child) }
    while true {
      if let connection = try? LoopbackConnection(port: port) {
        try connection.request("GET", target)
        break
      }
      guard start.duration(to: .now) < .seconds(20) else {
        kill(child, SIGKILL)
        throw BenchmarkError("\(program) does not answer on port \(port)")
      }
      usleep(500)
    }
    secondsToAnswer = start.duration(to: .now).seconds
  }

  /// Ends the server, and returns its costs.
  @discardableResult
  func end() throws -> Measurement {
    kill(child, SIGTERM)
    let (_, measurement) = try ChildProcess.reap(child, since: start, alarm)
    try FileManager.default.removeItem(at: folder)
    return measurement
  }

  /// Returns the server's current memory in bytes.
  func memory() throws -> Int {
    let output = try ChildProcess(program: "ps", arguments: ["-o", "rss=", "-p", "\(child)"]).run()
      .output
    guard let kilobytes = Int(output.filter(\.isNumber)) else {
      throw BenchmarkError("ps printed no memory: \(output)")
    }
    return kilobytes * 1024
  }

  /// The processor seconds that the server has used so far, or nil if the system does not report
  /// them in `/proc`.
  var processorSeconds: Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    // Fields 14 and 15 are the user and system times; the name in field 2 may contain spaces.
    let ticks = text[end...].split(separator: " ").dropFirst(12).prefix(2).compactMap { Double($0) }
    return ticks.count == 2 ? (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK))) : nil
  }

  private static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
