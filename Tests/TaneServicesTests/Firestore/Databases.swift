import Synchronization
import TaneCore
import TaneTesting

/// Firestore databases in memory, one for every name.
final class Databases: Sendable {
  private let stores = Mutex<[String: InMemoryDocumentStore]>([:])

  /// The database of a name.
  @Sendable func store(named name: String) -> (any DocumentStore)? {
    stores.withLock { stores in
      let store = stores[name] ?? InMemoryDocumentStore()
      stores[name] = store
      return store
    }
  }
}
