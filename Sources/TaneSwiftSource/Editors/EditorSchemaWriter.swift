import TaneCore
import TaneMapping
import TaneProject

/// A converter from types to JSON Schema, which writes a definition for each combination of a type
/// and generic arguments.
struct EditorSchemaWriter {
  private let types: [String: LockedType]
  private let unreadKeys: [String: Set<String>]
  private let rules: ReadingRules
  /// The definitions of types, keyed by name with generic arguments.
  private var definitions: [String: JSONSchema] = [:]

  /// The types whose definitions have not been written yet.
  private var pending: [Instance] = []
  private var counts: [String: Int] = [:]

  /// The maximum number of definitions of a type; without it, a generic type that contains itself
  /// with ever longer arguments would have endless definitions.
  private static let maximumCount = 50

  /// A type with its generic arguments.
  private struct Instance {
    let definition: String
    let name: String
    let type: LockedType
    let parameters: [String: TypeReference]
  }

  init(types: [String: LockedType], unreadKeys: [String: Set<String>], rules: ReadingRules) {
    self.types = types
    self.unreadKeys = unreadKeys
    self.rules = rules
  }

  /// Returns the schema of a type, with definitions of the types that it refers to.
  mutating func document(for type: TypeReference) -> JSONSchema {
    var root = schema(of: type, [:])
    while let next = pending.popLast() {
      definitions[next.definition] = schema(of: next.type, next.name, next.parameters)
    }
    root.definitions = definitions
    return root
  }

  /// Returns the schema of a type with its generic parameters replaced by arguments.
  private mutating func schema(
    of type: TypeReference,
    _ parameters: [String: TypeReference]
  ) -> JSONSchema {
    switch type.substituting(parameters) {
    case .other: return .anything
    case .optional(let type): return schema(of: type, parameters).nullable
    case .array(let type), .set(let type): return .list(of: schema(of: type, parameters))
    case .dictionary(let key, let value): return dictionary(key, schema(of: value, parameters))
    case .named(let names):
      let name = names.map(\.text).joined(separator: ".")
      guard let declared = types[name] else {
        return KnownType(name: name).map { schema(of: $0) } ?? .anything
      }
      let arguments = names.flatMap(\.arguments)
      return reference(to: name, declared, arguments, parameters)
    }
  }

  private func dictionary(_ key: TypeReference, _ value: JSONSchema) -> JSONSchema {
    switch key.dottedName {
    case "String": .dictionary(of: value)
    case "Int": .dictionary(of: value, keyPattern: "^[+-]?[0-9]+$")
    // The conformances of the key type determine whether a map or a list is decoded.
    default: .anything
    }
  }

  // MARK: Declared types

  private mutating func reference(
    to name: String,
    _ type: LockedType,
    _ arguments: [TypeReference],
    _ outer: [String: TypeReference]
  ) -> JSONSchema {
    // Within a generic type, its name without arguments refers to the type with the same arguments.
    var parameters = outer.filter { type.parameters.contains($0.key) }
    for (parameter, argument) in zip(type.parameters.reversed(), arguments.reversed()) {
      parameters[parameter] = argument
    }
    let list = type.parameters.map { parameters[$0]?.description ?? $0 }
    let definition = list.isEmpty ? name : "\(name)<\(list.joined(separator: ", "))>"
    if definitions[definition] == nil {
      guard counts[name, default: 0] < Self.maximumCount else { return .anything }
      counts[name, default: 0] += 1
      definitions[definition] = .anything
      pending.append(
        Instance(definition: definition, name: name, type: type, parameters: parameters)
      )
    }
    return .reference(definition)
  }

  private mutating func schema(
    of type: LockedType,
    _ name: String,
    _ parameters: [String: TypeReference]
  ) -> JSONSchema {
    switch type.form {
    case .unknown: return .anything
    case .fields(let fields):
      let unread = unreadKeys[name] ?? []
      // A type without keys decodes any value.
      guard !fields.fields.isEmpty || !unread.isEmpty else { return .anything }
      return map(fields, name, parameters, unread: unread)
    case .cases(let cases):
      return .anyOf(
        cases.sorted { $0.key < $1.key }.map { key, fields in
          let content = map(fields, name, parameters)
          return .map([.required(key, content)], others: .nothing)
        }
      )
    case .rawValues(let raw, let values):
      guard !values.isEmpty else { return schema(of: raw, parameters) }
      if raw.dottedName == "String" { return .texts(values) }
      let numbers = values.compactMap { value -> TreeLiteral? in
        Int64(value).map { .integer($0) } ?? Double(value).map { .double($0) }
      }
      return JSONSchema(.values(numbers))
    }
  }

  private mutating func map(
    _ fields: LockedFields,
    _ owner: String,
    _ parameters: [String: TypeReference],
    unread: Set<String> = []
  ) -> JSONSchema {
    let isConverted = rules.keys == .convertFromSnakeCase
    let known = fields.fields.sorted { $0.key < $1.key }
    var properties = known.compactMap { codingKey, field -> JSONSchema.Property? in
      guard let key = dataKey(for: codingKey) else { return nil }
      let (schema, isRequired) = content(of: field, owner, parameters)
      return JSONSchema.Property(
        key: key,
        schema: schema,
        // Other keys in the data may be converted to the same coding key.
        isRequired: isRequired && !isConverted
      )
    }
    properties += unread.sorted().map { .optional($0, .anything) }
    return .map(properties, others: fields.isOpen || isConverted ? .anything : .nothing)
  }

  /// Returns the key in the data that the decoder converts to a coding key, or nil if there is
  /// none.
  private func dataKey(for codingKey: String) -> String? {
    guard rules.keys == .convertFromSnakeCase else { return codingKey }
    // A run of capitals is lost in the conversion: `image_url` becomes `imageUrl`, not `imageURL`.
    return [SnakeCase.snakeCase(from: codingKey), codingKey]
      .first { SnakeCase.camelCase(from: $0) == codingKey }
  }

  private mutating func content(
    of field: LockedField,
    _ owner: String,
    _ parameters: [String: TypeReference]
  ) -> (schema: JSONSchema, isRequired: Bool) {
    let schema: JSONSchema
    var type = ""
    switch field.content {
    case .unknown: schema = .anything
    case .fields(let fields): schema = map(fields, owner, parameters)
    case .type(let reference):
      type = " (\(reference.substituting(parameters)))"
      schema = self.schema(of: reference, parameters)
    }
    let text = "\(owner).\(field.property)\(type)"
    switch field.presence {
    case .required: return (schema.described(text), true)
    case .optional: return (schema.nullable.described(text), false)
    case .tolerated: return (JSONSchema.anything.described(text), false)
    }
  }

  // MARK: Known types

  private func schema(of type: KnownType) -> JSONSchema {
    switch type {
    case .bool: .boolean
    case .string, .text: .string()
    case .integer(let width): .integer(minimum: width.minimum, maximum: width.maximum)
    case .float, .double: number
    case .decimal: .number
    case .url: .string(format: "uri-reference")
    case .uuid: .string(format: "uuid")
    case .date: date
    case .data: data
    case .numbers: .list(of: number)
    case .timestamp, .serverTimestamp: time
    case .geopoint:
      .map([.required("latitude", .number), .required("longitude", .number)], others: .nothing)
    case .reference: .string()
    case .bounds, .unchecked: .anything
    }
  }

  /// The schema of floating-point numbers, with the strings that represent non-finite numbers.
  private var number: JSONSchema {
    guard !rules.nonFiniteNumbers.isEmpty else { return .number }
    return .anyOf([.number, .texts(rules.nonFiniteNumbers.sorted())])
  }

  /// The schema of the text after `!timestamp`, or of null after `!server-timestamp`.
  private var time: JSONSchema { .string().nullable }

  private var date: JSONSchema {
    switch rules.dates {
    case .deferredToDate where rules.readsDocuments: time
    case .deferredToDate, .secondsSince1970, .millisecondsSince1970: number
    case .iso8601: .string(format: "date-time")
    case .unchecked: .anything
    }
  }

  private var data: JSONSchema {
    switch rules.data {
    case .base64: .string()
    case .deferredToData: .list(of: .integer(minimum: 0, maximum: 255))
    case .unchecked: .anything
    }
  }
}

extension IntegerWidth {
  /// The minimum value, or nil if the type can represent every negative 64-bit integer.
  fileprivate var minimum: Int64? {
    switch self {
    case .int8: Int64(Int8.min)
    case .int16: Int64(Int16.min)
    case .int32: Int64(Int32.min)
    case .int, .int64, .int128: nil
    case .uint, .uint8, .uint16, .uint32, .uint64, .uint128: 0
    }
  }

  /// The maximum value, or nil if the type can represent every positive 64-bit integer.
  fileprivate var maximum: Int64? {
    switch self {
    case .int8: Int64(Int8.max)
    case .int16: Int64(Int16.max)
    case .int32: Int64(Int32.max)
    case .uint8: Int64(UInt8.max)
    case .uint16: Int64(UInt16.max)
    case .uint32: Int64(UInt32.max)
    case .int, .int64, .int128, .uint, .uint64, .uint128: nil
    }
  }
}
