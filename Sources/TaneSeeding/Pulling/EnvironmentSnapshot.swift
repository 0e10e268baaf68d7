package import TaneCore
package import TaneProject

/// A snapshot of an environment.
///
/// It is compared with fixtures in place of the environment, so that the pulled and the verified
/// data are the same even if the environment changes in the meantime.
package struct EnvironmentSnapshot: Sendable {
  private let resources: [String: [Resource]]

  /// Creates a snapshot of each service's resources, sorted by address.
  init(_ resources: [String: [Resource]]) { self.resources = resources }

  /// Reads the part of an environment that a scope covers.
  ///
  /// - Throws: A `StoreError` if a service cannot be read.
  package init(
    reading readers: EnvironmentReaders,
    _ context: AdapterContext,
    _ scope: ComparisonScope
  ) async throws {
    var resources: [String: [Resource]] = [:]
    for service in context.profile.services where scope.mentions(service.name) {
      guard let adapter = readers.kind(of: service.name)?.adapter else { continue }
      let observer = try adapter.observer(named: service.name, in: readers, context)
      resources[service.name] = try await observer.resources(in: scope)
        .filter { $0.exists && scope.covers($0.address) }
    }
    self.resources = resources
  }

  func resources(of service: String) -> [Resource] { resources[service] ?? [] }

  /// Returns true if the snapshot has a resource at, above or below an address.
  package func contains(_ address: Address) -> Bool {
    let scope = ComparisonScope([address])
    return resources(of: address.service).contains { scope.covers($0.address) }
  }

  /// Returns an observer that reads a service's resources from the snapshot.
  func observer(
    of service: String,
    _ adapter: any ServiceAdapter,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    let resources = resources(of: service)
    guard adapter.rules(context).canReadMapsAsLists else {
      return SnapshotObserver(resources: resources)
    }
    var assembly = TreeAssembly()
    for resource in resources { _ = assembly.add(resource.content, at: resource.address.path) }
    var readers = EnvironmentReaders()
    readers.add(FileTreeReader(assembly.assembled()), named: service, as: .databases)
    return try adapter.observer(named: service, in: readers, context)
  }
}

/// An observer of previously read resources.
private struct SnapshotObserver: ResourceObserver {
  let resources: [Resource]

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    let held = Dictionary(resources.map { ($0.address, $0) }) { first, _ in first }
    return desired.map { .found(held[$0.address] ?? Resource($0.address, .null)) }
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] {
    resources.filter { scope.contains($0.address) }
  }
}
