import SystemPackage
import TaneCore
import TaneKit

/// The metadata file of an export, which lists the export's parts and their folders.
struct ExportMetadata {
  static let fileName = "firebase-export-metadata.json"

  /// The folders of the parts that Tane reads and writes, keyed by the part's name.
  static let supportedFolders = Dictionary(
    ServiceRegistry.exportedEmulators.map { ($0.provider.name, $0.folder) }
  ) { $1 }

  private let tree: Tree

  /// Reads the metadata file of an export.
  init(of files: ExportFiles) throws {
    tree = try files.tree(of: FilePath(Self.fileName))
  }

  /// Returns the folder of a part, or nil if there is no such part; throws an `OperationFailure` if
  /// the folder is outside the export.
  func folder(of part: String) throws -> FilePath? {
    guard let text = tree[part]?["path"]?.string else { return nil }
    let path = FilePath(text)
    let isInside =
      !text.isEmpty && !text.utf8.contains(0) && path.isRelative
      && path.components.allSatisfy { $0.kind == .regular }
    guard isInside else {
      throw OperationFailure(
        .failed,
        "\(Self.fileName) refers to \"\(text.escapingControls)\", which is outside the export"
      )
    }
    return path
  }

  /// The entries that Tane does not write, such as the entry for Data Connect.
  var unsupportedEntries: [(name: String, value: Tree)] {
    tree.children.compactMap { entry in
      guard let name = entry.key, name != "version", Self.supportedFolders[name] == nil else {
        return nil
      }
      return (name, entry)
    }
  }

  /// The names of the parts that Tane does not write.
  var unsupportedPartNames: [String] {
    unsupportedEntries.filter { $0.value["path"] != nil }.map(\.name)
  }

  /// The names of the export's own files and folders at the top level of its folder.
  ///
  /// Parts in nested folders are not included.
  var ownNames: Set<String> {
    let named = tree.children.compactMap { $0["path"]?.string }.filter(Self.isSingleComponent)
    return Set(named).union(Self.supportedFolders.values).union([Self.fileName])
  }

  /// Returns true if a path is the name of an immediate entry of a folder.
  static func isSingleComponent(_ path: String) -> Bool {
    let components = FilePath(path).components
    return FilePath(path).isRelative && components.count == 1
      && components.first?.kind == .regular && !path.utf8.contains(0)
  }
}
