import Synchronization
import TaneCore

/// The writes that a process makes when it closes its connection to a database, in the order in which they
/// were left; and whether there are some that the database itself makes.
final class DisconnectOperations: Sendable {
  private struct State {
    var updates: [[TreeWrite]] = []
    var areWithDatabase = false
  }

  private let state = Mutex(State())

  /// A Boolean value indicating whether no disconnect operations are pending.
  var isEmpty: Bool { state.withLock { $0.updates.isEmpty && !$0.areWithDatabase } }

  /// Leaves writes to be made at once.
  func add(_ writes: [TreeWrite]) {
    state.withLock { $0.updates.append(writes) }
  }

  /// Notes that writes are left with the database.
  func noteWithDatabase() {
    state.withLock { $0.areWithDatabase = true }
  }

  /// Forgets the writes at a path and below it.
  func cancel(at path: TreePath) {
    state.withLock { state in
      state.updates = state.updates.map { writes in writes.filter { !path.contains($0.path) } }
      state.updates.removeAll { $0.isEmpty }
    }
  }

  /// All updates, which are none of the list's any more.
  func take() -> [[TreeWrite]] {
    state.withLock { state in
      defer { state = State() }
      return state.updates
    }
  }
}

extension DatabaseConnection {
  /// Makes the writes that were left for the end of the connection, or has the database make them; one
  /// that fails keeps no other from being made.
  ///
  /// - Throws: The first error.
  func runDisconnectOperations() async throws {
    await (try? reader.connected)?.disconnect()
    var failure: (any Error)?
    for writes in disconnectOperations.take() {
      do {
        try await write(writes)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
