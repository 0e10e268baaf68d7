import Foundation
import FirebaseRemoteConfig

struct Flags {
  private let config = RemoteConfig.remoteConfig()

  init() {
    let settings = RemoteConfigSettings()
    settings.minimumFetchInterval = 0
    config.configSettings = settings
    config.setDefaults([
      "is_sauna_listener_enabled": false as NSObject,
      "posts_page_size": 50 as NSObject,
    ])
  }

  var isSaunaListenerEnabled: Bool {
    config.configValue(forKey: "is_sauna_listener_enabled").boolValue
  }

  var postsPageSize: Int { config["posts_page_size"].numberValue.intValue }

  func load(completion: @escaping (Error?) -> Void) {
    config.fetchAndActivate { _, error in completion(error) }
  }
}
