/// A template, current or earlier, with its ETag and version.
package struct RemoteConfigRevision: Sendable, Hashable {
  package let template: RemoteConfigTemplate
  /// The service's ETag, which changes whenever a template is published.
  package let etag: String
  /// The published version, or nil if nothing has been published.
  package let version: RemoteConfigVersion?

  package init(template: RemoteConfigTemplate, etag: String, version: RemoteConfigVersion?) {
    self.template = template
    self.etag = etag
    self.version = version
  }
}

/// A version: the metadata of a published template.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest/v1/Version>.
package struct RemoteConfigVersion: Sendable, Hashable {
  /// The version number, from 1.
  package var number: Int64
  /// The time of publication, if known.
  package var updateTime: DocumentTimestamp?
  /// The origin of the update, such as `CONSOLE` or `REST_API`.
  package var updateOrigin: String?
  /// The type of the update, such as `INCREMENTAL_UPDATE` or `ROLLBACK`.
  package var updateType: String?
  package var description: String?

  package init(
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
