public import DemoModels
public import TaneFirebase

/// Reads the shops.
public protocol GetShopsUseCase: Sendable {
  /// All shops, in the order of their numbers; none where the database has none.
  ///
  /// - Throws: A `DataMappingError` with everything that is not a shop, never a part of the list.
  func getAll() async throws -> [Shop]
}

/// Reads the shops from `/shops` of a Realtime Database.
public struct DefaultGetShopsUseCase: GetShopsUseCase {
  private let reference: DatabaseReference

  /// Creates the use case over the root of the database *shops*.
  public init(reference: DatabaseReference) {
    self.reference = reference
  }

  /// All shops; see the protocol.
  public func getAll() async throws -> [Shop] {
    let snapshot = try await reference.child("shops").getData()
    return try snapshot.data(as: [Shop]?.self) ?? []
  }
}
