public import TaneCore

/// A schema of JSON or YAML values, as editors use it to complete and to underline what people write.
///
/// It is written in the vocabulary of JSON Schema 2020-12 (https://json-schema.org/draft/2020-12).
///
/// ```swift
/// let shop = JSONSchema.map(
///   [.required("id", .integer()), .optional("name", .string().described("On the signboard."))],
///   others: .nothing
/// )
/// let text = try JSONSchema.list(of: shop).text()
/// ```
public struct JSONSchema: Sendable {
  /// The values that a schema allows.
  public indirect enum Shape: Sendable {
    /// Every value.
    case anything
    /// No value at all.
    case nothing
    /// Null.
    case null
    /// True and false.
    case boolean
    /// Whole numbers, within limits where there are any.
    case integer(minimum: Int64?, maximum: Int64?)
    /// Numbers of any kind.
    case number
    /// Text, in a pattern of ECMAScript or a format of JSON Schema where there is one.
    case string(pattern: String?, format: String?)
    /// A few values.
    case values([TreeLiteral])
    /// Lists.
    case list(of: JSONSchema)
    /// Maps.
    case map(Map)
    /// Any value that at least one of several schemas allows.
    case anyOf([JSONSchema])
    /// A reference to a schema that the document defines under a name.
    case reference(String)
  }

  /// The schema of a map.
  public struct Map: Sendable {
    /// The keys with a schema of their own.
    public var properties: [Property]
    /// The schema of all other keys.
    public var others: JSONSchema
    /// The pattern of every key as an ECMAScript expression, or nil for any text.
    public var keyPattern: String?

    /// Creates what maps hold.
    public init(properties: [Property], others: JSONSchema, keyPattern: String? = nil) {
      self.properties = properties
      self.others = others
      self.keyPattern = keyPattern
    }
  }

  /// A key of maps.
  public struct Property: Sendable {
    /// The key.
    public var key: String
    /// The schema of the property's value.
    public var schema: JSONSchema
    /// A Boolean value indicating whether the property is required.
    public var isRequired: Bool

    /// Creates a key.
    public init(key: String, schema: JSONSchema, isRequired: Bool) {
      self.key = key
      self.schema = schema
      self.isRequired = isRequired
    }

    /// A key that must be there.
    public static func required(_ key: String, _ schema: JSONSchema) -> Property {
      Property(key: key, schema: schema, isRequired: true)
    }

    /// A key that may be left out.
    public static func optional(_ key: String, _ schema: JSONSchema) -> Property {
      Property(key: key, schema: schema, isRequired: false)
    }
  }

  /// The values that the schema allows.
  public var shape: Shape
  /// A Boolean value indicating whether null is allowed as well.
  public var isNullable = false
  /// A name for the values, shown as a heading.
  public var title: String?
  /// The description shown beside the values.
  public var description: String?
  /// Values that an editor can offer.
  public var examples: [TreeLiteral] = []
  /// The schemas that references of the document name; only the outermost schema's count.
  public var definitions: [String: JSONSchema] = [:]

  /// Creates a schema.
  public init(_ shape: Shape) { self.shape = shape }
}

extension JSONSchema {
  /// Every value.
  public static let anything = JSONSchema(.anything)
  /// No value at all.
  public static let nothing = JSONSchema(.nothing)
  /// True and false.
  public static let boolean = JSONSchema(.boolean)
  /// Numbers of any kind.
  public static let number = JSONSchema(.number)

  /// Whole numbers, within limits where there are any.
  public static func integer(minimum: Int64? = nil, maximum: Int64? = nil) -> JSONSchema {
    JSONSchema(.integer(minimum: minimum, maximum: maximum))
  }

  /// Text, in a pattern of ECMAScript or a format of JSON Schema where there is one.
  public static func string(pattern: String? = nil, format: String? = nil) -> JSONSchema {
    JSONSchema(.string(pattern: pattern, format: format))
  }

  /// A few texts.
  public static func texts(_ texts: [String]) -> JSONSchema {
    JSONSchema(.values(texts.map { .string($0) }))
  }

  /// Lists.
  public static func list(of elements: JSONSchema) -> JSONSchema { JSONSchema(.list(of: elements)) }

  /// Maps with keys of their own; other keys hold what `others` allows.
  public static func map(_ properties: [Property], others: JSONSchema = .anything) -> JSONSchema {
    JSONSchema(.map(Map(properties: properties, others: others)))
  }

  /// Maps whose keys are data.
  public static func dictionary(of values: JSONSchema, keyPattern: String? = nil) -> JSONSchema {
    JSONSchema(.map(Map(properties: [], others: values, keyPattern: keyPattern)))
  }

  /// Returns a schema that allows the values of at least one of several schemas.
  public static func anyOf(_ schemas: [JSONSchema]) -> JSONSchema { JSONSchema(.anyOf(schemas)) }

  /// Returns a reference to a schema that the document defines under a name.
  public static func reference(_ name: String) -> JSONSchema { JSONSchema(.reference(name)) }

  /// The same schema with null allowed.
  public var nullable: JSONSchema {
    var schema = self
    schema.isNullable = true
    return schema
  }

  /// The same schema with what the values mean, and values to offer.
  public func described(_ text: String, examples: [TreeLiteral] = []) -> JSONSchema {
    var schema = self
    schema.description = text
    schema.examples = examples
    return schema
  }
}
