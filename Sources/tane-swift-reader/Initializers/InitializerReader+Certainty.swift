import SwiftSyntax
import TaneSwiftSource

/// A key in a container; the container is identified by its index.
struct ContainedKey: Hashable {
  let container: Int
  let key: String
}

// Determines the reads that always happen, including reads in a branch that tests for a key and
// reads of list elements in a loop.
extension InitializerReader {
  /// Returns true if a read in the current code always happens once a container is opened.
  func isCertain(in container: Int) -> Bool {
    uncertainty == elementUncertainties[container, default: 0] && !canHaveReturned
  }

  /// Returns true if a read in the current code always happens once a container is opened, but with
  /// `try?`.
  func isAttempted(in container: Int) -> Bool {
    attempts > 0 && !isInCondition && !canHaveReturned
      && uncertainty == elementUncertainties[container, default: 0] + attempts
  }

  /// Returns true if an enclosing loop reads all remaining elements of a list.
  func isReadByLoop(_ list: Int) -> Bool {
    loop.map { $0.list == list && $0.uncertainty == uncertainty } ?? false && !canHaveReturned
  }

  /// Records the current uncertainty as the baseline for reads from an element's container.
  func beginElement(_ container: Int) { elementUncertainties[container] = uncertainty }

  /// Visits the body of a loop over the elements of a list.
  func walk(_ body: CodeBlockSyntax, forEachOf list: Int?) {
    let outer = loop
    defer { loop = outer }
    // A loop that ends early may skip elements, or read an element only partially.
    let exitsEarly = body.tokens(viewMode: .sourceAccurate).contains {
      [.keyword(.break), .keyword(.continue)].contains($0.tokenKind)
    }
    loop = list.flatMap { isCertain(in: $0) && !exitsEarly ? ($0, uncertainty + 1) : nil }
    walkUncertainly(body)
  }

  /// Returns the index of the list container in an expression such as `!list.isAtEnd` or
  /// `0..<list.count!`, if any.
  func list(in expression: some SyntaxProtocol, _ member: String) -> Int? {
    let finder = ListFinder(member: member)
    finder.walk(expression)
    guard let name = finder.name, let container = variables[name],
      summary.containers[container].isList
    else { return nil }
    return container
  }

  /// Returns true if the current code runs exactly when a key is present: in a branch whose only
  /// condition is the presence of the key.
  func isContained(_ key: String, in container: Int) -> Bool {
    guard let last = requiredKeys.last else { return false }
    return !canHaveReturned && uncertainty == 1
      && last == ContainedKey(container: container, key: key)
  }

  /// Visits code that runs only if a container contains a key.
  func walk(_ node: some SyntaxProtocol, with key: ContainedKey?) {
    guard let key else { return walkUncertainly(node) }
    requiredKeys.append(key)
    walkUncertainly(node)
    requiredKeys.removeLast()
  }

  /// Returns the key in a condition such as `container.contains(.key)`, or nil for any other
  /// condition.
  func containedKey(_ condition: ExprSyntax?) -> ContainedKey? {
    if let attempt = condition?.as(TryExprSyntax.self) { return containedKey(attempt.expression) }
    guard let call = condition?.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "contains",
      let name = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks,
      let container = variables[name], let argument = call.arguments.first,
      let key = argument.expression.codingKey
    else { return nil }
    return ContainedKey(container: container, key: key)
  }
}

/// A visitor that finds the variable whose member an expression uses, such as `list` in
/// `!list.isAtEnd`.
private final class ListFinder: SyntaxVisitor {
  let member: String
  private(set) var name: String?

  init(member: String) {
    self.member = member
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.declName.baseName.text == member else { return .visitChildren }
    name = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks
    return .skipChildren
  }
}
