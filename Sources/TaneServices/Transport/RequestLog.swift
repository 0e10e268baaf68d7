import Synchronization

/// A log of requests to services and of long waits, for users who inspect the network traffic.
///
/// Records contain no secrets: no header fields, no bodies, and no values of secret URL parameters.
package final class RequestLog: Sendable {
  /// A log that discards all records.
  package static let none = RequestLog { _ in }

  private let count = Mutex(0)
  private let onAttempt: @Sendable (RequestRecord) -> Void
  private let onWait: @Sendable (ServiceWait) -> Void

  /// Creates a log.
  ///
  /// `onAttempt` receives each attempt after it has ended; `onWait` receives each long wait when it
  /// begins and every ten seconds. Both can be called from any thread.
  package init(
    onWait: @escaping @Sendable (ServiceWait) -> Void = { _ in },
    _ onAttempt: @escaping @Sendable (RequestRecord) -> Void
  ) {
    self.onAttempt = onAttempt
    self.onWait = onWait
  }

  /// Returns the number of the next request, starting at 1.
  func nextID() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  func note(_ record: RequestRecord) { onAttempt(record) }

  /// Logs a wait unless it is shorter than `ServiceWait.minimumLoggedDuration`.
  func note(_ wait: ServiceWait) {
    if wait.total >= ServiceWait.minimumLoggedDuration { onWait(wait) }
  }
}
