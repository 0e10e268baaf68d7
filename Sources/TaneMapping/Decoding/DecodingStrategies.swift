#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension TreeDecoder {
  /// How dates are read.
  public enum DateDecodingStrategy: Sendable {
    /// As `Date` itself does: a number of seconds since the beginning of 2001.
    case deferredToDate
    /// A number of seconds since the beginning of 1970.
    case secondsSince1970
    /// A number of milliseconds since the beginning of 1970, as the server's timestamps are.
    case millisecondsSince1970
    /// ISO 8601 text with a zone and without a fraction: `2024-05-01T09:30:00Z`.
    case iso8601
    /// As a function reads it.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// How binary data are read.
  public enum DataDecodingStrategy: Sendable {
    /// As `Data` itself does: a list of bytes.
    case deferredToData
    /// Base64 text.
    case base64
    /// As a function reads it.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// How the keys of maps become the coding keys of types.
  ///
  /// The keys of a dictionary are data and stay as they are.
  public enum KeyDecodingStrategy: Sendable {
    /// As they stand.
    case useDefaultKeys
    /// From `shop_image_url` to `shopImageUrl`; underscores at either end stay.
    case convertFromSnakeCase
    /// As a function converts the last key of a coding path.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// How data spell a type's key, as far as the strategy can be turned round.
  func spelling(of key: any CodingKey) -> String {
    guard case .convertFromSnakeCase = keyDecodingStrategy else { return key.stringValue }
    return SnakeCase.snakeCase(from: key.stringValue)
  }

  /// How numbers are read that are not finite, which JSON cannot spell.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// Not at all: a text is not a number.
    case `throw`
    /// From the texts that stand for them.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)

    /// The number that a text stands for.
    func number(_ text: String) -> Double? {
      guard case .convertFromString(let positive, let negative, let nan) = self else { return nil }
      return text == positive ? .infinity : text == negative ? -.infinity : text == nan ? .nan : nil
    }
  }
}
