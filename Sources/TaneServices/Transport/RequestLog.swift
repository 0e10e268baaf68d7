import Synchronization

/// Tells of every request that is sent to a service, for people who want to see what goes over the network,
/// and of every longer wait, for everybody.
///
/// Records contain no secrets: no header fields, no bodies, and no values of secret URL parameters.
public final class RequestLog: Sendable {
  /// A log that nobody reads.
  public static let none = RequestLog { _ in }

  private let count = Mutex(0)
  private let tell: @Sendable (RequestRecord) -> Void
  private let tellOfWait: @Sendable (ServiceWait) -> Void

  /// Creates a log; `tell` hears of each attempt when it has ended, and `tellOfWait` of each longer wait when
  /// it begins and every ten seconds of it, from any thread.
  public init(
    tellOfWait: @escaping @Sendable (ServiceWait) -> Void = { _ in },
    _ tell: @escaping @Sendable (RequestRecord) -> Void
  ) {
    self.tell = tell
    self.tellOfWait = tellOfWait
  }

  /// The number of the next request, from 1 on.
  func nextID() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  func note(_ record: RequestRecord) { tell(record) }

  /// Tells of a wait, unless it is over before anybody has read of it.
  func note(_ wait: ServiceWait) {
    if wait.total >= ServiceWait.shortestTold { tellOfWait(wait) }
  }
}
