import SystemPackage
import TaneCore
import TaneProject

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A program that the plug-in `TaneProfiles` runs when an app is built, to generate Swift code from
/// a project's environments and, for tests, from their fixtures.
///
/// It is separate from `tane`, so that building an app compiles neither a database nor a server.
/// Findings are printed in the format of compilers, with absolute paths.
@main
enum ProfileGenerator {
  private static let usage =
    "tane-profiles: generates Swift code from a project's environments/; the plug-in TaneProfiles "
    + "runs it.\n"
    + "Usage: tane-profiles PROJECT OUTPUT [LIBRARY ...]\n"
    + "       tane-profiles --fixtures PROJECT OUTPUT"

  /// The settings that do not affect the code; variables in them may be unset when an app is built.
  private static let ignoredSettings: Set<String> = [
    "credentials", "maskKey", "masks", "state", "limits", "undo",
  ]

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--fixtures", arguments.count == 3 {
      return await run(from: arguments[1], to: arguments[2]) { project, profiles in
        try await fixtures(of: profiles, from: project, existing: arguments[2])
      }
    }
    let libraries = arguments.dropFirst(2).compactMap(SwiftLibrary.init)
    guard arguments.count >= 2, libraries.count == arguments.count - 2 else {
      printAndExit([usage], status: 64)
    }
    await run(from: arguments[0], to: arguments[1]) { project, profiles in
      let apps = GoogleServiceInfo.search(project)
      report(apps.diagnostics, in: project)
      return try SwiftExport(
        of: profiles.environments,
        among: profiles,
        apps: apps.infos,
        libraries: Set(libraries),
        isConditional: true
      ).text().text
    }
  }

  /// Loads the profiles of a project, and writes the code that a closure generates.
  private static func run(
    from folder: String,
    to output: String,
    generate: @Sendable (Project, EnvironmentProfiles) async throws -> String
  ) async {
    let project = Project(root: FilePath(folder))
    let profiles = EnvironmentProfiles.load(
      from: project,
      variables: ProcessInfo.processInfo.environment,
      omitting: ignoredSettings
    )
    let findings = profiles.diagnostics
    report(findings, in: project)
    if findings.containsError { exit(1) }
    do {
      try write(try await generate(project, profiles), to: URL(filePath: output))
    } catch let failure as ExportFailure {
      report(failure.findings, in: project)
      exit(1)
    } catch {
      printAndExit(
        ["error: \(output) cannot be written: \(error.reason)".escapingControls],
        status: 2
      )
    }
  }

  /// Returns the code for the fixtures of all environments, and reports findings about them.
  private static func fixtures(
    of profiles: EnvironmentProfiles,
    from project: Project,
    existing output: String
  ) async throws -> String {
    var generator = FixtureGenerator(
      project,
      profiles.environments,
      variables: ProcessInfo.processInfo.environment
    )
    let existing = try? String(contentsOf: URL(filePath: output), encoding: .utf8)
    let code = try await generator.code(existing: existing)
    report(generator.findings, in: project)
    return code
  }

  /// Writes code if it differs from the existing file, since the plug-in runs in every build and a
  /// rewritten file would be compiled again.
  private static func write(_ code: String, to file: URL) throws {
    let bytes = Data(code.utf8)
    if let written = try? Data(contentsOf: file), written == bytes { return }
    try bytes.write(to: file, options: .atomic)
  }

  /// Prints findings with absolute paths, which build logs show next to the line of code.
  private static func report(_ findings: [Diagnostic], in project: Project) {
    write(findings.map { "\($0.absolute(in: project.root))" })
  }

  private static func printAndExit(_ lines: [String], status: Int32) -> Never {
    write(lines)
    exit(status)
  }

  private static func write(_ lines: [String]) {
    // If standard error is closed, the messages cannot be delivered.
    _ = try? FileDescriptor.standardError.writeAll(lines.map { "\($0)\n" }.joined().utf8)
  }
}

extension Diagnostic {
  /// Returns the finding with absolute paths instead of paths relative to the root.
  fileprivate func absolute(in root: FilePath) -> Diagnostic {
    var finding = self
    finding.position = position?.absolute(in: root)
    finding.notes = notes.map { Note($0.message, at: $0.position?.absolute(in: root)) }
    return finding
  }
}

extension SourcePosition {
  fileprivate func absolute(in root: FilePath) -> SourcePosition {
    SourcePosition(file: root.pushing(FilePath(file)).string, line: line, column: column)
  }
}
