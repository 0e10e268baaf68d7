import TaneCore

extension EditorSchema {
  /// The schema of `environments/values.schema.yaml`.
  package static let valueDeclarations: JSONSchema = {
    var schema = JSONSchema.reference("values")
    schema.title = "The values of all environments of a Tane project"
    schema.description = "The app's own settings, for the profiles and for generated code."
    schema.definitions = [
      "values": .dictionary(
        of: .anyOf([type, .reference("declaration"), .reference("values")]).nullable
      )
      .nullable,
      "declaration": declaration, "type": .anyOf([type, .reference("declaration")]),
    ]
    return schema
  }()

  /// Returns the schema of `values:` in a profile, according to the declarations.
  static func values(_ root: ValueSchema.Node?) -> JSONSchema {
    let schema = root.map(schema(of:)) ?? .dictionary(of: .anything).nullable
    return schema.described("The app's own settings.", examples: [.map([("api", .map([]))])])
  }

  /// The schema of `allowIn:` in a profile.
  static let allowIn = JSONSchema.list(of: .string(pattern: ".")).nullable.described(
    "The build configurations that may contain the environment (default: all).",
    examples: [["debug"]]
  )

  private static let type = JSONSchema.texts(ValueType.names).described(
    "The type of the value."
  )

  private static var declaration: JSONSchema {
    .map(
      [
        .required("type", type),
        .optional("of", .reference("type").described("The type of the values of a list or a map.")),
        .optional(
          "required",
          JSONSchema.boolean.nullable.described("True if every environment must have the value.")
        ),
        .optional(
          "allowed",
          JSONSchema.list(of: .anything).nullable.described("The allowed values.")
        ),
        .optional(
          "secret",
          JSONSchema.boolean.nullable.described("True if the value must never be shown.")
        ),
        .optional(
          "runtime",
          JSONSchema.boolean.nullable.described("True if the app reads the variable at run time.")
        ),
        .optional("description", .string().nullable.described("The purpose of the value.")),
      ],
      others: .nothing
    )
  }

  private static func schema(of node: ValueSchema.Node) -> JSONSchema {
    switch node {
    case .group(let entries):
      return .map(entries.map { .optional($0.key, schema(of: $0.node)) }, others: .nothing).nullable
    case .value(let declaration):
      let schema = declaration.type.schema.nullable
      return declaration.summary.map { schema.described($0) } ?? schema
    }
  }
}

extension ValueType {
  /// The schema of a value of the type, or of a variable that is replaced by such a value.
  fileprivate var schema: JSONSchema {
    let variable = JSONSchema.string(pattern: "\\$\\{")
    return switch self {
    case .text, .url: .string()
    case .integer: .anyOf([.integer(), variable])
    case .number: .anyOf([.number, variable])
    case .boolean: .anyOf([.boolean, variable])
    case .duration, .bytes: .anyOf([.integer(minimum: 0), .string()])
    case .choice(let texts): .anyOf([.texts(texts), variable])
    case .list(let element): .list(of: element.schema)
    case .map(let value): .dictionary(of: value.schema)
    }
  }
}
