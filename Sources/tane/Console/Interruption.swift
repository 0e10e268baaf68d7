import Synchronization
import TaneKit
import TaneRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A handler of Ctrl-C and other termination signals while a command runs.
///
/// Outside of a write, a signal ends the process with a note on the work done so far. During a
/// write, it cancels the write, which stops at the next consistent point; a second signal ends the
/// process immediately.
final class Interruption: InterruptionHandler {
  private struct State {
    var outcome: String
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
    /// The exit code of the first signal.
    var status: ExitStatus?
  }

  private let state: Mutex<State>
  private let console: Console
  private let listener = Mutex<EndSignalListener?>(nil)

  /// Handles the signals for the lifetime of the object; `outcome` describes the work done so far.
  init(_ outcome: String, console: Console) {
    state = Mutex(State(outcome: outcome))
    self.console = console
    // Signals are process-wide; a program that runs commands in its own process handles them
    // itself.
    guard console.isOfProcess else { return }
    let listener = EndSignalListener { [weak self] in self?.end($0) }
    self.listener.withLock { $0 = listener }
  }

  /// The exit code of the first signal, or nil.
  var status: ExitStatus? { state.withLock(\.status) }

  var isInterrupted: Bool { status != nil }

  /// Updates the description of the work done so far.
  func note(_ outcome: String) {
    state.withLock { $0.outcome = outcome }
  }

  /// Runs a write, and cancels it if a signal arrives.
  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    // A closed pipe for notes must not end the process during a write, and a closed connection to a
    // service must not end it during the verification after it.
    StandardStreams.ignoreClosedPipes()
    let task = Task { try await write() }
    state.withLock { $0.cancel = { task.cancel() } }
    defer { state.withLock { $0.cancel = nil } }
    return try await task.value
  }

  private func end(_ status: ExitStatus) {
    let (outcome, cancel) = state.withLock { state -> (String, (@Sendable () -> Void)?) in
      defer { state.isCancelled = state.cancel != nil }
      state.status = state.status ?? status
      return (state.outcome, state.isCancelled ? nil : state.cancel)
    }
    guard let cancel else {
      console.note("")
      console.note("\(console.errorStyle.red("error:")) interrupted; \(outcome)")
      _exit(status.rawValue)
    }
    cancel()
    console.note("stopping; unfinished work is rolled back (press again to stop immediately)")
  }
}
