import TaneCore

/// The declaration of Firebase Authentication accounts, such as `accounts: PROJECT`.
///
/// The resource of a `ServiceLocation` is the project's ID.
struct Accounts: ProjectDeclaration {
  let kind = ServiceKind.accounts
  let noun = "Firebase Authentication"
  let containsTrees = true
  let adapter: any ServiceAdapter = AccountAdapter()
  let locationDescription = "the location of the accounts"
  let expectedLocations =
    "a project ID, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME"
  let summary: String? = "The project of the Firebase Authentication accounts."
  let locationSummary = "PROJECT, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME."
  var longForm: ServiceLongForm? {
    ServiceLongForm(
      key: "project",
      noun: "project",
      secrets: [("apiKey", "The API key of the project's apps, which signing in requires.")]
    )
  }
  var emulatorVariables: [EmulatorVariable] { [.init(name: "FIREBASE_AUTH_EMULATOR_HOST")] }
  let firebase = FirebaseNames(section: "auth", library: "FirebaseAuth", emulatorPort: 9099)
  let fixturePart = FixtureSetPart.file("accounts", of: "accounts")
  let resourceNoun: String? = "account"

  func isIdentifier(keyAt index: Int, of count: Int) -> Bool { index == 0 }

  func exampleFixture(for names: [String]) -> (path: String, text: String)? {
    (
      fixturePart.name,
      """
      # The accounts. An account that can sign in needs a password: ${EXAMPLE_PASSWORD}
      example-user:
        email: user@example.com
        displayName: Example

      """
    )
  }

  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
  {
    AccountFixtureReader(source: source)
  }
}

extension ServiceProfile {
  /// The API key that the project's apps send to sign in users, or nil if the profile has none.
  package var apiKey: Secret? { secrets["apiKey"] }
}
