package import TaneCore

/// A schema of JSON or YAML values, which editors use for completion and validation.
///
/// It uses the vocabulary of JSON Schema 2020-12 (https://json-schema.org/draft/2020-12).
///
/// ```swift
/// let shop = JSONSchema.map(
///   [.required("id", .integer()), .optional("name", .string().described("On the signboard."))],
///   others: .nothing
/// )
/// let text = try JSONSchema.list(of: shop).text()
/// ```
package struct JSONSchema: Sendable {
  /// The values that a schema allows.
  package indirect enum Shape: Sendable {
    /// Any value.
    case anything
    /// No value.
    case nothing
    case null
    case boolean
    /// An integer, optionally with a minimum and a maximum.
    case integer(minimum: Int64?, maximum: Int64?)
    case number
    /// A string, optionally with an ECMAScript pattern or a JSON Schema format.
    case string(pattern: String?, format: String?)
    /// One of several values.
    case values([TreeLiteral])
    case list(of: JSONSchema)
    case map(Map)
    /// A value that at least one of several schemas allows.
    case anyOf([JSONSchema])
    /// A reference to a named schema in the document.
    case reference(String)
  }

  package struct Map: Sendable {
    /// The properties of the map, each with its own schema.
    package var properties: [Property]
    /// The schema for the values of all other keys.
    package var others: JSONSchema
    /// The ECMAScript pattern that every key must match, or nil to allow any key.
    package var keyPattern: String?

    package init(properties: [Property], others: JSONSchema, keyPattern: String? = nil) {
      self.properties = properties
      self.others = others
      self.keyPattern = keyPattern
    }
  }

  /// A property of a map.
  package struct Property: Sendable {
    package var key: String
    package var schema: JSONSchema
    /// A Boolean value indicating whether the property is required.
    package var isRequired: Bool

    package init(key: String, schema: JSONSchema, isRequired: Bool) {
      self.key = key
      self.schema = schema
      self.isRequired = isRequired
    }

    package static func required(_ key: String, _ schema: JSONSchema) -> Property {
      Property(key: key, schema: schema, isRequired: true)
    }

    package static func optional(_ key: String, _ schema: JSONSchema) -> Property {
      Property(key: key, schema: schema, isRequired: false)
    }
  }

  /// The values that the schema allows.
  package var shape: Shape
  /// A Boolean value indicating whether null is allowed as well.
  package var isNullable = false
  /// A name for the values, shown as a heading.
  package var title: String?
  /// The description shown next to the values.
  package var description: String?
  /// The examples that editors suggest for completion.
  package var examples: [TreeLiteral] = []
  /// The named schemas that references in the document can use; only the definitions of the
  /// outermost schema apply.
  package var definitions: [String: JSONSchema] = [:]

  package init(_ shape: Shape) { self.shape = shape }
}

extension JSONSchema {
  /// A schema that allows any value.
  package static let anything = JSONSchema(.anything)
  /// A schema that allows no value.
  package static let nothing = JSONSchema(.nothing)
  package static let boolean = JSONSchema(.boolean)
  package static let number = JSONSchema(.number)

  /// Returns a schema of integers, optionally with a minimum and a maximum.
  package static func integer(minimum: Int64? = nil, maximum: Int64? = nil) -> JSONSchema {
    JSONSchema(.integer(minimum: minimum, maximum: maximum))
  }

  /// Returns a schema of strings, optionally with an ECMAScript pattern or a JSON Schema format.
  package static func string(pattern: String? = nil, format: String? = nil) -> JSONSchema {
    JSONSchema(.string(pattern: pattern, format: format))
  }

  /// Returns a schema that allows any of several strings.
  package static func texts(_ texts: [String]) -> JSONSchema {
    JSONSchema(.values(texts.map { .string($0) }))
  }

  package static func list(of elements: JSONSchema) -> JSONSchema {
    JSONSchema(.list(of: elements))
  }

  /// Returns a schema of maps with the given properties; `others` applies to the values of other
  /// keys.
  package static func map(_ properties: [Property], others: JSONSchema = .anything) -> JSONSchema {
    JSONSchema(.map(Map(properties: properties, others: others)))
  }

  /// Returns a schema of maps with arbitrary keys, optionally matching an ECMAScript pattern.
  package static func dictionary(of values: JSONSchema, keyPattern: String? = nil) -> JSONSchema {
    JSONSchema(.map(Map(properties: [], others: values, keyPattern: keyPattern)))
  }

  /// Returns a schema that allows the values of at least one of several schemas.
  package static func anyOf(_ schemas: [JSONSchema]) -> JSONSchema { JSONSchema(.anyOf(schemas)) }

  /// Returns a reference to a named schema in the document.
  package static func reference(_ name: String) -> JSONSchema { JSONSchema(.reference(name)) }

  /// The schema with null allowed.
  package var nullable: JSONSchema {
    var schema = self
    schema.isNullable = true
    return schema
  }

  /// Returns the schema with a description and examples of the values.
  package func described(_ text: String, examples: [TreeLiteral] = []) -> JSONSchema {
    var schema = self
    schema.description = text
    schema.examples = examples
    return schema
  }
}
