public import DemoModels
public import TaneFirebase

/// A use case for reading the shops.
public protocol GetShopsUseCase: Sendable {
  /// Returns all shops in the order of their numbers.
  ///
  /// - Throws: A `DataMappingError` that lists all invalid data; never returns a partial list.
  func getAll() async throws -> [Shop]
}

/// A use case that reads the shops from `/shops` of a Realtime Database.
public struct DefaultGetShopsUseCase: GetShopsUseCase {
  private let reference: DatabaseReference

  /// Creates the use case with a reference to the root of the database *shops*.
  public init(reference: DatabaseReference) {
    self.reference = reference
  }

  /// Returns all shops; see the protocol.
  public func getAll() async throws -> [Shop] {
    let snapshot = try await reference.child("shops").getData()
    return try snapshot.data(as: [Shop]?.self) ?? []
  }
}
