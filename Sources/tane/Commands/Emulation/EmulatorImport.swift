import Foundation
import HTTPTypes
import TaneCore
import TaneEmulator
import TaneFormats

/// Reads a folder that `firebase emulators:export` or `tane emulate --export-on-exit` has written.
struct EmulatorImport {
  /// The most accounts that one call takes.
  private static let accountsPerCall = 1000

  let calls: EmulatorCalls
  let folder: URL

  /// What was taken over, in words, and what was left out.
  struct Outcome {
    var taken: [String] = []
    var leftOut: [String] = []
  }

  /// Takes everything over; throws a `CommandFailure` that names the file which cannot be used.
  func run() async throws -> Outcome {
    var outcome = Outcome()
    let metadata = try tree(in: folder.appending(path: EmulatorExport.metadataFile))
    if let path = try part("database", of: metadata) {
      outcome.taken.append(counted(try await readDatabases(in: path), "database"))
    }
    if let path = try part("auth", of: metadata) {
      outcome.taken.append(counted(try await readAccounts(in: path), "account"))
    }
    if let path = try part("storage", of: metadata) {
      outcome.taken.append(counted(try await readObjects(in: path), "object"))
    }
    if metadata["firestore"] != nil {
      outcome.leftOut.append("Firestore, whose part of an export is in a format of its own")
    }
    return outcome
  }

  // MARK: Services

  private func readDatabases(in folder: URL) async throws -> Int {
    let files = try jsonFiles(in: folder)
    for file in files {
      let name = PercentEncoding.decode(file.deletingPathExtension().lastPathComponent)
      let target =
        "/.json?ns=\(URLText.encoded(name))&disableTriggers=true&writeSizeLimit=unlimited"
      _ = try await calls.bytes(calls.database, .put, target, body: try bytes(in: file))
    }
    return files.count
  }

  private func readAccounts(in folder: URL) async throws -> Int {
    let file = folder.appending(path: "accounts.json")
    let users = (try tree(in: file)["users"]?.children ?? Tree.null.children).map { $0 }
    let target = "/identitytoolkit.googleapis.com/v1/projects/\(calls.project)/accounts:batchCreate"
    for start in stride(from: 0, to: users.count, by: Self.accountsPerCall) {
      let batch = users[start..<min(start + Self.accountsPerCall, users.count)]
      let answer = try await calls.tree(
        calls.accounts,
        .post,
        target,
        body: ["users": .list(batch.map { .tree($0) })]
      )
      // The call goes on to the others where one cannot be taken.
      guard let refused = answer["error"]?.children.first(where: { _ in true }) else { continue }
      let index = start + Int(refused["index"]?.integer ?? 0)
      let reason = refused["message"]?.string ?? "it is refused"
      throw CommandFailure(.failed, "\(file.path) cannot be used: users/\(index): \(reason)")
    }
    return users.count
  }

  /// Makes the buckets that are there without objects.
  private func readBuckets(in folder: URL) async throws {
    let file = folder.appending(path: "buckets.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    let buckets = try tree(in: file)["buckets"]?.children ?? Tree.null.children
    for name in buckets.compactMap({ $0["id"]?.string })
    where !calls.storage.buckets.currentNames.contains(name) {
      _ = try await calls.tree(
        calls.storage,
        .post,
        "/storage/v1/b",
        body: ["name": .string(name)]
      )
    }
  }

  private func readObjects(in folder: URL) async throws -> Int {
    try await readBuckets(in: folder)
    let files = try jsonFiles(in: folder.appending(path: "metadata"))
    for file in files {
      let metadata = try tree(in: file)
      guard let name = metadata["name"]?.string, let bucket = metadata["bucket"]?.string else {
        throw CommandFailure(.failed, "\(file.path) names no object and bucket")
      }
      let blob = folder.appending(path: "blobs")
        .appending(path: file.deletingPathExtension().lastPathComponent)
      let type = metadata["contentType"]?.string ?? "application/octet-stream"
      let place = "/b/\(URLText.encoded(bucket))/o"
      _ = try await calls.bytes(
        calls.storage,
        .post,
        "/upload/storage/v1\(place)?uploadType=media&name=\(URLText.encoded(name))",
        body: try bytes(in: blob),
        contentType: type
      )
      _ = try await calls.tree(
        calls.storage,
        .patch,
        "/storage/v1\(place)/\(URLText.encoded(name))",
        body: ExportedObject.resource(of: metadata)
      )
    }
    return files.count
  }

  // MARK: Files

  /// The folder of a service; refuses one that lies outside the export.
  private func part(_ service: String, of metadata: Tree) throws -> URL? {
    guard let path = metadata[service]?["path"]?.string else { return nil }
    let isInside = !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    guard isInside else {
      throw CommandFailure(
        .failed,
        "\(EmulatorExport.metadataFile) names \"\(path.escapingControls)\", outside the export"
      )
    }
    return folder.appending(path: path)
  }

  private func jsonFiles(in folder: URL) throws -> [URL] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".json") }.sorted().map { folder.appending(path: $0) }
    } catch {
      throw CommandFailure(.failed, "\(folder.path) cannot be read: \(error)")
    }
  }

  private func bytes(in file: URL) throws -> [UInt8] {
    do {
      return Array(try Data(contentsOf: file))
    } catch {
      throw CommandFailure(.failed, "\(file.path) cannot be read: \(error)")
    }
  }

  private func tree(in file: URL) throws -> Tree {
    let result = TreeReader.read(try bytes(in: file), named: file.path, as: .json)
    guard let tree = result.tree else {
      throw CommandFailure(.failed, "\(file.path) cannot be used", findings: result.diagnostics)
    }
    return tree
  }
}
