import TaneCore
import TaneProcesses

/// A run of a program whose output is read when it has ended.
enum ProgramRun {
  /// The reason why there is no output, a clause.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program and returns its standard output; standard error is that of this process.
  ///
  /// - Throws: A `Failure` if it cannot be started, ends with a code other than 0 or takes too long.
  static func output(
    of words: [String],
    _ variables: [String: String],
    within timeout: Duration,
    _ clock: ServiceClock
  ) async throws -> [UInt8] {
    let output = try TemporaryFile()
    let program: ChildProcess
    do {
      program = try ChildProcess(
        command: words,
        environment: variables,
        output: .descriptor(output.descriptor)
      )
    } catch {
      throw Failure(description: "it cannot be started: \(error)")
    }
    let limit = Task {
      try await clock.sleep(timeout)
      program.forceEnd()
    }
    let ending = await withTaskCancellationHandler {
      await program.end()
    } onCancel: {
      program.forceEnd()
    }
    limit.cancel()
    if ending != .exited(0), (try? await limit.value) != nil {
      throw Failure(description: "it took longer than its \"timeout_millis\" allows")
    }
    switch ending {
    case .exited(0): return try output.contents()
    case .exited(let code): throw Failure(description: "it ended with code \(code)")
    case .killed(let signal): throw Failure(description: "it ended with signal \(signal)")
    }
  }
}
