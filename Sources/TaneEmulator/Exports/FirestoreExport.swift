import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneServices

/// A Firestore export, alone or as a part of an emulator export.
struct FirestoreExport {
  private static let maximumWritesPerCommit = 500
  static let metadataSuffix = ".overall_export_metadata"

  let files: ExportFiles
  /// The path of the folder, relative to the root of `files`.
  let folder: FilePath

  /// Writes the documents to a store.
  ///
  /// - Parameters:
  ///   - profile: The profile of the store; references to documents of the exported database are
  ///     converted to the profile's database.
  ///   - store: The store to write to.
  /// - Throws: An `OperationFailure` that names a file that cannot be used.
  func read(into profile: EnvironmentProfile, _ store: any DocumentStore) async throws {
    try await forEachCommit(into: profile.documentDatabase) { try await store.commit($1) }
  }

  /// Returns the databases from which documents were exported; throws if a file cannot be used.
  func databases() throws -> Set<DocumentDatabaseName> {
    try outputs().reduce(into: []) { databases, file in
      databases.formUnion(try documents(of: file, into: nil).keys)
    }
  }

  /// Calls a closure with each batch of documents that fits in a commit, and with the database from
  /// which the batch was exported.
  ///
  /// References to documents of that database are converted to `database`, if given.
  func forEachCommit(
    into database: DocumentDatabaseName?,
    _ body: (DocumentDatabaseName, [DocumentWrite]) async throws -> Void
  ) async throws {
    for file in try outputs() {
      let documents = try documents(of: file, into: database)
      for (database, writes) in documents.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        for start in stride(from: 0, to: writes.count, by: Self.maximumWritesPerCommit) {
          try Task.checkCancellation()
          try await body(database, Array(writes[start...].prefix(Self.maximumWritesPerCommit)))
        }
      }
    }
  }

  /// Returns the record files in all folders below `all_namespaces`.
  private func outputs() throws -> [FilePath] {
    let namespaces = folder.appending("all_namespaces")
    guard try files.contains(namespaces) else { return [] }
    var outputs: [FilePath] = []
    for entry in try files.entries(of: namespaces) {
      let kinds = namespaces.appending(entry.name)
      guard try files.isFolder(kinds) else { continue }
      let names = try files.entries(of: kinds).map(\.name)
      for name in names where name.hasSuffix(".export_metadata") {
        try checkOutputs(listedIn: kinds.appending(name), existAmong: names)
      }
      outputs += names.filter { $0.hasPrefix("output-") }.map { kinds.appending($0) }
    }
    return outputs
  }

  /// Throws if a file that a metadata file refers to is missing.
  private func checkOutputs(listedIn file: FilePath, existAmong names: [String]) throws {
    let expected = try withFailureContext(file) {
      try FirestoreExportMetadata.outputNames(try files.bytes(of: file))
    }
    for path in expected {
      let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
      guard !names.contains(name) else { continue }
      throw OperationFailure(
        .failed,
        "\(files.folder.pushing(file)) refers to \(name.escapingControls), which does not exist"
      )
    }
  }

  private func documents(
    of file: FilePath,
    into database: DocumentDatabaseName?
  ) throws -> [DocumentDatabaseName: [DocumentWrite]] {
    let bytes = try files.bytes(of: file)
    var writes: [DocumentDatabaseName: [DocumentWrite]] = [:]
    try withFailureContext(file) {
      try LevelDBLog.forEachRecord(of: bytes) { record in
        let entity = try ExportedEntity(decoding: record, into: database)
        let write = DocumentWrite(path: entity.path, operation: .update(entity.fields, mask: nil))
        if let violation = DocumentCheck.violation(in: write) {
          throw WireError.invalid(
            "the document \(entity.path.description.escapingControls): \(violation)"
          )
        }
        writes[entity.database, default: []].append(write)
      }
    }
    return writes
  }

  private func withFailureContext<Value>(_ file: FilePath, _ body: () throws -> Value) throws
    -> Value
  {
    do {
      return try body()
    } catch let problem as WireError {
      throw OperationFailure(
        .failed,
        "\(files.folder.pushing(file)) cannot be used: \(problem.message)"
      )
    }
  }
}

extension DocumentStore {
  /// Writes documents in batches that fit in a commit.
  func add(_ documents: [DocumentWrite]) async throws {
    for start in stride(from: 0, to: documents.count, by: 500) {
      try await commit(Array(documents[start..<min(start + 500, documents.count)]))
    }
  }
}
