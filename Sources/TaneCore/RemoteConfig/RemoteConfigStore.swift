/// A read-only interface to the Remote Config of a project, used for planning and comparing.
///
/// Every call may throw a `StoreError` or `CancellationError`.
package protocol RemoteConfigReader: Sendable {
  /// Returns the current template, which is empty if nothing has been published.
  func current() async throws -> RemoteConfigRevision

  /// Returns the template of a published version by number, or nil if it does not exist or is no
  /// longer retained.
  func revision(_ number: Int64) async throws -> RemoteConfigRevision?

  /// Returns up to `limit` of the published versions that are retained, the latest first.
  func versions(limit: Int) async throws -> [RemoteConfigVersion]

  /// Validates a template as `replace` does, but does not publish it.
  ///
  /// - Throws: The errors from `replace`. Both functions require permission to publish.
  func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws
}

/// An interface to the Remote Config of a project.
package protocol RemoteConfigStore: RemoteConfigReader {
  /// Atomically replaces the current template, if it has the given ETag, and publishes the new one.
  ///
  /// - Parameters:
  ///   - template: The new template.
  ///   - etag: The expected ETag of the current template.
  /// - Returns: The template with its new ETag.
  /// - Throws: A `StoreError` with code `conflict` if the current template has a different ETag, or
  ///   `invalidData` if the template breaks a rule; in both cases, nothing is published.
  func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision
}

extension ServiceKind {
  /// The service kind for Remote Config; the service has the same name, `remoteConfig`.
  package static let remoteConfig = ServiceKind("remoteConfig")
}

extension ServiceKey where Reader == any RemoteConfigReader, Store == any RemoteConfigStore {
  /// The service key for Remote Config; the service has the same name as its kind, `remoteConfig`.
  package static var remoteConfig: ServiceKey {
    ServiceKey(.remoteConfig, noun: "Remote Config") { $0 }
  }
}
