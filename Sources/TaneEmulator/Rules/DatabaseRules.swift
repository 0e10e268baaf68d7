import TaneCore
import TaneFormats

/// The security rules of a Realtime Database: JSON with comments.
///
/// They are parsed, so that invalid rules are rejected as in Firebase, but not evaluated. See
/// <https://firebase.google.com/docs/rules/rules-language#realtime-database>.
enum DatabaseRules {
  private static let quotes = [UInt8(ascii: "\"")]

  /// Returns the rules as JSON with spaces in place of comments, as admin libraries request them.
  static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    (try? RulesText(text, quotes: quotes, keepsStrings: true).bytes) ?? text
  }

  /// Throws unless a text is JSON, apart from comments, with an object `rules`.
  static func check(_ text: [UInt8]) throws(RulesProblem) {
    let plain = try RulesText(text, quotes: quotes, keepsStrings: true).bytes
    let result = JSONReader().read(plain, named: "rules")
    guard let tree = result.tree else {
      let finding = result.diagnostics.first
      throw RulesProblem(
        line: finding?.position?.line ?? 1,
        column: finding?.position?.column ?? 1,
        "Parse error" + (finding.map { ": \($0.message)" } ?? "") + "."
      )
    }
    let start = plain.firstIndex { $0 > UInt8(ascii: " ") } ?? 0
    guard tree.kind == .map, let rules = tree["rules"] else {
      throw RulesProblem(at: start + 1, of: plain, "Expected 'rules' property.")
    }
    guard rules.kind == .map else {
      throw RulesProblem(
        line: rules.position?.line ?? 1,
        column: rules.position?.column ?? 1,
        "Expected 'rules' to be an object, found \(rules.kind)."
      )
    }
  }
}
