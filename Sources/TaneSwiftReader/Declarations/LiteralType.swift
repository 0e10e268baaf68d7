import SwiftParser
import SwiftSyntax
import TaneSwiftSource

/// The types of values whose properties do not write one.
enum LiteralType {
  /// The type of an expression, where its text alone tells it.
  static func type(of expression: ExprSyntax) -> TypeReference? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: .named("Int")
    case .floatLiteralExpr: .named("Double")
    case .booleanLiteralExpr: .named("Bool")
    case .stringLiteralExpr: .named("String")
    case .prefixOperatorExpr(let prefixed): type(of: prefixed.expression)
    case .arrayExpr(let array): type(of: array)
    case .functionCallExpr(let call): type(of: call)
    default: nil
    }
  }

  private static func type(of array: ArrayExprSyntax) -> TypeReference? {
    let types = Set(array.elements.map { type(of: $0.expression) })
    guard types.count == 1, let element = types.first ?? nil else { return nil }
    return .array(element)
  }

  /// `Shop()`, `[Shop]()`, `[String: Shop]()`: a call of something that reads as a type.
  private static func type(of call: FunctionCallExprSyntax) -> TypeReference? {
    let text = call.calledExpression.trimmedDescription
    let plain = text.hasSuffix(".init") ? String(text.dropLast(5)) : text
    guard let type = TypeReference(parsing: plain) else { return nil }
    guard case .named(let names) = type else { return type }
    // A function or a static one begins with a small letter.
    return names.allSatisfy { $0.text.first?.isUppercase == true } ? type : nil
  }

  /// The raw value of a case: a text without its quotation marks, the digits of a number.
  static func rawText(of expression: ExprSyntax) -> String? {
    if let text = expression.as(StringLiteralExprSyntax.self) {
      return text.representedLiteralValue
    }
    return expression.trimmedDescription.filter { $0 != "_" }
  }
}

extension ExprSyntax {
  /// The type that `Shop.self` names.
  var metatype: TypeReference? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self), let base = access.base
    else { return nil }
    return TypeReference(parsing: base.trimmedDescription)
  }
}
