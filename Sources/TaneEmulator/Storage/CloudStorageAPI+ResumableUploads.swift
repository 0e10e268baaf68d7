import HTTPTypes
import TaneCore

extension CloudStorageAPI {
  /// The result of a request that sends a chunk of an upload or queries its status.
  private enum UploadOutcome: Sendable {
    /// Bytes are missing; contains the number of received bytes.
    case incomplete(Int)
    /// All bytes have been received and must be stored.
    case complete(PendingObject, [UInt8])
    /// The object is already stored.
    case done(StoredObject)
  }

  /// Continues, queries or cancels a resumable upload.
  ///
  /// See <https://cloud.google.com/storage/docs/performing-resumable-uploads>.
  func continueUpload(_ id: String, to bucket: String) async throws -> EmulatorResponse {
    if request.method == .delete { return try cancel(id) }
    guard request.method == .put || request.method == .post else {
      throw StorageFailure.unsupportedMethod(request.method)
    }
    let step = try service.sessions.withSession(id) { session throws(StorageFailure) in
      try process(&session)
    }
    switch step {
    case .incomplete(let count): return incomplete(count)
    case .done(let object): return response(object, in: bucket)
    case .complete(let pending, let data):
      return response(try await service.finalize(id, pending, data), in: bucket)
    }
  }

  private func cancel(_ id: String) throws -> EmulatorResponse {
    try service.sessions.withSession(id) { session throws(StorageFailure) in
      session.state = .cancelled
      session.data = []
    }
    return EmulatorResponse(HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"))
  }

  private func process(_ session: inout UploadSession) throws(StorageFailure) -> UploadOutcome {
    let range = try contentRange()
    switch session.state {
    case .final(let object):
      guard range.total.map({ $0 == object.size }) ?? true else {
        throw .invalid(
          "The upload has ended with \(object.size) bytes; the request specifies "
            + "\(range.total ?? 0)."
        )
      }
      return .done(object)
    case .failed(let failure): throw failure
    case .cancelled:
      throw StorageFailure(.gone, "gone", "The upload was canceled: begin a new one.")
    case .finalizing:
      throw StorageFailure(
        .serviceUnavailable,
        "backendError",
        "The upload is being completed: send the request again."
      )
    case .active: return try continueActive(&session, range)
    }
  }

  private func continueActive(
    _ session: inout UploadSession,
    _ range: ContentRange
  ) throws(StorageFailure) -> UploadOutcome {
    if let bytes = range.range {
      if !range.isRemainder { try checkGranularity(bytes, range.total) }
      try session.append(request.body, at: bytes.lowerBound, limit: service.maximumObjectSize)
    }
    session.pending.expect(hashes: request.header("X-Goog-Hash"))
    guard let total = range.total else { return .incomplete(session.data.count) }
    guard session.data.count <= total else {
      throw .invalid(
        "The upload has already received \(session.data.count) bytes; the request specifies a total"
          + " of \(total)."
      )
    }
    if let declared = session.declaredLength, total > declared {
      throw StorageFailure(
        .badRequest,
        "dataLoss",
        "The upload began with a length of \(declared) bytes; the request specifies \(total)."
      )
    }
    guard session.data.count == total else { return .incomplete(session.data.count) }
    session.state = .finalizing
    defer { session.data = [] }
    return .complete(session.pending, session.data)
  }

  /// Parses the `Content-Range` field; if it is missing, the body is the whole object.
  private func contentRange() throws(StorageFailure) -> ContentRange {
    let count = request.body.count
    let whole = count == 0 ? "bytes */0" : "bytes 0-\(count - 1)/\(count)"
    let text = request.head.headerFields[.contentRange] ?? whole
    guard let range = ContentRange(text, bodyLength: count) else {
      throw .invalid("Invalid Content-Range: '\(text.escapingControls)'")
    }
    guard range.range.map(\.count) ?? 0 == count else {
      throw .invalid(
        "The body has \(count) bytes, which do not match the Content-Range '\(text)'."
      )
    }
    return range
  }

  private func checkGranularity(
    _ bytes: ClosedRange<Int>,
    _ total: Int?
  ) throws(StorageFailure) {
    let isLast = total.map { $0 == bytes.upperBound + 1 } ?? false
    guard isLast || bytes.count.isMultiple(of: Self.chunkGranularity) else {
      throw .invalid(
        "The chunk is \(bytes.count) bytes long; the size of every chunk except the last must be a"
          + " multiple of \(Self.chunkGranularity)."
      )
    }
  }

  private func incomplete(_ count: Int) -> EmulatorResponse {
    let isPlain = request.header("X-GUploader-No-308") == "yes"
    let status = HTTPResponse.Status(code: 308, reasonPhrase: "Resume Incomplete")
    var response = EmulatorResponse(isPlain ? .ok : status)
    if isPlain { response.headerFields[named: "X-HTTP-Status-Code-Override"] = "308" }
    if count > 0 { response.headerFields[named: "Range"] = "bytes=0-\(count - 1)" }
    return response
  }
}

extension StorageService {
  /// Stores the object of a complete upload, and records the result in the upload's session.
  func finalize(
    _ id: String,
    _ pending: PendingObject,
    _ data: [UInt8]
  ) async throws -> StoredObject {
    let result: Result<StoredObject, StorageFailure>
    do {
      result = .success(try await store(data, as: pending))
    } catch let failure as StorageFailure {
      result = .failure(failure)
    } catch let error as StoreError {
      result = .failure(StorageFailure(error))
    } catch {
      // The request was canceled: the bytes are retained for another attempt.
      try sessions.withSession(id) { session throws(StorageFailure) in
        session.data = data
        session.state = .active
      }
      throw error
    }
    try sessions.withSession(id) { session throws(StorageFailure) in
      switch result {
      case .success(let object): session.state = .final(object)
      case .failure(let failure): session.state = .failed(failure)
      }
    }
    return try result.get()
  }
}
