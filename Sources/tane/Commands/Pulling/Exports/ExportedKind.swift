import SystemPackage
import TaneCore
import TaneKit
import TaneProject

/// What files and folders of other tools hold of a kind of service: one type a kind, all in `ServiceRegistry.exported`.
protocol ExportedKind: Sendable {
  /// The kind.
  var kind: ServiceKind { get }

  /// What a folder with these names in it is, for messages, where it is one of the kind alone: `an export of Firestore`.
  func folderNoun(_ names: [String]) -> String?
  /// How sure a file is one of the kind: by its extension in lower case, and by its value where it has one.
  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportClaim

  /// Reads a folder of the kind alone.
  func source(ofFolder export: PullExport, _ service: ServiceProfile) async throws -> PullSource
  /// Reads a file.
  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource
  /// Completes what stores have taken of a folder of the emulators.
  ///
  /// - Returns: What fixtures never hold, in words.
  func complete(_ stores: EnvironmentStores, from files: ExportFiles, for export: PullExport)
    async throws -> [String]
}

/// How sure it is what a file holds.
enum ExportClaim {
  case impossible
  case possible
  case certain
}

extension ExportedKind {
  func folderNoun(_ names: [String]) -> String? { nil }
  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportClaim { .impossible }

  func source(ofFolder export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    throw export.unknownFolder
  }

  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    throw CommandFailure(
      .usage,
      "\(export.name) is a file, which can stand for a database, for documents or for accounts; name a folder for"
        + " \(service.name)"
    )
  }

  func complete(_ stores: EnvironmentStores, from files: ExportFiles, for export: PullExport)
    async throws -> [String]
  { [] }
}
