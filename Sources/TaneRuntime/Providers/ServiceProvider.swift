import TaneCore
import TaneEmbedded
import TaneProject
import TaneServices

/// How services of a kind are opened and asked: one provider a kind, all in `ServiceProviders.all`.
protocol ServiceProvider: Sendable {
  associatedtype Reader: Sendable
  associatedtype Store: Sendable
  associatedtype Client: ProbedService

  /// The kind with the types that read it and write it.
  var key: ServiceKey<Reader, Store> { get }
  /// Whether users may ask the services of the kind, as their rules say.
  var knowsUsers: Bool { get }

  /// The embedded store of a name.
  func embeddedStore(_ name: String, in embedded: EmbeddedEnvironment) -> Store
  /// The client of a service of Firebase or of an emulator.
  func client(of service: ServiceProfile, over connections: ServiceConnections) throws -> Client
  /// A client as a store.
  func store(_ client: Client) -> Store
  /// Reads a little, to see whether that can be done.
  func probe(_ reader: Reader) async throws
}

extension ServiceProvider {
  /// That accounts alone may.
  var knowsUsers: Bool { false }

  /// Opens a service where its profile says that it is, and adds it to stores.
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

  /// What can be asked what a service lets be done there.
  func probed(
    _ service: ServiceProfile,
    of profile: EnvironmentProfile,
    by connector: EnvironmentConnector
  ) throws -> any ProbedService {
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
  /// The error of a service that no client reaches.
  var unsupported: StoreError {
    StoreError(
      .unsupported,
      service: "\(name) (\(url))",
      "there is no client for this kind of URL"
    )
  }

  /// Where a service is reached of which a project has one.
  func projectLocation() throws -> ProjectLocation {
    switch location {
    case .firebase(let project): ProjectLocation(project: project)
    case .emulator(let origin, let project):
      try ProjectLocation(emulator: origin, project: project)
    case .embedded: throw unsupported
    }
  }
}
