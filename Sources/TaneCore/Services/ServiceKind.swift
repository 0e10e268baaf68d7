/// A kind of Firebase service, identified by its key in profiles, such as `databases`.
public struct ServiceKind: Sendable, Hashable, CustomStringConvertible {
  /// The kind's key in profiles.
  package let id: String

  /// Creates a kind from its key.
  package init(_ id: String) { self.id = id }

  /// The kind's key in profiles.
  public var description: String { id }
}
