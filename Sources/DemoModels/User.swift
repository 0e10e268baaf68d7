/// A user: the key under `/users` and the information stored there.
public struct User: Hashable, Identifiable, Sendable {
  /// The user's identifier, which is the key of the node.
  public let id: String
  /// The information stored at the node.
  public let information: UserInformation

  /// Creates a user from a key and its value.
  public init(id: String, information: UserInformation) {
    self.id = id
    self.information = information
  }
}
