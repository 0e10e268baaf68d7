public import Foundation

/// The value of a parameter, with conversions to other types.
///
/// ```swift
/// let isEnabled = config["checkout"].boolValue
/// ```
public final class RemoteConfigValue: Sendable {
  /// The value as UTF-8 bytes.
  public let dataValue: Data
  /// The origin of the value.
  public let source: RemoteConfigSource

  init(_ data: Data, source: RemoteConfigSource) {
    dataValue = data
    self.source = source
  }

  /// Creates the value of a missing key: empty text, zero and false, with the source `static`.
  public convenience init() { self.init(Data(), source: .static) }

  /// The value as text.
  public var stringValue: String { String(data: dataValue, encoding: .utf8) ?? "" }

  /// The number at the start of the text, or zero if there is none.
  public var numberValue: NSNumber {
    let double = double
    // Without the conversion to an integer, `5` would print as `5.0` on some platforms.
    return Int64(exactly: double).map { NSNumber(value: $0) } ?? NSNumber(value: double)
  }

  /// A Boolean value indicating whether the text starts with `Y`, `y`, `T`, `t`, or an integer
  /// other than zero.
  public var boolValue: Bool { NSString(string: stringValue).boolValue }

  /// The value as a JSON object or array, or nil if it is neither.
  public var jsonValue: Any? {
    let value = try? JSONSerialization.jsonObject(with: dataValue)
    return value.map { HashableJSON.value(of: $0).base }
  }

  /// Decodes the value as a type; strings, numbers and Booleans use the same conversions as this
  /// class's properties, and other types are decoded from JSON.
  ///
  /// ```swift
  /// let theme = try config["theme"].decoded(asType: Theme.self)
  /// ```
  ///
  /// - Throws: A `DecodingError`, or a `RemoteConfigValueCodableError` if the type is `Date`.
  public func decoded<Value: Decodable>(asType: Value.Type = Value.self) throws -> Value {
    guard asType != Date.self else {
      throw RemoteConfigValueCodableError.unsupportedType(
        "a Date cannot be decoded from a Remote Config value"
      )
    }
    return try RemoteConfigValueDecoder(value: self, codingPath: []).decode(asType)
  }

  var double: Double { NSString(string: stringValue).doubleValue }
}

/// A converter from JSON to hashable Swift values, so that casts to `[String: AnyHashable]` succeed
/// on platforms that do not bridge Foundation's collections.
private enum HashableJSON {
  static func value(of json: Any) -> AnyHashable {
    switch json {
    case let object as [String: Any]: AnyHashable(object.mapValues(value))
    case let list as [Any]: AnyHashable(list.map(value))
    case let text as String: AnyHashable(text)
    default: scalar(json)
    }
  }

  private static func scalar(_ json: Any) -> AnyHashable {
    switch FoundationNumber(json) {
    case .bool(let bool): AnyHashable(bool)
    case .integer(let integer): AnyHashable(Int(integer))
    case .double(let double): AnyHashable(double)
    case .largeInteger(let digits): AnyHashable(Double(digits) ?? .infinity)
    case nil: AnyHashable(NSNull())
    }
  }
}
