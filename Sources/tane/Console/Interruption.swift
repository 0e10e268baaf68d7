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

/// What Ctrl-C and the other signals that ask a process to end do while a command runs.
///
/// Outside a write it ends the process with a word about what was done so far. During a write it cancels
/// the write, which stops where nothing is left half done; a second one ends the process at once.
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

  /// Takes over the signals for as long as this lives; `outcome` is what has come of the command so far.
  init(_ outcome: String, console: Console) {
    state = Mutex(State(outcome: outcome))
    self.console = console
    // Signals are those of the whole process: of one that runs commands for itself they are not ours.
    guard console.isOfProcess else { return }
    let listener = EndSignalListener { [weak self] in self?.end($0) }
    self.listener.withLock { $0 = listener }
  }

  /// The exit code of the signal that cancelled a write; nil where none did.
  var status: ExitStatus? { state.withLock(\.status) }

  var isInterrupted: Bool { status != nil }

  /// Says what has come of the command from now on.
  func note(_ outcome: String) {
    state.withLock { $0.outcome = outcome }
  }

  /// Runs a write that a signal cancels.
  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    // A reader of the notes that goes away must not end the process in the middle of a write, nor may from
    // then on a service that closes a connection: reading back comes next.
    StandardStreams.surviveClosedPipes()
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
    console.note("stopping; what cannot be left half done is taken back (again to stop at once)")
  }
}
