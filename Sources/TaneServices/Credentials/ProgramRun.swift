import Dispatch
import SystemPackage
import TaneCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One run of a program whose output is read to its end, or until a time.
struct ProgramRun {
  /// The reason why there is no output, a clause.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let maximumBytes = 1 << 20

  /// Runs a program and returns its standard output; standard error is that of this process.
  ///
  /// - Throws: A `Failure` if it cannot be started, ends with a code other than 0 or takes too long.
  static func output(
    of words: [String],
    _ variables: [String: String],
    within timeout: Duration
  ) async throws -> [UInt8] {
    #if os(Linux) || os(macOS)
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try blockingOutput(of: words, variables, timeout) })
      }
    }
    #else
    throw Failure(description: "programs cannot be run on this system")
    #endif
  }

  #if os(Linux) || os(macOS)
  private static func blockingOutput(
    of words: [String],
    _ variables: [String: String],
    _ timeout: Duration
  ) throws -> [UInt8] {
    let end = ContinuousClock.now + timeout
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? reading.close() }
    // No other program that is started meanwhile may keep the pipe open.
    for descriptor in [reading, writing] { _ = fcntl(descriptor.rawValue, F_SETFD, FD_CLOEXEC) }
    let process: pid_t
    do {
      defer { try? writing.close() }
      process = try start(words, variables, printingTo: writing)
    }
    var (status, isRunning): (Int32, Bool) = (0, true)
    defer {
      if isRunning {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
      }
    }
    let output = try read(reading, until: end)
    while waitpid(process, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < end else { throw tooLong }
      usleep(5000)
    }
    isRunning = false
    guard status == 0 else {
      let code = status & 0x7f == 0 ? "code \((status >> 8) & 0xff)" : "signal \(status & 0x7f)"
      throw Failure(description: "it ended with \(code)")
    }
    return output
  }

  private static let tooLong = Failure(
    description: "it took longer than its \"timeout_millis\" allows"
  )

  private static func start(
    _ words: [String],
    _ variables: [String: String],
    printingTo output: FileDescriptor
  ) throws -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output.rawValue, 1)
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + environment { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, &environment)
    guard code == 0 else {
      throw Failure(description: "it cannot be started: \(Errno(rawValue: code))")
    }
    return process
  }

  private static func read(
    _ file: FileDescriptor,
    until end: ContinuousClock.Instant
  ) throws -> [UInt8] {
    var output: [UInt8] = []
    while output.count < maximumBytes {
      let remaining = Int32(max((end - .now) / .milliseconds(1), 0))
      var request = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, remaining)
      if count == 0 { throw tooLong }
      guard count > 0 else { continue }
      let chunk = try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if chunk.isEmpty { break }
      output += chunk
    }
    return output
  }
  #endif
}
