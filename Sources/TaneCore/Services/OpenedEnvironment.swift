/// An open service: readable, and also writable unless opened read-only.
package struct OpenedService<Reader: Sendable, Store: Sendable>: Sendable {
  /// The read-only service.
  package let reader: Reader
  /// The writable service, or the error to throw for writes.
  package let store: Result<Store, StoreError>
}

/// The services of an open environment: readable, and also writable unless opened read-only.
public struct OpenedEnvironment: Sendable {
  /// The read-only services.
  public let readers: EnvironmentReaders
  /// The writable services, or the error to throw for writes.
  package let stores: Result<EnvironmentStores, StoreError>

  /// Creates an environment that is open for reading and writing.
  package init(_ stores: EnvironmentStores) {
    readers = stores.readers
    self.stores = .success(stores)
  }

  /// Creates an environment that is open read-only; every write throws `refusal`.
  package init(_ readers: EnvironmentReaders, refusingWrites refusal: StoreError) {
    self.readers = readers
    stores = .failure(refusal)
  }

  /// The services of a kind, by name.
  package subscript<Reader, Store>(
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
