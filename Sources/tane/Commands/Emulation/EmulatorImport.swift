import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmulator
import TaneFormats
import TaneProject

/// Reads a folder that `firebase emulators:export` or `tane emulate --export-on-exit` has written.
///
/// All of it is read and tried on stores in memory before anything of it is written.
struct EmulatorImport {
  /// The most accounts that one call takes.
  private static let accountsPerCall = 1000
  /// The most bytes of an object, all of which are taken into memory.
  private static let maximumObjectSize = Int(Int32.max)

  private let files: ExportFiles
  private let metadata: ExportMetadata
  /// The files of databases by their names.
  private let databases: [(name: String, file: FilePath)]
  private let accounts: FilePath?
  private let storage: FilePath?
  private let objects: [(metadata: FilePath, bytes: FilePath)]

  /// What was taken over, in words, and what was not.
  struct Outcome {
    fileprivate(set) var taken: [String] = []
    /// Why accounts and settings were left out, each by its name.
    fileprivate(set) var warnings: [String] = []
    /// Whether anything was written.
    fileprivate var hasBegun = false
  }

  /// Finds the files of an export; throws a `CommandFailure` that names the one which cannot be used.
  init(_ files: ExportFiles) throws {
    self.files = files
    metadata = try ExportMetadata(of: files)
    databases =
      try metadata.folder(of: "database").map { folder in
        try Self.jsonFiles(in: folder, files).map {
          (PercentEncoding.decode($0.stem ?? ""), $0)
        }
      } ?? []
    accounts = try metadata.folder(of: "auth")
    storage = try metadata.folder(of: "storage")
    objects =
      try storage.map { folder in
        try Self.jsonFiles(in: folder.appending("metadata"), files).map { file in
          (file, folder.appending("blobs").appending(file.stem ?? ""))
        }
      } ?? []
    for object in objects { try checkSize(of: object.bytes) }
  }

  /// The names of the parts that are not read.
  var unreadParts: [String] { metadata.otherParts }

  /// The parts that are not read, to be kept in another export.
  var carried: CarriedParts {
    get throws { try CarriedParts(of: metadata, in: files) }
  }

  /// Takes everything over.
  ///
  /// - Parameters:
  ///   - calls: The services that take it.
  ///   - rehearsal: The same services over stores that are forgotten.
  ///   - isKept: Whether what is written outlives the process.
  /// - Returns: What was taken over.
  /// - Throws: A `CommandFailure`, of status `partlyApplied` where something was written that is kept.
  func run(
    on calls: EmulatorCalls,
    rehearsal: EmulatorCalls,
    isKept: Bool
  ) async throws -> Outcome {
    var tried = Outcome()
    try await apply(to: rehearsal, withBytes: false, &tried)
    var outcome = Outcome()
    do {
      try await apply(to: calls, withBytes: true, &outcome)
    } catch {
      let failure = CommandFailure(error)
      guard isKept, outcome.hasBegun else { throw failure }
      throw CommandFailure(
        failure.status == .interrupted ? .interrupted : .partlyApplied,
        "\(failure.message); the import was begun and not finished: run it again to complete it",
        findings: failure.findings
      )
    }
    return outcome
  }

  private func apply(
    to calls: EmulatorCalls,
    withBytes: Bool,
    _ outcome: inout Outcome
  ) async throws {
    if metadata.has("database") {
      for database in databases {
        try await put(database, to: calls)
        outcome.hasBegun = true
      }
      outcome.taken.append(counted(databases.count, "database"))
    }
    if let accounts {
      let count = try await putAccounts(in: accounts, to: calls, &outcome)
      outcome.taken.append(counted(count, "account"))
    }
    if let storage {
      try await makeBuckets(in: storage, calls)
      for object in objects {
        try await put(object, withBytes: withBytes, to: calls)
        outcome.hasBegun = true
      }
      outcome.taken.append(counted(objects.count, "object"))
    }
  }

  // MARK: Services

  private func put(_ database: (name: String, file: FilePath), to calls: EmulatorCalls) async throws
  {
    let target =
      "/.json?ns=\(PercentEncoding.encodeURLPart(database.name))&disableTriggers=true&writeSizeLimit=unlimited"
    let bytes = try files.bytes(of: database.file)
    try await naming(database.file) {
      _ = try await calls.bytes(calls.database, .put, target, body: bytes)
    }
  }

  /// Stores accounts in place of those of the same identifiers, and returns the number of them.
  ///
  /// One that is refused keeps no other from being stored.
  private func putAccounts(
    in folder: FilePath,
    to calls: EmulatorCalls,
    _ outcome: inout Outcome
  ) async throws -> Int {
    try await putAccountSettings(in: folder, to: calls, &outcome.warnings)
    let file = folder.appending("accounts.json")
    let users = try list("users", in: file)
    let target = "/identitytoolkit.googleapis.com/v1/projects/\(calls.project)/accounts:batchCreate"
    var refusedCount = 0
    for start in stride(from: 0, to: users.count, by: Self.accountsPerCall) {
      let batch = users[start..<min(start + Self.accountsPerCall, users.count)]
      let answer = try await naming(file) {
        try await calls.tree(
          calls.accounts,
          .post,
          target,
          body: ["users": .list(batch.map { .tree($0) }), "allowOverwrite": true]
        )
      }
      outcome.hasBegun = true
      for refused in answer["error"]?.children ?? Tree.null.children {
        let index = start + Int(refused["index"]?.integer ?? 0)
        let reason = refused["message"]?.string ?? "it is refused"
        let name = Self.name(of: users[index]).map { " (\($0))" } ?? ""
        outcome.warnings.append(
          "\(files.folder.pushing(file)): users/\(index)\(name): \(reason); the account is left out"
        )
        refusedCount += 1
      }
    }
    return users.count - refusedCount
  }

  private static func name(of user: Tree) -> String? {
    let name = user["email"]?.string ?? user["phoneNumber"]?.string ?? user["localId"]?.string
    return name?.escapingControls
  }

  private func putAccountSettings(
    in folder: FilePath,
    to calls: EmulatorCalls,
    _ warnings: inout [String]
  ) async throws {
    let file = folder.appending("config.json")
    guard try files.contains(file) else { return }
    let settings = try files.tree(of: file)
    do {
      _ = try await calls.tree(
        calls.accounts,
        .patch,
        calls.accountSettings,
        body: .tree(settings)
      )
    } catch let failure as CommandFailure {
      warnings.append("\(files.folder.pushing(file)): \(failure.message); it is left out")
    }
  }

  /// Makes the buckets that are there without objects.
  private func makeBuckets(in folder: FilePath, _ calls: EmulatorCalls) async throws {
    let file = folder.appending("buckets.json")
    guard try files.contains(file) else { return }
    for name in try list("buckets", in: file).compactMap({ $0["id"]?.string })
    where !calls.storage.buckets.currentNames.contains(name) {
      try await naming(file) {
        _ = try await calls.tree(
          calls.storage,
          .post,
          "/storage/v1/b",
          body: ["name": .string(name)]
        )
      }
    }
  }

  private func put(
    _ object: (metadata: FilePath, bytes: FilePath),
    withBytes: Bool,
    to calls: EmulatorCalls
  ) async throws {
    let metadata = try files.tree(of: object.metadata)
    guard let name = metadata["name"]?.string, let bucket = metadata["bucket"]?.string else {
      throw CommandFailure(
        .failed,
        "\(files.folder.pushing(object.metadata)) names no object and bucket"
      )
    }
    let bytes = withBytes ? try files.bytes(of: object.bytes) : []
    let place = "/b/\(PercentEncoding.encodeURLPart(bucket))/o"
    try await naming(object.metadata) {
      _ = try await calls.bytes(
        calls.storage,
        .post,
        "/upload/storage/v1\(place)?uploadType=media&name=\(PercentEncoding.encodeURLPart(name))",
        body: bytes,
        contentType: metadata["contentType"]?.string ?? "application/octet-stream"
      )
      _ = try await calls.tree(
        calls.storage,
        .patch,
        "/storage/v1\(place)/\(PercentEncoding.encodeURLPart(name))",
        body: ExportedObject.resource(of: metadata)
      )
    }
  }

  // MARK: Files

  private static func jsonFiles(in folder: FilePath, _ files: ExportFiles) throws -> [FilePath] {
    try files.entries(of: folder).map { folder.appending($0.name) }.filter {
      $0.extension == "json"
    }
  }

  /// The elements of a list in a file, none where it is not there.
  private func list(_ key: String, in file: FilePath) throws -> [Tree] {
    guard let list = try files.tree(of: file)[key], list.kind != .null else { return [] }
    guard list.kind == .list else {
      throw CommandFailure(
        .failed,
        "\(files.folder.pushing(file)) cannot be used: \"\(key)\" is a \(list.kind); a list is expected"
      )
    }
    return list.children.map { $0 }
  }

  private func checkSize(of file: FilePath) throws {
    let count = try files.byteCount(of: file)
    guard count > Self.maximumObjectSize else { return }
    throw CommandFailure(
      .failed,
      "\(files.folder.pushing(file)) has \(count.grouped) bytes; at most"
        + " \(Self.maximumObjectSize.grouped) can be read"
    )
  }

  /// Says of a failure which file it is about.
  private func naming<Value>(_ file: FilePath, _ body: () async throws -> Value) async throws
    -> Value
  {
    try Task.checkCancellation()
    do {
      return try await body()
    } catch let failure as CommandFailure {
      // A service tells of a call that is cancelled as of any that fails.
      try Task.checkCancellation()
      throw CommandFailure(
        failure.status,
        "\(files.folder.pushing(file)) cannot be used: \(failure.message)"
      )
    }
  }
}
