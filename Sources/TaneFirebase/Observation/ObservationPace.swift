import TaneCore

/// The polling intervals for stores that do not push changes.
///
/// After a change the store is asked again soon, then ever more rarely, up to the longest interval; each
/// interval is a little longer or shorter than the one before asks for, so that many observers do not
/// ask at once. What the same process writes through the same manager does not wait for this.
///
/// ```swift
/// let pace = ObservationPace(shortest: .milliseconds(100), longest: .seconds(2))
/// let manager = RealtimeDatabaseManager(databases: ["shops": store], pace: pace)
/// ```
public struct ObservationPace: Sendable {
  /// The time after a change until the store is asked again.
  public var shortest: Duration
  /// The time between two questions where nothing has changed for long.
  public var longest: Duration
  /// The function that waits between polls.
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a pace.
  ///
  /// - Parameters:
  ///   - shortest: The time after a change until the store is asked again.
  ///   - longest: The time between two questions where nothing has changed for long.
  ///   - sleep: What waits for a time; tests wait for something else.
  public init(
    shortest: Duration = .milliseconds(200),
    longest: Duration = .seconds(5),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.shortest = shortest
    self.longest = longest
    self.sleep = sleep
  }

  /// The interval that follows one without a change.
  func interval(after interval: Duration) -> Duration { min(interval * 2, longest) }

  /// Waits for about an interval.
  func wait(_ interval: Duration) async throws {
    try await sleep(interval * Double.random(in: 0.9...1.1))
  }
}

extension ObservationPace {
  /// The pace that suits a Firestore database: its own, if it has one.
  init(suiting reader: any DocumentReader) {
    self.init()
    guard let interval = reader.pollingInterval else { return }
    (shortest, longest) = (interval.lowerBound, interval.upperBound)
  }
}
