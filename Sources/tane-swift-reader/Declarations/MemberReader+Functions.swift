import SwiftSyntax
import TaneSwiftSource

// Reads initializers, and methods that extensions add to keyed containers.
extension MemberReader {
  mutating func readInitializer(_ initializer: InitializerDeclSyntax) {
    let parameters = initializer.signature.parameterClause.parameters
    guard parameters.count == 1, let parameter = parameters.first else { return }
    switch parameter.firstName.text {
    case "rawValue": readRawValues(initializer, parameter)
    case "stringValue", "stringLiteral", "string", "_": recordKeyTextChanges(initializer.body)
    case "from" where parameter.type.trimmedDescription.hasSuffix("Decoder"):
      readDecoding(initializer, (parameter.secondName ?? parameter.firstName).nameWithoutBackticks)
    default: break
    }
  }

  private mutating func readDecoding(_ initializer: InitializerDeclSyntax, _ decoder: String) {
    let reader = InitializerReader(
      decoder: decoder,
      types: types,
      at: place(of: initializer.initKeyword),
      lines: lines
    )
    guard let body = initializer.body else { return summary.initializer = reader.finish() }
    reader.walk(body)
    var read = reader.finish()
    read.steps = StepReader(decoder: decoder, types: types, lines: lines).read(body)
    if read.elements.contains(where: { $0.type == nil && $0.content == nil }) {
      read.steps.addGap(.decoding, [])
    }
    var union = UnionReader(decoder: decoder)
    if read.opaqueReason != nil, union.throwsIfAllAttemptsFail(body.statements),
      !union.types.isEmpty
    {
      let steps = read.steps
      read = InitializerSummary(place: read.place)
      read.alternatives = union.types
      read.acceptsNull = union.acceptsNull
      read.steps = steps
    }
    summary.initializer = read
  }

  /// The types of stored properties, and of the associated values of cases, such as `shop.0`.
  private var types: [String: TypeReference] {
    var types: [String: TypeReference] = [:]
    for property in summary.properties { types[property.name] = property.type }
    for element in summary.cases {
      for (number, parameter) in element.parameters.enumerated() {
        types["\(element.name).\(number)"] = parameter.type
      }
    }
    return types
  }

  // MARK: Raw values

  /// Records the raw values that `init(rawValue:)` accepts, if its body is a single `switch`.
  private mutating func readRawValues(
    _ initializer: InitializerDeclSyntax,
    _ parameter: FunctionParameterSyntax
  ) {
    if summary.rawValueType == nil {
      summary.rawValueType = TypeReference(text: parameter.type.trimmedDescription)
    }
    let name = (parameter.secondName ?? parameter.firstName).nameWithoutBackticks
    summary.rawValues =
      initializer.optionalMark == nil ? .all : Self.rawValues(initializer.body, name)
  }

  private static func rawValues(_ body: CodeBlockSyntax?, _ name: String) -> RawValuesSummary {
    guard let body, body.statements.count == 1, let item = body.statements.first?.item,
      let node = Syntax(item).as(SwitchExprSyntax.self)
        ?? Syntax(item).as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self),
      node.subject.trimmedDescription == name
    else { return .unknown }
    var texts: [String] = []
    for element in node.cases {
      guard let branch = element.as(SwitchCaseSyntax.self) else { return .unknown }
      let isNil = branch.statements.trimmedDescription == "return nil"
      let tokens = branch.statements.tokens(viewMode: .sourceAccurate)
      guard isNil || !tokens.contains(where: { $0.text == "nil" || $0.text == "rawValue" }) else {
        return .unknown
      }
      guard case .case(let label) = branch.label else { return isNil ? .listed(texts) : .all }
      for item in label.caseItems {
        guard !isNil, item.whereClause == nil,
          let value = item.pattern.as(ExpressionPatternSyntax.self)?.expression,
          value.is(StringLiteralExprSyntax.self) || value.is(IntegerLiteralExprSyntax.self),
          let text = LiteralTypeInference.rawText(of: value)
        else { return .unknown }
        texts.append(text)
      }
    }
    return .unknown
  }

  // MARK: Keys

  /// Sets `keepsText` to false if code may change the string of a key.
  mutating func recordKeyTextChanges(_ code: (some SyntaxProtocol)?) {
    let isPlain = code.map(KeyTextChangeFinder.keepsText) ?? true
    if !isPlain { summary.keepsText = false }
  }

  // MARK: Functions

  /// Records a method that an extension adds to keyed containers, and the types for which it
  /// replaces the standard library's method.
  mutating func readFunction(_ function: FunctionDeclSyntax) {
    guard summary.kind == .extensionOf,
      ["KeyedDecodingContainer", "KeyedDecodingContainerProtocol"].contains(summary.name)
    else { return }
    recordOverload(function)
    if let helper = HelperReader(function: function, lines: lines)?.read() {
      summary.helpers.append(helper)
    }
  }

  /// Records the type for which a custom `decode(_:forKey:)` or `decodeIfPresent(_:forKey:)`, such
  /// as `decode(_ type: Bool.Type, forKey:)`, replaces the standard library's method; a generic
  /// method counts as `Any`.
  private mutating func recordOverload(_ function: FunctionDeclSyntax) {
    guard summary.name == "KeyedDecodingContainer",
      ["decode", "decodeIfPresent"].contains(function.name.text)
    else { return }
    let parameters = function.signature.parameterClause.parameters
    guard parameters.map({ $0.firstName.text }) == ["_", "forKey"],
      let metatype = parameters.first?.type.as(MetatypeTypeSyntax.self)
    else { return }
    let type = metatype.baseType.trimmedDescription
    let isGeneric = function.genericParameterClause?.parameters.contains { $0.name.text == type }
    summary.decodedTypes.append(isGeneric ?? false ? .named("Any") : TypeReference(text: type))
  }
}

/// A visitor that finds code that may change a string: operators, string literals, `switch`, and
/// calls other than initializers.
private final class KeyTextChangeFinder: SyntaxVisitor {
  private var isPlain = true

  static func keepsText(_ code: some SyntaxProtocol) -> Bool {
    let reader = KeyTextChangeFinder(viewMode: .sourceAccurate)
    reader.walk(code)
    return reader.isPlain
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription
    if !["self.init", "Self", "Self.init", ".init", "Int", "String"].contains(name) {
      isPlain = false
    }
    return .visitChildren
  }

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    isPlain = false
    return .skipChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    isPlain = false
    return .skipChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    isPlain = false
    return .skipChildren
  }
}
