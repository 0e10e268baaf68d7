/// The Remote Config of a project to read from, wherever it is kept: what planning and comparing are given.
///
/// Every call may throw a `StoreError` or `CancellationError`.
public protocol RemoteConfigReader: Sendable {
  /// The template that apps are given; an empty one where nothing was published yet.
  func current() async throws -> RemoteConfigRevision

  /// The template of a publication by its number; nil where that is not kept, or never was.
  func revision(_ number: Int64) async throws -> RemoteConfigRevision?

  /// The last publications that are kept, the latest first.
  func versions(limit: Int) async throws -> [RemoteConfigVersion]

  /// Checks a template as `replace` does, and publishes nothing.
  ///
  /// - Throws: What `replace` throws; a service asks for the right to publish.
  func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws
}

/// The Remote Config of a project, wherever it is kept.
public protocol RemoteConfigStore: RemoteConfigReader {
  /// Publishes a template in place of the one of an ETag, all of it at once.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - etag: The ETag of the template that is there now.
  /// - Returns: The template with its new ETag.
  /// - Throws: A `StoreError` of code `conflict` where another template is there, `invalidData` where the
  ///   template breaks a rule; nothing is published then.
  func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision
}

extension ServiceKind {
  /// The Remote Config of a project; it has the kind's own name.
  public static let remoteConfig = ServiceKind("remoteConfig")
}

extension ServiceKey where Reader == any RemoteConfigReader, Store == any RemoteConfigStore {
  /// The Remote Config of a project; it has the kind's own name.
  public static var remoteConfig: ServiceKey {
    ServiceKey(.remoteConfig, noun: "Remote Config") { $0 }
  }
}
