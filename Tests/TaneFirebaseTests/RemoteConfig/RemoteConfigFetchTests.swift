import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Remote Config fetches the template and activates its values")
struct RemoteConfigFetchTests {
  private let store = PublishedConfig()

  @Test("Fetched values are visible only after they are activated")
  func activation() async throws {
    let config = store.manager().remoteConfig
    config.setDefaults(["greeting": NSString(string: "hello")])
    try await store.publish(["greeting": "こんにちは", "size": "20"])
    #expect(config.lastFetchStatus == .noFetchYet)
    #expect(config.lastFetchTime == Date(timeIntervalSince1970: 0))
    #expect(try await config.fetch() == .success)
    #expect(config.lastFetchStatus == .success)
    #expect(config.lastFetchTime == Date(timeIntervalSince1970: 1_000))
    #expect(config["greeting"].stringValue == "hello" && config["greeting"].source == .default)
    #expect(try await config.activate())
    #expect(config["greeting"].stringValue == "こんにちは" && config["greeting"].source == .remote)
    #expect(try await config.activate() == false)
    #expect(config.defaultValue(forKey: "greeting")?.stringValue == "hello")
    #expect(config.configValue(forKey: "greeting", source: .default).stringValue == "hello")
    #expect(config.configValue(forKey: "greeting", source: .static).stringValue == "")
    #expect(config.configValue(forKey: "size", source: .default).source == .static)
    #expect(Set(config.allKeys(from: .remote)) == ["greeting", "size"])
    #expect(config.allKeys(from: .default) == ["greeting"])
    #expect(config.allKeys(from: .static) == [])
    #expect(config.keys(withPrefix: "gr") == ["greeting"])
    #expect(config.keys(withPrefix: nil) == ["greeting", "size"])
  }

  @Test("A template is fetched again only after the minimum fetch interval")
  func interval() async throws {
    let config = store.manager().remoteConfig
    #expect(config.configSettings.minimumFetchInterval == 43_200)
    #expect(config.configSettings.fetchTimeout == 60)
    try await store.publish(["size": "1"])
    #expect(try await config.fetchAndActivate() == .successFetchedFromRemote)
    try await store.publish(["size": "2"])
    store.wait(43_199)
    #expect(try await config.fetchAndActivate() == .successFetchedFromRemote)
    #expect(config["size"].numberValue == 1)
    store.wait(1)
    try await config.fetchAndActivate()
    #expect(config["size"].numberValue == 2)
    try await store.publish(["size": "3"])
    try await config.fetch(withExpirationDuration: 0)
    try await config.activate()
    #expect(config["size"].numberValue == 3)
    let settings = RemoteConfigSettings()
    settings.minimumFetchInterval = -1
    settings.fetchTimeout = 0
    config.configSettings = settings
    #expect(config.configSettings.minimumFetchInterval == 0)
    #expect(config.configSettings.fetchTimeout == 60)
    try await store.publish([:])
    try await config.fetchAndActivate()
    #expect(config["size"].source == .static)
  }

  @Test("Parameters have default values; conditions, app defaults and managed values are skipped")
  func parameters() async throws {
    let dark = RemoteConfigCondition(name: "ios", expression: "device.os == 'ios'")
    let theme = RemoteConfigParameter(.text("light"), conditionalValues: ["ios": .text("dark")])
    let group = RemoteConfigGroup(parameters: ["retries": .init(.text("3"), valueType: .number)])
    try await store.publish(
      RemoteConfigTemplate(
        conditions: [dark],
        parameters: [
          "theme": theme, "own": .init(.inAppDefault),
          "none": .init(nil, conditionalValues: ["ios": .text("1")]),
          "personal": .init(.managed(#"{"personalizationValue":{"personalizationId":"p"}}"#)),
        ],
        groups: ["Limits": group]
      )
    )
    let config = store.manager().remoteConfig
    config.setDefaults(["own": NSNumber(value: 7)])
    try await config.fetchAndActivate()
    #expect(Set(config.allKeys(from: .remote)) == ["theme", "retries"])
    #expect(config["theme"].stringValue == "light")
    #expect(config["own"].numberValue == 7)
  }

  @Test("A failed fetch throws an error with the SDK's code and keeps the values")
  func failures() async throws {
    let config = store.manager().remoteConfig
    try await store.publish(["a": "1"])
    try await config.fetchAndActivate()
    store.fail(StoreError(.unreachable, service: "remoteConfig", "it does not answer"))
    let error = await #expect(throws: RemoteConfigError.self) {
      try await config.fetch(withExpirationDuration: 0)
    }
    #expect(error?.code == .internalError && config.lastFetchStatus == .failure)
    let plain = try #require(error) as NSError
    #expect(plain.domain == RemoteConfigErrorDomain)
    #expect(plain.code == RemoteConfigError.internalError.rawValue)
    #expect(plain.localizedDescription == "remoteConfig: it does not answer")
    store.fail(StoreError(.rateLimited, service: "remoteConfig", "too many requests"))
    let throttled = await #expect(throws: RemoteConfigError.self) {
      try await config.fetch(withExpirationDuration: 0)
    }
    #expect(throttled?.code == .throttled && config.lastFetchStatus == .throttled)
    #expect(config["a"].stringValue == "1")
    #expect(config.lastFetchTime == Date(timeIntervalSince1970: 1_000))
  }

  @Test("Fetching without an environment or without Remote Config throws")
  func missing() async throws {
    let manager = RemoteConfigManager()
    #expect(
      await failure { try await manager.remoteConfig.fetchAndActivate() }
        == "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
    )
    #expect(manager.environment == nil)
    let config = RemoteConfigManager(stores: EnvironmentStores(), environment: "bare").remoteConfig
    let message =
      #"environment "bare" has no Remote Config; add it to its profile, for example "#
      + #""remoteConfig: embedded:main""#
    #expect(await failure { try await config.fetch() } == message)
    #expect(await failure { try await config.ensureInitialized() } == message)
    #expect(config.lastFetchStatus == .failure && config.environment == "bare")
  }

  @Test("Calls with blocks return their results on the main queue")
  func blocks() async throws {
    let config = store.manager().remoteConfig
    try await store.publish(["a": "1"])
    let told = await withCheckedContinuation { done in
      config.fetch { status, error in
        // The values are available when the call returns.
        config.activate()
        let value = config["a"].stringValue
        done.resume(returning: "\(status) \(error == nil) \(value) \(MainQueueMark.isHere)")
      }
    }
    #expect(told == "success true 1 true")
    let changed = await withCheckedContinuation { done in
      config.activate { changed, error in done.resume(returning: "\(changed) \(error == nil)") }
    }
    #expect(changed == "false true")
    store.fail(StoreError(.rateLimited, service: "remoteConfig", "too many requests"))
    let failed = await withCheckedContinuation { done in
      config.fetch(withExpirationDuration: 0) { status, error in
        done.resume(returning: "\(status) \(error.map { "\($0)" } ?? "")")
      }
    }
    #expect(failed == "throttled remoteConfig: too many requests")
    store.wait(90_000)
    let both = await withCheckedContinuation { done in
      config.fetchAndActivate { status, error in
        done.resume(returning: "\(status) \(error != nil)")
      }
    }
    #expect(both == "error true")
    let initialized = await withCheckedContinuation { done in
      config.ensureInitialized { done.resume(returning: $0 == nil) }
    }
    #expect(initialized)
  }
}
