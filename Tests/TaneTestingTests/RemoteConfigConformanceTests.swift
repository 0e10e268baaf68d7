import TestSupport
import TaneCore
import TaneTesting
import Testing

@Suite("In-memory Remote Config")
struct RemoteConfigConformanceTests {
  @Test(
    "The in-memory Remote Config store conforms to its port",
    arguments: RemoteConfigStoreConformance.checks
  )
  func conforms(check: RemoteConfigStoreConformance.Check) async throws {
    try await check.run(on: InMemoryRemoteConfigStore())
  }

  @Test("A store that accepts any ETag fails a check")
  func carelessStore() async throws {
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await Conformance(RemoteConfigStoreConformance.checks) { CarelessStore() }.run()
    }
    #expect(
      failure?.message
        == "each publication has a new ETag, and only the last one can be replaced: replacing what was"
        + " replaced: expected an error of code conflict, found none"
    )
  }

  /// A store that replaces the current template without comparing ETags.
  private struct CarelessStore: RemoteConfigStore {
    let store = InMemoryRemoteConfigStore()

    func current() async throws -> RemoteConfigRevision { try await store.current() }
    func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
      try await store.revision(number)
    }
    func versions(limit: Int) async throws -> [RemoteConfigVersion] {
      try await store.versions(limit: limit)
    }
    func replace(
      _ template: RemoteConfigTemplate,
      ifMatch etag: String
    ) async throws -> RemoteConfigRevision {
      try await store.replace(template, ifMatch: try await store.current().etag)
    }
    func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
      try await store.validate(template, ifMatch: etag)
    }
  }
}
