import SystemPackage
import TaneCore
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A selection of a project's fixtures, as `tane seed` would load them.
public struct ProjectFixtures: Sendable {
  private let environment: String?
  private let sets: [String]?
  private let directory: String?

  /// Creates a selection of an environment's fixtures.
  ///
  /// - Parameters:
  ///   - environment: The environment whose fixture sets are loaded; nil to use the value of
  ///     `TANE_ENV`, or `local` if it is not set.
  ///   - sets: The fixture sets, where later sets override earlier ones; nil to use the sets of the
  ///     environment's profile.
  ///   - directory: The project's folder, or a folder in it; nil to search upward for a folder with
  ///     `environments/`, first from the test's source file, then from the current folder.
  public init(of environment: String? = nil, sets: [String]? = nil, in directory: String? = nil) {
    (self.environment, self.sets, self.directory) = (environment, sets, directory)
  }

  /// Locates the project, and returns it with the profile of the environment.
  func profile(testFile: String) throws -> (project: Project, profile: EnvironmentProfile) {
    let project = try project(testFile: testFile)
    let variables = ProcessInfo.processInfo.environment
    let profiles = EnvironmentProfiles.load(from: project, variables: variables)
    return (project, try profiles.profile(named: environment ?? profiles.defaultName))
  }

  /// Loads the fixtures from their files.
  ///
  /// - Throws: A `MappingDataError` if the fixtures have errors.
  func load(
    testFile: String
  ) throws -> (project: Project, profile: EnvironmentProfile, fixtures: Fixtures) {
    let (project, profile) = try profile(testFile: testFile)
    let fixtures = try load(for: profile, from: project)
    return (project, profile, fixtures)
  }

  /// Loads the fixtures for a profile from their files.
  func load(for profile: EnvironmentProfile, from project: Project) throws -> Fixtures {
    let fixtures = Fixtures.load(for: profile, sets: sets, from: project)
    let errors = fixtures.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw MappingDataError.unusableFixtures(errors) }
    return fixtures
  }

  private func project(testFile: String) throws -> Project {
    let current = FilePath(FileManager.default.currentDirectoryPath)
    let folders =
      directory.map { [current.pushing(FilePath($0))] }
      ?? [FilePath(testFile).removingLastComponent(), current]
    for folder in folders {
      if let project = Project.locate(from: folder) { return project }
    }
    throw MappingDataError.noProject(from: folders.map(\.string))
  }
}
