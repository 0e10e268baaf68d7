import TaneCore

struct RemoteConfig: ProjectDeclaration {
  let kind = ServiceKind.remoteConfig
  let noun = "Remote Config"
  let containsTrees = true
  let adapter: any ServiceAdapter = RemoteConfigAdapter()
  let mappableDataDescription: String? = "Remote Config parameters"
  let locationDescription = "the location of Remote Config"
  let expectedLocations =
    "a project ID, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME"
  let summary: String? = "The project of Remote Config."
  let locationSummary = "PROJECT, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME."
  /// Tane's own variable, named like Firebase's variables, since Firebase has no emulator for
  /// Remote Config.
  var emulatorVariables: [EmulatorVariable] {
    [.init(name: "FIREBASE_REMOTE_CONFIG_EMULATOR_HOST")]
  }
  let firebase = FirebaseNames(section: "remoteconfig", library: "FirebaseRemoteConfig")
  let fixturePart = FixtureSetPart.file("remote-config", of: "Remote Config")
  let resourceNoun: String? = "template"

  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
  {
    RemoteConfigFixtureReader(source: source)
  }
}
