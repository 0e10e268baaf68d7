/// An error from a store, with the service and the reason for the failure.
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// A write found a value other than the expected one; nothing was written.
    case conflict
    /// Two writes in one update have equal paths, or one path is below the other.
    case overlappingWrites
    /// The data violates a rule of the service.
    case invalidData
    /// The object, database or bucket does not exist.
    case notFound
    /// Another process used the store for longer than the timeout, or repeatedly changed the data
    /// before this one did.
    case busy
    /// The disk is full.
    case diskFull
    /// The store is read-only.
    case readOnly
    /// The store cannot be opened or read.
    case unreadable
    /// An object exceeds the caller's limit.
    case tooLarge
    /// Tane does not support the service.
    case unsupported
    /// The service is unreachable or the connection failed: unknown host, no network, TLS failure
    /// or timeout.
    case unreachable
    /// The credentials are missing or the service denied access (401, 403).
    case notAuthorized
    /// The service rejects requests because of a rate limit (429), even after waiting.
    case rateLimited
    /// The service failed or is unavailable (5xx, a disabled database).
    case unavailable
    /// The response does not come from the service, such as an HTML page, invalid JSON or a
    /// redirect to another host.
    case invalidResponse
    /// The task was canceled after some of the writes were applied or may have been applied.
    case cancelled
  }

  /// The outcome of the failed writes.
  public enum Outcome: Sendable, Hashable {
    /// None of the writes was applied.
    case nothingWritten
    /// Some of the writes were applied.
    case partlyWritten
    /// The outcome is unknown, because the response was lost.
    case unknown
  }

  /// The kind of failure.
  public let code: Code
  /// The service and its location, such as `shops (.tane/embedded/local.sqlite)`.
  public let service: String
  /// The problem and the remedy, as a clause without a period.
  public let message: String
  /// The affected paths, if any.
  package let paths: [TreePath]
  /// The outcome of the writes; `nothingWritten` for a failed read.
  public let outcome: Outcome
  /// A Boolean value indicating whether a request that timed out may still reach the service.
  private let mayStillArrive: Bool

  package init(
    _ code: Code,
    service: String,
    _ message: String,
    paths: [TreePath] = [],
    outcome: Outcome = .nothingWritten,
    mayStillArrive: Bool = false
  ) {
    self.mayStillArrive = mayStillArrive
    self.code = code
    self.service = service.escapingControls
    // Control characters in a service's message must not start a new line.
    self.message = message.escapingControls
    self.paths = paths
    self.outcome = outcome
  }

  /// Returns the error with a different outcome of the writes.
  ///
  /// If a request may still reach the service, the outcome remains unknown even if the service has
  /// the old value.
  package func with(_ outcome: Outcome) -> StoreError {
    StoreError(
      code,
      service: service,
      message,
      paths: paths,
      outcome: mayStillArrive && outcome == .nothingWritten ? .unknown : outcome,
      mayStillArrive: mayStillArrive
    )
  }
}

extension StoreError: CustomStringConvertible {
  /// The service and the message, with a note if the outcome is unknown.
  public var description: String {
    let unknownOutcomeNote = "; the write may have been applied: compare before writing again"
    return "\(service): \(message)" + (outcome == .unknown ? unknownOutcomeNote : "")
  }
}
