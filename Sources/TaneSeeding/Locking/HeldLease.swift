public import TaneCore
public import TaneProject

/// The lease that somebody has of an environment, as it was read.
public struct HeldLease: Sendable {
  /// Who has it, since when and until when.
  public let terms: LeaseTerms
  private let place: any LeasePlace
  private let content: Tree

  /// Reads the lease of an environment; nil where nobody has one, or nowhere in it one can be kept.
  public init?(of profile: EnvironmentProfile, in stores: EnvironmentStores) async throws {
    guard let (service, place) = try await Self.place(of: profile, in: stores) else { return nil }
    try await self.init(at: place, of: service)
  }

  /// Reads the lease at a place of a service.
  init?(at place: any LeasePlace, of service: String) async throws {
    content = try await place.content()
    guard !content.isNull else { return nil }
    guard let terms = LeaseTerms(content) else {
      throw StoreError(
        .unreadable,
        service: service,
        "the lease that another run has of the environment cannot be read; update Tane"
      )
    }
    self.terms = terms
    self.place = place
  }

  /// Takes the lease away; false where it is another one by now.
  public func remove() async throws -> Bool { try await replace(with: .null) }

  func replace(with content: Tree) async throws -> Bool {
    try await place.replace(self.content, with: content)
  }

  /// Where the lease of an environment is kept: in its first service elsewhere that can keep one.
  ///
  /// What is embedded has a lock on this machine (`EnvironmentLock`).
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
