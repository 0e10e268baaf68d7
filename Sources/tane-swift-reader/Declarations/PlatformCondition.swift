import SwiftSyntax

/// A detector of `#if` branches that are never compiled for iOS, based on their conditions.
enum PlatformCondition {
  /// The modules whose availability on iOS is known: true if the module is available.
  private static let modules = [
    "UIKit": true, "SwiftUI": true, "Combine": true, "Darwin": true, "Foundation": true,
    "AppKit": false, "Glibc": false, "Musl": false, "Android": false, "WinSDK": false,
    "FoundationNetworking": false, "WatchKit": false,
  ]

  /// Returns an element for each branch, in order: true if the branch is certainly not compiled for
  /// iOS.
  static func exclusions(of clauses: IfConfigClauseListSyntax) -> [Bool] {
    var isDecided = false
    return clauses.map { clause in
      // An `#else` branch has no condition.
      let isMet = clause.condition.map(isMet) ?? true
      defer { isDecided = isDecided || isMet == true }
      return isDecided || isMet == false
    }
  }

  /// Returns true if a condition is met on iOS, false if it is not, or nil if that is unknown.
  private static func isMet(_ condition: ExprSyntax) -> Bool? {
    switch condition.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let literal): literal.literal.text == "true"
    case .functionCallExpr(let call): isMet(call)
    case .prefixOperatorExpr(let negated): isMet(negated.expression).map { !$0 }
    case .sequenceExpr(let sequence): isMet(Array(sequence.elements)[...])
    case .tupleExpr(let tuple) where tuple.elements.count == 1:
      tuple.elements.first.flatMap { isMet($0.expression) }
    default: nil
    }
  }

  private static func isMet(_ call: FunctionCallExprSyntax) -> Bool? {
    let argument = call.arguments.first?.expression.trimmedDescription ?? ""
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == "iOS"
    case "canImport": return modules[argument]
    // Released apps run on devices.
    case "targetEnvironment": return false
    case "swift", "compiler": return argument.hasPrefix(">=") ? true : nil
    default: return nil
    }
  }

  /// Evaluates `a && b || c`, in which `&&` has the higher precedence.
  private static func isMet(_ elements: ArraySlice<ExprSyntax>) -> Bool? {
    for (name, decisive) in [("||", true), ("&&", false)] {
      guard let operatorIndex = elements.firstIndex(where: { isOperator($0, name) }) else {
        continue
      }
      let sides = [isMet(elements[..<operatorIndex]), isMet(elements[(operatorIndex + 1)...])]
      if sides.contains(decisive) { return decisive }
      return sides.contains(nil) ? nil : !decisive
    }
    return elements.count == 1 ? elements.first.flatMap { isMet($0) } : nil
  }

  private static func isOperator(_ element: ExprSyntax, _ name: String) -> Bool {
    element.as(BinaryOperatorExprSyntax.self)?.operator.text == name
  }
}
