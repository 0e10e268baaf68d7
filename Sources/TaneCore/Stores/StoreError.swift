/// Why a store could not do what it was asked: which service, and what stands in the way.
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// A write found another value than it expected; nothing was written.
    case conflict
    /// Two writes of one update meet at or below one path.
    case overlappingWrites
    /// The data break a rule of the service.
    case invalidData
    /// There is no such object, database or bucket.
    case notFound
    /// The store is in use by another process for longer than it waits.
    case busy
    /// The disk is full.
    case diskFull
    /// The store cannot be written.
    case readOnly
    /// The store cannot be opened or read.
    case unreadable
    /// An object is larger than the caller takes.
    case tooLarge
    /// Tane has no client for the service.
    case unsupported
  }

  /// The kind of failure.
  public let code: Code
  /// The service and where it is kept: `shops (.tane/embedded/local.sqlite)`.
  public let service: String
  /// What was found and what to do, a clause without a full stop.
  public let message: String
  /// The paths that the failure is about, if any.
  public let paths: [TreePath]

  /// Creates an error.
  public init(_ code: Code, service: String, _ message: String, paths: [TreePath] = []) {
    self.code = code
    self.service = service
    self.message = message
    self.paths = paths
  }
}

extension StoreError: CustomStringConvertible {
  /// The service and the message.
  public var description: String { "\(service): \(message)" }
}
