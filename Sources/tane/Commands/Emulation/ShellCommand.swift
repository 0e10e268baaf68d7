import Foundation

/// A command that runs in a shell, with more variables than this process has.
struct ShellCommand {
  private let process = Process()

  init(_ command: String, variables: [(name: String, value: String)]) {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = variables.reduce(into: ProcessInfo.processInfo.environment) { all, one in
      all[one.name] = one.value
    }
  }

  /// Runs to the end and returns the exit code, as a shell tells it: 128 and the number of the signal
  /// that ended the command.
  ///
  /// The signals that ask this process to end are passed on to the command.
  func run(until signals: EndSignals) async throws -> Int32 {
    let process = process
    let ended = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in ended.continuation.finish() }
    // What is ignored here would be ignored by the command as well.
    StandardStreams.surviveClosedPipes()
    do {
      try Self.start(process)
    } catch {
      throw CommandFailure(.failed, "the command cannot be started: \(error)")
    }
    let passing = Task {
      while !Task.isCancelled {
        await signals.next()
        if process.isRunning { process.terminate() }
      }
    }
    for await _ in ended.stream {}
    passing.cancel()
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? 128 + status : status
  }

  /// Starts a process to which signals can be sent: threads of the runtime block them, and a program
  /// inherits that from the thread that starts it.
  private static func start(_ process: Process) throws {
    var (none, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try process.run()
  }
}
