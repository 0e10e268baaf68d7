import Synchronization

/// The settings of all apps, with the interface of Firebase's iOS SDK; they have no effect.
public final class FirebaseConfiguration: Sendable {
  /// The settings of the process.
  public static let shared = FirebaseConfiguration()

  private let level = Mutex(FirebaseLoggerLevel.notice)

  /// Stores the level of messages; nothing is logged.
  public func setLoggerLevel(_ loggerLevel: FirebaseLoggerLevel) {
    level.withLock { $0 = loggerLevel }
  }

  /// Returns the stored level.
  public func loggerLevel() -> FirebaseLoggerLevel { level.withLock { $0 } }
}

/// The levels of messages.
public enum FirebaseLoggerLevel: Int, Sendable {
  /// Errors.
  case error = 3
  /// Warnings, too.
  case warning = 4
  /// Important events, too.
  case notice = 5
  /// Other events, too.
  case info = 6
  /// Details for debugging, too.
  case debug = 7

  /// The level with the fewest messages.
  public static let min = FirebaseLoggerLevel.error
  /// The level with the most messages.
  public static let max = FirebaseLoggerLevel.debug
}
