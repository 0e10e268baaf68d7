import TaneCore

/// An evaluator of a client's requests against the security rules of a database.
struct DatabaseRulesEvaluator: Sendable {
  /// The result of a request.
  enum Decision: Equatable, Sendable {
    case allowed
    /// No rule grants the request, or a rule rejects the data.
    case denied(Denial)
    /// Firebase's documentation does not define the meaning of a rule; contains the reason and the
    /// rule's position.
    case undecided(String)
  }

  /// The reason a request is denied.
  struct Denial: Equatable, Sendable {
    /// The reason, with the position of the rule, if any.
    let text: String
    /// A Boolean value indicating whether the evaluation of a rule failed.
    var isError = false
  }

  /// The result of one condition.
  private enum Outcome {
    case value(Bool)
    case failed(String)
    case undecided(String)
  }

  /// The rules, or nil if anyone can read and write everything.
  let rules: DatabaseRules?
  /// The contents of the client's token: `uid`, `provider` and `token`, or null.
  let auth: Tree
  /// The recorder for evaluated conditions, if any.
  var exercised: EvaluatedConditions?

  // MARK: Requests

  /// Evaluates a read of a location, optionally with a query for its children.
  func evaluateRead(
    of path: TreePath,
    _ query: DatabaseQuery?,
    in root: DatabaseNode?,
    now: Int64
  ) -> Decision {
    let scope = RulesScope(auth: auth, now: now, isRead: true, query: query, root: root)
    return grant(.read, at: Self.place(of: path), scope)
  }

  /// Evaluates a write of nodes to several locations; the rules must allow all of them.
  func evaluateWrite(
    of nodes: [DatabaseNode?],
    at paths: [TreePath],
    below root: DatabaseNode?,
    now: Int64
  ) -> Decision {
    var newRoot = root
    for (path, node) in zip(paths, nodes) {
      DatabaseNode.replace(&newRoot, at: path.components[...], with: node)
    }
    let scope = RulesScope(auth: auth, now: now, root: root, newRoot: newRoot)
    var undecided: Decision?
    var checked: Set<TreePath> = []
    for path in paths.map(Self.place) {
      for evaluate in [{ grant(.write, at: path, scope) }, { validate(path, scope, &checked) }] {
        let decision = evaluate()
        switch decision {
        case .allowed: break
        case .denied: return decision
        case .undecided: undecided = undecided ?? decision
        }
      }
    }
    return undecided ?? .allowed
  }

  /// Returns the location that a path belongs to: a priority belongs to the node above it.
  private static func place(of path: TreePath) -> TreePath {
    path.key == DatabaseNode.priorityKey ? path.parent : path
  }

  // MARK: Rules

  /// Allows a request if a condition at its location or at a location above it is true.
  private func grant(
    _ rule: RulesTypeChecker.Rule,
    at path: TreePath,
    _ scope: RulesScope
  ) -> Decision {
    guard rules != nil else { return .allowed }
    var reasons: [Decision] = []
    var places: [Int] = []
    var isGranted = false
    visit(path, scope) { location, scope in
      switch outcome(of: location.conditions[rule], scope) {
      case nil: break
      case .value(true)?: isGranted = true
      case .value(false)?: places.append(location.conditions[rule]?.offset ?? 0)
      case .failed(let reason)?: reasons.append(.denied(Denial(text: reason, isError: true)))
      case .undecided(let reason)?: reasons.append(.undecided(reason))
      }
      return !isGranted
    }
    if isGranted { return .allowed }
    let undecided = reasons.first { if case .undecided = $0 { true } else { false } }
    let text =
      places.isEmpty
      ? "no \(rule.rawValue) rule applies to the location"
      : "false (\(places.map { place(of: $0) }.joined(separator: ", ")))"
    return undecided ?? reasons.first ?? .denied(Denial(text: text))
  }

  /// Checks the `.validate` conditions above, at and below a written location; deletions are not
  /// checked.
  ///
  /// `checked` contains the paths whose conditions were checked for other locations of the write.
  private func validate(
    _ path: TreePath,
    _ scope: RulesScope,
    _ checked: inout Set<TreePath>
  ) -> Decision {
    guard let node = scope.newRoot[path] else { return .allowed }
    var result = Decision.allowed
    var last: (rules: DatabaseRules.Location, scope: RulesScope)?
    visit(path, scope) { location, scope in
      last = scope.path == path ? (location, scope) : nil
      if checked.insert(scope.path).inserted { add(location, scope, to: &result) }
      return true
    }
    guard let last else { return result }
    validate(below: node, last.rules, last.scope, &result)
    return result
  }

  private func validate(
    below node: DatabaseNode,
    _ location: DatabaseRules.Location,
    _ scope: RulesScope,
    _ result: inout Decision
  ) {
    guard !location.children.isEmpty || location.wildcard != nil else { return }
    for entry in node.children {
      guard let (rules, variable) = location.child(entry.key) else { continue }
      var scope = scope
      scope.path = scope.path.appending(entry.key)
      if let variable { scope.wildcards[variable] = entry.key }
      add(rules, scope, to: &result)
      if case .denied = result { return }
      validate(below: entry.node, rules, scope, &result)
    }
  }

  /// Adds the result of a location's `.validate` condition to `result`.
  private func add(
    _ location: DatabaseRules.Location,
    _ scope: RulesScope,
    to result: inout Decision
  ) {
    if case .denied = result { return }
    let condition = location.conditions[.validate]
    switch outcome(of: condition, scope) {
    case nil, .value(true)?: break
    case .value(false)?:
      let place = place(of: condition?.offset ?? 0)
      result = .denied(Denial(text: "false (\(place))"))
    case .failed(let reason)?: result = .denied(Denial(text: reason, isError: true))
    case .undecided(let reason)?: result = .undecided(reason)
    }
  }

  /// Visits the rules from the root to a path until `body` returns false.
  private func visit(
    _ path: TreePath,
    _ scope: RulesScope,
    _ body: (DatabaseRules.Location, RulesScope) -> Bool
  ) {
    guard let rules else { return }
    var (location, scope) = (rules.root, scope)
    guard body(location, scope) else { return }
    for key in path.components {
      guard let (rules, variable) = location.child(key) else { return }
      if let variable { scope.wildcards[variable] = key }
      scope.path = scope.path.appending(key)
      location = rules
      guard body(location, scope) else { return }
    }
  }

  private func outcome(of condition: RulesExpression?, _ scope: RulesScope) -> Outcome? {
    guard let condition else { return nil }
    exercised?.insert(condition.offset)
    do throws(RulesEvaluationFailure) {
      return .value(try RulesExpressionEvaluator(scope: scope).condition(condition))
    } catch {
      switch error {
      case .error(let reason, let offset): return .failed("\(reason) (\(place(of: offset)))")
      case .undecided(let reason, let offset): return .undecided("\(reason) (\(place(of: offset)))")
      }
    }
  }

  private func place(of offset: Int) -> String {
    guard let rules else { return "" }
    let position = rules.position(of: offset)
    return rules.path == nil ? "\(position.line):\(position.column)" : "\(position)"
  }
}
