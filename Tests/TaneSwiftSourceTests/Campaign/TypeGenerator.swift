import StoreConformance
import TaneCore

/// Declares types at random, as people write them.
struct TypeGenerator {
  private(set) var random: SeededGenerator
  /// The text of the declarations.
  private(set) var source = "import Foundation\n"
  /// The types that are declared so far.
  private(set) var declared: [GeneratedType] = []
  /// Whether values are read as one type after the other, of which the decoder's errors are not exact.
  let hasUnions: Bool
  private let scalars: [GeneratedType]
  private var count = 0

  init(seed: UInt64, scalars: [GeneratedType]) {
    hasUnions = !seed.isMultiple(of: 2)
    random = SeededGenerator(seed: seed)
    self.scalars = scalars
  }

  /// Declares one more type.
  mutating func declare() {
    let name = "T\(count)"
    count += 1
    switch number(below: 18) {
    case 0: declareRawValues(name)
    case 1: declareCases(name)
    case 2: declareClass(name)
    case 3: declareWrapper(name)
    case 4: declareGeneric(name)
    case 5, 6, 7: declareInitializer(name)
    case 8, 9: declareList(name)
    case 10, 11: declareVariants(name)
    case 12: hasUnions ? declareUnion(name) : declareStructure(name)
    default: declareStructure(name)
    }
  }

  private mutating func add(_ type: GeneratedType, _ text: String) {
    source += text + "\n"
    declared.append(type)
  }

  // MARK: Choices

  private mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &random)
  }

  private mutating func happens(in count: Int) -> Bool { number(below: count) == 0 }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(below: values.count)]
  }

  private mutating func names(_ range: ClosedRange<Int>) -> [String] {
    let all = [
      "id", "name", "imageURL", "shopImage", "x", "isOpen", "kind", "class", "snake_case", "url2",
      "日本", "a1B",
    ]
    return Array(all.shuffled(using: &random).prefix(Int.random(in: range, using: &random)))
  }

  private mutating func key(for name: String) -> String {
    happens(in: 3) ? pick(["shop_id", "image_url", "type", "Name", "k-1", "日"]) + name : name
  }

  private mutating func anyType(depth: Int = 0) -> GeneratedType {
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

  private static func spelled(_ name: String) -> String { name == "class" ? "`class`" : name }

  // MARK: Enumerations

  private mutating func declareRawValues(_ name: String) {
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

  private mutating func declareCases(_ name: String) {
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
    // Keys are written for all cases, or derived for all.
    let coding =
      isRenamed ? "; enum CodingKeys: String, CodingKey { \(keys.joined(separator: "; ")) }" : ""
    let type = GeneratedType(name: name) { [samples] in
      samples.randomElement(using: &$0)?.sample(&$0) ?? nil
    }
    add(type, "indirect enum \(name): Decodable { \(lines.joined(separator: "; "))\(coding) }")
  }

  // MARK: Derived initializers

  private struct Field {
    let name: String
    let key: String
    let declaration: String
    let type: GeneratedType
    /// Whether the property may be left out of the data.
    var isOptional = false
  }

  private mutating func field(_ name: String, isRenamed: Bool) -> Field {
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

  private static func codingKeys(_ fields: [Field], name: String = "CodingKeys") -> String {
    let cases = fields.map { "case \($0.name) = \"\($0.key)\"" }
    return "enum \(name): String, CodingKey { \(cases.joined(separator: "; ")) }"
  }

  private static func type(_ name: String, _ fields: [Field]) -> GeneratedType {
    GeneratedType(name: name) { random in
      .map(
        fields.compactMap { field in
          if field.isOptional, Int.random(in: 0..<4, using: &random) == 0 { return nil }
          return (field.key, field.type.sample(&random))
        }
      )
    }
  }

  private mutating func declareStructure(_ name: String) {
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
    // A derived initializer may be asked for in an extension of the same file.
    let tail = conformance.isEmpty ? "\nextension \(name): Decodable {}" : ""
    // Whatever a type holds need not be sendable.
    let text = "struct \(name)\(heading.replacing("Sendable", with: "CustomStringConvertible")) {"
    if conformance.hasSuffix("Sendable") { lines.append("var description: String { \"\" }") }
    add(Self.type(name, fields), "\(text) \(lines.joined(separator: "; ")) }\(tail)")
  }

  private mutating func declareGeneric(_ name: String) {
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

  // MARK: Written initializers

  private mutating func declareWrapper(_ name: String) {
    let content = anyType(depth: 1)
    if happens(in: 2), ["String", "Int"].contains(content.name) {
      let type = GeneratedType(name: name, isHashable: true, sample: content.sample)
      return add(
        type,
        "struct \(name): RawRepresentable, Codable, Hashable { let rawValue: \(content.name) }"
      )
    }
    let body = "value = try decoder.singleValueContainer().decode(\(content.name).self)"
    add(
      GeneratedType(name: name, sample: content.sample),
      "struct \(name): Decodable { let value: \(content.name); init(from decoder: any Decoder) throws { \(body) } }"
    )
  }

  private mutating func declareClass(_ name: String) {
    let fields = names(2...4).map { field($0, isRenamed: false) }
    let (own, inherited) = (Array(fields.prefix(1)), Array(fields.dropFirst()))
    source +=
      "class B\(name): Decodable { \(inherited.map(\.declaration).joined(separator: "; ")) }\n"
    let reads = own.map { "\($0.name) = try c.decode(\($0.type.name).self, forKey: .\($0.name))" }
    let text = """
      class \(name): B\(name) {
        \(own.map { "let \($0.name): \($0.type.name)" }.joined(separator: "; ")); \(Self.codingKeys(own, name: "Keys"))
        required init(from decoder: any Decoder) throws {
          let c = try decoder.container(keyedBy: Keys.self)
          \(reads.joined(separator: "; "))
          try super.init(from: decoder)
        }
      }
      """
    let required = own.map { Field(name: $0.name, key: $0.key, declaration: "", type: $0.type) }
    add(Self.type(name, required + inherited), text)
  }

  private mutating func declareInitializer(_ name: String) {
    let names = names(1...5)
    var (fields, properties, body) = ([Field](), [String](), [String]())
    for name in names {
      let type = anyType()
      let spelled = Self.spelled(name)
      let field = Field(name: spelled, key: key(for: name), declaration: "", type: type)
      fields.append(field)
      let read = "c.decode(\(type.name).self, forKey: .\(spelled))"
      let readIfPresent = "c.decodeIfPresent(\(type.name).self, forKey: .\(spelled))"
      switch number(below: 7) {
      case 0:
        properties.append("let \(spelled): \(type.name)?")
        body.append("\(spelled) = try? \(read)")
      case 1:
        properties.append("let \(spelled): \(type.name)?")
        body.append("\(spelled) = try \(readIfPresent)")
      case 2:
        let int = scalars.first { $0.name == "Int" } ?? type
        fields[fields.count - 1] = Field(name: spelled, key: field.key, declaration: "", type: int)
        properties.append("let \(spelled): Int")
        body.append("\(spelled) = try c.decodeIfPresent(Int.self, forKey: .\(spelled)) ?? 3")
      case 3:
        fields[fields.count - 1] = nested(field, type, &properties, &body)
      case 4:
        properties.append("let \(spelled): \(type.name)?")
        body.append(
          "if c.contains(.\(spelled)) { \(spelled) = try \(read) } else { \(spelled) = nil }"
        )
      default:
        properties.append("let \(spelled): \(type.name)")
        body.append("\(spelled) = try \(read)")
      }
    }
    let opening = "let c = try decoder.container(keyedBy: CodingKeys.self)"
    let text = """
      struct \(name): Decodable {
        \((properties + [Self.codingKeys(fields)]).joined(separator: "; "))
        init(from decoder: any Decoder) throws {
          \(opening)
          \(body.joined(separator: "\n    "))
        }
      }
      """
    let optional = fields.map {
      Field(name: $0.name, key: $0.key, declaration: "", type: $0.type, isOptional: happens(in: 6))
    }
    add(Self.type(name, optional), text)
  }

  /// A value that is read as one type after the other.
  private mutating func declareUnion(_ name: String) {
    let types = (0..<3).map { _ in anyType(depth: 1) }
    let (a, b, c) = (types[0].name, types[1].name, types[2].name)
    let container = "let c = try decoder.singleValueContainer()"
    let body = pick([
      "if let a = try? c.decode(\(a).self) { x = a; return }; do { x = try c.decode(\(b).self) } catch { x = try c.decode(\(c).self) }",
      "if let a = try? c.decode(\(a).self) { x = a } else if let b = try? c.decode(\(b).self) { x = b } else { x = try c.decode(\(c).self) }",
      "do { x = try c.decode(\(a).self) } catch { if let b = try? c.decode(\(b).self) { x = b; return }; x = try c.decode(\(c).self) }",
    ])
    add(
      GeneratedType(name: name) { random in
        types.randomElement(using: &random)?.sample(&random) ?? nil
      },
      "struct \(name): Decodable { let x: Any; init(from decoder: any Decoder) throws { \(container); \(body) } }"
    )
  }

  /// What is read by the value of a key, from the same map or from a key of it.
  private mutating func declareVariants(_ name: String) {
    let (content, count) = (anyType(depth: 1), anyType(depth: 1))
    let isText = happens(in: 2)
    let kind = isText ? "String" : "K\(name)"
    source += """
      enum K\(name): String, Decodable { case a = "A", b, c }
      struct V\(name): Decodable { let v: \(content.name); let kind: String? }

      """
    let text = """
      struct \(name): Decodable {
        let kind: \(kind); let other: Any?
        enum CodingKeys: String, CodingKey { case kind, count = "n" }
        init(from decoder: any Decoder) throws {
          let c = try decoder.container(keyedBy: CodingKeys.self)
          kind = try c.decode(\(kind).self, forKey: .kind)
          switch kind {
          case \(isText ? "\"A\"" : ".a"): other = try V\(name)(from: decoder)
          case \(isText ? "\"b\", \"B\"" : ".b"): other = try c.decode(\(count.name).self, forKey: .count)
          default: other = nil
          }
        }
      }
      """
    let type = GeneratedType(name: name) { random in
      let variants: [[(String, TreeLiteral)]] = [
        [("kind", "A"), ("v", content.sample(&random))],
        [("kind", "b"), ("n", count.sample(&random))],
        [("kind", "c"), ("n", count.sample(&random))],
      ]
      return .map(variants.randomElement(using: &random) ?? [])
    }
    add(type, text)
  }

  private mutating func declareList(_ name: String) {
    let (first, second, rest) = (anyType(depth: 1), anyType(depth: 1), anyType(depth: 1))
    let isWhole = happens(in: 2)
    let loop = pick(["while !l.isAtEnd", "for _ in 0..<max(0, (l.count ?? 0) - l.currentIndex)"])
    let text = """
      struct \(name): Decodable {
        let first: \(first.name), second: \(second.name)?
        var rest: [\(rest.name)] = []
        init(from decoder: any Decoder) throws {
          var l = try decoder.unkeyedContainer()
          first = try l.decode(\(first.name).self)
          second = try l.decodeIfPresent(\(second.name).self)
          \(isWhole ? "\(loop) { rest.append(try l.decode(\(rest.name).self)) }" : "")
        }
      }
      """
    let type = GeneratedType(name: name) { random in
      let required = [first.sample(&random)]
      guard Int.random(in: 0..<4, using: &random) > 0 else { return .list(required) }
      guard case .list(let others) = rest.list.sample(&random) else { return .list(required) }
      return .list(required + [second.sample(&random)] + others)
    }
    add(type, text)
    declareListOfMaps("L\(name)")
  }

  /// A list below a key, of which an initializer reads the maps one after the other.
  private mutating func declareListOfMaps(_ name: String) {
    let (content, other) = (anyType(depth: 1), anyType(depth: 1))
    let text = """
      struct \(name): Decodable {
        var values: [\(content.name)] = [], others: [\(other.name)?] = []
        enum CodingKeys: String, CodingKey { case list = "l", value = "v", other = "o" }
        init(from decoder: any Decoder) throws {
          let c = try decoder.container(keyedBy: CodingKeys.self)
          var l = try c.nestedUnkeyedContainer(forKey: .list)
          while !l.isAtEnd {
            let item = try l.nestedContainer(keyedBy: CodingKeys.self)
            values.append(try item.decode(\(content.name).self, forKey: .value))
            others.append(try item.decodeIfPresent(\(other.name).self, forKey: .other))
          }
        }
      }
      """
    let item = GeneratedType(name: "") { random in
      .map([("v", content.sample(&random)), ("o", other.optional.sample(&random))])
    }
    add(GeneratedType(name: name) { .map([("l", item.list.sample(&$0))]) }, text)
  }

  private mutating func nested(
    _ field: Field,
    _ type: GeneratedType,
    _ properties: inout [String],
    _ body: inout [String]
  ) -> Field {
    let (key, keys) = (pick(["x", "y_z"]), "Keys\(properties.count)")
    properties.append(
      "let \(field.name): \(type.name); enum \(keys): String, CodingKey { case inner = \"\(key)\" }"
    )
    body.append(
      "let n\(properties.count) = try c.nestedContainer(keyedBy: \(keys).self, forKey: .\(field.name))"
    )
    body.append(
      "\(field.name) = try n\(properties.count).decode(\(type.name).self, forKey: .inner)"
    )
    let content = GeneratedType(name: "") { random in .map([(key, type.sample(&random))]) }
    return Field(name: field.name, key: field.key, declaration: "", type: content)
  }
}
