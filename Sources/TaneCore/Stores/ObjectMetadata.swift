/// What a writer says of an object besides its bytes.
///
/// Field names follow <https://cloud.google.com/storage/docs/json_api/v1/objects#resource>.
public struct ObjectMetadata: Sendable, Hashable {
  /// The media type; `application/octet-stream` unless said otherwise.
  public var contentType: String
  /// The `Cache-Control` with which the object is served, if set.
  public var cacheControl: String?
  /// The `Content-Disposition` with which the object is served, if set.
  public var contentDisposition: String?
  /// The `Content-Encoding` with which the object is served, if set.
  public var contentEncoding: String?
  /// The `Content-Language` with which the object is served, if set.
  public var contentLanguage: String?
  /// The writer's own keys and values.
  public var custom: [String: String]

  /// Creates metadata.
  public init(
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
