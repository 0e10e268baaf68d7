import SwiftSyntax
import TaneSwiftSource

extension StepReader {
  typealias Statements = ArraySlice<CodeBlockItemSyntax>
  typealias Branch = (steps: Steps, end: Outcome)

  /// The outcome of executing a block of code.
  enum Outcome {
    /// Execution continues with the next statement.
    case next
    case returns
    case `throws`
    case unknown
  }

  /// Analyzes statements, and returns their outcome.
  func analyze(_ statements: Statements) -> Outcome {
    guard let first = statements.first else { return .next }
    let rest = statements.dropFirst()
    switch first.item {
    case .decl(let declaration): declare(declaration)
    case .expr(let expression): return analyze(expression, rest)
    case .stmt(let statement):
      switch statement.as(StmtSyntaxEnum.self) {
      case .throwStmt:
        steps.append(.fail)
        return .throws
      case .returnStmt(let node):
        if let expression = node.expression { updateResult(with: evaluate(expression)) }
        return .returns
      case .guardStmt(let node): return analyze(node, rest)
      case .doStmt(let node): return analyze(node, rest)
      case .expressionStmt(let node): return analyze(node.expression, rest)
      case .whileStmt(let node):
        skipConditions(node.conditions)
        return analyze(loop: node.body, rest)
      case .forStmt(let node):
        _ = evaluate(node.sequence)
        markUnknown(node.pattern)
        return analyze(loop: node.body, rest)
      case .breakStmt, .continueStmt: return .next
      default: skip(statement)
      }
    }
    return analyze(rest)
  }

  private func analyze(_ expression: ExprSyntax, _ rest: Statements) -> Outcome {
    if let node = expression.as(IfExprSyntax.self) { return analyze(node, rest) }
    if let node = expression.as(SwitchExprSyntax.self) {
      let cases = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
      guard cases.count == node.cases.count,
        !node.tokens(viewMode: .sourceAccurate).contains(where: {
          $0.tokenKind == .keyword(.fallthrough)
        })
      else { return skip(node, then: rest) }
      return analyze(cases[...], of: evaluate(node.subject), node.subject, rest)
    }
    assign(expression)
    return analyze(rest)
  }

  private func skip(_ node: some SyntaxProtocol, then rest: Statements) -> Outcome {
    skip(node)
    rest.forEach { skip($0) }
    return .unknown
  }

  /// Adds a gap for the conditions of a loop if they decode a value, unlike `!list.isAtEnd`.
  private func skipConditions(_ conditions: ConditionElementListSyntax) {
    let tokens = conditions.tokens(viewMode: .sourceAccurate)
    if tokens.contains(where: { $0.tokenKind == .keyword(.try) }) { skip(conditions) }
  }

  // MARK: Branches

  /// Analyzes code in a branch and discards its variables; outer variables that it changes become
  /// unknown.
  private func branch(_ body: () -> Outcome) -> Branch {
    let outer = values
    var end = Outcome.next
    let steps = collect { end = body() }
    assigned = values.filter { outer[$0.key] != $0.value }
    values = outer.filter { values[$0.key] == $0.value }
    return (steps, end)
  }

  private func branch(_ block: CodeBlockSyntax) -> Branch {
    branch { analyze(Array(block.statements)[...]) }
  }

  private func analyze(_ node: IfExprSyntax, _ rest: Statements) -> Outcome {
    let outer = values
    let condition = condition(of: node.conditions)
    let success = branch(node.body)
    // Variables that the condition binds shadow other variables only in the first branch.
    values = outer.filter { values[$0.key] != nil }
    let failure = branch {
      switch node.elseBody {
      case .ifExpr(let other): analyze(other, [])
      case .codeBlock(let block): analyze(Array(block.statements)[...])
      case nil: .next
      }
    }
    return addBranches(condition, success, failure, rest, node.conditions)
  }

  private func analyze(_ node: GuardStmtSyntax, _ rest: Statements) -> Outcome {
    let condition = condition(of: node.conditions)
    return addBranches(condition, ([], .next), branch(node.body), rest, node.conditions)
  }

  private func analyze(_ node: DoStmtSyntax, _ rest: Statements) -> Outcome {
    guard let clause = node.catchClauses.first else {
      let end = analyze(Array(node.body.statements)[...])
      return end == .next ? analyze(rest) : end == .unknown ? skipAll(rest) : end
    }
    let start = unknownErrorCount
    let body = branch(node.body)
    let assigned = assigned
    let test = mismatchTest(of: body.steps, clause)
    let isKnown =
      unknownErrorCount == start && body.end != .unknown && node.catchClauses.count == 1
      && (clause.catchItems.isEmpty || test != nil)
    var failure = branch(clause.body)
    if let test {
      failure.steps = [.choice(condition: test, success: failure.steps, failure: [.fail])]
    }
    guard isKnown else { return addBranches(nil, body, failure, rest, node.body) }
    // If the body is a single statement, an optional property that only the body sets is nil if the
    // body fails.
    if node.body.statements.count == 1 {
      for (name, value) in assigned where isUnset(name) && self.assigned[name] == nil {
        values[name] = Value(presence: value.presence.map { body.steps + $0 })
      }
    }
    return addBranches(
      body.steps,
      ([], body.end == .returns ? .returns : .next),
      failure,
      rest,
      node.body
    )
  }

  /// Returns the condition under which `catch DecodingError.typeMismatch` catches the error of a
  /// single read of a scalar, or nil for other code.
  private func mismatchTest(of steps: Steps, _ clause: CatchClauseSyntax) -> Steps? {
    guard clause.catchItems.count == 1, let item = clause.catchItems.first,
      item.whereClause == nil, let pattern = item.pattern?.trimmedDescription,
      pattern.split(separator: "(").first?.hasSuffix("DecodingError.typeMismatch") ?? false,
      steps.count == 1, case .read(var read) = steps[0], read.container != nil,
      [.decode, .decodeIfPresent].contains(read.operation),
      let type = read.type?.unwrapped.dottedName,
      type == "String" || Conversion.textTypes.contains(type)
    else { return nil }
    // Missing and null values, and numbers that do not fit the type, cause errors other than
    // `typeMismatch`.
    var number = read
    (number.operation, number.type) = (.decode, .named("Double"))
    read.operation = .isPresent
    let isNumber = !["Bool", "String"].contains(type)
    let fits: Steps = [.choice(condition: [.read(number)], success: [.fail], failure: [])]
    return [.read(read)] + (isNumber ? fits : [])
  }

  /// Returns true for an optional property without a value.
  private func isUnset(_ name: String) -> Bool {
    guard name.hasPrefix("self."), case .optional = types[String(name.dropFirst(5))] else {
      return false
    }
    return values[name] == nil
  }

  private func analyze(
    _ cases: ArraySlice<SwitchCaseSyntax>,
    of subject: Value,
    _ node: ExprSyntax,
    _ rest: Statements
  ) -> Outcome {
    guard let first = cases.first else { return analyze(rest) }
    let statements = Array(first.statements)[...]
    guard case .case(let label) = first.label else {
      let end = analyze(statements)
      return end == .next ? analyze(rest) : end == .unknown ? skipAll(rest) : end
    }
    return addBranches(
      condition(label, subject),
      branch {
        markUnknown(label)
        return analyze(statements)
      },
      branch { analyze(cases.dropFirst(), of: subject, node, []) },
      rest,
      node
    )
  }

  private func analyze(loop body: CodeBlockSyntax, _ rest: Statements) -> Outcome {
    let body = branch(body)
    addGaps(of: body.steps, [])
    if [.next, .throws].contains(body.end) { return analyze(rest) }
    return skipAll(rest)
  }

  private func skipAll(_ statements: Statements) -> Outcome {
    statements.forEach { skip($0) }
    return .unknown
  }

  /// Adds the branches of a condition, and analyzes the remaining statements as part of each branch
  /// that does not exit the initializer.
  private func addBranches(
    _ condition: Steps?,
    _ success: Branch,
    _ failure: Branch,
    _ rest: Statements,
    _ node: some SyntaxProtocol
  ) -> Outcome {
    let outcomes = [success.end, failure.end]
    guard let condition else {
      addGaps(of: success.steps + failure.steps, keys(in: node))
      return outcomes.contains(.returns) || outcomes.contains(.unknown)
        ? skipAll(rest) : analyze(rest)
    }
    func add(_ more: Branch = ([], .next), toSuccess: Bool = false) {
      let success = success.steps + (toSuccess ? more.steps : [])
      let failure = failure.steps + (toSuccess ? [] : more.steps)
      guard !success.isEmpty || !failure.isEmpty else { return }
      steps.append(.choice(condition: condition, success: success, failure: failure))
    }
    switch (success.end, failure.end) {
    case (.unknown, _), (_, .unknown):
      add()
      return skipAll(rest)
    case (.throws, .throws):
      add()
      return .throws
    case (.returns, .next), (.next, .returns):
      let more = branch { analyze(rest) }
      add(more, toSuccess: success.end == .next)
      return [.returns, .throws].contains(more.end) ? .returns : .unknown
    case (.returns, _), (_, .returns):
      add()
      return .returns
    default:
      add()
      return analyze(rest)
    }
  }

  /// Adds gaps for steps that run under an unknown condition.
  private func addGaps(of steps: Steps, _ condition: [String]) {
    guard !steps.isEmpty else { return }
    if steps.containsFailure { addGap(.rejection, condition) }
    if steps.containsRead { addGap(.decoding, keys(in: steps)) }
  }

  // MARK: Variables

  private func declare(_ declaration: DeclSyntax) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return skip(declaration) }
    for binding in variable.bindings {
      let type = binding.typeAnnotation.map { TypeReference(text: $0.type.trimmedDescription) }
      let value = binding.initializer.map { evaluate($0.value, type) }
      bind(binding.pattern, value ?? .unknown, variable.bindingSpecifier)
    }
  }

  /// Records the value of a constant; for a variable, which may change, records only its source.
  func bind(_ pattern: PatternSyntax, _ value: Value, _ specifier: TokenSyntax) {
    guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return markUnknown(pattern)
    }
    let isConstant = specifier.tokenKind == .keyword(.let)
    values[name.nameWithoutBackticks] = isConstant ? value : Value(source: value.source)
  }

  /// Marks the variables that a pattern declares as unknown.
  func markUnknown(_ pattern: some SyntaxProtocol) {
    for token in pattern.tokens(viewMode: .sourceAccurate)
    where token.parent?.is(IdentifierPatternSyntax.self) ?? false {
      values[token.nameWithoutBackticks] = .unknown
    }
  }

  private func assign(_ expression: ExprSyntax) {
    guard let elements = expression.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      elements.count > 2, elements[1].is(AssignmentExprSyntax.self)
    else {
      updateResult(with: evaluate(expression))
      return invalidateValues(expression)
    }
    let name = elements[0].propertyName
    let value = evaluate(elements[2...], name.flatMap { types[$0] })
    guard let name else { return invalidateValues(elements[0]) }
    let isLocal = !elements[0].is(MemberAccessExprSyntax.self) && values[name] != nil
    values[isLocal ? name : "self.\(name)"] = value
  }

  /// Discards the values that code such as `list.sort()` or `count += 1` may change.
  func invalidateValues(_ code: ExprSyntax) {
    code.tokens(viewMode: .sourceAccurate).forEach(invalidateValues)
  }

  /// Discards the values that skipped code, such as a closure, assigns.
  func invalidateAssignedValues(in code: some SyntaxProtocol) {
    for token in code.tokens(viewMode: .sourceAccurate) where token.tokenKind == .equal {
      token.previousToken(viewMode: .sourceAccurate).map(invalidateValues)
    }
  }

  private func invalidateValues(_ token: TokenSyntax) {
    for name in [token.nameWithoutBackticks, "self.\(token.nameWithoutBackticks)"]
    where values[name]?.source == nil {
      values[name] = values[name].map { _ in .unknown }
    }
  }
}

extension [Step<StepsSummary.Read>] {
  fileprivate var containsFailure: Bool {
    contains { step in
      switch step {
      case .read: false
      case .fail: true
      case .choice(_, let success, let failure):
        success.containsFailure || failure.containsFailure
      }
    }
  }

  fileprivate var containsRead: Bool {
    contains { step in
      switch step {
      case .read: true
      case .fail: false
      case .choice(_, let success, let failure): success.containsRead || failure.containsRead
      }
    }
  }
}
