package import TaneCore
package import TaneProject

/// A lease of an environment, as last read.
package struct StoredLease: Sendable {
  /// The owner, start and expiry of the lease.
  package let terms: LeaseTerms
  private let store: any LeaseStore
  private let content: Tree

  /// Reads an environment's lease, or returns nil if nobody holds one or no service can store one.
  package init?(of profile: EnvironmentProfile, in stores: EnvironmentStores) async throws {
    guard let (service, store) = try await Self.store(of: profile, in: stores) else { return nil }
    try await self.init(in: store, of: service)
  }

  /// Reads the lease stored in a service.
  init?(in store: any LeaseStore, of service: String) async throws {
    content = try await store.content()
    guard !content.isNull else { return nil }
    guard let terms = LeaseTerms(content) else {
      throw StoreError(
        .unreadable,
        service: service,
        "the lease that another run holds on the environment cannot be read; update Tane"
      )
    }
    self.terms = terms
    self.store = store
  }

  /// Removes the lease, or returns false if it has changed since it was read.
  package func remove() async throws -> Bool { try await replace(with: .null) }

  func replace(with content: Tree) async throws -> Bool {
    try await store.replace(self.content, with: content)
  }

  /// Returns the store of an environment's lease, in the first remote service that can store one.
  ///
  /// Embedded stores are guarded by a lock on this machine (`EnvironmentLock`).
  static func store(
    of profile: EnvironmentProfile,
    in stores: EnvironmentStores
  ) async throws -> (service: String, store: any LeaseStore)? {
    for service in profile.services where !service.location.isEmbedded {
      let store = try await service.kind.adapter?.leaseStore(
        named: service.name,
        in: stores,
        profile
      )
      if let store { return (service.name, store) }
    }
    return nil
  }
}
