import TaneCore

/// Identifiers in generated Swift code.
enum SwiftIdentifier {
  private static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
    "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
    "Any",
  ]
  /// Names with a special meaning after a dot, even in backticks.
  private static let reserved: Set<String> = ["self", "Self", "Type", "Protocol", "_"]

  /// Returns the name of a member for a key, such as `baseUrl` for `base-url`, or nil if the key
  /// has no letter or digit.
  static func member(_ key: String) -> String? {
    guard let name = name(key) else { return nil }
    if reserved.contains(name) { return "\(name)_" }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns the name of a member as an argument label, for which most keywords need no backticks.
  static func label(_ member: String) -> String {
    let name = member.replacing("`", with: "")
    return ["inout", "var", "let"].contains(name) ? member : name
  }

  /// Returns the name of a type for a key, with a suffix that avoids shadowing types of the app.
  static func type(_ key: String, _ suffix: String) -> String {
    let name = name(key) ?? ""
    return name.prefix(1).uppercased() + name.dropFirst() + suffix
  }

  private static func name(_ key: String) -> String? {
    let words = key.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard let first = words.first else { return nil }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = ([String(first)] + rest).joined()
    return first.first?.isNumber == true ? "_\(name)" : name
  }
}

extension String {
  /// The text as a Swift literal.
  var swiftLiteral: String {
    let escaped = unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case _ where scalar.isControl: text += scalar.escape
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
