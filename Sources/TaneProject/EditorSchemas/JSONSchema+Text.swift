import TaneCore
import TaneFormats

extension JSONSchema {
  /// Returns the schema as a JSON document, with a trailing line break.
  ///
  /// - Throws: `JSONWriter.UnrepresentableNodeError` if JSON cannot represent a value or an example.
  package func text() throws -> String {
    var entries = keywords
    entries.append(("$schema", "https://json-schema.org/draft/2020-12/schema"))
    if !definitions.isEmpty {
      let schemas = definitions.sorted { $0.key < $1.key }.map { ($0.key, $0.value.literal) }
      entries.append(("$defs", .map(schemas)))
    }
    return try JSONWriter(.pretty, keyOrder: .key).write(Tree(.map(entries)))
  }

  fileprivate var literal: TreeLiteral {
    let isPlain = description == nil && title == nil && examples.isEmpty && !isNullable
    return switch shape {
    case .anything where isPlain: .bool(true)
    case .nothing where isPlain: .bool(false)
    default: .map(keywords)
    }
  }

  private var keywords: [(String, TreeLiteral)] {
    var entries = isNullable ? nullableKeywords : shape.keywords
    if let title { entries.append(("title", .string(title))) }
    if let description { entries.append(("description", .string(description))) }
    if !examples.isEmpty { entries.append(("examples", .list(examples))) }
    return entries
  }

  private var nullableKeywords: [(String, TreeLiteral)] {
    let null = JSONSchema(.null)
    switch shape {
    case .anything, .null: return shape.keywords
    case .nothing: return null.shape.keywords
    case .values(let values): return Shape.values(values + [.null]).keywords
    case .anyOf(let schemas): return Shape.anyOf(schemas + [null]).keywords
    case .reference: return Shape.anyOf([JSONSchema(shape), null]).keywords
    default:
      return shape.keywords.map { name, value in
        name == "type" ? (name, .list([value, "null"])) : (name, value)
      }
    }
  }
}

extension JSONSchema.Shape {
  fileprivate var keywords: [(String, TreeLiteral)] {
    switch self {
    case .anything: []
    case .nothing: [("not", .map([]))]
    case .null: [("type", "null")]
    case .boolean: [("type", "boolean")]
    case .integer(let minimum, let maximum):
      [("type", "integer")]
        + (minimum.map { [("minimum", .integer($0))] } ?? [])
        + (maximum.map { [("maximum", .integer($0))] } ?? [])
    case .number: [("type", "number")]
    case .string(let pattern, let format):
      [("type", "string")]
        + (pattern.map { [("pattern", .string($0))] } ?? [])
        + (format.map { [("format", .string($0))] } ?? [])
    case .values(let values): [("enum", .list(values))]
    case .list(let elements): [("type", "array"), ("items", elements.literal)]
    case .map(let map): map.keywords
    case .anyOf(let schemas): [("anyOf", .list(schemas.map(\.literal)))]
    case .reference(let name): [("$ref", .string("#/$defs/\(name.asReferenceToken)"))]
    }
  }
}

extension JSONSchema.Map {
  fileprivate var keywords: [(String, TreeLiteral)] {
    var entries: [(String, TreeLiteral)] = [("type", "object")]
    if !properties.isEmpty {
      entries.append(("properties", .map(properties.map { ($0.key, $0.schema.literal) })))
    }
    let required = properties.filter(\.isRequired).map { TreeLiteral.string($0.key) }
    if !required.isEmpty { entries.append(("required", .list(required))) }
    if let keyPattern {
      entries.append(("propertyNames", .map([("pattern", .string(keyPattern))])))
    }
    if case .anything = others.shape, others.description == nil { return entries }
    return entries + [("additionalProperties", others.literal)]
  }
}

extension String {
  /// The text as a token of a JSON Pointer in a URI's fragment (RFC 6901, section 6).
  fileprivate var asReferenceToken: String {
    let pointer = utf8.reduce(into: [UInt8]()) { bytes, byte in
      switch byte {
      case UInt8(ascii: "~"): bytes += Array("~0".utf8)
      case UInt8(ascii: "/"): bytes += Array("~1".utf8)
      default: bytes.append(byte)
      }
    }
    return pointer.map { byte in
      byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + byte.hexadecimal.uppercased()
    }.joined()
  }
}
