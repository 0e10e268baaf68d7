import SystemPackage
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneFormats
import TaneProject
import TaneRendering
import TaneSeeding
import TaneWire

/// A file or a folder of another tool that stands for an environment.
///
/// All of it is read into memory, but for the bytes of a copied bucket, and refused as a whole where it is damaged.
struct PullExport {
  /// The path as the person wrote it.
  let name: String
  let path: FilePath
  let profile: EnvironmentProfile
  /// What the project has.
  let fixtures: Fixtures
  /// The services that are pulled.
  let services: [ServiceProfile]

  init(
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

  /// Reads it.
  func source() async throws -> PullSource {
    do {
      switch try DiskFiles().kind(of: path) {
      case .folder: return try await folder()
      case .file: return try await file()
      case nil: throw FileError("no such file or folder")
      default: throw FileError("it is neither a file nor a folder")
      }
    } catch let error as FileError {
      throw CommandFailure(.failed, "cannot read \(name): \(error.reason)")
    }
  }

  // MARK: Folders

  private func folder() async throws -> PullSource {
    let names = try DiskFiles().entries(of: path)?.map(\.name.string) ?? []
    if names.contains(ExportMetadata.fileName) { return try await emulatorExport() }
    if names.contains(where: { $0.hasSuffix(FirestoreExport.metadataSuffix) }) {
      return try await documents(of: FirestoreExport(ExportFiles(in: path), folder: ""))
    }
    guard let service = services.first, services.count == 1, service.kind == .buckets else {
      throw CommandFailure(
        .usage,
        "\(name) is a folder; expected what firebase emulators:export or gcloud firestore export has"
          + " written or, for the addresses of one bucket, a copy of the bucket"
      )
    }
    return try copy(of: service)
  }

  /// A copy of a bucket; objects that fixtures describe keep the metadata that a copy does not have.
  private func copy(of bucket: ServiceProfile) throws -> PullSource {
    let described = fixtures.resources.filter { $0.address.service == bucket.name }
    let known = Dictionary(
      described.map { ($0.address, ObjectMetadata($0.content)) },
      uniquingKeysWith: { $1 }
    )
    let reader = try FolderObjectReader(path, named: name) { object in
      known[Address(bucket: bucket.name, object: object)]
    }
    var readers = EnvironmentReaders()
    readers.add(reader, named: bucket.name, as: .buckets)
    var source = PullSource(readers)
    if reader.guessCount > 0 {
      source.notes.append(
        "note: a copy of a bucket has no metadata: of \(counted(reader.guessCount, "object")) the content type is guessed"
          + " from the name, and cache control and custom metadata are not known; write them into .meta.yaml files"
          + " beside the fixtures"
      )
    }
    return source
  }

  private func emulatorExport() async throws -> PullSource {
    let files = try ExportFiles(in: path)
    let export = try EmulatorImport(files)
    let taken = try ExportStores(for: profile)
    let kinds = Set(services.map(\.kind))
    let outcome = try await export.read(into: taken.services(of: kinds))
    var source = PullSource(taken.stores.readers)
    try await addNamed(services, of: export, taken, to: &source.readers)
    let metadata = try ExportMetadata(of: files)
    if kinds.contains(.accounts), let folder = try metadata.folder(of: "auth") {
      let users = try files.list("users", in: folder.appending("accounts.json"))
      source.notes = AccountExport(users: users).notes
    }
    source.left = outcome.warnings.map {
      FixtureUpdate.Left(
        address: Address(service: ServiceKind.accounts.id, path: .root),
        reason: $0
      )
    }
    return source
  }

  /// Reads databases and buckets under the names that the export has for them.
  private func addNamed(
    _ services: [ServiceProfile],
    of export: EmulatorImport,
    _ taken: ExportStores,
    to readers: inout EnvironmentReaders
  ) async throws {
    for service in services where service.kind.isNamed {
      let names = try export.names(of: service.kind)
      let isAlone = services.filter { $0.kind == service.kind }.count == 1 && names.count == 1
      let matching =
        names.first { $0 == service.instanceName } ?? names.first { $0 == service.name }
      guard let found = matching ?? (isAlone ? names.first : nil) else {
        throw CommandFailure(
          .usage,
          "\(name) holds nothing of \(service.name) (\(service.instanceName)); its \(service.kind.id) are"
            + " \(names.isEmpty ? "none" : names.joined(separator: ", ")); choose the environment that they"
            + " are of with -e"
        )
      }
      let embedded = taken.source.embedded
      if service.kind == .databases {
        readers.add(embedded.database(found), named: service.name, as: .databases)
      } else {
        let bucket = embedded.bucket(found)
        try await removeTokens(from: bucket)
        readers.add(bucket, named: service.name, as: .buckets)
      }
    }
  }

  /// Everybody who has a download token can load its object.
  private func removeTokens(from bucket: any ObjectStore) async throws {
    var request = ObjectListRequest()
    repeat {
      let page = try await bucket.list(request)
      for object in page.objects {
        var metadata = object.metadata
        guard metadata.custom.removeValue(forKey: ObjectResource.tokensKey) != nil else { continue }
        _ = try await bucket.updateMetadata(metadata, at: object.name, if: .none)
      }
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
  }

  private func documents(of export: FirestoreExport) async throws -> PullSource {
    guard let service = services.first, services.count == 1, service.kind == .firestore else {
      throw CommandFailure(
        .usage,
        "\(name) is an export of Firestore; name addresses of firestore alone"
      )
    }
    let taken = try ExportStores(for: profile)
    try await export.read(into: profile, taken.stores.store(.firestore, named: service.name))
    return PullSource(taken.stores.readers)
  }

  // MARK: Files

  private func file() async throws -> PullSource {
    guard let service = services.first, services.count == 1 else {
      throw CommandFailure(.usage, "\(name) stands for one service; name addresses of one")
    }
    switch service.kind {
    case .databases: return try database(service)
    case .accounts: return try await accounts(service)
    case .firestore: return try await documents(service)
    default:
      throw CommandFailure(
        .usage,
        "\(name) is a file, which can stand for a database, for documents or for accounts; name a folder for"
          + " \(service.name)"
      )
    }
  }

  private func database(_ service: ServiceProfile) throws -> PullSource {
    let result = try tree()
    let findings =
      result.diagnostics
      + RealtimeDatabaseCheck.findings(in: result.tree ?? .null, of: service.name)
      .filter { $0.severity == .error }
    guard let tree = result.tree, !findings.containsError else {
      throw CommandFailure(
        .failed,
        "\(name) is not what a database can hold; nothing was written",
        findings: findings
      )
    }
    var readers = EnvironmentReaders()
    readers.add(FileTreeReader(tree), named: service.name, as: .databases)
    return PullSource(readers)
  }

  private func documents(_ service: ServiceProfile) async throws -> PullSource {
    guard let database = profile.documentDatabase else {
      preconditionFailure("the profile says where its documents are")
    }
    let result = try tree()
    let file = result.tree.map { DocumentFile($0, in: database) }
    let findings = result.diagnostics + (file?.findings ?? [])
    guard let file, !findings.containsError else {
      throw CommandFailure(
        .failed,
        "\(name) does not hold documents in collections; nothing was written",
        findings: findings
      )
    }
    let taken = try ExportStores(for: profile)
    try await taken.stores.store(.firestore, named: service.name).add(file.documents)
    return PullSource(taken.stores.readers)
  }

  private func accounts(_ service: ServiceProfile) async throws -> PullSource {
    let export = try accountExport()
    let taken = try ExportStores(for: profile)
    guard let accounts = taken.services(of: [.accounts])[.accounts] else {
      preconditionFailure("accounts are emulated")
    }
    var source = PullSource(taken.stores.readers)
    source.left = try await AccountEmulation.upload(export.users, to: accounts).map { refused in
      let id = export.users[refused.index]["localId"]?.string ?? "\(refused.index)"
      return FixtureUpdate.Left(address: Address(account: id), reason: refused.reason)
    }
    source.notes = export.notes
    return source
  }

  private func accountExport() throws -> AccountExport {
    guard path.extension?.lowercased() == "csv" else {
      let result = try tree()
      guard let tree = result.tree, !result.diagnostics.containsError else {
        throw CommandFailure(
          .failed,
          "\(name) cannot be used; nothing was written",
          findings: result.diagnostics
        )
      }
      return try AccountExport(tree, named: name)
    }
    return try AccountExport(csv: try DiskFiles().bytes(of: path) ?? [], named: name)
  }

  private func tree() throws -> ReadResult {
    guard let format = TreeFormat(fileExtension: path.extension ?? "") else {
      throw CommandFailure(.usage, "\(name) is neither JSON nor YAML by its name")
    }
    guard let result = try DiskFiles().readTree(of: path, named: name, as: format) else {
      throw FileError("no such file or folder")
    }
    return result
  }
}
