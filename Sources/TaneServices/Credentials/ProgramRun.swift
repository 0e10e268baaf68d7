import SystemPackage
import TaneProcesses

/// A run of a program whose output is read after the program has exited.
enum ProgramRun {
  /// An error for a failed run; its description is a clause without a final period.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The maximum size of the output in bytes, larger than any token.
  private static let maximumBytes = 1 << 20
  /// The interval between checks of the output's size.
  private static let interval = Duration.milliseconds(100)

  /// Runs a program and returns its standard output; the program inherits standard error from this
  /// process.
  ///
  /// - Throws: A `Failure` if the program cannot be started, exits with a code other than 0, takes
  ///   too long or prints too much.
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
    let limit = limit(program, printingTo: output.descriptor, within: timeout, clock)
    let status = await withTaskCancellationHandler {
      await program.waitUntilEnd()
    } onCancel: {
      program.forceTerminate()
    }
    limit.cancel()
    let wasLimited = (try? await limit.value) != nil
    guard try output.descriptor.stat().size <= maximumBytes else {
      throw Failure(description: "it printed more than 1 MiB")
    }
    if status != .exited(0), wasLimited {
      throw Failure(description: "it took longer than its \"timeout_millis\" allows")
    }
    switch status {
    case .exited(0): return try output.contents()
    case .exited(let code): throw Failure(description: "it exited with code \(code)")
    case .killed(let signal): throw Failure(description: "it was terminated by signal \(signal)")
    }
  }

  /// Returns a task that kills a program if it takes too long or prints too much; the task throws
  /// if it is canceled first.
  private static func limit(
    _ program: ChildProcess,
    printingTo file: FileDescriptor,
    within timeout: Duration,
    _ clock: ServiceClock
  ) -> Task<Void, any Error> {
    Task {
      var remaining = timeout
      while remaining > .zero, try file.stat().size <= maximumBytes {
        try await clock.sleep(min(remaining, interval))
        remaining -= interval
      }
      program.forceTerminate()
    }
  }
}
