import SwiftParser
import SwiftSyntax
import TaneSwiftSource

extension StepReader {
  /// Analyzes an expression.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - type: The type of the property or variable that receives the value, if known.
  /// - Returns: The known facts about the value.
  func evaluate(_ expression: ExprSyntax, _ type: TypeReference? = nil) -> Value {
    switch expression.as(ExprSyntaxEnum.self) {
    case .tryExpr(let node):
      return attempt(node, or: { evaluate(node.expression, type) })
    case .sequenceExpr(let node): return evaluate(Array(node.elements)[...], type)
    case .functionCallExpr(let node): return call(node, type)
    case .declReferenceExpr(let node):
      return node.baseName.text == decoder
        ? Value(source: .decoder) : value(of: node.baseName.nameWithoutBackticks) ?? .unknown
    case .memberAccessExpr(let node):
      if let name = expression.propertyName { return values["self.\(name)"] ?? .unknown }
      return member(
        node.declName.baseName.nameWithoutBackticks,
        of: node.base.map { evaluate($0) } ?? .unknown
      )
    case .forceUnwrapExpr(let node): return Value(read: evaluate(node.expression, type).read)
    case .tupleExpr(let node) where node.elements.count == 1:
      return node.elements.first.map { evaluate($0.expression, type) } ?? .unknown
    case .closureExpr, .ifExpr, .switchExpr: skip(expression)
    case .inOutExpr(let node): invalidateValues(node.expression)
    default: expression.children(viewMode: .sourceAccurate).forEach(scan)
    }
    return .unknown
  }

  private func member(_ name: String, of value: Value) -> Value {
    if value.source != nil, name == "allKeys" { addGap(.call, ["allKeys"]) }
    guard var read = value.read, [.decode, .decodeIfPresent].contains(read.operation) else {
      return .unknown
    }
    read.members.append(name)
    return Value(read: read)
  }

  private func scan(_ node: Syntax) {
    if let expression = node.as(ExprSyntax.self) {
      _ = evaluate(expression)
    } else {
      node.children(viewMode: .sourceAccurate).forEach(scan)
    }
  }

  // MARK: try

  private func attempt(_ node: TryExprSyntax, or evaluate: () -> Value) -> Value {
    node.questionOrExclamationMark?.text == "?" ? attempt(evaluate) : trying(evaluate)
  }

  /// Analyzes an expression under `try?`, which ignores errors.
  private func attempt(_ evaluate: () -> Value) -> Value {
    let (gaps, start) = (summary.gaps, unknownErrorCount)
    var value = Value.unknown
    let steps = collect { value = trying(evaluate) }
    guard unknownErrorCount == start else {
      (summary.gaps, unknownErrorCount) = (gaps, start)
      return Value(source: value.source.map { _ in .other })
    }
    // If the presence is unknown, the value may be nil for any data.
    guard let presence = value.presence else { return Value(source: value.source) }
    value.presence = steps + presence
    return value
  }

  // MARK: Operators

  /// Analyzes a sequence of operands and operators; a `try` at its start applies to the whole
  /// sequence.
  func evaluate(_ elements: ArraySlice<ExprSyntax>, _ type: TypeReference? = nil) -> Value {
    guard let first = elements.first, elements.count > 1 else {
      return elements.first.map { evaluate($0, type) } ?? .unknown
    }
    if let node = first.as(TryExprSyntax.self) {
      let rest = ArraySlice([node.expression] + elements.dropFirst())
      return attempt(node, or: { evaluate(rest, type) })
    }
    if let operatorIndex = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = elements[operatorIndex].as(UnresolvedTernaryExprSyntax.self)
    {
      addChoice(
        condition(elements[..<operatorIndex]),
        { evaluate(ternary.thenExpression, type) },
        { evaluate(elements[(operatorIndex + 1)...], type) },
        first
      )
      return .unknown
    }
    guard let operatorIndex = elements.firstIndex(where: { $0.operatorText == "??" }),
      !elements.contains(where: { ["&&", "||"].contains($0.operatorText) })
    else {
      // The right side of `&&` and `||` may not be evaluated.
      let operatorIndex = elements.firstIndex { ["&&", "||"].contains($0.operatorText) }
      elements[..<(operatorIndex ?? elements.endIndex)].forEach { _ = evaluate($0) }
      elements[(operatorIndex ?? elements.endIndex)...].forEach { skip($0) }
      return .unknown
    }
    let left = evaluate(elements[..<operatorIndex], type)
    var right = Value.unknown
    addChoice(
      left.presence,
      { .unknown },
      {
        right = evaluate(elements[(operatorIndex + 1)...], type)
        return right
      },
      first
    )
    let presence = left.presence.flatMap { left in
      right.presence.map { [Step.choice(condition: left, success: [], failure: $0)] }
    }
    guard let read = left.read, read.members.isEmpty, let isPresent = left.presence,
      elements.count == operatorIndex - elements.startIndex + 2, let last = elements.last,
      let constant = last.constant
    else { return Value(presence: presence) }
    let isCase = last.is(MemberAccessExprSyntax.self)
    let defaulted = DefaultedRead(
      read: read,
      presence: isPresent,
      constant: constant,
      isCase: isCase
    )
    return Value(presence: presence, defaulted: defaulted)
  }

  /// Adds a choice between the steps of two alternatives, or a gap if the condition is unknown.
  private func addChoice(
    _ condition: Steps?,
    _ success: () -> Value,
    _ failure: () -> Value,
    _ node: some SyntaxProtocol
  ) {
    let success = collect { _ = success() }
    let failure = collect { _ = failure() }
    guard !success.isEmpty || !failure.isEmpty else { return }
    guard let condition else {
      return addGap(.decoding, keys(in: node) + keys(in: success + failure))
    }
    steps.append(.choice(condition: condition, success: success, failure: failure))
  }

  // MARK: Conditions

  /// Analyzes conditions in order, and returns the steps that test them, or nil if their result is
  /// unknown.
  func condition(of elements: ConditionElementListSyntax) -> Steps? {
    var condition: Steps? = []
    for element in elements {
      var own: Steps?
      let emitted = collect { own = self.condition(element) }
      if let before = condition {
        // Later conditions are tested only if all earlier conditions are met.
        add(emitted, if: before)
        condition = own.map { before + $0 }
      } else if !emitted.isEmpty {
        addGap(.decoding, keys(in: element))
      }
    }
    return condition
  }

  private func add(_ steps: Steps, if condition: Steps) {
    if condition.isEmpty {
      self.steps += steps
    } else if !steps.isEmpty {
      self.steps.append(.choice(condition: condition, success: steps, failure: []))
    }
  }

  private func condition(_ element: ConditionElementSyntax) -> Steps? {
    switch element.condition {
    case .expression(let expression): return condition([expression])
    case .optionalBinding(let binding):
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.nameWithoutBackticks
      let value =
        binding.initializer.map {
          evaluate(
            $0.value,
            binding.typeAnnotation.map { TypeReference(text: $0.type.trimmedDescription) }
          )
        } ?? name.flatMap(value) ?? .unknown
      bind(
        binding.pattern,
        Value(read: value.read, presence: [], source: value.source),
        binding.bindingSpecifier
      )
      return value.presence
    case .matchingPattern(let pattern):
      let subject = evaluate(pattern.initializer.value)
      markUnknown(pattern.pattern)
      return pattern.pattern.as(ExpressionPatternSyntax.self).flatMap {
        condition([$0.expression], subject)
      }
    case .availability: return nil
    }
  }

  /// Returns the condition under which a Boolean expression is true, or nil if it is unknown.
  private func condition(_ elements: ArraySlice<ExprSyntax>) -> Steps? {
    guard let first = elements.first else { return nil }
    if let node = first.as(TryExprSyntax.self), node.questionOrExclamationMark == nil {
      return trying { condition(ArraySlice([node.expression] + elements.dropFirst())) }
    }
    guard elements.count > 1 else { return condition(first) }
    if let operatorIndex = elements.firstIndex(where: { $0.operatorText == "||" }) {
      let left = condition(elements[..<operatorIndex])
      let right = shortCircuitedCondition(elements[(operatorIndex + 1)...])
      return left.flatMap { left in
        right.map { [.choice(condition: left, success: [], failure: $0)] }
      }
    }
    if let operatorIndex = elements.firstIndex(where: { $0.operatorText == "&&" }) {
      let left = condition(elements[..<operatorIndex])
      let right = shortCircuitedCondition(elements[(operatorIndex + 1)...])
      return left.flatMap { left in right.map { left + $0 } }
    }
    guard
      let operatorIndex = elements.firstIndex(where: { ["==", "!="].contains($0.operatorText) }),
      elements.count == operatorIndex - elements.startIndex + 2, let last = elements.last
    else {
      _ = evaluate(elements)
      return nil
    }
    let value = evaluate(elements[..<operatorIndex])
    let isEqual =
      last.is(NilLiteralExprSyntax.self)
      ? value.presence.map(Self.not) : condition([last], value)
    return elements[operatorIndex].operatorText == "==" ? isEqual : isEqual.map(Self.not)
  }

  /// Returns the condition of an expression that may not be evaluated.
  private func shortCircuitedCondition(_ elements: ArraySlice<ExprSyntax>) -> Steps? {
    var condition: Steps?
    let emitted = collect { condition = self.condition(elements) }
    guard !emitted.isEmpty else { return condition }
    addGap(.decoding, keys(in: emitted))
    return nil
  }

  private func condition(_ expression: ExprSyntax) -> Steps? {
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first.flatMap { condition([$0.expression]) }
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return condition([prefix.expression]).map(Self.not)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return condition(Array(sequence.elements)[...])
    }
    if let call = expression.as(FunctionCallExprSyntax.self), let test = test(call) { return test }
    let value = evaluate(expression)
    guard (value.read ?? value.defaulted?.read)?.type == .named("Bool") else { return nil }
    return condition(texts: ["true"], [], value)
  }

  private static func not(_ condition: Steps) -> Steps {
    [.choice(condition: condition, success: [.fail], failure: [])]
  }

  /// Returns the condition under which a value matches one of the patterns of a `case`.
  func condition(_ label: SwitchCaseLabelSyntax, _ subject: Value) -> Steps? {
    var patterns: [ExprSyntax] = []
    for item in label.caseItems {
      guard item.whereClause == nil else { return nil }
      let binding = item.pattern.as(ValueBindingPatternSyntax.self)?.pattern ?? item.pattern
      if binding.is(IdentifierPatternSyntax.self) || binding.is(WildcardPatternSyntax.self) {
        return []
      }
      guard let pattern = item.pattern.as(ExpressionPatternSyntax.self)?.expression
      else { return nil }
      patterns.append(pattern.unwrappedPattern)
    }
    return condition(patterns, subject)
  }

  private func condition(_ patterns: [ExprSyntax], _ subject: Value) -> Steps? {
    if patterns.count == 1, patterns[0].is(NilLiteralExprSyntax.self) {
      return subject.presence.map(Self.not)
    }
    var (texts, names): ([String], [String]) = ([], [])
    for pattern in patterns {
      guard let constant = pattern.constant else { return nil }
      if pattern.is(MemberAccessExprSyntax.self) {
        names.append(constant)
      } else {
        texts.append(constant)
      }
    }
    return condition(texts: texts, names, subject)
  }

  /// Returns the condition under which a value equals one of several constants or cases.
  private func condition(texts: [String], _ names: [String], _ value: Value) -> Steps? {
    guard var read = value.read ?? value.defaulted?.read, read.operation != .text else {
      return nil
    }
    read.operation = .equals
    (read.texts, read.caseNames) = (texts, names)
    guard value.read == nil, let defaulted = value.defaulted else { return [.read(read)] }
    var failure: Steps = [.fail]
    if (texts + names).contains(defaulted.constant) {
      failure = []
    } else if defaulted.isCase {
      // The value is absent here, so this test always fails, as required. It also ensures that the
      // default is a case, because a test with the name of a static property cannot be resolved.
      var test = read
      (test.texts, test.caseNames) = ([], [defaulted.constant])
      failure = [.read(test)]
    }
    return [.choice(condition: defaulted.presence, success: [.read(read)], failure: failure)]
  }
}

extension ExprSyntax {
  fileprivate var operatorText: String? { self.as(BinaryOperatorExprSyntax.self)?.operator.text }

  /// The pattern without an optional pattern around it: `.cafe` for `.cafe?` and `.some(.cafe)`.
  fileprivate var unwrappedPattern: ExprSyntax {
    if let chaining = self.as(OptionalChainingExprSyntax.self) { return chaining.expression }
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      call.calledExpression.trimmedDescription == ".some", let argument = call.arguments.first
    else { return self }
    return argument.expression
  }

  /// The text of a literal, or the name of a case; nil for any other expression.
  fileprivate var constant: String? {
    switch self.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let text): text.representedLiteralValue
    case .integerLiteralExpr, .booleanLiteralExpr: trimmedDescription
    case .memberAccessExpr(let access):
      access.declName.baseName.text == "none" ? nil : access.declName.baseName.nameWithoutBackticks
    default: nil
    }
  }
}
