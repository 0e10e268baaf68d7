import Synchronization
import TaneCore

/// The pending disconnect operations of a connection: those that this process runs, in order, and a
/// flag for operations that are registered with the server.
final class DisconnectOperations: Sendable {
  private struct State {
    var updates: [[TreeWrite]] = []
    var hasServerOperations = false
  }

  private let state = Mutex(State())

  /// A Boolean value indicating whether no disconnect operations are pending.
  var isEmpty: Bool { state.withLock { $0.updates.isEmpty && !$0.hasServerOperations } }

  /// Adds writes to be applied atomically.
  func add(_ writes: [TreeWrite]) {
    state.withLock { $0.updates.append(writes) }
  }

  /// Records that disconnect operations are registered with the server.
  func recordServerOperations() {
    state.withLock { $0.hasServerOperations = true }
  }

  /// Cancels the writes at and below a path.
  func cancel(at path: TreePath) {
    state.withLock { state in
      state.updates = state.updates.map { writes in writes.filter { !path.contains($0.path) } }
      state.updates.removeAll { $0.isEmpty }
    }
  }

  /// Removes all operations, and returns those that this process must run.
  func drain() -> [[TreeWrite]] {
    state.withLock { state in
      defer { state = State() }
      return state.updates
    }
  }
}

extension DatabaseConnection {
  /// Closes the connection, so that the server runs the operations registered with it, and runs the
  /// pending operations of this process.
  ///
  /// If an operation fails, the remaining operations still run.
  ///
  /// - Throws: The first error.
  func runDisconnectOperations() async throws {
    await (try? reader.connected)?.disconnect()
    var failure: (any Error)?
    for writes in disconnectOperations.drain() {
      do {
        try await write(writes)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
