import SystemPackage
import TaneCore

extension Fixtures {
  /// Reads the fixtures of an environment, and lays their sets over each other.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - sets: The sets to read instead of those that the profile lists, later over earlier.
  ///   - project: The project.
  /// - Returns: What could be read, and what was found.
  public static func load(
    for profile: EnvironmentProfile,
    sets: [String]? = nil,
    from project: Project
  ) -> Fixtures {
    let sets = sets ?? profile.fixtures
    var (known, diagnostics) = ([String](), [Diagnostic]())
    do {
      known = try FixtureSets.names(in: project)
    } catch {
      diagnostics.append(.unreadable(Project.fixtures, error, "folder"))
    }
    var readers = ServiceDeclarations.all.map { $0.fixtureReader(for: profile, in: project) }
    for set in sets where !diagnostics.contains(where: { $0.code == .unreadableFile }) {
      if let problem = NameRule.problem(in: set) {
        diagnostics.append(.illegalSet(set, problem, at: nil))
        continue
      }
      // As the disk spells it: two spellings of one text are equal here, and not there.
      guard let set = known.first(where: { $0 == set }) else {
        diagnostics.append(.unknownSet(set, among: known, at: nil))
        continue
      }
      var reader = FixtureSetReader(set: set, project: project, profile: profile)
      reader.read(by: &readers)
      diagnostics += reader.diagnostics
    }
    let services = readers.indices.flatMap { readers[$0].layered() }
    return Fixtures(
      sets: sets,
      services: services,
      diagnostics: (diagnostics + readers.flatMap(\.diagnostics)).sortedOnce,
      fileCount: readers.reduce(0) { $0 + $1.fileCount }
    )
  }
}
