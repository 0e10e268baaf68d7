import TaneCore

/// The named services of one kind that fixture sets may describe.
struct FixtureServices {
  private let declaration: any ServiceDeclaration
  let names: [String]
  private let projectServiceNames: Set<String>

  init(_ declaration: any ServiceDeclaration, of profile: EnvironmentProfile) {
    self.declaration = declaration
    names = profile.services(of: declaration.kind).map(\.name)
    projectServiceNames = profile.projectServices[declaration.kind] ?? []
  }

  /// Returns the finding for fixtures of a service that the environment lacks: a note if another
  /// profile of the project has the service, and an error otherwise.
  func missingServiceFinding(_ name: String, at entry: FileListing.Entry) -> Diagnostic {
    guard projectServiceNames.contains(name) else {
      return .unknownService(name, declaration.noun, among: names, at: entry.place)
    }
    return .skipped(entry, withoutSetting: declaration.setting(of: name))
  }
}
