/// How an app's decoder is set up: the strategies of `JSONDecoder` and of Firebase's decoders.
///
/// What is not said is as in a decoder that nobody has set up; the defaults of both are the same.
public struct DecodingStrategies: Sendable, Hashable {
  /// How the keys of maps become those that types name.
  public enum Keys: String, Sendable, Hashable, CaseIterable {
    /// As they stand.
    case useDefaultKeys
    /// From `shop_image_url` to `shopImageUrl`.
    case convertFromSnakeCase
  }

  /// How dates are read.
  public enum Dates: Sendable, Hashable {
    /// A number of seconds since the beginning of 2001.
    case deferredToDate
    /// ISO 8601 text with a zone and without a fraction.
    case iso8601
    /// A number of seconds since the beginning of 1970.
    case secondsSince1970
    /// A number of milliseconds since the beginning of 1970.
    case millisecondsSince1970
    /// Text in a format of `DateFormatter`.
    case formatted(String)
  }

  /// How binary data are read.
  public enum BinaryData: String, Sendable, Hashable, CaseIterable {
    /// Base64 text.
    case base64
    /// A list of bytes.
    case deferredToData
  }

  /// How numbers are read that are not finite.
  public enum Floats: Sendable, Hashable {
    /// Not at all.
    case `throw`
    /// From the texts that stand for them.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// How keys are read.
  public var keys = Keys.useDefaultKeys
  /// How dates are read.
  public var dates = Dates.deferredToDate
  /// How binary data are read.
  public var data = BinaryData.base64
  /// How numbers are read that are not finite.
  public var floats = Floats.throw

  /// Creates the strategies of a decoder that nobody has set up.
  public init() {}
}
