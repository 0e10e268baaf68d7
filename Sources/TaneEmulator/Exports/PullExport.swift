package import SystemPackage
package import TaneCore
import TaneEmbedded
import TaneFormats
package import TaneKit
package import TaneProject
import TaneSeeding

/// A file or folder from another tool that can be pulled like an environment.
///
/// An export is read into memory, except for the bytes of a copied bucket. A damaged export is
/// rejected completely.
package struct PullExport {
  /// The path that the user entered.
  let name: String
  let path: FilePath
  let profile: EnvironmentProfile
  /// The fixtures of the project.
  let fixtures: Fixtures
  let services: [ServiceProfile]

  package init(
    _ name: String,
    at path: FilePath,
    of profile: EnvironmentProfile,
    beside fixtures: Fixtures,
    _ addresses: [Address]
  ) {
    (self.name, self.path, self.profile, self.fixtures) = (name, path, profile, fixtures)
    let names = Set(addresses.map(\.service))
    services = profile.services.filter { names.contains($0.name) }
  }

  /// Reads the export.
  package func source() async throws -> PullSource {
    do {
      switch try DiskFiles().kind(of: path) {
      case .folder: return try await readFolder()
      case .file: return try await readFile()
      case nil: throw FileError("no such file or folder")
      default: throw FileError("it is neither a file nor a folder")
      }
    } catch let error as FileError {
      throw OperationFailure(.failed, "cannot read \(name): \(error.reason)")
    }
  }

  private func readFolder() async throws -> PullSource {
    let names = try DiskFiles().entries(of: path)?.map(\.name) ?? []
    if names.contains(ExportMetadata.fileName) { return try await readEmulatorExport() }
    for exported in ServiceRegistry.exported where services.map(\.kind) != [exported.kind] {
      guard let noun = exported.folderDescription(names) else { continue }
      throw OperationFailure(
        .usage,
        "\(name) is \(noun); specify only addresses of \(exported.kind.id)"
      )
    }
    guard let service = services.first, services.count == 1,
      let kind = ServiceRegistry.exported.first(where: { $0.kind == service.kind })
    else { throw unknownFolder }
    return try await kind.source(ofFolder: self, service)
  }

  /// The failure for a folder that contains no recognized export.
  var unknownFolder: OperationFailure {
    OperationFailure(
      .usage,
      "\(name) is not a recognized export folder; expected an export from firebase "
        + "emulators:export or gcloud firestore export or, for addresses of one bucket, a copy of "
        + "that bucket"
    )
  }

  private func readEmulatorExport() async throws -> PullSource {
    let files = try ExportFiles(in: path)
    let export = try EmulatorImport(files)
    let memorySource = try emptySource()
    let kinds = Set(services.map(\.kind))
    if kinds.contains(.firestore) { try checkDatabases(of: export, memorySource) }
    let outcome = try await export.read(
      into: memorySource.services.filter { kinds.contains($0.key) }
    )
    var stores = memorySource.stores
    try addNamedStores(services, of: export, memorySource, to: &stores)
    var source = PullSource(stores.readers)
    for exported in ServiceRegistry.exported where kinds.contains(exported.kind) {
      source.notes += try await exported.postprocess(stores, from: files, for: self)
    }
    source.left = outcome.warnings.map {
      FixtureUpdate.SkippedValue(
        address: Address(service: ServiceKind.accounts.id, path: .root),
        reason: $0
      )
    }
    return source
  }

  /// Returns a source with empty stores in memory, into which the export is imported.
  func emptySource() throws -> EmulatorSource {
    EmulatorSource(profile: profile, embedded: try .inMemory())
  }

  /// Rejects an export with several Firestore databases if none has the same name as the
  /// environment's database; a single database is always accepted.
  private func checkDatabases(of export: EmulatorImport, _ memorySource: EmulatorSource) throws {
    let names = try export.names(of: .firestore)
    guard let own = profile.documentDatabase?.description, names.count > 1,
      !names.contains(own),
      !FirestoreEmulation().names(in: memorySource).contains(where: names.contains)
    else { return }
    throw OperationFailure(
      .usage,
      "\(name) contains no data of \(own), but it contains the Firestore databases "
        + "\(names.joined(separator: ", ")); choose the matching environment with -e"
    )
  }

  /// Adds the databases and buckets under their names in the profile, which may differ from their
  /// names in the export.
  private func addNamedStores(
    _ services: [ServiceProfile],
    of export: EmulatorImport,
    _ memorySource: EmulatorSource,
    to stores: inout EnvironmentStores
  ) throws {
    for service in services where service.kind.isNamed {
      let names = try export.names(of: service.kind)
      let isAlone = services.filter { $0.kind == service.kind }.count == 1 && names.count == 1
      let matching =
        names.first { $0 == service.instanceName } ?? names.first { $0 == service.name }
      guard let found = matching ?? (isAlone ? names.first : nil) else {
        throw OperationFailure(
          .usage,
          names.isEmpty
            ? "\(name) contains no data of \(service.name) (\(service.instanceName))"
            : "\(name) contains no data of \(service.name) (\(service.instanceName)), but it "
              + "contains these \(service.kind.id): \(names.joined(separator: ", ")); choose the "
              + "matching environment with -e"
        )
      }
      let provider = ServiceRegistry.emulators.first { $0.kind == service.kind }
      provider?.addStore(found, of: memorySource, as: service.name, to: &stores)
    }
  }

  private func readFile() async throws -> PullSource {
    guard let service = services.first, services.count == 1 else {
      throw OperationFailure(
        .usage,
        "\(name) contains the data of one service; specify only addresses of that service"
      )
    }
    guard let kind = ServiceRegistry.exported.first(where: { $0.kind == service.kind }) else {
      throw OperationFailure(.usage, "\(service.name) cannot be pulled from a file")
    }
    return try await kind.source(ofFile: self, service)
  }

  /// Parses a JSON or YAML file.
  func tree() throws -> ReadResult {
    guard let format = TreeFormat(fileExtension: path.extension ?? "") else {
      throw OperationFailure(
        .usage,
        "\(name) has an unsupported file name extension; expected JSON or YAML"
      )
    }
    guard let result = try DiskFiles().readTree(of: path, named: name, as: format) else {
      throw FileError("no such file or folder")
    }
    return result
  }
}
