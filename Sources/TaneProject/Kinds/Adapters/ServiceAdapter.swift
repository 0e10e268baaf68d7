package import TaneCore

/// What observes and writes the services of one kind.
package protocol ServiceAdapter<Reader, Store>: Sendable {
  associatedtype Reader: Sendable
  associatedtype Store: Sendable

  /// Where the kind's services are found among all.
  var key: ServiceKey<Reader, Store> { get }

  /// How the resources are compared.
  func rules(_ context: AdapterContext) -> ResourceRules

  /// What reads a service.
  func observer(
    of reader: Reader,
    named name: String,
    _ context: AdapterContext
  ) throws -> any ResourceObserver

  /// What writes a service.
  func writer(
    to store: Store,
    named name: String,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter

  /// Where a service keeps the lease of whoever writes to the environment; nil where it cannot keep one.
  func leasePlace(
    in store: Store,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeasePlace)?
}

extension ServiceAdapter {
  /// Nowhere.
  package func leasePlace(
    in store: Store,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeasePlace)? { nil }

  /// Where the service of a name keeps the lease; nil where it cannot keep one.
  package func leasePlace(
    named name: String,
    in stores: EnvironmentStores,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeasePlace)? {
    try await leasePlace(in: stores.store(key, named: name), profile)
  }

  /// What reads the service of a name.
  package func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    try observer(of: readers.reader(key, named: name), named: name, context)
  }

  /// What writes the service of a name.
  package func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    try writer(to: stores.store(key, named: name), named: name, context, materials)
  }
}
