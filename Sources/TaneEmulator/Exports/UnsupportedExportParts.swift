import Foundation
import SystemPackage
import TaneCore
import TaneKit
import TaneProject

/// The parts of an imported export that Tane does not read but copies unchanged to its own export.
struct UnsupportedExportParts {
  private let files: ExportFiles
  /// The entries for these parts in the metadata file.
  let entries: [(name: String, value: Tree)]
  private let folders: [FilePath]

  /// Finds the parts of an export; throws an `OperationFailure` if one cannot be copied.
  init(of metadata: ExportMetadata, in files: ExportFiles) throws {
    self.files = files
    entries = metadata.unsupportedEntries
    folders = try entries.compactMap { try metadata.folder(of: $0.name) }
    let taken = Set(ExportMetadata.supportedFolders.values).union([ExportMetadata.fileName])
    for folder in folders {
      guard ExportMetadata.isSingleComponent(folder.string), !taken.contains(folder.string) else {
        throw OperationFailure(
          .failed,
          "\(ExportMetadata.fileName) lists the folder \"\(folder.string.escapingControls)\", "
            + "which cannot be copied to the new export: each part of an export must have its own "
            + "folder"
        )
      }
      try walk(folder) { _, _ in }
    }
  }

  /// Copies the parts into the folder of another export.
  func copy(to draft: FilePath) throws {
    for folder in folders {
      try walk(folder) { path, isFolder in
        let target = draft.pushing(path).string
        if isFolder {
          try FileManager.default.createDirectory(
            atPath: target,
            withIntermediateDirectories: true
          )
        } else {
          try FileManager.default.copyItem(atPath: try files.file(path).string, toPath: target)
        }
      }
    }
  }

  /// Visits a file, or a folder and then its contents, recursively.
  private func walk(_ path: FilePath, _ visit: (FilePath, _ isFolder: Bool) throws -> Void) throws {
    let isFolder = try files.isFolder(path)
    if !isFolder { _ = try files.file(path) }
    try visit(path, isFolder)
    guard isFolder else { return }
    for entry in try files.entries(of: path) {
      let child = path.appending(entry.name)
      // Links between folders may form cycles.
      guard try entry.kind != .link || !files.isFolder(child) else {
        throw OperationFailure(
          .failed,
          "\(files.folder.pushing(child)) is a link to a folder and cannot be copied to the new "
            + "export; replace it with the folder"
        )
      }
      try walk(child, visit)
    }
  }
}
