import TaneCore

extension EditorSchema {
  /// The schema of `fixtures/mappings.yaml`.
  package static let mappings: JSONSchema = {
    var schema = JSONSchema.map(
      places + settings("every mapping") + nodes,
      others: .nothing
    ).nullable
    schema.title = "Mappings of a Tane project"
    schema.description = "The Swift types that read the nodes of the databases."
    schema.definitions = ["strategies": strategies, "severity": severity]
    return schema
  }()

  private static var places: [JSONSchema.Property] {
    let path = JSONSchema.string(pattern: "^[^/*]")
    return [
      .optional(
        "sources",
        .list(of: path).nullable.described(
          "The folders and files whose Swift sources declare the types, relative to the project.",
          examples: [["Sources/Models"]]
        )
      ),
      .optional(
        "exclude",
        .list(of: path).nullable.described("The sources to exclude.")
      ),
    ]
  }

  private static func settings(_ place: String) -> [JSONSchema.Property] {
    [
      .optional(
        "decoder",
        .texts(MappingSettings.Decoder.allCases.map(\.rawValue)).nullable.described(
          "The decoder that the app uses for \(place): Firebase's own or Foundation's JSONDecoder."
        )
      ),
      .optional("strategies", .reference("strategies")),
      .optional("severity", .reference("severity")),
    ]
  }

  private static var nodes: [JSONSchema.Property] {
    [
      .optional(
        "ignore",
        .list(of: .string(pattern: addressPattern)).nullable.described(
          "Nodes to ignore, including everything below them.",
          examples: [["users:/users/*/legacy"]]
        )
      ),
      .optional(
        "identity",
        .dictionary(of: .string(pattern: "."), keyPattern: addressPattern).nullable.described(
          "The member that identifies the elements of a list in diff.",
          examples: [.map([("shops:/shops/*/foods", "image_url")])]
        )
      ),
      .optional(
        "mappings",
        .dictionary(of: rule, keyPattern: addressPattern).nullable.described(
          "The Swift type of each node, by address pattern: * matches any key.",
          examples: [.map([("shops:/shops", "[Shop]")])]
        )
      ),
    ]
  }

  private static var rule: JSONSchema {
    let type = JSONSchema.string(pattern: ".").described(
      "The type in Swift syntax, quoted if it begins with a bracket.",
      examples: ["[Shop]", "[String: UserInformation]"]
    )
    return .anyOf([
      type,
      .map([.required("type", type)] + settings("this mapping"), others: .nothing),
    ])
  }

  private static var strategies: JSONSchema {
    let names = ["positiveInfinity", "negativeInfinity", "nan"]
    let format = JSONSchema.string(pattern: ".").nullable.described(
      "A format of DateFormatter.",
      examples: ["yyyy-MM-dd'T'HH:mm:ss"]
    )
    return .map(
      [
        .optional("keys", .texts(DecodingStrategies.Keys.allCases.map(\.rawValue)).nullable),
        .optional(
          "dates",
          .anyOf([
            .texts(DecodingStrategies.Dates.names),
            .map([.required("formatted", format)], others: .nothing),
          ]).nullable
        ),
        .optional("data", .texts(DecodingStrategies.BinaryData.allCases.map(\.rawValue)).nullable),
        .optional(
          "floats",
          .anyOf([
            .texts(["throw"]),
            .map(names.map { .required($0, .string(pattern: ".")) }, others: .nothing),
          ]).nullable
        ),
      ],
      others: .nothing
    ).nullable.described("The settings of the app's decoder.")
  }

  private static var severity: JSONSchema {
    let weights = MappingSettings.ConfiguredSeverity.allCases.map(\.rawValue)
    return .map(
      DiagnosticCode.configurableCodes.map {
        .optional($0.key.rawValue, .texts(weights).nullable.described($0.value))
      },
      others: .nothing
    ).nullable.described("The severities of findings that differ from the defaults.")
  }
}
