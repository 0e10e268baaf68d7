import Synchronization

/// A signal that wakes a waiting reader, or makes the reader's next wait return immediately.
final class ChangeSignal: Sendable {
  private enum State {
    case quiet
    case raised
    case awaited(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.quiet)

  /// Wakes the reader, or makes its next wait return immediately if it is not waiting.
  func raise() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard case .awaited(let continuation) = state else {
        state = .raised
        return nil
      }
      state = .quiet
      return continuation
    }
    waiting?.resume()
  }

  /// Waits until the signal is raised or the task is canceled.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRaised = state.withLock { state in
          guard case .raised = state else {
            state = .awaited(continuation)
            return false
          }
          state = .quiet
          return true
        }
        if isRaised { continuation.resume() }
      }
    } onCancel: {
      raise()
    }
  }
}
