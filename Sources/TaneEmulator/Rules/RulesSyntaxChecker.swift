import TaneCore

/// A checker for the security rules of Firestore and Storage, limited to balanced brackets,
/// terminated strings and comments, and a service declaration.
///
/// The rules are not evaluated. See <https://firebase.google.com/docs/rules/rules-language>.
enum RulesSyntaxChecker {
  private static let pairs: [UInt8: UInt8] = [
    UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "("): UInt8(ascii: ")"),
    UInt8(ascii: "["): UInt8(ascii: "]"),
  ]

  /// Throws if a string cannot be the rules of a service, `cloud.firestore` or `firebase.storage`.
  static func check(_ text: String, of service: String) throws(RulesProblem) {
    let plain = try plain(text)
    var open: [(offset: Int, closing: UInt8)] = []
    for (offset, byte) in plain.enumerated() {
      if let closing = pairs[byte] {
        open.append((offset, closing))
      } else if pairs.values.contains(byte), open.popLast()?.closing != byte {
        throw RulesProblem(
          at: offset,
          of: plain,
          "Unexpected '\(Character(Unicode.Scalar(byte)))'."
        )
      }
    }
    if let last = open.last {
      let bracket = Character(Unicode.Scalar(plain[last.offset]))
      throw RulesProblem(at: last.offset, of: plain, "The '\(bracket)' is not closed.")
    }
    try checkService(of: plain, is: service)
  }

  /// Throws unless rules, whose comments have been blanked out, declare the given service.
  private static func checkService(of plain: [UInt8], is service: String) throws(RulesProblem) {
    let words = plain.split { !($0 > UInt8(ascii: " ") && pairs[$0] == nil) }
    let declarations = zip(words, words.dropFirst()).filter { $0.0.elementsEqual("service".utf8) }
    guard declarations.contains(where: { $0.1.elementsEqual(service.utf8) }) else {
      let place = declarations.first?.1.startIndex ?? 0
      throw RulesProblem(at: place, of: plain, "Expected 'service \(service) {'.")
    }
  }

  /// Throws unless rules declare the given service; does not check their brackets.
  static func checkService(of text: String, is service: String) throws(RulesProblem) {
    try checkService(of: plain(text), is: service)
  }

  /// Returns a text with spaces in place of comments and the contents of strings.
  private static func plain(_ text: String) throws(RulesProblem) -> [UInt8] {
    let quotes = [UInt8(ascii: "'"), UInt8(ascii: "\"")]
    return try RulesText(Array(text.utf8), quotes: quotes, keepsStrings: false).bytes
  }

  /// Throws if a request's rules files, `{"rules": {"files": [{"name", "content"}]}}`, are invalid.
  static func check(filesOf body: Tree, for service: String) throws(RulesProblem) {
    let files = body["rules"]?["files"]
    guard let files, files.kind == .list, !files.children.isEmpty else {
      throw RulesProblem("Request body must include 'rules.files' array")
    }
    for file in files.children {
      guard let content = file["content"]?.string else {
        throw RulesProblem("Each member of 'rules.files' array must contain 'name' and 'content'")
      }
      try check(content, of: service)
    }
  }
}
