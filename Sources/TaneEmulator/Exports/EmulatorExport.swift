import Foundation
import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject

/// An export of the emulated data into a folder, in the layout of `firebase emulators:export`.
struct EmulatorExport {
  let services: [ServiceKind: EmulatedService]
  /// The imported parts that Tane does not read but copies to the export.
  let unsupportedParts: UnsupportedExportParts?
  /// The version of the program.
  let version: String

  /// Writes the export next to a folder, and then replaces the folder.
  ///
  /// - Throws: An `OperationFailure` that names the data that could not be written, or the
  ///   temporary folder if the export could not be moved.
  func write(to folder: ExportFolder) async throws {
    let (draft, missingDataFailure) = try await writeDraft(beside: folder)
    do {
      try folder.replace(with: draft)
    } catch {
      throw OperationFailure(
        .failed,
        "\((error as? OperationFailure)?.message ?? "\(folder.path) cannot be replaced: \(error.reason)"); the "
          + "complete export is in \(draft)"
      )
    }
    if let missingDataFailure { throw missingDataFailure }
  }

  /// Writes the export next to a folder, and returns the export's path and, if data is missing, a
  /// failure that describes the missing data.
  private func writeDraft(
    beside folder: ExportFolder
  ) async throws -> (path: FilePath, missingDataFailure: OperationFailure?) {
    var draft: FilePath?
    var missingDataFailure: OperationFailure?
    do {
      let path = try folder.makeDraft()
      draft = path
      let url = URL(filePath: path.string)
      for (provider, folder) in ServiceRegistry.exportedEmulators {
        guard let service = services[provider.kind] else { continue }
        do {
          try await provider.export(service, to: url.appending(path: folder))
        } catch let failure as OperationFailure where failure.reason == .partlyApplied {
          missingDataFailure = failure
        }
      }
      try unsupportedParts?.copy(to: path)
      // The metadata file is written last, so that its presence marks a complete export.
      try Self.save(metadata, to: url.appending(path: ExportMetadata.fileName))
      return (path, missingDataFailure)
    } catch {
      if let draft { try? FileManager.default.removeItem(atPath: draft.string) }
      if let failure = error as? OperationFailure { throw failure }
      throw OperationFailure(.failed, "\(folder.path) cannot be written: \(error.reason)")
    }
  }

  private var metadata: TreeLiteral {
    let parts = ServiceRegistry.exportedEmulators.map { provider, folder -> (String, TreeLiteral) in
      let file = provider.exportMetadataFile.map { file in
        [("metadata_file", TreeLiteral.string("\(folder)/\(file)"))]
      }
      let entry: [(String, TreeLiteral)] = [
        ("version", .string(version)), ("path", .string(folder)),
      ]
      return (provider.name, .map(entry + (file ?? [])))
    }
    let others = unsupportedParts?.entries.map { ($0.name, TreeLiteral.tree($0.value)) } ?? []
    return .map([("version", .string("tane-\(version)"))] + parts + others)
  }

  /// Writes a value to a file as indented JSON.
  static func save(_ literal: TreeLiteral, to file: URL) throws {
    try Data(try JSONWriter(.pretty).write(Tree(literal)).utf8).write(to: file)
  }
}
