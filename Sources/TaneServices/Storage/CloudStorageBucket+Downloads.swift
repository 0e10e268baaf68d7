public import SystemPackage
public import TaneCore

extension CloudStorageBucket {
  /// The bytes of an object; an error of code `tooLarge` where it has more than `maximumSize` bytes.
  ///
  /// An object that is stored compressed comes back as it is stored.
  public func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await data(at: name, maximumSize: maximumSize) { _, _ in }
  }

  /// Writes the bytes of an object to a file, chunk after chunk as they arrive.
  ///
  /// The file is there as a whole or not at all: until then what was in its place stays.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - file: The file, in a folder that is there.
  ///   - onProgress: Hears the number of bytes received so far, and of how many.
  /// - Throws: A `StoreError`: of code `notFound` where there is no object, `unreadable` where the file cannot
  ///   be written.
  public func download(
    _ name: String,
    to file: FilePath,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws {
    try check(name)
    do {
      var sink = try DownloadedFile(at: file)
      do {
        try await download(name, maximumSize: .max, onProgress).run(into: &sink)
      } catch {
        sink.discard()
        throw error
      }
      try sink.finish()
    } catch let error as Errno {
      throw StoreError(
        error == .noSpace ? .diskFull : .unreadable,
        service: client.service,
        "\(file) cannot be written with \(name): \(error)"
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

  /// The bytes of an object, as `data(at:maximumSize:)` gives them; tells the number of bytes received so
  /// far, and of how many.
  public func data(
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
  /// Writes the bytes of an object to the file at a path, which is there as a whole or not at all.
  public func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws {
    try await download(name, to: FilePath(path), onProgress: onProgress)
  }

  /// Stores the bytes of the file at a path under a name, and tells the number of bytes sent so far.
  public func put(
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

/// The bytes of a download in memory.
private struct DownloadedBytes: ObjectDownload.Sink {
  private(set) var bytes: [UInt8] = []

  mutating func take(_ bytes: [UInt8]) { self.bytes += bytes }

  mutating func restart() { bytes = [] }
}
