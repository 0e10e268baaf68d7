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

/// A handler for Ctrl-C and other termination signals while a command runs.
///
/// A signal ends the process with a note on the work so far. During a write, it instead cancels the
/// write, which stops at the next consistent point; a second signal then ends the process
/// immediately.
final class Interruption: InterruptionHandler {
  private struct State {
    var outcome: String
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
    /// The exit code for the first signal.
    var status: ExitStatus?
  }

  private let state: Mutex<State>
  private let console: Console
  private let listener = Mutex<EndSignalListener?>(nil)

  /// Handles signals until deallocation; `outcome` describes the work so far.
  init(_ outcome: String, console: Console) {
    state = Mutex(State(outcome: outcome))
    self.console = console
    // Signals are process-wide. A program that runs commands in its own process handles them
    // itself.
    guard console.usesProcessStreams else { return }
    let listener = EndSignalListener { [weak self] in self?.end($0) }
    self.listener.withLock { $0 = listener }
  }

  /// The exit code for the first signal, or nil if none has arrived.
  var status: ExitStatus? { state.withLock(\.status) }

  var isInterrupted: Bool { status != nil }

  /// Updates the description of the work so far.
  func note(_ outcome: String) {
    state.withLock { $0.outcome = outcome }
  }

  /// Runs a write, and cancels it if a signal arrives.
  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    // A closed output pipe must not end the process during a write, nor may a closed connection to
    // a service end it during verification.
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
    console.note(
      "stopping; unfinished work is rolled back (press Ctrl-C again to stop immediately)"
    )
  }
}
