package import TaneCore

/// An adapter for observing and writing the services of one kind.
package protocol ServiceAdapter<Reader, Store>: Sendable {
  associatedtype Reader: Sendable
  associatedtype Store: Sendable

  var key: ServiceKey<Reader, Store> { get }

  /// Returns the rules for comparing resources.
  func rules(_ context: AdapterContext) -> ResourceRules

  /// Creates the observer of a service.
  func observer(
    of reader: Reader,
    named name: String,
    _ context: AdapterContext
  ) throws -> any ResourceObserver

  /// Creates the writer of a service.
  func writer(
    to store: Store,
    named name: String,
    _ context: AdapterContext,
    _ contentSource: PlanContentSource
  ) throws -> any ResourceWriter

  /// Returns the storage for a run's lease in a service, or nil if the service cannot store one.
  func leaseStore(
    in store: Store,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeaseStore)?
}

extension ServiceAdapter {
  /// Returns nil: the service cannot store a lease.
  package func leaseStore(
    in store: Store,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeaseStore)? { nil }

  /// Returns the storage for a run's lease in the service with the given name, or nil if the
  /// service cannot store one.
  package func leaseStore(
    named name: String,
    in stores: EnvironmentStores,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeaseStore)? {
    try await leaseStore(in: stores.store(key, named: name), profile)
  }

  /// Creates the observer of the service with the given name.
  package func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    try observer(of: readers.reader(key, named: name), named: name, context)
  }

  /// Creates the writer of the service with the given name.
  package func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ contentSource: PlanContentSource
  ) throws -> any ResourceWriter {
    try writer(to: stores.store(key, named: name), named: name, context, contentSource)
  }
}
