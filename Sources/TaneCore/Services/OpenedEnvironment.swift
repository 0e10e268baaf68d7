/// An opened service: readable, and writable unless it was opened for reading only.
package struct OpenedService<Reader: Sendable, Store: Sendable>: Sendable {
  /// The read-only service.
  package let reader: Reader
  /// The writable service, or the error for every write to it.
  package let store: Result<Store, StoreError>
}

/// The services of an opened environment: readable, and writable unless it was opened for reading
/// only.
public struct OpenedEnvironment: Sendable {
  /// The read-only services.
  public let readers: EnvironmentReaders
  /// The writable services, or the error for every write to them.
  package let stores: Result<EnvironmentStores, StoreError>

  /// Creates an environment that is open for writing.
  package init(_ stores: EnvironmentStores) {
    readers = stores.readers
    self.stores = .success(stores)
  }

  /// Creates an environment that is open for reading only; `refusal` is thrown by every write.
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
