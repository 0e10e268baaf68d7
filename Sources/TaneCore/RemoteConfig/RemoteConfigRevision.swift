/// A current or earlier template of a service.
public struct RemoteConfigRevision: Sendable, Hashable {
  /// The template.
  public let template: RemoteConfigTemplate
  /// The service's ETag, which changes with each publication.
  public let etag: String
  /// The version of the publication; nil if nothing was published yet.
  public let version: RemoteConfigVersion?

  /// Creates a revision.
  public init(template: RemoteConfigTemplate, etag: String, version: RemoteConfigVersion?) {
    self.template = template
    self.etag = etag
    self.version = version
  }
}

/// A version: the service's description of a publication of a template.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest/v1/Version>.
public struct RemoteConfigVersion: Sendable, Hashable {
  /// The number of the publication, from 1.
  public var number: Int64
  /// The time of publication, if known.
  public var updateTime: DocumentTimestamp?
  /// The origin of the publication: `CONSOLE`, `REST_API`.
  public var updateOrigin: String?
  /// The type of the publication: `INCREMENTAL_UPDATE`, `ROLLBACK`.
  public var updateType: String?
  /// The publisher's description.
  public var description: String?

  /// Creates a version.
  public init(
    number: Int64,
    updateTime: DocumentTimestamp? = nil,
    updateOrigin: String? = nil,
    updateType: String? = nil,
    description: String? = nil
  ) {
    self.number = number
    self.updateTime = updateTime
    self.updateOrigin = updateOrigin
    self.updateType = updateType
    self.description = description
  }
}
