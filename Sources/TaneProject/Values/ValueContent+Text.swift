import TaneCore

extension ValueContent {
  /// The value on one line in a human-readable format, with recognizable keys and tokens redacted.
  package var displayText: String {
    switch self {
    case .text(let text): Redaction.url(text).escapingControls
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .boolean(let flag): String(flag)
    case .duration(let duration): duration.displayText
    case .list(let elements): "[\(elements.map(\.displayText).joined(separator: ", "))]"
    case .map(let entries):
      "{\(entries.map { "\($0.key.escapingControls): \($0.content.displayText)" }.joined(separator: ", "))}"
    }
  }

  /// The strings in the value.
  var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    case .map(let entries): entries.flatMap(\.content.texts)
    default: []
    }
  }
}

extension Duration {
  /// The duration as an integer in the largest unit that divides it: `90s`, `2m`.
  fileprivate var displayText: String {
    let milliseconds = Int64(self / .milliseconds(1))
    for (unit, name) in [(3_600_000, "h"), (60_000, "m"), (1000, "s")] as [(Int64, String)]
    where milliseconds.isMultiple(of: unit) { return "\(milliseconds / unit)\(name)" }
    return "\(milliseconds)ms"
  }
}

extension ProfileValue {
  /// A Boolean value indicating whether the value is a secret or contains a recognizable one.
  package var containsSecret: Bool {
    isSecret || content?.texts.contains { SecretKind(in: $0) != nil } ?? false
  }

  /// The value for display, with secrets as `<redacted>` and run-time values as variables.
  package var displayText: String {
    if let variable {
      let fallback = content.map { ":-\(isSecret ? Secret.placeholder : $0.displayText)" } ?? ""
      return "${\(variable)\(fallback)}"
    }
    guard let content else { return "<not valid>" }
    return isSecret ? Secret.placeholder : content.displayText
  }
}
