import HTTPTypes
import TaneCore
import TaneServices

/// A download of an object, or of a range of its bytes.
struct ObjectDownload {
  let object: StoredObject
  let bucket: String
  let data: [UInt8]

  /// Returns the response to a request; the request may contain a byte range.
  func response(to request: EmulatorRequest) -> EmulatorResponse {
    var fields = headerFields
    guard let text = request.header("Range"), let range = ByteRange(text), !data.isEmpty else {
      return EmulatorResponse(.ok, headerFields: fields, body: .bytes(data))
    }
    guard let bytes = range.resolved(in: data.count) else {
      let fields: HTTPFields = [
        .contentType: "text/html; charset=UTF-8", .contentRange: "bytes */\(data.count)",
      ]
      return EmulatorResponse(
        .rangeNotSatisfiable,
        headerFields: fields,
        body: .bytes(Array("Request range not satisfiable".utf8))
      )
    }
    fields[.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(data.count)"
    return EmulatorResponse(
      .partialContent,
      headerFields: fields,
      body: .bytes(Array(data[bytes]))
    )
  }

  private var headerFields: HTTPFields {
    let resource = ObjectResource(object: object, bucket: bucket)
    let metadata = object.metadata
    let updated = DocumentTimestamp(milliseconds: object.updated)
    let md5 = object.md5Hash.map { ",md5=\($0)" } ?? ""
    var fields: HTTPFields = [
      .contentType: metadata.contentType, .acceptRanges: "bytes",
      .eTag: "\"\(resource.etag)\"", .lastModified: updated.httpDate,
      .cacheControl: metadata.cacheControl ?? "private, max-age=0",
    ]
    fields[.contentDisposition] = metadata.contentDisposition
    fields[.contentEncoding] = metadata.contentEncoding
    fields[.contentLanguage] = metadata.contentLanguage
    fields[named: "X-Goog-Generation"] = String(object.generation)
    fields[named: "X-Goog-Metageneration"] = String(object.metageneration)
    fields[named: "X-Goog-Hash"] = "crc32c=\(resource.crc32c)\(md5)"
    fields[named: "X-Goog-Storage-Class"] = "STANDARD"
    fields[named: "X-Goog-Stored-Content-Encoding"] = metadata.contentEncoding ?? "identity"
    fields[named: "X-Goog-Stored-Content-Length"] = String(object.size)
    return fields
  }
}
