import Configuration
import Foundation
import SystemPackage
import TaneConfiguration
import TaneProject
import Testing

@Suite("Profile values in swift-configuration")
struct ProfileConfigProviderTests {
  private static let schema = """
    api: { baseURL: url, timeout: duration, key: { type: text, secret: true } }
    cache: bytes
    ratio: number
    hosts: { type: list, of: text }
    limits: { type: map, of: integer }
    checkout: boolean
    device: { type: integer, runtime: true }
    """

  private static func profile(timeout: String) -> String {
    """
    databases: { shops: embedded:shops }
    values:
      api: { baseURL: https://stg.example.com, timeout: \(timeout), key: "${KEY}" }
      cache: 64MB
      ratio: 2
      hosts: [a, b]
      limits: { reads: 10, writes: 5 }
      checkout: true
      device: ${DEVICE:-7}
    """
  }

  private static func provider(
    in folder: Folder,
    _ variables: [String: String] = [:]
  ) throws -> ProfileConfigProvider {
    try ProfileConfigProvider(
      environment: "staging",
      in: Project(root: FilePath(folder.url.path)),
      variables: variables.merging(["KEY": "planted"]) { $1 }
    )
  }

  @Test("Profile values have types and keys, and secrets are marked")
  func values() throws {
    let folder = try Folder(Self.schema, Self.profile(timeout: "90s"))
    let provider = try Self.provider(in: folder)
    let config = ConfigReader(provider: provider)
    #expect(config.string(forKey: "api.baseURL") == "https://stg.example.com")
    #expect(config.double(forKey: "api.timeout") == 90)
    #expect(config.string(forKey: "api.key") == "planted")
    #expect(config.int(forKey: "cache") == 64_000_000)
    #expect(config.double(forKey: "ratio") == 2)
    #expect(config.stringArray(forKey: "hosts") == ["a", "b"])
    #expect(config.int(forKey: "limits.reads") == 10)
    #expect(config.bool(forKey: "checkout") == true)
    #expect(config.int(forKey: "device") == 7)
    #expect(config.string(forKey: "api.other") == nil)
    let key = try provider.value(forKey: AbsoluteConfigKey(["api", "key"]), type: .string)
    #expect(key.value?.isSecret == true && key.value.map { !"\($0)".contains("planted") } == true)
    let host = try provider.value(forKey: AbsoluteConfigKey(["api", "baseURL"]), type: .string)
    #expect(host.value?.isSecret == false)
  }

  @Test("Runtime values are read from their variables")
  func runtimeValues() throws {
    let folder = try Folder(Self.schema, Self.profile(timeout: "90s"))
    let config = ConfigReader(provider: try Self.provider(in: folder, ["DEVICE": "9"]))
    #expect(config.int(forKey: "device") == 9)
    let error = #expect(throws: ProfileValuesError.self) {
      try Self.provider(in: folder, ["DEVICE": "nine"])
    }
    #expect(
      error?.description
        == "environments/staging.yaml:9:11: error: the environment variable DEVICE is not a valid value of"
        + " \"values.device\"; expected one that environments/values.schema.yaml allows [invalid-value]"
    )
  }

  @Test("Reloading an edited profile updates values and notifies watchers")
  func edits() async throws {
    let folder = try Folder(Self.schema, Self.profile(timeout: "90s"))
    let provider = try Self.provider(in: folder)
    let config = ConfigReader(provider: provider)
    let seen = try await config.watchDouble(forKey: "api.timeout") { updates in
      var seen: [Double?] = []
      for await value in updates {
        seen.append(value)
        if seen.count == 2 { break }
        try folder.write(Self.profile(timeout: "2m"))
        try provider.reload()
      }
      return seen
    }
    #expect(seen == [90, 120])
    try folder.write("databases: { shops: embedded:shops }\n")
    try provider.reload()
    #expect(config.double(forKey: "api.timeout") == nil)
  }

  @Test("An edit with an error leaves the values unchanged")
  func errors() throws {
    let folder = try Folder(Self.schema, Self.profile(timeout: "90s"))
    let provider = try Self.provider(in: folder)
    try folder.write(Self.profile(timeout: "soon"))
    let error = #expect(throws: ProfileValuesError.self) { try provider.reload() }
    #expect(
      error?.description
        == "environments/staging.yaml:3:53: error: \"soon\" is not a valid value of "
        + "\"values.api.timeout\"; expected a positive whole number with ms, s, m or h, such as "
        + "90s [invalid-value]"
    )
    #expect(ConfigReader(provider: provider).double(forKey: "api.timeout") == 90)
  }
}

/// A project with one environment, which is removed with the object.
private final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "tane-configuration-\(UUID())")

  init(_ schema: String, _ profile: String) throws {
    let environments = url.appending(path: "environments")
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    try Data(schema.utf8).write(to: environments.appending(path: "values.schema.yaml"))
    try write(profile)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ profile: String) throws {
    try Data(profile.utf8).write(to: url.appending(path: "environments/staging.yaml"))
  }
}
