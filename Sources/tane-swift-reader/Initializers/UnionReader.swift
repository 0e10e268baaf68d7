import SwiftSyntax
import TaneSwiftSource

/// An analyzer for an `init(from:)` that tries to decode its value as one of several types.
///
/// It follows the path on which every attempt fails. If that path ends with an error, only values
/// of the attempted types are valid. The code after a successful attempt is ignored.
struct UnionReader {
  let decoder: String
  /// The types of the attempts.
  private(set) var types: [TypeReference] = []
  /// A Boolean value indicating whether the initializer tests for null.
  private(set) var acceptsNull = false
  private var container: String?

  /// The outcome of statements when every attempt to decode fails.
  private enum Outcome {
    case error
    case success
    /// Execution continues with the next statement.
    case next
    /// The outcome is unknown.
    case unknown
  }

  init(decoder: String) { self.decoder = decoder }

  /// Returns true if an initializer throws when every attempt to decode fails.
  mutating func throwsIfAllAttemptsFail(_ statements: CodeBlockItemListSyntax) -> Bool {
    if case .error = ending(of: statements) { true } else { false }
  }

  private mutating func ending(of statements: CodeBlockItemListSyntax) -> Outcome {
    for statement in statements {
      let ending = ending(of: statement)
      if case .next = ending { continue }
      return ending
    }
    return .next
  }

  private mutating func ending(of item: CodeBlockItemSyntax) -> Outcome {
    switch item.item {
    case .decl(let declaration): return ending(of: declaration)
    case .stmt(let statement):
      if statement.is(ThrowStmtSyntax.self) { return .error }
      if statement.is(ReturnStmtSyntax.self) { return .success }
      if let attempt = statement.as(DoStmtSyntax.self) { return ending(of: attempt) }
      if let condition = statement.as(GuardStmtSyntax.self) {
        return recordAttempt(in: condition.conditions)
          ? ending(of: condition.body.statements) : .unknown
      }
      if let expression = statement.as(ExpressionStmtSyntax.self) {
        return ending(of: expression.expression)
      }
      return .unknown
    case .expr(let expression): return ending(of: expression)
    }
  }

  private mutating func ending(of declaration: DeclSyntax) -> Outcome {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.bindings.first, variable.bindings.count == 1,
      let value = binding.initializer?.value
    else { return .unknown }
    let text = value.trimmedDescription
    if text == "try \(decoder).singleValueContainer()" {
      container = binding.pattern.trimmedDescription
      return .next
    }
    return ending(of: value)
  }

  private mutating func ending(of expression: ExprSyntax) -> Outcome {
    if let condition = expression.as(IfExprSyntax.self) { return ending(of: condition) }
    if expression.is(SwitchExprSyntax.self) { return .unknown }
    let calls = DecodingCallFinder.calls(in: expression)
    guard let call = calls.first else { return mentionsDecoder(expression) ? .unknown : .next }
    guard calls.count == 1, !DecodingCallFinder.continuesAfterFailure(expression),
      let type = type(of: call)
    else { return .unknown }
    types.append(type)
    return .error
  }

  private mutating func ending(of condition: IfExprSyntax) -> Outcome {
    guard recordAttempt(in: condition.conditions) else { return .unknown }
    switch condition.elseBody {
    case .ifExpr(let other): return ending(of: other)
    case .codeBlock(let block): return ending(of: block.statements)
    case nil: return .next
    }
  }

  private mutating func ending(of attempt: DoStmtSyntax) -> Outcome {
    guard attempt.catchClauses.count == 1, let clause = attempt.catchClauses.first,
      clause.catchItems.isEmpty, case .error = ending(of: attempt.body.statements)
    else { return .unknown }
    return ending(of: clause.body.statements)
  }

  /// Records the attempted type if a condition begins with an attempt to decode the value, or with
  /// a test for null; returns false for any other condition.
  private mutating func recordAttempt(in conditions: ConditionElementListSyntax) -> Bool {
    guard let first = conditions.first?.condition else { return false }
    if let call = first.as(ExprSyntax.self)?.as(FunctionCallExprSyntax.self),
      call.trimmedDescription == "\(container ?? "").decodeNil()"
    {
      acceptsNull = true
      return true
    }
    guard let binding = first.as(OptionalBindingConditionSyntax.self),
      let attempt = binding.initializer?.value.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "?",
      let call = attempt.expression.as(FunctionCallExprSyntax.self), let type = type(of: call)
    else { return false }
    // `try?` flattens the optional, so null has the same result as a failure.
    types.append(type.unwrapped)
    return true
  }

  /// Returns the type that a call decodes from the whole value: `container.decode(Int.self)`,
  /// `Shop(from: decoder)`.
  private func type(of call: FunctionCallExprSyntax) -> TypeReference? {
    guard call.arguments.count == 1, let argument = call.arguments.first else { return nil }
    let called = call.calledExpression.trimmedDescription
    if argument.label == nil {
      let isRead = [container.map { "\($0).decode" }, "\(decoder).singleValueContainer().decode"]
        .contains(called)
      return isRead ? argument.expression.metatype : nil
    }
    guard argument.label?.text == "from", argument.expression.trimmedDescription == decoder else {
      return nil
    }
    let name = called.hasSuffix(".init") ? String(called.dropLast(5)) : called
    return TypeReference(parsing: name).flatMap {
      $0.dottedName?.first?.isUppercase == false ? nil : $0
    }
  }

  private func mentionsDecoder(_ node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { [decoder, container].contains($0.text) }
  }
}

/// A visitor that finds the calls in an expression that may decode a value.
private final class DecodingCallFinder: SyntaxVisitor {
  private var calls: [FunctionCallExprSyntax] = []

  static func calls(in expression: ExprSyntax) -> [FunctionCallExprSyntax] {
    let finder = DecodingCallFinder(viewMode: .sourceAccurate)
    finder.walk(expression)
    return finder.calls
  }

  /// Returns true if execution may continue in an expression after a call fails.
  static func continuesAfterFailure(_ expression: ExprSyntax) -> Bool {
    expression.tokens(viewMode: .sourceAccurate).contains {
      ["?", "??", "{"].contains($0.text)
    }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression.trimmedDescription
    guard called.hasSuffix(".decode") || node.arguments.first?.label?.text == "from" else {
      return .visitChildren
    }
    calls.append(node)
    return .skipChildren
  }
}
