/// A template as a service holds it or held it.
public struct RemoteConfigRevision: Sendable, Hashable {
  /// The template.
  public let template: RemoteConfigTemplate
  /// The service's word for this state: another one after each publication.
  public let etag: String
  /// What is known of the publication; nil where nothing was published yet.
  public let version: RemoteConfigVersion?

  /// Creates a revision.
  public init(template: RemoteConfigTemplate, etag: String, version: RemoteConfigVersion?) {
    self.template = template
    self.etag = etag
    self.version = version
  }
}

/// What a service tells of a publication of a template.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest/v1/Version>.
public struct RemoteConfigVersion: Sendable, Hashable {
  /// The number of the publication, from 1.
  public var number: Int64
  /// When it was published, if that is known.
  public var updateTime: DocumentTimestamp?
  /// By what it was published: `CONSOLE`, `REST_API`.
  public var updateOrigin: String?
  /// How: `INCREMENTAL_UPDATE`, `ROLLBACK`.
  public var updateType: String?
  /// The words of who published it.
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
