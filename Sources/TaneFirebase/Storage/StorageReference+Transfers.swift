public import Foundation
import Synchronization
import TaneCore

extension StorageReference {
  /// Uploads bytes, replacing any existing object.
  ///
  /// ```swift
  /// let stored = try await image.putDataAsync(jpeg, metadata: metadata) { progress in
  ///   print(progress?.fractionCompleted ?? 0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - uploadData: The bytes.
  ///   - metadata: The metadata of the object, or nil.
  ///   - onProgress: The closure that receives the number of bytes sent. It is called on the
  ///     caller's actor at the start, at the end, and in between if the store reports progress.
  ///   - isolation: The actor on which `onProgress` is called.
  /// - Returns: The metadata of the stored object.
  /// - Throws: A `StorageError`.
  public func putDataAsync(
    _ uploadData: Data,
    metadata: StorageMetadata? = nil,
    onProgress: ((Progress?) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> StorageMetadata {
    let metadata = (metadata ?? StorageMetadata()).objectMetadata
    return try await runTransfer(onProgress) { report in
      try await put(Array(uploadData), metadata, report)
    }
  }

  /// Uploads a file, replacing any existing object.
  ///
  /// If the metadata has no content type, the file's extension determines it.
  ///
  /// ```swift
  /// _ = try await image.putFileAsync(from: URL(fileURLWithPath: "/tmp/ramen.jpg"))
  /// ```
  public func putFileAsync(
    from url: URL,
    metadata: StorageMetadata? = nil,
    onProgress: ((Progress?) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> StorageMetadata {
    _ = try objectName()
    var written = (metadata ?? StorageMetadata()).objectMetadata
    if metadata?.contentType == nil {
      written.contentType = ContentType.guess(fromName: url.lastPathComponent)
    }
    return try await runTransfer(onProgress) { [written] report in
      try await putFile(from: url, written, report)
    }
  }

  private func putFile(
    from url: URL,
    _ written: ObjectMetadata,
    _ onProgress: (@Sendable (Progress?) -> Void)?
  ) async throws -> StorageMetadata {
    guard let files = try? service.get().store.get().fileStore else {
      let bytes = try accessFile(url, "read") { Array(try Data(contentsOf: url)) }
      return try await put(bytes, written, onProgress)
    }
    let size = try accessFile(url, "read") {
      try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
    return try await put(size, onProgress) { _, name, report in
      try await files.put(
        fileAt: url.path,
        at: name,
        metadata: written,
        if: .none,
        onProgress: report
      )
    }
  }

  /// Downloads the object; throws `downloadSizeExceeded` if it is larger than `maxSize` bytes.
  ///
  /// ```swift
  /// let jpeg = try await image.data(maxSize: 5 << 20)
  /// ```
  public func data(maxSize: Int64) async throws -> Data {
    try await data(maxSize: maxSize, onProgress: nil)
  }

  /// Downloads the object, and reports the number of bytes received to `onProgress`.
  func data(
    maxSize: Int64,
    onProgress: (@Sendable (Progress?) -> Void)?
  ) async throws -> Data {
    Data(try await bytes(of: objectName(), maxSize: maxSize, ProgressMeter(onProgress)))
  }

  /// Downloads the object to a file atomically.
  ///
  /// ```swift
  /// _ = try await image.writeAsync(toFile: URL(fileURLWithPath: "/tmp/ramen.jpg"))
  /// ```
  ///
  /// - Parameters:
  ///   - fileURL: The file, in an existing folder.
  ///   - onProgress: The closure that receives the number of bytes received, on the caller's actor.
  ///   - isolation: The actor on which `onProgress` is called.
  /// - Returns: The file.
  /// - Throws: A `StorageError`: `objectNotFound` if the object does not exist, or
  ///   `invalidArgument` if the file cannot be written.
  public func writeAsync(
    toFile fileURL: URL,
    onProgress: ((Progress?) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> URL {
    try await runTransfer(onProgress) { try await write(to: fileURL, $0) }
  }

  private func write(
    to fileURL: URL,
    _ onProgress: (@Sendable (Progress?) -> Void)?
  ) async throws -> URL {
    let meter = ProgressMeter(onProgress)
    let name = try objectName()
    guard let files = try service.get().reader.files else {
      let bytes = try await bytes(of: name, maxSize: .max, meter)
      try accessFile(fileURL, "written") { try Data(bytes).write(to: fileURL, options: .atomic) }
      return fileURL
    }
    try await performing { _ in
      do {
        try await files.download(name, toFileAt: fileURL.path) { meter.report($0, of: $1) }
      } catch let error as StoreError where error.code == .unreadable {
        throw StorageError.invalidArgument(message: error.description)
      }
    }
    return fileURL
  }

  private func accessFile<Value>(
    _ file: URL,
    _ use: String,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      let reason = error.localizedDescription
      let message = "\(self): the file \(file.path) cannot be \(use): \(reason)"
      throw StorageError.invalidArgument(message: message)
    }
  }
}

extension StorageReference {
  /// Runs a transfer, and reports its progress on the caller's actor.
  private func runTransfer<Value: Sendable>(
    _ onProgress: ((Progress?) -> Void)?,
    isolation: isolated (any Actor)? = #isolation,
    _ transfer: @escaping @Sendable ((@Sendable (Progress?) -> Void)?) async throws -> Value
  ) async throws -> Value {
    guard let onProgress else { return try await transfer(nil) }
    let (steps, continuation) = AsyncStream.makeStream(of: Progress?.self)
    async let value = {
      defer { continuation.finish() }
      return try await transfer { continuation.yield($0) }
    }()
    for await step in steps { onProgress(step) }
    return try await value
  }

  private func put(
    _ bytes: [UInt8],
    _ metadata: ObjectMetadata,
    _ onProgress: (@Sendable (Progress?) -> Void)?
  ) async throws -> StorageMetadata {
    try await put(bytes.count, onProgress) { store, name, report in
      try await store.put(bytes, at: name, metadata: metadata, if: .none, onProgress: report)
    }
  }

  /// Uploads an object with a closure, and reports the number of bytes sent.
  private func put(
    _ size: Int,
    _ onProgress: (@Sendable (Progress?) -> Void)?,
    _ store: (any ObjectStore, String, @escaping @Sendable (Int) -> Void) async throws ->
      StoredObject
  ) async throws -> StorageMetadata {
    let name = try objectName()
    let meter = ProgressMeter(onProgress)
    meter.report(0, of: size)
    return try await performing { service in
      let object = try await store(service.store.get(), name) { meter.report($0, of: size) }
      meter.report(object.size, of: size)
      return StorageMetadata(object, bucket: bucket)
    }
  }

  private func bytes(of name: String, maxSize: Int64, _ meter: ProgressMeter) async throws
    -> [UInt8]
  {
    try await performing { service in
      let (reader, limit) = (service.reader, Int(clamping: maxSize))
      do {
        return try await reader.data(at: name, maximumSize: limit) { meter.report($0, of: $1) }
      } catch let error as StoreError where error.code == .tooLarge {
        let total = try await reader.object(at: name)?.size ?? 0
        throw StorageError.downloadSizeExceeded(total: Int64(total), maxSize: maxSize)
      }
    }
  }
}

/// A progress reporter that ignores byte counts that do not exceed the last reported count.
private final class ProgressMeter: Sendable {
  private let onProgress: (@Sendable (Progress?) -> Void)?
  private let reported = Mutex(-1)

  init(_ onProgress: (@Sendable (Progress?) -> Void)?) {
    self.onProgress = onProgress
  }

  func report(_ completed: Int, of total: Int) {
    guard let onProgress, isNew(completed) else { return }
    let progress = Progress(totalUnitCount: Int64(total))
    progress.completedUnitCount = Int64(completed)
    onProgress(progress)
  }

  private func isNew(_ count: Int) -> Bool {
    reported.withLock { reported in
      guard count > reported else { return false }
      reported = count
      return true
    }
  }
}
