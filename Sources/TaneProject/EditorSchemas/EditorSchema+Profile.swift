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
    var schema = JSONSchema.map(identity + services + writing + comparing + app, others: .nothing)
      .nullable
    schema.title = "Environment profile of a Tane project"
    schema.description = "Where an environment's services are, and what may be done to it."
    return schema
  }

  /// A pattern for text with `${NAME}`, which is replaced by an environment variable.
  private static let variable = "\\$\\{"

  private static var identity: [JSONSchema.Property] {
    [
      .optional(
        "extends",
        .string().nullable.described(
          "The profile that is merged under this one.",
          examples: ["base"]
        )
      ),
      .optional("project", .string().nullable.described("The Firebase project's identifier.")),
      .optional(
        "fixtures",
        .list(of: .string(pattern: ".")).nullable.described(
          "The fixture sets that are layered, later over earlier.",
          examples: [["base", "staging"]]
        )
      ),
      .optional(
        "credentials",
        .string().nullable.described(
          "The path of a credentials file; name it by a variable.",
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

  /// Returns the schema of a service, which is a text or, for some kinds, a map.
  private static func service(_ kind: any ServiceDeclaration) -> JSONSchema {
    let place = JSONSchema.string().described(kind.locationSummary)
    guard let form = kind.longForm else { return place.nullable }
    let flag = JSONSchema.anyOf([.boolean, .string(pattern: variable)]).nullable
    // A profile that is extended by others may omit the location.
    let long = JSONSchema.map(
      [.optional(form.key, place.nullable)]
        + form.flags.map { .optional($0.key, flag.described($0.summary)) }
        + form.secrets.map { .optional($0.key, JSONSchema.string().nullable.described($0.summary)) },
      others: .nothing
    )
    let schema = JSONSchema.anyOf([place, long]).nullable
    return kind.isNamed ? schema : kind.summary.map { schema.described($0) } ?? schema
  }

  private static var writing: [JSONSchema.Property] {
    let levels = GuardLevel.allCases.map(\.rawValue)
    return [
      .optional(
        "guard",
        .anyOf([.texts(levels), .string(pattern: variable)]).nullable.described(
          "What has to be answered before something is written: nothing, yes, or the environment's"
            + " name."
        )
      ),
      .optional(
        "state",
        .anyOf([
          .texts(["local"]), .string(pattern: "^gs://[^/]+/.|^[^:/]+:/.|\(variable)"),
        ]).nullable.described(
          "Where what Tane wrote last is kept: on this machine, or in an object of a bucket as well, for all who"
            + " seed the environment.",
          examples: ["local", "gs://my-app-tane/staging.json", "images:/tane/state.json"]
        )
      ),
      .optional("limits", limits.nullable.described("How much one run may do.")),
      .optional(
        "undo",
        undo.nullable.described("What is kept of runs, so that they can be taken back.")
      ),
      .optional(
        "marker",
        .anyOf([.texts(["off"]), .string(pattern: variable), marker]).nullable.described(
          "Where the environment remembers which profile owns it; by default in the first Realtime"
            + " Database or the Firestore that is Firebase's own."
        )
      ),
    ]
  }

  private static var limits: JSONSchema {
    let time = "^[1-9][0-9]* *([mM][sS]|[sS]|[mM]|[mM][iI][nN]|[hH])?$"
    return .map(
      [
        .optional("deletes", count("The most values that a run may remove.")),
        .optional("writes", count("The most values and objects that a run may write or remove.")),
        .optional("bytes", bytes("The most bytes that a run may write in all.", example: "64MB")),
        .optional("documents", count("The most documents that a run may write or remove.")),
        .optional(
          "bytesPerMinute",
          bytes("The most bytes that a run may send in a minute.", example: "64MB")
        ),
        .optional(
          "connections",
          count("The most batches of a run that are under way at a time; 4 unless it is said.")
        ),
        .optional(
          "timeout",
          .anyOf([.integer(minimum: 1), .string(pattern: "\(time)|\(variable)")]).nullable
            .described(
              "How long a service may keep a run waiting without progress; 120s unless it is said.",
              examples: ["90s"]
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
            "The most bytes of replaced objects that are kept, those of all runs together; 256MB unless"
              + " it is said.",
            example: "1GB"
          )
        ),
        .optional(
          "runs",
          count("The number of runs that are kept; 50 unless it is said.", from: 1)
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
            "The key at the root of the first database or Firestore, wherever that is.",
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

  private static var comparing: [JSONSchema.Property] {
    let ownerships = JSONSchema.anyOf([
      .texts(Ownership.allCases.map(\.rawValue)), .string(pattern: variable),
    ])
    return [
      .optional(
        "own",
        .dictionary(of: ownerships, keyPattern: "^[^:/]+:(/|$)").nullable.described(
          "How much of a node fixtures own: the whole, or only the keys that they list.",
          examples: [.map([("users:/users", "listed")])]
        )
      ),
      .optional(
        "ignore",
        .list(of: .string(pattern: "\(addressPattern)|\(variable)")).nullable.described(
          "Nodes and objects whose differences do not count.",
          examples: [["users:/users/*/last_login"]]
        )
      ),
      .optional("masks", masks),
      .optional(
        "maskKey",
        .string(pattern: "^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$").nullable.described(
          "The variable that holds the key of masks; TANE_MASK_KEY unless it is said.",
          examples: ["${STAGING_MASK_KEY}"]
        )
      ),
      .optional(
        "maskExceptions",
        .list(of: .string()).nullable.described(
          "Values of masked fields that may stand anywhere in what is pulled.",
          examples: [["Tokyo"]]
        )
      ),
    ]
  }
}
