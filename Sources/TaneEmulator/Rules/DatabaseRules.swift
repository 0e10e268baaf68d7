import TaneCore
import TaneFormats

/// The security rules of a Realtime Database: JSON with comments, in which expressions are strings.
///
/// See <https://firebase.google.com/docs/database/security/core-syntax>.
struct DatabaseRules: Sendable {
  private static let quotes = [UInt8(ascii: "\"")]

  struct Location: Sendable {
    fileprivate(set) var conditions: [RulesTypeChecker.Rule: RulesExpression] = [:]
    /// The rules of children, keyed by UTF-8 bytes, because equal strings can have different bytes.
    fileprivate(set) var children: [[UInt8]: Location] = [:]
    /// The name of the `$` variable and the rules for children that have no rules of their own.
    fileprivate(set) var wildcard: (name: String, rules: [Location])?

    /// Returns the rules of a child, and the name of the `$` variable that matches its key, if any.
    func child(_ key: String) -> (rules: Location, variable: String?)? {
      if let rules = children[Array(key.utf8)] { return (rules, nil) }
      guard let wildcard, let rules = wildcard.rules.first else { return nil }
      return (rules, wildcard.name)
    }
  }

  let root: Location
  /// The rules as written.
  let text: [UInt8]
  /// The path of the file, or nil if a client has sent the rules.
  let path: String?

  /// Parses rules.
  ///
  /// - Throws: The first error, such as invalid JSON or an unknown variable or method.
  init(_ text: [UInt8], path: String? = nil) throws(RulesProblem) {
    (self.text, self.path) = (text, path)
    let plain = try RulesText(text, quotes: Self.quotes, keepsStrings: true).bytes
    let rules = try Self.rules(in: plain)
    let reader = DatabaseRulesReader(text: text, plain: plain)
    root = try reader.location(rules, wildcards: [])
  }

  /// The conditions of all locations.
  var conditions: [RulesExpression] { Self.conditions(of: root) }

  private static func conditions(of location: Location) -> [RulesExpression] {
    let below = Array(location.children.values) + (location.wildcard?.rules ?? [])
    return Array(location.conditions.values) + below.flatMap { conditions(of: $0) }
  }

  /// Returns the position of a byte in the file.
  func position(of offset: Int) -> SourcePosition {
    let problem = RulesProblem(at: offset, of: text, "")
    return SourcePosition(file: path ?? "rules", line: problem.line, column: problem.column)
  }

  /// Returns the rules as JSON with spaces in place of comments, the format that the Admin SDKs
  /// request.
  static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    (try? RulesText(text, quotes: quotes, keepsStrings: true).bytes) ?? text
  }

  /// Returns the value of `rules`, or throws if the text is not JSON with an object `rules`.
  private static func rules(in plain: [UInt8]) throws(RulesProblem) -> Tree {
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
    if let other = tree.children.first(where: { $0.key != "rules" }) {
      throw RulesProblem(
        line: other.position?.line ?? 1,
        column: other.position?.column ?? 1,
        "Expected only 'rules', found '\((other.key ?? "").escapingControls)'."
      )
    }
    guard rules.kind == .map else {
      throw RulesProblem(
        line: rules.position?.line ?? 1,
        column: rules.position?.column ?? 1,
        "Expected 'rules' to be an object, found \(rules.kind)."
      )
    }
    return rules
  }
}

/// A reader for the tree of rules.
private struct DatabaseRulesReader {
  /// The rules as written, for positions.
  let text: [UInt8]
  /// The rules as JSON, with the same number of bytes.
  let plain: [UInt8]
  /// The offsets of the lines in `plain`, in which spaces replace line breaks in strings.
  private let lineStarts: [Int]

  init(text: [UInt8], plain: [UInt8]) {
    (self.text, self.plain) = (text, plain)
    lineStarts = [0] + plain.indices.filter { plain[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  func location(
    _ tree: Tree,
    wildcards: [String]
  ) throws(RulesProblem) -> DatabaseRules.Location {
    guard tree.kind == .map else {
      throw problem("Expected an object with rules, found \(tree.kind).", at: tree)
    }
    var location = DatabaseRules.Location()
    for child in tree.children {
      let key = child.key ?? ""
      if key.hasPrefix(".") {
        try readRule(key, child, wildcards, into: &location)
      } else if key.hasPrefix("$") {
        try readWildcard(key, child, wildcards, into: &location)
      } else {
        guard !key.isEmpty, !key.contains(where: { ".#$/[]".contains($0) }) else {
          throw problem("'\(key.escapingControls)' is not a valid key.", at: child)
        }
        location.children[Array(key.utf8)] = try self.location(child, wildcards: wildcards)
      }
    }
    return location
  }

  private func readWildcard(
    _ name: String,
    _ tree: Tree,
    _ wildcards: [String],
    into location: inout DatabaseRules.Location
  ) throws(RulesProblem) {
    let isName = name.dropFirst().utf8.allSatisfy {
      $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_")
    }
    guard name.count > 1, isName else {
      throw problem("'\(name.escapingControls)' is not a valid variable name.", at: tree)
    }
    guard location.wildcard == nil else {
      throw problem("A location can have only one '$' variable.", at: tree)
    }
    guard !wildcards.contains(name) else {
      throw problem("'\(name)' is already the variable of an enclosing location.", at: tree)
    }
    location.wildcard = (name, [try self.location(tree, wildcards: wildcards + [name])])
  }

  private func readRule(
    _ key: String,
    _ tree: Tree,
    _ wildcards: [String],
    into location: inout DatabaseRules.Location
  ) throws(RulesProblem) {
    if key == ".indexOn" {
      let names = tree.kind == .list ? Array(tree.children) : [tree]
      guard names.allSatisfy({ $0.kind == .string }) else {
        throw problem("Expected '.indexOn' to be a string or a list of strings.", at: tree)
      }
      return
    }
    guard let rule = RulesTypeChecker.Rule(rawValue: key) else {
      throw problem(
        "Unknown rule '\(key.escapingControls)'; expected .read, .write, .validate or .indexOn.",
        at: tree
      )
    }
    if let value = tree.bool {
      let form = RulesExpression.Form.boolean(value)
      location.conditions[rule] = RulesExpression(form: form, offset: offset(of: tree))
      return
    }
    guard tree.kind == .string else {
      throw problem("Expected '\(key)' to be a string or a Boolean value.", at: tree)
    }
    do throws(RulesExpressionProblem) {
      let text = RulesExpressionText(of: plain, at: offset(of: tree))
      let expression = try RulesExpressionParser.parse(text)
      try RulesTypeChecker.check(expression, of: rule, wildcards: wildcards)
      location.conditions[rule] = expression
    } catch {
      throw RulesProblem(at: error.offset, of: text, error.message)
    }
  }

  private func problem(_ message: String, at tree: Tree) -> RulesProblem {
    RulesProblem(at: offset(of: tree), of: text, message)
  }

  /// Returns the offset of a value's first byte.
  private func offset(of tree: Tree) -> Int {
    guard let position = tree.position, lineStarts.indices.contains(position.line - 1) else {
      return 0
    }
    // Columns count characters; continuation bytes of a UTF-8 character start with the bits 10.
    let line = plain.indices[lineStarts[position.line - 1]...]
    return line.lazy.filter { plain[$0] & 0xC0 != 0x80 }.dropFirst(position.column - 1).first ?? 0
  }
}
