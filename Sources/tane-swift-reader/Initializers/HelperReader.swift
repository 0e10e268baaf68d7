import SwiftSyntax
import TaneSwiftSource

/// An analyzer for methods that extensions add to keyed containers to read a single key.
struct HelperReader {
  private let function: FunctionDeclSyntax
  private let body: CodeBlockSyntax
  private let lines: LineTable

  /// Creates a reader, or returns nil for a method without a body.
  init?(function: FunctionDeclSyntax, lines: LineTable) {
    guard let body = function.body else { return nil }
    self.function = function
    self.body = body
    self.lines = lines
  }

  /// Returns the method's summary, or nil if it does not receive exactly one key.
  func read() -> HelperSummary? {
    let parameters = Array(function.signature.parameterClause.parameters)
    let keys = parameters.filter(Self.isKey)
    guard keys.count == 1, let key = keys.first else { return nil }
    let reader = StepReader(decoder: "", types: [:], lines: lines)
    reader.keyParameter = Self.name(of: key)
    reader.summary.containers = [.init(keys: nil)]
    reader.values["self"] = StepReader.Value(presence: [], source: .keyed(0))
    for parameter in parameters {
      guard let metatype = parameter.type.as(MetatypeTypeSyntax.self) else { continue }
      reader.metatypes[Self.name(of: parameter)] = TypeReference(
        text: metatype.baseType.trimmedDescription
      )
    }
    let steps = reader.read(body)
    return HelperSummary(
      names: [name(of: parameters), name(of: parameters.filter { $0.defaultValue == nil })],
      parameter: function.genericParameterClause?.parameters.first?.name.nameWithoutBackticks,
      result: function.signature.returnClause.map {
        TypeReference(text: $0.type.trimmedDescription)
      },
      steps: steps,
      value: isValueReturned ? reader.result.read : nil
    )
  }

  /// A Boolean value indicating whether the method returns only the value of its last statement.
  private var isValueReturned: Bool {
    let count = body.tokens(viewMode: .sourceAccurate).count { $0.tokenKind == .keyword(.return) }
    return body.statements.count == 1
      ? count < 2
      : count == 1
        && body.statements.last.map { Syntax($0.item).is(ReturnStmtSyntax.self) } ?? false
  }

  /// Returns the name with the labels of the given parameters: `decode(_:forKey:)`.
  private func name(of parameters: [FunctionParameterSyntax]) -> String {
    "\(function.name.text)(\(parameters.map { "\($0.firstName.text):" }.joined()))"
  }

  private static func name(of parameter: FunctionParameterSyntax) -> String {
    (parameter.secondName ?? parameter.firstName).nameWithoutBackticks
  }

  private static func isKey(_ parameter: FunctionParameterSyntax) -> Bool {
    let type = parameter.type.trimmedDescription
    return ["Key", "K", "Self.Key"].contains(type)
      || type.hasPrefix("KeyedDecodingContainer") && type.hasSuffix(".Key")
  }
}
