import Synchronization

/// The settings of all apps, with the API of the Firebase iOS SDK; they have no effect.
public final class FirebaseConfiguration: Sendable {
  /// The shared settings of this process.
  public static let shared = FirebaseConfiguration()

  private let level = Mutex(FirebaseLoggerLevel.notice)

  /// Stores the log level; nothing is logged.
  public func setLoggerLevel(_ loggerLevel: FirebaseLoggerLevel) {
    level.withLock { $0 = loggerLevel }
  }

  /// Returns the stored log level.
  public func loggerLevel() -> FirebaseLoggerLevel { level.withLock { $0 } }
}

/// A log level; has no effect, because nothing is logged.
public enum FirebaseLoggerLevel: Int, Sendable {
  /// Only errors.
  case error = 3
  /// Errors and warnings.
  case warning = 4
  /// Errors, warnings and important events.
  case notice = 5
  /// All messages except debugging details.
  case info = 6
  /// All messages, including debugging details.
  case debug = 7

  /// The level with the fewest messages.
  public static let min = FirebaseLoggerLevel.error
  /// The level with the most messages.
  public static let max = FirebaseLoggerLevel.debug
}
