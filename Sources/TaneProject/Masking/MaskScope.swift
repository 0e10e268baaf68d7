package import TaneCore

/// The masking rules for the data of an environment.
package struct MaskRules: Sendable {
  fileprivate struct Rule: Sendable {
    let rule: MaskRule
    let steps: [PatternStep]
  }

  /// The rules, most specific first; the first rule that matches a node or an ancestor applies.
  fileprivate let sorted: [Rule]

  /// Creates rules; for duplicate patterns, the first rule applies.
  package init(_ rules: [MaskRule]) {
    let order = rules.map { Rule(rule: $0, steps: $0.pattern.steps) }.enumerated().sorted {
      Self.isMoreSpecific($0.element.steps, $1.element.steps)
        ?? ($0.offset < $1.offset)
    }
    sorted = order.map(\.element)
  }

  /// Returns true if the left pattern is more specific, false if the right one is, or nil if
  /// neither is.
  ///
  /// At the first difference, a key precedes `*`, and `*` precedes `**`; otherwise, the longer
  /// pattern is more specific.
  private static func isMoreSpecific(_ left: [PatternStep], _ right: [PatternStep]) -> Bool? {
    for (left, right) in zip(left, right) where left.generality != right.generality {
      return left.generality < right.generality
    }
    return left.count == right.count ? nil : left.count > right.count
  }

  /// The rules, most specific first.
  package var rules: [MaskRule] { sorted.map(\.rule) }

  package var isEmpty: Bool { sorted.isEmpty }

  /// Returns true if any rule is for the given service.
  package func mentions(_ service: String) -> Bool {
    sorted.contains { $0.rule.pattern.service == service }
  }

  /// Returns the most specific rule for a service that satisfies a predicate.
  package func rule(ofService service: String, where predicate: (MaskRule) -> Bool) -> MaskRule? {
    sorted.first { $0.rule.pattern.service == service && predicate($0.rule) }?.rule
  }

  package func root(of service: String) -> MaskScope {
    MaskScope(self, service)
  }

  package func scope(of address: Address) -> MaskScope {
    address.path.components.reduce(root(of: address.service)) { $0.child($1) }
  }
}

/// A node of a service, with the masking rules for it and for its descendants.
package struct MaskScope: Sendable {
  private struct Position: Sendable, Hashable {
    let rule: Int
    let step: Int
  }

  private let rules: MaskRules
  private var positions: [Position]
  /// The part of the Remote Config template, or nil for other services.
  private var part: TemplatePart?
  /// The index of the value rule that applies to the parent, if any.
  private var inherited: Int?

  fileprivate init(_ rules: MaskRules, _ service: String) {
    self.rules = rules
    part = service == ServiceKind.remoteConfig.id ? .template : nil
    positions = rules.sorted.indices.filter { rules.sorted[$0].rule.pattern.service == service }
      .map { Position(rule: $0, step: 0) }
    addStepsAfterWildcards()
  }

  /// The most specific value rule that matches the node or an ancestor, if any.
  package var valueRule: MaskRule? { value.map { rules.sorted[$0].rule } }

  /// The most specific rule for the node's key, if any.
  package var keyRule: MaskRule? { firstRuleIndex { $0.key != nil }.map { rules.sorted[$0].rule } }

  private var value: Int? {
    [firstRuleIndex { $0.value != nil }, inherited].compactMap(\.self).min()
  }

  /// A Boolean value indicating whether the node is a Remote Config parameter in its long form.
  package var isParameter: Bool { part == .parameter }

  /// A Boolean value indicating whether no rule applies to the node or its descendants.
  package var hasNoRules: Bool { positions.isEmpty && inherited == nil }

  package func child(_ key: String) -> MaskScope {
    var child = self
    child.part = part?.child(key)
    if child.part == .structure {
      (child.positions, child.inherited) = ([], nil)
      return child
    }
    child.inherited = value
    child.positions = positions.compactMap { position in
      let steps = rules.sorted[position.rule].steps
      guard position.step < steps.count else { return nil }
      let after = Position(rule: position.rule, step: position.step + 1)
      switch steps[position.step] {
      case .anyKeys: return position
      case .anyKey: return after
      case .key(let wanted): return wanted.utf8.elementsEqual(key.utf8) ? after : nil
      }
    }
    child.addStepsAfterWildcards()
    return child
  }

  private func firstRuleIndex(_ isAsked: (MaskRule) -> Bool) -> Int? {
    positions.first { position in
      let rule = rules.sorted[position.rule]
      return position.step == rule.steps.count && isAsked(rule.rule)
    }?.rule
  }

  /// Adds the positions after each `**`, which also matches an empty sequence of keys.
  private mutating func addStepsAfterWildcards() {
    var passed: [Position] = []
    for position in positions {
      passed.append(position)
      let steps = rules.sorted[position.rule].steps
      var step = position.step
      while step < steps.count, case .anyKeys = steps[step] {
        step += 1
        passed.append(Position(rule: position.rule, step: step))
      }
    }
    var known: Set<Position> = []
    positions = passed.filter { known.insert($0).inserted }
  }
}

/// A part of a Remote Config template.
private enum TemplatePart: Sendable {
  /// The template, or a group.
  case template
  case groups, parameters
  /// A parameter, or one of its conditional values.
  case parameter
  case conditionalValues
  /// A setting that has no other valid values, and is therefore never masked.
  case structure
  case other

  func child(_ key: String) -> TemplatePart {
    switch (self, key) {
    case (.template, "groups"): .groups
    case (.template, "parameters"): .parameters
    case (.groups, _): .template
    case (.parameters, _), (.conditionalValues, _): .parameter
    case (.parameter, "conditions"): .conditionalValues
    case (.parameter, "type"), (.parameter, "inAppDefault"), (.parameter, "managed"): .structure
    default: .other
    }
  }
}

extension PatternStep {
  /// The step's generality: a key takes precedence over `*`, which takes precedence over `**`.
  fileprivate var generality: Int {
    switch self {
    case .key: 0
    case .anyKey: 1
    case .anyKeys: 2
    }
  }
}
