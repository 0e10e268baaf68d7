public import TaneCore
import TaneProject

/// The source of the data for an expectation.
public struct MappingData: Sendable {
  private enum Source: Sendable {
    case fixtures(ProjectFixtures)
    case readers(EnvironmentReaders)
  }

  private let source: Source

  /// Returns the fixtures of a project, as `tane seed` would load them.
  ///
  /// - Parameters:
  ///   - environment: The environment whose fixture sets are loaded; nil to use the value of
  ///     `TANE_ENV`, or `local` if it is not set.
  ///   - sets: The fixture sets, where later sets override earlier ones; nil to use the sets of the
  ///     environment's profile.
  ///   - directory: The project's folder, or a folder in it; nil to search upward for a folder with
  ///     `environments/`, first from the test's source file, then from the current folder.
  /// - Returns: The fixtures; each expectation reloads them from their files.
  public static func fixtures(
    of environment: String? = nil,
    sets: [String]? = nil,
    in directory: String? = nil
  ) -> MappingData {
    MappingData(source: .fixtures(ProjectFixtures(of: environment, sets: sets, in: directory)))
  }

  /// Returns the current data of an environment's databases and Firestore.
  public static func readers(_ readers: EnvironmentReaders) -> MappingData {
    MappingData(source: .readers(readers))
  }

  /// Returns the value at an address; for a collection, its documents, keyed by identifier.
  ///
  /// - Throws: A `MappingDataError` if the value does not exist, and errors from stores.
  func tree(at address: Address, testFile: String) async throws -> Tree {
    switch source {
    case .readers(let readers):
      return try await tree(at: address, of: readers)
    case .fixtures(let fixtures):
      return try tree(at: address, of: fixtures, testFile: testFile)
    }
  }

  private func tree(at address: Address, of readers: EnvironmentReaders) async throws -> Tree {
    if address.service == Address.firestore {
      return try await Self.documents(at: address, of: readers[.firestore][Address.firestore])
    }
    guard let database = readers[.databases][address.service] else {
      let names = readers.names(of: .databases) + readers.names(of: .firestore)
      throw MappingDataError.unknownDatabase(address, among: names)
    }
    let tree = try await database.tree(at: address.path)
    guard tree.isNull else { return tree }
    let keys = try await database.childKeys(at: address.path.parent)
    throw MappingDataError.noValue(at: address, among: keys)
  }

  private func tree(
    at address: Address,
    of source: ProjectFixtures,
    testFile: String
  ) throws -> Tree {
    let (project, profile) = try source.profile(testFile: testFile)
    let services = profile.services(of: .databases) + profile.services(of: .firestore)
    let names = services.map(\.name)
    guard names.contains(address.service) || address.service == Address.firestore else {
      throw MappingDataError.unknownDatabase(address, among: names)
    }
    let fixtures = try source.load(for: profile, from: project)
    if address.service == Address.firestore {
      return try Self.documents(at: address, of: fixtures)
    }
    let database = fixtures.services(of: .databases).first { $0.name == address.service }
    if let tree = database?.tree(at: address.path), !tree.isNull { return tree }
    let keys = database?.tree(at: address.path.parent).children.compactMap(\.key) ?? []
    throw MappingDataError.noValue(at: address, in: fixtures.sets, among: keys)
  }
}
