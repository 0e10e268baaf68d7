import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting

/// A Remote Config store whose time and errors are set by a test.
final class PublishedConfig: RemoteConfigStore {
  private let base = InMemoryRemoteConfigStore()
  private let failure = Mutex<StoreError?>(nil)
  private let seconds = Mutex<Int64>(1_000)

  /// Returns a manager of this store.
  func manager(pace: ObservationPace = ObservationPace()) -> RemoteConfigManager {
    RemoteConfigManager(
      stores: EnvironmentStores(["remoteConfig": self], as: .remoteConfig),
      pace: pace,
      now: { self.seconds.withLock { $0 } * 1000 }
    )
  }

  func fail(_ error: StoreError?) { failure.withLock { $0 = error } }

  func wait(_ seconds: Int64) { self.seconds.withLock { $0 += seconds } }

  /// Publishes parameters with default values.
  func publish(_ values: [String: String]) async throws {
    try await publish(
      RemoteConfigTemplate(parameters: values.mapValues { RemoteConfigParameter(.text($0)) })
    )
  }

  func publish(_ template: RemoteConfigTemplate) async throws {
    _ = try await base.replace(template, ifMatch: base.current().etag)
  }

  func current() async throws -> RemoteConfigRevision {
    if let error = failure.withLock({ $0 }) { throw error }
    return try await base.current()
  }

  func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
    try await base.revision(number)
  }

  func versions(limit: Int) async throws -> [RemoteConfigVersion] {
    try await base.versions(limit: limit)
  }

  func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
    try await base.validate(template, ifMatch: etag)
  }

  func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    try await base.replace(template, ifMatch: etag)
  }
}
