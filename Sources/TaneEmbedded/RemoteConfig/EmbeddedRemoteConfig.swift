import GRDB
package import TaneCore

/// The Remote Config of a project, stored in an environment's file.
package struct EmbeddedRemoteConfig: RemoteConfigStore {
  /// The project's name in the environment.
  package let name: String
  let file: EmbeddedFile
  let now: @Sendable () -> Int64

  private var service: String { "\(name) (\(file.location))" }

  /// Returns the current template, which is empty if nothing has been published.
  package func current() async throws -> RemoteConfigRevision {
    try await file.read(for: service) { try current(in: $0) } ?? .unpublished(of: name)
  }

  /// Returns the template of a published version by number, or nil if it does not exist or is no
  /// longer retained.
  package func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
    try await file.read(for: service) { try RemoteConfigTable(of: name, in: $0)?.revision(number) }
      ?? nil
  }

  /// Returns the published versions that are retained, the latest first.
  package func versions(limit: Int) async throws -> [RemoteConfigVersion] {
    try await file.read(for: service) { database in
      try RemoteConfigTable(of: name, in: database)?.versions(limit: limit) ?? []
    } ?? []
  }

  /// Replaces the current template atomically; throws an error if its ETag does not match.
  package func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    try await file.write(for: service) { database in
      let current = try current(in: database)
      try current.check(template, ifMatch: etag, of: service)
      let time = DocumentTimestamp(milliseconds: now())
      let revision = current.next(template, of: name, at: time)
      try RemoteConfigTable(making: name, in: database).insert(revision)
      return revision
    }
  }

  /// Validates a template as `replace` does, but does not publish it.
  package func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
    try await current().check(template, ifMatch: etag, of: service)
  }

  private func current(in database: Database) throws -> RemoteConfigRevision {
    try RemoteConfigTable(of: name, in: database)?.current() ?? .unpublished(of: name)
  }
}

extension EmbeddedEnvironment {
  /// Returns the Remote Config of a project; it is created on the first publication.
  package func remoteConfig(_ name: String) -> EmbeddedRemoteConfig {
    EmbeddedRemoteConfig(name: name, file: file, now: now)
  }
}
