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

  static let metadataFile = "firebase-export-metadata.json"

  /// Writes everything, then puts the folder in the place of an earlier export; throws a
  /// `CommandFailure` where something else is there.
  func write(to folder: URL) async throws {
    try Self.checkReplaceable(folder)
    let files = FileManager.default
    let parent = folder.deletingLastPathComponent()
    let draft = parent.appending(path: ".\(folder.lastPathComponent).\(UUID())")
    do {
      try files.createDirectory(at: draft, withIntermediateDirectories: true)
      try await writeDatabases(to: draft.appending(path: "database_export"))
      try await writeAccounts(to: draft.appending(path: "auth_export"))
      try await writeObjects(to: draft.appending(path: "storage_export"))
      try save(Self.metadata, to: draft.appending(path: Self.metadataFile))
      if files.fileExists(atPath: folder.path) { try files.removeItem(at: folder) }
      try files.moveItem(at: draft, to: folder)
    } catch let error as CommandFailure {
      try? files.removeItem(at: draft)
      throw error
    } catch {
      try? files.removeItem(at: draft)
      throw CommandFailure(.failed, "\(folder.path) cannot be written: \(error)")
    }
  }

  /// Refuses a folder that holds anything but an earlier export.
  static func checkReplaceable(_ folder: URL) throws {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder.path) else {
      guard files.fileExists(atPath: folder.path) else { return }
      throw CommandFailure(.usage, "\(folder.path) is there and is no folder")
    }
    guard !names.isEmpty, !names.contains(metadataFile) else { return }
    throw CommandFailure(
      .usage,
      "\(folder.path) holds something else than an export, which would be lost; name another folder"
    )
  }

  private static var metadata: TreeLiteral {
    func part(_ path: String) -> TreeLiteral {
      ["version": .string(Tane.versionNumber), "path": .string(path)]
    }
    return [
      "version": .string("tane-\(Tane.versionNumber)"),
      "database": part("database_export"),
      "auth": part("auth_export"),
      "storage": part("storage_export"),
    ]
  }

  // MARK: Services

  private func writeDatabases(to folder: URL) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in calls.database.databaseNames {
      let target = "/.json?ns=\(URLText.encoded(name))&format=export"
      let bytes = try await calls.bytes(calls.database, .get, target)
      try Data(bytes).write(to: folder.appending(path: "\(URLText.encoded(name)).json"))
    }
  }

  private func writeAccounts(to folder: URL) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let target = "/identitytoolkit.googleapis.com/v1/projects/\(calls.project)/accounts:batchGet"
    let accounts = try await calls.bytes(calls.accounts, .get, "\(target)?maxResults=-1")
    try Data(accounts).write(to: folder.appending(path: "accounts.json"))
    try save(
      ["signIn": ["allowDuplicateEmails": false]],
      to: folder.appending(path: "config.json")
    )
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
    let place = "/storage/v1/b/\(URLText.encoded(bucket))/o"
    var page: String?
    repeat {
      let token = page.map { "?pageToken=\(URLText.encoded($0))" } ?? ""
      let list = try await calls.tree(calls.storage, .get, place + token)
      for object in list["items"]?.children ?? Tree.null.children {
        guard let name = object["name"]?.string else { continue }
        let target = "\(place)/\(URLText.encoded(name))?alt=media"
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
