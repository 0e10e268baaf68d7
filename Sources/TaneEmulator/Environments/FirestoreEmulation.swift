import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneKit
import TaneProject
import TaneServices

/// A provider that emulates Firestore.
struct FirestoreEmulation: EmulatorProvider {
  let kind = ServiceKind.firestore
  let exportFolder: String? = FirestoreExportMetadata.name
  let exportMetadataFile: String? = FirestoreExportMetadata.overallFile

  func addStores(of source: EmulatorSource, to stores: inout EnvironmentStores) {
    guard let database = source.profile.documentDatabase else { return }
    let store = source.embedded.documents(Self.storeName(of: database.description, in: source))
    stores.add(store, named: kind.id, as: .firestore)
  }

  func service(of source: EmulatorSource) -> EmulatedService? {
    let defaultName = names(in: source)[0]
    let defaultStore = source.embedded.documents(Self.storeName(of: defaultName, in: source))
    let storeName: @Sendable (String) -> String = { Self.storeName(of: $0, in: source) }
    let service = FirestoreService(now: source.now, storeName: storeName) { name in
      guard name != defaultName else { return defaultStore }
      if let named = DocumentDatabaseName(parsing: name), !source.isOwnProject(named.project) {
        source.reportUnknown("project", named: named.project)
      }
      return source.embedded.documents(storeName(name))
    }
    return EmulatedService(service: service, grpc: service, project: source.project) {
      let own = names(in: source)
      let others = try await source.embedded.documentDatabases().filter { name in
        DocumentDatabaseName(parsing: name) != nil && !own.contains(name)
          && Self.storeName(of: name, in: source) == name
          && Self.storeName(of: own[0], in: source) != name
      }
      return own + others
    }
  }

  /// Copies all documents into Google's emulator, and returns a service that accesses them there.
  func copy(
    _ service: EmulatedService,
    to google: GoogleFirestore
  ) async throws -> EmulatedService {
    let databases = try await service.documentDatabases()
    for database in databases {
      guard let reader = service.firestore.reader(of: database) else { continue }
      try await google.copy(reader, to: database.description)
    }
    let copied = FirestoreService(now: service.firestore.now) { try? google.store(of: $0) }
    return EmulatedService(service: copied, grpc: copied, project: service.project) {
      databases.map(\.description)
    }
  }

  func names(in source: EmulatorSource) -> [String] {
    let own = source.profile.documentDatabase
    guard let own, !source.isOwnProject(own.project) else {
      return [
        DocumentDatabaseName(project: source.project, database: own?.database ?? "(default)")
          .description
      ]
    }
    return [own.description]
  }

  /// Returns the store name for a database: the profile's store if the database is the profile's
  /// own, otherwise the database's full name, `projects/P/databases/D`.
  private static func storeName(of database: String, in source: EmulatorSource) -> String {
    guard let own = source.profile.documentDatabase,
      let named = DocumentDatabaseName(parsing: database), named.database == own.database,
      named.project == own.project
        || source.isOwnProject(named.project) && source.isOwnProject(own.project)
    else { return database }
    return source.storeName(of: .firestore) ?? own.description
  }
}

// MARK: Exporting and importing

extension FirestoreEmulation {
  func export(_ service: EmulatedService, to folder: URL) async throws {
    let start = EmbeddedEnvironment.millisecondsSince1970() * 1000
    let kinds = folder.appending(path: FirestoreExportMetadata.kindsFolder)
    try Self.makeFolder(kinds)
    let path = FilePath(kinds.appending(path: FirestoreExportMetadata.output).path)
    let file = try FileDescriptor.open(
      path,
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead]
    )
    var unwritten: [String] = []
    let (count, bytes) = try await Self.closing(file) {
      var (count, log) = (0, LevelDBLog.Writer())
      for database in try await service.documentDatabases() {
        guard let reader = service.firestore.reader(of: database) else { continue }
        try await DocumentTraversal(reader).forEach { document in
          let records: [UInt8]
          do throws(WireError) {
            let record = try ExportedEntity.record(
              of: document.fields,
              at: document.path,
              in: database
            )
            records = log.bytes(of: record)
          } catch {
            unwritten.append("\(document.path.description.escapingControls): \(error.message)")
            return
          }
          _ = try file.writeAll(records)
          count += 1
        }
      }
      return (count, log.byteCount)
    }
    let end = EmbeddedEnvironment.millisecondsSince1970() * 1000
    try Data(FirestoreExportMetadata.kinds(from: start, to: end))
      .write(to: kinds.appending(path: FirestoreExportMetadata.kindsFile))
    try Data(FirestoreExportMetadata.overall(documents: count, bytes: bytes))
      .write(to: folder.appending(path: FirestoreExportMetadata.overallFile))
    guard unwritten.isEmpty else {
      throw OperationFailure(
        .partlyApplied,
        "\(counted(unwritten.count, "document")) could not be exported: "
          + "\(unwritten.joined(separator: "; ")); everything else was exported"
      )
    }
  }

  private static func closing<Value>(
    _ file: FileDescriptor,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body()
      try file.close()
      return value
    } catch {
      try? file.close()
      throw error
    }
  }

  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)? {
    Part(export: FirestoreExport(files: files, folder: folder))
  }

  private struct Part: ImportedPart {
    let export: FirestoreExport

    func names() throws -> [String] { try export.databases().map(\.description).sorted() }

    func apply(
      to service: EmulatedService,
      withBytes: Bool,
      _ outcome: inout EmulatorImport.Outcome
    ) async throws {
      guard let own = try await service.documentDatabases().first else { return }
      let databases = try export.databases()
      // If the export contains only one database, its documents are imported into the environment's
      // database, regardless of their project.
      let target = databases.count == 1 ? own : nil
      for database in databases.count > 1 ? databases : [own] {
        try await service.firestore.removeAll(of: database)
        outcome.hasWritten = true
      }
      var count = 0
      try await export.forEachCommit(into: target) { database, writes in
        try await service.firestore.commit(writes, to: target ?? database)
        count += writes.count
      }
      outcome.importedItems.append(counted(count, "document"))
    }
  }
}

extension EmulatedService {
  fileprivate var firestore: FirestoreService {
    guard let firestore = service as? FirestoreService else {
      preconditionFailure("documents are served by a FirestoreService")
    }
    return firestore
  }

  /// Returns the existing databases, the environment's own first.
  fileprivate func documentDatabases() async throws -> [DocumentDatabaseName] {
    try await names().compactMap { DocumentDatabaseName(parsing: $0) }
  }
}
