import Foundation
import HTTPTypes
import TaneCore
import TaneEmulator
import TaneFormats

/// Reads a folder that `firebase emulators:export` or `tane emulate --export-on-exit` has written.
struct EmulatorImport {
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
    let accounts = try bytes(in: folder.appending(path: "accounts.json"))
    let count = TreeReader.read(accounts, named: "accounts.json", as: .json)
      .tree?["users"]?.children.count
    guard let count, count > 0 else { return 0 }
    let target = "/identitytoolkit.googleapis.com/v1/projects/\(calls.project)/accounts:batchCreate"
    _ = try await calls.bytes(calls.accounts, .post, target, body: accounts)
    return count
  }

  private func readObjects(in folder: URL) async throws -> Int {
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
