import TaneCore

/// The polling intervals for stores that do not push changes.
///
/// After a change, the store is polled again soon, then at growing intervals up to the longest
/// interval. Each interval varies slightly, so that many observers do not poll at the same time.
/// Writes by the same process through the same manager are observed immediately.
///
/// ```swift
/// let pace = ObservationPace(shortest: .milliseconds(100), longest: .seconds(2))
/// let manager = RealtimeDatabaseManager(databases: ["shops": store], pace: pace)
/// ```
public struct ObservationPace: Sendable {
  /// The interval after a change.
  public var shortest: Duration
  /// The interval when nothing has changed for a long time.
  public var longest: Duration
  /// The function that waits between polls.
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a pace.
  ///
  /// - Parameters:
  ///   - shortest: The interval after a change.
  ///   - longest: The interval when nothing has changed for a long time.
  ///   - sleep: The function that waits for a duration, which tests replace.
  public init(
    shortest: Duration = .milliseconds(200),
    longest: Duration = .seconds(5),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.shortest = shortest
    self.longest = longest
    self.sleep = sleep
  }

  /// Returns the interval that follows an interval without a change.
  func interval(after interval: Duration) -> Duration { min(interval * 2, longest) }

  /// Waits for approximately an interval.
  func wait(_ interval: Duration) async throws {
    try await sleep(interval * Double.random(in: 0.9...1.1))
  }
}

extension ObservationPace {
  /// Creates the pace for a Firestore database: the pace that its store prefers, or the default.
  init(suiting reader: any DocumentReader) {
    self.init()
    guard let interval = reader.pollingInterval else { return }
    (shortest, longest) = (interval.lowerBound, interval.upperBound)
  }
}
