import SystemPackage
import TaneCore
import TaneProject
import TaneRuntime
import TaneSeeding
import TaneServices

/// Downloads and reads a complete export.
extension BulkExport {
  /// A downloaded file of the export, with its object in the bucket.
  private struct File {
    let path: FilePath
    let object: StoredObject
  }

  /// Downloads and reads an export; after an interruption, the next run can read it again.
  func source(
    of export: ManagedExport,
    beside fixtures: Fixtures,
    _ read: @escaping Reader
  ) async throws -> PullSource {
    guard let folder = export.outputURL.flatMap(BucketFolder.init) else {
      throw OperationFailure(
        .failed,
        "\(export.name) does not report the folder of the export; run the command again"
      )
    }
    let interruption = interaction.interruption
    let outcome = "the export in \(folder) is complete: run the same command again to read it"
    interruption.note(outcome)
    defer {
      records.removeFolder()
      interruption.note("nothing was written")
    }
    do {
      guard !interruption.isInterrupted else { throw CancellationError() }
      var source = try await interruption.cancelling {
        try await self.source(in: folder, beside: fixtures, read)
      }
      guard !interruption.isInterrupted else { throw CancellationError() }
      // Documents may refer to the environment's other services.
      var readers = try environment.readers()
      let documents = try source.readers.reader(.firestore, named: firestore.name)
      readers.add(documents, named: firestore.name, as: .firestore)
      source.readers = readers
      return source
    } catch {
      guard interruption.isInterrupted else { throw error }
      throw OperationFailure(.interrupted, "interrupted; \(outcome)")
    }
  }

  private func source(
    in folder: BucketFolder,
    beside fixtures: Fixtures,
    _ read: Reader
  ) async throws -> PullSource {
    let bucket = try environment.connector.bucket(folder.bucket, with: environment.profile)
    let files = try await interaction.withProgress("downloading the export") {
      try await download(folder, from: bucket)
    }
    do {
      return try await interaction.withProgress("reading the export") {
        try await read(records.folder, "\(folder)", fixtures)
      }
    } catch let failure as OperationFailure {
      // A damaged export cannot be repaired, so do not read it again.
      try removeExportRecord()
      throw OperationFailure(
        failure.reason,
        located(failure.message, files, in: folder),
        findings: failure.findings
      )
    }
  }

  /// Downloads the files of an export into numbered folders, since the names of collections may be
  /// too long for files or differ only in case.
  private func download(
    _ folder: BucketFolder,
    from bucket: CloudStorageBucket
  ) async throws -> [File] {
    let files = Self.files(
      try await bucket.allObjects(prefix: folder.prefix),
      in: folder,
      below: records.folder
    )
    guard files.contains(where: { $0.path.removingLastComponent() == records.folder }) else {
      try removeExportRecord()
      throw OperationFailure(
        .failed,
        "\(folder) contains no Firestore export (*.overall_export_metadata); run the command "
          + "again to start another one"
      )
    }
    WorkCounter.expect(files.reduce(0) { $0 + $1.object.size }, .bytes)
    for file in files {
      try StateFolder.make(above: file.path)
      try await bucket.download(file.object.name, to: file.path)
    }
    return files
  }

  private static func files(
    _ objects: [StoredObject],
    in folder: BucketFolder,
    below root: FilePath
  ) -> [File] {
    var kinds: [String] = []
    return objects.compactMap { object in
      let rest = object.name.utf8.dropFirst(folder.prefix.utf8.count)
      let parts = String(decoding: rest, as: UTF8.self)
        .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      if parts.count == 1, parts[0].hasSuffix(".overall_export_metadata") {
        return File(path: root.appending("export.overall_export_metadata"), object: object)
      }
      guard parts.count == 3, parts[0] == "all_namespaces", let name = fileName(parts[2]) else {
        return nil
      }
      // The objects are sorted by the bytes of their names.
      if !(kinds.last.map { $0.utf8.elementsEqual(parts[1].utf8) } ?? false) {
        kinds.append(parts[1])
      }
      let kind = root.appending("all_namespaces").appending("\(kinds.count)")
      return File(path: kind.appending(name), object: object)
    }
  }

  /// Returns the local file name of an object, or nil if the object is not part of an export.
  private static func fileName(_ name: String) -> String? {
    let (metadata, output) = (".export_metadata", "output-")
    if name.hasSuffix(metadata) { return "kind\(metadata)" }
    return name.hasPrefix(output) && Int(name.dropFirst(output.count)) != nil ? name : nil
  }

  /// Replaces the paths of temporary files in a message with the URLs of the objects.
  private func located(_ message: String, _ files: [File], in folder: BucketFolder) -> String {
    files.sorted { $0.path.string.count > $1.path.string.count }
      .reduce(message) { $0.replacing($1.path.string, with: folder.url(of: $1.object.name)) }
      .replacing(records.folder.string, with: "\(folder)")
  }
}
