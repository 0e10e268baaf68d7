import TaneCore

extension TypeReference {
  /// Parses a type expression such as `[String: Shop]`, or returns nil if it is not decodable.
  public init?(parsing text: String) {
    self.init(text: text)
    if containsUndecodableType { return nil }
  }

  /// Parses a type expression; types that no decoder supports are stored as text.
  package init(text: String) {
    var parser = TypeParser(text)
    if let type = parser.parseAll() {
      self = type
    } else {
      let marks = text.reversed().prefix { $0 == "?" }.count
      guard (1..<TypeParser.maximumDepth).contains(marks), marks < text.count else {
        self = .other(text)
        return
      }
      let inner = TypeReference(text: String(text.dropLast(marks)))
      self = (0..<marks).reduce(inner) { type, _ in .optional(type) }
    }
  }

  private var containsUndecodableType: Bool {
    switch self {
    case .other: true
    case .named(let names):
      names.contains { $0.arguments.contains(where: \.containsUndecodableType) }
    case .optional(let type), .array(let type), .set(let type): type.containsUndecodableType
    case .dictionary(let key, let value):
      key.containsUndecodableType || value.containsUndecodableType
    }
  }
}

/// A parser for type expressions that decoders support.
private struct TypeParser {
  /// The maximum nesting depth, as in `PlanBuilder`.
  static let maximumDepth = 100

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func parseAll() -> TypeReference? {
    guard let type = parseType() else { return nil }
    skipSpace()
    return index == bytes.count ? type : nil
  }

  private mutating func parseType() -> TypeReference? {
    let outerDepth = depth
    defer { depth = outerDepth }
    depth += 1
    skipSpace()
    guard depth < Self.maximumDepth, var type = parsePrimary() else { return nil }
    while accept("?") || accept("!") {
      depth += 1
      guard depth < Self.maximumDepth else { return nil }
      type = .optional(type)
    }
    return type
  }

  private mutating func parsePrimary() -> TypeReference? {
    if accept("[") { return parseBrackets() }
    guard accept("(") else { return parseNames() }
    guard let inner = parseType(), skippingSpace({ $0.accept(")") }) else { return nil }
    return inner
  }

  private mutating func parseBrackets() -> TypeReference? {
    guard let first = parseType() else { return nil }
    if skippingSpace({ $0.accept("]") }) { return .array(first) }
    guard accept(":"), let second = parseType(), skippingSpace({ $0.accept("]") }) else {
      return nil
    }
    return .dictionary(first, second)
  }

  private mutating func parseNames() -> TypeReference? {
    var names: [TypeReference.Name] = []
    repeat {
      guard let text = parseIdentifier(), let arguments = parseArguments() else { return nil }
      names.append(TypeReference.Name(text, arguments))
    } while accept(".")
    return Self.shortened(names)
  }

  private mutating func parseArguments() -> [TypeReference]? {
    guard accept("<") else { return [] }
    var arguments: [TypeReference] = []
    repeat {
      let start = index
      guard let argument = parseType() ?? parseTuple(from: start) else { return nil }
      arguments.append(argument)
    } while skippingSpace { $0.accept(",") }
    return accept(">") ? arguments : nil
  }

  /// Parses a tuple, such as the tag in `Tagged<(Shop, name: ()), String>`.
  private mutating func parseTuple(from start: Int) -> TypeReference? {
    index = start
    skipSpace()
    let first = index
    var level = 0
    repeat {
      guard index < bytes.count else { return nil }
      if accept("(") { level += 1 } else if accept(")") { level -= 1 } else { index += 1 }
    } while level > 0
    return bytes[first] == UInt8(ascii: "(")
      ? .other(String(decoding: bytes[first..<index], as: UTF8.self)) : nil
  }

  private mutating func parseIdentifier() -> String? {
    let isQuoted = accept("`")
    let start = index
    while index < bytes.count, bytes[index].isIdentifierByte { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isQuoted, !accept("`") { return nil }
    return text.isEmpty || !isQuoted && ["any", "some", "inout"].contains(text) ? nil : text
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index].isSpaceByte { index += 1 }
  }

  private mutating func skippingSpace(_ read: (inout TypeParser) -> Bool) -> Bool {
    skipSpace()
    return read(&self)
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Returns a type with the standard library's containers in shorthand form, such as `[Shop]`.
  private static func shortened(_ names: [TypeReference.Name]) -> TypeReference {
    let own = names.count == 2 && names[0].text == "Swift" ? Array(names.dropFirst()) : names
    guard own.count == 1 else { return .named(own) }
    switch (own[0].text, own[0].arguments.count) {
    case ("Optional", 1): return .optional(own[0].arguments[0])
    case ("Array", 1), ("ContiguousArray", 1), ("ArraySlice", 1):
      return .array(own[0].arguments[0])
    case ("Set", 1): return .set(own[0].arguments[0])
    case ("Dictionary", 2): return .dictionary(own[0].arguments[0], own[0].arguments[1])
    default: return .named(own)
    }
  }
}

extension UInt8 {
  /// A Boolean value indicating whether the byte may be part of an identifier; true for all bytes
  /// of non-ASCII characters.
  var isIdentifierByte: Bool {
    isASCIILetterOrDigit || self == UInt8(ascii: "_") || self >= 0x80
  }

  fileprivate var isSpaceByte: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
