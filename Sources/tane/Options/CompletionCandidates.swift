import ArgumentParser
import Foundation
import SystemPackage
import TaneCore
import TaneProject

/// The candidates for shell completion in a project: environments, fixture sets and addresses.
enum CompletionCandidates {
  /// The project in the shell's current folder, if any.
  private static var project: Project? {
    Project.locate(from: FilePath(FileManager.default.currentDirectoryPath))
  }

  /// Returns the names of the environments, omitting names that a shell would expand.
  static func environments() -> [String] { environmentNames().filter(isLiteral) }

  /// Returns the names of all environments.
  static func environmentNames() -> [String] { profiles.map(\.name).sorted() }

  /// Returns true if shells do not expand a string: Bash expands candidates, and a project's files
  /// may have any name.
  private static func isLiteral(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
          || ("0"..."9").contains(scalar) || "-_./:@%+,=".unicodeScalars.contains(scalar)
        : scalar.properties.isAlphabetic
    }
  }

  private static var profiles: [EnvironmentProfile] {
    guard let project else { return [] }
    let variables = ProcessInfo.processInfo.environment
    return EnvironmentProfiles.load(from: project, variables: variables).environments
  }

  /// Returns the names of the fixture sets, omitting names that a shell would expand.
  static func sets() -> [String] {
    guard let project else { return [] }
    return ((try? FixtureSets.names(in: project)) ?? []).filter(isLiteral)
  }

  /// Returns the services of all environments and the addresses in the default environment's
  /// fixtures, omitting addresses that a shell would expand.
  static func addresses(beginningWith prefix: String) -> [String] {
    guard let project else { return [] }
    let profiles = Self.profiles
    let services = Set(profiles.flatMap(\.services).map { "\($0.name):/" })
    let name = EnvironmentProfiles.defaultName(in: ProcessInfo.processInfo.environment)
    let fixtures = profiles.first { $0.name == name }.map { Fixtures.load(for: $0, from: project) }
    let described = fixtures?.resources.map { "\($0.address)" } ?? []
    let found = services.union(described).filter { $0.hasPrefix(prefix) && isLiteral($0) }
    return found.sorted().map(escaped)
  }

  /// Returns operands for `tane diff`: environments, "fixtures" and addresses or, if none match,
  /// files whose paths begin with the prefix.
  static func operands(beginningWith prefix: String) -> [String] {
    let sides = (environments() + ["fixtures"]).filter { $0.hasPrefix(prefix) }
    let operands = sides + addresses(beginningWith: prefix)
    return operands.isEmpty ? files(beginningWith: prefix) : operands
  }

  /// Returns files and folders whose paths begin with the prefix, omitting paths that a shell would
  /// expand.
  private static func files(beginningWith prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let path = folder.isEmpty ? "." : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.map { folder + $0 }.filter { $0.hasPrefix(prefix) && isLiteral($0) }.sorted()
      .map(escaped)
  }

  /// Returns a candidate in the format of the requesting shell; zsh treats text after a colon as a
  /// description.
  private static func escaped(_ candidate: String) -> String {
    CompletionShell.requesting == .zsh ? candidate.replacing(":", with: "\\:") : candidate
  }
}
