import TaneCore

/// A reader of settings that collects findings.
protocol SettingsReading {
  var diagnostics: [Diagnostic] { get set }
}

extension SettingsReading {
  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  mutating func report(_ code: DiagnosticCode, _ message: String, at position: SourcePosition?) {
    diagnostics.append(.error(code, message, at: position))
  }

  /// Reads an optional string.
  mutating func text(_ tree: Tree?, _ setting: String) -> String? {
    guard let tree, !tree.isNull else { return nil }
    if tree.string == nil {
      report(.wrongType(of: setting, expected: "a string", found: tree))
    }
    return tree.string
  }

  /// Returns true if a pattern does not occur earlier in a setting; reports a duplicate otherwise.
  mutating func checkIsUnique(
    _ pattern: AddressPattern,
    at position: SourcePosition?,
    among earlier: [(pattern: AddressPattern, position: SourcePosition?)]
  ) -> Bool {
    guard let other = earlier.first(where: { $0.pattern == pattern }) else { return true }
    report(
      .error(
        .duplicatePattern,
        "\(pattern) is listed twice; remove one of the two",
        at: position,
        notes: [Diagnostic.Note("first defined here", at: other.position)]
      )
    )
    return false
  }

  /// Returns the entries of a map, or no entries if the value is missing; reports a value that is
  /// not a map.
  mutating func entries(of tree: Tree?, _ setting: String, expected: String) -> TreeChildren {
    container(.map, tree, setting, expected: expected)
  }

  /// Returns the elements of a list, or no elements if the value is missing; reports a value that
  /// is not a list.
  mutating func elements(of tree: Tree?, _ setting: String, expected: String) -> TreeChildren {
    container(.list, tree, setting, expected: expected)
  }

  private mutating func container(
    _ kind: NodeKind,
    _ tree: Tree?,
    _ setting: String,
    expected: String
  ) -> TreeChildren {
    guard let tree, !tree.isNull else { return Tree.null.children }
    guard tree.kind == kind else {
      report(.wrongType(of: setting, expected: expected, found: tree))
      return Tree.null.children
    }
    return tree.children
  }

  /// Returns the case with a string as its raw value, or reports a finding such as `"protect" is
  /// not a guard` and returns nil.
  mutating func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String,
    _ noun: String,
    at position: SourcePosition?
  ) -> Value? {
    if let value = Value(rawValue: text) { return value }
    let known = Value.allCases.map(\.rawValue)
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" is not a \(noun) (known: \(known.joined(separator: ", ")))"
        + Suggestion.clause(for: text, among: known),
      at: position
    )
    return nil
  }
}
