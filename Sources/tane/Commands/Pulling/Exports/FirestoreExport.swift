import SystemPackage
import TaneCore
import TaneProject
import TaneWire

/// The part of Firestore in an export, or an export of Firestore alone.
struct FirestoreExport {
  private static let writesPerCommit = 500
  static let metadataSuffix = ".overall_export_metadata"

  private let files: ExportFiles
  private let folder: FilePath

  /// Names a folder of an export, relative to it.
  init(_ files: ExportFiles, folder: FilePath) { (self.files, self.folder) = (files, folder) }

  /// Puts the documents into a store.
  ///
  /// - Parameters:
  ///   - profile: What the store stands for: references to documents of the exported database lead to its own.
  ///   - store: The store.
  /// - Throws: A `CommandFailure` that names the file which cannot be used.
  func read(into profile: EnvironmentProfile, _ store: any DocumentStore) async throws {
    try await forEachCommit(into: profile.documentDatabase) { try await store.commit($1) }
  }

  /// The databases that the documents are of; throws for what cannot be used.
  func databases() throws -> Set<DocumentDatabaseName> {
    try outputs().reduce(into: []) { databases, file in
      databases.formUnion(try documents(of: file, into: nil).keys)
    }
  }

  /// Hands over the documents, as many at once as a commit takes, each commit with the database that they
  /// were exported from.
  func forEachCommit(
    into database: DocumentDatabaseName?,
    _ body: (DocumentDatabaseName, [DocumentWrite]) async throws -> Void
  ) async throws {
    for file in try outputs() {
      let documents = try documents(of: file, into: database)
      for (database, writes) in documents.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        for start in stride(from: 0, to: writes.count, by: Self.writesPerCommit) {
          try Task.checkCancellation()
          try await body(database, Array(writes[start...].prefix(Self.writesPerCommit)))
        }
      }
    }
  }

  /// The files with records: those of every folder of `all_namespaces`.
  private func outputs() throws -> [FilePath] {
    let namespaces = folder.appending("all_namespaces")
    guard try files.contains(namespaces) else { return [] }
    var outputs: [FilePath] = []
    for entry in try files.entries(of: namespaces) {
      let kinds = namespaces.appending(entry.name)
      guard try files.isFolder(kinds) else { continue }
      let names = try files.entries(of: kinds).map(\.name.string)
      for name in names where name.hasSuffix(".export_metadata") {
        try checkOutputs(named: kinds.appending(name), are: names)
      }
      outputs += names.filter { $0.hasPrefix("output-") }.map { kinds.appending($0) }
    }
    return outputs
  }

  /// Refuses an export that lacks a file which it names.
  private func checkOutputs(named file: FilePath, are names: [String]) throws {
    let expected = try naming(file) {
      try FirestoreExportMetadata.outputNames(try files.bytes(of: file))
    }
    for path in expected {
      let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
      guard !names.contains(name) else { continue }
      throw CommandFailure(
        .failed,
        "\(files.folder.pushing(file)) names \(name.escapingControls), which is not there"
      )
    }
  }

  private func documents(
    of file: FilePath,
    into database: DocumentDatabaseName?
  ) throws -> [DocumentDatabaseName: [DocumentWrite]] {
    let bytes = try files.bytes(of: file)
    var writes: [DocumentDatabaseName: [DocumentWrite]] = [:]
    try naming(file) {
      try LevelDBLog.forEachRecord(of: bytes) { record in
        let entity = try ExportedEntity(decoding: record, into: database)
        let write = DocumentWrite(path: entity.path, operation: .update(entity.fields, mask: nil))
        if let violation = DocumentCheck.violation(in: write) {
          throw WireProblem.invalid(
            "the document \(entity.path.description.escapingControls): \(violation)"
          )
        }
        writes[entity.database, default: []].append(write)
      }
    }
    return writes
  }

  private func naming<Value>(_ file: FilePath, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as WireProblem {
      throw CommandFailure(
        .failed,
        "\(files.folder.pushing(file)) cannot be used: \(problem.message)"
      )
    }
  }
}

extension DocumentStore {
  /// Writes documents, as many at once as a commit takes.
  func add(_ documents: [DocumentWrite]) async throws {
    for start in stride(from: 0, to: documents.count, by: 500) {
      try await commit(Array(documents[start..<min(start + 500, documents.count)]))
    }
  }
}
