import TaneCore

/// The arguments of a tag, which are written as a map.
struct FixtureArguments {
  private let use: FixtureTag.Use
  private let evaluator: FixtureEvaluator

  /// Creates the arguments of a tag, or reports findings and returns nil if they are not a map, or
  /// if keys are unknown or missing.
  init?(
    _ use: FixtureTag.Use,
    _ evaluator: FixtureEvaluator,
    required: [String],
    optional: [String] = []
  ) {
    (self.use, self.evaluator) = (use, evaluator)
    guard use.argument.kind == .map, use.argument.tag == .none else {
      evaluator.reportMisuse(use)
      return nil
    }
    let known = required + optional
    var isUsable = true
    for child in use.argument.children {
      guard let key = child.key, !known.contains(key) else { continue }
      isUsable = false
      evaluator.report(
        "unknown-key",
        "unknown key \"\(key.escapingControls)\" of \(use.tag.name) (known: \(known.joined(separator: ", ")))"
          + Suggestion.clause(for: key, among: known),
        at: child.keyPosition
      )
    }
    for key in required where use.argument[key] == nil {
      isUsable = false
      evaluator.report(
        "missing-value",
        "\(use.tag.name) needs the key \"\(key)\"; for example \(use.tag.example)",
        at: use.node.position
      )
    }
    guard isUsable else { return nil }
  }

  subscript(key: String) -> Tree? { use.argument[key] }

  /// Returns an integer in a range, or nil if it is absent or invalid; reports invalid values.
  func integer(_ key: String, in range: ClosedRange<Int64>) -> Int64? {
    guard let tree = self[key] else { return nil }
    if let value = tree.integer, range.contains(value) { return value }
    report(
      key,
      "a whole number from \(Int(range.lowerBound).grouped) to \(Int(range.upperBound).grouped)"
    )
    return nil
  }

  /// Returns a name of letters, digits and underscores, or nil if it is absent or invalid; reports
  /// invalid names.
  func name(_ key: String) -> String? {
    guard let tree = self[key] else { return nil }
    if let text = tree.string, text.wholeMatch(of: /[A-Za-z_]\w*/) != nil { return text }
    report(key, "a name of letters and digits, such as \"n\"")
    return nil
  }

  /// Returns the location of the value that `of` names, or nil if it is absent or invalid.
  ///
  /// A key that is not in the same map is reported if it resembles one that is; otherwise, it may be
  /// in an earlier set.
  func siblingPlace() -> LocationHash? {
    guard let tree = self["of"], let key = evaluator.text(tree, of: use) else { return nil }
    guard let (map, upper) = evaluator.container, map[key] == nil, upper?[key] == nil else {
      return use.place.sibling(key)
    }
    let known = (Array(map.children) + Array(upper?.children ?? Tree.null.children))
      .prefix(1000).compactMap(\.key)
    let suggestion = Suggestion.clause(for: key, among: known)
    guard !suggestion.isEmpty else { return use.place.sibling(key) }
    evaluator.report(
      .invalidExpression,
      "\"of\" of \(use.tag.name) must be another key of the same map, not "
        + "\"\(key.escapingControls)\"" + suggestion,
      at: tree.position
    )
    return nil
  }

  /// Reports an invalid value of a key.
  func report(_ key: String, _ expectation: String) {
    let found = self[key].map(FixtureEvaluator.description) ?? "nothing"
    evaluator.report(
      .invalidExpression,
      "\"\(key)\" of \(use.tag.name) must be \(expectation), not \(found)",
      at: self[key]?.position ?? use.node.position
    )
  }
}

extension FixtureEvaluator {
  /// Returns the text of a value, with counters replaced if the tag is inside a `!repeat`, or
  /// reports a finding and returns nil if the value is empty or not text.
  func text(_ tree: Tree?, of use: FixtureTag.Use) -> String? {
    guard let tree, let text = Self.scalarText(tree), !text.isEmpty else {
      reportMisuse(use, found: tree.map(Self.description))
      return nil
    }
    // Outside a `!repeat`, braces are ordinary characters.
    guard !use.counters.isEmpty else { return text }
    return expandedTemplate(text, use.counters, at: tree.position)
  }

  /// Returns a template's text with the values of its counters, or reports a finding and returns
  /// nil if the template is invalid.
  func expandedTemplate(
    _ text: String,
    _ counters: FixtureCounters,
    at position: SourcePosition?
  ) -> String? {
    do {
      if let template = templates[text] { return try template.text(with: counters) }
      let template = try FixtureTemplate(parsing: text)
      templates[text] = template
      return try template.text(with: counters)
    } catch {
      report(
        .invalidExpression,
        "the template \"\(text.escapingControls)\" \(error.message)",
        at: position
      )
      return nil
    }
  }

  static func scalarText(_ tree: Tree) -> String? {
    tree.tag != .none ? nil : tree.string ?? tree.integer.map(String.init) ?? tree.decimal
  }
}
