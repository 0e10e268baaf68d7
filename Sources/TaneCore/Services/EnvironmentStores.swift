/// The readable and writable services of one environment, by kind and by name in its profile.
public struct EnvironmentStores: Sendable {
  private var stores: [ServiceKind: [String: any Sendable]] = [:]
  /// The same services, read-only.
  public private(set) var readers = EnvironmentReaders()
  private let flush: @Sendable () async throws -> Void

  /// Creates the stores of an environment without services.
  ///
  /// `synchronize()` calls `flush`, which remote services do not need.
  package init(flush: @escaping @Sendable () async throws -> Void = {}) { self.flush = flush }

  /// Creates the stores of an environment with services of one kind, by name.
  package init<Reader, Store>(_ stores: [String: Store], as key: ServiceKey<Reader, Store>) {
    self.init()
    for (name, store) in stores { add(store, named: name, as: key) }
  }

  package mutating func add<Reader, Store>(
    _ store: Store,
    named name: String,
    as key: ServiceKey<Reader, Store>
  ) {
    stores[key.kind, default: [:]][name] = store
    readers.add(key.reader(store), named: name, as: key)
  }

  package func adding<Reader, Store>(
    _ store: Store,
    named name: String,
    as key: ServiceKey<Reader, Store>
  ) -> EnvironmentStores {
    var stores = self
    stores.add(store, named: name, as: key)
    return stores
  }

  /// The services of a kind, by name.
  public subscript<Reader, Store>(key: ServiceKey<Reader, Store>) -> [String: Store] {
    // Every entry of a kind was added with its key, so it has this store's type.
    (stores[key.kind] ?? [:]).compactMapValues { $0 as? Store }
  }

  /// Returns the service of a kind with the given name.
  ///
  /// - Throws: A `StoreError` with code `notFound` if there is no such service.
  public func store<Reader, Store>(
    _ key: ServiceKey<Reader, Store>,
    named name: String
  ) throws -> Store {
    if let store = stores[key.kind]?[name] as? Store { return store }
    throw StoreError.missingServiceError(of: key.noun, named: name)
  }

  /// Waits until all local writes are on disk, with a single complete file for each store.
  package func synchronize() async throws { try await flush() }
}
