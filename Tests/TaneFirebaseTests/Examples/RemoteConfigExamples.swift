import Foundation
import TaneCore
import TaneFirebase

/// The examples in the documentation of Remote Config, unchanged.
struct RemoteConfigExamples {
  struct AppSettings: Codable {
    var pageSize: Int
  }

  struct Theme: Codable {
    var name: String
  }

  let stores: EnvironmentStores
  let config: RemoteConfig

  func managerExample() async throws {
    let config = RemoteConfigManager(stores: stores, environment: "local").remoteConfig
    try await config.fetchAndActivate()
  }

  func sharedExample() {
    let greeting = RemoteConfig.remoteConfig()["greeting"].stringValue
    _ = greeting
  }

  func configExample() async throws {
    let config = RemoteConfig.remoteConfig()
    config.setDefaults(["page_size": 20 as NSNumber])
    try await config.fetchAndActivate()
    let size = config["page_size"].numberValue.intValue
    _ = size
  }

  func settingsExample() {
    let settings = RemoteConfigSettings()
    settings.minimumFetchInterval = 0
    config.configSettings = settings
  }

  func fetchExample() async throws {
    let status = try await config.fetch()
    _ = status
    try await config.fetch(withExpirationDuration: 0)
  }

  func fetchErrorExample() async throws {
    do {
      try await config.fetch()
    } catch let error as RemoteConfigError where error.code == .throttled {
      print(error.message)
    }
  }

  func valueExample() throws {
    let greeting = config.configValue(forKey: "greeting").stringValue
    _ = greeting
    let isEnabled = config["checkout"].boolValue
    _ = isEnabled
    let theme = try config["theme"].decoded(asType: Theme.self)
    _ = theme
    let settings = try config.decoded(asType: AppSettings.self)
    _ = settings
  }

  func defaultsExample() throws {
    config.setDefaults(["greeting": "Hello" as NSString, "checkout": false as NSNumber])
    try config.setDefaults(from: AppSettings(pageSize: 20))
  }

  func blockExample() {
    config.fetch { status, error in
      guard status == .success else { return print(error ?? "") }
      config.activate()
    }
  }

  func listenerExample() -> ConfigUpdateListenerRegistration {
    let registration = config.addOnConfigUpdateListener { update, error in
      guard let update else { return print(error ?? "") }
      print(update.updatedKeys)
      config.activate()
    }
    return registration
  }

  func updatesExample() async throws {
    for try await update in config.configUpdates where update.updatedKeys.contains("theme") {
      try await config.activate()
    }
  }
}
