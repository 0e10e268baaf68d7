/// A kind of Firebase service, by the key under which profiles name services of it: `databases`, `firestore`.
public struct ServiceKind: Sendable, Hashable, CustomStringConvertible {
  /// The key.
  public let id: String

  /// Names a kind.
  public init(_ id: String) { self.id = id }

  /// The key.
  public var description: String { id }
}
