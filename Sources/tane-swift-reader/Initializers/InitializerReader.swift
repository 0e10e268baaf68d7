import SwiftSyntax
import TaneSwiftSource

/// An analyzer that finds the containers that a hand-written `init(from:)` opens and the values
/// that it reads from them.
///
/// A read is certain if it always happens and its failure makes the initializer throw. A certain
/// read is not under `try?`, in a branch, loop or closure, or after `??` or `return`.
final class InitializerReader: SyntaxVisitor {
  let decoder: String
  let lines: LineTable
  var summary: InitializerSummary
  /// The indices of containers in the summary, keyed by variable name.
  var variables: [String: Int] = [:]
  /// The keys whose values are stored in variables, keyed by variable name.
  var values: [String: ContainedKey] = [:]
  /// The nested decoders, keyed by variable name.
  var decoders: [String: NestedDecoder] = [:]
  /// A Boolean value indicating whether the current code is in a branch that the value of a key
  /// selects.
  var isInVariant = false
  /// The number of enclosing constructs whose code may not run, or whose errors may be ignored.
  var uncertainty = 0
  /// The number of enclosing `try?` expressions, which are included in the uncertainty.
  var attempts = 0
  var isInCondition = false
  /// The keys that the enclosing conditions require to be present, outermost first.
  var requiredKeys: [ContainedKey] = []
  /// The list that an enclosing loop reads, and the uncertainty inside the loop.
  var loop: (list: Int, uncertainty: Int)?
  /// The uncertainty at the point where the container of a list element was opened, by container.
  var elementUncertainties: [Int: Int] = [:]
  var canHaveReturned = false
  /// The types of stored properties.
  private let types: [String: TypeReference]
  /// The type of the property or variable to which the current expression is assigned, if known.
  private(set) var assignedType: TypeReference?

  init(decoder: String, types: [String: TypeReference], at place: Place, lines: LineTable) {
    self.decoder = decoder
    self.types = types
    self.lines = lines
    summary = InitializerSummary(place: place)
    super.init(viewMode: .sourceAccurate)
  }

  func finish() -> InitializerSummary { summary }

  var isCertain: Bool { uncertainty == 0 && !canHaveReturned }

  func place(of node: some SyntaxProtocol) -> Place {
    lines.place(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  func walkUncertainly(_ node: some SyntaxProtocol) {
    uncertainty += 1
    walk(node)
    uncertainty -= 1
  }

  // MARK: Conditional code

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.questionOrExclamationMark?.text == "?" else { return .visitChildren }
    attempts += 1
    walkUncertainly(node.expression)
    attempts -= 1
    return .skipChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    walkConditions(node.conditions)
    let condition = node.conditions.count == 1 ? node.conditions.first : nil
    walk(node.body, with: containedKey(condition?.condition.as(ExprSyntax.self)))
    if let elseBody = node.elseBody { walkUncertainly(elseBody) }
    return .skipChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    walkConditions(node.conditions)
    walkUncertainly(node.body)
    return .skipChildren
  }

  /// Visits the conditions of an `if` or `guard`.
  ///
  /// Only the first condition is always evaluated. A failure under `try?` is not ignored, because
  /// it selects the branch.
  private func walkConditions(_ conditions: ConditionElementListSyntax) {
    let wasInCondition = isInCondition
    isInCondition = true
    defer { isInCondition = wasInCondition }
    for (index, condition) in conditions.enumerated() {
      index == 0 ? walk(condition) : walkUncertainly(condition)
    }
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    walk(node.subject)
    if !readVariants(of: node) { walkUncertainly(node.cases) }
    return .skipChildren
  }

  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    guard !node.catchClauses.isEmpty else { return .visitChildren }
    walkUncertainly(node.body)
    walkUncertainly(node.catchClauses)
    return .skipChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    walk(node.sequence)
    walk(node.body, forEachOf: node.whereClause == nil ? list(in: node.sequence, "count") : nil)
    return .skipChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    walkUncertainly(node.conditions)
    let condition = node.conditions.count == 1 ? node.conditions.first : nil
    let negated = condition?.condition.as(PrefixOperatorExprSyntax.self)
    walk(node.body, forEachOf: negated.flatMap { list(in: $0.expression, "isAtEnd") })
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    walkUncertainly(node.statements)
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body { walkUncertainly(body) }
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    walkUncertainly(node.clauses)
    return .skipChildren
  }

  /// Visits a sequence, in which the right side of `??`, `&&`, `||` or `?:` may not be evaluated.
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self) {
      assignedType = elements[0].propertyName.flatMap { types[$0] }
    }
    defer { assignedType = nil }
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self) {
      bind(elements[0].propertyName, to: elements[2])
      return .skipChildren
    }
    var isUncertain = false
    var previous: ExprSyntax?
    for element in node.elements {
      defer { previous = element }
      if let ternary = element.as(UnresolvedTernaryExprSyntax.self), !isUncertain {
        isUncertain = true
        walk(ternary.thenExpression, with: containedKey(previous))
        continue
      }
      let text = element.as(BinaryOperatorExprSyntax.self)?.operator.text
      if ["??", "&&", "||"].contains(text) {
        isUncertain = true
      }
      isUncertain ? walkUncertainly(element) : walk(element)
    }
    return .skipChildren
  }

  override func visitPost(_ node: ReturnStmtSyntax) { canHaveReturned = true }

  // MARK: Containers

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let initializer = node.initializer else { return .visitChildren }
    assignedType = node.typeAnnotation.map { TypeReference(text: $0.type.trimmedDescription) }
    defer { assignedType = nil }
    bind(node.pattern, to: initializer.value)
    return .skipChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    guard let initializer = node.initializer else { return .skipChildren }
    bind(node.pattern, to: initializer.value)
    return .skipChildren
  }

  private func bind(_ pattern: PatternSyntax, to value: ExprSyntax) {
    bind(pattern.as(IdentifierPatternSyntax.self)?.identifier.nameWithoutBackticks, to: value)
  }

  private func bind(_ name: String?, to value: ExprSyntax) {
    let count = summary.reads.count
    if let name, let nested = nestedDecoder(value) {
      decoders[name] = nested
      return
    }
    if let container = container(value), let name {
      variables[name] = container
    } else if let name, summary.reads.count == count + 1, let read = summary.reads.last,
      read.isCertain, read.method == .decode, Self.isCall(value)
    {
      values[name] = ContainedKey(container: read.container, key: read.key)
    }
  }

  /// Returns true if an expression is only a call, possibly under `try`.
  private static func isCall(_ expression: ExprSyntax) -> Bool {
    if let attempt = expression.as(TryExprSyntax.self) { return isCall(attempt.expression) }
    return expression.is(FunctionCallExprSyntax.self)
  }

  /// Records the reads in an expression, and returns the index of the container that it opens or
  /// refers to, if any.
  private func container(_ expression: ExprSyntax) -> Int? {
    if let attempt = expression.as(TryExprSyntax.self) {
      guard attempt.questionOrExclamationMark?.text == "?" else {
        return container(attempt.expression)
      }
      uncertainty += 1
      attempts += 1
      defer {
        uncertainty -= 1
        attempts -= 1
      }
      return container(attempt.expression)
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return recordCall(call) }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks,
      let container = variables[name]
    {
      return container
    }
    walk(expression)
    return nil
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    _ = recordCall(node)
    return .skipChildren
  }

  /// Records the reads in a call, and returns the index of the container that it opens, if any.
  private func recordCall(_ call: FunctionCallExprSyntax) -> Int? {
    if recordIncludedType(of: call) { return nil }
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = access.base
    else {
      walkParts(of: call)
      return nil
    }
    let method = access.declName.baseName.text
    if method == "dataCorruptedError" {
      // The arguments of an error refer to a container and a key without reading them.
      call.arguments.filter { $0.label?.text == "debugDescription" }.forEach { walk($0) }
      return nil
    }
    if isDecoder(base) { return open(method, call) }
    guard mayBeContainer(base), let container = container(base) else {
      if !mayBeContainer(base) { walk(base) }
      walkArguments(of: call)
      // The key belongs to an unknown container.
      if call.argument("forKey") != nil { summary.mayReadOtherKeys = true }
      return nil
    }
    return recordContainerCall(container, method, call)
  }

  private func walkParts(of call: FunctionCallExprSyntax) {
    walk(call.calledExpression)
    walkArguments(of: call)
  }

  func walkArguments(of call: FunctionCallExprSyntax) {
    walk(call.arguments)
    if let closure = call.trailingClosure { walk(closure) }
    walk(call.additionalTrailingClosures)
  }

  func isDecoder(_ expression: ExprSyntax) -> Bool {
    expression.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks == decoder
  }

  private func mayBeContainer(_ expression: ExprSyntax) -> Bool {
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks {
      return variables[name] != nil
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.contains { mayBeContainer($0.expression) }
    }
    if let attempt = expression.as(TryExprSyntax.self) { return mayBeContainer(attempt.expression) }
    guard
      let access = expression.as(FunctionCallExprSyntax.self)?.calledExpression
        .as(MemberAccessExprSyntax.self)
    else { return false }
    return [
      "container", "nestedContainer", "nestedUnkeyedContainer", "singleValueContainer",
      "unkeyedContainer",
    ].contains(access.declName.baseName.text)
  }

  // MARK: Names

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base else { return .skipChildren }
    let name = node.declName.baseName.text
    if isDecoder(base), ["userInfo", "codingPath"].contains(name) { return .skipChildren }
    guard mayBeContainer(base) else { return .visitChildren }
    if name == "allKeys" { markOpaque("reads all existing keys") }
    if base.is(DeclReferenceExprSyntax.self) { return .skipChildren }
    return .visitChildren
  }

  /// Visits a reference; a container or decoder that is passed to other code may be read there.
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.nameWithoutBackticks
    if name == decoder || variables[name] != nil || decoders[name] != nil {
      summary.mayReadOtherKeys = true
    }
    return .skipChildren
  }
}

extension ExprSyntax {
  /// The name in a reference to a variable or to a property of `self`, or nil for any other
  /// expression.
  var propertyName: String? {
    if let access = self.as(MemberAccessExprSyntax.self),
      access.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    {
      return access.declName.baseName.nameWithoutBackticks
    }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks
  }
}
