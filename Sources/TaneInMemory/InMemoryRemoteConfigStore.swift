import Synchronization
package import TaneCore

/// An in-memory Remote Config for tests.
package final class InMemoryRemoteConfigStore: RemoteConfigStore {
  private let name: String
  private let now: @Sendable () -> DocumentTimestamp
  private let revisions = Mutex<[RemoteConfigRevision]>([])

  /// Creates an empty store; `now` returns the publication time of a new version.
  package init(
    _ name: String = "demo",
    now: @escaping @Sendable () -> DocumentTimestamp = { DocumentTimestamp(microseconds: 0) }
  ) {
    self.name = name
    self.now = now
  }

  /// Returns the current template with its ETag; empty if nothing is published.
  package func current() async throws -> RemoteConfigRevision {
    try Task.checkCancellation()
    return revisions.withLock { current($0) }
  }

  /// Returns the published template with the given version number, or nil if it does not exist.
  package func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
    try Task.checkCancellation()
    return revisions.withLock { $0.first { $0.version?.number == number } }
  }

  /// Returns up to `limit` published versions, newest first.
  package func versions(limit: Int) async throws -> [RemoteConfigVersion] {
    try Task.checkCancellation()
    return revisions.withLock { Array($0.compactMap(\.version).reversed().prefix(max(0, limit))) }
  }

  /// Publishes a template; throws a `conflict` error if the current template has a different ETag.
  package func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    try Task.checkCancellation()
    return try revisions.withLock { revisions in
      let current = current(revisions)
      try current.check(template, ifMatch: etag, of: name)
      let revision = current.next(template, of: name, at: now())
      revisions.append(revision)
      return revision
    }
  }

  /// Checks a template without publishing it.
  package func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
    try await current().check(template, ifMatch: etag, of: name)
  }

  private func current(_ revisions: [RemoteConfigRevision]) -> RemoteConfigRevision {
    revisions.last ?? .unpublished(of: name)
  }
}

/// The compiled content is the current template in JSON, or null if nothing is published.
extension InMemoryRemoteConfigStore: CompiledStore {
  package convenience init?(_ content: CompiledContent) {
    self.init()
    guard !content.tree.isNull else { return }
    guard let template: RemoteConfigTemplate = CompiledJSON.value(content.tree.string) else {
      return nil
    }
    revisions.withLock { $0 = [current($0).next(template, of: name, at: now())] }
  }

  package var compiledContent: CompiledContent {
    let template = revisions.withLock(\.last)?.template
    return CompiledContent(template.map { Tree(.string(CompiledJSON.text(of: $0))) } ?? .null)
  }

  package func copy() -> InMemoryRemoteConfigStore {
    let (known, copy) = (revisions.withLock { $0 }, InMemoryRemoteConfigStore(name))
    copy.revisions.withLock { $0 = known }
    return copy
  }
}
