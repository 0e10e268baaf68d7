import Foundation
import SystemPackage
import TaneCore
import TaneKit
import TaneProject

/// An import of a folder written by `firebase emulators:export` or `tane emulate --export-on-exit`.
///
/// The folder is first imported into stores in memory as a rehearsal, before anything is written.
package struct EmulatorImport {
  private let metadata: ExportMetadata
  private let files: ExportFiles
  private let parts: [(kind: ServiceKind, part: any ImportedPart)]

  /// The imported and the skipped data, in a human-readable form.
  package struct Outcome: Sendable {
    package var importedItems: [String] = []
    /// The names of the skipped accounts and settings, each with the reason.
    package var warnings: [String] = []
    /// A Boolean value indicating whether anything was written.
    var hasWritten = false
    /// The names of the parts that Tane does not read.
    package var unreadParts: [String] = []
  }

  /// Finds the files of an export; if a file cannot be used, throws an `OperationFailure` that
  /// names it.
  init(_ files: ExportFiles) throws {
    self.files = files
    metadata = try ExportMetadata(of: files)
    parts = try ServiceRegistry.exportedEmulators.compactMap { [metadata] provider, _ in
      let folder = try metadata.folder(of: provider.name)
      return try folder.flatMap { try provider.importedPart(in: $0, of: files) }
        .map { (provider.kind, $0) }
    }
  }

  /// The parts that Tane does not read, to include in another export.
  var unsupportedParts: UnsupportedExportParts {
    get throws { try UnsupportedExportParts(of: metadata, in: files) }
  }

  /// Returns the names of a kind's services in the export.
  func names(of kind: ServiceKind) throws -> [String] {
    try parts.first { $0.kind == kind }?.part.names() ?? []
  }

  /// Throws if several databases or buckets of the export map to the same name in the environment.
  func check(_ serviceAliases: ServiceAliases) throws {
    for (kind, part) in parts {
      let named = Dictionary(grouping: try part.names()) { serviceAliases.name($0, of: kind) }
      for (name, others) in named.sorted(by: { $0.key < $1.key }) where others.count > 1 {
        let listed = others.sorted().map(\.escapingControls).joined(separator: ", ")
        throw OperationFailure(
          .failed,
          "the export has data of \(listed), which would all be imported into "
            + "\"\(name.escapingControls)\"; remove all but one of them from the export"
        )
      }
    }
  }

  /// Imports all data into services with temporary stores.
  func read(into services: [ServiceKind: EmulatedService]) async throws -> Outcome {
    var outcome = Outcome()
    try await apply(to: services, withBytes: true, &outcome)
    return outcome
  }

  /// Imports all data, after a rehearsal.
  ///
  /// - Parameters:
  ///   - services: The services to import into, by kind.
  ///   - rehearsal: The same services backed by temporary stores.
  ///   - isPersistent: True if the data is persisted.
  /// - Returns: The imported and the skipped data.
  /// - Throws: An `OperationFailure`, with reason `partlyApplied` if some persistent data was
  ///   written.
  func run(
    on services: [ServiceKind: EmulatedService],
    rehearsal: [ServiceKind: EmulatedService],
    isPersistent: Bool
  ) async throws -> Outcome {
    var tried = Outcome()
    try await apply(to: rehearsal, withBytes: false, &tried)
    var outcome = Outcome(unreadParts: metadata.unsupportedPartNames)
    do {
      try await apply(to: services, withBytes: true, &outcome)
    } catch {
      let failure = OperationFailure(error)
      guard isPersistent, outcome.hasWritten else { throw failure }
      throw OperationFailure(
        failure.reason == .interrupted ? .interrupted : .partlyApplied,
        "\(failure.message); the import is incomplete: run the command again to complete it",
        findings: failure.findings
      )
    }
    return outcome
  }

  private func apply(
    to services: [ServiceKind: EmulatedService],
    withBytes: Bool,
    _ outcome: inout Outcome
  ) async throws {
    for (kind, part) in parts {
      guard let service = services[kind] else { continue }
      try await part.apply(to: service, withBytes: withBytes, &outcome)
    }
  }
}

extension ExportFiles {
  /// The maximum size of an object in bytes; each object is read into memory completely.
  private static let maximumObjectSize = Int(Int32.max)

  /// Returns the JSON files of a folder, or an empty array if it is missing, since Git does not
  /// track empty folders.
  func jsonFiles(in folder: FilePath) throws -> [FilePath] {
    guard try contains(folder) else { return [] }
    return try entries(of: folder).map { folder.appending($0.name) }.filter {
      $0.extension == "json"
    }
  }

  /// Returns the elements of a list in a file, or an empty array if the list is missing.
  func list(_ key: String, in file: FilePath) throws -> [Tree] {
    guard let list = try tree(of: file)[key], list.kind != .null else { return [] }
    guard list.kind == .list else {
      throw OperationFailure(
        .failed,
        "\(folder.pushing(file)) cannot be imported: expected a list for \"\(key)\", found "
          + "\(list.kind)"
      )
    }
    return list.children.map { $0 }
  }

  /// Rejects a file that is too large to read into memory.
  func checkSize(of file: FilePath) throws {
    let count = try byteCount(of: file)
    guard count > Self.maximumObjectSize else { return }
    throw OperationFailure(
      .failed,
      "\(folder.pushing(file)) is \(count.grouped) bytes in size; at most"
        + " \(Self.maximumObjectSize.grouped) can be read"
    )
  }

  /// Runs a closure, and adds the name of a file to any failure that the closure throws.
  func withFailureContext<Value>(_ file: FilePath, _ body: () async throws -> Value) async throws
    -> Value
  {
    try Task.checkCancellation()
    do {
      return try await body()
    } catch let failure as OperationFailure {
      // A service reports a canceled call like any other failed call.
      try Task.checkCancellation()
      throw OperationFailure(
        failure.reason,
        "\(folder.pushing(file)) cannot be used: \(failure.message)"
      )
    }
  }
}
