import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject

/// A reader for the files in an untrusted export: links must not point outside its folder, and only
/// regular files and folders are opened.
struct ExportFiles: Sendable {
  /// The folder that the user entered.
  let folder: FilePath
  /// The folder with links resolved.
  let root: FilePath
  private let disk = DiskFiles()

  /// Opens a folder; throws an `OperationFailure` if it does not exist.
  init(in folder: FilePath) throws {
    self.folder = folder
    let metadata = folder.appending(ExportMetadata.fileName)
    do {
      guard let root = try disk.canonicalPath(of: folder), try disk.kind(of: root) == .folder else {
        throw FileError("no such folder")
      }
      self.root = root
    } catch {
      throw OperationFailure(
        .failed,
        "\(metadata) cannot be read: \(error.reason)"
      )
    }
  }

  /// Reads a file by its path relative to the export.
  func bytes(of path: FilePath) throws -> [UInt8] {
    try reading(path) { try disk.bytes(of: try file(path)) }
  }

  /// Parses a JSON file.
  func tree(of path: FilePath) throws -> Tree {
    let name = folder.pushing(path).string
    let result = try reading(path) { try disk.readTree(of: try file(path), named: name, as: .json) }
    guard let tree = result.tree else {
      throw OperationFailure(.failed, "\(name) cannot be used", findings: result.diagnostics)
    }
    return tree
  }

  /// Returns the size of a file in bytes.
  func byteCount(of path: FilePath) throws -> Int {
    try reading(path) { try disk.byteCount(of: try file(path)) }
  }

  /// Resolves the path of a file; throws an `OperationFailure` if it is not a file in the export.
  func file(_ path: FilePath) throws -> FilePath {
    let resolvedPath = try resolvedPath(of: path)
    let kind = try reading(path) { try disk.kind(of: resolvedPath) }
    guard kind == .file else {
      throw unusable(
        path,
        kind == .folder ? "it is a folder; expected a file" : "it is not a file"
      )
    }
    return resolvedPath
  }

  /// Returns true if a file or folder exists at a path.
  func contains(_ path: FilePath) throws -> Bool {
    do {
      return try disk.kind(of: folder.pushing(path)) != nil
    } catch {
      throw unusable(path, "\(error)")
    }
  }

  /// Returns the entries of a folder, sorted by name.
  func entries(of path: FilePath) throws -> [FileEntry] {
    let resolvedPath = try resolvedPath(of: path)
    return try reading(path) { try disk.entries(of: resolvedPath) }
  }

  /// Returns true if a path of the export is a folder.
  func isFolder(_ path: FilePath) throws -> Bool {
    let resolvedPath = try resolvedPath(of: path)
    return try reading(path) { try disk.kind(of: resolvedPath) } == .folder
  }

  private func resolvedPath(of path: FilePath) throws -> FilePath {
    let resolvedPath = try reading(path) { try disk.canonicalPath(of: root.pushing(path)) }
    guard resolvedPath.isWithin(root) else {
      throw OperationFailure(
        .failed,
        "\(folder.pushing(path)) is a link that points outside the export, to \(resolvedPath); replace it "
          + "with a copy of its target"
      )
    }
    return resolvedPath
  }

  private func reading<Value>(_ path: FilePath, _ body: () throws -> Value?) throws -> Value {
    do {
      if let value = try body() { return value }
    } catch let error as FileError {
      throw unusable(path, error.reason)
    }
    throw unusable(path, "no such file or folder")
  }

  private func unusable(_ path: FilePath, _ reason: String) -> OperationFailure {
    OperationFailure(.failed, "\(folder.pushing(path)) cannot be read: \(reason)")
  }
}
