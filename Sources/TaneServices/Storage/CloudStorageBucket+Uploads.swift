import HTTPTypes
package import SystemPackage
package import TaneCore
import TaneFormats

extension CloudStorageBucket {
  /// Stores bytes under a name, as a new generation of the object.
  ///
  /// If the precondition fails, the error's code is `conflict` and the object is unchanged. Data of
  /// `Settings.minimumResumableBytes` or more is sent in chunks, and only failed chunks are sent again.
  package func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await put(data, at: name, metadata: metadata, if: precondition) { _ in }
  }

  /// Stores bytes like `put(_:at:metadata:if:)`, and reports the number of bytes that the service
  /// has received after each chunk and at the end.
  package func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    try await put(UploadSource(data), at: name, metadata: metadata, if: precondition, onProgress)
  }

  /// Stores the content of a file under a name, as a new generation of the object.
  ///
  /// The file is read twice, the first time for its checksum. `onProgress` receives the number of
  /// bytes received by the service.
  ///
  /// - Throws: A `StoreError`: `conflict` if the precondition is not met or the file changes during
  ///   the upload, or `unreadable` if the file cannot be read.
  package func put(
    file: FilePath,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> StoredObject {
    let source: UploadSource
    do {
      source = try UploadSource(file: file)
    } catch let error as Errno {
      throw StoreError(
        .unreadable,
        service: client.service,
        "\(file) cannot be read to upload \(name): \(error)"
      )
    }
    defer { source.close() }
    return try await put(source, at: name, metadata: metadata, if: precondition, onProgress)
  }

  private func put(
    _ source: UploadSource,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    _ onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    try check(name)
    let precondition = try await supportedPrecondition(precondition, of: name)
    var tokens: String?
    if let generation = precondition.generation, generation > 0,
      let old = try await resource(at: name), old.object.generation == generation
    {
      tokens = old.downloadTokens
    }
    let upload = PendingUpload(
      name: name,
      source: source,
      metadata: metadata,
      downloadTokens: tokens,
      precondition: precondition,
      onProgress: onProgress
    )
    let resource = try await confirming(upload) {
      source.size < settings.minimumResumableBytes
        ? try await send(upload) : try await ResumableUpload(bucket: self, upload: upload).run()
    }
    guard upload.hasSameBytes(as: resource) else {
      throw StoreError(
        .invalidResponse,
        service: client.service,
        "\(name): the stored bytes differ from those that were sent; upload it again",
        outcome: .unknown
      )
    }
    onProgress(source.size)
    return resource.object
  }

  /// Sends an upload, and compares the current object with it if the response is lost.
  private func confirming(
    _ upload: PendingUpload,
    _ send: () async throws -> ObjectResource
  ) async throws -> ObjectResource {
    do {
      return try await send()
    } catch let error as StoreError where error.outcome == .unknown && error.code != .cancelled {
      guard let generation = upload.precondition.generation else { throw error }
      let found: ObjectResource?
      do {
        found = try await resource(at: upload.name)
      } catch is StoreError {
        throw error
      }
      if let found, upload.isStored(as: found) { return found }
      let isUntouched = (found?.object.generation ?? 0) == generation
      throw isUntouched ? error.with(.nothingWritten) : error
    }
  }

  /// Sends metadata and bytes in one request.
  private func send(_ upload: PendingUpload) async throws -> ObjectResource {
    // The boundary is long and random, so that it does not occur in the bytes.
    let boundary = "tane-\(UInt64.random(in: 0...(.max)))-\(UInt64.random(in: 0...(.max)))"
    var call = ServiceCall(
      method: .post,
      url: location.uploadURL([("uploadType", "multipart")] + upload.parameters),
      retry: upload.retry
    )
    call.stopsOnCancellation = true
    call.fields[.contentType] = "multipart/related; boundary=\(boundary)"
    if location.api == .firebase { call.fields[field: "X-Goog-Upload-Protocol"] = "multipart" }
    let data = try upload.source.bytes(0..<upload.source.size)
    var body = Array(
      """
      --\(boundary)\r
      Content-Type: application/json; charset=UTF-8\r
      \r
      \(try upload.json())\r
      --\(boundary)\r
      Content-Type: \(upload.headerContentType)\r
      \r\n
      """.utf8
    )
    body += data
    body += Array("\r\n--\(boundary)--\r\n".utf8)
    call.body = body
    return try await finish(try await client.send(call), of: upload, call)
  }

  /// Returns the object that an upload created, even if the response to an earlier attempt was
  /// lost.
  func finish(
    _ answer: ServiceResponse,
    of upload: PendingUpload,
    _ call: ServiceCall
  ) async throws -> ObjectResource {
    if answer.isUnmetPrecondition, answer.mayHaveBeenApplied,
      let found = try await resource(at: upload.name), upload.isStored(as: found)
    {
      return found
    }
    return try resource(of: answer, call, upload.name)
  }
}

/// The data, metadata and precondition of an upload.
struct PendingUpload: Sendable {
  let name: String
  let source: UploadSource
  let metadata: ObjectMetadata
  let downloadTokens: String?
  let precondition: ObjectPrecondition
  /// A closure that receives the number of bytes that the service has received.
  let onProgress: @Sendable (Int) -> Void

  /// The URL parameters for the object's name and the precondition.
  var parameters: [(name: String, value: String)] {
    [(name: "name", value: name)] + precondition.parameters
  }

  /// The rule for retries: a condition on the generation makes a second attempt harmless.
  var retry: RetryRule { precondition.generation == nil ? .notAttempted : .idempotent }

  /// Returns true if an object has the bytes and metadata of the upload.
  func isStored(as resource: ObjectResource) -> Bool {
    hasSameBytes(as: resource) && resource.object.metadata == metadata
  }

  /// Returns true if an object has the bytes of the upload, according to size and checksum.
  func hasSameBytes(as resource: ObjectResource) -> Bool {
    resource.object.crc32c == source.checksum && resource.object.size == source.size
  }

  /// Returns the metadata as JSON, with a checksum so that the service rejects corrupted bytes.
  func json() throws -> String {
    let checksum = ("crc32c", TreeLiteral.string(ObjectResource.text(ofChecksum: source.checksum)))
    let fields = metadata.uploadFields(tokens: downloadTokens) + [checksum]
    return try JSONWriter(.compact).write(Tree(.map(fields)))
  }

  /// The media type for a header field, which allows fewer characters; the metadata contains the
  /// exact media type.
  var headerContentType: String {
    let isPlain = metadata.contentType.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    return isPlain ? metadata.contentType : "application/octet-stream"
  }
}
