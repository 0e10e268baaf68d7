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
    let silence = JSONSchema.anyOf([.boolean, .string(pattern: variable)]).nullable.described(
      "Whether writes must not start Cloud Functions."
    )
    return [
      .optional(
        "databases",
        services(
          "The Realtime Databases by the name that addresses use.",
          url: "https://HOST, http://HOST:PORT?ns=NAME of an emulator, or embedded:NAME.",
          [.optional("disableTriggers", silence)]
        )
      ),
      .optional(
        "buckets",
        services(
          "The storage buckets by the name that addresses use.",
          url: "gs://NAME, http://HOST:PORT/NAME of an emulator, or embedded:NAME.",
          []
        )
      ),
      .optional(
        "firestore",
        .string().nullable.described(
          "projects/PROJECT/databases/(default), the same behind http://HOST:PORT/ of an emulator, or"
            + " embedded:NAME."
        )
      ),
      .optional("accounts", accounts),
    ]
  }

  private static var accounts: JSONSchema {
    let project = JSONSchema.string().described(
      "PROJECT, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME."
    )
    let apiKey = JSONSchema.string().nullable.described(
      "The key that the project's apps send, with which users sign in."
    )
    let long = JSONSchema.map(
      [.optional("project", project.nullable), .optional("apiKey", apiKey)],
      others: .nothing
    )
    return .anyOf([project, long]).nullable.described(
      "The project whose Firebase Authentication accounts are meant."
    )
  }

  private static func services(
    _ text: String,
    url: String,
    _ settings: [JSONSchema.Property]
  ) -> JSONSchema {
    let url = JSONSchema.string().described(url)
    // A profile that others extend may leave the URL to them.
    let long = JSONSchema.map([.optional("url", url.nullable)] + settings, others: .nothing)
    return .dictionary(
      of: .anyOf([url, long]).nullable,
      keyPattern: "^(?!accounts$|firestore$)[^:/\\\\\\s.][^:/\\\\\\s]*$"
    ).nullable.described(text)
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
