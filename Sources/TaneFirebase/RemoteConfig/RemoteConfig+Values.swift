import Foundation
import Synchronization

extension RemoteConfig {
  /// Returns the activated value of a key, falling back to the app's default and then to an empty
  /// value.
  ///
  /// ```swift
  /// let greeting = config.configValue(forKey: "greeting").stringValue
  /// ```
  public func configValue(forKey key: String?) -> RemoteConfigValue {
    guard let key else { return RemoteConfigValue() }
    return value(of: key, from: .remote) ?? value(of: key, from: .default) ?? RemoteConfigValue()
  }

  /// Returns the value of a key from one source, or an empty value with the source `static` if
  /// there is none.
  public func configValue(forKey key: String?, source: RemoteConfigSource) -> RemoteConfigValue {
    key.flatMap { value(of: $0, from: source) } ?? RemoteConfigValue()
  }

  /// The activated value of a key, falling back to the app's default and then to an empty value.
  public subscript(key: String) -> RemoteConfigValue { configValue(forKey: key) }

  /// The value of a key, decoded as a type, or nil if decoding fails.
  public subscript<Value: Decodable>(decodedValue key: String) -> Value? {
    try? configValue(forKey: key).decoded(asType: Value.self)
  }

  /// The value of a key as a JSON object, or nil if it is not a JSON object.
  public subscript(jsonValue key: String) -> [String: AnyHashable]? {
    configValue(forKey: key).jsonValue as? [String: AnyHashable]
  }

  /// Returns the app's default for a key, if any.
  public func defaultValue(forKey key: String?) -> RemoteConfigValue? {
    key.flatMap { value(of: $0, from: .default) }
  }

  /// Returns the keys of a source, in no particular order; `static` has none.
  public func allKeys(from source: RemoteConfigSource) -> [String] {
    Array(values(from: source).keys)
  }

  /// Returns the keys with a prefix that have activated values; nil or an empty prefix selects all.
  public func keys(withPrefix prefix: String?) -> Set<String> {
    let keys = values(from: .remote).keys
    guard let prefix, !prefix.isEmpty else { return Set(keys) }
    return Set(keys.filter { $0.hasPrefix(prefix) })
  }

  /// Decodes a type whose coding keys are parameter keys.
  ///
  /// ```swift
  /// let settings = try config.decoded(asType: AppSettings.self)
  /// ```
  ///
  /// - Throws: A `DecodingError` for the first value that the type cannot decode.
  public func decoded<Value: Decodable>(asType: Value.Type = Value.self) throws -> Value {
    let keys = allKeys(from: .default) + allKeys(from: .remote)
    let values = keys.reduce(into: [:]) { $0[$1] = configValue(forKey: $1) }
    return try Value(from: RemoteConfigDecoder(values: values))
  }

  private func values(from source: RemoteConfigSource) -> [String: Data] {
    state.withLock { state in
      switch source {
      case .remote: state.active?.values ?? [:]
      case .default: state.defaults
      case .static: [:]
      }
    }
  }

  private func value(of key: String, from source: RemoteConfigSource) -> RemoteConfigValue? {
    values(from: source)[key].map { RemoteConfigValue($0, source: source) }
  }
}
