import TestSupport
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneTesting
import Testing

@Suite("Embedded Remote Config")
struct RemoteConfigConformanceTests {
  @Test(
    "Embedded Remote Config in a file conforms to its port",
    .serialized,
    arguments: RemoteConfigStoreConformance.checks
  )
  func file(check: RemoteConfigStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      try await check.run(on: environment.remoteConfig("demo"))
    }
  }

  @Test("Embedded Remote Config survives reopening its file, separately for each project")
  func persistence() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let missing = try EmbeddedEnvironment(path: path, access: .readOnly).remoteConfig("demo")
      #expect(try await missing.current() == .unpublished(of: "demo"))
      let template = RemoteConfigTemplate(parameters: ["a": RemoteConfigParameter(.text("1"))])
      do {
        let environment = try EmbeddedEnvironment(path: path, access: .readWrite) {
          1_700_000_000_123
        }
        let store = environment.remoteConfig("demo")
        let published = try await store.replace(template, ifMatch: "etag-demo-0")
        #expect(published.etag == "etag-demo-1")
      }
      let environment = try EmbeddedEnvironment(path: path, access: .readOnly)
      let found = try await environment.remoteConfig("demo").current()
      #expect(found.template == template)
      #expect(found.version?.updateTime == DocumentTimestamp(milliseconds: 1_700_000_000_123))
      #expect(try await environment.remoteConfig("other").versions(limit: 9) == [])
    }
  }

  @Test(
    "A store is reported as damaged if a publication has an impossible number",
    arguments: ["9223372036854775807", "-9223372036854775808", "0"]
  )
  func damagedNumber(number: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      let store = environment.remoteConfig("demo")
      _ = try await store.replace(RemoteConfigTemplate(), ifMatch: "etag-demo-0")
      try RawConnection(path).execute("UPDATE remoteConfig SET number = \(number)")
      let error = await #expect(throws: StoreError.self) {
        try await store.replace(RemoteConfigTemplate(), ifMatch: "etag-demo-\(number)")
      }
      #expect(
        error?.description
          == "demo (\(path)): this file is damaged: run tane doctor --store --repair to replace it"
      )
    }
  }

  @Test("Remote Config keeps the last 300 published versions")
  func history() async throws {
    let store = try EmbeddedEnvironment.inMemory().remoteConfig("demo")
    for number in 0..<302 {
      _ = try await store.replace(RemoteConfigTemplate(), ifMatch: "etag-demo-\(number)")
    }
    let numbers = try await store.versions(limit: .max).map(\.number)
    #expect(numbers.count == 300)
    #expect(numbers.first == 302)
    #expect(numbers.last == 3)
    #expect(try await store.revision(2) == nil)
  }
}
