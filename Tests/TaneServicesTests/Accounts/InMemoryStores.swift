import Synchronization
import TaneCore
import TaneTesting

/// Account stores in memory, by project.
final class InMemoryStores: Sendable {
  private let stores = Mutex<[String: InMemoryAccountStore]>([:])

  func store(of project: String) -> InMemoryAccountStore {
    stores.withLock { stores in
      if let store = stores[project] { return store }
      let store = InMemoryAccountStore()
      stores[project] = store
      return store
    }
  }
}
