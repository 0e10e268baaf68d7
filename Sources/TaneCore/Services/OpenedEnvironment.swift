/// A service that was opened: to read from, and to write to unless that was refused.
public struct OpenedService<Reader: Sendable, Store: Sendable>: Sendable {
  /// The service to read from.
  public let reader: Reader
  /// The service to write to, or the error with which every write to it fails.
  public let store: Result<Store, StoreError>
}

/// The services of an environment that was opened: to read from, and to write to unless that was refused.
public struct OpenedEnvironment: Sendable {
  /// The services to read from.
  public let readers: EnvironmentReaders
  /// The services to write to, or the error with which every write to them fails.
  public let stores: Result<EnvironmentStores, StoreError>

  /// An environment that was opened for writing.
  public init(_ stores: EnvironmentStores) {
    readers = stores.readers
    self.stores = .success(stores)
  }

  /// An environment that was opened for reading; `refusal` says why nothing is written to it.
  public init(_ readers: EnvironmentReaders, refusingWrites refusal: StoreError) {
    self.readers = readers
    stores = .failure(refusal)
  }

  /// The services of a kind, by their names.
  public subscript<Reader, Store>(
    key: ServiceKey<Reader, Store>
  ) -> [String: OpenedService<Reader, Store>] {
    switch stores {
    case .success(let stores):
      stores[key].mapValues { OpenedService(reader: key.reader($0), store: .success($0)) }
    case .failure(let refusal):
      readers[key].mapValues { OpenedService(reader: $0, store: .failure(refusal)) }
    }
  }
}
