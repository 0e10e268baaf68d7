import SwiftParser
import SwiftSyntax
import TaneSwiftSource

/// A reader that analyzes an initializer, or a method of a keyed container, statement by statement.
///
/// The result contains only the steps whose execution depends only on the data. All other reads
/// become gaps.
final class StepReader {
  typealias Read = StepsSummary.Read
  typealias Steps = [Step<Read>]

  /// A decoder or container that an expression evaluates to.
  enum Source: Equatable {
    case decoder
    case single
    case keyed(Int)
    /// A container for a list element, with the branch depth at which it is opened.
    case element(depth: Int)
    /// A list or a nested decoder.
    case other
  }

  /// A read whose default for nil is a literal or a case, such as `try
  /// container.decodeIfPresent(Int.self, forKey: .id) ?? 1`.
  struct DefaultedRead: Equatable {
    let read: Read
    let presence: Steps
    /// The text of the literal, or the name of the case.
    let constant: String
    let isCase: Bool
  }

  /// The known facts about the value of an expression.
  struct Value: Equatable {
    var read: Read?
    /// The condition under which the value is not nil; empty if the value is never nil, or nil if
    /// unknown.
    var presence: Steps?
    var source: Source?
    var defaulted: DefaultedRead?

    static let unknown = Value()
  }

  let decoder: String
  let lines: LineTable
  /// The types of stored properties, and of the associated values of cases, such as `shop.0`.
  let types: [String: TypeReference]
  var summary = StepsSummary()
  var values: [String: Value] = [:]
  /// The values that the last branch assigned.
  var assigned: [String: Value] = [:]
  /// The name of a method's key parameter, and the types of its metatype parameters by name.
  var keyParameter: String?
  var metatypes: [String: TypeReference] = [:]
  var steps: Steps = []
  /// The value of the last expression or `return` outside of branches.
  private(set) var result = Value.unknown
  /// The number of analyzed expressions whose possible errors are unknown.
  var unknownErrorCount = 0
  var isTrying = false
  /// The number of enclosing branches.
  private(set) var depth = 0

  init(decoder: String, types: [String: TypeReference], lines: LineTable) {
    (self.decoder, self.types, self.lines) = (decoder, types, lines)
  }

  func read(_ body: CodeBlockSyntax) -> StepsSummary {
    _ = analyze(Array(body.statements)[...])
    summary.steps = steps
    return summary
  }

  // MARK: Results

  func updateResult(with value: Value) { if depth == 0 { result = value } }

  func emit(_ read: Read) { steps.append(.read(read)) }

  func makeRead(
    _ operation: Read.Operation,
    _ container: Int?,
    _ key: String = "",
    at node: some SyntaxProtocol
  ) -> Read {
    let place = lines.place(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
    return Read(operation, container: container, key: key, place: place)
  }

  func addGap(_ reason: StepsSummary.Gap.Reason, _ names: [String]) {
    unknownErrorCount += 1
    summary.addGap(reason, names)
  }

  /// Adds a gap for code that is not analyzed, if the code may decode a value.
  func skip(_ node: some SyntaxProtocol) {
    if mayFail(node) { addGap(.decoding, keys(in: node)) }
    invalidateAssignedValues(in: node)
  }

  /// Returns the steps that a closure adds, instead of adding them to `steps`.
  func collect(_ body: () -> Void) -> Steps {
    let outer = steps
    steps = []
    depth += 1
    body()
    defer {
      steps = outer
      depth -= 1
    }
    return steps
  }

  /// Runs a closure that analyzes an expression under `try`.
  func trying<Result>(_ body: () -> Result) -> Result {
    let outer = isTrying
    isTrying = true
    defer { isTrying = outer }
    return body()
  }

  // MARK: Names

  /// Returns true if code may throw an error or uses the decoder or a container.
  func mayFail(_ node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { token in
      [.keyword(.try), .keyword(.throw)].contains(token.tokenKind) || token.text == decoder
        || value(of: token.text)?.source != nil
    }
  }

  /// Returns the known value of a variable or a property, if any.
  func value(of name: String) -> Value? { values[name] ?? values["self.\(name)"] }

  /// Returns the keys whose values are used in code.
  func keys(in node: some SyntaxProtocol) -> [String] {
    var keys: [String] = []
    for token in node.tokens(viewMode: .sourceAccurate) {
      if token.text == "forKey", let argument = token.parent?.as(LabeledExprSyntax.self),
        let key = argument.expression.codingKey
      {
        keys.append(key.literalText)
      } else if let read = value(of: token.nameWithoutBackticks)?.read, read.container != nil {
        keys.append(read.key.literalText)
      }
    }
    return keys
  }

  func keys(in steps: Steps) -> [String] {
    steps.flatMap(\.reads).compactMap { $0.key.isEmpty ? nil : $0.key.literalText }
  }
}

extension ExprSyntax {
  /// The case of a key type, or a literal in quotation marks: `.id`, `CodingKeys.id`, `"id"`,
  /// `Key("id")`, `Key(stringValue: "id")!`.
  var codingKey: String? {
    if let unwrapped = self.as(ForceUnwrapExprSyntax.self) { return unwrapped.expression.codingKey }
    if let text = self.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
      return "\"\(text)\""
    }
    if let call = self.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      guard call.arguments.count == 1, let argument = call.arguments.first,
        [nil, "stringValue", "string"].contains(argument.label?.text),
        name == ".init" || name.first?.isUppercase == true,
        argument.expression.is(StringLiteralExprSyntax.self)
      else { return nil }
      return argument.expression.codingKey
    }
    // A metatype such as `Int.self` is not a key.
    guard let access = self.as(MemberAccessExprSyntax.self), metatype == nil else { return nil }
    guard let base = access.base else { return access.declName.baseName.nameWithoutBackticks }
    let name = TypeReference(parsing: base.trimmedDescription)?.dottedName
    return name?.split(separator: ".").last?.first?.isUppercase == true
      ? access.declName.baseName.nameWithoutBackticks : nil
  }
}
