/// The services of one environment to read from and to write to, by kind and by the names that its profile
/// gives them.
public struct EnvironmentStores: Sendable {
  private var stores: [ServiceKind: [String: any Sendable]] = [:]
  /// The same services to read from.
  public private(set) var readers = EnvironmentReaders()
  private let flush: @Sendable () async throws -> Void

  /// Creates the stores of an environment without services.
  ///
  /// `flush` is what `synchronize()` does; services elsewhere need nothing.
  public init(flush: @escaping @Sendable () async throws -> Void = {}) { self.flush = flush }

  /// Creates the stores of an environment with services of one kind, by their names.
  public init<Reader, Store>(_ stores: [String: Store], as key: ServiceKey<Reader, Store>) {
    self.init()
    for (name, store) in stores { add(store, named: name, as: key) }
  }

  /// Adds a service.
  public mutating func add<Reader, Store>(
    _ store: Store,
    named name: String,
    as key: ServiceKey<Reader, Store>
  ) {
    stores[key.kind, default: [:]][name] = store
    readers.add(key.reader(store), named: name, as: key)
  }

  /// The same stores with another service.
  public func adding<Reader, Store>(
    _ store: Store,
    named name: String,
    as key: ServiceKey<Reader, Store>
  ) -> EnvironmentStores {
    var stores = self
    stores.add(store, named: name, as: key)
    return stores
  }

  /// The services of a kind, by their names.
  public subscript<Reader, Store>(key: ServiceKey<Reader, Store>) -> [String: Store] {
    // What stands under a kind was added by its key, whose store this is.
    (stores[key.kind] ?? [:]).compactMapValues { $0 as? Store }
  }

  /// The service of a kind and a name.
  ///
  /// - Throws: A `StoreError` of code `notFound` where there is none.
  public func store<Reader, Store>(
    _ key: ServiceKey<Reader, Store>,
    named name: String
  ) throws -> Store {
    if let store = stores[key.kind]?[name] as? Store { return store }
    throw StoreError.noService(of: key.noun, named: name)
  }

  /// Waits until what was written to stores on this machine is on the disk, each in its one file.
  public func synchronize() async throws { try await flush() }
}
