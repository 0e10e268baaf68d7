public import DemoModels
public import TaneFirebase

/// A use case for reading the users.
public protocol GetUsersUseCase: Sendable {
  /// Returns all users in the order of their identifiers.
  ///
  /// - Throws: A `DataMappingError` that lists all invalid data; never returns a partial list.
  func getAll() async throws -> [User]
}

/// A use case that reads the users from `/users` of a Realtime Database, in which the keys are
/// their identifiers.
public struct DefaultGetUsersUseCase: GetUsersUseCase {
  private let reference: DatabaseReference

  /// Creates the use case with a reference to the root of the database *users*.
  public init(reference: DatabaseReference) {
    self.reference = reference
  }

  /// Returns all users; see the protocol.
  public func getAll() async throws -> [User] {
    let snapshot = try await reference.child("users").getData()
    let users = try snapshot.data(as: [String: UserInformation]?.self) ?? [:]
    return users.map { User(id: $0.key, information: $0.value) }.sorted { $0.id < $1.id }
  }
}
