import TaneCore

/// The polling intervals for stores that do not push changes.
///
/// After a change, the store is polled at the shortest interval, which then doubles up to the
/// longest interval. Each interval varies slightly, so that observers do not all poll at the same
/// time. Writes by the same process through the same manager are observed immediately.
///
/// ```swift
/// let pace = ObservationPace(shortest: .milliseconds(100), longest: .seconds(2))
/// let manager = RealtimeDatabaseManager(databases: ["shops": store], pace: pace)
/// ```
public struct ObservationPace: Sendable {
  /// The interval before the first poll after a change.
  public var shortest: Duration
  /// The maximum interval, reached when nothing has changed for a long time.
  public var longest: Duration
  /// The function that waits between polls.
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates polling intervals.
  ///
  /// - Parameters:
  ///   - shortest: The interval before the first poll after a change.
  ///   - longest: The maximum interval, reached when nothing has changed for a long time.
  ///   - sleep: The function that waits for a duration; tests can replace it.
  public init(
    shortest: Duration = .milliseconds(200),
    longest: Duration = .seconds(5),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.shortest = shortest
    self.longest = longest
    self.sleep = sleep
  }

  /// Returns the next interval after a poll without a change: twice as long, up to `longest`.
  func interval(after interval: Duration) -> Duration { min(interval * 2, longest) }

  /// Waits for an interval, varied randomly by up to 10%.
  func wait(_ interval: Duration) async throws {
    try await sleep(interval * Double.random(in: 0.9...1.1))
  }
}

extension ObservationPace {
  /// Creates polling intervals for a Firestore store, or the default intervals if the store
  /// specifies none.
  init(suiting reader: any DocumentReader) {
    self.init()
    guard let interval = reader.pollingInterval else { return }
    (shortest, longest) = (interval.lowerBound, interval.upperBound)
  }
}
