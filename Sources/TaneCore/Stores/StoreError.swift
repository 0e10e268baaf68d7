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
    /// The store is in use by another process for longer than it waits, or others were always faster.
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
    /// The service was not reached, or the exchange broke off: no such host, no connection, no encryption, no
    /// answer in time.
    case unreachable
    /// There is no credential, or the service does not let it do this (401, 403).
    case notAuthorized
    /// The service takes no more requests for now (429), also after waiting.
    case rateLimited
    /// The service failed, or does not serve for now (5xx, a database that is switched off).
    case unavailable
    /// What answered is not what the service answers: a page, broken JSON, a way to another host.
    case invalidAnswer
    /// The task was cancelled after a part was written, or may have been.
    case cancelled
  }

  /// What became of the writes that a failure is about.
  public enum Outcome: Sendable, Hashable {
    /// None was made.
    case nothingWritten
    /// Some were made, and some not.
    case partlyWritten
    /// Nobody knows: the answer got lost on the way.
    case unknown
  }

  /// The kind of failure.
  public let code: Code
  /// The service and where it is kept: `shops (.tane/embedded/local.sqlite)`.
  public let service: String
  /// What was found and what to do, a clause without a full stop.
  public let message: String
  /// The paths that the failure is about, if any.
  public let paths: [TreePath]
  /// What became of the writes; nothing was written where the failure is about reading.
  public let outcome: Outcome

  /// Creates an error.
  public init(
    _ code: Code,
    service: String,
    _ message: String,
    paths: [TreePath] = [],
    outcome: Outcome = .nothingWritten
  ) {
    self.code = code
    self.service = service
    self.message = message
    self.paths = paths
    self.outcome = outcome
  }

  /// The same failure with what became of the writes.
  public func with(_ outcome: Outcome) -> StoreError {
    StoreError(code, service: service, message, paths: paths, outcome: outcome)
  }
}

extension StoreError: CustomStringConvertible {
  /// The service, the message, and whether it is known what was written.
  public var description: String {
    let doubt = "; whether it was written is not known: compare before writing again"
    return "\(service): \(message)" + (outcome == .unknown ? doubt : "")
  }
}
