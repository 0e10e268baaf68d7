/// A user: the key under `/users` together with what the database holds there.
public struct User: Hashable, Identifiable, Sendable {
  /// The user's identifier, which is the key of the node.
  public let id: String
  /// What the node holds.
  public let information: UserInformation

  /// Creates a user from a key and the value below it.
  public init(id: String, information: UserInformation) {
    self.id = id
    self.information = information
  }
}
