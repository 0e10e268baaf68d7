/// A kind of Firebase service, identified by its key in profiles: `databases`, `firestore`.
public struct ServiceKind: Sendable, Hashable, CustomStringConvertible {
  /// The key.
  package let id: String

  /// Creates a kind from its key.
  package init(_ id: String) { self.id = id }

  /// The key.
  public var description: String { id }
}
