import TestSupport
import TaneCore

// Declarations of types with a custom init(from:).
extension TypeGenerator {
  mutating func declareWrapper(_ name: String) {
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

  mutating func declareClass(_ name: String) {
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

  /// Declares properties with wrappers: one with a custom initializer, one with a synthesized
  /// initializer, and one with a default.
  mutating func declarePropertyWrapper(_ name: String) {
    let (own, derived, missing) = (anyType(depth: 1), anyType(depth: 1), anyType(depth: 1))
    let written = happens(in: 2) ? "<\(own.name)>" : ""
    let text = """
      @propertyWrapper struct W\(name)<Value: Decodable>: Decodable {
        var wrappedValue: Value
        init(from decoder: any Decoder) throws {
          wrappedValue = try decoder.singleValueContainer().decode(Value.self)
        }
      }
      @propertyWrapper struct D\(name)<Value: Decodable>: Decodable { private var value: Value; var wrappedValue: Value { value } }
      @propertyWrapper struct M\(name)<Value: Decodable>: Decodable { var wrappedValue: Value? }
      typealias A\(name) = M\(name)<\(missing.name)>
      extension KeyedDecodingContainer {
        func decode<T>(_ type: M\(name)<T>.Type, forKey key: Key) throws -> M\(name)<T> {
          try decodeIfPresent(type, forKey: key) ?? M\(name)(wrappedValue: nil)
        }
      }
      struct \(name): Decodable {
        @W\(name)\(written) var own: \(own.name)
        @D\(name) var derived: \(derived.name)
        \(happens(in: 3) ? "@A\(name) var missing: \(missing.name)?" : "")
      }
      """
    let type = GeneratedType(name: name) { random in
      .map([
        ("own", own.sample(&random)), ("derived", .map([("value", derived.sample(&random))])),
      ])
    }
    add(type, text)
  }

  /// Declares keys that are decoded with super decoders.
  mutating func declareNestedDecoders(_ name: String) {
    let (inherited, other) = (anyType(depth: 1), anyType(depth: 1))
    let text = """
      class B\(name): Decodable { let inherited: \(inherited.name) }
      struct O\(name): Decodable { let other: \(other.name) }
      class \(name): B\(name) {
        let other: O\(name)
        enum CodingKeys: String, CodingKey { case other = "o" }
        required init(from decoder: any Decoder) throws {
          let c = try decoder.container(keyedBy: CodingKeys.self)
          other = try O\(name)(from: c.superDecoder(forKey: .other))
          try super.init(from: c.superDecoder())
        }
      }
      """
    let type = GeneratedType(name: name) { random in
      .map([
        ("super", .map([("inherited", inherited.sample(&random))])),
        ("o", .map([("other", other.sample(&random))])),
      ])
    }
    add(type, text)
  }

  /// Declares properties without type annotations, whose types follow from the members that are
  /// their values.
  mutating func declareMembers(_ name: String) {
    let text = """
      enum K\(name): String, Decodable { case a = "A", b; static let size = 3 }
      struct \(name): Decodable {
        var kind = K\(name).a, size = K\(name).size, limit = Int.max, site = URL(string: "https://a.example")!
      }
      """
    let site = scalars.first { $0.name == "URL" }
    let type = GeneratedType(name: name) { random in
      .map([
        ("kind", .string(["A", "b", "c"].randomElement(using: &random) ?? "A")), ("size", 1),
        ("limit", 2), ("site", site?.sample(&random) ?? "https://b.example"),
      ])
    }
    add(type, text)
  }

  mutating func declareInitializer(_ name: String) {
    let names = names(1...5)
    var (fields, properties, body) = ([Field](), [String](), [String]())
    for name in names {
      let type = anyType()
      let spelled = Self.spelled(name)
      let field = Field(name: spelled, key: key(for: name), declaration: "", type: type)
      fields.append(field)
      let read = "c.decode(\(type.name).self, forKey: .\(spelled))"
      let readIfPresent = "c.decodeIfPresent(\(type.name).self, forKey: .\(spelled))"
      switch number(below: 9) {
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
      case 5:
        properties.append("let \(spelled): Any")
        body.append(
          "if let list = try? c.decode([Bool].self, forKey: .\(spelled)) { \(spelled) = list } else if let"
            + " text = try? c.decode(String.self, forKey: .\(spelled)), let number = Int(text) {"
            + " \(spelled) = number } else { \(spelled) = try \(read) }"
        )
      case 6:
        let text = GeneratedType(name: "") { random in
          ["12", "-1"].randomElement(using: &random) ?? "x"
        }
        fields[fields.count - 1] = Field(name: spelled, key: field.key, declaration: "", type: text)
        properties.append("let \(spelled): Int")
        let failure =
          "DecodingError.dataCorruptedError(forKey: .\(spelled), in: c, debugDescription: \"\")"
        body.append(
          "guard let n\(properties.count) = Int(try c.decode(String.self, forKey: .\(spelled))) else {"
            + " throw \(failure) }; \(spelled) = n\(properties.count)"
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

  /// Declares a value that is decoded as one type after another until one succeeds.
  mutating func declareUnion(_ name: String) {
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

  /// Declares a type whose decoded keys depend on the value of a key.
  mutating func declareVariants(_ name: String) {
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

  mutating func declareList(_ name: String) {
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

  /// Declares a list below a key, whose maps an initializer decodes one after another.
  mutating func declareListOfMaps(_ name: String) {
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

  mutating func nested(
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
