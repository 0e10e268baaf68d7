import Synchronization

/// What the environments, services and sets of a project are called, as far as it was read: names that may look like words
/// of Tane.
package final class ProjectNames: Sendable {
  private let names = Mutex<Set<String>>([])

  package init() {}

  package var all: Set<String> { names.withLock { $0 } }

  /// Adds names.
  package func add(_ more: some Sequence<String>) { names.withLock { $0.formUnion(more) } }
}
