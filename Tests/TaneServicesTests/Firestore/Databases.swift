import Synchronization
import TaneCore
import TaneTesting

/// Firestore databases in memory, by name.
final class Databases: Sendable {
  private let stores = Mutex<[String: InMemoryDocumentStore]>([:])

  /// Returns the database with this name.
  @Sendable func store(named name: String) -> (any DocumentStore)? {
    stores.withLock { stores in
      let store = stores[name] ?? InMemoryDocumentStore()
      stores[name] = store
      return store
    }
  }
}
