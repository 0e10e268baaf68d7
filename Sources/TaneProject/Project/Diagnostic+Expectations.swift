package import TaneCore

// The findings that all settings files share.
extension Diagnostic {
  /// Returns the finding for a value of the wrong type: `expected a string for "project", found a
  /// list`.
  static func wrongType(of setting: String, expected: String, found: Tree) -> Diagnostic {
    let isScalar = found.kind.isNumber || found.kind == .bool
    let advice = expected == "a string" && isScalar ? "; quote it to make it a string" : ""
    return .error(
      .wrongType,
      "expected \(expected) for \"\(setting)\", found \(found.kind.withArticle)\(advice)",
      at: found.position
    )
  }

  /// Returns the findings for unknown keys of a map.
  static func unknownKeys(in map: Tree, known: [String], of setting: String? = nil) -> [Diagnostic]
  {
    map.children.compactMap { child in
      guard let key = child.key, !known.contains(key) else { return nil }
      let list = known.joined(separator: ", ")
      let message =
        setting.map { "unknown key \"\(key.escapingControls)\" in \"\($0)\" (known: \(list))" }
        ?? "unknown key \"\(key.escapingControls)\" (known: \(list))"
      return .error(
        .unknownKey,
        message + Suggestion.clause(for: key, among: known),
        at: child.keyPosition
      )
    }
  }

  /// Returns the finding for an existing file or folder that cannot be read.
  static func unreadable(_ file: String, _ error: FileError, _ noun: String = "file") -> Diagnostic
  {
    .error(
      .unreadableFile,
      "this \(noun) cannot be read: \(error.reason)",
      at: SourcePosition(file: file)
    )
  }
}

extension NodeKind {
  /// The name of the kind with its article, for messages: `a string`, `an integer`, `null`.
  package var withArticle: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    default: "a \(self)"
    }
  }
}

extension Sequence<Diagnostic> {
  /// The distinct findings, ordered by position.
  package var sortedWithoutDuplicates: [Diagnostic] {
    Set(self).sorted { left, right in
      if left < right { return true }
      if right < left { return false }
      // Findings at the same position may be about different addresses.
      guard left.code == right.code, let address = left.address, let other = right.address else {
        return left.code.rawValue < right.code.rawValue
      }
      return address < other
    }
  }
}
