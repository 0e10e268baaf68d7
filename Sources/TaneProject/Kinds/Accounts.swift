import TaneCore

/// The accounts of Firebase Authentication: `accounts: PROJECT`.
///
/// The resource is the project.
struct Accounts: ServiceDeclaration {
  let kind = ServiceKind.accounts
  let noun = "Firebase Authentication"
  let isNamed = false
  let holdsTrees = true
  let adapter: any ServiceAdapter = AccountAdapter()
  let whereabouts = "where accounts are"
  let expectedLocations =
    "the identifier of a project, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME"
  let summary: String? = "The project whose Firebase Authentication accounts are meant."
  let locationSummary = "PROJECT, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME."
  var longForm: ServiceLongForm? {
    ServiceLongForm(
      key: "project",
      noun: "project",
      secrets: [("apiKey", "The key that the project's apps send, with which users sign in.")]
    )
  }
  var emulatorVariables: [EmulatorVariable] { [.init(name: "FIREBASE_AUTH_EMULATOR_HOST")] }
  let fixturePlace = FixturePlace.file("accounts", of: "accounts")
  let resourceNoun: String? = "account"

  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation? {
    switch url.scheme {
    case "http" where url.query == nil:
      guard !url.path.isEmpty else {
        throw ServiceLocationError(
          message: "the emulator's URL \"\(shown)\" names no project; end it with /PROJECT"
        )
      }
      return try project(url.path, shown: shown).map {
        .emulator(origin: url.origin, resource: $0)
      }
    case "https":
      let project = URLParts.project(in: url.path).flatMap { Self.isIdentifier($0) ? $0 : nil }
      throw ServiceLocationError(
        message: "\"\(shown)\" is an address for browsers and apps; write the project's identifier,"
          + " \(project ?? "such as my-project")"
      )
    default: return nil
    }
  }

  func location(named text: String, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  { try project(text, shown: shown).map { .firebase($0) } }

  func project(of resource: String) -> String? { resource }

  private func project(_ text: String, shown: String) throws(ServiceLocationError) -> String? {
    if let project = text.withoutPrefix("projects/").map({ $0.prefix { $0 != "/" } }),
      Self.isIdentifier(project)
    {
      throw ServiceLocationError(
        message: "\"\(shown)\" says more than whose accounts are meant; write the project alone,"
          + " \(project)"
      )
    }
    return Self.isIdentifier(text) ? text : nil
  }

  /// Whether a text can be the identifier of a project; those of a domain have a colon.
  private static func isIdentifier(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.first != "."
      && text.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("0"..."9").contains($0)
          || "-.:".unicodeScalars.contains($0)
      }
  }

  func fixtureReader(for profile: EnvironmentProfile, in project: Project) -> any FixtureReader {
    AccountFixtureReader(project: project)
  }
}

extension ServiceProfile {
  /// The key that the apps of the accounts' project send, with which users sign in; nil where the profile
  /// does not say.
  public var apiKey: Secret? { secrets["apiKey"] }
}
