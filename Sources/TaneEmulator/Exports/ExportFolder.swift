import Foundation
import SystemPackage
import TaneCore
import TaneKit
import TaneProject

/// The folder that an export is written to: a new one, or an earlier export that is replaced.
///
/// The new export is written next to the folder and then moved into place, so that the earlier
/// export stays complete until then. If a run is killed in between, the earlier export is left next
/// to the folder, and the next run restores it.
struct ExportFolder: Sendable {
  /// The folder with links resolved.
  let path: FilePath
  private let disk = DiskFiles()

  /// Checks and resolves the folder.
  ///
  /// - Parameters:
  ///   - path: The absolute path that the user entered.
  ///   - project: The project, whose own folders are rejected.
  ///   - homes: The user's home folders, which are rejected along with their ancestors.
  /// - Throws: An `OperationFailure` if the folder contains data that would be lost.
  init(_ path: FilePath, for project: Project, homes: [FilePath]) throws {
    do {
      self.path = try Self.resolvingLinks(in: path)
      try rejectProtected(project, homes)
      try Self.recover(self.path)
      try checkReplaceable()
      try checkWritable()
    } catch let error as FileError {
      throw OperationFailure(.failed, "\(path) cannot be read: \(error.reason)")
    }
  }

  /// Returns descriptions of the existing export's parts that Tane does not write, or nil if there
  /// is no export.
  func unwrittenParts() throws -> [String]? {
    guard try disk.kind(of: path.appending(ExportMetadata.fileName)) != nil else { return nil }
    return try ExportMetadata(of: ExportFiles(in: path)).unsupportedPartNames.map {
      "the part \"\($0.escapingControls)\""
    }
  }

  /// Creates a temporary folder for the export, next to its final folder.
  func makeDraft() throws -> FilePath {
    let draft = Self.sibling(of: path, suffix: "draft-\(UUID())")
    try FileManager.default.createDirectory(
      atPath: draft.string,
      withIntermediateDirectories: true
    )
    return draft
  }

  /// Replaces the earlier export with a complete new one.
  func replace(with draft: FilePath) throws {
    try checkReplaceable()
    let files = FileManager.default
    guard try disk.kind(of: path) != nil else {
      return try files.moveItem(atPath: draft.string, toPath: path.string)
    }
    if try disk.kind(of: backup) != nil {
      // A run was killed after it moved the new export into place.
      try Self.checkContainsOnlyExport(backup)
      try files.removeItem(atPath: backup.string)
    }
    try files.moveItem(atPath: path.string, toPath: backup.string)
    do {
      try files.moveItem(atPath: draft.string, toPath: path.string)
    } catch {
      try? files.moveItem(atPath: backup.string, toPath: path.string)
      throw error
    }
    try files.removeItem(atPath: backup.string)
  }

  /// The temporary location of the earlier export while it is replaced.
  private var backup: FilePath { Self.sibling(of: path, suffix: "replaced") }

  private static func sibling(of path: FilePath, suffix: String) -> FilePath {
    path.removingLastComponent().appending(".\(path.lastComponent?.string ?? "").\(suffix)")
  }

  // MARK: Checks

  private static func resolvingLinks(in path: FilePath) throws -> FilePath {
    let disk = DiskFiles()
    var (existing, rest) = (path, FilePath())
    while true {
      if let found = try disk.canonicalPath(of: existing) { return found.pushing(rest) }
      let isLink = (try? existing.stat(followTargetSymlink: false))?.type == .symbolicLink
      guard !isLink, let name = existing.lastComponent else {
        throw OperationFailure(.usage, "\(existing) is a broken link; remove it")
      }
      rest = FilePath(root: nil, [name] + Array(rest.components))
      existing.removeLastComponent()
    }
  }

  private func rejectProtected(_ project: Project, _ homes: [FilePath]) throws {
    func canonical(_ path: FilePath) -> FilePath {
      ((try? disk.canonicalPath(of: path)) ?? nil) ?? path
    }
    func rejection(_ what: String) -> OperationFailure {
      OperationFailure(
        .usage,
        "\(path) \(what); an export replaces everything in its folder: use a separate folder"
      )
    }
    let root = canonical(project.root)
    if root == path { throw rejection("is the project's folder") }
    if root.isWithin(path) { throw rejection("contains the project") }
    for home in homes.map(canonical) where home.isWithin(path) {
      throw rejection(home == path ? "is the home folder" : "contains the home folder")
    }
    let own = [
      project.environmentsDirectory, project.fixturesDirectory, project.stateDirectory,
      project.root.appending(".git"),
    ]
    for folder in own where path.isWithin(canonical(folder)) {
      throw rejection("is in the project's \(folder.lastComponent?.string ?? "")")
    }
  }

  /// Restores an earlier export that a killed run had moved away.
  static func recover(_ path: FilePath) throws {
    let disk = DiskFiles()
    let backup = sibling(of: path, suffix: "replaced")
    guard try disk.kind(of: path) == nil, try disk.kind(of: backup) == .folder else { return }
    try checkContainsOnlyExport(backup)
    try FileManager.default.moveItem(atPath: backup.string, toPath: path.string)
  }

  private func checkReplaceable() throws {
    switch try disk.kind(of: path) {
    case nil: return
    case .folder: break
    default: throw OperationFailure(.usage, "\(path) exists and is not a folder")
    }
    try Self.checkContainsOnlyExport(path)
  }

  private static func checkContainsOnlyExport(_ folder: FilePath) throws {
    let names = try DiskFiles().entries(of: folder)?.map(\.name) ?? []
    guard !names.isEmpty else { return }
    guard names.contains(ExportMetadata.fileName) else {
      throw OperationFailure(
        .usage,
        "\(folder) is not empty and does not contain an export; use another folder, so that its "
          + "files are not lost"
      )
    }
    let own = try ExportMetadata(of: ExportFiles(in: folder)).ownNames
    let others = names.filter { !own.contains($0) }
    guard !others.isEmpty else { return }
    let shown = others.prefix(3).map(\.escapingControls).joined(separator: ", ")
    let rest = others.count > 3 ? " and \(others.count - 3) more" : ""
    throw OperationFailure(
      .usage,
      "\(folder) contains files that are not part of the export (\(shown)\(rest)) and would be "
        + "lost; move them elsewhere, or use another folder"
    )
  }

  /// Throws early if the export could not be written on exit.
  private func checkWritable() throws {
    var parent = path.removingLastComponent()
    while try disk.kind(of: parent) == nil, parent.removeLastComponent() {}
    guard FileManager.default.isWritableFile(atPath: parent.string) else {
      throw OperationFailure(
        .failed,
        "\(path) cannot be written: check the permissions of \(parent)"
      )
    }
    guard let own = try? path.stat(), let above = try? parent.stat() else { return }
    guard own.deviceID == above.deviceID else {
      throw OperationFailure(
        .usage,
        "\(path) is a mount point, which cannot be replaced; use a folder in it"
      )
    }
  }
}
