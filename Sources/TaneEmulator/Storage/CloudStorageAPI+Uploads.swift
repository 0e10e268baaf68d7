import HTTPTypes
import TaneCore
import TaneServices

extension CloudStorageAPI {
  /// The chunk size unit, in bytes: every chunk of a resumable upload, except the last, must be a
  /// multiple of this size.
  static let chunkGranularity = 262_144

  /// Starts or continues an upload.
  func upload(to bucket: String) async throws -> EmulatorResponse {
    if let id = request.target["upload_id"] { return try await continueUpload(id, to: bucket) }
    guard request.method == .post || request.method == .put else {
      throw StorageFailure.unsupportedMethod(request.method)
    }
    switch request.target["uploadType"] ?? request.target["upload_protocol"] ?? "media" {
    case "media": return try await uploadMedia(to: bucket)
    case "multipart": return try await uploadMultipart(to: bucket)
    case "resumable": return try beginUpload(to: bucket)
    case let type:
      throw StorageFailure(
        .badRequest,
        "invalidParameter",
        "Invalid value for uploadType: '\(type.escapingControls)'; expected media, multipart or"
          + " resumable."
      )
    }
  }

  private func uploadMedia(to bucket: String) async throws -> EmulatorResponse {
    let encoding = request.target["contentEncoding"]
    let fields = encoding.map { [("contentEncoding", TreeLiteral.string($0))] } ?? []
    let pending = try pendingObject(
      in: bucket,
      MetadataChange(Tree(.map(fields))),
      contentType: request.head.headerFields[.contentType]
    )
    return response(try await service.store(request.body, as: pending), in: bucket)
  }

  private func uploadMultipart(to bucket: String) async throws -> EmulatorResponse {
    let upload = try MultipartUpload(request)
    let pending = try pendingObject(in: bucket, upload.change, contentType: upload.contentType)
    return response(try await service.store(upload.content, as: pending), in: bucket)
  }

  private func beginUpload(to bucket: String) throws -> EmulatorResponse {
    let declared = request.header("X-Upload-Content-Length").flatMap { Int($0) }
    let pending = try pendingObject(
      in: bucket,
      MetadataChange(try StorageFailure.object(in: request.body)),
      contentType: request.header("X-Upload-Content-Type")
    )
    _ = try service.buckets.storeForWriting(named: bucket)
    let id = service.makeIdentifier()
    service.sessions.insert(
      UploadSession(pending: pending, declaredLength: declared),
      as: id
    )
    var response = EmulatorResponse(.ok)
    let path = "/upload/storage/v1/b/\(bucket)/o"
    let name = PercentEncoding.encodeURLPart(pending.place.name)
    response.headerFields[.location] =
      "\(request.origin)\(path)?uploadType=resumable&name=\(name)&upload_id=\(id)"
    response.headerFields[named: "X-GUploader-UploadID"] = id
    return response
  }

  private func pendingObject(
    in bucket: String,
    _ change: MetadataChange,
    contentType: String?
  ) throws -> PendingObject {
    guard let name = request.target["name"] ?? change.name else {
      throw StorageFailure.required("name")
    }
    var pending = try PendingObject(
      place: ObjectLocation(bucket: bucket, name: name),
      change: change,
      contentType: contentType,
      precondition: ObjectPrecondition(request.target)
    )
    pending.expect(hashes: request.header("X-Goog-Hash"))
    return pending
  }
}
