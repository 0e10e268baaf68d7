import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneKit
import TaneProject

/// A provider that emulates storage buckets.
struct StorageEmulation: EmulatorProvider {
  let kind = ServiceKind.buckets
  let exportFolder: String? = "storage_export"

  func addStore(
    _ name: String,
    of source: EmulatorSource,
    as service: String,
    to stores: inout EnvironmentStores
  ) {
    stores.add(source.embedded.bucket(name), named: service, as: .buckets)
  }

  func service(of source: EmulatorSource) -> EmulatedService? {
    let embedded = source.embedded
    let own = names(in: source)
    let canonicalName: @Sendable (String) -> String = { source.serviceAliases.name($0, of: kind) }
    let buckets = StorageBuckets(names: own, canonicalName: canonicalName) { name in
      if !own.contains(name) { source.reportUnknown("bucket", named: name) }
      return embedded.bucket(name)
    }
    return EmulatedService(service: StorageService(buckets: buckets), project: source.project) {
      buckets.currentNames
    }
  }

  func names(in source: EmulatorSource) -> [String] {
    source.profile.services(of: kind).map(\.instanceName)
  }

  // MARK: Exporting

  func export(_ service: EmulatedService, to folder: URL) async throws {
    for part in ["blobs", "metadata"] { try Self.makeFolder(folder.appending(path: part)) }
    let buckets = try await service.names()
    try EmulatorExport.save(
      ["buckets": .list(buckets.map { ["id": .string($0)] })],
      to: folder.appending(path: "buckets.json")
    )
    for bucket in buckets { try await export(bucket, of: service, to: folder) }
  }

  private func export(_ bucket: String, of service: EmulatedService, to folder: URL) async throws {
    let place = "/storage/v1/b/\(PercentEncoding.encodeURLPart(bucket))/o"
    var page: String?
    repeat {
      let token = page.map { "?pageToken=\(PercentEncoding.encodeURLPart($0))" } ?? ""
      let list = try await service.tree(.get, place + token)
      for object in list["items"]?.children ?? Tree.null.children {
        guard let name = object["name"]?.string else { continue }
        let target = "\(place)/\(PercentEncoding.encodeURLPart(name))?alt=media"
        let bytes = try await service.bytes(.get, target)
        let identifier = UUID().uuidString.lowercased()
        try Data(bytes).write(to: folder.appending(path: "blobs/\(identifier)"))
        try EmulatorExport.save(
          ExportedObject(object).literal,
          to: folder.appending(path: "metadata/\(identifier).json")
        )
      }
      page = list["nextPageToken"]?.string
    } while page != nil
  }

  // MARK: Importing

  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)? {
    let objects = try files.jsonFiles(in: folder.appending("metadata")).map { file in
      (file, folder.appending("blobs").appending(file.stem ?? ""))
    }
    for (_, bytes) in objects { try files.checkSize(of: bytes) }
    return Part(folder: folder, objects: objects, files: files)
  }

  private struct Part: ImportedPart {
    let folder: FilePath
    let objects: [(metadata: FilePath, bytes: FilePath)]
    let files: ExportFiles

    func names() throws -> [String] {
      let file = folder.appending("buckets.json")
      guard try files.contains(file) else { return [] }
      return try files.list("buckets", in: file).compactMap { $0["id"]?.string }
    }

    func apply(
      to service: EmulatedService,
      withBytes: Bool,
      _ outcome: inout EmulatorImport.Outcome
    ) async throws {
      try await makeBuckets(of: service)
      for object in objects {
        try await put(object, withBytes: withBytes, to: service)
        outcome.hasWritten = true
      }
      outcome.importedItems.append(counted(objects.count, "object"))
    }

    /// Creates the buckets that have no objects.
    private func makeBuckets(of service: EmulatedService) async throws {
      let existing = try await service.names()
      for name in try names() where !existing.contains(name) {
        try await files.withFailureContext(folder.appending("buckets.json")) {
          _ = try await service.tree(.post, "/storage/v1/b", body: ["name": .string(name)])
        }
      }
    }

    private func put(
      _ object: (metadata: FilePath, bytes: FilePath),
      withBytes: Bool,
      to service: EmulatedService
    ) async throws {
      let metadata = try files.tree(of: object.metadata)
      guard let name = metadata["name"]?.string, let bucket = metadata["bucket"]?.string else {
        throw OperationFailure(
          .failed,
          "\(files.folder.pushing(object.metadata)) lacks the name of the object or the name of "
            + "its bucket"
        )
      }
      let bytes = withBytes ? try files.bytes(of: object.bytes) : []
      guard let storage = service.service as? StorageService else {
        preconditionFailure("buckets are served by a StorageService")
      }
      try await files.withFailureContext(object.metadata) {
        do {
          let resource = ExportedObject.resource(of: metadata)
          try await storage.restore(resource, bytes, named: name, to: bucket)
        } catch {
          throw OperationFailure(error)
        }
      }
    }
  }
}

/// The metadata of an object in an export.
///
/// Unlike in the JSON API, numbers are not strings and the checksum is decimal.
struct ExportedObject {
  private static let texts = [
    "name", "bucket", "contentType", "cacheControl", "contentDisposition", "contentEncoding",
    "contentLanguage", "md5Hash", "etag", "timeCreated", "updated", "storageClass",
  ]
  private static let numbers = ["size", "generation", "metageneration"]

  let literal: TreeLiteral

  /// Converts the metadata of the JSON API to the export format.
  init(_ object: Tree) {
    var entries: [(String, TreeLiteral)] = []
    for key in Self.texts {
      if let text = object[key]?.string { entries.append((key, .string(text))) }
    }
    for key in Self.numbers {
      let number = object[key]?.integer ?? object[key]?.string.flatMap { Int64($0) }
      if let number { entries.append((key, .integer(number))) }
    }
    if let text = object["crc32c"]?.string, let bytes = Data(base64Encoded: text) {
      let checksum = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      entries.append(("crc32c", .string(String(checksum))))
    }
    let custom = (object["metadata"]?.children.map { $0 } ?? []).compactMap { entry in
      entry.key.map { ($0, entry.string ?? "") }
    }
    let tokens =
      custom.first { $0.0 == ObjectMetadata.downloadTokensKey }?.1.split(separator: ",") ?? []
    entries.append(("downloadTokens", .list(tokens.map { .string(String($0)) })))
    let others = custom.filter { $0.0 != ObjectMetadata.downloadTokensKey }.map {
      ($0.0, TreeLiteral.string($0.1))
    }
    entries.append(("customMetadata", .map(others)))
    literal = .map(entries)
  }

  /// Converts exported metadata to the format of the JSON API.
  static func resource(of exported: Tree) -> Tree {
    var entries: [(String, TreeLiteral)] = []
    for key in texts.dropFirst(2).prefix(5) + ["timeCreated", "updated"] {
      if let text = exported[key]?.string { entries.append((key, .string(text))) }
    }
    for key in numbers.dropFirst() {
      let number = exported[key]?.integer ?? exported[key]?.string.flatMap { Int64($0) }
      if let number { entries.append((key, .integer(number))) }
    }
    var custom = (exported["customMetadata"]?.children.map { $0 } ?? []).compactMap { entry in
      entry.key.map { ($0, TreeLiteral.string(entry.string ?? "")) }
    }
    let names = exported["downloadTokens"]?.children.compactMap(\.string) ?? []
    if !names.isEmpty {
      custom.append((ObjectMetadata.downloadTokensKey, .string(names.joined(separator: ","))))
    }
    entries.append(("metadata", .map(custom)))
    return Tree(.map(entries))
  }
}
