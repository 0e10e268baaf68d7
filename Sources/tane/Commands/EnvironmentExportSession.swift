import SystemPackage
import TaneCore
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of `tane env export`.
struct EnvironmentExportSession {
  private let command: EnvironmentExportCommand
  private let context: CommandContext
  private let profiles: EnvironmentProfiles

  init(_ command: EnvironmentExportCommand, _ context: CommandContext) throws {
    (self.command, self.context) = (command, context)
    profiles = try context.profiles()
  }

  func run() throws -> ExitStatus {
    let environments = try environments()
    let exported = try export(environments)
    note("secret", exported.secrets, "--reveal writes it, but not into Swift code")
    note("value", exported.runtimeValues, "the app reads it at run time")
    guard let output = command.output else {
      context.console.printFile(exported.text)
      return .clean
    }
    let path = context.path(output)
    guard command.check else {
      try write(exported.text, to: path, named: output)
      return .clean
    }
    let current = try? DiskFiles().bytes(of: path)
    guard current != Array(exported.text.utf8) else { return .clean }
    throw CommandFailure(
      .found,
      current == nil
        ? "\(output) does not exist: run \(renewal(output))"
        : "\(output) is stale: run \(renewal(output))"
    )
  }

  // MARK: Environments

  private func environments() throws -> [EnvironmentProfile] {
    let isWhole = command.format == .swift && command.names.isEmpty
    let isNamed = !command.environment.environments.isEmpty
    let named =
      try isNamed || !isWhole ? [command.environment.name(variables: context.variables)] : []
    let names =
      command.names.isEmpty ? (isWhole && !isNamed ? profiles.names : named) : command.names
    guard names.count == 1 || command.format == .swift else {
      throw CommandFailure(
        .usage,
        "\(command.format.rawValue) contains one environment, but \(names.count) are named; name "
          + "one of them"
      )
    }
    let chosen = try names.map { try profiles.profile(named: $0, redirects: false) }
    let allowed = chosen.filter(isAllowed)
    if !isWhole || isNamed, let refused = chosen.first(where: { !isAllowed($0) }) {
      throw CommandFailure(
        .refused,
        "\(refused.name) is not allowed in \(command.configuration ?? "") (allowIn:"
          + " \(refused.allowIn?.joined(separator: ", ") ?? "") in \(refused.file)); nothing was written"
      )
    }
    guard !allowed.isEmpty else {
      throw CommandFailure(
        .refused,
        "no environment is allowed in \(command.configuration ?? ""); nothing was written"
      )
    }
    return try allowed.map { try profiles.profile(withValuesNamed: $0.name) }
  }

  private func isAllowed(_ profile: EnvironmentProfile) -> Bool {
    guard let configuration = command.configuration, let allowed = profile.allowIn else {
      return true
    }
    return allowed.contains { $0.lowercased() == configuration.lowercased() }
  }

  // MARK: Text

  private func export(_ environments: [EnvironmentProfile]) throws -> ExportedText {
    do {
      guard command.format == .swift else {
        return try EnvironmentExport(of: environments[0], revealingSecrets: command.reveal)
          .text(as: command.format)
      }
      return try SwiftExport(
        of: environments,
        among: profiles,
        apps: GoogleServiceInfo.search(try context.project).infos,
        managers: command.managers,
        isConditional: command.configuration == nil
      ).text()
    } catch let failure as ExportFailure {
      throw CommandFailure(
        .failed,
        "\(counted(failure.findings.count, "error")) in the contents of "
          + "\(command.format.rawValue); nothing was written",
        findings: failure.findings
      )
    }
  }

  private func note(_ noun: String, _ names: [String], _ reason: String) {
    guard !names.isEmpty else { return }
    let list = names.map { "values.\($0)" }.joined(separator: ", ")
    let verb = names.count == 1 ? "is" : "are"
    context.console.note(
      "note: \(counted(names.count, noun)) \(verb) omitted (\(list)): \(reason)"
    )
  }

  /// Returns the command that updates the file.
  private func renewal(_ output: String) -> String {
    var words = ["tane env export"] + command.names
    words += command.environment.environments.map { "-e \($0)" }
    words += ["--format \(command.format.rawValue)"]
    words += command.configuration.map { ["--configuration \($0)"] } ?? []
    words += (command.managers ? ["--managers"] : []) + (command.reveal ? ["--reveal"] : [])
    return (words + ["--output \(output)"]).joined(separator: " ")
  }

  private func write(_ text: String, to path: FilePath, named name: String) throws {
    do {
      if command.reveal { try makePrivate(path) }
      // Do not rewrite an unchanged file, since build tools would consider it changed.
      guard (try? DiskFiles().bytes(of: path)) != Array(text.utf8) else { return }
      if command.reveal {
        // Writing atomically would replace the file by one that others can read.
        let file = try FileDescriptor.open(path, .writeOnly, options: .truncate)
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
      } else {
        try Data(Array(text.utf8)).write(to: URL(filePath: path.string), options: .atomic)
      }
    } catch {
      throw CommandFailure(.failed, "\(name) cannot be written: \(error.reason)")
    }
  }

  /// Makes a file readable by its owner only, before secrets are written to it.
  private func makePrivate(_ path: FilePath) throws {
    try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
      .close()
    try StateFolder.restrict(path)
  }
}
