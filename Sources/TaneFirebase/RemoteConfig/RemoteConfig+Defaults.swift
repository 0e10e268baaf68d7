public import Foundation
import Synchronization

extension RemoteConfig {
  /// Replaces the app's defaults, which are used for keys without an activated value.
  ///
  /// Numbers and dates are stored as text, Booleans as `1` or `0`, and arrays and dictionaries as
  /// JSON.
  ///
  /// ```swift
  /// config.setDefaults(["greeting": "Hello" as NSString, "checkout": false as NSNumber])
  /// ```
  public func setDefaults(_ defaults: [String: NSObject]?) {
    var values: [String: Data] = [:]
    for (key, value) in defaults ?? [:] {
      if let data = DefaultValueEncoder.data(of: value) {
        values[key] = data
      } else {
        UnhandledError.report(
          "RemoteConfig.setDefaults(_:) skipped \"\(key)\": a \(type(of: value)) with this content"
            + " cannot be stored"
        )
      }
    }
    let stored = values
    state.withLock { $0.defaults = stored }
  }

  /// Replaces the app's defaults with the values in a property list of the main bundle, named
  /// without `.plist`.
  ///
  /// If the property list is missing or invalid, writes an error to standard error and keeps the
  /// existing defaults.
  public func setDefaults(fromPlist fileName: String?) {
    setDefaults(fromPlist: fileName, in: .main)
  }

  /// Replaces the app's defaults with the values in a property list of a bundle.
  package func setDefaults(fromPlist fileName: String?, in bundle: Bundle) {
    guard let file = bundle.url(forResource: fileName, withExtension: "plist"),
      let data = try? Data(contentsOf: file),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let defaults = list as? [String: NSObject]
    else {
      return UnhandledError.report(
        "RemoteConfig.setDefaults(fromPlist:) cannot read \"\(fileName ?? "").plist\" in the bundle"
      )
    }
    setDefaults(defaults)
  }

  /// Replaces the app's defaults with the members of a value that encodes to a dictionary.
  ///
  /// ```swift
  /// try config.setDefaults(from: AppSettings(pageSize: 20))
  /// ```
  ///
  /// - Throws: A `RemoteConfigCodableError` if the value does not encode to a dictionary, or an
  ///   encoding error.
  public func setDefaults<Value: Encodable>(from value: Value) throws {
    let data = try JSONEncoder().encode(value)
    let json = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    guard let members = json as? [String: NSObject] else {
      throw RemoteConfigCodableError.invalidSetDefaultsInput(
        "The setDefaults input: \(value), must be a Struct that encodes to a Dictionary"
      )
    }
    setDefaults(members)
  }
}

/// A converter from default values to text.
private enum DefaultValueEncoder {
  /// Returns a value as UTF-8 text, or nil if it has an unsupported type.
  static func data(of value: NSObject) -> Data? {
    switch value {
    case let data as Data: data
    case let text as String: Data(text.utf8)
    case let date as Date: Data(text(of: date).utf8)
    case let list as [Any]: json(list)
    case let members as [String: Any]: json(members)
    default: FoundationNumber(value).map { Data(text(of: $0).utf8) }
    }
  }

  private static func text(of number: FoundationNumber) -> String {
    switch number {
    case .bool(let bool): bool ? "1" : "0"
    case .integer(let integer): "\(integer)"
    case .double(let double): Int64(exactly: double).map { "\($0)" } ?? "\(double)"
    case .largeInteger(let digits): digits
    }
  }

  private static func text(of date: Date) -> String {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter.string(from: date)
  }

  private static func json(_ value: Any) -> Data? {
    guard JSONSerialization.isValidJSONObject(value) else { return nil }
    return try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
  }
}
