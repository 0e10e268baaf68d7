import TaneCore
import TaneFormats
import TaneKit
import TaneProject
import TaneSeeding

/// Support for Realtime Databases in YAML files, or in JSON files exported from the console.
struct ExportedDatabases: ExportedKind {
  let kind = ServiceKind.databases

  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportLikelihood {
    TreeFormat(fileExtension: fileExtension) == nil ? .impossible : .possible
  }

  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    let result = try export.tree()
    let findings =
      result.diagnostics
      + RealtimeDatabaseCheck.findings(in: result.tree ?? .null, of: service.name)
      .filter { $0.severity == .error }
    guard let tree = result.tree, !findings.containsError else {
      throw OperationFailure(
        .failed,
        "\(export.name) contains data that a database cannot store; nothing was written",
        findings: findings
      )
    }
    var readers = EnvironmentReaders()
    readers.add(FileTreeReader(tree), named: service.name, as: .databases)
    return PullSource(readers)
  }
}
