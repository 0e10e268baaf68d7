import Foundation
package import SystemPackage
import TaneCore
package import TaneProject

/// A Firestore export that was started; later runs of the same command continue it instead of
/// starting another one.
package struct ExportRecord: Codable, Sendable, Hashable {
  /// The name of the database: `projects/PROJECT/databases/DATABASE`.
  package let database: String
  /// The `gs://` URL of the bucket or folder that the user named.
  package let destination: String
  /// The identifiers of the exported collections, or an empty array for all.
  package let collections: [String]
  /// The name of the export operation.
  package let operation: String

  package init(database: String, destination: String, collections: [String], operation: String) {
    (self.database, self.destination) = (database, destination)
    (self.collections, self.operation) = (collections, operation)
  }
}

/// The started exports of an environment, in a file below `.tane/exports`.
package struct ExportRecords: Sendable {
  /// The folder for the downloaded files of the export; it exists only while an export is read.
  package let folder: FilePath
  private let file: StateFile
  private let environment: String

  /// Creates the records of an environment without reading them.
  package init(of environment: String, in project: Project) {
    self.environment = environment
    folder = project.stateDirectory.appending("exports").appending(environment)
    file = StateFile(path: folder.removingLastComponent().appending("\(environment).json"))
  }

  /// Acquires the lock for the records and the folder, and removes files that a killed run left
  /// behind.
  ///
  /// - Throws: An `EnvironmentInUse` if another command holds the lock, or a `StoreError`.
  package func lock(timeout: Duration) async throws -> EnvironmentLock {
    let lock = try await EnvironmentLock.take(
      [file.path],
      of: environment,
      for: .pull,
      timeout: timeout
    )
    removeFolder()
    return lock
  }

  /// Removes the downloaded files.
  package func removeFolder() { try? FileManager.default.removeItem(atPath: folder.string) }

  /// Returns the operation of an export with the same database, destination and collections, or nil
  /// if there is none.
  package func operation(
    of database: String,
    to destination: String,
    collections: [String]
  ) throws -> String? {
    try all().last {
      $0.database == database && $0.destination == destination && $0.collections == collections
    }?.operation
  }

  /// Adds the record of a started export.
  package func add(_ record: ExportRecord) throws { try save(all() + [record]) }

  /// Removes the export with the given operation, if it is recorded.
  package func remove(_ operation: String) throws {
    try save(all().filter { $0.operation != operation })
  }

  private func all() throws -> [ExportRecord] {
    guard let bytes = try file.read() else { return [] }
    do {
      return try JSONDecoder().decode([ExportRecord].self, from: Data(bytes))
    } catch {
      throw StoreError(
        .unreadable,
        service: file.path.string,
        "this file is not a valid list of started exports; remove it to start a new export"
      )
    }
  }

  private func save(_ records: [ExportRecord]) throws {
    guard !records.isEmpty else { return try file.remove() }
    try file.replace(with: Array(JSONEncoder().encode(records)))
  }
}
