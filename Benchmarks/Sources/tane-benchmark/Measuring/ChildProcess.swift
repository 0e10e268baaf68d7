import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that is run until it ends and measured.
///
/// Foundation's `Process` cannot be used, because it reaps the child itself and does not provide
/// its resource usage.
struct ChildProcess {
  /// A path, or a name to look up in `PATH`.
  let program: String
  let arguments: [String]

  struct Outcome {
    let status: Int32
    /// The end of its standard output.
    let output: String
    /// The end of its standard error.
    let errors: String
    let measurement: Measurement
  }

  /// Runs the program and throws if it ends with another exit code.
  func run(expecting expected: Int32 = 0) throws -> Outcome {
    let outcome = try run(timeout: nil)
    guard outcome.status == expected else { throw unexpected(outcome, expected) }
    return outcome
  }

  /// Runs the program with its output in files, because a pipe would have to be drained
  /// concurrently.
  ///
  /// It is killed after `timeout` seconds.
  func run(timeout: Double?) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    let (status, measurement) = try measured(
      output: output.path,
      errors: errors.path,
      timeout: timeout
    )
    return Outcome(
      status: status,
      output: try Self.end(of: output),
      errors: try Self.end(of: errors),
      measurement: measurement
    )
  }

  /// Returns the end of a file; reading all of it could make this process large, which affects the
  /// measured memory of its children.
  private static func end(of file: URL) throws -> String {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: size - min(size, 65_536))
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }

  func unexpected(_ outcome: Outcome, _ expected: Int32) -> BenchmarkError {
    let command = ([program] + arguments).joined(separator: " ")
    return BenchmarkError(
      "`\(command)` ended with \(outcome.status), expected \(expected)\n"
        + "\(outcome.errors.suffix(2000))\(outcome.output.suffix(2000))"
    )
  }

  private func measured(
    output: String,
    errors: String,
    timeout: Double?
  ) throws -> (Int32, Measurement) {
    let start = ContinuousClock.now
    let child = try self.start(output: output, errors: errors)
    let alarm = timeout.map { Alarm(after: $0, for: child) }
    return try Self.reap(child, since: start, alarm)
  }

  /// Waits until a program ends, and returns its exit code and costs.
  static func reap(
    _ child: pid_t,
    since start: ContinuousClock.Instant,
    _ alarm: Alarm? = nil
  ) throws -> (Int32, Measurement) {
    // The child is not reaped yet, so that its identifier cannot be reused while the alarm can
    // still kill it.
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == -1 {
      guard errno == EINTR else { throw BenchmarkError("cannot wait: \(errno)") }
    }
    let wall = start.duration(to: .now).seconds
    alarm?.cancel()
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1 {
      guard errno == EINTR else { throw BenchmarkError("cannot wait: \(errno)") }
    }
    let measurement = Measurement(
      wall: wall,
      processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMemory: Int(usage.ru_maxrss) * memoryUnit
    )
    // Like in a shell: the exit code, or 128 plus the signal.
    let signal = status & 0x7F
    return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, measurement)
  }

  /// Starts the program with its output in files.
  func start(output: String, errors: String) throws -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, path) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_CREAT | O_WRONLY, 0o600)
    }
    var arguments = ([program] + arguments).map { strdup($0) } + [nil]
    var environment = Self.environment.map { strdup($0) } + [nil]
    defer { for string in arguments + environment { free(string) } }
    var child: pid_t = 0
    let status = posix_spawnp(&child, program, &actions, nil, &arguments, &environment)
    guard status == 0 else { throw BenchmarkError("cannot start \(program): error \(status)") }
    return child
  }
}

extension ChildProcess {
  /// The environment variables without those that could select another Tane environment.
  private static var environment: [String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TANE_") }
      .map { "\($0)=\($1)" }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }

  /// The number of bytes in the unit of `ru_maxrss`.
  private static var memoryUnit: Int {
    #if canImport(Darwin)
    1
    #else
    1024
    #endif
  }
}
