package import TaneCore

extension Mappings {
  /// Finds rules that match no node and therefore check nothing.
  ///
  /// - Parameter trees: The tree of each whole database; rules for other databases are skipped.
  /// - Returns: A warning for each rule, in the order of the file.
  package func findings(aboutRulesWithoutNodesIn trees: [String: Tree]) -> [Diagnostic] {
    rules.compactMap { rule in
      trees[rule.pattern.service].flatMap { Self.finding(about: rule, in: $0) }
    }
  }

  /// Returns the warning about a rule that matches no documents.
  static func finding(aboutUnmatched rule: MappingRule, in names: Tree) -> Diagnostic {
    finding(about: rule, in: names) ?? finding(about: rule, "")
  }

  private static func finding(about rule: MappingRule, in tree: Tree) -> Diagnostic? {
    let steps = rule.pattern.steps
    var nodes = tree.isNull ? [] : [tree]
    for (index, step) in steps.enumerated() {
      let next = nodes.flatMap { $0.children(at: step) }
      guard next.isEmpty else {
        nodes = next
        continue
      }
      return finding(about: rule, suggestion(for: index, of: rule.pattern, among: nodes))
    }
    return nodes.isEmpty ? finding(about: rule, "") : nil
  }

  private static func finding(about rule: MappingRule, _ suggestion: String) -> Diagnostic {
    .warning(
      .unmatchedMapping,
      "the data has no value at \(rule.pattern), so \"\(rule.type.escapingControls)\" is not checked\(suggestion)",
      at: rule.position
    )
  }

  /// Returns a suggestion in which the first unmatched key of the pattern is replaced by the most
  /// similar existing key, or an empty string if no key is similar.
  private static func suggestion(
    for index: Int,
    of pattern: AddressPattern,
    among nodes: [Tree]
  ) -> String {
    var texts = pattern.pattern.description.split(separator: "/").map(String.init)
    guard case .key(let key) = PatternStep(texts[index]) else { return "" }
    // Similar nodes have the same keys, so a sample is sufficient.
    let known = Set(nodes.prefix(100).flatMap { $0.keyedChildren.prefix(1000).map(\.key) })
    guard let nearest = Suggestion.nearest(to: key, among: known) else { return "" }
    texts[index] = PatternStep.text(ofKey: nearest)
    return "; did you mean \"\(pattern.service):/\(texts.joined(separator: "/"))\"?"
  }
}

extension Tree {
  fileprivate func children(at step: PatternStep) -> [Tree] {
    if case .key(let key) = step {
      return self[key].map { $0.isNull ? [] : [$0] } ?? []
    }
    return keyedChildren.map(\.node)
  }
}
