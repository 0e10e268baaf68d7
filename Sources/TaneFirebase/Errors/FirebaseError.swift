/// An error that does not come from a service, such as an unusable reference, an invalid value or
/// too many attempts.
public struct FirebaseError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// No environment has been activated.
    case noActiveEnvironment
    /// The environment has no database with the name.
    case unknownDatabase
    /// The environment has no bucket with the name, or no buckets.
    case unknownBucket
    /// The environment has no service of this kind.
    case unknownService
    /// A path is too deep or contains a key that the Realtime Database forbids.
    case invalidPath
    /// A value or one of its keys is not supported by the service.
    case invalidValue
    /// Two keys of a multi-path update name the same node or nested nodes.
    case overlappingPaths
    /// A query has contradictory or unsupported parts.
    case invalidQuery
    /// The environment's store does not support the operation.
    case unsupported
    /// Others kept changing the value of a transaction or an increment.
    case tooManyAttempts
    /// The operation was cancelled before it started.
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
  /// The message of the error.
  public var description: String { message }
}
