import Synchronization

/// The names of a project's environments, services and sets, which must not be translated.
package final class ProjectNames: Sendable {
  private let names = Mutex<Set<String>>([])

  package init() {}

  package var all: Set<String> { names.withLock { $0 } }

  /// Adds names that must not be translated.
  package func add(_ more: some Sequence<String>) { names.withLock { $0.formUnion(more) } }
}
