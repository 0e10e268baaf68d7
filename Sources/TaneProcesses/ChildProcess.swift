import Dispatch
import Synchronization
package import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that this process starts; nothing else in the package starts programs (decision 0016).
///
/// A program shares the terminal and the process group of this process, so that Ctrl-C reaches
/// both. It inherits no files except its standard streams, no blocked signals, and no ignored
/// signals except SIGHUP under `nohup`.
package final class ChildProcess: Sendable {
  /// The result of a program that has ended.
  package enum TerminationStatus: Hashable, Sendable {
    /// The exit code, or -1 if the system does not report it because this process ignores SIGCHLD.
    case exited(Int32)
    case killed(signal: Int32)

    /// The status of a program killed by an alarm that it set itself with `alarm`.
    package static var timedOut: TerminationStatus { .killed(signal: SIGALRM) }
  }

  /// The target or source of a program's standard stream.
  package enum Stream: Sendable {
    case inherited
    /// An open file of this process.
    case descriptor(FileDescriptor)
    /// The path of a file that the program opens for reading and writing.
    case file(FilePath)

    package static var null: Stream { .file("/dev/null") }
  }

  package let identifier: Int32
  private let terminationStatus = Mutex<TerminationStatus?>(nil)
  private let ended = DispatchGroup()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program's arguments, beginning with its path or a name to find in this
  ///     process's `PATH`.
  ///   - environment: The program's environment variables.
  ///   - directory: The program's working directory, or nil for that of this process.
  ///   - input: The program's standard input.
  ///   - output: The program's standard output.
  ///   - errors: The program's standard error.
  ///   - startsSession: True to start a new session, whose controlling terminal is the first
  ///     terminal that the program opens.
  /// - Throws: The system's error if the program cannot be started.
  package init(
    command: [String],
    environment: [String: String],
    directory: FilePath? = nil,
    input: Stream = .inherited,
    output: Stream = .inherited,
    errors: Stream = .inherited,
    startsSession: Bool = false
  ) throws(Errno) {
    var actions = try SpawnActions(streams: [input, output, errors], directory: directory)
    defer { actions.destroy() }
    identifier = try actions.spawn(command, environment, startsSession: startsSession)
    ended.enter()
    // A separate thread reaps the process, because Foundation's `Process` waits with `select`,
    // which does not support file descriptors above 1,023.
    DispatchQueue(label: "tane.child-process").async { [self] in reap() }
  }

  /// A Boolean value indicating whether the program is still running.
  package var isRunning: Bool { terminationStatus.withLock { $0 == nil } }

  /// Blocks the thread until the program ends, and returns its status.
  package func wait() -> TerminationStatus {
    ended.wait()
    return finalStatus
  }

  /// Blocks the thread until the program ends or a number of seconds has passed.
  ///
  /// - Returns: The status, or nil if the program is still running.
  package func wait(seconds: Int) -> TerminationStatus? {
    ended.wait(timeout: .now() + .seconds(seconds)) == .success ? finalStatus : nil
  }

  /// Waits for the program to end, and returns its status; canceling the task does not end the
  /// program.
  package func waitUntilEnd() async -> TerminationStatus {
    await withCheckedContinuation { continuation in
      ended.notify(queue: .global()) { continuation.resume() }
    }
    return finalStatus
  }

  /// Sends a signal; does nothing if the program has ended.
  package func send(_ signal: Int32) {
    terminationStatus.withLock { if $0 == nil { kill(identifier, signal) } }
  }

  /// Kills the program with SIGKILL; does nothing if it has ended.
  package func forceTerminate() { send(SIGKILL) }

  private var finalStatus: TerminationStatus { terminationStatus.withLock { $0 ?? .exited(-1) } }

  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    // Keep the lock until the status is set: after reaping, the identifier may belong to another
    // program, which must not receive a signal.
    terminationStatus.withLock { terminationStatus in
      var status: Int32 = 0
      var reaped = waitpid(identifier, &status, 0)
      while reaped < 0, errno == EINTR { reaped = waitpid(identifier, &status, 0) }
      // The wait status has the same layout on all systems: the signal in the low seven bits, and
      // the exit code in the next byte.
      let signal = status & 0x7F
      terminationStatus =
        reaped < 0
        ? .exited(-1) : signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
    ended.leave()
  }
}
