public import DemoModels
public import TaneFirebase

/// Reads the users.
public protocol GetUsersUseCase: Sendable {
  /// All users, in the order of their identifiers; none where the database has none.
  ///
  /// - Throws: A `DataMappingError` with everything that is not a user, never a part of the list.
  func getAll() async throws -> [User]
}

/// Reads the users from `/users` of a Realtime Database, whose keys are their identifiers.
public struct DefaultGetUsersUseCase: GetUsersUseCase {
  private let reference: DatabaseReference

  /// Creates the use case over the root of the database *users*.
  public init(reference: DatabaseReference) {
    self.reference = reference
  }

  /// All users; see the protocol.
  public func getAll() async throws -> [User] {
    let snapshot = try await reference.child("users").getData()
    let users = try snapshot.data(as: [String: UserInformation]?.self) ?? [:]
    return users.map { User(id: $0.key, information: $0.value) }.sorted { $0.id < $1.id }
  }
}
