import Synchronization

/// The settings that tools write for databases, such as rules and triggers.
///
/// They are stored as sent; only security rules have an effect, in emulators that evaluate them.
final class DatabaseSettings: Sendable {
  /// The name of the setting for security rules.
  static let rules = "rules"

  private struct SettingKey: Hashable {
    let database: String
    let name: String
  }

  private let texts = Mutex<[SettingKey: [UInt8]]>([:])
  private let parsedRules = Mutex<[String: DatabaseRules]>([:])

  /// Returns the security rules of a database, or nil if anyone can read and write everything.
  func rules(of database: String) -> DatabaseRules? {
    parsedRules.withLock { $0[database] }
  }

  /// Replaces the security rules of a database.
  func set(_ rules: DatabaseRules, of database: String) {
    parsedRules.withLock { $0[database] = rules }
    set(rules.text, of: Self.rules, for: database)
  }

  func text(of name: String, for database: String) -> [UInt8] {
    let text = texts.withLock { $0[SettingKey(database: database, name: name)] }
    return text ?? Array(Self.initial(name).utf8)
  }

  /// Stores the text of a setting without parsing it.
  func set(_ text: [UInt8], of name: String, for database: String) {
    texts.withLock { $0[SettingKey(database: database, name: name)] = text }
  }

  private static func initial(_ name: String) -> String {
    name == rules ? #"{"rules":{".read":true,".write":true}}"# : "null"
  }
}
