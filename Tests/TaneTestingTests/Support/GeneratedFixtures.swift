import TaneInMemory
import TaneProject
import TaneTesting
import Testing

@testable import tane_profiles

/// The fixtures in the code that the generator writes for a test target.
///
/// The test of the plug-in, `Tests/Interop/plugin`, compiles such code; here it is parsed.
struct GeneratedFixtures {
  let code: String

  /// Generates the code of all environments of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - existing: The code of an earlier build.
  ///   - anchor: The value of `!now`; nil for the value that a build chooses.
  /// - Throws: An `ExportFailure` if fixtures have errors.
  init(
    of project: Project,
    existing: String? = nil,
    at anchor: FixtureAnchor? = nil
  ) async throws {
    let profiles = EnvironmentProfiles.load(
      from: project,
      variables: [:],
      omitting: ["credentials"]
    )
    var generator = FixtureGenerator(project, profiles.environments, variables: [:])
    code =
      if let anchor { try await generator.code(at: anchor) } else {
        try await generator.code(existing: existing)
      }
  }

  /// Returns the fixtures of the member with a name.
  subscript(member: String) -> CompiledFixtures {
    get throws {
      let body = try #require(
        code.firstMatch(of: try Regex("(?s)let \(member) = [^\n]*\n(.*?)\n  \\]\\)"))?.output[1]
          .substring
      )
      let contents = Dictionary(
        uniqueKeysWithValues: code.matches(of: /let (content[0-9]+): Swift.String = "([^"]*)"/)
          .map { (String($0.1), String($0.2)) }
      )
      return CompiledFixtures(
        try body.matches(of: /\("([^"]*)", "([^"]*)", \[([^\]]*)\]\)/).map { match in
          let names = match.3.split(separator: ", ").map { $0.drop { $0 != "." }.dropFirst() }
          return (
            String(match.1), String(match.2), try names.map { try #require(contents[String($0)]) }
          )
        }
      )
    }
  }
}
