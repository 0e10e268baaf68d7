/// The configuration of an app's decoder: the strategies of `JSONDecoder` and of Firebase's
/// decoders.
///
/// Unspecified strategies have the defaults, which are the same for both decoders.
package struct DecodingStrategies: Sendable, Hashable {
  /// A strategy for converting the keys of maps to the names in types.
  package enum Keys: String, Sendable, Hashable, CaseIterable {
    /// The keys are unchanged.
    case useDefaultKeys
    /// The keys are converted from snake case: `shop_image_url` becomes `shopImageUrl`.
    case convertFromSnakeCase
  }

  package enum Dates: Sendable, Hashable {
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

  package enum BinaryData: String, Sendable, Hashable, CaseIterable {
    /// Base64 text.
    case base64
    /// A list of bytes.
    case deferredToData
  }

  /// A strategy for decoding numbers that are not finite.
  package enum Floats: Sendable, Hashable {
    /// Throws an error.
    case `throw`
    /// Decodes non-finite numbers from the given strings.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  package var keys = Keys.useDefaultKeys
  package var dates = Dates.deferredToDate
  /// The strategy for decoding binary data.
  package var data = BinaryData.base64
  /// The strategy for decoding numbers that are not finite.
  package var floats = Floats.throw

  /// Creates the strategies of an unconfigured decoder.
  package init() {}
}
