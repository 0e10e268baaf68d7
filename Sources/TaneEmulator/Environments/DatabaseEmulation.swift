import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneProject

/// A provider that emulates Realtime Databases.
struct DatabaseEmulation: EmulatorProvider {
  let kind = ServiceKind.databases
  let exportFolder: String? = "database_export"

  func addStore(
    _ name: String,
    of source: EmulatorSource,
    as service: String,
    to stores: inout EnvironmentStores
  ) {
    stores.add(source.embedded.database(name), named: service, as: .databases)
  }

  func service(of source: EmulatorSource) -> EmulatedService? {
    let embedded = source.embedded
    let names = names(in: source)
    let service = DatabaseEmulator(
      names.reduce(into: [:]) { $0[$1] = embedded.database($1) },
      defaultDatabase: source.profile.defaultService(of: kind)?.instanceName ?? names.first
        ?? "\(source.project)-default-rtdb",
      evaluatesRules: source.databaseRules != nil,
      canonicalName: { source.serviceAliases.name($0, of: kind) }
    ) { name in
      source.reportUnknown("Realtime Database", named: name)
      return embedded.database(name)
    }
    for (name, rules) in source.databaseRules ?? [:] {
      service.databaseSettings.set(rules, of: name)
    }
    return EmulatedService(service: service, webSockets: service, project: source.project) {
      service.databaseNames
    }
  }

  func names(in source: EmulatorSource) -> [String] {
    Set(source.profile.services(of: kind).map(\.instanceName)).sorted()
  }

  func formatNames(_ names: [String]) -> String { names.map { "?ns=\($0)" }.joined(separator: " ") }

  func export(_ service: EmulatedService, to folder: URL) async throws {
    try Self.makeFolder(folder)
    for name in try await service.names() {
      let name = PercentEncoding.encodeURLPart(name)
      let bytes = try await service.bytes(.get, "/.json?ns=\(name)&format=export")
      try Data(bytes).write(to: folder.appending(path: "\(name).json"))
    }
  }

  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)? {
    Part(
      databases: try files.jsonFiles(in: folder).map {
        (PercentEncoding.decode($0.stem ?? ""), $0)
      },
      files: files
    )
  }

  private struct Part: ImportedPart {
    /// The names of the databases, with their files.
    let databases: [(name: String, file: FilePath)]
    let files: ExportFiles

    func names() -> [String] { databases.map(\.name) }

    func apply(
      to service: EmulatedService,
      withBytes: Bool,
      _ outcome: inout EmulatorImport.Outcome
    ) async throws {
      for (name, file) in databases {
        let target =
          "/.json?ns=\(PercentEncoding.encodeURLPart(name))&disableTriggers=true&writeSizeLimit=unlimited"
        let bytes = try files.bytes(of: file)
        try await files.withFailureContext(file) {
          _ = try await service.bytes(.put, target, body: bytes)
        }
        outcome.hasWritten = true
      }
      outcome.importedItems.append(counted(databases.count, "database"))
    }
  }
}
