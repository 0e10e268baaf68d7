import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that is run to its end and measured.
///
/// Not Foundation's `Process`, which reaps the child itself and keeps what it used to itself.
struct ChildProcess {
  /// A path, or a name that is looked up in `PATH`.
  let program: String
  let arguments: [String]

  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
    let measurement: Measurement
  }

  /// Runs the program with its output in files; a pipe would have to be emptied meanwhile.
  func run(expecting expected: Int32 = 0) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    let (status, measurement) = try measured(output: output.path, errors: errors.path)
    let outcome = Outcome(
      status: status,
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8),
      measurement: measurement
    )
    guard status == expected else { throw unexpected(outcome, expected) }
    return outcome
  }

  private func unexpected(_ outcome: Outcome, _ expected: Int32) -> BenchmarkError {
    let command = ([program] + arguments).joined(separator: " ")
    return BenchmarkError(
      "`\(command)` ended with \(outcome.status), expected \(expected)\n"
        + "\(outcome.errors.suffix(2000))\(outcome.output.suffix(2000))"
    )
  }

  private func measured(output: String, errors: String) throws -> (Int32, Measurement) {
    let clock = ContinuousClock()
    let start = clock.now
    let child = try spawn(output: output, errors: errors)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1 {
      guard errno == EINTR else { throw BenchmarkError("cannot wait: \(errno)") }
    }
    let measurement = Measurement(
      wall: start.duration(to: clock.now).seconds,
      processor: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      peakMemory: Int(usage.ru_maxrss) * Self.memoryUnit
    )
    // As a shell has it: the exit code, or 128 and the signal.
    let signal = status & 0x7F
    return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, measurement)
  }

  private func spawn(output: String, errors: String) throws -> pid_t {
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
  /// Without what would choose another environment than the project's.
  private static var environment: [String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TANE_") }
      .map { "\($0)=\($1)" }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }

  /// The unit of `ru_maxrss`.
  private static var memoryUnit: Int {
    #if canImport(Darwin)
      1
    #else
      1024
    #endif
  }
}
