import Synchronization

/// The settings that tools write for databases, such as rules and triggers.
///
/// They are stored as sent and have no effect: everybody can read and write everything.
final class DatabaseSettings: Sendable {
  /// The name of the setting for security rules.
  static let rules = "rules"

  private struct Place: Hashable {
    let database: String
    let name: String
  }

  private let texts = Mutex<[Place: [UInt8]]>([:])

  /// Returns the text of a setting.
  func text(of name: String, for database: String) -> [UInt8] {
    let text = texts.withLock { $0[Place(database: database, name: name)] }
    return text ?? Array(Self.initial(name).utf8)
  }

  /// Stores the text of a setting.
  func set(_ text: [UInt8], of name: String, for database: String) {
    texts.withLock { $0[Place(database: database, name: name)] = text }
  }

  private static func initial(_ name: String) -> String {
    name == rules ? #"{"rules":{".read":true,".write":true}}"# : "null"
  }
}
