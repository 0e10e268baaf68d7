import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmulator
import TaneFormats

/// Writes what is emulated into a folder, in the layout of `firebase emulators:export`.
///
/// Firestore's part of that layout is a binary format of its own, which is not written.
struct EmulatorExport {
  let calls: EmulatorCalls
  /// What was imported and not read, which is kept.
  let carried: CarriedParts?

  /// Writes everything beside a folder, then puts it there; throws a `CommandFailure` that says where the
  /// data are.
  func write(to folder: ExportFolder) async throws {
    let draft = try await writeDraft(beside: folder)
    do {
      try folder.replace(with: draft)
    } catch {
      throw CommandFailure(
        .failed,
        "\((error as? CommandFailure)?.message ?? "\(folder.path) cannot be replaced: \(error)"); the export"
          + " is complete in \(draft)"
      )
    }
  }

  private func writeDraft(beside folder: ExportFolder) async throws -> FilePath {
    var draft: FilePath?
    do {
      let path = try folder.makeDraft()
      draft = path
      let url = URL(filePath: path.string)
      try await writeDatabases(to: url.appending(path: Self.folder(of: "database")))
      try await writeAccounts(to: url.appending(path: Self.folder(of: "auth")))
      try await writeObjects(to: url.appending(path: Self.folder(of: "storage")))
      try carried?.copy(to: path)
      // Last, so that what has the file is complete.
      try save(metadata, to: url.appending(path: ExportMetadata.fileName))
      return path
    } catch {
      if let draft { try? FileManager.default.removeItem(atPath: draft.string) }
      if let failure = error as? CommandFailure { throw failure }
      throw CommandFailure(.failed, "\(folder.path) cannot be written: \(Self.reason(of: error))")
    }
  }

  private static func folder(of part: String) -> String { ExportMetadata.written[part] ?? part }

  private static func reason(of error: any Error) -> String {
    (error as? CocoaError)?.code == .fileWriteOutOfSpace || error as? Errno == .noSpace
      ? "the disk is full" : "\(error)"
  }

  private var metadata: TreeLiteral {
    func part(_ name: String) -> (String, TreeLiteral) {
      let path = TreeLiteral.string(Self.folder(of: name))
      return (name, ["version": .string(Tane.versionNumber), "path": path])
    }
    let others = carried?.entries.map { ($0.name, TreeLiteral.tree($0.value)) } ?? []
    return .map(
      [("version", .string("tane-\(Tane.versionNumber)"))]
        + ["database", "auth", "storage"].map(part) + others
    )
  }

  // MARK: Services

  private func writeDatabases(to folder: URL) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in calls.database.databaseNames {
      let target = "/.json?ns=\(PercentEncoding.encodeURLPart(name))&format=export"
      let bytes = try await calls.bytes(calls.database, .get, target)
      try Data(bytes).write(
        to: folder.appending(path: "\(PercentEncoding.encodeURLPart(name)).json")
      )
    }
  }

  private func writeAccounts(to folder: URL) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let target = "/identitytoolkit.googleapis.com/v1/projects/\(calls.project)/accounts:batchGet"
    let accounts = try await calls.bytes(calls.accounts, .get, "\(target)?maxResults=-1")
    // Password hashes of the emulator are the passwords.
    let file = FilePath(folder.appending(path: "accounts.json").path)
    let descriptor = try FileDescriptor.open(
      file,
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: .ownerReadWrite
    )
    try descriptor.closeAfter { _ = try descriptor.writeAll(accounts) }
    let settings = try await calls.tree(calls.accounts, .get, calls.accountSettings)
    try save(.tree(settings), to: folder.appending(path: "config.json"))
  }

  private func writeObjects(to folder: URL) async throws {
    for part in ["blobs", "metadata"] {
      let path = folder.appending(path: part)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    let buckets = calls.storage.buckets.currentNames
    try save(
      ["buckets": .list(buckets.map { ["id": .string($0)] })],
      to: folder.appending(path: "buckets.json")
    )
    for bucket in buckets { try await writeObjects(of: bucket, to: folder) }
  }

  private func writeObjects(of bucket: String, to folder: URL) async throws {
    let place = "/storage/v1/b/\(PercentEncoding.encodeURLPart(bucket))/o"
    var page: String?
    repeat {
      let token = page.map { "?pageToken=\(PercentEncoding.encodeURLPart($0))" } ?? ""
      let list = try await calls.tree(calls.storage, .get, place + token)
      for object in list["items"]?.children ?? Tree.null.children {
        guard let name = object["name"]?.string else { continue }
        let target = "\(place)/\(PercentEncoding.encodeURLPart(name))?alt=media"
        let bytes = try await calls.bytes(calls.storage, .get, target)
        let identifier = UUID().uuidString.lowercased()
        try Data(bytes).write(to: folder.appending(path: "blobs/\(identifier)"))
        try save(
          ExportedObject(object, in: bucket).literal,
          to: folder.appending(path: "metadata/\(identifier).json")
        )
      }
      page = list["nextPageToken"]?.string
    } while page != nil
  }

  private func save(_ literal: TreeLiteral, to file: URL) throws {
    try Data(try JSONWriter(.pretty).write(Tree(literal)).utf8).write(to: file)
  }
}
