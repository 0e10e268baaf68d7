import Foundation
import SystemPackage
import TaneCore
import TaneProject
import TaneRendering

// The import at the start and the export at the end.
extension EmulateSession {
  /// Returns the folder to export to at the end; throws early if it cannot be used.
  func exportFolder(_ text: String) throws -> ExportFolder {
    let homes = [context.variables["HOME"], NSHomeDirectory()].compactMap(\.self)
    return try ExportFolder(
      context.path(text),
      for: try context.project,
      homes: homes.filter { !$0.isEmpty }.map { FilePath($0) }
    )
  }

  func importedExport(_ text: String) throws -> (files: ExportFiles, source: EmulatorImport) {
    let path = context.path(text)
    try ExportFolder.recover(path)
    let files = try ExportFiles(in: path)
    return (files, try EmulatorImport(files))
  }

  /// Rejects replacing an export with a part that the new one would lack.
  func checkNothingIsLost(in folder: ExportFolder, _ imported: ExportFiles?) throws {
    guard folder.path != imported?.root, let parts = try folder.unwrittenParts(), !parts.isEmpty
    else { return }
    throw CommandFailure(
      .usage,
      "\(folder.path) is an export with \(parts.joined(separator: " and ")), which Tane does not write and"
        + " would be lost; begin with --import \(folder.path) to keep it, or name another folder"
    )
  }

  func take(
    _ source: EmulatorImport,
    by services: [ServiceKind: EmulatedService],
    of environment: EmulatedEnvironment
  ) async throws {
    let outcome = try await source.run(
      on: services,
      rehearsal: try environment.rehearsal(),
      isKept: !command.inMemory
    )
    let console = context.console
    let taken = outcome.taken.isEmpty ? "nothing" : outcome.taken.joined(separator: ", ")
    console.note("imported \(taken) from \(command.importFolder ?? "")")
    let shown = 20
    for warning in outcome.warnings.prefix(shown) { noteWarning(warning) }
    if outcome.warnings.count > shown {
      console.note("… and \(counted(outcome.warnings.count - shown, "more warning"))")
    }
    for name in source.unreadParts {
      let end = command.exportOnExit == nil ? "" : "; it is carried over unchanged into the export"
      console.note(
        "skipped: \"\(name.escapingControls)\", whose part of an export has its own format\(end)"
      )
    }
  }

  private func noteWarning(_ text: String) {
    context.console.note("\(context.console.errorStyle.yellow("warning:")) \(text)")
  }
}
