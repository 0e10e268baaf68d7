import HTTPTypes
import TaneServices

/// A `multipart/related` upload of an object's metadata and bytes (RFC 2387).
struct MultipartUpload {
  /// The metadata of the object.
  let change: MetadataChange
  /// The media type of the bytes, if given.
  let contentType: String?
  let content: [UInt8]

  /// Parses an upload.
  ///
  /// - Throws: A `StorageFailure` unless the body has two parts, the first of which is a JSON
  ///   object.
  init(_ request: EmulatorRequest) throws(StorageFailure) {
    let body = try MultipartBody(
      request.body,
      contentType: request.header("Content-Type") ?? ""
    )
    guard body.parts.count == 2 else {
      throw .invalid(
        "A multipart upload must have two parts, the metadata and the bytes; found"
          + " \(body.parts.count)."
      )
    }
    change = MetadataChange(try StorageFailure.object(in: Array(body.parts[0].content)))
    contentType = body.parts[1].field("content-type")
    content = Array(body.parts[1].content)
  }
}
