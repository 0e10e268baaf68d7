package import TaneCore
package import TaneProject

/// A lease of an environment, as last read.
package struct HeldLease: Sendable {
  /// The owner, start and expiry of the lease.
  package let terms: LeaseTerms
  private let place: any LeasePlace
  private let content: Tree

  /// Reads the lease of an environment; nil if nobody holds one or no service can store one.
  package init?(of profile: EnvironmentProfile, in stores: EnvironmentStores) async throws {
    guard let (service, place) = try await Self.place(of: profile, in: stores) else { return nil }
    try await self.init(at: place, of: service)
  }

  /// Reads the lease stored in a service.
  init?(at place: any LeasePlace, of service: String) async throws {
    content = try await place.content()
    guard !content.isNull else { return nil }
    guard let terms = LeaseTerms(content) else {
      throw StoreError(
        .unreadable,
        service: service,
        "the lease that another run holds on the environment cannot be read; update Tane"
      )
    }
    self.terms = terms
    self.place = place
  }

  /// Removes the lease, or returns false if it has changed since it was read.
  package func remove() async throws -> Bool { try await replace(with: .null) }

  func replace(with content: Tree) async throws -> Bool {
    try await place.replace(self.content, with: content)
  }

  /// Returns the place of an environment's lease: the first remote service that can store one.
  ///
  /// Embedded stores are guarded by a lock on this machine (`EnvironmentLock`).
  static func place(
    of profile: EnvironmentProfile,
    in stores: EnvironmentStores
  ) async throws -> (service: String, place: any LeasePlace)? {
    for service in profile.services where !service.location.isEmbedded {
      let place = try await service.kind.adapter?.leasePlace(
        named: service.name,
        in: stores,
        profile
      )
      if let place { return (service.name, place) }
    }
    return nil
  }
}
