import TaneCore
import TaneEmbedded
import TaneProject
import TaneServices

/// A provider that opens and probes services of one kind; `ServiceProviders.all` lists all
/// providers.
protocol ServiceProvider: Sendable {
  associatedtype Reader: Sendable
  associatedtype Store: Sendable
  associatedtype Client: ProbeableService

  /// The key of the kind, with its reader and store types.
  var key: ServiceKey<Reader, Store> { get }
  /// A Boolean value indicating whether app users can access the service, subject to its rules.
  var supportsAppUsers: Bool { get }

  /// Returns the embedded store with the given name.
  func embeddedStore(_ name: String, in embedded: EmbeddedEnvironment) -> Store
  /// Creates the client of a Firebase or emulator service.
  func client(of service: ServiceProfile, over connections: ServiceConnections) throws -> Client
  /// Wraps a client in a store.
  func store(_ client: Client) -> Store
  /// Reads a small amount of data, to check read access.
  func probe(_ reader: Reader) async throws
}

extension ServiceProvider {
  /// The default value: false, for services that only administrators access.
  var supportsAppUsers: Bool { false }

  /// Opens a service at the location in its profile, and adds it to the stores.
  func open(
    _ service: ServiceProfile,
    _ embedded: EmbeddedEnvironment?,
    _ connections: ServiceConnections,
    into stores: inout EnvironmentStores
  ) throws {
    let store =
      if case .embedded(let name) = service.location, let embedded {
        embeddedStore(name, in: embedded)
      } else {
        self.store(try client(of: service, over: connections))
      }
    stores.add(store, named: service.name, as: key)
  }

  /// Returns the client or the embedded store of a service, for probing.
  func probeTarget(
    _ service: ServiceProfile,
    of profile: EnvironmentProfile,
    by connector: EnvironmentConnector
  ) throws -> any ProbeableService {
    guard case .embedded(let name) = service.location else {
      return try client(of: service, over: connector.connections(of: profile))
    }
    return EmbeddedProbe(connector: connector, profile: profile) { embedded in
      let store = embeddedStore(name, in: embedded)
      let stores = EnvironmentStores().adding(store, named: service.name, as: key)
      try await probe(stores.readers.reader(key, named: service.name))
    }
  }
}

extension ServiceProfile {
  /// The error for a service whose kind of URL is not supported.
  var unsupported: StoreError {
    StoreError(
      .unsupported,
      service: "\(name) (\(url))",
      "this kind of URL is not supported"
    )
  }

  /// Returns the location of a service that exists once per project.
  func projectLocation() throws -> ProjectLocation {
    switch location {
    case .firebase(let project): ProjectLocation(project: project)
    case .emulator(let origin, let project):
      try ProjectLocation(emulator: origin, project: project)
    case .embedded: throw unsupported
    }
  }
}
