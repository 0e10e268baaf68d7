import TaneCore

extension EditorSchema {
  /// Returns the schema of the profiles in a project's `environments/`, including the declared
  /// values.
  package static func profile(of project: Project) -> JSONSchema {
    profile(ProfileFolder(of: project).schema)
  }

  static func profile(_ values: ValueSchema = ValueSchema()) -> JSONSchema {
    let app: [JSONSchema.Property] = [
      .optional("values", self.values(values.root)), .optional("allowIn", allowIn),
    ]
    var schema = JSONSchema.map(
      identity + services + writeProperties + comparisonProperties + app,
      others: .nothing
    )
    .nullable
    schema.title = "Environment profile of a Tane project"
    schema.description = "The locations of an environment's services, and the permissions for it."
    return schema
  }

  /// The pattern of strings that contain an environment variable, such as `${NAME}`.
  private static let variable = "\\$\\{"

  private static var identity: [JSONSchema.Property] {
    [
      .optional(
        "extends",
        .string().nullable.described(
          "The profile that this one extends.",
          examples: ["base"]
        )
      ),
      .optional("project", .string().nullable.described("The Firebase project's identifier.")),
      .optional(
        "fixtures",
        .list(of: .string(pattern: ".")).nullable.described(
          "The fixture sets; later sets override earlier ones.",
          examples: [["base", "staging"]]
        )
      ),
      .optional(
        "credentials",
        .string().nullable.described(
          "The path of a credentials file, usually from a variable.",
          examples: ["${GOOGLE_APPLICATION_CREDENTIALS}"]
        )
      ),
    ]
  }

  private static var services: [JSONSchema.Property] {
    ServiceDeclarations.all.map { .optional($0.kind.id, $0.isNamed ? services($0) : service($0)) }
  }

  private static func services(_ kind: any ServiceDeclaration) -> JSONSchema {
    let reserved = ServiceDeclarations.reservedNames.map { "\($0)$" }.joined(separator: "|")
    return .dictionary(
      of: service(kind),
      keyPattern: "^(?!\(reserved))[^:/\\\\\\s.][^:/\\\\\\s]*$"
    ).nullable.described(kind.summary ?? "")
  }

  /// Returns the schema of a service, which is a string or, for some kinds, a map.
  private static func service(_ kind: any ServiceDeclaration) -> JSONSchema {
    let place = JSONSchema.string().described(kind.locationSummary)
    guard let form = kind.longForm else { return place.nullable }
    let flag = JSONSchema.anyOf([.boolean, .string(pattern: variable)]).nullable
    // A profile that is extended by other profiles may omit the location.
    let long = JSONSchema.map(
      [.optional(form.key, place.nullable)]
        + form.flags.map { .optional($0.key, flag.described($0.summary)) }
        + (form.texts + form.secrets).map {
          .optional($0.key, JSONSchema.string().nullable.described($0.summary))
        },
      others: .nothing
    )
    let schema = JSONSchema.anyOf([place, long]).nullable
    return kind.isNamed ? schema : kind.summary.map { schema.described($0) } ?? schema
  }

  private static var writeProperties: [JSONSchema.Property] {
    let levels = GuardLevel.allCases.map(\.rawValue)
    return [
      .optional(
        "guard",
        .anyOf([.texts(levels), .string(pattern: variable)]).nullable.described(
          "The confirmation required before a write: none, yes, or the environment's name."
        )
      ),
      .optional(
        "state",
        .anyOf([
          .texts(["local"]), .string(pattern: "^gs://[^/]+/.|^[^:/]+:/.|\(variable)"),
        ]).nullable.described(
          "The location of Tane's record of its last writes: this machine only, or also an object "
            + "in a bucket for everyone who seeds the environment.",
          examples: ["local", "gs://my-app-tane/staging.json", "images:/tane/state.json"]
        )
      ),
      .optional("limits", limits.nullable.described("The limits of one run.")),
      .optional(
        "undo",
        undo.nullable.described("The data that is kept to undo runs.")
      ),
      .optional(
        "marker",
        .anyOf([.texts(["off"]), .string(pattern: variable), marker]).nullable.described(
          "The location of the marker, which records the profile that owns the environment; by "
            + "default, the first Realtime Database on Firebase, or Firestore."
        )
      ),
    ]
  }

  private static var limits: JSONSchema {
    let time = "^[1-9][0-9]* *([mM][sS]|[sS]|[mM]|[mM][iI][nN]|[hH])?$"
    return .map(
      [
        .optional("deletes", count("The maximum number of values that a run may remove.")),
        .optional(
          "writes",
          count(
            "The maximum number of values and objects that a run may write or remove."
          )
        ),
        .optional(
          "bytes",
          bytes(
            "The maximum number of bytes that a run may write in total.",
            example: "64MB"
          )
        ),
        .optional(
          "documents",
          count(
            "The maximum number of documents that a run may write or remove."
          )
        ),
        .optional(
          "bytesPerMinute",
          bytes("The maximum number of bytes that a run may send in a minute.", example: "64MB")
        ),
        .optional(
          "connections",
          count("The maximum number of concurrent batches of a run (default: 4).")
        ),
        .optional(
          "timeout",
          .anyOf([.integer(minimum: 1), .string(pattern: "\(time)|\(variable)")]).nullable
            .described(
              "The maximum time that a run waits for a service without progress (default: 120s).",
              examples: ["90s"]
            )
        ),
        .optional(
          "rampUp",
          .anyOf([.boolean, .string(pattern: variable)]).nullable.described(
            "False to create Firestore documents as fast as possible, instead of at most 500 a"
              + " second at first."
          )
        ),
      ],
      others: .nothing
    )
  }

  private static var undo: JSONSchema {
    .map(
      [
        .optional(
          "objects",
          bytes(
            "The maximum number of bytes of replaced objects that are kept, for all runs together "
              + "(default: 256MB).",
            example: "1GB"
          )
        ),
        .optional(
          "runs",
          count("The number of runs that are kept (default: 50).", from: 1)
        ),
      ],
      others: .nothing
    )
  }

  private static var marker: JSONSchema {
    .map(
      [
        .optional(
          "key",
          .string().nullable.described(
            "The reserved key at the root of the first database or, without one, of Firestore.",
            examples: [.string(ReservedKey.standard)]
          )
        )
      ],
      others: .nothing
    )
  }

  /// Returns the schema of an integer, which may be written as a variable.
  private static func count(_ meaning: String, from minimum: Int64 = 0) -> JSONSchema {
    .anyOf([.integer(minimum: minimum), .string(pattern: variable)]).nullable.described(meaning)
  }

  /// Returns the schema of a number of bytes with an optional unit.
  private static func bytes(_ meaning: String, example: String) -> JSONSchema {
    let amount = "^[0-9]+ *([kKmMgG][iI]?)?[bB]?$"
    return .anyOf([.integer(minimum: 1), .string(pattern: "\(amount)|\(variable)")]).nullable
      .described(meaning, examples: [.string(example)])
  }

  private static var comparisonProperties: [JSONSchema.Property] {
    let ownerships = JSONSchema.anyOf([
      .texts(Ownership.allCases.map(\.rawValue)), .string(pattern: variable),
    ])
    return [
      .optional(
        "own",
        .dictionary(of: ownerships, keyPattern: "^[^:/]+:(/|$)").nullable.described(
          "The part of a node that fixtures own: the whole, or only the keys that they list.",
          examples: [.map([("users:/users", "listed")])]
        )
      ),
      .optional(
        "ignore",
        .list(of: .string(pattern: "\(addressPattern)|\(variable)")).nullable.described(
          "Nodes and objects whose differences are ignored.",
          examples: [["users:/users/*/last_login"]]
        )
      ),
      .optional("masks", masks),
      .optional(
        "maskKey",
        .string(pattern: "^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$").nullable.described(
          "The variable that contains the key of masks (default: TANE_MASK_KEY).",
          examples: ["${STAGING_MASK_KEY}"]
        )
      ),
      .optional(
        "maskExceptions",
        .list(of: .string()).nullable.described(
          "Values of masked fields that may appear anywhere in pulled data.",
          examples: [["Tokyo"]]
        )
      ),
    ]
  }
}
