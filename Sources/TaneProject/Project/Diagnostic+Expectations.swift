package import TaneCore

// The findings that every file of settings can give rise to, in one wording.
extension Diagnostic {
  /// A value of another kind than a setting takes: `expected a string for "project", found a list`.
  static func wrongType(of setting: String, expected: String, found: Tree) -> Diagnostic {
    let isScalar = found.kind.isNumber || found.kind == .bool
    let advice = expected == "a string" && isScalar ? "; quote it to make it one" : ""
    return .error(
      .wrongType,
      "expected \(expected) for \"\(setting)\", found \(found.kind.withArticle)\(advice)",
      at: found.position
    )
  }

  /// The keys of a map that are not among the known ones.
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

  /// A file or folder that is there and cannot be read.
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
  /// The kind as a message names it: `a string`, `an integer`, `null`.
  package var withArticle: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    default: "a \(self)"
    }
  }
}

extension Sequence<Diagnostic> {
  /// The findings in the order of their places, each one once.
  var sortedOnce: [Diagnostic] {
    Set(self).sorted { left, right in
      if left < right { return true }
      if right < left { return false }
      // Of the records that one line makes.
      guard left.code == right.code, let address = left.address, let other = right.address else {
        return left.code.rawValue < right.code.rawValue
      }
      return address < other
    }
  }
}
