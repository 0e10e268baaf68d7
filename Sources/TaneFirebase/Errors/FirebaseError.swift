/// An error for an unusable reference or value, found before any request is sent.
public struct FirebaseError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// No environment has been activated.
    case noActiveEnvironment
    /// The environment has no database of the name.
    case unknownDatabase
    /// The environment has no bucket of the name, or none at all.
    case unknownBucket
    /// The environment has no service of the kind.
    case unknownService
    /// A path holds a key that the Realtime Database forbids, or is too deep.
    case invalidPath
    /// A value, or a key in it, is none that the service can hold.
    case invalidValue
    /// Two keys of a multi-path update name the same node, or one lies below the other.
    case overlappingPaths
    /// A query says one thing twice, or what cannot be compared.
    case invalidQuery
    /// The store of the environment cannot do this.
    case unsupported
    /// Others kept changing what a transaction or an increment began from.
    case tooManyAttempts
    /// The operation was cancelled before it began.
    case cancelled
  }

  /// The kind of failure.
  public let code: Code
  /// A description of the problem and its remedy; several findings are on separate lines.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension FirebaseError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
