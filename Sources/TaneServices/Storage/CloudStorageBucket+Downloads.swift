package import SystemPackage
package import TaneCore

extension CloudStorageBucket {
  /// Returns the bytes of an object, or throws an error with code `tooLarge` if it is larger than
  /// `maximumSize` bytes.
  ///
  /// Objects that are stored compressed are returned without decompression.
  package func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await data(at: name, maximumSize: maximumSize) { _, _ in }
  }

  /// Downloads an object to a file in chunks.
  ///
  /// The file is written atomically: an existing file is replaced when the download is complete.
  ///
  /// - Parameters:
  ///   - name: The name of the object.
  ///   - file: The file, in an existing folder.
  ///   - onProgress: A closure that receives the number of bytes received so far and the total
  ///     number.
  /// - Throws: A `StoreError`: `notFound` if the object does not exist, or `unreadable` if the file
  ///   cannot be written.
  package func download(
    _ name: String,
    to file: FilePath,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws {
    try check(name)
    do {
      var sink = try DraftFile(of: file.string)
      do {
        try await download(name, maximumSize: .max, onProgress).run(into: &sink)
      } catch {
        sink.discard()
        throw error
      }
      try sink.finish()
    } catch let error as DiskFlush.Failure {
      throw StoreError(
        error.isDiskFull ? .diskFull : .unreadable,
        service: client.service,
        "\(name) cannot be downloaded to \(file): \(Errno(rawValue: error.errno))"
      )
    }
  }

  private func download(
    _ name: String,
    maximumSize: Int,
    _ onProgress: @escaping @Sendable (Int, Int) -> Void
  ) -> ObjectDownload {
    ObjectDownload(bucket: self, name: name, maximumSize: maximumSize, onProgress: onProgress)
  }

  /// Returns the bytes of an object like `data(at:maximumSize:)`, reporting the received and the
  /// total number of bytes.
  package func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8] {
    try check(name)
    var sink = DownloadedBytes()
    try await download(name, maximumSize: maximumSize, onProgress).run(into: &sink)
    return sink.bytes
  }
}

extension CloudStorageBucket: FileObjectStore {
  /// Downloads an object to the file at a path, atomically.
  package func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws {
    try await download(name, to: FilePath(path), onProgress: onProgress)
  }

  /// Uploads the file at a path as the object with the given name, reporting the number of bytes
  /// that the service has received.
  package func put(
    fileAt path: String,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    try await put(
      file: FilePath(path),
      at: name,
      metadata: metadata,
      if: precondition,
      onProgress: onProgress
    )
  }
}

extension DraftFile: ObjectDownload.Sink {
  func take(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }
}

/// The bytes of a download in memory.
private struct DownloadedBytes: ObjectDownload.Sink {
  private(set) var bytes: [UInt8] = []

  mutating func take(_ bytes: [UInt8]) { self.bytes += bytes }

  mutating func restart() { bytes = [] }
}
