/// An error that Tane detects itself instead of receiving it from a service, such as an invalid
/// reference or value, or too many attempts.
public struct FirebaseError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// No environment has been activated.
    case noActiveEnvironment
    /// The environment has no database with the given name.
    case unknownDatabase
    /// The environment has no bucket with the given name, or no buckets at all.
    case unknownBucket
    /// The environment has no service of this kind.
    case unknownService
    /// A path is too deep or contains a key that the Realtime Database forbids.
    case invalidPath
    /// A value or one of its keys is not supported by the service.
    case invalidValue
    /// Two keys of a multi-path update name the same node or nested nodes.
    case overlappingPaths
    /// A query is contradictory or not supported.
    case invalidQuery
    /// The environment's store does not support the operation.
    case unsupported
    /// Other clients changed the value during every attempt at a transaction or an increment.
    case tooManyAttempts
    /// The operation was canceled before it started.
    case cancelled
  }

  /// The kind of failure.
  public let code: Code
  /// A description of the problem and its remedy; several findings are on separate lines.
  public let message: String

  /// Creates an error with a code and a message.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension FirebaseError: CustomStringConvertible {
  /// The message of the error.
  public var description: String { message }
}
