import Synchronization
import TaneCore

/// The writes that a process makes when it closes its connection to a database, in the order in which they
/// were left.
final class Farewells: Sendable {
  private let updates = Mutex<[[TreeWrite]]>([])

  /// Whether there are none.
  var isEmpty: Bool { updates.withLock { $0.isEmpty } }

  /// Leaves writes to be made at once.
  func add(_ writes: [TreeWrite]) {
    updates.withLock { $0.append(writes) }
  }

  /// Forgets the writes at a path and below it.
  func cancel(at path: TreePath) {
    updates.withLock { updates in
      updates = updates.map { writes in writes.filter { !path.contains($0.path) } }
      updates.removeAll { $0.isEmpty }
    }
  }

  /// All updates, which are none of the list's any more.
  func take() -> [[TreeWrite]] {
    updates.withLock { updates in
      defer { updates = [] }
      return updates
    }
  }
}

extension DatabaseConnection {
  /// Makes the writes that were left for the end of the connection; one that fails keeps no other from
  /// being made.
  ///
  /// - Throws: The first error.
  func sayFarewell() async throws {
    var failure: (any Error)?
    for writes in farewells.take() {
      do {
        try await write(writes)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
