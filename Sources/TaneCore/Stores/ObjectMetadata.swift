/// The writable metadata of an object.
///
/// Field names follow <https://cloud.google.com/storage/docs/json_api/v1/objects#resource>.
public struct ObjectMetadata: Sendable, Hashable {
  /// The custom metadata key whose value contains the tokens of Firebase's download URLs, separated
  /// by commas.
  package static let downloadTokensKey = "firebaseStorageDownloadTokens"

  /// The media type, `application/octet-stream` by default.
  package var contentType: String
  /// The `Cache-Control` header of the object, if set.
  package var cacheControl: String?
  /// The `Content-Disposition` header of the object, if set.
  package var contentDisposition: String?
  /// The `Content-Encoding` header of the object, if set.
  package var contentEncoding: String?
  /// The `Content-Language` header of the object, if set.
  package var contentLanguage: String?
  package var custom: [String: String]

  package init(
    contentType: String = "application/octet-stream",
    cacheControl: String? = nil,
    contentDisposition: String? = nil,
    contentEncoding: String? = nil,
    contentLanguage: String? = nil,
    custom: [String: String] = [:]
  ) {
    self.contentType = contentType
    self.cacheControl = cacheControl
    self.contentDisposition = contentDisposition
    self.contentEncoding = contentEncoding
    self.contentLanguage = contentLanguage
    self.custom = custom
  }
}
