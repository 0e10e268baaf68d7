import SwiftParser
import SwiftSyntax
import TaneSwiftSource

/// A type inference for properties without type annotations, based on their initial values.
enum LiteralTypeInference {
  /// Returns the type of an expression, or nil if the text does not show it.
  static func type(of expression: ExprSyntax) -> TypeReference? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: .named("Int")
    case .floatLiteralExpr: .named("Double")
    case .booleanLiteralExpr: .named("Bool")
    case .stringLiteralExpr: .named("String")
    case .prefixOperatorExpr(let prefixed): type(of: prefixed.expression)
    case .arrayExpr(let array): type(of: array)
    case .dictionaryExpr(let dictionary): type(of: dictionary)
    case .sequenceExpr(let sequence): type(of: Array(sequence.elements))
    case .functionCallExpr(let call): type(of: call)
    case .forceUnwrapExpr(let unwrapped): type(of: unwrapped.expression)
    default: nil
    }
  }

  /// Returns the static member in an expression such as `Kind.cafe` or `Kind.other(1)`, or nil.
  static func member(of expression: ExprSyntax) -> TypeReference? {
    let value = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
    guard let access = value.as(MemberAccessExprSyntax.self), access.base != nil,
      let member = TypeReference(parsing: access.trimmedDescription), case .named = member
    else { return nil }
    return member
  }

  private static func type(of array: ArrayExprSyntax) -> TypeReference? {
    let types = Set(array.elements.map { type(of: $0.expression) })
    guard types.count == 1, let element = types.first ?? nil else { return nil }
    return .array(element)
  }

  private static func type(of dictionary: DictionaryExprSyntax) -> TypeReference? {
    guard case .elements(let elements) = dictionary.content else { return nil }
    let keys = Set(elements.map { type(of: $0.key) })
    let values = Set(elements.map { type(of: $0.value) })
    guard keys.count == 1, values.count == 1, let key = keys.first ?? nil,
      let value = values.first ?? nil
    else { return nil }
    return .dictionary(key, value)
  }

  /// Returns the type of an operator expression such as `[] as [Shop]` or `24 * 60`.
  private static func type(of elements: [ExprSyntax]) -> TypeReference? {
    if elements.count == 3,
      elements[1].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark == nil,
      elements[1].is(UnresolvedAsExprSyntax.self)
    {
      return TypeReference(parsing: elements[2].trimmedDescription)
    }
    var types: Set<TypeReference> = []
    for (index, element) in elements.enumerated() {
      guard index.isMultiple(of: 2) else {
        let text = element.as(BinaryOperatorExprSyntax.self)?.operator.text
        guard ["+", "-", "*", "/", "%"].contains(text) else { return nil }
        continue
      }
      guard let type = type(of: element), [.named("Int"), .named("Double")].contains(type) else {
        return nil
      }
      types.insert(type)
    }
    return types.contains(.named("Double")) ? .named("Double") : types.first
  }

  /// Returns the type that a call initializes: `Shop()`, `[Shop]()`, `[String: Shop]()`.
  private static func type(of call: FunctionCallExprSyntax) -> TypeReference? {
    let text = call.calledExpression.trimmedDescription
    let plain = text.hasSuffix(".init") ? String(text.dropLast(5)) : text
    guard let type = TypeReference(parsing: plain) else { return nil }
    guard case .named(let names) = type else { return type }
    // Names of functions begin with a lowercase letter.
    return names.allSatisfy { $0.text.first?.isUppercase == true } ? type : nil
  }

  /// Returns the text of a raw value: a string without quotation marks, or the digits of a number;
  /// nil for an interpolated string.
  static func rawText(of expression: ExprSyntax) -> String? {
    if let text = expression.as(StringLiteralExprSyntax.self) {
      return text.representedLiteralValue
    }
    return expression.trimmedDescription.filter { $0 != "_" }
  }
}

extension ExprSyntax {
  /// The type in a metatype expression such as `Shop.self`.
  var metatype: TypeReference? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self), let base = access.base
    else { return nil }
    return TypeReference(parsing: base.trimmedDescription)
  }
}
