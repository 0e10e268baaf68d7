import TestSupport
import TaneCore

/// A generator of random type declarations, like those that people write.
struct TypeGenerator {
  var random: SeededGenerator
  /// The source code of the declarations.
  var source = "import Foundation\n"
  /// The types declared so far.
  var declared: [GeneratedType] = []
  /// A Boolean value indicating whether values may be decoded as one of several types, for which
  /// the decoder's errors are not exact.
  let hasUnions: Bool
  let scalars: [GeneratedType]
  private var count = 0

  init(seed: UInt64, scalars: [GeneratedType]) {
    hasUnions = !seed.isMultiple(of: 2)
    random = SeededGenerator(seed: seed)
    self.scalars = scalars
  }

  /// Declares another type.
  mutating func declare() {
    let name = "T\(count)"
    count += 1
    switch number(below: 21) {
    case 0: declareRawValues(name)
    case 1: declareCases(name)
    case 2: declareClass(name)
    case 3: declareWrapper(name)
    case 4: declareGeneric(name)
    case 5, 6, 7: declareInitializer(name)
    case 8, 9: declareList(name)
    case 10, 11: declareVariants(name)
    case 18: declarePropertyWrapper(name)
    case 19: declareNestedDecoders(name)
    case 20: declareMembers(name)
    case 12: hasUnions ? declareUnion(name) : declareStructure(name)
    default: declareStructure(name)
    }
  }

  mutating func add(_ type: GeneratedType, _ text: String) {
    source += text + "\n"
    declared.append(type)
  }

  // MARK: Choices

  mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &random)
  }

  mutating func happens(in count: Int) -> Bool { number(below: count) == 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(below: values.count)]
  }

  mutating func names(_ range: ClosedRange<Int>) -> [String] {
    let all = [
      "id", "name", "imageURL", "shopImage", "x", "isOpen", "kind", "class", "snake_case", "url2",
      "日本", "a1B",
    ]
    return Array(all.shuffled(using: &random).prefix(Int.random(in: range, using: &random)))
  }

  mutating func key(for name: String) -> String {
    happens(in: 3) ? pick(["shop_id", "image_url", "type", "Name", "k-1", "日"]) + name : name
  }

  mutating func anyType(depth: Int = 0) -> GeneratedType {
    switch number(below: depth > 1 ? 8 : 16) {
    case 0...3: return pick(scalars)
    case 4...7: return declared.isEmpty ? pick(scalars) : pick(declared)
    case 8: return pick(GeneratedType.lists)
    case 9: return anyType(depth: depth + 1).optional
    case 10, 11: return anyType(depth: depth + 1).list
    case 12: return anyType(depth: depth + 1).dictionary(of: "String", ["a", "b_c", "1", "日"])
    case 13: return anyType(depth: depth + 1).dictionary(of: "Int", ["1", "-2", "+3"])
    case 14: return pick(scalars).set
    default: return anyType(depth: depth + 1).pairs(of: pick(scalars))
    }
  }

  static func spelled(_ name: String) -> String { name == "class" ? "`class`" : name }

  // MARK: Enumerations

  mutating func declareRawValues(_ name: String) {
    let cases = names(1...4)
    let isText = !happens(in: 3)
    var (lines, values, next) = ([String](), [TreeLiteral](), 0)
    for name in cases {
      let hasValue = happens(in: 2)
      if isText {
        let value = hasValue ? key(for: name) : name
        lines.append("case \(Self.spelled(name))" + (hasValue ? " = \"\(value)\"" : ""))
        values.append(.string(value))
      } else {
        if hasValue { next += 5 }
        lines.append("case \(Self.spelled(name))" + (hasValue ? " = \(next)" : ""))
        values.append(.integer(Int64(next)))
        next += 1
      }
    }
    let isKey = isText && happens(in: 2)
    let heading = "\(isText ? "String" : "Int"), Codable\(isKey ? ", CodingKeyRepresentable" : "")"
    let type = GeneratedType(name: name, isHashable: true) { [values] in
      values.randomElement(using: &$0) ?? nil
    }
    add(type, "enum \(name): \(heading) { \(lines.joined(separator: "; ")) }")
    let content = anyType(depth: 2)
    let keys = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    declared.append(isKey ? content.dictionary(of: name, keys) : content.pairs(of: type))
  }

  mutating func declareCases(_ name: String) {
    var (lines, keys, samples) = ([String](), [String](), [GeneratedType]())
    var isRenamed = happens(in: 3)
    for caseName in names(1...3) {
      let parameters = names(0...2).map {
        (label: happens(in: 3) ? nil : $0, type: anyType(depth: 1))
      }
      let list = parameters.map { label, type in
        (label.map { "\(Self.spelled($0)): " } ?? "") + type.name
      }
      let text = list.isEmpty ? "" : "(\(list.joined(separator: ", ")))"
      lines.append("case \(Self.spelled(caseName))\(text)")
      let key = isRenamed ? key(for: caseName) : caseName
      keys.append("case \(Self.spelled(caseName)) = \"\(key)\"")
      let fields = parameters.enumerated().map { ($1.label ?? "_\($0)", $1.type) }
      samples.append(
        GeneratedType(name: "") { random in
          .map([(key, .map(fields.map { ($0, $1.sample(&random)) }))])
        }
      )
      if happens(in: 9) { isRenamed = true }
    }
    // Either all cases have coding keys, or none has.
    let coding =
      isRenamed ? "; enum CodingKeys: String, CodingKey { \(keys.joined(separator: "; ")) }" : ""
    let type = GeneratedType(name: name) { [samples] in
      samples.randomElement(using: &$0)?.sample(&$0) ?? nil
    }
    add(type, "indirect enum \(name): Decodable { \(lines.joined(separator: "; "))\(coding) }")
  }

  // MARK: Derived initializers

  struct Field {
    let name: String
    let key: String
    let declaration: String
    let type: GeneratedType
    /// A Boolean value indicating whether the property may be missing from the data.
    var isOptional = false
  }

  mutating func field(_ name: String, isRenamed: Bool) -> Field {
    let type = anyType()
    let key = isRenamed ? key(for: name) : name
    let spelled = Self.spelled(name)
    switch number(below: 8) {
    case 0:
      let choices = [
        ("0", "Int"), ("0.5", "Double"), ("\"a\"", "String"), ("true", "Bool"), ("[1, 2]", "[Int]"),
      ]
      let (value, name) = pick(choices)
      let inferred = scalars.first { $0.name == name }
      let list = scalars.first { $0.name == "Int" }?.list ?? type
      return Field(
        name: spelled,
        key: key,
        declaration: "var \(spelled) = \(value)",
        type: inferred ?? list
      )
    case 1, 2:
      let declaration = "\(pick(["let", "var"])) \(spelled): \(type.name)?"
      return Field(
        name: spelled,
        key: key,
        declaration: declaration,
        type: type.optional,
        isOptional: true
      )
    default:
      let isOptional = type.name.hasSuffix("?")
      let declaration = "\(pick(["let", "var"])) \(spelled): \(type.name)"
      return Field(
        name: spelled,
        key: key,
        declaration: declaration,
        type: type,
        isOptional: isOptional
      )
    }
  }

  static func codingKeys(_ fields: [Field], name: String = "CodingKeys") -> String {
    let cases = fields.map { "case \($0.name) = \"\($0.key)\"" }
    return "enum \(name): String, CodingKey { \(cases.joined(separator: "; ")) }"
  }

  static func type(_ name: String, _ fields: [Field]) -> GeneratedType {
    GeneratedType(name: name) { random in
      .map(
        fields.compactMap { field in
          if field.isOptional, Int.random(in: 0..<4, using: &random) == 0 { return nil }
          return (field.key, field.type.sample(&random))
        }
      )
    }
  }

  mutating func declareStructure(_ name: String) {
    let isRenamed = happens(in: 2)
    let fields = names(1...5).map { field($0, isRenamed: isRenamed) }
    var lines = fields.map(\.declaration)
    if isRenamed {
      lines.append(Self.codingKeys(fields))
      if happens(in: 3) { lines.append("var cache = 0") }
    } else {
      if happens(in: 4) { lines.append("let version = 3") }
      if happens(in: 4) { lines.append("var parts: [\(name)]?") }
    }
    if happens(in: 5) { lines.append("var computed: Int { 1 }; static let shared = 1") }
    let conformance = pick(["Decodable", "Decodable & Sendable", ""])
    let heading = conformance.isEmpty ? "" : ": \(conformance)"
    // An extension in the same file may request the synthesized initializer.
    let tail = conformance.isEmpty ? "\nextension \(name): Decodable {}" : ""
    // The properties of the type need not be sendable.
    let text = "struct \(name)\(heading.replacing("Sendable", with: "CustomStringConvertible")) {"
    if conformance.hasSuffix("Sendable") { lines.append("var description: String { \"\" }") }
    add(Self.type(name, fields), "\(text) \(lines.joined(separator: "; ")) }\(tail)")
  }

  mutating func declareGeneric(_ name: String) {
    let (content, other) = (anyType(depth: 1), anyType(depth: 1))
    let lines = "let value: Value; let others: [Value]?; let next: [\(name)<Value>]?"
    source += "struct \(name)<Value: Decodable>: Decodable { \(lines) }\n"
    source += "typealias A\(name) = \(name)<\(content.name)>\n"
    for (argument, spelled) in [(content, "A\(name)"), (other, "\(name)<\(other.name)>")] {
      let type = GeneratedType(name: spelled) { random in
        .map([("value", argument.sample(&random)), ("others", argument.list.sample(&random))])
      }
      declared.append(type)
    }
  }
}
