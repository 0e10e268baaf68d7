// `Codable` support was a separate module and is now part of `FirebaseRemoteConfig`.
@_exported public import FirebaseRemoteConfig
