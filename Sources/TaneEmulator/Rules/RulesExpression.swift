import TaneCore

/// An expression in a Realtime Database rule, such as `auth != null`.
///
/// See <https://firebase.google.com/docs/reference/security/database>.
struct RulesExpression: Sendable {
  /// An operator between two expressions.
  enum Operator: String, Sendable {
    case or = "||"
    case and = "&&"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  indirect enum Form: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case pattern(RulesPattern)
    case list([RulesExpression])
    case variable(String)
    case member(RulesExpression, String)
    case element(RulesExpression, RulesExpression)
    case call(RulesExpression, String, [RulesExpression])
    case not(RulesExpression)
    case negative(RulesExpression)
    case binary(Operator, RulesExpression, RulesExpression)
    case conditional(RulesExpression, RulesExpression, RulesExpression)
  }

  let form: Form
  /// The offset of the expression's first byte in the file.
  let offset: Int
  /// The depth of nested expressions, including this one.
  let height: Int

  init(form: Form, offset: Int) {
    (self.form, self.offset) = (form, offset)
    height = 1 + (form.parts.map(\.height).max() ?? 0)
  }
}

extension RulesExpression.Form {
  /// The direct subexpressions.
  fileprivate var parts: [RulesExpression] {
    switch self {
    case .null, .boolean, .number, .text, .pattern, .variable: []
    case .list(let elements): elements
    case .member(let base, _), .not(let base), .negative(let base): [base]
    case .element(let base, let key): [base, key]
    case .call(let base, _, let arguments): [base] + arguments
    case .binary(_, let left, let right): [left, right]
    case .conditional(let condition, let first, let second): [condition, first, second]
    }
  }
}

/// The text of an expression: a string of the rules file with its escapes decoded.
struct RulesExpressionText: Sendable {
  private(set) var scalars: [Unicode.Scalar] = []
  /// The byte offset of each character in the file, and of the end of the text.
  private(set) var offsets: [Int] = []

  /// Reads a string of a JSON file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - start: The offset of the opening quote. The string is valid JSON, apart from line breaks.
  init(of bytes: [UInt8], at start: Int) {
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    let raw = Array(
      String(decoding: bytes[start + 1..<min(end, bytes.count)], as: UTF8.self).unicodeScalars
    )
    var (index, offset) = (0, start + 1)
    while index < raw.count {
      let (scalar, length) = Self.unescaped(raw, index)
      scalars.append(scalar)
      offsets.append(offset)
      offset += raw[index..<index + length].reduce(0) { $0 + UTF8.width($1) }
      index += length
    }
    offsets.append(offset)
  }

  /// Returns the character at an index and the number of characters that represent it.
  private static func unescaped(
    _ raw: [Unicode.Scalar],
    _ index: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    guard raw[index] == "\\", index + 1 < raw.count else { return (raw[index], 1) }
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}",
    ]
    guard raw[index + 1] == "u" else { return (escapes[raw[index + 1]] ?? raw[index + 1], 2) }
    guard let unit = unit(raw, index) else { return ("\u{FFFD}", 2) }
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    guard let low = Self.unit(raw, index + 6), UTF16.isTrailSurrogate(low) else {
      return ("\u{FFFD}", 6)
    }
    let value = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00)
    return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
  }

  /// Returns the code unit of the escape `\uXXXX` at an index, if any.
  private static func unit(_ raw: [Unicode.Scalar], _ index: Int) -> UInt16? {
    guard index + 6 <= raw.count, raw[index] == "\\", raw[index + 1] == "u" else { return nil }
    return UInt16(String(String.UnicodeScalarView(raw[index + 2..<index + 6])), radix: 16)
  }
}

struct RulesExpressionProblem: Error {
  /// The byte offset of the error in the file.
  let offset: Int
  let message: String
}

struct RulesExpressionParser {
  private static let levels: [[(text: String, operation: RulesExpression.Operator)]] = [
    [("||", .or)],
    [("&&", .and)],
    [("===", .equal), ("!==", .notEqual), ("==", .equal), ("!=", .notEqual)],
    [("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less), (">", .greater)],
    [("+", .add), ("-", .subtract)],
    [("*", .multiply), ("/", .divide), ("%", .remainder)],
  ]
  /// The maximum depth of nested expressions, so that no rule overflows the stack.
  private static let maximumDepth = 60

  private let text: RulesExpressionText
  private var index = 0
  private var depth = 0

  private init(_ text: RulesExpressionText) { self.text = text }

  /// Parses a complete expression; throws if any text remains.
  static func parse(
    _ text: RulesExpressionText
  ) throws(RulesExpressionProblem) -> RulesExpression {
    var parser = RulesExpressionParser(text)
    let expression = try parser.expression()
    parser.skipSpaces()
    guard parser.next == nil else { throw parser.unexpected() }
    guard expression.height <= maximumDepth else { throw parser.tooDeep(at: 0) }
    return expression
  }

  // MARK: Characters

  private var next: Unicode.Scalar? {
    index < text.scalars.count ? text.scalars[index] : nil
  }

  private func problem(_ message: String, at index: Int? = nil) -> RulesExpressionProblem {
    RulesExpressionProblem(offset: text.offsets[index ?? self.index], message: message)
  }

  private func unexpected() -> RulesExpressionProblem {
    guard let next else { return problem("The expression ends unexpectedly.") }
    return problem("Unexpected '\(String(next).escapingControls)'.")
  }

  private mutating func skipSpaces() {
    while let next, next.properties.isWhitespace { index += 1 }
  }

  private mutating func consume(_ word: String) -> Bool {
    skipSpaces()
    guard text.scalars[index...].starts(with: word.unicodeScalars) else { return false }
    index += word.unicodeScalars.count
    return true
  }

  private mutating func expect(_ word: String) throws(RulesExpressionProblem) {
    guard consume(word) else { throw next == nil ? problem("Expected '\(word)'.") : unexpected() }
  }

  private func expression(_ form: RulesExpression.Form, at start: Int) -> RulesExpression {
    RulesExpression(form: form, offset: text.offsets[start])
  }

  // MARK: Operators

  private mutating func expression() throws(RulesExpressionProblem) -> RulesExpression {
    guard depth < Self.maximumDepth else { throw tooDeep(at: index) }
    depth += 1
    defer { depth -= 1 }
    skipSpaces()
    let start = index
    let condition = try binary(0)
    guard consume("?") else { return condition }
    let first = try expression()
    try expect(":")
    let second = try expression()
    return expression(.conditional(condition, first, second), at: start)
  }

  private mutating func binary(_ level: Int) throws(RulesExpressionProblem) -> RulesExpression {
    guard level < Self.levels.count else { return try unary() }
    skipSpaces()
    let start = index
    var operands = [try binary(level + 1)]
    var operations: [RulesExpression.Operator] = []
    while let operation = Self.levels[level].first(where: { consume($0.text) })?.operation {
      operations.append(operation)
      operands.append(try binary(level + 1))
    }
    if let operation = operations.first, [.or, .and].contains(operation) {
      return joined(operands[...], by: operation)
    }
    guard operations.count < Self.maximumDepth else { throw tooDeep(at: start) }
    return zip(operations, operands.dropFirst()).reduce(operands[0]) { left, next in
      expression(.binary(next.0, left, next.1), at: start)
    }
  }

  /// Returns operands of && or || as a balanced tree, so that many operands are not nested deeply.
  private func joined(
    _ operands: ArraySlice<RulesExpression>,
    by operation: RulesExpression.Operator
  ) -> RulesExpression {
    guard operands.count > 1 else { return operands[operands.startIndex] }
    let middle = operands.startIndex + operands.count / 2
    let (left, right) = (operands[..<middle], operands[middle...])
    return RulesExpression(
      form: .binary(operation, joined(left, by: operation), joined(right, by: operation)),
      offset: operands[operands.startIndex].offset
    )
  }

  private func tooDeep(at index: Int) -> RulesExpressionProblem {
    problem("The expression is nested too deeply.", at: index)
  }

  private mutating func unary() throws(RulesExpressionProblem) -> RulesExpression {
    skipSpaces()
    let start = index
    guard depth < Self.maximumDepth else { throw tooDeep(at: index) }
    depth += 1
    defer { depth -= 1 }
    if consume("!") { return expression(.not(try unary()), at: start) }
    if consume("-") { return expression(.negative(try unary()), at: start) }
    return try postfix(of: try primary(), from: start)
  }

  private mutating func postfix(
    of base: RulesExpression,
    from start: Int
  ) throws(RulesExpressionProblem) -> RulesExpression {
    var base = base
    for _ in 0..<Self.maximumDepth {
      if consume(".") {
        skipSpaces()
        let place = index
        let name = word()
        guard !name.isEmpty else { throw unexpected() }
        base = try member(name, of: base, at: place)
      } else if consume("[") {
        let place = index
        let key = try expression()
        try expect("]")
        if case .text(let name) = key.form {
          base = try member(name, of: base, at: place)
        } else {
          base = expression(.element(base, key), at: place)
        }
      } else {
        return base
      }
    }
    throw tooDeep(at: start)
  }

  private mutating func member(
    _ name: String,
    of base: RulesExpression,
    at place: Int
  ) throws(RulesExpressionProblem) -> RulesExpression {
    guard consume("(") else { return expression(.member(base, name), at: place) }
    return expression(.call(base, name, try list(until: ")")), at: place)
  }

  private mutating func list(
    until end: String
  ) throws(RulesExpressionProblem) -> [RulesExpression] {
    guard !consume(end) else { return [] }
    var elements = [try expression()]
    while consume(",") { elements.append(try expression()) }
    try expect(end)
    return elements
  }

  // MARK: Operands

  private mutating func primary() throws(RulesExpressionProblem) -> RulesExpression {
    let start = index
    guard let next else { throw unexpected() }
    switch next {
    case "(":
      index += 1
      let inner = try expression()
      try expect(")")
      return inner
    case "[":
      index += 1
      return expression(.list(try list(until: "]")), at: start)
    case "'", "\"": return expression(.text(try string(until: next)), at: start)
    case "/": return expression(.pattern(try pattern()), at: start)
    case "0"..."9": return expression(.number(try number()), at: start)
    default: break
    }
    let name = word()
    switch name {
    case "": throw unexpected()
    case "null": return expression(.null, at: start)
    case "true", "false": return expression(.boolean(name == "true"), at: start)
    default: return expression(.variable(name), at: start)
    }
  }

  private mutating func word() -> String {
    let start = index
    while let next,
      next == "$" || next == "_" || next.properties.isAlphabetic
        || (index > start && ("0"..."9").contains(next))
    {
      index += 1
    }
    return String(String.UnicodeScalarView(text.scalars[start..<index]))
  }

  private mutating func number() throws(RulesExpressionProblem) -> Double {
    let start = index
    while let next,
      ("0"..."9").contains(next) || next == "." || next == "e" || next == "E"
        || ((next == "+" || next == "-") && "eE".unicodeScalars.contains(text.scalars[index - 1]))
    {
      index += 1
    }
    let digits = String(String.UnicodeScalarView(text.scalars[start..<index]))
    guard let number = Double(digits), number.isFinite, !digits.hasSuffix(".") else {
      throw problem("'\(digits)' is not a number.", at: start)
    }
    return number
  }

  private mutating func string(
    until quote: Unicode.Scalar
  ) throws(RulesExpressionProblem) -> String {
    let start = index
    var result = String.UnicodeScalarView()
    index += 1
    while let scalar = next, scalar != quote {
      index += 1
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let escaped = next else { break }
      index += 1
      switch escaped {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "b": result.append("\u{8}")
      case "f": result.append("\u{C}")
      case "u": result.append(try unicodeEscape())
      default: result.append(escaped)
      }
    }
    guard next == quote else { throw problem("The string is not terminated.", at: start) }
    index += 1
    return String(result)
  }

  private mutating func unicodeEscape() throws(RulesExpressionProblem) -> Unicode.Scalar {
    let digits = text.scalars[index...].prefix(4)
    guard digits.count == 4,
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw problem("Expected four hexadecimal digits after '\\u'.") }
    index += 4
    return scalar
  }

  private mutating func pattern() throws(RulesExpressionProblem) -> RulesPattern {
    let start = index + 1
    var end = start
    var isInSet = false
    while end < text.scalars.count, isInSet || text.scalars[end] != "/" {
      switch text.scalars[end] {
      case "\\": end += 1
      case "[": isInSet = true
      case "]": isInSet = false
      default: break
      }
      end += 1
    }
    guard end < text.scalars.count, end > start else {
      throw problem("The regular expression is not terminated.")
    }
    index = end + 1
    let flags = word()
    do throws(RulesPattern.Invalid) {
      return try RulesPattern(text.scalars[start..<end], flags: flags)
    } catch {
      throw problem("Invalid regular expression: \(error.reason).", at: error.index)
    }
  }
}
