import Synchronization

/// The settings that tools give databases: rules, triggers and others.
///
/// They are kept as they came and change nothing: everything is open.
final class DatabaseSettings: Sendable {
  /// The name of the setting that holds security rules.
  static let rules = "rules"

  private struct Place: Hashable {
    let database: String
    let name: String
  }

  private let texts = Mutex<[Place: [UInt8]]>([:])

  /// The text of a setting.
  func text(of name: String, for database: String) -> [UInt8] {
    let text = texts.withLock { $0[Place(database: database, name: name)] }
    return text ?? Array(Self.initial(name).utf8)
  }

  /// Keeps the text of a setting.
  func set(_ text: [UInt8], of name: String, for database: String) {
    texts.withLock { $0[Place(database: database, name: name)] = text }
  }

  private static func initial(_ name: String) -> String {
    name == rules ? #"{"rules":{".read":true,".write":true}}"# : "null"
  }
}
