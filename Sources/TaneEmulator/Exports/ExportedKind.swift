import TaneCore
import TaneKit
import TaneProject

/// A kind of service that other tools' exports can contain; `ServiceRegistry.exported` lists all
/// kinds.
protocol ExportedKind: Sendable {
  var kind: ServiceKind { get }

  /// Returns a description, such as `a Firestore export`, if a folder's file names show that it
  /// contains only this kind; otherwise nil.
  func folderDescription(_ names: [String]) -> String?
  /// Returns the likelihood that a file contains this kind, judging by the file's lowercase
  /// extension and its parsed value, if any.
  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportLikelihood

  /// Reads a folder that contains only this kind.
  func source(ofFolder export: PullExport, _ service: ServiceProfile) async throws -> PullSource
  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource
  /// Postprocesses data that was imported from an emulator export into stores.
  ///
  /// - Returns: Notes on data that fixtures cannot contain.
  func postprocess(_ stores: EnvironmentStores, from files: ExportFiles, for export: PullExport)
    async throws -> [String]
}

/// The likelihood that a file contains a kind of service.
enum ExportLikelihood {
  case impossible
  case possible
  case certain
}

extension ExportedKind {
  func folderDescription(_ names: [String]) -> String? { nil }
  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportLikelihood { .impossible }

  func source(ofFolder export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    throw export.unknownFolder
  }

  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    throw OperationFailure(
      .usage,
      "\(export.name) is a file, which can contain only a database, documents or accounts; specify "
        + "a folder for \(service.name)"
    )
  }

  func postprocess(_ stores: EnvironmentStores, from files: ExportFiles, for export: PullExport)
    async throws -> [String]
  { [] }
}
