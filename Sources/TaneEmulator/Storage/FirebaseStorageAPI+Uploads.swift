import HTTPTypes
import TaneCore
import TaneServices

extension FirebaseStorageAPI {
  private enum UploadOutcome: Sendable {
    case received(Int)
    case complete(PendingObject, [UInt8])
    case done(StoredObject)
    case failed(StorageFailure)
    case state(UploadSession.State, Int)
  }

  /// Starts or continues a resumable upload, or stores an object that is uploaded in one request.
  func upload(to bucket: String, name: String?) async throws -> EmulatorResponse {
    let commands = Set(
      (request.header("X-Goog-Upload-Command") ?? "").split(separator: ",")
        .map { $0.filter { $0 != " " }.lowercased() }
    )
    if let id = request.target["upload_id"] {
      return try await continueUpload(id, commands, to: bucket)
    }
    switch request.header("X-Goog-Upload-Protocol")?.lowercased() {
    case "resumable": return try beginUpload(commands, to: bucket, name: name)
    case "multipart":
      let upload = try MultipartUpload(request)
      let pending = try pendingObject(
        bucket,
        name,
        upload.change,
        contentType: upload.contentType
      )
      return try await store(upload.content, as: pending)
    default:
      let change = MetadataChange(Tree(.map([])))
      let type = request.head.headerFields[.contentType]
      return try await store(
        request.body,
        as: try pendingObject(bucket, name, change, contentType: type)
      )
    }
  }

  private func store(
    _ data: [UInt8],
    as pending: PendingObject
  ) async throws -> EmulatorResponse {
    response(try await service.store(data, as: pending), in: pending.place.bucket)
  }

  private func pendingObject(
    _ bucket: String,
    _ name: String?,
    _ change: MetadataChange,
    contentType: String?
  ) throws -> PendingObject {
    guard let name = name ?? change.name else { throw StorageFailure.required("name") }
    var pending = try PendingObject(
      place: ObjectLocation(bucket: bucket, name: name),
      change: change,
      contentType: contentType,
      precondition: .none
    )
    pending.metadata = pending.metadata.withToken(service.makeIdentifier)
    return pending
  }

  private func beginUpload(
    _ commands: Set<String>,
    to bucket: String,
    name: String?
  ) throws -> EmulatorResponse {
    guard commands.contains("start") else {
      throw StorageFailure.invalid("An upload must begin with 'X-Goog-Upload-Command: start'.")
    }
    // The Apple and web SDKs use different names for the same fields.
    let type =
      request.header("X-Goog-Upload-Header-Content-Type")
      ?? request.header("X-Goog-Upload-Content-Type")
    let length =
      request.header("X-Goog-Upload-Header-Content-Length")
      ?? request.header("X-Goog-Upload-Content-Length")
    let pending = try pendingObject(
      bucket,
      name,
      MetadataChange(try StorageFailure.object(in: request.body)),
      contentType: type
    )
    _ = try service.buckets.storeForWriting(named: bucket)
    let id = service.makeIdentifier()
    let session = UploadSession(pending: pending, declaredLength: length.flatMap { Int($0) })
    service.sessions.insert(session, as: id)
    var response = uploadResponse("active")
    let encodedName = PercentEncoding.encodeURLPart(pending.place.name)
    response.headerFields[named: "X-Goog-Upload-URL"] =
      "\(request.origin)/v0/b/\(bucket)/o?name=\(encodedName)&upload_id=\(id)"
      + "&upload_protocol=resumable"
    response.headerFields[named: "X-Goog-Upload-Chunk-Granularity"] =
      String(CloudStorageAPI.chunkGranularity)
    response.headerFields[named: "X-GUploader-UploadID"] = id
    return response
  }

  private func continueUpload(
    _ id: String,
    _ commands: Set<String>,
    to bucket: String
  ) async throws -> EmulatorResponse {
    let step = try service.sessions.withSession(id) { session throws(StorageFailure) in
      try process(commands, &session)
    }
    switch step {
    case .received(let count): return progressResponse("active", receivedCount: count)
    case .state(let state, let count): return progressResponse(state.name, receivedCount: count)
    case .done(let object): return finalResponse(response(object, in: bucket))
    case .failed(let failure): return finalResponse(failure.firebaseResponse)
    case .complete(let pending, let data):
      do {
        return finalResponse(
          response(try await service.finalize(id, pending, data), in: bucket)
        )
      } catch let failure as StorageFailure {
        return finalResponse(failure.firebaseResponse)
      }
    }
  }

  private func process(
    _ commands: Set<String>,
    _ session: inout UploadSession
  ) throws(StorageFailure) -> UploadOutcome {
    if commands.contains("query") { return .state(session.state, session.data.count) }
    if commands.contains("cancel") { return try cancel(&session) }
    guard commands.contains("upload") || commands.contains("finalize") else {
      throw .invalid(
        "X-Goog-Upload-Command must be upload, finalize, both, query or cancel."
      )
    }
    switch session.state {
    case .active: break
    case .final(let object) where commands.contains("finalize"): return .done(object)
    case .failed(let failure): return .failed(failure)
    case .finalizing:
      throw StorageFailure(
        .serviceUnavailable,
        "backendError",
        "The upload is being completed: send the request again."
      )
    case .final, .cancelled:
      throw .invalid("The upload is \(session.state.name): no more bytes are accepted.")
    }
    if commands.contains("upload") {
      try session.append(request.body, at: try offset(), limit: service.maximumObjectSize)
    }
    guard commands.contains("finalize") else { return .received(session.data.count) }
    session.state = .finalizing
    defer { session.data = [] }
    return .complete(session.pending, session.data)
  }

  private func cancel(_ session: inout UploadSession) throws(StorageFailure) -> UploadOutcome {
    switch session.state {
    case .final, .finalizing: throw .invalid("The upload is final and cannot be canceled.")
    case .active, .failed, .cancelled:
      session.state = .cancelled
      session.data = []
      return .state(.cancelled, 0)
    }
  }

  private func offset() throws(StorageFailure) -> Int {
    let text = request.header("X-Goog-Upload-Offset") ?? "0"
    guard let offset = Int(text), offset >= 0 else {
      throw .invalid("Invalid X-Goog-Upload-Offset: '\(text.escapingControls)'")
    }
    return offset
  }

  private func uploadResponse(_ status: String) -> EmulatorResponse {
    var response = EmulatorResponse(.ok)
    response.headerFields[named: "X-Goog-Upload-Status"] = status
    return response
  }

  private func progressResponse(_ status: String, receivedCount count: Int) -> EmulatorResponse {
    var response = uploadResponse(status)
    response.headerFields[named: "X-Goog-Upload-Size-Received"] = String(count)
    return response
  }

  private func finalResponse(_ response: EmulatorResponse) -> EmulatorResponse {
    var response = response
    response.headerFields[named: "X-Goog-Upload-Status"] = "final"
    return response
  }
}

extension UploadSession.State {
  /// The upload status that the protocol reports for the state.
  fileprivate var name: String {
    switch self {
    case .active, .finalizing: "active"
    case .final, .failed: "final"
    case .cancelled: "cancelled"
    }
  }
}
