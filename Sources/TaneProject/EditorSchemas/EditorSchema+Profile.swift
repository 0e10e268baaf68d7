import TaneCore

extension EditorSchema {
  /// The schema of the profiles in `environments/`.
  public static let profile: JSONSchema = {
    var schema = JSONSchema.map(identity + services + writing + comparing, others: .nothing)
      .nullable
    schema.title = "Environment profile of a Tane project"
    schema.description = "Where an environment's services are, and what may be done to it."
    return schema
  }()

  /// A text in which `${NAME}` stands for an environment variable's value.
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

  /// The schema of a service, as a text and as a map where it can be one.
  private static func service(_ kind: any ServiceDeclaration) -> JSONSchema {
    let place = JSONSchema.string().described(kind.locationSummary)
    guard let form = kind.longForm else { return place.nullable }
    let flag = JSONSchema.anyOf([.boolean, .string(pattern: variable)]).nullable
    // A profile that others extend may leave the place to them.
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
    let time = "^[1-9][0-9]* *([mM][sS]|[sS]|[mM]|[mM][iI][nN]|[hH])?$"
    let rate = "^[0-9]+ *([kKmMgG][iI]?)?[bB]?$"
    let limits = JSONSchema.map(
      [
        .optional(
          "deletes",
          .anyOf([.integer(minimum: 0), .string(pattern: variable)]).nullable.described(
            "The most nodes that a run may delete."
          )
        ),
        .optional(
          "bytesPerMinute",
          .anyOf([.integer(minimum: 1), .string(pattern: "\(rate)|\(variable)")]).nullable
            .described(
              "The most bytes that a run may send in a minute.",
              examples: ["64MB"]
            )
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
    ]
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
    ]
  }
}
