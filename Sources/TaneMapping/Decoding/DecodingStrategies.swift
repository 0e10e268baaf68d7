#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension TreeDecoder {
  /// A strategy for decoding dates.
  public enum DateDecodingStrategy: Sendable {
    /// A number of seconds since the beginning of 2001, as `Date` itself decodes it.
    case deferredToDate
    /// A number of seconds since the beginning of 1970.
    case secondsSince1970
    /// A number of milliseconds since the beginning of 1970, as in server timestamps.
    case millisecondsSince1970
    /// ISO 8601 text with a time zone and without a fraction: `2024-05-01T09:30:00Z`.
    case iso8601
    /// A custom function that decodes the date.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// A strategy for decoding binary data.
  public enum DataDecodingStrategy: Sendable {
    /// A list of bytes, as `Data` itself decodes it.
    case deferredToData
    /// Base64 text.
    case base64
    /// A custom function that decodes the data.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// A strategy for converting the keys of maps to coding keys.
  ///
  /// The keys of dictionaries are data and are not converted.
  public enum KeyDecodingStrategy: Sendable {
    /// Keys are not converted.
    case useDefaultKeys
    /// Keys are converted from `shop_image_url` to `shopImageUrl`; leading and trailing underscores
    /// are unchanged.
    case convertFromSnakeCase
    /// A custom function that receives the coding path and converts its last key.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// Returns a coding key as it is probably spelled in data; a custom strategy cannot be reversed.
  func spelling(of key: any CodingKey) -> String {
    guard case .convertFromSnakeCase = keyDecodingStrategy else { return key.stringValue }
    return SnakeCase.snakeCase(from: key.stringValue)
  }

  /// A strategy for decoding non-finite numbers, which JSON cannot represent.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// Throws an error.
    case `throw`
    /// Strings that represent the non-finite numbers.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)

    /// Returns the non-finite number that a string represents, or nil if it represents none.
    func number(_ text: String) -> Double? {
      guard case .convertFromString(let positive, let negative, let nan) = self else { return nil }
      return text == positive ? .infinity : text == negative ? -.infinity : text == nan ? .nan : nil
    }
  }
}
